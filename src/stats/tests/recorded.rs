//! Our laws beside values recorded from mpmath and `SciPy` (`tests/data/stats/laws.py` says how).

use crate::stats::count_law::CountLaw;
use crate::stats::special::{chi_square_tail, normal_density, normal_tail, normal_two_sided, stirling_error};

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

/// The definition of a quantile, on every probability that separates two counts of small laws, and from both sides on wide ones.
#[test]
fn a_quantile_is_the_first_count_that_reaches() {
    let mut laws = vec![
        CountLaw::binomial(1_000_000, 0.3, 0.7),
        CountLaw::binomial(200_000_000, 1e-7, 1.0 - 1e-7),
        CountLaw::hypergeometric(1_000_000, 900, 400_000),
    ];
    for trials in [1, 2, 7, 30] {
        laws.extend([0.01, 0.2, 0.5, 0.93].map(|p| CountLaw::binomial(trials, p, 1.0 - p)));
        laws.push(CountLaw::hypergeometric(40, 9, trials));
    }
    for law in &laws {
        let up_to = |count: u64| {
            let tails = law.tails(count);
            tails.below + tails.at
        };
        let (first, masses) = law.masses(1e-9);
        for count in (first..).take(masses.len()).step_by(1 + masses.len() / 200) {
            let reached = up_to(count);
            for probability in [reached - 1e-9, 0.5 * (reached + reached - law.mass(count))] {
                if probability > 1e-12 && law.mass(count) > 1e-8 {
                    assert_eq!(law.quantile(probability), count, "{law:?} {probability}");
                }
            }
        }
    }
}

/// Far out the square of `z` has lost digits that the density still shows. By 60 digits of Python's `decimal`.
#[test]
fn densities_keep_their_digits_far_out() {
    for (z, recorded) in [(30.3, 1.738_599_780_834_906_7e-200), (12.1, 6.432_540_334_635_765e-33), (-20.7, 3.593_261_220_969_867_5e-94)] {
        assert!(error(normal_density(z), recorded) < 3e-15, "{z}: {:e}", normal_density(z));
    }
    assert!(error(normal_two_sided(-1.959_963_984_540_054), 0.05) < 1e-14 && normal_two_sided(0.0) == 1.0);
}

/// Between whole numbers: `ln Gamma(x + 1)` is known there, `Gamma(7/2) = 15 sqrt(pi) / 8`.
#[test]
fn errors_of_stirling_between_whole_numbers() {
    for (x, recorded) in [(0.5, 0.153_426_409_720_027_35), (2.5, 0.033_162_873_519_936_29)] {
        assert!(error(stirling_error(x), recorded) < 1e-13, "{x}: {}", stirling_error(x));
    }
}
