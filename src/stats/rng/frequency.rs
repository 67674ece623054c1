//! How often each value comes (Knuth's frequency test, A).

use super::classes::{compared, equal};
use super::{Meter, Score};

/// Counts of the values `0..bound`, each equally likely or by given probabilities.
#[derive(Clone, Debug)]
pub struct Frequency {
    counts: Vec<u64>,
    probabilities: Option<Vec<f64>>,
}

impl Frequency {
    /// Equally likely values.
    pub fn equal(bound: usize) -> Self {
        Self { counts: vec![0; bound], probabilities: None }
    }

    /// Values with these probabilities, which add up to 1.
    pub fn of(probabilities: Vec<f64>) -> Self {
        Self { counts: vec![0; probabilities.len()], probabilities: Some(probabilities) }
    }
}

impl Meter for Frequency {
    fn take(&mut self, values: &[u64]) {
        for &value in values {
            self.counts[super::index(value)] += 1;
        }
    }

    fn score(&self) -> Score {
        match &self.probabilities {
            None => equal(&self.counts),
            Some(probabilities) => compared(&self.counts, probabilities.iter().copied()),
        }
    }
}
