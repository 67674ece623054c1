//! The values of `stream-v1` never change: they are compared with `tests/data/stream_v1.txt`, which a second implementation wrote from the description alone
//! (`python3 tests/data/stream_v1.py`).
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use sim::money::Cents;
use sim::prize::{BlockDraw, BlockPlan, PrizeTable, independent_batch, split_block};
use sim::random::{Digits, Lanes, Purpose, Radix, Weighted, Words, below, coins_below, shuffle, stream, subset_of};

const GOLDEN: &str = include_str!("data/stream_v1.txt");

fn purpose(word: &str) -> Purpose {
    match word {
        "block" => Purpose::Block,
        "play" => Purpose::Play,
        "show" => Purpose::Show,
        "iid" => Purpose::Iid,
        "test" => Purpose::Test,
        other => panic!("no purpose `{other}`"),
    }
}

/// The lines of one kind: their arguments and their values.
fn lines(kind: &str) -> Vec<(Vec<&'static str>, Vec<&'static str>)> {
    let found: Vec<_> = GOLDEN
        .lines()
        .filter_map(|line| {
            let (head, values) = line.split_once(" : ")?;
            let mut words = head.split(' ');
            (words.next() == Some(kind)).then(|| (words.collect(), values.split(' ').collect()))
        })
        .collect();
    assert!(found.len() >= 3, "`{kind}` lines are missing");
    found
}

fn numbers(words: &[&str]) -> Vec<u64> {
    words.iter().map(|word| word.parse().unwrap()).collect()
}

fn hex(words: &[&str]) -> Vec<u64> {
    words.iter().map(|word| u64::from_str_radix(word, 16).unwrap()).collect()
}

fn name(arguments: &[&str]) -> (u64, Purpose, u64) {
    (arguments[0].parse().unwrap(), purpose(arguments[1]), arguments[2].parse().unwrap())
}

