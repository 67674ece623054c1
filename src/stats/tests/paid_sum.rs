//! The law of the paid sum beside full enumeration, an exact sum over all counts, recorded values, and draws.

use super::tables::{categories, deal_em, diamond_river, star_color, yams};
use crate::prize::draw_part;
use crate::random::{Purpose, stream};
use crate::stats::paid_sum::{Draw, PaidSum};
use std::collections::BTreeMap;

fn mean(categories: &[(i64, u64)], plays: u64) -> f64 {
    let block: u64 = categories.iter().map(|category| category.1).sum();
    categories.iter().map(|&(prize, count)| prize as f64 * count as f64).sum::<f64>() * plays as f64 / block as f64
}

#[test]
fn a_tiny_block_agrees_with_all_its_subsets() {
    let table: [(i64, u64); 4] = [(5_000, 1), (700, 2), (100, 4), (0, 6)];
    let tickets: Vec<i64> = table.iter().flat_map(|&(prize, count)| std::iter::repeat_n(prize, count as usize)).collect();
    for plays in 1..13_u64 {
        let mut sums: BTreeMap<i64, u64> = BTreeMap::new();
        for subset in 0_u32..1 << 13 {
            if u64::from(subset.count_ones()) == plays {
                let paid = tickets.iter().enumerate().filter(|(ticket, _)| subset >> ticket & 1 == 1).map(|(_, prize)| prize).sum();
                *sums.entry(paid).or_insert(0) += 1;
            }
        }
        let law = PaidSum::new(&table, Draw::Block(plays));
        let subsets: u64 = sums.values().sum();
        let mut reached = 0;
        for (&paid, &count) in &sums {
            reached += count;
            let found = law.up_to(paid as f64 - mean(&table, plays));
            assert!((found - reached as f64 / subsets as f64).abs() < 1e-12, "{plays} plays, {paid} cents: {found}");
        }
        // the range: the smallest sums reached with probability 0.025 and 0.975
        let quantile = |share: f64| {
            let mut reached = 0.0;
            *sums
                .iter()
                .find(|(_, count)| {
                    reached += **count as f64 / subsets as f64;
                    reached >= share - 1e-12
                })
                .unwrap()
                .0
        };
        let (low, high) = law.range();
        let found = [low, high].map(|deviation| (deviation + mean(&table, plays)).round() as i64);
        assert_eq!(found, [quantile(0.025), quantile(0.975)], "{plays} plays");
        // what the PAR sheet says of it in words: at most 2.5 times in 100 below, at most 2.5 above, so at least 95 inside
        let share = |inside: &dyn Fn(i64) -> bool| {
            sums.iter().filter(|&(&paid, _)| inside(paid)).map(|(_, &count)| count).sum::<u64>() as f64 / subsets as f64
        };
        assert!(share(&|paid| paid < found[0]) <= 0.025 && share(&|paid| paid > found[1]) <= 0.025, "{plays} plays");
        assert!(share(&|paid| (found[0]..=found[1]).contains(&paid)) >= 0.95, "{plays} plays");
    }
}

