//! The referee: scores a visual by the rules (5.3 to 5.11) and D2, from what it shows alone. No randomness, no table of the generator's.
//!
//! ```text
//! horizontal   vertical    falling     rising        A window is three adjacent cells in one of these directions. It is a line of a gem when
//!  a b c        a . .       a . .       . . c        each of its cells shows that gem or a magic gem, and at least one shows the gem itself.
//!  . . .        b . .       . b .       . b .
//!  . . .        c . .       . . c       a . .
//! ```
//! Lines of other lengths than three have longer windows and one path of their own, `windows_of_gems`: it looks for each gem by itself.

use super::params::Rules;
use super::visual::{Grid, MOST_GEMS, MOST_THROWS, SLOTS, Visual, Word};
use crate::game::Verdict;
use crate::money::Cents;

/// Directions of a line, in the order of `DIRECTIONS`.
pub const DIRECTION_NAMES: [&str; 4] = ["horizontal", "vertical", "falling", "rising"];
/// Steps (rows, columns) from one cell of a line to the next.
const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];
/// Lines kept one by one in the evidence.
pub const LINES_KEPT: usize = 4;

/// A line the referee found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line<W = u32> {
    /// The throw, from 0.
    pub throw: u8,
    /// The gem.
    pub gem: u8,
    /// The direction: an index of [`DIRECTION_NAMES`].
    pub direction: u8,
    /// Whether a magic gem completes it.
    pub magic: bool,
    /// Its cells.
    pub cells: W,
}

/// What the referee saw. Sets of throws have one bit a throw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence<W = u32> {
    /// The first lines found, in the order of throws.
    pub lines: [Line<W>; LINES_KEPT],
    /// How many lines were found.
    pub line_count: u16,
    /// Throws that were played.
    pub throws: u8,
    /// Throws with a line.
    pub with_line: u8,
    /// Throws with a magic gem.
    pub with_magic: u8,
    /// Throws with a special symbol of any kind.
    pub with_special: u8,
    /// Golden gems collected.
    pub gold: u16,
    /// Whether the golden gems pay.
    pub gold_pays: bool,
    /// What the wheel paid.
    pub wheel: Option<Cents>,
}

/// The referee of one game.
#[derive(Clone, Debug)]
pub struct Referee<W = u32> {
    /// Cells between one cell of a line and the next, by direction.
    pub(super) steps: [u32; 4],
    /// Cells at which a window begins, by direction.
    pub(super) starts: [W; 4],
    /// Cells of a line.
    pub(super) length: u32,
    line_prizes: [Cents; MOST_GEMS],
    cells: W,
    throws: usize,
    most_throws: usize,
    gold_needed: u32,
    gold_prize: Cents,
    wheel: Vec<Cents>,
}

/// One direction on a grid: the difference of the numbers of neighbouring cells (more than 0), and the cells at which windows of `length` cells begin.
fn direction<W: Word>(grid: Grid, length: usize, (down, right): (isize, isize)) -> (u32, W) {
    // the cell `steps` further on, if the grid has it
    let along = |cell: usize, steps: isize| {
        let (row, column) = grid.place(cell);
        let (row, column) = (row.checked_add_signed(down * steps)?, column.checked_add_signed(right * steps)?);
        (row < grid.rows && column < grid.columns).then(|| grid.cell(row, column))
    };
    let ahead = (0..grid.cells()).find_map(|cell| along(cell, 1).map(|next| next > cell)).unwrap_or(true);
    let sign = if ahead { 1 } else { -1 };
    let step = (0..grid.cells()).find_map(|cell| along(cell, sign).map(|next| next - cell)).unwrap_or(1);
    let last = length.cast_signed() - 1;
    let starts = (0..grid.cells()).filter(|&cell| along(cell, last * sign).is_some()).fold(W::NONE, |set, cell| set | W::of(cell));
    (u32::try_from(step).unwrap_or(1), starts)
}

