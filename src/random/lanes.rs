//! Many words at once: sixteen generators side by side, delivered in turn, the same words on every processor.

use super::stream::{Purpose, lane_of_stream};
use super::{Words, below};
use crate::vector::{Work, wide};

/// Generators side by side. Sixteen is what compilers turn into vector code without help.
pub const LANES: usize = 16;
/// Words made at a time: 2 KiB, small beside a first-level cache.
const BUFFER: usize = LANES * 16;

/// A source of words made in bulk: word `i` is the next output of lane `i % 16` of the stream.
///
/// Lane 0 is [`super::stream`] itself; lane `l` hashes the same name with `l` in it.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// `state[w][l]`: word `w` of the state of lane `l`.
    state: [[u64; LANES]; 4],
    buffer: [u64; BUFFER],
    used: usize,
}

impl Lanes {
    /// The lanes of a stream.
    #[must_use]
    pub fn new(seed: u64, purpose: Purpose, index: u64) -> Self {
        let mut state = [[0; LANES]; 4];
        for lane in 0..LANES {
            let bytes = lane_of_stream(seed, purpose, index, u8::try_from(lane).unwrap_or(u8::MAX)).state();
            for (word, bytes) in state.iter_mut().zip(bytes.as_chunks::<8>().0) {
                word[lane] = u64::from_le_bytes(*bytes);
            }
        }
        Self { state, buffer: [0; BUFFER], used: BUFFER }
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        steps(&mut self.state, &mut self.buffer);
        self.used = 0;
    }

    /// A uniform integer in `0..bound`; see [`below`].
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        below(self, bound)
    }
}

/// Sixteen steps of every lane.
struct Steps<'a> {
    states: &'a mut [[u64; LANES]; 4],
    words: &'a mut [u64; BUFFER],
}

impl Work for Steps<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (steps, _) = self.words.as_chunks_mut::<LANES>();
        let [mut s0, mut s1, mut s2, mut s3] = *self.states;
        for words in steps {
            for lane in 0..LANES {
                words[lane] = s0[lane].wrapping_add(s3[lane]).rotate_left(23).wrapping_add(s0[lane]);
                let shifted = s1[lane] << 17;
                s2[lane] ^= s0[lane];
                s3[lane] ^= s1[lane];
                s1[lane] ^= s2[lane];
                s0[lane] ^= s3[lane];
                s2[lane] ^= shifted;
                s3[lane] = s3[lane].rotate_left(45);
            }
        }
        *self.states = [s0, s1, s2, s3];
    }
}

#[inline(never)]
fn steps(states: &mut [[u64; LANES]; 4], words: &mut [u64; BUFFER]) {
    wide(Steps { states, words });
}

impl Words for Lanes {
    #[inline(always)]
    fn word(&mut self) -> u64 {
        // as a test apart, not as `get`: so a loop keeps `used` in a register, which halves its time
        if self.used == BUFFER {
            self.refill();
        }
        let word = self.buffer[self.used];
        self.used += 1;
        word
    }

    #[inline]
    fn fill(&mut self, words: &mut [u64]) {
        // almost always there are enough
        if let Some(ready) = self.buffer.get(self.used..self.used + words.len()) {
            words.copy_from_slice(ready);
            self.used += words.len();
            return;
        }
        self.fill_more(words);
    }

    #[inline(always)]
    fn some<const N: usize>(&mut self) -> [u64; N] {
        if let Some(ready) = self.buffer.get(self.used..).and_then(<[u64]>::first_chunk) {
            self.used += N;
            return *ready;
        }
        let mut words = [0; N];
        self.fill_more(&mut words);
        words
    }
}

impl Lanes {
    /// As [`Words::fill`] when the buffer does not hold enough.
    #[inline(never)]
    fn fill_more(&mut self, words: &mut [u64]) {
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
    fn some_words_are_the_next_ones() {
        let mut lanes = Lanes::new(42, Purpose::Test, 8);
        let mut apart = lanes.clone();
        for _ in 0..200 {
            assert_eq!(lanes.some::<9>(), std::array::from_fn(|_| apart.word()));
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
        // the last one takes what is left of a buffer and a whole one, and leaves nothing
        for length in [1, 0, 255, 256, 257, 3, 1000, 128, 128, 11 + 256] {
            let mut words = vec![0; length];
            bulk.fill(&mut words);
            assert_eq!(words, (0..length).map(|_| single.word()).collect::<Vec<_>>());
            assert_eq!(bulk.word(), single.word());
        }
        assert!([1, 2, 6, 1 << 40, u64::MAX].into_iter().all(|bound| bulk.below(bound) == below(&mut single, bound)));
    }
}
