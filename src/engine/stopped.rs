//! A stopped run as a shorter plan: where its convergence curve has points.

use crate::prize::Batch;
use crate::tally::Tally;

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
