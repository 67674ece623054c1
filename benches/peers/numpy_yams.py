"""Yam's in vectorised NumPy, in two styles: `direct` draws each play in its turn, `grouped` draws how many plays there are of each kind first."""

from __future__ import annotations

import numpy as np

from common import BRACKETS, YAMS, Outcome

CHUNK = 1 << 15  # plays worked on together: what fits the caches
POINTS = np.array([0, 3, 5, 10, 25, 30, 40, 45, 50])
TIERS = len(BRACKETS)
PRIZES = np.array(YAMS.prizes)


class Cups:
    """The 7 776 throws of a cup by class of points, for the generator: sizes, starts, and the throws in order of class."""

    def __init__(self) -> None:
        self.faces = np.indices((6,) * 5, dtype=np.uint8).reshape(5, -1).T.copy()  # throw -> five dice, 0 to 5
        repeats = np.sort((self.faces[:, :, None] == np.arange(6)).sum(axis=1), axis=1)[:, ::-1]
        shown = np.bitwise_or.reduce(1 << self.faces.astype(np.int64), axis=1)  # bit f: some die shows face f
        most, second = repeats[:, 0], repeats[:, 1]
        four_run = np.zeros(len(shown), bool)
        five_run = np.zeros(len(shown), bool)
        for low in range(3):
            four_run |= (shown >> low) & 0b1111 == 0b1111
        for low in range(2):
            five_run |= (shown >> low) & 0b11111 == 0b11111
        classes = np.select(
            [most == 5, five_run, most == 4, four_run, (most == 3) & (second == 2), most == 3, second == 2, most == 2],
            [8, 7, 6, 5, 4, 3, 2, 1],
            0,
        )
        self.sizes = np.bincount(classes, minlength=9)
        self.starts = np.concatenate(([0], np.cumsum(self.sizes)[:-1]))
        self.order = np.argsort(classes, kind="stable")
        self.dice = self.faces[self.order]  # dice of the throws in order of class

        # the ordered triples of classes of each bracket, with the number of triples of throws they stand for
        triples = np.indices((9,) * 3).reshape(3, -1).T
        points = POINTS[triples].sum(axis=1)
        ways = self.sizes[triples].prod(axis=1)
        self.triples = [triples[(low <= points) & (points <= high)] for low, high in BRACKETS]
        self.ways = [ways[(low <= points) & (points <= high)] for low, high in BRACKETS]


