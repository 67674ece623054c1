//! The colour layout of a set: every way to give 42 stars 6 colours of 7 stars each is equally likely (decision S1).
//!
//! The stars are coloured one after the other, the last cell first. With `n` stars to go, of which `c_0, c_1, ...` will be of colour 0, 1, ..., a rank uniform in
//! `0..n` gives colour `k` when it lies below `c_0 + ... + c_k` and not below `c_0 + ... + c_(k-1)`: the law of drawing balls from an urn. The five sums, the **cuts**,
//! are all that is kept; a rank below a cut lowers it by one. Sixteen boards are drawn side by side, so that each step is a few vector instructions.

use super::visual::{COLOURS, STARS, Sky};
use crate::bitboard::Bitboard;
use crate::random::{Lanes, Words};

/// Boards drawn side by side.
const BOARDS: usize = 16;
/// Boundaries between the colours.
const CUTS: usize = COLOURS - 1;
/// Pieces of 16 random bits that a board takes.
const PIECES: usize = 12;
/// Stars are packed eight to a byte.
const ROWS_OF_EIGHT: usize = STARS.div_ceil(8);
type Rows = [Each<u8>; ROWS_OF_EIGHT];
/// A number for each of the boards.
type Each<T> = [T; BOARDS];

/// Which ranks come from which piece, by their bounds: every bound from 42 down to 2 once (the last star has no choice).
///
/// A piece `x` gives a rank below `n` as the high half of `x n`, and the low half is the piece for the next bound (Brackett-Rozinsky and Lemire 2024, "Batched
/// ranged random integer generation"). The ranks of a piece are uniform and independent if the last low half is not below `2^16 mod (product of its bounds)`; else the
/// board is thrown away. Found by search: the products are just below divisors of 2^16, so that it happens to 2.1 % of the boards only.
const BOUNDS: [&[u16]; PIECES] = [
    &[42, 41, 38],
    &[40, 34, 24],
    &[39, 15, 14, 8],
    &[37, 31, 19, 3],
    &[36, 28, 13],
    &[35, 22, 17],
    &[33, 32, 2],
    &[30, 6, 4],
    &[29, 25, 10, 9],
    &[27, 23, 21, 5],
    &[26, 20, 18, 7],
    &[16, 12, 11],
];

#[allow(clippy::cast_possible_truncation)] // remainders below 2^16
/// By piece: low halves below it throw the board away.
const UNFAIR: [u16; PIECES] = {
    let mut unfair = [0; PIECES];
    let mut seen = [false; STARS + 1];
    let mut piece = 0;
    while piece < PIECES {
        let mut product = 1_u32;
        let mut place = 0;
        while place < BOUNDS[piece].len() {
            let bound = BOUNDS[piece][place];
            assert!(!seen[bound as usize], "a bound is there twice");
            seen[bound as usize] = true;
            product *= bound as u32;
            place += 1;
        }
        assert!(product <= 1 << 16, "the bounds of a piece are too large together");
        unfair[piece] = (65_536 % product) as u16;
        piece += 1;
    }
    let mut bound = 2;
    while bound <= STARS {
        assert!(seen[bound], "a bound is missing");
        bound += 1;
    }
    unfair
};

/// Layouts drawn ahead, handed out in order.
#[derive(Clone, Debug)]
pub struct Layouts {
    /// The stars of colours 0 to `k`, by cut `k` and board.
    below: [Each<u64>; CUTS],
    /// Not 0 for boards to be thrown away.
    unfair: Each<u16>,
    next: usize,
}

impl Layouts {
    /// None drawn yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { below: [[0; BOARDS]; CUTS], unfair: [0; BOARDS], next: BOARDS }
    }

    /// The next layout: the stars of each colour, by [`super::visual::Colour::index`].
    #[inline]
    pub fn next(&mut self, lanes: &mut Lanes) -> [Sky; COLOURS] {
        loop {
            if self.next >= BOARDS {
                self.draw(lanes);
            }
            let board = self.next % BOARDS;
            self.next += 1;
            if self.unfair[board] == 0 {
                let mut colours = [Sky::EMPTY; COLOURS];
                let mut before = 0;
                for (stars, below) in colours.iter_mut().zip(&self.below) {
                    *stars = Bitboard(below[board] & !before);
                    before = below[board];
                }
                colours[CUTS] = !Bitboard(before);
                return colours;
            }
        }
    }

    /// Draws sixteen boards.
    #[inline(never)]
    fn draw(&mut self, lanes: &mut Lanes) {
        let mut words = [0; PIECES * BOARDS / 4];
        lanes.fill(&mut words);
        let mut ranks = [[0; BOARDS]; STARS];
        self.unfair = ranks_of(&words, &mut ranks);
        let mut rows = [Rows::default(); CUTS];
        colour(&ranks, &mut rows);
        for (below, rows) in self.below.iter_mut().zip(&rows) {
            *below = columns(rows);
        }
        self.next = 0;
    }
}

