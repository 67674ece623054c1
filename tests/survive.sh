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
short=("${base[@]}" --checkpoint-every 20ms --seed 5 --n "$(plays_in 160 --judge none)" --name short --judge none)
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
    # killed while the files of a stopped run were written: its run file is all that holds the state
    rm r/x/summary.json
  else
    [ ! -e r/x/summary.json ] || fail "an ended run looks finished"
  fi
  code=0
  "${endless[@]}" >out 2>err || code=$?
  [ "$code" = 2 ] || fail "an unfinished run was replaced without being told to ($code)"
  grep -q -- --resume err || fail "the remedy is not named"
  echo "  SIG$signal: $took ms"
done

echo "a second Ctrl-C quits at once: 130, whatever the first one had begun"
for wait in 0.02 0.05 0.1 0.15; do
  rm -rf r
  "${endless[@]}" >out 2>err &
  pid=$!
  until [ -e r/x/checkpoint.json ]; do sleep 0.05; done
  kill -INT $pid
  sleep $wait
  began=$(date +%s%N)
  kill -INT $pid 2>/dev/null || true
  code=0
  wait $pid || code=$?
  took=$((($(date +%s%N) - began) / 1000000))
  [ "$code" = 130 ] && [ "$took" -lt 200 ] || fail "the second Ctrl-C after $wait s: code $code after $took ms"
  # a run that is not finished is never begun again without being told to, whatever file holds its state
  code=0
  "${endless[@]}" >out 2>err || code=$?
  [ "$code" = 2 ] && grep -q -- --resume err || { ls r/x; cat err; fail "after two Ctrl-C the run is begun again without a word ($code)"; }
done

echo "two runs, one folder: the second is refused, and the first one goes on"
rm -rf r
"$sim" --game yams --quiet --out r --charts c --checkpoint-every 5ms --seed 5 --n 1e10 --name x >out 2>err &
pid=$!
until [ -e r/x/checkpoint.json ]; do sleep 0.05; done
for how in --resume --force "" --resume ""; do
  for ((attempt = 0; attempt < 25; attempt++)); do
    code=0
    "${endless[@]}" $how >out2 2>err2 || code=$?
    [ "$code" = 2 ] && grep -q "another run is writing" err2 || { cat err2; fail "the second run ($how) ended with $code"; }
  done
done
code=0
"$sim" --game star-color --n 1e6 --seed 5 --quiet --out rr --charts c --name x >out2 2>err2 || code=$?
[ "$code" = 2 ] && grep -q "another run is writing" err2 || { cat err2; fail "a run with the same folder of charts ended with $code"; }
kill -0 $pid || { cat err; fail "the first run was ended by those that were refused"; }
kill -KILL $pid
wait $pid 2>/dev/null || true
rm -rf r rr c
"${endless[@]}" >out 2>err &
pid=$!
until [ -e r/x/checkpoint.json ]; do sleep 0.05; done

echo "SIGUSR1: the state is kept, the run goes on"
stamp=$(stat -c %y r/x/checkpoint.json)
kill -USR1 $pid
until [ "$(stat -c %y r/x/checkpoint.json)" != "$stamp" ]; do sleep 0.05; done
kill -0 $pid || fail "SIGUSR1 ended the run"
kill -KILL $pid
wait $pid 2>/dev/null || true

