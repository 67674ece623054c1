#!/usr/bin/env bash
# The example runs that the README shows: `--check` runs them again and compares every table byte for byte; `--make` writes them anew.
# Pages (`report.html`) are left out, and all notebooks but that of Yam's !: they hold the charts again, 4 megabytes in all.
# usage: tests/examples.sh PATH-OF-SIM --check|--make
set -euo pipefail
sim=$(realpath "$1")
what=${2:---check}
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
run() {
  "$sim" --quiet --seed 42 --out "$scratch/results" --charts "$scratch/charts" "$@"
}
run --game yams --stake 1 --n 1e6
run --game star-color --n 2.5e6
run --game diamond-river --n 0.9blocks
for folder in "$scratch"/results/*; do
  name=$(basename "$folder")
  rm "$scratch/charts/$name/report.html"
  [[ $name == yams-* ]] || rm "$scratch/charts/$name/report.ipynb"
  rm "$folder/environment.json"                     # time, host and speed: of one run, of no interest to another
  if [ "$what" = --make ]; then
    rm -rf "results/$name" "notebooks-out/$name"
    mkdir -p results notebooks-out
    cp -r "$folder" results/
    cp -r "$scratch/charts/$name" notebooks-out/
  else
    diff -r "$folder" "results/$name"
    [ "$(ls "$scratch/charts/$name")" = "$(ls "notebooks-out/$name")" ]
    echo "$name: the committed example is what this program makes"
  fi
done
