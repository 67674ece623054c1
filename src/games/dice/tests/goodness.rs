//! Small goodness-of-fit tests for the tests: independent of `stats`, which is judged elsewhere.

use crate::tally::{Law, Observable};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// The p-value of Pearson's chi-square for counts against whole-number weights; cells expected fewer than five times are pooled.
pub fn chi_square(counts: &[u64], weights: &[u128]) -> f64 {
    let trials = counts.iter().sum::<u64>() as f64;
    let total = weights.iter().sum::<u128>() as f64;
    let (mut statistic, mut cells) = (0.0, 0);
    let (mut rare_seen, mut rare_expected) = (0.0, 0.0);
    for (&count, &weight) in counts.iter().zip(weights) {
        let expected = trials * (weight as f64) / total;
        if weight == 0 && count > 0 {
            return 0.0;
        } else if expected >= 5.0 {
            statistic += (count as f64 - expected).powi(2) / expected;
            cells += 1;
        } else {
            rare_seen += count as f64;
            rare_expected += expected;
        }
    }
    if rare_expected >= 5.0 {
        statistic += (rare_seen - rare_expected).powi(2) / rare_expected;
        cells += 1;
    }
    if cells < 2 { 1.0 } else { ChiSquared::new(f64::from(cells - 1)).unwrap().sf(statistic) }
}

/// The smallest p-value of all targets of an observable, of one row of counters, adjusted for the values it looks at (Bonferroni).
pub fn worst(observable: &Observable, target: &Law, counters: &[u64]) -> f64 {
    let values = observable.values.len();
    let (counts, trials) = (&counters[..values], counters[values]);
    match target {
        Law::Shares(weights) => {
            assert_eq!(counts.iter().sum::<u64>(), trials);
            chi_square(counts, weights)
        }
        Law::Counts { total, means, products } => {
            let n = trials as f64;
            let normal = Normal::standard();
            let two_sided = |value: usize| {
                let mean = means[value] as f64 / *total as f64;
                let variance = products[value * values + value] as f64 / *total as f64 - mean * mean;
                let deviation = counts[value] as f64 - n * mean;
                if variance < 1e-12 {
                    return if deviation.abs() < 0.5 { 1.0 } else { 0.0 };
                }
                // no normal tail where few events are expected
                if n * mean < 50.0 { 1.0 } else { 2.0 * normal.sf(deviation.abs() / (n * variance).sqrt()) }
            };
            (0..values).map(two_sided).fold(1.0, f64::min) * values as f64
        }
        law => panic!("no test for {law:?}"),
    }
}

#[test]
fn chi_square_agrees_with_tables() {
    // a die thrown 60 times: statistic 13.4, 5 degrees of freedom, p = erfc(sqrt(6.7)) + sqrt(26.8 / pi) exp(-6.7) (1 + 13.4 / 3)
    let p = chi_square(&[5, 8, 9, 8, 10, 20], &[1; 6]);
    assert!((p - 0.019_905_220_334).abs() < 1e-9, "{p}");
    assert!(chi_square(&[1, 0], &[0, 1]) < 1e-300, "an impossible value was seen");
}
