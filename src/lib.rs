//! `sim`: Monte-Carlo simulation and statistics for instant-win lottery games sold in finite blocks.
//!
//! A play's prize is drawn, without replacement, from a **block** with a fixed **prize table**; a **visual** is then
//! generated to reveal that prize, and an independent **referee** scores the visual again from the rule text alone.
//!
//! ```text
//! game.toml -> spec -> PrizeTable -+                                    +-> tables  -> results/
//!                                  +-> Game -> engine -> Tally -> Report
//!           Plan{seed, plays} -----+           \-> run file <-/         +-> charts  -> notebooks-out/
//! ```
//!
//! The modules below are in reading order; each may import only those of a lower floor (F0 is the lowest), and
//! `tests/floors.rs` keeps it so. No float is computed below [`stats`].
#![deny(clippy::float_arithmetic)]

// the ground: how code runs
pub mod vector;
// F0: nouns without a game
pub mod bitboard;
pub mod json;
pub mod money;
pub mod random;
// F1: numbers of plays as people write them; the prize table and the draw without replacement
pub mod plays;
pub mod prize;
// F2: what is read from a game file, what is counted
pub mod spec;
pub mod tally;
// F3: what a game is
pub mod game;
// F4: the stages that run games, and the games
pub mod engine;
pub mod games;
// F5: from counts to figures
pub mod run_file;
#[allow(clippy::float_arithmetic)]
pub mod stats;
// F6: what people and programs read
#[allow(clippy::float_arithmetic)]
pub mod report;
