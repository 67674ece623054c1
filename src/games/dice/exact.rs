//! Exact values of a dice game, by enumeration: 7 776 throws of a cup, all combinations of the cups. Whole numbers only.
//!
//! It classifies throws in its own way (by the runs of equal values of the sorted dice) and takes nothing from the referee: the generator and the
//! targets are made from it, and the referee judges both.

use super::params::{Bracket, Params};
use super::visual::{COMBINATIONS, Combination, DICE, Throw};
use crate::prize::PrizeTable;
use crate::tally::Law;
use std::collections::{BTreeMap, BTreeSet};

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

    /// Every total that so many cups can throw, lowest first: a combination that no throw scores adds to none.
    #[must_use]
    pub fn reachable(&self, cups: usize) -> Vec<u16> {
        let scored: Vec<u16> = self.points.iter().zip(&self.members).filter(|(_, members)| !members.is_empty()).map(|(&points, _)| points).collect();
        let mut sums = BTreeSet::from([0]);
        for _ in 0..cups {
            sums = sums.iter().flat_map(|sum| scored.iter().map(move |points| sum + points)).collect();
        }
        sums.into_iter().collect()
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
    /// With `n_k` throws of combination `k`, `f_k` the sum of a feature over them and `q_k` the sum of a product of two, a deal that shows `k` in a cup, and `l` in
    /// another, adds `f_k,i · (n of the other cups)` to `sum x_i`, and `q_k,ij · (n of the others)` and `f_k,i f_l,j · (n of the rest)` to `sum x_i x_j`.
    /// The factors in brackets are added up first, over the deals.
    #[must_use]
    pub fn counts_law<const CUPS: usize>(&self, deals: &[Deal<CUPS>], features: &Features) -> Law {
        let counts = self.counts().map(u128::from);
        let mut total = 0;
        let mut single = [0; COMBINATIONS];
        let mut double = [[0; COMBINATIONS]; COMBINATIONS];
        for deal in deals {
            let plays = u128::from(deal.plays);
            total += plays;
            for (cup, one) in deal.combinations.iter().map(|combination| combination.index()).enumerate() {
                single[one] += plays / counts[one];
                for (_, other) in deal.combinations.iter().map(|combination| combination.index()).enumerate().filter(|&(other, _)| other != cup) {
                    double[one][other] += plays / counts[one] / counts[other];
                }
            }
        }
        let values = features.values;
        let mut means = vec![0; values];
        let mut products = vec![0; values * values];
        for (one, sums) in features.sums.iter().enumerate() {
            add_scaled(&mut means, &sums.first, single[one]);
            add_scaled(&mut products, &sums.second, single[one]);
            for (other, more) in features.sums.iter().enumerate().filter(|&(other, _)| double[one][other] > 0) {
                for (products, first) in products.chunks_mut(values).zip(&sums.first) {
                    add_scaled(products, &more.first, first * double[one][other]);
                }
            }
        }
        Law::Counts { total, means, products }
    }
}

/// A whole-number description of a throw, to be added up over the cups: how often each of some things occurs in it. Held as sums over the throws of each combination.
#[derive(Clone, Debug)]
pub struct Features {
    values: usize,
    sums: Vec<Sums>,
}

/// Sums of features, and of products of two, over a set of throws.
#[derive(Clone, Debug)]
struct Sums {
    first: Vec<u128>,
    second: Vec<u128>,
}

impl Features {
    /// The features that `describe` writes into a list of `values` zeros, given a throw and its highest combination.
    #[must_use]
    pub fn new(throws: &Throws, values: usize, describe: impl Fn(Combination, Throw, &mut [u128])) -> Self {
        let mut seen = vec![0; values];
        let sums = Combination::ALL.into_iter().map(|combination| {
            let mut sums = Sums { first: vec![0; values], second: vec![0; values * values] };
            for &throw in throws.members(combination) {
                seen.fill(0);
                describe(combination, throw, &mut seen);
                add_scaled(&mut sums.first, &seen, 1);
                for (row, &times) in sums.second.chunks_mut(values).zip(&seen).filter(|&(_, &times)| times > 0) {
                    add_scaled(row, &seen, times);
                }
            }
            sums
        });
        Self { values, sums: sums.collect() }
    }
}

fn add_scaled(sums: &mut [u128], more: &[u128], times: u128) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more * times;
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

/// How many plays of fair dice have each total that exists, lowest total first.
#[must_use]
pub fn fair_totals(params: &Params) -> Vec<(u16, u128)> {
    let throws = Throws::new(&params.points);
    let totals = match params.cups {
        1 => throws.totals::<1>(),
        2 => throws.totals::<2>(),
        3 => throws.totals::<3>(),
        _ => throws.totals::<4>(),
    };
    totals.into_iter().collect()
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
    /// Fair dice under the brackets of `params` and the prizes of `table`, whose winning tiers are in the order of the brackets.
    #[must_use]
    pub fn new(params: &Params, table: &PrizeTable) -> Self {
        let mut fair = Self { plays: 0, winning: 0, paid: 0 };
        for (total, plays) in fair_totals(params) {
            fair.plays += plays;
            if let Some((tier, _)) = table.tiers().iter().zip(&params.brackets).find(|(_, bracket)| bracket.holds(total)) {
                fair.winning += plays;
                fair.paid += plays * u128::from(tier.prize.0.unsigned_abs());
            }
        }
        fair
    }
}
