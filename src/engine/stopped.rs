//! A stopped run as a shorter plan, and back: where their convergence curves have points.

use super::{EngineError, Outcome, Plan};
use crate::prize::{Batch, BlockPlan};
use crate::tally::Tally;

/// The batches done and the tally of a run of `plan` that was stopped, laid out for the whole plan: with a stretch for each of its `points`.
///
/// A shorter plan has every point of the longer one up to where it ends, so its stretches only have to be added up.
pub(super) fn resumed(begun: Outcome, plan: Plan, blocks: BlockPlan, points: &[u64], empty: &Tally) -> Result<(u64, Tally), EngineError> {
    let differs = |what| Err(EngineError::Beginning(what));
    if begun.plan.seed != plan.seed {
        return differs("seed");
    }
    if (begun.plan.sampling, begun.plan.judging) != (plan.sampling, plan.judging) {
        return differs("sampling or judging");
    }
    if begun.planned.unwrap_or(begun.plan.plays) != plan.plays {
        return differs("number of plays");
    }
    let shorter = BlockPlan { plays: begun.plan.plays, ..blocks };
    let done = shorter.batches();
    let shape = |tally: &Tally| (tally.tiers.len(), tally.tiers.iter().map(|tier| tier.row.len()).sum::<usize>());
    if shape(&begun.tally) != shape(empty) {
        return differs("game");
    }
    let ends = super::convergence_points(shorter);
    if done == 0 || done > blocks.batches() || blocks.plays_after(done - 1) != begun.plan.plays || ends.len() != begun.tally.stretches.len() {
        return differs("number of plays done");
    }
    let mut tally = begun.tally;
    let mut stretches = empty.stretches.clone();
    for (end, stretch) in ends.iter().zip(&tally.stretches) {
        let place = points.partition_point(|point| point < end);
        stretches[place].iter_mut().zip(stretch).for_each(|(sum, count)| *sum += count);
    }
    tally.stretches = stretches;
    Ok((done, tally))
}

/// The stretches of a run that ended with `last_block`, the batches of the last block it began, from those of the longer plan with `points`.
///
/// A shorter plan has the same points before its last block, and one after each batch of it; which plays those batches hold is drawn again.
pub(super) fn stretches(tally: &Tally, points: &[u64], last_block: &[Batch]) -> Vec<Vec<u64>> {
    let begins = last_block.first().map_or(0, |batch| batch.index);
    let kept = points.partition_point(|&point| point < begins);
    let mut stretches = tally.stretches[..kept].to_vec();
    // plays between the last point kept and the last block: they belong to the block's first point
    let mut between = tally.drawn();
    for counts in stretches.iter().chain(last_block.iter().map(|batch| &batch.counts)) {
        between.iter_mut().zip(counts).for_each(|(left, count)| *left -= count);
    }
    stretches.extend(last_block.iter().map(|batch| {
        let counts = between.iter().zip(&batch.counts).map(|(before, count)| before + count).collect();
        between.fill(0);
        counts
    }));
    stretches
}
