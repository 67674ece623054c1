//! The registry of games: one line a built-in game, one arm a mechanic.

pub mod dice;
pub mod gems;
pub mod stars;

use crate::game::Playable;
use crate::money::Cents;
use crate::spec::{Findings, GameFile, NoSuchStake, Offer};

/// A built-in game: its id and the text of its game file.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// The id: `star-color`.
    pub id: &'static str,
    /// The game file.
    pub text: &'static str,
}

/// The built-in games, in the order `sim games` lists them.
#[rustfmt::skip]
pub const BUILT_IN: &[BuiltIn] = &[
    BuiltIn { id: "yams", text: dice::YAMS },
    BuiltIn { id: "star-color", text: stars::STAR_COLOR },
    BuiltIn { id: "diamond-river", text: gems::DIAMOND_RIVER },
];

/// Why a game cannot be built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// The game file is wrong.
    #[error("{0}")]
    Findings(Findings),
    /// The game is not sold at this stake.
    #[error(transparent)]
    Stake(#[from] NoSuchStake),
}

impl From<Findings> for BuildError {
    fn from(findings: Findings) -> Self {
        Self::Findings(findings)
    }
}

/// The text of a built-in game's file.
#[must_use]
pub fn built_in(id: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|game| game.id == id).map(|game| game.text)
}

/// Checks the whole game file, all mistakes of all sections and all stakes at once; what is only worth a look is in the file's `warnings`.
///
/// # Errors
/// Every mistake, with its place.
pub fn check(text: &str) -> Result<GameFile, Findings> {
    let (file, mut findings) = GameFile::read_as_far_as_possible(text);
    let Some(file) = file else { return Err(findings) };
    let strict = GameFile { strict: true, ..file.clone() };
    for offer in &file.offers {
        if let Err(more) = assemble(&strict, offer) {
            findings.absorb(more);
        }
    }
    if findings.has_errors() { Err(findings) } else { Ok(GameFile { warnings: findings, ..file }) }
}

/// Builds the game at one stake (the lowest for `None`).
///
/// # Errors
/// A mistake in the section of the mechanic, or a stake there is not.
pub fn build(file: &GameFile, stake: Option<Cents>) -> Result<Box<dyn Playable>, BuildError> {
    Ok(assemble(file, file.offer(stake)?)?)
}

fn assemble(file: &GameFile, offer: &Offer) -> Result<Box<dyn Playable>, Findings> {
    let mut findings = Findings::default();
    match file.mechanic.value.as_str() {
        "dice" => return dice::build(file, offer),
        "stars" => return stars::build(file, offer),
        "gems" => return gems::build(file, offer),
        other => findings.error(file.mechanic.span.clone(), format!("`game.mechanic` is `{other}`"), "this program does not play it"),
    }
    Err(findings)
}
