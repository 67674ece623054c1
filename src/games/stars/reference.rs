//! Recorded runs of the slow twin, for what has no exact value: sets with two and with three explosions.

use super::exact::{FEWEST_STARS, most_stars};

/// Sets in each recorded run (seed 1862, `tests/record.rs`; `cargo test --release record -- --ignored` makes the counts again).
#[cfg(test)]
pub const RECORDED_SETS: u64 = 30_000_000;

/// How often a kind was drawn again in them (S10), with 2 and with 3 explosions a set.
#[cfg(test)]
pub const REDRAWN: [u64; 2] = [166, 886];

/// The kinds of explosion the runs were made with; other kinds have no recorded run.
const KINDS: [u64; 3] = [5, 3, 2];

/// Recorded counts of 7, 8, ... stars uncovered in sets with 2 or 3 explosions.
#[must_use]
pub fn stars(explosions: usize, kinds: [u64; 3]) -> Option<Vec<u128>> {
    let recorded: &[u64] = match explosions {
        2 => &STARS_2,
        3 => &STARS_3,
        _ => return None,
    };
    same(kinds).then(|| recorded.iter().map(|&count| u128::from(count)).collect())
}

/// Recorded counts of 0, 1, ... waves in sets with 2 or 3 explosions.
#[must_use]
pub fn waves(explosions: usize, kinds: [u64; 3]) -> Option<Vec<u128>> {
    let recorded: &[u64] = match explosions {
        2 => &WAVES_2,
        3 => &WAVES_3,
        _ => return None,
    };
    same(kinds).then(|| recorded.iter().map(|&count| u128::from(count)).collect())
}

fn same(kinds: [u64; 3]) -> bool {
    // equal up to a common factor
    (0..3).all(|kind| u128::from(kinds[kind]) * u128::from(KINDS[0]) == u128::from(KINDS[kind]) * u128::from(kinds[0]))
}

/// By stars, from 7 on: two explosions.
const STARS_2: [u64; most_stars(2) - FEWEST_STARS + 1] = [
    0, 0, 56_396, 234_944, 736_764, 1_558_272, 2_397_643, 2_870_280, 3_965_557, 4_738_187, 4_566_514, 3_444_441, 2_197_415, 1_239_877, 1_801_607,
    173_644, 18_459,
];
/// Three explosions.
const STARS_3: [u64; most_stars(3) - FEWEST_STARS + 1] = [
    0, 0, 0, 2_681, 19_399, 88_891, 278_535, 632_892, 1_116_818, 1_768_634, 2_613_922, 3_476_085, 4_005_877, 3_941_178, 3_463_894, 3_040_314,
    2_341_436, 1_548_307, 844_887, 390_540, 145_198, 275_214, 4_757, 500, 41,
];
/// By waves, from 0 on: two explosions.
const WAVES_2: [u64; 3] = [0, 17_694_904, 12_305_096];
/// Three explosions.
const WAVES_3: [u64; 4] = [0, 7_150_764, 19_729_412, 3_119_824];
