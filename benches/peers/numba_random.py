"""Random integers in Numba: xoshiro256++ written out, since Numba's own generators cost three to thirty times as much a draw (README.md)."""

from __future__ import annotations

import numpy as np
from numba import njit, uint64


def seeded(seed: int) -> np.ndarray:
    """Four words of state for `seed`, by NumPy's own seeding hash."""
    return np.random.SeedSequence(seed).generate_state(4, np.uint64)


@njit(inline="always")
def _rotl(x, k):
    return (x << uint64(k)) | (x >> uint64(64 - k))


@njit(inline="always")
def next_u64(state):
    """The next word of xoshiro256++ (Blackman and Vigna)."""
    word = _rotl(state[0] + state[3], 23) + state[0]
    t = state[1] << uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= t
    state[3] = _rotl(state[3], 45)
    return word


@njit(inline="always")
def below(state, n):
    """A uniform integer in [0, n), n < 2^32: Lemire's multiply and reject, exact."""
    bound = uint64(n)
    product = (next_u64(state) >> uint64(32)) * bound
    if (product & uint64(0xFFFFFFFF)) < bound:
        threshold = (uint64(1) << uint64(32)) % bound
        while (product & uint64(0xFFFFFFFF)) < threshold:
            product = (next_u64(state) >> uint64(32)) * bound
    return np.int64(product >> uint64(32))


@njit(inline="always")
def unit(state):
    """A float in [0, 1) with 53 bits."""
    return np.float64(next_u64(state) >> uint64(11)) * (1.0 / 9007199254740992.0)


def alias_table(weights) -> tuple[np.ndarray, np.ndarray]:
    """Walker's alias table (Vose's way) of some weights: what share of each column is its own, and whose the rest is."""
    own = np.array(weights, np.float64)
    own *= len(own) / own.sum()
    other = np.arange(len(own))
    small = [i for i, share in enumerate(own) if share < 1.0]
    large = [i for i, share in enumerate(own) if share >= 1.0]
    while small and large:
        short, long = small.pop(), large[-1]
        other[short] = long
        own[long] -= 1.0 - own[short]
        if own[long] < 1.0:
            small.append(large.pop())
    own[small + large] = 1.0
    return own, other


@njit(inline="always")
def pick(state, own, other, first, size):
    """A weighted choice: an index in [first, first + size) of alias tables that stand one after the other."""
    x = unit(state) * size
    column = np.int64(x)
    x -= column
    column += first
    return column if x < own[column] else other[column]


@njit
def shuffle(state, items):
    """Fisher and Yates, in place."""
    for i in range(len(items) - 1, 0, -1):
        j = below(state, i + 1)
        items[i], items[j] = items[j], items[i]
