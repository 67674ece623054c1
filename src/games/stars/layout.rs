//! The colour layout of a set: every way to give 42 stars 6 colours of 7 stars each is equally likely (decision S1).
//!
//! The stars are coloured one after the other. With `n` stars to go, of which `c_0, c_1, ...` will be of colour 0, 1, ..., a rank uniform in
//! `0..n` gives colour `k` when it lies below `c_0 + ... + c_k` and not below `c_0 + ... + c_(k-1)`: the law of drawing balls from an urn. The five sums, the **cuts**,
//! are all that is kept; a rank below a cut lowers it by one. Boards are drawn side by side, so that each step is a few vector instructions.
//!
//! ```text
//! words -> ranks, a byte a star and board -> rows of eight stars, a byte a colour and board -> stars of each colour, a word a board
//! ```

use super::visual::{COLOURS, STARS, Sky};
use crate::bitboard::Bitboard;
use crate::random::{Lanes, Words};

/// Boards drawn side by side: bytes of the widest vectors.
const BOARDS: usize = 32;
/// Boundaries between the colours.
const CUTS: usize = COLOURS - 1;
/// Pieces of 16 random bits that a board takes.
const PIECES: usize = 12;
/// Words that the boards take, and those of one piece.
const WORDS: usize = PIECES * WORDS_OF_A_PIECE;
const WORDS_OF_A_PIECE: usize = BOARDS / 4;
/// A number for each of the boards.
type Each<T> = [T; BOARDS];
/// A number for each colour and board, the boards of a colour side by side.
type Table<T> = [T; COLOURS * BOARDS];
/// Stars are packed eight to a byte, the first star in the lowest bit; the last byte has two.
const ROWS: usize = STARS.div_ceil(8);
type Rows = [Table<u8>; ROWS];

/// Which ranks come from which piece, by their bounds: every bound from 42 down to 2 once (the last star has no choice).
///
/// A piece `x` gives a rank below `n` as the high half of `x n`, and the low half is the piece for the next bound (Brackett-Rozinsky and Lemire 2024, "Batched
/// ranged random integer generation"). The ranks of a piece are uniform and independent if the last low half is not below `2^16 mod (product of its bounds)`; else the
/// board is thrown away. Found by search: the products are just below divisors of 2^16, so that it happens to 2.1 % of the boards only.
const BOUNDS: [[u16; 4]; PIECES] = [
    [42, 41, 38, 1],
    [40, 34, 24, 1],
    [39, 15, 14, 8],
    [37, 31, 19, 3],
    [36, 28, 13, 1],
    [35, 22, 17, 1],
    [33, 32, 2, 1],
    [30, 6, 4, 1],
    [29, 25, 10, 9],
    [27, 23, 21, 5],
    [26, 20, 18, 7],
    [16, 12, 11, 1],
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
        while place < 4 {
            let bound = BOUNDS[piece][place];
            assert!(bound == 1 || !seen[bound as usize], "a bound is there twice");
            seen[bound as usize] = true;
            product *= bound as u32;
            place += 1;
        }
        assert!(product <= 1 << 16, "the bounds of a piece are too large together");
        unfair[piece] = (65_536 % product) as u16;
        piece += 1;
    }
    let mut bound = 1;
    while bound <= STARS {
        assert!(seen[bound], "a bound is missing");
        bound += 1;
    }
    unfair
};

/// Most layouts that can be asked for at once.
pub const MOST_LAYOUTS: usize = 128;
const ROOM: usize = MOST_LAYOUTS + BOARDS;

/// Layouts drawn ahead.
#[derive(Clone, Debug)]
pub struct Layouts {
    /// The stars of each colour, by [`super::visual::Colour::index`] and layout.
    stars: [[u64; ROOM]; COLOURS],
    ready: usize,
    desk: Desk,
}

/// What boards are made of, step by step; kept, so that it is not cleared each time.
#[derive(Clone, Debug)]
struct Desk {
    words: [u64; WORDS],
    ranks: [Each<i8>; STARS],
    rows: Rows,
    pairs: [Table<u16>; ROWS / 2],
}

impl Layouts {
    /// None drawn yet.
    #[must_use]
    pub const fn new() -> Self {
        let desk =
            Desk { words: [0; WORDS], ranks: [[0; BOARDS]; STARS], rows: [[0; COLOURS * BOARDS]; ROWS], pairs: [[0; COLOURS * BOARDS]; ROWS / 2] };
        Self { stars: [[0; ROOM]; COLOURS], ready: 0, desk }
    }

    /// The stars of a colour in a layout, one of those that are there.
    #[inline(always)]
    #[allow(clippy::inline_always)] // one load
    #[must_use]
    pub fn stars(&self, colour: usize, layout: usize) -> Sky {
        Bitboard(self.stars[colour][layout])
    }

    /// The stars of each colour in a layout.
    #[inline(always)]
    #[allow(clippy::inline_always)] // six loads
    #[must_use]
    pub fn colours(&self, layout: usize) -> [Sky; COLOURS] {
        std::array::from_fn(|colour| self.stars(colour, layout))
    }

