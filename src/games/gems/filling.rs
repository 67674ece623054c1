//! The fillings of a throw (D9): uniform over all fillings of the free cells that show exactly the wanted line, or none. The generator's only retry.
//!
//! **Why it is uniform.** Without a wanted line, a candidate is a uniform filling of the free cells; it is kept if it shows no line and thrown away *whole*
//! otherwise. What is kept is uniform over the fillings that may be kept. Strips (columns of the built-in grid) without a special symbol are drawn at
//! once from the strips that show no line of their own: that throws away, before it is drawn, a part of the candidates that would be thrown away anyway, and
//! leaves the others as likely as each other.
//!
//! With a wanted line of gem `g`, a candidate is a pair (window, filling in which the window shows `g`). Each pair must be as likely as any other. With `f`
//! free cells and `k` of them in the window there are `gems^(f - k)` fillings a window; `k` is 3, or 2 when the magic gem stands in the window. So a window
//! through the magic gem is proposed `gems` times as often as another one, and then the cells outside it are drawn uniformly. The candidate is kept
//! if it shows no line but the window. A filling that shows exactly one line, of `g`, belongs to exactly one such pair, so all of them are equally likely.
//!
//! Two traps, both avoided. The window is drawn anew in each try: places that are refused more often must come out less often. And strips are not all
//! drawn from the same number of strips. A strip is one of `n` strips with probability `k / 2^16`, `k = 2^16 / n` rounded down, where `n` counts
//!
//! - all strips, if the window touches the strip or a blocked cell stands in it; a filling of the cells that are neither forced nor magic then comes from
//!   `gems^(forced + magic cells of the strip)` of them;
//! - else the strips without a line of their own, each filling from one of them (the magic gem's cell is held fixed there).
//!
//! A window is proposed in proportion to the inverse of the product of these chances, so that every pair is as likely as any other: by a table for each
//! cell of the magic gem as if no cell were blocked, and then kept by the share that blocked cells ask for, strip by strip.
//!
//! Four of a gem in a straight run are two lines, and so are two lines through one magic gem: a filling that shows one line is never ambiguous (D2).

#![allow(clippy::needless_range_loop)] // lanes of several arrays, side by side

use super::board::{Board, LANES, PLANES, Shape, Strips, Window, windows};
use super::visual::Grid;
use crate::random::{Weighted, Words};

/// One throw to be filled. Sets of cells as in [`super::visual`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Cells of special symbols that are no gem: golden gems, "+1", wheel.
    pub blocked: u32,
    /// The cell of the magic gem, or none (D3: at most one).
    pub magic: u32,
    /// The gem whose line must show; `None`: no line at all.
    pub line: Option<u8>,
}

/// What the throws of a list have in common: it decides what is drawn and checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No special symbol, no line.
    Plain,
    /// Special symbols but no magic gem, no line.
    Blocked,
    /// A magic gem and perhaps others, no line.
    Magic,
    /// A line, and perhaps special symbols but no magic gem.
    Line,
    /// A line, a magic gem, and perhaps other special symbols.
    MagicLine,
}

impl Kind {
    /// Every kind, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Plain, Self::Blocked, Self::Magic, Self::Line, Self::MagicLine];
}

impl Wanted {
    /// The kind of the throw.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match (self.line, self.magic, self.blocked) {
            (Some(_), 0, _) => Kind::Line,
            (Some(_), _, _) => Kind::MagicLine,
            (None, 0, 0) => Kind::Plain,
            (None, 0, _) => Kind::Blocked,
            _ => Kind::Magic,
        }
    }
}

/// Draws fillings for one grid and number of gems.
#[derive(Clone, Debug)]
pub struct Filler {
    grid: Grid,
    gems: u64,
    strips: Strips,
    windows: Vec<Window>,
    /// Chooses a window for a line: by the cell of the magic gem, last without one.
    choice: Vec<Weighted>,
}

impl Filler {
    /// A filler for a grid whose shorter side is 3 to 5 and 2 to 8 gems.
    #[must_use]
    pub fn new(grid: Grid, gems: usize) -> Self {
        let strips = Strips::new(grid.strip(), gems);
        let choice = (0..grid.cells()).map(Some).chain([None]).map(|magic| {
            let weights = strips.window_weights(grid, gems as u64, magic);
            Weighted::new(&weights).expect("a grid has windows, and 32 cells and 8 gems fit a word")
        });
        Self { grid, gems: gems as u64, choice: choice.collect(), windows: windows(grid), strips }
    }

    /// The grid.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// Fills each throw of a list; `filled` gets its number in `wanted` and the planes of its gems (0 in cells that hold no gem), in any order. Returns how
    /// many candidates were tried.
    ///
    /// `kind` is the kind of every throw of the list; [`Kind::MagicLine`] serves any list.
    #[inline(always)]
    pub fn fill(&self, kind: Kind, wanted: &[Wanted], words: &mut impl Words, filled: impl FnMut(usize, [u32; PLANES])) -> u64 {
        debug_assert!(kind == Kind::MagicLine || wanted.iter().all(|wanted| wanted.kind() == kind));
        match (self.grid.strip(), self.grid.strips()) {
            (5, 6) => self.fill_shape::<5, 6>(kind, wanted, words, filled),
            _ => self.fill_shape::<0, 0>(kind, wanted, words, filled),
        }
    }

