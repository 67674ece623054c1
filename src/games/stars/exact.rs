//! Exact values of sets with one explosion, from all 26 978 328 sets of seven stars.
//!
//! The tables are recorded from the test `one_explosion_enumerated`, which derives them again (`cargo test --release one_explosion_enumerated -- --ignored`).
//! They do not depend on the spec: its kinds of explosion are weighed in afterwards, in whole numbers.

use super::shape::Shape;

/// The stars of the built-in board uncovered without an explosion.
pub const FEWEST_STARS: usize = 7;

/// Stars of the built-in board that `explosions` may uncover at most: a milky way explodes eight.
#[must_use]
pub const fn most_stars(explosions: usize) -> usize {
    FEWEST_STARS + 8 * explosions
}

/// New stars of one explosion: 1 to 8.
pub const NEW: usize = 8;
/// Sets of seven stars of 42.
pub const LAYOUTS: u128 = 26_978_328;
/// Layouts in which no star can hold a shooting star of one given direction: all their diagonals lie within the seven stars (S10).
pub const BLOCKED: u128 = 30;
/// Every count below is times this: the least common multiple of 1 to 7, so that a uniform cell among 1 to 7 has a whole weight.
pub const CELLS: u128 = 420;

/// What one explosion uncovers: `counts[k]` layouts (times [`CELLS`]) in which it uncovers k + 1 new stars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct New {
    /// A milky way.
    pub milky_way: [u128; NEW],
    /// A shooting star of the direction that finds a place.
    pub shooting_star: [u128; NEW],
}

/// Layouts in which shooting stars of both directions find a place; either direction has these counts.
pub const FREE: New = New {
    milky_way: [56_649_848, 439_148_492, 1_301_089_156, 2_080_297_720, 2_470_781_400, 1_374_970_064, 2_278_591_712, 1_329_344_168],
    shooting_star: [1_550_192_196, 2_327_391_944, 2_981_927_992, 2_951_048_620, 1_520_311_808, 0, 0, 0],
};
/// Layouts in which those of one direction find none; the counts are of the other direction.
pub const HALF_BLOCKED: New =
    New { milky_way: [640, 1_200, 2_480, 4_560, 720, 3_000, 0, 0], shooting_star: [640, 1_600, 4_120, 4_640, 1_600, 0, 0, 0] };

/// Weights of the four kinds (shooting stars by direction), with both directions and with one.
fn weights(kinds: [u64; 3]) -> ([u128; 3], u128, u128) {
    let [milky_way, shooting_star, supernova] = kinds.map(u128::from);
    let weights = [2 * milky_way, shooting_star, 2 * supernova];
    (weights, weights[0] + 2 * weights[1] + weights[2], weights[0] + weights[1] + weights[2])
}

/// Exact weights of the only explosion of a set: milky way, shooting star NW-SE, NE-SW, supernova.
#[must_use]
pub fn only_kind(kinds: [u64; 3]) -> [u128; 4] {
    let ([milky_way, shooting_star, supernova], both, one) = weights(kinds);
    // a kind that finds no place is drawn again: in half-blocked layouts the other three share
    let free = (LAYOUTS - 2 * BLOCKED) * one;
    let half = BLOCKED * both;
    [milky_way * (free + 2 * half), shooting_star * (free + half), shooting_star * (free + half), supernova * (free + 2 * half)]
}

/// Exact weights of 7, 8, ... 15 stars uncovered in all in a set with one explosion.
#[must_use]
pub fn stars(kinds: [u64; 3]) -> [u128; most_stars(1) - FEWEST_STARS + 1] {
    let ([milky_way, shooting_star, supernova], both, one) = weights(kinds);
    let mut all = [0; most_stars(1) - FEWEST_STARS + 1];
    for (more, weight) in all[1..].iter_mut().enumerate() {
        let free = FREE.milky_way[more] * milky_way + 2 * FREE.shooting_star[more] * shooting_star;
        let half = HALF_BLOCKED.milky_way[more] * milky_way + HALF_BLOCKED.shooting_star[more] * shooting_star;
        *weight = free * one + 2 * half * both;
    }
    all[FEWEST_STARS] += CELLS * supernova * ((LAYOUTS - 2 * BLOCKED) * one + 2 * BLOCKED * both);
    all
}

/// The weights of [`only_kind`] on any board; `None` where they do not fit 128 bits.
///
/// Of the layouts, those are counted in which shooting stars of one direction, or of both, find no place: the stars of the selected colour are whole
/// diagonals of that direction, or whole chessboard colours. A milky way finds one always, and so does a supernova.
#[must_use]
pub fn only_kind_on(shape: &Shape, kinds: [u64; 3]) -> Option<[u128; 4]> {
    let each = shape.stars_of_a_colour();
    let all = binomial(shape.stars(), each)?;
    let (rows, columns) = (shape.rows, shape.columns);
    let diagonal = |number: usize| (number + 1).min(rows).min(columns).min(rows + columns - 1 - number);
    let one = unions(each, (0..rows + columns - 1).map(diagonal));
    let both = if rows.min(columns) == 1 { all } else { unions(each, [shape.stars().div_ceil(2), shape.stars() / 2].into_iter()) };
    let common = kinds.iter().fold(0, |common, &weight| crate::spec::gcd(weight, common)).max(1);
    let [milky_way, shooting_star, supernova] = kinds.map(|weight| u128::from(weight / common));
    let weights = [2 * milky_way, shooting_star, shooting_star, 2 * supernova];
    // the sums of the weights of the kinds that find a place: all four, three, two
    let sums = [[1, 1, 1, 1], [1, 0, 1, 1], [1, 0, 0, 1]]
        .map(|open: [u128; 4]| weights.iter().zip(open).map(|(weight, open)| weight * open).sum::<u128>().max(1));
    let cases = [
        (all - 2 * (one - both) - both, [1, 1, 1, 1], sums[1] * sums[2]),
        (one - both, [1, 0, 1, 1], sums[0] * sums[2]),
        (one - both, [1, 1, 0, 1], sums[0] * sums[2]),
        (both, [1, 0, 0, 1], sums[0] * sums[1]),
    ];
    let mut totals = [0_u128; 4];
    for (layouts, open, scale) in cases {
        for (kind, total) in totals.iter_mut().enumerate() {
            *total = layouts.checked_mul(scale)?.checked_mul(weights[kind] * open[kind])?.checked_add(*total)?;
        }
    }
    Some(totals)
}

/// How many sets of pieces have `size` stars together.
fn unions(size: usize, pieces: impl Iterator<Item = usize>) -> u128 {
    let mut ways = vec![0_u128; size + 1];
    ways[0] = 1;
    for piece in pieces {
        for sum in (piece..=size).rev() {
            ways[sum] += ways[sum - piece];
        }
    }
    ways[size]
}

/// Sets of `size` of `all` stars.
fn binomial(all: usize, size: usize) -> Option<u128> {
    (0..size as u128).try_fold(1_u128, |sets, taken| Some(sets.checked_mul(all as u128 - taken)? / (taken + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_for_any_board_is_that_of_the_built_in_one() {
        for kinds in [[5, 3, 2], [1, 1, 1], [0, 1, 3], [2, 0, 0], [10, 6, 4]] {
            let (known, found) = (only_kind(kinds), only_kind_on(&Shape::built_in(), kinds).unwrap());
            // equal up to a common factor
            for kind in 0..4 {
                assert_eq!(known[kind] * found.iter().sum::<u128>(), found[kind] * known.iter().sum::<u128>(), "{kinds:?}");
            }
        }
    }
}
