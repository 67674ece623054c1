//! The run file as JSON: what stands where. Shapes only; what the numbers mean is checked in `check`.

use super::{FORMAT, RunFile, RunFileError};
use crate::engine::{Judging, Plan, Sampling, convergence_points};
use crate::json;
use crate::money::Cents;
use crate::prize::{BATCH_PLAYS, BlockPlan, TierId};
use crate::random::STREAM_VERSION;
use crate::spec::GameFile;
use crate::tally::{TierTally, Witness};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A run file read, its checksums verified, its numbers not yet.
pub(super) struct Read {
    pub program: String,
    pub game_text: String,
    pub stake: Cents,
    pub plan: Plan,
    pub planned: Option<u64>,
    pub tiers: Vec<TierTally>,
    pub mismatches: Vec<Mismatch>,
    pub witnesses: Vec<Witness>,
    pub convergence: Vec<Point>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    format: u64,
    program: String,
    game: String,
    game_sha256: String,
    game_file: String,
    plan: WirePlan,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePlan {
    stake_cents: Cents,
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
    let mismatches: Vec<Mismatch> =
        run.tally.mismatches.iter().map(|(&(tier, judged_cents), &plays)| Mismatch { tier, judged_cents, plays }).collect();
    let head = Head {
        format: FORMAT,
        program: run.program.clone(),
        game: game.id.clone(),
        game_sha256: sha256(run.game_text.as_bytes()),
        game_file: run.game_text.clone(),
        plan: WirePlan {
            stake_cents: run.stake,
            plays: run.plan.plays,
            plays_planned: run.planned,
            seed: run.plan.seed,
            sampling: run.plan.sampling,
            judging: run.plan.judging,
            batch_plays: BATCH_PLAYS,
            streams: STREAM_VERSION.to_owned(),
        },
    };
    let body = body(&head, &run.tally.tiers, &mismatches, &run.tally.witnesses, &convergence);
    let checksum = sha256(body.as_bytes());
    format!("{{\n{body},\n\"checksum_sha256\": \"{checksum}\"\n}}\n")
}

/// Everything between the braces but the checksum: the bytes that the checksum is of.
fn body(head: &Head, tiers: &[TierTally], mismatches: &[Mismatch], witnesses: &[Witness], convergence: &[Point]) -> String {
    json::entries(&[
        ("format", json::line(&head.format)),
        ("program", json::line(&head.program)),
        ("game", json::line(&head.game)),
        ("game_sha256", json::line(&head.game_sha256)),
        ("game_file", json::line(&head.game_file)),
        ("plan", json::line(&head.plan)),
        ("tiers", json::list(tiers)),
        ("mismatches", json::list(mismatches)),
        ("witnesses", json::list(witnesses)),
        ("convergence", json::list(convergence)),
    ])
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
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
    if whole.plan.streams != STREAM_VERSION {
        return Err(RunFileError::Engine { what: "stream version", found: whole.plan.streams, here: STREAM_VERSION.to_owned() });
    }
    if whole.plan.batch_plays != BATCH_PLAYS {
        let (found, here) = (whole.plan.batch_plays.to_string(), BATCH_PLAYS.to_string());
        return Err(RunFileError::Engine { what: "batch size", found, here });
    }
    if whole.game_sha256 != sha256(whole.game_file.as_bytes()) {
        return Err(RunFileError::Checksum("`game_sha256`"));
    }
    let Whole { format, program, game, game_sha256, game_file, plan, tiers, mismatches, witnesses, convergence, checksum_sha256 } = whole;
    let head = Head { format, program, game, game_sha256, game_file, plan };
    if checksum_sha256 != sha256(body(&head, &tiers, &mismatches, &witnesses, &convergence).as_bytes()) {
        return Err(RunFileError::Checksum("`checksum_sha256`"));
    }
    let WirePlan { stake_cents, plays, plays_planned, seed, sampling, judging, .. } = head.plan;
    Ok(Read {
        program: head.program,
        game_text: head.game_file,
        stake: stake_cents,
        plan: Plan { seed, plays, sampling, judging },
        planned: plays_planned,
        tiers,
        mismatches,
        witnesses,
        convergence,
    })
}
