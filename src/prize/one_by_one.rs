//! Plays bought one by one from blocks, without replacement: what `sim show` draws.

use super::{PrizeTable, TierId};
use crate::random::{Purpose, below, stream};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Draws the tier of one play after another from a block; when it is sold out, from the next one.
#[derive(Clone, Debug)]
pub struct BlockDraw<'a> {
    table: &'a PrizeTable,
    /// Plays of each tier not sold yet.
    left: Vec<u64>,
    words: Xoshiro256PlusPlus,
}

/// The index of the stream that chooses tiers; pictures use the numbers of the plays.
const TIERS: u64 = u64::MAX;

impl<'a> BlockDraw<'a> {
    /// A full block.
    #[must_use]
    pub fn new(table: &'a PrizeTable, seed: u64) -> Self {
        Self { table, left: full(table), words: stream(seed, Purpose::Show, TIERS) }
    }

    /// The tier of the next play: every play left in the block is equally likely.
    pub fn draw(&mut self) -> TierId {
        let mut all: u64 = self.left.iter().sum();
        if all == 0 {
            self.left = full(self.table);
            all = self.table.block();
        }
        let mut position = below(&mut self.words, all);
        for (tier, left) in self.table.ids().zip(&mut self.left) {
            if position < *left {
                *left -= 1;
                return tier;
            }
            position -= *left;
        }
        unreachable!("a position is below the sum of the counts")
    }
}

fn full(table: &PrizeTable) -> Vec<u64> {
    table.tiers().iter().map(|tier| tier.winners).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Cents;

    #[test]
    fn every_block_sells_its_table_and_no_order_is_favoured() {
        let table = PrizeTable::new(Cents(1), 4, &[(Cents(5), 1)]).unwrap();
        // 4 positions of the winner, 3 000 blocks each of 10 seeds: chi-square with 3 degrees of freedom is below 30 but for 1.4e-6 of seeds
        let mut places = [0_i64; 4];
        for seed in 0..10 {
            let mut draw = BlockDraw::new(&table, seed);
            for _ in 0..3_000 {
                let block: Vec<TierId> = (0..4).map(|_| draw.draw()).collect();
                assert_eq!(block.iter().filter(|tier| **tier == TierId(0)).count(), 1);
                places[block.iter().position(|tier| *tier == TierId(0)).unwrap()] += 1;
            }
        }
        let squares: i64 = places.iter().map(|count| (count - 7_500).pow(2)).sum();
        assert!(squares < 30 * 7_500, "{places:?}");
    }
}
