//! The referee: what a visual pays, by articles 4.4 to 4.8 alone. No randomness, nothing from the generator.
//!
//! The stars of the selected colour are uncovered (4.4). Explosion Bonuses under uncovered stars explode more stars, wave after wave, until nothing new
//! explodes (4.5). Sums under all uncovered stars add up. If an Extra was uncovered, the second set is played in the same way (4.6), and an Extra under its
//! stars leads nowhere. The gains of both sets are the prize (4.7).

use super::visual::{COLOURS, COLUMNS, Colour, Content, Direction, ROWS, STARS, Set, Sky, Sums, Visual};
use crate::bitboard::Bitboard;
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
    /// Counts of a byte each: stars uncovered, then Extras, milky ways, shooting stars NW-SE, NE-SW, and supernovas among them.
    counts: u64,
    /// Waves that uncovered new stars.
    pub waves: u8,
    /// The first supernova met: 1 for violet, 2 for bleu, ... ([`Colour::index`] + 1), 0 for none.
    pub nova: u8,
}

/// Which byte of [`SetSeen::counts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    Stars,
    Extras,
    MilkyWays,
    NwSe,
    NeSw,
    Supernovas,
}

impl Counted {
    const fn one(self) -> u64 {
        1 << (8 * self as u32)
    }
}

impl SetSeen {
    const fn count(&self, what: Counted) -> u8 {
        self.counts.to_le_bytes()[what as usize]
    }

    /// How many stars were uncovered.
    #[must_use]
    pub const fn stars(&self) -> u8 {
        self.count(Counted::Stars)
    }

    /// Extras uncovered.
    #[must_use]
    pub const fn extras(&self) -> u8 {
        self.count(Counted::Extras)
    }

    /// Explosions by kind: milky ways, shooting stars NW-SE, NE-SW, supernovas.
    #[must_use]
    pub const fn kinds(&self) -> [u8; 4] {
        [self.count(Counted::MilkyWays), self.count(Counted::NwSe), self.count(Counted::NeSw), self.count(Counted::Supernovas)]
    }

    /// Explosions in all.
    #[must_use]
    pub const fn explosions(&self) -> u8 {
        let [milky_ways, nw_se, ne_sw, supernovas] = self.kinds();
        milky_ways + nw_se + ne_sw + supernovas
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

/// What one star adds to what was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Find {
    /// Cents of a sum.
    cents: i64,
    /// One in the counter of a sum.
    sum: u64,
    /// One in the counter of stars, and in that of what it hides.
    counts: u64,
}

/// Codes there are room for; those with the upper one of their seven bits are Explosion Bonuses, see [`Content::code`].
const CODES: usize = 128;
const BONUS_BIT: u32 = 6;
const MILKY_WAY: u8 = Content::MilkyWay.code();
const FIRST_SUPERNOVA: u8 = Content::Supernova(Colour::Violet).code();

/// Scores visuals; holds masks worked out from rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referee {
    /// What a milky way explodes: the up to eight stars in direct contact (4.5.1, S2); what shooting stars NW-SE and NE-SW explode: their diagonals (4.5.3, S3).
    /// In the order of their codes.
    pub(super) reach: [[Sky; STARS]; 3],
    /// By content code.
    finds: [Find; CODES],
}

