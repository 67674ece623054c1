"""Whether the peers draw by the rules: reads their reports (one line of JSON each, made with --check) and tests the tallies.

The exact values are enumerated here, apart from every peer. Each test fails below p = 1e-6 (2e-6 where two-sided); a whole check
makes about 500 of them, so that honest peers fail at most once in a thousand seeds. What has no exact value (places of lines, stars uncovered) is compared with a naive twin or between the peers.
"""

from __future__ import annotations

import itertools
import json
import math
import sys
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np

from common import BRACKETS, DECOY_SUMS, DECOYS, EXPLOSIONS, EXTRA_PERCENT, EXTRA_THROWS, GAMES, MAGIC_PERCENT, SECTORS, UNPAID_GOLD, gem_ways, star_ways

LIMIT = 4.753  # standard normal, one-sided 1e-6


class Judge:
    """Collects tests; `z` is the normal score of a chi-square (Wilson and Hilferty) or of a count."""

    def __init__(self) -> None:
        self.tests: list[tuple[str, float]] = []

    def chi_square(self, name: str, observed, expected, fitted: int = 1) -> None:
        """Counts against expected counts; cells expected fewer than 5 times are merged."""
        observed, expected = np.asarray(observed, float).ravel(), np.asarray(expected, float).ravel()
        if observed[expected == 0].any():
            self.tests.append((name + " (impossible value seen)", math.inf))
            return
        order = np.argsort(expected)
        groups, sums = [], [0.0, 0.0]
        for at in order[expected[order] > 0]:
            sums = [sums[0] + observed[at], sums[1] + expected[at]]
            if sums[1] >= 5:
                groups.append(sums)
                sums = [0.0, 0.0]
        if sums[1] and groups:
            groups[-1] = [groups[-1][0] + sums[0], groups[-1][1] + sums[1]]
        freedom = len(groups) - fitted
        if freedom >= 1:
            statistic = sum((o - e) ** 2 / e for o, e in groups)
            self.tests.append((f"{name} (chi-square, {freedom} df)", chi_square_score(statistic, freedom)))

    def shares(self, name: str, observed, weights) -> None:
        """Counts against weights that sum to anything."""
        weights = np.array([float(weight) for weight in weights])
        self.chi_square(name, observed, sum(observed) * weights / weights.sum())

    def count(self, name: str, observed: float, mean: float, variance: float) -> None:
        """A sum against its exact mean and variance, two-sided."""
        if variance > 25:
            self.tests.append((name, abs(observed - mean) / math.sqrt(variance)))

    def alike(self, name: str, samples: list) -> None:
        """Several rows of counts that should come from one law."""
        table = np.array(samples, float)
        table = table[:, table.sum(axis=0) > 0]
        if len(table) > 1 and table.shape[1] > 1:
            small = table.sum(axis=0) < 10 * len(table)
            table = np.column_stack((table[:, ~small], table[:, small].sum(axis=1)))
            table = table[:, table.sum(axis=0) > 0]
            expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
            freedom = (table.shape[0] - 1) * (table.shape[1] - 1)
            if freedom:
                statistic = ((table - expected) ** 2 / expected).sum()
                self.tests.append((f"{name} (homogeneity, {freedom} df)", chi_square_score(statistic, freedom)))


def chi_square_score(statistic: float, freedom: int) -> float:
    spread = 2 / (9 * freedom)
    return ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


# --- Yam's -------------------------------------------------------------------------------------------------------------------------------


def points(cup: tuple) -> int:
    times = sorted(Counter(cup).values())
    run = max(length for low in range(6) for length in range(7 - low) if set(range(low, low + length)) <= set(cup))
    shown = [(50, times == [5]), (45, run == 5), (40, times[-1] == 4), (30, run == 4), (25, times == [2, 3]), (10, times[-1] == 3)]
    shown += [(5, times[-2:] == [2, 2]), (3, times[-1] == 2)]
    return max((points for points, holds in shown if holds), default=0)


