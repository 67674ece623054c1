#!/usr/bin/env bash
# A run that is killed, ended, interrupted, or that meets a full or broken disk, gone on with, ends with the bytes of an unbroken run.
#   tests/survive.sh PROGRAM [MOMENTS]     MOMENTS: kills at random moments (default 50); needs strace and python3
set -euo pipefail
sim=$(realpath "$1")
moments=${2:-50}
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
fail() { echo "survive: $*" >&2; exit 1; }
# so many plays that a run takes about so many milliseconds on this machine: on a faster one a kill would come after its end
plays_in() { # MILLISECONDS ARGUMENTS...
  local wanted=$1 began took
  shift
  began=$(date +%s%N)
  "$sim" --game yams --n 1e8 --no-charts --quiet --out timed "$@" >/dev/null 2>&1
  took=$((($(date +%s%N) - began) / 1000000 + 1))
  rm -r timed
  echo $((100000000 / took * wanted))
}
base=("$sim" --game yams --no-charts --quiet --out r)
run=r/line
line=("${base[@]}" --checkpoint-every 100ms --seed 5 --n "$(plays_in 800)" --name line)
endless=("${base[@]}" --checkpoint-every 100ms --seed 5 --n 1e10 --name x)
# for the many runs under strace: the prizes alone
short=("${base[@]}" --checkpoint-every 30ms --seed 5 --n "$(plays_in 120 --judge none)" --name short --judge none)
short_run=r/short

# the files that equal runs have equal; nothing else stays in the folder
same() { # FOLDER WANTED WHAT
  rm -f "$1/environment.json"
  diff -r "$1" "$2" >/dev/null || { diff -rq "$1" "$2" >&2 || true; fail "$3: not the bytes of an unbroken run"; }
}
again() { # COMMAND... : goes on until it is done
  local code=0
  "$@" --resume >out 2>err || code=$?
  [ "$code" = 0 ] || { cat err >&2; fail "going on ended with $code"; }
}

"${line[@]}" >out 2>err
mv "$run" whole
rm whole/environment.json
"${short[@]}" >out 2>err
mv "$short_run" short_whole
rm short_whole/environment.json

echo "killed at $moments random moments"
kept=0
RANDOM=42
for ((moment = 0; moment < moments; moment++)); do
  rm -rf r
  for ((kill = 0; kill < 1 + RANDOM % 3; kill++)); do
    "${line[@]}" --resume --threads $((1 + RANDOM % 3)) >out 2>err &
    pid=$!
    python3 -c "import time; time.sleep($((RANDOM % 600)) / 1000)"
    kill -KILL $pid 2>/dev/null || true
    wait $pid 2>/dev/null || true
    [ -e "$run/checkpoint.json" ] && kept=$((kept + 1))
  done
  again "${line[@]}"
  same "$run" whole "killed $moment"
done
[ "$kept" -gt 0 ] || fail "no kill found a state kept: the test tests nothing"
echo "  identical; $kept kills found a state kept"

echo "SIGTERM: 75, and within five seconds; Ctrl-C: 130, and a report marked PARTIAL"
for signal in TERM INT; do
  rm -rf r
  "${endless[@]}" >out 2>err &
  pid=$!
  until [ -e r/x/checkpoint.json ]; do sleep 0.05; done
  began=$(date +%s%N)
  kill -$signal $pid
  code=0
  wait $pid || code=$?
  took=$((($(date +%s%N) - began) / 1000000))
  [ "$took" -lt 5000 ] || fail "SIG$signal took $took ms"
  [ "$signal:$code" = TERM:75 ] || [ "$signal:$code" = INT:130 ] || fail "SIG$signal ended with $code"
  grep -q -- --resume err || { cat err; fail "SIG$signal does not say how to go on"; }
  if [ $signal = INT ]; then
    python3 - <<'P'
import json
summary = json.load(open("r/x/summary.json"))
assert summary["partial"] is True and summary["plays_planned"] == 10**10 and 0 < summary["plays"] < 10**10, summary
P
    grep -q PARTIAL out || fail "the report is not marked PARTIAL"
    [ ! -e r/x/checkpoint.json ] || fail "the state stays beside the run file that holds it"
  else
    [ ! -e r/x/summary.json ] || fail "an ended run looks finished"
  fi
  code=0
  "${endless[@]}" >out 2>err || code=$?
  [ "$code" = 2 ] || fail "an unfinished run was replaced without being told to ($code)"
  grep -q -- --resume err || fail "the remedy is not named"
  echo "  SIG$signal: $took ms"
