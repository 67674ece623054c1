//! Return, hit frequency, variance and its kin: observed, exact, and the range of the observed under the exact table.

use super::model::{Figure, Job};
use super::moment_range::moment_laws;
use super::moments::Moments;
use super::paid_sum::{Category, Draw, Mixture, PaidSum};
use super::sample::Sample;
use super::special::Z_90;
use super::wide::Wide;

/// The figures of a run that have an exact value in the prize table.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Paid / staked.
    pub rtp: Figure,
    /// Share of winning plays.
    pub hit_frequency: Figure,
    /// Variance in stakes squared.
    pub variance: Figure,
    /// Standard deviation in stakes.
    pub sd: Figure,
    /// Skewness.
    pub skewness: Figure,
    /// Kurtosis.
    pub kurtosis: Figure,
    /// Volatility index.
    pub volatility: Figure,
}

const WHOLE: &str = "whole blocks: no error";
const CERTAIN: &str = "nothing can vary";

/// Computes them; `paid` is the law of the sum paid by the plays left to chance.
#[must_use]
pub fn figures(job: &Job<'_>, sample: &Sample, exact: &Moments, observed: &Moments, paid: &PaidSum) -> Figures {
    let stake = job.table.stake().0 as f64;
    let categories: Vec<Category> = job.table.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).collect();
    let laws = moment_laws(&categories, exact, sample.whole, sample.draw());
    let scale = exact.variance / stake / stake;
    let sd = |moments: &Moments| moments.variance.sqrt() / stake;
    let moment = |law: Option<&Mixture>, observed: Option<f64>, exact: f64, confidence: f64, scaled: &dyn Fn(f64) -> f64| {
        let tail = 0.5 * (1.0 - confidence);
        let range = law.map(|law| (scaled(law.quantile(tail) * (1.0 - 1e-12)), scaled(law.quantile(1.0 - tail) * (1.0 + 1e-12))));
        let (range, method) = match range {
            _ if sample.is_whole() => (Some((exact, exact)), WHOLE.to_owned()),
            None if scale == 0.0 => (Some((exact, exact)), CERTAIN.to_owned()),
            None => (None, "no valid range".to_owned()),
            Some(range) => (Some(range), format!("exact distribution, {}", sample.manner())),
        };
        Figure { observed, exact, low: range.map(|range| range.0), high: range.map(|range| range.1), confidence, method }
    };
    let same = |value: f64| value;
    Figures {
        rtp: rtp(sample, exact, observed, stake, paid),
        hit_frequency: hit_frequency(job, sample),
        variance: moment(laws.variance.as_ref(), Some(observed.variance / stake / stake), scale, 0.95, &|ratio| ratio * scale),
        sd: moment(laws.variance.as_ref(), Some(sd(observed)), sd(exact), 0.95, &|ratio| ratio.max(0.0).sqrt() * sd(exact)),
        skewness: moment(laws.skewness.as_ref(), observed.skewness, exact.skewness.unwrap_or(0.0), 0.95, &same),
        kurtosis: moment(laws.kurtosis.as_ref(), observed.kurtosis, exact.kurtosis.unwrap_or(0.0), 0.95, &same),
        volatility: moment(laws.variance.as_ref(), Some(Z_90 * sd(observed)), Z_90 * sd(exact), 0.90, &|ratio| {
            Z_90 * ratio.max(0.0).sqrt() * sd(exact)
        }),
    }
}

fn rtp(sample: &Sample, exact: &Moments, observed: &Moments, stake: f64, law: &PaidSum) -> Figure {
    let n = sample.plays as f64;
    let exact_rtp = exact.mean / stake;
    let (low, high) = law.range();
    let expected = n * exact.mean;
    let at = |deviation: f64| {
        let paid = expected + deviation;
        if matches!(law, PaidSum::Mixture(_)) && paid.abs() < 4e15 {
            // a possible sum: the same division as that of the observed return
            #[allow(clippy::cast_possible_truncation)] // below 2^53
            let cents = paid.round() as i128;
            return Wide::from(cents).ratio(Wide::from(sample.plays)) / stake;
        }
        exact_rtp + deviation / n / stake
    };
    let (range, method) = match law {
        _ if sample.is_whole() => ((exact_rtp, exact_rtp), WHOLE.to_owned()),
        PaidSum::Certain => ((exact_rtp, exact_rtp), CERTAIN.to_owned()),
        PaidSum::Normal(_) => ((at(low), at(high)), format!("normal, {}", sample.manner())),
        PaidSum::Mixture(_) => ((at(low), at(high)), format!("exact distribution, {}", sample.manner())),
    };
    Figure { observed: Some(observed.mean / stake), exact: exact_rtp, low: Some(range.0), high: Some(range.1), confidence: 0.95, method }
}

fn hit_frequency(job: &Job<'_>, sample: &Sample) -> Figure {
    let n = sample.plays as f64;
    let exact = job.table.winning_plays() as f64 / sample.block as f64;
    let law = sample.count_law(job.table.winning_plays());
    let before = sample.whole * job.table.winning_plays();
    let (low, high) = law.range(0.95);
    let (range, method) = match (law.support(), sample.draw()) {
        _ if sample.is_whole() => ((exact, exact), WHOLE),
        ((least, most), _) if least == most => ((exact, exact), CERTAIN),
        (_, Draw::Block(_)) => (((before + low) as f64 / n, (before + high) as f64 / n), "exact hypergeometric, inside a block"),
        (_, Draw::Independent(_)) => ((low as f64 / n, high as f64 / n), "exact binomial, independent plays"),
    };
    let observed = if sample.is_whole() && sample.winning() == before { exact } else { sample.winning() as f64 / n };
    Figure { observed: Some(observed), exact, low: Some(range.0), high: Some(range.1), confidence: 0.95, method: method.to_owned() }
}
