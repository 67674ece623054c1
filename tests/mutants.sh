#!/usr/bin/env bash
# Search for faults that no test sees: small changes of the sources (cargo-mutants), each built and tested in a copy of the committed tree. Takes hours: not in CI.
# docs/mutants.md tells what was found. Wants `cargo install --locked cargo-mutants` (27.1.0 was used).
# usage: tests/mutants.sh FOLDER [MODULE...]    modules: money tally prize random dice stars gems stats (all of them in this order without)
# A search of a whole module that was ended goes on: what was caught is not tried again. The sample of a module is fixed: all its mutants, or every k-th of the list. First the module's own tests that are fast without optimisation run, then more tests on what survived.
set -euo pipefail
folder=${1:?usage: tests/mutants.sh FOLDER [MODULE...]}
shift
modules=("$@")
((${#modules[@]})) || modules=(money tally prize random dice stars gems stats)
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
[[ -d $folder/tree ]] || git clone -q "$source" "$folder/tree"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$folder/target} RUST_BACKTRACE=0
cd "$folder/tree"

# a module's files, its sample (shard k/n), the tests that are tried first
files() {
  case $1 in
  money) echo 'src/money.rs' ;;
  tally) echo 'src/tally.rs' ;;
  prize) echo 'src/prize/**/*.rs' ;;
  random) echo 'src/random/*.rs' ;;
  dice | stars | gems) echo "src/games/$1/referee.rs" ;;
  stats) echo 'src/stats/**/*.rs' ;;
  *) echo "no module \`$1\`" >&2 && return 1 ;;
  esac
}
shard() {
  case $1 in
  gems) echo 0/4 ;;
  stats) echo 0/25 ;;
  *) echo 0/1 ;;
  esac
}
# the tests that are tried first: where they are, and words of their names; fast ones without optimisation
targets() { [[ $1 == tally ]] && echo '--test tally_laws' || echo '--lib'; }
filter() {
  case $1 in
  tally) ;;
  prize) echo '-- prize:: --skip multivariate --skip share_its_winners --skip any_coin' ;;
  dice) echo 'games::dice::tests::referee' ;;
  stars) echo 'games::stars -- --skip slow_twin --skip distribution --skip faults --skip whole_blocks --skip boards --skip read_back --skip sources --skip layout' ;;
  gems) echo 'games::gems -- --skip boards --skip filling --skip faults --skip twin_on --skip whole_block --skip tests::slow --skip tests::trace --skip chance --skip sources' ;;
  stats) echo 'stats:: -- --skip calibration --skip power --skip precision_is --skip ranges_cover --skip ranges_close --skip edges_have --skip many_numbers' ;;
  *) echo "$1::" ;;
  esac
}
# the tests that are tried then, on what survived
more_targets() {
  case $1 in
  tally) echo '--lib --test shards --test parts' ;;
  random) echo '--test random_exact --test value_stability' ;;
  prize) echo '--lib --test value_stability' ;;
  stats) echo '--lib --test par --test report_text --test compare --test real_tables' ;;
  *) echo '--lib --test check --test import --test game_files' ;;
  esac
}
more_filter() {
  case $1 in
  random) ;;
  prize) echo '-- prize:: splits_of_blocks plays_sold_one batches_of_independent' ;;
  dice | stars | gems) echo "games::$1 -- --skip filling --skip boards" ;;
  stats) echo '-- --skip calibration --skip power --skip games:: --skip random:: --skip prize::' ;;
  *) ;;
  esac
}
more_level() { [[ $1 =~ ^(random|prize)$ ]] && echo 0 || echo 1; }

run() { # OUTPUT TIMEOUT LEVEL TARGETS FILTER ; the mutants are chosen by the arguments in `choice`. Only the targets are built: that is most of the time.
  local output=$1 timeout=$2 level=$3 targets=()
  for word in $4; do targets+=("--cargo-arg=$word"); done
  # shellcheck disable=SC2086
  nice -n 10 cargo mutants --in-place --baseline skip --no-shuffle --cap-lints true --no-default-features --timeout "$timeout" --build-timeout 900 \
    "${targets[@]}" --cargo-arg=--config=profile.dev.debug=0 "--cargo-arg=--config=profile.dev.opt-level=$level" --cargo-arg=--config=profile.dev.incremental=true \
    '--cargo-arg=--config=profile.dev.package."*".opt-level=2' --output "$output" --no-times --colors never "${choice[@]}" -- $5 || true # survivors are no failure of the script
}

for module in "${modules[@]}"; do
  echo "== $module"
  # shellcheck disable=SC2046
  nice -n 10 cargo test -q --no-default-features --config profile.dev.debug=0 --config profile.dev.opt-level=0 --config profile.dev.incremental=true \
    --config 'profile.dev.package."*".opt-level=2' $(targets "$module") $(filter "$module") >"$folder/$module-baseline.txt"
  choice=(--file "$(files "$module")")
  # what was caught leaves the list before it is sampled: a sample that is gone on with would be another one
  if [[ $(shard "$module") == 0/1 ]]; then choice+=(--iterate); else choice+=(--shard "$(shard "$module")" --sharding round-robin); fi
  run "$folder/$module" 60 0 "$(targets "$module")" "$(filter "$module")"
  missed=$folder/$module/mutants.out/missed.txt
  if [[ -s $missed ]]; then
    choice=(--file "$(files "$module")")
    while read -r name; do choice+=(--re "^$(sed 's/[][\.*^$+?(){}|/]/\\&/g' <<<"$name")\$"); done <"$missed"
    run "$folder/$module-all" 300 "$(more_level "$module")" "$(more_targets "$module")" "$(more_filter "$module")"
  fi
  for kind in caught missed timeout unviable; do
    printf '%s %s: %s\n' "$module" "$kind" "$(cat "$folder/$module"/mutants.out/{,previously_}"$kind.txt" 2>/dev/null | wc -l)"
  done
  [[ -s $missed ]] && { echo "survived all tests:"; cat "$folder/$module-all/mutants.out/missed.txt" 2>/dev/null; }
done
