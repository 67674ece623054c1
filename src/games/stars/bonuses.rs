//! Explosion Bonuses: one after the other, each on a star from which it uncovers a new one (decision S10), in many sets at once.

use super::buckets::Buckets;
use super::geometry::{in_line, touching};
use super::pick::pick;
use super::sets::{Numbers, Sets};
use super::visual::{COLOURS, Colour, Content, Direction, STARS, Sky};
use crate::random::{Lanes, Weighted, WeightedError, Words, below};

/// Most explosions in a set (decision S7).
pub const MOST_EXPLOSIONS: usize = 3;
const _: () = assert!(MOST_EXPLOSIONS == 3, "S10 needs a new proof that a bonus can always be placed");

/// The kinds: those that explode stars around their cell, by number, and the supernova.
const MILKY_WAY: u8 = 0;
const NW_SE: u8 = 1;
const NE_SW: u8 = 2;
const SUPERNOVA: u8 = 3;
/// A slot without an owner.
const AGAIN: u8 = 0x80;
const CODES: [u8; 3] = [Content::MilkyWay.code(), Content::ShootingStar(Direction::NwSe).code(), Content::ShootingStar(Direction::NeSw).code()];

/// What a bonus explodes, by kind and cell; nothing where there is no such kind or cell.
const REACH: [[Sky; 64]; 4] = {
    let mut reach = [[Sky::EMPTY; 64]; 4];
    let mut cell = 0;
    while cell < STARS {
        #[allow(clippy::cast_possible_truncation)] // below 42
        let star = Sky::of(cell as u32);
        reach[MILKY_WAY as usize][cell] = touching(star);
        reach[NW_SE as usize][cell] = in_line(star, Direction::NwSe);
        reach[NE_SW as usize][cell] = in_line(star, Direction::NeSw);
        cell += 1;
    }
    reach
};

/// Draws and places bonuses.
#[derive(Clone, Debug)]
pub struct Bonuses {
    kinds: Buckets<u8, 4096>,
}

impl Bonuses {
    /// Bonuses by the weights of milky way, shooting star, supernova; a shooting star has either direction with half its weight.
    ///
    /// # Errors
    /// Weights that cannot be drawn from.
    pub fn new([milky_way, shooting_star, supernova]: [u64; 3]) -> Result<Self, WeightedError> {
        let weights = [(MILKY_WAY, 2 * milky_way), (NW_SE, shooting_star), (NE_SW, shooting_star), (SUPERNOVA, 2 * supernova)];
        Weighted::new(&weights.map(|(_, weight)| weight))?;
        Ok(Self { kinds: Buckets::new(&weights.map(|(kind, weight)| (kind, u128::from(weight))), AGAIN) })
    }

    /// Places the bonuses of all sets: the first of each, the second of each, the third.
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instructions at hand
    pub fn place(&self, lanes: &mut Lanes, sets: &mut Sets) {
        let mut turn = Numbers::new();
        for set in 0..sets.number {
            turn.push_if(set, sets.explosions[set] > 0);
        }
        let mut words = [0; super::sets::MOST_SETS];
        for round in 1..=MOST_EXPLOSIONS {
            let mut kinds = [0; super::sets::MOST_SETS];
            // supernovas are placed apart, so that no branch depends on the kind
            let (mut around, mut novas) = (Numbers::new(), Numbers::new());
            for set in turn.iter() {
                words[set] = lanes.word();
                kinds[set] = self.kinds.slot(words[set]);
                if kinds[set] == AGAIN {
                    kinds[set] = self.kinds.again(lanes);
                }
                around.push_if(set, kinds[set] != SUPERNOVA);
                novas.push_if(set, kinds[set] == SUPERNOVA);
            }
            for set in around.iter() {
                let kind = kinds[set];
                let cell = pick(words[set], lanes, sets.empty[set]);
                let exploded = REACH[usize::from(kind % 4)][cell as usize % 64];
                if (exploded - sets.uncovered[set]).is_empty() {
                    self.place_elsewhere(kind, lanes, sets, set);
                } else {
                    explode(sets, set, cell, CODES[usize::from(kind % 4).min(2)], exploded);
                }
            }
            for set in novas.iter() {
                supernova(words[set], lanes, sets, set);
            }
            turn.retain(|set| usize::from(sets.explosions[set]) > round);
        }
    }

    /// Places a bonus on a cell uniform among those from which it uncovers a new star, after a cell uniform among all empty ones was not one of them: together, uniform
    /// among the former. The kind is drawn again when there is none.
    ///
    /// That ends: a supernova always has a cell and a colour, since at most 7 + 2 x 8 stars are uncovered; all empty uncovered
    /// stars without a covered neighbour would need more than two bonuses between them and the covered ones; and shooting stars alone uncover at most 7 + 2 x 5
    /// stars, too few to close all diagonals of one chessboard colour.
    #[cold]
    #[inline(never)]
    fn place_elsewhere(&self, mut kind: u8, lanes: &mut Lanes, sets: &mut Sets, set: usize) {
        loop {
            let covered = !sets.uncovered[set];
            let reached = match kind {
                MILKY_WAY => touching(covered),
                NW_SE => in_line(covered, Direction::NwSe),
                NE_SW => in_line(covered, Direction::NeSw),
                _ => return supernova(lanes.word(), lanes, sets, set),
            };
            let cells = sets.empty[set] & reached;
            if !cells.is_empty() {
                let cell = pick(lanes.word(), lanes, cells);
                return explode(sets, set, cell, CODES[usize::from(kind)], REACH[usize::from(kind)][cell as usize]);
            }
            kind = self.kinds.slot(lanes.word());
            if kind == AGAIN {
                kind = self.kinds.again(lanes);
            }
        }
    }
}

/// Places a supernova of a colour uniform among those with a covered star: any empty star will do.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn supernova(word: u64, lanes: &mut Lanes, sets: &mut Sets, set: usize) {
    let mut open = [Colour::Violet; COLOURS];
    let mut number = 0;
    for colour in Colour::ALL {
        open[number % COLOURS] = colour;
        number += usize::from(!(sets.layouts.stars(colour.index(), set) - sets.uncovered[set]).is_empty());
    }
    let colour = open[usize::try_from(below(lanes, number as u64)).unwrap_or(0) % COLOURS];
    let cell = pick(word, lanes, sets.empty[set]);
    explode(sets, set, cell, Content::Supernova(colour).code(), sets.layouts.stars(colour.index(), set));
}

/// Hides a bonus and uncovers what it explodes.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn explode(sets: &mut Sets, set: usize, cell: u32, code: u8, exploded: Sky) {
    sets.empty[set] |= exploded - sets.uncovered[set];
    sets.uncovered[set] |= exploded;
    sets.hide(set, cell, code);
}
