//! A choice by whole-number weights, exact, in constant time (Vose's alias table, in integers).

use super::{Words, below};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighted {
    /// `columns.len()` is a power of two; a column keeps itself for values below `cut`, else gives `alias`.
    columns: Vec<Column>,
    /// The sum of the weights: the height of a column.
    total: u64,
    shift: u32,
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
        Ok(Self { columns, total, shift: 64 - size.trailing_zeros() })
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

    /// Draws an outcome: one word where the weights sum to less than 2^32, else two.
    #[inline]
    pub fn draw(&self, words: &mut impl Words) -> usize {
        let word = words.word();
        let column = if self.columns.len() == 1 { 0 } else { usize::try_from(word >> self.shift).unwrap_or(0) };
        let height =
            if self.total < 1 << 32 && self.columns.len() <= 1 << 16 { below_low_half(word, words, self.total) } else { below(words, self.total) };
        let entry = self.columns[column];
        if height < entry.cut { column } else { entry.alias as usize }
    }
}

/// A uniform integer in `0..bound` from the low 32 bits of `word` (its high bits chose the column), with fresh words on rejection.
#[inline]
fn below_low_half(word: u64, words: &mut impl Words, bound: u64) -> u64 {
    let mut wide = (word & 0xffff_ffff) * bound;
    let mut low = wide & 0xffff_ffff;
    if low < bound {
        let unfair = (1_u64 << 32) % bound;
        while low < unfair {
            wide = (words.word() & 0xffff_ffff) * bound;
            low = wide & 0xffff_ffff;
        }
    }
    wide >> 32
}
