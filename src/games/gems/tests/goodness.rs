//! Pearson's chi-square for the tests, independent of `stats`, which is judged elsewhere.
#![allow(clippy::float_arithmetic)]

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The p-value of counts against whole-number weights (every one expected at least five times).
pub fn chi_square(counts: &[u64], weights: &[u128]) -> f64 {
    assert_eq!(counts.len(), weights.len());
    let trials = counts.iter().sum::<u64>() as f64;
    let total = weights.iter().sum::<u128>() as f64;
    let mut statistic = 0.0;
    for (&count, &weight) in counts.iter().zip(weights) {
        let expected = trials * weight as f64 / total;
        assert!(expected >= 5.0, "{expected} is too few for a chi-square");
        statistic += (count as f64 - expected).powi(2) / expected;
    }
    if counts.len() < 2 { 1.0 } else { ChiSquared::new((counts.len() - 1) as f64).unwrap().sf(statistic) }
}

/// The p-value of two rows of counts being of one law; values seen fewer than ten times in both together are pooled.
pub fn two_samples(a: &[u64], b: &[u64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let (total_a, total_b) = (a.iter().sum::<u64>() as f64, b.iter().sum::<u64>() as f64);
    let mut classes: Vec<(f64, f64)> = Vec::new();
    let mut rare = (0.0, 0.0);
    for (&a, &b) in a.iter().zip(b) {
        if a + b < 10 { rare = (rare.0 + a as f64, rare.1 + b as f64) } else { classes.push((a as f64, b as f64)) }
    }
    if rare.0 + rare.1 >= 10.0 {
        classes.push(rare);
    }
    let statistic: f64 = classes
        .iter()
        .map(|&(a, b)| {
            let share = (a + b) / (total_a + total_b);
            (a - share * total_a).powi(2) / (share * total_a) + (b - share * total_b).powi(2) / (share * total_b)
        })
        .sum();
    if classes.len() < 2 { 1.0 } else { ChiSquared::new((classes.len() - 1) as f64).unwrap().sf(statistic) }
}

#[test]
fn chi_square_agrees_with_tables() {
    // a die thrown 60 times: statistic 13.4, 5 degrees of freedom, p = erfc(sqrt(6.7)) + sqrt(26.8 / pi) exp(-6.7) (1 + 13.4 / 3)
    let p = chi_square(&[5, 8, 9, 8, 10, 20], &[1; 6]);
    assert!((p - 0.019_905_220_334).abs() < 1e-9, "{p}");
    assert!(two_samples(&[100, 200, 300], &[1000, 2000, 3000]) > 0.999);
    assert!(two_samples(&[300, 200, 100], &[1000, 2000, 3000]) < 1e-9);
}
