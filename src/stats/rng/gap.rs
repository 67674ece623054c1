//! How long a mark does not come (Knuth's gap test, D).

use super::classes::compared;
use super::{Meter, Score};

/// Lengths of the gaps between values below `marks`: a gap of `r` other values has probability `p (1 - p)^r`, with `p = marks / bound`; gaps are independent. The last,
/// open gap is left out.
#[derive(Clone, Debug)]
pub struct Gap {
    bound: u64,
    marks: u64,
    /// Length of the gap at hand; `None` before the first mark, after which the first gap begins.
    length: Option<usize>,
    /// Gaps by length; the last class holds all longer ones.
    counts: Vec<u64>,
}

/// What all longer lengths together are as likely as, at most.
const TAIL: f64 = 0.01;

impl Gap {
    /// Gaps between values below `marks` of values below `bound`; `0 < marks < bound`.
    pub fn new(bound: u64, marks: u64) -> Self {
        let share = 1.0 - marks as f64 / bound as f64;
        let (mut classes, mut beyond) = (1, share);
        while beyond >= TAIL {
            (classes, beyond) = (classes + 1, beyond * share);
        }
        Self { bound, marks, length: None, counts: vec![0; classes + 1] }
    }
}

impl Meter for Gap {
    fn take(&mut self, values: &[u64]) {
        let last = self.counts.len() - 1;
        for &value in values {
            if value < self.marks {
                if let Some(length) = self.length {
                    self.counts[length.min(last)] += 1;
                }
                self.length = Some(0);
            } else if let Some(length) = &mut self.length {
                *length += 1;
            }
        }
    }

    fn score(&self) -> Score {
        let (p, last) = (self.marks as f64 / self.bound as f64, self.counts.len() - 1);
        let share = |length: usize| (1.0 - p).powf(length as f64) * if length < last { p } else { 1.0 };
        compared(&self.counts, (0..=last).map(share))
    }
}