    /// Sees to it that at least `number` layouts are there.
    ///
    /// # Panics
    /// When more than [`MOST_LAYOUTS`] are asked for.
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the vectors at hand
    pub fn provide(&mut self, number: usize, lanes: &mut Lanes) {
        assert!(number <= MOST_LAYOUTS);
        while self.ready < number {
            self.draw(lanes);
        }
    }

    /// Takes the first `number` layouts away: the next ones take their numbers.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    pub fn take(&mut self, number: usize) {
        for stars in &mut self.stars {
            stars.copy_within(number..self.ready, 0);
        }
        self.ready -= number;
    }

    /// Draws boards, and keeps those whose ranks are fair.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn draw(&mut self, lanes: &mut Lanes) {
        let Desk { words, ranks, rows, pairs } = &mut self.desk;
        lanes.fill(words);
        let unfair = ranks_of(words, ranks);
        below_cuts(ranks, rows);
        between_cuts(rows);
        pairs_of(rows, pairs);
        for (colour, stars) in self.stars.iter_mut().enumerate() {
            columns_of(pairs, colour, &mut stars[self.ready..self.ready + BOARDS]);
        }
        self.ready += BOARDS;
        if unfair.iter().fold(0, |any, unfair| any | unfair) != 0 {
            self.throw_away(&unfair);
        }
    }

    /// Puts the last boards in the place of those to be thrown away, from the last one on.
    #[inline(never)]
    fn throw_away(&mut self, unfair: &Each<u16>) {
        let first = self.ready - BOARDS;
        for board in (0..BOARDS).rev().filter(|&board| unfair[board] != 0) {
            self.ready -= 1;
            for stars in &mut self.stars {
                stars[first + board] = stars[self.ready];
            }
        }
    }
}

/// The rank of each star, the first one drawn first; not 0 for boards whose ranks are not fair.
#[inline(always)]
#[allow(clippy::inline_always)] // compiled for the vectors at hand
fn ranks_of(words: &[u64; WORDS], ranks: &mut [Each<i8>; STARS]) -> Each<u16> {
    let mut short = [0; BOARDS];
    // twelve calls and no loop: the bounds are constants
    ranks_of_piece::<0>(words, ranks, &mut short);
    ranks_of_piece::<1>(words, ranks, &mut short);
    ranks_of_piece::<2>(words, ranks, &mut short);
    ranks_of_piece::<3>(words, ranks, &mut short);
    ranks_of_piece::<4>(words, ranks, &mut short);
    ranks_of_piece::<5>(words, ranks, &mut short);
    ranks_of_piece::<6>(words, ranks, &mut short);
    ranks_of_piece::<7>(words, ranks, &mut short);
    ranks_of_piece::<8>(words, ranks, &mut short);
    ranks_of_piece::<9>(words, ranks, &mut short);
    ranks_of_piece::<10>(words, ranks, &mut short);
    ranks_of_piece::<11>(words, ranks, &mut short);
    short
}

#[inline(always)]
#[allow(clippy::inline_always, clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // as above; halves of products, ranks below 42
fn ranks_of_piece<const PIECE: usize>(words: &[u64; WORDS], ranks: &mut [Each<i8>; STARS], short: &mut Each<u16>) {
    let mut bytes = [[0; 8]; WORDS_OF_A_PIECE];
    for (bytes, word) in bytes.iter_mut().zip(&words[PIECE * WORDS_OF_A_PIECE..]) {
        *bytes = word.to_le_bytes();
    }
    let mut low: Each<u16> = [0; BOARDS];
    for (low, pair) in low.iter_mut().zip(bytes.as_flattened().as_chunks::<2>().0) {
        *low = u16::from_le_bytes(*pair);
    }
    for bound in BOUNDS[PIECE] {
        if bound > 1 {
            let ranks = &mut ranks[STARS - usize::from(bound)];
            for board in 0..BOARDS {
                ranks[board] = ((u32::from(low[board]) * u32::from(bound)) >> 16) as i8;
            }
            for low in &mut low {
                *low = low.wrapping_mul(bound);
            }
        }
    }
    for board in 0..BOARDS {
        short[board] |= UNFAIR[PIECE].saturating_sub(low[board]);
    }
}

/// Colours the stars by their ranks: bit `c % 8` of `rows[c / 8][32 k + board]` says whether star `c` of the board has one of the colours 0 to `k`.
#[inline(always)]
#[allow(clippy::inline_always, clippy::cast_possible_wrap, clippy::cast_possible_truncation)] // as above; small cuts
fn below_cuts(ranks: &[Each<i8>; STARS], rows: &mut Rows) {
    let mut cuts: [Each<i8>; CUTS] = std::array::from_fn(|cut| [7 * (cut as i8 + 1); BOARDS]);
    let (eights, rest) = ranks.as_chunks::<8>();
    for (eight, row) in eights.iter().zip(&mut *rows) {
        let (row, _) = row.as_chunks_mut::<BOARDS>();
        for (cut, row) in cuts.iter_mut().zip(row) {
            *row = below_cut(eight, cut);
        }
    }
    let mut last = [[i8::MAX; BOARDS]; 8];
    last[..rest.len()].copy_from_slice(rest);
    let (row, _) = rows[ROWS - 1].as_chunks_mut::<BOARDS>();
    for (cut, row) in cuts.iter_mut().zip(row) {
        *row = below_cut(&last, cut);
    }
}

