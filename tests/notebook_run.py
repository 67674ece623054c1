"""Runs every notebook of the folder with `sim report --execute` and compares it with the one that sim wrote.

usage: notebook_run.py SIM PYTHON

What sim wrote is valid, says so in its first cell and carries no execution count; what Python prints when it runs the cells is what sim had printed, to the
last character; and a notebook whose tables were changed by hand fails.
"""
import json
import pathlib
import subprocess
import sys

import nbformat

sim, python = sys.argv[1:]
passed = failed = 0


def check(holds, what):
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
        print("FAILED:", what)


def printed(cell):
    return "".join(output.text for output in cell.outputs if output.output_type == "stream" and output.name == "stdout")


def report(run, charts, *more):
    return subprocess.run([sim, "report", f"results/{run}", "--charts", charts, "--quiet", *more], capture_output=True, text=True)


def read(path):
    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    return notebook


runs = sorted(path.name for path in pathlib.Path("results").iterdir())
assert len(runs) == 5, runs
for run in runs:
    charts = "else where/charts" if "one" in run else "notebooks-out"
    path = pathlib.Path(charts) / run / "report.ipynb"
    written = path.read_bytes()
    before = read(path)
    check((before.nbformat, before.nbformat_minor) == (4, 5), f"{run}: version {before.nbformat}.{before.nbformat_minor}")
    check("written by `sim`, not by Python" in before.cells[0].source, f"{run}: the first cell says whose outputs these are")
    code = [cell for cell in before.cells if cell.cell_type == "code"]
    check(all(cell.execution_count is None and all("execution_count" not in output for output in cell.outputs) for cell in code), f"{run}: counts")
    check(all(cell.outputs for cell in code[:-1]) and not code[-1].outputs, f"{run}: all cells but the last have outputs")
    pictures = sum("image/png" in output.get("data", {}) for cell in code for output in cell.outputs)
    check(pictures >= 1, f"{run}: {pictures} pictures")
    again = report(run, charts)
    check(again.returncode in (0, 1) and path.read_bytes() == written, f"{run}: the same bytes again")
    done = report(run, charts, "--execute", "--python", python)
    check(done.returncode in (0, 1), f"{run}: {done.returncode} {done.stderr}")
    after = read(path)
    check("those of Python" in after.cells[0].source, f"{run}: the first cell says that Python ran it")
    ran = [cell for cell in after.cells if cell.cell_type == "code"]
    check([cell.execution_count for cell in ran] == list(range(1, len(ran) + 1)), f"{run}: every cell ran, in order")
    check(len(ran) == len(code) and all(a.source == b.source for a, b in zip(code, ran)), f"{run}: the cells are the same")
    for ours, theirs in zip(code[:-1], ran):
        check(printed(ours) == printed(theirs), f"{run}: sim printed {printed(ours)!r}, Python {printed(theirs)!r}")
        kinds = [[key for output in cell.outputs for key in output.get("data", {}) if key in ("image/png", "text/html")] for cell in (ours, theirs)]
        check(kinds[0] == kinds[1], f"{run}: {kinds}")
    if not any(run.startswith(name) for name in ("it's", "yams-200")):
        continue
    check(printed(ran[-1]).startswith("return ") and printed(ran[-1]).count("\n") == 2, f"{run}: {printed(ran[-1])!r}")

# a figure that is not that of the tables is found: the summary says another return, and no file is made again
run = "star-color-100-n123456-s42"
summary = pathlib.Path("results") / run / "summary.json"
wrong = json.loads(summary.read_text())
wrong["rtp"]["observed"] += 1e-6
summary.write_text(json.dumps(wrong))
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

notebook = read(pathlib.Path("notebooks-out") / run / "report.ipynb")
try:
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": f"notebooks-out/{run}"}}).execute()
    check(False, "a return that is off by a millionth passes")
except CellExecutionError as error:
    check("return to player, observed" in str(error), f"the wrong cell fails: {error}")

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
