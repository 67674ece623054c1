//! The places where a line may stand, in the proportions in which the generator proposes them.

use super::board::Shape;
use super::visual::Grid;

/// The windows of three cells in a row: for each place of a magic gem, and without one, those that are proposed, each as often as it is.
#[derive(Clone, Debug)]
pub struct Windows {
    /// The windows, as sets of cells, place after place.
    pub cells: Vec<u32>,
    /// By the cell of the magic gem; last without one.
    ranges: Vec<Range>,
}

/// Windows of one place of the magic gem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The number of the first one.
    pub first: u32,
    /// How many.
    pub many: u32,
    /// `2^32 mod many`.
    pub unfair: u32,
}

impl Windows {
    /// The windows of a grid; those through the magic gem `gems` times.
    #[must_use]
    pub fn new(grid: Grid, gems: usize) -> Self {
        let shape = Shape::<0, 0>(grid);
        let every = shape.steps().into_iter().zip(shape.starts()).flat_map(|(step, starts)| {
            let first = (0..32).map(move |cell| starts & 1 << cell).filter(|&first| first != 0);
            first.map(move |first| first | first << step | first << (2 * step))
        });
        let every: Vec<u32> = every.collect();
        let mut cells = Vec::new();
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let ranges = (0..grid.cells()).map(|magic| 1 << magic).chain([0]).map(|magic| {
            let first = cells.len();
            cells.extend(every.iter().flat_map(|&window| std::iter::repeat_n(window, if window & magic == 0 { 1 } else { gems })));
            let many = small(cells.len() - first);
            Range { first: small(first), many, unfair: many.wrapping_neg() % many }
        });
        Self { ranges: ranges.collect(), cells }
    }

    /// The windows beside a magic gem in this cell, a set of one cell or none.
    #[inline(always)]
    #[must_use]
    pub fn around(&self, magic: u32) -> Range {
        self.ranges[if magic == 0 { self.ranges.len() - 1 } else { magic.trailing_zeros() as usize }]
    }
}