impl<W: Word> Referee<W> {
    /// The referee of the game with these rules.
    ///
    /// # Panics
    /// Where the sets of cells are not made for lines of this length.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        assert!(W::ANY_LINE || rules.line_length == 3, "lines of {} are judged in wider words", rules.line_length);
        let directions = DIRECTIONS.map(|step| direction(rules.grid, rules.line_length, step));
        let mut line_prizes = [Cents::ZERO; MOST_GEMS];
        for (prize, gem) in line_prizes.iter_mut().zip(&rules.gems) {
            *prize = gem.line;
        }
        Self {
            steps: directions.map(|(step, _)| step),
            starts: directions.map(|(_, starts)| starts),
            length: u32::try_from(rules.line_length).unwrap_or(3),
            line_prizes,
            cells: rules.grid.all(),
            throws: rules.throws,
            most_throws: rules.throws + rules.most_extra,
            gold_needed: rules.gold_needed,
            gold_prize: rules.gold_prize,
            wheel: rules.wheel.clone(),
        }
    }

    /// Where each of the first `SEEN` throws shows three in a row that are one gem or a magic gem: all throws at once, no branch.
    ///
    /// Two cells show the same gem when no plane differs; a magic gem is the same as any. A window is three cells of which each two are the same.
    #[inline(always)]
    pub(super) fn windows<const SEEN: usize>(&self, visual: &Visual<W>, magic: &[W; SEEN]) -> [W; SEEN] {
        // the steps of the built-in grid, known to the compiler
        if self.steps == [5, 1, 6, 4] { self.windows_by([5, 1, 6, 4], visual, magic) } else { self.windows_by(self.steps, visual, magic) }
    }

    #[inline(always)]
    fn windows_by<const SEEN: usize>(&self, steps: [u32; 4], visual: &Visual<W>, magic: &[W; SEEN]) -> [W; SEEN] {
        let [low, middle, high, special] = &visual.planes;
        let mut found = [W::NONE; SEEN];
        for throw in 0..SEEN {
            let (low, middle, high, magic) = (low[throw], middle[throw], high[throw], magic[throw]);
            let closed = special[throw] & !magic;
            for (step, &starts) in steps.into_iter().zip(&self.starts) {
                // wrapping: a shift that is checked is no vector
                let differ = |by: u32| (low ^ low.wrapping_shr(by)) | (middle ^ middle.wrapping_shr(by)) | (high ^ high.wrapping_shr(by));
                let next = differ(step) & !(magic | magic.wrapping_shr(step));
                let ends = differ(2 * step) & magic.wrapping_shr(step) & !(magic | magic.wrapping_shr(2 * step));
                let shut = closed | closed.wrapping_shr(step) | closed.wrapping_shr(2 * step);
                found[throw] |= !(next | next.wrapping_shr(step) | ends | shut) & starts;
            }
        }
        found
    }

    /// Whether lines are no three in a row: then windows are looked for gem by gem. The answer for words of 32 cells is known to the compiler.
    #[inline(always)]
    const fn is_other(&self) -> bool {
        W::ANY_LINE && self.length != 3
    }

    /// The windows of one direction, for lines of any length: those in which each cell shows one gem or a magic gem, and of them those that are all magic.
    fn windows_of_gems(&self, [low, middle, high]: [W; 3], gems: W, magic: W, direction: usize) -> (W, W) {
        let of = |cells: W| (1..self.length).fold(cells & self.starts[direction], |all, place| all & cells >> (place * self.steps[direction]));
        let shown = (0..MOST_GEMS).map(|gem| {
            let bit = |plane: W, bit: usize| if gem >> bit & 1 == 1 { plane } else { !plane };
            gems & bit(low, 0) & bit(middle, 1) & bit(high, 2)
        });
        (shown.fold(W::NONE, |windows, shown| windows | of(shown | magic)), of(magic))
    }

    /// The cells of a window that begins at `first`.
    #[inline(always)]
    fn window(&self, first: W, step: u32) -> W {
        if self.is_other() {
            return (1..self.length).fold(first, |cells, place| cells | first << (place * step));
        }
        first | first << step | first << (2 * step)
    }

    /// Adds the lines of one throw to the evidence; returns what they pay and whether they can be read in two ways.
    #[inline(always)]
    fn lines_of(&self, visual: &Visual<W>, throw: usize, evidence: &mut Evidence<W>) -> (Cents, bool) {
        let [low, middle, high, special] = visual.planes.map(|plane| plane[throw] & self.cells);
        let magic = special & !low & !middle & !high;
        let counted = self.cells & (!special | magic);
        let mut prize = Cents::ZERO;
        let mut ambiguous = false;
        // magic gems that complete a line
        let mut completing = W::NONE;
        for (direction, (&step, &starts)) in self.steps.iter().zip(&self.starts).enumerate() {
            let (windows, all_magic) = if self.is_other() {
                self.windows_of_gems([low, middle, high], counted & !magic, magic, direction)
            } else {
                // a window a, b, c, at its first cell: each two of its cells show the same gem, or one of the two is magic
                let same = |by: u32| !((low ^ low >> by) | (middle ^ middle >> by) | (high ^ high >> by)) | magic | magic >> by;
                let next = same(step);
                let windows = counted & counted >> step & counted >> (2 * step) & next & next >> step & same(2 * step) & starts;
                (windows, windows & magic & magic >> step & magic >> (2 * step))
            };
            // magic gems alone show no gem of their own: no line, but a reader may see one
            let mut lines = windows & !all_magic;
            // two windows one step apart are a run of one more
            ambiguous |= all_magic | lines & lines >> step != W::NONE;
            while lines != W::NONE {
                let start = lines.trailing_zeros();
                lines = lines.rest();
                let first = W::of(start as usize);
                let cells = self.window(first, step);
                let gem_at = (cells & !magic).trailing_zeros() as usize;
                let gem = usize::from(low.has(gem_at)) | usize::from(middle.has(gem_at)) << 1 | usize::from(high.has(gem_at)) << 2;
                let wild = cells & magic;
                ambiguous |= completing & wild != W::NONE;
                completing |= wild;
                let small = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
                if let Some(kept) = evidence.lines.get_mut(usize::from(evidence.line_count)) {
                    *kept = Line { throw: small(throw), gem: small(gem), direction: small(direction), magic: wild != W::NONE, cells };
                }
                evidence.line_count += 1;
                evidence.with_line |= 1 << throw;
                prize = prize + self.line_prizes[gem];
            }
        }
        (prize, ambiguous)
    }

    /// Throws that are played: the first ones, and one more for each "+1" uncovered in time (5.7).
    #[inline(always)]
    fn played(&self, visual: &Visual<W>, more: &[W]) -> usize {
        let mut allowed = self.throws;
        for (throw, more) in more.iter().enumerate().take(visual.throws()) {
            if throw >= allowed {
                return allowed;
            }
            allowed = (allowed + more.count_ones() as usize).min(self.most_throws);
        }
        allowed
    }

    /// Scores a visual.
    ///
    /// A visual that no play can show is scored as far as the rules go, and is ambiguous: throws that no "+1" allows are not played, missing throws show
    /// nothing, a wheel pays once, and only if its symbol is uncovered and its sum stands on a sector.
    #[inline(always)]
    pub fn judge_into(&self, visual: &Visual<W>, verdict: &mut Verdict<Evidence<W>>) {
        // most plays show four throws: half the work
        if visual.throws() <= SLOTS / 2 { self.judge_first::<{ SLOTS / 2 }>(visual, verdict) } else { self.judge_first::<SLOTS>(visual, verdict) }
    }

    /// As [`Referee::judge_into`], one visual.
    #[cfg(test)]
    #[must_use]
    pub fn judge(&self, visual: &Visual<W>) -> Verdict<Evidence<W>> {
        let mut verdict = Verdict::default();
        self.judge_into(visual, &mut verdict);
        verdict
    }

    /// Scores a visual whose throws are among the first `SEEN`.
    #[inline(always)]
    fn judge_first<const SEEN: usize>(&self, visual: &Visual<W>, verdict: &mut Verdict<Evidence<W>>) {
        let specials = Specials::<W, SEEN>::of(visual, self.cells);
        // of other lines every throw is looked at one by one
        let windows = if self.is_other() { [self.cells; SEEN] } else { self.windows(visual, &specials.magic) };
        let [with_special, with_magic, with_more, with_window] = shown([&specials.any, &specials.magic, &specials.more, &windows]);
        let allowed = if with_more == 0 { self.throws } else { self.played(visual, &specials.more) };
        let played = allowed.min(visual.throws()).min(MOST_THROWS);
        let in_play = !(u8::MAX << played);
        let evidence = &mut verdict.evidence;
        *evidence = Evidence {
            throws: u8::try_from(played).unwrap_or(0),
            with_special: with_special & in_play,
            with_magic: with_magic & in_play,
            ..Evidence::default()
        };
        let mut ambiguous = visual.throws() != allowed;
        let mut prize = Cents::ZERO;
        let mut left = with_window & in_play;
        while left != 0 {
            let throw = left.trailing_zeros() as usize;
            left &= left - 1;
            let (lines, unclear) = self.lines_of(visual, throw, evidence);
            prize = prize + lines;
            ambiguous |= unclear;
        }
        let (mut gold, mut wheels) = (0, 0);
        let mut left = evidence.with_special;
        while left != 0 {
            let throw = left.trailing_zeros() as usize % SEEN;
            left &= left - 1;
            gold += specials.gold[throw].count_ones();
            wheels += specials.wheel[throw].count_ones();
        }
        evidence.gold = u16::try_from(gold).unwrap_or(u16::MAX);
        evidence.gold_pays = gold >= self.gold_needed;
        ambiguous |= gold >= 2 * self.gold_needed;
        if evidence.gold_pays {
            prize = prize + self.gold_prize;
        }
        if wheels > 0 || visual.wheel().is_some() {
            let sum = visual.wheel().filter(|sum| wheels > 0 && self.wheel.contains(sum));
            ambiguous |= wheels != 1 || sum.is_none();
            evidence.wheel = sum;
            prize = prize + sum.unwrap_or(Cents::ZERO);
        }
        (verdict.prize, verdict.ambiguous) = (prize, ambiguous);
    }
}

