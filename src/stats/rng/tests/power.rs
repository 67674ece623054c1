//! Planted faults are caught, by the tests that are there for them, at the smallest number of words that can be tested.

use super::Congruential;
use crate::random::{Purpose, Words, below, shuffle, stream};
use crate::stats::rng::{FEWEST_WORDS, RngTest, VerdictLevel, battery, judged};

/// Words made by a function.
struct Made<F>(F);

impl<F: FnMut() -> u64> Words for Made<F> {
    fn word(&mut self) -> u64 {
        (self.0)()
    }
}

/// The names of the tests that fail.
fn failed(tests: Vec<RngTest>) -> Vec<String> {
    let report = judged(0, 0, tests);
    report.suspects().iter().filter(|test| test.verdict == VerdictLevel::Fail).map(|test| test.test.clone()).collect()
}

fn caught_in_words(by: &[&str], next: impl FnMut() -> u64) {
    caught(by, battery::words("planted", &mut Made(next), FEWEST_WORDS));
}

fn caught_in_integers(bound: u64, by: &[&str], next: impl FnMut() -> u64) {
    caught(by, battery::integers("planted", bound, FEWEST_WORDS, next));
}

fn caught(by: &[&str], tests: Vec<RngTest>) {
    let failed = failed(tests);
    for test in by {
        assert!(failed.iter().any(|failed| failed.starts_with(test)), "`{test}` did not catch it, only {failed:?}");
    }
}

fn healthy(seed: u64) -> impl Words {
    stream(seed, Purpose::Test, 0)
}

#[test]
fn nothing_fails_without_a_fault() {
    for seed in 0..20 {
        let mut words = healthy(seed);
        assert_eq!(failed(battery::words("healthy", &mut words, FEWEST_WORDS)), Vec::<String>::new(), "seed {seed}");
        assert_eq!(failed(battery::integers("healthy", 6, FEWEST_WORDS, || below(&mut words, 6))), Vec::<String>::new(), "seed {seed}");
    }
}

#[test]
fn a_bit_that_is_stuck_or_leans() {
    let mut words = healthy(1);
    caught_in_words(&["ones of each bit", "changes of each bit"], || words.word() | 1 << 17);
    // a bit that is 1 in 9 of 16 words
    caught_in_words(&["ones of each bit"], || words.word() | u64::from(below(&mut words, 8) == 0) << 40);
    // the highest and the lowest bits are read by all the others too
    caught_in_words(&["frequency of 256 values", "pairs", "overlapping triples", "poker", "gaps"], || words.word() & !(1 << 63));
    caught_in_words(&["frequency of 256 values, low bits", "poker, 5 of 8 values, low bits"], || words.word() & !1);
}

#[test]
fn the_low_bits_of_a_congruential_generator() {
    let mut words = Congruential(42);
    let by = [
        "changes of each bit",
        "overlapping triples of 16 values, low bits",
        "overlapping 10-tuples of bits, low bits",
        "gaps of 1 value in 8, low bits",
    ];
    caught_in_words(&by, || words.word());
}

#[test]
fn randu() {
    let mut x = 1_u64;
    let mut words = || {
        x = x * 65_539 % (1 << 31);
        x
    };
    // 31 bits, at the top of the word
    caught_in_words(&["ones of each bit"], || words() << 33);
    // its triples lie in 15 planes: with the other bits made fair, they alone show
    let mut fair = healthy(2);
    caught_in_words(&["overlapping triples of 16 values"], || words() << 33 | fair.word() >> 31);
}

#[test]
fn integers_by_a_modulo() {
    let mut words = healthy(3);
    caught_in_integers(6, &["frequency"], || (words.word() >> 58) % 6);
    caught_in_integers(42, &["frequency"], || (words.word() >> 56) % 42);
}

#[test]
fn streams_that_repeat() {
    // two streams of one state, in turn
    let (mut a, mut b) = (healthy(4), healthy(4));
    let mut turn = 0;
    caught_in_words(&["pairs", "overlapping triples", "serial correlation", "runs up"], || {
        turn += 1;
        if turn % 2 == 0 { a.word() } else { b.word() }
    });
    // 64 streams whose seeds are cut to 5 bits: stream 0 and stream 32 are the same
    let mut streams: Vec<_> = (0..64).map(|seed| healthy(seed % 32)).collect();
    let mut next = 0;
    caught_in_words(&["serial correlation"], || {
        next += 1;
        streams[next % 64].word()
    });
    // a stream that begins again after 1 000 words
    let mut again: Vec<u64> = Vec::new();
    let mut words = healthy(5);
    again.extend((0..1_000).map(|_| words.word()));
    let mut cycle = again.iter().cycle();
    caught_in_words(&["frequency of 256 values", "pairs", "permutations", "ones of each bit"], || *cycle.next().unwrap());
}

#[test]
fn values_in_an_order() {
    // of two words the smaller first
    let mut words = healthy(6);
    let mut pair = Vec::new();
    caught_in_words(&["permutations", "pairs", "runs up", "serial correlation"], || {
        if pair.is_empty() {
            pair = vec![words.word(), words.word()];
            pair.sort_unstable_by(|a, b| b.cmp(a));
        }
        pair.pop().unwrap()
    });
    // a shuffle that swaps with any place, as often written by mistake: 125 of its 5^5 ways do not spread over 120 orders
    let mut words = healthy(7);
    let naive = |words: &mut dyn FnMut(u64) -> u64| {
        let mut items = [0, 1, 2, 3, 4];
        for place in 0..5 {
            items.swap(place, usize::try_from(words(5)).unwrap());
        }
        crate::stats::rng::permutation::order(&items).unwrap() as u64
    };
    caught_in_integers(120, &["frequency"], || naive(&mut |bound| below(&mut words, bound)));
    // the last value is never moved
    let mut words = healthy(8);
    caught_in_integers(120, &["frequency", "pairs"], || {
        let mut items = [0, 1, 2, 3, 4];
        shuffle(&mut words, &mut items[..4]);
        crate::stats::rng::permutation::order(&items).unwrap() as u64
    });
}

#[test]
fn values_that_stay() {
    // one value in 32 is the one before
    let mut words = healthy(9);
    let mut last = 0;
    caught_in_integers(6, &["runs of equal values", "pairs", "overlapping triples", "serial correlation", "poker"], || {
        if below(&mut words, 32) > 0 {
            last = below(&mut words, 6);
        }
        last
    });
    // a value that never follows itself: no run, no gap of 0
    caught_in_integers(6, &["runs of equal values", "gaps", "coupon"], || {
        last = (last + 1 + below(&mut words, 5)) % 6;
        last
    });
}
