#!/usr/bin/env bash
# Two whole blocks of every built-in game and stake: the paid total is twice the table, to the cent, nothing is mismatched, the verdict is `pass`.
# usage: tests/whole_blocks.sh PATH-OF-SIM
set -euo pipefail
sim=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# game, stake, total of one block in cents, from the official rules
while read -r game stake total; do
  "$sim" --game "$game" --stake "$stake" --n 2blocks --seed 5 --json --quiet --no-charts --out "$scratch" >"$scratch/summary.json"
  python3 - "$scratch/summary.json" "$total" <<'PY'
import json, sys
summary, total = json.load(open(sys.argv[1])), int(sys.argv[2])
paid = sum(tier["prize_cents"] * tier["observed"] for tier in summary["tiers"])
assert paid == 2 * total, (paid, 2 * total)
assert summary["mismatches"] == 0 and summary["ambiguous"] == 0 and summary["verdict"] == "pass", summary["verdict"]
assert summary["rtp"]["low"] == summary["rtp"]["high"] == summary["rtp"]["exact"] == summary["rtp"]["observed"]
print(f'{summary["game"]:14} {summary["stake_cents"]:4} cents  {summary["plays"]} plays pay {paid} cents, twice the table')
PY
done <<'TABLE'
yams 0.5 24500000
yams 1 49000000
yams 2 98000000
star-color 1 70000000
star-color 2 140000000
star-color 3 210000000
diamond-river 2.91 327375100
TABLE
