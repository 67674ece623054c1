//! Intervals of an observed share: Clopper and Pearson's, from one trial to 10^17.

use super::count_law::CountLaw;
use super::special::normal_quantile;

/// The interval of a probability after `count` successes in `trials`, that covers with probability `coverage` or more whatever the probability (Clopper and Pearson 1934).
/// `seen 0 of n` has its upper bound; without trials nothing is known: (0, 1).
///
/// Solved on the exact binomial tails; where both successes and failures are 5 000 or more by the Cornish-Fisher expansion of the beta quantile, which is then within 1e-5 of a standard error.
#[must_use]
pub fn share_interval(count: u64, trials: u64, coverage: f64) -> (f64, f64) {
    let count = count.min(trials);
    if trials == 0 {
        return (0.0, 1.0);
    }
    if count > trials - count {
        let (low, high) = share_interval(trials - count, trials, coverage);
        return (1.0 - high, 1.0 - low);
    }
    let tail = 0.5 * (1.0 - coverage);
    if count >= 5_000 {
        let (successes, failures) = (count as f64, (trials - count) as f64);
        return (
            beta_quantile(successes, failures + 1.0, -normal_quantile(1.0 - tail)),
            beta_quantile(successes + 1.0, failures, normal_quantile(1.0 - tail)),
        );
    }
    let low = if count == 0 { 0.0 } else { solve(count, trials, tail, Side::Low) };
    let high = if count == 0 { -(tail.ln() / trials as f64).exp_m1() } else { solve(count, trials, tail, Side::High) };
    (low, high)
}

/// The interval of a sum per trial whose terms are dependent, so that its variance is `dispersion` times its mean: Garwood's Poisson interval of `count / dispersion`, scaled back.
/// For a dispersion of 1 and few successes this is [`share_interval`].
#[must_use]
pub fn dispersed_interval(count: u64, trials: u64, dispersion: f64, coverage: f64) -> (f64, f64) {
    if trials == 0 || dispersion <= 0.0 {
        let share = if trials == 0 { 0.0 } else { count as f64 / trials as f64 };
        return (share, if trials == 0 { 1.0 } else { share });
    }
    let z = normal_quantile(0.5 + 0.5 * coverage);
    let scaled = count as f64 / dispersion;
    // Wilson and Hilferty 1931: within 1e-2 of Garwood's limits from one success on, and far closer for more
    let limit = |shape: f64, z: f64| if shape <= 0.0 { 0.0 } else { shape * (1.0 - 1.0 / (9.0 * shape) + z / (3.0 * shape.sqrt())).max(0.0).powi(3) };
    let scale = dispersion / trials as f64;
    let high = if count == 0 { -(0.5 * (1.0 - coverage)).ln() } else { limit(scaled + 1.0, z) };
    (limit(scaled, -z) * scale, high * scale)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Low,
    High,
}

/// The probability under which `count` successes or more (fewer) have probability `tail`: Newton's method on the logarithms of both.
fn solve(count: u64, trials: u64, tail: f64, side: Side) -> f64 {
    let (c, n) = (count as f64, trials as f64);
    let z = normal_quantile(tail);
    let shape = if side == Side::Low { c } else { c + 1.0 };
    let signed = if side == Side::Low { z } else { -z };
    let mut p = (shape * (1.0 - 1.0 / (9.0 * shape) + signed / (3.0 * shape.sqrt())).max(1e-3).powi(3) / n).clamp(1e-300, 0.999);
    for _ in 0..100 {
        let tails = CountLaw::binomial(trials, p, 1.0 - p).tails(count);
        let (reached, slope) = match side {
            Side::Low => (tails.at + tails.above, c * tails.at),
            Side::High => (tails.at + tails.below, -(n - c) * tails.at * p / (1.0 - p)),
        };
        if reached <= 0.0 || slope == 0.0 {
            p = if side == Side::Low { (p * 1.5).min(0.5 * (p + 1.0)) } else { p * 0.7 };
            continue;
        }
        let step = ((tail.ln() - reached.ln()) * reached / slope).clamp(-1.0, 1.0);
        let next = (p * step.exp()).min(0.5 * (p + 1.0));
        let done = (next - p).abs() <= 1e-13 * p;
        p = next;
        if done {
            break;
        }
    }
    p
}

