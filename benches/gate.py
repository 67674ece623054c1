#!/usr/bin/env python3
"""A gate that noise cannot move: instructions of fixed work under valgrind, against the numbers in instructions.txt beside this file.

    benches/gate.py            compares; fails when any figure is more than 3 % up
    benches/gate.py --accept   writes the figures of today: after a deliberate change, or with another compiler or valgrind

The work is `benches/fixed.rs`: batches of 50 000 plays of each game, drawn, judged and counted, on the path for any processor and on the path with wide vectors. A figure is
the difference of two runs, one of them a batch long, so that reading the game file is not in it.
The numbers hold for one compiler and one valgrind; with others the gate fails and says so, it never skips.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
NUMBERS = HERE / "instructions.txt"
# batches beyond the first: enough for some hundred million instructions
GAMES = {"yams": 40, "star-color": 4, "diamond-river": 2}
PATHS = ("any", "wide")
PLAYS = 50_000
UP, DOWN = 1.03, 0.97


def output(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def tools():
    compiler = output("rustc", "--version", cwd=HERE.parent).strip()
    try:
        valgrind = output("valgrind", "--version").strip()
    except FileNotFoundError:
        sys.exit("gate: valgrind is not installed: `apt-get install valgrind`")
    return f"{compiler}; {valgrind}"


def program():
    """Builds the bench and returns its path."""
    build = subprocess.run(
        ["cargo", "bench", "--locked", "--no-default-features", "--bench", "fixed", "--no-run"], cwd=HERE.parent, check=True, stderr=subprocess.PIPE, text=True
    )
    path = re.search(r"Executable .*\((.+)\)", build.stderr)
    if not path:
        sys.exit(f"gate: cargo named no program:\n{build.stderr}")
    return HERE.parent / path[1]


def instructions(bench, game, path):
    """Instructions of the batches beyond the first."""
    return counted(bench, game, path, 1 + GAMES[game]) - counted(bench, game, path, 1)


def counted(bench, game, path, batches):
    environment = {"PATH": os.environ["PATH"]} | ({"SIM_PORTABLE": "1"} if path == "any" else {})
    with tempfile.TemporaryDirectory() as scratch:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={scratch}/out", bench, game, "count", str(batches)],
            env=environment, capture_output=True, text=True,
        )
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not found:
        sys.exit(f"gate: {game} under valgrind ended with {run.returncode}:\n{run.stdout}{run.stderr}")
    if f"path {path}" not in run.stdout:
        sys.exit(f"gate: this processor has no wide vectors, so the figures of that path cannot be checked here:\n{run.stdout}")
    return int(found[1])


def main():
    accept = sys.argv[1:] == ["--accept"]
    if sys.argv[1:] and not accept:
        sys.exit(__doc__)
    made_with = tools()
    known, known_tools = {}, None
    if NUMBERS.exists():
        for line in NUMBERS.read_text().splitlines():
            if line.startswith("made with: "):
                known_tools = line.removeprefix("made with: ")
            elif line and not line.startswith("#"):
                game, path, count = line.split()
                known[game, path] = int(count)
    if not accept and known_tools != made_with:
        sys.exit(
            f"gate: the numbers in {NUMBERS.name} were made with {known_tools or 'nothing'}, and here are {made_with}.\n"
            "      Counts of different compilers cannot be compared: check out the last good commit, run `benches/gate.py --accept` there with these tools,\n"
            "      look at the difference, and commit the file."
        )
    bench = program()
    found = {(game, path): instructions(bench, game, path) for game in GAMES for path in PATHS}
    if accept:
        head = "# Instructions of fixed work, drawn, judged and counted: game, path, count. Made by benches/gate.py --accept.\n"
        NUMBERS.write_text(head + f"made with: {made_with}\n" + "".join(f"{game} {path} {count}\n" for (game, path), count in found.items()))
    worse = better = False
    print(f"{'game':15} {'path':5} {'instructions':>15} {'a play':>8}   against the bar")
    for (game, path), count in found.items():
        bar = known.get((game, path))
        ratio = count / bar if bar else None
        verdict = "no bar yet" if ratio is None else f"{100 * (ratio - 1):+.2f} %"
        if ratio is not None and ratio > UP:
            verdict += "   SLOWER"
            worse = True
        elif ratio is not None and ratio < DOWN:
            verdict += "   faster: lower the bar"
            better = True
        print(f"{game:15} {path:5} {count:15,} {count / (PLAYS * GAMES[game]):8.0f}   {verdict}")
        worse |= ratio is None and not accept
    if accept:
        print(f"written to {NUMBERS}")
        return
    if better:
        print("gate: some work is more than 3 % cheaper: keep it so with `benches/gate.py --accept`, and commit the file with the change that made it so")
    if worse:
        sys.exit(
            "gate: the work marked SLOWER costs more than 3 % more instructions than the bar (or has none). If that is the price of a deliberate change, run\n"
            "      `benches/gate.py --accept` and commit the file with a message that says what the instructions buy; else find them (valgrind --tool=callgrind)."
        )


main()
