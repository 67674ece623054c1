//! Samplers are exact: shown by exhausting their words where these are few, and by counting words where they are 2^64.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use proptest::prelude::*;
use sim::random::{Lanes, Purpose, Script, Weighted, WeightedError, Words, below, coins_below, shuffle, stream, subset_of};
use std::collections::BTreeMap;

const WORDS: u128 = 1 << 64;

/// A word that `below(bound)` turns into `value`: from the middle of its words, so never refused.
fn word_for(value: u64, bound: u64) -> u64 {
    u64::try_from(((u128::from(value) << 64) + (1 << 63)) / u128::from(bound)).unwrap()
}

/// `below` maps a run of consecutive words to each value, and refuses at most the first of a run; so it is uniform when every run, less its refused word,
/// holds the same number of words.
#[test]
fn below_gives_every_value_the_same_number_of_words() {
    let primes_and_powers = (1..=300).chain([1 << 32, (1 << 32) + 1, 700_000, 10_000_000_019, 1 << 63, (1 << 63) + 1, u64::MAX - 58, u64::MAX]);
    for bound in primes_and_powers {
        let wide = u128::from(bound);
        let values = (0..bound.min(300)).chain((1..=bound.min(300)).map(|k| bound - k)).chain([bound / 2, bound / 3]);
        for value in values {
            let first = (u128::from(value) * WORDS).div_ceil(wide);
            let last = (u128::from(value + 1) * WORDS).div_ceil(wide) - 1;
            let draw = |word: u128| {
                let mut script = Script::new(vec![u64::try_from(word).unwrap(), word_for(bound / 2, bound)]);
                let drawn = below(&mut script, bound);
                (drawn, script.left() == 0)
            };
            let (drawn, refused) = draw(first);
            assert!(if refused { drawn == bound / 2 } else { drawn == value }, "{value} of {bound}");
            assert_eq!(draw(last), (if first == last && refused { bound / 2 } else { value }, first == last && refused), "{value} of {bound}");
            if first < last {
                assert_eq!(draw(first + 1), (value, false), "{value} of {bound}");
            }
            assert_eq!(last - first + 1 - u128::from(refused), WORDS / wide, "{value} of {bound}");
        }
    }
}

#[test]
fn coins_are_heads_in_numerator_of_two_to_the_bits_cases() {
    for bits in 0..=4_u32 {
        for numerator in 0..1 << bits {
            // one coin: all its fractions
            let heads: u64 = (0..1_u64 << bits)
                .map(|fraction| coins_below(&mut Script::new((0..bits).map(|bit| fraction >> bit & 1).collect()), 1, numerator, bits))
                .sum();
            assert_eq!(heads, u64::from(numerator), "{numerator} / 2^{bits}");
            // 64 coins side by side: coin c has the fraction c mod 2^bits, and only the coins tossed count
            let group = |bit: u32| (0..64_u64).map(|coin| (coin >> bit & 1) << coin).sum::<u64>();
            for tosses in [1_u64, 2, 15, 16, 63, 64, 65, 128, 500, 512, 513, 64 * 19 + 5] {
                let words: Vec<u64> = (0..tosses.div_ceil(64)).flat_map(|_| (0..bits).map(group)).collect();
                let mut script = Script::new(words);
                let expected = (0..tosses).filter(|coin| coin % 64 % (1 << bits) < u64::from(numerator)).count() as u64;
                assert_eq!(coins_below(&mut script, tosses, numerator, bits), expected, "{tosses} coins of {numerator} / 2^{bits}");
                assert_eq!(script.left(), 0, "as many words as promised");
            }
        }
    }
    assert_eq!(coins_below(&mut Script::new(vec![]), 0, 1, 1), 0);
}

/// All ways to answer a series of draws below the given bounds: each is equally likely.
fn answers(bounds: &[u64]) -> Vec<Vec<u64>> {
    bounds.iter().fold(vec![vec![]], |all, &bound| {
        all.iter().flat_map(|words: &Vec<u64>| (0..bound).map(move |value| words.iter().copied().chain([word_for(value, bound)]).collect())).collect()
    })
}

#[test]
fn every_order_comes_from_one_answer() {
    for length in 0..=5_u64 {
        let bounds: Vec<u64> = (2..=length).rev().collect();
        let mut seen = BTreeMap::new();
        for words in answers(&bounds) {
            let mut items: Vec<u64> = (0..length).collect();
            let mut script = Script::new(words);
            shuffle(&mut script, &mut items);
            assert_eq!(script.left(), 0);
            *seen.entry(items).or_insert(0) += 1;
        }
        assert_eq!(seen.len() as u64, (1..=length).product::<u64>());
        assert!(seen.values().all(|&times| times == 1), "{seen:?}");
    }
}