/// The quantile of a beta law whose standardised normal quantile is `z`, by the Cornish-Fisher expansion to the fourth cumulant.
fn beta_quantile(a: f64, b: f64, z: f64) -> f64 {
    let sum = a + b;
    let mean = a / sum;
    let spread = (a / sum * (b / sum) / (sum + 1.0)).sqrt();
    let skewness = 2.0 * (b - a) / (sum + 2.0) * ((sum + 1.0) / a / b).sqrt();
    let kurtosis = 6.0 * ((a - b) / a * ((a - b) / b) * (sum + 1.0) - (sum + 2.0)) / (sum + 2.0) / (sum + 3.0);
    let square = z * z;
    let w = z + skewness * (square - 1.0) / 6.0 + kurtosis * z * (square - 3.0) / 24.0 - skewness * skewness * z * (2.0 * square - 5.0) / 36.0;
    (mean + spread * w).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Limits recorded from `SciPy`'s and mpmath's beta quantiles: `tests/data/stats/shares.py`.
    const SHARES: &str = include_str!("../../tests/data/stats/shares.tsv");

    #[test]
    fn limits_agree_with_recorded_beta_quantiles() {
        for line in SHARES.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let (count, trials): (u64, u64) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
            let recorded: Vec<f64> = fields[2..].iter().map(|field| field.parse().unwrap()).collect();
            let found = share_interval(count, trials, 0.95);
            let share = count as f64 / trials as f64;
            let error = (share * (1.0 - share) / trials as f64).sqrt();
            for (found, &recorded) in [found.0, found.1].into_iter().zip(&recorded) {
                let allowed = if count.min(trials - count) >= 5_000 { 1e-5 * error + 1e-16 } else { 1e-10 * recorded };
                assert!((found - recorded).abs() <= allowed, "{count} of {trials}: {found:e} instead of {recorded:e}");
            }
        }
    }

    #[test]
    fn nothing_seen_still_has_a_bound() {
        let (low, high) = share_interval(0, 1_000_000_000, 0.95);
        assert_eq!(low, 0.0);
        assert!((high * 1e9 - 3.688_879).abs() < 1e-5, "{high}");
        assert_eq!(share_interval(0, 0, 0.95), (0.0, 1.0));
        assert_eq!(share_interval(7, 7, 0.95).1, 1.0);
    }

    #[test]
    fn a_dispersion_of_one_is_poisson() {
        // Garwood's limits for 10 events: 4.7954 .. 18.3904
        let (low, high) = dispersed_interval(10, 1_000_000, 1.0, 0.95);
        assert!((low * 1e6 - 4.7954).abs() < 0.02 && (high * 1e6 - 18.3904).abs() < 0.02, "{low} {high}");
        // twice the variance: the interval is wider
        let (wide_low, wide_high) = dispersed_interval(10, 1_000_000, 2.0, 0.95);
        assert!(wide_low < low && wide_high > high);
    }

    /// The expansion has the mean, the spread, the skewness and the kurtosis of the beta law, whose raw moments are products: `E X^k = prod (a + i) / (a + b + i)`.
    #[test]
    fn the_expansion_has_the_moments_of_the_beta_law() {
        for (a, b) in [(7.0, 30.0), (40.0, 9.0), (3.0, 3.0)] {
            let raw = |power: u32| (0..power).map(|i| (a + f64::from(i)) / (a + b + f64::from(i))).product::<f64>();
            let mean = raw(1);
            let variance = raw(2) - mean * mean;
            let third = raw(3) - 3.0 * mean * raw(2) + 2.0 * mean.powi(3);
            let fourth = raw(4) - 4.0 * mean * raw(3) + 6.0 * mean * mean * raw(2) - 3.0 * mean.powi(4);
            let (skewness, excess) = (third / variance.powf(1.5), fourth / variance / variance - 3.0);
            // Cornish and Fisher 1938
            for z in [-2.0_f64, 1.0, 2.5] {
                let w = z + skewness / 6.0 * (z.powi(2) - 1.0) + excess / 24.0 * (z.powi(3) - 3.0 * z)
                    - skewness.powi(2) / 36.0 * (2.0 * z.powi(3) - 5.0 * z);
                let (found, expected) = (beta_quantile(a, b, z), mean + variance.sqrt() * w);
                assert!((found - expected).abs() < 1e-10, "{a} {b} {z}: {found} {expected}");
            }
        }
    }
}
