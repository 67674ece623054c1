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
            for (word, row) in state.iter_mut().enumerate() {
                let mut eight = [0; 8];
                eight.copy_from_slice(&bytes[8 * word..8 * word + 8]);
                row[lane] = u64::from_le_bytes(eight);
            }
        }
        Self { state, buffer: [0; BUFFER], used: BUFFER }
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        for step in 0..BUFFER / LANES {
            let (a, b, c, d) = {
                let [a, b, c, d] = &mut self.state;
                (a, b, c, d)
            };
            let out = &mut self.buffer[step * LANES..(step + 1) * LANES];
            for lane in 0..LANES {
                let (s0, s1, s2, s3) = (a[lane], b[lane], c[lane], d[lane]);
                out[lane] = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
                let s2 = s2 ^ s0;
                let s3 = s3 ^ s1;
                a[lane] = s0 ^ s3;
                b[lane] = s1 ^ s2;
                c[lane] = s2 ^ s1 << 17;
                d[lane] = s3.rotate_left(45);
            }
        }
        self.used = 0;
    }

    /// A uniform integer in `0..bound`; see [`below`].
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        below(self, bound)
    }
}

impl Words for Lanes {
    #[inline]
    fn word(&mut self) -> u64 {
        if self.used == BUFFER {
            self.refill();
        }
        let word = self.buffer[self.used];
        self.used += 1;
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_i_is_lane_i_modulo_sixteen() {
        let mut lanes = Lanes::new(42, Purpose::Test, 7);
        let mut apart: Vec<_> = (0..16).map(|lane| lane_of_stream(42, Purpose::Test, 7, lane)).collect();
        for word in 0..5 * BUFFER {
            assert_eq!(lanes.word(), apart[word % LANES].word(), "word {word}");
        }
    }
}
