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
pub(super) fn product(word: u64, bound: u64) -> (u64, u64) {
    let wide = u128::from(word) * u128::from(bound);
    ((wide >> 64) as u64, wide as u64)
}

/// Uniform integers in `0..bounds[0]`, `0..bounds[1]` ..., independent, all from one word (Brackett-Rozinsky and Lemire 2024, "Batched ranged random
/// integer generation").
///
/// With `p` the product of the bounds, it is [`below`] of `p` whose value is then read in mixed radix, the first digit the most significant: each
/// step's low half is the next step's fraction.
///
/// # Panics
/// In debug builds, when a bound is 0 or the product of the bounds is 2^64 or more.
#[inline]
pub fn below_each<const N: usize>(words: &mut impl Words, bounds: [u16; N]) -> [u16; N] {
    loop {
        if let Some(digits) = below_each_of(words.word(), bounds) {
            return digits;
        }
    }
}

/// [`below_each`] from a word already drawn; `None` for the few words that are refused, to keep the others fair.
///
/// # Panics
/// As [`below_each`].
#[inline]
#[must_use]
pub fn below_each_of<const N: usize>(word: u64, bounds: [u16; N]) -> Option<[u16; N]> {
    debug_assert!(bounds.iter().all(|&bound| bound > 0), "below(0) has no value");
    debug_assert!(bounds.iter().try_fold(1_u64, |product, &bound| product.checked_mul(u64::from(bound))).is_some());
    let all = bounds.iter().fold(1_u64, |product, &bound| product.wrapping_mul(u64::from(bound)));
    let (digits, low) = digits_of(word, bounds);
    // the remainder is below the product: most words need no division
    if low < all && low < all.wrapping_neg() % all { None } else { Some(digits) }
}

#[inline]
#[allow(clippy::cast_possible_truncation)] // a digit is below its 16-bit bound
fn digits_of<const N: usize>(word: u64, bounds: [u16; N]) -> ([u16; N], u64) {
    let mut low = word;
    let digits = bounds.map(|bound| {
        let high;
        (high, low) = product(low, u64::from(bound));
        high as u16
    });
    (digits, low)
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

/// A uniform subset of `size` of the members of `set` (a set of bits): one member after the other, each uniform among those that are left.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, Script, stream};

    /// The mixed-radix reading of a number below the product of the bounds, first digit most significant.
    fn radix(mut value: u64, bounds: [u16; 3]) -> [u16; 3] {
        let mut digits = [0; 3];
        for (digit, bound) in digits.iter_mut().zip(bounds).rev() {
            *digit = u16::try_from(value % u64::from(bound)).unwrap();
            value /= u64::from(bound);
        }
        digits
    }

    #[test]
    fn several_integers_of_one_word_are_one_integer_in_mixed_radix() {
        let mut words = stream(1, Purpose::Test, 0);
        for bounds in [[2880, 2880, 2880], [6, 1, 240], [1, 1, 1], [65_535, 65_535, 65_535], [3, 5, 7]] {
            let all: u64 = bounds.iter().map(|&bound| u64::from(bound)).product();
            let edges = (0..200).chain((0..200).map(|k| u64::MAX - k)).chain((1..200).map(|k| u64::MAX / 199 * k));
            let script: Vec<u64> = edges.chain((0..10_000).map(|_| words.word())).collect();
            let (mut one, mut each) = (Script::new(script.clone()), Script::new(script));
            // both refuse the same words; the last ones of the script are never refused together
            while one.left() > 100 {
                assert_eq!(radix(below(&mut one, all), bounds), below_each(&mut each, bounds), "{bounds:?}");
                assert_eq!(one.left(), each.left());
            }
        }
    }

    #[test]
    fn words_that_would_favour_a_value_are_refused() {
        // 3 x 5 x 7 = 105 and 2^64 = 105 q + 16: word 0 has the low half 0 < 16 and is refused
        let mut words = Script::new(vec![0, 1 << 63]);
        assert_eq!(below_each(&mut words, [3, 5, 7]), radix(52, [3, 5, 7]));
        assert_eq!(words.left(), 0);
        assert_eq!((1_u128 << 64) % 105, 16);
    }
}
