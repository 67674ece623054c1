//! What was drawn and scored, put in the order the figures need: whole blocks, the open block, and the plays as the referee scored them.

use super::count_law::CountLaw;
use super::model::Job;
use super::paid_sum::Draw;
use crate::engine::Sampling;
use crate::money::Cents;
use std::collections::BTreeMap;

/// The run as the figures see it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Plays of the run.
    pub plays: u64,
    /// Plays of a block.
    pub block: u64,
    /// How prizes were drawn.
    pub sampling: Sampling,
    /// Whole blocks (0 for independent plays).
    pub whole: u64,
    /// Plays of the open block (all plays for independent plays).
    pub open: u64,
    /// Plays by tier as the referee scored them.
    pub observed: Vec<u64>,
    /// Plays by tier as drawn.
    pub drawn: Vec<u64>,
    /// Plays scored at a prize of no tier: (prize, plays).
    pub outside: Vec<(Cents, u64)>,
}

impl Sample {
    /// Reads the tally: mismatches leave the tier drawn for the prize judged.
    #[must_use]
    pub fn of(job: &Job<'_>) -> Self {
        let drawn = job.tally.drawn();
        let mut observed = drawn.clone();
        let mut outside = BTreeMap::new();
        for (&(tier, judged), &count) in &job.tally.mismatches {
            if let Some(from) = observed.get_mut(tier.index()) {
                *from = from.saturating_sub(count);
            }
            match job.table.tier_of(judged) {
                Some(to) => observed[to.index()] += count,
                None => *outside.entry(judged).or_insert(0) += count,
            }
        }
        let plays = drawn.iter().sum();
        let block = job.table.block();
        let (whole, open) = match job.plan.sampling {
            Sampling::Block => (plays / block, plays % block),
            Sampling::Iid => (0, plays),
        };
        Self { plays, block, sampling: job.plan.sampling, whole, open, observed, drawn, outside: outside.into_iter().collect() }
    }

    /// Whether the run is whole blocks, so that nothing is left to chance.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.sampling == Sampling::Block && self.open == 0
    }

    /// What is left to chance: the open block, or all independent plays.
    #[must_use]
    pub const fn draw(&self) -> Draw {
        match self.sampling {
            Sampling::Block => Draw::Block(self.open),
            Sampling::Iid => Draw::Independent(self.plays),
        }
    }

    /// How the plays were drawn, as a method names it.
    #[must_use]
    pub const fn manner(&self) -> &'static str {
        match self.sampling {
            Sampling::Block => "inside a block",
            Sampling::Iid => "independent plays",
        }
    }

    /// The law of the number of plays, among those left to chance, of a kind that has `winners` plays in a block.
    #[must_use]
    pub fn count_law(&self, winners: u64) -> CountLaw {
        match self.sampling {
            Sampling::Block => CountLaw::hypergeometric(self.block, winners, self.open),
            Sampling::Iid => CountLaw::binomial(self.plays, winners as f64 / self.block as f64, (self.block - winners) as f64 / self.block as f64),
        }
    }

    /// Plays that the referee scored above 0.
    #[must_use]
    pub fn winning(&self) -> u64 {
        let losing = self.observed.last().copied().unwrap_or(0);
        let outside: u64 = self.outside.iter().filter(|(prize, _)| prize.0 <= 0).map(|&(_, count)| count).sum();
        self.plays.saturating_sub(losing + outside)
    }

    /// (prize in cents, plays) as the referee scored them.
    #[must_use]
    pub fn scored(&self, job: &Job<'_>) -> Vec<(i64, u64)> {
        let tiers = job.table.tiers().iter().zip(&self.observed).map(|(tier, &count)| (tier.prize.0, count));
        tiers.chain(self.outside.iter().map(|&(prize, count)| (prize.0, count))).collect()
    }
}
