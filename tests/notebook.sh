#!/usr/bin/env bash
# `report.ipynb` run by Python (nbclient): the figures computed again are those of sim, see notebook_run.py.
# usage: tests/notebook.sh SIM [VENV]   (needs python3 and, the first time, the Python package index)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
sim=$(realpath "${1:?usage: tests/notebook.sh SIM [VENV]}")
venv=${2:-${TMPDIR:-/tmp}/sim-notebook-venv}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -c 'import nbclient, ipykernel, polars' 2>/dev/null ||
  "$venv/bin/pip" install -q nbclient==0.11.0 nbformat==5.11.1 ipykernel==7.4.0 polars==2.1.0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$sim" --quiet --game yams --stake 2 --n 1.4e6 --seed 7
"$sim" --quiet --game star-color --n 123456 --seed 42
"$sim" --quiet --game diamond-river --n 1e5 --seed 42 --sampling iid
"$sim" --quiet --game yams --n 1 --seed 1 --name "it's one" --charts 'else where/charts'
"$sim" --quiet --game star-color --n 1e4 --seed 2 --judge none
exec "$venv/bin/python" "$here/notebook_run.py" "$sim" "$venv/bin/python"
