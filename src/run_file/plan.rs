//! The plan of a run that is played in shards, `plan.json`: the game file's text, what is to be run, and into how many shards it is cut. Written once, read by every shard and by the merge.

use super::wire::{Head, WirePlan, holds, sealed, sha256};
use super::{FORMAT, PROGRAM, RunFileError};
use crate::engine::Plan;
use crate::engine::shard::{MOST_SHARDS, Shards};
use crate::game::{MOST_BATCHES, Playable};
use crate::games::build;
use crate::json;
use crate::money::Cents;
use crate::plays::MAX_PLAYS;
use crate::prize::BlockPlan;
use crate::spec::GameFile;
use serde::Deserialize;

const KIND: &str = "plan of shards";

/// What is to be run, and in how many shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanFile {
    /// The program that made the plan, with its version: no other plays it.
    pub program: String,
    /// The stake in force.
    pub stake: Cents,
    /// The whole run, as its game plays it.
    pub plan: Plan,
    /// Number of shards, from 1 to [`MOST_SHARDS`].
    pub shards: u64,
}

/// A plan whose every part was checked, with its game.
pub struct OpenPlan {
    /// The plan.
    pub file: PlanFile,
    /// What names the plan: the SHA-256 of everything in it.
    pub id: String,
    /// The game file read.
    pub game: GameFile,
    /// The game at the plan's stake.
    pub playable: Box<dyn Playable>,
}

/// The whole file, as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    format: u64,
    program: String,
    game: String,
    game_sha256: String,
    game_file: String,
    plan: WirePlan,
    shards: u64,
    plan_id: String,
}

/// Only what tells a plan from another JSON file.
#[derive(Deserialize)]
struct Kind {
    format: Option<u64>,
    shards: Option<u64>,
    plan_id: Option<String>,
}

impl OpenPlan {
    /// A plan of this program.
    ///
    /// # Errors
    /// When the numbers of plays, batches or shards are out of range.
    pub fn new(game: GameFile, playable: Box<dyn Playable>, plan: Plan, shards: u64) -> Result<Self, RunFileError> {
        let stake = playable.prize_table().stake();
        let file = PlanFile { program: PROGRAM.to_owned(), stake, plan: plan.of(playable.as_ref()), shards };
        let id = sha256(body(&file.head(&game), shards).as_bytes());
        let open = Self { file, id, game, playable };
        open.check()?;
        Ok(open)
    }

    fn check(&self) -> Result<(), RunFileError> {
        let numbers = |what: String| Err(RunFileError::Numbers(what));
        let PlanFile { plan, shards, .. } = self.file;
        if !(1..=MAX_PLAYS).contains(&plan.plays) || self.blocks().batches() > MOST_BATCHES {
            return numbers(format!("{} plays", plan.plays));
        }
        if !(1..=MOST_SHARDS).contains(&shards) {
            return numbers(format!("{shards} shards"));
        }
        if plan != plan.of(self.playable.as_ref()) {
            return numbers("plays of a game without a visual are to be judged".to_owned());
        }
        Ok(())
    }

    /// The blocks of the run.
    #[must_use]
    pub fn blocks(&self) -> BlockPlan {
        BlockPlan { block: self.game.block, plays: self.file.plan.plays }
    }

    /// The shards.
    #[must_use]
    pub fn shards(&self) -> Shards {
        Shards { blocks: self.blocks(), count: self.file.shards }
    }

    /// The file's text, the same bytes for equal plans.
    #[must_use]
    pub fn to_json(&self) -> String {
        sealed(&body(&self.file.head(&self.game), self.file.shards), "plan_id")
    }

    /// Reads a plan and builds its game: the only way back in. Nothing but what [`OpenPlan::to_json`] writes is a plan.
    ///
    /// # Errors
    /// See [`RunFileError`]: no text panics.
    pub fn open(text: &str) -> Result<Self, RunFileError> {
        let not_a = |why: String| RunFileError::NotA { kind: KIND, why };
        let kind: Kind = serde_json::from_str(text).map_err(|error| not_a(error.to_string()))?;
        match kind {
            Kind { format: Some(format), shards: Some(_), plan_id: Some(_) } if format != FORMAT => return Err(RunFileError::Format(format)),
            Kind { format: Some(_), shards: Some(_), plan_id: Some(_) } => {}
            _ => return Err(not_a("`format`, `shards` and `plan_id` are not in it".to_owned())),
        }
        let whole: Whole = serde_json::from_str(text).map_err(|error| not_a(error.to_string()))?;
        let Whole { format, program, game, game_sha256, game_file, plan, shards, plan_id } = whole;
        let head = Head { format, program, game, game_sha256, game_file, plan };
        head.check()?;
        let body = body(&head, shards);
        if !holds(&plan_id, &body) {
            return Err(RunFileError::Checksum("`plan_id`"));
        }
        if head.program != PROGRAM {
            return Err(RunFileError::Program(head.program));
        }
        let game = GameFile::read(&head.game_file).map_err(|findings| RunFileError::Game(findings.to_string()))?;
        let playable = build(&game, Some(head.plan.stake_cents)).map_err(|error| RunFileError::Game(error.to_string()))?;
        let file = PlanFile { program: head.program, stake: head.plan.stake_cents, plan: head.plan.plan(), shards };
        let open = Self { file, id: plan_id, game, playable };
        open.check()?;
        // the bytes that the name is not of
        if open.to_json() == text { Ok(open) } else { Err(RunFileError::Checksum("`plan_id`")) }
    }
}

impl std::fmt::Debug for OpenPlan {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("OpenPlan").field("file", &self.file).field("id", &self.id).finish_non_exhaustive()
    }
}

impl PlanFile {
    fn head(&self, game: &GameFile) -> Head {
        Head::new(&self.program, game, self.stake, self.plan, None)
    }
}

/// Everything between the braces but the name of the plan: the bytes that the name is the SHA-256 of.
fn body(head: &Head, shards: u64) -> String {
    let entries: Vec<(&str, String)> = head.entries().into_iter().chain([("shards", json::line(&shards))]).collect();
    json::entries(&entries)
}
