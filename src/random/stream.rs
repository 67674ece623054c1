//! Named streams: a pure function of (seed, purpose, index), never of a thread or a clock.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use sha2::{Digest, Sha256};

/// The name of the derivation below. Values committed under this name stay.
pub const STREAM_VERSION: &str = "stream-v1";

/// What a stream is for. Streams of different purposes share no draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Purpose {
    /// The split of block `index` over its batches.
    Block = 1,
    /// The visuals of one tier of one batch; `index = batch * 65536 + tier`.
    Play = 2,
    /// Plays drawn for pictures.
    Show = 3,
    /// The tiers of batch `index` when plays are independent (`--sampling iid`).
    Iid = 4,
    /// Draws of a test, a benchmark or a calibration: never used in a run.
    Test = 255,
}

/// The generator of a stream: xoshiro256++ whose 256-bit state is the SHA-256 of a fixed-length text that names it.
///
/// `stream-v1`: the state's four words, little-endian, are
/// `SHA-256("sim stream-v1\0" ‖ purpose (u8) ‖ lane (u8) ‖ seed (u64 LE) ‖ index (u64 LE))`, lane 0 here. Hashing the three
/// names together, instead of adding or jumping, leaves neighbouring seeds and indices without any relation. (The all-zero state, which
/// xoshiro cannot leave and which has probability 2^-256, is replaced by `rand_xoshiro`.)
#[must_use]
pub fn stream(seed: u64, purpose: Purpose, index: u64) -> Xoshiro256PlusPlus {
    lane_of_stream(seed, purpose, index, 0)
}

pub(super) fn lane_of_stream(seed: u64, purpose: Purpose, index: u64, lane: u8) -> Xoshiro256PlusPlus {
    let mut name = [0_u8; 32];
    name[..14].copy_from_slice(b"sim stream-v1\0");
    name[14] = purpose as u8;
    name[15] = lane;
    name[16..24].copy_from_slice(&seed.to_le_bytes());
    name[24..].copy_from_slice(&index.to_le_bytes());
    Xoshiro256PlusPlus::from_seed(Sha256::digest(name).into())
}
