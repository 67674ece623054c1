//! Tests of Star Color.

mod agreement;
mod boards;
mod distribution;
mod enumeration;
mod faults;
mod record;
mod referee;
mod slow;
mod spec;
mod speed;
mod stream;
mod trace;
mod ways;
mod words;

use super::referee::Evidence;
use super::visual::Visual;
use super::{STAR_COLOR, Stars};
use crate::game::{Game, Verdict};
use crate::money::Cents;
use crate::spec::GameFile;

/// Star Color at a stake.
pub fn game(stake: &str) -> Stars {
    variant(stake, STAR_COLOR)
}

/// A changed game file at a stake.
pub fn variant(stake: &str, text: &str) -> Stars {
    let file = GameFile::read(text).unwrap_or_else(|findings| panic!("{}", findings.listing("star-color.toml", text)));
    let offer = file.offer(Some(Cents::parse(stake).unwrap())).unwrap();
    Stars::new(&file, offer).unwrap_or_else(|findings| panic!("{}", findings.listing("star-color.toml", text)))
}

/// What the referee says of one visual.
pub fn verdict_of(game: &Stars, visual: &Visual) -> Verdict<Evidence> {
    let mut verdicts = [Verdict::default()];
    game.judge(std::slice::from_ref(visual), &mut verdicts);
    verdicts[0]
}
