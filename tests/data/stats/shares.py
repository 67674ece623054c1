#!/usr/bin/env python3
"""Records Clopper-Pearson limits (95 %) from mpmath's incomplete beta function, checked against SciPy's where SciPy is good.

    venv/bin/python shares.py > shares.tsv        (the venv of laws.py)
"""
import mpmath as mp
from scipy import stats

mp.mp.dps = 40


def quantile(a, b, p):
    """The beta quantile by Newton's method on the integral of the density, 40 digits."""
    a, b = mp.mpf(a), mp.mpf(b)
    norm = mp.loggamma(a + b) - mp.loggamma(a) - mp.loggamma(b)
    density = lambda t: mp.e ** (norm + (a - 1) * mp.log(t) + (b - 1) * mp.log1p(-t))
    x = mp.mpf(float(stats.beta.ppf(float(p), float(a), float(b))))
    mean, sd = a / (a + b), mp.sqrt(a * b / (a + b) ** 2 / (a + b + 1))
    for _ in range(6):
        # integrate the smaller side: from x outwards
        if p < 0.5:
            edges = [max(mp.mpf(10) ** -60, x - k * sd) for k in (12, 6, 3, 1)]
            edges = sorted(set(edges)) + [x]
            reached = mp.quad(density, edges)
        else:
            edges = [x] + [min(1 - mp.mpf(10) ** -39, x + k * sd) for k in (1, 3, 6, 12, 24, 48)]
            reached = 1 - mp.quad(density, sorted(set(edges)))
        x -= (reached - p) / density(x)
    return x


print("# successes, trials, lower and upper limit", flush=True)
for c, n in [(1, 2), (1, 10), (3, 10), (5, 10), (1, 1000), (17, 1000), (3, 10**9), (10, 10**7), (100, 10**9), (2, 10**10), (999, 10**6), (4999, 10**5), (5000, 10**5),
             (5001, 10**12), (49_000, 10**5), (250_000, 10**6), (166_666_667, 10**9), (123_456_789, 10**15)]:
    low = quantile(c, n - c + 1, mp.mpf("0.025"))
    high = quantile(c + 1, n - c, mp.mpf("0.975"))
    print("%d\t%d\t%s\t%s" % (c, n, mp.nstr(low, 17), mp.nstr(high, 17)))
