//! The ways of every prize: enumerated, counted, weighed.

use super::super::ways::{multisets, weights};
use super::{game, variant};
use crate::game::Game;
use crate::money::Cents;
use std::collections::BTreeSet;

#[test]
fn as_many_ways_as_the_rules_reading_says() {
    for stake in ["1", "2", "3"] {
        let game = game(stake);
        let table = game.prize_table();
        let ways = |times: i64| {
            let tier = table.tier_of(table.stake() * times).unwrap();
            &game.generator.tiers[tier.index()].ways
        };
        for (times, count) in [(1, 1), (2, 2), (4, 4), (12, 7), (100, 1), (1_000, 1), (20_000, 3)] {
            assert_eq!(ways(times).len(), count, "{times} times {stake}");
        }
        for (times, euros) in [(12, vec![4, 4, 4]), (20_000, vec![10_000, 10_000]), (2, vec![2]), (2, vec![1, 1])] {
            let found = ways(times).iter().any(|way| {
                let mut sums: Vec<Cents> = way.sums.iter().map(|&sum| game.sums.amount(sum)).collect();
                sums.sort_unstable();
                let mut wanted: Vec<Cents> = euros.iter().map(|&sum| table.stake() * sum).collect();
                wanted.sort_unstable();
                sums == wanted
            });
            assert!(found, "{times} as {euros:?}");
        }
        // 2^-(sums - 1): two sums weigh half of one, six a 32nd
        for times in [2, 4, 12, 20_000] {
            let first = &ways(times)[0];
            for way in ways(times) {
                assert_eq!(way.weight << way.sums.len(), first.weight << first.sums.len(), "{times}");
            }
        }
        assert!(game.generator.tiers[table.losing().index()].ways.is_empty());
    }
}

/// Against all sequences of at most six sums, sorted and made unique.
#[test]
fn every_multiset_and_each_once() {
    let sums = [(0_u8, 1_i64), (1, 2), (2, 4), (3, 5)];
    let allowed = sums.map(|(number, cents)| (number, Cents(cents)));
    for prize in 0..=31 {
        let mut brute = BTreeSet::new();
        let mut sequences: Vec<Vec<u8>> = vec![Vec::new()];
        for _ in 0..6 {
            sequences = sequences.iter().flat_map(|taken| sums.iter().map(move |&(number, _)| [taken.clone(), vec![number]].concat())).collect();
            for sequence in &sequences {
                if sequence.iter().map(|&number| sums[usize::from(number)].1).sum::<i64>() == prize {
                    let mut way = sequence.clone();
                    way.sort_unstable();
                    brute.insert(way);
                }
            }
        }
        let found = multisets(Cents(prize), &allowed, 6, 2_000).unwrap();
        assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), brute, "{prize}");
        assert_eq!(found.len(), brute.len(), "{prize}: none twice");
        assert!(found.is_sorted_by_key(Vec::len));
    }
}

#[test]
fn weights_are_whole_and_in_lowest_terms() {
    assert_eq!(weights(&[3, 4, 5, 5, 6], (1, 2)), Some(vec![8, 4, 2, 2, 1]));
    assert_eq!(weights(&[1, 2, 3], (2, 3)), Some(vec![9, 6, 4]));
    assert_eq!(weights(&[2, 2], (1, 2)), Some(vec![1, 1]));
    assert_eq!(weights(&[1, 2], (0, 1)), Some(vec![1, 0]));
    assert_eq!(weights(&[1, 6], (1, 1)), Some(vec![1, 1]));
    assert_eq!(weights(&[], (1, 2)), Some(vec![]));
    assert_eq!(weights(&[1, 6], (1, 1 << 20)), None, "2^100");
}

/// Ways weighed by hand replace those of the prize, at every stake, and of that prize only.
#[test]
fn ways_may_be_weighed_by_hand() {
    let text = super::STAR_COLOR
        .replace("# ways = [ {", "ways = [ {")
        .replace("ways = [ { prize = 12, sums = [4, 4, 4], weight = 3 }", "ways = [ { prize = 12, sums = [4, 4, 4], weight = 5 }");
    for stake in ["1", "3"] {
        let game = variant(stake, &text);
        let table = game.prize_table();
        let ways = &game.generator.tiers[table.tier_of(table.stake() * 12).unwrap().index()].ways;
        assert_eq!(ways.iter().map(|way| (way.sums.clone(), way.weight)).collect::<Vec<_>>(), [(vec![2, 2, 2], 5), (vec![1, 1, 2, 2], 1)]);
        assert_eq!(game.generator.tiers[table.tier_of(table.stake() * 4).unwrap().index()].ways.len(), 4);
    }
}
