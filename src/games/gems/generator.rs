//! The generator: from a tier to a visual that shows its prize (D3 to D11).
//!
//! ```text
//! tier -> way (D7) -> throws (D8, D11) -> special symbols on cells (D11) -> fillings (D9, `filling.rs`)
//! ```
//! Plays are planned in groups of [`GROUP`], then the throws of a group are filled together, kind by kind. A group is always drawn whole, and what is
//! too much is dropped: so a visual depends on its number alone, not on how many follow.

use super::filling::{Filler, Kind, Wanted};
use super::params::Params;
use super::visual::{MOST_THROWS, Symbol, Visual};
use super::ways::Way;
use crate::prize::TierId;
use crate::random::{Weighted, Words, below, subset_of};

/// Plays planned together.
pub const GROUP: usize = 128;

/// What the retry loop did: for information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    /// Throws filled.
    pub throws: u64,
    /// Candidates drawn for them.
    pub candidates: u64,
}

/// The generator of one game.
#[derive(Clone, Debug)]
pub struct Generator {
    filler: Filler,
    base_throws: usize,
    gold_needed: u64,
    tiers: Vec<TierPlan>,
}

/// What a tier draws from.
#[derive(Clone, Debug)]
struct TierPlan {
    ways: Vec<Way>,
    way: Weighted,
    extra_throws: Weighted,
    magic: (u64, u64),
    gold_shown: Weighted,
}

/// Throws of one kind that wait to be filled, with their places.
#[derive(Debug, Default)]
struct Queue {
    wanted: Vec<Wanted>,
    places: Vec<(usize, usize)>,
}

impl Generator {
    /// The generator of a checked game.
    #[must_use]
    pub fn new(params: &Params) -> Self {
        let weighted = |weights: &[u64]| Weighted::new(weights).expect("weights are checked when the game file is read");
        let tiers = params.ways.iter().zip(&params.frequencies).map(|(ways, frequencies)| TierPlan {
            ways: ways.iter().map(|(way, _)| way.clone()).collect(),
            way: weighted(&ways.iter().map(|&(_, weight)| weight).collect::<Vec<_>>()),
            extra_throws: weighted(&frequencies.extra_throws),
            magic: frequencies.magic,
            gold_shown: weighted(&frequencies.gold_shown),
        });
        Self {
            filler: Filler::new(params.rules.grid, params.rules.gems.len()),
            base_throws: params.rules.throws,
            gold_needed: u64::from(params.rules.gold_needed),
            tiers: tiers.collect(),
        }
    }

    /// Draws visuals of `tier`; the first ones do not depend on how many follow.
    #[inline(always)]
    pub fn generate(&self, tier: TierId, words: &mut impl Words, visuals: &mut [Visual]) -> Tries {
        let mut queues: [Queue; 5] = Default::default();
        let mut tries = Tries::default();
        let (whole, rest) = visuals.as_chunks_mut::<GROUP>();
        for group in whole {
            self.group(tier, words, group, &mut queues, &mut tries);
        }
        if !rest.is_empty() {
            let mut group = vec![Visual::default(); GROUP];
            if let Some(group) = group.first_chunk_mut() {
                self.group(tier, words, group, &mut queues, &mut tries);
            }
            rest.copy_from_slice(&group[..rest.len()]);
        }
        tries
    }

    #[inline(always)]
    fn group(&self, tier: TierId, words: &mut impl Words, visuals: &mut [Visual; GROUP], queues: &mut [Queue; 5], tries: &mut Tries) {
        for queue in &mut *queues {
            queue.wanted.clear();
            queue.places.clear();
        }
        let plan = &self.tiers[tier.index()];
        for (play, visual) in visuals.iter_mut().enumerate() {
            self.plan(plan, words, visual, play, queues);
        }
        for (kind, queue) in Kind::ALL.into_iter().zip(queues) {
            tries.throws += queue.wanted.len() as u64;
            tries.candidates += self.filler.fill(kind, &queue.wanted, words, |number, planes| {
                let (play, throw) = queue.places[number];
                for (visual, filled) in visuals[play].planes.iter_mut().zip(planes) {
                    visual[throw] |= filled;
                }
            });
        }
    }

    /// Everything about a play but the fillings.
    #[inline(always)]
    fn plan(&self, plan: &TierPlan, words: &mut impl Words, visual: &mut Visual, play: usize, queues: &mut [Queue; 5]) {
        let way = if plan.ways.len() == 1 { &plan.ways[0] } else { &plan.ways[plan.way.draw(words)] };
        let extra = plan.extra_throws.draw(words);
        let throws = self.base_throws + extra;
        *visual = Visual::blank(throws);
        let a_throw = |words: &mut _| usize::try_from(below(words, throws as u64)).unwrap_or(0);
        // D10: distinct throws, each choice and order equally likely
        let mut lines = [None; MOST_THROWS];
        for gem in way.gems() {
            let throw = loop {
                let throw = a_throw(words);
                if lines[throw].is_none() {
                    break throw;
                }
            };
            lines[throw] = Some(gem);
        }
        let mut gold = [0_u8; MOST_THROWS];
        let golden = if way.gold { self.gold_needed } else { plan.gold_shown.draw(words) as u64 };
        for _ in 0..golden {
            gold[a_throw(words)] += 1;
        }
        let wheel = way.wheel.map(|sum| {
            visual.set_wheel(Some(sum));
            a_throw(words)
        });
        let more = if extra == 0 { 0 } else { subset_of(words, (1 << (throws - 1)) - 1, u32::try_from(extra).unwrap_or(0)) };
        for throw in 0..throws {
            let mut blocked = 0;
            let mut put = |words: &mut _, symbol: Symbol| {
                let cell = self.free_cell(blocked, words);
                visual.set(throw, cell, symbol);
                blocked |= 1 << cell;
                1 << cell
            };
            for _ in 0..gold[throw] {
                put(words, Symbol::Gold);
            }
            if more >> throw & 1 == 1 {
                put(words, Symbol::PlusOne);
            }
            if wheel == Some(throw) {
                put(words, Symbol::Wheel);
            }
            let magic: u32 = if below(words, plan.magic.1) < plan.magic.0 { put(words, Symbol::Magic) } else { 0 };
            blocked ^= magic;
            let wanted = Wanted { blocked, magic, line: lines[throw] };
            let queue = &mut queues[wanted.kind() as usize];
            queue.wanted.push(wanted);
            queue.places.push((play, throw));
        }
    }

    /// A cell that is not taken, uniform (D11).
    #[inline(always)]
    fn free_cell(&self, taken: u32, words: &mut impl Words) -> usize {
        loop {
            let cell = usize::try_from(below(words, self.filler.grid().cells() as u64)).unwrap_or(0);
            if taken >> cell & 1 == 0 {
                return cell;
            }
        }
    }
}
