//! The registry of games: one line a built-in game, one arm a mechanic.

pub mod dice;
pub mod gems;
pub mod stars;
pub mod table;
pub mod template;

use crate::game::{Playable, VisualError};
use crate::money::{Cents, grouped};
use crate::spec::{Findings, GameFile, NoSuchStake, Offer};
use crate::tally::{Observable, Sources, Tally};

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

/// A play explained: what it shows, what of it pays, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trace {
    /// Dice in cups.
    Dice(dice::Trace),
    /// Stars in one or two sets.
    Stars(stars::Trace),
    /// Gems in throws, and a wheel.
    Gems(gems::Trace),
}

impl Trace {
    /// What the play pays.
    #[must_use]
    pub const fn prize(&self) -> Cents {
        match self {
            Self::Dice(trace) => trace.prize,
            Self::Stars(trace) => trace.prize,
            Self::Gems(trace) => trace.prize,
        }
    }
}

/// Explains plays of a game at one stake, slowly, from the rules alone: it knows neither the prize drawn nor the generator.
#[derive(Clone, Debug)]
pub enum Tracer {
    /// Dice in cups.
    Dice(dice::Tracer),
    /// Stars.
    Stars(stars::Tracer),
    /// Gems.
    Gems(gems::Tracer),
}

impl Tracer {
    /// Explains the play of a line of JSON, as `sim show` writes it.
    ///
    /// # Errors
    /// When the line is no visual of the game.
    pub fn trace(&self, line: &str) -> Result<Trace, VisualError> {
        match self {
            Self::Dice(tracer) => tracer.trace(line).map(Trace::Dice),
            Self::Stars(tracer) => tracer.trace(line).map(Trace::Stars),
            Self::Gems(tracer) => tracer.trace(line).map(Trace::Gems),
        }
    }
}

/// The tracer of a game at one stake (the lowest for `None`).
///
/// # Errors
/// A mistake in the section of the mechanic, or a stake there is not.
pub fn tracer(file: &GameFile, stake: Option<Cents>) -> Result<Tracer, BuildError> {
    let offer = file.offer(stake)?;
    Ok(match file.mechanic.value.as_str() {
        "dice" => Tracer::Dice(dice::Tracer::new(file, offer)?),
        "stars" => Tracer::Stars(stars::Tracer::new(file, offer)?),
        "gems" => Tracer::Gems(gems::Tracer::new(file, offer)?),
        _ if !file.has_visual() => {
            let mut findings = Findings::default();
            findings.error(file.mechanic.span.clone(), table::no_visual(&file.id), table::NO_VISUAL_HELP);
            return Err(findings.into());
        }
        _ => return Err(unplayed(file).into()),
    })
}

/// What the prizes of a game come from, at one stake (the lowest for `None`): exactly where that is known, and as it was seen in a run of `seed` with the counters of `tally`;
/// `None` for a game whose plays show no visual.
///
/// # Errors
/// A mistake in the section of the mechanic, or a stake there is not.
pub fn sources(file: &GameFile, stake: Option<Cents>, observables: &[Observable], tally: &Tally, seed: u64) -> Result<Option<Sources>, BuildError> {
    let offer = file.offer(stake)?;
    Ok(match file.mechanic.value.as_str() {
        "dice" => Some(dice::sources(file, offer, observables, tally)?),
        "stars" => Some(stars::sources(file, offer, seed)?),
        "gems" => Some(gems::sources(file, offer, tally)?),
        _ => None,
    })
}

fn unplayed(file: &GameFile) -> Findings {
    let mut findings = Findings::default();
    let mechanic = &file.mechanic;
    findings.error(mechanic.span.clone(), format!("`game.mechanic` is `{}`", mechanic.value), "this program does not play it");
    findings
}

fn assemble(file: &GameFile, offer: &Offer) -> Result<Box<dyn Playable>, Findings> {
    few_enough(file, offer)?;
    if file.has_visual() {
        drawable(file, offer)?;
    }
    match file.mechanic.value.as_str() {
        "dice" => dice::build(file, offer),
        "stars" => stars::build(file, offer),
        "gems" => gems::build(file, offer),
        _ if !file.has_visual() => Ok(table::build(file, offer)),
        _ => Err(unplayed(file)),
    }
}

/// Prizes of an offer, at most: of a prize table alone, and of a game with a visual, where each prize has counters of its own.
const MOST_PRIZES: [usize; 2] = [5_000, 200];

/// No offer has more prizes than can be told apart in a report.
fn few_enough(file: &GameFile, offer: &Offer) -> Result<(), Findings> {
    let mut findings = Findings::default();
    let most = MOST_PRIZES[usize::from(file.has_visual())];
    if offer.rows.len() > most {
        let help = if file.has_visual() {
            format!("games with a visual have at most {most}; `mechanic = \"table\"` plays larger prize tables, without a visual")
        } else {
            format!("list at most {most} different prizes")
        };
        findings.error(offer.span.clone(), format!("an offer with {} prizes", grouped(offer.rows.len() as u128)), help);
        return Err(findings);
    }
    Ok(())
}

/// What every mechanic with a visual asks of an offer.
fn drawable(file: &GameFile, offer: &Offer) -> Result<(), Findings> {
    let mut findings = Findings::default();
    for tier in 1..offer.rows.len() {
        let prizes = offer.table.tiers();
        if prizes[tier].prize == prizes[tier - 1].prize {
            findings.error(
                offer.rows[tier].clone(),
                format!("{} is paid in two kinds, {} and {}", file.amount(prizes[tier].prize), offer.kind(tier - 1).word(), offer.kind(tier).word()),
                "a visual shows what is won, not in which kind: give them different values, or use `mechanic = \"table\"`",
            );
        }
    }
    if findings.has_errors() { Err(findings) } else { Ok(()) }
}
