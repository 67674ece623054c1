//! Plan -> batches -> threads -> one merged tally. Names no game; the result does not depend on the number of threads.

mod course;
mod points;
pub mod rates;
pub mod shard;
mod stopped;

pub use points::convergence_points;

use crate::game::Playable;
use crate::random::WeightedError;
use crate::tally::{Tally, TallyOverflow};
use course::Course;
use serde::{Deserialize, Serialize};
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

impl Plan {
    /// The plan as a game plays it: of a game without a visual, prizes only.
    #[must_use]
    pub fn of(self, game: &dyn Playable) -> Self {
        if game.has_visual() { self } else { Self { judging: Judging::None, ..self } }
    }
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
    let course = Course::new(game, plan)?;
    on_threads(threads, || run_here(&course, begun, watch))
}

/// Does some work on `threads` threads (0: one a core).
fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> Result<T, EngineError> + Send) -> Result<T, EngineError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| EngineError::Threads(error.to_string()))?;
    pool.install(work)
}

fn run_here(course: &Course<'_>, begun: Option<Outcome>, watch: &Watch) -> Result<Outcome, EngineError> {
    let &Course { plan, blocks, .. } = course;
    let (before, begun) = match begun {
        Some(begun) => stopped::resumed(begun, plan, blocks, &course.points, &course.empty())?,
        None => (0, course.empty()),
    };
    watch.done.store(begun.plays(), Ordering::Relaxed);
    let (done, mut tally) = course.play(before..blocks.batches(), begun, watch)?;
    let Some(last) = done.checked_sub(1) else { return Err(EngineError::Stopped) };
    if done == blocks.batches() {
        return Ok(Outcome { plan, planned: None, tally });
    }
    let planned = Some(plan.plays);
    let plan = Plan { plays: blocks.plays_after(last), ..plan };
    let shorter = Course::new(course.game, plan)?;
    tally.stretches = stopped::stretches(&tally, &course.points, &shorter.batches_of(shorter.blocks.blocks() - 1));
    Ok(Outcome { plan, planned, tally })
}
