//! The tests that laboratories ask of random numbers, one file a test, each against its exact law: what `sim rng-test` runs.
//!
//! ```text
//! streams                       which of our streams, and how they are interleaved
//! bits, frequency, serial,      a test each: fed value by value in constant memory, it ends with a chi-square statistic
//! overlap, gap, poker, coupon,
//! permutation, runs,
//! correlation
//! battery                       the tests of words, and of integers below a bound
//! draws, blocks, visuals        what is tested beside raw words: scaled draws, the order of prizes in blocks, the order of visuals
//! ```
//! References: D. E. Knuth, *The Art of Computer Programming*, volume 2, 3rd edition, section 3.3.2 (tests A to K); NIST SP 800-22 revision 1a (2010), sections 2.1, 2.3 and
//! 2.11, for bits and overlapping tuples. What is left out there is that the numbers are ours, not a device's: nothing here claims compliance with a standard.

mod battery;
mod bits;
mod blocks;
mod classes;
mod correlation;
mod coupon;
mod draws;
mod frequency;
mod gap;
mod overlap;
mod permutation;
mod poker;
mod runs;
mod serial;
mod streams;
#[cfg(test)]
mod tests;
mod visuals;

pub use streams::{Interleaved, Streams};

use super::holm::level;
use super::model::VerdictLevel;
use super::{WARN_BELOW, holm};
use crate::game::Playable;
use serde::Serialize;

/// A test that is fed values in order and says in the end how far they are from their law.
trait Meter {
    /// The next values.
    fn take(&mut self, values: &[u64]);
    /// What was found so far.
    fn score(&self) -> Score;
}

/// How far values are from their law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Score {
    /// What was counted: values, pairs, gaps, hands, ...
    trials: u64,
    /// Chi-square.
    statistic: f64,
    /// Degrees of freedom.
    degrees_of_freedom: f64,
    /// The upper tail; `None` with too few trials for the test.
    p_value: Option<f64>,
}

/// One test of one source.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RngTest {
    /// What was tested: `neighbouring seeds, interleaved`, `dice, below(6)`, ...
    pub source: String,
    /// The test, with its parameters: `gap, 1 value of 8`.
    pub test: String,
    /// What was counted: values, pairs, gaps, hands, ...
    pub trials: u64,
    /// The chi-square statistic.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub degrees_of_freedom: f64,
    /// Its upper tail; `None` with too few trials.
    pub p_value: Option<f64>,
    /// Adjusted over all tests (Holm).
    pub p_adjusted: Option<f64>,
    /// The verdict on the adjusted p-value.
    pub verdict: VerdictLevel,
}

/// What `sim rng-test` found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RngReport {
    /// The seed whose streams were tested.
    pub seed: u64,
    /// Words of each source of words.
    pub words: u64,
    /// Every test, in the order of the sources.
    pub tests: Vec<RngTest>,
    /// The worst verdict.
    pub verdict: VerdictLevel,
}

impl RngReport {
    /// Tests with a p-value, and how many of them are below 0.01, as a laboratory that decides at 99 % counts them.
    #[must_use]
    pub fn below_one_percent(&self) -> (usize, usize) {
        let p_values: Vec<f64> = self.tests.iter().filter_map(|test| test.p_value).collect();
        (p_values.len(), p_values.iter().filter(|&&p| p < 0.01).count())
    }

    /// The tests that are not passed, the worst first.
    #[must_use]
    pub fn suspects(&self) -> Vec<&RngTest> {
        let mut suspects: Vec<&RngTest> = self.tests.iter().filter(|test| test.p_adjusted.is_some_and(|p| p < WARN_BELOW)).collect();
        suspects.sort_by(|a, b| a.p_value.unwrap_or(1.0).total_cmp(&b.p_value.unwrap_or(1.0)));
        suspects
    }
}

/// The fewest words of a source that can be tested: every test has enough of what it counts.
pub const FEWEST_WORDS: u64 = 100_000;

/// Tests every source: `words` values of each source of words and of each sampler, and a part of it of blocks and visuals of `playables`, which cost more each.
/// `progress` is told how many of [`steps`] steps are done.
#[must_use]
pub fn rng_report(seed: u64, words: u64, playables: &[(String, &dyn Playable)], mut progress: impl FnMut(u64)) -> RngReport {
    let mut tests = Vec::new();
    let mut step = 0;
    let mut add = |more: Vec<RngTest>| {
        tests.extend(more);
        step += 1;
        progress(step);
    };
    for streams in Streams::ALL {
        add(battery::words(streams.about(), &mut streams.open(seed), words));
    }
    for sampler in draws::SAMPLERS {
        add(sampler.test(seed, words));
    }
    add(blocks::splits(seed, words / 250));
    add(blocks::orders(seed, words / 5));
    for (name, game) in playables.iter().filter(|(_, game)| game.has_visual()) {
        add(visuals::test(name, *game, seed, words / 100));
    }
    judged(seed, words, tests)
}

/// Steps of [`rng_report`].
#[must_use]
pub fn steps(playables: &[(String, &dyn Playable)]) -> u64 {
    (Streams::ALL.len() + draws::SAMPLERS.len() + 2 + playables.iter().filter(|(_, game)| game.has_visual()).count()) as u64
}

/// Adjusts all p-values together.
fn judged(seed: u64, words: u64, mut tests: Vec<RngTest>) -> RngReport {
    let tested: Vec<usize> = (0..tests.len()).filter(|&test| tests[test].p_value.is_some()).collect();
    let adjusted = holm(&tested.iter().filter_map(|&test| tests[test].p_value).collect::<Vec<_>>());
    for (&test, p) in tested.iter().zip(adjusted) {
        tests[test].p_adjusted = Some(p);
        tests[test].verdict = level(p);
    }
    let verdict = tests.iter().map(|test| test.verdict).max().unwrap_or(VerdictLevel::Pass);
    RngReport { seed, words, tests, verdict }
}

/// A meter's score as a test of the report.
fn tested(source: &str, test: &str, score: Score) -> RngTest {
    RngTest {
        source: source.to_owned(),
        test: test.to_owned(),
        trials: score.trials,
        statistic: score.statistic,
        degrees_of_freedom: score.degrees_of_freedom,
        p_value: score.p_value,
        p_adjusted: None,
        verdict: VerdictLevel::Pass,
    }
}

/// A value as a place in a list of counts: values are below a small bound.
fn index(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}
