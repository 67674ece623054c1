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
    let plays: u64 = counts.iter().map(|&(_, count)| count).sum();
    let sum: i128 = counts.iter().map(|&(prize, count)| i128::from(prize) * i128::from(count)).sum();
    let (n, total) = (Wide::from(plays), Wide::from(sum));
    let mut power_sums = [Wide::ZERO; 3];
    for &(prize, count) in counts.iter().filter(|&&(_, count)| count > 0) {
        let deviation = n * Wide::from(i128::from(prize)) - total;
        let mut term = Wide::from(count) * deviation;
        for power_sum in &mut power_sums {
            term = term * deviation;
            *power_sum = *power_sum + term;
        }
    }
    let [second, third, fourth] = power_sums;
    let spread = !second.is_zero();
    let scale = second.to_f64();
    Moments {
        plays,
        sum,
        mean: total.ratio(n),
        variance: second.ratio(n.power(3)),
        skewness: spread.then(|| (plays as f64).sqrt() * (third.to_f64() / scale) / scale.sqrt()),
        kurtosis: spread.then(|| (n * fourth).to_f64() / scale / scale),
    }
}
