//! Decoys: what the stars that stay covered hide, each star for itself, by exact weights (decision S8).

use super::visual::{CONTENT_BYTES, STARS, Sky};
use crate::random::{Lanes, Weighted, WeightedError, Words};

/// Two neighbouring stars are drawn at once, from so many random bits.
const BITS: u32 = 12;
const SLOTS: usize = 1 << BITS;
/// Pairs that one word fills.
const PAIRS_OF_A_WORD: usize = 5;
const PAIRS: usize = STARS / 2;
const WORDS: usize = PAIRS.div_ceil(PAIRS_OF_A_WORD);
/// Marks slots that belong to no pair; no content has this bit.
const AGAIN: u8 = 0x80;
const ALL_AGAIN: u64 = 0x8080_8080_8080_8080;

/// Draws contents for pairs of stars, exactly.
///
/// ```text
/// the pair (i, j) has the weight w = w_i w_j of W^2 and owns n = floor(4096 w / W^2) slots of 4096; a slot that nobody owns leads to a
/// second draw with the weights that are missing, 4096 w - n W^2.  So P(i, j) = n / 4096 + missing / (4096 W^2) = w / W^2.
/// ```
#[derive(Clone, Debug)]
pub struct Decoys {
    slots: Box<[[u8; 2]; SLOTS]>,
    pairs: Vec<[u8; 2]>,
    missing: Missing,
}

/// The second draw.
#[derive(Clone, Debug)]
enum Missing {
    /// Every slot has an owner.
    Nothing,
    /// By number of the pair.
    Table(Weighted),
    /// The same for weights that are too large for a table: running sums.
    Search(Vec<u128>),
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
        let all = total * total;
        let mut slots = Box::new([[AGAIN; 2]; SLOTS]);
        let (mut pairs, mut missing) = (Vec::new(), Vec::new());
        let mut next = 0;
        for &(first, weight) in weights {
            for &(second, other) in weights {
                let weight = u128::from(weight) * u128::from(other) * SLOTS as u128;
                let own = usize::try_from(weight / all).unwrap_or(SLOTS);
                slots[next..next + own].fill([first, second]);
                next += own;
                pairs.push([first, second]);
                missing.push(weight - own as u128 * all);
            }
        }
        let narrow: Option<Vec<u64>> = missing.iter().map(|&weight| u64::try_from(weight).ok()).collect();
        let missing = match narrow.map(|weights| Weighted::new(&weights)) {
            _ if next == SLOTS => Missing::Nothing,
            Some(Ok(table)) => Missing::Table(table),
            _ => Missing::Search(
                missing
                    .iter()
                    .scan(0, |sum, weight| {
                        *sum += weight;
                        Some(*sum)
                    })
                    .collect(),
            ),
        };
        Ok(Self { slots, pairs, missing })
    }

    /// Contents for the stars of `covered`, 0 for all others.
    #[inline]
    pub fn fill(&self, lanes: &mut Lanes, covered: Sky) -> [u8; CONTENT_BYTES] {
        let words: [u64; WORDS] = lanes.block();
        let mut contents = [0_u8; CONTENT_BYTES];
        // bit `eight` of byte `b`: star `8 eight + b` is to be drawn again
        let mut again = 0;
        for (eight, bytes) in contents.chunks_exact_mut(8).enumerate() {
            let mut packed = 0;
            for place in 0..4 {
                let pair = 4 * eight + place;
                if pair < PAIRS {
                    let slot = words[pair / PAIRS_OF_A_WORD] >> (BITS as usize * (pair % PAIRS_OF_A_WORD));
                    packed |= u64::from(u16::from_le_bytes(self.slots[usize::try_from(slot % SLOTS as u64).unwrap_or(0)])) << (16 * place);
                }
            }
            packed &= WIDE[usize::try_from(covered.0 >> (8 * eight) & 0xff).unwrap_or(0)];
            again |= (packed & ALL_AGAIN) >> (7 - eight);
            bytes.copy_from_slice(&packed.to_le_bytes());
        }
        if again != 0 {
            self.fill_again(lanes, again, &mut contents);
        }
        contents
    }

    /// The second draw, for the stars marked in `again`; the two of a pair are drawn together, and the one that stays uncovered is dropped.
    #[inline(never)]
    fn fill_again(&self, lanes: &mut Lanes, mut again: u64, contents: &mut [u8; CONTENT_BYTES]) {
        while again != 0 {
            let bit = again.trailing_zeros() as usize;
            let (eight, pair) = (bit % 8, bit / 16);
            again &= !(0x0101 << (16 * pair + eight));
            let first = 8 * eight + 2 * pair;
            let drawn = self.pairs[match &self.missing {
                Missing::Nothing => 0,
                Missing::Table(table) => table.draw(lanes),
                Missing::Search(sums) => search(lanes, sums),
            }];
            for (content, drawn) in contents[first..first + 2].iter_mut().zip(drawn) {
                *content = if *content == AGAIN { drawn } else { *content };
            }
        }
    }
}

