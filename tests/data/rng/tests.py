#!/usr/bin/env python3
"""Records what SciPy gives for the tests of `sim rng-test`, for `src/stats/rng`: statistics, degrees of freedom and p-values.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1
    venv/bin/python tests.py > tests.tsv

Every test is written here a second time, from its description in Knuth 3.3.2 or NIST SP 800-22, on whole lists and with exact fractions for the laws.
Columns: test, sequence, values, statistic, degrees of freedom, p-value. The sequences are named in `sequence`.
"""
import itertools
from collections import Counter
from fractions import Fraction
from math import comb, factorial

from scipy import stats

WORD = 2**64


def words(count):
    x, out = 42, []
    for _ in range(count):
        x = (x * 6364136223846793005 + 1442695040888963407) % WORD
        out.append(x)
    return out


def sequence(name, count):
    """`words`: a linear congruential generator modulo 2^64. `d6`: their 31 high bits modulo 6. `b6`: 6 high bits modulo 6, which favours 0 to 3."""
    w = words(count)
    if name == "words":
        return w
    bound = int(name[1:])
    return [(x >> 33) % bound for x in w] if name[0] == "d" else [(x >> 58) % bound for x in w]


def classes(counts, shares):
    """Neighbouring classes are merged until each is expected ten times."""
    n, groups, count, expected = sum(counts), [], 0, Fraction(0)
    for c, p in zip(counts, shares):
        count, expected = count + c, expected + p * n
        if expected >= 10:
            groups.append([count, expected])
            count, expected = 0, Fraction(0)
    groups[-1][0] += count
    groups[-1][1] += expected
    observed, wanted = [g[0] for g in groups], [float(g[1]) for g in groups]
    result = stats.chisquare(observed, wanted)
    p = result.pvalue
    if p < 1e-3:  # far out the likelihood ratio has a say
        p = max(p, stats.power_divergence(observed, wanted, lambda_="log-likelihood").pvalue)
    return result.statistic, len(groups) - 1, p


def tally(values, size):
    found = Counter(values)
    return [found[k] for k in range(size)]


def frequency(v, d):
    return classes(tally(v, d), [Fraction(1, d)] * d)


def pairs(v, d):
    return classes(tally([a * d + b for a, b in zip(v[::2], v[1::2])], d * d), [Fraction(1, d * d)] * (d * d))


def psi(v, d, m):
    ring = v + v[: m - 1]
    found = Counter(tuple(ring[i : i + m]) for i in range(len(v)))
    return Fraction(d**m * sum(c * c for c in found.values()), len(v)) - len(v)


def overlap(v, d, m):
    statistic, df = float(psi(v, d, m) - psi(v, d, m - 1)), d**m - d ** (m - 1)
    return statistic, df, stats.chi2.sf(statistic, df)


def gap(v, d, marks):
    p, last = Fraction(marks, d), 1
    while (1 - p) ** last >= Fraction(1, 100):
        last += 1
    at = [i for i, x in enumerate(v) if x < marks]
    lengths = [min(b - a - 1, last) for a, b in zip(at, at[1:])]
    return classes(tally(lengths, last + 1), [p * (1 - p) ** r for r in range(last)] + [(1 - p) ** last])


def stirling(n, k):
    return sum((-1) ** (k - j) * comb(k, j) * j**n for j in range(k + 1)) // factorial(k)


