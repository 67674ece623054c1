//! D9 against brute force on small grids: every filling enumerated, every allowed one equally often.

use super::super::filling::{Fill, Filler, Kind, Wanted};
use super::super::visual::{Grid, Symbol, Word};
use super::goodness::chi_square;
use super::twin;
use crate::random::{Purpose, stream};
use std::collections::HashMap;
use std::num::NonZeroU8;

/// The fillings of the free cells that D9 allows, as planes: naive enumeration.
fn allowed<W: Word>(grid: Grid, gems: u8, length: usize, wanted: &Wanted<W>) -> HashMap<[W; 3], usize> {
    let free: Vec<usize> = (0..grid.cells()).filter(|&cell| !(wanted.blocked | wanted.magic).has(cell)).collect();
    let mut found = HashMap::new();
    let mut cells: twin::Cells = vec![vec![Symbol::Gold; grid.columns]; grid.rows];
    let put = |cell: usize, symbol: Symbol, cells: &mut twin::Cells| {
        let (row, column) = grid.place(cell);
        cells[row][column] = symbol;
    };
    if wanted.magic != W::NONE {
        put(wanted.magic.trailing_zeros() as usize, Symbol::Magic, &mut cells);
    }
    for number in 0..u64::from(gems).pow(u32::try_from(free.len()).unwrap()) {
        let mut rest = number;
        let mut planes = [W::NONE; 3];
        for &cell in &free {
            let gem = u8::try_from(rest % u64::from(gems)).unwrap();
            rest /= u64::from(gems);
            put(cell, Symbol::Gem(gem), &mut cells);
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= if gem >> bit & 1 == 1 { W::of(cell) } else { W::NONE };
            }
        }
        let lines = twin::lines(&cells, length);
        let fits = match wanted.line {
            None => lines.is_empty(),
            Some(gem) => lines.len() == 1 && lines[0].gem + 1 == gem.get(),
        };
        if fits {
            assert!(!twin::ambiguous(&cells, length), "a filling with one line, or none, is never ambiguous");
            let number = found.len();
            found.insert(planes, number);
        }
    }
    found
}

/// Lines of three, by the filler of the grid, and by the one of any grid.
fn compare(rows: usize, columns: usize, gems: u8, wanted: &[Wanted], draws: usize, seed: u64) {
    let grid = Grid { rows, columns };
    if Filler::fills(grid, 3) {
        compare_by::<u32>(grid, gems, 3, wanted, draws, seed);
    }
    compare_long(grid, gems, 3, wanted, draws, seed + 1_000);
}

/// Lines of any length.
fn compare_long(grid: Grid, gems: u8, length: usize, wanted: &[Wanted], draws: usize, seed: u64) {
    let wider: Vec<Wanted<u64>> = wanted.iter().map(|one| Wanted { blocked: one.blocked.into(), magic: one.magic.into(), line: one.line }).collect();
    compare_by::<u64>(grid, gems, length, &wider, draws, seed);
}

/// Draws throws in lists of all lengths, so that lanes are loaded, reloaded and help each other, and compares every filling's count.
fn compare_by<W: Word>(grid: Grid, gems: u8, length: usize, wanted: &[Wanted<W>], draws: usize, seed: u64) {
    let filler = W::Filler::new(grid, usize::from(gems), length);
    if let Some(other) = wanted.iter().position(|other| other.kind() != wanted[0].kind()) {
        // a list is of one kind
        compare_by(grid, gems, length, &wanted[..other], draws, seed);
        return compare_by(grid, gems, length, &wanted[other..], draws, seed + 100);
    }
    let kind = wanted[0].kind();
    let fillings: Vec<_> = wanted.iter().map(|wanted| allowed(grid, gems, length, wanted)).collect();
    let mut counts: Vec<Vec<u64>> = fillings.iter().map(|fillings| vec![0; fillings.len()]).collect();
    let mut words = stream(seed, Purpose::Test, 0);
    let (mut drawn, mut many) = (0, 1);
    while drawn < draws * wanted.len() {
        let list: Vec<Wanted<W>> = (0..many).map(|number| wanted[(drawn + number) % wanted.len()]).collect();
        let mut filled = vec![[!W::NONE; 3]; many];
        let tries = filler.fill(kind, &list, &mut words, &mut filled);
        for (number, planes) in filled.iter().enumerate() {
            let which = (drawn + number) % wanted.len();
            let Some(&filling) = fillings[which].get(planes) else { panic!("{planes:?} is not allowed for {:?}", wanted[which]) };
            counts[which][filling] += 1;
        }
        assert!(tries >= many as u64);
        drawn += many;
        many = many % 75 + 1;
    }
    for (wanted, counts) in wanted.iter().zip(&counts) {
        let p = chi_square(counts, &vec![1; counts.len()]);
        assert!(p > 1e-6, "{grid:?}, {gems} gems, lines of {length}, {wanted:?}: {} fillings, p = {p:e}", counts.len());
    }
}

