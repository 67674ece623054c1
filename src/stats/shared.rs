//! Two runs of one law and one seed are not two samples: streams are pure functions of the seed, so the plays of the shorter run are among those of the longer one.
//!
//! What they share must agree to the count, and that is checked; what chance does between two samples has nothing to say of them.

use super::compare::Comparison;
use super::model::{Job, VerdictLevel};
use crate::engine::{Judging, Plan};
use crate::money::grouped;
use crate::prize::BlockPlan;
use crate::tally::Tally;
use serde::Serialize;

/// What two runs have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shared {
    /// The seed of both.
    pub seed: u64,
    /// `plays`, or `prizes` where one of the runs judged no visual.
    pub what: &'static str,
    /// How many plays (prizes) are the same: all of the shorter run.
    pub plays: u64,
    /// Where shared counts contradict each other; empty when all is well.
    pub disagreements: Vec<String>,
}

/// Disagreements told; further ones say nothing new.
const MOST: usize = 5;

/// What two runs of one game file at one stake share; `None` where their plays come from other streams, or a side has no plays.
#[must_use]
pub fn shared(a: &Job<'_>, b: &Job<'_>) -> Option<Shared> {
    let played = |job: &Job<'_>| job.tally.plays() > 0;
    if a.plan.seed != b.plan.seed || a.plan.sampling != b.plan.sampling || !played(a) || !played(b) {
        return None;
    }
    let judged_alike = a.plan.judging == b.plan.judging;
    let plays = if judged_alike && a.plan.judging == Judging::Full { "plays" } else { "prizes" };
    let mut disagreements = curves(a, b);
    if judged_alike {
        disagreements.extend(counters(a, b));
    }
    disagreements.truncate(MOST);
    Some(Shared { seed: a.plan.seed, what: plays, plays: a.plan.plays.min(b.plan.plays), disagreements })
}

impl Comparison {
    /// The same comparison of two runs that share plays: no range, no p-value and no test is left, and the verdict tells whether the shared part agrees.
    #[must_use]
    pub(super) fn of_one_seed(mut self, shared: Shared) -> Self {
        for figure in &mut self.figures {
            (figure.low, figure.high, figure.p_value) = (None, None, None);
        }
        for tier in &mut self.tiers {
            (tier.low, tier.high, tier.p_value) = (None, None, None);
        }
        for value in &mut self.values {
            (value.low, value.high) = (None, None);
        }
        self.tests.clear();
        self.verdict = if shared.disagreements.is_empty() { VerdictLevel::Pass } else { VerdictLevel::Fail };
        self.shared = Some(shared);
        self
    }
}

/// Where the prizes of the first plays differ: the convergence points of both runs that end the same whole batch.
fn curves(a: &Job<'_>, b: &Job<'_>) -> Vec<String> {
    let blocks = |plan: Plan| BlockPlan { block: a.table.block(), plays: plan.plays };
    let (plan_a, plan_b) = (blocks(a.plan), blocks(b.plan));
    let ends = |plan: BlockPlan, point: u64| (point < plan.batches()).then(|| plan.plays_after(point));
    let (mut sum_a, mut sum_b) = (Curve::of(a), Curve::of(b));
    let mut found = Vec::new();
    for &point in a.points.iter().filter(|point| b.points.binary_search(point).is_ok()) {
        let (here_a, here_b) = (sum_a.up_to(point), sum_b.up_to(point));
        if ends(plan_a, point) == ends(plan_b, point) && here_a != here_b {
            found.push(format!("the prizes of the first {} plays differ", grouped(plan_a.plays_after(point).into())));
            // later points hold these plays too
            break;
        }
    }
    found
}

/// Plays by tier as the stretches of a tally are added up.
struct Curve<'a> {
    job: &'a Job<'a>,
    next: usize,
    sums: Vec<u64>,
}

impl<'a> Curve<'a> {
    fn of(job: &'a Job<'a>) -> Self {
        Self { job, next: 0, sums: vec![0; job.table.tiers().len()] }
    }

    fn up_to(&mut self, point: u64) -> &[u64] {
        let stretches = self.job.points.iter().zip(&self.job.tally.stretches).skip(self.next);
        for (_, stretch) in stretches.take_while(|&(&end, _)| end <= point) {
            self.sums.iter_mut().zip(stretch).for_each(|(sum, plays)| *sum += plays);
            self.next += 1;
        }
        &self.sums
    }
}

/// Where the shorter run counts more than the longer one that holds all its plays; where runs of one length count anything else.
fn counters(a: &Job<'_>, b: &Job<'_>) -> Vec<String> {
    if a.plan.plays == b.plan.plays {
        let message = "both runs have the same plan, and other counts".to_owned();
        return if a.tally == b.tally { Vec::new() } else { vec![message] };
    }
    let (short, long) = if a.plan.plays < b.plan.plays { (a, b) } else { (b, a) };
    let mut found = Vec::new();
    for (tier, (few, many)) in short.tally.tiers.iter().zip(&long.tally.tiers).enumerate() {
        let totals = few.plays <= many.plays && few.judged <= many.judged && few.ambiguous <= many.ambiguous;
        let rows = few.row.iter().zip(&many.row).all(|(few, many)| few <= many);
        if !totals || !rows {
            found.push(format!("of tier {tier} the shorter run counts what the longer one, which holds its plays, does not"));
        }
    }
    if !held(short.tally, long.tally) {
        found.push("the shorter run has mismatches that the longer one, which holds its plays, has not".to_owned());
    }
    found
}

/// Whether every mismatch of one tally is in the other.
fn held(few: &Tally, many: &Tally) -> bool {
    few.mismatches.iter().all(|(key, count)| many.mismatches.get(key).is_some_and(|more| count <= more))
}
