#!/usr/bin/env bash
# Every prize of every stake of every built-in game, and plays drawn from a block, scored by a stranger's referee.
# usage: tests/stranger/run.sh PATH-OF-SIM [COUNT]
set -euo pipefail
sim=$1
count=${2:-200}
here=$(dirname "$0")
# prizes of the official tables in stakes (Diamond River: in euros)
yams="5000 500 20 10 5 4 3 2 1 0"
star_color="20000 1000 100 12 4 2 1 0"
diamond_river="30000 1000 100 50 20 10 6 3 0"

# score GAME STAKE_IN_CENTS CENTS_A_UNIT PRIZE...
score() {
  local game=$1 stake=$2 unit=$3 prize
  shift 3
  {
    "$sim" show "$game" --stake "$(amount "$stake")" --count $((10 * count)) --seed 7 --format json 2>/dev/null
    for prize in "$@"; do
      "$sim" show "$game" --stake "$(amount "$stake")" --prize "$(amount $((prize * unit)))" --count "$count" --seed 11 --format json 2>/dev/null
    done
  } | { printf '%-14s %5s  ' "$game" "$(amount "$stake")"; python3 "$here/score.py"; }
}
amount() { printf '%d.%02d' $(($1 / 100)) $(($1 % 100)); }

for stake in 50 100 200; do score yams "$stake" "$stake" $yams; done
for stake in 100 200 300; do score star-color "$stake" "$stake" $star_color; done
score diamond-river 291 100 $diamond_river