/// Where the special symbols of each throw stand.
struct Specials<W, const SEEN: usize> {
    any: [W; SEEN],
    magic: [W; SEEN],
    gold: [W; SEEN],
    more: [W; SEEN],
    wheel: [W; SEEN],
}

impl<W: Word, const SEEN: usize> Specials<W, SEEN> {
    #[inline(always)]
    fn of(visual: &Visual<W>, cells: W) -> Self {
        let [low, middle, high, special] = &visual.planes;
        let none = [W::NONE; SEEN];
        let mut sets = Self { any: none, magic: none, gold: none, more: none, wheel: none };
        for throw in 0..SEEN {
            let (low, middle, known) = (low[throw], middle[throw], special[throw] & !high[throw] & cells);
            sets.any[throw] = special[throw];
            sets.magic[throw] = known & !low & !middle;
            sets.gold[throw] = known & low & !middle;
            sets.more[throw] = known & !low & middle;
            sets.wheel[throw] = known & low & middle;
        }
        sets
    }
}

/// The throws whose set is not empty, as a set, of four sets a throw: all at once, one byte of a sum each.
#[inline(always)]
fn shown<W: Word, const SEEN: usize>(sets: [&[W; SEEN]; 4]) -> [u8; 4] {
    let mut throws = 0;
    for throw in 0..SEEN {
        let bit = |set: usize| u32::from(sets[set][throw] != W::NONE) << (8 * set);
        throws |= (bit(0) | bit(1) | bit(2) | bit(3)) << throw;
    }
    throws.to_le_bytes()
}