const fn wanted(blocked: u32, magic: u32, line: Option<u8>) -> Wanted {
    Wanted {
        blocked,
        magic,
        line: match line {
            Some(gem) => NonZeroU8::new(gem + 1),
            None => None,
        },
    }
}

// Each chi-square below fails by chance, at another seed, once in 10^6; there are 160 of them.

#[test]
fn without_special_symbols_all_fillings_without_a_line_are_equally_likely() {
    compare(3, 3, 2, &[wanted(0, 0, None)], 2_000, 1);
    compare(3, 3, 3, &[wanted(0, 0, None)], 100_000, 2);
    compare(3, 4, 2, &[wanted(0, 0, None)], 20_000, 3);
    compare(4, 3, 2, &[wanted(0, 0, None)], 20_000, 4);
    compare(4, 4, 2, &[wanted(0, 0, None)], 40_000, 5);
    compare(3, 5, 2, &[wanted(0, 0, None)], 20_000, 6);
}

#[test]
fn with_blocked_cells_too() {
    let blocked = [1 << 4, 1 << 0, 1 << 1 | 1 << 5, 1 << 2 | 1 << 4 | 1 << 8].map(|blocked| wanted(blocked, 0, None));
    compare(3, 3, 3, &blocked, 60_000, 7);
    compare(3, 4, 2, &[wanted(1 << 5, 0, None), wanted(0, 0, None), wanted(1 << 3 | 1 << 7, 0, None)], 20_000, 8);
    compare(5, 3, 2, &[wanted(1 << 7 | 1 << 11, 0, None)], 20_000, 9);
}

#[test]
fn a_magic_gem_completes_nothing_where_no_line_is_wanted() {
    let magic = [wanted(0, 1 << 4, None), wanted(0, 1 << 0, None), wanted(0, 1 << 7, None), wanted(1 << 2, 1 << 5, None), wanted(1 << 1, 0, None)];
    compare(3, 3, 3, &magic, 60_000, 10);
    compare(3, 3, 4, &[wanted(0, 1 << 3, None)], 200_000, 11);
    compare(3, 4, 3, &[wanted(1 << 1 | 1 << 9, 1 << 6, None)], 120_000, 12);
    compare(4, 3, 3, &[wanted(1 << 1 | 1 << 9, 1 << 6, None)], 120_000, 13);
}

#[test]
fn exactly_the_wanted_line_shows_and_all_such_fillings_are_equally_likely() {
    compare(3, 3, 2, &[wanted(0, 0, Some(0)), wanted(0, 0, Some(1))], 20_000, 14);
    compare(3, 3, 3, &[wanted(0, 0, Some(2)), wanted(1 << 4, 0, Some(0)), wanted(1 << 0 | 1 << 5, 0, Some(1)), wanted(0, 0, None)], 80_000, 15);
    compare(3, 4, 2, &[wanted(0, 0, Some(1)), wanted(1 << 5, 0, Some(0)), wanted(1 << 3 | 1 << 6, 0, Some(0))], 30_000, 16);
    compare(4, 3, 2, &[wanted(0, 0, Some(1)), wanted(1 << 5, 0, Some(0)), wanted(1 << 3 | 1 << 6, 0, Some(0))], 30_000, 17);
    compare(3, 5, 2, &[wanted(0, 0, Some(0)), wanted(1 << 1 | 1 << 7, 0, Some(1))], 60_000, 18);
}