impl Referee {
    /// A referee for a game whose stars may hide `sums`.
    #[must_use]
    pub fn new(sums: &Sums) -> Self {
        let mut finds = [Find { counts: Counted::Stars.one(), ..Find::default() }; CODES];
        for (number, &amount) in (0_u8..).zip(sums.all()) {
            let find = &mut finds[usize::from(Content::Sum(number).code())];
            find.cents = amount.0;
            find.sum = 1 << (u32::from(number) * SUM_BITS);
        }
        for content in Content::all(0) {
            finds[usize::from(content.code())].counts += match content {
                Content::Nothing | Content::Sum(_) => 0,
                Content::Extra => Counted::Extras.one(),
                Content::MilkyWay => Counted::MilkyWays.one(),
                Content::ShootingStar(Direction::NwSe) => Counted::NwSe.one(),
                Content::ShootingStar(Direction::NeSw) => Counted::NeSw.one(),
                Content::Supernova(_) => Counted::Supernovas.one(),
            };
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
        let neighbours = stars(|down, right| (down, right) != (0, 0) && down.abs() <= 1 && right.abs() <= 1);
        Self { reach: [neighbours, stars(|down, right| down == right), stars(|down, right| down == -right)], finds }
    }

    /// Scores a visual.
    ///
    /// A visual whose sets do not fit its Extras is ambiguous: an Extra uncovered in the first set without a second set, a second set without an Extra, or two Extras
    /// in the first set.
    #[must_use]
    #[inline]
    pub fn judge(&self, visual: &Visual) -> Verdict<Evidence> {
        let first = self.play(&visual.first, visual.selected);
        let extra = first.extras() > 0;
        let second = if extra && visual.two_sets { self.play(&visual.second, visual.selected) } else { SetSeen::default() };
        Verdict {
            prize: Cents(first.cents + second.cents),
            ambiguous: extra != visual.two_sets || first.extras() > 1,
            evidence: Evidence { first, second, extra: extra && visual.two_sets, selected: visual.selected as u8 },
        }
    }

    /// The stars of the selected colour, then those that each wave uncovered: for pictures.
    #[must_use]
    pub fn waves(&self, set: &Set, selected: Colour) -> Vec<Sky> {
        let mut seen = SetSeen { uncovered: set.colours[selected.index()], ..SetSeen::default() };
        let mut waves = vec![seen.uncovered];
        let mut new = seen.uncovered;
        loop {
            let bonuses = self.uncover(set, new, &mut seen);
            new = self.explode(set, bonuses, &mut seen) - seen.uncovered;
            if new.is_empty() {
                return waves;
            }
            seen.uncovered |= new;
            waves.push(new);
        }
    }

    /// Plays one set by 4.4 and 4.5.
    #[inline]
    fn play(&self, set: &Set, selected: Colour) -> SetSeen {
        let mut new = set.colours[selected.index()];
        let mut seen = SetSeen { uncovered: new, ..SetSeen::default() };
        loop {
            let bonuses = self.uncover(set, new, &mut seen);
            if bonuses.is_empty() {
                return seen;
            }
            new = self.explode(set, bonuses, &mut seen) - seen.uncovered;
            if new.is_empty() {
                return seen;
            }
            seen.uncovered |= new;
            seen.waves += 1;
        }
    }

    /// Looks under newly uncovered stars, adds up what they hide, and gives those with an Explosion Bonus.
    #[inline]
    fn uncover(&self, set: &Set, new: Sky, seen: &mut SetSeen) -> Sky {
        let mut bonuses = 0;
        for cell in new.cells() {
            let code = set.contents[cell as usize];
            let find = &self.finds[usize::from(code) % CODES];
            seen.cents += find.cents;
            seen.sums += find.sum;
            seen.counts += find.counts;
            bonuses |= u64::from(code >> BONUS_BIT) << cell;
        }
        Bitboard(bonuses)
    }

    /// The stars that the bonuses under `bonuses` explode, uncovered before or not.
    #[inline]
    fn explode(&self, set: &Set, bonuses: Sky, seen: &mut SetSeen) -> Sky {
        let mut exploded = Sky::EMPTY;
        let mut novas = false;
        for cell in bonuses.cells() {
            let code = set.contents[cell as usize];
            if let Some(reach) = self.reach.get(usize::from(code - MILKY_WAY)) {
                exploded |= reach[cell as usize];
            } else {
                novas = true;
            }
        }
        if novas { exploded | Self::explode_supernovas(set, bonuses, seen) } else { exploded }
    }

    /// The stars that the supernovas under `bonuses` explode; notes the colour of the first one of the set.
    fn explode_supernovas(set: &Set, bonuses: Sky, seen: &mut SetSeen) -> Sky {
        let mut exploded = Sky::EMPTY;
        for cell in bonuses.cells() {
            if let Some(colour) = set.contents[cell as usize].checked_sub(FIRST_SUPERNOVA) {
                exploded |= set.colours[usize::from(colour) % COLOURS];
                if seen.nova == 0 {
                    seen.nova = colour + 1;
                }
            }
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
