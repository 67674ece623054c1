//! Every random integer of the project: named streams, exact bounded draws, weighted choices, subsets.
//!
//! All samplers are exact in integers (rejection, never a modulo), use no float, and belong to us: their values are part of
//! `stream-v1` and do not move with a dependency. `tests/value_stability.rs` pins them.

mod digits;
mod lanes;
mod sample;
mod stream;
mod weighted;

pub use digits::Digits;
pub use lanes::{LANES, Lanes};
pub use sample::{Led, Radix, below, coins_below, shuffle, subset_of};
pub use stream::{Purpose, STREAM_VERSION, stream};
pub use weighted::{Weighted, WeightedError};

/// A source of uniform 64-bit words.
pub trait Words {
    /// The next uniform word.
    fn word(&mut self) -> u64;

    /// The next words, in order: what as many calls of [`Words::word`] would give.
    fn fill(&mut self, words: &mut [u64]) {
        words.fill_with(|| self.word());
    }

    /// The next `N` words: what as many calls of [`Words::word`] would give.
    #[inline(always)]
    fn some<const N: usize>(&mut self) -> [u64; N] {
        let mut words = [0; N];
        self.fill(&mut words);
        words
    }
}

impl Words for rand_xoshiro::Xoshiro256PlusPlus {
    #[inline]
    fn word(&mut self) -> u64 {
        use rand_xoshiro::rand_core::Rng;
        self.next_u64()
    }
}

/// A scripted source for tests and for exhaustive checks: gives the words in order.
///
/// # Panics
/// When the script is used up.
#[derive(Clone, Debug)]
pub struct Script(std::vec::IntoIter<u64>);

impl Script {
    /// A source that gives exactly these words.
    #[must_use]
    pub fn new(words: Vec<u64>) -> Self {
        Self(words.into_iter())
    }

    /// How many words are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.0.len()
    }
}

impl Words for Script {
    fn word(&mut self) -> u64 {
        self.0.next().expect("the script of random words is used up")
    }
}
