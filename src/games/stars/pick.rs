//! A uniform star of a set of stars.

use super::visual::LOW_BITS;
use crate::bitboard::Bitboard;
use crate::random::{Words, below};

const HIGH_BITS: u64 = LOW_BITS << 7;

/// `IN_BYTE[byte][rank]`: the place of the one-bit of that rank in a byte.
#[allow(clippy::cast_possible_truncation)] // a place is below 8
const IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut rank, mut place) = (0, 0_u32);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][rank] = place as u8;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// How many one-bits each byte has together with the bytes below it.
#[inline(always)]
#[allow(clippy::inline_always)] // a few instructions
const fn running_counts(bits: u64) -> u64 {
    let pairs = bits.wrapping_sub(bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333).wrapping_add(pairs >> 2 & 0x3333_3333_3333_3333);
    (fours.wrapping_add(fours >> 4) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(LOW_BITS)
}

/// A uniform star of `stars`, which must not be empty, from the upper half of a word already drawn; seldom, from further `words`.
///
/// The rank is the high half of the product of 32 bits and the number of stars, as in [`below`]; low halves below `2^32 mod number` are refused.
///
/// # Panics
/// In debug builds, when `stars` is empty.
#[inline(always)]
#[allow(clippy::inline_always, clippy::cast_possible_truncation)] // compiled for the instructions at hand; the low half of a product, numbers below 64
pub fn pick<const STARS: u32>(word: u64, words: &mut impl Words, stars: Bitboard<STARS>) -> u32 {
    debug_assert!(!stars.is_empty());
    let running = running_counts(stars.0);
    let number = running >> 56;
    let product = (word >> 32).wrapping_mul(number);
    let rank = if u64::from(product as u32) < number { rank_again(product, number, words) } else { product >> 32 };
    // bytes whose running count is at most the rank lie wholly before the star
    let before = ((rank.wrapping_mul(LOW_BITS) | HIGH_BITS).wrapping_sub(running) & HIGH_BITS) >> 7;
    let shift = before.wrapping_mul(LOW_BITS) >> 56 << 3;
    let skipped = (running << 8).wrapping_shr(shift as u32) & 0xff;
    let bits = stars.0.wrapping_shr(shift as u32) & 0xff;
    let place = IN_BYTE[bits as usize][rank.wrapping_sub(skipped) as usize % 8];
    (shift as u32).wrapping_add(u32::from(place))
}

/// The rank of a product with a small low half, if it is fair, or else of the next words.
#[cold]
#[inline(never)]
#[allow(clippy::cast_possible_truncation)] // the low half of a product
fn rank_again(product: u64, number: u64, words: &mut impl Words) -> u64 {
    let unfair = (1 << 32) % number;
    if u64::from(product as u32) < unfair { below(words, number) } else { product >> 32 }
}

#[cfg(test)]
mod tests {
    use super::super::visual::Sky;
    use super::*;
    use crate::random::{Lanes, Purpose, Script};

    #[test]
    fn each_rank_gives_its_star() {
        let mut lanes = Lanes::new(1, Purpose::Test, 2);
        let mut none = Script::new(Vec::new());
        for _ in 0..2_000 {
            let stars: Sky = Bitboard(lanes.word() & lanes.word() & Sky::ALL.0);
            let cells: Vec<u32> = stars.cells().collect();
            for (rank, &cell) in (0_u64..).zip(&cells) {
                // the middle of the rank's share of all words
                let word = u64::try_from(((u128::from(rank) << 64) + (1 << 63)) / cells.len() as u128).unwrap();
                assert_eq!(pick(word, &mut none, stars), cell, "{stars:?} {rank}");
            }
        }
        assert_eq!(pick(u64::MAX, &mut none, Sky::ALL), 41);
        assert_eq!(pick(u64::MAX, &mut none, Bitboard::<64>::ALL), 63);
    }

    /// 2^32 = 7 q + 4: low halves 0 to 3 are refused, so that each rank has q of the 2^32 halves. The lowest half of each rank with its low half, and its neighbour:
    #[test]
    fn halves_that_would_favour_a_star_are_refused() {
        let seven: Sky = Bitboard(0b111_1111 << 20);
        let mut refused = 0;
        for rank in 0_u64..7 {
            let lowest = (rank << 32).div_ceil(7);
            let low = (lowest * 7) & 0xffff_ffff;
            let mut next = Script::new(vec![u64::MAX]);
            let cell = pick(lowest << 32, &mut next, seven);
            assert_eq!(next.left(), usize::from(low >= 4), "{rank}");
            assert_eq!(u64::from(cell) - 20, if low < 4 { 6 } else { rank });
            refused += usize::from(low < 4);
        }
        assert_eq!(refused, 4);
    }
}
