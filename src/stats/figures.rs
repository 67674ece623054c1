//! Return, hit frequency, variance and its kin: observed, exact, and the range of the observed under the exact table.

use super::model::{Figure, Job};
use super::moments::Moments;
use super::sample::Sample;
use super::special::{Z_90, Z_95};
use crate::engine::Sampling;

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

/// Computes them.
#[must_use]
pub fn figures(job: &Job<'_>, sample: &Sample, exact: &Moments, observed: &Moments) -> Figures {
    let stake = job.table.stake().0 as f64;
    let n = sample.plays as f64;
    let hit = job.table.winning_plays() as f64 / job.table.block() as f64;
    let losing =
        sample.observed.last().copied().unwrap_or(0) + sample.outside.iter().filter(|(prize, _)| prize.0 <= 0).map(|&(_, count)| count).sum::<u64>();
    let factor = sample.variance_factor();
    let normal = |observed: f64, exact: f64, variance: f64| {
        let half = Z_95 * (variance * factor).sqrt() / n;
        let method = match sample.sampling {
            _ if sample.is_whole() => "whole blocks: no error",
            Sampling::Block => "normal, inside a block",
            Sampling::Iid => "normal, independent plays",
        };
        Figure { observed: Some(observed), exact, low: Some(exact - half), high: Some(exact + half), confidence: 0.95, method: method.to_owned() }
    };
    let unknown = |observed: Option<f64>, exact: f64, confidence: f64| {
        let whole = sample.is_whole().then_some(exact);
        let method = if sample.is_whole() { "whole blocks: no error" } else { "no valid range" };
        Figure { observed, exact, low: whole, high: whole, confidence, method: method.to_owned() }
    };
    let sd = |moments: &Moments| moments.variance.sqrt() / stake;
    Figures {
        rtp: normal(observed.mean / stake, exact.mean / stake, exact.variance / stake / stake),
        hit_frequency: normal(1.0 - losing as f64 / n, hit, hit * (1.0 - hit)),
        variance: unknown(Some(observed.variance / stake / stake), exact.variance / stake / stake, 0.95),
        sd: unknown(Some(sd(observed)), sd(exact), 0.95),
        skewness: unknown(observed.skewness, exact.skewness.unwrap_or(0.0), 0.95),
        kurtosis: unknown(observed.kurtosis, exact.kurtosis.unwrap_or(0.0), 0.95),
        volatility: unknown(Some(Z_90 * sd(observed)), Z_90 * sd(exact), 0.90),
    }
}
