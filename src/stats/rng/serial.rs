//! Pairs of neighbours, each value in one pair (Knuth's serial test, B).

use super::classes::equal;
use super::{Meter, Score, index};

/// Counts of the `bound^2` pairs: equally likely and independent, since no value stands in two of them.
#[derive(Clone, Debug)]
pub struct Pairs {
    bound: u64,
    first: Option<u64>,
    counts: Vec<u64>,
}

impl Pairs {
    pub fn new(bound: u64) -> Self {
        Self { bound, first: None, counts: vec![0; index(bound * bound)] }
    }
}

impl Meter for Pairs {
    fn take(&mut self, values: &[u64]) {
        for &value in values {
            match self.first.take() {
                None => self.first = Some(value),
                Some(first) => self.counts[index(first * self.bound + value)] += 1,
            }
        }
    }

    fn score(&self) -> Score {
        equal(&self.counts)
    }
}
