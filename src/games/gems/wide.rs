//! The fillings of a throw (D9) on any grid of up to 64 cells, with lines of any length: the law of [`super::filling`], one throw after the other.
//!
//! On a large grid, or with few gems, a random filling almost never fits: whole rejection would take thousands of tries. So a throw without a line is put
//! together from halves, and each half from its halves, down to single strips.
//!
//! ```text
//! grid = left half + right half, each uniform over the fillings of its cells without a line of its own;
//!        kept if no line crosses the middle, else both are drawn again
//! ```
//! **Why it is uniform.** Left and right are independent, so each pair of fillings without a line of its own is as likely as any other; what is kept is
//! uniform over the pairs that show no line together, and those are the fillings without a line. The price is the product of the tries of each level, no
//! longer that of all strips: `tries(grid) = 2 tries(half) / P(no line crosses)`.
//!
//! With a wanted line a try is a pair (window, filling), as in [`super::filling`], and it is thrown away *whole*, window and all: halves drawn again for themselves would
//! make places likely that are refused often. It is given up at the first strip that shows another line, which is the same refusal, told earlier.

use super::filling::{Fill, Filled, Kind, Wanted};
use super::strips::PLANES;
use super::visual::{Grid, Word};
use crate::random::{Digits, Words, below};

/// Directions of a line, by strips: along a strip, straight across strips, falling, rising.
const DIRECTIONS: usize = 4;

/// Where a line may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its cells.
    pub cells: u64,
    /// Its direction, by strips.
    direction: usize,
}

/// Draws fillings for any grid of at most 64 cells.
#[derive(Clone, Debug)]
pub struct Wide {
    grid: Grid,
    gems: u64,
    /// Cells of a line.
    line: usize,
    /// Cells from one cell of a line to the next, by direction.
    steps: [u32; DIRECTIONS],
    /// The cells where a line may begin, by direction.
    starts: [u64; DIRECTIONS],
    windows: Vec<Window>,
    /// What strips are put together from: pieces of four cells, and one of the cells that are left.
    pieces: [Vec<[u8; PLANES]>; 2],
    /// Integers below the number of these pieces.
    integers: [Digits; 2],
}

/// Cells of a whole piece.
const PIECE: usize = 4;

/// All pieces of so many cells: the planes of their gems.
fn pieces(cells: usize, gems: usize) -> Vec<[u8; PLANES]> {
    let all = gems.pow(u32::try_from(cells).unwrap_or(0));
    let gem = |number: usize, cell: usize| number / gems.pow(u32::try_from(cell).unwrap_or(0)) % gems;
    let plane = |number: usize, bit: usize| (0..cells).fold(0, |plane, cell| plane | u8::from(gem(number, cell) >> bit & 1 == 1) << cell);
    (0..all).map(|number| std::array::from_fn(|bit| plane(number, bit))).collect()
}

/// Strips that may still be drawn.
#[derive(Debug)]
struct Budget {
    left: u64,
    drawn: u64,
}

/// One throw in the making.
struct Draft<'a, R> {
    wanted: &'a Wanted<u64>,
    planes: Filled<u64>,
    integers: &'a mut [Digits; 2],
    words: &'a mut R,
    budget: &'a mut Budget,
}

/// The steps from one cell of a line to the next, by direction, and the cells where a line of so many cells may begin.
fn directions(grid: Grid, line: usize) -> [(u32, u64); DIRECTIONS] {
    let (length, count) = (grid.strip(), grid.strips());
    let further = line.saturating_sub(1);
    // strips further on, and places further on in the strip
    [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(strips, places): (usize, isize)| {
        let mut starts = 0;
        for strip in 0..count.saturating_sub(further * strips) {
            for place in (0..length).filter(|place| place.checked_add_signed(further.cast_signed() * places).is_some_and(|last| last < length)) {
                starts |= u64::of(strip * length + place);
            }
        }
        (u32::try_from((strips * length).saturating_add_signed(places)).unwrap_or(0), starts)
    })
}

/// The cells of a line from its first one on.
fn run(first: u64, step: u32, line: usize) -> u64 {
    (0..u32::try_from(line).unwrap_or(0)).fold(0, |cells, place| cells | first << (place * step))
}

