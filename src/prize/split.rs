//! How many plays of each tier fall into each batch of a block: drawn without replacement, exactly, in integers.
//!
//! ```text
//! block of 1 000 000            1 winner, 999 999 losers ...
//!   left half | right half      every play tosses a coin (64 coins a word), then the surplus of one side
//!    /    \        /    \       moves back one play at a time, each chosen uniformly
//! batch batch   batch batch     ... until pieces are batches of 50 000 plays (left "halves" hold 2, 4, 8 ... batches)
//! ```
//! The plays that fell left are a uniform subset given their number; a uniform subset trimmed, or filled up, at random is again a
//! uniform subset. So the counts of the batches are multivariate hypergeometric, and together they are the block, to the play.

use super::{PrizeTable, TierId};
use crate::random::{Lanes, Purpose, Weighted, Words, below, coins_below, stream};

/// Plays in a full batch. Part of a result's identity: another size gives other (equally good) draws.
pub const BATCH_PLAYS: u64 = 50_000;

/// Consecutive plays of one block: how many of each tier, not in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The number of the batch in the run, from 0; batches of one block are consecutive.
    pub index: u64,
    /// Plays by tier; the length is the number of tiers.
    pub counts: Vec<u64>,
}

impl Batch {
    /// Plays in the batch.
    #[must_use]
    pub fn plays(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// Where the batches of a run lie: whole blocks of whole batches, the last of a block and the last of the run shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockPlan {
    /// Plays in a block.
    pub block: u64,
    /// Plays in the whole run.
    pub plays: u64,
}

impl BlockPlan {
    /// Batches in a whole block.
    #[must_use]
    pub const fn batches_per_block(self) -> u64 {
        self.block.div_ceil(BATCH_PLAYS)
    }

    /// Blocks begun by the run.
    #[must_use]
    pub const fn blocks(self) -> u64 {
        self.plays.div_ceil(self.block)
    }

    /// Plays of the run in `block` (all but the last block are whole); 0 beyond the run.
    #[must_use]
    pub const fn plays_in_block(self, block: u64) -> u64 {
        let left = self.plays.saturating_sub(block.saturating_mul(self.block));
        if left < self.block { left } else { self.block }
    }

    /// Batches of the run in `block`.
    #[must_use]
    pub const fn batches_in_block(self, block: u64) -> u64 {
        self.plays_in_block(block).div_ceil(BATCH_PLAYS)
    }

    /// Batches of the whole run.
    #[must_use]
    pub const fn batches(self) -> u64 {
        let whole = self.plays / self.block;
        whole * self.batches_per_block() + (self.plays % self.block).div_ceil(BATCH_PLAYS)
    }

