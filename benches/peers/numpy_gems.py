"""Diamond River in vectorised NumPy: one array a cell, thousands of throws at a time, whole fillings rejected in batches."""

from __future__ import annotations

import numpy as np

from common import EXTRA_THROWS, GEMS, GOLD_GAIN, LINE_GAINS, MAGIC_PERCENT, SECTORS, UNPAID_GOLD, WHEEL, Outcome, gem_ways, whole_weights

ROWS, COLUMNS, CELLS, THROWS = 5, 6, 30, 7
CHUNK = 1 << 16  # plays worked on together
TIERS = len(GEMS.counts)
PRIZES = np.array(GEMS.prizes)
# The symbols: one bit a gem, all six for a magic gem, so that three symbols make a line if a & b & c & MAGIC is not zero.
MAGIC, GOLD, PLUS_ONE, WHEEL_SYMBOL = 63, 64, 128, 192
FREE = 0
IN_ORDER = [1 << gem for gem in range(6)] + [MAGIC, GOLD, PLUS_ONE, WHEEL_SYMBOL]
GEM_OF = np.zeros(MAGIC + 1, np.int64)
GEM_OF[IN_ORDER[:6]] = np.arange(6)
NO_GEM = 255  # in lists of wanted lines

# The 62 lines: three adjacent cells, horizontal, vertical and the two diagonals (D2).
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]
_lines = [
    (direction, [(row + down * step) * COLUMNS + column + right * step for step in range(3)])
    for direction, (down, right) in enumerate(DIRECTIONS)
    for row in range(ROWS)
    for column in range(COLUMNS)
    if row + 2 * down < ROWS and 0 <= column + 2 * right < COLUMNS
]
LINES = np.array([cells for _, cells in _lines])
DIRECTION_OF = np.array([direction for direction, _ in _lines])
# lines of one direction that share two cells make a run of four
IN_A_RUN = np.array([[d == e and len(set(a) & set(b)) == 2 for e, b in _lines] for d, a in _lines])

