//! Which of our streams are tested, and how they are interleaved: a fault of one stream, and a relation between neighbours, both show in one sequence.

use crate::game::play_lanes;
use crate::prize::TierId;
use crate::random::{Lanes, Purpose, Words, stream};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A choice of streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streams {
    /// One stream: the split of block 0.
    One,
    /// The sixteen lanes of the visuals of a batch, as a run reads them.
    Lanes,
    /// 64 neighbouring seeds in turn.
    Seeds,
    /// The 64 seeds that differ from the seed in one bit, in turn.
    SeedBits,
    /// 64 neighbouring batches of one tier, in turn.
    Batches,
    /// The four purposes of one index, in turn.
    Purposes,
    /// The first word of each of as many neighbouring seeds.
    FirstOfSeeds,
    /// The first word of each of as many neighbouring batches.
    FirstOfBatches,
}

impl Streams {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::One, Self::Lanes, Self::Seeds, Self::SeedBits, Self::Batches, Self::Purposes, Self::FirstOfSeeds, Self::FirstOfBatches];

    /// What is tested, in words; several streams are read word by word in turn.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::One => "words of one stream",
            Self::Lanes => "words of 16 lanes",
            Self::Seeds => "words of 64 neighbouring seeds",
            Self::SeedBits => "words of 64 seeds one bit apart",
            Self::Batches => "words of 64 neighbouring batches",
            Self::Purposes => "words of the 4 purposes",
            Self::FirstOfSeeds => "first words of neighbouring seeds",
            Self::FirstOfBatches => "first words of neighbouring batches",
        }
    }

    /// Its word on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Lanes => "lanes",
            Self::Seeds => "seeds",
            Self::SeedBits => "seed-bits",
            Self::Batches => "batches",
            Self::Purposes => "purposes",
            Self::FirstOfSeeds => "first-of-seeds",
            Self::FirstOfBatches => "first-of-batches",
        }
    }

    /// The source of words, for a seed.
    #[must_use]
    pub fn open(self, seed: u64) -> Interleaved {
        let several: Vec<Xoshiro256PlusPlus> = match self {
            Self::One => vec![stream(seed, Purpose::Block, 0)],
            Self::Seeds => (0..64).map(|next| stream(seed.wrapping_add(next), Purpose::Block, 0)).collect(),
            Self::SeedBits => (0..64).map(|bit| stream(seed ^ 1 << bit, Purpose::Block, 0)).collect(),
            Self::Batches => (0..64).map(|batch| stream(seed, Purpose::Play, batch << 16)).collect(),
            Self::Purposes => [Purpose::Block, Purpose::Play, Purpose::Show, Purpose::Iid].map(|purpose| stream(seed, purpose, 0)).to_vec(),
            Self::Lanes | Self::FirstOfSeeds | Self::FirstOfBatches => Vec::new(),
        };
        Interleaved(match self {
            Self::Lanes => Kind::Lanes(Box::new(play_lanes(seed, 0, TierId(0)))),
            Self::FirstOfSeeds => Kind::Seeds(seed),
            Self::FirstOfBatches => Kind::Batches(seed, 0),
            _ => Kind::Several(several, 0),
        })
    }
}

/// Words of several streams in turn.
#[derive(Clone, Debug)]
pub struct Interleaved(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Several(Vec<Xoshiro256PlusPlus>, usize),
    Lanes(Box<Lanes>),
    /// The next seed.
    Seeds(u64),
    /// The seed, and the next batch.
    Batches(u64, u64),
}

impl Words for Interleaved {
    fn word(&mut self) -> u64 {
        match &mut self.0 {
            Kind::Several(streams, next) => {
                let word = streams[*next].word();
                *next = (*next + 1) % streams.len();
                word
            }
            Kind::Lanes(lanes) => lanes.word(),
            Kind::Seeds(seed) => {
                let word = stream(*seed, Purpose::Block, 0).word();
                *seed = seed.wrapping_add(1);
                word
            }
            Kind::Batches(seed, batch) => {
                let word = stream(*seed, Purpose::Play, *batch << 16).word();
                *batch += 1;
                word
            }
        }
    }
}
