//! Exact values of a dice game, by enumeration: 7 776 throws of a cup, all combinations of the cups. Whole numbers only.
//!
//! It classifies throws in its own way (by the runs of equal values of the sorted dice) and takes nothing from the referee: the generator and the
//! targets are made from it, and the referee judges both.

use super::params::{Bracket, Params};
use super::visual::{COMBINATIONS, Combination, DICE, Throw};
use crate::tally::Law;
use std::collections::BTreeMap;

/// The throws of one cup, by their highest combination.
#[derive(Clone, Debug)]
pub struct Throws {
    /// Points by combination.
    points: [u16; COMBINATIONS],
    /// The throws of each combination, in the order of their codes.
    members: [Vec<Throw>; COMBINATIONS],
}

/// What the cups of a play show, cup by cup, and how many plays of fair dice show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal<const CUPS: usize> {
    /// The highest combination of each cup.
    pub combinations: [Combination; CUPS],
    /// Ordered throws of all cups that show it.
    pub plays: u64,
}

/// A whole-number description of a throw that is added up over the cups: how often each of `values` things occurs in it.
pub type Features<'a> = &'a dyn Fn(Throw) -> Vec<u64>;

impl Throws {
    /// All throws of a cup, scored with `points`.
    #[must_use]
    pub fn new(points: &[u16; COMBINATIONS]) -> Self {
        let mut members: [Vec<Throw>; COMBINATIONS] = std::array::from_fn(|_| Vec::new());
        for throw in Throw::all() {
            let best = made_by(throw.dice()).into_iter().max_by_key(|made| (points[made.index()], made.index()));
            members[best.unwrap_or_default().index()].push(throw);
        }
        Self { points: *points, members }
    }

    /// The throws whose highest combination is `combination`.
    #[must_use]
    pub fn members(&self, combination: Combination) -> &[Throw] {
        &self.members[combination.index()]
    }

    /// How many of the 7 776 throws show each combination.
    #[must_use]
    pub fn counts(&self) -> [u64; COMBINATIONS] {
        std::array::from_fn(|combination| self.members[combination].len() as u64)
    }

    /// Everything that `CUPS` cups can show with a total in `bracket`.
    #[must_use]
    pub fn deals<const CUPS: usize>(&self, bracket: Bracket) -> Vec<Deal<CUPS>> {
        let counts = self.counts();
        let all = COMBINATIONS.pow(u32::try_from(CUPS).unwrap_or(u32::MAX));
        let mut deals = Vec::new();
        for number in 0..all {
            let mut rest = number;
            let combinations: [Combination; CUPS] = std::array::from_fn(|_| {
                let combination = Combination::ALL[rest % COMBINATIONS];
                rest /= COMBINATIONS;
                combination
            });
            let plays = combinations.iter().map(|combination| counts[combination.index()]).product();
            if plays > 0 && bracket.holds(self.total(&combinations)) {
                deals.push(Deal { combinations, plays });
            }
        }
        deals
    }

    /// The point total of cups that show `combinations`.
    #[must_use]
    pub fn total(&self, combinations: &[Combination]) -> u16 {
        combinations.iter().map(|combination| self.points[combination.index()]).sum()
    }

    /// How many of the `7776^CUPS` plays of fair dice have each total.
    #[must_use]
    pub fn totals<const CUPS: usize>(&self) -> BTreeMap<u16, u128> {
        let mut totals = BTreeMap::new();
        for deal in self.deals::<CUPS>(Bracket { from: 0, to: u16::MAX }) {
            *totals.entry(self.total(&deal.combinations)).or_insert(0) += u128::from(deal.plays);
        }
        totals
    }

    /// The law of `features` added up over the cups of a play, given the deals that can be shown, each play of them equally likely ([`Law::Counts`]).
    ///
    /// With `n` throws of a combination, `f` the sum of a feature over them and `q` the sum of a product of two: a deal of cups `c` has
    /// `sum x_i = sum_c f_c,i · (n of the other cups)` and `sum x_i x_j = sum_c q_c,ij · (n of the others) + sum_{c != d} f_c,i f_d,j · (n of the rest)`.
    #[must_use]
    pub fn counts_law<const CUPS: usize>(&self, deals: &[Deal<CUPS>], values: usize, features: Features<'_>) -> Law {
        let classes: [Moments; COMBINATIONS] = std::array::from_fn(|class| Moments::of(&self.members[class], values, features));
        let mut sum = Moments { throws: 0, first: vec![0; values], second: vec![0; values * values] };
        for deal in deals {
            let cups = deal.combinations.map(|combination| &classes[combination.index()]);
            sum.throws += u128::from(deal.plays);
            for (cup, this) in cups.iter().enumerate() {
                let others: u128 = product(&cups, &[cup]);
                add_scaled(&mut sum.first, &this.first, others);
                add_scaled(&mut sum.second, &this.second, others);
                for (other_cup, other) in cups.iter().enumerate().filter(|&(other, _)| other != cup) {
                    let rest: u128 = product(&cups, &[cup, other_cup]);
                    for i in 0..values {
                        add_scaled(&mut sum.second[i * values..(i + 1) * values], &other.first, this.first[i] * rest);
                    }
                }
            }
        }
        Law::Counts { total: sum.throws, means: sum.first, products: sum.second }
    }
}

