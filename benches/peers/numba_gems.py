"""Diamond River in compiled loops: one play after the other, Numba."""

from __future__ import annotations

import numpy as np
from numba import njit

from common import EXTRA_THROWS, GEMS, GOLD_GAIN, LINE_GAINS, MAGIC_PERCENT, SECTORS, UNPAID_GOLD, WHEEL, Outcome, gem_ways, whole_weights
from numba_random import alias_table, below, pick, seeded, shuffle

ROWS, COLUMNS, CELLS, THROWS = 5, 6, 30, 7
TIERS = len(GEMS.counts)
PRIZES = np.array(GEMS.prizes)
# The symbols: one bit a gem, all six for a magic gem, so that three symbols make a line if a & b & c & MAGIC is not zero.
MAGIC, GOLD, PLUS_ONE, WHEEL_SYMBOL = 63, 64, 128, 192
FREE = 0
IN_ORDER = [1 << gem for gem in range(6)] + [MAGIC, GOLD, PLUS_ONE, WHEEL_SYMBOL]
GEM_OF = np.zeros(MAGIC + 1, np.uint8)
GEM_OF[IN_ORDER[:6]] = np.arange(6)

# The 62 lines: three adjacent cells, horizontal, vertical and the two diagonals (D2).
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]
_lines = [
    (direction, [(row + down * step) * COLUMNS + column + right * step for step in range(3)])
    for direction, (down, right) in enumerate(DIRECTIONS)
    for row in range(ROWS)
    for column in range(COLUMNS)
    if row + 2 * down < ROWS and 0 <= column + 2 * right < COLUMNS
]
LINES = np.array([cells for _, cells in _lines], np.uint8)
DIRECTION_OF = np.array([direction for direction, _ in _lines], np.uint8)

