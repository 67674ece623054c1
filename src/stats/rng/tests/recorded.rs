//! Every test beside statistics and p-values recorded from `SciPy` (`tests/data/rng/tests.py` says how).

use super::Congruential;
use crate::random::Words;
use crate::stats::rng::bits::{Changes, Ones};
use crate::stats::rng::correlation::Correlation;
use crate::stats::rng::coupon::Coupon;
use crate::stats::rng::frequency::Frequency;
use crate::stats::rng::gap::Gap;
use crate::stats::rng::overlap::Overlap;
use crate::stats::rng::permutation::Permutation;
use crate::stats::rng::poker::Poker;
use crate::stats::rng::runs::{RunsOfEquals, RunsUp};
use crate::stats::rng::serial::Pairs;
use crate::stats::rng::{Meter, index};

const RECORDED: &str = include_str!("../../../../tests/data/rng/tests.tsv");

fn meter(test: &str, bound: u64) -> Box<dyn Meter> {
    match test {
        "ones" | "ones raw" => Box::new(Ones::new()),
        "changes" | "changes raw" => Box::new(Changes::new()),
        "frequency" => Box::new(Frequency::equal(index(bound))),
        "pairs" => Box::new(Pairs::new(bound)),
        "gap 1" => Box::new(Gap::new(bound, 1)),
        "poker" => Box::new(Poker::new(bound)),
        "coupon" => Box::new(Coupon::new(bound)),
        "runs up" => Box::new(RunsUp::default()),
        "runs of equals" => Box::new(RunsOfEquals::new(bound)),
        "correlation" if bound == 0 => Box::new(Correlation::of_words()),
        "correlation" => Box::new(Correlation::below(bound)),
        _ => match test.split_once(' ') {
            Some(("overlap", length)) => Box::new(Overlap::new(bound, length.parse().unwrap())),
            Some(("permutation", length)) => Box::new(Permutation::new(length.parse().unwrap())),
            _ => panic!("no test `{test}`"),
        },
    }
}

/// The sequence of a line: see `sequence` in the script.
fn sequence(test: &str, name: &str, count: usize) -> Vec<u64> {
    let mut words = Congruential(42);
    let bound: u64 = name[1..].parse().unwrap_or(0);
    let value = |word: u64| match (name.as_bytes()[0], test) {
        (b'w', "ones" | "changes") => word >> 32 | word & 0xFFFF_FFFF_0000_0000,
        (b'w', _) => word,
        (b'd', _) => (word >> 33) % bound,
        _ => (word >> 58) % bound,
    };
    (0..count).map(|_| value(words.word())).collect()
}

#[test]
fn statistics_and_p_values_are_those_of_scipy() {
    let (mut lines, mut small) = (0, 0);
    for line in RECORDED.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [test, name, count, statistic, degrees, p] = fields[..] else { panic!("six columns: {line}") };
        let values = sequence(test, name, count.parse().unwrap());
        let mut meter = meter(test, name[1..].parse().unwrap_or(0));
        // in unequal pieces: what is fed together does not matter
        for piece in values.chunks(997) {
            meter.take(piece);
        }
        let score = meter.score();
        let [statistic, degrees, p] = [statistic, degrees, p].map(|number| number.parse::<f64>().unwrap());
        let found = score.p_value.unwrap();
        assert!((score.statistic / statistic - 1.0).abs() < 1e-9 && score.degrees_of_freedom == degrees, "{line}: {score:?}");
        assert!(p == found || (found / p - 1.0).abs() < 1e-9, "{line}: {score:?}");
        lines += 1;
        small += u32::from(p < 1e-3);
    }
    assert!(lines >= 34 && small >= 3, "{lines} lines, {small} of them far out");
}
