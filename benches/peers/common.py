"""What the two Python peers share: the games as data, the command line, and the JSON they print.

No law of a visual and no referee is here: each peer has its own.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import sys
import time
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Game:
    """A prize table at the lowest stake: amounts in cents, winners a block, the losing tier last."""

    id: str
    stake: int
    block: int
    winners: tuple[tuple[int, int], ...]

    @property
    def prizes(self) -> list[int]:
        return [prize for prize, _ in self.winners] + [0]

    @property
    def counts(self) -> list[int]:
        winning = [count for _, count in self.winners]
        return winning + [self.block - sum(winning)]

    @property
    def total(self) -> int:
        return sum(prize * count for prize, count in self.winners)


YAMS = Game(
    "yams",
    50,
    700_000,
    ((250_000, 1), (25_000, 1), (1_000, 400), (500, 18_000), (250, 25_000), (200, 3_500), (150, 5_000), (100, 31_000), (50, 80_500)),
)
STARS = Game(
    "star-color",
    100,
    1_000_000,
    ((2_000_000, 1), (100_000, 1), (10_000, 10), (1_200, 24_100), (400, 28_000), (200, 85_000), (100, 106_800)),
)
GEMS = Game(
    "diamond-river",
    291,
    1_500_000,
    ((3_000_000, 1), (100_000, 3), (10_000, 500), (5_000, 8_000), (2_000, 44_050), (1_000, 20_000), (600, 195_000), (300, 179_917)),
)
GAMES = {game.id: game for game in (YAMS, STARS, GEMS)}

# Yam's, article 4.5: (from, to) in points, in the order of the tiers; the losing tier shows 0 or 3 (Y1).
BRACKETS = [(100, 100), (80, 99), (70, 79), (50, 69), (30, 49), (20, 29), (15, 19), (10, 14), (5, 9), (0, 4)]

# Star Color: S6, S7, S8.
SUMS = [1, 2, 4, 100, 1_000, 5_000, 10_000]
EXPLOSIONS = [60, 28, 9, 3]
BONUS_KINDS = [5, 3, 2]  # milky way, shooting star, supernova
EXTRA_PERCENT = 8
DECOYS = [60, 25, 12, 3]  # nothing, a sum, a bonus, Extra
DECOY_SUMS = [40, 25, 20, 8, 4, 2, 1]

# Diamond River: 5.4, 5.6, D6, D8.
LINE_GAINS = [1_000, 100, 20, 10, 6, 3]  # red, purple, blue, orange, green, pink
GOLD_GAIN = 50
WHEEL = {3: 4, 6: 4, 10: 3, 20: 3, 50: 2, 100: 2, 1_000: 1, 30_000: 1}
SECTORS = [gain for gain, sectors in WHEEL.items() for _ in range(sectors)]
EXTRA_THROWS = [70, 20, 8, 2]
MAGIC_PERCENT = 15
UNPAID_GOLD = [50, 35, 15]


@dataclass(frozen=True)
class Way:
    """A multiset of gains that makes a prize, with its share of the prize's plays (an exact fraction)."""

    gains: tuple
    share: Fraction


def _normalised(weights: dict) -> list[Way]:
    total = sum(weights.values())
    return [Way(gains, weight / total) for gains, weight in weights.items()]


def star_ways(prize: int) -> list[Way]:
    """S6: multisets of at most six sums, times the stake; 5 000 and 10 000 only in the top prize; 12 and 20 000 only as a cumulation."""
    sums = [s for s in SUMS if s <= prize and (s < 5_000 or prize == 20_000)]
    return _normalised(
        {
            gains: Fraction(1, 2 ** (size - 1))
            for size in range(1, 7)
            for gains in itertools.combinations_with_replacement(sums, size)
            if sum(gains) == prize
        }
    )


def gem_ways(prize: int) -> list[Way]:
    """D7: multisets of at most four gains, ("line", gem), ("gold",) or ("wheel", sum); at most one gold and one wheel."""
    gains = [(("line", gem), gain) for gem, gain in enumerate(LINE_GAINS)] + [(("gold",), GOLD_GAIN)] + [(("wheel", gain), gain) for gain in WHEEL]
    ways = {}
    for size in range(1, 5):
        for chosen in itertools.combinations_with_replacement(gains, size):
            kinds = [gain[0][0] for gain in chosen]
            if sum(amount for _, amount in chosen) == prize and kinds.count("gold") <= 1 and kinds.count("wheel") <= 1:
                weight = Fraction(1, 2 ** (size - 1)) * (Fraction(1, 4) if "wheel" in kinds else 1)
                ways[tuple(gain for gain, _ in chosen)] = weight
    return _normalised(ways)


def whole_weights(ways: list[Way]) -> list[int]:
    """The shares of the ways as whole numbers with one common denominator."""
    denominator = math.lcm(*(way.share.denominator for way in ways))
    return [int(way.share * denominator) for way in ways]


@dataclass
class Outcome:
    """What a peer reports of a run. `paid` is in cents and comes from the referee, never from the draw."""

    paid: int
    mismatches: int
    ambiguous: int
    tally: dict


def main(peer: str, games: dict, styles: dict | None = None) -> None:
    """The command line of a peer. `games` maps an id to `prepare() -> run(plays, seed) -> Outcome`."""
    parser = argparse.ArgumentParser(description=f"{peer}: plays of an instant-win game, drawn, judged again and tallied")
    parser.add_argument("--game", choices=sorted(games), default="yams")
    parser.add_argument("--plays", type=lambda text: int(float(text)), default=None, help="default: one block")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="print the whole tally too, for laws.py")
    if styles:
        parser.add_argument("--style", choices=sorted({name for names in styles.values() for name in names}), default=None)
    options = parser.parse_args()
    game = GAMES[options.game]
    plays = options.plays or game.block
    prepare = games[options.game]
    style = getattr(options, "style", None)
    if style:
        if style not in styles.get(game.id, {}):
            parser.error(f"{game.id} has no style `{style}`")
        prepare = styles[game.id][style]
    run = prepare()
    run(min(plays, 20_000), options.seed + 1)  # warm-up: compiles, fills caches
    start, busy = time.perf_counter(), time.process_time()
    outcome = run(plays, options.seed)
    seconds, busy = time.perf_counter() - start, time.process_time() - busy
    checks = audit(game, plays, outcome)
    report = {
        "peer": peer + (f" ({style})" if style else ""),
        "game": game.id,
        "plays": plays,
        "seconds": round(seconds, 6),
        "cpu_seconds": round(busy, 6),
        "paid_cents": outcome.paid,
        "mismatches": outcome.mismatches,
        "checks": checks,
    }
    if options.check:
        report["tally"] = outcome.tally
    print(json.dumps(report))
    if not all(checks.values()):
        sys.exit(1)


def audit(game: Game, plays: int, outcome: Outcome) -> dict:
    """The promises of a run, each true or false."""
    blocks, rest = divmod(plays, game.block)
    tiers = outcome.tally["tiers"]
    checks = {
        "every play judged as drawn": outcome.mismatches == 0,
        "no ambiguous visual": outcome.ambiguous == 0,
        "every play counted": sum(tiers) == plays,
        "no tier beyond its blocks": all(
            blocks * count <= seen <= (blocks + (rest > 0)) * count for seen, count in zip(tiers, game.counts)
        ),
    }
    if rest == 0:
        checks["whole blocks pay their table"] = outcome.paid == blocks * game.total
    return checks