/// Eight stars and one cut, the first star in the lowest bit: four vector instructions a star.
#[inline(always)]
#[allow(clippy::inline_always, clippy::cast_possible_wrap)] // as above; 255 is -1
fn below_cut(ranks: &[Each<i8>; 8], cut: &mut Each<i8>) -> Each<u8> {
    let mut bits = [0; BOARDS];
    for (place, ranks) in ranks.iter().enumerate() {
        let mut below = [0; BOARDS];
        for board in 0..BOARDS {
            below[board] = if ranks[board] < cut[board] { u8::MAX } else { 0 };
        }
        for board in 0..BOARDS {
            cut[board] = cut[board].wrapping_add(below[board] as i8);
            bits[board] |= below[board] & 1 << place;
        }
    }
    bits
}

/// From the colours 0 to `k` to the colour `k` alone.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn between_cuts(rows: &mut Rows) {
    for (row, stars) in rows.iter_mut().zip([u8::MAX, u8::MAX, u8::MAX, u8::MAX, u8::MAX, 3]) {
        for board in 0..BOARDS {
            row[CUTS * BOARDS + board] = stars & !row[(CUTS - 1) * BOARDS + board];
        }
        for place in (BOARDS..CUTS * BOARDS).rev() {
            row[place] &= !row[place - BOARDS];
        }
    }
}

/// The bytes of each board and colour, two by two.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn pairs_of(rows: &Rows, pairs: &mut [Table<u16>; ROWS / 2]) {
    for (pair, [low, high]) in pairs.iter_mut().zip(rows.as_chunks::<2>().0) {
        for place in 0..COLOURS * BOARDS {
            pair[place] = u16::from(low[place]) | u16::from(high[place]) << 8;
        }
    }
}

/// The three pairs of each board as one word, for one colour.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn columns_of(pairs: &[Table<u16>; ROWS / 2], colour: usize, columns: &mut [u64]) {
    let [first, second, third] = pairs.each_ref().map(|pairs| &pairs[colour * BOARDS..(colour + 1) * BOARDS]);
    for (board, column) in columns.iter_mut().enumerate().take(BOARDS) {
        let four = u32::from(first[board]) | u32::from(second[board]) << 16;
        *column = u64::from(four) | u64::from(third[board]) << 32;
    }
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
            layouts.provide(1, &mut lanes);
            let colours = layouts.colours(0);
            layouts.take(1);
            let all = colours.iter().fold(Sky::EMPTY, |all, &stars| {
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
            let bounds: Vec<u16> = bounds.iter().copied().filter(|&bound| bound > 1).collect();
            let product: usize = bounds.iter().map(|&bound| usize::from(bound)).product();
            let mut hits = vec![0_u32; product];
            for first in (0..=u16::MAX).step_by(BOARDS) {
                // boards with the pieces first, first + 1, ...; all other pieces are the largest, which are fair
                let mut words = [u64::MAX; WORDS];
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
            let mut rows = [[0; COLOURS * BOARDS]; ROWS];
            below_cuts(&ranks, &mut rows);
            between_cuts(&mut rows);
            let mut pairs = [[0; COLOURS * BOARDS]; ROWS / 2];
            pairs_of(&rows, &mut pairs);
            let mut columns = [[0; BOARDS]; COLOURS];
            columns.iter_mut().enumerate().for_each(|(colour, columns)| columns_of(&pairs, colour, columns));
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
                    colours[colour] = colours[colour].with(u32::try_from(draw).unwrap());
                }
                for (colour, stars) in colours.iter().enumerate() {
                    assert_eq!(columns[colour][board], stars.0, "board {board}, colour {colour}");
                }
            }
        }
    }

    /// The boards thrown away leave no gap, and the others stay.
    #[test]
    fn about_two_boards_in_a_hundred_are_thrown_away() {
        let mut lanes = Lanes::new(1, Purpose::Test, 2);
        let mut layouts = Layouts::new();
        let mut kept = 0;
        for _ in 0..2_500 {
            layouts.draw(&mut lanes);
            kept += layouts.ready;
            layouts.take(layouts.ready);
        }
        // 80 000 boards, probability 0.02136: five standard errors are 205
        assert!((80_000_usize - kept).abs_diff(1_709) < 205, "{kept}");
        layouts.stars = std::array::from_fn(|colour| std::array::from_fn(|layout| (1_000 * colour + layout) as u64));
        layouts.ready = 40;
        layouts.throw_away(&std::array::from_fn(|board| u16::from([0, 5, 30, 31].contains(&board))));
        assert_eq!(layouts.ready, 36);
        assert_eq!(
            layouts.stars[2][..36],
            [0, 1, 2, 3, 4, 5, 6, 7, 36, 9, 10, 11, 12, 37].map(|layout| 2_000 + layout).into_iter().chain(2_014..2_036).collect::<Vec<_>>()
        );
    }
}
