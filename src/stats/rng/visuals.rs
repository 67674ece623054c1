//! The order of visuals: whatever law they follow, visuals of one tier are independent, so any order of a few of them is as likely as any other.

use super::permutation::Permutation;
use super::{Meter, RngTest, tested};
use crate::game::{Playable, play_lanes};
use crate::prize::TierId;
use sha2::{Digest, Sha256};

/// Neighbouring batches, and visuals whose order is looked at.
const GROUP: usize = 4;

/// Draws `count` visuals of the losing tier, and as many of the most frequent winning tier, of four neighbouring batches, as a run does. Visuals are put in the order of
/// their hashes. Orders of four successive visuals of a batch, and of the visuals of four batches at one place, are equally likely; equal visuals are left out.
pub fn test(name: &str, game: &dyn Playable, seed: u64, count: u64) -> Vec<RngTest> {
    let table = game.prize_table();
    let drawn: Vec<TierId> = table.ids().filter(|tier| table.tiers()[tier.index()].winners > 0).collect();
    let losing = drawn.iter().copied().find(|tier| table.prize(*tier).0 == 0);
    let winning = drawn.iter().copied().filter(|tier| table.prize(*tier).0 > 0).max_by_key(|tier| table.tiers()[tier.index()].winners);
    let mut tests = Vec::new();
    for (tier, plays) in [(losing, "losing"), (winning, "winning")] {
        let Some(tier) = tier else { continue };
        let source = format!("{plays} visuals of {name}");
        let mut batches: [_; GROUP] = std::array::from_fn(|batch| (play_lanes(seed, batch as u64, tier), Permutation::new(GROUP)));
        let mut across = Permutation::new(GROUP);
        let mut within = Permutation::new(GROUP);
        for _ in 0..count / GROUP as u64 {
            for (lanes, successive) in &mut batches {
                let visual = fingerprint(&game.show(tier, lanes, false).json);
                across.take(&[visual]);
                successive.take(&[visual]);
            }
        }
        for (_, successive) in &batches {
            within.add(successive);
        }
        tests.push(tested(&source, "permutations of 4 successive visuals", within.score()));
        tests.push(tested(&source, "permutations of 4 neighbouring batches", across.score()));
    }
    tests
}

fn fingerprint(json: &str) -> u64 {
    Sha256::digest(json).first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}