def yams(judge: Judge, tally: dict) -> None:
    cups = defaultdict(list)
    for cup in itertools.product(range(6), repeat=5):
        cups[points(cup)].append([cup.count(face) for face in range(6)])
    values = sorted(cups)
    size = {value: len(cups[value]) for value in values}
    assert [size[value] for value in values] == [240, 2880, 1800, 1200, 300, 960, 150, 240, 6]
    # per class of throw: mean and second moment of the count of a face (the same for all throws of the class)
    mean = {value: np.mean(cups[value], axis=0) for value in values}
    second = {value: np.mean(np.square(cups[value]), axis=0) for value in values}
    for tier, (low, high) in enumerate(BRACKETS):
        plays = tally["tiers"][tier]
        ways = Counter()
        triples = []
        for triple in itertools.product(values, repeat=3):
            if low <= sum(triple) <= high:
                weight = math.prod(size[value] for value in triple)
                ways[sum(triple)] += weight
                triples.append((triple, weight))
        total = sum(ways.values())
        judge.chi_square(f"tier {tier}: totals", tally["totals"][tier], [plays * ways[points] / total for points in range(151)])
        shares = np.array([weight / total for _, weight in triples])
        for kind, value in enumerate(values):
            shown = np.array([triple.count(value) for triple, _ in triples])
            average = shares @ shown
            judge.count(f"tier {tier}: cups of {value} points", tally["combinations"][tier][kind], plays * average, plays * (shares @ shown**2 - average**2))
        means = np.array([sum(mean[value] for value in triple) for triple, _ in triples])
        variances = np.array([sum(second[value] - mean[value] ** 2 for value in triple) for triple, _ in triples])
        average = shares @ means
        variance = shares @ (variances + means**2) - average**2
        for face in range(6):
            judge.count(f"tier {tier}: face {face + 1}", tally["faces"][tier][face], plays * average[face], plays * variance[face])


# --- Star Color --------------------------------------------------------------------------------------------------------------------------