class Referee:
    """Scores dice by article 4; a table of all throws, filled by the slow reading of the rules below."""

    def __init__(self) -> None:
        self.points = np.empty(6**5, np.uint8)
        for key in range(6**5):
            cup = [key // 6**place % 6 + 1 for place in range(4, -1, -1)]
            self.points[key] = self.score(cup)
        self.kind = np.searchsorted(POINTS, self.points).astype(np.uint8)
        self.prize = np.zeros(151, np.int64)
        for (low, high), prize in zip(BRACKETS, YAMS.prizes):
            self.prize[low : high + 1] = prize

    @staticmethod
    def score(cup: list[int]) -> int:
        """Article 4.4, the highest combination first."""
        times = sorted((cup.count(face) for face in set(cup)), reverse=True)
        run = max(length for low in range(1, 7) for length in range(6) if all(face in cup for face in range(low, low + length)))
        if times[0] == 5:
            return 50
        if run == 5:
            return 45
        if times[0] == 4:
            return 40
        if run == 4:
            return 30
        if times == [3, 2]:
            return 25
        if times[0] == 3:
            return 10
        if times.count(2) == 2:
            return 5
        return 3 if times[0] == 2 else 0

    def keys(self, dice: np.ndarray) -> np.ndarray:
        """The dice of cups (..., 5) read as numbers of base six: which throw of 7 776 each cup shows."""
        keys = dice[..., 0].astype(np.uint16)
        for place in range(1, 5):
            keys *= 6
            keys += dice[..., place]
        return keys


class Tally:
    """Whole counts, tier by tier: plays, point totals, combinations, faces."""

    def __init__(self) -> None:
        self.tiers = np.zeros(TIERS, np.int64)
        self.totals = np.zeros((TIERS, 151), np.int64)
        self.combinations = np.zeros((TIERS, 9), np.int64)
        self.faces = np.zeros((TIERS, 6), np.int64)
        self.paid = 0
        self.mismatches = 0

    def outcome(self) -> Outcome:
        tally = {name: getattr(self, name).tolist() for name in ("tiers", "totals", "combinations", "faces")}
        return Outcome(int(self.paid), int(self.mismatches), 0, tally)


def direct():
    """One array element a play: a shuffled block, a class triple by its weight, a throw of each class."""
    cups, referee = Cups(), Referee()
    block = np.repeat(np.arange(TIERS, dtype=np.uint8), YAMS.counts)
    triples = np.concatenate(cups.triples)
    bounds = np.cumsum(np.concatenate(cups.ways))  # all brackets on one line: the triple of a number is one search
    ends = np.cumsum([ways.sum() for ways in cups.ways])
    starts = np.concatenate(([0], ends[:-1]))

    def work(rng: np.random.Generator, tiers: np.ndarray, tally: Tally) -> None:
        drawn = triples[np.searchsorted(bounds, rng.integers(starts[tiers], ends[tiers]), side="right")]
        throws = cups.starts[drawn] + rng.integers(0, cups.sizes[drawn])
        dice = np.take(cups.dice, throws, axis=0)  # the visual: plays x 3 cups x 5 dice
        # the referee sees the dice alone
        keys = referee.keys(dice)
        points = np.take(referee.points, keys).sum(axis=1, dtype=np.int64)
        prizes = referee.prize[points]
        tally.paid += prizes.sum()
        tally.mismatches += np.count_nonzero(prizes != PRIZES[tiers])
        tally.tiers += np.bincount(tiers, minlength=TIERS)
        wide = tiers.astype(np.int64)
        tally.totals += np.bincount(wide * 151 + points, minlength=TIERS * 151).reshape(TIERS, 151)
        kinds = np.take(referee.kind, keys)
        tally.combinations += np.bincount((wide[:, None] * 9 + kinds).ravel(), minlength=TIERS * 9).reshape(TIERS, 9)
        by_face = (tiers[:, None] * np.uint8(6) + dice.reshape(-1, 15)).ravel()
        tally.faces += np.bincount(by_face, minlength=TIERS * 6).reshape(TIERS, 6)

    def run(plays: int, seed: int) -> Outcome:
        rng = np.random.Generator(np.random.SFC64(seed))
        tally = Tally()
        for first in range(0, plays, YAMS.block):
            shuffled = rng.permutation(block)[: plays - first]
            for at in range(0, len(shuffled), CHUNK):
                work(rng, shuffled[at : at + CHUNK], tally)
        return tally.outcome()

    return run


def grouped():
    """Order inside a block is of no account here: how many plays show each class triple is one multinomial draw a tier, and bounds become scalars."""
    cups, referee = Cups(), Referee()
    shares = [ways / ways.sum() for ways in cups.ways]
    planes = np.ascontiguousarray(cups.dice.T)  # five arrays, one a die
    shown = (np.arange(6**5)[:, None] // 6 ** np.arange(5) % 6)[:, :, None] == np.arange(6)
    shown = shown.sum(axis=1)  # key -> how many dice of each face

    def draw(rng: np.random.Generator, tier: int, plays: int):
        """The throws of all plays of a tier, a buffer of 3 cups x plays at a time."""
        buffer, filled = np.empty((3, CHUNK), np.int64), 0
        groups = rng.multinomial(plays, shares[tier])
        for triple, left in zip(cups.triples[tier][groups > 0], groups[groups > 0]):
            while left:
                size = min(left, CHUNK - filled)
                for cup, kind in enumerate(triple):
                    low = cups.starts[kind]
                    buffer[cup, filled : filled + size] = rng.integers(low, low + cups.sizes[kind], size)
                left, filled = left - size, filled + size
                if filled == CHUNK:
                    yield buffer
                    filled = 0
        if filled:
            yield buffer[:, :filled]

    def work(tier: int, throws: np.ndarray, tally: Tally) -> None:
        dice = np.take(planes, throws, axis=1)  # the visual: 5 dice x 3 cups x plays
        # the referee sees the dice alone
        keys = referee.keys(np.moveaxis(dice, 0, -1))
        points = np.take(referee.points, keys).sum(axis=0, dtype=np.uint8)
        prizes = np.take(referee.prize, points)
        tally.paid += prizes.sum()
        tally.mismatches += np.count_nonzero(prizes != PRIZES[tier])
        tally.tiers[tier] += len(points)
        tally.totals[tier] += np.bincount(points, minlength=151)
        seen = np.bincount(keys.ravel(), minlength=6**5)  # which throws the referee read: kinds and faces follow
        tally.combinations[tier] += np.bincount(referee.kind, weights=seen, minlength=9).astype(np.int64)
        tally.faces[tier] += seen @ shown

    def run(plays: int, seed: int) -> Outcome:
        rng = np.random.Generator(np.random.SFC64(seed))
        tally = Tally()
        blocks, rest = divmod(plays, YAMS.block)
        counts = np.array(YAMS.counts)
        # whole blocks hold what their table says; a part of one is a draw without replacement
        counts = blocks * counts + rng.multivariate_hypergeometric(counts, rest)
        for tier, size in enumerate(counts):
            for throws in draw(rng, tier, size):
                work(tier, throws, tally)
        return tally.outcome()

    return run