#[test]
fn every_subset_comes_from_as_many_answers() {
    let members = [0_u64, 3, 4, 17, 41, 63];
    for of in 0..=members.len() {
        let set = members[..of].iter().fold(0, |set, member| set | 1 << member);
        for size in 0..=of {
            let bounds: Vec<u64> = (0..size).map(|drawn| (of - drawn) as u64).collect();
            let mut seen = BTreeMap::new();
            for words in answers(&bounds) {
                let subset = subset_of(&mut Script::new(words), set, u32::try_from(size).unwrap());
                assert_eq!((subset & !set, subset.count_ones() as usize), (0, size));
                *seen.entry(subset).or_insert(0_u64) += 1;
            }
            let orders: u64 = (1..=size as u64).product();
            let subsets = (0..size as u64).map(|drawn| of as u64 - drawn).product::<u64>() / orders;
            assert_eq!(seen.len() as u64, subsets);
            assert!(seen.values().all(|&times| times == orders), "{seen:?}");
        }
    }
}

proptest! {
    /// Column by column, the alias table holds each weight exactly, times the number of columns.
    #[test]
    fn an_alias_table_holds_the_weights(weights in prop::collection::vec(prop_oneof![Just(0), 1..10_u64, 0..1_u64 << 40], 1..70)) {
        let columns = weights.len().next_power_of_two() as u64;
        match Weighted::new(&weights) {
            Ok(table) => {
                let rebuilt = table.rebuilt();
                prop_assert_eq!(&rebuilt[..weights.len()], weights.iter().map(|weight| weight * columns).collect::<Vec<_>>());
                prop_assert!(rebuilt[weights.len()..].iter().all(|&weight| weight == 0));
            }
            Err(error) => {
                prop_assert_eq!(error, WeightedError::AllZero);
                prop_assert!(weights.iter().all(|&weight| weight == 0));
            }
        }
    }

    /// Whatever the word, an outcome has a weight.
    #[test]
    fn weights_of_zero_are_never_drawn(weights in prop::collection::vec(0..3_u64, 1..40), word: u64) {
        if let Ok(table) = Weighted::new(&weights)
            && let Some(outcome) = table.outcome_of(word)
        {
            prop_assert!(weights[outcome] > 0);
        }
    }

    #[test]
    fn below_is_below(word: u64, next: u64, bound in 1..=u64::MAX) {
        let words = vec![word, next, u64::MAX, word_for(bound / 2, bound)];
        prop_assert!(below(&mut Script::new(words), bound) < bound);
    }
}

/// The largest weights that can be drawn from, and the first that cannot.
#[test]
fn huge_weights() {
    assert_eq!(Weighted::new(&[(1 << 62) - 1, 0]).unwrap().rebuilt(), [(1 << 63) - 2, 0]);
    assert_eq!(Weighted::new(&[1 << 62, 0]), Err(WeightedError::TooLarge));
    assert_eq!(Weighted::new(&[u64::MAX; 9]), Err(WeightedError::TooLarge));
    assert_eq!(Weighted::new(&[(1 << 63) - 1]).unwrap().draw(&mut Script::new(vec![u64::MAX])), 0);
}

/// A script is a source like any other: words in bulk are words in order, and it knows how many are left.
#[test]
fn scripts_fill() {
    let mut script = Script::new(vec![1, 2, 3, 4, 5]);
    let mut two = [0; 2];
    assert_eq!(script.left(), 5);
    script.fill(&mut two);
    assert_eq!((two, script.left(), script.word(), script.some(), script.left()), ([1, 2], 3, 3, [4, 5], 0));
}

#[test]
fn a_stream_gives_words_in_bulk_as_one_by_one() {
    let (mut bulk, mut single) = (stream(3, Purpose::Test, 4), stream(3, Purpose::Test, 4));
    for _ in 0..3 {
        let mut words = [0; 5];
        Words::fill(&mut bulk, &mut words);
        assert_eq!(words, std::array::from_fn(|_| single.word()));
        assert_eq!(bulk.some::<7>(), std::array::from_fn(|_| single.word()));
    }
    let (mut lanes, mut apart) = (Lanes::new(3, Purpose::Test, 5), Lanes::new(3, Purpose::Test, 5));
    assert!([1, 2, 6, 1 << 40, u64::MAX].into_iter().all(|bound| lanes.below(bound) == below(&mut apart, bound)));
    assert_eq!(lanes.word(), apart.word());
}
