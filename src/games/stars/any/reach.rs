//! The generator's own geometry on any board: steps from star to star, and whether every bonus finds a place (S10).

use super::super::shape::{Cells, Shape};
use super::super::visual::Direction;

/// What bonuses reach.
#[derive(Clone, Debug)]
pub struct Reach {
    touching: Vec<Cells>,
    lines: [Vec<Cells>; 2],
}

/// Steps down and right to the neighbours that share an edge, and to those that share a corner.
const EDGES: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const CORNERS: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Reach {
    /// Of a board.
    #[must_use]
    pub fn new(shape: &Shape) -> Self {
        let stars = || (0..shape.rows).flat_map(|row| (0..shape.columns).map(move |column| (row, column)));
        let step = |(row, column): (usize, usize), (down, right): (isize, isize)| {
            let to = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
            (to.0 < shape.rows && to.1 < shape.columns).then_some(to)
        };
        let number = |(row, column): (usize, usize)| u32::try_from(row * shape.columns + column).unwrap_or(0);
        let corners: &[(isize, isize)] = if shape.corners { &CORNERS } else { &[] };
        let touching = stars().map(|star| EDGES.iter().chain(corners).filter_map(|&by| step(star, by)).map(number).collect()).collect();
        let line = |back: (isize, isize), forth: (isize, isize)| -> Vec<Cells> {
            let from = |star| {
                let walk = |by| std::iter::successors(Some(star), move |&star| step(star, by));
                walk(back).chain(walk(forth)).map(number).collect()
            };
            stars().map(from).collect()
        };
        Self { touching, lines: [line((-1, -1), (1, 1)), line((-1, 1), (1, -1))] }
    }

    /// The stars in direct contact with one of `stars`.
    #[must_use]
    pub fn touching(&self, stars: Cells) -> Cells {
        stars.cells().fold(Cells::EMPTY, |all, star| all | self.touching[star as usize])
    }

    /// All stars on a diagonal of that direction with one of `stars`, these included.
    #[must_use]
    pub fn in_line(&self, stars: Cells, direction: Direction) -> Cells {
        stars.cells().fold(Cells::EMPTY, |all, star| all | self.lines[direction as usize][star as usize])
    }

    /// Whether the last of so many bonuses of a set always finds a place, by the weights of milky way, shooting star and supernova.
    ///
    /// A covered star must be left whatever the bonuses before uncovered. Then a supernova has a place: any empty star will do. Without supernovas, take a
    /// path of stars in contact from an empty uncovered star to a covered one that avoids the bonuses placed before: the last uncovered star on it is
    /// empty, and a milky way on it uncovers the next one. A milky way placed before is never on the way: all around it is uncovered. Shooting stars alone need
    /// such a path along diagonals, and a covered star of the chessboard colour they are on.
    #[must_use]
    pub fn always_has_place(&self, shape: &Shape, kinds: [u64; 3], explosions: usize) -> bool {
        let [milky_way, shooting_star, supernova] = kinds.map(|weight| weight > 0);
        let (all, each, before) = (shape.stars(), shape.stars_of_a_colour(), explosions.saturating_sub(1));
        let most = |lists: &[Vec<Cells>], less: usize| lists.iter().flatten().map(|stars| stars.len() as usize - less).max().unwrap_or(0);
        let mut new = if supernova { each } else { 0 };
        if milky_way {
            new = new.max(most(std::slice::from_ref(&self.touching), 0));
        }
        if shooting_star {
            new = new.max(most(&self.lines, 1));
        }
        let uncovered = each + before * new;
        if supernova || milky_way {
            return uncovered < all && (supernova || !shooting_star || holds_together(&self.touching, shape.all(), before));
        }
        // bishops of either colour
        let diagonal = |star: usize| self.lines[0][star] | self.lines[1][star];
        let steps: Vec<Cells> = (0..all).map(diagonal).collect();
        let one = flood(&steps, Cells::of(0), shape.all());
        let other = shape.all() - one;
        let smaller = (one.len() as usize).min(other.len() as usize);
        uncovered < smaller && holds_together(&steps, one, before) && holds_together(&steps, other, before)
    }
}

