//! A typed set of board cells: one bit a cell, row by row, the top left cell first.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

/// A set of cells of a board with `CELLS` cells (at most 64): a star sky and a grid of gems cannot be mixed up.
///
/// ```
/// use sim::bitboard::Bitboard;
/// let corner: Bitboard<6> = Bitboard::from_picture("X.. ...").unwrap();
/// assert_eq!(corner, Bitboard::of(0));
/// assert_eq!((!corner).len(), 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard<const CELLS: u32>(pub u64);

impl<const CELLS: u32> Bitboard<CELLS> {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// Every cell of the board.
    pub const ALL: Self = Self(if CELLS == 64 { u64::MAX } else { (1 << CELLS) - 1 });

    /// The set of one cell, `cell < CELLS`.
    #[must_use]
    pub const fn of(cell: u32) -> Self {
        debug_assert!(cell < CELLS);
        Self(1 << cell)
    }

    /// How many cells.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no cell is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `cell` is in the set.
    #[must_use]
    pub const fn has(self, cell: u32) -> bool {
        self.0 >> cell & 1 == 1
    }

    /// The set with `cell` in it.
    #[must_use]
    pub const fn with(self, cell: u32) -> Self {
        Self(self.0 | 1 << cell)
    }

    /// The set without `cell`.
    #[must_use]
    pub const fn without(self, cell: u32) -> Self {
        Self(self.0 & !(1 << cell))
    }

    /// The first cell in reading order, `None` of an empty set.
    #[must_use]
    pub const fn first(self) -> Option<u32> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros()) }
    }

    /// The cells in reading order.
    #[must_use]
    pub const fn cells(self) -> Cells {
        Cells(self.0)
    }

    /// Reads a picture: `X` a cell in the set, `.` one that is not, white space ignored; `None` unless it has `CELLS` marks.
    #[must_use]
    pub fn from_picture(picture: &str) -> Option<Self> {
        let mut cells = 0;
        let mut set = Self::EMPTY;
        for mark in picture.chars().filter(|mark| !mark.is_whitespace()) {
            match mark {
                'X' if cells < CELLS => set = set.with(cells),
                '.' if cells < CELLS => {}
                _ => return None,
            }
            cells += 1;
        }
        (cells == CELLS).then_some(set)
    }

    /// Draws the set, `columns` cells a line: the inverse of [`Bitboard::from_picture`].
    #[must_use]
    pub fn picture(self, columns: u32) -> String {
        let mut out = String::new();
        for cell in 0..CELLS {
            out.push(if self.has(cell) { 'X' } else { '.' });
            if (cell + 1) % columns == 0 {
                out.push('\n');
            }
        }
        out
    }
}

/// The cells of a set, in reading order.
#[derive(Clone, Debug)]
pub struct Cells(u64);

impl Iterator for Cells {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let cell = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

impl<const CELLS: u32> FromIterator<u32> for Bitboard<CELLS> {
    fn from_iter<I: IntoIterator<Item = u32>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<const CELLS: u32> BitAnd for Bitboard<CELLS> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<const CELLS: u32> BitOr for Bitboard<CELLS> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<const CELLS: u32> BitXor for Bitboard<CELLS> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The cells of the first set that are not in the second.
impl<const CELLS: u32> Sub for Bitboard<CELLS> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl<const CELLS: u32> Not for Bitboard<CELLS> {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl<const CELLS: u32> BitAndAssign for Bitboard<CELLS> {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl<const CELLS: u32> BitOrAssign for Bitboard<CELLS> {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Board = Bitboard<42>;

    #[test]
    fn a_picture_is_the_set() {
        let picture = "X......\n.X.....\n..X....\n...X...\n....X..\n.....X.\n";
        let diagonal = Board::from_picture(picture).unwrap();
        assert_eq!(diagonal.cells().collect::<Vec<_>>(), [0, 8, 16, 24, 32, 40]);
        assert_eq!(diagonal.picture(7), picture);
        assert_eq!(Board::from_picture("X"), None);
        assert_eq!(Bitboard::<64>::ALL.len(), 64);
    }

    proptest! {
        #[test]
        fn set_algebra(a in 0..=Board::ALL.0, b in 0..=Board::ALL.0) {
            let (a, b) = (Bitboard::<42>(a), Bitboard::<42>(b));
            prop_assert_eq!(!(a | b), !a & !b);
            prop_assert_eq!(a - b, a & !b);
            prop_assert_eq!((a & b).len() + (a | b).len(), a.len() + b.len());
            prop_assert_eq!(a.cells().collect::<Board>(), a);
            prop_assert_eq!(Board::from_picture(&a.picture(7)), Some(a));
            prop_assert_eq!((a ^ b).len() % 2, (a.len() + b.len()) % 2);
        }
    }
}
