#!/usr/bin/env bash
# `report.html` in a real browser: see html_page.py. Runs every game, and one made to be hostile, and opens their pages in headless Chromium.
# usage: tests/html.sh SIM [VENV] [SCREENSHOTS]   (needs python3; the first time, the Python package index and, on Debian, the package chromium)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
sim=$(realpath "${1:?usage: tests/html.sh SIM [VENV] [SCREENSHOTS]}")
venv=${2:-${TMPDIR:-/tmp}/sim-html-venv}
shots=${3:-}
browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
if [ -z "$browser" ]; then
  apt-get update -q
  apt-get install -y -q --no-install-recommends chromium
  browser=$(command -v chromium)
fi
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -c 'import playwright' 2>/dev/null || "$venv/bin/pip" install -q playwright==1.65.2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$sim" --quiet --game yams --stake 1 --n 1e6 --seed 42
"$sim" --quiet --game star-color --n 1e6 --seed 42
"$sim" --quiet --game diamond-river --n 3e5 --seed 42
"$sim" --quiet --game yams --n 1 --seed 1
# charts of lines instead of pixels
"$sim" --quiet --game diamond-river --n 1e5 --seed 4 --chart-format svg
"$sim" --quiet --game yams --n 1e5 --seed 2 --judge none
# a game whose every word tries to be markup
sed -e '0,/^name = .*/s||name = "<img src=x onerror=alert(1)>\&amp;<b>"|' -e '0,/^id = .*/s||id = "hostile"|' \
  -e '0,/^text = .*/s||text = "</style></script><script>alert(2)</script> `code` <i>"|' "$here/../src/games/dice/yams.toml" > hostile.toml
grep -q 'onerror' hostile.toml && grep -q 'alert(2)' hostile.toml
"$sim" --quiet --game hostile.toml --n 1e5 --seed 3
"$venv/bin/python" "$here/html_page.py" "$browser" "$shots" notebooks-out/*/report.html
