//! The curve of the return, with the range the exact table allows: it closes at the end of every block.

use super::model::{Convergence, Job};
use super::moments::Moments;
use super::paid_sum::{Category, Draw, PaidSum};
use crate::engine::Sampling;
use crate::prize::BlockPlan;
use std::collections::BTreeMap;

/// One point at the end of every stretch of the tally, from the prizes drawn; `end` is the range of the paid sum's deviation at the run's end; stretches without plays (of a run that was stopped) give none.
#[must_use]
pub fn convergence(job: &Job<'_>, exact: &Moments, end: (f64, f64)) -> Vec<Convergence> {
    let plan = BlockPlan { block: job.table.block(), plays: job.tally.plays() };
    let categories: Vec<Category> = job.table.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).collect();
    let stake = job.table.stake().0 as f64;
    let mean = exact.mean / stake;
    let mut counts = vec![0_u64; job.table.tiers().len()];
    let mut points: Vec<Convergence> = Vec::new();
    // the open part of a block comes again in the first and in the last block
    let left_to_chance = |plays: u64| match job.plan.sampling {
        Sampling::Iid => plays,
        Sampling::Block => plays % plan.block,
    };
    let mut ranges: BTreeMap<u64, (f64, f64)> = BTreeMap::from([(left_to_chance(plan.plays), end)]);
    for stretch in job.tally.stretches.iter().take(job.points.len()) {
        counts.iter_mut().zip(stretch).for_each(|(sum, count)| *sum += count);
        let plays: u64 = counts.iter().sum();
        if plays == 0 || points.last().is_some_and(|point| point.plays == plays) {
            continue;
        }
        let open = left_to_chance(plays);
        let draw = match job.plan.sampling {
            Sampling::Iid => Draw::Independent(open),
            Sampling::Block => Draw::Block(open),
        };
        let (low, high) = *ranges.entry(open).or_insert_with(|| PaidSum::new(&categories, draw).range());
        let n = plays as f64;
        points.push(Convergence {
            plays,
            rtp: job.table.paid(&counts) as f64 / n / stake,
            low: mean + low / n / stake,
            high: mean + high / n / stake,
        });
    }
    points
}
