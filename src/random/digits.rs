//! Many integers below one bound, as many from each word as fit, taken when they are needed.

use super::Words;
use super::sample::product;

/// A source of uniform integers in `0..bound`, independent, several from one word.
///
/// A word is a fraction; each integer is the whole part of the fraction times the bound, and what is left of the product is the fraction for the next one
/// (Brackett-Rozinsky and Lemire 2024, "Batched ranged random integer generation"). A word whose last fraction would be below `2^64 mod bound^k` is refused,
/// so that all `k` integers of a word are fair together; that is known before the first of them is taken.
///
/// ```
/// use sim::random::{Digits, Purpose, stream};
/// let mut words = stream(1, Purpose::Test, 0);
/// let mut dice = Digits::new(6);
/// assert!((0..100).all(|_| dice.next(&mut words) < 6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digits {
    bound: u64,
    /// Integers of a word.
    each: u32,
    /// `bound^each`, and `2^64` modulo that.
    all: u64,
    unfair: u64,
    /// What is left of the last word: a fraction, and how many integers it still holds.
    fraction: u64,
    left: u32,
}

impl Digits {
    /// Integers in `0..bound`; a bound of 0 is taken for 1.
    #[must_use]
    pub fn new(bound: u64) -> Self {
        let bound = bound.max(1);
        // at most one word of 2^8 is refused where several integers come from one
        let (mut each, mut all) = (1, bound);
        while each < 64
            && let Some(more) = all.checked_mul(bound).filter(|&more| more <= 1 << 56)
        {
            all = more;
            each += 1;
        }
        Self { bound, each, all, unfair: all.wrapping_neg() % all, fraction: 0, left: 0 }
    }

    /// The next integer.
    #[inline(always)]
    pub fn next(&mut self, words: &mut impl Words) -> u64 {
        if self.left == 0 {
            self.fraction = loop {
                let word = words.word();
                if word.wrapping_mul(self.all) >= self.unfair {
                    break word;
                }
            };
            self.left = self.each;
        }
        self.left -= 1;
        let integer;
        (integer, self.fraction) = product(self.fraction, self.bound);
        integer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, Radix, Script, stream};

    #[test]
    fn the_integers_of_a_word_are_those_of_the_batched_draw() {
        let mut words = stream(1, Purpose::Test, 0);
        let edges = (0..200).chain((0..200).map(|k| u64::MAX - k)).chain((1..200).map(|k| u64::MAX / 199 * k));
        let script: Vec<u64> = edges.chain((0..10_000).map(|_| words.word())).collect();
        let (mut one, mut each) = (Script::new(script.clone()), Script::new(script));
        let (batch, mut digits) = (Radix::new([30; 11]).unwrap(), Digits::new(30));
        assert_eq!(digits.each, 11);
        while one.left() > 100 {
            let several = batch.draw(&mut one);
            assert_eq!(several, std::array::from_fn(|_| digits.next(&mut each)));
            assert_eq!(one.left(), each.left());
        }
    }

    #[test]
    fn any_bound_has_integers() {
        let mut words = stream(2, Purpose::Test, 0);
        for bound in [0, 1, 2, 3, 255, 1 << 28, (1 << 56) + 1, u64::MAX] {
            let mut digits = Digits::new(bound);
            assert!((0..200).all(|_| digits.next(&mut words) < bound.max(1)), "{bound}");
        }
        assert_eq!(Digits::new(2).each, 56);
        assert_eq!(Digits::new(1 << 28).each, 2);
        assert_eq!(Digits::new((1 << 28) + 1).each, 1);
    }
}
