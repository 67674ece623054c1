//! A uniform star of a set of stars.

use super::visual::Sky;
use crate::random::{Words, below};

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

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
#[inline]
const fn running_counts(bits: u64) -> u64 {
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES)
}

/// A uniform star of `stars`, which must not be empty.
///
/// # Panics
/// In debug builds, when `stars` is empty.
#[inline]
pub fn pick(words: &mut impl Words, stars: Sky) -> u32 {
    debug_assert!(!stars.is_empty());
    let running = running_counts(stars.0);
    let rank = below(words, running >> 56);
    // bytes whose running count is at most the rank lie wholly before the star
    let before = ((((rank * ONES) | HIGHS) - running) & HIGHS) >> 7;
    let byte = u32::try_from(before.wrapping_mul(ONES) >> 56).unwrap_or(0);
    let skipped = running << 8 >> (8 * byte) & 0xff;
    let bits = stars.0 >> (8 * byte) & 0xff;
    let place = IN_BYTE[usize::try_from(bits).unwrap_or(0) % 256][usize::try_from(rank - skipped).unwrap_or(0) % 8];
    8 * byte + u32::from(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Bitboard;
    use crate::random::{Lanes, Purpose, Script};

    /// The word that makes `below(bound)` give `rank`: the middle of the rank's share of all words.
    fn word_for(rank: u64, bound: u64) -> u64 {
        u64::try_from(((u128::from(rank) << 64) + (1 << 63)) / u128::from(bound)).unwrap()
    }

    #[test]
    fn each_rank_gives_its_star() {
        let mut lanes = Lanes::new(1, Purpose::Test, 2);
        for _ in 0..2_000 {
            let stars = Bitboard(lanes.word() & lanes.word() & Sky::ALL.0);
            let cells: Vec<u32> = stars.cells().collect();
            for (rank, &cell) in (0..).zip(&cells) {
                assert_eq!(pick(&mut Script::new(vec![word_for(rank, cells.len() as u64)]), stars), cell, "{stars:?} {rank}");
            }
        }
        assert_eq!(pick(&mut Script::new(vec![u64::MAX]), Sky::ALL), 41);
    }
}
