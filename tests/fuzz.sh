#!/usr/bin/env bash
# Feeds every reader with what libFuzzer makes of right texts, for so many seconds each: no panic, no text that takes 5 seconds, no gigabyte.
# usage: tests/fuzz.sh PROGRAM SECONDS [TARGET...]     targets: game_file run_file plan part visual import numbers (all of them without)
# A finding is kept in the folder that is named at the end, and ends the script. It becomes a test in tests/readers.rs.
# This is what `cargo fuzz run -s none` does, without its installation: the flags are those of cargo-fuzz 0.13, the toolchain is the stable one.
set -euo pipefail
sim=$(realpath "${1:?usage: tests/fuzz.sh PROGRAM SECONDS [TARGET...]}")
seconds=${2:?usage: tests/fuzz.sh PROGRAM SECONDS [TARGET...]}
shift 2
targets=("$@")
((${#targets[@]})) || targets=(game_file run_file plan part visual import numbers)
cd "$(dirname "$0")/.."
root=$PWD
work=${FUZZ_FOLDER:-$(mktemp -d)}
mkdir -p "$work/seeds"
export CARGO_TARGET_DIR=${FUZZ_TARGET_DIR:-$root/target/fuzz}
flags=(-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
  -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0 --cfg fuzzing)
host=$(rustc -vV | sed -n 's/^host: //p')
# with --target, build scripts and macros are left alone
RUSTFLAGS="${flags[*]}" cargo build --locked --release --manifest-path tests/fuzz/Cargo.toml --target "$host" --bins

# seeds: the repository's own files, and what is written in its tests
mkdir -p "$work"/seeds/{game_file,run_file,plan,part,visual,import,numbers}
cp src/games/*/*.toml "$work/seeds/game_file"
cp tests/data/tables/*.txt "$work/seeds/import"
for run in results/*/run.json; do cp "$run" "$work/seeds/run_file/$(basename "$(dirname "$run")").json"; done
python3 - "$work/seeds" <<'PY'
import pathlib, sys
seeds = pathlib.Path(sys.argv[1])
numbers = {"1", "0.5", "20 000", "1,000.5", "1.000,5", "2.5", "1e9", "3blocks", "1.5 blocks", "-3", "12:3:4", "1_000", "\u202f7", "99999999999999999999"}
for at, text in enumerate(sorted(numbers)):
    (seeds / "numbers" / str(at)).write_bytes(b"\x02" + text.encode())
for at, text in enumerate(["amount,winners\n100,1\n5,20\n", "amount;winners;total\n100;1;100\n5;20;100\n", "prize\twinners\n1 000 \u20ac\t12\n"]):
    (seeds / "import" / f"{at}.csv").write_text(text)
PY
# plans, and the parts of one
for game in yams diamond-river; do
  "$sim" plan "$game" --n 3e5 --seed 1 --shards 2 --out "$work/plans/$game" >/dev/null
  cp "$work/plans/$game/plan.json" "$work/seeds/plan/$game.json"
done
export SIM_FUZZ_PLAN=$work/plans/yams/plan.json
for shard in 0 1; do "$sim" run --plan "$SIM_FUZZ_PLAN" --shard "$shard" --quiet >/dev/null; done
cp "$work"/plans/yams/parts/*.part "$work/seeds/part"
# visuals drawn by the program
for game in yams star-color diamond-river; do
  "$sim" show "$game" --count 8 --seed 1 --format json | split -l 1 - "$work/seeds/visual/$game-"
  "$sim" show "$game" --count 2 --seed 2 --format text --color never >"$work/seeds/visual/$game-text"
done

for target in "${targets[@]}"; do
  mkdir -p "$work/corpus/$target" "$work/findings"
  echo "== $target: $seconds s, $(find "$work/seeds/$target" -type f | wc -l) seeds"
  "$CARGO_TARGET_DIR/$host/release/$target" -seed="${SIM_FUZZ_SEED:-1}" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 -max_len=65536 -verbosity=0 -print_final_stats=1 \
    -artifact_prefix="$work/findings/$target-" "$work/corpus/$target" "$work/seeds/$target" >"$work/$target.log" 2>&1 || {
    tail -40 "$work/$target.log" >&2
    echo "a finding of $target is in $work/findings" >&2
    exit 1
  }
  grep -E 'number_of_executed_units|peak_rss_mb|slowest_unit' "$work/$target.log" | sed 's/^stat::/  /'
  echo "   corpus: $(find "$work/corpus/$target" -type f | wc -l) texts"
done
