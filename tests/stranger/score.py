#!/usr/bin/env python3
"""A stranger's referee: scores visuals (one JSON object a line) from the official rules alone.

Nothing here comes from the program: only the rule texts and the JSON of a visual. Standard library only.

    sim show yams --count 1000 --format json | python3 tests/stranger/score.py

Prints one line a visual that is wrong, then `N passed, N failed`; exit code 1 when any is wrong.
"""
import json
import sys
from collections import Counter

# --- Yam's !, articles 4.4 and 4.5 ------------------------------------------------------------------------------------------
BRACKETS = [(5, 9, 1), (10, 14, 2), (15, 19, 3), (20, 29, 4), (30, 49, 5), (50, 69, 10), (70, 79, 20), (80, 99, 500), (100, 100, 5000)]


def cup_points(dice):
    counts = sorted(Counter(dice).values(), reverse=True)
    values = set(dice)
    best = 0
    if counts[0] >= 2:
        best = max(best, 3)                                   # une paire
    if len(counts) >= 2 and counts[0] >= 2 and counts[1] >= 2:
        best = max(best, 5)                                   # une double paire, de valeurs différentes
    if counts[0] >= 3:
        best = max(best, 10)                                  # un brelan
    if counts == [3, 2]:
        best = max(best, 25)                                  # un full
    if any({a, a + 1, a + 2, a + 3} <= values for a in (1, 2, 3)):
        best = max(best, 30)                                  # une petite suite
    if counts[0] >= 4:
        best = max(best, 40)                                  # un carré
    if values in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}):
        best = max(best, 45)                                  # une grande suite
    if counts[0] == 5:
        best = max(best, 50)                                  # un yam's
    return best


def yams(play):
    assert len(play["cups"]) == 3 and all(len(cup) == 5 and all(1 <= die <= 6 for die in cup) for cup in play["cups"])
    total = sum(cup_points(cup) for cup in play["cups"])
    assert play.get("points", total) == total, f"points {play['points']}, scored {total}"
    for low, high, euros_at_one in BRACKETS:
        if low <= total <= high:
            return euros_at_one * play["stake_cents"], 0
    return 0, 0


# --- Star Color, articles 4.2 to 4.8 ----------------------------------------------------------------------------------------
COLOURS = ["violet", "bleu", "vert", "jaune", "orange", "rose"]


def star_set(selected, board):
    rows, columns, colours, contents = board["rows"], board["columns"], board["colours"], board["contents"]
    assert (rows, columns) == (6, 7) and len(colours) == len(contents) == 42
    assert Counter(colours) == {colour: 7 for colour in COLOURS}
    open_ = {cell for cell in range(42) if colours[cell] == selected}
    exploded = set()
    while True:
        todo = [cell for cell in open_ - exploded if contents[cell].startswith(("milky-way", "supernova:", "shooting-star:"))]
        if not todo:
            break
        cell = min(todo)
        exploded.add(cell)
        row, column = divmod(cell, 7)
        what = contents[cell]
        for other in range(42):
            r, c = divmod(other, 7)
            if what == "milky-way":
                hit = max(abs(r - row), abs(c - column)) == 1
            elif what.startswith("supernova:"):
                assert what[10:] in COLOURS
                hit = colours[other] == what[10:]
            elif what == "shooting-star:nw-se":
                hit = r - c == row - column
            else:
                assert what == "shooting-star:ne-sw", what
                hit = r + c == row + column
            if hit:
                open_.add(other)
    gains = sum(int(contents[cell]) for cell in open_ if contents[cell].isdigit())
    return gains, any(contents[cell] == "extra" for cell in open_)


def star_color(play):
    sets = play["sets"]
    gains, extra = star_set(play["selected"], sets[0])
    assert len(sets) == (2 if extra else 1), "a second set stands where, and only where, an Extra is uncovered"
    if extra:
        more, again = star_set(play["selected"], sets[1])
        assert not again, "an Extra is uncovered in the second set"
        gains += more
    return gains, 0


# --- Diamond River, articles 5.3 to 5.11 ------------------------------------------------------------------------------------
LINES = {"red": 100000, "purple": 10000, "blue": 2000, "orange": 1000, "green": 600, "pink": 300}
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def throw_gains(throw):
    """Gains of one throw and how many things in it two readers could score differently."""
    symbols = throw["symbols"]
    assert (throw["rows"], throw["columns"], len(symbols)) == (5, 6, 30)
    assert all(symbol in LINES or symbol in ("magic", "gold", "+1", "wheel") for symbol in symbols), symbols
    at = {divmod(cell, 6): symbol for cell, symbol in enumerate(symbols)}
    gains, ambiguous = 0, 0
    magic_lines = Counter()
    for (row, column) in at:
        for down, right in DIRECTIONS:
            run = [(row + k * down, column + k * right) for k in range(4)]
            for gem in LINES:
                fits = [place in at and at[place] in (gem, "magic") for place in run]
                if all(fits[:3]) and any(at[place] == gem for place in run[:3]):
                    gains += LINES[gem]
                    for place in run[:3]:
                        if at[place] == "magic":
                            magic_lines[place] += 1
                    if fits[3]:
                        ambiguous += 1
    return gains, ambiguous + sum(1 for lines in magic_lines.values() if lines > 1)


def diamond_river(play):
    throws = play["throws"]
    everything = [symbol for throw in throws for symbol in throw["symbols"]]
    assert len(throws) == 4 + everything.count("+1") and len(throws) <= 7
    played = 4
    for number, throw in enumerate(throws):
        assert number < played, "a throw without a `+1` before it"
        played += throw["symbols"].count("+1")
        assert throw["symbols"].count("magic") <= 1 and throw["symbols"].count("+1") <= 1
    gains = ambiguous = 0
    for throw in throws:
        more, doubts = throw_gains(throw)
        gains, ambiguous = gains + more, ambiguous + doubts
    golden = everything.count("gold")
    assert golden <= 3
    if golden == 3:
        gains += 5000
    wheels = everything.count("wheel")
    assert wheels <= 1 and (play["wheel_cents"] is not None) == (wheels == 1)
    if wheels:
        assert play["wheel_cents"] in (300, 600, 1000, 2000, 5000, 10000, 100000, 3000000)
        gains += play["wheel_cents"]
    return gains, ambiguous


GAMES = {"yams": yams, "star-color": star_color, "diamond-river": diamond_river}


def main():
    passed = failed = 0
    for number, line in enumerate(sys.stdin, 1):
        if not line.strip():
            continue
        try:
            play = json.loads(line)
            prize, ambiguous = GAMES[play["game"]](play)
            wrong = None
            if prize != play["prize_cents"]:
                wrong = f"says {play['prize_cents']} cents, shows {prize}"
            elif ambiguous:
                wrong = "can be scored in two ways"
        except (AssertionError, KeyError, ValueError) as error:
            wrong = f"{type(error).__name__}: {error}"
        if wrong:
            failed += 1
            print(f"line {number}: {wrong}: {line.strip()[:300]}")
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
