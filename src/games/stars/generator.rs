//! The generator: draws a visual that shows a given prize, by decisions S1 to S11.

use super::decoys::Decoys;
use super::layout::Layouts;
use super::pick::pick;
use super::spec::Occasion;
use super::visual::{COLOURS, Colour, Content, Direction, Set, Sky, Visual};
use super::ways::Way;
use crate::prize::TierId;
use crate::random::{Lanes, Weighted, WeightedError, below};

/// Most explosions in a set (decision S7).
pub const MOST_EXPLOSIONS: usize = 3;
const _: () = assert!(MOST_EXPLOSIONS == 3, "S10 needs a new proof that a bonus can always be placed");

/// What is drawn first for a play: the player's colour, explosions of the first set, whether an Extra.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Opening {
    selected: Colour,
    explosions: u8,
    extra: bool,
}

/// The frequencies of losing or of winning plays, ready to draw from.
#[derive(Clone, Debug)]
struct Occasions {
    openings: Vec<Opening>,
    opening: Weighted,
    /// Explosions of a second set.
    explosions: Weighted,
}

/// The ways of a tier; none for losing plays.
#[derive(Clone, Debug)]
pub(super) struct TierPlan {
    pub(super) ways: Vec<Way>,
    choice: Option<Weighted>,
}

/// An Explosion Bonus before it has a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    MilkyWay,
    ShootingStar(Direction),
    Supernova,
}

const KINDS: [Kind; 4] = [Kind::MilkyWay, Kind::ShootingStar(Direction::NwSe), Kind::ShootingStar(Direction::NeSw), Kind::Supernova];

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

/// Where a call draws from: random words, and layouts made of them ahead. A visual takes what is next, so it does not depend on how many follow.
struct Source<'a> {
    layouts: Layouts,
    lanes: &'a mut Lanes,
}

/// Draws visuals.
#[derive(Clone, Debug)]
pub struct Generator {
    losing: Occasions,
    winning: Occasions,
    pub(super) tiers: Vec<TierPlan>,
    kinds: Weighted,
    /// Probability that a sum of an Extra play goes to the second set.
    second_set: (u64, u64),
    pub(super) decoys: Decoys,
}

/// What the spec gives the generator.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Weights of the selected colour.
    pub selected: [u64; COLOURS],
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

impl Generator {
    /// A generator for the recipe.
    ///
    /// # Errors
    /// Which weights cannot be drawn from, and why.
    pub fn new(recipe: &Recipe) -> Result<Self, String> {
        let drawable = |name: &str, weights: &[u64]| Weighted::new(weights).map_err(|error| format!("{name}: {error}"));
        let [milky_way, shooting_star, supernova] = recipe.kinds;
        let tiers = recipe.ways.iter().map(|ways| TierPlan::new(ways.clone()).map_err(|error| format!("the ways of a prize: {error}")));
        Ok(Self {
            losing: Occasions::new(&recipe.losing, &recipe.selected)?,
            winning: Occasions::new(&recipe.winning, &recipe.selected)?,
            tiers: tiers.collect::<Result<_, String>>()?,
            kinds: drawable("the kinds of explosion", &[2 * milky_way, shooting_star, shooting_star, 2 * supernova])?,
            second_set: recipe.second_set,
            decoys: Decoys::new(&recipe.decoys).map_err(|error| format!("the decoys: {error}"))?,
        })
    }

