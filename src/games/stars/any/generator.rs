//! The generator of any board: the decisions S1 to S11, one play after the other.

use super::super::bonuses::MOST_EXPLOSIONS;
use super::super::buckets::{Buckets, owner};
use super::super::generator::{Recipe, TierPlan};
use super::super::openings::Openings;
use super::super::pick::pick;
use super::super::shape::{Cells, Shape};
use super::super::visual::Direction;
use super::reach::Reach;
use super::visual::{Set, Thing, Visual};
use crate::prize::TierId;
use crate::random::{Lanes, Weighted, Words, below, subset_of};

/// A slot without an owner.
const AGAIN: u8 = 0x80;
/// Bits of a word that name a slot, and slots named by one word.
const SLOT_BITS: usize = 12;
const SLOTS: usize = 1 << SLOT_BITS;

/// Draws visuals.
#[derive(Clone, Debug)]
pub struct Generator {
    shape: Shape,
    reach: Reach,
    losing: Openings,
    winning: Openings,
    pub(super) tiers: Vec<TierPlan>,
    /// Milky way, shooting stars NW-SE and NE-SW, supernova.
    kinds: Weighted,
    /// Probability that a sum of an Extra play goes to the second set.
    second_set: (u64, u64),
    decoys: Buckets<u8, SLOTS>,
}

/// A set in the making.
struct Draft {
    set: Set,
    uncovered: Cells,
    /// Uncovered stars that hide nothing so far.
    empty: Cells,
}

impl Generator {
    /// A generator for the recipe.
    ///
    /// # Errors
    /// Which weights cannot be drawn from, and why.
    pub fn new(recipe: &Recipe) -> Result<Self, String> {
        let tiers = recipe.ways.iter().map(|ways| TierPlan::new(ways.clone()).map_err(|error| format!("the ways of a prize: {error}")));
        let [milky_way, shooting_star, supernova] = recipe.kinds;
        let kinds = Weighted::new(&[2 * milky_way, shooting_star, shooting_star, 2 * supernova]);
        let decoys: Vec<(u8, u128)> = recipe.decoys.iter().map(|&(byte, weight)| (byte, u128::from(weight))).collect();
        if decoys.is_empty() {
            return Err("the decoys: all weights are 0".to_owned());
        }
        Ok(Self {
            reach: Reach::new(&recipe.shape),
            losing: Openings::new(&recipe.losing, &recipe.selected)?,
            winning: Openings::new(&recipe.winning, &recipe.selected)?,
            tiers: tiers.collect::<Result<_, String>>()?,
            kinds: kinds.map_err(|error| format!("the kinds of explosion: {error}"))?,
            second_set: recipe.second_set,
            decoys: Buckets::new(&decoys, AGAIN),
            shape: recipe.shape.clone(),
        })
    }