impl Wide {
    /// Where a line may stand.
    #[must_use]
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// Fills one throw with at most so many strips; returns the planes of its gems and how many strips were drawn, or `None` where they did not do.
    #[must_use]
    pub fn fill_within(&self, wanted: &Wanted<u64>, words: &mut impl Words, strips: u64) -> Option<(Filled<u64>, u64)> {
        let mut budget = Budget { left: strips, drawn: 0 };
        let mut integers = self.integers.clone();
        let filled = self.fill_one(wanted, &mut integers, words, &mut budget)?;
        Some((filled, budget.drawn))
    }

    fn fill_one(&self, wanted: &Wanted<u64>, integers: &mut [Digits; 2], words: &mut impl Words, budget: &mut Budget) -> Option<Filled<u64>> {
        let mut draft = Draft { wanted, planes: [0; PLANES], integers, words, budget };
        match wanted.line {
            None => self.without_line(0, self.grid.strips(), &mut draft)?,
            Some(gem) => self.with_line(gem.get() - 1, &mut draft)?,
        }
        let gems = !(wanted.blocked | wanted.magic);
        Some(draft.planes.map(|plane| plane & gems))
    }

    /// The cells of some strips, side by side.
    fn cells(&self, from: usize, to: usize) -> u64 {
        let before = |strip: usize| u32::try_from(strip * self.grid.strip()).unwrap_or(64);
        let below = |cells: u32| 1_u64.checked_shl(cells).map_or(u64::MAX, |one| one - 1);
        below(before(to)) & !below(before(from))
    }

    /// Draws the strips from `from` up to, not including, `to`, uniformly among those without a line of their own; `None` when the budget is used up.
    fn without_line<R: Words>(&self, from: usize, to: usize, draft: &mut Draft<'_, R>) -> Option<()> {
        let cells = self.cells(from, to);
        loop {
            if to - from == 1 {
                self.draw_strip(from, draft)?;
            } else {
                let middle = from.midpoint(to);
                self.without_line(from, middle, draft)?;
                self.without_line(middle, to, draft)?;
            }
            if !self.shows_line(draft, cells, None) {
                return Some(());
            }
        }
    }

    /// Draws pairs of a window and a filling until the window is the only line; `None` when the budget is used up.
    fn with_line<R: Words>(&self, gem: u8, draft: &mut Draft<'_, R>) -> Option<()> {
        let Wanted { blocked, magic, .. } = *draft.wanted;
        let free = || self.windows.iter().filter(move |window| window.cells & blocked == 0);
        let through = || free().filter(move |window| window.cells & magic != 0);
        let beside = || free().filter(move |window| window.cells & magic == 0);
        // a window through the magic gem leaves one cell more to be filled: it is proposed once for each gem there
        let (few, many) = (beside().count() as u64, through().count() as u64 * self.gems);
        if few + many == 0 {
            return None;
        }
        loop {
            let number = below(draft.words, few + many);
            let at = |number: u64| usize::try_from(number).unwrap_or(0);
            let window = if number < few { beside().nth(at(number)) } else { through().nth(at((number - few) / self.gems)) }?;
            if self.try_line(*window, gem, draft)? {
                return Some(());
            }
        }
    }

