//! Healthy numbers give uniform p-values, test by test, over 1 000 fixed seeds.
//!
//! Seeds are fixed, so this passes or fails for good. A sound program would fail for one choice of seeds in about ten thousand (level 1e-4 for each of the tests: Kolmogorov and
//! Smirnov's distance below 0.0704, and 1 to 24 p-values below 0.01).

use crate::game::play_lanes;
use crate::prize::TierId;
use crate::random::below;
use crate::stats::rng::{RngTest, Streams, battery, blocks};
use rayon::prelude::*;
use std::collections::BTreeMap;

const SEEDS: u64 = 1_000;

fn shape(mut p_values: Vec<f64>) -> (f64, usize) {
    p_values.sort_by(f64::total_cmp);
    let n = p_values.len() as f64;
    let distance = p_values.iter().enumerate().map(|(index, p)| (p - index as f64 / n).max((index + 1) as f64 / n - p)).fold(0.0, f64::max);
    (distance, p_values.iter().filter(|&&p| p < 0.01).count())
}

/// Checks every test that `tests` makes of a seed.
fn uniform(tests: impl Fn(u64) -> Vec<RngTest> + Sync + Send) {
    let all: Vec<Vec<RngTest>> = (0..SEEDS).into_par_iter().map(tests).collect();
    let mut by_test: BTreeMap<(String, String), Vec<f64>> = BTreeMap::new();
    for test in all.into_iter().flatten() {
        let p = test.p_value.unwrap_or_else(|| panic!("{test:?} tested nothing"));
        by_test.entry((test.source, test.test)).or_default().push(p);
    }
    let mut wrong = Vec::new();
    for ((source, test), p_values) in by_test {
        assert_eq!(p_values.len() as u64, SEEDS);
        let (distance, small) = shape(p_values);
        println!("uniform | {source} | {test} | distance {distance:.4} of 0.0704 | {small} below 0.01");
        if distance >= 0.0704 || !(1..=24).contains(&small) {
            wrong.push(format!("{source}: {test}: distance {distance:.4}, {small} below 0.01"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn p_values_of_words_are_uniform() {
    uniform(|seed| battery::words("words", &mut Streams::Seeds.open(1_000_000 * seed), 100_000));
}

#[test]
fn p_values_of_dice_are_uniform() {
    uniform(|seed| {
        let mut words = play_lanes(seed, 0, TierId(0));
        battery::integers("dice", 6, 30_000, || below(&mut words, 6))
    });
}

#[test]
fn p_values_of_42_values_are_uniform() {
    uniform(|seed| {
        let mut words = play_lanes(seed, 0, TierId(1));
        battery::integers("1 to 42", 42, 100_000, || below(&mut words, 42))
    });
}

#[test]
fn p_values_of_block_orders_are_uniform() {
    // the tests of integers are those of the dice
    let of_counts = |test: &RngTest| test.source.ends_with("prizes of a block");
    uniform(|seed| blocks::splits(seed << 32, 300).into_iter().filter(of_counts).collect());
    uniform(|seed| blocks::orders(seed, 10_000));
}