_ways = [gem_ways(prize // 100) for prize in GEMS.prizes[:-1]]
WAY_FIRST = np.concatenate(([0], np.cumsum([len(ways) for ways in _ways])))
WAY_TABLES = [alias_table(whole_weights(ways)) for ways in _ways]
WAY_OWN = np.concatenate([own for own, _ in WAY_TABLES])
WAY_OTHER = np.concatenate([other + first for (_, other), first in zip(WAY_TABLES, WAY_FIRST)])
_all = [way.gains for ways in _ways for way in ways]
WAY_LINES = np.zeros((len(_all), 4), np.uint8)  # the gems of its lines
WAY_LINE_COUNT = np.zeros(len(_all), np.int64)
WAY_GOLD = np.array([("gold",) in gains for gains in _all])
WAY_WHEEL = np.zeros(len(_all), np.int64)  # the sum on the wheel, 0 for no wheel
for _at, _gains in enumerate(_all):
    _gems = [gain[1] for gain in _gains if gain[0] == "line"]
    WAY_LINES[_at, : len(_gems)] = [1 << gem for gem in _gems]
    WAY_LINE_COUNT[_at] = len(_gems)
    WAY_WHEEL[_at] = sum(gain[1] for gain in _gains if gain[0] == "wheel")

EXTRA_OF = np.repeat(np.arange(4, dtype=np.uint8), EXTRA_THROWS)
UNPAID_GOLD_OF = np.repeat(np.arange(3, dtype=np.uint8), UNPAID_GOLD)
SECTOR_VALUES = np.array(SECTORS)
WHEEL_SUMS = np.array(sorted(WHEEL))
GAINS = np.array(LINE_GAINS)


WIDE = COLUMNS + 4  # a throw with a margin of two rows above and two columns on each side, where nothing matches
MARGIN = 2 * WIDE + 2


@njit
def fill(state, board, wanted, wide, weights):
    """Fills the free cells of a throw so that it shows exactly the wanted line, or none for FREE: simple rejection (D9). The last two are scratch."""
    total = 0
    if wanted != FREE:
        # a place counts 6^(cells it leaves free): six times as much through the magic gem, none through another special symbol
        for line in range(len(LINES)):
            magic, blocked = 0, 0
            for at in range(3):
                symbol = board[LINES[line, at]]
                magic += symbol == MAGIC
                blocked += symbol > MAGIC
            weights[line] = 0 if blocked else 6 if magic else 1
            total += weights[line]
    allowed = 1 if wanted != FREE else 0
    planted = 0
    tries = 0
    sound = False
    while not sound:
        tries += 1
        if wanted != FREE:
            mark = below(state, total)
            planted = 0
            while mark >= weights[planted]:
                mark -= weights[planted]
                planted += 1
        # cell by cell, given up at the first line too many
        sound = True
        lines = 0
        for row in range(ROWS):
            for column in range(COLUMNS):
                cell = COLUMNS * row + column
                here = MARGIN + WIDE * row + column
                symbol = np.int64(board[cell])
                if symbol == FREE:
                    symbol = 1 << below(state, 6)
                    if wanted != FREE and ((cell == LINES[planted, 0]) | (cell == LINES[planted, 1]) | (cell == LINES[planted, 2])):
                        symbol = np.int64(wanted)
                wide[here] = symbol
                symbol &= MAGIC
                lines += (symbol & wide[here - 1] & wide[here - 2]) != 0
                lines += (symbol & wide[here - WIDE] & wide[here - 2 * WIDE]) != 0
                lines += (symbol & wide[here - WIDE - 1] & wide[here - 2 * WIDE - 2]) != 0
                lines += (symbol & wide[here - WIDE + 1] & wide[here - 2 * WIDE + 2]) != 0
                if lines > allowed:
                    sound = False
                    break
            if not sound:
                break
    for row in range(ROWS):
        for column in range(COLUMNS):
            board[COLUMNS * row + column] = wide[MARGIN + WIDE * row + column]
    return tries


@njit
def draw_play(state, tier, boards, gems, wide, weights):
    """A visual that pays the tier: (throws, the wheel's sector or -1, tries)."""
    extra = EXTRA_OF[below(state, 100)]
    throws = 4 + extra
    boards[:throws] = FREE
    gems[:] = FREE
    gold, sector, lines = 0, -1, 0
    paid_gold = False
    if tier < TIERS - 1:
        way = pick(state, WAY_OWN, WAY_OTHER, WAY_FIRST[tier], WAY_FIRST[tier + 1] - WAY_FIRST[tier])
        lines = WAY_LINE_COUNT[way]
        gems[:lines] = WAY_LINES[way, :lines]
        paid_gold = WAY_GOLD[way]
        if WAY_WHEEL[way] > 0:
            while sector < 0 or SECTOR_VALUES[sector] != WAY_WHEEL[way]:
                sector = below(state, len(SECTOR_VALUES))
            drop(state, boards[below(state, throws)], WHEEL_SYMBOL)
    if lines > 0:
        shuffle(state, gems[:throws])  # distinct throws for the lines, and the gems in any order (D10)
    gold = 3 if paid_gold else UNPAID_GOLD_OF[below(state, 100)]
    for _ in range(gold):
        drop(state, boards[below(state, throws)], GOLD)
    left = extra  # the "+1" stand in a uniform subset of the first 3 + extra throws (D11)
    for throw in range(3 + extra):
        if below(state, 3 + extra - throw) < left:
            drop(state, boards[throw], PLUS_ONE)
            left -= 1
    tries = 0
    for throw in range(throws):
        if below(state, 100) < MAGIC_PERCENT:
            drop(state, boards[throw], MAGIC)
        tries += fill(state, boards[throw], gems[throw], wide, weights)
    return throws, sector, tries


@njit
def drop(state, board, symbol):
    """Puts a special symbol on a free cell, every one equally likely."""
    cell = below(state, CELLS)
    while board[cell] != FREE:
        cell = below(state, CELLS)
    board[cell] = symbol


@njit
def play(
    state, tiers, throws_of, gains_of, gold_of, wheel_of, lines_by_gem, lines_by_direction, places, magic_of, symbols, tries_of
):
    """Draws, judges and tallies one visual for each tier of `tiers`; returns what was paid, judged otherwise than drawn, and ambiguous."""
    boards = np.empty((THROWS, CELLS), np.uint8)
    gems = np.empty(THROWS, np.uint8)
    wide = np.zeros((ROWS + 2) * WIDE, np.uint8)
    weights = np.empty(len(LINES), np.int64)
    paid, mismatches, ambiguous = 0, 0, 0
    for tier in tiers:
        throws, sector, tries = draw_play(state, tier, boards, gems, wide, weights)
        # the referee sees the throws and the wheel alone
        prize, gains, gold, plus_ones, wheels, odd = 0, 0, 0, 0, 0, 0
        for throw in range(throws):
            board = boards[throw]
            special, magic = 0, -1
            for cell in range(CELLS):
                symbol = board[cell]
                symbols[symbol] += 1
                if symbol == MAGIC:
                    odd += magic >= 0
                    magic = cell
                elif symbol > MAGIC:
                    gold += symbol == GOLD
                    plus_ones += symbol == PLUS_ONE
                    wheels += symbol == WHEEL_SYMBOL
                    special += 1
            completes, before = 0, -1
            for line in range(len(LINES)):
                common = board[LINES[line, 0]] & board[LINES[line, 1]] & board[LINES[line, 2]] & MAGIC
                if common == 0:
                    continue
                gem = GEM_OF[common]
                prize += GAINS[gem]
                gains += 1
                lines_by_gem[gem] += 1
                lines_by_direction[DIRECTION_OF[line]] += 1
                through = 0
                for at in range(3):
                    through += LINES[line, at] == magic
                completes += through
                if special == 0:
                    places[0 if magic < 0 else 1 + through, line] += 1
                # a run of four is two lines of one direction that share two cells
                if before >= 0 and DIRECTION_OF[before] == DIRECTION_OF[line]:
                    shared = 0
                    for at in range(3):
                        for to in range(3):
                            shared += LINES[line, at] == LINES[before, to]
                    odd += shared == 2
                before = line
            odd += completes > 1
            if magic >= 0:
                magic_of[1 if completes > 0 else 0] += 1
        if gold >= 3:
            prize += GOLD_GAIN
            gains += 1
        if wheels > 0 and sector >= 0:
            prize += SECTOR_VALUES[sector]
            gains += 1
            wheel_of[sector] += 1
        odd += throws != 4 + plus_ones or wheels > 1 or (wheels > 0) != (sector >= 0) or gold > 3
        throws_of[throws - 4] += 1
        gains_of[tier, min(gains, 4)] += 1
        gold_of[tier, min(gold, 3)] += 1
        tries_of[0] += tries
        paid += 100 * prize
        mismatches += 100 * prize != PRIZES[tier]
        ambiguous += odd > 0
    return paid, mismatches, ambiguous


def prepare():
    block = np.repeat(np.arange(TIERS, dtype=np.uint8), GEMS.counts)

    def run(plays: int, seed: int) -> Outcome:
        state = seeded(seed)
        shapes = {
            "throws": (4,),
            "gains": (TIERS, 5),
            "gold": (TIERS, 4),
            "sectors": (len(SECTORS),),
            "lines_by_gem": (6,),
            "lines_by_direction": (4,),
            "places": (3, len(LINES)),
            "magic": (2,),
            "symbols": (256,),
            "tries": (1,),
        }
        tally = {name: np.zeros(shape, np.int64) for name, shape in shapes.items()}
        paid = mismatches = ambiguous = 0
        for done in range(0, plays, GEMS.block):
            tiers = block.copy()
            shuffle(state, tiers)
            more, wrong, odd = play(state, tiers[: plays - done], *tally.values())
            paid, mismatches, ambiguous = paid + more, mismatches + wrong, ambiguous + odd
        tally = {"tiers": tally["gains"].sum(axis=1)} | tally | {"symbols": tally["symbols"][IN_ORDER]}
        return Outcome(int(paid), int(mismatches), int(ambiguous), {name: counts.tolist() for name, counts in tally.items()})

    return run
