//! What the player sees on any board: one or two sets of up to 64 stars, their colours, and what each star hides.

use super::super::shape::{Cells, MOST_COLOURS, MOST_STARS};
use super::super::visual::{self as built_in, Colour, Content, Direction};
use crate::bitboard::Bitboard;

/// What a star hides; colours by number.
pub type Thing = Content<u8>;

/// The first code of a supernova.
const FIRST_SUPERNOVA: u8 = 72;

impl Thing {
    /// The content in one byte, as `Content::code` has it: below 128, and 64 or more exactly for the three Explosion Bonuses.
    #[must_use]
    pub const fn byte(self) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::Sum(number) => 1 + number,
            Self::Extra => 32,
            Self::MilkyWay => 64,
            Self::ShootingStar(Direction::NwSe) => 65,
            Self::ShootingStar(Direction::NeSw) => 66,
            Self::Supernova(colour) => FIRST_SUPERNOVA + colour,
        }
    }

    /// The content of a byte; `None` for one that is none.
    #[must_use]
    pub const fn of_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            0 => Self::Nothing,
            1..=31 => Self::Sum(byte - 1),
            32 => Self::Extra,
            64 => Self::MilkyWay,
            65 => Self::ShootingStar(Direction::NwSe),
            66 => Self::ShootingStar(Direction::NeSw),
            FIRST_SUPERNOVA..80 => Self::Supernova(byte - FIRST_SUPERNOVA),
            _ => return None,
        })
    }

    /// Every content there is with so many different sums and colours, by its byte.
    pub fn each(sums: usize, colours: usize) -> impl Iterator<Item = Self> {
        (0..80).filter_map(Self::of_byte).filter(move |content| match content {
            Self::Sum(number) => usize::from(*number) < sums,
            Self::Supernova(colour) => usize::from(*colour) < colours,
            _ => true,
        })
    }
}

/// One set of stars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    /// The stars of each colour, by its number: equally many, no star in two.
    pub colours: [Cells; MOST_COLOURS],
    /// What each star hides, a byte each ([`Thing::byte`]).
    pub contents: [u8; MOST_STARS],
}

impl Default for Set {
    fn default() -> Self {
        Self { colours: [Cells::EMPTY; MOST_COLOURS], contents: [0; MOST_STARS] }
    }
}

impl Set {
    /// The colour of a star; `None` when the layout is incomplete.
    #[must_use]
    pub fn colour(&self, star: usize) -> Option<u8> {
        (0..).zip(&self.colours).find(|(_, stars)| stars.0 >> (star % MOST_STARS) & 1 == 1).map(|(colour, _)| colour)
    }

    /// What a star hides.
    #[must_use]
    pub fn content(&self, star: usize) -> Thing {
        self.contents.get(star).copied().and_then(Thing::of_byte).unwrap_or(Thing::Nothing)
    }

    /// Whether each of the first colours has so many stars of `all`, no star two colours, and every star one.
    #[cfg(test)]
    #[must_use]
    pub fn is_complete(&self, colours: usize, stars_of_a_colour: usize, all: Cells) -> bool {
        let together = self.colours.iter().fold(Cells::EMPTY, |together, &stars| together | stars);
        together == all && self.colours[..colours].iter().all(|stars| stars.len() as usize == stars_of_a_colour)
    }
}

/// What the player sees in a play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visual {
    /// The number of the colour the player selected (article 4.3).
    pub selected: u8,
    /// Whether a second set is shown (article 4.6).
    pub two_sets: bool,
    /// The first set, always there.
    pub first: Set,
    /// The second set; without meaning unless [`Visual::two_sets`].
    pub second: Set,
}

impl Visual {
    /// The sets that are shown, 1 or 2.
    #[must_use]
    pub fn sets(&self) -> Vec<&Set> {
        if self.two_sets { vec![&self.first, &self.second] } else { vec![&self.first] }
    }
}

impl From<&built_in::Set> for Set {
    fn from(set: &built_in::Set) -> Self {
        let mut wide = Self::default();
        for (stars, of) in wide.colours.iter_mut().zip(set.colours) {
            *stars = Bitboard(of.0);
        }
        for (cell, content) in (0..).zip(&mut wide.contents[..built_in::STARS]) {
            *content = set.code(cell);
        }
        wide
    }
}

impl From<&built_in::Visual> for Visual {
    fn from(visual: &built_in::Visual) -> Self {
        let selected = u8::try_from(visual.selected.index()).unwrap_or(0);
        Self { selected, two_sets: visual.two_sets, first: (&visual.first).into(), second: (&visual.second).into() }
    }
}

/// A set of the built-in board, packed as its hot code has it.
fn packed(set: &Set) -> built_in::Set {
    let mut narrow = built_in::Set::default();
    for (stars, of) in narrow.colours.iter_mut().zip(set.colours) {
        *stars = Bitboard(of.0);
    }
    for (cell, &content) in set.contents[..built_in::STARS].iter().enumerate() {
        narrow.contents[cell % 8][cell / 8] = content;
    }
    narrow
}

impl From<&Visual> for built_in::Visual {
    /// Of a visual of the built-in board.
    fn from(visual: &Visual) -> Self {
        let selected = Colour::ALL.get(usize::from(visual.selected)).copied().unwrap_or_default();
        Self { selected, two_sets: visual.two_sets, first: packed(&visual.first), second: packed(&visual.second) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_the_codes_of_the_built_in_board() {
        for content in Content::all(9) {
            let thing = Thing::of_byte(content.code()).unwrap();
            assert_eq!(thing.byte(), content.code());
            assert_eq!(format!("{thing:?}").split('(').next(), format!("{content:?}").split('(').next());
        }
        assert_eq!(Thing::each(16, 8).count(), 1 + 16 + 1 + 3 + 8);
        for thing in Thing::each(16, 8) {
            assert_eq!(Thing::of_byte(thing.byte()), Some(thing));
        }
        assert_eq!([40, 67, 80, 255].map(Thing::of_byte), [None; 4]);
    }
}
