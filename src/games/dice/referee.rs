//! The referee: scores cups of dice by articles 4.4 to 4.6 alone. No randomness, and nothing of the generator's.

use super::params::{MAX_CUPS, Params};
use super::visual::{COMBINATIONS, Combination, DICE, Throw, Visual};
use crate::game::Verdict;
use crate::money::Cents;
use crate::prize::PrizeTable;

/// What one cup shows and scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// The highest combination.
    pub combination: Combination,
    /// What it scores.
    pub points: u16,
}

/// A length of tables by [`Evidence::place`].
#[allow(clippy::cast_possible_truncation)] // 4
pub const EVIDENCE_PLACES: usize = COMBINATIONS.pow(MAX_CUPS as u32).next_power_of_two();

/// What the referee saw of a play: the highest combination of each cup, as one number below `9^CUPS`, the first cup its last digit in base 9.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence<const CUPS: usize>(u16);

#[allow(clippy::cast_possible_truncation)] // 9^4 at most
impl<const CUPS: usize> Evidence<CUPS> {
    /// How many there are.
    pub const MANY: usize = COMBINATIONS.pow(CUPS as u32);

    /// Each of them, in the order of their numbers.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::MANY as u16).map(Self)
    }

    /// The number, below [`Evidence::MANY`].
    #[must_use]
    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The number, as a place in a table that is long enough without a look at its length.
    #[must_use]
    #[inline(always)]
    pub const fn place(self) -> usize {
        self.number() & (EVIDENCE_PLACES - 1)
    }

    /// The highest combination of each cup.
    #[must_use]
    pub fn combinations(self) -> [Combination; CUPS] {
        let mut rest = self.number();
        std::array::from_fn(|_| {
            let combination = Combination::ALL[rest % COMBINATIONS];
            rest /= COMBINATIONS;
            combination
        })
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
    Hand { combination: best, points: points[best.index()] }
}

/// The referee of a game at one stake: [`score`] of every throw, made once, and the prize of whatever the cups can show.
#[derive(Clone, Debug)]
pub struct Referee<const CUPS: usize> {
    /// The highest combination of each throw, by [`Throw::place`].
    combinations: Box<[u8; Throw::PLACES]>,
    /// What each combination scores.
    points: [u16; COMBINATIONS],
    /// What a play pays, by [`Evidence::place`].
    prizes: Box<[Cents; EVIDENCE_PLACES]>,
}

impl<const CUPS: usize> Referee<CUPS> {
    /// The referee for the points and brackets of `params` and the prizes of `table`, whose winning tiers are in the order of the brackets.
    #[must_use]
    #[allow(clippy::large_stack_arrays)] // 64 KB, once a game
    pub fn new(params: &Params, table: &PrizeTable) -> Self {
        let mut combinations = Box::new([0; Throw::PLACES]);
        for throw in Throw::all() {
            combinations[throw.place()] = score(throw.dice(), &params.points).combination as u8;
        }
        let mut referee = Self { combinations, points: params.points, prizes: Box::new([Cents::ZERO; EVIDENCE_PLACES]) };
        for evidence in Evidence::all() {
            referee.prizes[evidence.place()] = prize_of(referee.total(evidence), params, table);
        }
        referee
    }

    /// What a throw scores.
    #[cfg(test)]
    #[must_use]
    pub fn hand(&self, throw: Throw) -> Hand {
        self.scored(Combination::ALL[usize::from(self.combinations[throw.place()])])
    }

    /// What each cup shows and scores.
    #[must_use]
    pub fn hands(&self, evidence: Evidence<CUPS>) -> [Hand; CUPS] {
        evidence.combinations().map(|combination| self.scored(combination))
    }

    fn scored(&self, combination: Combination) -> Hand {
        Hand { combination, points: self.points[combination.index()] }
    }

    /// The point total of the cups (article 4.5).
    #[must_use]
    pub fn total(&self, evidence: Evidence<CUPS>) -> u16 {
        self.hands(evidence).iter().map(|hand| hand.points).sum()
    }

    /// What a play shows and pays.
    #[inline(always)]
    #[must_use]
    pub fn judge(&self, visual: &Visual<CUPS>) -> Verdict<Evidence<CUPS>> {
        self.at_hand().judge(visual)
    }

    /// The tables at hand, for a loop over many plays.
    #[inline(always)]
    #[must_use]
    pub fn at_hand(&self) -> AtHand<'_, CUPS> {
        AtHand { combinations: &self.combinations, prizes: &self.prizes }
    }
}

/// A referee whose tables a loop keeps in registers: else, for all the compiler knows, what the loop writes could be the tables.
#[derive(Clone, Copy, Debug)]
pub struct AtHand<'a, const CUPS: usize> {
    combinations: &'a [u8; Throw::PLACES],
    prizes: &'a [Cents; EVIDENCE_PLACES],
}

impl<const CUPS: usize> AtHand<'_, CUPS> {
    /// What a play shows and pays.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // 9
    pub fn judge(self, visual: &Visual<CUPS>) -> Verdict<Evidence<CUPS>> {
        const BASE: u16 = COMBINATIONS as u16;
        let shown = |throw: &Throw| u16::from(self.combinations[throw.place()]);
        let evidence = Evidence(visual.0.iter().rev().fold(0, |number, throw| BASE.wrapping_mul(number).wrapping_add(shown(throw))));
        Verdict { prize: self.prizes[evidence.place()], ambiguous: false, evidence }
    }
}

/// The prize of a point total (articles 4.5 and 4.6): that of its bracket, and nothing outside all brackets.
fn prize_of(total: u16, params: &Params, table: &PrizeTable) -> Cents {
    let tier = params.brackets.iter().position(|bracket| bracket.holds(total));
    tier.map_or(Cents::ZERO, |tier| table.tiers()[tier].prize)
}