/// A number by running sums of weights, exactly: 128 random bits, refused from the largest multiple of the last sum on.
fn search(words: &mut impl Words, sums: &[u128]) -> usize {
    let total = sums.last().copied().unwrap_or(1);
    loop {
        let draw = u128::from(words.word()) << 64 | u128::from(words.word());
        if draw < u128::MAX - u128::MAX % total {
            return sums.partition_point(|&sum| sum <= draw % total);
        }
    }
}

/// `WIDE[bits]`: a byte of ones for each one-bit.
const WIDE: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut place = 0;
        while place < 8 {
            if bits >> place & 1 == 1 {
                table[bits] |= 0xff << (8 * place);
            }
            place += 1;
        }
        bits += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Bitboard;
    use crate::random::{Purpose, Script};

    /// The share of every pair, from the slots and the second draw, is the product of the weights: exact, over all slots.
    #[test]
    fn shares_are_the_weights_exactly() {
        let large = (1 << 40) + 1;
        for weights in [
            vec![(0, 1_200), (1, 200), (2, 125), (64, 5), (72, 8)],
            vec![(0, 1), (5, 1)],
            vec![(0, 1), (1, 1), (2, 1)],
            vec![(3, 5)],
            vec![(0, large), (7, 3)],
        ] {
            let decoys = Decoys::new(&weights).unwrap();
            let all: u128 = weights.iter().map(|&(_, weight)| u128::from(weight)).sum::<u128>().pow(2);
            let missing: Vec<u128> = match &decoys.missing {
                Missing::Nothing => vec![0; decoys.pairs.len()],
                Missing::Table(table) => {
                    // alias tables give multiples of the number of columns
                    let columns = decoys.pairs.len().next_power_of_two() as u64;
                    table.rebuilt().iter().take(decoys.pairs.len()).map(|&mass| u128::from(mass / columns)).collect()
                }
                Missing::Search(sums) => std::iter::once(0).chain(sums.iter().copied()).zip(sums).map(|(before, sum)| sum - before).collect(),
            };
            assert_eq!(matches!(decoys.missing, Missing::Search(_)), weights[0].1 == large);
            let free = decoys.slots.iter().filter(|&&slot| slot == [AGAIN; 2]).count();
            assert_eq!(missing.iter().sum::<u128>(), free as u128 * all);
            for (pair, missing) in decoys.pairs.iter().zip(missing) {
                let own = decoys.slots.iter().filter(|&slot| slot == pair).count() as u128;
                let weight = pair.iter().map(|code| u128::from(weights.iter().find(|(other, _)| other == code).unwrap().1)).product::<u128>();
                assert_eq!(own * all + missing, weight * SLOTS as u128, "pair {pair:?}");
            }
        }
    }

    #[test]
    fn running_sums_are_searched_exactly() {
        let sums = [0, 2, 2, 5];
        for (draw, number) in [(0, 1), (1, 1), (2, 3), (4, 3), (5, 1), (9, 3)] {
            assert_eq!(search(&mut Script::new(vec![0, draw]), &sums), number, "{draw}");
        }
        // 2^128 - 1 is a multiple of 5: that word is refused
        assert_eq!(search(&mut Script::new(vec![u64::MAX, u64::MAX, 0, 3]), &sums), 3);
    }

    /// Every star gets its content, pairs are independent stars, and uncovered stars get nothing: chi-square over all pairs of contents of cells 0 and 1 (a pair) and of
    /// cells 1 and 2 (not one); false alarm 1e-6.
    #[test]
    fn only_covered_stars_get_a_decoy() {
        let weights = [(0, 4), (1, 2), (64, 1)];
        let decoys = Decoys::new(&weights).unwrap();
        let mut lanes = Lanes::new(1, Purpose::Test, 3);
        let mut pairs = [[[0_u32; 3]; 3]; 2];
        let number = |code: u8| weights.iter().position(|&(known, _)| known == code).unwrap();
        let rounds = 100_000;
        for _ in 0..rounds {
            let covered = Bitboard(lanes.word() & Sky::ALL.0 | 7);
            let contents = decoys.fill(&mut lanes, covered);
            for (cell, &code) in (0..).zip(&contents) {
                assert!(number(code) < 3 && (code == 0 || cell < 42 && covered.has(cell)));
            }
            let [a, b, c] = [0, 1, 2].map(|cell| number(contents[cell]));
            pairs[0][a][b] += 1;
            pairs[1][b][c] += 1;
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
