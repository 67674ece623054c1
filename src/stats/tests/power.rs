//! The detectable difference is what it says: planted faults are found at the length it announces, and not at a third of it.
//!
//! A fault is caught when the test's p-value is below 1e-6 / tests of the report. The seeds are fixed, 0 to 99: 99 of them or more catch each fault. (A true power of 0.99 does so
//! for three choices of 100 seeds in four; these are the first that were tried.)

use super::methodology;
use super::runs::Run;
use super::tables::star_color;
use crate::engine::Sampling;
use crate::random::{Purpose, Weighted, below, stream};
use crate::stats::FAIL_BELOW;
use crate::stats::fit::{Pooled, Tested, fit};
use crate::stats::power::{Detector, Watched};
use crate::tally::Law;
use rayon::prelude::*;

/// Tests of a usual report.
const TESTS: usize = 90;

/// The smallest number of trials, within 1 %, at which a fault of this size is announced to be found.
fn announced(fault: f64, target: f64, tested: Tested, variance: f64) -> u64 {
    let mut detector = Detector::new(TESTS);
    let mut trials = 100.0_f64;
    loop {
        let watched = Watched { target, error: (variance * trials).sqrt(), trials: trials as u64, tested };
        if detector.difference(&watched).is_some_and(|difference| difference <= fault) {
            return trials as u64;
        }
        trials *= 1.01;
    }
}

/// How many of 100 seeds catch the fault.
fn caught(law: &Law, trials: u64, test: usize, draw: impl Fn(u64, u64) -> Pooled + Sync) -> usize {
    let caught = |seed: u64| {
        let pooled = draw(seed, trials);
        let names: Vec<String> = pooled.counts.iter().enumerate().map(|(value, _)| value.to_string()).collect();
        fit(law, &names, &pooled).tests[test].p_value.unwrap() < FAIL_BELOW / TESTS as f64
    };
    (0..100_u64).into_par_iter().filter(|&seed| caught(seed)).count()
}

fn weighted(weights: &[u64]) -> impl Fn(u64, u64) -> Pooled + Sync + use<> {
    let choice = Weighted::new(weights).unwrap();
    let values = weights.len();
    move |seed, trials| {
        let mut words = stream(seed, Purpose::Test, 99);
        let mut pooled = Pooled { counts: vec![0; values], trials, squares: 0 };
        for _ in 0..trials {
            pooled.counts[choice.draw(&mut words)] += 1;
        }
        pooled
    }
}

/// The fault is caught at the length announced, and at a third of it far less often: the length is no boast, and no excuse either.
fn keeps_its_word(what: &str, law: &Law, trials: u64, draw: impl Fn(u64, u64) -> Pooled + Sync) {
    let at = caught(law, trials, 0, &draw);
    let before = caught(law, trials / 3, 0, &draw);
    println!("{what}: {at} of 100 at {trials} trials, {before} of 100 at a third of them");
    assert!(at >= 99, "{what}: {at} of 100 at {trials}");
    let quoted = crate::money::grouped(u128::from(trials));
    assert!(methodology().contains(&format!("| {quoted} |")), "METHODOLOGY.md does not say {quoted} for {what}");
    assert!(before <= 60, "{what}: {before} of 100 at a third of {trials}");
}

#[test]
fn a_die_off_by_a_thousandth() {
    // one face 1/6 + 0.001, the others 1/6 - 0.0002: in thirty-thousandths
    let trials = announced(0.001, 1.0 / 6.0, Tested::Together(5.0), 5.0 / 36.0);
    keeps_its_word("a die off by 1e-3", &Law::Shares(vec![1; 6]), trials, weighted(&[5_030, 4_994, 4_994, 4_994, 4_994, 4_994]));
}

#[test]
fn a_colour_favoured_by_a_hundredth() {
    let trials = announced(0.01, 1.0 / 6.0, Tested::Together(5.0), 5.0 / 36.0);
    keeps_its_word("a colour favoured by 1e-2", &Law::Shares(vec![1; 6]), trials, weighted(&[530, 494, 494, 494, 494, 494]));
}

#[test]
fn a_way_with_a_tenth_more_weight() {
    // the seven ways of prize 12 (S6), weights 2^-(sums - 1); the first one a tenth more: its share goes from 8/19 to 88/198
    let law = Law::Shares(vec![8, 4, 2, 1, 2, 1, 1]);
    let share = 8.0 / 19.0;
    let trials = announced(88.0 / 198.0 - share, share, Tested::Together(6.0), share * (1.0 - share));
    keeps_its_word("a way with a tenth more weight", &law, trials, weighted(&[88, 40, 20, 10, 20, 10, 10]));
}

