//! The run file as JSON: what stands where. Shapes only; what the numbers mean is checked in `check`.

use super::{FORMAT, RunFile, RunFileError};
use crate::engine::{Judging, Plan, Sampling, convergence_points};
use crate::json;
use crate::money::Cents;
use crate::prize::{BATCH_PLAYS, BlockPlan, TierId};
use crate::random::STREAM_VERSION;
use crate::spec::GameFile;
use crate::tally::{Tally, TierTally, Witness};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A run file read, its checksums verified, its numbers not yet.
pub(super) struct Read {
    pub program: String,
    pub game_text: String,
    pub stake: Cents,
    pub plan: Plan,
    pub planned: Option<u64>,
    pub counts: Counts,
    pub convergence: Vec<Point>,
}

/// What was counted, but for the convergence curve.
pub(super) struct Counts {
    pub tiers: Vec<TierTally>,
    pub mismatches: Vec<Mismatch>,
    pub witnesses: Vec<Witness>,
}

impl Counts {
    /// What stands in a tally.
    pub fn of(tally: &Tally) -> Self {
        let mismatch = |(&(tier, judged_cents), &plays): (&(TierId, Cents), &u64)| Mismatch { tier, judged_cents, plays };
        Self { tiers: tally.tiers.clone(), mismatches: tally.mismatches.iter().map(mismatch).collect(), witnesses: tally.witnesses.clone() }
    }

    /// The keys of the file and their values.
    pub fn entries(&self) -> [(&'static str, String); 3] {
        [("tiers", json::list(&self.tiers)), ("mismatches", json::list(&self.mismatches)), ("witnesses", json::list(&self.witnesses))]
    }
}

/// The game and the plan: what a run file and a plan of shards begin with.
pub(super) struct Head {
    pub format: u64,
    pub program: String,
    pub game: String,
    pub game_sha256: String,
    pub game_file: String,
    pub plan: WirePlan,
}

impl Head {
    /// Of a game and a plan, by this program's derivation of streams.
    pub fn new(program: &str, game: &GameFile, stake: Cents, plan: Plan, planned: Option<u64>) -> Self {
        Self {
            format: FORMAT,
            program: program.to_owned(),
            game: game.id.clone(),
            game_sha256: sha256(game.text.as_bytes()),
            game_file: game.text.clone(),
            plan: WirePlan {
                stake_cents: stake,
                plays: plan.plays,
                plays_planned: planned,
                seed: plan.seed,
                sampling: plan.sampling,
                judging: plan.judging,
                batch_plays: BATCH_PLAYS,
                streams: STREAM_VERSION.to_owned(),
            },
        }
    }

    /// Whether this program draws the same plays, and the game file is whole.
    pub fn check(&self) -> Result<(), RunFileError> {
        if self.plan.streams != STREAM_VERSION {
            return Err(RunFileError::Engine { what: "stream version", found: self.plan.streams.clone(), here: STREAM_VERSION.to_owned() });
        }
        if self.plan.batch_plays != BATCH_PLAYS {
            let (found, here) = (self.plan.batch_plays.to_string(), BATCH_PLAYS.to_string());
            return Err(RunFileError::Engine { what: "batch size", found, here });
        }
        if !holds(&self.game_sha256, &self.game_file) {
            return Err(RunFileError::Checksum("`game_sha256`"));
        }
        Ok(())
    }

