//! The referee: what a visual pays, by articles 4.4 to 4.8 alone. No randomness, nothing from the generator.
//!
//! The stars of the selected colour are uncovered (4.4). Explosion Bonuses under uncovered stars explode more stars, wave after wave, until nothing new
//! explodes (4.5). Sums under all uncovered stars add up. If an Extra was uncovered, the second set is played in the same way (4.6), and an Extra under its
//! stars leads nowhere. The gains of both sets are the prize (4.7).

use super::visual::{COLUMNS, Colour, Content, ROWS, STARS, Set, Sky, Sums, Visual};
use crate::game::Verdict;
use crate::money::Cents;

/// Bits of a counter in [`SetSeen::sums`].
pub const SUM_BITS: u32 = 6;

/// What the referee saw in one set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetSeen {
    /// The stars uncovered in all, those of the selected colour included.
    pub uncovered: Sky,
    /// How many uncovered stars hid each sum: six bits a sum, sum 0 lowest.
    pub sums: u64,
    /// The sum of the sums, in cents.
    pub cents: i64,
    /// How many stars were uncovered.
    pub stars: u8,
    /// Milky ways that exploded.
    pub milky_ways: u8,
    /// Shooting stars NW-SE that exploded.
    pub nw_se: u8,
    /// Shooting stars NE-SW that exploded.
    pub ne_sw: u8,
    /// Supernovas that exploded.
    pub supernovas: u8,
    /// The colour of the first supernova met, by [`Colour::index`].
    pub nova: u8,
    /// Waves that uncovered new stars.
    pub waves: u8,
    /// Extras uncovered.
    pub extras: u8,
}

impl SetSeen {
    /// Explosions in all.
    #[must_use]
    pub const fn explosions(&self) -> u8 {
        self.milky_ways + self.nw_se + self.ne_sw + self.supernovas
    }

    /// How many uncovered stars hid sum `number`.
    #[must_use]
    pub const fn sum_count(&self, number: u8) -> u64 {
        self.sums >> (number as u32 * SUM_BITS) & ((1 << SUM_BITS) - 1)
    }
}

/// What the referee saw in a play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The first set.
    pub first: SetSeen,
    /// The second set, all zero when it was not played.
    pub second: SetSeen,
    /// Whether the second set was played.
    pub extra: bool,
    /// The selected colour, by [`Colour::index`].
    pub selected: u8,
}

/// What one star adds to the count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Find {
    /// Cents of a sum.
    cents: i64,
    /// One in the counter of a sum.
    sum: u64,
}

/// Codes from here on are Explosion Bonuses, see [`Content::code`].
const FIRST_BONUS: u8 = 64;
/// Codes there are room for.
const CODES: usize = 128;
const EXTRA: u8 = Content::Extra.code();

/// Scores visuals; holds masks worked out from rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referee {
    /// The up to eight stars in direct contact with a star (4.5.1, S2).
    neighbours: [Sky; STARS],
    /// The diagonals through a star (4.5.3, S3): NW-SE, then NE-SW.
    diagonals: [[Sky; STARS]; 2],
    /// By content code.
    finds: [Find; CODES],
}

impl Referee {
    /// A referee for a game whose stars may hide `sums`.
    #[must_use]
    pub fn new(sums: &Sums) -> Self {
        let mut finds = [Find::default(); CODES];
        for (number, &amount) in (0_u8..).zip(sums.all()) {
            finds[usize::from(Content::Sum(number).code())] = Find { cents: amount.0, sum: 1 << (u32::from(number) * SUM_BITS) };
        }
        let stars = |touches: fn(isize, isize) -> bool| {
            std::array::from_fn(|centre| {
                let (row, column) = place(centre);
                let near = (0..STARS).filter(|&other| {
                    let (other_row, other_column) = place(other);
                    touches(other_row - row, other_column - column)
                });
                near.filter_map(|cell| u32::try_from(cell).ok()).collect()
            })
        };
        Self {
            neighbours: stars(|down, right| (down, right) != (0, 0) && down.abs() <= 1 && right.abs() <= 1),
            diagonals: [stars(|down, right| down == right), stars(|down, right| down == -right)],
            finds,
        }
    }