def stars(judge: Judge, tally: dict) -> None:
    game = GAMES["star-color"]
    judge.shares("picked colour", tally["picked"], [1] * 6)
    extras = np.array(tally["extras"])
    plays, p = extras.sum(), EXTRA_PERCENT / 100
    judge.count("Extra", extras[:, 1].sum(), plays * p, plays * p * (1 - p))
    judge.shares("Extra among losing plays", extras[-1], [1 - p, p])
    for tier, prize in enumerate(game.prizes[:-1]):
        sizes = Counter()
        for way in star_ways(prize // game.stake):
            sizes[len(way.gains)] += way.share
        judge.shares(f"tier {tier}: sums", tally["sums"][tier], [sizes[size] for size in range(42)])
    for which, name in enumerate(("first", "second")):
        judge.shares(f"explosions of the {name} set", tally["explosions"][which], EXPLOSIONS + [0] * 38)
    judge.shares("kinds of bonus", tally["kinds"], [5, 3, 2])
    judge.shares("directions of shooting stars", tally["contents"][1][9:11], [1, 1])
    judge.shares("colours of supernovas", tally["contents"][1][11:17], [1] * 6)
    decoys = [Fraction(DECOYS[0])] + [Fraction(DECOYS[1] * weight, 100) for weight in DECOY_SUMS]
    decoys += [DECOYS[2] * share for share in [Fraction(1, 2)] + [Fraction(3, 20)] * 2 + [Fraction(1, 30)] * 6] + [Fraction(DECOYS[3])]
    judge.shares("decoys", tally["contents"][0], decoys)


# --- Diamond River -----------------------------------------------------------------------------------------------------------------------

LINES = [
    tuple((row + step * down) * 6 + column + step * right for step in range(3))
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    for row in range(5)
    for column in range(6)
    if row + 2 * down < 5 and 0 <= column + 2 * right < 6
]


MAGIC = ("no magic gem", "a magic gem elsewhere", "a magic gem in it")


def orbits() -> list[list[int]]:
    """Lines that a reflection of the board carries into each other."""
    found = defaultdict(list)
    for number, line in enumerate(LINES):
        images = []
        for flip_row, flip_column in itertools.product((False, True), repeat=2):
            cells = [((4 - cell // 6 if flip_row else cell // 6), (5 - cell % 6 if flip_column else cell % 6)) for cell in line]
            images.append(tuple(sorted(cells)))
        found[min(images)].append(number)
    return list(found.values())


def gems(judge: Judge, tally: dict) -> None:
    game = GAMES["diamond-river"]
    judge.shares("throws", tally["throws"], EXTRA_THROWS)
    expected_sectors = np.zeros(20)
    lines = np.zeros((2, 6))
    for tier, prize in enumerate(game.prizes):
        plays = tally["tiers"][tier]
        ways = gem_ways(prize // 100) if prize else []
        sizes, paid_gold = Counter({0: 1}) if not prize else Counter(), Fraction(0)
        counts = np.zeros((len(ways), 6))
        for at, way in enumerate(ways):
            sizes[len(way.gains)] += way.share
            paid_gold += way.share if ("gold",) in way.gains else 0
            for gain in way.gains:
                if gain[0] == "wheel":
                    for sector in np.flatnonzero(np.array(SECTORS) == gain[1]):
                        expected_sectors[sector] += plays * float(way.share) / SECTORS.count(gain[1])
                elif gain[0] == "line":
                    counts[at, gain[1]] += 1
        if plays:
            judge.shares(f"tier {tier}: gains", tally["gains"][tier], [sizes[size] for size in range(5)])
            judge.shares(f"tier {tier}: golden gems", tally["gold"][tier], [(1 - paid_gold) * share for share in UNPAID_GOLD] + [100 * paid_gold])
        shares = np.array([float(way.share) for way in ways])
        if prize:
            lines += plays * np.array([shares @ counts, shares @ counts**2 - (shares @ counts) ** 2])
    for gem in range(6):
        judge.count(f"lines of gem {gem}", tally["lines_by_gem"][gem], lines[0, gem], lines[1, gem])
    judge.shares("sectors of the wheel", tally["sectors"], expected_sectors)
    throws = sum((4 + extra) * count for extra, count in enumerate(tally["throws"]))
    magic, p = sum(tally["magic"]), MAGIC_PERCENT / 100
    judge.count("magic gems", magic, throws * p, throws * p * (1 - p))
    for which, name in enumerate(MAGIC):
        places = np.array(tally["places"][which])
        seen, expected, groups = [], [], 0
        for orbit in orbits():
            seen.extend(places[orbit])
            expected.extend([places[orbit].mean()] * len(orbit))
            groups += 1
        judge.chi_square(f"places of lines, {name}, by symmetry", seen, expected, groups)


def naive_places(throws: int, seed: int) -> np.ndarray:
    """Places of the line in uniform throws that show exactly one, by what the magic gem does: whole fillings, nothing planted."""
    rng = np.random.default_rng(seed)
    places = np.zeros((3, len(LINES)), int)
    for magic in (0, 1):
        waiting = rng.integers(0, 30, throws)  # the cell of the magic gem: drawn first, kept through all tries (D11)
        while len(waiting):
            board = rng.integers(0, 6, (30, len(waiting)), dtype=np.int8)
            wild = np.zeros(board.shape, bool)
            wild[waiting, np.arange(len(waiting))] = magic == 1
            hits = []
            for line in LINES:
                a, b, c = (board[cell] for cell in line)
                x, y, z = (wild[cell] for cell in line)
                hits.append(((a == b) | x | y) & ((b == c) | y | z) & ((a == c) | x | z))
            hits = np.array(hits)
            one = hits.sum(axis=0) == 1
            through = np.array([wild[list(line)].any(axis=0) for line in LINES])
            places[magic] += (hits & ~through)[:, one].sum(axis=1)
            places[2] += (hits & through)[:, one].sum(axis=1)
            waiting = waiting[~one]
    return places


def main() -> None:
    reports = [json.loads(line) for line in sys.stdin if line.strip()]
    laws = {"yams": yams, "star-color": stars, "diamond-river": gems}
    failed = False
    by_game = defaultdict(list)
    for report in reports:
        judge = Judge()
        laws[report["game"]](judge, report["tally"])
        by_game[report["game"]].append(report["tally"])
        failed |= told(f"{report['game']} by {report['peer']}, {report['plays']} plays", judge) or not all(report["checks"].values())
    for game, tallies in by_game.items():
        judge = Judge()
        if game == "star-color":
            for which, name in enumerate(("first", "second")):
                judge.alike(f"stars uncovered in the {name} set", [tally["uncovered"][which] for tally in tallies])
        if game == "diamond-river":
            naive = naive_places(200_000, 1)
            for rows, name in ((slice(0, 1), MAGIC[0]), (slice(1, 3), "a magic gem in the throw")):
                for at, tally in enumerate(tallies):
                    both = [np.array(places)[rows].ravel() for places in (naive, tally["places"])]
                    judge.alike(f"places of lines, {name}, report {at + 1} and the naive twin", both)
            judge.alike("magic gems that complete a line", [tally["magic"] for tally in tallies])
            judge.alike("symbols", [tally["symbols"] for tally in tallies])
        if judge.tests:
            failed |= told(f"{game}: peers beside each other", judge)
    sys.exit(1 if failed or not reports else 0)


def told(title: str, judge: Judge) -> bool:
    """Prints the outcome and whether a test failed."""
    worst = max(judge.tests, key=lambda test: test[1])
    bad = [(name, z) for name, z in judge.tests if not z < LIMIT]
    print(f"{'FAIL' if bad else 'pass'}  {title}: {len(judge.tests)} tests, largest z {worst[1]:.2f} ({worst[0]})")
    for name, z in bad:
        print(f"      {name}: z = {z:.2f}")
    return bool(bad)


if __name__ == "__main__":
    main()
