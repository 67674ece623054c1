#!/usr/bin/env bash
# Slurm for real: two nodes on this machine, the script that `sim submit slurm` prints, and everything that happens to jobs. Each time run.json is that of one process.
#   tests/slurm.sh PROGRAM [PLAYS]     installs slurm-wlm where it is missing (Debian, as root); about a minute; leaves no process behind
set -euo pipefail
sim=$(realpath "$1")
fail() { echo "slurm: $*" >&2; exit 1; }
command -v slurmctld >/dev/null && command -v slurmd >/dev/null || {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || fail "slurmctld and slurmd are not here, and cannot be installed: needs root on Debian"
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends slurm-wlm
}
dir=$(mktemp -d)
cd "$dir"
mkdir run spool log state
began=$(date +%s)
say() { echo "[$(($(date +%s) - began)) s] $*"; }
export SLURM_CONF=$dir/slurm.conf

# processes of this Slurm that have a word in their environment
with_environment() { # WORD
  python3 - "$1" "SLURM_CONF=$SLURM_CONF" $$ <<'P'
import os, sys
word, ours, shell = sys.argv[1], sys.argv[2], sys.argv[3]
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        words = open(f"/proc/{pid}/environ", "rb").read().decode("utf-8", "replace").split("\0")
    except OSError:
        continue
    if word in words and ours in words and pid not in (shell, str(os.getpid()), str(os.getppid())):
        print(pid)
P
}
stop() {
  local code=$? how pid
  trap - EXIT INT TERM
  scancel --user="$(id -un)" >/dev/null 2>&1 || true
  for how in TERM KILL; do
    for pid in $(cat run/*.pid 2>/dev/null) $(with_environment "SLURM_CONF=$SLURM_CONF"); do kill -$how "$pid" 2>/dev/null || true; done
    sleep 1
  done
  cd /
  rm -rf "$dir"
  exit "$code"
}
trap stop EXIT
trap 'exit 130' INT TERM

port=$((20000 + $$ % 20000))
cat >slurm.conf <<CONF
ClusterName=simci
SlurmctldHost=localhost
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
# a task that is queued again waits for so long
AuthInfo=cred_expire=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0
ReturnToService=2
SlurmctldTimeout=5
SlurmdTimeout=5
KillWait=5
StateSaveLocation=$dir/state
SlurmctldPidFile=$dir/run/slurmctld.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdPidFile=$dir/run/%n.pid
SlurmdSpoolDir=$dir/spool/%n
SlurmdLogFile=$dir/log/%n.log
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2 RealMemory=1000
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2 RealMemory=1000
PartitionName=sim Nodes=n1,n2 Default=YES State=UP
CONF
dead() { tail -n 20 log/*.log >&2 || true; fail "$*: Slurm does not start on this machine, so nothing was tested"; }
slurmctld || dead "slurmctld ended with $?"
for node in n1 n2; do slurmd -N $node || dead "slurmd $node ended with $?"; done
for ((tries = 0; ; tries++)); do
  [ "$(sinfo -h -o %t -N 2>/dev/null | grep -c idle)" = 2 ] && break
  [ $tries -lt 150 ] || { sinfo >&2 || true; dead "the two nodes are not idle after 30 s"; }
  sleep 0.2
done
say "two nodes are up: $(sinfo --version)"

# what one process finds; 3 threads find the same
# by default so many plays that this takes two seconds here: on a faster machine a task would end before it can be killed
timed=$(date +%s%N)
"$sim" --game yams --n 1e8 --no-charts --quiet --out timed >/dev/null 2>&1
plays=${2:-$((100000000 / (($(date +%s%N) - timed) / 1000000 + 1) * 2000 / 1000000 * 1000000))}
rm -r timed
long="--n $plays --seed 5"
name=yams-50-n$plays-s5
"$sim" --game yams $long --no-charts --quiet --out one
"$sim" --game yams $long --no-charts --quiet --out three --threads 3
cmp one/$name/run.json three/$name/run.json || fail "3 threads give another run.json"
say "one process, and 3 threads"

planned() { # PLAN SHARDS [PROGRAM]: a plan, and submit.sh as sim prints it, with states kept often
  "$sim" plan yams $long --shards "$2" --out "$1" >/dev/null
  "$sim" submit slurm --plan "$1" --checkpoint-every 200ms ${3:+--program "$3"} >"$1/submit.sh"
}
submitted() { # PLAN [SHARDS]: runs submit.sh; sets array and merge
  local said
  said=$(sh "$1/submit.sh" ${2:+"$2"}) || fail "submit.sh failed"
  read -r _ array _ merge <<<"$said"
  [ -n "$merge" ] || fail "submit.sh said: $said"
}
ended() { # JOB SECONDS: until no task of it is queued or at work
  local end=$(($(date +%s) + $2))
  while [ -n "$(squeue -h -j "$1" 2>/dev/null)" ]; do
    [ "$(date +%s)" -lt $end ] || { squeue >&2; sinfo >&2; tail -n 30 log/slurmctld.log >&2; fail "job $1 is not done after $2 s"; }
    sleep 0.3
  done
}
merged() { # PLAN WHAT: the merge ends, and its run is the run of one process
  ended "$merge" 300
  cmp "one/$name/run.json" "$1/results/$name/run.json" || { tail -n 20 "$1"/log/slurm-* >&2; fail "$2: not the run.json of one process"; }
  [ -s "$1/notebooks-out/$name/report.html" ] || fail "$2: the merge drew no charts"
  say "$2: run.json is that of one process"
}
begun() { # PLAN SHARD: until a state of it is kept
  local tries=0
  until ls "$1/states/shard-0000$2"-* >/dev/null 2>&1; do
    [ $((tries += 1)) -lt 600 ] || { squeue >&2; tail -n 30 "$1"/log/slurm-* >&2; fail "no state of shard $2 of $1 is kept"; }
    sleep 0.1
  done
}
logged() { # PLAN SHARD WORDS
  grep -q "$3" "$1"/log/slurm-*_"$2".log || { cat "$1"/log/slurm-*_"$2".log >&2; fail "\`$3\` is not in the log of shard $2 of $1"; }
}

planned clean 7
submitted clean
merged clean "a clean array of 7 shards"

rm clean/parts/shard-00004-*
rm -r clean/results clean/notebooks-out
missing=$("$sim" status --plan clean --format slurm)
[ "$missing" = 4 ] || fail "the status says \`$missing\` is missing, not 4"
submitted clean "$missing"
merged clean "one index, submitted again by sim status"

# a program that is killed once, in shard 1, with the states it has kept
cat >crashing <<CRASHING
#!/bin/sh
if [ "\$SLURM_ARRAY_TASK_ID" = 1 ] && mkdir "$dir/crashed" 2>/dev/null; then
    "$sim" "\$@" &
    sleep 0.6
    kill -KILL \$! \$\$
fi
exec "$sim" "\$@"
CRASHING
chmod +x crashing
planned ended 3 "$dir/crashing"
submitted ended
begun ended 2
# the shell of the task is told, as Slurm does a minute before its time is over
scancel --batch --signal=TERM "${array}_2"
merged ended "a task killed and a task ended by SIGTERM, both queued again"
logged ended 1 "shard 1 ended with 137: queued again"
logged ended 2 "shard 2 ended with 75: queued again"
logged ended 2 "going on with shard 2"

planned lost 4
submitted lost
for shard in 0 1 2 3; do begun lost $shard; done
# the daemon first, then the keeper of each task, who would report its end, then the tasks
keepers() { for pid in $(with_environment SLURMD_NODENAME=n2); do ps -o ppid= -p "$pid"; done | sort -u | while read -r pid; do grep -l slurmstepd "/proc/$pid/comm"; done | grep -o '[0-9]*'; }
on_n2=$(squeue -h -w n2 -o %K | sort | tr '\n' ' ')
[ -n "$on_n2" ] || fail "nothing runs on n2"
kill -KILL $(cat run/n2.pid) $(keepers) $(with_environment SLURMD_NODENAME=n2)
say "node n2 is killed, with its shards $on_n2"
merged lost "a node killed, its shards played by the other"
sinfo -h -n n2 -o %t | grep -q down || fail "node n2 is not down: it was not killed"
for shard in $on_n2; do logged lost "$shard" "going on with shard $shard"; done

# a job that its user cancels stays cancelled
"$sim" plan yams --n 1e12 --shards 2 --out cancelled >/dev/null
"$sim" submit slurm --plan cancelled --checkpoint-every 200ms >cancelled/submit.sh
submitted cancelled
begun cancelled 0
scancel "$array" "$merge"
ended "$array" 30
sleep 2
[ -z "$(squeue -h)" ] || { squeue >&2; fail "a cancelled job came back"; }
[ -z "$(ls cancelled/parts)" ] || fail "a cancelled job finished"
say "a cancelled job stays cancelled"

# without Slurm: killed, gone on with
planned killed 1
"$sim" run --plan killed --shard 0 --checkpoint-every 100ms --quiet &
child=$!
begun killed 0
kill -KILL $child
wait $child 2>/dev/null || true
"$sim" run --plan killed --shard 0 2>err >/dev/null
grep -q "going on with shard 0" err || fail "the killed shard was not gone on with"
"$sim" merge killed --no-charts --quiet --out hand
cmp one/$name/run.json hand/$name/run.json || fail "killed and gone on with: another run.json"

echo "SHA-256 of run.json:"
for run in "one process:one" "3 threads:three" "7 shards, Slurm:clean/results" "killed and ended, queued again:ended/results" "a node killed:lost/results" "killed, gone on with by hand:hand"; do
  printf '  %-32s%s\n' "${run%%:*}" "$(sha256sum <"${run#*:}/$name/run.json" | cut -c1-64)"
done
say "slurm: all well"
