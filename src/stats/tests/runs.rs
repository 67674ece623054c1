//! Runs made for tests: prizes drawn by the real splits of blocks, no visuals.

use crate::engine::{Judging, Plan, Sampling, convergence_points};
use crate::prize::{Batch, BlockPlan, PrizeTable, independent_batch, split_block};
use crate::random::Weighted;
use crate::stats::{Job, Report, report};
use crate::tally::{Observable, Tally};

/// A run of prizes only.
pub struct Run {
    pub table: PrizeTable,
    pub plan: Plan,
    pub tally: Tally,
    pub points: Vec<u64>,
    pub observables: Vec<Observable>,
}

impl Run {
    /// Draws `plays` plays of the table.
    pub fn new(table: PrizeTable, plays: u64, seed: u64, sampling: Sampling) -> Self {
        let blocks = BlockPlan { block: table.block(), plays };
        let points = convergence_points(blocks);
        let mut run = Self::empty(table, plays, seed, sampling, points);
        match sampling {
            Sampling::Block => {
                for block in 0..blocks.blocks() {
                    for batch in split_block(&run.table, blocks, seed, block) {
                        run.add(&batch);
                    }
                }
            }
            Sampling::Iid => {
                let weights = Weighted::new(&run.table.tiers().iter().map(|tier| tier.winners).collect::<Vec<_>>()).unwrap();
                for index in 0..blocks.batches() {
                    run.add(&independent_batch(&weights, run.table.tiers().len(), blocks, seed, index));
                }
            }
        }
        run
    }

    fn empty(table: PrizeTable, plays: u64, seed: u64, sampling: Sampling, points: Vec<u64>) -> Self {
        let tally = Tally::new(table.tiers().len(), 0, points.len());
        let plan = Plan { seed, plays, sampling, judging: Judging::Full };
        Self { table, plan, tally, points, observables: Vec::new() }
    }

    /// A run of these plays by tier, as one stretch.
    pub fn of_counts(table: PrizeTable, counts: &[u64], sampling: Sampling) -> Self {
        let plays = counts.iter().sum();
        let mut run = Self::empty(table, plays, 0, sampling, vec![u64::MAX]);
        run.add(&Batch { index: 0, counts: counts.to_vec() });
        run
    }

    fn add(&mut self, batch: &Batch) {
        let stretch = self.points.partition_point(|&point| point < batch.index);
        for (tier, &count) in batch.counts.iter().enumerate() {
            self.tally.tiers[tier].plays += count;
            self.tally.tiers[tier].judged += count;
            self.tally.stretches[stretch][tier] += count;
        }
    }

    /// Adds an observable with its counters, all of them counted in the last tier.
    pub fn observe(&mut self, observable: Observable, counters: &[u64]) {
        assert_eq!(observable.width(), counters.len());
        for (tier, tally) in self.tally.tiers.iter_mut().enumerate() {
            let losing = tier + 1 == self.table.tiers().len();
            tally.row.extend(counters.iter().map(|&count| if losing { count } else { 0 }));
        }
        self.observables.push(observable);
    }

    pub fn job(&self) -> Job<'_> {
        Job {
            table: &self.table,
            sold_for: None,
            observables: &self.observables,
            plan: self.plan,
            planned: None,
            tally: &self.tally,
            points: &self.points,
        }
    }

    pub fn report(&self) -> Report {
        report(&self.job())
    }
}
