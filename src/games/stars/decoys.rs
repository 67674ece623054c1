//! Decoys: what the stars that stay covered hide, each star for itself, by exact weights (decision S8).

use super::visual::{CONTENT_BYTES, Sky};
use crate::random::{Lanes, Weighted, WeightedError};

/// A star takes 16 random bits, the slots; the upper [`INDEX_BITS`] of them look up what it hides.
const SLOTS: u64 = 1 << 16;
const INDEX_BITS: u32 = 12;
const FINE: u32 = 16 - INDEX_BITS;
/// Marks a place of the table whose slots are not all of one content; no content has this bit.
const LOOK_CLOSER: u8 = 0x80;
/// Words that fill a set: four stars a word.
const WORDS: usize = 11;

/// Draws contents for many stars at a time, exactly.
///
/// ```text
/// content i of weight w_i of W owns n_i = floor(w_i 65536 / W) slots of 65536; the few slots left over lead to a second draw
/// with the weights that are missing, w_i 65536 - n_i W.  So P(i) = n_i / 65536 + (missing_i / W) / 65536 = w_i / W.
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoys {
    table: Box<[u8; 1 << INDEX_BITS]>,
    /// (first slot, content code) of each content's slots, ascending; the slots left over come last, from `left_over` on.
    owners: Vec<(u64, u8)>,
    left_over: u64,
    codes: Vec<u8>,
    /// The second draw; `None` when no slot is left over.
    missing: Option<Weighted>,
}

impl Decoys {
    /// A draw of content codes by weights.
    ///
    /// # Errors
    /// Weights that cannot be drawn from: see [`WeightedError`].
    pub fn new(weights: &[(u8, u64)]) -> Result<Self, WeightedError> {
        let codes: Vec<u8> = weights.iter().map(|&(code, _)| code).collect();
        let weights: Vec<u64> = weights.iter().map(|&(_, weight)| weight).collect();
        Weighted::new(&weights)?; // refuses what is empty, all zero or out of range
        let total: u64 = weights.iter().sum();
        if total >= 1 << 40 {
            return Err(WeightedError::TooLarge);
        }
        let mut owners = Vec::new();
        let mut next = 0;
        let mut missing = Vec::new();
        for (&code, &weight) in codes.iter().zip(&weights) {
            let slots = weight * SLOTS / total;
            if slots > 0 {
                owners.push((next, code));
            }
            next += slots;
            missing.push(weight * SLOTS - slots * total);
        }
        let left_over = next;
        let missing = if left_over == SLOTS { None } else { Some(Weighted::new(&missing)?) };
        let mut decoys = Self { table: Box::new([LOOK_CLOSER; 1 << INDEX_BITS]), owners, left_over, codes, missing };
        for place in 0..1_u64 << INDEX_BITS {
            let (first, last) = (place << FINE, ((place + 1) << FINE) - 1);
            if last < left_over && decoys.owner(first) == decoys.owner(last) {
                decoys.table[usize::try_from(place).unwrap_or(0)] = decoys.owner(first);
            }
        }
        Ok(decoys)
    }

    /// The content that owns a slot below `left_over`.
    fn owner(&self, slot: u64) -> u8 {
        let after = self.owners.partition_point(|&(first, _)| first <= slot);
        after.checked_sub(1).and_then(|place| self.owners.get(place)).map_or(0, |&(_, code)| code)
    }

    /// Contents for the stars of `covered`, 0 for all others.
    #[inline]
    pub fn fill(&self, lanes: &mut Lanes, covered: Sky) -> [u8; CONTENT_BYTES] {
        let words: [u64; WORDS] = lanes.block();
        let mut contents = [0_u8; CONTENT_BYTES];
        let mut closer = 0;
        for (eight, bytes) in contents.chunks_exact_mut(8).enumerate() {
            let four = |word: u64| {
                let look =
                    |place: u32| u64::from(self.table[usize::try_from(word >> (16 * place + FINE)).unwrap_or(0) % (1 << INDEX_BITS)]) << (8 * place);
                look(0) | look(1) | look(2) | look(3)
            };
            let high = words.get(2 * eight + 1).map_or(0, |&word| four(word));
            let packed = (four(words[2 * eight]) | high << 32) & WIDE[usize::try_from(covered.0 >> (8 * eight)).unwrap_or(0) % 256];
            closer |= packed;
            bytes.copy_from_slice(&packed.to_le_bytes());
        }
        if closer & 0x8080_8080_8080_8080 != 0 {
            self.look_closer(lanes, &words, &mut contents);
        }
        contents
    }

