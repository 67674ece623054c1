//! Exact bounded integers, subsets and orders.

use super::Words;

/// A uniform integer in `0..bound`, by a 128-bit product and rejection (Lemire 2019, "Fast random integer generation in an interval").
///
/// # Panics
/// In debug builds, when `bound` is 0.
#[inline(always)]
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

#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // the two halves of a 128-bit product
pub(super) fn product(word: u64, bound: u64) -> (u64, u64) {
    let wide = u128::from(word) * u128::from(bound);
    ((wide >> 64) as u64, wide as u64)
}

/// Several bounded integers from one word: uniform in `0..bounds[0]`, `0..bounds[1]` ..., independent (Brackett-Rozinsky and Lemire 2024, "Batched ranged
/// random integer generation").
///
/// With `p` the product of the bounds, it is [`below`] of `p` whose value is then read in mixed radix, the first digit the most significant: each
/// step's low half is the next step's fraction.
///
/// ```
/// use sim::random::{Radix, Script};
/// let dice = Radix::new([6, 6, 6]).unwrap();
/// assert_eq!(dice.draw(&mut Script::new(vec![(1 << 63) + 1])), [3, 0, 0]);
/// assert_eq!(Radix::new([1 << 32, 1 << 32]), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Radix<const N: usize> {
    bounds: [u64; N],
    /// Words whose last low half is below it are refused: `2^64 mod p`.
    unfair: u64,
}

impl<const N: usize> Radix<N> {
    /// The bounds of the integers; `None` when one is 0, or when their product is 2^64 or more.
    #[must_use]
    pub fn new(bounds: [u64; N]) -> Option<Self> {
        Self::behind(1, bounds)
    }

    /// As [`Radix::new`], for what an integer below `first` leaves of the same word: all of them are fair together.
    fn behind(first: u64, bounds: [u64; N]) -> Option<Self> {
        let all = bounds.iter().try_fold(first, |product, &bound| product.checked_mul(bound)).filter(|&all| all > 0)?;
        Some(Self { bounds, unfair: all.wrapping_neg() % all })
    }

    /// The bounds.
    #[must_use]
    pub const fn bounds(&self) -> [u64; N] {
        self.bounds
    }

    /// The integers of the next word that is not refused.
    #[inline]
    pub fn draw(&self, words: &mut impl Words) -> [u64; N] {
        loop {
            if let Some(digits) = self.digits_of(words.word()) {
                return digits;
            }
        }
    }

    /// The integers of a word already drawn; `None` for the few words that are refused, to keep the others fair (fewer than `p / 2^64` of them).
    #[inline]
    #[must_use]
    pub fn digits_of(&self, word: u64) -> Option<[u64; N]> {
        let (digits, fair) = self.candidate(word);
        if fair { Some(digits) } else { None }
    }

    /// As [`Radix::digits_of`] without a branch, for loops over many words: the integers, and whether they count.
    #[inline]
    #[must_use]
    pub fn candidate(&self, word: u64) -> ([u64; N], bool) {
        let mut low = word;
        let digits = self.bounds.map(|bound| {
            let high;
            (high, low) = product(low, bound);
            high
        });
        (digits, low >= self.unfair)
    }
}

/// One bounded integer, and then those of a [`Radix`], all from one word: uniform, independent, as [`Radix`] draws them.
///
/// ```
/// use sim::random::Led;
/// let cup = Led::new(37, [240, 240, 240]).unwrap();
/// assert_eq!(cup.candidate(1 << 63), (18, [120, 0, 0], false));
/// assert_eq!(cup.candidate(u64::MAX), (36, [239, 239, 239], true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Led<const N: usize> {
    first: u64,
    /// With the threshold of all integers, the first one included.
    rest: Radix<N>,
}

impl<const N: usize> Led<N> {
    /// The bound of the first integer and those of the others; `None` when one is 0, or when their product is 2^64 or more.
    #[must_use]
    pub fn new(first: u64, bounds: [u64; N]) -> Option<Self> {
        Some(Self { first, rest: Radix::behind(first, bounds)? })
    }

    /// The bound of the first integer, and those of the others.
    #[must_use]
    pub const fn bounds(&self) -> (u64, [u64; N]) {
        (self.first, self.rest.bounds)
    }

    /// The integers of a word already drawn, and whether they count: the few words that do not are refused, to keep the others fair.
    #[inline(always)]
    #[must_use]
    pub fn candidate(&self, word: u64) -> (u64, [u64; N], bool) {
        let (first, left) = product(word, self.first);
        let (rest, fair) = self.rest.candidate(left);
        (first, rest, fair)
    }
}

/// How many of `tosses` independent coins of probability `numerator / 2^bits` fall heads, exactly, 64 coins in `bits` words.
///
/// A coin is heads when its binary fraction is below `numerator / 2^bits`, read bit by bit, the last bit first.
///
/// # Panics
/// In debug builds, unless `numerator < 2^bits` and `bits <= 32`.
pub fn coins_below(words: &mut impl Words, tosses: u64, numerator: u32, bits: u32) -> u64 {
    debug_assert!(bits <= 32 && u64::from(numerator) < 1 << bits);
    // words are made first and used then, so that the generator's state stays in registers
    let mut made = [0; 8 * 32];
    let group = bits as usize;
    let (groups, rest) = (tosses / 64, tosses % 64);
    let mut heads = Ones::default();
    for _ in 0..groups / 8 {
        words.fill(&mut made[..8 * group]);
        heads.add(std::array::from_fn(|place| heads_of_64(&made[place * group..(place + 1) * group], numerator)));
    }
    let mut few = 0;
    for place in 0..=groups % 8 {
        let coins = if place < groups % 8 { u64::MAX } else { (1 << rest) - 1 };
        if coins != 0 {
            words.fill(&mut made[..group]);
            few += (heads_of_64(&made[..group], numerator) & coins).count_ones();
        }
    }
    heads.count() + u64::from(few)
}

