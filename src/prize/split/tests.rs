//! The split of a block against exact probabilities. Chi-square tests have fixed seeds and a false-alarm rate of 1e-6 each.

use super::*;
use crate::money::Cents;
use proptest::prelude::*;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::HashMap;

/// n choose k.
fn choose(n: u64, k: u64) -> u64 {
    (0..k.min(n)).fold(1, |product, i| product * (n - i) / (i + 1)) * u64::from(k <= n)
}

/// Every way to take `size` plays out of `counts`, with the number of subsets of plays that give it.
fn subsets(counts: &[u64], size: u64) -> HashMap<Vec<u64>, u64> {
    let Some((&first, rest)) = counts.split_first() else { return if size == 0 { HashMap::from([(Vec::new(), 1)]) } else { HashMap::new() } };
    let mut all = HashMap::new();
    for taken in 0..=first.min(size) {
        for (part, ways) in subsets(rest, size - taken) {
            all.insert([vec![taken], part].concat(), ways * choose(first, taken));
        }
    }
    all
}

/// The p-value of counts against weights, all of them over 0.
fn p_value(seen: &HashMap<Vec<u64>, u64>, weights: &HashMap<Vec<u64>, u64>) -> f64 {
    let draws: u64 = seen.values().sum();
    let total: u64 = weights.values().sum();
    assert!(seen.keys().all(|part| weights.contains_key(part)), "a part that cannot be");
    let statistic: f64 = weights
        .iter()
        .map(|(part, &weight)| {
            let expected = draws as f64 * weight as f64 / total as f64;
            let observed = seen.get(part).copied().unwrap_or(0) as f64;
            (observed - expected).powi(2) / expected
        })
        .sum();
    if weights.len() == 1 { 1.0 } else { ChiSquared::new((weights.len() - 1) as f64).unwrap().sf(statistic) }
}

fn census(draws: u64, mut draw: impl FnMut() -> Vec<u64>) -> HashMap<Vec<u64>, u64> {
    let mut seen = HashMap::new();
    for _ in 0..draws {
        *seen.entry(draw()).or_insert(0) += 1;
    }
    seen
}

#[test]
fn parts_are_multivariate_hypergeometric() {
    let mut words = stream(1, Purpose::Test, 0);
    for counts in [vec![2, 3, 5], vec![1, 0, 9], vec![4, 4, 1], vec![6, 6], vec![3]] {
        let all: u64 = counts.iter().sum();
        for size in 0..=all {
            let p = p_value(&census(20_000, || draw_part(&counts, size, &mut words)), &subsets(&counts, size));
            assert!(p > 1e-6, "{counts:?}, {size} plays: p = {p}");
        }
    }
}

/// The coin decides how much is moved, not what comes out: every coin gives the same law.
#[test]
fn any_coin_gives_the_same_law() {
    let mut words = stream(2, Purpose::Test, 0);
    let counts = [2, 3, 4];
    for bits in 1..=3 {
        for numerator in 1..1 << bits {
            for size in [1, 4, 7] {
                let draw = || draw_part_by(Coin { numerator, bits }, &counts, size, &mut words);
                let p = p_value(&census(20_000, draw), &subsets(&counts, size));
                assert!(p > 1e-6, "{numerator} / 2^{bits}, {size} plays: p = {p}");
            }
        }
    }
}

/// The check above can fail: a surplus that always comes from the last tier is caught.
#[test]
fn a_biased_trim_is_caught() {
    let mut words = stream(3, Purpose::Test, 0);
    let counts = [2, 3, 4];
    let biased = || {
        let mut part = draw_part(&counts, 5, &mut words);
        if let Some(tier) = part.iter().rposition(|&count| count > 0) {
            part[tier] -= 1;
        }
        part
    };
    assert!(p_value(&census(20_000, biased), &subsets(&counts, 4)) < 1e-6);
}

fn table(block: u64, winners: &[u64]) -> PrizeTable {
    let rows: Vec<(Cents, u64)> = winners.iter().map(|&winners| (Cents(100), winners)).collect();
    PrizeTable::new(Cents(100), block, &rows).unwrap()
}

