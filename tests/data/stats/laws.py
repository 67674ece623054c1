#!/usr/bin/env python3
"""Records reference values of count laws, the normal law and the chi-square law for `src/stats`.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 mpmath==1.4.1
    venv/bin/python laws.py > laws.tsv

The discrete laws are summed with mpmath at 50 digits (from log-gamma), so nothing here shares a formula with the program; where the sum would be longer
than 400 000 terms it is taken by the sum formula of Euler and Maclaurin with five derivatives, at 50 digits. The chi-square tails are SciPy's.
"""
import mpmath as mp
from scipy import stats

mp.mp.dps = 50


def ln_choose(n, k):
    return mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1)


def binomial(n, p_num, p_den):
    p = mp.mpf(p_num) / p_den
    return (lambda x: mp.e ** (ln_choose(n, x) + x * mp.log(p) + (n - x) * mp.log(1 - p))), n * p, n * p * (1 - p), 0, n


def hypergeometric(N, K, r):
    base = ln_choose(N, r)
    mean = mp.mpf(r) * K / N
    variance = mean * (1 - mp.mpf(K) / N) * (N - r) / (N - 1)
    return (lambda x: mp.e ** (ln_choose(K, x) + ln_choose(N - K, r - x) - base)), mean, variance, max(0, r - (N - K)), min(K, r)


def tail(law, start, end, step):
    """Sum of law(start), law(start + step), ... to end."""
    mass, mean, variance = law[:3]
    sd = mp.sqrt(variance)
    z = abs((start - mean) / sd)
    terms = 120 * sd / max(z, 1) + 200
    if terms < 400_000:
        # the terms by recurrence of neighbours would share a formula with the program: every 2000th term anew, ratios between
        total, x, count = mp.mpf(0), start, 0
        term = mass(mp.mpf(x))
        while True:
            total += term
            if x == end or term < total * mp.mpf(10) ** -30:
                return total
            x += step
            count += 1
            term = mass(mp.mpf(x)) if sd < 300 or count % 2000 == 0 else term * ratio(law, x, step)
    f = lambda t: mass(mp.mpf(start) + step * t)
    scale = sd / max(z, 1)
    edges = [0] + [scale * k for k in (1, 2, 4, 7, 11, 16, 24, 40)]
    reach = abs(end - start)
    edges = [e for e in edges if e < reach] + ([reach] if edges[-1] > reach else [])
    integral = mp.quad(f, edges)
    h = scale / 50
    d1 = mp.diff(f, 0, 1, h=h / 1000)
    d3 = mp.diff(f, 0, 3, h=h / 1000)
    d5 = mp.diff(f, 0, 5, h=h / 100)
    return integral + f(0) / 2 - d1 / 12 + d3 / 720 - d5 / 30240


def ratio(law, x, step):
    mass = law[0]
    key = law[5]
    if key[0] == "binomial":
        _, n, a, b = key
        odds = mp.mpf(a) / (b - a)
        if step > 0:
            return mp.mpf(n - x + 1) / x * odds
        return mp.mpf(x + 1) / (n - x) / odds
    _, N, K, r = key
    if step > 0:
        return mp.mpf(K - x + 1) * (r - x + 1) / (mp.mpf(x) * (N - K - r + x))
    return mp.mpf(x + 1) * (N - K - r + x + 1) / (mp.mpf(K - x) * (r - x))


def emit(key, x):
    make = binomial if key[0] == "binomial" else hypergeometric
    law = make(*key[1:]) + (key,)
    low, high = law[3], law[4]
    if x < law[1]:
        below = tail(law, x - 1, low, -1) if x > low else mp.mpf(0)
        at = law[0](mp.mpf(x))
        above = 1 - at - below
    else:
        above = tail(law, x + 1, high, 1) if x < high else mp.mpf(0)
        at = law[0](mp.mpf(x))
        below = 1 - at - above
    print("\t".join([key[0]] + [str(v) for v in key[1:]] + [str(x)] + [mp.nstr(v, 18) for v in (below, at, above)]))


def main():
    print("# law, parameters, x, P(X < x), P(X = x), P(X > x)")
    for key, xs in [
        (("binomial", 1, 1, 6), [0, 1]),
        (("binomial", 20, 1, 2), [0, 3, 10, 17, 20]),
        (("binomial", 1000, 1, 6), [90, 150, 167, 200, 260]),
        (("binomial", 10**6, 3, 10**6), [0, 1, 3, 12, 40]),
        (("binomial", 10**6, 1, 2), [497000, 499000, 500000, 500700, 504000]),
        (("binomial", 10**9, 9, 10**9), [0, 4, 9, 30]),
        (("binomial", 10**9, 1, 6), [166_600_000, 166_666_667, 166_700_000, 166_750_000]),
        (("binomial", 10**12, 1, 42), [23_809_000_000, 23_809_523_810, 23_810_000_000]),
        (("binomial", 10**15, 1, 3), [333_333_200_000_000, 333_333_333_333_333, 333_333_400_000_000]),
        (("binomial", 10**15, 1, 10**15), [0, 1, 5, 20]),
        (("hypergeometric", 10, 4, 5), [0, 1, 2, 3, 4]),
        (("hypergeometric", 1050, 226, 525), [80, 100, 113, 130, 150]),
        (("hypergeometric", 1050, 226, 1000), [176, 200, 215, 226]),
        (("hypergeometric", 10**6, 1, 234567), [0, 1]),
        (("hypergeometric", 10**6, 10, 999_999), [9, 10]),
        (("hypergeometric", 10**6, 24100, 500_000), [11500, 12000, 12050, 12200, 12700]),
        (("hypergeometric", 10**6, 756_088, 234_567), [176_000, 177_353, 178_500]),
        (("hypergeometric", 75 * 10**6, 10**6, 3 * 10**7), [396_000, 399_000, 400_000, 400_900, 404_000]),
        (("hypergeometric", 10**10, 3, 10**9), [0, 1, 2, 3]),
        (("hypergeometric", 10**10, 10**7, 10**9), [993_000, 999_000, 1_000_000, 1_002_000, 1_007_000]),
        (("hypergeometric", 10**10, 2 * 10**9, 5 * 10**9), [999_800_000, 1_000_000_000, 1_000_050_000, 1_000_300_000]),
        (("hypergeometric", 10**15, 10**14, 3 * 10**14), [29_999_980_000_000, 30_000_000_000_000, 30_000_020_000_000]),
    ]:
        for x in xs:
            emit(key, x)
    print("# normal, z, upper tail")
    for z in ["0", "0.1", "0.5", "0.999", "1", "1.5", "1.959963984540054", "3", "4.75", "8", "12", "20", "37", "-1", "-3"]:
        print("normal\t%s\t%s" % (z, mp.nstr(mp.erfc(mp.mpf(z) / mp.sqrt(2)) / 2, 18)))
    print("# chi-square, statistic, degrees of freedom, upper tail (SciPy)")
    for x, dof in [(0.5, 1), (3.84, 1), (40, 1), (11.07, 5), (100, 10), (500, 20), (1000, 100), (85.3, 41), (250, 41), (1300, 1000), (99000, 99000), (1e5, 99e3), (1005000, 1e6)]:
        print("chi-square\t%r\t%r\t%.17g" % (float(x), float(dof), stats.chi2.sf(x, dof)))


main()