    /// Draws visuals of a tier.
    pub fn generate(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Visual]) {
        let plan = &self.tiers[tier.index()];
        let mut source = Source { layouts: Layouts::new(), lanes };
        match &plan.choice {
            None => {
                for visual in visuals {
                    self.draw(&self.losing, &[], &mut source, visual);
                }
            }
            Some(choice) => {
                for visual in visuals {
                    let way = if plan.ways.len() == 1 { 0 } else { choice.draw(source.lanes) };
                    self.draw(&self.winning, &plan.ways[way].sums, &mut source, visual);
                }
            }
        }
    }

    #[inline]
    fn draw(&self, occasions: &Occasions, sums: &[u8], source: &mut Source<'_>, visual: &mut Visual) {
        let opening = occasions.openings[occasions.opening.draw(source.lanes)];
        visual.selected = opening.selected;
        visual.two_sets = opening.extra;
        if opening.extra {
            self.draw_two_sets(occasions, opening, sums, source, visual);
        } else {
            self.draw_set(opening.selected, opening.explosions, sums, false, source, &mut visual.first);
        }
    }

    #[inline(never)]
    fn draw_two_sets(&self, occasions: &Occasions, opening: Opening, sums: &[u8], source: &mut Source<'_>, visual: &mut Visual) {
        let mut shares = [[0_u8; MOST_SUMS]; 2];
        let mut lengths = [0; 2];
        let (second, of) = self.second_set;
        for &sum in sums {
            let set = usize::from(below(source.lanes, of) < second);
            shares[set][lengths[set]] = sum;
            lengths[set] += 1;
        }
        self.draw_set(opening.selected, opening.explosions, &shares[0][..lengths[0]], true, source, &mut visual.first);
        let explosions = u8::try_from(occasions.explosions.draw(source.lanes)).unwrap_or(0);
        self.draw_set(opening.selected, explosions, &shares[1][..lengths[1]], false, source, &mut visual.second);
    }

    /// Makes one set by S10: colours; bonuses one after the other; decoys; the Extra and the sums.
    #[inline]
    fn draw_set(&self, selected: Colour, explosions: u8, sums: &[u8], extra: bool, source: &mut Source<'_>, set: &mut Set) {
        set.colours = source.layouts.next(source.lanes);
        let lanes = &mut *source.lanes;
        let mut uncovered = set.colours[selected.index()];
        let mut empty = uncovered;
        let mut bonuses = [(0, 0); MOST_EXPLOSIONS];
        let explosions = usize::from(explosions).min(MOST_EXPLOSIONS);
        for bonus in &mut bonuses[..explosions] {
            let (cell, content, exploded) = self.place_bonus(&set.colours, uncovered, empty, lanes);
            *bonus = (cell, content.code());
            empty = (empty | (exploded - uncovered)).without(cell);
            uncovered |= exploded;
        }
        set.contents = self.decoys.fill(lanes, !uncovered);
        for &(cell, code) in &bonuses[..explosions] {
            set.contents[cell as usize] = code;
        }
        if extra {
            hide(set, &mut empty, Content::Extra, lanes);
        }
        for &sum in sums {
            hide(set, &mut empty, Content::Sum(sum), lanes);
        }
    }

    /// Draws a bonus and a cell for it, uniform among the empty uncovered stars from which it uncovers a new one. Gives the cell, the bonus, and the stars that it explodes.
    ///
    /// The kind is drawn again when there is no such cell. That ends: a supernova always has a cell and a colour, since at most 7 + 2 x 8 stars are uncovered; all empty uncovered
    /// stars without a covered neighbour would need more than two bonuses between them and the covered ones; and shooting stars alone uncover at most 7 + 2 x 5
    /// stars, too few to close all diagonals of one chessboard colour.
    fn place_bonus(&self, colours: &[Sky; COLOURS], uncovered: Sky, empty: Sky, lanes: &mut Lanes) -> (u32, Content, Sky) {
        loop {
            match KINDS[self.kinds.draw(lanes)] {
                Kind::MilkyWay => {
                    let cells = empty & masks::touching(!uncovered);
                    if !cells.is_empty() {
                        let cell = pick(lanes, cells);
                        return (cell, Content::MilkyWay, masks::touching(Sky::of(cell)));
                    }
                }
                Kind::ShootingStar(direction) => {
                    let cells = empty & masks::in_line(!uncovered, direction);
                    if !cells.is_empty() {
                        let cell = pick(lanes, cells);
                        return (cell, Content::ShootingStar(direction), masks::in_line(Sky::of(cell), direction));
                    }
                }
                Kind::Supernova => {
                    let mut open = [Colour::Violet; COLOURS];
                    let mut number = 0;
                    for colour in Colour::ALL {
                        open[number] = colour;
                        number += usize::from(!(colours[colour.index()] - uncovered).is_empty());
                    }
                    let colour = open[usize::try_from(below(lanes, number as u64)).unwrap_or(0)];
                    return (pick(lanes, empty), Content::Supernova(colour), colours[colour.index()]);
                }
            }
        }
    }
}

/// Hides `content` under a uniform star of `empty`.
fn hide(set: &mut Set, empty: &mut Sky, content: Content, lanes: &mut Lanes) {
    let cell = pick(lanes, *empty);
    *empty = empty.without(cell);
    set.contents[cell as usize] = content.code();
}

/// Most sums of a way: with the Extra they fit the seven stars of a colour.
pub const MOST_SUMS: usize = 6;

impl Occasions {
    fn new(occasion: &Occasion, selected: &[u64; COLOURS]) -> Result<Self, String> {
        let (extra, of) = occasion.extra;
        let mut openings = Vec::new();
        let mut weights = Vec::new();
        let too_large = || "the weights of colours, explosions and Extra multiply to more than 2^63: use smaller ones".to_owned();
        for colour in Colour::ALL {
            for (explosions, &weight) in (0_u8..).zip(&occasion.explosions) {
                for (with, odds) in [(false, of - extra), (true, extra)] {
                    openings.push(Opening { selected: colour, explosions, extra: with });
                    weights.push(selected[colour.index()].checked_mul(weight).and_then(|product| product.checked_mul(odds)).ok_or_else(too_large)?);
                }
            }
        }
        Ok(Self {
            openings,
            opening: Weighted::new(&weights).map_err(|error| format!("the weights of colours, explosions and Extra: {error}"))?,
            explosions: Weighted::new(&occasion.explosions).map_err(|error| format!("the weights of explosions: {error}"))?,
        })
    }
}

