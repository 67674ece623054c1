//! The referee: what a visual pays, by articles 4.4 to 4.8 alone. No randomness, nothing from the generator.
//!
//! The stars of the selected colour are uncovered (4.4). Explosion Bonuses under uncovered stars explode more stars, wave after wave, until nothing new
//! explodes (4.5). Sums under all uncovered stars add up. If an Extra was uncovered, the second set is played in the same way (4.6), and an Extra under its
//! stars leads nowhere. The gains of both sets are the prize (4.7).

use super::visual::{COLOURS, COLUMNS, Colour, Content, LOW_BITS, MOST_COUNTED, ROWS, STARS, Set, Sky, Sums, Visual, marked};
use crate::game::Verdict;
use crate::money::Cents;
use std::hint::select_unpredictable;

/// Bits of a counter in [`SetSeen::found`].
const FOUND_BITS: u32 = 6;
/// The counter of Extras in [`SetSeen::found`], above those of the sums.
#[allow(clippy::cast_possible_truncation)] // 9
const EXTRAS: u32 = MOST_COUNTED as u32;
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

    /// The kind, a place in [`SetSeen::kinds`], of the explosions with the lowest number; 4 without explosions.
    #[must_use]
    pub const fn first_kind(&self) -> usize {
        self.exploded.trailing_zeros() as usize / 8
    }

    /// Explosions in all.
    #[must_use]
    pub const fn explosions(&self) -> u8 {
        // the sum of the four bytes, at most 42, ends up in the highest one
        (self.exploded.wrapping_mul(0x0101_0101) >> 24) as u8
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
    cents: [i64; MOST_COUNTED],
}

impl Referee {
    /// A referee for a game whose stars may hide `sums`.
    #[must_use]
    pub fn new(sums: &Sums) -> Self {
        let mut finds = [0; CODES];
        let mut cents = [0; MOST_COUNTED];
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

    /// Scores visuals, group by group: each step of 4.4 and 4.5 is taken for all sets of a group before the next one.
    ///
    /// A visual whose sets do not fit its Extras is ambiguous: an Extra uncovered in the first set without a second set, a second set without an Extra, or two Extras
    /// in the first set.
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the vectors at hand
    pub fn judge(&self, visuals: &[Visual], verdicts: &mut [Verdict<Evidence>]) {
        for (visuals, verdicts) in visuals.chunks(GROUP).zip(verdicts.chunks_mut(GROUP)) {
            self.judge_group(visuals, verdicts);
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, clippy::needless_bitwise_bool)] // as above; lazy operators are branches
    fn judge_group(&self, visuals: &[Visual], verdicts: &mut [Verdict<Evidence>]) {
        let (mut all, mut with_second) = (List::new(), List::new());
        for number in 0..visuals.len().min(verdicts.len()) {
            all.push_if(number, true);
        }
        self.play::<false>(visuals, all, verdicts);
        for (number, (visual, verdict)) in visuals.iter().zip(&mut *verdicts).enumerate() {
            let evidence = &mut verdict.evidence;
            let extras = evidence.first.extras();
            evidence.second = SetSeen::default();
            evidence.extra = (extras > 0) & visual.two_sets;
            evidence.selected = visual.selected as u8;
            verdict.ambiguous = ((extras > 0) ^ visual.two_sets) | (extras > 1);
            verdict.prize = self.gain(&evidence.first);
            with_second.push_if(number, evidence.extra);
        }
        self.play::<true>(visuals, with_second, verdicts);
        for number in with_second.iter() {
            let verdict = &mut verdicts[number];
            verdict.prize = verdict.prize + self.gain(&verdict.evidence.second);
        }
    }

    /// The sums under the uncovered stars of a set add up (4.4, 4.5.4).
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
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
        let bonuses = bonuses(set);
        let mut seen = SetSeen { uncovered: set.colours[selected.index()], ..SetSeen::default() };
        let mut waves = vec![seen.uncovered];
        let mut new = seen.uncovered;
        loop {
            new = self.explode(set, bonuses & new, &mut seen) - seen.uncovered;
            if new.is_empty() {
                return waves;
            }
            seen.uncovered |= new;
            waves.push(new);
        }
    }

