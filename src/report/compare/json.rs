//! A comparison for programs.

use super::{Compare, Side, plans, same_seed};
use crate::engine::{Judging, Sampling};
use crate::json;
use crate::run_file::PROGRAM;
use crate::spec::Difference;
use crate::stats::VerdictLevel;
use serde::Serialize;

/// The comparison as JSON, one row a line.
#[must_use]
pub fn json(compare: &Compare<'_>) -> String {
    #[derive(Serialize)]
    struct Shown<'a> {
        name: &'a str,
        game: &'a str,
        currency: &'a str,
        stake_cents: i64,
        block: u64,
        plays: Option<u64>,
        seed: Option<u64>,
        sampling: Option<Sampling>,
        judging: Option<Judging>,
    }
    let side = |side: &Side<'_>| {
        json::line(&Shown {
            name: side.name,
            game: &side.game.id,
            currency: &side.game.currency,
            stake_cents: side.offer.table.stake().0,
            block: side.offer.table.block(),
            plays: side.plan.map(|plan| plan.plays),
            seed: side.plan.map(|plan| plan.seed),
            sampling: side.plan.map(|plan| plan.sampling),
            judging: side.plan.map(|plan| plan.judging),
        })
    };
    let found = compare.found;
    // shared plays that agree are no verdict on chance
    let verdict = Some(found.verdict).filter(|&verdict| compare.may_judge() || verdict != VerdictLevel::Pass);
    let differing: Vec<Difference> = plans(compare).into_iter().chain(compare.keys.iter().cloned()).collect();
    json::object(&[
        ("format", json::line(&1)),
        ("program", json::line(PROGRAM)),
        ("a", side(&compare.a)),
        ("b", side(&compare.b)),
        ("same_law", json::line(&compare.same_law())),
        ("verdict", json::line(&verdict)),
        ("shared", json::line(&found.shared)),
        ("same_seed", json::line(&same_seed(compare).is_some())),
        ("differing", json::list(&differing)),
        ("figures", json::list(&found.figures)),
        ("tiers", json::list(&found.tiers)),
        ("values", json::list(&found.values)),
        ("tests", json::list(&found.tests)),
        ("only_a", json::line(&found.only_a)),
        ("only_b", json::line(&found.only_b)),
    ])
}