    /// The keys of the file and their values.
    pub fn entries(&self) -> [(&'static str, String); 6] {
        [
            ("format", json::line(&self.format)),
            ("program", json::line(&self.program)),
            ("game", json::line(&self.game)),
            ("game_sha256", json::line(&self.game_sha256)),
            ("game_file", json::line(&self.game_file)),
            ("plan", json::line(&self.plan)),
        ]
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WirePlan {
    pub stake_cents: Cents,
    plays: u64,
    /// Of a run that was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plays_planned: Option<u64>,
    seed: u64,
    sampling: Sampling,
    judging: Judging,
    batch_plays: u64,
    streams: String,
}

impl WirePlan {
    /// The plan.
    pub const fn plan(&self) -> Plan {
        Plan { seed: self.seed, plays: self.plays, sampling: self.sampling, judging: self.judging }
    }
}

/// Plays of one tier that the referee scored as another prize.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mismatch {
    pub tier: TierId,
    pub judged_cents: Cents,
    pub plays: u64,
}

/// A point of the convergence curve: plays of each tier up to and including a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Point {
    pub batch: u64,
    pub plays: u64,
    pub tiers: Vec<u64>,
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
    tiers: Vec<TierTally>,
    mismatches: Vec<Mismatch>,
    witnesses: Vec<Witness>,
    convergence: Vec<Point>,
    checksum_sha256: String,
}

/// Only what tells a run file from another JSON file.
#[derive(Deserialize)]
struct Format {
    format: Option<u64>,
    game_sha256: Option<String>,
}

pub(super) fn write(run: &RunFile, game: &GameFile) -> String {
    let blocks = BlockPlan { block: game.block, plays: run.plan.plays };
    let mut so_far = vec![0_u64; run.tally.tiers.len()];
    let convergence: Vec<Point> = convergence_points(blocks)
        .into_iter()
        .zip(&run.tally.stretches)
        .map(|(batch, stretch)| {
            so_far.iter_mut().zip(stretch).for_each(|(sum, more)| *sum += more);
            Point { batch, plays: blocks.plays_after(batch), tiers: so_far.clone() }
        })
        .collect();
    let head = Head::new(&run.program, game, run.stake, run.plan, run.planned);
    sealed(&body(&head, &Counts::of(&run.tally), &convergence), CHECKSUM)
}

/// The key of the checksum.
pub(super) const CHECKSUM: &str = "checksum_sha256";

/// A file: its entries, and under a last key the SHA-256 of them.
pub(super) fn sealed(body: &str, key: &str) -> String {
    format!("{{\n{body},\n\"{key}\": \"{}\"\n}}\n", sha256(body.as_bytes()))
}

/// Everything between the braces but the checksum: the bytes that the checksum is of.
fn body(head: &Head, counts: &Counts, convergence: &[Point]) -> String {
    let entries: Vec<(&str, String)> = head.entries().into_iter().chain(counts.entries()).chain([("convergence", json::list(convergence))]).collect();
    json::entries(&entries)
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// Whether a checksum is that of the text. Built for a fuzzer (`--cfg fuzzing`) every checksum holds, so that what stands behind them is reached.
pub(super) fn holds(checksum: &str, text: &str) -> bool {
    cfg!(fuzzing) || checksum == sha256(text.as_bytes())
}

pub(super) fn read(text: &str) -> Result<Read, RunFileError> {
    let foreign = |error: serde_json::Error| RunFileError::Foreign(error.to_string());
    let format: Format = serde_json::from_str(text).map_err(foreign)?;
    match format {
        Format { format: Some(format), game_sha256: Some(_) } if format != FORMAT => return Err(RunFileError::Format(format)),
        Format { format: Some(_), game_sha256: Some(_) } => {}
        _ => return Err(RunFileError::Foreign("`format` and `game_sha256` are not in it".to_owned())),
    }
    let whole: Whole = serde_json::from_str(text).map_err(foreign)?;
    let Whole { format, program, game, game_sha256, game_file, plan, tiers, mismatches, witnesses, convergence, checksum_sha256 } = whole;
    let head = Head { format, program, game, game_sha256, game_file, plan };
    head.check()?;
    let counts = Counts { tiers, mismatches, witnesses };
    if !holds(&checksum_sha256, &body(&head, &counts, &convergence)) {
        return Err(RunFileError::Checksum("`checksum_sha256`"));
    }
    Ok(Read {
        program: head.program,
        game_text: head.game_file,
        stake: head.plan.stake_cents,
        plan: head.plan.plan(),
        planned: head.plan.plays_planned,
        counts,
        convergence,
    })
}
