//! A choice by whole-number weights, exact, in constant time (Vose's alias table, in integers).

use super::Words;
use super::sample::product;

/// Why weights cannot be drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightedError {
    /// No weight at all.
    #[error("there is nothing to choose from")]
    Empty,
    /// Every weight is 0.
    #[error("all weights are 0")]
    AllZero,
    /// The sum of the weights, times their number, does not fit 64 bits.
    #[error("the weights are too large: their sum times their number must stay below 2^63")]
    TooLarge,
}

/// An alias table over whole-number weights: outcome `i` has probability `weights[i] / sum`, exactly.
///
/// The high bits of a word choose the column, its other bits the height in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighted {
    /// `columns.len()` is a power of two; a column keeps itself for values below `cut`, else gives `alias`.
    columns: Vec<Column>,
    /// The sum of the weights: the height of a column.
    total: u64,
    /// The base-2 logarithm of the number of columns, at most 31.
    bits: u32,
    /// Heights whose low half is below it are refused: `2^(64 - bits) mod total`, at the place of those bits.
    unfair: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Column {
    cut: u64,
    alias: u32,
}

impl Weighted {
    /// Prepares a choice by `weights`; weights of 0 are never chosen.
    ///
    /// # Errors
    /// No weight, all zero, or too large: see [`WeightedError`].
    pub fn new(weights: &[u64]) -> Result<Self, WeightedError> {
        if weights.is_empty() {
            return Err(WeightedError::Empty);
        }
        let size = weights.len().next_power_of_two();
        let sum: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
        if sum == 0 {
            return Err(WeightedError::AllZero);
        }
        if sum * size as u128 >= 1 << 63 || size > 1 << 31 {
            return Err(WeightedError::TooLarge);
        }
        let total = u64::try_from(sum).map_err(|_| WeightedError::TooLarge)?;
        // each outcome holds weight * size; each column holds total
        let mut mass: Vec<u64> = weights.iter().map(|&weight| weight * size as u64).collect();
        mass.resize(size, 0);
        let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..size).partition(|&column| mass[column] < total);
        let mut columns = vec![Column { cut: total, alias: 0 }; size];
        while let (Some(&poor), Some(&rich)) = (small.last(), large.last()) {
            small.pop();
            columns[poor] = Column { cut: mass[poor], alias: u32::try_from(rich).unwrap_or(u32::MAX) };
            mass[rich] -= total - mass[poor];
            if mass[rich] < total {
                large.pop();
                small.push(rich);
            }
        }
        debug_assert!(small.is_empty(), "integer masses always pair up");
        let bits = size.trailing_zeros();
        let unfair = u64::try_from((1_u128 << (64 - bits)) % sum).unwrap_or(0) << bits;
        Ok(Self { columns, total, bits, unfair })
    }

    /// The weights again, times the number of columns: for tests that rebuild them.
    #[must_use]
    pub fn rebuilt(&self) -> Vec<u64> {
        let mut mass = vec![0; self.columns.len()];
        for (column, entry) in self.columns.iter().enumerate() {
            mass[column] += entry.cut;
            mass[entry.alias as usize] += self.total - entry.cut;
        }
        mass
    }

    /// Draws an outcome: one word, and seldom another.
    #[inline(always)]
    pub fn draw(&self, words: &mut impl Words) -> usize {
        loop {
            if let Some(outcome) = self.outcome_of(words.word()) {
                return outcome;
            }
        }
    }

    /// The outcome of a word already drawn; `None` for the words that are refused, to keep the others fair (fewer than `sum * columns / 2^64` of them).
    #[inline(always)]
    #[must_use]
    pub fn outcome_of(&self, word: u64) -> Option<usize> {
        let (outcome, fair) = self.columns().candidate(word);
        if fair { Some(outcome) } else { None }
    }

    /// The table at hand, for a loop over many words.
    #[inline(always)]
    #[must_use]
    pub fn columns(&self) -> Columns<'_> {
        Columns { entries: &self.columns, total: self.total, bits: self.bits, unfair: self.unfair }
    }
}

