//! Whether a value tells something about those that follow (Knuth's serial correlation test, K), for many distances at once.

use super::classes::chi_square;
use super::{Meter, Score};

/// Distances: 1 to 64. Where 64 streams are interleaved, 64 is a stream with itself and the others are neighbours.
const LAGS: usize = 64;

/// Products of values at each distance, of values with mean 0 and variance 1.
///
/// Mean and variance are known, not estimated: so each of the `n - l` products at distance `l` has mean 0 and variance 1, no two of them are correlated, and neither are the sums
/// at two distances. The sum over the distances of `sum^2 / (n - l)` is chi-square with 64 degrees of freedom.
#[derive(Clone, Debug)]
pub struct Correlation {
    mean: f64,
    scale: f64,
    /// The last values, the newest first.
    last: [f64; LAGS],
    sums: [f64; LAGS],
    values: u64,
}

impl Correlation {
    /// Of whole words.
    pub fn of_words() -> Self {
        // the lattice of 2^64 values is as good as the unit interval: variance 1/12
        let size = 2.0_f64.powi(64);
        Self::new(size / 2.0, size * size / 12.0)
    }

    /// Of integers below `bound`, 2 or more.
    pub fn below(bound: u64) -> Self {
        let d = bound as f64;
        Self::new((d - 1.0) / 2.0, (d * d - 1.0) / 12.0)
    }

    fn new(mean: f64, variance: f64) -> Self {
        Self { mean, scale: variance.sqrt().recip(), last: [0.0; LAGS], sums: [0.0; LAGS], values: 0 }
    }
}

impl Meter for Correlation {
    fn take(&mut self, values: &[u64]) {
        for &value in values {
            let value = (value as f64 - self.mean) * self.scale;
            for (sum, last) in self.sums.iter_mut().zip(&self.last) {
                *sum += value * last;
            }
            self.last.copy_within(..LAGS - 1, 1);
            self.last[0] = value;
        }
        self.values += values.len() as u64;
    }

    fn score(&self) -> Score {
        if self.values < 1_000 {
            return Score { trials: self.values, ..Score::default() };
        }
        let n = self.values as f64;
        let statistic = self.sums.iter().enumerate().map(|(place, sum)| sum * sum / (n - (place + 1) as f64)).sum();
        chi_square(self.values, statistic, LAGS as f64)
    }
}
