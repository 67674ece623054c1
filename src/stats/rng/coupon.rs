//! How many values it takes until all have come (Knuth's coupon collector's test, F).

use super::classes::compared;
use super::{Meter, Score, index};

/// Lengths of the pieces of the sequence in which each of `bound` values has come at least once; the open piece at the end is left out.
#[derive(Clone, Debug)]
pub struct Coupon {
    seen: Vec<bool>,
    missing: usize,
    length: usize,
    /// Pieces by length, from `bound` on; the last class holds all longer ones.
    counts: Vec<u64>,
    shares: Vec<f64>,
}

/// What all longer lengths together are as likely as, at most.
const TAIL: f64 = 0.01;

impl Coupon {
    /// Pieces that hold all of `0..bound`.
    pub fn new(bound: u64) -> Self {
        let shares = shares(index(bound));
        Self { seen: vec![false; index(bound)], missing: index(bound), length: 0, counts: vec![0; shares.len()], shares }
    }
}

/// Probabilities of the lengths `bound`, `bound + 1`, ..., and of all beyond: step by step, from the law of the number of different values after so many.
fn shares(bound: usize) -> Vec<f64> {
    let d = bound as f64;
    // held[k]: k different values so far
    let mut held = vec![0.0; bound];
    held[0] = 1.0;
    let (mut shares, mut rest) = (Vec::new(), 1.0);
    for length in 1.. {
        let complete = held[bound - 1] / d;
        for k in (1..bound).rev() {
            held[k] = held[k] * (k as f64 / d) + held[k - 1] * ((d - (k - 1) as f64) / d);
        }
        held[0] = 0.0;
        if length >= bound {
            shares.push(complete);
            rest -= complete;
            if rest < TAIL {
                break;
            }
        }
    }
    shares.push(rest);
    shares
}

impl Meter for Coupon {
    fn take(&mut self, values: &[u64]) {
        let bound = self.seen.len();
        for &value in values {
            self.length += 1;
            if !std::mem::replace(&mut self.seen[index(value)], true) {
                self.missing -= 1;
                if self.missing == 0 {
                    let class = (self.length - bound).min(self.counts.len() - 1);
                    self.counts[class] += 1;
                    self.seen.fill(false);
                    (self.missing, self.length) = (bound, 0);
                }
            }
        }
    }

    fn score(&self) -> Score {
        compared(&self.counts, self.shares.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knuth 3.3.2, formula (9): d! / d^r S(r - 1, d - 1).
    #[test]
    fn lengths_follow_the_formula() {
        let mut stirling = vec![vec![0.0; 8]; 60];
        stirling[0][0] = 1.0;
        for r in 1..60 {
            for k in 1..8 {
                stirling[r][k] = k as f64 * stirling[r - 1][k] + stirling[r - 1][k - 1];
            }
        }
        for d in 2..=7_usize {
            let found = shares(d);
            let factorial: f64 = (1..=d).map(|k| k as f64).product();
            for (share, r) in found[..found.len() - 1].iter().zip(d..) {
                let exact = factorial / (d as f64).powf(r as f64) * stirling[r - 1][d - 1];
                assert!((share - exact).abs() < 1e-14, "{d} values in {r}: {share} {exact}");
            }
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12 && found[found.len() - 1] < TAIL);
        }
    }
}
