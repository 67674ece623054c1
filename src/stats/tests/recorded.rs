//! Our laws beside values recorded from mpmath and `SciPy` (`tests/data/stats/laws.py` says how).

use crate::stats::count_law::CountLaw;
use crate::stats::special::{chi_square_tail, normal_tail};

const LAWS: &str = include_str!("../../../tests/data/stats/laws.tsv");

/// The relative error, where the recorded value is not 0.
fn error(found: f64, recorded: f64) -> f64 {
    if recorded == 0.0 { found.abs() } else { (found / recorded - 1.0).abs() }
}

fn numbers(fields: &[&str]) -> Vec<f64> {
    fields.iter().map(|field| field.parse().unwrap()).collect()
}

#[test]
fn count_laws_agree_with_fifty_digit_sums() {
    let mut rows = 0;
    for line in LAWS.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let whole = |field: usize| fields[field].parse::<u64>().unwrap();
        if fields[0] != "binomial" && fields[0] != "hypergeometric" {
            continue;
        }
        rows += 1;
        let law = if fields[0] == "binomial" {
            let (a, b) = (whole(2) as f64, whole(3) as f64);
            CountLaw::binomial(whole(1), a / b, (b - a) / b)
        } else {
            CountLaw::hypergeometric(whole(1), whole(2), whole(3))
        };
        let recorded = numbers(&fields[5..8]);
        let found = law.tails(whole(4));
        // a mean of 10^14 is known to 1e-2 only, which is 1e-9 standard errors
        let tolerance = 1e-12 + 4e-16 * law.mean() / law.variance().sqrt().max(1.0) * 10.0;
        let mut worst = error(found.at, recorded[1]);
        let small = if recorded[0] < recorded[2] { error(found.below, recorded[0]) } else { error(found.above, recorded[2]) };
        worst = worst.max(small);
        assert!(worst < tolerance, "{line}: {found:?}, relative error {worst:.1e}, allowed {tolerance:.1e}");
    }
    assert!(rows > 70);
}

#[test]
fn normal_and_chi_square_tails_agree() {
    for line in LAWS.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields[0] == "normal" {
            let values = numbers(&fields[1..]);
            assert!(error(normal_tail(values[0]), values[1]) < 3e-15, "{line}: {:e}", normal_tail(values[0]));
        } else if fields[0] == "chi-square" {
            let values = numbers(&fields[1..]);
            let found = chi_square_tail(values[0], values[1]);
            let allowed = if values[1] > 1e4 { 1e-9 } else { 1e-12 };
            assert!(error(found, values[2]) < allowed, "{line}: {found:e}");
        }
    }
}

/// Three of ten, four of which are marked: mean r k / N, variance r (k / N) (1 - k / N) (N - r) / (N - 1).
#[test]
fn moments_of_a_small_population_by_hand() {
    let law = CountLaw::hypergeometric(10, 4, 3);
    assert!((law.mean() - 1.2).abs() < 1e-12 && (law.variance() - 0.56).abs() < 1e-12, "{} {}", law.mean(), law.variance());
}