/// The rank of each star, the first one drawn first; not 0 for boards whose ranks are not fair.
#[inline(never)]
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // pieces of words, halves of products, ranks below 42
fn ranks_of(words: &[u64; PIECES * BOARDS / 4], ranks: &mut [Each<i8>; STARS]) -> Each<u16> {
    let mut pieces = [0_u16; PIECES * BOARDS];
    for (four, word) in pieces.chunks_exact_mut(4).zip(words) {
        four.copy_from_slice(&[*word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16]);
    }
    let mut short = [0; BOARDS];
    for ((bounds, unfair), pieces) in BOUNDS.iter().zip(UNFAIR).zip(pieces.chunks_exact(BOARDS)) {
        let mut low = [0_u16; BOARDS];
        low.copy_from_slice(pieces);
        for &bound in *bounds {
            // the two halves apart, as the vector instructions have them
            let high = each(&low, |low| ((u32::from(low) * u32::from(bound)) >> 16) as u16);
            low = each(&low, |low| low.wrapping_mul(bound));
            ranks[STARS - usize::from(bound)] = each(&high, |high| high as i8);
        }
        for board in 0..BOARDS {
            short[board] |= unfair.saturating_sub(low[board]);
        }
    }
    short
}

/// One result a board, in a loop that compiles to vector instructions.
#[inline(always)]
#[allow(clippy::inline_always)] // a few instructions, in the innermost loop of a run
fn each<T: Copy, U: Copy + Default>(values: &Each<T>, result: impl Fn(T) -> U) -> Each<U> {
    let mut results = [U::default(); BOARDS];
    for (to, &from) in results.iter_mut().zip(values) {
        *to = result(from);
    }
    results
}

/// Colours the stars by their ranks: bit `c % 8` of `rows[k][c / 8][board]` says whether cell `c` of the board has one of the colours 0 to `k`.
#[inline(never)]
#[allow(clippy::cast_possible_wrap)] // 0 or 1
fn colour(ranks: &[Each<i8>; STARS], rows: &mut [Rows; CUTS]) {
    let mut cuts: [Each<i8>; CUTS] = [[7; BOARDS], [14; BOARDS], [21; BOARDS], [28; BOARDS], [35; BOARDS]];
    let mut draw = 0;
    for eight in (0..ROWS_OF_EIGHT).rev() {
        let mut bits = [[0_u8; BOARDS]; CUTS];
        while draw < STARS - 8 * eight {
            let ranks = &ranks[draw];
            for (cuts, bits) in cuts.iter_mut().zip(&mut bits) {
                for board in 0..BOARDS {
                    let below = u8::from(ranks[board] < cuts[board]);
                    bits[board] = bits[board].wrapping_add(bits[board]).wrapping_add(below);
                    cuts[board] = cuts[board].wrapping_sub(below as i8);
                }
            }
            draw += 1;
        }
        for (rows, bits) in rows.iter_mut().zip(bits) {
            rows[eight] = bits;
        }
    }
}

/// The bytes of each board as one word, the last two 0: a transposition of 8 x 8 bytes for boards 0 to 7 and for boards 8 to 15, by swapping ever smaller blocks.
#[inline]
fn columns(rows: &Rows) -> Each<u64> {
    // half `h` of row `r` is word `8 h + r`; in the end it is board `8 h + r`
    let mut words = [0_u64; BOARDS];
    for (row, bytes) in rows.iter().enumerate() {
        let (low, high) = bytes.split_at(8);
        words[row] = word(low);
        words[8 + row] = word(high);
    }
    for row in [0, 1, 2, 3, 8, 9, 10, 11] {
        swap(&mut words, row, row + 4, 32, 0x0000_0000_ffff_ffff);
    }
    for row in [0, 1, 4, 5, 8, 9, 12, 13] {
        swap(&mut words, row, row + 2, 16, 0x0000_ffff_0000_ffff);
    }
    for row in [0, 2, 4, 6, 8, 10, 12, 14] {
        swap(&mut words, row, row + 1, 8, 0x00ff_00ff_00ff_00ff);
    }
    words
}

#[inline(always)]
#[allow(clippy::inline_always)] // a few instructions, in the innermost loop of a run
fn word(bytes: &[u8]) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(bytes);
    u64::from_le_bytes(eight)
}

