//! What the player sees: one or two sets of 42 stars, their colours, and what each star hides.
//!
//! ```text
//! cell  0  1  2  3  4  5  6     row by row, the top left cell first;
//!       7  8  9 10 11 12 13     a set of cells is a `Sky`, bit `c` for cell `c`
//!       ...            ... 41
//! ```

use crate::bitboard::Bitboard;
use crate::money::{Cents, decimal_text};

/// Rows of the board (decision S1).
pub const ROWS: usize = 6;
/// Columns of the board (decision S1).
pub const COLUMNS: usize = 7;
/// Stars of a set (article 4.2).
pub const STARS: usize = ROWS * COLUMNS;
/// Colours (article 4.2).
pub const COLOURS: usize = 6;
/// Stars of a colour (article 4.2).
pub const STARS_OF_A_COLOUR: u32 = 7;
/// Different sums a game may have.
pub const MAX_SUMS: usize = 16;
/// Different sums that the counters of the built-in board have room for.
pub const MOST_COUNTED: usize = 9;

/// A set of stars.
pub type Sky = Bitboard<42>;

/// A colour of stars, in the order of article 4.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Colour {
    /// « violet »
    #[default]
    Violet,
    /// « bleu »
    Bleu,
    /// « vert »
    Vert,
    /// « jaune »
    Jaune,
    /// « orange »
    Orange,
    /// « rose »
    Rose,
}

impl Colour {
    /// All colours, in the order of article 4.2.
    pub const ALL: [Self; COLOURS] = [Self::Violet, Self::Bleu, Self::Vert, Self::Jaune, Self::Orange, Self::Rose];

    /// Its place in the order of article 4.2, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its word in the rules and in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Violet => "violet",
            Self::Bleu => "bleu",
            Self::Vert => "vert",
            Self::Jaune => "jaune",
            Self::Orange => "orange",
            Self::Rose => "rose",
        }
    }

    /// The first two letters of its word, which tell the colours apart in pictures.
    #[must_use]
    pub fn letters(self) -> &'static str {
        &self.word()[..2]
    }
}

/// The direction of a shooting star's diagonal (decision S3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// From the top left to the bottom right.
    NwSe,
    /// From the top right to the bottom left.
    NeSw,
}

/// What a star hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Content<C = Colour> {
    /// Nothing.
    Nothing,
    /// A sum: its number in the game's list of sums, below [`MAX_SUMS`].
    Sum(u8),
    /// An Extra: a second set follows (article 4.6).
    Extra,
    /// Explodes its neighbours (article 4.5.1).
    MilkyWay,
    /// Explodes its diagonal (article 4.5.3).
    ShootingStar(Direction),
    /// Explodes the stars of a colour (article 4.5.2).
    Supernova(C),
}

impl Content {
    /// The content in one byte: below 128, and 64 or more exactly for the three Explosion Bonuses.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::Sum(number) => 1 + number,
            Self::Extra => 32,
            Self::MilkyWay => 64,
            Self::ShootingStar(direction) => 65 + direction as u8,
            Self::Supernova(colour) => 72 + colour as u8,
        }
    }

    /// The content of a code; `None` for a byte that is none.
    #[must_use]
    pub const fn of_code(code: u8) -> Option<Self> {
        Some(match code {
            0 => Self::Nothing,
            1..=9 => Self::Sum(code - 1),
            32 => Self::Extra,
            64 => Self::MilkyWay,
            65 => Self::ShootingStar(Direction::NwSe),
            66 => Self::ShootingStar(Direction::NeSw),
            72..=77 => Self::Supernova(Colour::ALL[(code - 72) as usize]),
            _ => return None,
        })
    }

    /// Every content there is with `sums` different sums, by code.
    pub fn all(sums: usize) -> impl Iterator<Item = Self> {
        (0..128).filter_map(Self::of_code).filter(move |content| !matches!(content, Self::Sum(number) if usize::from(*number) >= sums))
    }
}

