#!/usr/bin/env python3
"""Golden values of stream-v1, computed a second time from its description alone: `python3 tests/data/stream_v1.py > tests/data/stream_v1.txt`.

Every line is `kind arguments : values`. `tests/value_stability.rs` compares the library with them. They never change under the name stream-v1.
"""
import hashlib
import struct

MASK = (1 << 64) - 1
PURPOSES = {"block": 1, "play": 2, "show": 3, "iid": 4, "test": 255}


def rotl(x, k):
    return (x << k | x >> 64 - k) & MASK


def xoshiro256pp(state):
    s = list(state)
    while True:
        yield (rotl((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)


def stream(seed, purpose, index, lane=0):
    name = b"sim stream-v1\0" + struct.pack("<BBQQ", PURPOSES[purpose], lane, seed, index)
    return xoshiro256pp(struct.unpack("<4Q", hashlib.sha256(name).digest()))


def lanes(seed, purpose, index):
    apart = [stream(seed, purpose, index, lane) for lane in range(16)]
    while True:
        for lane in apart:
            yield next(lane)


def below(words, bound):
    """floor(word x bound / 2^64), where the remainder is at least 2^64 mod bound."""
    while True:
        high, low = divmod(next(words) * bound, 1 << 64)
        if low >= (1 << 64) % bound:
            return high


def coins(words, tosses, numerator, bits):
    """Reads a binary fraction of `bits` words for each 64 coins, the last bit first: heads where it is below numerator / 2^bits."""
    heads = 0
    for first in range(0, tosses, 64):
        group = [next(words) for _ in range(bits)]
        for coin in range(min(64, tosses - first)):
            fraction = sum((word >> coin & 1) << bit for bit, word in enumerate(group))
            heads += fraction < numerator
    return heads


def subset(words, members, size):
    left, chosen = [bit for bit in range(64) if members >> bit & 1], 0
    for _ in range(size):
        chosen |= 1 << left.pop(below(words, len(left)))
    return chosen


def shuffled(words, length):
    items = list(range(length))
    for last in range(length - 1, 0, -1):
        other = below(words, last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def alias(weights):
    """Vose: columns of height sum(weights); small ones are filled from large ones, the last of each list first."""
    size = 1
    while size < len(weights):
        size *= 2
    total, mass = sum(weights), [w * size for w in weights] + [0] * (size - len(weights))
    columns = [(total, 0)] * size
    small = [c for c in range(size) if mass[c] < total]
    large = [c for c in range(size) if mass[c] >= total]
    while small and large:
        poor, rich = small.pop(), large[-1]
        columns[poor] = (mass[poor], rich)
        mass[rich] -= total - mass[poor]
        if mass[rich] < total:
            small.append(large.pop())
    return total, columns


def weighted(words, table):
    total, columns = table
    while True:
        column, fraction = divmod(next(words), (1 << 64) // len(columns))
        height, low = divmod(fraction * total, (1 << 64) // len(columns))
        if low >= (1 << 64) // len(columns) % total:
            return column if height < columns[column][0] else columns[column][1]


def radix(words, bounds):
    """below(product of the bounds), read in mixed radix, the first digit the most significant."""
    product = 1
    for bound in bounds:
        product *= bound
    value, digits = below(words, product), []
    for bound in reversed(bounds):
        value, digit = divmod(value, bound)
        digits.append(digit)
    return digits[::-1]


def digits(words, bound, count):
    """The whole parts of word / 2^64 x bound, again and again on what is left, as many as bound^k <= 2^56 allows (one at least)."""
    each = 1
    while bound > 1 and bound ** (each + 1) <= 1 << 56 or bound == 1 and each < 64:
        each += 1
    found = []
    while len(found) < count:
        fraction = next(words)
        if fraction * bound**each % (1 << 64) < (1 << 64) % bound**each:
            continue
        for _ in range(each):
            digit, fraction = divmod(fraction * bound, 1 << 64)
            found.append(digit)
    return found[:count]


def sold(seed, winners, plays):
    """Plays of `sim show`, one by one without replacement, block after block: the tier of the play at a place, tiers one after the other."""
    words, left, out = stream(seed, "show", MASK), [], []
    for _ in range(plays):
        left = left if sum(left) else list(winners)
        place = below(words, sum(left))
        tier = next(t for t in range(len(left)) if place < sum(left[: t + 1]))
        left[tier] -= 1
        out.append(tier)
    return out


def independent(seed, index, weights, plays):
    words, table = lanes(seed, "iid", index), alias(weights)
    drawn = [weighted(words, table) for _ in range(plays)]
    return [drawn.count(tier) for tier in range(len(weights))]


def coin_near(size, whole):
    best = None
    for bits in range(1, 9):
        scale = 1 << bits
        numerator = min(max((size * scale + whole // 2) // max(whole, 1), 1), scale - 1)
        bias = abs(whole * numerator - size * scale) >> bits
        best = min(best or (1 << 128,), (whole * bits // 64 + 8 * bias, bits, numerator))
    return best[2], best[1]


def draw_part(words, counts, size):
    whole = sum(counts)
    numerator, bits = coin_near(size, whole)
    part = [coins(words, count, numerator, bits) for count in counts]

    def at(position, rows):
        for tier in range(len(rows) - 1, -1, -1):
            if position < rows[tier]:
                return tier
            position -= rows[tier]

    while sum(part) > size:
        part[at(below(words, sum(part)), part)] -= 1
    while sum(part) < size:
        rest = [count - drawn for count, drawn in zip(counts, part)]
        part[at(below(words, sum(rest)), rest)] += 1
    return part


def split(words, counts, sizes):
    if len(sizes) == 1:
        return [counts]
    half = 1
    while half * 2 < len(sizes):
        half *= 2
    left = draw_part(words, counts, sum(sizes[:half]))
    right = [count - part for count, part in zip(counts, left)]
    return split(words, left, sizes[:half]) + split(words, right, sizes[half:])


def line(kind, arguments, values):
    print(kind, *arguments, ":", *values)


def main():
    names = [(0, "block", 0), (1, "play", 0), (42, "play", 3 << 16 | 5), (MASK, "iid", MASK), (42, "show", 7), (1 << 63, "test", 1)]
    for name in names:
        words = stream(*name)
        line("stream", name, [f"{next(words):016x}" for _ in range(8)])
    for name in names[:3]:
        words = lanes(*name)
        line("lanes", name, [f"{next(words):016x}" for _ in range(64)])
    test = (42, "test", 0)
    for bound in [1, 2, 6, 42, 7776, 700_000, 10_000_000_019, (1 << 63) + 1, MASK]:
        words = stream(*test)
        line("below", (*test, bound), [below(words, bound) for _ in range(16)])
    for arguments in [(1, 1, 1), (64, 3, 2), (1000, 5, 3), (4096, 175, 8), (100_000, 1, 1), (513, 0, 4)]:
        words = stream(*test)
        line("coins", (*test, *arguments), [coins(words, *arguments) for _ in range(4)])
    for members, size in [((1 << 42) - 1, 7), (0b1011, 2), (MASK, 64), (MASK, 0), (1 << 63, 1)]:
        words = stream(*test)
        line("subset", (*test, members, size), [f"{subset(words, members, size):016x}" for _ in range(4)])
    for length in [1, 2, 6, 20]:
        words = stream(*test)
        line("shuffle", (*test, length), shuffled(words, length) + shuffled(words, length))
    for weights in [[1], [1, 1], [5, 3, 2], [60, 28, 9, 3], [0, 7, 0, 0, 1], [240, 2880, 1800, 1200, 300, 960, 150, 240, 6], [1 << 58, 1, 3]]:
        words = stream(*test)
        table = alias(weights)
        line("weighted", (*test, *weights), [weighted(words, table) for _ in range(24)])
    for bounds in [[6, 6, 6, 6, 6], [2880, 1, 240], [(1 << 32) - 1, 1 << 32]]:
        words = stream(*test)
        line("radix", (*test, *bounds), radix(words, bounds) + radix(words, bounds) + radix(words, bounds))
    for seed, block, size, rows in [(42, 0, 120_001, [1, 500, 30_000]), (42, 1, 120_001, [1, 500, 30_000]), (7, 0, 350_000, [3, 0, 81_701])]:
        sizes = [min(50_000, size - first) for first in range(0, size, 50_000)]
        pieces = split(stream(seed, "block", block), rows + [size - sum(rows)], sizes)
        line("split", (seed, block, size, *rows), [",".join(map(str, piece)) for piece in pieces])
    for bound in [1, 2, 6, 30, 1 << 28, (1 << 28) + 1, (1 << 56) + 1, MASK]:
        line("digits", (*test, bound), digits(stream(*test), bound, 70))
    for seed, winners in [(42, [1, 2, 5]), (7, [1, 1, 1, 1, 1]), (MASK, [0, 3, 1])]:
        line("show", (seed, *winners), sold(seed, winners, 24))
    for seed, index, plays, weights in [(42, 0, 50_000, [1, 500, 69_499]), (42, 1, 20_000, [1, 500, 69_499]), (7, 3, 1_000, [3, 2, 60_995])]:
        line("iid", (seed, index, plays, *weights), independent(seed, index, weights, plays))


main()
