//! The 64 bits of a word: how often each is 1, and how often each changes from one word to the next.

use super::classes::chi_square;
use super::{Meter, Score};

/// Ones of each bit: the frequency test of bits (NIST SP 800-22, 2.1), for each of the 64 places.
///
/// Each count is binomial with n fair tosses, independent of the others: the sum of their 64 squared standard scores is chi-square with 64 degrees of freedom.
#[derive(Clone, Debug)]
pub struct Ones {
    words: u64,
    ones: [u64; 64],
}

/// Changes of each bit: the runs test of bits (NIST SP 800-22, 2.3) for each of the 64 places, with the known probability 1/2.
///
/// Whether a bit changes is a fair toss, independent of the changes before: the number of changes is binomial with n - 1 tosses.
#[derive(Clone, Debug)]
pub struct Changes {
    last: Option<u64>,
    changes: Ones,
}

impl Ones {
    pub const fn new() -> Self {
        Self { words: 0, ones: [0; 64] }
    }

    fn add(&mut self, word: u64) {
        self.words += 1;
        for (bit, ones) in self.ones.iter_mut().enumerate() {
            *ones += word >> bit & 1;
        }
    }
}

impl Changes {
    pub const fn new() -> Self {
        Self { last: None, changes: Ones::new() }
    }
}

impl Meter for Ones {
    fn take(&mut self, values: &[u64]) {
        values.iter().for_each(|&word| self.add(word));
    }

    fn score(&self) -> Score {
        let n = self.words as f64;
        if self.words < 20 {
            return Score { trials: self.words, ..Score::default() };
        }
        // (ones - n/2)^2 / (n/4)
        let squares = self.ones.iter().map(|&ones| (2.0 * ones as f64 - n).powi(2)).sum::<f64>();
        chi_square(self.words, squares / n, 64.0)
    }
}

impl Meter for Changes {
    fn take(&mut self, values: &[u64]) {
        for &word in values {
            if let Some(last) = self.last.replace(word) {
                self.changes.add(last ^ word);
            }
        }
    }

    fn score(&self) -> Score {
        self.changes.score()
    }
}
