//! Whether the numbers of a run file can be those of a run of its game: whoever uses the tally afterwards need not doubt its shape.

use super::wire::{Counts, Read};
use super::{RunFile, RunFileError};
use crate::engine::{Judging, convergence_points};
use crate::game::Playable;
use crate::plays::MAX_PLAYS;
use crate::prize::{BATCH_PLAYS, BlockPlan};
use crate::spec::GameFile;
use crate::tally::{Observable, Tally};
use std::ops::Range;

/// No observable counts more than this in one play: 4 sets or throws more than there are, of 64 cells, squared.
const MOST_PER_PLAY: u64 = 16 * 64 * 64;

pub(super) fn into_run(read: Read, game: &GameFile, playable: &dyn Playable) -> Result<RunFile, RunFileError> {
    let plan = read.plan;
    if plan.plays == 0 || plan.plays > MAX_PLAYS {
        return Err(numbers(format!("{} plays", plan.plays)));
    }
    if let Some(planned) = read.planned
        && (planned <= plan.plays || planned > MAX_PLAYS)
    {
        return Err(numbers(format!("{} plays done of {planned} planned", plan.plays)));
    }
    let blocks = BlockPlan { block: game.block, plays: plan.plays };
    let mut tally = tally(read.counts, plan.judging, playable, 0..blocks.batches(), plan.plays)?;
    let points = convergence_points(blocks);
    if read.convergence.len() != points.len() {
        return Err(numbers(format!("{} points of the convergence curve, not {}", read.convergence.len(), points.len())));
    }
    let mut before = vec![0; tally.tiers.len()];
    for (point, batch) in read.convergence.into_iter().zip(points) {
        let plays = blocks.plays_after(batch);
        if point.batch != batch || point.plays != plays || point.tiers.len() != before.len() {
            return Err(numbers(format!("the point after batch {} is not the one after batch {batch}", point.batch)));
        }
        sum_is(point.tiers.iter().copied(), plays, "the tiers of a point of the convergence curve")?;
        let stretch: Option<Vec<u64>> = point.tiers.iter().zip(&before).map(|(now, before)| now.checked_sub(*before)).collect();
        tally.stretches.push(stretch.ok_or_else(|| numbers(format!("the convergence curve falls after batch {batch}")))?);
        before = point.tiers;
    }
    if before != tally.drawn() {
        return Err(numbers("the convergence curve does not end at the plays of the tiers".to_owned()));
    }
    Ok(RunFile { program: read.program, game_text: read.game_text, stake: read.stake, plan, planned: read.planned, tally })
}

/// The tally of some batches, without its stretches, if these counts can be theirs.
pub(super) fn tally(counts: Counts, judging: Judging, playable: &dyn Playable, batches: Range<u64>, plays: u64) -> Result<Tally, RunFileError> {
    let table = playable.prize_table();
    let row = Observable::offsets(playable.observables()).last().copied().unwrap_or(0);
    let mut tally = Tally::new(table.tiers().len(), row, 0);
    if counts.tiers.len() != tally.tiers.len() {
        return Err(numbers(format!("{} tiers are counted, the prize table has {}", counts.tiers.len(), tally.tiers.len())));
    }
    for (number, tier) in counts.tiers.iter().enumerate() {
        let judged = if judging == Judging::Full { tier.plays } else { 0 };
        if tier.judged != judged || tier.ambiguous > judged {
            return Err(numbers(format!("tier {number} has {} plays, {} judged, {} ambiguous", tier.plays, tier.judged, tier.ambiguous)));
        }
        if tier.row.len() != row {
            return Err(numbers(format!("tier {number} has {} counters, the game has {row}", tier.row.len())));
        }
        if let Some(counter) = tier.row.iter().find(|&&counter| u128::from(counter) > u128::from(judged) * u128::from(MOST_PER_PLAY)) {
            return Err(numbers(format!("a counter of tier {number} is {counter} after {judged} judged plays")));
        }
    }
    sum_is(counts.tiers.iter().map(|tier| tier.plays), plays, "the plays of the tiers")?;
    let losing = table.losing();
    for mismatch in &counts.mismatches {
        let per_tier = tally.mismatches.entry((mismatch.tier, mismatch.judged_cents)).or_insert(0);
        if mismatch.tier > losing || *per_tier != 0 || mismatch.plays == 0 {
            return Err(numbers(format!("the mismatches of tier {} judged {}", mismatch.tier.0, mismatch.judged_cents)));
        }
        *per_tier = mismatch.plays;
    }
    for (number, tier) in table.ids().zip(&counts.tiers) {
        let wrong: u128 = counts.mismatches.iter().filter(|mismatch| mismatch.tier == number).map(|mismatch| u128::from(mismatch.plays)).sum();
        if wrong > u128::from(tier.judged) {
            return Err(numbers(format!("tier {} has {wrong} mismatches in {} judged plays", number.0, tier.judged)));
        }
    }
    for &witness in &counts.witnesses {
        if witness.place.tier > losing || !batches.contains(&witness.place.batch) || witness.place.index >= BATCH_PLAYS {
            return Err(numbers(format!("a witness stands at {}, which is not in it", witness.place)));
        }
        tally.witness(witness);
    }
    if tally.witnesses != counts.witnesses {
        return Err(numbers("the witnesses are not the first ones, in order".to_owned()));
    }
    tally.tiers = counts.tiers;
    Ok(tally)
}

pub(super) fn numbers(what: String) -> RunFileError {
    RunFileError::Numbers(what)
}

pub(super) fn sum_is(counts: impl Iterator<Item = u64>, wanted: u64, what: &str) -> Result<(), RunFileError> {
    let sum: u128 = counts.map(u128::from).sum();
    if sum == u128::from(wanted) { Ok(()) } else { Err(numbers(format!("{what} add up to {sum}, not {wanted}"))) }
}