echo "a state that is damaged, or of another run, is refused"
cp r/x/checkpoint.json state
refused() { # REASON, WHAT, ARGUMENTS... : exit code 3, the reason in its words, and what to do
  local code=0 reason=$1 what=$2
  shift 2
  "${base[@]}" --name x --resume "$@" >out 2>err || code=$?
  [ "$code" = 3 ] || { cat err; fail "$what: ended with $code, not 3"; }
  tr '\n' ' ' <err | tr -s ' ' | grep -qE "$reason" || { cat err; fail "$what: the reason is not $reason"; }
  tr '\n' ' ' <err | grep -q -- --force || { cat err; fail "$what: no remedy is named"; }
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
  refused "cannot be (used|gone on with)|is damaged" "$how at $place" --seed 5 --n 1e10
done <places
cp state r/x/checkpoint.json
cp state state.now
while IFS=: read -r reason other; do
  refused "another $reason" "$other" $other
done <<'OTHERS'
seed:--seed 6 --n 1e10
plan:--seed 5 --n 2e10
stake:--seed 5 --n 1e10 --stake 1
plan:--seed 5 --n 1e10 --sampling iid
plan:--seed 5 --n 1e10 --judge none
OTHERS
# its checksum made right again, so that the version itself is what is refused
python3 - <<'P'
import hashlib, re
text = open("state", newline="").read()
body, key, found = re.fullmatch(r'\{\n(.*),\n"(\w+)": "([0-9a-f]+)"\n\}\n', text, re.S).groups()
assert hashlib.sha256(body.encode()).hexdigest() == found
other = re.sub(r'"program": "sim [^"]*"', '"program": "sim 9.9.9"', body, count=1)
assert other != body
open("r/x/checkpoint.json", "w", newline="").write('{\n%s,\n"%s": "%s"\n}\n' % (other, key, hashlib.sha256(other.encode()).hexdigest()))
P
cp r/x/checkpoint.json state.now
refused "another version of this program, .sim 9.9.9." "another version" --seed 5 --n 1e10
"$sim" --game star-color --no-charts --quiet --out other --checkpoint-every 100ms --seed 5 --n 1e10 --name x >out 2>err &
pid=$!
until [ -e other/x/checkpoint.json ]; do sleep 0.05; done
kill -KILL $pid
wait $pid 2>/dev/null || true
cp other/x/checkpoint.json r/x/checkpoint.json
cp r/x/checkpoint.json state.now
refused "another game" "another game" --seed 5 --n 1e10

# strace counts each kind of call by itself
begun_state=0
killed=0
moments=0
for call in openat write fsync rename unlink mkdir close; do
  strace -f -qq -e trace=$call -o log "${short[@]}" --force >out 2>err
  all=$(grep -c "$call(" log)
  # from the first call that names the folder of the run, or from the first one that follows what the start of any program does
  from=$(grep -n -m1 '"r' log | cut -d: -f1 || true)
  for ((number = ${from:-1}; number <= all; number++)); do
    rm -rf r
    code=0
    strace -f -qq -e trace=$call -e inject=$call:signal=KILL:when=$number -o log "${short[@]}" >out 2>err || code=$?
    moments=$((moments + 1))
    [ "$code" = 0 ] || killed=$((killed + 1))
    [ ! -e "$short_run/checkpoint.json" ] || begun_state=$((begun_state + 1))
    again "${short[@]}"
    same "$short_run" short_whole "killed before $call $number"
  done
done 2>/dev/null
[ "$killed" -gt $((moments * 8 / 10)) ] || fail "of $moments moments only $killed killed anything"
[ "$begun_state" -gt 20 ] || fail "only $begun_state of $killed kills found a state: no checkpoint was under way"
echo "killed before every file-system call of a run that keeps its state: $moments moments, $killed killed, $begun_state of them with a state; all identical"

on_the_way=0
for error in EIO ENOSPC EROFS; do
  for call in write fsync rename; do
    strace -f -qq -e trace=$call -o log "${short[@]}" --force >out 2>err
    grep -q checkpoint log && on_the_way=$((on_the_way + 1))
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
[ "$on_the_way" -gt 0 ] || fail "no state was kept on the way: the test tests nothing"

echo "a shard: its part is published by a link"
"$sim" plan yams --n 20blocks --seed 5 --shards 2 --judge none --out p >/dev/null
shard=("$sim" run --plan p --shard 1 --quiet)
"${shard[@]}" >out 2>err
mv p/parts part
mkdir p/parts
for error in EIO ENOSPC EROFS; do
  for call in linkat write fsync; do
    strace -f -qq -e trace=$call -o log "${shard[@]}" >out 2>err
    count=$(grep -c . log)
    rm -f p/parts/*
    codes=
    for ((number = 1; number <= count; number++)); do
      code=0
      strace -f -qq -e trace=$call -e inject=$call:error=$error:when=$number -o log "${shard[@]}" >out 2>err || code=$?
      grep -q panicked err && { cat err; fail "shard, $error at $call $number: panicked"; }
      # a line of the log that is lost is a warning
      if [ $call = linkat ]; then
        [ "$code" = 74 ] && grep -q "p/parts" err || { cat err; fail "shard, $error at $call $number: ended with $code"; }
      fi
      [ "$code" = 74 ] || [ "$code" = 0 ] || { cat err; fail "shard, $error at $call $number: ended with $code"; }
      codes+=" $code"
      "${shard[@]}" >out 2>err || { cat err; fail "the shard again ended with $?"; }
      diff -r p/parts part >&2 || fail "shard, $error at $call $number: another part"
      rm -f p/parts/*
    done
    [ "$count" -gt 0 ] || fail "no $call was seen"
    echo "  $error at each of $count calls of $call: codes$codes"
  done
done
echo "survive: all well"
