//! Where paying lines stand, in which direction, and whether a magic gem completes them.
//!
//! Places of lines are not equally likely (D9), but a mirrored grid is as likely as the grid: so the places that mirror images of each other are.

use super::referee::{DIRECTION_NAMES, Line};
use super::visual::{Grid, MOST_CELLS, Visual, Word};
use crate::tally::Law;

/// Steps (rows, columns) of the directions, in the order of [`DIRECTION_NAMES`].
const STEPS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

/// The places of a line on a grid, and which of them are mirror images of each other.
#[derive(Clone, Debug)]
pub struct Places {
    /// `place[direction][first cell]`: the number of the place.
    numbers: [[u16; MOST_CELLS]; 4],
    /// What each place is called.
    pub names: Vec<String>,
    /// The class of each place: the smallest of the sets of cells that it and its mirror images hold, numbered.
    pub classes: Vec<u16>,
}

impl Places {
    /// All places of a line of so many cells on the grid.
    #[must_use]
    pub fn new(grid: Grid, length: usize) -> Self {
        let mut places = Self { numbers: [[u16::MAX; MOST_CELLS]; 4], names: Vec::new(), classes: Vec::new() };
        let mut orbits: Vec<u64> = Vec::new();
        for (direction, &step) in STEPS.iter().enumerate() {
            for cell in grid.by_rows() {
                let Some(line) = line_from(grid, length, grid.place(cell), step) else { continue };
                let set = |mirror_rows: bool, mirror_columns: bool| {
                    line.iter().fold(0_u64, |set, &(row, column)| {
                        let row = if mirror_rows { grid.rows - 1 - row } else { row };
                        let column = if mirror_columns { grid.columns - 1 - column } else { column };
                        set | 1 << grid.cell(row, column)
                    })
                };
                let orbit = [set(false, false), set(true, false), set(false, true), set(true, true)].into_iter().min().unwrap_or(0);
                let class = orbits.iter().position(|&known| known == orbit).unwrap_or_else(|| {
                    orbits.push(orbit);
                    orbits.len() - 1
                });
                let first = set(false, false).trailing_zeros() as usize;
                let (row, column) = line[0];
                places.numbers[direction][first] = u16::try_from(places.names.len()).unwrap_or(u16::MAX);
                places.names.push(format!("{} from row {}, column {}", DIRECTION_NAMES[direction], row + 1, column + 1));
                places.classes.push(u16::try_from(class).unwrap_or(u16::MAX));
            }
        }
        places
    }

    /// The number of the place where a line stands.
    #[must_use]
    pub fn of<W: Word>(&self, line: Line<W>) -> Option<usize> {
        let number = *self.numbers.get(usize::from(line.direction))?.get(line.cells.trailing_zeros() as usize)?;
        (number != u16::MAX).then_some(usize::from(number))
    }
}

fn line_from(grid: Grid, length: usize, (row, column): (usize, usize), (down, right): (isize, isize)) -> Option<Vec<(usize, usize)>> {
    let at = |step: isize| {
        let place = (row.checked_add_signed(down * step)?, column.checked_add_signed(right * step)?);
        (place.0 < grid.rows && place.1 < grid.columns).then_some(place)
    };
    (0..length).map(|step| at(step.cast_signed())).collect()
}

/// The directions: a mirror turns falling lines into rising ones.
#[must_use]
pub fn direction_law() -> Law {
    Law::EqualWithin(vec![0, 1, 2, 2])
}

/// Whether the throw of a line shows a magic gem and no other special symbol.
#[must_use]
pub fn beside_magic_alone<W: Word>(visual: &Visual<W>, with_magic: u8, line: Line<W>) -> bool {
    with_magic >> line.throw & 1 == 1 && visual.planes[3][usize::from(line.throw)].count_ones() == 1
}
