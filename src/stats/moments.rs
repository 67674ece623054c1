//! Moments of a prize: sums of powers in whole numbers, one division at the end, no cancellation.

use super::wide::Wide;

/// Mean and central moments of the prize of a play; moments divide by the number of plays (the table is the population).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Plays.
    pub plays: u64,
    /// The sum of the prizes, in cents.
    pub sum: i128,
    /// The mean prize in cents.
    pub mean: f64,
    /// The variance in cents squared.
    pub variance: f64,
    /// The third central moment over the third power of the standard deviation; `None` without variance.
    pub skewness: Option<f64>,
    /// The fourth central moment over the square of the variance (normal: 3); `None` without variance.
    pub kurtosis: Option<f64>,
}

/// The moments of plays given as (prize in cents, plays).
///
/// With `n` plays, sum `T` and `S_k = sum of plays * (n x - T)^k` in whole numbers: variance `S_2 / n^3`, skewness `sqrt(n) S_3 / S_2^(3/2)`,
/// kurtosis `n S_4 / S_2^2`.
#[must_use]
pub fn moments(counts: &[(i64, u64)]) -> Moments {
    // whole blocks give the very floats of the table: common factors of the counts are taken out first
    let common = counts.iter().fold(0, |common, &(_, count)| gcd(common, count)).max(1);
    let plays: u64 = counts.iter().map(|&(_, count)| count / common).sum();
    let sum: i128 = counts.iter().map(|&(prize, count)| i128::from(prize) * i128::from(count / common)).sum();
    let (n, total) = (Wide::from(plays), Wide::from(sum));
    let mut power_sums = [Wide::ZERO; 3];
    for &(prize, count) in counts.iter().filter(|&&(_, count)| count > 0) {
        let deviation = n * Wide::from(i128::from(prize)) - total;
        let mut term = Wide::from(count / common) * deviation;
        for power_sum in &mut power_sums {
            term = term * deviation;
            *power_sum = *power_sum + term;
        }
    }
    let [second, third, fourth] = power_sums;
    let spread = !second.is_zero();
    let scale = second.to_f64();
    Moments {
        plays: plays * common,
        sum: sum * i128::from(common),
        mean: total.ratio(n),
        variance: second.ratio(n.power(3)),
        skewness: spread.then(|| (plays as f64).sqrt() * (third.to_f64() / scale) / scale.sqrt()),
        kurtosis: spread.then(|| (n * fourth).to_f64() / scale / scale),
    }
}

/// The greatest common divisor; 0 for two zeros.
#[must_use]
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::tests::tables::{categories, diamond_river, star_color, yams};

    /// The reference values of the rules' reading: (table, return, SD / stake, skewness, kurtosis), all printed digits.
    #[test]
    fn the_three_tables_have_their_known_moments() {
        for (table, rtp, sd, skewness, kurtosis) in [
            (yams(), 0.7, "6.301643776", "714.1145084", "565935.1975"),
            (star_color(), 0.7, "20.12399563", "981.6538805", "975450.0472"),
            (diamond_river(), 3_273_751.0 / 4_365_000.0, "8.644117018", "1130.864433", "1348386.868"),
        ] {
            let found = moments(&categories(&table));
            let stake = table.stake().0 as f64;
            assert!((found.mean / stake - rtp).abs() < 1e-15);
            let digits = |number: f64, like: &str| {
                let decimals = like.split('.').nth(1).map_or(0, str::len);
                format!("{number:.decimals$}")
            };
            assert_eq!(digits(found.variance.sqrt() / stake, sd), sd);
            assert_eq!(digits(found.skewness.unwrap(), skewness), skewness);
            assert_eq!(digits(found.kurtosis.unwrap(), kurtosis), kurtosis);
        }
    }

    #[test]
    fn every_stake_has_the_same_shape() {
        let yams = categories(&yams());
        let doubled: Vec<(i64, u64)> = yams.iter().map(|&(prize, count)| (2 * prize, count)).collect();
        let (one, two) = (moments(&yams), moments(&doubled));
        assert_eq!((one.skewness, one.kurtosis), (two.skewness, two.kurtosis));
        assert!((two.variance / one.variance - 4.0).abs() < 1e-15);
    }

    #[test]
    fn whole_blocks_give_the_very_floats_of_the_table() {
        let block = categories(&diamond_river());
        for blocks in [1, 3, 7, 1_000, 666_667] {
            let run: Vec<(i64, u64)> = block.iter().map(|&(prize, count)| (prize, count * blocks)).collect();
            let (exact, found) = (moments(&block), moments(&run));
            assert_eq!((exact.mean, exact.variance, exact.skewness, exact.kurtosis), (found.mean, found.variance, found.skewness, found.kurtosis));
            assert_eq!(found.sum, exact.sum * i128::from(blocks));
        }
    }

    #[test]
    fn a_constant_has_no_variance_and_no_shape() {
        for prize in [0, 250, 1_000_000_000_000_000] {
            let found = moments(&[(prize, 999_999_999_999_999)]);
            assert_eq!((found.mean, found.variance, found.skewness, found.kurtosis), (prize as f64, 0.0, None, None));
        }
        assert_eq!(moments(&[]).variance, 0.0);
    }

    #[test]
    fn the_largest_amounts_keep_their_digits() {
        // two prizes, half each: mean m, SD d, skewness 0, kurtosis 1
        let top = 1_000_000_000_000_000;
        let found = moments(&[(top, 500_000_000_000_000), (top - 2, 500_000_000_000_000)]);
        assert_eq!((found.variance, found.skewness, found.kurtosis), (1.0, Some(0.0), Some(1.0)));
        // one top prize in 10^15: variance p (1 - p) top^2, skewness (1 - 2p) / sqrt(p (1 - p))
        let rare = moments(&[(top, 1), (0, 999_999_999_999_999)]);
        assert!((rare.variance / 1e15 - 1.0).abs() < 1e-14);
        assert!((rare.skewness.unwrap() / 1e7_f64.powf(15.0 / 14.0) - 1.0).abs() < 1e-12);
    }
}
