//! The generator's own geometry: shifts of whole sets of stars on the board of 6 x 7.

use super::visual::{Direction, Sky};
use crate::bitboard::Bitboard;

const COLUMN: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35;
/// Cells of the columns from `from` up to, not including, `to`.
const fn columns(from: u32, to: u32) -> u64 {
    let mut cells = 0;
    let mut column = from;
    while column < to {
        cells |= COLUMN << column;
        column += 1;
    }
    cells
}

/// The stars in direct contact with one of `stars`.
#[inline]
pub const fn touching(stars: Sky) -> Sky {
    let sideways = (stars.0 & columns(0, 6)) << 1 | (stars.0 & columns(1, 7)) >> 1;
    let row = stars.0 | sideways;
    Bitboard((sideways | row << 7 | row >> 7) & Sky::ALL.0)
}

/// All stars on a diagonal of that direction with one of `stars`, these included.
#[inline]
pub const fn in_line(stars: Sky, direction: Direction) -> Sky {
    let mut down = stars.0;
    let mut up = stars.0;
    match direction {
        Direction::NwSe => {
            down |= down << 8 & columns(1, 7);
            down |= down << 16 & columns(2, 7);
            down |= down << 32 & columns(4, 7);
            up |= up >> 8 & columns(0, 6);
            up |= up >> 16 & columns(0, 5);
            up |= up >> 32 & columns(0, 3);
        }
        Direction::NeSw => {
            down |= down << 6 & columns(0, 6);
            down |= down << 12 & columns(0, 5);
            down |= down << 24 & columns(0, 3);
            up |= up >> 6 & columns(1, 7);
            up |= up >> 12 & columns(2, 7);
            up |= up >> 24 & columns(4, 7);
        }
    }
    Bitboard((down | up) & Sky::ALL.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures() {
        let touching_corner_and_middle = Sky::from_picture(".X.....\nXX.....\n..XXX..\n..X.X..\n..XXX..\n.......").unwrap();
        assert_eq!(touching(Sky::of(0) | Sky::of(24)), touching_corner_and_middle);
        let edge = Sky::from_picture(".......\n.....XX\n.....X.\n.....XX\n.......\n.......").unwrap();
        assert_eq!(touching(Sky::of(20)), edge);
        let falling = Sky::from_picture(".X.....\n..X....\n...X...\n....X..\n.....X.\n......X").unwrap();
        let rising = Sky::from_picture("......X\n.....X.\n....X..\n...X...\n..X....\n.X.....").unwrap();
        for row in 0..6 {
            assert_eq!(in_line(Sky::of(8 * row + 1), Direction::NwSe), falling, "row {row}");
            assert_eq!(in_line(Sky::of(6 * row + 6), Direction::NeSw), rising, "row {row}");
        }
        assert_eq!(in_line(Sky::of(6), Direction::NwSe), Sky::of(6));
        assert_eq!(in_line(Sky::of(41), Direction::NeSw), Sky::of(41));
    }

    /// Against rows and columns, cell by cell, and unions: both maps distribute over unions.
    #[test]
    fn every_cell() {
        let near = |a: u32, b: u32| (a / 7).abs_diff(b / 7) <= 1 && (a % 7).abs_diff(b % 7) <= 1 && a != b;
        for cell in 0..42 {
            assert_eq!(touching(Sky::of(cell)), (0..42).filter(|&other| near(cell, other)).collect());
            let falling = (0..42).filter(|&other| cell / 7 + other % 7 == other / 7 + cell % 7).collect();
            assert_eq!(in_line(Sky::of(cell), Direction::NwSe), falling);
            let rising = (0..42).filter(|&other| cell / 7 + cell % 7 == other / 7 + other % 7).collect();
            assert_eq!(in_line(Sky::of(cell), Direction::NeSw), rising);
            for other in 0..42 {
                let pair = Sky::of(cell) | Sky::of(other);
                assert_eq!(touching(pair), touching(Sky::of(cell)) | touching(Sky::of(other)));
                for direction in [Direction::NwSe, Direction::NeSw] {
                    assert_eq!(in_line(pair, direction), in_line(Sky::of(cell), direction) | in_line(Sky::of(other), direction));
                }
            }
        }
    }
}
