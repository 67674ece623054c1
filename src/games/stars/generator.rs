//! The generator: draws visuals that show a given prize, by decisions S1 to S11.
//!
//! ```text
//! 64 plays   openings -> second sets -> layouts -> bonuses, round by round -> Extras and sums -> decoys -> visuals
//! ```
//! Each step goes over all plays before the next one begins: so no step waits for another play's, and few branches depend on what was drawn.

use super::bonuses::Bonuses;
use super::decoys::Decoys;
use super::openings::{Opening, Openings};
use super::pick::pick;
use super::sets::{GROUP, Numbers, Sets};
use super::shape::Shape;
use super::spec::Occasion;
use super::visual::{COLOURS, Colour, Content, Set, Visual};
use super::ways::Way;
use crate::prize::TierId;
use crate::random::{Lanes, Weighted, WeightedError, Words, below};

pub use super::bonuses::MOST_EXPLOSIONS;

/// The ways of a tier; none for losing plays.
#[derive(Clone, Debug)]
pub(super) struct TierPlan {
    pub(super) ways: Vec<Way>,
    pub(super) choice: Option<Weighted>,
}

impl TierPlan {
    /// Prepares the choice of a way.
    ///
    /// # Errors
    /// Weights that cannot be drawn from.
    pub(super) fn new(ways: Vec<Way>) -> Result<Self, WeightedError> {
        let weights: Vec<u64> = ways.iter().map(|way| way.weight).collect();
        let choice = if ways.is_empty() { None } else { Some(Weighted::new(&weights)?) };
        Ok(Self { ways, choice })
    }
}

/// What the spec gives the generator.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The board.
    pub shape: Shape,
    /// Weights of the selected colour.
    pub selected: Vec<u64>,
    /// Losing plays.
    pub losing: Occasion,
    /// Winning plays.
    pub winning: Occasion,
    /// Weights of milky way, shooting star, supernova.
    pub kinds: [u64; 3],
    /// Probability that a sum of an Extra play goes to the second set, a fraction.
    pub second_set: (u64, u64),
    /// Content codes of decoys with their weights.
    pub decoys: Vec<(u8, u64)>,
    /// The ways of each tier, none for the losing tier, which is the last.
    pub ways: Vec<Vec<Way>>,
}

/// Draws visuals.
#[derive(Clone, Debug)]
pub struct Generator {
    losing: Openings,
    winning: Openings,
    pub(super) tiers: Vec<TierPlan>,
    bonuses: Bonuses,
    /// Probability that a sum of an Extra play goes to the second set.
    second_set: (u64, u64),
    decoys: Decoys,
}

impl Generator {
    /// A generator for the recipe.
    ///
    /// # Errors
    /// Which weights cannot be drawn from, and why.
    pub fn new(recipe: &Recipe) -> Result<Self, String> {
        let tiers = recipe.ways.iter().map(|ways| TierPlan::new(ways.clone()).map_err(|error| format!("the ways of a prize: {error}")));
        Ok(Self {
            losing: Openings::new(&recipe.losing, &recipe.selected)?,
            winning: Openings::new(&recipe.winning, &recipe.selected)?,
            tiers: tiers.collect::<Result<_, String>>()?,
            bonuses: Bonuses::new(recipe.kinds).map_err(|error| format!("the kinds of explosion: {error}"))?,
            second_set: recipe.second_set,
            decoys: Decoys::new(&recipe.decoys).map_err(|error| format!("the decoys: {error}"))?,
        })
    }

    /// Draws visuals of a tier.
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the vectors at hand
    pub fn generate(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Visual]) {
        let plan = &self.tiers[tier.index()];
        let mut sets = Sets::new();
        for visuals in visuals.chunks_mut(GROUP) {
            self.group(plan, lanes, &mut sets, visuals);
        }
    }

    /// Draws a group of plays, and shows those that there are visuals for.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn group(&self, plan: &TierPlan, lanes: &mut Lanes, sets: &mut Sets, visuals: &mut [Visual]) {
        let openings = if plan.choice.is_none() { &self.losing } else { &self.winning };
        let mut opened = [[Opening::default(); 4]; GROUP / 4];
        openings.draw(lanes, &mut opened);
        let opened = opened.as_flattened();
        let mut extras = Numbers::new();
        for (play, opening) in opened.iter().enumerate() {
            sets.selected[play] = opening.colour();
            sets.explosions[play] = opening.explosions();
            extras.push_if(play, opening.extras() > 0);
        }
        sets.number = GROUP;
        for play in extras.iter() {
            sets.selected[sets.number] = sets.selected[play];
            sets.explosions[sets.number] = u8::try_from(openings.explosions.draw(lanes)).unwrap_or(0);
            sets.number += 1;
        }
        sets.hidden.clear();
        sets.layouts.provide(sets.number, lanes);
        sets.uncover_selected();
        self.bonuses.place(lanes, sets);
        for play in extras.iter() {
            hide(sets, play, Content::Extra, lanes);
        }
        if let Some(choice) = &plan.choice {
            self.hide_sums(&plan.ways, choice, opened, lanes, sets);
        }
        self.decoys.fill(lanes, &sets.uncovered[..sets.number], &mut sets.contents[..sets.number]);
        sets.write_hidden();
        for (play, visual) in visuals.iter_mut().enumerate() {
            visual.selected = Colour::ALL[usize::from(sets.selected[play]) % COLOURS];
            visual.two_sets = opened[play].extras() > 0;
            visual.first = Set { colours: sets.layouts.colours(play), contents: sets.contents[play] };
        }
        for (set, play) in (GROUP..).zip(extras.iter()) {
            if let Some(visual) = visuals.get_mut(play) {
                visual.second = Set { colours: sets.layouts.colours(set), contents: sets.contents[set] };
            }
        }
        sets.layouts.take(sets.number);
    }

    /// Draws the way of each play, and hides its sums: in Extra plays, each in the first or the second set (S9).
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn hide_sums(&self, ways: &[Way], choice: &Weighted, opened: &[Opening], lanes: &mut Lanes, sets: &mut Sets) {
        let (second, of) = self.second_set;
        let mut next_second = GROUP;
        for (play, opening) in opened.iter().enumerate() {
            let way = if ways.len() == 1 { 0 } else { choice.draw(lanes) };
            for &sum in &ways[way].sums {
                let in_second = opening.extras() > 0 && below(lanes, of) < second;
                hide(sets, if in_second { next_second } else { play }, Content::Sum(sum), lanes);
            }
            next_second += usize::from(opening.extras());
        }
    }
}

/// Hides `content` under a uniform empty uncovered star of a set.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn hide(sets: &mut Sets, set: usize, content: Content, lanes: &mut Lanes) {
    let cell = pick(lanes.word(), lanes, sets.empty[set]);
    sets.hide(set, cell, content.code());
}
