//! Plan -> batches -> threads -> one merged tally. Names no game; the result does not depend on the number of threads.

mod points;
pub mod rates;
mod stopped;

pub use points::convergence_points;

use crate::game::{MOST_BATCHES, Playable};
use crate::prize::{Batch, BlockPlan, independent_batch, split_block};
use crate::random::{Weighted, WeightedError};
use crate::tally::{Observable, Tally, TallyOverflow};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How prizes are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sampling {
    /// From finite blocks, without replacement.
    Block,
    /// Independent plays with the table's odds.
    Iid,
}

/// What is done with each prize drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Judging {
    /// A visual is drawn and judged.
    Full,
    /// Prizes only.
    None,
}

/// Everything that determines the result of a run, beside the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed of all streams.
    pub seed: u64,
    /// Plays of the run, from 1 to [`MOST_PLAYS`].
    pub plays: u64,
    /// How prizes are drawn.
    pub sampling: Sampling,
    /// What is done with each prize.
    pub judging: Judging,
}

/// Plays of the longest run.
pub const MOST_PLAYS: u64 = crate::plays::MAX_PLAYS;

/// What a run found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What was run: the plan, but for `plays` when the run was stopped. The first batches are done then, and none beyond, so that the result is that of a plan with so many plays.
    pub plan: Plan,
    /// Plays that were planned, when the run was stopped before its end.
    pub planned: Option<u64>,
    /// What was counted.
    pub tally: Tally,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// No play, or too many.
    #[error("a run of {0} plays is not possible: from 1 to 10^15 plays, in at most 2^48 batches")]
    Plays(u64),
    /// A counter passed 2^63.
    #[error(transparent)]
    Overflow(#[from] TallyOverflow),
    /// The table cannot be drawn from independently.
    #[error("the prize table cannot be drawn from: {0}")]
    Weights(#[from] WeightedError),
    /// The threads could not be started.
    #[error("the threads could not be started: {0}")]
    Threads(String),
    /// [`Watch::stop`] was set before any batch was done.
    #[error("the run was stopped before its first batch was done")]
    Stopped,
    /// What was begun is no beginning of the plan.
    #[error("what was begun is no beginning of this plan: its {0} differs")]
    Beginning(&'static str),
}

/// How far a run is, and a way to stop it: shared with whoever shows progress.
#[derive(Debug, Default)]
pub struct Watch {
    /// Plays done.
    pub done: AtomicU64,
    /// Set to stop after the batches at work.
    pub stop: AtomicBool,
}

/// Batches split and handed out together: enough work for any number of threads, little memory.
const WAVE_BATCHES: u64 = 2_048;

/// Runs the plan (of a game without a visual, prizes only, as [`Outcome::plan`] then says) on `threads` threads (0: one a core) and merges the counts of all batches; where [`Watch::stop`] is set, of those batches that were begun.
///
/// # Errors
/// See [`EngineError`].
pub fn run(game: &dyn Playable, plan: Plan, threads: usize, watch: &Watch) -> Result<Outcome, EngineError> {
    go_on(game, plan, None, threads, watch)
}

/// As [`run`], from where a run of the same plan was stopped: the result is that of an unbroken run, byte for byte.
///
/// # Errors
/// See [`EngineError`].
pub fn go_on(game: &dyn Playable, plan: Plan, begun: Option<Outcome>, threads: usize, watch: &Watch) -> Result<Outcome, EngineError> {
    let blocks = BlockPlan { block: game.prize_table().block(), plays: plan.plays };
    if plan.plays == 0 || plan.plays > MOST_PLAYS || blocks.batches() > MOST_BATCHES {
        return Err(EngineError::Plays(plan.plays));
    }
    let plan = if game.has_visual() { plan } else { Plan { judging: Judging::None, ..plan } };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| EngineError::Threads(error.to_string()))?;
    pool.install(|| run_here(game, plan, blocks, begun, watch))
}

fn run_here(game: &dyn Playable, plan: Plan, blocks: BlockPlan, begun: Option<Outcome>, watch: &Watch) -> Result<Outcome, EngineError> {
    let table = game.prize_table();
    let points = convergence_points(blocks);
    let row = Observable::offsets(game.observables()).last().copied().unwrap_or(0);
    let empty = Tally::new(table.tiers().len(), row, points.len());
    let (before, begun) = match begun {
        Some(begun) => stopped::resumed(begun, plan, blocks, &points, &empty)?,
        None => (0, empty.clone()),
    };
    watch.done.store(begun.drawn().iter().sum(), Ordering::Relaxed);
    let tallies = (0..rayon::current_num_threads()).map(|_| Mutex::new(empty.clone())).collect();
    let crew = Crew { game, plan, points: &points, watch, tallies };
    let weights = match plan.sampling {
        Sampling::Block => None,
        Sampling::Iid => Some(Weighted::new(&table.tiers().iter().map(|tier| tier.winners).collect::<Vec<u64>>())?),
    };
    let independent = |index| weights.as_ref().map(|weights| independent_batch(weights, table.tiers().len(), blocks, plan.seed, index));
    let mut done = before;
    if weights.is_some() {
        done += crew.work(blocks.batches() - before, |place| independent(before + place).map(Cow::Owned));
    } else {
        let wave = (WAVE_BATCHES / blocks.batches_per_block()).max(1);
        let mut first = before / blocks.batches_per_block();
        while first < blocks.blocks() && !crew.must_stop() {
            let last = (first + wave).min(blocks.blocks());
            let split = |block| split_block(table, blocks, plan.seed, block).into_iter().filter(|batch| batch.index >= before);
            let batches: Vec<Batch> = (first..last).into_par_iter().flat_map_iter(split).collect();
            done += crew.work(batches.len() as u64, |place| batches.get(usize::try_from(place).ok()?).map(Cow::Borrowed));
            first = last;
        }
    }
    let mut tally = begun;
    for part in crew.tallies {
        tally.merge(&part.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))?;
    }
    let Some(last) = done.checked_sub(1) else { return Err(EngineError::Stopped) };
    if done == blocks.batches() {
        return Ok(Outcome { plan, planned: None, tally });
    }
    let planned = Some(plan.plays);
    let plan = Plan { plays: blocks.plays_after(last), ..plan };
    let blocks = BlockPlan { plays: plan.plays, ..blocks };
    let last_block = blocks.blocks() - 1;
    let begins = last_block * blocks.batches_per_block();
    let batches = match plan.sampling {
        Sampling::Block => split_block(table, blocks, plan.seed, last_block),
        Sampling::Iid => (begins..done).filter_map(independent).collect(),
    };
    tally.stretches = stopped::stretches(&tally, &points, &batches);
    Ok(Outcome { plan, planned, tally })
}