done

echo "two runs, one folder: the second is refused"
rm -rf r
"${endless[@]}" >out 2>err &
pid=$!
until [ -e r/x/checkpoint.json ]; do sleep 0.05; done
code=0
"${endless[@]}" --resume >out2 2>err2 || code=$?
[ "$code" = 2 ] && grep -q "another run" err2 || { cat err2; fail "the second run ended with $code"; }

echo "SIGUSR1: the state is kept, the run goes on"
stamp=$(stat -c %y r/x/checkpoint.json)
kill -USR1 $pid
until [ "$(stat -c %y r/x/checkpoint.json)" != "$stamp" ]; do sleep 0.05; done
kill -0 $pid || fail "SIGUSR1 ended the run"
kill -KILL $pid
wait $pid 2>/dev/null || true

echo "a state that is damaged, or of another run, is refused"
cp r/x/checkpoint.json state
refused() { # WANTED CODE, WHAT, ARGUMENTS...
  local code=0 wanted=$1 what=$2
  shift 2
  "${base[@]}" --name x --resume "$@" >out 2>err || code=$?
  [ "$code" = "$wanted" ] || { cat err; fail "$what: ended with $code, not $wanted"; }
  grep -q panicked err && fail "$what: panicked"
  cmp -s state.now r/x/checkpoint.json || fail "$what: the state was changed"
}
python3 - <<'P' >places
import random
random.seed(42)
size = len(open("state", "rb").read())
print(*[f"flip {random.randrange(size)} {random.randrange(8)}" for _ in range(120)], *[f"cut {random.randrange(size)} 0" for _ in range(40)], "cut 0 0", f"cut {size - 2} 0", sep="\n")
P
while read -r how place bit; do
  python3 - "$how" "$place" "$bit" <<'P'
import sys
how, place, bit = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
data = bytearray(open("state", "rb").read())
if how == "flip":
    data[place] ^= 1 << bit
else:
    del data[place:]
open("r/x/checkpoint.json", "wb").write(data)
P
  cp r/x/checkpoint.json state.now
  refused 3 "$how at $place" --seed 5 --n 1e10
done <places
cp state r/x/checkpoint.json
cp state state.now
for other in "--seed 6 --n 1e10" "--seed 5 --n 2e10" "--seed 5 --n 1e10 --stake 1" "--seed 5 --n 1e10 --sampling iid" "--seed 5 --n 1e10 --judge none"; do
  refused 3 "$other" $other
done
sed 's/"program": "sim [^"]*"/"program": "sim 9.9.9"/' state >r/x/checkpoint.json
cp r/x/checkpoint.json state.now
refused 3 "another version" --seed 5 --n 1e10

calls=openat,write,fsync,rename,unlink,mkdir,close
strace -f -qq -e trace=$calls -o log "${short[@]}" --force >out 2>err
all=$(grep -c . log)
# from the first call that names the folder of the run
from=$(grep -n -m1 '"r' log | cut -d: -f1)
echo "killed before every file-system call of a run ($((all - from + 1)) calls, from number $from)"
for ((call = from; call <= all; call++)); do
  rm -rf r
  # in a shell of its own, which does not tell of every kill
  (strace -f -qq -e trace=$calls -e inject=$calls:signal=KILL:when=$call -o /dev/null "${short[@]}" >out 2>err || true) 2>/dev/null
  again "${short[@]}"
  same "$short_run" short_whole "killed before call $call"
done

for error in EIO ENOSPC EROFS; do
  for call in write fsync rename; do
    strace -f -qq -e trace=$call -o log "${short[@]}" --force >out 2>err
    count=$(grep -c . log)
    codes=
    for ((number = 1; number <= count; number++)); do
      rm -rf r
      code=0
      strace -f -qq -e trace=$call -e inject=$call:error=$error:when=$number -o log "${short[@]}" >out 2>err || code=$?
      grep -q panicked err && { cat err; fail "$error at $call $number: panicked"; }
      if grep -E "INJECTED" log | grep -qvE '\((1|2), |eventfd|\\1\\0\\0\\0'; then
        [ "$code" = 74 ] || { cat log err; fail "$error at $call $number: ended with $code"; }
        grep -q "r/short" err || { cat err; fail "$error at $call $number: no file is named"; }
      fi
      codes+=" $code"
      again "${short[@]}"
      same "$short_run" short_whole "$error at $call $number"
    done
    echo "  $error at each of $count calls of $call: codes$codes"
  done
done
echo "survive: all well"