/// Throws of all cups but `but`.
fn product<const CUPS: usize>(cups: &[&Moments; CUPS], but: &[usize]) -> u128 {
    cups.iter().enumerate().filter(|(cup, _)| !but.contains(cup)).map(|(_, cup)| cup.throws).product()
}

fn add_scaled(sums: &mut [u128], more: &[u128], times: u128) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more * times;
    }
}

/// Sums of features, and of products of two, over a set of throws.
struct Moments {
    throws: u128,
    first: Vec<u128>,
    second: Vec<u128>,
}

impl Moments {
    fn of(throws: &[Throw], values: usize, features: Features<'_>) -> Self {
        let mut moments = Self { throws: throws.len() as u128, first: vec![0; values], second: vec![0; values * values] };
        for &throw in throws {
            let seen: Vec<u128> = features(throw).into_iter().map(u128::from).collect();
            add_scaled(&mut moments.first, &seen, 1);
            for (i, &times) in seen.iter().enumerate().filter(|&(_, &times)| times > 0) {
                add_scaled(&mut moments.second[i * values..(i + 1) * values], &seen, times);
            }
        }
        moments
    }
}

/// Every combination that the dice make, by the runs of equal values of the sorted dice and the chain of their distinct values.
fn made_by(mut dice: [u8; DICE]) -> Vec<Combination> {
    use Combination::{FiveOfAKind, FourOfAKind, FullHouse, LargeStraight, Nothing, Pair, SmallStraight, ThreeOfAKind, TwoPairs};
    dice.sort_unstable();
    let mut runs: Vec<usize> = dice.chunk_by(|a, b| a == b).map(<[u8]>::len).collect();
    runs.sort_unstable_by(|a, b| b.cmp(a));
    let mut made = match runs[..] {
        [5] => vec![Nothing, Pair, ThreeOfAKind, FourOfAKind, FiveOfAKind],
        [4, 1] => vec![Nothing, Pair, ThreeOfAKind, FourOfAKind],
        [3, 2] => vec![Nothing, Pair, TwoPairs, ThreeOfAKind, FullHouse],
        [3, 1, 1] => vec![Nothing, Pair, ThreeOfAKind],
        [2, 2, 1] => vec![Nothing, Pair, TwoPairs],
        [2, 1, 1, 1] => vec![Nothing, Pair],
        _ => vec![Nothing],
    };
    let mut distinct = dice.to_vec();
    distinct.dedup();
    let longest = distinct.chunk_by(|a, b| a + 1 == *b).map(<[u8]>::len).max().unwrap_or(0);
    if longest >= 4 {
        made.push(SmallStraight);
    }
    if longest == 5 {
        made.push(LargeStraight);
    }
    made
}

/// What the same game would do with fair dice and no block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FairDice {
    /// All plays of fair dice: `7776^cups`, the denominator of both figures.
    pub plays: u128,
    /// Plays of them that win.
    pub winning: u128,
    /// What they would pay together, in cents; the return is `paid / (plays * stake)`.
    pub paid: u128,
}

impl FairDice {
    /// Fair dice under the brackets of `params`; `prizes` in cents, one a bracket.
    #[must_use]
    pub fn new(totals: &BTreeMap<u16, u128>, params: &Params, prizes: &[u64]) -> Self {
        let mut fair = Self { plays: 0, winning: 0, paid: 0 };
        for (&total, &plays) in totals {
            fair.plays += plays;
            if let Some(tier) = params.brackets.iter().position(|bracket| bracket.holds(total)) {
                fair.winning += plays;
                fair.paid += plays * u128::from(prizes.get(tier).copied().unwrap_or(0));
            }
        }
        fair
    }
}