    /// Scores a visual.
    ///
    /// A visual whose sets do not fit its Extras is ambiguous: an Extra uncovered in the first set without a second set, a second set without an Extra, or two Extras
    /// in the first set.
    #[must_use]
    #[inline]
    pub fn judge(&self, visual: &Visual) -> Verdict<Evidence> {
        let first = self.play(&visual.first, visual.selected);
        let extra = first.extras > 0;
        let second = if extra && visual.two_sets { self.play(&visual.second, visual.selected) } else { SetSeen::default() };
        Verdict {
            prize: Cents(first.cents + second.cents),
            ambiguous: extra != visual.two_sets || first.extras > 1,
            evidence: Evidence { first, second, extra: extra && visual.two_sets, selected: visual.selected as u8 },
        }
    }

    /// The stars of the selected colour, then those that each wave uncovered: for pictures.
    #[must_use]
    pub fn waves(&self, set: &Set, selected: Colour) -> Vec<Sky> {
        let mut waves = vec![set.colours[selected.index()]];
        let mut seen = SetSeen { uncovered: waves[0], ..SetSeen::default() };
        let mut new = waves[0];
        while !new.is_empty() {
            new = self.explode(set, new, &mut seen) - seen.uncovered;
            seen.uncovered |= new;
            waves.push(new);
        }
        waves.pop();
        waves
    }

    /// Plays one set by 4.4 and 4.5.
    #[inline]
    fn play(&self, set: &Set, selected: Colour) -> SetSeen {
        let mut new = set.colours[selected.index()];
        let mut seen = SetSeen { uncovered: new, ..SetSeen::default() };
        while self.uncover(set, new, &mut seen) {
            new = self.explode(set, new, &mut seen) - seen.uncovered;
            if new.is_empty() {
                break;
            }
            seen.uncovered |= new;
            seen.waves += 1;
        }
        seen
    }

    /// Looks under newly uncovered stars and adds up the sums; says whether there is an Explosion Bonus among them.
    #[inline]
    fn uncover(&self, set: &Set, new: Sky, seen: &mut SetSeen) -> bool {
        let mut all_codes = 0;
        for cell in new.cells() {
            let code = set.contents[cell as usize];
            let find = self.finds[usize::from(code) % CODES];
            seen.cents += find.cents;
            seen.sums += find.sum;
            seen.extras += u8::from(code == EXTRA);
            seen.stars += 1;
            all_codes |= code;
        }
        all_codes >= FIRST_BONUS
    }

    /// The stars that the bonuses under `new` explode, uncovered before or not; the bonuses are counted.
    fn explode(&self, set: &Set, new: Sky, seen: &mut SetSeen) -> Sky {
        let mut exploded = Sky::EMPTY;
        for cell in new.cells() {
            let code = set.contents[cell as usize];
            if code < FIRST_BONUS {
                continue;
            }
            exploded |= match Content::of_code(code) {
                Some(Content::MilkyWay) => {
                    seen.milky_ways += 1;
                    self.neighbours[cell as usize]
                }
                Some(Content::ShootingStar(direction)) => {
                    match direction {
                        super::visual::Direction::NwSe => seen.nw_se += 1,
                        super::visual::Direction::NeSw => seen.ne_sw += 1,
                    }
                    self.diagonals[direction as usize][cell as usize]
                }
                Some(Content::Supernova(colour)) => {
                    if seen.supernovas == 0 {
                        seen.nova = colour as u8;
                    }
                    seen.supernovas += 1;
                    set.colours[colour.index()]
                }
                _ => Sky::EMPTY,
            };
        }
        exploded
    }
}

/// Row and column of a cell.
#[allow(clippy::cast_possible_wrap)] // below 42
const fn place(cell: usize) -> (isize, isize) {
    debug_assert!(cell < ROWS * COLUMNS);
    ((cell / COLUMNS) as isize, (cell % COLUMNS) as isize)
}
