//! The generator: a tier becomes cups of dice, every ordered tuple of throws with a total in the tier's bracket being equally likely (decision Y2).
//!
//! ```text
//! word 1 -> what each cup shows:  (three of a kind, nothing, pair) with weight 1200 x 240 x 2880, and so on      (exact alias table)
//! word 2 -> which throw of each:  uniform among the 1200, the 240, the 2880, all three from one word
//! ```

use super::exact::Throws;
use super::params::Bracket;
use super::visual::{COMBINATIONS, Combination, Throw, Visual};
use crate::random::{Weighted, WeightedError, Words, below_each, below_each_of};
use crate::spec::gcd;

/// Visuals whose words are taken together.
const GROUP: usize = 64;

/// Draws visuals of any tier.
#[derive(Clone, Debug)]
pub struct Generator<const CUPS: usize> {
    /// All throws, sorted by combination.
    throws: Vec<Throw>,
    /// By tier, the losing tier last.
    tiers: Vec<Draw<CUPS>>,
}

/// How one tier is drawn.
#[derive(Clone, Debug)]
struct Draw<const CUPS: usize> {
    choice: Weighted,
    deals: Vec<Pick<CUPS>>,
}

/// Where the throws of each cup stand in [`Generator::throws`].
#[derive(Clone, Copy, Debug)]
struct Pick<const CUPS: usize> {
    first: [u16; CUPS],
    count: [u16; CUPS],
}

impl<const CUPS: usize> Generator<CUPS> {
    /// The generator for the brackets shown by each tier.
    ///
    /// # Errors
    /// When a bracket cannot be drawn from, which checked brackets always can.
    pub fn new(throws: &Throws, shown: &[Bracket]) -> Result<Self, WeightedError> {
        let mut sorted = Vec::new();
        let mut first = [0_u16; COMBINATIONS];
        let mut count = [0_u16; COMBINATIONS];
        for combination in Combination::ALL {
            let members = throws.members(combination);
            first[combination.index()] = u16::try_from(sorted.len()).unwrap_or(u16::MAX);
            count[combination.index()] = u16::try_from(members.len()).unwrap_or(u16::MAX);
            sorted.extend_from_slice(members);
        }
        let tiers = shown.iter().map(|&bracket| {
            let deals = throws.deals::<CUPS>(bracket);
            // a common factor of the weights only costs random bits
            let common = deals.iter().fold(0, |common, deal| gcd(deal.plays, common));
            let weights: Vec<u64> = deals.iter().map(|deal| deal.plays / common.max(1)).collect();
            let choice = Weighted::new(&weights)?;
            let pick = |combinations: [Combination; CUPS]| Pick {
                first: combinations.map(|combination| first[combination.index()]),
                count: combinations.map(|combination| count[combination.index()]),
            };
            Ok(Draw { choice, deals: deals.iter().map(|deal| pick(deal.combinations)).collect() })
        });
        let tiers = tiers.collect::<Result<_, _>>()?;
        Ok(Self { throws: sorted, tiers })
    }

    /// Draws a visual of the tier at `tier` for each place of `visuals`, in order.
    ///
    /// Words are taken for a whole group of visuals at a time, even where the last group is not whole: so a visual does not depend on how many follow.
    pub fn fill(&self, tier: usize, source: &mut impl Words, visuals: &mut [Visual<CUPS>]) {
        let draw = &self.tiers[tier];
        let mut words = [0; 2 * GROUP];
        for group in visuals.chunks_mut(GROUP) {
            source.fill(&mut words);
            for (visual, pair) in group.iter_mut().zip(words.chunks_exact(2)) {
                // a refused word (one in millions) is replaced by a fresh one
                let deal = draw.choice.outcome_of(pair[0]).unwrap_or_else(|| draw.choice.draw(source));
                let pick = draw.deals[deal];
                let which = below_each_of(pair[1], pick.count).unwrap_or_else(|| below_each(source, pick.count));
                for (throw, (first, which)) in visual.0.iter_mut().zip(pick.first.iter().zip(which)) {
                    *throw = self.throws[usize::from(first + which)];
                }
            }
        }
    }
}
