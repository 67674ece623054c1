//! The referee: scores cups of dice by articles 4.4 to 4.6 alone. No randomness, and nothing of the generator's.

use super::params::Params;
use super::visual::{COMBINATIONS, Combination, DICE, Throw, Visual};
use crate::game::Verdict;
use crate::money::Cents;
use crate::prize::PrizeTable;

/// What one cup shows and scores: its highest combination and the points of it, packed in 16 bits.
///
/// ```text
/// bit 15..10 the combination, bit 9..0 the points: up to four hands add up as numbers, and the low ten bits are the point total
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand(u16);

const POINT_BITS: u32 = 10;

impl Hand {
    /// A combination that scores `points`, at most [`MAX_POINTS`](super::MAX_POINTS).
    #[must_use]
    pub const fn new(combination: Combination, points: u16) -> Self {
        Self((combination as u16) << POINT_BITS | points)
    }

    /// The highest combination.
    #[must_use]
    pub fn combination(self) -> Combination {
        Combination::ALL[self.index()]
    }

    /// The number of the combination.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 >> POINT_BITS) as usize
    }

    /// The points.
    #[inline(always)]
    #[must_use]
    pub const fn points(self) -> u16 {
        self.0 & ((1 << POINT_BITS) - 1)
    }
}

/// What the referee saw of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence<const CUPS: usize> {
    /// What each cup shows and scores.
    pub hands: [Hand; CUPS],
}

impl<const CUPS: usize> Evidence<CUPS> {
    /// The point total of the cups (article 4.5).
    #[must_use]
    #[inline]
    pub fn points(&self) -> u16 {
        Hand(self.hands.iter().fold(0, |sum, hand| sum.wrapping_add(hand.0))).points()
    }
}

impl<const CUPS: usize> Default for Evidence<CUPS> {
    fn default() -> Self {
        Self { hands: [Hand::default(); CUPS] }
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
    let best = made.max_by_key(|combination| (points[combination.index()], *combination)).unwrap_or_default();
    Hand::new(best, points[best.index()])
}

/// The referee of a game at one stake: [`score`] of every throw, made once, and the prize of every total.
#[derive(Clone, Debug)]
pub struct Referee {
    /// The hand of each packed throw; longer than needed, so that 14 bits always find a place.
    hands: Box<[Hand; 1 << 14]>,
    /// What each point total pays, by total; as long as totals can be.
    prizes: Box<[Cents; 1 << POINT_BITS]>,
}

impl Referee {
    /// The referee for the points and brackets of `params` and the prizes of `table`, whose winning tiers are in the order of the brackets.
    #[must_use]
    #[allow(clippy::large_stack_arrays)] // 32 KiB, once a game
    pub fn new(params: &Params, table: &PrizeTable) -> Self {
        let mut hands = Box::new([Hand::default(); 1 << 14]);
        for throw in Throw::all() {
            hands[usize::from(throw.packed())] = score(throw.dice(), &params.points);
        }
        let mut prizes = Box::new([Cents::ZERO; 1 << POINT_BITS]);
        for (total, prize) in (0..).zip(prizes.iter_mut()) {
            *prize = prize_of(total, params, table);
        }
        Self { hands, prizes }
    }

    /// What a throw scores.
    #[inline(always)]
    #[must_use]
    pub fn hand(&self, throw: Throw) -> Hand {
        self.hands[usize::from(throw.packed()) & ((1 << 14) - 1)]
    }

    /// What a play shows and pays.
    #[inline(always)]
    #[must_use]
    pub fn judge<const CUPS: usize>(&self, visual: &Visual<CUPS>) -> Verdict<Evidence<CUPS>> {
        let evidence = Evidence { hands: visual.0.map(|throw| self.hand(throw)) };
        Verdict { prize: self.prizes[usize::from(evidence.points())], ambiguous: false, evidence }
    }
}

/// The prize of a point total (articles 4.5 and 4.6): that of its bracket, and nothing outside all brackets.
fn prize_of(total: u16, params: &Params, table: &PrizeTable) -> Cents {
    let tier = params.brackets.iter().position(|bracket| bracket.holds(total));
    tier.map_or(Cents::ZERO, |tier| table.tiers()[tier].prize)
}