#[test]
fn a_line_through_the_magic_gem_is_as_likely_as_its_fillings_are_many() {
    compare(3, 3, 3, &[wanted(0, 1 << 4, Some(2)), wanted(0, 1 << 0, Some(0)), wanted(1 << 1, 1 << 7, Some(1)), wanted(0, 0, Some(1))], 80_000, 19);
    compare(3, 3, 2, &[wanted(0, 1 << 3, Some(1)), wanted(1 << 4, 1 << 3, Some(0))], 4_000, 20);
    compare(
        3,
        4,
        2,
        &[wanted(0, 1 << 4, Some(1)), wanted(1 << 2, 1 << 4, Some(0)), wanted(1 << 2, 1 << 1, Some(0)), wanted(1 << 3 | 1 << 8, 1 << 11, Some(0))],
        30_000,
        21,
    );
    compare(4, 3, 3, &[wanted(1 << 10 | 1 << 11, 1 << 2, Some(0)), wanted(1 << 3 | 1 << 8, 1 << 6, Some(1))], 60_000, 22);
    compare(5, 3, 2, &[wanted(1 << 6, 1 << 7, Some(0)), wanted(0, 1 << 3, Some(1))], 60_000, 23);
}

/// Grids that are too flat, too long or too large for the strips' tables.
#[test]
fn grids_of_any_shape_are_filled_uniformly() {
    assert!([(2, 4), (1, 9), (2, 6), (6, 6), (3, 11)].iter().all(|&(rows, columns)| !Filler::fills(Grid { rows, columns }, 3)));
    for (seed, (rows, columns, gems, draws)) in
        (30..).zip([(2, 4, 3, 200_000), (4, 2, 3, 200_000), (1, 9, 2, 20_000), (9, 1, 2, 20_000), (1, 3, 4, 20_000), (2, 6, 2, 60_000)])
    {
        compare(rows, columns, gems, &[wanted(0, 0, None), wanted(1 << 1, 0, None), wanted(0, 1 << 2, None), wanted(0, 0, Some(1))], draws, seed);
    }
    compare(2, 4, 3, &[wanted(0, 1 << 2, Some(2)), wanted(1 << 3, 1 << 4, Some(0))], 40_000, 40);
    compare(2, 6, 2, &[wanted(0, 1 << 4, Some(1)), wanted(1 << 3 | 1 << 6, 1 << 8, Some(0)), wanted(1 << 5 | 1 << 6, 0, Some(1))], 30_000, 41);
}

const fn grid(rows: usize, columns: usize) -> Grid {
    Grid { rows, columns }
}

/// Lines of four on all kinds of throws: none, one of each gem, with blocked cells, and the magic gem in every kind of place.
#[test]
fn lines_of_four_are_filled_uniformly() {
    assert!(!Filler::fills(grid(5, 6), 4));
    compare_long(
        grid(4, 4),
        2,
        4,
        &[wanted(0, 0, None), wanted(1 << 5, 0, None), wanted(0, 1 << 5, None), wanted(1 << 3, 1 << 12, None)],
        400_000,
        50,
    );
    compare_long(grid(4, 4), 2, 4, &[wanted(0, 0, Some(0)), wanted(1 << 6 | 1 << 9, 0, Some(1))], 400_000, 51);
    compare_long(grid(4, 4), 2, 4, &[wanted(0, 1 << 5, Some(1)), wanted(0, 1 << 3, Some(0)), wanted(1 << 0 | 1 << 7, 1 << 10, Some(0))], 400_000, 52);
    compare_long(grid(4, 3), 3, 4, &[wanted(1 << 1 | 1 << 6, 0, None), wanted(1 << 11, 1 << 2, Some(2)), wanted(1 << 9, 1 << 5, None)], 600_000, 53);
    compare_long(
        grid(2, 6),
        2,
        4,
        &[wanted(0, 0, None), wanted(0, 1 << 4, Some(1)), wanted(1 << 3, 1 << 6, Some(0)), wanted(1 << 2, 0, Some(1))],
        60_000,
        54,
    );
    compare_long(
        grid(1, 9),
        3,
        4,
        &[wanted(0, 0, None), wanted(0, 1 << 3, None), wanted(0, 1 << 4, Some(2)), wanted(1 << 0, 1 << 7, Some(1))],
        200_000,
        55,
    );
    compare_long(grid(9, 1), 3, 4, &[wanted(0, 1 << 2, Some(0)), wanted(0, 0, Some(1))], 60_000, 56);
    // two long diagonals and little else: the corners and the sides are blocked
    let sides = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 7 | 1 << 8 | 1 << 13;
    compare_long(grid(4, 4), 3, 4, &[wanted(sides, 1 << 5, Some(1)), wanted(sides, 1 << 5, None), wanted(sides, 0, Some(2))], 400_000, 57);
}