def poker(v, d):
    hands = [len(set(v[i : i + 5])) - 1 for i in range(0, len(v) - 4, 5)]
    shares = [Fraction(factorial(d) // factorial(d - r) if r <= d else 0, d**5) * stirling(5, r) for r in range(1, 6)]
    return classes(tally(hands, 5), shares)


def coupon(v, d):
    shares, r = [], d
    while not shares or 1 - sum(shares) >= Fraction(1, 100):
        shares.append(Fraction(factorial(d) * stirling(r - 1, d - 1), d**r))
        r += 1
    shares.append(1 - sum(shares))
    lengths, seen, length = [], set(), 0
    for x in v:
        seen.add(x)
        length += 1
        if len(seen) == d:
            lengths.append(min(length - d, len(shares) - 1))
            seen, length = set(), 0
    return classes(tally(lengths, len(shares)), shares)


def permutation(v, t):
    orders = {order: k for k, order in enumerate(itertools.permutations(range(t)))}
    groups = [v[i : i + t] for i in range(0, len(v) - t + 1, t)]
    found = [orders[tuple(sorted(g).index(x) for x in g)] for g in groups if len(set(g)) == t]
    return classes(tally(found, len(orders)), [Fraction(1, len(orders))] * len(orders))


def runs_up(v):
    lengths, i = [], 0
    while True:
        start = i
        while i + 1 < len(v) and v[i + 1] >= v[i]:
            i += 1
        if i + 1 >= len(v):
            break
        lengths.append(min(i - start + 1, 6) - 1)
        i += 2
        if i >= len(v):
            break
    return classes(tally(lengths, 6), [Fraction(1, factorial(r)) - Fraction(1, factorial(r + 1)) for r in range(1, 6)] + [Fraction(1, 720)])


def runs_of_equals(v, d):
    lengths = [min(len(list(g)), 6) - 1 for _, g in itertools.groupby(v)][:-1]
    return classes(tally(lengths, 6), [Fraction(d - 1, d**r) for r in range(1, 6)] + [Fraction(1, d**5)])


def correlation(v, size):
    mean, variance = Fraction(size - 1, 2), Fraction(size * size - 1, 12)
    if size == WORD:
        mean, variance = Fraction(size, 2), Fraction(size * size, 12)
    x = [2 * a - int(2 * mean) for a in v]  # twice the deviations, whole numbers
    total = Fraction(0)
    for lag in range(1, 65):
        s = sum(a * b for a, b in zip(x, x[lag:]))
        total += Fraction(s * s, 16) / (variance * variance * (len(v) - lag))
    return float(total), 64, stats.chi2.sf(float(total), 64)


def ones(v):
    n = len(v)
    z = [Fraction((2 * sum(w >> b & 1 for w in v) - n) ** 2, n) for b in range(64)]
    return float(sum(z)), 64, stats.chi2.sf(float(sum(z)), 64)


def changes(v):
    return ones([a ^ b for a, b in zip(v, v[1:])])


N = 50_000
for test, name, count, result in [
    ("ones", "words", 3_000, lambda v: ones([w >> 32 | w & 0xFFFFFFFF00000000 for w in v])),
    ("changes", "words", 3_000, lambda v: changes([w >> 32 | w & 0xFFFFFFFF00000000 for w in v])),
    ("ones raw", "words", 3_000, ones),
    ("changes raw", "words", 3_000, changes),
    ("frequency", "d6", N, lambda v: frequency(v, 6)),
    ("frequency", "b6", 30_000, lambda v: frequency(v, 6)),
    ("frequency", "d42", N, lambda v: frequency(v, 42)),
    ("frequency", "d6000", N, lambda v: frequency(v, 6000)),
    ("pairs", "d6", N, lambda v: pairs(v, 6)),
    ("pairs", "d42", N, lambda v: pairs(v, 42)),
    ("pairs", "b6", 30_000, lambda v: pairs(v, 6)),
    ("overlap 2", "d6", N, lambda v: overlap(v, 6, 2)),
    ("overlap 3", "d6", N, lambda v: overlap(v, 6, 3)),
    ("overlap 3", "d16", N, lambda v: overlap(v, 16, 3)),
    ("overlap 10", "d2", N, lambda v: overlap(v, 2, 10)),
    ("gap 1", "d8", N, lambda v: gap(v, 8, 1)),
    ("gap 1", "d6", N, lambda v: gap(v, 6, 1)),
    ("gap 1", "b6", 30_000, lambda v: gap(v, 6, 1)),
    ("gap 1", "d42", N, lambda v: gap(v, 42, 1)),
    ("poker", "d8", N, lambda v: poker(v, 8)),
    ("poker", "d6", N, lambda v: poker(v, 6)),
    ("poker", "d4", N, lambda v: poker(v, 4)),
    ("coupon", "d8", N, lambda v: coupon(v, 8)),
    ("coupon", "d6", N, lambda v: coupon(v, 6)),
    ("coupon", "b6", 30_000, lambda v: coupon(v, 6)),
    ("permutation 5", "words", N, lambda v: permutation(v, 5)),
    ("permutation 3", "d42", N, lambda v: permutation(v, 3)),
    ("permutation 3", "d6", N, lambda v: permutation(v, 3)),
    ("runs up", "words", N, runs_up),
    ("runs of equals", "d6", N, lambda v: runs_of_equals(v, 6)),
    ("runs of equals", "b6", 30_000, lambda v: runs_of_equals(v, 6)),
    ("correlation", "words", 20_000, lambda v: correlation(v, WORD)),
    ("correlation", "d6", 20_000, lambda v: correlation(v, 6)),
    ("correlation", "b6", 100_000, lambda v: correlation(v, 6)),
]:
    statistic, df, p = result(sequence(name, count))
    print(f"{test}\t{name}\t{count}\t{float(statistic)!r}\t{df}\t{float(p)!r}")
