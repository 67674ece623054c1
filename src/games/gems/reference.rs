//! A recorded run of the slow generator, for what has no exact value: whether a magic gem completes the line of its throw.

use super::visual::Grid;

/// Throws with a line, a magic gem and no other special symbol on 5 rows and 6 columns with six gems and lines of three: how often the magic gem is no part of the line, and how
/// often it is. Seed 1862; `tests/slow.rs` makes the counts again.
pub const MAGIC_COMPLETES: [u64; 2] = [11_175_868, 8_824_132];

/// The recorded counts (no, yes) where they apply.
#[must_use]
pub fn magic_completes(grid: Grid, gems: usize, line: usize) -> Option<Vec<u128>> {
    let recorded = grid == Grid { rows: 5, columns: 6 } && gems == 6 && line == 3;
    recorded.then(|| MAGIC_COMPLETES.map(u128::from).to_vec())
}
