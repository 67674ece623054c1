//! The referee: what a visual pays, by articles 4.4 to 4.8 alone. No randomness, nothing from the generator.
//!
//! The stars of the selected colour are uncovered (4.4). Explosion Bonuses under uncovered stars explode more stars, wave after wave, until nothing new
//! explodes (4.5). Sums under all uncovered stars add up. If an Extra was uncovered, the second set is played in the same way (4.6), and an Extra under its
//! stars leads nowhere. The gains of both sets are the prize (4.7).

use super::visual::{COLOURS, COLUMNS, Colour, Content, LOW_BITS, MAX_SUMS, ROWS, STARS, Set, Sky, Sums, Visual, marked};
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
    #[allow(clippy::inline_always)] // as above
    fn judge_group(&self, visuals: &[Visual], verdicts: &mut [Verdict<Evidence>]) {
        let mut seen = [SetSeen::default(); GROUP];
        self.play::<false>(visuals, &mut seen);
        let mut with_second: List = List::new();
        for (number, ((visual, verdict), seen)) in visuals.iter().zip(&mut *verdicts).zip(&seen).enumerate() {
            let extra = seen.extras() > 0;
            let evidence = Evidence { first: *seen, second: SetSeen::default(), extra: extra && visual.two_sets, selected: visual.selected as u8 };
            *verdict = Verdict { prize: self.gain(seen), ambiguous: extra != visual.two_sets || seen.extras() > 1, evidence };
            with_second.push_if(number, evidence.extra);
        }
        for number in with_second.iter() {
            let mut seen = [SetSeen::default()];
            self.play::<true>(std::slice::from_ref(&visuals[number]), &mut seen);
            verdicts[number].prize = verdicts[number].prize + self.gain(&seen[0]);
            verdicts[number].evidence.second = seen[0];
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

    /// Plays the first or the second set of each visual by 4.4 and 4.5: at most [`GROUP`] visuals, as many places for what is seen.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn play<const SECOND: bool>(&self, visuals: &[Visual], seen: &mut [SetSeen]) {
        let mut bonuses_of = [Sky::EMPTY; GROUP];
        let mut fresh = [Sky::EMPTY; GROUP];
        let mut turn = List::new();
        // 4.4: the stars of the selected colour
        for (number, (visual, seen)) in visuals.iter().zip(&mut *seen).enumerate().take(GROUP) {
            let set = set_of::<SECOND>(visual);
            seen.uncovered = set.colours[visual.selected.index()];
            bonuses_of[number] = bonuses(set);
            fresh[number] = bonuses_of[number] & seen.uncovered;
            turn.push_if(number, !fresh[number].is_empty());
        }
        // 4.5: wave after wave, as long as a bonus was uncovered in the last one
        while !turn.is_empty() {
            let last = turn;
            turn = List::new();
            for number in last.iter() {
                let (set, seen) = (set_of::<SECOND>(&visuals[number]), &mut seen[number]);
                let new = self.explode(set, fresh[number], seen) - seen.uncovered;
                seen.uncovered |= new;
                seen.waves += u8::from(!new.is_empty());
                fresh[number] = bonuses_of[number] & new;
                turn.push_if(number, !fresh[number].is_empty());
            }
        }
        // 4.4, 4.5.4, 4.6: the sums and Extras under all uncovered stars
        let mut finds = List::new();
        for (number, (visual, seen)) in visuals.iter().zip(&*seen).enumerate().take(GROUP) {
            fresh[number] = (seen.uncovered & something(set_of::<SECOND>(visual))) - bonuses_of[number];
            finds.push_if(number, !fresh[number].is_empty());
        }
        for number in finds.iter() {
            for cell in fresh[number].cells() {
                // no counter overflows: each star is looked under once
                let find = self.finds[usize::from(set_of::<SECOND>(&visuals[number]).code(cell)) % CODES];
                seen[number].found = seen[number].found.wrapping_add(find);
            }
        }
    }

    /// The stars that the bonuses under `bonuses` explode, uncovered before or not.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn explode(&self, set: &Set, bonuses: Sky, seen: &mut SetSeen) -> Sky {
        let mut exploded = Sky::EMPTY;
        for cell in bonuses.cells() {
            let code = set.code(cell);
            // a supernova or one of the three others: both looked up, to have no branch
            let colour = code.wrapping_sub(FIRST_SUPERNOVA);
            let nova = usize::from(colour) < COLOURS;
            let kind = if nova { 3 } else { code.wrapping_sub(MILKY_WAY).min(2) };
            let around = self.reach[usize::from(kind.min(2))][cell as usize];
            exploded |= if nova { set.colours[usize::from(colour).min(COLOURS - 1)] } else { around };
            seen.exploded = seen.exploded.wrapping_add(1 << (8 * kind));
            seen.nova = if nova && seen.nova == 0 { colour + 1 } else { seen.nova };
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
        self.length += wanted as usize;
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
