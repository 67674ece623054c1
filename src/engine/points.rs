//! Where the convergence curve has a point: log-spaced batch ends, and every batch end of the first and of the last block.

use crate::prize::BlockPlan;
use std::collections::BTreeSet;

/// The batches after which the curve has a point, in order; the last batch of the run is always one. Empty for a run of no play.
///
/// Whole numbers only: the log-spaced part goes by the ratio 11/10, which is 24 points a decade.
#[must_use]
pub fn convergence_points(plan: BlockPlan) -> Vec<u64> {
    let batches = plan.batches();
    let mut points = BTreeSet::new();
    points.extend(0..plan.batches_in_block(0));
    if let Some(last_block) = plan.blocks().checked_sub(1) {
        let last_begins = last_block * plan.batches_per_block();
        points.extend(last_begins..last_begins + plan.batches_in_block(last_block));
    }
    let mut batch = 1;
    while batch < batches {
        points.insert(batch - 1);
        batch += (batch / 10).max(1);
    }
    points.into_iter().collect()
}
