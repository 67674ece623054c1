//! The generator: from a tier to a visual that shows its prize (D3 to D11).
//!
//! ```text
//! tier -> way (D7) -> throws (D8, D11) -> special symbols on cells (D11) -> fillings (D9, `filling.rs`)
//! ```
//! Plays are planned in groups of [`GROUP`], then the throws of a group are filled together, kind by kind. A group is always drawn whole, and what is
//! too much is dropped: so a visual depends on its number alone, not on how many follow.

use super::chance::Chance;
use super::filling::{Fill, Filled, Kind, Wanted};
use super::params::Params;
use super::visual::{MOST_THROWS, SLOTS, Symbol, Visual, Word};
use crate::money::Cents;
use crate::prize::TierId;
use crate::random::{Digits, Weighted, Words, subset_of};
use std::num::NonZeroU8;

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
pub struct Generator<W: Word = u32> {
    filler: W::Filler,
    base_throws: usize,
    gold_needed: usize,
    tiers: Vec<TierPlan>,
}

/// What a tier draws from.
#[derive(Clone, Debug)]
struct TierPlan {
    ways: Vec<Gains>,
    way: Weighted,
    extra_throws: Weighted,
    /// A magic gem in a throw.
    magic: Chance,
    gold_shown: Weighted,
    /// Integers of no word yet.
    dice: Dice,
}

/// What a way asks for.
#[derive(Clone, Debug)]
struct Gains {
    /// The gem of each line, its number plus one.
    lines: Vec<NonZeroU8>,
    gold: bool,
    wheel: Option<Cents>,
}

/// Small integers of a group of plays: several come from one word.
#[derive(Clone, Debug)]
struct Dice {
    /// A throw, by the number of throws.
    throws: [Digits; SLOTS],
    cells: Digits,
    magic: Digits,
}

/// Throws of one kind that wait to be filled, with the play and the throw of each.
#[derive(Debug)]
struct Queue<W> {
    wanted: Box<[Wanted<W>; MOST_WAITING]>,
    places: Box<[(u8, u8); MOST_WAITING]>,
    len: usize,
}

/// Throws of a group, and one more, written but not counted.
const MOST_WAITING: usize = GROUP * MOST_THROWS + 1;

impl<W: Word> Queue<W> {
    fn new() -> Self {
        Self { wanted: Box::new([Wanted::default(); MOST_WAITING]), places: Box::new([(0, 0); MOST_WAITING]), len: 0 }
    }
}

impl<W: Word> Generator<W> {
    /// The generator of a checked game.
    #[must_use]
    pub fn new(params: &Params) -> Self {
        let weighted = |weights: &[u64]| Weighted::new(weights).expect("weights are checked when the game file is read");
        let tiers = params.ways.iter().zip(&params.frequencies).map(|(ways, frequencies)| TierPlan {
            ways: ways
                .iter()
                .map(|(way, _)| Gains { lines: way.gems().filter_map(|gem| NonZeroU8::new(gem + 1)).collect(), gold: way.gold, wheel: way.wheel })
                .collect(),
            way: weighted(&ways.iter().map(|&(_, weight)| weight).collect::<Vec<_>>()),
            extra_throws: weighted(&frequencies.extra_throws),
            magic: Chance::new(frequencies.magic),
            gold_shown: weighted(&frequencies.gold_shown),
            dice: Dice {
                throws: std::array::from_fn(|throws| Digits::new(throws as u64)),
                cells: Digits::new(params.rules.grid.cells() as u64),
                magic: Digits::new(frequencies.magic.1),
            },
        });
        Self {
            filler: W::Filler::new(params.rules.grid, params.rules.gems.len(), params.rules.line_length),
            base_throws: params.rules.throws,
            gold_needed: params.rules.gold_needed as usize,
            tiers: tiers.collect(),
        }
    }

    /// Draws visuals of `tier`; the first ones do not depend on how many follow.
    #[inline(always)]
    pub fn generate(&self, tier: TierId, words: &mut impl Words, visuals: &mut [Visual<W>]) -> Tries {
        let mut queues = Kind::ALL.map(|_| Queue::new());
        let mut filled = vec![Filled::default(); MOST_WAITING];
        let mut tries = Tries::default();
        let mut spare = vec![Visual::default(); if visuals.len().is_multiple_of(GROUP) { 0 } else { GROUP }];
        let (whole, rest) = visuals.as_chunks_mut::<GROUP>();
        for group in whole.iter_mut().chain(spare.first_chunk_mut()) {
            self.group(tier, words, group, &mut queues, &mut filled, &mut tries);
        }
        rest.copy_from_slice(&spare[..rest.len()]);
        tries
    }

