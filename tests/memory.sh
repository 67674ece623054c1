#!/usr/bin/env bash
# Memory does not grow with the plays: the peak of a run of Yam's (prizes, visuals, judged) at PLAYS is at most 1.05 times that at 1e7, and below 256 MB.
# usage: tests/memory.sh PROGRAM [PLAYS]    PLAYS: 1e9 without; 1e10 takes two minutes on two quiet cores
set -euo pipefail
sim=$(realpath "${1:?usage: tests/memory.sh PROGRAM [PLAYS]}")
plays=${2:-1e9}
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
peak() { # PLAYS: kilobytes, as the kernel counts them for the process when it ends
  python3 - "$sim" "$1" <<'PY'
import resource, subprocess, sys
sim, plays = sys.argv[1:]
subprocess.run([sim, "--game", "yams", "--n", plays, "--seed", "42", "--threads", "2", "--no-charts", "--quiet", "--out", "results"], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
PY
}
small=$(peak 1e7)
large=$(peak "$plays")
echo "peak memory of Yam's: $small KB at 1e7 plays, $large KB at $plays"
((large * 100 <= small * 105)) || { echo "memory grows with the plays: more than 1.05 times" >&2; exit 1; }
((large <= 256 * 1024)) || { echo "more than 256 MB" >&2; exit 1; }
