#!/usr/bin/env bash
# sim beside what one would pick instead, on the same work: prints a Markdown table of rates and ratios.
#   benches/peers/run.sh [--sim PATH] [--check] [--games yams,star-color,diamond-river] [--rounds 3] [--scale 1] [--clock wall|cpu]
# Makes a Python environment and the plain Rust peer under the target directory; needs python3 with venv, cargo, gcc, and PyPI and crates.io the first time.
set -euo pipefail
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
case $target in /*) ;; *) target=$PWD/$target ;; esac
work=$target/peers

sim=
check=
options=()
while [ $# -gt 0 ]; do
    case $1 in
        --sim) sim=${2:?--sim needs the path of the program}; shift 2 ;;
        --check) check=--check; shift ;;
        --games | --rounds | --scale | --clock) options+=("$1" "${2:?$1 needs a value}"); shift 2 ;;
        *) sed -n '2,4s/^# *//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
    esac
done

mkdir -p "$work"
if ! cmp -s "$here/requirements.txt" "$work/venv/requirements.txt"; then
    python3 -m venv --clear "$work/venv"
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$work/venv/requirements.txt"
fi
# from inside the package's folder, so that the repository's rust-toolchain.toml holds
(cd "$here/plain" && cargo build --quiet --release --locked --target-dir "$work/plain")
if [ -z "$sim" ] && [ -z "$check" ]; then
    (cd "$root" && cargo build --quiet --release --locked --bin sim --target-dir "$target")
    sim=$target/release/sim
fi
exec "$work/venv/bin/python" "$here/compare.py" --work "$work" --sim "$sim" $check "${options[@]}"