    /// One try with a wanted line: whether it shows no other.
    fn try_line<R: Words>(&self, window: Window, gem: u8, draft: &mut Draft<'_, R>) -> Option<bool> {
        let line = window.cells & !draft.wanted.magic;
        for strip in 0..self.grid.strips() {
            self.draw_strip(strip, draft)?;
            let here = line & self.cells(strip, strip + 1);
            for (bit, plane) in draft.planes.iter_mut().enumerate() {
                *plane = *plane & !here | if gem >> bit & 1 == 1 { here } else { 0 };
            }
            if self.shows_line(draft, self.cells(0, strip + 1), Some(window)) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Fills a strip at random; what is drawn in special cells counts for nothing.
    fn draw_strip<R: Words>(&self, strip: usize, draft: &mut Draft<'_, R>) -> Option<()> {
        draft.budget.left = draft.budget.left.checked_sub(1)?;
        draft.budget.drawn += 1;
        let length = self.grid.strip();
        let mut drawn = [0_u64; PLANES];
        for place in (0..length).step_by(PIECE) {
            let kind = usize::from(length - place < PIECE);
            let piece = self.pieces[kind][usize::try_from(draft.integers[kind].next(draft.words)).unwrap_or(0)];
            for (plane, piece) in drawn.iter_mut().zip(piece) {
                *plane |= u64::from(piece) << place;
            }
        }
        let cells = self.cells(strip, strip + 1);
        for (plane, drawn) in draft.planes.iter_mut().zip(drawn) {
            *plane = *plane & !cells | drawn << (strip * length);
        }
        Some(())
    }

    /// Whether a line stands in `cells`, the wanted one left aside.
    fn shows_line(&self, draft: &Draft<'_, impl Words>, cells: u64, wanted: Option<Window>) -> bool {
        // known to the compiler: each is code of its own, without a loop
        match self.line {
            3 => self.shows_line_of::<3>(draft, cells, wanted),
            4 => self.shows_line_of::<4>(draft, cells, wanted),
            5 => self.shows_line_of::<5>(draft, cells, wanted),
            _ => self.shows_line_of::<6>(draft, cells, wanted),
        }
    }

    /// As [`Wide::shows_line`], of lines of `LINE` cells.
    #[inline(always)]
    fn shows_line_of<const LINE: u32>(&self, draft: &Draft<'_, impl Words>, cells: u64, wanted: Option<Window>) -> bool {
        let [low, middle, high] = draft.planes;
        let Wanted { blocked, magic, .. } = *draft.wanted;
        let closed = blocked | !cells;
        (0..DIRECTIONS).any(|direction| {
            let step = self.steps[direction];
            // a cell is marked where one of so many cells from it on, in this direction, is
            let along = |marks: u64, many: u32| (1..many).fold(marks, |all, place| all | marks >> (place * step));
            let mut open = self.starts[direction] & !along(closed, LINE);
            if let Some(window) = wanted.filter(|window| window.direction == direction) {
                open &= !(window.cells & window.cells.wrapping_neg());
            }
            // cells that differ from the one a step further on; a magic gem equals both its neighbours, which must equal each other where it stands between
            let differ = |by: u32| (low ^ low >> by) | (middle ^ middle >> by) | (high ^ high >> by);
            let next = differ(step) & !(magic | magic >> step);
            let across = differ(2 * step) & magic >> step;
            open & !(along(next, LINE - 1) | along(across, LINE - 2)) != 0
        })
    }
}

impl Fill<u64> for Wide {
    fn new(grid: Grid, gems: usize, line: usize) -> Self {
        let directions = directions(grid, line);
        let windows = directions.iter().enumerate().flat_map(|(direction, &(step, starts))| {
            let firsts = (0..grid.cells()).filter(move |&cell| starts.has(cell)).map(u64::of);
            firsts.map(move |first| Window { cells: run(first, step, line), direction })
        });
        Self {
            grid,
            gems: gems as u64,
            line,
            steps: directions.map(|(step, _)| step),
            starts: directions.map(|(_, starts)| starts),
            windows: windows.collect(),
            integers: [PIECE, grid.strip() % PIECE].map(|cells| Digits::new((gems as u64).pow(u32::try_from(cells).unwrap_or(0)))),
            pieces: [PIECE, grid.strip() % PIECE].map(|cells| pieces(cells, gems)),
        }
    }

    fn fill(&self, kind: Kind, wanted: &[Wanted<u64>], words: &mut impl Words, filled: &mut [Filled<u64>]) -> u64 {
        debug_assert!(wanted.iter().all(|wanted| wanted.kind() == kind));
        let mut integers = self.integers.clone();
        let mut budget = Budget { left: u64::MAX, drawn: 0 };
        for (wanted, filled) in wanted.iter().zip(filled) {
            // the budget has no end, and a game file that leaves no place for a line is refused
            *filled = self.fill_one(wanted, &mut integers, words, &mut budget).unwrap_or_default();
        }
        budget.drawn.div_ceil(self.grid.strips() as u64).max(wanted.len() as u64)
    }
}