    /// Plays the first or the second sets of the visuals of `all` by 4.4 and 4.5; the verdicts' evidence gets what is seen.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn play<const SECOND: bool>(&self, visuals: &[Visual], all: List, verdicts: &mut [Verdict<Evidence>]) {
        let mut bonuses_of = [Sky::EMPTY; GROUP];
        let mut finds_of = [Sky::EMPTY; GROUP];
        let mut fresh = [Sky::EMPTY; GROUP];
        let mut turn = List::new();
        // 4.4: the stars of the selected colour
        for number in all.iter() {
            let visual = &visuals[number];
            let set = set_of::<SECOND>(visual);
            let uncovered = set.colours[visual.selected.index()];
            bonuses_of[number] = bonuses(set);
            finds_of[number] = something(set) - bonuses_of[number];
            fresh[number] = bonuses_of[number] & uncovered;
            *seen_of::<SECOND>(&mut verdicts[number]) = SetSeen { uncovered, ..SetSeen::default() };
            turn.push_if(number, !fresh[number].is_empty());
        }
        // 4.5: wave after wave, as long as a bonus was uncovered in the last one
        while !turn.is_empty() {
            let last = turn;
            turn = List::new();
            for number in last.iter() {
                let (set, seen) = (set_of::<SECOND>(&visuals[number]), seen_of::<SECOND>(&mut verdicts[number]));
                let new = self.explode(set, fresh[number], seen) - seen.uncovered;
                seen.uncovered |= new;
                seen.waves = seen.waves.wrapping_add(u8::from(!new.is_empty()));
                fresh[number] = bonuses_of[number] & new;
                turn.push_if(number, !fresh[number].is_empty());
            }
        }
        // 4.4, 4.5.4, 4.6: the sums and Extras under all uncovered stars
        for number in all.iter() {
            fresh[number] = finds_of[number] & seen_of::<SECOND>(&mut verdicts[number]).uncovered;
            turn.push_if(number, !fresh[number].is_empty());
        }
        for number in turn.iter() {
            let (set, seen) = (set_of::<SECOND>(&visuals[number]), seen_of::<SECOND>(&mut verdicts[number]));
            for cell in fresh[number].cells() {
                // no counter overflows: each star is looked under once
                seen.found = seen.found.wrapping_add(self.finds[usize::from(set.code(cell)) % CODES]);
            }
        }
    }

    /// The stars that the bonuses under `bonuses` explode, uncovered before or not.
    #[inline(always)]
    #[allow(clippy::inline_always, clippy::needless_bitwise_bool)] // as above; a lazy operator is a branch
    fn explode(&self, set: &Set, bonuses: Sky, seen: &mut SetSeen) -> Sky {
        let mut exploded = Sky::EMPTY;
        for cell in bonuses.cells() {
            let code = set.code(cell);
            // a supernova or one of the three others: both looked up, to have no branch
            let colour = code.wrapping_sub(FIRST_SUPERNOVA);
            let nova = usize::from(colour) < COLOURS;
            let kind = code.wrapping_sub(MILKY_WAY).min(3);
            let around = self.reach[usize::from(kind.min(2))][cell as usize];
            let of_colour = set.colours[usize::from(colour).min(COLOURS - 1)];
            exploded |= select_unpredictable(nova, of_colour, around);
            seen.exploded = seen.exploded.wrapping_add(1_u32.wrapping_shl(u32::from(kind) << 3));
            seen.nova = select_unpredictable(nova & (seen.nova == 0), colour.wrapping_add(1), seen.nova);
        }
        exploded
    }
}

/// The first or the second set of a visual.
#[inline(always)]
#[allow(clippy::inline_always)] // nothing but an address
fn set_of<const SECOND: bool>(visual: &Visual) -> &Set {
    if SECOND { &visual.second } else { &visual.first }
}

/// Where what is seen of that set is noted.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn seen_of<const SECOND: bool>(verdict: &mut Verdict<Evidence>) -> &mut SetSeen {
    if SECOND { &mut verdict.evidence.second } else { &mut verdict.evidence.first }
}

/// The stars that hide an Explosion Bonus.
#[inline(always)]
#[allow(clippy::inline_always)] // a few vector instructions
fn bonuses(set: &Set) -> Sky {
    marked(&set.contents, BONUS_BIT, 0)
}

/// The stars that hide anything.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn something(set: &Set) -> Sky {
    // codes are below 128: the sum has the upper bit unless the code is 0
    marked(&set.contents, 7, 0x7f * LOW_BITS)
}

/// Sets played together.
const GROUP: usize = 64;

/// Numbers of sets of a group, added without a branch.
#[derive(Clone, Copy)]
struct List {
    numbers: [u8; GROUP],
    length: usize,
}

impl List {
    const fn new() -> Self {
        Self { numbers: [0; GROUP], length: 0 }
    }

    const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds `number` if `wanted`; at most [`GROUP`] are added.
    #[inline(always)]
    #[allow(clippy::inline_always, clippy::cast_possible_truncation)] // as above; below 64
    const fn push_if(&mut self, number: usize, wanted: bool) {
        self.numbers[self.length % GROUP] = number as u8;
        self.length = self.length.wrapping_add(wanted as usize);
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.numbers[..self.length].iter().map(|&number| usize::from(number))
    }
}

/// Row and column of a cell.
#[allow(clippy::cast_possible_wrap)] // below 42
const fn place(cell: usize) -> (isize, isize) {
    debug_assert!(cell < ROWS * COLUMNS);
    ((cell / COLUMNS) as isize, (cell % COLUMNS) as isize)
}
