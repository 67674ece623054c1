//! Many tests at once: Holm's step-down adjustment, and the verdict on an adjusted p-value.

use super::model::VerdictLevel;

/// An adjusted p-value below this fails.
pub const FAIL_BELOW: f64 = 1e-6;
/// An adjusted p-value below this warns.
pub const WARN_BELOW: f64 = 1e-3;

/// Holm's adjusted p-values: the i-th smallest of `m` is multiplied by `m - i` (from 0), then made monotone and capped at 1 (Holm 1979).
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut floor = 0.0_f64;
    for (rank, &index) in order.iter().enumerate() {
        floor = floor.max((p_values.len() - rank) as f64 * p_values[index]).min(1.0);
        adjusted[index] = floor;
    }
    adjusted
}

/// What an adjusted p-value means.
#[must_use]
pub fn level(p_adjusted: f64) -> VerdictLevel {
    if p_adjusted < FAIL_BELOW {
        VerdictLevel::Fail
    } else if p_adjusted < WARN_BELOW {
        VerdictLevel::Warn
    } else {
        VerdictLevel::Pass
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_paper_kind() {
        // 4 tests: 0.01 x 4, 0.02 x 3, max(0.06, 0.03 x 2), max(0.06, 0.04 x 1)
        let adjusted = holm(&[0.03, 0.01, 0.04, 0.02]);
        for (found, wanted) in adjusted.iter().zip([0.06, 0.04, 0.06, 0.06]) {
            assert!((found - wanted).abs() < 1e-15, "{adjusted:?}");
        }
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.9, 0.8]), vec![1.0, 1.0]);
    }

    #[test]
    fn levels_are_strict() {
        assert_eq!(level(1e-6), VerdictLevel::Warn);
        assert_eq!(level(0.99e-6), VerdictLevel::Fail);
        assert_eq!(level(1e-3), VerdictLevel::Pass);
    }
}