    /// Plays of the run up to and including batch `index`; all plays of the run from its last batch on.
    #[must_use]
    pub const fn plays_after(self, index: u64) -> u64 {
        let block = index / self.batches_per_block();
        let within = (index % self.batches_per_block() + 1) * BATCH_PLAYS;
        let in_block = if within < self.block { within } else { self.block };
        let end = block.saturating_mul(self.block).saturating_add(in_block);
        if end < self.plays { end } else { self.plays }
    }
}

/// The batches of block `block` that the run plays, in order: a pure function of the table, the seed and the block, so that a longer run of the same seed begins
/// with the same whole batches. Empty beyond the run.
#[must_use]
pub fn split_block(table: &PrizeTable, plan: BlockPlan, seed: u64, block: u64) -> Vec<Batch> {
    let Some(needed) = usize::try_from(plan.batches_in_block(block)).ok().filter(|&needed| needed > 0) else { return Vec::new() };
    let mut words = stream(seed, Purpose::Block, block);
    let whole = plan.batches_per_block();
    let counts: Vec<u64> = table.tiers().iter().map(|tier| tier.winners).collect();
    let mut pieces = Vec::with_capacity(needed);
    split_pieces(counts, whole, needed, &mut words, &mut pieces);
    let surplus = pieces.iter().flatten().sum::<u64>() - plan.plays_in_block(block);
    if surplus > 0
        && let Some(last) = pieces.last_mut()
    {
        let size = last.iter().sum::<u64>() - surplus;
        *last = draw_part(last, size, &mut words);
    }
    let first = block * whole;
    (first..).zip(pieces).map(|(index, counts)| Batch { index, counts }).collect()
}

/// The batch `index` when every play is an independent draw from the table.
#[must_use]
pub fn independent_batch(weights: &Weighted, tiers: usize, plan: BlockPlan, seed: u64, index: u64) -> Batch {
    let plays = plan.plays_after(index) - if index == 0 { 0 } else { plan.plays_after(index - 1) };
    let mut lanes = Lanes::new(seed, Purpose::Iid, index);
    let mut counts = vec![0_u64; tiers];
    for _ in 0..plays {
        counts[weights.draw(&mut lanes)] += 1;
    }
    Batch { index, counts }
}

/// Splits `counts` into so many batches, left before right, the last one of what is left, and stops once there are `needed` pieces: what is right of them took no words.
fn split_pieces(counts: Vec<u64>, batches: u64, needed: usize, words: &mut impl Words, pieces: &mut Vec<Vec<u64>>) {
    if pieces.len() >= needed {
        return;
    }
    if batches <= 1 {
        pieces.push(counts);
        return;
    }
    // a power of two on the left, so that its own halves take fair coins, the cheapest
    let on_the_left = batches.next_power_of_two() / 2;
    let left = draw_part(&counts, on_the_left * BATCH_PLAYS, words);
    let right = counts.iter().zip(&left).map(|(all, part)| all - part).collect();
    split_pieces(left, on_the_left, needed, words, pieces);
    split_pieces(right, batches - on_the_left, needed, words, pieces);
}

/// How many plays of each tier are in a uniform subset of `size` plays out of `counts`: multivariate hypergeometric.
///
/// # Panics
/// In debug builds, when `size` is more than all plays.
pub fn draw_part(counts: &[u64], size: u64, words: &mut impl Words) -> Vec<u64> {
    let all: u64 = counts.iter().sum();
    debug_assert!(size <= all, "a part cannot be larger than the whole");
    draw_part_by(Coin::near(size, all), counts, size, words)
}

fn draw_part_by(coin: Coin, counts: &[u64], size: u64, words: &mut impl Words) -> Vec<u64> {
    let all: u64 = counts.iter().sum();
    let mut part: Vec<u64> = counts.iter().map(|&count| coins_below(words, count, coin.numerator, coin.bits)).collect();
    let mut drawn: u64 = part.iter().sum();
    while drawn > size {
        let tier = tier_at(below(words, drawn), part.iter().copied());
        part[tier.index()] -= 1;
        drawn -= 1;
    }
    while drawn < size {
        let tier = tier_at(below(words, all - drawn), counts.iter().zip(&part).map(|(count, part)| count - part));
        part[tier.index()] += 1;
        drawn += 1;
    }
    part
}

/// The tier of the play at `position` when plays stand tier by tier, the last tier first (losing plays are the most, so the search is short).
fn tier_at(mut position: u64, counts: impl DoubleEndedIterator<Item = u64> + ExactSizeIterator) -> TierId {
    for (tier, count) in counts.enumerate().rev() {
        if position < count {
            return TierId(u16::try_from(tier).unwrap_or(u16::MAX));
        }
        position -= count;
    }
    unreachable!("a position is below the sum of the counts")
}

/// A coin of probability `numerator / 2^bits`, near the share wanted: the nearer, the fewer plays move afterwards; the law is the same for any coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Coin {
    numerator: u32,
    bits: u32,
}

/// What it takes to move a play to the other side, in words of random bits.
const MOVE_COST: u128 = 8;

impl Coin {
    /// The cheapest coin of at most 8 bits for `size` plays out of `all`: a bit more costs a word for every 64 plays, a bias costs moves.
    fn near(size: u64, all: u64) -> Self {
        let (size, all) = (u128::from(size), u128::from(all));
        let coin = |bits: u32| {
            let scale = 1_u128 << bits;
            let numerator = ((size * scale + all / 2) / all.max(1)).clamp(1, scale - 1);
            let bias = (all * numerator).abs_diff(size * scale) >> bits;
            (all * u128::from(bits) / 64 + MOVE_COST * bias, bits, numerator)
        };
        let (_, bits, numerator) = (1..=8).map(coin).min().unwrap_or((0, 1, 1));
        Self { numerator: u32::try_from(numerator).unwrap_or(1), bits }
    }
}

#[cfg(test)]
#[allow(clippy::float_arithmetic)] // p-values of chi-square tests
mod tests;
