//! Tests of the dice game: the referee against a twin, the generator against enumeration, and planted faults that must be caught.
#![allow(clippy::float_arithmetic)] // p-values, here only

mod exact;
mod faults;
mod generator;
mod goodness;
mod params;
mod play;
mod rate;
mod referee;
mod show;
mod trace;

use super::count::Pending;
use super::score;
use super::show::scoring_dice;
use super::{
    Bracket, COMBINATIONS, Combination, DICE, Deal, Dice, Evidence, FACES, FairDice, Features, Generator, Hand, Params, Referee, THROWS, Throw,
    Throws, Visual, YAMS,
};
use crate::game::{Game, Verdict, VisualError};
use crate::money::Cents;
use crate::prize::{PrizeTable, TierId};
use crate::random::{Lanes, Purpose};
use crate::spec::GameFile;
use crate::tally::Observable;

/// Yam's ! at a stake (the lowest for `None`), with its type.
fn yams(stake: Option<Cents>) -> Dice<3> {
    let file = GameFile::read(YAMS).unwrap();
    Dice::new(&file.id, &file.offer(stake).unwrap().table, &Params::read(&file).unwrap()).unwrap()
}

fn yams_params() -> Params {
    Params::read(&GameFile::read(YAMS).unwrap()).unwrap()
}

/// The throws of a cup with the points of Yam's !.
fn yams_throws() -> Throws {
    Throws::new(&yams_params().points)
}

/// Visuals of a tier from a test stream.
fn draw<const CUPS: usize>(game: &Dice<CUPS>, tier: TierId, seed: u64, plays: usize) -> Vec<Visual<CUPS>> {
    let mut visuals = vec![Visual::default(); plays];
    game.generate(tier, &mut Lanes::new(seed, Purpose::Test, u64::from(tier.0)), &mut visuals);
    visuals
}

/// Visuals judged.
fn judged<const CUPS: usize>(game: &Dice<CUPS>, visuals: &[Visual<CUPS>]) -> Vec<Verdict<Evidence<CUPS>>> {
    let mut verdicts = vec![Verdict::default(); visuals.len()];
    game.judge(visuals, &mut verdicts);
    verdicts
}
