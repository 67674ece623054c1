//! A choice by exact weights in one look-up: the bits of a slot, and seldom a second draw.
//!
//! ```text
//! an outcome of weight w of W owns n = floor(slots w / W) slots; a slot that nobody owns leads to a second draw
//! with the weights that are missing, slots w - n W.  So P = n / slots + missing / (slots W) = w / W, exactly.
//! ```

use crate::random::{Lanes, Weighted, Words};

/// Outcomes by weights, drawn from the lowest bits of a word: `SLOTS` is a power of two.
#[derive(Clone, Debug)]
pub struct Buckets<T, const SLOTS: usize> {
    slots: Box<[T; SLOTS]>,
    outcomes: Vec<T>,
    missing: Missing,
}

/// The second draw, a number of an outcome.
#[derive(Clone, Debug)]
enum Missing {
    /// Every slot has an owner.
    Nothing,
    /// By number of the outcome.
    Table(Weighted),
    /// The same for weights that are too large for a table: running sums.
    Search(Vec<u128>),
}

impl<T: Copy, const SLOTS: usize> Buckets<T, SLOTS> {
    /// A draw of outcomes by weights, not all 0, their sum below `2^128 / SLOTS`. Slots without an owner give `nobody`.
    #[must_use]
    pub fn new(weights: &[(T, u128)], nobody: T) -> Self {
        const { assert!(SLOTS.is_power_of_two()) };
        let all: u128 = weights.iter().map(|&(_, weight)| weight).sum();
        let mut slots = Box::new([nobody; SLOTS]);
        let mut missing = Vec::new();
        let mut next = 0;
        for &(outcome, weight) in weights {
            let weight = weight * SLOTS as u128;
            let own = usize::try_from(weight / all).unwrap_or(SLOTS);
            slots[next..next + own].fill(outcome);
            next += own;
            missing.push(weight - own as u128 * all);
        }
        let narrow: Option<Vec<u64>> = missing.iter().map(|&weight| u64::try_from(weight).ok()).collect();
        let missing = match narrow.map(|weights| Weighted::new(&weights)) {
            _ if next == SLOTS => Missing::Nothing,
            Some(Ok(table)) => Missing::Table(table),
            _ => Missing::Search(running_sums(&missing)),
        };
        Self { slots, outcomes: weights.iter().map(|&(outcome, _)| outcome).collect(), missing }
    }

    /// The owner of the slot named by the lowest bits of `word`.
    #[inline(always)]
    #[allow(clippy::inline_always)] // one load
    pub fn slot(&self, word: u64) -> T {
        owner(&self.slots, word)
    }

    /// All slots: for loops that look up many, see [`owner`].
    #[inline(always)]
    #[allow(clippy::inline_always)] // one load
    pub fn slots(&self) -> &[T; SLOTS] {
        &self.slots
    }

    /// The second draw, for a slot without an owner.
    #[inline]
    pub fn again(&self, lanes: &mut Lanes) -> T {
        self.outcomes[match &self.missing {
            Missing::Nothing => 0,
            Missing::Table(table) => table.draw(lanes),
            Missing::Search(sums) => search(lanes, sums),
        }]
    }
}

/// The owner of the slot named by the lowest bits of `word`.
#[inline(always)]
#[allow(clippy::inline_always, clippy::cast_possible_truncation)] // one load; the number of a slot
pub fn owner<T: Copy, const SLOTS: usize>(slots: &[T; SLOTS], word: u64) -> T {
    slots[word as usize % SLOTS]
}

fn running_sums(weights: &[u128]) -> Vec<u128> {
    let mut sum = 0;
    weights
        .iter()
        .map(|weight| {
            sum += weight;
            sum
        })
        .collect()
}

/// A number by running sums of weights, exactly: 128 random bits, refused from the largest multiple of the last sum on.
fn search(words: &mut impl Words, sums: &[u128]) -> usize {
    let total = sums.last().copied().unwrap_or(1);
    loop {
        let draw = u128::from(words.word()) << 64 | u128::from(words.word());
        if draw < u128::MAX - u128::MAX % total {
            return sums.partition_point(|&sum| sum <= draw % total);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Script;

    /// The share of every outcome, from the slots and the second draw, is its weight: exact, over all slots.
    #[test]
    fn shares_are_the_weights_exactly() {
        let large = (1_u128 << 80) + 1;
        for weights in [vec![1_200, 200, 125, 5, 8], vec![1, 1], vec![1, 1, 1], vec![5], vec![large, 3], vec![0, 7, 0, 2]] {
            let numbered: Vec<(u16, u128)> = (0..).zip(weights.iter().copied()).collect();
            let buckets = Buckets::<u16, 4096>::new(&numbered, 0xff);
            let all: u128 = weights.iter().sum();
            let missing: Vec<u128> = match &buckets.missing {
                Missing::Nothing => vec![0; weights.len()],
                Missing::Table(table) => {
                    // alias tables give multiples of the number of columns
                    let columns = weights.len().next_power_of_two() as u64;
                    table.rebuilt().iter().take(weights.len()).map(|&mass| u128::from(mass / columns)).collect()
                }
                Missing::Search(sums) => std::iter::once(0).chain(sums.iter().copied()).zip(sums).map(|(before, sum)| sum - before).collect(),
            };
            assert_eq!(matches!(buckets.missing, Missing::Search(_)), weights[0] == large);
            let free = buckets.slots.iter().filter(|&&slot| slot == 0xff).count();
            assert_eq!(missing.iter().sum::<u128>(), free as u128 * all);
            for ((outcome, weight), missing) in numbered.into_iter().zip(missing) {
                let own = buckets.slots.iter().filter(|&&slot| slot == outcome).count() as u128;
                assert_eq!(own * all + missing, weight * 4096, "outcome {outcome} of {weights:?}");
            }
        }
    }

    #[test]
    fn running_sums_are_searched_exactly() {
        let sums = running_sums(&[0, 2, 0, 3]);
        assert_eq!(sums, [0, 2, 2, 5]);
        for (draw, number) in [(0, 1), (1, 1), (2, 3), (4, 3), (5, 1), (9, 3)] {
            assert_eq!(search(&mut Script::new(vec![0, draw]), &sums), number, "{draw}");
        }
        // 2^128 - 1 is a multiple of 5: that word is refused
        assert_eq!(search(&mut Script::new(vec![u64::MAX, u64::MAX, 0, 3]), &sums), 3);
    }
}