/// One bonus a set, on one of 41 cells of 42: the share of the first cell goes from 1/42 to 0.
fn all_cells_but_one(seed: u64, trials: u64) -> Pooled {
    let mut words = stream(seed, Purpose::Test, 98);
    let mut pooled = Pooled { counts: vec![0; 42], trials, squares: trials };
    for _ in 0..trials {
        pooled.counts[1 + below(&mut words, 41) as usize] += 1;
    }
    pooled
}

#[test]
fn a_cell_that_never_holds_a_bonus() {
    let share = 1.0 / 42.0;
    let trials = announced(share, share, Tested::Together(41.0), share * (1.0 - share));
    keeps_its_word("a cell that never holds a bonus", &Law::UniformMarks, trials, all_cells_but_one);
}

#[test]
fn a_rare_value_seen_too_often() {
    // expected twice: found by its own exact test when it comes as often as announced
    let target = 2e-5;
    let trials = 100_000;
    let watched = Watched { target, error: (2.0_f64).sqrt(), trials, tested: Tested::Alone(1) };
    let difference = Detector::new(TESTS).difference(&watched).unwrap();
    let law = Law::Shares(vec![1, 25_000, 24_999]);
    let shifted = |difference: f64| {
        let weight = ((target + difference) * 1e8).round() as u64;
        weighted(&[weight, 50_000_000, 50_000_000 - weight])
    };
    let at = caught(&law, trials, 1, shifted(difference));
    assert!(at >= 95, "{at} of 100 with {difference:e} more");
    let before = caught(&law, trials, 1, shifted(difference / 3.0));
    assert!(before <= 30, "{before} of 100 with a third of it");
}

/// Once in 100 000 plays of prize 2 (0.85 times a block) it is paid as 4: equality after whole blocks has no blind spot, whatever the referee says. It is caught by the first block
/// that holds one such play; six blocks hold one in 994 of 1 000 runs (1 - exp(-5.1)).
#[test]
fn a_prize_moved_by_one_tier_is_caught_by_whole_blocks() {
    let caught_in = |blocks: u64| {
        let table = star_color();
        let caught = |seed: u64| {
            let mut words = stream(seed, Purpose::Test, 97);
            let mut counts: Vec<u64> = table.tiers().iter().map(|tier| blocks * tier.winners).collect();
            let moved = (0..counts[5]).filter(|_| below(&mut words, 100_000) == 0).count() as u64;
            counts[5] -= moved;
            counts[4] += moved;
            let report = Run::of_counts(table.clone(), &counts, Sampling::Block).report();
            assert_eq!(report.verdict.exit_code(), u8::from(moved > 0));
            moved > 0
        };
        (0..100).filter(|&seed| caught(seed)).count()
    };
    let (one, six) = (caught_in(1), caught_in(6));
    println!("a prize moved by one tier once in 1e5: {one} of 100 after one block, {six} of 100 after six");
    assert!(six >= 99, "{one} {six}");
    let quoted = format!("{one} of 100 seeds after one block, {six} of 100 after six");
    assert!(methodology().contains(&quoted), "METHODOLOGY.md does not say: {quoted}");
}

/// The power curve of METHODOLOGY.md: `cargo test --release --no-default-features --lib power_curve -- --ignored --nocapture`.
#[test]
#[ignore = "prints a table for METHODOLOGY.md"]
fn power_curve() {
    println!("| fault | announced n | n/4 | n/2 | 3n/4 | n | 5n/4 |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let line = |what: &str, law: &Law, n: u64, draw: &(dyn Fn(u64, u64) -> Pooled + Sync)| {
        let row: Vec<String> = (1..=5).map(|quarter| caught(law, n * quarter / 4, 0, draw).to_string()).collect();
        println!("| {what} | {} | {} |", crate::money::grouped(u128::from(n)), row.join(" | "));
    };
    let (sixth, cell, way) = (1.0 / 6.0, 1.0 / 42.0, 8.0 / 19.0);
    let of = |fault: f64, p: f64, degrees: f64| announced(fault, p, Tested::Together(degrees), p * (1.0 - p));
    let (die, colour) = (weighted(&[5_030, 4_994, 4_994, 4_994, 4_994, 4_994]), weighted(&[530, 494, 494, 494, 494, 494]));
    line("a die's face at 1/6 + 0.001", &Law::Shares(vec![1; 6]), of(0.001, sixth, 5.0), &die);
    line("a colour at 1/6 + 0.01", &Law::Shares(vec![1; 6]), of(0.01, sixth, 5.0), &colour);
    line("a cell of 42 that never holds the bonus", &Law::UniformMarks, of(cell, cell, 41.0), &all_cells_but_one);
    let ways = weighted(&[88, 40, 20, 10, 20, 10, 10]);
    line("a way with a tenth more weight", &Law::Shares(vec![8, 4, 2, 1, 2, 1, 1]), of(88.0 / 198.0 - way, way, 6.0), &ways);
}
