"""Star Color in compiled loops: one play after the other, Numba."""

from __future__ import annotations

import numpy as np
from numba import njit, uint64

from common import BONUS_KINDS, DECOY_SUMS, DECOYS, EXPLOSIONS, EXTRA_PERCENT, STARS, SUMS, Outcome, star_ways, whole_weights
from numba_random import alias_table, below, pick, seeded, shuffle

ROWS, COLUMNS, CELLS = 6, 7, 42
TIERS = len(STARS.counts)
PRIZES = np.array(STARS.prizes)
UNIT = STARS.stake

# What a star hides: nothing, one of seven sums, a milky way, a shooting star of one of two directions, a supernova of one of six colours, Extra.
NOTHING, SUM, MILKY_WAY, SHOOTING_STAR, SUPERNOVA, EXTRA, CONTENTS = 0, 1, 8, 9, 11, 17, 18


def _reach(steps) -> np.ndarray:
    """For each cell the mask of the cells reached by the (row, column, farthest) steps."""
    masks = np.zeros(CELLS, np.uint64)
    for cell in range(CELLS):
        row, column = divmod(cell, COLUMNS)
        for down, right, farthest in steps:
            for times in range(1, farthest + 1):
                r, c = row + times * down, column + times * right
                if 0 <= r < ROWS and 0 <= c < COLUMNS:
                    masks[cell] |= np.uint64(1 << (r * COLUMNS + c))
    return masks


NEIGHBOURS = _reach([(down, right, 1) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right])
DIAGONALS = np.array([_reach([(1, 1, 6), (-1, -1, 6)]), _reach([(1, -1, 6), (-1, 1, 6)])])

