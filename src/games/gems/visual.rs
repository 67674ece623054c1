//! What the player sees: four to seven throws of a grid of symbols, and the sum the wheel stopped on.
//!
//! A symbol is a code of four bits; a throw keeps one set of cells a bit (**bit planes**), and a play keeps the planes of all its throws side by side, so
//! that eight throws are worked on at once. Cells are numbered along the shorter side of the grid, strip by strip: down the columns of the
//! built-in grid, whose 7 776 columns of five gems fit a first-level cache. Texts show the grid row by row, always.
//!
//! ```text
//!  0  5 10 15 20 25
//!  1  6 11 16 21 26
//!  2  7 12 17 22 27
//!  3  8 13 18 23 28
//!  4  9 14 19 24 29
//!
//! planes[bit][throw] = set of the cells whose code has that bit          codes 0..8: gem 0..8 (red, purple, blue, ...)
//!                                                                        8 magic   9 gold   10 "+1"   11 wheel
//! ```

use super::filling::{Fill, Filler};
use super::wide::Wide;
use crate::money::Cents;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// Throws a visual has room for.
pub const MOST_THROWS: usize = 7;
/// Slots for throws: a power of two, so that they fill vectors.
pub const SLOTS: usize = 8;
/// Bits of a symbol's code.
pub const PLANES: usize = 4;
/// Cells a grid may have.
pub const MOST_CELLS: usize = 64;
/// Kinds of gems a game may have.
pub const MOST_GEMS: usize = 8;

/// A symbol of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A gem, by its number in the game file (0 the first), below `MOST_GEMS`.
    Gem(u8),
    /// A magic gem (5.5).
    Magic,
    /// A golden gem (5.6).
    Gold,
    /// One more throw (5.7).
    PlusOne,
    /// The wheel (5.8).
    Wheel,
}

impl Symbol {
    /// The code of the symbol: its bits go to the planes.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Gem(kind) => kind & 7,
            Self::Magic => 8,
            Self::Gold => 9,
            Self::PlusOne => 10,
            Self::Wheel => 11,
        }
    }

    /// The symbol of a code.
    const fn of(code: u8) -> Self {
        match code {
            0..8 => Self::Gem(code),
            8 => Self::Magic,
            9 => Self::Gold,
            10 => Self::PlusOne,
            _ => Self::Wheel,
        }
    }
}

/// A set of the cells of one throw, a bit each: a word of 32 bits for grids of at most so many cells, else of 64. One source for both, compiled for each.
pub trait Word:
    Copy
    + Default
    + Debug
    + Eq
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + 'static
{
    /// What fills throws of such sets.
    type Filler: Fill<Self>;
    /// No cell.
    const NONE: Self;
    /// How many cells there is room for.
    const BITS: u32;
    /// Whether lines of any length are played in such sets; in the others lines of three cells only, which their code is made for.
    const ANY_LINE: bool;
    /// The set of one cell.
    fn of(cell: usize) -> Self;
    /// The set as a word of 64 bits.
    fn wide(self) -> u64;
    /// The set of a word of 64 bits, as far as there is room.
    fn narrow(set: u64) -> Self;
    /// How many cells.
    fn count_ones(self) -> u32;
    /// The number of the first cell.
    fn trailing_zeros(self) -> u32;
    /// The set without its first cell.
    #[must_use]
    fn rest(self) -> Self;
    /// A shift that is not checked.
    #[must_use]
    fn wrapping_shl(self, by: u32) -> Self;
    /// A shift that is not checked.
    #[must_use]
    fn wrapping_shr(self, by: u32) -> Self;
    /// Whether the cell is in the set.
    #[inline(always)]
    fn has(self, cell: usize) -> bool {
        self & Self::of(cell) != Self::NONE
    }
}

macro_rules! word {
    ($word:ty, $filler:ty, $any_line:expr) => {
        impl Word for $word {
            type Filler = $filler;
            const NONE: Self = 0;
            const BITS: u32 = <$word>::BITS;
            const ANY_LINE: bool = $any_line;
            #[inline(always)]
            fn of(cell: usize) -> Self {
                #[allow(clippy::cast_possible_truncation)] // below 64
                <$word>::wrapping_shl(1, cell as u32)
            }
            #[inline(always)]
            fn wide(self) -> u64 {
                u64::from(self)
            }
            #[inline(always)]
            #[allow(clippy::cast_possible_truncation)] // what it is for
            fn narrow(set: u64) -> Self {
                set as Self
            }
            #[inline(always)]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn wrapping_shl(self, by: u32) -> Self {
                self.wrapping_shl(by)
            }
            #[inline(always)]
            fn wrapping_shr(self, by: u32) -> Self {
                self.wrapping_shr(by)
            }
        }
    };
}
word!(u32, Filler, false);
word!(u64, Wide, true);

/// The size of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
}

impl Grid {
    /// Cells of the grid, at most `MOST_CELLS`.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// Cells of a strip: the shorter side.
    #[must_use]
    pub const fn strip(self) -> usize {
        if self.rows <= self.columns { self.rows } else { self.columns }
    }

