//! Classes of a chi-square test: small expected counts merged, Pearson's statistic and the likelihood ratio side by side.

use super::{Outcome, Row, Tested, listed};
use crate::stats::special::{chi_square_tail, deviance};

/// Expected counts below this are merged.
pub const SMALLEST_EXPECTED: f64 = 5.0;

/// Below this p-value the likelihood ratio has a say.
const FAR_OUT: f64 = 1e-3;

/// Groups values so that every group is expected at least five times: all smaller ones together and, if they are still too few, with the smallest other value. One group
/// only when everything together is expected fewer than five times.
#[must_use]
pub fn grouped(expected: &[f64]) -> Vec<Vec<usize>> {
    let (small, mut large): (Vec<usize>, Vec<usize>) = (0..expected.len()).partition(|&value| expected[value] < SMALLEST_EXPECTED);
    if small.is_empty() {
        return large.into_iter().map(|value| vec![value]).collect();
    }
    let mut pool = small;
    if pool.iter().map(|&value| expected[value]).sum::<f64>() < SMALLEST_EXPECTED
        && let Some(next) = (0..large.len()).min_by(|&a, &b| expected[large[a]].total_cmp(&expected[large[b]]))
    {
        pool.push(large.remove(next));
        pool.sort_unstable();
    }
    let mut groups: Vec<Vec<usize>> = large.into_iter().map(|value| vec![value]).collect();
    groups.push(pool);
    groups
}

/// Two statistics of the same deviation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Pearson's `sum of (observed - expected)^2 / expected`.
    pub pearson: f64,
    /// The likelihood ratio `2 sum of observed ln(observed / expected)`, each term made positive by `expected - observed`.
    pub likelihood: f64,
}

impl Comparison {
    /// Adds a class.
    pub fn add(&mut self, observed: f64, expected: f64) {
        let difference = observed - expected;
        self.pearson += difference * difference / expected;
        self.likelihood += 2.0 * one_sided_deviance(observed, expected);
    }

    /// Both statistics times a factor.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self { pearson: self.pearson * factor, likelihood: self.likelihood * factor }
    }

    /// Pearson's p-value; below 1e-3 the larger of Pearson's and the likelihood ratio's, for a rare value seen a little too often makes Pearson's statistic
    /// far too sure: expected 5, seen 16, it says 9e-7 where the exact law says 7e-5.
    #[must_use]
    pub fn p_value(&self, degrees_of_freedom: f64) -> f64 {
        let p = chi_square_tail(self.pearson, degrees_of_freedom);
        if p < FAR_OUT { p.max(chi_square_tail(self.likelihood, degrees_of_freedom)) } else { p }
    }
}

/// `x ln(x / mean) + mean - x`, with its limit at 0.
#[must_use]
pub fn one_sided_deviance(observed: f64, expected: f64) -> f64 {
    if observed <= 0.0 { expected } else { deviance(observed, expected) }
}

/// The test of the values that are tested alone: the smallest exact p-value, times their number (Bonferroni). `None` without such values.
#[must_use]
pub fn alone(rows: &[Row], names: &[String]) -> Option<Outcome> {
    let tested: Vec<usize> = (0..rows.len()).filter(|&value| matches!(rows[value].tested, Tested::Alone(_))).collect();
    let &worst = tested.iter().min_by(|&&a, &&b| rows[a].p_value.unwrap_or(1.0).total_cmp(&rows[b].p_value.unwrap_or(1.0)))?;
    let p = rows[worst].p_value?;
    let note = match names.get(worst) {
        Some(name) => format!("{} values expected fewer than 5 times, each tested alone; the least likely is `{name}`", tested.len()),
        None => String::new(),
    };
    let method = "exact, the smallest of several";
    Some(Outcome { suffix: ", rare values", method, p_value: Some((p * tested.len() as f64).min(1.0)), note, ..Outcome::default() })
}

/// The note on merged values; empty when there are none.
#[must_use]
pub fn merged_note(groups: &[Vec<usize>], names: &[String]) -> String {
    match groups.iter().find(|group| group.len() > 1) {
        Some(group) => format!("merged for small expected counts: {}", listed(group.iter().filter_map(|&value| names.get(value)))),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_values_go_together() {
        assert_eq!(grouped(&[10.0, 20.0, 5.0]), vec![vec![0], vec![1], vec![2]]);
        assert_eq!(grouped(&[10.0, 1.0, 20.0, 4.5]), vec![vec![0], vec![2], vec![1, 3]]);
        // 1 + 2 is still too few: the smallest other value joins
        assert_eq!(grouped(&[10.0, 1.0, 20.0, 2.0]), vec![vec![2], vec![0, 1, 3]]);
        assert_eq!(grouped(&[1.0, 1.0]), vec![vec![0, 1]]);
        assert_eq!(grouped(&[]), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn the_textbook_die() {
        // 16, 18, 16, 14, 12, 12 of 88 throws: statistic 2, p = 0.8491450360846096 (SciPy's example of scipy.stats.chisquare)
        let mut comparison = Comparison::default();
        for observed in [16.0, 18.0, 16.0, 14.0, 12.0, 12.0] {
            comparison.add(observed, 88.0 / 6.0);
        }
        assert!((comparison.pearson - 2.0).abs() < 1e-13);
        assert!((comparison.p_value(5.0) - 0.849_145_036_084_609_6).abs() < 1e-13);
        // scipy.stats.power_divergence(..., lambda_="log-likelihood"): 2.006573162632538
        assert!((comparison.likelihood - 2.006_573_162_632_538).abs() < 1e-12);
    }

    #[test]
    fn a_rare_value_seen_too_often_is_not_overstated() {
        let mut comparison = Comparison::default();
        comparison.add(16.0, 5.0);
        comparison.add(9_984.0, 9_995.0);
        assert!(chi_square_tail(comparison.pearson, 1.0) < 1e-6);
        assert!(comparison.p_value(1.0) > 5e-5);
    }
}
