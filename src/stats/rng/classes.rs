//! Chi-square of counted classes against known probabilities: what most of the tests end with.

use super::Score;
use crate::stats::fit::classes::Comparison;
use crate::stats::special::chi_square_tail;

/// Classes expected fewer times than this are merged with the next ones.
const FEWEST: f64 = 10.0;

/// Compares counts with probabilities that add up to 1. Neighbouring classes are merged until each is expected ten times; fewer than two classes are not tested.
///
/// Pearson's statistic with one degree of freedom less than classes; see [`Comparison::p_value`] for what holds far out.
pub fn compared(counts: &[u64], probabilities: impl IntoIterator<Item = f64>) -> Score {
    let trials: u64 = counts.iter().sum();
    let mut groups: Vec<(u64, f64)> = Vec::new();
    let (mut count, mut expected) = (0, 0.0);
    for (&more, probability) in counts.iter().zip(probabilities) {
        count += more;
        expected += probability * trials as f64;
        if expected >= FEWEST {
            groups.push((count, expected));
            (count, expected) = (0, 0.0);
        }
    }
    // what is left is too small for a class of its own
    if let Some(last) = groups.last_mut() {
        last.0 += count;
        last.1 += expected;
    }
    if groups.len() < 2 {
        return Score { trials, ..Score::default() };
    }
    let mut comparison = Comparison::default();
    for &(count, expected) in &groups {
        comparison.add(count as f64, expected);
    }
    let degrees_of_freedom = (groups.len() - 1) as f64;
    Score { trials, statistic: comparison.pearson, degrees_of_freedom, p_value: Some(comparison.p_value(degrees_of_freedom)) }
}

/// As [`compared`] where all classes are equally likely.
pub fn equal(counts: &[u64]) -> Score {
    compared(counts, counts.iter().map(|_| 1.0 / counts.len() as f64))
}

/// A statistic that follows the chi-square law itself.
pub fn chi_square(trials: u64, statistic: f64, degrees_of_freedom: f64) -> Score {
    Score { trials, statistic, degrees_of_freedom, p_value: Some(chi_square_tail(statistic, degrees_of_freedom)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_expected_too_seldom_are_merged_with_the_next() {
        // 40 trials: 0.1 and 0.2 (12), 0.3 (12), and 0.35 with what is left (16)
        let score = compared(&[4, 8, 12, 14, 2], [0.1, 0.2, 0.3, 0.35, 0.05]);
        assert_eq!((score.trials, score.degrees_of_freedom), (40, 2.0));
        assert!(score.statistic.abs() < 1e-12 && score.p_value == Some(1.0), "{score:?}");
        // too few for two classes
        assert_eq!(equal(&[9, 10]), Score { trials: 19, ..Score::default() });
        assert_eq!(equal(&[]), Score::default());
    }
}
