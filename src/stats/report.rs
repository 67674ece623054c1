//! From a job to its report: one function, every figure.

use super::convergence::convergence;
use super::figures::figures;
use super::holm::{holm, level};
use super::model::{Job, Report, TargetRow, Test};
use super::moments::{Moments, moments};
use super::paid_sum::{Category, PaidSum};
use super::power::{Detector, Watched, larger};
use super::sample::Sample;
use super::targets::{TargetFit, targets};
use super::tiers::{tier_rows, tier_tests, watch};
use super::verdict::verdict;
use super::warnings::warnings;
use crate::prize::PrizeTable;

/// Every figure of a run.
#[must_use]
pub fn report(job: &Job<'_>) -> Report {
    let sample = Sample::of(job);
    let exact = table_moments(job.table);
    let observed = moments(&sample.scored(job));
    let categories: Vec<Category> = job.table.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).collect();
    let paid = PaidSum::new(&categories, sample.draw());
    let figures = figures(job, &sample, &exact, &observed, &paid);
    let mut tiers = tier_rows(job, &sample, &exact);
    let mut tests = tier_tests(job, &sample, &tiers);
    let fits = targets(job);
    let first_tests: Vec<usize> = fits
        .iter()
        .map(|fit| {
            tests.extend(fit.tests.iter().cloned());
            tests.len() - fit.tests.len()
        })
        .collect();
    adjust(&mut tests);
    let mut detector = Detector::new(tests.iter().filter(|test| test.p_value.is_some()).count());
    watch(&sample, &mut tiers, &mut tests[0], &mut detector);
    let targets: Vec<TargetRow> =
        fits.into_iter().zip(first_tests).flat_map(|(fit, first)| finished(fit, first, &mut tests, &mut detector)).collect();
    let (verdict, reasons) = verdict(job, &sample, &tests, &tiers, &targets);
    Report {
        verdict,
        reasons,
        plays: sample.plays,
        blocks: sample.plays as f64 / sample.block as f64,
        paid_cents: observed.sum,
        table_cents: sample.is_whole().then(|| job.table.total() * i128::from(sample.whole)),
        rtp: figures.rtp,
        rtp_fraction: rtp_fraction(job.table),
        rtp_of_offer: job.sold_for.filter(|offer| offer.0 > 0).map(|offer| observed.mean / offer.0 as f64),
        offer_cents: job.sold_for.map(|offer| offer.0),
        hit_frequency: figures.hit_frequency,
        variance_stakes2: figures.variance,
        sd_stakes: figures.sd,
        skewness: figures.skewness,
        kurtosis: figures.kurtosis,
        volatility_index: figures.volatility,
        mismatches: job.tally.mismatch_count(),
        ambiguous: job.tally.ambiguous_count(),
        tiers,
        targets,
        tests,
        convergence: convergence(job, &exact, paid.range()),
        warnings: warnings(job, &sample, &exact),
    }
}

/// The exact moments of a prize table, in cents.
#[must_use]
pub fn table_moments(table: &PrizeTable) -> Moments {
    moments(&table.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).collect::<Vec<_>>())
}

/// The exact return in lowest terms: `7/10`.
#[must_use]
pub fn rtp_fraction(table: &PrizeTable) -> String {
    let (numerator, denominator) = (table.total(), i128::from(table.block()) * table.stake().wide());
    let (mut a, mut b) = (numerator, denominator);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let divisor = a.abs().max(1);
    format!("{}/{}", numerator / divisor, denominator / divisor)
}

/// Holm over all tests that have a p-value, and the verdict on each; a failure that needs no p-value stays.
fn adjust(tests: &mut [Test]) {
    let known: Vec<usize> = (0..tests.len()).filter(|&test| tests[test].p_value.is_some()).collect();
    let p_values: Vec<f64> = known.iter().map(|&test| tests[test].p_value.unwrap_or(1.0)).collect();
    for (&test, adjusted) in known.iter().zip(holm(&p_values)) {
        tests[test].p_adjusted = Some(adjusted);
        tests[test].verdict = tests[test].verdict.max(level(adjusted));
    }
}

/// The rows of a target with what only the whole report knows: adjusted p-values, verdicts, detectable differences.
fn finished(fit: TargetFit, first: usize, tests: &mut [Test], detector: &mut Detector) -> Vec<TargetRow> {
    let count = fit.tests.len();
    fit.rows
        .into_iter()
        .map(|row| {
            let alone = row.is_alone();
            let mut shown = row.shown;
            shown.detectable = shown
                .target_probability
                .zip(row.error)
                .and_then(|(target, error)| detector.difference(&Watched { target, error, trials: shown.trials, tested: row.tested }));
            if let Some(test) = tests.get_mut(first + usize::from(alone && count > 1)).filter(|_| count > 0) {
                shown.p_adjusted = test.p_adjusted;
                shown.verdict = test.verdict;
                test.detectable = larger(test.detectable, shown.detectable);
            }
            shown
        })
        .collect()
}
