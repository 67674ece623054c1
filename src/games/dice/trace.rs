//! A play explained, slowly: which dice score, cup by cup, and the bracket of their total. For pictures, from the rule text's own scoring.

use super::params::{Bracket, MAX_CUPS, Params};
use super::referee::score;
use super::show::{read_json, scoring_dice};
use super::visual::{Combination, DICE, Visual};
use crate::game::VisualError;
use crate::money::Cents;
use crate::prize::PrizeTable;
use crate::spec::{Findings, GameFile, Offer};

/// One cup, explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cup {
    /// The five dice in the order they fell.
    pub dice: [u8; DICE],
    /// Which of them make the combination.
    pub scoring: [bool; DICE],
    /// The highest combination (article 4.4).
    pub combination: Combination,
    /// Its points.
    pub points: u16,
}

/// A play, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The cups in their order.
    pub cups: Vec<Cup>,
    /// The point total (article 4.5).
    pub points: u16,
    /// The bracket the total lies in; `None` where the play loses.
    pub bracket: Option<Bracket>,
    /// What the bracket pays.
    pub prize: Cents,
}

/// Explains plays of a game at one stake.
#[derive(Clone, Debug)]
pub struct Tracer {
    params: Params,
    table: PrizeTable,
}

impl Tracer {
    /// The tracer of a game file at an offer of it.
    ///
    /// # Errors
    /// Every mistake in the section `[dice]`.
    pub fn new(file: &GameFile, offer: &Offer) -> Result<Self, Findings> {
        Ok(Self { params: Params::read(file)?, table: offer.table.clone() })
    }

    /// Explains the play of a line of JSON.
    ///
    /// # Errors
    /// When the line is no visual of the game.
    pub fn trace(&self, line: &str) -> Result<Trace, VisualError> {
        match self.params.cups {
            1 => read_json::<1>(line).map(|visual| self.explain(&visual)),
            2 => read_json::<2>(line).map(|visual| self.explain(&visual)),
            3 => read_json::<3>(line).map(|visual| self.explain(&visual)),
            _ => read_json::<MAX_CUPS>(line).map(|visual| self.explain(&visual)),
        }
    }

    pub(super) fn explain<const CUPS: usize>(&self, visual: &Visual<CUPS>) -> Trace {
        let cup = |dice: [u8; DICE]| {
            let hand = score(dice, &self.params.points);
            Cup { dice, scoring: scoring_dice(dice, hand.combination), combination: hand.combination, points: hand.points }
        };
        let cups: Vec<Cup> = visual.0.iter().map(|throw| cup(throw.dice())).collect();
        let points = cups.iter().map(|cup| cup.points).sum();
        let tier = self.params.brackets.iter().position(|bracket| bracket.holds(points));
        let prize = tier.and_then(|tier| self.table.tiers().get(tier)).map_or(Cents::ZERO, |tier| tier.prize);
        Trace { cups, points, bracket: tier.map(|tier| self.params.brackets[tier]), prize }
    }
}