/// The generator a line names and its further arguments.
fn named(arguments: &[&'static str]) -> (impl Words + use<>, Vec<u64>) {
    let (seed, purpose, index) = name(arguments);
    (stream(seed, purpose, index), numbers(&arguments[3..]))
}

#[test]
fn every_line_is_known() {
    let kinds = ["stream", "lanes", "below", "coins", "subset", "shuffle", "weighted", "radix", "split", "digits", "show", "iid"];
    assert_eq!(GOLDEN.lines().count(), kinds.map(|kind| lines(kind).len()).iter().sum::<usize>());
}

#[test]
fn words_of_streams() {
    for (arguments, values) in lines("stream") {
        let (mut words, _) = named(&arguments);
        assert_eq!(hex(&values).into_iter().map(|_| words.word()).collect::<Vec<_>>(), hex(&values), "{arguments:?}");
    }
}

#[test]
fn words_of_lanes() {
    for (arguments, values) in lines("lanes") {
        let (seed, purpose, index) = name(&arguments);
        let mut lanes = Lanes::new(seed, purpose, index);
        let mut words = vec![0; values.len()];
        lanes.fill(&mut words);
        assert_eq!(words, hex(&values), "{arguments:?}");
    }
}

#[test]
fn bounded_integers() {
    for (arguments, values) in lines("below") {
        let (mut words, bound) = named(&arguments);
        let drawn: Vec<u64> = values.iter().map(|_| below(&mut words, bound[0])).collect();
        assert_eq!(drawn, numbers(&values), "{arguments:?}");
    }
    for (arguments, values) in lines("radix") {
        let (mut words, bounds) = named(&arguments);
        let drawn: Vec<u64> = match bounds[..] {
            [a, b] => (0..3).flat_map(|_| Radix::new([a, b]).unwrap().draw(&mut words)).collect(),
            [a, b, c] => (0..3).flat_map(|_| Radix::new([a, b, c]).unwrap().draw(&mut words)).collect(),
            [a, b, c, d, e] => (0..3).flat_map(|_| Radix::new([a, b, c, d, e]).unwrap().draw(&mut words)).collect(),
            _ => panic!("bounds of a length not foreseen"),
        };
        assert_eq!(drawn, numbers(&values), "{arguments:?}");
    }
}

#[test]
fn coins() {
    for (arguments, values) in lines("coins") {
        let (mut words, numbers_of) = named(&arguments);
        let [tosses, numerator, bits] = numbers_of[..] else { panic!("three arguments") };
        let (numerator, bits) = (u32::try_from(numerator).unwrap(), u32::try_from(bits).unwrap());
        let drawn: Vec<u64> = values.iter().map(|_| coins_below(&mut words, tosses, numerator, bits)).collect();
        assert_eq!(drawn, numbers(&values), "{arguments:?}");
    }
}

#[test]
fn subsets_and_orders() {
    for (arguments, values) in lines("subset") {
        let (mut words, set) = named(&arguments);
        let drawn: Vec<u64> = values.iter().map(|_| subset_of(&mut words, set[0], u32::try_from(set[1]).unwrap())).collect();
        assert_eq!(drawn, hex(&values), "{arguments:?}");
    }
    for (arguments, values) in lines("shuffle") {
        let (mut words, length) = named(&arguments);
        let orders = (0..2).flat_map(|_| {
            let mut items: Vec<u64> = (0..length[0]).collect();
            shuffle(&mut words, &mut items);
            items
        });
        assert_eq!(orders.collect::<Vec<_>>(), numbers(&values), "{arguments:?}");
    }
}

#[test]
fn weighted_choices() {
    for (arguments, values) in lines("weighted") {
        let (mut words, weights) = named(&arguments);
        let table = Weighted::new(&weights).unwrap();
        let drawn: Vec<u64> = values.iter().map(|_| table.draw(&mut words) as u64).collect();
        assert_eq!(drawn, numbers(&values), "{arguments:?}");
    }
}

#[test]
fn splits_of_blocks() {
    for (arguments, values) in lines("split") {
        let arguments = numbers(&arguments);
        let [seed, block, size] = arguments[..3] else { panic!("three arguments") };
        let rows: Vec<(Cents, u64)> = arguments[3..].iter().map(|&winners| (Cents(100), winners)).collect();
        let table = PrizeTable::new(Cents(100), size, &rows).unwrap();
        let batches = split_block(&table, BlockPlan { block: size, plays: 2 * size }, seed, block);
        let golden: Vec<Vec<u64>> = values.iter().map(|piece| numbers(&piece.split(',').collect::<Vec<_>>())).collect();
        assert_eq!(batches.iter().map(|batch| batch.counts.clone()).collect::<Vec<_>>(), golden, "{arguments:?}");
        assert_eq!(batches[0].index, block * size.div_ceil(50_000));
    }
}

#[test]
fn many_integers_of_a_word() {
    for (arguments, values) in lines("digits") {
        let (mut words, bound) = named(&arguments);
        let mut digits = Digits::new(bound[0]);
        let drawn: Vec<u64> = values.iter().map(|_| digits.next(&mut words)).collect();
        assert_eq!(drawn, numbers(&values), "{arguments:?}");
    }
}

/// A table with these plays of each tier, the losing plays last.
fn table(tiers: &[u64]) -> PrizeTable {
    let rows: Vec<(Cents, u64)> = tiers[..tiers.len() - 1].iter().map(|&winners| (Cents(100), winners)).collect();
    PrizeTable::new(Cents(100), tiers.iter().sum(), &rows).unwrap()
}

#[test]
fn plays_sold_one_by_one() {
    for (arguments, values) in lines("show") {
        let arguments = numbers(&arguments);
        let table = table(&arguments[1..]);
        let mut draw = BlockDraw::new(&table, arguments[0]);
        let drawn: Vec<u64> = values.iter().map(|_| u64::from(draw.draw().0)).collect();
        assert_eq!(drawn, numbers(&values), "{arguments:?}");
    }
}

#[test]
fn batches_of_independent_plays() {
    for (arguments, values) in lines("iid") {
        let arguments = numbers(&arguments);
        let [seed, index, plays] = arguments[..3] else { panic!("three arguments") };
        let table = table(&arguments[3..]);
        let (weights, first) = (Weighted::new(&arguments[3..]).unwrap(), BlockPlan { block: table.block(), plays: u64::MAX / 2 });
        // a run that ends with this batch after so many of its plays
        let before = if index == 0 { 0 } else { first.plays_after(index - 1) };
        let batch = independent_batch(&weights, table.tiers().len(), BlockPlan { plays: before + plays, ..first }, seed, index);
        assert_eq!((batch.index, batch.counts), (index, numbers(&values)), "{arguments:?}");
    }
}

/// The first outputs of the reference implementation (Blackman and Vigna, `xoshiro256plusplus.c`) from the state 1, 2, 3, 4.
#[test]
fn the_generator_is_xoshiro256plusplus() {
    use rand_xoshiro::rand_core::SeedableRng;
    let mut seed = [0_u8; 32];
    (seed[0], seed[8], seed[16], seed[24]) = (1, 2, 3, 4);
    let mut words = rand_xoshiro::Xoshiro256PlusPlus::from_seed(seed);
    let reference = [
        41_943_041,
        58_720_359,
        3_588_806_011_781_223,
        3_591_011_842_654_386,
        9_228_616_714_210_784_205,
        9_973_669_472_204_895_162,
        14_011_001_112_246_962_877,
        12_406_186_145_184_390_807,
        15_849_039_046_786_891_736,
        10_450_023_813_501_588_000,
    ];
    assert_eq!(reference.map(|_| words.word()), reference);
}

/// The streams of 2^20 neighbouring indices of each purpose, and of 2^20 neighbouring seeds, start with as many different words, and so do all of them together: by chance, two
/// of the five million would be equal once in a million such tests.
#[test]
fn neighbouring_streams_start_apart() {
    let purposes = [Purpose::Block, Purpose::Play, Purpose::Show, Purpose::Iid];
    let mut first: Vec<u64> = Vec::with_capacity(5 << 20);
    for purpose in purposes {
        first.extend((0..1 << 20).map(|index| stream(42, purpose, index).word()));
    }
    // seed 42 of index 0 stands above
    first.extend((0..=1 << 20).filter(|&seed| seed != 42).map(|seed| stream(seed, Purpose::Block, 0).word()));
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 5 << 20);
}
