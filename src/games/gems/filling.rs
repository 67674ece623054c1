//! The fillings of a throw (D9): uniform over all fillings of the free cells that show exactly the wanted line, or none. The generator's only retry.
//!
//! **Why it is uniform.** Without a wanted line, a candidate is a uniform filling of the free cells; it is kept if it shows no line and thrown away *whole*
//! otherwise. What is kept is uniform over the fillings that may be kept. Strips (columns of the built-in grid) without a special symbol are drawn at
//! once from the strips that show no line of their own, and a strip with a magic gem from those that show none with it: that throws away, before it is
//! drawn, a part of the candidates that would be thrown away anyway, and leaves the others as likely as each other. What is drawn in a special cell counts for nothing.
//!
//! With a wanted line of gem `g`, a candidate is a pair (window, filling in which the window shows `g`). Each pair must be as likely as any other. With `f`
//! free cells and `k` of them in the window there are `gems^(f - k)` fillings a window; `k` is the length of a line, or one less when the magic gem stands
//! in the window. So a window through the magic gem is proposed `gems` times as often as another one, and then the cells outside it are drawn uniformly, from
//! all strips. The candidate is kept if it shows no line but the window. A filling that shows exactly one line, of `g`, belongs to exactly one such pair, so
//! all of them are equally likely. The window is drawn anew in each try: places that are refused more often must come out less often.
//!
//! A straight run of a gem that is one cell longer than a line is two lines, and so are two lines through one magic gem: a filling that shows one line is
//! never ambiguous (D2).

use super::board::{Board, LANES, Shape, zeros};
use super::strips::{MOST_LENGTH, PLANES, Strips};
use super::visual::{Grid, Word};
use super::windows::Windows;
use crate::random::Words;
use std::fmt::Debug;
use std::num::NonZeroU8;

/// One throw to be filled. Sets of cells as in [`super::visual`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted<W = u32> {
    /// Cells of special symbols that are no gem: golden gems, "+1", wheel.
    pub blocked: W,
    /// The cell of the magic gem, or none (D3: at most one).
    pub magic: W,
    /// The gem whose line must show, its number plus one (so that a list of throws starts as zeros); `None`: no line at all.
    pub line: Option<NonZeroU8>,
}

/// What the throws of a list have in common: it decides what is drawn and checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No special symbol, no line.
    Plain,
    /// Special symbols, no line.
    Special,
    /// A line, and perhaps special symbols.
    Line,
}

impl Kind {
    /// Every kind, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Special, Self::Line];
}

impl<W: Word> Wanted<W> {
    /// The kind of the throw.
    #[inline(always)]
    #[must_use]
    pub fn kind(&self) -> Kind {
        match (self.line, self.magic | self.blocked == W::NONE) {
            (Some(_), _) => Kind::Line,
            (None, true) => Kind::Plain,
            (None, false) => Kind::Special,
        }
    }
}

/// The planes of a throw's gems.
pub type Filled<W = u32> = [W; PLANES];

/// Draws fillings for one grid and number of gems.
pub trait Fill<W>: Clone + Debug + Send + Sync {
    /// For a grid, 2 to 8 gems, and lines of so many cells.
    fn new(grid: Grid, gems: usize, line: usize) -> Self;

    /// Fills each throw of a list: `filled` gets the planes of its gems, 0 in cells that hold no gem. Returns how many candidates were tried.
    ///
    /// `kind` is the kind of every throw of the list.
    ///
    /// # Panics
    /// When `filled` is shorter than `wanted`.
    fn fill(&self, kind: Kind, wanted: &[Wanted<W>], words: &mut impl Words, filled: &mut [Filled<W>]) -> u64;
}

/// Draws fillings of grids of at most 32 cells whose shorter side is 3 to 5, with lines of three, sixteen candidates side by side.
#[derive(Clone, Debug)]
pub struct Filler {
    grid: Grid,
    strips: Strips,
    windows: Windows,
}

impl Fill<u32> for Filler {
    fn new(grid: Grid, gems: usize, line: usize) -> Self {
        assert!(Self::fills(grid, line), "grids and lines of other sizes are filled by `wide.rs`");
        Self { windows: Windows::new(grid, gems), strips: Strips::new(grid.strip(), gems), grid }
    }

    #[inline(always)]
    fn fill(&self, kind: Kind, wanted: &[Wanted], words: &mut impl Words, filled: &mut [Filled]) -> u64 {
        debug_assert!(wanted.iter().all(|wanted| wanted.kind() == kind));
        match (self.grid.strip(), self.grid.strips()) {
            (5, 6) => self.fill_shape::<5, 6>(kind, wanted, words, filled),
            _ => self.fill_shape::<0, 0>(kind, wanted, words, filled),
        }
    }
}