_ways = [star_ways(prize // UNIT) for prize in STARS.prizes[:-1]]
WAY_TABLES = [alias_table(whole_weights(ways)) for ways in _ways]
WAY_FIRST = np.concatenate(([0], np.cumsum([len(ways) for ways in _ways])))
WAY_OWN = np.concatenate([own for own, _ in WAY_TABLES])
WAY_OTHER = np.concatenate([other + first for (_, other), first in zip(WAY_TABLES, WAY_FIRST)])
WAY_SIZE = np.array([len(way.gains) for ways in _ways for way in ways])
WAY_SUMS = np.zeros((len(WAY_SIZE), 6), np.uint8)
for _at, _way in enumerate(way for ways in _ways for way in ways):
    WAY_SUMS[_at, : len(_way.gains)] = [SUM + SUMS.index(gain) for gain in _way.gains]

# Weighted choices with small denominators: a table with one entry a unit of weight, so that one bounded integer chooses.
EXPLOSION_OF = np.repeat(np.arange(4, dtype=np.uint8), EXPLOSIONS)
KIND_OF = np.repeat(np.arange(3, dtype=np.uint8), BONUS_KINDS)
_sums = [DECOYS[1] * weight for weight in DECOY_SUMS]
_bonus = [DECOYS[2] * share for share in [50] + [15] * 2 + [20 / 6] * 6]
DECOY_OF = np.repeat(np.arange(CONTENTS, dtype=np.uint8), np.rint([DECOYS[0] * 100] + _sums + _bonus + [DECOYS[3] * 100]).astype(int))
VALUES = np.array([0] + [UNIT * gain for gain in SUMS] + [0] * 10)


@njit(inline="always")
def reach(content, cell, of_colour):
    """The mask of the stars that a bonus at `cell` explodes, for the generator."""
    if content == MILKY_WAY:
        return NEIGHBOURS[cell]
    if content < SUPERNOVA:
        return DIAGONALS[content - SHOOTING_STAR, cell]
    return of_colour[content - SUPERNOVA]


@njit
def draw_set(state, picked, sums, extra, colours, contents, of_colour, cells, opened, candidates):
    """One set of 42 stars that pays `sums` to the picked colour (S10). The last four arguments are scratch; `cells` is a permutation."""
    shuffle(state, cells)  # a permutation shuffled again is as good as new: seven cells for each colour
    for colour in range(6):
        mask = uint64(0)
        for at in range(7 * colour, 7 * colour + 7):
            mask |= uint64(1) << uint64(cells[at])
            colours[cells[at]] = colour
        of_colour[colour] = mask
    shown = of_colour[picked]
    open_stars = 7
    for at in range(7):
        opened[at] = cells[7 * picked + at]
        contents[opened[at]] = NOTHING
    bonuses = EXPLOSION_OF[below(state, 100)]
    while bonuses > 0:
        kind = KIND_OF[below(state, 10)]
        found = 0
        if kind == 2:
            for colour in range(6):
                if of_colour[colour] & ~shown:
                    candidates[found] = colour
                    found += 1
            if found == 0:
                continue
            content = SUPERNOVA + candidates[below(state, found)]
            found = 0
        else:
            content = SHOOTING_STAR + below(state, 2) if kind == 1 else MILKY_WAY
        for at in range(open_stars):
            cell = opened[at]
            if contents[cell] == NOTHING and reach(content, cell, of_colour) & ~shown:
                candidates[found] = cell
                found += 1
        if found == 0:
            continue  # no place for it: draw the type again
        cell = candidates[below(state, found)]
        contents[cell] = content
        new = reach(content, cell, of_colour) & ~shown
        shown |= new
        for cell in range(CELLS):
            if (new >> uint64(cell)) & uint64(1):
                opened[open_stars] = cell
                open_stars += 1
                contents[cell] = NOTHING
        bonuses -= 1
    # Extra and sums on uncovered empty stars, decoys under the covered ones
    free = 0
    for at in range(open_stars):
        if contents[opened[at]] == NOTHING:
            candidates[free] = opened[at]
            free += 1
    for at in range(len(sums) + extra):
        chosen = at + below(state, free - at)
        candidates[at], candidates[chosen] = candidates[chosen], candidates[at]
        contents[candidates[at]] = sums[at] if at < len(sums) else EXTRA
    for cell in range(CELLS):
        if not (shown >> uint64(cell)) & uint64(1):
            contents[cell] = DECOY_OF[below(state, 10_000)]


@njit
def draw_play(state, tier, colours, contents, first, second, of_colour, cells, opened, candidates):
    """A visual that pays the tier: (picked colour, sets)."""
    picked = below(state, 6)
    extra = below(state, 100) < EXTRA_PERCENT
    ones = twos = 0
    if tier < TIERS - 1:
        way = pick(state, WAY_OWN, WAY_OTHER, WAY_FIRST[tier], WAY_FIRST[tier + 1] - WAY_FIRST[tier])
        for at in range(WAY_SIZE[way]):
            if extra and below(state, 2) == 1:
                second[twos] = WAY_SUMS[way, at]
                twos += 1
            else:
                first[ones] = WAY_SUMS[way, at]
                ones += 1
    draw_set(state, picked, first[:ones], 1 if extra else 0, colours[0], contents[0], of_colour, cells, opened, candidates)
    if extra:
        draw_set(state, picked, second[:twos], 0, colours[1], contents[1], of_colour, cells, opened, candidates)
    return picked, 2 if extra else 1


@njit
def judge_set(picked, colours, contents):
    """The mask of the stars that a set uncovers by 4.4 and 4.5: wave after wave, until nothing new explodes."""
    shown = uint64(0)
    for cell in range(CELLS):
        if colours[cell] == picked:
            shown |= uint64(1) << uint64(cell)
    exploded = uint64(0)
    while exploded != shown:
        new = shown & ~exploded
        exploded = shown
        for cell in range(CELLS):
            if not (new >> uint64(cell)) & uint64(1):
                continue
            row, column = cell // COLUMNS, cell % COLUMNS
            content = contents[cell]
            if content == MILKY_WAY:
                for r in range(max(row - 1, 0), min(row + 2, ROWS)):
                    for c in range(max(column - 1, 0), min(column + 2, COLUMNS)):
                        shown |= uint64(1) << uint64(r * COLUMNS + c)
            elif content == SHOOTING_STAR or content == SHOOTING_STAR + 1:
                slope = 1 if content == SHOOTING_STAR else -1
                for r in range(ROWS):
                    c = column + slope * (r - row)
                    if 0 <= c < COLUMNS:
                        shown |= uint64(1) << uint64(r * COLUMNS + c)
            elif SUPERNOVA <= content < EXTRA:
                for other in range(CELLS):
                    if colours[other] == content - SUPERNOVA:
                        shown |= uint64(1) << uint64(other)
    return shown


@njit
def play(state, tiers, picks, extras, sums_shown, explosions, kinds, uncovered, symbols):
    """Draws, judges and tallies one visual for each tier of `tiers`; returns what was paid, judged otherwise than drawn, and irregular."""
    colours = np.empty((2, CELLS), np.uint8)
    contents = np.empty((2, CELLS), np.uint8)
    first, second = np.empty(6, np.uint8), np.empty(6, np.uint8)
    of_colour = np.empty(6, np.uint64)
    cells, opened, candidates = np.arange(CELLS), np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    paid, mismatches, irregular = 0, 0, 0
    for tier in tiers:
        picked, sets = draw_play(state, tier, colours, contents, first, second, of_colour, cells, opened, candidates)
        # the referee sees the picked colour and the sets alone
        prize, extra_shown, count = 0, 0, 0
        for which in range(sets):
            shown = judge_set(picked, colours[which], contents[which])
            bonuses, stars, extra_here = 0, 0, 0
            for cell in range(CELLS):
                content = contents[which, cell]
                bit = np.int64((shown >> uint64(cell)) & uint64(1))
                symbols[bit, content] += 1
                stars += bit
                if bit == 1:
                    prize += VALUES[content]
                    count += SUM <= content < MILKY_WAY
                    extra_here += content == EXTRA
                    if MILKY_WAY <= content < EXTRA:
                        bonuses += 1
                        kinds[0 if content == MILKY_WAY else 1 if content < SUPERNOVA else 2] += 1
            explosions[which, bonuses] += 1
            uncovered[which, stars] += 1
            if which == 0:
                extra_shown = extra_here
            else:
                irregular += extra_here > 0
        irregular += extra_shown != sets - 1
        picks[picked] += 1
        extras[tier, sets - 1] += 1
        sums_shown[tier, count] += 1
        paid += prize
        mismatches += prize != PRIZES[tier]
    return paid, mismatches, irregular


def prepare():
    block = np.repeat(np.arange(TIERS, dtype=np.uint8), STARS.counts)

    def run(plays: int, seed: int) -> Outcome:
        state = seeded(seed)
        shapes = {
            "picked": (6,),
            "extras": (TIERS, 2),
            "sums": (TIERS, CELLS),
            "explosions": (2, CELLS),
            "kinds": (3,),
            "uncovered": (2, CELLS + 1),
            "contents": (2, CONTENTS),
        }
        tally = {name: np.zeros(shape, np.int64) for name, shape in shapes.items()}
        paid = mismatches = irregular = 0
        for done in range(0, plays, STARS.block):
            tiers = block.copy()
            shuffle(state, tiers)
            more, wrong, odd = play(state, tiers[: plays - done], *tally.values())
            paid, mismatches, irregular = paid + more, mismatches + wrong, irregular + odd
        tally = {"tiers": tally["extras"].sum(axis=1)} | tally
        return Outcome(int(paid), int(mismatches), int(irregular), {name: counts.tolist() for name, counts in tally.items()})

    return run
