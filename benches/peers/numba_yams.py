"""Yam's in compiled loops: one play after the other, Numba."""

from __future__ import annotations

import numpy as np
from numba import njit

from common import BRACKETS, YAMS, Outcome
from numba_random import alias_table, below, pick, seeded, shuffle

TIERS = len(BRACKETS)
PRIZES = np.array(YAMS.prizes)
POINTS = np.array([0, 3, 5, 10, 25, 30, 40, 45, 50])


@njit
def kind_of(cup):
    """The generator's class of a throw, 0 (nothing) to 8 (five of a kind)."""
    times = np.zeros(8, np.int64)
    for die in cup:
        times[die + 1] += 1
    pairs, most, run, longest = 0, 0, 0, 0
    for face in range(8):
        pairs += times[face] == 2
        most = max(most, times[face])
        run = run + 1 if times[face] > 0 else 0
        longest = max(longest, run)
    if most == 5:
        return 8
    if longest == 5:
        return 7
    if most == 4:
        return 6
    if longest == 4:
        return 5
    if most == 3:
        return 4 if pairs == 1 else 3
    return pairs


@njit
def score(cup):
    """The referee's reading of article 4.4: every combination the cup shows, the highest counts."""
    best = 0
    pair_of = 0
    for face in range(6):
        n = 0
        for die in cup:
            n += die == face
        if n >= 2:
            best = max(best, 3)
            if pair_of > 0:
                best = max(best, 5)
            pair_of += 1
        if n >= 3:
            best = max(best, 10)
            for other in range(6):
                twice = 0
                for die in cup:
                    twice += die == other
                if other != face and twice == 2:
                    best = max(best, 25)
        if n >= 4:
            best = max(best, 40)
        if n == 5:
            best = max(best, 50)
    for length, points in ((4, 30), (5, 45)):
        for low in range(7 - length):
            whole = True
            for face in range(low, low + length):
                here = False
                for die in cup:
                    here |= die == face
                whole &= here
            if whole:
                best = max(best, points)
    return best


@njit
def throws_by_kind():
    """The generator's throws in order of class, with the start of each class."""
    faces = np.empty((7776, 5), np.uint8)
    kinds = np.empty(7776, np.int64)
    for throw in range(7776):
        rest = throw
        for die in range(5):
            faces[throw, die] = rest % 6
            rest //= 6
        kinds[throw] = kind_of(faces[throw])
    starts = np.zeros(10, np.int64)
    for kind in range(9):
        starts[kind + 1] = starts[kind] + np.sum(kinds == kind)
    return faces[np.argsort(kinds)], starts


@njit
def referee_table():
    """The points of every cup, filled by `score`; the key of a cup is its dice as a number of base six."""
    points = np.empty(7776, np.uint8)
    cup = np.empty(5, np.uint8)
    for key in range(7776):
        rest = key
        for die in range(4, -1, -1):
            cup[die] = rest % 6
            rest //= 6
        points[key] = score(cup)
    return points


@njit
def play(state, tiers, triples, own, other, first, dice_of, starts, points_of, kind_of_points, prize_of, prizes, totals, combinations, faces):
    """Draws, judges and tallies one visual for each tier of `tiers`; returns what was paid and how many were judged otherwise than drawn."""
    dice = np.empty((3, 5), np.uint8)
    paid, mismatches = 0, 0
    for tier in tiers:
        # generator: a triple of classes by its weight, then a throw of each class
        triple = pick(state, own, other, first[tier], first[tier + 1] - first[tier])
        for cup in range(3):
            kind = triples[triple, cup]
            throw = starts[kind] + below(state, starts[kind + 1] - starts[kind])
            for die in range(5):
                dice[cup, die] = dice_of[throw, die]
        # referee: the dice alone
        total = 0
        for cup in range(3):
            key = 0
            for die in range(5):
                face = dice[cup, die]
                key = key * 6 + face
                faces[tier, face] += 1
            points = points_of[key]
            combinations[tier, kind_of_points[points]] += 1
            total += points
        totals[tier, total] += 1
        prize = prize_of[total]
        paid += prize
        mismatches += prize != prizes[tier]
    return paid, mismatches


def prepare():
    dice_of, starts = throws_by_kind()
    points_of = referee_table()
    sizes = np.diff(starts)
    triples = np.indices((9,) * 3).reshape(3, -1).T
    totals = POINTS[triples].sum(axis=1)
    of_tier = [triples[(low <= totals) & (totals <= high)] for low, high in BRACKETS]
    ways = [sizes[chosen].prod(axis=1) for chosen in of_tier]
    first = np.concatenate(([0], np.cumsum([len(w) for w in ways])))
    tables = [alias_table(w) for w in ways]
    own = np.concatenate([table[0] for table in tables])
    other = np.concatenate([table[1] + start for table, start in zip(tables, first)])
    triples = np.concatenate(of_tier).astype(np.uint8)
    kind_of_points = np.zeros(51, np.uint8)
    kind_of_points[POINTS] = np.arange(9)
    prize_of = np.zeros(151, np.int64)
    for (low, high), prize in zip(BRACKETS, YAMS.prizes):
        prize_of[low : high + 1] = prize
    block = np.repeat(np.arange(TIERS, dtype=np.uint8), YAMS.counts)

    def run(plays: int, seed: int) -> Outcome:
        state = seeded(seed)
        totals = np.zeros((TIERS, 151), np.int64)
        combinations = np.zeros((TIERS, 9), np.int64)
        faces = np.zeros((TIERS, 6), np.int64)
        paid = mismatches = 0
        for done in range(0, plays, YAMS.block):
            tiers = block.copy()
            shuffle(state, tiers)
            tiers = tiers[: plays - done]
            more, wrong = play(
                state, tiers, triples, own, other, first, dice_of, starts, points_of, kind_of_points, prize_of, PRIZES, totals, combinations, faces
            )
            paid += more
            mismatches += wrong
        tally = {
            "tiers": totals.sum(axis=1).tolist(),
            "totals": totals.tolist(),
            "combinations": combinations.tolist(),
            "faces": faces.tolist(),
        }
        return Outcome(int(paid), int(mismatches), 0, tally)

    return run
