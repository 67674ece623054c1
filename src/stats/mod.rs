//! From whole counts to figures: every figure with its exact value, its interval and what the interval is.
//!
//! Knows no game and prints nothing. Floats begin here.

mod convergence;
mod figures;
mod holm;
mod model;
mod moments;
mod report;
mod sample;
mod special;
mod targets;
mod tiers;
pub mod totals;
mod verdict;
mod wide;

pub use model::{Convergence, Figure, Job, Report, TargetRow, Test, TierRow, VerdictLevel};
pub use moments::{Moments, moments};
pub use report::report;
