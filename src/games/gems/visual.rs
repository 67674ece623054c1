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

use crate::money::Cents;

/// Throws a visual has room for.
pub const MOST_THROWS: usize = 7;
/// Slots for throws: a power of two, so that they fill vectors.
pub const SLOTS: usize = 8;
/// Bits of a symbol's code.
pub const PLANES: usize = 4;
/// Cells a grid may have.
pub const MOST_CELLS: usize = 32;
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

/// The size of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Rows, from 3.
    pub rows: usize,
    /// Columns, from 3.
    pub columns: usize,
}

impl Grid {
    /// Cells of the grid, at most `MOST_CELLS`.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// Cells of a strip: the shorter side, 3 to 5.
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
    pub const fn all(self) -> u32 {
        u32::MAX >> (32 - self.cells())
    }
}

/// What a play shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visual {
    /// `planes[bit][throw]`: the cells whose symbol has that bit; slots past `throws` hold 0.
    pub(super) planes: [[u32; SLOTS]; PLANES],
    /// The sum the wheel stopped on, 0 where no wheel was turned.
    wheel_cents: i64,
    /// How many throws are shown.
    throws: u8,
}

impl Visual {
    /// A visual of `throws` throws (at most `MOST_THROWS`) that show nothing but the first gem.
    #[must_use]
    pub fn blank(throws: usize) -> Self {
        Self { planes: [[0; SLOTS]; PLANES], wheel_cents: 0, throws: u8::try_from(throws.min(MOST_THROWS)).unwrap_or(0) }
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
    pub const fn symbol(&self, throw: usize, cell: usize) -> Symbol {
        let mut code = 0;
        let mut bit = 0;
        while bit < PLANES {
            code |= (self.planes[bit][throw] >> cell & 1) << bit;
            bit += 1;
        }
        #[allow(clippy::cast_possible_truncation)] // four bits
        Symbol::of(code as u8)
    }

    /// Puts `symbol` at `cell` of `throw`.
    pub fn set(&mut self, throw: usize, cell: usize, symbol: Symbol) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            plane[throw] = plane[throw] & !(1 << cell) | u32::from(symbol.code() >> bit & 1) << cell;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_keeps_its_cell() {
        let symbols = [Symbol::Gem(0), Symbol::Gem(5), Symbol::Gem(7), Symbol::Magic, Symbol::Gold, Symbol::PlusOne, Symbol::Wheel];
        let mut visual = Visual::blank(7);
        for throw in 0..7 {
            for cell in 0..32 {
                visual.set(throw, cell, Symbol::Wheel);
                visual.set(throw, cell, symbols[(throw * 5 + cell) % 7]);
            }
        }
        for throw in 0..7 {
            for cell in 0..32 {
                assert_eq!(visual.symbol(throw, cell), symbols[(throw * 5 + cell) % 7], "throw {throw}, cell {cell}");
            }
        }
    }

    #[test]
    fn a_grid_knows_its_cells() {
        assert_eq!(Grid { rows: 5, columns: 6 }.all(), 0x3fff_ffff);
        assert_eq!(Grid { rows: 8, columns: 4 }.all(), u32::MAX);
        for (rows, columns) in [(5, 6), (6, 5), (3, 3), (8, 4), (3, 10)] {
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
