//! The referee of any board: what a visual pays, by articles 4.4 to 4.8 alone, as [`super::super::referee`] has it for the built-in board.

use super::super::shape::{Cells, MOST_STARS, Shape};
use super::super::visual::{MAX_SUMS, Sums};
use super::visual::{Set, Thing, Visual};
use crate::game::Verdict;
use crate::money::Cents;

/// Bits of a counter in [`SetSeen::found`]: all 64 stars may hide the same.
const FOUND_BITS: u32 = 7;
/// The counter of Extras, above those of the sums.
#[allow(clippy::cast_possible_truncation)] // 16
const EXTRAS: u32 = MAX_SUMS as u32;
const _: () = assert!((EXTRAS + 1) * FOUND_BITS <= 128 && MOST_STARS < 1 << FOUND_BITS);

/// What the referee saw in one set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetSeen {
    /// The stars uncovered in all, those of the selected colour included.
    pub uncovered: Cells,
    /// How many uncovered stars hid each sum and an Extra: seven bits each.
    found: u128,
    /// Explosions by kind: milky ways, shooting stars NW-SE, NE-SW, supernovas.
    pub kinds: [u8; 4],
    /// The first supernova met: its colour and one, 0 for none.
    pub nova: u8,
    /// Waves that uncovered new stars.
    pub waves: u8,
}

impl SetSeen {
    /// Extras uncovered.
    #[must_use]
    pub const fn extras(&self) -> u128 {
        self.found >> (EXTRAS * FOUND_BITS)
    }

    /// The uncovered sums in one number: equal for equal multisets, 0 for none; those of two sets add up.
    #[must_use]
    pub const fn sums(&self) -> u128 {
        self.found & ((1 << (EXTRAS * FOUND_BITS)) - 1)
    }

    /// How many uncovered stars hid sum `number`.
    #[must_use]
    pub fn sum_count(&self, number: u8) -> u64 {
        u64::try_from(self.sums() >> (u32::from(number) * FOUND_BITS) & ((1 << FOUND_BITS) - 1)).unwrap_or(0)
    }

    /// How many sums were uncovered.
    #[must_use]
    pub fn sums_in_all(&self) -> u64 {
        if self.sums() == 0 { 0 } else { (0..).take(MAX_SUMS).map(|number| self.sum_count(number)).sum() }
    }

    /// Explosions in all.
    #[must_use]
    pub fn explosions(&self) -> usize {
        self.kinds.iter().map(|&count| usize::from(count)).sum()
    }
}

/// The sums of numbers `sums` in one number, as [`SetSeen::sums`] has them.
#[must_use]
pub fn packed(sums: &[u8]) -> u128 {
    sums.iter().map(|&number| 1_u128 << (u32::from(number) * FOUND_BITS)).sum()
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
    /// The number of the selected colour.
    pub selected: u8,
}

/// Scores visuals; holds masks worked out from rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referee {
    /// What a milky way explodes: the stars in direct contact (4.5.1, S2); what shooting stars NW-SE and NE-SW explode: their diagonals (4.5.3, S3).
    reach: [Vec<Cells>; 3],
    sums: Sums,
}

impl Referee {
    /// A referee for a board and the sums its stars may hide.
    #[must_use]
    pub fn new(shape: &Shape, sums: &Sums) -> Self {
        let place = |star: usize| (star / shape.columns, star % shape.columns);
        let stars = |touches: &dyn Fn(usize, usize, bool) -> bool| -> Vec<Cells> {
            let of = |centre: usize| {
                let (row, column) = place(centre);
                let near = (0..shape.stars()).filter(|&other| {
                    let (other_row, other_column) = place(other);
                    touches(row.abs_diff(other_row), column.abs_diff(other_column), (other_row > row) == (other_column > column))
                });
                near.filter_map(|star| u32::try_from(star).ok()).collect()
            };
            (0..shape.stars()).map(of).collect()
        };
        let reach = [
            stars(&|down, right, _| down + right == 1 || shape.corners && (down, right) == (1, 1)),
            stars(&|down, right, falling| down == right && (falling || down == 0)),
            stars(&|down, right, falling| down == right && (!falling || down == 0)),
        ];
        Self { reach, sums: sums.clone() }
    }

    /// Scores a visual. One whose sets do not fit its Extras is ambiguous: an Extra uncovered in the first set without a second set, a second set without an
    /// Extra, or two Extras in the first set.
    #[must_use]
    pub fn judge(&self, visual: &Visual) -> Verdict<Evidence> {
        let first = self.play(&visual.first, visual.selected);
        let extras = first.extras();
        let extra = extras > 0 && visual.two_sets;
        // 4.6: the second set is played with the selected colour, and an Extra in it leads nowhere
        let second = if extra { self.play(&visual.second, visual.selected) } else { SetSeen::default() };
        Verdict {
            prize: self.gain(&first) + self.gain(&second),
            ambiguous: (extras > 0) != visual.two_sets || extras > 1,
            evidence: Evidence { first, second, extra, selected: visual.selected },
        }
    }

    /// The sums under the uncovered stars of a set add up (4.4, 4.5.4).
    fn gain(&self, seen: &SetSeen) -> Cents {
        if seen.sums() == 0 {
            return Cents::ZERO;
        }
        (0_u8..).zip(self.sums.all()).map(|(number, &amount)| amount * i64::try_from(seen.sum_count(number)).unwrap_or(0)).sum()
    }

    fn play(&self, set: &Set, selected: u8) -> SetSeen {
        // 4.4: the stars of the selected colour
        let mut new = set.colours.get(usize::from(selected)).copied().unwrap_or_default();
        let mut seen = SetSeen { uncovered: new, ..SetSeen::default() };
        // 4.5: wave after wave, until nothing new explodes
        while !new.is_empty() {
            new = self.look_under(set, new, &mut seen) - seen.uncovered;
            seen.uncovered |= new;
            seen.waves += u8::from(!new.is_empty());
        }
        seen
    }

    /// Notes what some stars hide, each of them once; returns what their bonuses explode, uncovered before or not.
    fn look_under(&self, set: &Set, stars: Cells, seen: &mut SetSeen) -> Cells {
        let mut exploded = Cells::EMPTY;
        for star in stars.cells() {
            let (kind, reach) = match set.content(star as usize) {
                Thing::Nothing => continue,
                Thing::Sum(number) => {
                    seen.found += packed(&[number]);
                    continue;
                }
                Thing::Extra => {
                    seen.found += 1 << (EXTRAS * FOUND_BITS);
                    continue;
                }
                Thing::MilkyWay => (0, self.reach[0][star as usize]),
                Thing::ShootingStar(direction) => (1 + direction as usize, self.reach[1 + direction as usize][star as usize]),
                Thing::Supernova(colour) => {
                    if seen.nova == 0 {
                        seen.nova = colour + 1;
                    }
                    (3, set.colours.get(usize::from(colour)).copied().unwrap_or_default())
                }
            };
            seen.kinds[kind] += 1;
            exploded |= reach;
        }
        exploded
    }

    /// The stars of the selected colour, then those that each wave uncovered: for pictures.
    #[must_use]
    pub fn waves(&self, set: &Set, selected: u8) -> Vec<Cells> {
        let mut new = set.colours.get(usize::from(selected)).copied().unwrap_or_default();
        let mut seen = SetSeen { uncovered: new, ..SetSeen::default() };
        let mut waves = vec![new];
        loop {
            new = self.look_under(set, new, &mut seen) - seen.uncovered;
            if new.is_empty() {
                return waves;
            }
            seen.uncovered |= new;
            waves.push(new);
        }
    }
}
