//! Runs: values that rise one after the other (Knuth's run test, H), and values that stay the same.

use super::classes::compared;
use super::{Meter, Score};

/// Classes of lengths: 1, 2, ... and the last class for all longer runs.
const LENGTHS: usize = 6;

/// Lengths of rising runs. The value that ends a run is thrown away, so that the next run does not depend on it (Knuth 3.3.2, exercise 14): a run of `r` has probability
/// `1/r! - 1/(r + 1)!`. Only for values that are hardly ever equal, as words.
#[derive(Clone, Debug, Default)]
pub struct RunsUp {
    last: Option<u64>,
    length: usize,
    counts: [u64; LENGTHS],
}

/// Lengths of runs of one value: `r` with probability `(1 - 1/d) / d^(r - 1)`; the run at the end is left out.
#[derive(Clone, Debug)]
pub struct RunsOfEquals {
    bound: u64,
    last: Option<u64>,
    length: usize,
    counts: Vec<u64>,
}

impl Meter for RunsUp {
    fn take(&mut self, values: &[u64]) {
        for &value in values {
            match self.last {
                Some(last) if value < last => {
                    self.counts[self.length.min(LENGTHS) - 1] += 1;
                    self.last = None;
                }
                Some(_) => {
                    self.length += 1;
                    self.last = Some(value);
                }
                None => (self.length, self.last) = (1, Some(value)),
            }
        }
    }

    fn score(&self) -> Score {
        let mut factorial = 1.0;
        let shares = (1..=LENGTHS).map(|length| {
            factorial *= length as f64;
            let r = length as f64;
            if length < LENGTHS { r / (r + 1.0) / factorial } else { 1.0 / factorial }
        });
        compared(&self.counts, shares)
    }
}

impl RunsOfEquals {
    /// Runs of values below `bound`.
    pub fn new(bound: u64) -> Self {
        Self { bound, last: None, length: 0, counts: vec![0; LENGTHS] }
    }
}

impl Meter for RunsOfEquals {
    fn take(&mut self, values: &[u64]) {
        for &value in values {
            if self.last == Some(value) {
                self.length += 1;
                continue;
            }
            if self.last.replace(value).is_some() {
                self.counts[self.length.min(LENGTHS) - 1] += 1;
            }
            self.length = 1;
        }
    }

    fn score(&self) -> Score {
        let same = 1.0 / self.bound as f64;
        let shares = (0..LENGTHS).map(|again| same.powf(again as f64) * if again + 1 < LENGTHS { 1.0 - same } else { 1.0 });
        compared(&self.counts, shares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_that_ends_a_rising_run_is_thrown_away() {
        let mut runs = RunsUp::default();
        //          3 long   |  out  1 long | out   2 long  | out
        runs.take(&[1, 5, 9, 2, 8, 3, 4, 6, 5, 1]);
        assert_eq!(runs.counts, [1, 1, 1, 0, 0, 0]);
        let mut runs = RunsOfEquals::new(3);
        runs.take(&[1, 1, 2, 0, 0, 0, 1]);
        assert_eq!(runs.counts, [1, 1, 1, 0, 0, 0]);
    }
}