/// The stars of `within` that can be reached from `start`.
fn flood(steps: &[Cells], start: Cells, within: Cells) -> Cells {
    let mut reached = start & within;
    loop {
        let next = reached | reached.cells().fold(Cells::EMPTY, |all, star| all | steps[star as usize]) & within;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// Whether `stars` stay in one piece whichever of them are taken away, so many at most.
fn holds_together(steps: &[Cells], stars: Cells, taken: usize) -> bool {
    let one_piece = stars.first().is_none_or(|first| flood(steps, Cells::of(first), stars) == stars);
    one_piece && (taken == 0 || stars.cells().all(|star| holds_together(steps, stars.without(star), taken - 1)))
}

#[cfg(test)]
mod tests {
    use super::super::super::geometry;
    use super::*;
    use crate::bitboard::Bitboard;

    fn shape(rows: usize, columns: usize, colours: usize, corners: bool) -> Shape {
        Shape { rows, columns, colours: Shape::built_in().colours.into_iter().cycle().take(colours).collect(), corners }
    }

    #[test]
    fn the_built_in_board_is_that_of_its_own_geometry() {
        let reach = Reach::new(&Shape::built_in());
        for star in 0..42 {
            let (here, narrow) = (Cells::of(star), Bitboard::<42>::of(star));
            assert_eq!(reach.touching(here).0, geometry::touching(narrow).0);
            for direction in [Direction::NwSe, Direction::NeSw] {
                assert_eq!(reach.in_line(here, direction).0, geometry::in_line(narrow, direction).0);
            }
        }
        for kinds in [[5, 3, 2], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]] {
            assert!((1..=3).all(|explosions| reach.always_has_place(&Shape::built_in(), kinds, explosions)), "{kinds:?}");
        }
    }

    #[test]
    fn contacts_of_four_and_of_eight() {
        let picture = |text: &str| -> u64 {
            text.bytes().filter(|mark| !mark.is_ascii_whitespace()).enumerate().map(|(at, mark)| u64::from(mark == b'X') << at).sum()
        };
        assert_eq!(Reach::new(&shape(3, 3, 3, true)).touching(Cells::of(4)).0, picture("XXX X.X XXX"));
        assert_eq!(Reach::new(&shape(3, 3, 3, false)).touching(Cells::of(4)).0, picture(".X. X.X .X."));
        assert_eq!(Reach::new(&shape(2, 4, 2, false)).touching(Cells::of(0)).0, picture(".X.. X..."));
        assert_eq!(Reach::new(&shape(3, 4, 2, false)).in_line(Cells::of(3), Direction::NeSw).0, picture("...X ..X. .X.."));
    }

    #[test]
    fn boards_on_which_a_bonus_may_find_no_place() {
        for (rows, columns, colours, corners, kinds, most) in [
            (3, 3, 3, true, [1, 1, 1], 1),  // a milky way in the middle uncovers all
            (3, 3, 3, false, [1, 0, 0], 2), // 3 + 4 of 9
            (2, 2, 2, true, [0, 1, 0], 0),  // both stars of a diagonal
            (8, 8, 8, true, [0, 1, 0], 3),
            (8, 8, 2, true, [0, 1, 0], 0), // all stars of a chessboard colour
            (8, 8, 2, true, [0, 0, 1], 1), // two colours: the other one explodes
            (1, 8, 4, true, [1, 1, 1], 3),
            (1, 8, 4, true, [1, 1, 0], 1), // one star cuts a row in two
            (1, 8, 4, true, [0, 1, 0], 0),
            (2, 32, 8, true, [1, 1, 0], 2), // two stars cut a strip
        ] {
            let shape = shape(rows, columns, colours, corners);
            let reach = Reach::new(&shape);
            let found = (1..=3).take_while(|&explosions| reach.always_has_place(&shape, kinds, explosions)).count();
            assert_eq!(found, most, "{rows} x {columns}, {colours} colours, {kinds:?}");
        }
    }
}
