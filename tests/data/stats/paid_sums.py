#!/usr/bin/env python3
"""Records the exact distribution function of the sum paid by n independent plays, by the discrete Fourier transform of one play's law (80-bit floats where numpy has them).

    venv/bin/python paid_sums.py > paid_sums.tsv        (the venv of laws.py: numpy comes with scipy)
"""
import numpy as np

TABLES = {  # units of 1 EUR; (prize, plays), plays of the block
    "star-color": ([(20000, 1), (1000, 1), (100, 10), (12, 24100), (4, 28000), (2, 85000), (1, 106800)], 1_000_000),
    "yams": ([(5000, 1), (500, 1), (20, 400), (10, 18000), (5, 25000), (4, 3500), (3, 5000), (2, 31000), (1, 80500)], 700_000),
    "diamond-river": ([(30000, 1), (1000, 3), (100, 500), (50, 8000), (20, 44050), (10, 20000), (6, 195000), (3, 179917)], 1_500_000),
}

print("# game, plays, paid in cents, P(paid <= that)")
for game, (rows, block) in TABLES.items():
    for plays in (1, 30, 300, 3_000, 30_000, 300_000, 3_000_000):
        mean = plays * sum(prize * count for prize, count in rows) / block
        top = rows[0][0]
        # room for the mean and for as many top prizes as come with probability 1e-12
        expected = plays / block
        tops = 3
        term = np.exp(-expected)
        total, k = term, 0
        while 1 - total > 1e-12 and k < 60:
            k += 1
            term *= expected / k
            total += term
        size = 1 << int(np.ceil(np.log2(mean + top * (k + 2) + 40 * np.sqrt(plays * 40) + 100)))
        law = np.zeros(size)
        law[0] = (block - sum(count for _, count in rows)) / block
        for prize, count in rows:
            law[prize] += count / block
        transform = np.fft.rfft(law)
        modulus, angle = np.abs(transform), np.angle(transform)
        power = np.exp(plays * np.log(np.maximum(modulus, 1e-300))) * np.exp(1j * plays * angle)
        sums = np.fft.irfft(power, size)
        reached = np.cumsum(sums)
        for share in (0.001, 0.025, 0.1, 0.5, 0.9, 0.975, 0.999):
            at = int(np.searchsorted(reached, share))
            print("%s\t%d\t%d\t%.12f" % (game, plays, at * 100, reached[at]))
