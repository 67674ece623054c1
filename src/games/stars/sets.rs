//! Sets in the making, side by side: each step of the generator goes over all of them before the next step begins.

use super::layout::{Layouts, MOST_LAYOUTS};
use super::visual::{Contents, Sky};

/// Plays drawn together: always so many, however many are asked for, so that the first visuals do not depend on how many follow.
pub const GROUP: usize = 64;
/// Sets of a group at most: the first sets of its plays, then the second sets.
pub const MOST_SETS: usize = 2 * GROUP;
const _: () = assert!(MOST_SETS <= MOST_LAYOUTS);

/// A content to be written under a star.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// The number of the set.
    pub set: u8,
    /// The star.
    pub cell: u8,
    /// The content's code.
    pub code: u8,
}

/// The sets of a group.
#[derive(Clone, Debug)]
pub struct Sets {
    /// How many.
    pub number: usize,
    /// The selected colour, by [`super::visual::Colour::index`].
    pub selected: [u8; MOST_SETS],
    /// How many explosions are to be placed.
    pub explosions: [u8; MOST_SETS],
    /// Their layouts.
    pub layouts: Layouts,
    /// The stars uncovered so far.
    pub uncovered: [Sky; MOST_SETS],
    /// Those of them that hide nothing so far.
    pub empty: [Sky; MOST_SETS],
    /// What was hidden under uncovered stars.
    pub hidden: Vec<Hidden>,
    /// What the stars hide.
    pub contents: [Contents; MOST_SETS],
}

impl Sets {
    /// No set yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            number: 0,
            selected: [0; MOST_SETS],
            explosions: [0; MOST_SETS],
            layouts: Layouts::new(),
            uncovered: [Sky::EMPTY; MOST_SETS],
            empty: [Sky::EMPTY; MOST_SETS],
            hidden: Vec::with_capacity(8 * MOST_SETS),
            contents: [Contents::default(); MOST_SETS],
        }
    }

    /// Uncovers the stars of the selected colours.
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instructions at hand
    pub fn uncover_selected(&mut self) {
        for set in 0..self.number {
            let stars = self.layouts.stars(usize::from(self.selected[set]), set);
            (self.uncovered[set], self.empty[set]) = (stars, stars);
        }
    }

    /// Hides a content under an empty uncovered star.
    #[inline(always)]
    #[allow(clippy::inline_always, clippy::cast_possible_truncation)] // as above; numbers of sets and stars
    pub fn hide(&mut self, set: usize, cell: u32, code: u8) {
        self.empty[set] = self.empty[set].without(cell);
        self.hidden.push(Hidden { set: set as u8, cell: cell as u8, code });
    }

    /// Writes what was hidden over what the stars hid before.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    pub fn write_hidden(&mut self) {
        for hidden in &self.hidden {
            let cell = usize::from(hidden.cell);
            self.contents[usize::from(hidden.set) % MOST_SETS][cell % 8][cell / 8 % 8] = hidden.code;
        }
    }
}

/// Numbers of sets, added and left out without a branch.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    numbers: [u8; MOST_SETS],
    length: usize,
}

impl Numbers {
    /// No number.
    #[must_use]
    pub const fn new() -> Self {
        Self { numbers: [0; MOST_SETS], length: 0 }
    }

    /// Adds `number` if `wanted`; at most [`MOST_SETS`] are added.
    #[inline(always)]
    #[allow(clippy::inline_always, clippy::cast_possible_truncation)] // as above; a number of a set
    pub const fn push_if(&mut self, number: usize, wanted: bool) {
        self.numbers[self.length % MOST_SETS] = number as u8;
        self.length = self.length.wrapping_add(wanted as usize);
    }

    /// The numbers that `wanted` keeps.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    pub fn retain(&mut self, wanted: impl Fn(usize) -> bool) {
        let all = *self;
        self.length = 0;
        for number in all.iter() {
            self.push_if(number, wanted(number));
        }
    }

    /// The numbers, in order.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    pub fn iter(&self) -> impl ExactSizeIterator<Item = usize> {
        self.numbers[..self.length].iter().map(|&number| usize::from(number) % MOST_SETS)
    }
}
