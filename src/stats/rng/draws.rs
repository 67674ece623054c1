//! Scaled draws: what our samplers make of words, one source a sampler.

use super::battery::{fed, integers};
use super::frequency::Frequency;
use super::permutation::order;
use super::{Meter, RngTest, tested};
use crate::prize::TierId;
use crate::random::{Digits, Lanes, Radix, Weighted, below, coins_below, shuffle, subset_of};
use crate::stats::count_law::CountLaw;

/// A sampler of [`crate::random`], fed with the lanes that visuals are drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampler {
    /// One integer below a bound from a word.
    Below(u64),
    /// Five dice from one word.
    Radix,
    /// As many integers below a bound from a word as fit.
    Digits(u64),
    /// An alias table with ten equal weights.
    Alias,
    /// An alias table with weights 1 to 12.
    Weights,
    /// Heads of 64 coins of 5/16.
    Coins,
    /// Orders of five things.
    Shuffle,
    /// Three of ten things.
    Subset,
}

/// All samplers that are tested.
pub const SAMPLERS: [Sampler; 9] = [
    Sampler::Below(6),
    Sampler::Below(42),
    Sampler::Radix,
    Sampler::Digits(30),
    Sampler::Alias,
    Sampler::Weights,
    Sampler::Coins,
    Sampler::Shuffle,
    Sampler::Subset,
];

const WEIGHTS: [u64; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const COINS: u64 = 64;

impl Sampler {
    /// What is tested, in words.
    pub fn about(self) -> String {
        match self {
            Self::Below(bound) => format!("draws of 1 to {bound}"),
            Self::Radix => "draws of 5 dice from a word".to_owned(),
            Self::Digits(bound) => format!("draws of 1 to {bound}, many from a word"),
            Self::Alias => "draws from 10 equal weights".to_owned(),
            Self::Weights => "draws from weights 1 to 12".to_owned(),
            Self::Coins => "draws of 64 coins of 5/16".to_owned(),
            Self::Shuffle => "orders of 5".to_owned(),
            Self::Subset => "subsets of 3 of 10".to_owned(),
        }
    }

    /// Tests `count` draws.
    pub fn test(self, seed: u64, count: u64) -> Vec<RngTest> {
        let mut words = crate::game::play_lanes(seed, 1, TierId(0));
        let source = self.about();
        match self {
            Self::Below(bound) => integers(&source, bound, count, || below(&mut words, bound)),
            Self::Radix => radix(&source, count, &mut words),
            Self::Digits(bound) => {
                let mut digits = Digits::new(bound);
                integers(&source, bound, count, || digits.next(&mut words))
            }
            Self::Alias => {
                let Ok(table) = Weighted::new(&[1; 10]) else { return Vec::new() };
                integers(&source, 10, count, || table.draw(&mut words) as u64)
            }
            Self::Weights => {
                let Ok(table) = Weighted::new(&WEIGHTS) else { return Vec::new() };
                let all: u64 = WEIGHTS.iter().sum();
                let shares = WEIGHTS.iter().map(|&weight| weight as f64 / all as f64).collect();
                one(&source, "frequency of 12 values", Frequency::of(shares), count, || table.draw(&mut words) as u64)
            }
            Self::Coins => {
                let law = CountLaw::binomial(COINS, 5.0 / 16.0, 11.0 / 16.0);
                let shares = (0..=COINS).map(|heads| law.mass(heads)).collect();
                one(&source, "frequency of 65 values", Frequency::of(shares), count, || coins_below(&mut words, COINS, 5, 4))
            }
            Self::Shuffle => integers(&source, 120, count, || {
                let mut items = [0, 1, 2, 3, 4];
                shuffle(&mut words, &mut items);
                order(&items).map_or(0, |order| order as u64)
            }),
            Self::Subset => {
                let subsets: Vec<u64> = (0..1_u64 << 10).filter(|set| set.count_ones() == 3).collect();
                integers(&source, 120, count, || {
                    let set = subset_of(&mut words, (1 << 10) - 1, 3);
                    subsets.binary_search(&set).map_or(0, |place| place as u64)
                })
            }
        }
    }
}

fn radix(source: &str, count: u64, words: &mut Lanes) -> Vec<RngTest> {
    let Some(dice) = Radix::new([6; 5]) else { return Vec::new() };
    let mut cup = dice.draw(words).into_iter();
    integers(source, 6, count, || {
        cup.next().unwrap_or_else(|| {
            cup = dice.draw(words).into_iter();
            cup.next().unwrap_or(0)
        })
    })
}

/// One test only.
fn one(source: &str, test: &str, mut meter: Frequency, count: u64, next: impl FnMut() -> u64) -> Vec<RngTest> {
    fed(next, count, |values| meter.take(values));
    vec![tested(source, test, meter.score())]
}
