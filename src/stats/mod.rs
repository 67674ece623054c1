//! From whole counts to figures: every figure with its exact value, its interval and what the interval is.
//!
//! Knows no game and prints nothing. Floats begin here. Reading order:
//!
//! ```text
//! wide, moments        whole numbers until the last division        sample       whole blocks, the open block, what the referee scored
//! special, count_law   tails that keep their digits                 figures      return, hit frequency, variance and its kin
//! paid_sum             the law of the paid sum, rare prizes exact   tiers        counts of the prize table's rows
//! moment_range         the laws of observed moments                 targets, fit observables beside their laws
//! intervals            of an observed share                         holm, power  many tests at once; what would be found
//! convergence, par     the curve; the PAR sheet                     verdict, warnings, report
//! uniform              p-values against the line                parts        whose part of the return and of the variance
//! difference, compare  two runs or games side by side          shared       what two runs of one seed have in common
//! ```
// floats are compared where they hold whole numbers, copies of one another, or zero
#![allow(clippy::float_cmp)]

mod compare;
mod convergence;
mod count_law;
mod definitions;
mod difference;
mod figures;
mod fit;
mod holm;
mod intervals;
mod model;
mod moment_range;
mod moments;
mod paid_sum;
mod par;
mod parts;
mod power;
mod report;
pub mod rng;
mod sample;
mod shared;
mod special;
mod targets;
#[cfg(test)]
mod tests;
mod tiers;
pub mod totals;
mod uniform;
mod verdict;
mod warnings;
mod wide;

pub use compare::{Compared, Comparison, FigureDifference, TierDifference, ValueDifference, compare};
pub use count_law::{CountLaw, Tails};
pub use definitions::{Definitions, definitions};
pub use holm::{FAIL_BELOW, WARN_BELOW, holm};
pub use intervals::share_interval;
pub use model::{Convergence, Figure, Job, Report, TargetRow, Test, TierRow, VerdictLevel};
pub use moments::{Moments, moments};
pub use paid_sum::{Draw, PaidSum};
pub use par::{ParPrecision, ParReturn, ParSheet, ParTier, ParTotal, normal_return_range, par_sheet, volatility_index};
pub use parts::{Part, Parts, TierShares, parts, tier_shares};
pub use report::report;
pub use shared::Shared;
pub use uniform::{BAND, Ranked, Uniformity, band, uniformity};
