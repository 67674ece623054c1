//! Overlapping tuples: every value stands in several of them, so their counts are dependent and Pearson's law does not hold; differences of two statistics do.

use super::classes::chi_square;
use super::{Meter, Score, index};

/// Counts of the `bound^length` tuples of neighbours in the sequence closed to a ring.
///
/// With psi(m) = bound^m / n * (sum of squared counts of m-tuples) - n, the difference psi(m) - psi(m - 1) is chi-square with bound^m - bound^(m - 1) degrees of freedom
/// (I. J. Good, *The serial test for sampling numbers and other tests for randomness*, Proceedings of the Cambridge Philosophical Society 49, 1953; NIST SP 800-22, 2.11).
#[derive(Clone, Debug)]
pub struct Overlap {
    bound: u64,
    length: usize,
    counts: Vec<u64>,
    /// The tuple that ends with the last value, as a number with `length` digits.
    tuple: u64,
    /// The first `length - 1` values, which close the ring.
    start: Vec<u64>,
    values: u64,
}

impl Overlap {
    /// Tuples of `length` (2 or more) values below `bound`.
    pub fn new(bound: u64, length: u32) -> Self {
        let length = length.max(2);
        Self { bound, length: length as usize, counts: vec![0; index(bound.pow(length))], tuple: 0, start: Vec::new(), values: 0 }
    }

    fn add(&mut self, value: u64) {
        self.tuple = (self.tuple * self.bound + value) % self.counts.len() as u64;
        self.values += 1;
        if self.start.len() < self.length - 1 {
            self.start.push(value);
        } else {
            self.counts[index(self.tuple)] += 1;
        }
    }
}

impl Meter for Overlap {
    fn take(&mut self, values: &[u64]) {
        values.iter().for_each(|&value| self.add(value));
    }

    fn score(&self) -> Score {
        let n = self.values;
        if n < 10 * self.counts.len() as u64 {
            return Score { trials: n, ..Score::default() };
        }
        let mut ring = self.clone();
        ring.take(&self.start);
        let square = |count: u64| u128::from(count) * u128::from(count);
        let long: u128 = ring.counts.iter().map(|&count| square(count)).sum();
        // a tuple without its last value: every value ends one tuple of the ring
        let short: u128 = ring.counts.chunks(index(self.bound)).map(|chunk| square(chunk.iter().sum())).sum();
        // psi(m) - psi(m - 1), whole numbers until the division
        let difference = u128::from(self.bound) * long - short;
        let tuples = self.counts.len() as f64;
        let statistic = difference as f64 / n as f64 * (tuples / self.bound as f64);
        chi_square(n, statistic, tuples - tuples / self.bound as f64)
    }
}