# The ways of the prizes, one entry a unit of weight: gems of the lines, gold, sum on the wheel.
WAYS = []
for _prize in GEMS.prizes[:-1]:
    _ways = gem_ways(_prize // 100)
    _rows = []
    for _way in _ways:
        _gems = [gain[1] for gain in _way.gains if gain[0] == "line"]
        _wheel = sum(gain[1] for gain in _way.gains if gain[0] == "wheel")
        _rows.append(_gems + [NO_GEM] * (4 - len(_gems)) + [("gold",) in _way.gains, _wheel])
    WAYS.append(np.repeat(np.array(_rows), whole_weights(_ways), axis=0))
WAYS.append(np.array([[NO_GEM] * 4 + [0, 0]]))
WAY_FIRST = np.concatenate(([0], np.cumsum([len(rows) for rows in WAYS])))
WAY_ROWS = np.concatenate(WAYS)

EXTRA_OF = np.repeat(np.arange(4), EXTRA_THROWS)
UNPAID_GOLD_OF = np.repeat(np.arange(3), UNPAID_GOLD)
SECTOR_VALUES = np.array(SECTORS)
SECTOR_FIRST = {gain: SECTORS.index(gain) for gain in WHEEL}
GAINS = np.array(LINE_GAINS)


def drop(rng: np.random.Generator, boards: np.ndarray, throws: np.ndarray, symbol: int) -> None:
    """Puts a special symbol on a free cell of each throw, every one equally likely. No throw twice."""
    while len(throws):
        cells = rng.integers(0, CELLS, len(throws))
        free = boards[cells, throws] == FREE
        boards[cells[free], throws[free]] = symbol
        throws = throws[~free]


def random_gems(rng: np.random.Generator, fixed: np.ndarray) -> np.ndarray:
    """The fixed symbols, and a random gem in each free cell."""
    return np.where(fixed != FREE, fixed, np.left_shift(np.uint8(1), rng.integers(0, 6, fixed.shape, dtype=np.uint8)))


def fill(rng: np.random.Generator, boards: np.ndarray, throws: np.ndarray) -> int:
    """Fills throws that show no line, by rejection of whole fillings (D9); returns the tries."""
    tries = 0
    while len(throws):
        tries += len(throws)
        filling = random_gems(rng, boards[:, throws])
        lines = np.zeros(len(throws), np.uint8)
        for a, b, c in LINES:
            lines |= filling[a] & filling[b] & filling[c]
        good = (lines & MAGIC) == 0
        boards[:, throws[good]] = filling[:, good]
        throws = throws[~good]
    return tries


def fill_with_line(rng: np.random.Generator, boards: np.ndarray, throws: np.ndarray, wanted: np.ndarray) -> int:
    """Fills throws that show one wanted line and no other (D9); returns the tries."""
    tries = 0
    # a place counts 6^(cells it leaves free): six times as much through the magic gem, none through another special symbol
    symbols = boards[:, throws][LINES]  # lines x 3 x throws
    blocked = (symbols > MAGIC).any(axis=1)
    bounds = np.cumsum(np.where(blocked, 0, np.where((symbols == MAGIC).any(axis=1), 6, 1)), axis=0, dtype=np.uint16)
    while len(throws):
        n = len(throws)
        tries += n
        fixed = boards[:, throws]
        planted = (bounds <= rng.integers(0, bounds[-1], dtype=np.uint16)).sum(axis=0)
        for step in range(3):
            cells = LINES[planted, step]
            fixed[cells, np.arange(n)] |= wanted  # a magic gem has every bit already
        filling = random_gems(rng, fixed)
        lines = np.zeros(n, np.uint8)
        for a, b, c in LINES:
            lines += (filling[a] & filling[b] & filling[c] & MAGIC) != 0
        good = lines == 1
        boards[:, throws[good]] = filling[:, good]
        throws, wanted, bounds = throws[~good], wanted[~good], bounds[:, ~good]
    return tries


def subsets(rng: np.random.Generator, sizes: np.ndarray, most: int) -> np.ndarray:
    """For each row a uniform order of range(size), then numbers beyond it: the first k entries are a uniform subset in a uniform order."""
    keys = rng.random((len(sizes), most))
    keys[np.arange(most) >= sizes[:, None]] = 2.0
    return keys.argsort(axis=1)


def prepare():
    block = np.repeat(np.arange(TIERS, dtype=np.uint8), GEMS.counts)

    def draw(rng: np.random.Generator, tiers: np.ndarray):
        """Visuals for the tiers: (boards as 30 x throws, first throw of each play, sectors or -1, tries)."""
        n = len(tiers)
        extra = EXTRA_OF[rng.integers(0, 100, n)]
        throws = 4 + extra
        first = np.concatenate(([0], np.cumsum(throws)))
        boards = np.full((CELLS, first[-1]), FREE, np.uint8)
        wanted = np.zeros(first[-1], np.uint8)
        ways = WAY_ROWS[rng.integers(WAY_FIRST[tiers], WAY_FIRST[tiers + 1])]
        gems, paid_gold, wheel = ways[:, :4], ways[:, 4], ways[:, 5]

        plays = np.flatnonzero(gems[:, 0] != NO_GEM)  # distinct throws for the lines, in any order (D10)
        order = subsets(rng, throws[plays], THROWS)
        for column in range(4):
            some = gems[plays, column] != NO_GEM
            wanted[first[plays[some]] + order[some, column]] = 1 << gems[plays[some], column]
        plays = np.flatnonzero(wheel)
        sectors = np.full(n, -1)
        for play in plays:
            sectors[play] = SECTOR_FIRST[wheel[play]] + rng.integers(0, WHEEL[wheel[play]])
        drop(rng, boards, first[plays] + rng.integers(0, throws[plays]), WHEEL_SYMBOL)
        gold = np.where(paid_gold, 3, UNPAID_GOLD_OF[rng.integers(0, 100, n)])
        for step in range(3):
            plays = np.flatnonzero(gold > step)
            drop(rng, boards, first[plays] + rng.integers(0, throws[plays]), GOLD)
        plays = np.flatnonzero(extra)  # the "+1" stand in a uniform subset of the first 3 + extra throws (D11)
        order = subsets(rng, 3 + extra[plays], 6)
        for column in range(3):
            some = extra[plays] > column
            drop(rng, boards, first[plays[some]] + order[some, column], PLUS_ONE)
        magic = rng.integers(0, 100, first[-1]) < MAGIC_PERCENT
        drop(rng, boards, np.flatnonzero(magic), MAGIC)
        tries = fill(rng, boards, np.flatnonzero(wanted == 0))
        with_line = np.flatnonzero(wanted)
        tries += fill_with_line(rng, boards, with_line, wanted[with_line])
        return boards, first, sectors, tries

    def work(rng: np.random.Generator, tiers: np.ndarray, tally: dict) -> np.ndarray:
        n = len(tiers)
        boards, first, sectors, tries = draw(rng, tiers)
        # the referee sees the throws and the wheel alone
        throws = np.diff(first)
        play_of = np.repeat(np.arange(n), throws)
        magic = boards == MAGIC
        hits = np.array([boards[a] & boards[b] & boards[c] & MAGIC for a, b, c in LINES])
        line, throw = np.nonzero(hits)
        gem = GEM_OF[hits[line, throw]]
        through_magic = (boards[LINES[line], throw[:, None]] == MAGIC).any(axis=1)
        prize = np.bincount(play_of[throw], weights=GAINS[gem], minlength=n).astype(np.int64)
        gains = np.bincount(play_of[throw], minlength=n)
        per_symbol = [np.add.reduceat((boards == symbol).sum(axis=0), first[:-1]) for symbol in (GOLD, PLUS_ONE, WHEEL_SYMBOL)]
        gold, plus_ones, wheels = per_symbol
        prize += GOLD_GAIN * (gold >= 3)
        gains += gold >= 3
        turned = np.flatnonzero((wheels > 0) & (sectors >= 0))
        prize[turned] += SECTOR_VALUES[sectors[turned]]
        gains[turned] += 1
        odd = np.add.reduceat(magic.sum(axis=0) > 1, first[:-1]).astype(bool)
        odd |= (throws != 4 + plus_ones) | (wheels > 1) | ((wheels > 0) != (sectors >= 0)) | (gold > 3)
        # two readers could differ (D2): a run of four, or a magic gem that completes two lines
        completed = np.bincount(throw[through_magic], minlength=len(play_of))
        odd[play_of[completed > 1]] = True
        several = np.flatnonzero(np.bincount(throw, minlength=len(play_of)) > 1)
        for at in several:
            shown = np.flatnonzero(hits[:, at])
            odd[play_of[at]] |= IN_A_RUN[np.ix_(shown, shown)].any()

        wide = tiers.astype(np.int64)
        tally["tiers"] += np.bincount(tiers, minlength=TIERS)
        tally["throws"] += np.bincount(throws - 4, minlength=4)
        tally["gains"] += np.bincount(wide * 5 + np.minimum(gains, 4), minlength=TIERS * 5).reshape(TIERS, 5)
        tally["gold"] += np.bincount(wide * 4 + np.minimum(gold, 3), minlength=TIERS * 4).reshape(TIERS, 4)
        tally["sectors"] += np.bincount(sectors[turned], minlength=len(SECTORS))
        tally["lines_by_gem"] += np.bincount(gem, minlength=6)
        tally["lines_by_direction"] += np.bincount(DIRECTION_OF[line], minlength=4)
        plain = ~((boards > MAGIC).any(axis=0))[throw]
        has_magic = magic.any(axis=0)
        tally["places"] += np.bincount(((has_magic[throw] + through_magic.astype(np.int64)) * len(LINES) + line)[plain], minlength=3 * len(LINES)).reshape(3, -1)
        tally["magic"] += np.bincount(np.minimum(completed[has_magic], 1), minlength=2)
        tally["symbols"] += np.bincount(boards.ravel(), minlength=256)[IN_ORDER]
        tally["tries"] += tries
        return np.array([100 * prize.sum(), np.count_nonzero(100 * prize != PRIZES[tiers]), np.count_nonzero(odd)])

    def run(plays: int, seed: int) -> Outcome:
        rng = np.random.Generator(np.random.SFC64(seed))
        shapes = {
            "tiers": (TIERS,),
            "throws": (4,),
            "gains": (TIERS, 5),
            "gold": (TIERS, 4),
            "sectors": (len(SECTORS),),
            "lines_by_gem": (6,),
            "lines_by_direction": (4,),
            "places": (3, len(LINES)),
            "magic": (2,),
            "symbols": (len(IN_ORDER),),
            "tries": (1,),
        }
        tally = {name: np.zeros(shape, np.int64) for name, shape in shapes.items()}
        result = np.zeros(3, np.int64)
        for start in range(0, plays, GEMS.block):
            shuffled = rng.permutation(block)[: plays - start]
            for at in range(0, len(shuffled), CHUNK):
                result += work(rng, shuffled[at : at + CHUNK], tally)
        paid, mismatches, ambiguous = (int(value) for value in result)
        return Outcome(paid, mismatches, ambiguous, {name: counts.tolist() for name, counts in tally.items()})

    return run
