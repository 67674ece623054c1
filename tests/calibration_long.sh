#!/usr/bin/env bash
# The calibration of our own checks, ten times as long as in `cargo test`: p-values of healthy runs are uniform for every kind of test (10 000 seeds each), ranges cover
# (20 000 each), inside a block at 0.1, 0.5 and 0.9 of it too; planted faults are caught; the power curve. Prints every result. About ten minutes on two cores.
# usage: tests/calibration_long.sh [TIMES]   (default 10: ten times the seeds)
set -euo pipefail
cd "$(dirname "$0")/.."
export SIM_CALIBRATION=${1:-10}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cargo test --release --no-default-features --lib stats::tests -- --include-ignored --nocapture --skip whole >"$log" 2>&1 || { cat "$log"; exit 1; }
grep -E '^(uniform|valid|covers|narrow) \|' "$log" | sort
grep -E ' of 100 ' "$log" | sort
grep -E '^\| ' "$log"
grep -E '^test result' "$log"