/// Swaps the bits of `mask`, `shift` places higher in the upper word, with those of `mask` in the lower one.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn swap(words: &mut Each<u64>, upper: usize, lower: usize, shift: u32, mask: u64) {
    let moved = ((words[upper] >> shift) ^ words[lower]) & mask;
    words[lower] ^= moved;
    words[upper] ^= moved << shift;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Purpose;

    #[test]
    fn a_layout_is_a_partition() {
        let mut lanes = Lanes::new(1, Purpose::Test, 0);
        let mut layouts = Layouts::new();
        for _ in 0..10_000 {
            let all = layouts.next(&mut lanes).iter().fold(Sky::EMPTY, |all, &stars| {
                assert_eq!(stars.len(), 7);
                assert!((all & stars).is_empty());
                all | stars
            });
            assert_eq!(all, Sky::ALL);
        }
    }

    /// Each combination of the ranks of a piece comes from the same number of the 65 536 pieces: exhaustive. As the pieces are independent, all 41 ranks are
    /// uniform and independent, given that the board is kept.
    #[test]
    fn ranks_are_exactly_uniform_and_independent() {
        for (piece, bounds) in BOUNDS.iter().enumerate() {
            let product: usize = bounds.iter().map(|&bound| usize::from(bound)).product();
            let mut hits = vec![0_u32; product];
            for first in (0..=u16::MAX).step_by(BOARDS) {
                // boards with the pieces first, first + 1, ...; all other pieces are the largest, which are fair
                let mut words = [u64::MAX; PIECES * BOARDS / 4];
                for board in 0..BOARDS {
                    let place = piece * BOARDS + board;
                    words[place / 4] &= !(0xffff << (16 * (place % 4)));
                    words[place / 4] |= (u64::from(first) + board as u64) << (16 * (place % 4));
                }
                let mut ranks = [[0; BOARDS]; STARS];
                let unfair = ranks_of(&words, &mut ranks);
                for board in (0..BOARDS).filter(|&board| unfair[board] == 0) {
                    let combination = bounds.iter().fold(0, |all, &bound| {
                        let rank = usize::try_from(ranks[STARS - usize::from(bound)][board]).unwrap();
                        assert!(rank < usize::from(bound));
                        all * usize::from(bound) + rank
                    });
                    hits[combination] += 1;
                }
            }
            let each = u32::try_from(65_536 / product).unwrap();
            assert!(hits.iter().all(|&count| count == each), "piece {piece}");
        }
    }

    /// The vector steps against one urn, star by star, and the transposition against plain indexing.
    #[test]
    fn colours_follow_the_urn() {
        let mut lanes = Lanes::new(1, Purpose::Test, 1);
        for _ in 0..200 {
            let mut ranks = [[0_i8; BOARDS]; STARS];
            for (draw, ranks) in ranks.iter_mut().enumerate() {
                ranks.fill_with(|| i8::try_from(lanes.below((STARS - draw) as u64)).unwrap());
            }
            let mut rows = [Rows::default(); CUTS];
            colour(&ranks, &mut rows);
            for board in 0..BOARDS {
                let mut left = [7_i8; COLOURS];
                let mut colours = [Sky::EMPTY; COLOURS];
                for (draw, ranks) in ranks.iter().enumerate() {
                    let mut rank = ranks[board];
                    let colour = left.iter().position(|&stars| {
                        rank -= stars;
                        rank < 0
                    });
                    let colour = colour.unwrap();
                    left[colour] -= 1;
                    colours[colour] = colours[colour].with(u32::try_from(STARS - 1 - draw).unwrap());
                }
                let mut below = Sky::EMPTY;
                for (cut, rows) in rows.iter().enumerate() {
                    below |= colours[cut];
                    assert_eq!(columns(rows)[board], below.0, "board {board}, cut {cut}");
                }
            }
        }
    }

    /// Layouts are handed out whatever is drawn in between: the boards thrown away leave no gap.
    #[test]
    fn about_two_boards_in_a_hundred_are_thrown_away() {
        let mut lanes = Lanes::new(1, Purpose::Test, 2);
        let mut layouts = Layouts::new();
        let mut unfair = 0;
        for _ in 0..5_000 {
            layouts.draw(&mut lanes);
            unfair += layouts.unfair.iter().filter(|&&short| short > 0).count();
        }
        // 80 000 boards, probability 0.02136: five standard errors are 205
        assert!(unfair.abs_diff(1_709) < 205, "{unfair}");
        layouts.unfair = std::array::from_fn(|board| u16::from(board < 15));
        layouts.next = 0;
        let last = [layouts.below[0][15], layouts.below[1][15]];
        let colours = layouts.next(&mut lanes);
        assert_eq!([colours[0].0, (colours[0] | colours[1]).0], last);
    }
}
