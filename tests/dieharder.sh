#!/usr/bin/env bash
# Our streams, interleaved, before the quick and sound tests of dieharder 3.31; two planted bad derivations must fail them.
# usage: tests/dieharder.sh PROGRAM        needs dieharder (Debian) and rustc
# dieharder says FAILED where a p-value is below 1e-6 or above 1 - 1e-6. Each choice of streams meets 6 p-values, so a sound program would fail for one
# seed in about 17 000 (5 x 6 x 2e-6); the seed is fixed.
set -euo pipefail
sim=$(realpath "${1:?usage: tests/dieharder.sh PROGRAM}")
here=$(cd "$(dirname "$0")" && pwd)
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
rustc --edition 2024 -O -o planted "$here/planted/streams.rs"

# number of the test, then its options: monobit, permutations of 5, distribution of 4-bit tuples, runs, count the ones. sts_serial (102) is left out: its p-values
# lean to 1 for sound numbers (4 of 37 outside 0.005 to 0.995, for any stream), and so is rgb_kstest (204), which leans to 0
tests=("100 -t 400000 -p 20" "202 -n 5 -t 100000 -p 20" "200 -n 4 -t 50000 -p 20" "15 -p 100" "8 -p 30")
judged() { # WORDS COMMAND... : one line a p-value
  local test
  for test in "${tests[@]}"; do
    # shellcheck disable=SC2086
    { "$@" 2>/dev/null || true; } | dieharder -g 200 -d $test -D test_name -D ntuple -D pvalues -D assessment 2>/dev/null || true
  done
}
began=$SECONDS
for streams in lanes seeds seed-bits batches first-of-batches; do
  judged "$sim" rng-test --raw "$streams" --seed 42 >out
  count=$(grep -cE 'PASSED|WEAK|FAILED' out || true)
  weak=$(grep -c WEAK out || true)
  echo "$streams: $count p-values, $weak weak (below 0.005 or above 0.995), $(grep -c FAILED out || true) failed"
  ((count == 6)) || { cat out >&2; echo "dieharder did not run" >&2; exit 1; }
  if grep FAILED out >&2; then exit 1; fi
done
for planted in raw cut; do
  judged ./planted "$planted" >out
  failed=$(grep -c FAILED out || true)
  echo "planted, $planted: $failed of $(grep -cE 'PASSED|WEAK|FAILED' out || true) p-values failed"
  ((failed >= 2)) || { cat out >&2; echo "a planted fault was not found" >&2; exit 1; }
done
echo "$((SECONDS - began)) s"