/// What the threads share, and a tally for each of them.
struct Crew<'a> {
    game: &'a dyn Playable,
    plan: Plan,
    points: &'a [u64],
    watch: &'a Watch,
    tallies: Vec<Mutex<Tally>>,
}

impl Crew<'_> {
    fn must_stop(&self) -> bool {
        self.watch.stop.load(Ordering::Relaxed)
    }

    /// Works through `count` batches in order, each by the next free thread, and tells how many were done: the first ones, even after a stop.
    fn work<'b>(&self, count: u64, batch: impl Fn(u64) -> Option<Cow<'b, Batch>> + Sync) -> u64 {
        let next = AtomicU64::new(0);
        rayon::broadcast(|thread| {
            let mut tally = self.tallies[thread.index()].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            while !self.must_stop() {
                let place = next.fetch_add(1, Ordering::Relaxed);
                if place >= count {
                    break;
                }
                if let Some(batch) = batch(place) {
                    self.play(&batch, &mut tally);
                }
            }
        });
        next.into_inner().min(count)
    }

    fn play(&self, batch: &Batch, tally: &mut Tally) {
        let stretch = self.points.partition_point(|&point| point < batch.index);
        for (tier, &count) in batch.counts.iter().enumerate() {
            tally.tiers[tier].plays += count;
            tally.stretches[stretch][tier] += count;
        }
        if self.plan.judging == Judging::Full {
            self.game.play(self.plan.seed, batch, tally);
        }
        self.watch.done.fetch_add(batch.plays(), Ordering::Relaxed);
    }
}
