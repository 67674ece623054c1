//! Plan -> batches -> threads -> one merged tally. Names no game; the result does not depend on the number of threads.

mod points;

pub use points::convergence_points;

use crate::game::Playable;
use crate::prize::{Batch, BlockPlan, independent_batch, split_block};
use crate::random::{Weighted, WeightedError};
use crate::tally::{Observable, Tally, TallyOverflow};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
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
    /// Plays of the run, at least 1.
    pub plays: u64,
    /// How prizes are drawn.
    pub sampling: Sampling,
    /// What is done with each prize.
    pub judging: Judging,
}

/// Why a run could not be finished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A counter passed 2^63.
    #[error(transparent)]
    Overflow(#[from] TallyOverflow),
    /// The table cannot be drawn from independently.
    #[error("the prize table cannot be drawn from: {0}")]
    Weights(#[from] WeightedError),
    /// The threads could not be started.
    #[error("the threads could not be started: {0}")]
    Threads(String),
    /// [`Watch::stop`] was set.
    #[error("the run was stopped")]
    Stopped,
}

/// How far a run is, and a way to stop it: shared with whoever shows progress.
#[derive(Debug, Default)]
pub struct Watch {
    /// Plays done.
    pub done: AtomicU64,
    /// Set to stop after the batches at work.
    pub stop: AtomicBool,
}

/// Blocks whose batches are handed out together: enough work for any number of threads, little memory.
const WAVE_BATCHES: u64 = 2_048;

/// Runs the plan on `threads` threads (0: one a core) and merges the counts of all batches.
///
/// # Errors
/// See [`EngineError`].
pub fn run(game: &dyn Playable, plan: Plan, threads: usize, watch: &Watch) -> Result<Tally, EngineError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| EngineError::Threads(error.to_string()))?;
    pool.install(|| run_here(game, plan, watch))
}

fn run_here(game: &dyn Playable, plan: Plan, watch: &Watch) -> Result<Tally, EngineError> {
    let table = game.prize_table();
    let blocks = BlockPlan { block: table.block(), plays: plan.plays };
    let points = convergence_points(blocks);
    let row = Observable::offsets(game.observables()).last().copied().unwrap_or(0);
    let empty = || Tally::new(table.tiers().len(), row, points.len());
    let worker = Worker { game, plan, points: &points, watch, tallies: Mutex::new(Vec::new()) };
    match plan.sampling {
        Sampling::Block => {
            let wave = (WAVE_BATCHES / blocks.batches_per_block()).max(1);
            let mut first = 0;
            while first < blocks.blocks() && !worker.must_stop() {
                let last = (first + wave).min(blocks.blocks());
                let batches: Vec<Batch> = (first..last).into_par_iter().flat_map_iter(|block| split_block(table, blocks, plan.seed, block)).collect();
                batches.par_iter().for_each(|batch| worker.work(batch, empty));
                first = last;
            }
        }
        Sampling::Iid => {
            let weights: Vec<u64> = table.tiers().iter().map(|tier| tier.winners).collect();
            let weights = Weighted::new(&weights)?;
            (0..blocks.batches()).into_par_iter().for_each(|index| {
                if !worker.must_stop() {
                    worker.work(&independent_batch(&weights, table.tiers().len(), blocks, plan.seed, index), empty);
                }
            });
        }
    }
    worker.finish(empty())
}

/// What the threads share: tallies are taken from a shelf and put back, so there is at most one a thread.
struct Worker<'a> {
    game: &'a dyn Playable,
    plan: Plan,
    points: &'a [u64],
    watch: &'a Watch,
    tallies: Mutex<Vec<Tally>>,
}

impl Worker<'_> {
    fn must_stop(&self) -> bool {
        self.watch.stop.load(Ordering::Relaxed)
    }

    fn work(&self, batch: &Batch, empty: impl Fn() -> Tally) {
        if self.must_stop() {
            return;
        }
        let shelved = lock(&self.tallies).pop();
        let mut tally = shelved.unwrap_or_else(empty);
        let stretch = self.points.partition_point(|&point| point < batch.index);
        for (tier, &count) in batch.counts.iter().enumerate() {
            tally.tiers[tier].plays += count;
            tally.stretches[stretch][tier] += count;
        }
        if self.plan.judging == Judging::Full {
            self.game.play(self.plan.seed, batch, &mut tally);
        }
        lock(&self.tallies).push(tally);
        self.watch.done.fetch_add(batch.plays(), Ordering::Relaxed);
    }

    fn finish(self, mut total: Tally) -> Result<Tally, EngineError> {
        if self.watch.stop.load(Ordering::Relaxed) {
            return Err(EngineError::Stopped);
        }
        for tally in lock(&self.tallies).drain(..) {
            total.merge(&tally)?;
        }
        Ok(total)
    }
}

/// Locks a mutex whose data stay sound even if a thread panicked while it held it.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