#[test]
fn lines_of_five_and_six_are_filled_uniformly() {
    compare_long(
        grid(2, 6),
        2,
        5,
        &[wanted(0, 0, None), wanted(0, 1 << 4, Some(1)), wanted(1 << 3, 1 << 6, Some(0)), wanted(0, 1 << 6, None)],
        60_000,
        60,
    );
    compare_long(
        grid(1, 9),
        3,
        5,
        &[wanted(0, 1 << 4, None), wanted(0, 1 << 2, Some(2)), wanted(1 << 0, 1 << 7, Some(1)), wanted(0, 0, Some(1))],
        200_000,
        61,
    );
    compare_long(
        grid(6, 2),
        2,
        6,
        &[wanted(0, 0, None), wanted(0, 1 << 4, Some(1)), wanted(1 << 3, 1 << 6, Some(0)), wanted(0, 0, Some(1))],
        60_000,
        62,
    );
    compare_long(
        grid(1, 8),
        3,
        6,
        &[wanted(0, 1 << 3, None), wanted(0, 1 << 3, Some(2)), wanted(0, 1 << 0, Some(0)), wanted(0, 0, Some(1))],
        80_000,
        63,
    );
    // 5 x 5: the diagonals, the middle row and the middle column are free
    let blocked = (0..25).filter(|cell| ![0, 6, 12, 18, 24, 4, 8, 16, 20, 2, 7, 17, 22, 10].contains(cell)).fold(0, |set, cell| set | 1 << cell);
    compare_long(
        grid(5, 5),
        2,
        5,
        &[wanted(blocked, 1 << 12, Some(1)), wanted(blocked, 1 << 8, Some(0)), wanted(blocked, 1 << 12, None), wanted(blocked, 0, Some(1))],
        120_000,
        64,
    );
}

/// The built-in shape is compiled for itself: it must draw what the code for any shape draws.
#[test]
fn the_built_in_shape_draws_as_any_shape() {
    let filler = Filler::new(grid(5, 6), 6, 3);
    for kind in Kind::ALL {
        let list: Vec<Wanted> = (0..300_u32)
            .map(|number| match kind {
                Kind::Plain => wanted(0, 0, None),
                Kind::Special => wanted(1 << ((number + 3) % 30), 1 << (number % 30) & (number % 2).wrapping_neg(), None),
                Kind::Line => {
                    wanted(1 << ((number + 3) % 30), 1 << (number % 30) & (number % 2).wrapping_neg(), Some(u8::try_from(number % 6).unwrap()))
                }
            })
            .collect();
        let mut drawn = [vec![[0; 3]; list.len()], vec![[0; 3]; list.len()]];
        let mut words = [stream(5, Purpose::Test, 0), stream(5, Purpose::Test, 0)];
        let tries = [filler.fill(kind, &list, &mut words[0], &mut drawn[0]), filler.fill_any_shape(kind, &list, &mut words[1], &mut drawn[1])];
        assert_eq!(drawn[0], drawn[1], "{kind:?}");
        assert_eq!(tries[0], tries[1]);
    }
}
