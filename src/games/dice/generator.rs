//! The generator: a tier becomes cups of dice, every ordered tuple of throws with a total in the tier's bracket being equally likely (decision Y2).
//!
//! ```text
//! word 1 -> what each cup shows:  (three of a kind, nothing, pair) with weight 1200 x 240 x 2880, and so on      (exact alias table)
//! word 2 -> which throw of each:  uniform among the 1200, the 240, the 2880, all three from one word
//! ```
//!
//! Losing plays, most of all plays, need one word: see [`super::pieces`].

use super::exact::{Deal, Throws};
use super::params::Bracket;
use super::pieces::Pieces;
use super::visual::{COMBINATIONS, Combination, Throw, Visual};
use crate::random::{Radix, Weighted, WeightedError, Words};
use crate::spec::gcd;

/// Visuals whose words are taken together.
pub const GROUP: usize = 64;

/// Draws visuals of any tier.
#[derive(Clone, Debug)]
pub struct Generator<const CUPS: usize> {
    shelf: Shelf,
    /// By tier, the losing tier last.
    tiers: Vec<Draw<CUPS>>,
}

/// All throws, sorted by combination.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// Longer than needed, so that 13 bits always find a place.
    throws: Box<[Throw; Throw::PLACES]>,
    /// Where those of each combination begin.
    first: [u32; COMBINATIONS],
}

/// How one tier is drawn.
#[derive(Clone, Debug)]
enum Draw<const CUPS: usize> {
    Pieces(Pieces<CUPS>),
    Deals(Deals<CUPS>),
}

/// What the cups show, by weight, and then the throws.
#[derive(Clone, Debug)]
struct Deals<const CUPS: usize> {
    choice: Weighted,
    deals: Vec<Pick<CUPS>>,
}

/// The throws of a deal: where they begin on the shelf, and how many they are, cup by cup.
#[derive(Clone, Copy, Debug)]
struct Pick<const CUPS: usize> {
    first: [u32; CUPS],
    which: Radix<CUPS>,
}

/// Why a tier has no visual to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeneratorError {
    /// Nothing can be shown, or the weights are too large.
    #[error(transparent)]
    Weights(#[from] WeightedError),
    /// A deal of more than 2^64 plays, which four cups cannot make.
    #[error("a deal has too many plays")]
    TooManyPlays,
}

impl Shelf {
    fn new(throws: &Throws) -> Self {
        let mut shelf = Self { throws: Box::new([Throw::default(); Throw::PLACES]), first: [0; COMBINATIONS] };
        let mut places = shelf.throws.iter_mut();
        let mut taken = 0;
        for combination in Combination::ALL {
            shelf.first[combination.index()] = taken;
            for (throw, place) in throws.members(combination).iter().zip(&mut places) {
                *place = *throw;
                taken += 1;
            }
        }
        shelf
    }

    /// Where the throws of a combination begin.
    pub const fn first(&self, combination: Combination) -> u32 {
        self.first[combination.index()]
    }

    /// The throws, at hand for a loop.
    #[inline(always)]
    pub fn throws(&self) -> &[Throw; Throw::PLACES] {
        &self.throws
    }
}

/// Makes a visual of the throws so many places after those given, cup by cup; both numbers of a cup together are below 7 776.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // 13 bits are kept
pub fn reveal<const CUPS: usize>(throws: &[Throw; Throw::PLACES], first: &[u32; CUPS], which: [u64; CUPS], visual: &mut Visual<CUPS>) {
    for (throw, (&first, which)) in visual.0.iter_mut().zip(first.iter().zip(which)) {
        *throw = throws[first.wrapping_add(which as u32) as usize & (Throw::PLACES - 1)];
    }
}

impl<const CUPS: usize> Generator<CUPS> {
    /// The generator for the brackets shown by each tier.
    ///
    /// # Errors
    /// When a bracket cannot be drawn from, which checked brackets always can.
    pub fn new(throws: &Throws, shown: &[Bracket]) -> Result<Self, GeneratorError> {
        Self::of_deals(throws, shown.iter().map(|&bracket| throws.deals(bracket)))
    }

    /// The generator for the deals that each tier may show.
    ///
    /// # Errors
    /// When a tier has no deal.
    pub fn of_deals(throws: &Throws, tiers: impl IntoIterator<Item = Vec<Deal<CUPS>>>) -> Result<Self, GeneratorError> {
        let shelf = Shelf::new(throws);
        let counts = throws.counts();
        let draw = |deals: Vec<Deal<CUPS>>| match Pieces::new(&shelf, &counts, &deals) {
            Some(pieces) => Ok(Draw::Pieces(pieces)),
            None => Deals::new(&shelf, &counts, &deals).map(Draw::Deals),
        };
        let tiers = tiers.into_iter().map(draw).collect::<Result<_, GeneratorError>>()?;
        Ok(Self { shelf, tiers })
    }

    /// Draws a visual of the tier at `tier` for each place of `visuals`, in order.
    ///
    /// Words are taken for a whole group of visuals at a time, even where the last group is not whole: so a visual does not depend on how many follow.
    #[inline(always)]
    pub fn fill(&self, tier: usize, source: &mut impl Words, visuals: &mut [Visual<CUPS>]) {
        match &self.tiers[tier] {
            Draw::Pieces(pieces) => pieces.fill(&self.shelf, source, visuals),
            Draw::Deals(deals) => deals.fill(&self.shelf, source, visuals),
        }
    }
}

