//! The generator: a tier becomes cups of dice, every ordered tuple of throws with a total in the tier's bracket being equally likely (decision Y2).
//!
//! ```text
//! word 1 -> what each cup shows:  (three of a kind, nothing, pair) with weight 1200 x 240 x 2880, and so on      (exact alias table)
//! word 2 -> which throw of each:  uniform among the 1200, the 240, the 2880, all three from one word
//! ```

use super::exact::{Deal, Throws};
use super::params::Bracket;
use super::visual::{COMBINATIONS, Combination, Throw, Visual};
use crate::random::{Radix, Weighted, WeightedError, Words};
use crate::spec::gcd;

/// Visuals whose words are taken together: first a word a visual for the deals, then one for the throws.
const GROUP: usize = 64;

/// Draws visuals of any tier.
#[derive(Clone, Debug)]
pub struct Generator<const CUPS: usize> {
    /// All throws, sorted by combination; longer than needed, so that 13 bits always find a place.
    throws: Box<[Throw; Throw::PLACES]>,
    /// By tier, the losing tier last.
    tiers: Vec<Draw<CUPS>>,
}

/// How one tier is drawn.
#[derive(Clone, Debug)]
struct Draw<const CUPS: usize> {
    choice: Weighted,
    deals: Vec<Pick<CUPS>>,
}

/// The throws of a deal: from where they stand in [`Generator::throws`], and how many they are, cup by cup.
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
        let mut sorted = Box::new([Throw::default(); Throw::PLACES]);
        let mut first = [0_u32; COMBINATIONS];
        let mut places = sorted.iter_mut();
        let mut taken = 0;
        for combination in Combination::ALL {
            first[combination.index()] = taken;
            for (throw, place) in throws.members(combination).iter().zip(&mut places) {
                *place = *throw;
                taken += 1;
            }
        }
        let counts = throws.counts();
        let tiers = tiers.into_iter().map(|deals| {
            // a common factor of the weights only costs random bits
            let common = deals.iter().fold(0, |common, deal| gcd(deal.plays, common));
            let weights: Vec<u64> = deals.iter().map(|deal| deal.plays / common.max(1)).collect();
            let choice = Weighted::new(&weights)?;
            let pick = |combinations: [Combination; CUPS]| {
                let which = Radix::new(combinations.map(|combination| counts[combination.index()])).ok_or(GeneratorError::TooManyPlays)?;
                Ok(Pick { first: combinations.map(|combination| first[combination.index()]), which })
            };
            Ok(Draw { choice, deals: deals.iter().map(|deal| pick(deal.combinations)).collect::<Result<_, GeneratorError>>()? })
        });
        let tiers = tiers.collect::<Result<_, GeneratorError>>()?;
        Ok(Self { throws: sorted, tiers })
    }

    /// Draws a visual of the tier at `tier` for each place of `visuals`, in order.
    ///
    /// Words are taken for a whole group of visuals at a time, even where the last group is not whole: so a visual does not depend on how many follow.
    #[inline(always)]
    pub fn fill(&self, tier: usize, source: &mut impl Words, visuals: &mut [Visual<CUPS>]) {
        let draw = &self.tiers[tier];
        // what the loop reads, at hand; without calls or branches in it a processor works on several visuals side by side
        let (throws, deals, choice) = (&*self.throws, draw.deals.as_slice(), draw.choice.columns());
        let mut words = [0; 2 * GROUP];
        for group in visuals.chunks_mut(GROUP) {
            source.fill(&mut words);
            let (choices, digits) = words.split_at(GROUP);
            let mut fair = true;
            for (visual, (&choosing, &word)) in group.iter_mut().zip(choices.iter().zip(digits)) {
                let (deal, deal_counts) = choice.candidate(choosing);
                let pick = &deals[deal];
                let (which, digits_count) = pick.which.candidate(word);
                *visual = reveal(throws, pick, which);
                fair &= deal_counts & digits_count;
            }
            if !fair {
                self.draw_again(draw, source, &words, group);
            }
        }
    }

    /// Replaces the deals, and then the throws, whose word was refused: fewer than one in ten thousand.
    #[cold]
    #[inline(never)]
    fn draw_again(&self, draw: &Draw<CUPS>, source: &mut impl Words, words: &[u64; 2 * GROUP], visuals: &mut [Visual<CUPS>]) {
        let (choices, digits) = words.split_at(GROUP);
        // all deals first: the order in which further words are taken
        let mut deals = [0; GROUP];
        for (deal, &word) in deals.iter_mut().zip(choices) {
            *deal = draw.choice.outcome_of(word).unwrap_or_else(|| draw.choice.draw(source));
        }
        for (visual, (&deal, &word)) in visuals.iter_mut().zip(deals.iter().zip(digits)) {
            let pick = &draw.deals[deal];
            *visual = reveal(&self.throws, pick, pick.which.digits_of(word).unwrap_or_else(|| pick.which.draw(source)));
        }
    }
}

/// The throws of a deal.
#[inline(always)]
fn reveal<const CUPS: usize>(throws: &[Throw; Throw::PLACES], pick: &Pick<CUPS>, which: [u64; CUPS]) -> Visual<CUPS> {
    let mut visual = Visual::default();
    for (throw, (&first, which)) in visual.0.iter_mut().zip(pick.first.iter().zip(which)) {
        *throw = throws[place(first, which)];
    }
    visual
}

#[cfg(test)]
impl<const CUPS: usize> Generator<CUPS> {
    /// Every visual that a tier can draw, once for each (deal, throws) that leads to it, with its probability times the number of plays of the tier.
    #[allow(clippy::missing_panics_doc)] // a test
    pub fn enumerate(&self, tier: usize, mut each: impl FnMut(u128, Visual<CUPS>)) {
        let draw = &self.tiers[tier];
        let weights: Vec<u128> = draw.choice.rebuilt().into_iter().map(u128::from).collect();
        let plays: Vec<u128> = draw.deals.iter().map(|pick| pick.which.bounds().iter().map(|&bound| u128::from(bound)).product()).collect();
        let (all_weights, all_plays) = (weights.iter().sum::<u128>(), plays.iter().sum::<u128>());
        for ((pick, &plays), &weight) in draw.deals.iter().zip(&plays).zip(&weights) {
            assert_eq!(weight * all_plays % (plays * all_weights), 0, "a deal is drawn in proportion to its plays");
            for number in 0..plays {
                let mut rest = number;
                let throws = std::array::from_fn(|cup| {
                    let bound = u128::from(pick.which.bounds()[cup]);
                    let which = u64::try_from(rest % bound).unwrap_or(u64::MAX);
                    rest /= bound;
                    self.throws[place(pick.first[cup], which)]
                });
                each(weight * all_plays / (plays * all_weights), Visual(throws));
            }
        }
    }
}

/// A place in the list of throws; both numbers together are below 7 776.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // 13 bits are kept
fn place(first: u32, which: u64) -> usize {
    first.wrapping_add(which as u32) as usize & (Throw::PLACES - 1)
}