    /// Strips of the grid: the longer side.
    #[must_use]
    pub const fn strips(self) -> usize {
        if self.rows <= self.columns { self.columns } else { self.rows }
    }

    /// The number of the cell at `row` and `column`, both from 0.
    #[must_use]
    pub const fn cell(self, row: usize, column: usize) -> usize {
        if self.rows <= self.columns { column * self.rows + row } else { row * self.columns + column }
    }

    /// The row and the column of a cell, from 0.
    #[must_use]
    pub const fn place(self, cell: usize) -> (usize, usize) {
        if self.rows <= self.columns { (cell % self.rows, cell / self.rows) } else { (cell / self.columns, cell % self.columns) }
    }

    /// The cells row by row: as texts and tables show them.
    pub fn by_rows(self) -> impl Iterator<Item = usize> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| self.cell(row, column)))
    }

    /// The set of all cells.
    #[must_use]
    pub fn all<W: Word>(self) -> W {
        // wrapping: a grid of no cell is none
        (!W::NONE).wrapping_shr(W::BITS.wrapping_sub(u32::try_from(self.cells()).unwrap_or(0)))
    }
}

/// What a play shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visual<W = u32> {
    /// `planes[bit][throw]`: the cells whose symbol has that bit; slots past `throws` hold 0.
    pub(super) planes: [[W; SLOTS]; PLANES],
    /// The sum the wheel stopped on, 0 where no wheel was turned.
    wheel_cents: i64,
    /// How many throws are shown.
    throws: u8,
}

impl<W: Word> Visual<W> {
    /// A visual of `throws` throws (at most `MOST_THROWS`) that show nothing but the first gem.
    #[must_use]
    pub fn blank(throws: usize) -> Self {
        Self { planes: [[W::NONE; SLOTS]; PLANES], wheel_cents: 0, throws: u8::try_from(throws.min(MOST_THROWS)).unwrap_or(0) }
    }

    /// How many throws are shown.
    #[must_use]
    pub const fn throws(&self) -> usize {
        self.throws as usize
    }

    /// The sum the wheel stopped on.
    #[must_use]
    pub fn wheel(&self) -> Option<Cents> {
        (self.wheel_cents > 0).then_some(Cents(self.wheel_cents))
    }

    /// Sets the sum the wheel stopped on (more than 0), or that none was turned.
    pub fn set_wheel(&mut self, sum: Option<Cents>) {
        self.wheel_cents = sum.map_or(0, |sum| sum.0);
    }

    /// The symbol at `cell` of `throw`.
    #[must_use]
    pub fn symbol(&self, throw: usize, cell: usize) -> Symbol {
        let mut code = 0;
        let mut bit = 0;
        while bit < PLANES {
            code |= u8::from(self.planes[bit][throw].has(cell)) << bit;
            bit += 1;
        }
        Symbol::of(code)
    }

    /// Puts `symbol` at `cell` of `throw`.
    pub fn set(&mut self, throw: usize, cell: usize, symbol: Symbol) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            let cell = W::of(cell);
            plane[throw] = plane[throw] & !cell | if symbol.code() >> bit & 1 == 1 { cell } else { W::NONE };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_keeps_its_cell() {
        let symbols = [Symbol::Gem(0), Symbol::Gem(5), Symbol::Gem(7), Symbol::Magic, Symbol::Gold, Symbol::PlusOne, Symbol::Wheel];
        let mut visual = Visual::<u64>::blank(7);
        for throw in 0..7 {
            for cell in 0..64 {
                visual.set(throw, cell, Symbol::Wheel);
                visual.set(throw, cell, symbols[(throw * 5 + cell) % 7]);
            }
        }
        for throw in 0..7 {
            for cell in 0..64 {
                assert_eq!(visual.symbol(throw, cell), symbols[(throw * 5 + cell) % 7], "throw {throw}, cell {cell}");
            }
        }
    }

    #[test]
    fn a_grid_knows_its_cells() {
        assert_eq!(Grid { rows: 5, columns: 6 }.all::<u32>(), 0x3fff_ffff);
        assert_eq!(Grid { rows: 8, columns: 4 }.all::<u32>(), u32::MAX);
        assert_eq!(Grid { rows: 8, columns: 8 }.all::<u64>(), u64::MAX);
        assert_eq!(Grid { rows: 1, columns: 3 }.all::<u64>(), 7);
        for (rows, columns) in [(5, 6), (6, 5), (3, 3), (8, 4), (3, 10), (8, 8), (2, 32), (64, 1)] {
            let grid = Grid { rows, columns };
            let cells: Vec<usize> = grid.by_rows().collect();
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..rows * columns).collect::<Vec<_>>());
            assert_eq!(
                cells.iter().map(|&cell| grid.place(cell)).collect::<Vec<_>>(),
                (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect::<Vec<_>>()
            );
        }
    }
}
