//! The referee: scores cups of dice by articles 4.4 to 4.6 alone. No randomness, and nothing of the generator's.

use super::params::Params;
use super::visual::{COMBINATIONS, Combination, DICE, Throw, Visual};
use crate::game::Verdict;
use crate::money::Cents;
use crate::prize::PrizeTable;

/// What one cup shows and scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// Its highest combination.
    pub combination: Combination,
    /// The points of it.
    pub points: u16,
}

/// What the referee saw of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence<const CUPS: usize> {
    /// The highest combination of each cup.
    pub combinations: [Combination; CUPS],
    /// The point total of the cups.
    pub points: u16,
}

impl<const CUPS: usize> Default for Evidence<CUPS> {
    fn default() -> Self {
        Self { combinations: [Combination::Nothing; CUPS], points: 0 }
    }
}

/// Whether five dice make a combination (article 4.4): a better one counts as each combination it contains.
#[must_use]
#[allow(clippy::naive_bytecount)] // five bytes
pub fn makes(dice: [u8; DICE], combination: Combination) -> bool {
    let with_value = |value: u8| dice.iter().filter(|&&die| die == value).count();
    let values_with = |least: usize| (1..=6).filter(|&value| with_value(value) >= least).count();
    let run_of = |length: u8| (1..=7 - length).any(|low| (low..low + length).all(|value| dice.contains(&value)));
    match combination {
        Combination::Nothing => true,
        Combination::Pair => values_with(2) >= 1,
        Combination::TwoPairs => values_with(2) == 2,
        Combination::ThreeOfAKind => values_with(3) >= 1,
        Combination::FullHouse => values_with(3) == 1 && values_with(2) == 2,
        Combination::SmallStraight => run_of(4),
        Combination::FourOfAKind => values_with(4) >= 1,
        Combination::LargeStraight => run_of(5),
        Combination::FiveOfAKind => values_with(5) == 1,
    }
}

/// Scores one cup, slowly: "in each zone, only the highest combination counts" (article 4.4). Of two combinations with equal points, the later of the article.
#[must_use]
pub fn score(dice: [u8; DICE], points: &[u16; COMBINATIONS]) -> Hand {
    let made = Combination::ALL.into_iter().filter(|&combination| makes(dice, combination));
    let hands = made.map(|combination| Hand { combination, points: points[combination.index()] });
    hands.max_by_key(|hand| (hand.points, hand.combination)).unwrap_or_default()
}

/// The referee of a game at one stake: [`score`] of every throw, made once, and the prize of every total.
#[derive(Clone, Debug)]
pub struct Referee {
    /// The hand of each throw, by code.
    hands: Vec<Hand>,
    /// What each point total pays, by total.
    prizes: Vec<Cents>,
}

impl Referee {
    /// The referee for the points and brackets of `params` and the prizes of `table`, whose winning tiers are in the order of the brackets.
    #[must_use]
    pub fn new(params: &Params, table: &PrizeTable) -> Self {
        let hands = Throw::all().map(|throw| score(throw.dice(), &params.points)).collect();
        let highest = params.totals().last().copied().unwrap_or(0);
        let prizes = (0..=highest).map(|total| prize_of(total, params, table)).collect();
        Self { hands, prizes }
    }

    /// What a throw scores.
    #[must_use]
    #[inline]
    pub fn hand(&self, throw: Throw) -> Hand {
        self.hands[usize::from(throw.code())]
    }

    /// What a play shows and pays.
    #[must_use]
    #[inline]
    pub fn judge<const CUPS: usize>(&self, visual: &Visual<CUPS>) -> Verdict<Evidence<CUPS>> {
        let hands = visual.0.map(|throw| self.hand(throw));
        let points = hands.iter().map(|hand| hand.points).sum::<u16>();
        Verdict {
            prize: self.prizes[usize::from(points)],
            ambiguous: false,
            evidence: Evidence { combinations: hands.map(|hand| hand.combination), points },
        }
    }
}

/// The prize of a point total (articles 4.5 and 4.6): that of its bracket, and nothing outside all brackets.
fn prize_of(total: u16, params: &Params, table: &PrizeTable) -> Cents {
    let tier = params.brackets.iter().position(|bracket| bracket.holds(total));
    tier.map_or(Cents::ZERO, |tier| table.tiers()[tier].prize)
}
