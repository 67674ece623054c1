//! Tests of more than one file: recorded values, enumeration, whole reports, calibration, power.
// counts of a test fit the types they are cast to
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_possible_wrap)]

/// METHODOLOGY.md with its line breaks taken out: the numbers it quotes are checked where they are found.
pub fn methodology() -> String {
    include_str!("../../../METHODOLOGY.md").split_whitespace().collect::<Vec<_>>().join(" ")
}

mod calibration;
mod moment_range;
mod paid_sum;
mod power;
mod recorded;
pub mod runs;
pub mod tables;
mod whole;
