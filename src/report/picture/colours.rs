//! Colours of what players see. None carries a meaning alone: every gem and every star has a shape of its own, and stars their letters.

use crate::games::stars::shape::{MOST_COLOURS, Shape};
use crate::report::chart::style::Colour;

/// The sheet behind the cards.
pub const SHEET: Colour = Colour(241, 243, 246, 1.0);
/// The edge of a card.
pub const EDGE: Colour = Colour(219, 223, 229, 1.0);
/// Gold: what pays.
pub const GOLD: Colour = Colour(255, 200, 40, 1.0);
/// Gold that reads on white.
pub const DARK_GOLD: Colour = Colour(138, 98, 0, 1.0);
/// White.
pub const WHITE: Colour = Colour(255, 255, 255, 1.0);

/// The felt of a mat.
pub const FELT: Colour = Colour(24, 98, 72, 1.0);
/// The seam of a mat.
pub const SEAM: Colour = Colour(61, 137, 110, 1.0);
/// Words of less weight on felt.
pub const ON_FELT: Colour = Colour(188, 220, 206, 1.0);
/// Leather of a cup.
pub const LEATHER: Colour = Colour(139, 87, 48, 1.0);
/// The lit edge of a cup.
pub const LEATHER_EDGE: Colour = Colour(197, 142, 91, 1.0);
/// The inside of a cup.
pub const LEATHER_DARK: Colour = Colour(62, 37, 20, 1.0);
/// A die that scores.
pub const DIE: Colour = Colour(255, 255, 255, 1.0);
/// A die that does not.
pub const DIE_IDLE: Colour = Colour(146, 183, 167, 1.0);
/// Pips.
pub const PIP: Colour = Colour(28, 32, 40, 1.0);
/// Pips of a die that does not score.
pub const PIP_IDLE: Colour = Colour(36, 82, 64, 1.0);

/// The night sky behind stars.
pub const NIGHT: Colour = Colour(17, 23, 54, 1.0);
/// Words of less weight on the night sky.
pub const ON_NIGHT: Colour = Colour(166, 176, 214, 1.0);
/// Letters on covered stars.
pub const ON_STAR: Colour = Colour(232, 236, 250, 1.0);
/// Words and marks under covered stars.
pub const FAINT: Colour = Colour(112, 122, 166, 1.0);

/// The river behind gems.
pub const RIVER: Colour = Colour(13, 48, 66, 1.0);
/// A cell of the grid.
pub const CELL: Colour = Colour(30, 74, 95, 1.0);
/// A cell with a special symbol.
pub const CELL_SPECIAL: Colour = Colour(82, 127, 148, 1.0);

/// Colours of stars, those of the built-in game first.
const STARS: [Colour; MOST_COLOURS] = [
    Colour(160, 110, 255, 1.0),
    Colour(64, 156, 255, 1.0),
    Colour(46, 196, 112, 1.0),
    Colour(255, 221, 64, 1.0),
    Colour(255, 138, 34, 1.0),
    Colour(255, 130, 196, 1.0),
    Colour(70, 214, 218, 1.0),
    Colour(214, 220, 232, 1.0),
];

/// The colour of a star, by its look.
#[must_use]
pub fn star(look: usize) -> Colour {
    STARS[look % STARS.len()]
}

/// The look of a board's colour: that of its name, in French or in English, or one that no other colour of the board has.
#[must_use]
pub fn star_look(shape: &Shape, colour: u8) -> usize {
    let known = |word: &str| {
        STAR_NAMES.iter().position(|names| names.contains(&word)).filter(|look| {
            // the first of two names of one look has it
            shape.colours.iter().find(|other| STAR_NAMES[*look].contains(&other.as_str())).is_some_and(|first| first == word)
        })
    };
    let word = shape.word(colour);
    known(word).unwrap_or_else(|| {
        let taken: Vec<usize> = shape.colours.iter().filter_map(|other| known(other)).collect();
        let unnamed = shape.colours.iter().filter(|other| known(other).is_none()).position(|other| other == word).unwrap_or(0);
        (0..STARS.len()).filter(|look| !taken.contains(look)).nth(unnamed).unwrap_or(0)
    })
}

/// Names that say how a star looks.
const STAR_NAMES: [&[&str]; MOST_COLOURS] = [
    &["violet", "purple"],
    &["bleu", "blue"],
    &["vert", "green"],
    &["jaune", "yellow"],
    &["orange"],
    &["rose", "pink"],
    &["turquoise", "cyan"],
    &["blanc", "white", "argent", "silver"],
];

/// Gems of games that name them otherwise than the built-in one, by number.
const OTHER_GEMS: [Colour; 8] = [
    Colour(225, 48, 62, 1.0),
    Colour(150, 84, 224, 1.0),
    Colour(45, 126, 236, 1.0),
    Colour(245, 146, 38, 1.0),
    Colour(40, 174, 96, 1.0),
    Colour(255, 140, 198, 1.0),
    Colour(64, 200, 210, 1.0),
    Colour(200, 206, 214, 1.0),
];

/// The colour of a gem: that of its name, or one by its number.
#[must_use]
pub fn gem(name: &str, number: usize) -> Colour {
    let known = ["red", "purple", "blue", "orange", "green", "pink"].iter().position(|known| *known == name);
    OTHER_GEMS[known.unwrap_or(number % OTHER_GEMS.len())]
}
