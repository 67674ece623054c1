"""Star Color in vectorised NumPy: one row of 42 stars a set, a few thousand sets at a time."""

from __future__ import annotations

import numpy as np

from common import BONUS_KINDS, DECOY_SUMS, DECOYS, EXPLOSIONS, EXTRA_PERCENT, STARS, SUMS, Outcome, star_ways, whole_weights

ROWS, COLUMNS, CELLS = 6, 7, 42
CHUNK = 1 << 15  # plays worked on together
TIERS = len(STARS.counts)
PRIZES = np.array(STARS.prizes)
UNIT = STARS.stake

# What a star hides: nothing, one of seven sums, a milky way, a shooting star of one of two directions, a supernova of one of six colours, Extra.
NOTHING, SUM, MILKY_WAY, SHOOTING_STAR, SUPERNOVA, EXTRA, CONTENTS = 0, 1, 8, 9, 11, 17, 18
VALUES = np.array([0] + [UNIT * gain for gain in SUMS] + [0] * 10)

# Weighted choices with small denominators: one entry a unit of weight, so that one bounded integer chooses.
EXPLOSION_OF = np.repeat(np.arange(4, dtype=np.uint8), EXPLOSIONS)
KIND_OF = np.repeat(np.arange(3, dtype=np.uint8), BONUS_KINDS)
DECOY_OF = np.repeat(
    np.arange(CONTENTS, dtype=np.uint8),
    [DECOYS[0] * 100]
    + [DECOYS[1] * weight for weight in DECOY_SUMS]
    + [DECOYS[2] * 10 * BONUS_KINDS[0]]
    + [DECOYS[2] * 10 * BONUS_KINDS[1] // 2] * 2
    + [DECOYS[2] * 10 * BONUS_KINDS[2] // 6] * 6
    + [DECOYS[3] * 100],
)
# The ways of a tier, one entry a unit of weight: rows of at most six contents.
WAYS = []
for _prize in STARS.prizes[:-1]:
    _ways = star_ways(_prize // UNIT)
    _rows = [[SUM + SUMS.index(gain) for gain in way.gains] + [NOTHING] * (6 - len(way.gains)) for way in _ways]
    WAYS.append(np.repeat(np.array(_rows, np.uint8), whole_weights(_ways), axis=0))
WAYS.append(np.zeros((1, 6), np.uint8))
WAY_FIRST = np.concatenate(([0], np.cumsum([len(rows) for rows in WAYS])))
WAY_ROWS = np.concatenate(WAYS)


def _cells() -> tuple[np.ndarray, np.ndarray]:
    return np.divmod(np.arange(CELLS), COLUMNS)


def neighbours() -> np.ndarray:
    """For each cell which cells touch it (S2)."""
    row, column = _cells()
    down, right = np.abs(row[:, None] - row), np.abs(column[:, None] - column)
    return (down <= 1) & (right <= 1) & (down + right > 0)


def diagonals() -> np.ndarray:
    """For each direction and cell the other cells of its diagonal (S3)."""
    row, column = _cells()
    falling, rising = row - column, row + column
    other = ~np.eye(CELLS, dtype=bool)
    return np.array([(falling[:, None] == falling) & other, (rising[:, None] == rising) & other])


NEIGHBOURS, DIAGONALS = neighbours(), diagonals()
NEIGHBOUR_WEIGHTS = NEIGHBOURS.astype(np.float32)  # covered @ weights > 0: which cells reach a covered star
DIAGONAL_WEIGHTS = DIAGONALS.astype(np.float32)


def choose(rng: np.random.Generator, candidates: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A uniform choice among the true entries of each row; the second array tells which rows have any."""
    ranks = np.cumsum(candidates, axis=1, dtype=np.uint8)
    counts = ranks[:, -1]
    marks = rng.integers(0, np.maximum(counts, 1), dtype=np.uint8)
    return (ranks > marks[:, None]).argmax(axis=1), counts > 0


def draw_sets(rng: np.random.Generator, picked: np.ndarray, shown_contents: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sets of stars that uncover exactly the contents given (rows padded with NOTHING) and bonuses (S10): (colours, contents)."""
    n = len(picked)
    colours = rng.permuted(np.tile(np.repeat(np.arange(6, dtype=np.uint8), 7), (n, 1)), axis=1)
    contents = np.zeros((n, CELLS), np.uint8)
    shown = colours == picked[:, None]
    bonuses = EXPLOSION_OF[rng.integers(0, 100, n)]
    for step in range(3):
        waiting = np.flatnonzero(bonuses > step)
        while len(waiting):
            waiting = explode(rng, waiting, colours, contents, shown)
    for column in range(shown_contents.shape[1]):
        rows = np.flatnonzero(shown_contents[:, column])
        if len(rows):
            cells, _ = choose(rng, shown[rows] & (contents[rows] == NOTHING))
            contents[rows, cells] = shown_contents[rows, column]
    decoys = DECOY_OF[rng.integers(0, len(DECOY_OF), (n, CELLS), dtype=np.uint16)]
    return colours, np.where(shown, contents, decoys)


def explode(rng, rows: np.ndarray, colours: np.ndarray, contents: np.ndarray, shown: np.ndarray) -> np.ndarray:
    """Places one bonus in each row; returns the rows whose type has no place and must be drawn again."""
    open_stars, layout = shown[rows], colours[rows]
    covered = ~open_stars
    kind = KIND_OF[rng.integers(0, 10, len(rows))]
    content = np.full(len(rows), MILKY_WAY, np.uint8)
    useful = np.ones((len(rows), CELLS), bool)
    reach = np.empty((len(rows), CELLS), bool)
    milky = np.flatnonzero(kind == 0)
    useful[milky] = covered[milky].astype(np.float32) @ NEIGHBOUR_WEIGHTS > 0
    star = np.flatnonzero(kind == 1)
    direction = rng.integers(0, 2, len(star), dtype=np.uint8)
    content[star] = SHOOTING_STAR + direction
    for which in range(2):
        some = star[direction == which]
        useful[some] = covered[some].astype(np.float32) @ DIAGONAL_WEIGHTS[which] > 0
    nova = np.flatnonzero(kind == 2)
    left = np.stack([((layout[nova] == colour) & covered[nova]).any(axis=1) for colour in range(6)], axis=1)
    colour, any_colour = choose(rng, left)
    content[nova] = SUPERNOVA + colour
    useful[nova[~any_colour]] = False
    cells, possible = choose(rng, useful & open_stars & (contents[rows] == NOTHING))
    reach[milky] = NEIGHBOURS[cells[milky]]
    reach[star] = DIAGONALS[direction, cells[star]]
    reach[nova] = layout[nova] == colour[:, None]
    placed = rows[possible]
    contents[placed, cells[possible]] = content[possible]
    shown[placed] |= reach[possible]
    return rows[~possible]


def judge_sets(picked: np.ndarray, colours: np.ndarray, contents: np.ndarray) -> np.ndarray:
    """The referee: which stars are uncovered by 4.4 and 4.5, one explosion a row at a time until nothing new explodes."""
    shown = colours == picked[:, None]
    bonus = (contents >= MILKY_WAY) & (contents < EXTRA)
    rows = np.arange(len(picked))
    row, column = np.divmod(np.arange(CELLS), COLUMNS)
    while True:
        burning = shown[rows] & bonus[rows]
        alive = burning.any(axis=1)
        rows, burning = rows[alive], burning[alive]
        if len(rows) == 0:
            return shown
        cells = burning.argmax(axis=1)
        bonus[rows, cells] = False  # it explodes once
        content = contents[rows, cells]
        r, c = np.divmod(cells, COLUMNS)
        down, right = row - r[:, None], column - c[:, None]
        exploded = np.select(
            [(content == MILKY_WAY)[:, None], (content == SHOOTING_STAR)[:, None], (content == SHOOTING_STAR + 1)[:, None]],
            [np.maximum(np.abs(down), np.abs(right)) == 1, down == right, down == -right],
            colours[rows] == (content - SUPERNOVA)[:, None],
        )
        shown[rows] |= exploded


def prepare():
    block = np.repeat(np.arange(TIERS, dtype=np.uint8), STARS.counts)

    def work(rng: np.random.Generator, tiers: np.ndarray, tally: dict) -> np.ndarray:
        n = len(tiers)
        picked = rng.integers(0, 6, n, dtype=np.uint8)
        extra = rng.integers(0, 100, n) < EXTRA_PERCENT
        sums = WAY_ROWS[rng.integers(WAY_FIRST[tiers], WAY_FIRST[tiers + 1])]
        second = extra[:, None] & rng.integers(0, 2, sums.shape, dtype=bool)
        first_contents = np.column_stack((np.where(extra, EXTRA, NOTHING).astype(np.uint8), np.where(second, NOTHING, sums)))
        sets = [draw_sets(rng, picked, first_contents), draw_sets(rng, picked[extra], np.where(second, sums, NOTHING)[extra])]
        # the referee sees the picked colour and the sets alone
        plays = [np.arange(n), np.flatnonzero(extra)]
        prize = np.zeros(n, np.int64)
        count = np.zeros(n, np.int64)
        extras_seen = np.zeros((2, n), np.int64)
        for which, ((colours, contents), play) in enumerate(zip(sets, plays)):
            shown = judge_sets(picked[play], colours, contents)
            seen = np.where(shown, contents, NOTHING)
            prize[play] += VALUES[seen].sum(axis=1)
            count[play] += ((seen >= SUM) & (seen < MILKY_WAY)).sum(axis=1)
            extras_seen[which, play] = (seen == EXTRA).sum(axis=1)
            bonuses = ((seen >= MILKY_WAY) & (seen < EXTRA)).sum(axis=1)
            tally["explosions"][which] += np.bincount(bonuses, minlength=CELLS)
            tally["uncovered"][which] += np.bincount(shown.sum(axis=1), minlength=CELLS + 1)
            by_content = np.bincount((contents + np.uint8(CONTENTS) * shown).ravel(), minlength=2 * CONTENTS).reshape(2, CONTENTS)
            tally["contents"] += by_content
            tally["kinds"] += np.add.reduceat(by_content[1], [MILKY_WAY, SHOOTING_STAR, SUPERNOVA, EXTRA])[:3]
        irregular = (extras_seen[0] != extra) | (extras_seen[1] > 0)
        wide = tiers.astype(np.int64)
        tally["tiers"] += np.bincount(tiers, minlength=TIERS)
        tally["picked"] += np.bincount(picked, minlength=6)
        tally["extras"] += np.bincount(wide * 2 + extra, minlength=TIERS * 2).reshape(TIERS, 2)
        tally["sums"] += np.bincount(wide * CELLS + count, minlength=TIERS * CELLS).reshape(TIERS, CELLS)
        return np.array([prize.sum(), np.count_nonzero(prize != PRIZES[tiers]), np.count_nonzero(irregular)])

    def run(plays: int, seed: int) -> Outcome:
        rng = np.random.Generator(np.random.SFC64(seed))
        shapes = {
            "tiers": (TIERS,),
            "picked": (6,),
            "extras": (TIERS, 2),
            "sums": (TIERS, CELLS),
            "explosions": (2, CELLS),
            "kinds": (3,),
            "uncovered": (2, CELLS + 1),
            "contents": (2, CONTENTS),
        }
        tally = {name: np.zeros(shape, np.int64) for name, shape in shapes.items()}
        result = np.zeros(3, np.int64)
        for first in range(0, plays, STARS.block):
            shuffled = rng.permutation(block)[: plays - first]
            for at in range(0, len(shuffled), CHUNK):
                result += work(rng, shuffled[at : at + CHUNK], tally)
        paid, mismatches, irregular = (int(value) for value in result)
        return Outcome(paid, mismatches, irregular, {name: counts.tolist() for name, counts in tally.items()})

    return run