/// 64 coins of a word for each bit, the last bit first: 1 for heads.
#[inline]
fn heads_of_64(words: &[u64], numerator: u32) -> u64 {
    // fraction < numerator <=> at the first (most significant) difference ours is 0
    let mut below = 0;
    for (bit, word) in words.iter().enumerate() {
        let zero = !word;
        let wanted = u64::from(numerator >> bit & 1).wrapping_neg();
        // where the numerator has a 1: zero | below, else zero & below
        below = zero & below | wanted & (zero | below);
    }
    below
}

/// Counts the ones of many words with one count for every eight of them (Harley and Seal; Warren, "Hacker's Delight", 5-1): 64 counters of three bits, upright,
/// whose carries are counted.
#[derive(Default)]
#[allow(clippy::struct_field_names)] // the weights of the counters
struct Ones {
    units: u64,
    twos: u64,
    fours: u64,
    eights: u64,
}

impl Ones {
    #[inline]
    fn add(&mut self, words: [u64; 8]) {
        let [a, b, c, d, e, f, g, h] = words;
        let (two_a, two_b, two_c, two_d) =
            (carry(&mut self.units, a, b), carry(&mut self.units, c, d), carry(&mut self.units, e, f), carry(&mut self.units, g, h));
        let (four_a, four_b) = (carry(&mut self.twos, two_a, two_b), carry(&mut self.twos, two_c, two_d));
        self.eights += u64::from(carry(&mut self.fours, four_a, four_b).count_ones());
    }

    fn count(&self) -> u64 {
        let upright = [self.units, self.twos, self.fours].map(|bits| u64::from(bits.count_ones()));
        upright[0] + 2 * upright[1] + 4 * upright[2] + 8 * self.eights
    }
}

/// Adds three bits in each of 64 columns: the sum's low bit stays in `sum`, the carry is returned.
#[inline]
fn carry(sum: &mut u64, a: u64, b: u64) -> u64 {
    let either = *sum ^ a;
    let carry = (*sum & a) | (either & b);
    *sum = either ^ b;
    carry
}

/// A uniform subset of `size` of the members of `set` (a set of bits): one member after the other, each uniform among those that are left.
///
/// # Panics
/// In debug builds, when `set` has fewer members than `size`.
#[inline(always)]
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
    fn radix(mut value: u64, bounds: [u64; 3]) -> [u64; 3] {
        let mut digits = [0; 3];
        for (digit, bound) in digits.iter_mut().zip(bounds).rev() {
            *digit = value % bound;
            value /= bound;
        }
        digits
    }

    #[test]
    fn several_integers_of_one_word_are_one_integer_in_mixed_radix() {
        let mut words = stream(1, Purpose::Test, 0);
        for bounds in [[2880, 2880, 2880], [6, 1, 240], [1, 1, 1], [1 << 21, 1 << 21, (1 << 22) - 1], [3, 5, 7]] {
            let all: u64 = bounds.iter().product();
            let edges = (0..200).chain((0..200).map(|k| u64::MAX - k)).chain((1..200).map(|k| u64::MAX / 199 * k));
            let script: Vec<u64> = edges.chain((0..10_000).map(|_| words.word())).collect();
            let (mut one, mut each) = (Script::new(script.clone()), Script::new(script));
            let several = Radix::new(bounds).unwrap();
            assert_eq!(several.bounds(), bounds);
            // both refuse the same words; the last ones of the script are never all refused
            while one.left() > 100 {
                assert_eq!(radix(below(&mut one, all), bounds), several.draw(&mut each), "{bounds:?}");
                assert_eq!(one.left(), each.left());
            }
        }
    }

    #[test]
    fn an_integer_that_leads_is_the_first_digit() {
        let mut words = stream(1, Purpose::Test, 0);
        for bounds in [[37, 240, 240], [1, 6, 7_776], [6, 1, 1], [1 << 21, 1 << 21, (1 << 22) - 1]] {
            let (led, radix) = (Led::new(bounds[0], [bounds[1], bounds[2]]).unwrap(), Radix::new(bounds).unwrap());
            assert_eq!(led.bounds(), (bounds[0], [bounds[1], bounds[2]]));
            for word in (0..200).chain((0..200).map(|k| u64::MAX - k)).chain((0..1_000).map(|_| words.word())) {
                let ([first, second, third], fair) = radix.candidate(word);
                assert_eq!(led.candidate(word), (first, [second, third], fair), "{bounds:?}, {word}");
            }
        }
        assert_eq!([Led::new(0, [2]), Led::new(2, [0]), Led::new(1 << 32, [1 << 32])], [None; 3]);
    }

    #[test]
    fn words_that_would_favour_a_value_are_refused() {
        // 3 x 5 x 7 = 105 and 2^64 = 105 q + 16: word 0 has the low half 0 < 16 and is refused
        assert_eq!((1_u128 << 64) % 105, 16);
        let mut words = Script::new(vec![0, 1 << 63]);
        assert_eq!(Radix::new([3, 5, 7]).unwrap().draw(&mut words), radix(52, [3, 5, 7]));
        assert_eq!(words.left(), 0);
    }

    #[test]
    fn bounds_that_cannot_be_drawn_from_are_refused() {
        assert_eq!(Radix::new([3, 0, 7]), None);
        assert_eq!(Radix::new([1 << 32, 1 << 32]), None);
        assert!(Radix::new([1 << 32, (1 << 32) - 1]).is_some());
    }
}
