//! The tests of a sequence of words, and of a sequence of integers below a bound.

use super::bits::{Changes, Ones};
use super::correlation::Correlation;
use super::coupon::Coupon;
use super::frequency::Frequency;
use super::gap::Gap;
use super::overlap::Overlap;
use super::permutation::Permutation;
use super::poker::Poker;
use super::runs::{RunsOfEquals, RunsUp};
use super::serial::Pairs;
use super::{Meter, RngTest, index, tested};
use crate::random::Words;

/// A test with its name, of the first bits of each word or of whole values.
struct Feed {
    name: String,
    /// Bits of the word that are tested; 64 for whole values.
    bits: u32,
    meter: Box<dyn Meter>,
}

/// A sequence's tests, fed together.
pub struct Battery {
    feeds: Vec<Feed>,
    scratch: Vec<u64>,
}

impl Battery {
    fn new(feeds: Vec<Feed>) -> Self {
        Self { feeds, scratch: Vec::new() }
    }

    /// The next values.
    pub fn take(&mut self, values: &[u64]) {
        for feed in &mut self.feeds {
            if feed.bits == 64 {
                feed.meter.take(values);
            } else {
                self.scratch.clear();
                self.scratch.extend(values.iter().map(|word| word >> (64 - feed.bits)));
                feed.meter.take(&self.scratch);
            }
        }
    }

    /// What was found, as tests of `source`.
    pub fn tests(&self, source: &str) -> Vec<RngTest> {
        self.feeds.iter().map(|feed| tested(source, &feed.name, feed.meter.score())).collect()
    }
}

fn feed(name: impl Into<String>, bits: u32, meter: impl Meter + 'static) -> Feed {
    Feed { name: name.into(), bits, meter: Box::new(meter) }
}

/// The tests of whole words that read their first bits first; `low` says in the names that words are turned around.
fn of_words(low: bool) -> Vec<Feed> {
    let end = if low { ", low bits" } else { "" };
    let name = |test: &str| format!("{test}{end}");
    vec![
        feed(name("frequency of 256 values"), 8, Frequency::equal(256)),
        feed(name("pairs of 64 values"), 6, Pairs::new(64)),
        feed(name("overlapping triples of 16 values"), 4, Overlap::new(16, 3)),
        feed(name("overlapping 10-tuples of bits"), 1, Overlap::new(2, 10)),
        feed(name("gaps of 1 value in 8"), 3, Gap::new(8, 1)),
        feed(name("poker, 5 of 8 values"), 3, Poker::new(8)),
        feed(name("coupon collector, 8 values"), 3, Coupon::new(8)),
        feed(name("permutations of 5"), 64, Permutation::new(5)),
        feed(name("runs up"), 64, RunsUp::default()),
        feed(name("serial correlation, 64 distances"), 64, Correlation::of_words()),
    ]
}

/// The tests of integers below `bound`.
pub fn of_integers(bound: u64) -> Battery {
    let mut feeds = vec![
        feed(format!("frequency of {bound} values"), 64, Frequency::equal(index(bound))),
        feed(format!("pairs of {bound} values"), 64, Pairs::new(bound)),
        feed(format!("overlapping pairs of {bound} values"), 64, Overlap::new(bound, 2)),
    ];
    if bound <= 16 {
        feeds.push(feed(format!("overlapping triples of {bound} values"), 64, Overlap::new(bound, 3)));
    }
    feeds.extend([
        feed(format!("gaps of 1 value in {bound}"), 64, Gap::new(bound, 1)),
        feed(format!("poker, 5 of {bound} values"), 64, Poker::new(bound)),
        feed(format!("coupon collector, {bound} values"), 64, Coupon::new(bound)),
        feed(format!("permutations of 3 of {bound} values"), 64, Permutation::new(3)),
        feed("runs of equal values", 64, RunsOfEquals::new(bound)),
        feed("serial correlation, 64 distances", 64, Correlation::below(bound)),
    ]);
    Battery::new(feeds)
}

/// Values made and tested at a time.
const CHUNK: u64 = 4_096;

/// Feeds `count` values that `next` makes.
pub fn fed(mut next: impl FnMut() -> u64, count: u64, mut take: impl FnMut(&[u64])) {
    let mut values = Vec::new();
    let mut left = count;
    while left > 0 {
        let now = left.min(CHUNK);
        values.clear();
        values.extend((0..now).map(|_| next()));
        take(&values);
        left -= now;
    }
}

/// Tests `count` words, the high bits first and then, with each word turned around, the low bits.
pub fn words(source: &str, words: &mut impl Words, count: u64) -> Vec<RngTest> {
    let mut whole = Battery::new(vec![feed("ones of each bit", 64, Ones::new()), feed("changes of each bit", 64, Changes::new())]);
    let (mut high, mut low) = (Battery::new(of_words(false)), Battery::new(of_words(true)));
    let mut turned = Vec::new();
    fed(
        || words.word(),
        count,
        |values| {
            whole.take(values);
            high.take(values);
            turned.clear();
            turned.extend(values.iter().map(|word| word.reverse_bits()));
            low.take(&turned);
        },
    );
    [whole, high, low].iter().flat_map(|battery| battery.tests(source)).collect()
}

/// Tests `count` integers below `bound` that `next` makes.
pub fn integers(source: &str, bound: u64, count: u64, next: impl FnMut() -> u64) -> Vec<RngTest> {
    let mut battery = of_integers(bound);
    fed(next, count, |values| battery.take(values));
    battery.tests(source)
}
