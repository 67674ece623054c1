"""Runs sim and the peers in turn, several rounds, and prints the table. Called by run.sh, which builds what is compared."""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from common import GAMES

HERE = Path(__file__).resolve().parent

# Whole blocks of one timed run, at --scale 1: some seconds each on an idle machine of 2020. `sim` is timed as a whole command, so it gets more plays.
BLOCKS = {
    "yams": {"sim": 400, "plain": 40, "numba": 40, "numpy": 8, "numpy-grouped": 40},
    "star-color": {"sim": 60, "plain": 3, "numba": 3, "numpy": 1},
    "diamond-river": {"sim": 12, "plain": 1, "numba": 1, "numpy": 1},
}
CHECKED = {"yams": 2_100_000, "star-color": 1_000_000, "diamond-river": 1_500_000}
NAMES = {
    "sim": "`sim`, the whole command",
    "plain": "plain Rust, `rand`",
    "numba": "Numba, compiled loops",
    "numpy": "NumPy, vectorised",
    "numpy-grouped": "NumPy, grouped by kind of play",
}


def environment(program: str) -> dict:
    """One thread everywhere. For NumPy alone two settings are dropped that some machines make for old OpenBLAS builds and that slow a current one."""
    settings = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", NUMBA_NUM_THREADS="1")
    if program.startswith("numpy"):
        for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
            settings.pop(name, None)
    return settings


class Programs:
    def __init__(self, work: Path, sim: str) -> None:
        self.work = work
        self.sim = sim
        self.plain = str(work / "plain" / "release" / "plain-peer")

    def command(self, program: str, game: str, plays: int, seed: int) -> list[str]:
        if program == "plain":
            start = [self.plain]
        elif program == "numba":
            start = [sys.executable, str(HERE / "numba_peer.py")]
        else:
            start = [sys.executable, str(HERE / "numpy_peer.py")]
            start += ["--style", "grouped" if program == "numpy-grouped" else "direct"] if game == "yams" else []
        return start + ["--game", game, "--plays", str(plays), "--seed", str(seed)]

    def peer(self, program: str, game: str, plays: int, seed: int, *more: str) -> dict:
        """A run of a peer, with every promise of it kept, or the end of the comparison."""
        command = self.command(program, game, plays, seed) + list(more)
        done = subprocess.run(command, capture_output=True, text=True, env=environment(program))
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed ({done.returncode}):\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        report = json.loads(done.stdout)
        if report["mismatches"] != 0 or not all(report["checks"].values()):
            sys.exit(f"{program} breaks a promise: {report}")
        return report

    def simulated(self, game: str, plays: int, seed: int) -> dict:
        """Times of a whole `sim` command, from start to end, files written; its own verdict must be no fail and no play judged otherwise."""
        name = f"peers-{game}"
        command = [self.sim, "--game", game, "--n", str(plays), "--threads", "1", "--no-charts", "--seed", str(seed), "--json"]
        command += ["--out", str(self.work / "results"), "--name", name, "--force"]
        start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, env=environment("sim"))
        seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed ({done.returncode}):\n{done.stderr[-2000:]}")
        summary = json.loads(done.stdout)
        if summary["mismatches"] != 0 or summary["plays"] != plays:
            sys.exit(f"sim breaks a promise: {summary['plays']} plays, {summary['mismatches']} mismatches")
        return {"seconds": seconds, "cpu_seconds": after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime}

    def word(self) -> float:
        """Nanoseconds of one next_u64 of xoshiro256++, now."""
        return float(subprocess.run([self.plain, "--yardstick"], capture_output=True, text=True, check=True).stdout)


def spaced(number: float) -> str:
    """A whole number in groups of three digits."""
    return f"{number:,.0f}".replace(",", " ")


def measure(programs: Programs, game: str, rounds: int, scale: float, clock: str) -> str:
    """The rows of one game. Ratios are taken within a round, then the median over the rounds."""
    rates: dict[str, list[float]] = {program: [] for program in BLOCKS[game]}
    words: dict[str, list[float]] = {program: [] for program in BLOCKS[game]}
    for seed in range(1, rounds + 1):
        for program, blocks in BLOCKS[game].items():
            plays = max(1, round(blocks * scale)) * GAMES[game].block
            word = programs.word()
            times = programs.simulated(game, plays, seed) if program == "sim" else programs.peer(program, game, plays, seed)
            seconds = times[clock]
            rates[program].append(plays / seconds)
            words[program].append(seconds / plays * 1e9 / word)
            print(f"{game}, round {seed}: {program} {plays / seconds:,.0f} plays/s, a word {word:.2f} ns", file=sys.stderr)
    rows = []
    for program, of_program in rates.items():
        ratios = sorted(ours / theirs for ours, theirs in zip(rates["sim"], of_program))
        told = "1" if program == "sim" else f"**{statistics.median(ratios):.1f}** ({ratios[0]:.1f} to {ratios[-1]:.1f})"
        rate, word = statistics.median(of_program), statistics.median(words[program])
        rows.append(f"| {game} | {NAMES[program]} | {spaced(rate)} | {spaced(word)} | {told} |")
    return "\n".join(rows)


def check(programs: Programs, games: list[str]) -> None:
    """Every peer's laws, by laws.py."""
    lines = []
    for game in games:
        for program in BLOCKS[game]:
            if program != "sim":
                print(f"{game}: {program}", file=sys.stderr)
                lines.append(json.dumps(programs.peer(program, game, CHECKED[game], 1, "--check")))
    sys.exit(subprocess.run([sys.executable, str(HERE / "laws.py")], input="\n".join(lines), text=True).returncode)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--sim", default="")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--games", default=",".join(BLOCKS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall")
    options = parser.parse_args()
    options.clock = {"wall": "seconds", "cpu": "cpu_seconds"}[options.clock]
    games = options.games.split(",")
    if unknown := [game for game in games if game not in BLOCKS]:
        parser.error(f"`{unknown[0]}` is no game of these: {', '.join(BLOCKS)}")
    programs = Programs(options.work, options.sim)
    if options.check:
        check(programs, games)
    load = os.getloadavg()[0]
    tables = [measure(programs, game, options.rounds, options.scale, options.clock) for game in games]
    print("| game | program | plays a second, one thread | xoshiro256++ words a play | `sim` is faster by |")
    print("| --- | --- | ---: | ---: | ---: |")
    print("\n".join(tables))
    if options.clock == "cpu_seconds":
        print("\nTimes are seconds of processor time, not of the clock on the wall.")
    if load > 0.5:
        print(f"\nThe machine was busy when this began (load {load:.1f}): these figures are provisional. --clock cpu suffers less from that.")


if __name__ == "__main__":
    main()
