//! Decoys: what the stars that stay covered hide, each star for itself, by exact weights (decision S8).

use super::buckets::{Buckets, owner};
use super::sets::{MOST_SETS, Numbers};
use super::visual::{Contents, LOW_BITS, Sky, marked};
use crate::random::{Lanes, Weighted, WeightedError, Words};

/// Two stars, one eight after the other, are drawn at once from 13 random bits: 16 KiB of slots fit a first-level cache.
const SLOTS: usize = 1 << 13;
/// Marks stars that are to be drawn again; no content has this bit.
const AGAIN: u8 = 0x80;
const HIGH_BITS: u64 = LOW_BITS << 7;
/// Pairs of a row of [`Contents`]: its last two bytes belong to no star.
const PAIRS: usize = 3;
/// Pairs that one word fills, and words of a set.
const PAIRS_OF_A_WORD: usize = 4;
const WORDS: usize = 8 * PAIRS / PAIRS_OF_A_WORD;
/// Sets worked on together.
const TOGETHER: usize = 16;

/// Draws contents for pairs of stars, exactly.
#[derive(Clone, Debug)]
pub struct Decoys {
    pairs: Buckets<[u8; 2], SLOTS>,
}

impl Decoys {
    /// A draw of content codes by weights, the sum of which is below 2^57.
    ///
    /// # Errors
    /// Weights that cannot be drawn from: see [`WeightedError`].
    pub fn new(weights: &[(u8, u64)]) -> Result<Self, WeightedError> {
        Weighted::new(&weights.iter().map(|&(_, weight)| weight).collect::<Vec<_>>())?; // refuses what is empty or all zero
        let total: u128 = weights.iter().map(|&(_, weight)| u128::from(weight)).sum();
        if total >= 1 << 57 {
            return Err(WeightedError::TooLarge);
        }
        let pairs = weights.iter().flat_map(|&(first, weight)| {
            let paired = move |&(second, other): &(u8, u64)| ([first, second], u128::from(weight) * u128::from(other));
            weights.iter().map(paired)
        });
        Ok(Self { pairs: Buckets::new(&pairs.collect::<Vec<_>>(), [AGAIN; 2]) })
    }

    /// Contents for the stars of each set but those uncovered, which get 0; at most [`MOST_SETS`] sets.
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the vectors at hand where it is used
    pub fn fill(&self, lanes: &mut Lanes, uncovered: &[Sky], contents: &mut [Contents]) {
        let mut words = [[0_u64; WORDS]; TOGETHER];
        let slots = self.pairs.slots();
        for contents in contents.chunks_mut(TOGETHER) {
            lanes.fill(words[..contents.len()].as_flattened_mut());
            for (words, contents) in words.iter().zip(contents) {
                look_up(slots, words, contents);
            }
        }
        let mut unfinished = Numbers::new();
        for (number, (&uncovered, contents)) in uncovered.iter().zip(&mut *contents).enumerate().take(MOST_SETS) {
            let kept = keep(!uncovered, contents);
            unfinished.push_if(number, kept & HIGH_BITS != 0);
        }
        for number in unfinished.iter() {
            self.fill_again(lanes, &mut contents[number]);
        }
    }

    /// The second draw, for the stars marked [`AGAIN`]: the two of a pair are drawn together, and the one that stays uncovered is dropped.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn fill_again(&self, lanes: &mut Lanes, contents: &mut Contents) {
        let mut again = marked(contents, 7, 0).0;
        while again != 0 {
            let cell = again.trailing_zeros();
            let (row, place) = ((cell % 8) as usize, (cell / 16) as usize);
            again &= !(0x0101 << (16 * place + row));
            let drawn = self.pairs.again(lanes);
            for (content, drawn) in contents[row][2 * place..2 * place + 2].iter_mut().zip(drawn) {
                *content = if *content == AGAIN { drawn } else { *content };
            }
        }
    }
}

/// The contents of all pairs of a set.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn look_up(slots: &[[u8; 2]; SLOTS], words: &[u64; WORDS], contents: &mut Contents) {
    for row in 0..8 {
        for place in 0..PAIRS {
            let pair = PAIRS * row + place;
            let bits = words[pair / PAIRS_OF_A_WORD] >> (16 * (pair % PAIRS_OF_A_WORD));
            contents[row][2 * place..2 * place + 2].copy_from_slice(&owner(slots, bits));
        }
    }
}

/// Keeps what the stars of `covered` hide; gives all bits of their codes together.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn keep(covered: Sky, contents: &mut Contents) -> u64 {
    let mut together = 0;
    for (row, codes) in contents.iter_mut().enumerate() {
        let ones = covered.0 >> row & LOW_BITS;
        let whole = (ones << 8).wrapping_sub(ones);
        let kept = u64::from_le_bytes(*codes) & whole;
        together |= kept;
        *codes = kept.to_le_bytes();
    }
    together
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Bitboard;
    use crate::random::Purpose;

    /// Every star gets its content, pairs are independent stars, and uncovered stars get nothing: chi-square over all pairs of contents of cells 0 and 8 (a pair) and of
    /// cells 8 and 16 (not one); false alarm 1e-6.
    #[test]
    fn only_covered_stars_get_a_decoy() {
        let weights = [(0, 4), (1, 2), (64, 1)];
        let decoys = Decoys::new(&weights).unwrap();
        let mut lanes = Lanes::new(1, Purpose::Test, 3);
        let mut pairs = [[[0_u32; 3]; 3]; 2];
        let number = |code: u8| weights.iter().position(|&(known, _)| known == code).unwrap();
        let rounds = 100_000_u32;
        let mut uncovered = [Sky::EMPTY; 50];
        let mut contents = [Contents::default(); 50];
        for _ in 0..rounds / 50 {
            uncovered.fill_with(|| Bitboard(lanes.word() & Sky::ALL.0 & !(1 | 1 << 8 | 1 << 16)));
            decoys.fill(&mut lanes, &uncovered, &mut contents);
            for (uncovered, contents) in uncovered.iter().zip(&contents) {
                for cell in 0..64 {
                    let code = contents[cell % 8][cell / 8];
                    assert!(number(code) < 3 && (code == 0 || cell < 42 && !uncovered.has(u32::try_from(cell).unwrap())));
                }
                let [a, b, c] = [0, 1, 2].map(|place| number(contents[0][place]));
                pairs[0][a][b] += 1;
                pairs[1][b][c] += 1;
            }
        }
        for pairs in pairs {
            let mut chi_square = 0.0;
            for (a, row) in pairs.iter().enumerate() {
                for (b, &count) in row.iter().enumerate() {
                    let expected = f64::from(rounds) * (weights[a].1 * weights[b].1) as f64 / 49.0;
                    chi_square += (f64::from(count) - expected).powi(2) / expected;
                }
            }
            assert!(chi_square < 42.7, "{chi_square}"); // 8 degrees of freedom at 1e-6
        }
    }

    #[test]
    fn weights_that_cannot_be_drawn_are_refused() {
        assert_eq!(Decoys::new(&[]).unwrap_err(), WeightedError::Empty);
        assert_eq!(Decoys::new(&[(0, 0)]).unwrap_err(), WeightedError::AllZero);
        assert_eq!(Decoys::new(&[(0, 1 << 57), (1, 1)]).unwrap_err(), WeightedError::TooLarge);
    }
}
