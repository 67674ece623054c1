//! The verdict on the whole run, with every reason in words.

use super::model::{Job, Test, VerdictLevel};
use super::sample::Sample;
use crate::money::{decimal_text, grouped};

/// The worst verdict and its reasons, the worst first.
#[must_use]
pub fn verdict(job: &Job<'_>, sample: &Sample, tests: &[Test]) -> (VerdictLevel, Vec<String>) {
    let mut reasons: Vec<(VerdictLevel, String)> = Vec::new();
    let count = |number: u64| grouped(u128::from(number));
    let mismatches = job.tally.mismatch_count();
    if mismatches > 0 {
        reasons.push((VerdictLevel::Fail, format!("{} visuals show another prize than the one drawn", count(mismatches))));
    }
    let ambiguous = job.tally.ambiguous_count();
    if ambiguous > 0 {
        reasons.push((VerdictLevel::Fail, format!("{} visuals could be scored in two ways", count(ambiguous))));
    }
    if sample.is_whole() {
        let planned = job.table.total() * i128::from(sample.whole);
        let paid = job.table.paid(&sample.drawn);
        let equal = job
            .table
            .tiers()
            .iter()
            .zip(&sample.drawn)
            .all(|(tier, &drawn)| u128::from(drawn) == u128::from(tier.winners) * u128::from(sample.whole));
        if !equal {
            reasons.push((
                VerdictLevel::Fail,
                format!("whole blocks pay {} instead of the table's {}", decimal_text(paid, 2), decimal_text(planned, 2)),
            ));
        }
    }
    for test in tests.iter().filter(|test| test.verdict != VerdictLevel::Pass) {
        reasons.push((test.verdict, format!("{}: adjusted p-value {:.1e}", test.name, test.p_adjusted.unwrap_or(0.0))));
    }
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.0));
    let worst = reasons.first().map_or(VerdictLevel::Pass, |reason| reason.0);
    (worst, reasons.into_iter().map(|reason| reason.1).collect())
}
