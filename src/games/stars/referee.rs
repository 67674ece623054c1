//! The referee: what a visual pays, by articles 4.4 to 4.8 alone. No randomness, nothing from the generator.
//!
//! The stars of the selected colour are uncovered (4.4). Explosion Bonuses under uncovered stars explode more stars, wave after wave, until nothing new
//! explodes (4.5). Sums under all uncovered stars add up. If an Extra was uncovered, the second set is played in the same way (4.6), and an Extra under its
//! stars leads nowhere. The gains of both sets are the prize (4.7).

use super::visual::{COLOURS, COLUMNS, Colour, Content, MAX_SUMS, ROWS, STARS, Set, Sky, Sums, Visual};
use crate::bitboard::Bitboard;
use crate::game::Verdict;
use crate::money::Cents;

/// Bits of a counter in [`SetSeen::found`].
const FOUND_BITS: u32 = 6;
/// The counter of Extras in [`SetSeen::found`], above those of the sums.
#[allow(clippy::cast_possible_truncation)] // 9
const EXTRAS: u32 = MAX_SUMS as u32;
const _: () = assert!((EXTRAS + 1) * FOUND_BITS <= 64 && STARS < 1 << FOUND_BITS, "all 42 stars may hide the same");

/// What the referee saw in one set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetSeen {
    /// The stars uncovered in all, those of the selected colour included.
    pub uncovered: Sky,
    /// How many uncovered stars hid each sum and an Extra: six bits each.
    found: u64,
    /// How many of each kind exploded: a byte each, milky ways, shooting stars NW-SE, NE-SW, supernovas.
    exploded: u32,
    /// The first supernova met: 1 for violet, 2 for bleu, ... ([`Colour::index`] + 1), 0 for none.
    pub nova: u8,
    /// Waves that uncovered new stars.
    pub waves: u8,
}

impl SetSeen {
    /// How many stars were uncovered.
    #[must_use]
    pub const fn stars(&self) -> u32 {
        self.uncovered.len()
    }

    /// Extras uncovered.
    #[must_use]
    pub const fn extras(&self) -> u64 {
        self.found >> (EXTRAS * FOUND_BITS)
    }

    /// The uncovered sums in one number: equal for equal multisets, 0 for none; those of two sets add up.
    #[must_use]
    pub const fn sums(&self) -> u64 {
        self.found & ((1 << (EXTRAS * FOUND_BITS)) - 1)
    }

    /// How many uncovered stars hid sum `number`.
    #[must_use]
    pub const fn sum_count(&self, number: u8) -> u64 {
        self.sums() >> (number as u32 * FOUND_BITS) & ((1 << FOUND_BITS) - 1)
    }

    /// Explosions by kind: milky ways, shooting stars NW-SE, NE-SW, supernovas.
    #[must_use]
    pub const fn kinds(&self) -> [u8; 4] {
        self.exploded.to_le_bytes()
    }

    /// Explosions in all.
    #[must_use]
    pub const fn explosions(&self) -> u8 {
        let [milky_ways, nw_se, ne_sw, supernovas] = self.kinds();
        milky_ways + nw_se + ne_sw + supernovas
    }
}

/// The sums of numbers `sums` in one number, as [`SetSeen::sums`] has them.
#[must_use]
pub fn packed(sums: &[u8]) -> u64 {
    sums.iter().map(|&number| 1 << (u32::from(number) * FOUND_BITS)).sum()
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
    /// By content code: one in the counter of what it is, in [`SetSeen::found`].
    finds: [u64; CODES],
    /// The amount of each sum, in cents.
    cents: [i64; MAX_SUMS],
}

impl Referee {
    /// A referee for a game whose stars may hide `sums`.
    #[must_use]
    pub fn new(sums: &Sums) -> Self {
        let mut finds = [0; CODES];
        let mut cents = [0; MAX_SUMS];
        for ((number, &amount), cents) in (0_u8..).zip(sums.all()).zip(&mut cents) {
            finds[usize::from(Content::Sum(number).code())] = packed(&[number]);
            *cents = amount.0;
        }
        finds[usize::from(Content::Extra.code())] = 1 << (EXTRAS * FOUND_BITS);
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
        Self { reach: [neighbours, stars(|down, right| down == right), stars(|down, right| down == -right)], finds, cents }
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
            prize: self.gain(&first) + self.gain(&second),
            ambiguous: extra != visual.two_sets || first.extras() > 1,
            evidence: Evidence { first, second, extra: extra && visual.two_sets, selected: visual.selected as u8 },
        }
    }

    /// The sums under the uncovered stars of a set add up (4.4, 4.5.4).
    #[inline]
    pub(super) fn gain(&self, seen: &SetSeen) -> Cents {
        let mut gain = 0;
        let mut left = seen.sums();
        for cents in self.cents {
            if left == 0 {
                break;
            }
            gain += i64::try_from(left & ((1 << FOUND_BITS) - 1)).unwrap_or(0) * cents;
            left >>= FOUND_BITS;
        }
        Cents(gain)
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

    /// Looks under newly uncovered stars, counts the sums and Extras, and gives the stars with an Explosion Bonus.
    #[inline]
    fn uncover(&self, set: &Set, new: Sky, seen: &mut SetSeen) -> Sky {
        let mut bonuses = 0;
        let mut found = seen.found;
        for cell in new.cells() {
            let code = set.contents[cell as usize];
            // no counter overflows: each star is uncovered once
            found = found.wrapping_add(self.finds[usize::from(code) % CODES]);
            bonuses |= u64::from(code >> BONUS_BIT) << cell;
        }
        seen.found = found;
        Bitboard(bonuses)
    }

    /// The stars that the bonuses under `bonuses` explode, uncovered before or not.
    #[inline]
    fn explode(&self, set: &Set, bonuses: Sky, seen: &mut SetSeen) -> Sky {
        let mut exploded = Sky::EMPTY;
        for cell in bonuses.cells() {
            let kind = set.contents[cell as usize] - MILKY_WAY;
            if let Some(reach) = self.reach.get(usize::from(kind)) {
                exploded |= reach[cell as usize];
                seen.exploded += 1 << (8 * kind);
            } else {
                let colour = kind - (FIRST_SUPERNOVA - MILKY_WAY);
                exploded |= set.colours[usize::from(colour) % COLOURS];
                seen.exploded += 1 << 24;
                seen.nova = if seen.nova == 0 { colour + 1 } else { seen.nova };
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
