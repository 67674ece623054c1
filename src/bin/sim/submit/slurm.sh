#!/bin/sh
# Plays @SHARDS@ of plan @ID@ as a Slurm job array, then merges them.
# Printed by @PROGRAM@. Read it, change what your site wants (partition, account, times), then
#   sh submit.sh                  every shard, then the merge
#   sh submit.sh 3,17-19          these shards (what `sim status --plan @PLAN@ --format slurm` prints), then the merge
# It prints the numbers of the array and of the merge. Submitting a shard twice is harmless: a part that is there costs milliseconds.
set -eu
sim_plan=@PLAN@
sim_program=@SIM@
log=@LOG@
export sim_plan sim_program
array=${1:-@ARRAY@}

# Slurm takes indices below MaxArraySize only (1001 where nobody set it)
most=$(scontrol show config | sed -n 's/^MaxArraySize *= *//p')
if [ "${most:-1001}" -le @TOP@ ]; then
    echo "this Slurm takes array indices below ${most:-1001}, the plan has them up to @TOP@: raise MaxArraySize, or plan with fewer shards" >&2
    exit 2
fi

job=$(sbatch --parsable --array="$array@AT_ONCE@" --output="$log/slurm-%A_%a.log" --export=ALL <<'JOB'
#!/bin/sh
#SBATCH --job-name=sim-shard
#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=@CPUS@
#SBATCH --mem=@MEMORY@
@TIME@
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=B:TERM@60
@PARTITION@
# Only the index is taken from Slurm: the number of shards stands in the plan, and an array of one index is still that index.
stop() { kill -TERM "$child" 2>/dev/null || true; }
code=0
"$sim_program" run --plan "$sim_plan" --shard auto --checkpoint-every @EVERY@ &
child=$!
trap stop TERM
wait "$child" || code=$?
# a signal ends the first wait: sim is keeping its state then
while kill -0 "$child" 2>/dev/null; do code=0; wait "$child" || code=$?; done
case $code in
    # done, or nothing that another try would mend
    0 | 1 | 2 | 3 | 4 | 126 | 127 | 130) exit "$code" ;;
esac
# 75: ended with its state kept; 74: reading or writing failed; above 128: killed. The next try goes on from the state.
# A job that was cancelled is not running any more when its tasks are told to end: it must not come back.
if [ "${SLURM_RESTART_COUNT:-0}" -lt @RETRIES@ ] && [ "$(squeue --noheader --jobs="${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" --format=%T)" = RUNNING ]; then
    echo "shard $SLURM_ARRAY_TASK_ID ended with $code: queued again (restart $((${SLURM_RESTART_COUNT:-0} + 1)) of at most @RETRIES@)"
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}" || exit "$code"
    sleep 60
fi
exit "$code"
JOB
)
job=${job%%;*}

# afterany, not afterok: afterok would give up after one failed try, although the next one succeeds. The merge itself refuses what is not whole.
export sim_array="$job"
merge=$(sbatch --parsable --dependency="afterany:$job" --output="$log/slurm-merge-%j.log" --export=ALL <<'JOB'
#!/bin/sh
#SBATCH --job-name=sim-merge
#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=1
#SBATCH --mem=@MEMORY@
#SBATCH --open-mode=append
#SBATCH --requeue
@PARTITION@
code=0
"$sim_program" merge --plan "$sim_plan" --out @OUT@ --charts @CHARTS@ || code=$?
# tasks of a lost node end before they are queued again, which afterany takes for their end: while any is left, the merge queues behind them
if [ "$code" -eq 3 ] && [ -n "$(squeue --noheader --jobs="$sim_array" 2>/dev/null)" ]; then
    echo "shards are still queued or at work: queued again"
    scontrol requeue "$SLURM_JOB_ID" || exit "$code"
    sleep 60
fi
exit "$code"
JOB
)
echo "array $job merge ${merge%%;*}"
