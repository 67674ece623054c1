//! What the player sees: cups of five dice, in the order they fell.
//!
//! ```text
//! dice  4 4 1 6 2  ->  code  3*6^4 + 3*6^3 + 0*6^2 + 5*6 + 1 = 4567        (0 ..= 7775, the first die first)
//! ```

/// Dice in a cup.
pub const DICE: usize = 5;
/// Faces of a die.
pub const FACES: usize = 6;
/// Throws of one cup, the order of the dice counted: 6^5.
pub const THROWS: u16 = 7_776;

/// What a throw can score (article 4.4), the worst first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Combination {
    /// No combination.
    #[default]
    Nothing,
    /// Two dice of one value (paire).
    Pair,
    /// Two pairs of different values (double paire).
    TwoPairs,
    /// Three dice of one value (brelan).
    ThreeOfAKind,
    /// Three of a kind and a pair (full).
    FullHouse,
    /// Four consecutive values (petite suite).
    SmallStraight,
    /// Four dice of one value (carré).
    FourOfAKind,
    /// Five consecutive values (grande suite).
    LargeStraight,
    /// Five dice of one value (yam's).
    FiveOfAKind,
}

/// Combinations, [`Combination::Nothing`] counted.
pub const COMBINATIONS: usize = 9;

impl Combination {
    /// All of them, the worst first.
    pub const ALL: [Self; COMBINATIONS] = [
        Self::Nothing,
        Self::Pair,
        Self::TwoPairs,
        Self::ThreeOfAKind,
        Self::FullHouse,
        Self::SmallStraight,
        Self::FourOfAKind,
        Self::LargeStraight,
        Self::FiveOfAKind,
    ];

    /// The combination's number, from 0 ([`Combination::Nothing`]).
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in tables and pictures.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Pair => "pair",
            Self::TwoPairs => "two pairs",
            Self::ThreeOfAKind => "three of a kind",
            Self::FullHouse => "full house",
            Self::SmallStraight => "small straight",
            Self::FourOfAKind => "four of a kind",
            Self::LargeStraight => "large straight",
            Self::FiveOfAKind => "five of a kind",
        }
    }
}

/// One throw of a cup: five dice in order, as their code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Throw(u16);

impl Throw {
    /// Entries of a table by [`Throw::place`]: the power of two above [`THROWS`].
    pub const PLACES: usize = 8_192;

    /// The throw of a code; `None` at [`THROWS`] and above.
    #[must_use]
    pub const fn from_code(code: u16) -> Option<Self> {
        if code < THROWS { Some(Self(code)) } else { None }
    }

    /// The throw of five values from 1 to 6; `None` when a value is none.
    ///
    /// ```
    /// use sim::games::dice::Throw;
    /// assert_eq!(Throw::from_dice([4, 4, 1, 6, 2]).map(Throw::code), Some(4567));
    /// assert_eq!(Throw::from_dice([4, 4, 1, 7, 2]), None);
    /// ```
    #[must_use]
    pub fn from_dice(dice: [u8; DICE]) -> Option<Self> {
        dice.iter().try_fold(0, |code, &value| (1..=6).contains(&value).then(|| code * 6 + u16::from(value) - 1)).and_then(Self::from_code)
    }

    /// The code, below [`THROWS`]: throws in the order of a dictionary.
    #[must_use]
    #[inline]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// The code as a place in a table of [`Throw::PLACES`] entries, where it needs no check.
    #[must_use]
    #[inline(always)]
    pub const fn place(self) -> usize {
        self.0 as usize & (Self::PLACES - 1)
    }

    /// The dice in order, values from 1 to 6.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // below 6
    pub fn dice(self) -> [u8; DICE] {
        let die = |place: u16| (self.0 / place % 6) as u8 + 1;
        [die(1_296), die(216), die(36), die(6), die(1)]
    }

    /// Every throw, in the order of the codes.
    #[must_use]
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..THROWS).map(Self)
    }
}

/// A play as the player sees it: one throw a cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Visual<const CUPS: usize>(pub [Throw; CUPS]);

impl<const CUPS: usize> Default for Visual<CUPS> {
    fn default() -> Self {
        Self([Throw::default(); CUPS])
    }
}