/// Three winners over the batches of 120 000 plays: which batches they fall into, over 3 000 blocks.
#[test]
fn batches_of_a_block_share_its_winners_fairly() {
    let plan = BlockPlan { block: 120_000, plays: u64::MAX / 4 };
    let table = table(plan.block, &[3]);
    let mut block = 0;
    let draw = || {
        block += 1;
        split_block(&table, plan, 4, block).iter().map(|batch| batch.counts[0]).collect()
    };
    let mut weights = HashMap::new();
    for first in 0..=3 {
        for second in 0..=3 - first {
            let third = 3 - first - second;
            weights.insert(vec![first, second, third], choose(50_000, first) * choose(50_000, second) * choose(20_000, third));
        }
    }
    let p = p_value(&census(3_000, draw), &weights);
    assert!(p > 1e-6, "p = {p}");
}

/// 37 plays of a block of 100 with 10 winners: hypergeometric, block by block.
#[test]
fn the_last_batch_of_a_run_is_a_fair_part() {
    let table = table(100, &[10]);
    let mut seed = 0;
    let draw = || {
        seed += 1;
        let batches = split_block(&table, BlockPlan { block: 100, plays: 137 }, seed, 1);
        assert_eq!((batches.len(), batches[0].index, batches[0].plays()), (1, 1, 37));
        vec![batches[0].counts[0]]
    };
    // subsets of 37 plays are too many for 64 bits; by symmetry, which 10 of the 100 places are winners
    let weights = (0..=10).map(|won| (vec![won], choose(37, won) * choose(63, 10 - won))).collect();
    let mut seen = census(20_000, draw);
    let mut weights: HashMap<Vec<u64>, u64> = weights;
    // 9 and 10 winners are too rare for a chi-square: together with 8
    for rare in [9, 10] {
        *weights.entry(vec![8]).or_insert(0) += weights.get(&vec![rare]).copied().unwrap_or(0);
        *seen.entry(vec![8]).or_insert(0) += seen.get(&vec![rare]).copied().unwrap_or(0);
        weights.remove(&vec![rare]);
        seen.remove(&vec![rare]);
    }
    let p = p_value(&seen, &weights);
    assert!(p > 1e-6, "p = {p}");
}

#[test]
fn independent_batches_have_the_odds_of_the_table() {
    let weights = [1, 20, 300, 679];
    let plan = BlockPlan { block: 1000, plays: 100_000 };
    let odds = Weighted::new(&weights).unwrap();
    let mut drawn = vec![0_u64; 4];
    for index in 0..plan.batches() {
        let batch = independent_batch(&odds, 4, plan, 5, index);
        assert_eq!(batch.plays(), 1000);
        drawn.iter_mut().zip(&batch.counts).for_each(|(all, count)| *all += count);
    }
    let keyed = |counts: &[u64]| (0..4_u64).map(|tier| vec![tier]).zip(counts.iter().copied()).collect();
    let p = p_value(&keyed(&drawn), &keyed(&weights));
    assert!(p > 1e-6, "{drawn:?}: p = {p}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whole_blocks_are_their_table(block in 1..400_000_u64, shares in prop::collection::vec(0..1000_u64, 0..6), seed: u64, number in 0..1_000_000_u64) {
        let winners: Vec<u64> = shares.iter().map(|share| block * share / 6000).collect();
        let table = table(block, &winners);
        let plan = BlockPlan { block, plays: block * (number + 1) };
        let batches = split_block(&table, plan, seed, number);
        prop_assert_eq!(batches.len() as u64, block.div_ceil(BATCH_PLAYS));
        for (place, batch) in batches.iter().enumerate() {
            let place = place as u64;
            prop_assert_eq!(batch.index, number * plan.batches_per_block() + place);
            prop_assert_eq!(batch.plays(), BATCH_PLAYS.min(block - place * BATCH_PLAYS));
        }
        for (tier, paid) in table.tiers().iter().enumerate() {
            prop_assert_eq!(batches.iter().map(|batch| batch.counts[tier]).sum::<u64>(), paid.winners);
        }
    }

    #[test]
    fn a_longer_run_begins_with_the_same_whole_batches(block in 1..300_000_u64, share in 0..1000_u64, plays in 1..600_000_u64, more in 0..600_000_u64, seed: u64) {
        let table = table(block, &[block * share / 1000, 0]);
        let run = |plays| -> Vec<Batch> {
            let plan = BlockPlan { block, plays };
            (0..plan.blocks()).flat_map(|number| split_block(&table, plan, seed, number)).collect()
        };
        let blocks = plays.div_ceil(block).min(40);
        let (plays, more) = (plays.min(blocks * block), more.min(40 * block));
        let (short, long) = (run(plays), run(plays + more));
        prop_assert_eq!(short.iter().map(Batch::plays).sum::<u64>(), plays);
        prop_assert!(short.len() <= long.len());
        for (one, other) in short.iter().zip(&long) {
            prop_assert_eq!(one.index, other.index);
            if one.plays() == other.plays() {
                prop_assert_eq!(one, other);
            } else {
                prop_assert_eq!(one.index, short.last().unwrap().index);
            }
        }
    }

    /// The plan's arithmetic is that of a walk over the batches.
    #[test]
    fn the_plan_is_a_walk(block in prop_oneof![1..300_000_u64, Just(50_000), Just(100_000), 1..10_u64], plays in 1..700_000_u64) {
        let plan = BlockPlan { block, plays: plays.min(block * 200) };
        let (mut done, mut index) = (0, 0);
        for number in 0..plan.blocks() {
            prop_assert_eq!(plan.plays_in_block(number), block.min(plan.plays - number * block));
            let mut left = plan.plays_in_block(number);
            prop_assert_eq!(plan.batches_in_block(number), left.div_ceil(BATCH_PLAYS));
            prop_assert_eq!(index, number * plan.batches_per_block());
            while left > 0 {
                let batch = left.min(BATCH_PLAYS);
                left -= batch;
                done += batch;
                prop_assert_eq!(plan.plays_after(index), done);
                index += 1;
            }
        }
        prop_assert_eq!((done, index), (plan.plays, plan.batches()));
    }
}

