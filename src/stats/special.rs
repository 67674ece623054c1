//! The normal and the chi-square law, and the pieces of the discrete ones: every tail keeps its relative accuracy.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// The 0.975 quantile of the normal law: the half-width of a 95 % range in standard errors.
pub const Z_95: f64 = 1.959_963_984_540_054;
/// The 0.95 quantile of the normal law: the volatility index' default, 90 %.
pub const Z_90: f64 = 1.644_853_626_951_472_2;

/// The upper tail of the standard normal law.
#[must_use]
pub fn normal_tail(z: f64) -> f64 {
    Normal::standard().sf(z)
}

/// Both tails of the standard normal law beyond `|z|`.
#[must_use]
pub fn normal_two_sided(z: f64) -> f64 {
    (2.0 * normal_tail(z.abs())).min(1.0)
}

/// The quantile of the standard normal law; `p` strictly between 0 and 1.
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

/// The upper tail of the chi-square law.
#[must_use]
pub fn chi_square_tail(statistic: f64, degrees_of_freedom: f64) -> f64 {
    if degrees_of_freedom <= 0.0 || statistic <= 0.0 {
        return 1.0;
    }
    ChiSquared::new(degrees_of_freedom).map_or(1.0, |law| law.sf(statistic)).clamp(0.0, 1.0)
}
