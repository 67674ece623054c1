//! The tiers of the prize table, planned and observed.

use super::model::{Job, Test, TierRow, VerdictLevel};
use super::moments::Moments;
use super::sample::Sample;
use super::special::{Z_95, chi_square_tail, normal_two_sided};

/// One row a tier.
#[must_use]
pub fn tier_rows(job: &Job<'_>, sample: &Sample, exact: &Moments) -> Vec<TierRow> {
    let n = sample.plays as f64;
    let factor = sample.variance_factor();
    let total = exact.sum as f64;
    job.table
        .ids()
        .zip(job.table.tiers())
        .map(|(id, tier)| {
            let probability = tier.winners as f64 / sample.block as f64;
            let expected = n * probability;
            let error = (factor * probability * (1.0 - probability)).sqrt();
            let observed = sample.observed[id.index()];
            let deviation = tier.prize.0 as f64 - exact.mean;
            TierRow {
                tier: id.0,
                prize_cents: tier.prize.0,
                winners_per_block: tier.winners,
                expected,
                observed,
                low: (expected - Z_95 * error).max(0.0),
                high: expected + Z_95 * error,
                probability,
                rtp_share: if total > 0.0 { tier.prize.0 as f64 * tier.winners as f64 / total } else { 0.0 },
                variance_share: if exact.variance > 0.0 { probability * deviation * deviation / exact.variance } else { 0.0 },
                p_value: (error > 0.0).then(|| normal_two_sided((observed as f64 - expected) / error)),
            }
        })
        .collect()
}

/// The test of the tiers' counts.
#[must_use]
pub fn tier_test(job: &Job<'_>, sample: &Sample) -> Test {
    let factor = sample.variance_factor();
    let mut statistic = 0.0;
    let mut classes = 0_u32;
    for (tier, &observed) in job.table.tiers().iter().zip(&sample.observed) {
        let probability = tier.winners as f64 / sample.block as f64;
        let variance = factor * probability;
        if variance >= 5.0 {
            classes += 1;
            let difference = observed as f64 - sample.plays as f64 * probability;
            statistic += difference * difference / variance;
        }
    }
    let tested = classes >= 2;
    let dof = f64::from(classes.saturating_sub(1));
    Test {
        name: "prize tiers".to_owned(),
        method: "chi-square, inside a block".to_owned(),
        statistic: tested.then_some(statistic),
        degrees_of_freedom: tested.then_some(dof),
        p_value: tested.then(|| chi_square_tail(statistic, dof)),
        p_adjusted: None,
        effect: None,
        verdict: VerdictLevel::Pass,
        note: String::new(),
    }
}