/// The exact distribution of the paid sum, in steps of `unit` cents: a sum over the counts of all tiers, by logarithms of factorials.
fn exact_law(categories: &[(i64, u64)], plays: usize, unit: i64) -> Vec<f64> {
    let block: usize = categories.iter().map(|category| category.1 as usize).sum();
    let mut ln_factorial = vec![0.0; block + 1];
    for k in 1..=block {
        ln_factorial[k] = ln_factorial[k - 1] + (k as f64).ln();
    }
    let ln_choose = |n: usize, k: usize| ln_factorial[n] - ln_factorial[k] - ln_factorial[n - k];
    let top: usize = categories.iter().map(|&(prize, count)| (prize / unit) as usize * count as usize).sum();
    // weights[used][sum], scaled by the logarithm of the number of ways in the end
    let mut weights = vec![vec![f64::NEG_INFINITY; top + 1]; plays + 1];
    weights[0][0] = 0.0;
    for &(prize, count) in categories.iter().filter(|category| category.0 > 0) {
        let (step, count) = ((prize / unit) as usize, count as usize);
        let mut next = vec![vec![f64::NEG_INFINITY; top + 1]; plays + 1];
        for used in 0..=plays {
            for sum in 0..=top {
                let from = weights[used][sum];
                if from > f64::NEG_INFINITY {
                    for take in 0..=count.min(plays - used) {
                        let to = &mut next[used + take][sum + take * step];
                        let way = from + ln_choose(count, take);
                        let (large, small) = if *to > way { (*to, way) } else { (way, *to) };
                        *to = large + (small - large).exp().ln_1p();
                    }
                }
            }
        }
        weights = next;
    }
    let losing = categories.iter().filter(|category| category.0 == 0).map(|category| category.1 as usize).sum::<usize>();
    let all = ln_choose(block, plays);
    let mut law = vec![0.0; top + 1];
    for (used, row) in weights.iter().enumerate().filter(|(used, _)| plays - used <= losing) {
        for (sum, weight) in row.iter().enumerate() {
            law[sum] += (weight + ln_choose(losing, plays - used) - all).exp();
        }
    }
    law
}

#[test]
fn deal_em_agrees_with_the_sum_over_all_counts() {
    let categories = categories(&deal_em());
    for (plays, allowed) in [(20, 1e-9), (105, 1e-9), (525, 5e-5), (945, 1e-9), (1049, 1e-9)] {
        let law = PaidSum::new(&categories, Draw::Block(plays));
        let mut reached = 0.0;
        let mut worst = (0.0, 0);
        for (sum, mass) in exact_law(&categories, plays as usize, 50).into_iter().enumerate() {
            reached += mass;
            if mass > 0.0 {
                let error: f64 = (law.up_to(sum as f64 * 50.0 - mean(&categories, plays)) - reached).abs();
                if error > worst.0 {
                    worst = (error, sum);
                }
            }
        }
        assert!((reached - 1.0).abs() < 1e-9);
        assert!(worst.0 < allowed, "{plays} plays: error {:.1e} at {} half dollars", worst.0, worst.1);
    }
}

#[test]
fn independent_plays_agree_with_the_fourier_transform() {
    // tests/data/stats/paid_sums.py: exact distribution functions of the sum of n independent plays
    for line in include_str!("../../../tests/data/stats/paid_sums.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let table = match fields[0] {
            "star-color" => star_color(),
            "yams" => yams(),
            _ => diamond_river(),
        };
        let categories = categories(&table);
        let plays: u64 = fields[1].parse().unwrap();
        let (paid, recorded): (f64, f64) = (fields[2].parse().unwrap(), fields[3].parse().unwrap());
        let law = PaidSum::new(&categories, Draw::Independent(plays));
        let found = law.up_to(paid - mean(&categories, plays));
        assert!((found - recorded).abs() < 1e-4, "{line}: {found}");
    }
}

#[test]
fn ranges_cover_what_is_drawn() {
    // 2 000 fixed seeds each; a true coverage of 0.95 leaves 0.930..0.968 with probability 1e-4 (the sums are nearly continuous here)
    for (name, table, plays) in [
        ("star-color", star_color(), 20_000),
        ("star-color", star_color(), 100_000),
        ("star-color", star_color(), 500_000),
        ("star-color", star_color(), 900_000),
        ("deal-em", deal_em(), 525),
        ("deal-em", deal_em(), 945),
    ] {
        let categories = categories(&table);
        let counts: Vec<u64> = categories.iter().map(|category| category.1).collect();
        let (low, high) = PaidSum::new(&categories, Draw::Block(plays)).range();
        let covered = (0..2_000)
            .filter(|&seed| {
                let part = draw_part(&counts, plays, &mut stream(seed, Purpose::Test, plays));
                let paid = table.paid(&part) as f64 - mean(&categories, plays);
                low - 1e-6 <= paid && paid <= high + 1e-6
            })
            .count();
        assert!((1_860..=1_936).contains(&covered), "{name}, {plays} plays: {covered} of 2 000 covered");
    }
}
