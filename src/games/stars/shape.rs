//! The board of a game of stars: its size, its colours, and which stars are in direct contact.

use super::visual::{COLOURS, COLUMNS, Colour, ROWS};
use crate::bitboard::Bitboard;

/// Stars a board may have.
pub const MOST_STARS: usize = 64;
/// Colours a board may have.
pub const MOST_COLOURS: usize = 8;

/// A set of stars of any board.
pub type Cells = Bitboard<64>;

/// The board (decisions S1, S2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// The words of the colours, 2 to [`MOST_COLOURS`], in their order; each has as many stars.
    pub colours: Vec<String>,
    /// Whether stars that share a corner only are in direct contact: eight neighbours, else four.
    pub corners: bool,
}

impl Shape {
    /// The board of Star Color.
    #[must_use]
    pub fn built_in() -> Self {
        Self { rows: ROWS, columns: COLUMNS, colours: Colour::ALL.map(|colour| colour.word().to_owned()).to_vec(), corners: true }
    }

    /// Whether it is as large as that of Star Color, with as many colours and the same contacts: it may name its colours otherwise.
    #[must_use]
    pub const fn is_like_built_in(&self) -> bool {
        self.rows == ROWS && self.columns == COLUMNS && self.colours.len() == COLOURS && self.corners
    }

    /// Stars of the board.
    #[must_use]
    pub const fn stars(&self) -> usize {
        self.rows * self.columns
    }

    /// Stars of a colour.
    #[must_use]
    pub const fn stars_of_a_colour(&self) -> usize {
        self.stars() / self.colours.len()
    }

    /// Stars that one explosion uncovers at most: the neighbours, a diagonal, or a colour.
    #[must_use]
    pub fn most_new(&self) -> usize {
        let neighbours = (self.rows.min(3) * self.columns.min(3) - 1).min(if self.corners { 8 } else { 4 });
        neighbours.max(self.rows.min(self.columns) - 1).max(self.stars_of_a_colour())
    }

    /// Stars uncovered after so many explosions at most.
    #[must_use]
    pub fn most_stars(&self, explosions: usize) -> usize {
        (self.stars_of_a_colour() + explosions * self.most_new()).min(self.stars())
    }

    /// All stars.
    #[must_use]
    pub const fn all(&self) -> Cells {
        Bitboard(u64::MAX >> (MOST_STARS - self.stars()))
    }

    /// The word of a colour, empty for a number that is none.
    #[must_use]
    pub fn word(&self, colour: u8) -> &str {
        self.colours.get(usize::from(colour)).map_or("", String::as_str)
    }

    /// The first two letters of a colour's word, which tell the colours apart in pictures.
    #[must_use]
    pub fn letters(&self, colour: u8) -> String {
        self.word(colour).chars().take(2).collect()
    }

    /// The number of a colour's word.
    #[must_use]
    pub fn number(&self, word: &str) -> Option<u8> {
        self.colours.iter().position(|colour| colour == word).and_then(|colour| u8::try_from(colour).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_board() {
        let shape = Shape::built_in();
        assert!(shape.is_like_built_in());
        assert_eq!((shape.stars(), shape.stars_of_a_colour(), shape.most_new(), shape.most_stars(3)), (42, 7, 8, 31));
        assert_eq!((shape.all().0, shape.word(5), shape.letters(1).as_str(), shape.number("vert")), ((1 << 42) - 1, "rose", "bl", Some(2)));
        let full = Shape { rows: 8, columns: 8, ..shape };
        assert_eq!(full.all(), Cells::ALL);
    }
}
