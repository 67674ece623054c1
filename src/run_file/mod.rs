//! The run file `run.json`: everything a finished run is, enough to make every table and chart again without simulating.
//!
//! It holds the game file's text, the plan, the whole tally and a checksum; no time, host or path, so that equal runs have equal files whatever the number of
//! threads. Reading goes through one door, [`RunFile::open`], which believes nothing: not the checksum of the game, not the shape of the tally.

mod check;
mod part;
mod plan;
mod wire;

pub use part::Part;
pub use plan::{OpenPlan, PlanFile};

use crate::engine::{Outcome, Plan, convergence_points};
use crate::game::Playable;
use crate::games::build;
use crate::money::Cents;
use crate::prize::BlockPlan;
use crate::spec::{GameFile, Offer};
use crate::tally::Tally;

/// The version of the format this program writes and reads.
pub const FORMAT: u64 = 1;

/// This program with its version.
pub const PROGRAM: &str = concat!("sim ", env!("CARGO_PKG_VERSION"));

/// What a finished run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFile {
    /// The program that made the run, with its version: `sim 0.1.0`.
    pub program: String,
    /// The game file, byte for byte.
    pub game_text: String,
    /// The stake in force.
    pub stake: Cents,
    /// What was run.
    pub plan: Plan,
    /// Plays that were planned, when the run was stopped before its end: it can be gone on with.
    pub planned: Option<u64>,
    /// What was counted.
    pub tally: Tally,
}

/// Why a text is no run file that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunFileError {
    /// Not JSON, or JSON of something else.
    #[error("it is no run file: {0}")]
    Foreign(String),
    /// Not a plan of shards, or no part of one.
    #[error("it is no {kind}: {why}")]
    NotA {
        /// What it should be.
        kind: &'static str,
        /// Why it is none.
        why: String,
    },
    /// A plan or a part of another version of this program, which may play otherwise.
    #[error("it was made by {0}; this program is {PROGRAM}")]
    Program(String),
    /// A part of something else.
    #[error("it is of another {0}")]
    Stranger(String),
    /// A format of the future or of the past.
    #[error("it has format {0}; this program reads format {FORMAT}")]
    Format(u64),
    /// Made with another derivation of the random streams or another batch size, so that its visuals cannot be drawn again.
    #[error("its {what} is {found}; this program has {here}")]
    Engine {
        /// What differs.
        what: &'static str,
        /// In the file.
        found: String,
        /// In this program.
        here: String,
    },
    /// A checksum that does not hold.
    #[error("its {0} does not match its content: the file was changed or damaged")]
    Checksum(&'static str),
    /// The game file inside is wrong.
    #[error("the game file inside is not valid: {0}")]
    Game(String),
    /// The numbers contradict each other or the game.
    #[error("its numbers contradict each other: {0}")]
    Numbers(String),
}

/// A run file whose every part was checked, with the game it was made with.
pub struct OpenRun {
    /// The run.
    pub run: RunFile,
    /// The game file read.
    pub game: GameFile,
    /// The game at the run's stake.
    pub playable: Box<dyn Playable>,
}

impl OpenRun {
    /// A run that this program has just finished, or stopped.
    #[must_use]
    pub fn new(game: GameFile, playable: Box<dyn Playable>, outcome: Outcome) -> Self {
        let run = RunFile::new(&game, playable.prize_table().stake(), outcome);
        Self { run, game, playable }
    }

    /// The offer (stake and prize table) of the run.
    ///
    /// # Panics
    /// Never: opening found the offer.
    #[must_use]
    pub fn offer(&self) -> &Offer {
        self.game.offer(Some(self.run.stake)).expect("the offer was found when the run was opened")
    }

    /// The batches after which the convergence curve has a point.
    #[must_use]
    pub fn points(&self) -> Vec<u64> {
        convergence_points(BlockPlan { block: self.game.block, plays: self.run.plan.plays })
    }
}

impl std::fmt::Debug for OpenRun {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("OpenRun").field("run", &self.run).finish_non_exhaustive()
    }
}

impl RunFile {
    /// What this program has just found, of a game at a stake.
    #[must_use]
    pub fn new(game: &GameFile, stake: Cents, outcome: Outcome) -> Self {
        let Outcome { plan, planned, tally } = outcome;
        Self { program: PROGRAM.to_owned(), game_text: game.text.clone(), stake, plan, planned, tally }
    }

    /// What was found, for the engine to go on from.
    #[must_use]
    pub fn into_outcome(self) -> Outcome {
        let Self { plan, planned, tally, .. } = self;
        Outcome { plan, planned, tally }
    }

    /// The file's text: JSON, one tier and one point of the convergence curve a line, the same bytes for equal runs.
    #[must_use]
    pub fn to_json(&self, game: &GameFile) -> String {
        wire::write(self, game)
    }

    /// Reads a run file and builds its game: the only way back in.
    ///
    /// # Errors
    /// See [`RunFileError`]: no text panics.
    pub fn open(text: &str) -> Result<OpenRun, RunFileError> {
        let wire = wire::read(text)?;
        let game = GameFile::read(&wire.game_text).map_err(|findings| RunFileError::Game(findings.to_string()))?;
        let playable = build(&game, Some(wire.stake)).map_err(|error| RunFileError::Game(error.to_string()))?;
        let run = check::into_run(wire, &game, playable.as_ref())?;
        Ok(OpenRun { run, game, playable })
    }
}
