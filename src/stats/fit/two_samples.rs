//! Two samples of one observable: whether they follow the same law, by the test that the law's kind allows.

use super::classes::SMALLEST_EXPECTED;
use super::{Outcome, Pooled, counts, independent};
use crate::stats::special::chi_square_tail;
use crate::tally::Law;

/// Tests whether both counts come from one law; `None` for observables that are only shown.
///
/// One value a trial: the contingency table of two rows. Marked sets: given that all values are alike, the difference of the shares of the marks has variance
/// `v_a / m_a^2 + v_b / m_b^2` (see [`super::marks`]). Dependent counts of one and the same law: the quadratic form of its covariance.
#[must_use]
pub fn two_samples(a: (&Law, &Pooled), b: (&Law, &Pooled), names: &[String]) -> Option<Outcome> {
    let (pooled_a, pooled_b) = (a.1, b.1);
    match (a.0, b.0) {
        (Law::Free, _) | (_, Law::Free) => None,
        (Law::UniformMarks, Law::UniformMarks) => Some(marks(pooled_a, pooled_b)),
        (Law::Counts { total, means, products }, Law::Counts { .. }) => {
            if a.0 == b.0 {
                Some(counts::two_samples((*total, means, products), pooled_a, pooled_b, names))
            } else {
                Some(Outcome::untested("two samples", "the laws differ: see their targets"))
            }
        }
        (Law::UniformMarks | Law::Counts { .. }, _) | (_, Law::UniformMarks | Law::Counts { .. }) => {
            Some(Outcome::untested("two samples", "the kinds of law differ"))
        }
        _ => {
            let table = Pooled {
                counts: pooled_a.counts.iter().chain(&pooled_b.counts).copied().collect(),
                trials: pooled_a.trials + pooled_b.trials,
                squares: 0,
            };
            let mut outcome = independent::fit(pooled_a.counts.len(), &table).tests.into_iter().next()?;
            if outcome.method == "chi-square of the contingency table" {
                outcome.method = "chi-square of two samples";
            }
            Some(outcome)
        }
    }
}

fn marks(a: &Pooled, b: &Pooled) -> Outcome {
    let method = "chi-square of two samples of marks";
    let values = a.counts.len() as f64;
    let sums = |pooled: &Pooled| {
        let marks: u128 = pooled.counts.iter().map(|&count| u128::from(count)).sum();
        let squares = u128::from(pooled.squares);
        let v = (marks * pooled.counts.len() as u128).saturating_sub(squares) as f64 / (values * (values - 1.0).max(1.0));
        (marks as f64, v)
    };
    let ((marks_a, v_a), (marks_b, v_b)) = (sums(a), sums(b));
    if values < 2.0 || marks_a.min(marks_b) / values < SMALLEST_EXPECTED || v_a + v_b == 0.0 {
        return Outcome::untested(method, "too few marks for a chi-square test");
    }
    let variance = v_a / marks_a / marks_a + v_b / marks_b / marks_b;
    let differences: Vec<f64> = a.counts.iter().zip(&b.counts).map(|(&a, &b)| b as f64 / marks_b - a as f64 / marks_a).collect();
    let statistic = differences.iter().map(|difference| difference * difference).sum::<f64>() / variance;
    Outcome {
        method,
        statistic: Some(statistic),
        degrees_of_freedom: Some(values - 1.0),
        p_value: Some(chi_square_tail(statistic, values - 1.0)),
        effect: Some(0.5 * differences.iter().map(|difference| difference.abs()).sum::<f64>()),
        ..Outcome::default()
    }
}