impl<const CUPS: usize> Deals<CUPS> {
    fn new(shelf: &Shelf, counts: &[u64; COMBINATIONS], deals: &[Deal<CUPS>]) -> Result<Self, GeneratorError> {
        // a common factor of the weights only costs random bits
        let common = deals.iter().fold(0, |common, deal| gcd(deal.plays, common));
        let weights: Vec<u64> = deals.iter().map(|deal| deal.plays / common.max(1)).collect();
        let choice = Weighted::new(&weights)?;
        let pick = |combinations: [Combination; CUPS]| {
            let which = Radix::new(combinations.map(|combination| counts[combination.index()])).ok_or(GeneratorError::TooManyPlays)?;
            Ok(Pick { first: combinations.map(|combination| shelf.first(combination)), which })
        };
        Ok(Self { choice, deals: deals.iter().map(|deal| pick(deal.combinations)).collect::<Result<_, GeneratorError>>()? })
    }

    /// Two words a visual: first those of a group for the deals, then those for the throws.
    #[inline(always)]
    fn fill(&self, shelf: &Shelf, source: &mut impl Words, visuals: &mut [Visual<CUPS>]) {
        // what the loop reads, at hand; without calls or branches in it a processor works on several visuals side by side
        let (throws, deals, choice) = (shelf.throws(), self.deals.as_slice(), self.choice.columns());
        let mut words = [0; 2 * GROUP];
        for group in visuals.chunks_mut(GROUP) {
            source.fill(&mut words);
            let (choices, digits) = words.split_at(GROUP);
            let mut fair = true;
            for (visual, (&choosing, &word)) in group.iter_mut().zip(choices.iter().zip(digits)) {
                let (deal, deal_counts) = choice.candidate(choosing);
                let pick = &deals[deal];
                let (which, digits_count) = pick.which.candidate(word);
                reveal(throws, &pick.first, which, visual);
                fair &= deal_counts & digits_count;
            }
            if !fair {
                self.draw_again(shelf, source, &words, group);
            }
        }
    }

    /// Replaces the deals, and then the throws, whose word was refused: fewer than one in ten thousand.
    #[cold]
    #[inline(never)]
    fn draw_again(&self, shelf: &Shelf, source: &mut impl Words, words: &[u64; 2 * GROUP], visuals: &mut [Visual<CUPS>]) {
        let (choices, digits) = words.split_at(GROUP);
        // all deals first: the order in which further words are taken
        let mut deals = [0; GROUP];
        for (deal, &word) in deals.iter_mut().zip(choices) {
            *deal = self.choice.outcome_of(word).unwrap_or_else(|| self.choice.draw(source));
        }
        for (visual, (&deal, &word)) in visuals.iter_mut().zip(deals.iter().zip(digits)) {
            let pick = &self.deals[deal];
            reveal(shelf.throws(), &pick.first, pick.which.digits_of(word).unwrap_or_else(|| pick.which.draw(source)), visual);
        }
    }
}

#[cfg(test)]
impl<const CUPS: usize> Generator<CUPS> {
    /// Whether one word a visual draws a tier.
    #[must_use]
    pub fn in_pieces(&self, tier: usize) -> bool {
        matches!(self.tiers[tier], Draw::Pieces(_))
    }

    /// Every visual that a tier can draw, once for each way that leads to it, with its probability times the number of plays of the tier.
    #[allow(clippy::missing_panics_doc)] // a test
    pub fn enumerate(&self, tier: usize, mut each: impl FnMut(u128, Visual<CUPS>)) {
        // each part of the tier (a deal, a piece): its weight, where its throws begin, how many
        let parts: Vec<(u128, [u32; CUPS], [u64; CUPS])> = match &self.tiers[tier] {
            Draw::Pieces(pieces) => pieces.all().map(|(first, bounds)| (1, first, bounds)).collect(),
            Draw::Deals(deals) => {
                let weights = deals.choice.rebuilt().into_iter().map(u128::from);
                deals.deals.iter().zip(weights).map(|(pick, weight)| (weight, pick.first, pick.which.bounds())).collect()
            }
        };
        let plays_of = |bounds: &[u64; CUPS]| bounds.iter().map(|&bound| u128::from(bound)).product::<u128>();
        let all_weights: u128 = parts.iter().map(|(weight, ..)| weight).sum();
        let all_plays: u128 = parts.iter().map(|(.., bounds)| plays_of(bounds)).sum();
        for (weight, first, bounds) in parts {
            let plays = plays_of(&bounds);
            assert_eq!(weight * all_plays % (plays * all_weights), 0, "a part is drawn in proportion to its plays");
            for number in 0..plays {
                let mut rest = number;
                let which = bounds.map(|bound| {
                    let digit = u64::try_from(rest % u128::from(bound)).unwrap_or(u64::MAX);
                    rest /= u128::from(bound);
                    digit
                });
                let mut visual = Visual::default();
                reveal(self.shelf.throws(), &first, which, &mut visual);
                each(weight * all_plays / (plays * all_weights), visual);
            }
        }
    }
}
