//! The curve of the return, with the range the exact table allows: it closes at the end of every block.

use super::model::{Convergence, Job};
use super::moments::Moments;
use super::special::Z_95;
use crate::engine::Sampling;
use crate::prize::BlockPlan;

/// One point at the end of every stretch of the tally, from the prizes drawn.
#[must_use]
pub fn convergence(job: &Job<'_>, exact: &Moments) -> Vec<Convergence> {
    let plan = BlockPlan { block: job.table.block(), plays: job.tally.plays() };
    let stake = job.table.stake().0 as f64;
    let mut counts = vec![0_u64; job.table.tiers().len()];
    let mut points = Vec::new();
    for (&point, stretch) in job.points.iter().zip(&job.tally.stretches) {
        counts.iter_mut().zip(stretch).for_each(|(sum, count)| *sum += count);
        let plays = plan.plays_after(point);
        let n = plays as f64;
        let open = plays % plan.block;
        let factor = match job.plan.sampling {
            Sampling::Iid => n,
            Sampling::Block if open == 0 => 0.0,
            Sampling::Block => open as f64 * ((plan.block - open) as f64 / (plan.block - 1) as f64),
        };
        let half = Z_95 * (exact.variance * factor).sqrt() / n / stake;
        let mean = exact.mean / stake;
        points.push(Convergence { plays, rtp: job.table.paid(&counts) as f64 / n / stake, low: mean - half, high: mean + half });
    }
    points
}
