//! Shards: a run cut into pieces of whole blocks, each played alone, on any machine, in any order; joined, they are the run.
//!
//! Every batch is a pure function of the plan and its number, so a shard is nothing but a range of batches, and what was counted of it a tally to be added.

use super::course::Course;
use super::{EngineError, Outcome, Plan, Watch, on_threads};
use crate::game::Playable;
use crate::prize::BlockPlan;
use crate::tally::{Tally, TallyOverflow};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// Most shards of a plan.
pub const MOST_SHARDS: u64 = 1_000_000;

/// A run cut into shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    /// The run.
    pub blocks: BlockPlan,
    /// How many shards, at least one; those beyond the number of blocks leave some empty.
    pub count: u64,
}

impl Shards {
    /// The blocks of a shard: of `U` blocks and `N` shards, shard `k` has those from `floor(U k / N)` to before `floor(U (k + 1) / N)`. None beyond the last shard.
    #[must_use]
    pub fn blocks_of(self, shard: u64) -> Range<u64> {
        let all = self.blocks.blocks();
        let begins = |shard: u64| {
            let begins = u128::from(all) * u128::from(shard.min(self.count)) / u128::from(self.count.max(1));
            u64::try_from(begins).unwrap_or(all)
        };
        begins(shard)..begins(shard.saturating_add(1))
    }

    /// The batches of a shard.
    #[must_use]
    pub fn batches_of(self, shard: u64) -> Range<u64> {
        let (blocks, per_block) = (self.blocks_of(shard), self.blocks.batches_per_block());
        let begins = |block: u64| (block.saturating_mul(per_block)).min(self.blocks.batches());
        begins(blocks.start)..begins(blocks.end)
    }

    /// The plays of a shard.
    #[must_use]
    pub fn plays_of(self, shard: u64) -> u64 {
        plays_in(self.blocks, &self.batches_of(shard))
    }
}

/// The plays of a range of batches of a run.
#[must_use]
pub const fn plays_in(blocks: BlockPlan, batches: &Range<u64>) -> u64 {
    plays_before(blocks, batches.end) - plays_before(blocks, batches.start)
}

const fn plays_before(blocks: BlockPlan, batch: u64) -> u64 {
    if batch == 0 { 0 } else { blocks.plays_after(batch - 1) }
}

/// What was counted of consecutive batches of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The batches.
    pub batches: Range<u64>,
    /// What was counted, laid out for the whole run: `stretches` has an entry for each point of the whole curve.
    pub tally: Tally,
}

/// Plays some batches of a plan, from where the same work was stopped: to their end, or (a shorter range) until [`Watch::stop`].
///
/// # Errors
/// See [`EngineError`].
pub fn play(
    game: &dyn Playable,
    plan: Plan,
    batches: Range<u64>,
    begun: Option<Section>,
    threads: usize,
    watch: &Watch,
) -> Result<Section, EngineError> {
    let course = Course::new(game, plan)?;
    let empty = course.empty();
    let begun = begun.unwrap_or_else(|| Section { batches: batches.start..batches.start, tally: empty.clone() });
    if begun.batches.start != batches.start || begun.batches.end > batches.end || batches.end > course.blocks.batches() {
        return Err(EngineError::Beginning("range of batches"));
    }
    if shape(&begun.tally) != shape(&empty) || begun.tally.plays() != plays_in(course.blocks, &begun.batches) {
        return Err(EngineError::Beginning("game or number of plays"));
    }
    watch.done.store(begun.tally.plays(), Ordering::Relaxed);
    let (done, tally) = on_threads(threads, || course.play(begun.batches.end..batches.end, begun.tally, watch))?;
    if done == batches.start && done < batches.end {
        return Err(EngineError::Stopped);
    }
    Ok(Section { batches: batches.start..done, tally })
}

fn shape(tally: &Tally) -> (Vec<usize>, usize) {
    (tally.tiers.iter().map(|tier| tier.row.len()).collect(), tally.stretches.len())
}

/// Why sections are no run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// The plan is none.
    #[error(transparent)]
    Plan(#[from] EngineError),
    /// Batches are missing, or there twice.
    #[error("the sections are not the whole run: batch {0} is {1}")]
    Tiling(u64, &'static str),
    /// A section of another game or plan.
    #[error("the section of the batches from {0} on is of another plan")]
    Stranger(u64),
    /// A counter passed 2^63.
    #[error(transparent)]
    Overflow(#[from] TallyOverflow),
}

/// The run that sections are, given in any order: exactly what one machine would have found.
///
/// # Errors
/// See [`JoinError`].
pub fn join(game: &dyn Playable, plan: Plan, sections: impl IntoIterator<Item = Section>) -> Result<Outcome, JoinError> {
    let course = Course::new(game, plan)?;
    let mut tally = course.empty();
    let mut ranges = Vec::new();
    for section in sections {
        if shape(&section.tally) != shape(&tally) {
            return Err(JoinError::Stranger(section.batches.start));
        }
        tally.merge(&section.tally)?;
        ranges.push(section.batches);
    }
    // an empty section stands before the one that begins where it does
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut next = 0;
    for range in ranges {
        if range.start > next {
            return Err(JoinError::Tiling(next, "missing"));
        }
        if range.start < next {
            return Err(JoinError::Tiling(range.start, "there twice"));
        }
        next = range.end;
    }
    if next != course.blocks.batches() {
        return Err(JoinError::Tiling(next, if next < course.blocks.batches() { "missing" } else { "beyond its end" }));
    }
    Ok(Outcome { plan: course.plan, planned: None, tally })
}
