//! The order of prizes in a block. A run draws how many plays of each tier fall into each batch of a block, so an order is where prizes fall among the batches; `sim show`
//! draws the plays of a block one by one.

use super::battery::{fed, integers, of_integers};
use super::classes::chi_square;
use super::frequency::Frequency;
use super::permutation::Permutation;
use super::{Meter, RngTest, tested};
use crate::money::{Cents, grouped};
use crate::prize::{BATCH_PLAYS, BlockDraw, BlockPlan, PrizeTable, split_block};
use crate::stats::count_law::CountLaw;

/// Batches of the block that is split.
const BATCHES: u64 = 6;
/// Winners of the second and the third tier: some, and many.
const WINNERS: [u64; 2] = [600, 30_000];
/// Neighbouring seeds whose blocks are taken in turn.
const SEEDS: u64 = 8;

/// Splits `blocks` blocks of six batches, of eight neighbouring seeds in turn. The batch of the top prize, of which a block has one, is an integer below 6, independent from
/// block to block; the plays of a tier in the first batch are hypergeometric; over all blocks no batch is favoured.
pub fn splits(seed: u64, blocks: u64) -> Vec<RngTest> {
    let block = BATCHES * BATCH_PLAYS;
    let rows = [(Cents(50), 1), (Cents(5), WINNERS[0]), (Cents(2), WINNERS[1])];
    let Ok(table) = PrizeTable::new(Cents(1), block, &rows) else { return Vec::new() };
    let plan = BlockPlan { block, plays: block.saturating_mul(blocks) };
    let mut places = of_integers(BATCHES);
    let mut firsts = WINNERS.map(|winners| FirstBatch::new(block, winners));
    let mut sums = WINNERS.map(|_| [0_u64; 6]);
    let mut next = 0;
    let split = || {
        let batches = split_block(&table, plan, seed.wrapping_add(next % SEEDS), next / SEEDS);
        next += 1;
        let place = batches.iter().position(|batch| batch.counts[0] > 0).unwrap_or(0);
        for (tier, (first, sums)) in firsts.iter_mut().zip(&mut sums).enumerate() {
            first.counts.take(&[first.class(batches[0].counts[tier + 1])]);
            sums.iter_mut().zip(&batches).for_each(|(sum, batch)| *sum += batch.counts[tier + 1]);
        }
        place as u64
    };
    fed(split, blocks, |values| places.take(values));
    let mut tests = places.tests("batch of the top prize, 6 a block");
    for ((winners, first), sums) in WINNERS.iter().zip(&firsts).zip(&sums) {
        let source = format!("{} prizes of a block", grouped(u128::from(*winners)));
        tests.push(tested(&source, "hypergeometric count in the first batch", first.counts.score()));
        // covariance of the counts of one block: K (N - K) / (N - 1) * (delta / B - 1 / B^2)
        let (k, n, b) = (*winners as f64, block as f64, BATCHES as f64);
        let mean = blocks as f64 * k / b;
        let variance = blocks as f64 * k * (n - k) / ((n - 1.0) * b);
        let squares = sums.iter().map(|&sum| (sum as f64 - mean).powi(2)).sum::<f64>();
        tests.push(tested(&source, "sums of 6 batches", chi_square(blocks, squares / variance, b - 1.0)));
    }
    tests
}

/// The count of a tier in the first batch of its block, by value.
struct FirstBatch {
    least: u64,
    most: u64,
    counts: Frequency,
}

impl FirstBatch {
    fn new(block: u64, winners: u64) -> Self {
        let (least, masses) = CountLaw::hypergeometric(block, winners, BATCH_PLAYS).masses(1e-13);
        Self { least, most: least + masses.len() as u64 - 1, counts: Frequency::of(masses) }
    }

    /// The place of a count; the law's far ends count with the last values kept.
    fn class(&self, count: u64) -> u64 {
        count.clamp(self.least, self.most) - self.least
    }
}

/// Plays of the small block.
const SMALL: usize = 6;

/// Sells `blocks` blocks of six different plays one by one, as `sim show` does: their 720 orders are equally likely, and the first play of a block is an integer below 6.
pub fn orders(seed: u64, blocks: u64) -> Vec<RngTest> {
    let rows: Vec<(Cents, u64)> = [1, 2, 3, 4, 5].map(|prize| (Cents(prize), 1)).to_vec();
    let Ok(table) = PrizeTable::new(Cents(1), SMALL as u64, &rows) else { return Vec::new() };
    let mut draw = BlockDraw::new(&table, seed);
    let mut orders = Permutation::new(SMALL);
    let mut tests = integers("first play of a block of 6", SMALL as u64, blocks, || {
        let plays: [u64; SMALL] = std::array::from_fn(|_| u64::from(draw.draw().0));
        orders.take(&plays);
        plays[0]
    });
    tests.push(tested("plays of a block of 6", "permutations of 6", orders.score()));
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first blocks of eight neighbouring seeds, then their second ones: the batches of the top prize, counted apart, have the statistic that is told.
    #[test]
    fn blocks_of_eight_seeds_are_taken_in_turn() {
        let (seed, blocks) = (77, 320);
        let block = BATCHES * BATCH_PLAYS;
        let table = PrizeTable::new(Cents(1), block, &[(Cents(50), 1), (Cents(5), WINNERS[0]), (Cents(2), WINNERS[1])]).unwrap();
        let mut seen = [0.0; 6];
        for number in 0..blocks / 8 {
            for seed in seed..seed + 8 {
                let batches = split_block(&table, BlockPlan { block, plays: block * blocks }, seed, number);
                seen[batches.iter().position(|batch| batch.counts[0] > 0).unwrap()] += 1.0;
            }
        }
        let expected = blocks as f64 / BATCHES as f64;
        let statistic: f64 = seen.iter().map(|seen| (seen - expected) * (seen - expected) / expected).sum();
        let tests = splits(seed, blocks);
        let told = tests.iter().find(|test| test.test == "frequency of 6 values").unwrap();
        assert!((told.statistic - statistic).abs() < 1e-9 && told.trials == blocks, "{told:?} {statistic}");
    }
}
