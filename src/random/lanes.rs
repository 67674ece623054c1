//! Many words at once: sixteen generators side by side, delivered in turn, the same words on every processor.

use super::stream::{Purpose, lane_of_stream};
use super::{Words, below};

/// Generators side by side. Sixteen is what compilers turn into vector code without help.
pub const LANES: usize = 16;
/// Words made at a time: 2 KiB, small beside a first-level cache.
const BUFFER: usize = LANES * 16;

/// A source of words made in bulk: word `i` is the next output of lane `i % 16` of the stream.
///
/// Lane 0 is [`super::stream`] itself; lane `l` hashes the same name with `l` in it.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// `state[l]`: the four words of lane `l`.
    state: [[u64; 4]; LANES],
    buffer: [u64; BUFFER],
    used: usize,
}

impl Lanes {
    /// The lanes of a stream.
    #[must_use]
    pub fn new(seed: u64, purpose: Purpose, index: u64) -> Self {
        let state = std::array::from_fn(|lane| {
            let bytes = lane_of_stream(seed, purpose, index, u8::try_from(lane).unwrap_or(u8::MAX)).state();
            let (words, _) = bytes.as_chunks::<8>();
            std::array::from_fn(|word| u64::from_le_bytes(words[word]))
        });
        Self { state, buffer: [0; BUFFER], used: BUFFER }
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        steps(&mut self.state, &mut self.buffer);
        self.used = 0;
    }

    /// The next `N` words at once: the same words as `N` calls of [`Words::word`].
    #[inline]
    pub fn block<const N: usize>(&mut self) -> [u64; N] {
        let mut words = [0; N];
        if let Some(ready) = self.buffer.get(self.used..self.used + N) {
            words.copy_from_slice(ready);
            self.used += N;
        } else {
            self.fill(&mut words);
        }
        words
    }

    /// A uniform integer in `0..bound`; see [`below`].
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        below(self, bound)
    }
}

/// Sixteen steps of every lane. Lane by lane, so that a lane's state stays in registers: faster than two lanes a register where vectors have 128 bits and no rotation.
#[inline(never)]
fn steps(states: &mut [[u64; 4]; LANES], words: &mut [u64; BUFFER]) {
    let (steps, _) = words.as_chunks_mut::<LANES>();
    for (lane, state) in states.iter_mut().enumerate() {
        let [mut s0, mut s1, mut s2, mut s3] = *state;
        for words in &mut *steps {
            words[lane] = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
            let shifted = s1 << 17;
            s2 ^= s0;
            s3 ^= s1;
            s1 ^= s2;
            s0 ^= s3;
            s2 ^= shifted;
            s3 = s3.rotate_left(45);
        }
        *state = [s0, s1, s2, s3];
    }
}

impl Words for Lanes {
    #[inline]
    fn word(&mut self) -> u64 {
        // as a test apart, not as `get`: so a loop keeps `used` in a register, which halves its time
        if self.used == BUFFER {
            self.refill();
        }
        let word = self.buffer[self.used];
        self.used += 1;
        word
    }

    fn fill(&mut self, words: &mut [u64]) {
        let (left, rest) = words.split_at_mut(words.len().min(BUFFER - self.used));
        left.copy_from_slice(&self.buffer[self.used..self.used + left.len()]);
        self.used += left.len();
        // whole buffers go straight to where they are wanted
        let (whole, rest) = rest.as_chunks_mut::<BUFFER>();
        for words in whole {
            steps(&mut self.state, words);
        }
        if !rest.is_empty() {
            steps(&mut self.state, &mut self.buffer);
            rest.copy_from_slice(&self.buffer[..rest.len()]);
            self.used = rest.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_the_next_words() {
        let mut lanes = Lanes::new(42, Purpose::Test, 8);
        let mut apart = lanes.clone();
        for _ in 0..200 {
            assert_eq!(lanes.block::<9>(), std::array::from_fn(|_| apart.word()));
            assert_eq!(lanes.word(), apart.word());
        }
    }

    #[test]
    fn word_i_is_lane_i_modulo_sixteen() {
        let mut lanes = Lanes::new(42, Purpose::Test, 7);
        let mut apart: Vec<_> = (0..16).map(|lane| lane_of_stream(42, Purpose::Test, 7, lane)).collect();
        for word in 0..5 * BUFFER {
            assert_eq!(lanes.word(), apart[word % LANES].word(), "word {word}");
        }
    }

    #[test]
    fn words_in_bulk_are_the_words_one_by_one() {
        let (mut bulk, mut single) = (Lanes::new(42, Purpose::Test, 8), Lanes::new(42, Purpose::Test, 8));
        for length in [1, 0, 255, 256, 257, 3, 1000, 128, 128] {
            let mut words = vec![0; length];
            bulk.fill(&mut words);
            assert_eq!(words, (0..length).map(|_| single.word()).collect::<Vec<_>>());
            assert_eq!(bulk.word(), single.word());
        }
    }
}