    #[inline(always)]
    fn group(
        &self,
        tier: TierId,
        words: &mut impl Words,
        visuals: &mut [Visual<W>; GROUP],
        queues: &mut [Queue<W>; Kind::ALL.len()],
        filled: &mut [Filled<W>],
        tries: &mut Tries,
    ) {
        for queue in &mut *queues {
            queue.len = 0;
        }
        let plan = &self.tiers[tier.index()];
        let mut dice = plan.dice.clone();
        for (play, visual) in (0..).zip(visuals.iter_mut()) {
            self.plan(plan, words, &mut dice, visual, play, queues);
        }
        for (kind, queue) in Kind::ALL.into_iter().zip(queues) {
            let filled = &mut filled[..queue.len];
            tries.throws += filled.len() as u64;
            tries.candidates += self.filler.fill(kind, &queue.wanted[..queue.len], words, filled);
            for (&(play, throw), filled) in queue.places.iter().zip(&*filled) {
                let planes = &mut visuals[usize::from(play)].planes;
                for (plane, filled) in planes.iter_mut().zip(filled) {
                    plane[usize::from(throw)] |= *filled;
                }
            }
        }
    }

    /// Everything about a play but the fillings.
    #[inline(always)]
    fn plan(
        &self,
        plan: &TierPlan,
        words: &mut impl Words,
        dice: &mut Dice,
        visual: &mut Visual<W>,
        play: u8,
        queues: &mut [Queue<W>; Kind::ALL.len()],
    ) {
        let way = if plan.ways.len() == 1 { &plan.ways[0] } else { &plan.ways[plan.way.draw(words)] };
        let extra = plan.extra_throws.draw(words);
        let throws = self.base_throws + extra;
        *visual = Visual::blank(throws);
        // apart, and put together at the end: a store of four bytes does not hand over to a load of eight
        let (mut blocked, mut magics, mut lines) = ([W::NONE; SLOTS], [W::NONE; SLOTS], [None; SLOTS]);
        // D10: distinct throws, each choice and order equally likely
        for &gem in &way.lines {
            loop {
                let line = &mut lines[a_throw(throws, dice, words)];
                if line.is_none() {
                    *line = Some(gem);
                    break;
                }
            }
        }
        let golden = if way.gold { self.gold_needed } else { plan.gold_shown.draw(words) };
        for _ in 0..golden {
            let throw = a_throw(throws, dice, words);
            blocked[throw] |= put(Symbol::Gold, throw, blocked[throw], visual, dice, words);
        }
        if extra > 0 {
            let mut more = subset_of(words, (1 << (throws - 1)) - 1, u32::try_from(extra).unwrap_or(0));
            while more != 0 {
                let throw = more.trailing_zeros() as usize;
                more &= more - 1;
                blocked[throw] |= put(Symbol::PlusOne, throw, blocked[throw], visual, dice, words);
            }
        }
        if way.wheel.is_some() {
            visual.set_wheel(way.wheel);
            let throw = a_throw(throws, dice, words);
            blocked[throw] |= put(Symbol::Wheel, throw, blocked[throw], visual, dice, words);
        }
        let mut magic = plan.magic.draw(words, &mut dice.magic) & !(u8::MAX << throws);
        while magic != 0 {
            let throw = magic.trailing_zeros() as usize;
            magic &= magic - 1;
            magics[throw] = put(Symbol::Magic, throw, blocked[throw], visual, dice, words);
        }
        // each throw is written to every queue, and counts in one: no branch to foretell
        let mut len = Kind::ALL.map(|kind| queues[kind as usize].len);
        for throw in 0..throws {
            let wanted = Wanted { blocked: blocked[throw], magic: magics[throw], line: lines[throw] };
            for kind in Kind::ALL {
                let (queue, len) = (&mut queues[kind as usize], &mut len[kind as usize]);
                queue.wanted[*len] = wanted;
                queue.places[*len] = (play, u8::try_from(throw).unwrap_or(0));
                *len += usize::from(wanted.kind() == kind);
            }
        }
        for kind in Kind::ALL {
            queues[kind as usize].len = len[kind as usize];
        }
    }
}

/// One of the throws, uniform.
#[inline(always)]
fn a_throw(throws: usize, dice: &mut Dice, words: &mut impl Words) -> usize {
    usize::try_from(dice.throws[throws].next(words)).unwrap_or(0)
}

/// Puts a special symbol on a cell of a throw, uniform among those that are not taken (D11); returns the cell.
#[inline(always)]
fn put<W: Word>(symbol: Symbol, throw: usize, taken: W, visual: &mut Visual<W>, dice: &mut Dice, words: &mut impl Words) -> W {
    loop {
        let cell = W::of(usize::try_from(dice.cells.next(words)).unwrap_or(0));
        if taken & cell == W::NONE {
            for (bit, plane) in visual.planes.iter_mut().enumerate() {
                plane[throw] |= if symbol.code() >> bit & 1 == 1 { cell } else { W::NONE };
            }
            return cell;
        }
    }
}
