//! A part: what one shard of a plan counted, whole numbers only. Its bytes are a pure function of the plan and the shard: no time, host, path or attempt.
//! A part of the first batches of a shard alone is the state of that shard, kept to go on with.

use super::check::{numbers, sum_is, tally};
use super::wire::{CHECKSUM, Counts, Mismatch, sealed};
use super::{FORMAT, OpenPlan, PROGRAM, RunFileError};
use crate::engine::convergence_points;
use crate::engine::shard::{Section, plays_in};
use crate::json;
use crate::tally::{TierTally, Witness};
use serde::{Deserialize, Serialize};
use std::ops::Range;

const KIND: &str = "part of a plan";

/// What was counted of a shard, or of its first batches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of the shard.
    pub shard: u64,
    /// The batches, and what was counted.
    pub section: Section,
}

/// A part as it stands in its file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    format: u64,
    program: String,
    plan_id: String,
    shard: u64,
    shards: u64,
    batches: Batches,
    tiers: Vec<TierTally>,
    mismatches: Vec<Mismatch>,
    witnesses: Vec<Witness>,
    stretches: Vec<Stretch>,
    checksum_sha256: String,
}

/// The first batch, and those before which it was stopped and would end.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Batches {
    from: u64,
    done: u64,
    to: u64,
}

/// Plays of the part by tier in the stretch of the run that ends with a batch.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stretch {
    ends: u64,
    tiers: Vec<u64>,
}

/// Only what tells a part from another JSON file.
#[derive(Deserialize)]
struct Kind {
    format: Option<u64>,
    program: Option<String>,
    plan_id: Option<String>,
    shard: Option<u64>,
}

impl Part {
    /// Whether all of the shard was played.
    #[must_use]
    pub fn is_whole(&self, plan: &OpenPlan) -> bool {
        self.section.batches == plan.shards().batches_of(self.shard)
    }

    /// The file's text, the same bytes for equal parts.
    #[must_use]
    pub fn to_json(&self, plan: &OpenPlan) -> String {
        let Section { batches, tally } = &self.section;
        let points = convergence_points(plan.blocks());
        let touched = touched(&points, batches);
        let stretches: Vec<Stretch> =
            touched.map(|point| Stretch { ends: points[point], tiers: tally.stretches.get(point).cloned().unwrap_or_default() }).collect();
        let batches = Batches { from: batches.start, done: batches.end, to: plan.shards().batches_of(self.shard).end };
        let head = [
            ("format", json::line(&FORMAT)),
            ("program", json::line(PROGRAM)),
            ("plan_id", json::line(&plan.id)),
            ("shard", json::line(&self.shard)),
            ("shards", json::line(&plan.file.shards)),
            ("batches", json::line(&batches)),
        ];
        let entries: Vec<(&str, String)> =
            head.into_iter().chain(Counts::of(tally).entries()).chain([("stretches", json::list(&stretches))]).collect();
        sealed(&json::entries(&entries), CHECKSUM)
    }

    /// Reads a part of a plan: the only way back in. Nothing but what [`Part::to_json`] writes is a part.
    ///
    /// # Errors
    /// See [`RunFileError`]: no text panics.
    pub fn open(text: &str, plan: &OpenPlan) -> Result<Self, RunFileError> {
        let not_a = |why: String| RunFileError::NotA { kind: KIND, why };
        let kind: Kind = serde_json::from_str(text).map_err(|error| not_a(error.to_string()))?;
        let Kind { format: Some(format), program: Some(program), plan_id: Some(id), shard: Some(_) } = kind else {
            return Err(not_a("`format`, `program`, `plan_id` and `shard` are not in it".to_owned()));
        };
        if format != FORMAT {
            return Err(RunFileError::Format(format));
        }
        if program != PROGRAM {
            return Err(RunFileError::Program(program));
        }
        if id != plan.id {
            return Err(RunFileError::Stranger(format!("plan, `{}`", id.chars().take(12).collect::<String>())));
        }
        let whole: Whole = serde_json::from_str(text).map_err(|error| not_a(error.to_string()))?;
        let part = whole.into_part(plan)?;
        // the checksum, and every byte that it is not of
        if part.to_json(plan) == text { Ok(part) } else { Err(RunFileError::Checksum("`checksum_sha256`")) }
    }
}

impl Whole {
    fn into_part(self, plan: &OpenPlan) -> Result<Part, RunFileError> {
        let Self { shard, shards, batches: Batches { from, done, to }, tiers, mismatches, witnesses, stretches, .. } = self;
        let (all, blocks) = (plan.shards(), plan.blocks());
        if shards != all.count || shard >= shards {
            return Err(numbers(format!("shard {shard} of {shards}, but the plan has {}", all.count)));
        }
        let own = all.batches_of(shard);
        if (from..to) != own || done < from || done > to {
            return Err(numbers(format!("the batches from {from} to {done} of {to}, but shard {shard} has those from {} to {}", own.start, own.end)));
        }
        let batches = from..done;
        let counts = Counts { tiers, mismatches, witnesses };
        let mut tally = tally(counts, plan.file.plan.judging, plan.playable.as_ref(), batches.clone(), plays_in(blocks, &batches))?;
        let points = convergence_points(blocks);
        let touched = touched(&points, &batches);
        if stretches.len() != touched.len() {
            return Err(numbers(format!("{} stretches of the convergence curve, not {}", stretches.len(), touched.len())));
        }
        let tiers = tally.tiers.len();
        tally.stretches = vec![vec![0; tiers]; points.len()];
        for (point, stretch) in touched.zip(stretches) {
            let begins = if point == 0 { 0 } else { points[point - 1] + 1 }.max(batches.start);
            let plays = plays_in(blocks, &(begins..(points[point] + 1).min(batches.end)));
            if stretch.ends != points[point] || stretch.tiers.len() != tiers {
                return Err(numbers(format!("the stretch to batch {} is not the one to batch {}", stretch.ends, points[point])));
            }
            sum_is(stretch.tiers.iter().copied(), plays, "the tiers of a stretch of the convergence curve")?;
            tally.stretches[point] = stretch.tiers;
        }
        for (number, tier) in tally.tiers.iter().enumerate() {
            sum_is(tally.stretches.iter().map(|stretch| stretch[number]), tier.plays, "the stretches of a tier")?;
        }
        Ok(Part { shard, section: Section { batches, tally } })
    }
}

/// The stretches of the convergence curve that hold any of the batches.
fn touched(points: &[u64], batches: &Range<u64>) -> Range<usize> {
    let holds = |batch: u64| points.partition_point(|&point| point < batch);
    if batches.is_empty() { 0..0 } else { holds(batches.start)..holds(batches.end - 1) + 1 }
}