/// An alias table whose parts a loop keeps in registers: else, for all the compiler knows, what the loop writes could be the table.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    entries: &'a [Column],
    total: u64,
    bits: u32,
    unfair: u64,
}

impl Columns<'_> {
    /// As [`Weighted::outcome_of`] without a branch: an outcome, and whether it counts.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // a column number is at most 31 bits long
    pub fn candidate(self, word: u64) -> (usize, bool) {
        let column = (word >> 1).wrapping_shr(63_u32.wrapping_sub(self.bits)) as usize;
        let (height, low) = product(word.wrapping_shl(self.bits), self.total);
        let entry = self.entries[column];
        let outcome = std::hint::select_unpredictable(height < entry.cut, column, entry.alias as usize);
        (outcome, low >= self.unfair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Script;

    /// The outcomes of one word inside every cell (column, height): each cell is equally likely, so their counts are the probabilities.
    fn census(weights: &[u64]) -> Vec<u64> {
        let table = Weighted::new(weights).unwrap();
        let columns = weights.len().next_power_of_two() as u64;
        let sum: u64 = weights.iter().sum();
        let mut counts = vec![0; weights.len()];
        for column in 0..columns {
            for height in 0..sum {
                let fraction = ((u128::from(height) << 64) + (1 << 63)) / u128::from(sum);
                let word = (u128::from(column) << 64 | fraction) / u128::from(columns);
                counts[table.outcome_of(u64::try_from(word).unwrap()).unwrap()] += 1;
            }
        }
        counts
    }

    #[test]
    fn each_outcome_has_its_weight_of_the_cells() {
        for weights in [&[1, 2, 0, 4][..], &[5], &[0, 0, 1], &[1, 1], &[3, 1, 4, 1, 5, 9, 2, 6, 5], &[1, 0, 0, 0, 1000], &[7, 7, 7, 7, 7, 7]] {
            let columns = weights.len().next_power_of_two() as u64;
            let cells: Vec<u64> = weights.iter().map(|&weight| weight * columns).collect();
            assert_eq!(census(weights), cells, "{weights:?}");
            assert_eq!(Weighted::new(weights).unwrap().rebuilt()[..weights.len()], cells, "{weights:?}");
        }
    }

    #[test]
    fn refused_words_are_those_that_would_favour_an_outcome() {
        // two columns, sum 3: 2^63 = 3 q + 2, so two words of each column are refused: those whose 63 low bits m have (3 m mod 2^63) < 2
        let table = Weighted::new(&[1, 2]).unwrap();
        let refused = |fraction: u64| [fraction, 1 << 63 | fraction].map(|word| table.outcome_of(word).is_none());
        let second = u64::try_from((1_u128 << 63).div_ceil(3)).unwrap();
        assert_eq!(refused(0), [true, true]);
        assert_eq!(3 * u128::from(second) % (1 << 63), 1, "the other multiple below 2");
        assert_eq!(refused(second), [true, true]);
        for fraction in [1, 2, 3, second - 1, second + 1, (1 << 63) - 1] {
            assert_eq!(refused(fraction), [false, false], "{fraction}");
        }
        let mut words = Script::new(vec![0, 1 << 63, 1 << 62]);
        assert!(table.draw(&mut words) < 2);
        assert_eq!(words.left(), 0);
    }

    #[test]
    fn weights_that_cannot_be_drawn_from_are_named() {
        assert_eq!(Weighted::new(&[]), Err(WeightedError::Empty));
        assert_eq!(Weighted::new(&[0, 0]), Err(WeightedError::AllZero));
        assert_eq!(Weighted::new(&[1 << 61, 1 << 61]), Err(WeightedError::TooLarge));
        assert!(Weighted::new(&[1 << 62]).is_ok());
    }
}
