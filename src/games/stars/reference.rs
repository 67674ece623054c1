//! Recorded runs of the slow twin, for what has no exact value: sets with two and with three explosions.

use super::observables::{FEWEST_STARS, most_stars};

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
    (same(kinds) && recorded.iter().any(|&count| count > 0)).then(|| recorded.iter().map(|&count| u128::from(count)).collect())
}

/// Recorded counts of 0, 1, ... waves in sets with 2 or 3 explosions.
#[must_use]
pub fn waves(explosions: usize, kinds: [u64; 3]) -> Option<Vec<u128>> {
    let recorded: &[u64] = match explosions {
        2 => &WAVES_2,
        3 => &WAVES_3,
        _ => return None,
    };
    (same(kinds) && recorded.iter().any(|&count| count > 0)).then(|| recorded.iter().map(|&count| u128::from(count)).collect())
}

fn same(kinds: [u64; 3]) -> bool {
    // equal up to a common factor
    (0..3).all(|kind| u128::from(kinds[kind]) * u128::from(KINDS[0]) == u128::from(KINDS[kind]) * u128::from(kinds[0]))
}

const STARS_2: [u64; most_stars(2) - FEWEST_STARS + 1] = [0; most_stars(2) - FEWEST_STARS + 1];
const STARS_3: [u64; most_stars(3) - FEWEST_STARS + 1] = [0; most_stars(3) - FEWEST_STARS + 1];
const WAVES_2: [u64; 3] = [0; 3];
const WAVES_3: [u64; 4] = [0; 4];