    /// As [`Filler::fill`], by the code for any shape.
    #[cfg(test)]
    pub fn fill_any_shape(&self, kind: Kind, wanted: &[Wanted], words: &mut impl Words, filled: impl FnMut(usize, [u32; PLANES])) -> u64 {
        self.fill_shape::<0, 0>(kind, wanted, words, filled)
    }

    #[inline(always)]
    fn fill_shape<const LENGTH: usize, const COUNT: usize>(
        &self,
        kind: Kind,
        wanted: &[Wanted],
        words: &mut impl Words,
        filled: impl FnMut(usize, [u32; PLANES]),
    ) -> u64 {
        match kind {
            Kind::Plain => self.run::<LENGTH, COUNT, false, false, false>(wanted, words, filled),
            Kind::Blocked => self.run::<LENGTH, COUNT, true, false, false>(wanted, words, filled),
            Kind::Magic => self.run::<LENGTH, COUNT, true, true, false>(wanted, words, filled),
            Kind::Line => self.run::<LENGTH, COUNT, true, false, true>(wanted, words, filled),
            Kind::MagicLine => self.run::<LENGTH, COUNT, true, true, true>(wanted, words, filled),
        }
    }

    /// The retry loop: each lane works on one throw until a candidate fits, then takes the next throw.
    ///
    /// When no throw is left to take, a free lane helps another one; the first candidate that fits counts, lane by lane. Which candidates are tried for a throw
    /// depends on what came before, never on what they show, so the law is the same.
    #[inline(always)]
    fn run<const LENGTH: usize, const COUNT: usize, const BLOCKED: bool, const MAGIC: bool, const LINE: bool>(
        &self,
        wanted: &[Wanted],
        words: &mut impl Words,
        mut filled: impl FnMut(usize, [u32; PLANES]),
    ) -> u64 {
        let mut board = Board::new(Shape::<LENGTH, COUNT>(self.grid), &self.strips);
        // the throw each lane works on
        let mut target = [usize::MAX; LANES];
        let mut next = LANES.min(wanted.len());
        for lane in 0..next {
            target[lane] = lane;
            if BLOCKED {
                board.load(lane, &wanted[lane]);
            }
        }
        for lane in next..LANES.min(next * LANES) {
            target[lane] = lane % next;
            board.copy(lane % next, lane);
        }
        let mut left = wanted.len();
        let mut tries = 0;
        while left > 0 {
            let mut shut = [0; LANES];
            if LINE {
                for lane in 0..LANES {
                    shut[lane] = self.choose_window(&mut board, lane, &wanted[target[lane]], words);
                }
            }
            let mut refused = board.draw::<BLOCKED>(words);
            if LINE {
                for lane in 0..LANES {
                    refused[lane] |= shut[lane];
                    if let Some(gem) = wanted[target[lane]].line {
                        board.force(lane, gem);
                    }
                }
            }
            board.check::<BLOCKED, MAGIC>(&mut refused);
            tries += LANES as u64;
            let mut kept = 0_u32;
            for lane in 0..LANES {
                kept |= u32::from(refused[lane] == 0) << lane;
            }
            while kept != 0 {
                let lane = kept.trailing_zeros() as usize;
                kept &= kept - 1;
                let done = target[lane];
                let gems = !(wanted[done].blocked | wanted[done].magic);
                filled(done, board.planes(lane).map(|plane| plane & gems));
                left -= 1;
                if next < wanted.len() {
                    target[lane] = next;
                    if BLOCKED {
                        board.load(lane, &wanted[next]);
                    }
                    next += 1;
                } else {
                    kept &= if left > 0 { !help_others(&mut board, &mut target, done) } else { 0 };
                }
            }
        }
        tries
    }

    /// Chooses the place of a wanted line, with the weights that make all fillings equally likely. Returns 1 if the window drawn does not fit, so that the candidate is thrown away.
    #[inline(always)]
    fn choose_window<const LENGTH: usize, const COUNT: usize>(
        &self,
        board: &mut Board<'_, LENGTH, COUNT>,
        lane: usize,
        wanted: &Wanted,
        words: &mut impl Words,
    ) -> u16 {
        if wanted.line.is_none() {
            return 0;
        }
        let choice = if wanted.magic == 0 { self.grid.cells() } else { wanted.magic.trailing_zeros() as usize };
        let window = self.windows[self.choice[choice].draw(words)];
        if !board.keeps(lane, &window, wanted, self.gems, words) {
            return 1;
        }
        board.take_window(lane, Some(window));
        0
    }
}

/// Puts the lanes that worked on the throw `done` to work on others; returns these lanes as a set.
fn help_others<const LENGTH: usize, const COUNT: usize>(board: &mut Board<'_, LENGTH, COUNT>, target: &mut [usize; LANES], done: usize) -> u32 {
    let mut free = 0;
    let mut helped = 0;
    for lane in 0..LANES {
        if target[lane] != done {
            continue;
        }
        free |= 1 << lane;
        // the next lane, in turn, that works on something else
        while target[helped % LANES] == done || free >> (helped % LANES) & 1 == 1 {
            helped += 1;
        }
        target[lane] = target[helped % LANES];
        board.copy(helped % LANES, lane);
        helped += 1;
    }
    free
}
