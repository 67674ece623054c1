//! Where the convergence curve has a point: log-spaced batch ends, and every batch end of the first and of the last block.

use crate::prize::BlockPlan;
use std::collections::BTreeSet;

/// Points a decade of the log-spaced part.
const POINTS_A_DECADE: u32 = 24;

/// The batches after which the curve has a point, in order; the last batch of the run is always one.
///
/// Whole numbers only: the log-spaced part goes by the ratio 11/10, which is 24 points a decade.
#[must_use]
pub fn convergence_points(plan: BlockPlan) -> Vec<u64> {
    let batches = plan.batches();
    let mut points = BTreeSet::from([batches - 1]);
    points.extend(0..plan.batches_in_block(0));
    let last_block = plan.blocks() - 1;
    let last_begins = last_block * plan.batches_per_block();
    points.extend(last_begins..last_begins + plan.batches_in_block(last_block));
    let mut batch = u64::from(POINTS_A_DECADE);
    while batch < batches {
        points.insert(batch - 1);
        batch = batch + batch / 10;
    }
    points.into_iter().collect()
}
