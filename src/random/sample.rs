//! Exact bounded integers, subsets and orders.

use super::Words;

/// A uniform integer in `0..bound`, by a 128-bit product and rejection (Lemire 2019, "Fast random integer generation in an interval").
///
/// # Panics
/// In debug builds, when `bound` is 0.
#[inline]
pub fn below(words: &mut impl Words, bound: u64) -> u64 {
    debug_assert!(bound > 0, "below(0) has no value");
    let (mut high, mut low) = product(words.word(), bound);
    if low < bound {
        let unfair = bound.wrapping_neg() % bound;
        while low < unfair {
            (high, low) = product(words.word(), bound);
        }
    }
    high
}

#[inline]
#[allow(clippy::cast_possible_truncation)] // the two halves of a 128-bit product
fn product(word: u64, bound: u64) -> (u64, u64) {
    let wide = u128::from(word) * u128::from(bound);
    ((wide >> 64) as u64, wide as u64)
}

/// How many of `tosses` independent coins of probability `numerator / 2^bits` fall heads, exactly, 64 coins in `bits` words.
///
/// A coin is heads when its binary fraction is below `numerator / 2^bits`, read bit by bit, the last bit first.
///
/// # Panics
/// In debug builds, unless `numerator < 2^bits` and `bits <= 32`.
pub fn coins_below(words: &mut impl Words, tosses: u64, numerator: u32, bits: u32) -> u64 {
    debug_assert!(bits <= 32 && u64::from(numerator) < 1 << bits);
    let mut heads = 0;
    let mut left = tosses;
    while left > 0 {
        // bit by bit from the least significant: fraction < numerator <=> at the first (most significant) difference ours is 0
        let mut below = 0_u64;
        for bit in 0..bits {
            let coin = words.word();
            below = if numerator >> bit & 1 == 1 { !coin | below } else { !coin & below };
        }
        let take = left.min(64);
        let mask = if take == 64 { u64::MAX } else { (1 << take) - 1 };
        heads += u64::from((below & mask).count_ones());
        left -= take;
    }
    heads
}

/// A uniform subset of `size` of the members of `set` (a set of bits), by keeping each the right number of times (Knuth's algorithm S).
///
/// # Panics
/// In debug builds, when `set` has fewer members than `size`.
pub fn subset_of(words: &mut impl Words, set: u64, size: u32) -> u64 {
    debug_assert!(size <= set.count_ones());
    let mut chosen = 0;
    let mut left = set;
    for _ in 0..size {
        let rank = below(words, u64::from(left.count_ones()));
        let mut rest = left;
        for _ in 0..rank {
            rest &= rest - 1;
        }
        let member = rest & rest.wrapping_neg();
        chosen |= member;
        left ^= member;
    }
    chosen
}

/// A uniform order of `items` (Fisher-Yates, from the end).
pub fn shuffle<T>(words: &mut impl Words, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        let other = usize::try_from(below(words, last as u64 + 1)).unwrap_or(last);
        items.swap(last, other);
    }
}