impl Filler {
    /// Whether these grids with lines of so many cells are its own.
    #[must_use]
    pub const fn fills(grid: Grid, line: usize) -> bool {
        line == 3 && grid.cells() <= 32 && grid.strip() >= 3 && grid.strip() <= MOST_LENGTH
    }

    /// As [`Filler::fill`], by the code for any shape.
    #[cfg(test)]
    pub fn fill_any_shape(&self, kind: Kind, wanted: &[Wanted], words: &mut impl Words, filled: &mut [Filled]) -> u64 {
        self.fill_shape::<0, 0>(kind, wanted, words, filled)
    }

    #[inline(always)]
    fn fill_shape<const LENGTH: usize, const COUNT: usize>(
        &self,
        kind: Kind,
        wanted: &[Wanted],
        words: &mut impl Words,
        filled: &mut [Filled],
    ) -> u64 {
        match kind {
            Kind::Plain => self.fill_plain::<LENGTH, COUNT>(words, &mut filled[..wanted.len()]),
            Kind::Special => self.fill_each::<LENGTH, COUNT, false>(wanted, words, filled),
            Kind::Line => self.fill_each::<LENGTH, COUNT, true>(wanted, words, filled),
        }
    }

    /// Fills throws that ask for the same: whatever candidate fits is the next throw.
    #[inline(always)]
    fn fill_plain<const LENGTH: usize, const COUNT: usize>(&self, words: &mut impl Words, filled: &mut [Filled]) -> u64 {
        let mut board = Board::new::<false>(Shape::<LENGTH, COUNT>(self.grid), &self.strips);
        let mut left = filled.iter_mut();
        let mut tries = 0;
        while left.len() > 0 {
            let mut refused = board.draw(words);
            board.check::<false, false>(&mut refused);
            tries += LANES as u64;
            let mut kept = zeros(&refused);
            while kept != 0 {
                let Some(next) = left.next() else { break };
                *next = board.gems(kept.trailing_zeros() as usize);
                kept &= kept - 1;
            }
        }
        tries
    }

    /// Fills throws that ask for something each: each lane works on one throw until a candidate fits, then takes the next throw.
    ///
    /// When no throw is left to take, a free lane helps another one; the first candidate that fits counts, lane by lane. Which candidates are tried for a throw
    /// depends on what came before, never on what they show, so the law is the same.
    #[inline(always)]
    fn fill_each<const LENGTH: usize, const COUNT: usize, const LINE: bool>(
        &self,
        wanted: &[Wanted],
        words: &mut impl Words,
        filled: &mut [Filled],
    ) -> u64 {
        if wanted.is_empty() {
            return 0;
        }
        let mut board = Board::new::<LINE>(Shape::<LENGTH, COUNT>(self.grid), &self.strips);
        // the throw each lane works on
        let mut target = [0; LANES];
        for (lane, throw) in (0..wanted.len()).cycle().take(LANES).enumerate() {
            target[lane] = throw;
            board.load::<LINE>(lane, &wanted[throw], &self.windows);
        }
        let mut next = LANES.min(wanted.len());
        let mut left = wanted.len();
        let mut tries = 0;
        loop {
            let mut refused = board.draw(words);
            if LINE {
                let unplaced = board.place_lines(&self.windows, words);
                for lane in 0..LANES {
                    refused[lane] |= unplaced[lane];
                }
                board.put_lines();
            }
            board.check::<true, LINE>(&mut refused);
            tries += LANES as u64;
            let mut kept = zeros(&refused);
            while kept != 0 {
                let lane = kept.trailing_zeros() as usize;
                kept &= kept - 1;
                let done = target[lane];
                filled[done] = board.gems(lane);
                left -= 1;
                if next < wanted.len() {
                    target[lane] = next;
                    board.load::<LINE>(lane, &wanted[next], &self.windows);
                    next += 1;
                } else if left == 0 {
                    return tries;
                } else {
                    let free = help_others(&mut target, done);
                    kept &= !free;
                    let mut helping = free;
                    while helping != 0 {
                        let lane = helping.trailing_zeros() as usize;
                        helping &= helping - 1;
                        board.load::<LINE>(lane, &wanted[target[lane]], &self.windows);
                    }
                }
            }
        }
    }
}

/// Puts the lanes that worked on the throw `done` to work on others, in turn; returns these lanes as a set.
#[inline(always)]
fn help_others(target: &mut [usize; LANES], done: usize) -> u32 {
    let mut free = 0_u32;
    for (lane, &throw) in target.iter().enumerate() {
        free |= u32::from(throw == done) << lane;
    }
    let mut others = !free & ((1 << LANES) - 1);
    let mut helping = free;
    while helping != 0 {
        let lane = helping.trailing_zeros() as usize;
        helping &= helping - 1;
        if others == 0 {
            others = !free & ((1 << LANES) - 1);
        }
        target[lane] = target[others.trailing_zeros() as usize];
        others &= others - 1;
    }
    free
}
