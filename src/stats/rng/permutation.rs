//! The order of neighbours (Knuth's permutation test, G).

use super::classes::equal;
use super::{Meter, Score};

/// The orders of groups of `length` values, all equally likely. Groups with two equal values are left out, which takes the same share of each order: so the law is exact for
/// values of any distribution that are independent of each other, or only exchangeable.
#[derive(Clone, Debug)]
pub struct Permutation {
    length: usize,
    group: Vec<u64>,
    counts: Vec<u64>,
}

impl Permutation {
    /// Groups of `length` values, from 2 to 8.
    pub fn new(length: usize) -> Self {
        let length = length.clamp(2, 8);
        Self { length, group: Vec::new(), counts: vec![0; (1..=length).product()] }
    }
}

impl Permutation {
    /// Adds what another one of the same length counted.
    pub fn add(&mut self, other: &Self) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(sum, more)| *sum += more);
    }
}

/// The number of an order, from 0; `None` when two values are equal. In mixed radix: how many of the later values are smaller (Knuth, algorithm P).
pub fn order(values: &[u64]) -> Option<usize> {
    let mut number = 0;
    for (place, value) in values.iter().enumerate() {
        let later = &values[place + 1..];
        if later.contains(value) {
            return None;
        }
        number = number * (later.len() + 1) + later.iter().filter(|&other| other < value).count();
    }
    Some(number)
}

impl Meter for Permutation {
    fn take(&mut self, values: &[u64]) {
        for &value in values {
            self.group.push(value);
            if self.group.len() == self.length {
                if let Some(order) = order(&self.group) {
                    self.counts[order] += 1;
                }
                self.group.clear();
            }
        }
    }

    fn score(&self) -> Score {
        equal(&self.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn orders_have_numbers_of_their_own() {
        let orders: BTreeSet<usize> = (0..625_u64).filter_map(|n| order(&[n / 125, n / 25 % 5, n / 5 % 5, n % 5])).collect();
        assert_eq!(orders, (0..24).collect());
        assert_eq!(order(&[3, 9, 3]), None);
        assert_eq!([order(&[1, 2, 3]), order(&[3, 2, 1])], [Some(0), Some(5)]);
    }
}
