//! Eight independent chances of one probability, from one word.

use super::board::set_of;
use crate::random::{Digits, Words};

/// A probability `p`, to be drawn eight times at once.
///
/// Each byte `r` of a word is compared with the whole part of `256 p`: below it is a yes, above it a no. Where they are equal, which one in 256 is, the
/// fractional part of `256 p` decides, by an integer below the denominator: the probability is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The whole part of `256 p`, 255 where `p` is 1.
    sure: u8,
    /// The numerator of the rest of `256 p`.
    rest: u64,
}

impl Chance {
    /// The probability numerator / denominator: at most 1, with a denominator of at most 2^56.
    #[must_use]
    pub fn new((numerator, denominator): (u64, u64)) -> Self {
        let (numerator, whole) = (u128::from(numerator) << 8, u128::from(denominator.max(1)));
        let sure = u8::try_from(numerator / whole).unwrap_or(u8::MAX);
        let rest = numerator - u128::from(sure) * whole;
        Self { sure, rest: u64::try_from(rest).unwrap_or(u64::MAX) }
    }

    /// Eight chances, one a bit. `integers` are those below the denominator.
    #[inline(always)]
    pub fn draw(self, words: &mut impl Words, integers: &mut Digits) -> u8 {
        let bytes = words.word().to_le_bytes();
        let mut yes = set_of(bytes.map(|byte| u8::from(byte < self.sure)));
        let mut open = set_of(bytes.map(|byte| u8::from(byte == self.sure)));
        while open != 0 {
            yes |= if integers.next(words) < self.rest { open & open.wrapping_neg() } else { 0 };
            open &= open - 1;
        }
        yes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Script;

    /// Every byte in every place, every integer: the counts are the probability, exactly.
    #[test]
    fn every_chance_has_its_probability() {
        for (numerator, denominator) in [(0, 1), (1, 1), (3, 20), (1, 256), (255, 256), (1, 3), (2, 3), (19, 20), (1, 1000), (999, 1000), (7, 7)] {
            let chance = Chance::new((numerator, denominator));
            for place in 0..8 {
                let mut yes = 0;
                for byte in 0..=u8::MAX {
                    // other bytes that never wait for an integer
                    let other = if chance.sure == 0 { 255 } else { chance.sure - 1 };
                    let mut bytes = [other; 8];
                    bytes[place] = byte;
                    for integer in 0..denominator {
                        // one of the words that give this integer first, and are not refused
                        let word = ((u128::from(integer) << 64) + (1 << 64) / 3) / u128::from(denominator);
                        let mut words = Script::new(vec![u64::from_le_bytes(bytes), u64::try_from(word).unwrap()]);
                        let drawn = chance.draw(&mut words, &mut Digits::new(denominator));
                        assert_eq!(drawn & !(1 << place), if other < chance.sure { !(1 << place) } else { 0 });
                        yes += u64::from(drawn >> place & 1);
                    }
                }
                assert_eq!(yes, 256 * numerator, "{numerator} / {denominator}, place {place}");
            }
        }
    }
}