/// Contents of the 42 stars, a byte each ([`Content::code`]): star `c` is byte `c / 8` of row `c % 8`; bytes of no star are 0.
///
/// ```text
/// row 0   star  0   8  16  24  32  40   .   .       so bit 0 of all codes is, row after row and shifted by the number of the row,
/// row 1   star  1   9  17  25  33  41   .   .       a set of stars: bit `c` for star `c`
/// row 2   star  2  10  18  26  34   .   .   .
/// ```
pub type Contents = [[u8; 8]; 8];

/// One set of 42 stars, packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set {
    /// The stars of each colour, by [`Colour::index`]: 7 each, no star in two.
    pub colours: [Sky; COLOURS],
    /// What each star hides.
    pub contents: Contents,
}

/// The lowest bit of each of eight bytes.
pub const LOW_BITS: u64 = 0x0101_0101_0101_0101;

/// The stars whose code has, after `more` is added to each eight codes, a one-bit at the place `bit`.
#[inline(always)]
#[allow(clippy::inline_always)] // eight vector instructions, in the innermost loops of a run
#[must_use]
pub fn marked(contents: &Contents, bit: u32, more: u64) -> Sky {
    let mut stars = 0;
    for row in 0..8 {
        stars |= (u64::from_le_bytes(contents[row]).wrapping_add(more) >> bit & LOW_BITS) << row;
    }
    Bitboard(stars)
}

impl Set {
    /// The colour of a star, `cell < 42`; `None` when the layout is incomplete.
    #[must_use]
    pub fn colour(&self, cell: u32) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| self.colours[colour.index()].has(cell))
    }

    /// What a star hides, `cell < 42`.
    #[must_use]
    pub fn content(&self, cell: u32) -> Content {
        Content::of_code(self.code(cell)).unwrap_or(Content::Nothing)
    }

    /// The code of what a star hides, `cell < 42`.
    #[inline(always)]
    #[allow(clippy::inline_always)] // one load
    #[must_use]
    pub const fn code(&self, cell: u32) -> u8 {
        self.contents[(cell % 8) as usize][(cell / 8 % 8) as usize]
    }

    /// Hides `content` under the star of `cell`, `cell < 42`.
    ///
    /// # Panics
    /// When `cell` is no star.
    pub fn hide(&mut self, cell: u32, content: Content) {
        assert!((cell as usize) < STARS, "no star {cell}");
        self.contents[(cell % 8) as usize][(cell / 8) as usize] = content.code();
    }

    /// Whether the layout has 7 stars of each colour and no star of two colours (article 4.2).
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let all = self.colours.iter().fold(Sky::EMPTY, |all, &colour| all | colour);
        all == Sky::ALL && self.colours.iter().all(|colour| colour.len() == STARS_OF_A_COLOUR)
    }
}

/// What the player sees in a play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visual {
    /// The colour the player selected (article 4.3).
    pub selected: Colour,
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

/// The sums that stars of a game may hide, in minor units, by their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums {
    amounts: Vec<Cents>,
    /// Decimals of the currency.
    decimals: u32,
}

impl Sums {
    /// The list of sums, in a currency of so many decimals.
    ///
    /// # Panics
    /// When there are more than [`MAX_SUMS`].
    #[must_use]
    pub fn new(amounts: Vec<Cents>, decimals: u32) -> Self {
        assert!(amounts.len() <= MAX_SUMS, "more than {MAX_SUMS} sums");
        Self { amounts, decimals }
    }

    /// Decimals of the currency.
    #[must_use]
    pub const fn decimals(&self) -> u32 {
        self.decimals
    }

    /// An amount as people write it: `1 000`, `2.50`.
    #[must_use]
    pub fn words(&self, amount: Cents) -> String {
        decimal_text(amount.wide(), self.decimals)
    }

    /// All sums, by number.
    #[must_use]
    pub fn all(&self) -> &[Cents] {
        &self.amounts
    }

    /// The sum of a number, 0 for one that is none.
    #[must_use]
    pub fn amount(&self, number: u8) -> Cents {
        self.amounts.get(usize::from(number)).copied().unwrap_or(Cents::ZERO)
    }

    /// The number of an amount.
    #[must_use]
    pub fn number(&self, amount: Cents) -> Option<u8> {
        self.amounts.iter().position(|&sum| sum == amount).and_then(|number| u8::try_from(number).ok())
    }
}
