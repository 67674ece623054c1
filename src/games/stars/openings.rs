//! What is drawn first for a play: the player's colour, the explosions of the first set, whether there is an Extra (decisions S5, S7).

use super::buckets::Buckets;
use super::generator::MOST_EXPLOSIONS;
use super::shape::MOST_COLOURS;
use super::spec::Occasion;
use crate::random::{Lanes, Weighted, Words};

/// An opening in one byte: three bits of the colour, two of the explosions, one of the Extra.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening(u8);

const _: () = assert!(MOST_COLOURS <= 8 && MOST_EXPLOSIONS < 4);
/// A slot without an owner.
const AGAIN: Opening = Opening(0x80);

impl Opening {
    /// A play of the colour with that number.
    #[must_use]
    pub const fn new(selected: u8, explosions: u8, extra: bool) -> Self {
        Self(selected | explosions << 3 | (extra as u8) << 5)
    }

    /// The number of the colour.
    #[must_use]
    pub const fn colour(self) -> u8 {
        self.0 & 7
    }

    /// Explosions of the first set.
    #[must_use]
    pub const fn explosions(self) -> u8 {
        self.0 >> 3 & 3
    }

    /// 1 if an Extra is uncovered, else 0.
    #[must_use]
    pub const fn extras(self) -> u8 {
        self.0 >> 5 & 1
    }
}

/// The frequencies of losing or of winning plays, ready to draw from.
#[derive(Clone, Debug)]
pub struct Openings {
    opening: Buckets<Opening, 4096>,
    /// Explosions of a second set.
    pub explosions: Weighted,
}

impl Openings {
    /// The openings of an occasion, by the weights of the selected colour.
    ///
    /// # Errors
    /// Which weights cannot be drawn from, and why.
    pub fn new(occasion: &Occasion, selected: &[u64]) -> Result<Self, String> {
        let (extra, of) = occasion.extra;
        let mut openings = Vec::new();
        let mut weights = Vec::new();
        let too_large = || "the weights of colours, explosions and Extra multiply to more than 2^63: use smaller ones".to_owned();
        for (colour, &selected) in (0_u8..).zip(selected) {
            for (explosions, &weight) in (0_u8..).zip(&occasion.explosions) {
                for (with, odds) in [(false, of - extra), (true, extra)] {
                    let product = selected.checked_mul(weight).and_then(|product| product.checked_mul(odds)).ok_or_else(too_large)?;
                    weights.push(product);
                    openings.push((Opening::new(colour, explosions, with), u128::from(product)));
                }
            }
        }
        Weighted::new(&weights).map_err(|error| format!("the weights of colours, explosions and Extra: {error}"))?;
        Ok(Self {
            opening: Buckets::new(&openings, AGAIN),
            explosions: Weighted::new(&occasion.explosions).map_err(|error| format!("the weights of explosions: {error}"))?,
        })
    }

    /// Draws one opening.
    pub fn one(&self, words: &mut Lanes) -> Opening {
        let opening = self.opening.slot(words.word());
        if opening == AGAIN { self.opening.again(words) } else { opening }
    }

    /// Draws openings, four from a word: the number of openings is four times that of the words.
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instructions at hand
    pub fn draw<const N: usize>(&self, lanes: &mut Lanes, openings: &mut [[Opening; 4]; N]) {
        let words: [u64; N] = lanes.some();
        for (openings, word) in openings.iter_mut().zip(words) {
            for (place, opening) in openings.iter_mut().enumerate() {
                *opening = self.opening.slot(word >> (16 * place));
                if *opening == AGAIN {
                    *opening = self.opening.again(lanes);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_is_what_it_was_made_of() {
        for colour in 0..8 {
            for (explosions, extra) in [(0, false), (3, true), (1, false), (2, true)] {
                let opening = Opening::new(colour, explosions, extra);
                assert_eq!((opening.colour(), opening.explosions(), opening.extras()), (colour, explosions, u8::from(extra)));
                assert_ne!(opening, AGAIN);
            }
        }
    }
}
