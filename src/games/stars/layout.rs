//! The colour layout of a set: every way to give 42 stars 6 colours of 7 stars each is equally likely (decision S1).

use super::visual::{COLOURS, STARS, Sky};
use crate::bitboard::Bitboard;
use crate::random::Lanes;

/// Stars drawn one by one: the last colour is what is left.
const DRAWN: usize = STARS - GROUP;
/// Stars of a colour.
const GROUP: usize = STARS / COLOURS;
/// Words of 16-bit pieces, four a word, that the draws take.
const WORDS: usize = DRAWN.div_ceil(4);
const PIECES: usize = 4 * WORDS;

/// A layout: six groups of seven cells; the first group also in the order drawn, which is uniform and independent of everything else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The cells of each group.
    pub groups: [Sky; COLOURS],
    /// The cells of the first group in a uniform order.
    pub order: [u8; GROUP],
}

#[allow(clippy::cast_possible_truncation)] // below 43
/// Stars left before each draw; 1 for the pieces that are not used.
const LEFT: [u16; PIECES] = {
    let mut left = [1; PIECES];
    let mut draw = 0;
    while draw < DRAWN {
        left[draw] = (STARS - draw) as u16;
        draw += 1;
    }
    left
};

#[allow(clippy::cast_possible_truncation)] // below 43
/// Below this low half, a 16-bit product is one of the surplus ones that would favour some stars: 2^16 mod left.
const SURPLUS: [u16; PIECES] = {
    let mut surplus = [0; PIECES];
    let mut draw = 0;
    while draw < PIECES {
        surplus[draw] = ((1_u32 << 16) % LEFT[draw] as u32) as u16;
        draw += 1;
    }
    surplus
};

#[allow(clippy::cast_possible_truncation)] // below 64
const IN_ORDER: [u8; 64] = {
    let mut cells = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        cells[cell] = cell as u8;
        cell += 1;
    }
    cells
};

/// Draws a layout, exactly uniform.
///
/// Draw `i` takes one of the `42 - i` stars left, at the rank `high half of (16 random bits x (42 - i))`. A draw whose low half is below `2^16 mod (42 - i)` would favour
/// some ranks (Lemire 2019): then all 35 draws are thrown away together (about 1 layout in 120), which leaves the others uniform and independent.
#[inline]
pub fn draw(lanes: &mut Lanes) -> Layout {
    let mut ranks = [0_u16; PIECES];
    while !try_ranks(lanes.block(), &mut ranks) {}
    let mut cells = IN_ORDER;
    let mut layout = Layout::default();
    for (group, stars) in layout.groups.iter_mut().enumerate().take(COLOURS - 1) {
        let mut mask = 0;
        for seat in 0..GROUP {
            let draw = group * GROUP + seat;
            // the star at the rank goes out, the last one takes its place
            let rank = usize::from(ranks[draw]) % 64;
            let cell = cells[rank];
            cells[rank] = cells[STARS - 1 - draw];
            mask |= 1_u64 << (cell % 64);
            if group == 0 {
                layout.order[seat] = cell;
            }
        }
        *stars = Bitboard(mask);
    }
    layout.groups[COLOURS - 1] = !layout.groups[..COLOURS - 1].iter().fold(Sky::EMPTY, |taken, &group| taken | group);
    layout
}

/// Ranks from random pieces; false if any of them is a surplus one.
#[inline]
#[allow(clippy::cast_possible_truncation)] // 16-bit pieces of words and of products
fn try_ranks(words: [u64; WORDS], ranks: &mut [u16; PIECES]) -> bool {
    let mut pieces = [0_u16; PIECES];
    for (four, word) in pieces.chunks_exact_mut(4).zip(words) {
        for (place, piece) in four.iter_mut().enumerate() {
            *piece = (word >> (16 * place)) as u16;
        }
    }
    let mut short = 0;
    for draw in 0..PIECES {
        let product = u32::from(pieces[draw]) * u32::from(LEFT[draw]);
        ranks[draw] = (product >> 16) as u16;
        short |= SURPLUS[draw].saturating_sub(product as u16);
    }
    short == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, Words};

    #[test]
    fn a_layout_is_a_partition() {
        let mut lanes = Lanes::new(1, Purpose::Test, 0);
        for _ in 0..10_000 {
            let layout = draw(&mut lanes);
            let all = layout.groups.iter().fold(Sky::EMPTY, |all, &group| {
                assert_eq!(group.len(), 7);
                assert!((all & group).is_empty());
                all | group
            });
            assert_eq!(all, Sky::ALL);
            assert_eq!(layout.order.iter().map(|&cell| u32::from(cell)).collect::<Sky>(), layout.groups[0]);
        }
    }

    /// Every rank of every draw has the same number of 16-bit pieces that give it: exhaustive.
    #[test]
    fn ranks_are_exactly_uniform() {
        for draw in 0..DRAWN {
            let left = u32::from(LEFT[draw]);
            let mut hits = vec![0_u32; left as usize];
            for piece in 0..1_u32 << 16 {
                let product = piece * left;
                if product & 0xffff >= u32::from(SURPLUS[draw]) {
                    hits[(product >> 16) as usize] += 1;
                }
            }
            assert!(hits.iter().all(|&count| count == 65_536 / left), "draw {draw}: {hits:?}");
        }
    }

    #[test]
    fn a_surplus_piece_rejects_all_draws() {
        let mut ranks = [0; PIECES];
        assert!(try_ranks([u64::MAX; WORDS], &mut ranks));
        assert_eq!(ranks[..DRAWN], std::array::from_fn::<u16, DRAWN, _>(|draw| LEFT[draw] - 1));
        let mut words = [u64::MAX; WORDS];
        words[3] &= !0xffff; // piece 12 becomes 0: product 0, below 2^16 mod 30
        assert!(!try_ranks(words, &mut ranks));
        let mut lanes = Lanes::new(1, Purpose::Test, 1);
        assert_ne!(lanes.word(), 0);
    }
}