#[test]
fn plans_at_the_edge_do_not_overflow() {
    const MOST: u64 = 1_000_000_000_000_000;
    for block in [1, 2, 49_999, 50_000, 50_001, 1_000_003, 10_000_000_000, MOST] {
        for plays in [1, 50_000, MOST - 1, MOST, u64::MAX] {
            let plan = BlockPlan { block, plays };
            let last = plan.batches() - 1;
            assert_eq!(plan.plays_after(last), plays, "{plan:?}");
            assert_eq!(plan.plays_after(u64::MAX / 50_001), plan.plays_after(u64::MAX / 50_001).min(plays));
            let last_block = plan.blocks() - 1;
            assert_eq!(plan.plays_in_block(last_block), plays - last_block * block);
            assert_eq!(plan.plays_in_block(u64::MAX), 0);
            assert!(last / plan.batches_per_block() == last_block);
        }
    }
    let none = BlockPlan { block: 10, plays: 0 };
    assert_eq!((none.blocks(), none.batches(), none.batches_in_block(0)), (0, 0, 0));
    assert_eq!(split_block(&table(10, &[1]), none, 1, 0), []);
}

#[test]
fn the_smallest_blocks() {
    let (one, win) = (table(1, &[]), table(1, &[1]));
    let plan = BlockPlan { block: 1, plays: 3 };
    for block in 0..3 {
        assert_eq!(split_block(&one, plan, 9, block), [Batch { index: block, counts: vec![1] }]);
        assert_eq!(split_block(&win, plan, 9, block), [Batch { index: block, counts: vec![1, 0] }]);
    }
    let single = split_block(&table(1_000_000, &[200_000]), BlockPlan { block: 1_000_000, plays: 1 }, 9, 0);
    assert_eq!((single.len(), single[0].plays()), (1, 1));
}

#[test]
fn coins_are_near_and_short() {
    assert_eq!(Coin::near(50, 100), Coin { numerator: 1, bits: 1 });
    assert_eq!(Coin::near(750_000, 1_000_000), Coin { numerator: 3, bits: 2 });
    assert_eq!(Coin::near(0, 0), Coin { numerator: 1, bits: 1 });
    for (size, all) in [(1, 1_000_000_000_000_000), (999_999_999_999_999, 1_000_000_000_000_000), (0, 7), (7, 7)] {
        let coin = Coin::near(size, all);
        assert!((1..=8).contains(&coin.bits) && coin.numerator > 0 && coin.numerator < 1 << coin.bits);
    }
}