    /// Draws visuals of a tier.
    pub fn generate(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Visual]) {
        let plan = &self.tiers[tier.index()];
        for visual in visuals {
            self.play(plan, lanes, visual);
        }
    }

    fn play(&self, plan: &TierPlan, lanes: &mut Lanes, visual: &mut Visual) {
        let openings = if plan.choice.is_none() { &self.losing } else { &self.winning };
        let opening = openings.one(lanes);
        visual.selected = opening.colour();
        visual.two_sets = opening.extras() > 0;
        let mut first = self.draft(visual.selected, usize::from(opening.explosions()), lanes);
        let mut second = None;
        if visual.two_sets {
            hide(&mut first, Thing::Extra, lanes);
            second = Some(self.draft(visual.selected, openings.explosions.draw(lanes), lanes));
        }
        if let Some(choice) = &plan.choice {
            let (in_second, of) = self.second_set;
            for &sum in &plan.ways[choice.draw(lanes)].sums {
                match &mut second {
                    Some(second) if below(lanes, of) < in_second => hide(second, Thing::Sum(sum), lanes),
                    _ => hide(&mut first, Thing::Sum(sum), lanes),
                }
            }
        }
        visual.first = self.finish(first, lanes);
        visual.second = second.map_or_else(Set::default, |second| self.finish(second, lanes));
    }

    /// The colours of a set, uniform, and its bonuses, one after the other (S1, S10).
    fn draft(&self, selected: u8, explosions: usize, lanes: &mut Lanes) -> Draft {
        let mut set = Set::default();
        let each = u32::try_from(self.shape.stars_of_a_colour()).unwrap_or(0);
        let mut left = self.shape.all().0;
        for stars in &mut set.colours[..self.shape.colours.len()] {
            stars.0 = if left.count_ones() == each { left } else { subset_of(lanes, left, each) };
            left &= !stars.0;
        }
        let uncovered = set.colours[usize::from(selected)];
        let mut draft = Draft { set, uncovered, empty: uncovered };
        for _ in 0..explosions.min(MOST_EXPLOSIONS) {
            // a kind that finds no place is drawn again; a game file whose kinds may all find none is refused
            while !self.explode(self.kinds.draw(lanes), &mut draft, lanes) {}
        }
        draft
    }

    /// Places a bonus of a kind on a cell uniform among the empty uncovered stars from which it uncovers a new one; whether there is one.
    fn explode(&self, kind: usize, draft: &mut Draft, lanes: &mut Lanes) -> bool {
        let covered = self.shape.all() - draft.uncovered;
        let (thing, cells) = match kind {
            0 => (Thing::MilkyWay, draft.empty & self.reach.touching(covered)),
            1 => (Thing::ShootingStar(Direction::NwSe), draft.empty & self.reach.in_line(covered, Direction::NwSe)),
            2 => (Thing::ShootingStar(Direction::NeSw), draft.empty & self.reach.in_line(covered, Direction::NeSw)),
            _ => {
                // a colour uniform among those with a covered star: any empty star will do
                let open: Vec<u8> =
                    (0..).zip(&draft.set.colours).filter(|&(_, &stars)| !(stars & covered).is_empty()).map(|(colour, _)| colour).collect();
                if open.is_empty() {
                    return false;
                }
                let colour = open[usize::try_from(below(lanes, open.len() as u64)).unwrap_or(0)];
                (Thing::Supernova(colour), draft.empty)
            }
        };
        if cells.is_empty() {
            return false;
        }
        let star = pick(lanes.word(), lanes, cells);
        let here = Cells::of(star);
        let exploded = match thing {
            Thing::ShootingStar(direction) => self.reach.in_line(here, direction),
            Thing::Supernova(colour) => draft.set.colours[usize::from(colour)],
            _ => self.reach.touching(here),
        };
        draft.empty |= exploded - draft.uncovered;
        draft.uncovered |= exploded;
        put(draft, star, thing);
        true
    }

    /// Fills the stars that stay covered with decoys, each for itself (S8).
    #[allow(clippy::needless_pass_by_value)] // a set is finished once
    fn finish(&self, draft: Draft, lanes: &mut Lanes) -> Set {
        let Draft { mut set, uncovered, .. } = draft;
        let mut bits = 0;
        for (number, star) in (self.shape.all() - uncovered).cells().enumerate() {
            let place = number % (64 / SLOT_BITS);
            if place == 0 {
                bits = lanes.word();
            }
            let byte = owner(self.decoys.slots(), bits >> (place * SLOT_BITS));
            set.contents[star as usize] = if byte == AGAIN { self.decoys.again(lanes) } else { byte };
        }
        set
    }
}

/// Hides a content under a uniform empty uncovered star.
fn hide(draft: &mut Draft, thing: Thing, lanes: &mut Lanes) {
    let star = pick(lanes.word(), lanes, draft.empty);
    put(draft, star, thing);
}

fn put(draft: &mut Draft, star: u32, thing: Thing) {
    draft.empty = draft.empty.without(star);
    draft.set.contents[star as usize] = thing.byte();
}