    #[cold]
    #[inline(never)]
    fn look_closer(&self, lanes: &mut Lanes, words: &[u64; WORDS], contents: &mut [u8; CONTENT_BYTES]) {
        for (cell, content) in contents.iter_mut().enumerate().filter(|(_, content)| **content == LOOK_CLOSER) {
            let slot = words[cell / 4] >> (16 * (cell % 4)) & (SLOTS - 1);
            *content = match &self.missing {
                Some(missing) if slot >= self.left_over => self.codes[missing.draw(lanes)],
                _ => self.owner(slot),
            };
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
    use crate::random::Purpose;

    /// The share of every content, from the slots and the second draw, is its weight: exact, by enumeration of all slots.
    #[test]
    fn shares_are_the_weights_exactly() {
        for weights in
            [vec![(0, 18_000), (1, 3_000), (2, 1_875), (64, 75), (72, 7)], vec![(0, 1), (5, 1)], vec![(0, 1), (1, 1), (2, 1)], vec![(3, 5)]]
        {
            let decoys = Decoys::new(&weights).unwrap();
            let total: u64 = weights.iter().map(|&(_, weight)| weight).sum();
            let mut slots = std::collections::BTreeMap::new();
            for slot in 0..SLOTS {
                let place = usize::try_from(slot >> FINE).unwrap();
                let code = decoys.table[place];
                if slot < decoys.left_over {
                    let owner = decoys.owner(slot);
                    assert!(code == owner || code == LOOK_CLOSER);
                    *slots.entry(owner).or_insert(0_u64) += 1;
                } else {
                    assert_eq!(code, LOOK_CLOSER);
                }
            }
            let left = SLOTS - decoys.left_over;
            let missing: Vec<u64> = match &decoys.missing {
                None => vec![0; weights.len()],
                Some(second) => {
                    // alias tables give multiples of the number of columns: divide it out
                    let rebuilt = second.rebuilt();
                    let columns = rebuilt.len() as u64;
                    rebuilt.iter().take(weights.len()).map(|mass| mass / columns).collect()
                }
            };
            assert_eq!(missing.iter().sum::<u64>(), left * total);
            for (&(code, weight), missing) in weights.iter().zip(missing) {
                assert_eq!(slots.get(&code).copied().unwrap_or(0) * total + missing, weight * SLOTS, "content {code}");
            }
        }
    }

    #[test]
    fn only_covered_stars_get_a_decoy() {
        let decoys = Decoys::new(&[(1, 2), (64, 1), (0, 4)]).unwrap();
        let mut lanes = Lanes::new(1, Purpose::Test, 3);
        let mut seen = [0; 128];
        for _ in 0..20_000 {
            let covered = Bitboard(crate::random::Words::word(&mut lanes) & Sky::ALL.0);
            for (cell, &code) in (0..).zip(&decoys.fill(&mut lanes, covered)) {
                assert!([0, 1, 64].contains(&code));
                assert!(code == 0 || cell < 42 && covered.has(cell));
                if cell < 42 && covered.has(cell) {
                    seen[usize::from(code)] += 1;
                }
            }
        }
        // 420 000 stars: five standard errors are about 1 500
        assert!((i64::from(seen[1]) - 120_000).abs() < 1_500 && (i64::from(seen[64]) - 60_000).abs() < 1_500, "{} {}", seen[1], seen[64]);
    }

    #[test]
    fn weights_that_cannot_be_drawn_are_refused() {
        assert_eq!(Decoys::new(&[]), Err(WeightedError::Empty));
        assert_eq!(Decoys::new(&[(0, 0)]), Err(WeightedError::AllZero));
        assert_eq!(Decoys::new(&[(0, 1 << 40), (1, 1)]), Err(WeightedError::TooLarge));
    }
}