/// The generator's own geometry: shifts of whole sets of stars on the board of 6 x 7.
mod masks {
    use super::super::visual::{Direction, Sky};
    use crate::bitboard::Bitboard;

    const COLUMN: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35;
    /// Cells of the columns from `from` up to, not including, `to`.
    const fn columns(from: u32, to: u32) -> u64 {
        let mut cells = 0;
        let mut column = from;
        while column < to {
            cells |= COLUMN << column;
            column += 1;
        }
        cells
    }

    /// The stars in direct contact with one of `stars`.
    #[inline]
    pub const fn touching(stars: Sky) -> Sky {
        let sideways = (stars.0 & columns(0, 6)) << 1 | (stars.0 & columns(1, 7)) >> 1;
        let row = stars.0 | sideways;
        Bitboard((sideways | row << 7 | row >> 7) & Sky::ALL.0)
    }

    /// All stars on a diagonal of that direction with one of `stars`, these included.
    #[inline]
    pub const fn in_line(stars: Sky, direction: Direction) -> Sky {
        let mut down = stars.0;
        let mut up = stars.0;
        match direction {
            Direction::NwSe => {
                down |= down << 8 & columns(1, 7);
                down |= down << 16 & columns(2, 7);
                down |= down << 32 & columns(4, 7);
                up |= up >> 8 & columns(0, 6);
                up |= up >> 16 & columns(0, 5);
                up |= up >> 32 & columns(0, 3);
            }
            Direction::NeSw => {
                down |= down << 6 & columns(0, 6);
                down |= down << 12 & columns(0, 5);
                down |= down << 24 & columns(0, 3);
                up |= up >> 6 & columns(1, 7);
                up |= up >> 12 & columns(2, 7);
                up |= up >> 24 & columns(4, 7);
            }
        }
        Bitboard((down | up) & Sky::ALL.0)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn pictures() {
            let touching_corner_and_middle = Sky::from_picture(".X.....\nXX.....\n..XXX..\n..X.X..\n..XXX..\n.......").unwrap();
            assert_eq!(touching(Sky::of(0) | Sky::of(24)), touching_corner_and_middle);
            let edge = Sky::from_picture(".......\n.....XX\n.....X.\n.....XX\n.......\n.......").unwrap();
            assert_eq!(touching(Sky::of(20)), edge);
            let falling = Sky::from_picture(".X.....\n..X....\n...X...\n....X..\n.....X.\n......X").unwrap();
            let rising = Sky::from_picture("......X\n.....X.\n....X..\n...X...\n..X....\n.X.....").unwrap();
            for row in 0..6 {
                assert_eq!(in_line(Sky::of(8 * row + 1), Direction::NwSe), falling, "row {row}");
                assert_eq!(in_line(Sky::of(6 * row + 6), Direction::NeSw), rising, "row {row}");
            }
            assert_eq!(in_line(Sky::of(6), Direction::NwSe), Sky::of(6));
            assert_eq!(in_line(Sky::of(41), Direction::NeSw), Sky::of(41));
        }

        /// Against rows and columns, cell by cell, and unions: both maps distribute over unions.
        #[test]
        fn every_cell() {
            let near = |a: u32, b: u32| (a / 7).abs_diff(b / 7) <= 1 && (a % 7).abs_diff(b % 7) <= 1 && a != b;
            for cell in 0..42 {
                assert_eq!(touching(Sky::of(cell)), (0..42).filter(|&other| near(cell, other)).collect());
                let falling = (0..42).filter(|&other| cell / 7 + other % 7 == other / 7 + cell % 7).collect();
                assert_eq!(in_line(Sky::of(cell), Direction::NwSe), falling);
                let rising = (0..42).filter(|&other| cell / 7 + cell % 7 == other / 7 + other % 7).collect();
                assert_eq!(in_line(Sky::of(cell), Direction::NeSw), rising);
                for other in 0..42 {
                    let pair = Sky::of(cell) | Sky::of(other);
                    assert_eq!(touching(pair), touching(Sky::of(cell)) | touching(Sky::of(other)));
                    for direction in [Direction::NwSe, Direction::NeSw] {
                        assert_eq!(in_line(pair, direction), in_line(Sky::of(cell), direction) | in_line(Sky::of(other), direction));
                    }
                }
            }
        }
    }
}
