//! How many different values a hand of five holds (Knuth's partition test, E, the simpler form of the poker test).

use super::classes::compared;
use super::{Meter, Score};

/// Values of a hand.
const HAND: usize = 5;
/// Stirling's numbers of the second kind: ways to part five cards into 1, 2, 3, 4, 5 heaps.
const PARTITIONS: [f64; HAND] = [1.0, 15.0, 25.0, 10.0, 1.0];

/// Hands by the number of their different values: `r` with probability `d (d - 1) ... (d - r + 1) S(5, r) / d^5`.
#[derive(Clone, Debug)]
pub struct Poker {
    bound: u64,
    hand: Vec<u64>,
    counts: [u64; HAND],
}

impl Poker {
    pub const fn new(bound: u64) -> Self {
        Self { bound, hand: Vec::new(), counts: [0; HAND] }
    }

    fn shares(&self) -> [f64; HAND] {
        let d = self.bound as f64;
        let mut falling = 1.0;
        std::array::from_fn(|heaps| {
            falling *= (d - heaps as f64) / d;
            falling * PARTITIONS[heaps] / d.powi(i32::try_from(HAND - 1 - heaps).unwrap_or(0))
        })
    }
}

impl Meter for Poker {
    fn take(&mut self, values: &[u64]) {
        for &value in values {
            self.hand.push(value);
            if self.hand.len() == HAND {
                self.hand.sort_unstable();
                self.hand.dedup();
                self.counts[self.hand.len() - 1] += 1;
                self.hand.clear();
            }
        }
    }

    fn score(&self) -> Score {
        compared(&self.counts, self.shares())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_hands_of_small_decks() {
        for bound in 2..=7_u64 {
            let mut poker = Poker::new(bound);
            let hands = bound.pow(5);
            for hand in 0..hands {
                poker.take(&[hand / bound.pow(4), hand / bound.pow(3) % bound, hand / bound.pow(2) % bound, hand / bound % bound, hand % bound]);
            }
            for (count, share) in poker.counts.iter().zip(poker.shares()) {
                assert!((*count as f64 / hands as f64 - share).abs() < 1e-15, "{bound}: {:?} {:?}", poker.counts, poker.shares());
            }
        }
    }
}
