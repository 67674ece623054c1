//! From whole counts to figures: every figure with its exact value, its interval and what the interval is.
//!
//! Knows no game and prints nothing. Floats begin here.

mod model;

pub use model::{Convergence, Figure, Job, Report, TargetRow, Test, TierRow, VerdictLevel};
