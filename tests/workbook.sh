#!/usr/bin/env bash
# Every workbook of `sim par`, read back and calculated again by independent programs (openpyxl, formulas): see workbook.py.
# usage: tests/workbook.sh SIM [VENV]   (needs python3 and, the first time, the Python package index)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
sim=$(realpath "${1:?usage: tests/workbook.sh SIM [VENV]}")
venv=${2:-${TMPDIR:-/tmp}/sim-workbook-venv}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -c 'import openpyxl, formulas' 2>/dev/null || "$venv/bin/pip" install -q openpyxl==3.1.5 formulas==1.3.4
exec "$venv/bin/python" "$here/workbook.py" "$sim"
