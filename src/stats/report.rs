//! From a job to its report: one function, every figure.

use super::convergence::convergence;
use super::figures::figures;
use super::holm::{holm, level};
use super::model::{Job, Report};
use super::moments::moments;
use super::sample::Sample;
use super::targets::targets;
use super::tiers::{tier_rows, tier_test};
use super::verdict::verdict;

/// Every figure of a run.
#[must_use]
pub fn report(job: &Job<'_>) -> Report {
    let sample = Sample::of(job);
    let table: Vec<(i64, u64)> = job.table.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).collect();
    let exact = moments(&table);
    let observed = moments(&sample.scored(job));
    let figures = figures(job, &sample, &exact, &observed);
    let mut tests = vec![tier_test(job, &sample)];
    let mut rows = Vec::new();
    for mut tested in targets(job) {
        let first = (!tested.tests.is_empty()).then_some(tests.len());
        tests.append(&mut tested.tests);
        rows.extend(tested.rows.into_iter().map(|row| (first, row)));
    }
    let known: Vec<usize> = (0..tests.len()).filter(|&test| tests[test].p_value.is_some()).collect();
    let p_values: Vec<f64> = known.iter().map(|&test| tests[test].p_value.unwrap_or(1.0)).collect();
    for (&test, adjusted) in known.iter().zip(holm(&p_values)) {
        tests[test].p_adjusted = Some(adjusted);
        tests[test].verdict = level(adjusted);
    }
    for (test, row) in &mut rows {
        if let Some(test) = test {
            row.p_adjusted = tests[*test].p_adjusted;
            row.verdict = tests[*test].verdict;
        }
    }
    let (verdict, reasons) = verdict(job, &sample, &tests);
    let stake = job.table.stake();
    let numerator = exact.sum;
    let denominator = i128::from(sample.block) * stake.wide();
    let divisor = gcd(numerator, denominator);
    Report {
        verdict,
        reasons,
        plays: sample.plays,
        blocks: sample.plays as f64 / sample.block as f64,
        paid_cents: observed.sum,
        table_cents: sample.is_whole().then(|| job.table.total() * i128::from(sample.whole)),
        rtp: figures.rtp,
        rtp_fraction: format!("{}/{}", numerator / divisor, denominator / divisor),
        rtp_of_offer: job.sold_for.map(|offer| observed.mean / offer.0 as f64),
        offer_cents: job.sold_for.map(|offer| offer.0),
        hit_frequency: figures.hit_frequency,
        variance_stakes2: figures.variance,
        sd_stakes: figures.sd,
        skewness: figures.skewness,
        kurtosis: figures.kurtosis,
        volatility_index: figures.volatility,
        mismatches: job.tally.mismatch_count(),
        ambiguous: job.tally.ambiguous_count(),
        tiers: tier_rows(job, &sample, &exact),
        targets: rows.into_iter().map(|row| row.1).collect(),
        tests,
        convergence: convergence(job, &exact),
        warnings: Vec::new(),
    }
}

/// The greatest common divisor, at least 1.
#[must_use]
pub fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs().max(1)
}
