//! Exact money: whole minor units (cents), read from and printed as decimal text. No float in, no float out.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Sub};

/// An exact amount in minor units of the game's currency (cents for EUR).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cents(pub i64);

/// The largest amount accepted anywhere: 10^15 minor units. Sums over 10^15 plays then stay inside `i128`.
pub const MAX_CENTS: i64 = 1_000_000_000_000_000;

/// Why a text is no amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// The text is empty or only a sign.
    #[error("an amount is missing")]
    Empty,
    /// A character that is no digit, point or group space.
    #[error("`{0}` is not an amount: write digits and at most one decimal point, such as `2.5` or `1000`")]
    Malformed(String),
    /// A separator that may group thousands or begin decimals (`1.000`, `1,000`): the reader cannot know which convention is meant.
    #[error("`{0}` is ambiguous: a point or a comma may group thousands or begin the decimals; write `1000`, `1 000` or `2.5`")]
    Ambiguous(String),
    /// More decimals than the currency has.
    #[error("`{0}` is finer than the smallest coin: write {allowed}", allowed = decimals_allowed(*.1))]
    TooPrecise(String, u32),
    /// Over [`MAX_CENTS`].
    #[error("`{0}` is too large: at most 10^15 minor units")]
    TooLarge(String),
}

impl Cents {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// Reads a non-negative decimal amount with two decimals at most: `"2.5"` is 250 cents.
    ///
    /// ```
    /// use sim::money::Cents;
    /// assert_eq!(Cents::parse("4.35"), Ok(Cents(435)));
    /// assert_eq!(Cents::parse("20 000"), Ok(Cents(2_000_000)));
    /// assert!(Cents::parse("1,000").is_err());
    /// ```
    ///
    /// # Errors
    /// A text that is no amount, an ambiguous one, one with a third decimal, or one over [`MAX_CENTS`].
    pub fn parse(text: &str) -> Result<Self, MoneyError> {
        Self::parse_with(text, 2)
    }

    /// As [`Cents::parse`], for a currency with `decimals` decimals (0, 2 or 3 in practice).
    ///
    /// Spaces (plain, no-break, thin) may group digits by three; a point or a comma begins the decimals where it cannot group thousands (`0,5`, `1 000.50`).
    /// A currency with three decimals is printed with three: there, and here only, `1.500` is one and a half.
    ///
    /// # Errors
    /// As [`Cents::parse`].
    pub fn parse_with(text: &str, decimals: u32) -> Result<Self, MoneyError> {
        let trimmed = text.trim();
        let grammar = if decimals == 3 && !trimmed.contains(',') { Numbers::Point } else { Numbers::Unstated };
        Self::parse_as(text, decimals, grammar)
    }

    /// As [`Cents::parse_with`], in the convention that a file states.
    ///
    /// ```
    /// use sim::money::{Cents, Numbers};
    /// assert_eq!(Cents::parse_as("25.000,50", 2, Numbers::Comma), Ok(Cents(2_500_050)));
    /// assert_eq!(Cents::parse_as("1,000", 2, Numbers::Point), Ok(Cents(100_000)));
    /// assert!(Cents::parse_as("1,000", 2, Numbers::Unstated).is_err());
    /// ```
    ///
    /// # Errors
    /// As [`Cents::parse`].
    pub fn parse_as(text: &str, decimals: u32, numbers: Numbers) -> Result<Self, MoneyError> {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return Err(MoneyError::Empty);
        }
        let quoted = || quotable(trimmed);
        let malformed = || MoneyError::Malformed(quoted());
        let (point, group) = match numbers {
            Numbers::Point => ('.', Some(',')),
            Numbers::Comma => (',', Some('.')),
            Numbers::Unstated => match separators(trimmed) {
                (0, _) => ('.', None),
                (1, separator) => (separator, None),
                _ if trimmed.chars().all(|letter| letter.is_ascii_digit() || "., ".contains(letter)) => return Err(MoneyError::Ambiguous(quoted())),
                _ => return Err(malformed()),
            },
        };
        let (whole, fraction) = trimmed.split_once(point).map_or((trimmed, None), |(whole, fraction)| (whole, Some(fraction)));
        let whole = ungroup(whole, group).ok_or_else(malformed)?;
        let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !all_digits(&whole) || fraction.is_some_and(|fraction| !all_digits(fraction)) {
            return Err(malformed());
        }
        let fraction = fraction.unwrap_or("");
        // `1.000` is a thousand in half of Europe, `1,000` in the other half and overseas
        if numbers == Numbers::Unstated && fraction.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0') {
            return Err(MoneyError::Ambiguous(quoted()));
        }
        let significant = fraction.trim_end_matches('0');
        if significant.len() > decimals as usize {
            return Err(MoneyError::TooPrecise(quoted(), decimals));
        }
        let padded = format!("{whole}{significant:0<width$}", width = decimals as usize);
        let digits = padded.trim_start_matches('0');
        if digits.len() > 16 {
            return Err(MoneyError::TooLarge(quoted()));
        }
        let cents: i64 = if digits.is_empty() { 0 } else { digits.parse().map_err(|_| malformed())? };
        if cents > MAX_CENTS {
            return Err(MoneyError::TooLarge(quoted()));
        }
        Ok(Self(cents))
    }

    /// The amount as an `i128`, for sums.
    #[must_use]
    pub const fn wide(self) -> i128 {
        self.0 as i128
    }
}

/// A text as an error may quote it: at most 60 characters, nothing that a terminal would obey.
///
/// ```
/// use sim::money::quotable;
/// assert_eq!(quotable("2,5 €"), "2,5 €");
/// assert_eq!(quotable("\u{1b}[31m"), "\\u{1b}[31m");
/// assert_eq!(quotable(&"9".repeat(100)).chars().count(), 61);
/// ```
#[must_use]
pub fn quotable(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut quoted = String::new();
    for letter in text.chars().take(LONGEST) {
        let obeyed = letter.is_control() || ('\u{202a}'..='\u{202e}').contains(&letter);
        if obeyed { quoted.extend(letter.escape_default()) } else { quoted.push(letter) }
    }
    if text.chars().nth(LONGEST).is_some() {
        quoted.push('\u{2026}');
    }
    quoted
}

fn decimals_allowed(decimals: u32) -> String {
    if decimals == 0 { "no decimals".to_owned() } else { format!("at most {decimals} decimals") }
}

/// How a text writes numbers: what groups thousands, and what begins the decimals. Spaces may group in any of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// Not stated: read where one reading only is possible; `1.000` and `1,000` are refused.
    #[default]
    Unstated,
    /// `1,000.5`: a comma groups, a point begins the decimals.
    Point,
    /// `1.000,5`: a point groups, a comma begins the decimals.
    Comma,
}

impl Numbers {
    /// The convention of an example, which writes one thousand and a half: `1,000.5`, `1 000.5`, `1.000,5` or `1 000,5` (a zero may follow).
    ///
    /// ```
    /// use sim::money::Numbers;
    /// assert_eq!(Numbers::of_example("1.000,50"), Some(Numbers::Comma));
    /// assert_eq!(Numbers::of_example("1.000"), None);
    /// ```
    #[must_use]
    pub fn of_example(example: &str) -> Option<Self> {
        let plain = example.trim().replace(SPACES, " ");
        match plain.strip_suffix('0').filter(|rest| rest.ends_with('5')).unwrap_or(&plain) {
            "1,000.5" | "1 000.5" | "1000.5" => Some(Self::Point),
            "1.000,5" | "1 000,5" | "1000,5" => Some(Self::Comma),
            _ => None,
        }
    }
}

/// Spaces that group digits: plain, no-break, narrow no-break, thin, figure.
const SPACES: [char; 5] = [' ', '\u{a0}', '\u{202f}', '\u{2009}', '\u{2007}'];

/// How many points and commas a text holds, and the first of them.
fn separators(text: &str) -> (usize, char) {
    let mut found = text.chars().filter(|letter| ['.', ','].contains(letter));
    let first = found.next();
    (first.map_or(0, |_| 1 + found.count()), first.unwrap_or('.'))
}

/// Removes what groups digits by three, spaces or `group` but not both; `None` when a group has another length.
fn ungroup(text: &str, group: Option<char>) -> Option<String> {
    let by_group = group.filter(|&group| text.contains(group));
    let groups: Vec<&str> = match by_group {
        Some(group) => text.split(group).collect(),
        None => text.split(SPACES).collect(),
    };
    let well_formed = groups.len() == 1
        || (groups.iter().skip(1).all(|group| group.len() == 3) && (1..=3).contains(&groups.first().map_or(0, |group| group.len())));
    well_formed.then(|| groups.concat())
}

/// Decimals of a currency by its ISO 4217 code: 0 for yen and the like, 3 for dinars and the rial of Oman, 2 otherwise.
#[must_use]
pub fn iso_decimals(currency: &str) -> u32 {
    const NONE: [&str; 16] = ["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"];
    const THREE: [&str; 7] = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];
    if NONE.contains(&currency) {
        0
    } else if THREE.contains(&currency) {
        3
    } else {
        2
    }
}

/// Decimal text of an amount in minor units: grouped by a plain space, decimals only when there are any.
///
/// ```
/// use sim::money::{Cents, decimal_text};
/// assert_eq!(decimal_text(Cents(2_000_000).wide(), 2), "20 000");
/// assert_eq!(decimal_text(Cents(250).wide(), 2), "2.50");
/// ```
#[must_use]
pub fn decimal_text(minor_units: i128, decimals: u32) -> String {
    let unit = 10_u128.pow(decimals);
    let magnitude = minor_units.unsigned_abs();
    let sign = if minor_units < 0 { "-" } else { "" };
    let whole = grouped(magnitude / unit);
    let fraction = magnitude % unit;
    if fraction == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction:0width$}", width = decimals as usize) }
}

/// A whole number with its digits grouped by three: `1 234 567`.
#[must_use]
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

impl fmt::Display for Cents {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&decimal_text(self.wide(), 2))
    }
}

impl Add for Cents {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Cents {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i64> for Cents {
    type Output = Self;
    fn mul(self, times: i64) -> Self {
        Self(self.0 * times)
    }
}

impl Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        Self(amounts.map(|amount| amount.0).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amounts_are_added_and_multiplied() {
        assert_eq!(Cents(7) + Cents(3), Cents(10));
        assert_eq!(Cents(7) - Cents(3), Cents(4));
        assert_eq!(Cents(7) * 3, Cents(21));
        assert_eq!([Cents(7), Cents(3), Cents(5)].into_iter().sum::<Cents>(), Cents(15));
    }

    #[test]
    fn currencies_have_the_decimals_of_the_standard() {
        for (currency, decimals) in [("JPY", 0), ("XOF", 0), ("KWD", 3), ("TND", 3), ("EUR", 2), ("USD", 2), ("jpy", 2)] {
            assert_eq!(iso_decimals(currency), decimals, "{currency}");
        }
    }

    #[test]
    fn three_decimals_are_read_with_a_point_only() {
        assert_eq!(Cents::parse_with("1.500", 3), Ok(Cents(1_500)));
        assert!(matches!(Cents::parse_with("1,500", 3), Err(MoneyError::Ambiguous(_))));
        assert_eq!(Cents::parse_with("1,5", 3), Ok(Cents(1_500)));
    }

    #[test]
    fn two_separators_are_ambiguous_in_numbers_alone() {
        assert!(matches!(Cents::parse("1.000,50"), Err(MoneyError::Ambiguous(_))));
        assert!(matches!(Cents::parse("a.b,c"), Err(MoneyError::Malformed(_))));
    }

    #[test]
    fn what_a_terminal_would_obey_is_quoted_escaped() {
        assert_eq!(quotable("a\u{202e}b\tc"), "a\\u{202e}b\\tc");
    }

    #[test]
    fn reads_what_people_write() {
        for (text, cents) in [
            ("0.5", 50),
            ("4.35", 435),
            ("2.91", 291),
            ("30 000", 3_000_000),
            ("30\u{202f}000", 3_000_000),
            ("1\u{a0}000.50", 100_050),
            ("007", 700),
            ("2.50", 250),
            ("0.500", 50),
            ("2.5000", 250),
            ("1000.000", 100_000),
            ("0", 0),
            ("10000000000000", MAX_CENTS),
            ("0,5", 50),
            ("2,50", 250),
            ("1\u{202f}500\u{2009}000,5", 150_000_050),
            ("1 000.500", 100_050),
            ("12345,00", 1_234_500),
            ("0,500", 50),
        ] {
            assert_eq!(Cents::parse(text), Ok(Cents(cents)), "{text}");
        }
    }

    #[test]
    fn refuses_what_could_mean_two_things() {
        for text in ["1,000", "1,000,000", "1.000.000", "1,000.00", "1.000", "20.000", "2.500", "1.505", "100,125"] {
            assert_eq!(Cents::parse(text), Err(MoneyError::Ambiguous(text.to_owned())));
        }
        for text in ["-1", "1e3", "abc", ".", "5.", ".5", "1 00", "1  000", "£5", "1 000 00"] {
            assert_eq!(Cents::parse(text), Err(MoneyError::Malformed(text.to_owned())), "{text}");
        }
        for text in ["+1", "1_000", "٣", "１", "1.5 0", "1 000. 5", "\u{1b}[0m", "1\n000"] {
            assert!(matches!(Cents::parse(text), Err(MoneyError::Malformed(_))), "{text:?}");
        }
        assert_eq!(Cents::parse("  "), Err(MoneyError::Empty));
        assert_eq!(Cents::parse("0.505"), Err(MoneyError::TooPrecise("0.505".into(), 2)));
        assert_eq!(Cents::parse("10000000000000.01"), Err(MoneyError::TooLarge("10000000000000.01".into())));
        assert!(Cents::parse(&"9".repeat(400)).is_err());
        assert_eq!(Cents::parse_with("0.5", 0), Err(MoneyError::TooPrecise("0.5".into(), 0)));
        assert_eq!(MoneyError::TooPrecise("0.5".into(), 0).to_string(), "`0.5` is finer than the smallest coin: write no decimals");
    }

    #[test]
    fn a_stated_convention_decides() {
        for (numbers, text, cents) in [
            (Numbers::Point, "1,000", 100_000),
            (Numbers::Point, "1,000,000.25", 100_000_025),
            (Numbers::Point, "1.5", 150),
            (Numbers::Comma, "1.000", 100_000),
            (Numbers::Comma, "25.000,00", 2_500_000),
            (Numbers::Comma, "25 000,5", 2_500_050),
            (Numbers::Comma, "12,5", 1_250),
        ] {
            assert_eq!(Cents::parse_as(text, 2, numbers), Ok(Cents(cents)), "{numbers:?} {text}");
        }
        for (numbers, text) in [
            (Numbers::Point, "1,00"),
            (Numbers::Point, "1.000.000"),
            (Numbers::Comma, "1,000,000"),
            (Numbers::Comma, "1.5"),
            (Numbers::Comma, "1.000 000"),
        ] {
            assert!(matches!(Cents::parse_as(text, 2, numbers), Err(MoneyError::Malformed(_))), "{numbers:?} {text}");
        }
        assert_eq!(Cents::parse_as("1.505", 2, Numbers::Point), Err(MoneyError::TooPrecise("1.505".into(), 2)));
        assert_eq!(Cents::parse_as("1.500", 3, Numbers::Unstated), Err(MoneyError::Ambiguous("1.500".into())));
        for (example, numbers) in [
            ("1,000.5", Some(Numbers::Point)),
            ("1\u{202f}000,50", Some(Numbers::Comma)),
            ("1 000.5", Some(Numbers::Point)),
            ("1,000", None),
            ("fr", None),
        ] {
            assert_eq!(Numbers::of_example(example), numbers, "{example}");
        }
    }

    #[test]
    fn prints_what_it_reads() {
        for cents in [0, 1, 5, 50, 99, 100, 101, 12_345, 1_234_567_890, MAX_CENTS] {
            let text = Cents(cents).to_string();
            assert_eq!(Cents::parse(&text), Ok(Cents(cents)), "{text}");
        }
        for minor_units in [i128::MIN, -1, 1, i128::MAX] {
            let digits: String = decimal_text(minor_units, 3).chars().filter(char::is_ascii_digit).collect();
            assert_eq!(digits.trim_start_matches('0'), minor_units.unsigned_abs().to_string());
        }
        assert_eq!(decimal_text(-250, 2), "-2.50");
        assert_eq!(decimal_text(1500, 0), "1 500");
        assert_eq!(decimal_text(1500, 3), "1.500");
        assert_eq!(format!("{:>8}|{:<8}|", Cents(250), Cents(250)), "    2.50|2.50    |");
    }

    proptest! {
        #[test]
        fn any_amount_survives_print_and_read(cents in 0..=MAX_CENTS, decimals in 0..=3_u32) {
            let text = decimal_text(i128::from(cents), decimals);
            prop_assert_eq!(Cents::parse_with(&text, decimals), Ok(Cents(cents)));
        }

        /// Whatever is read is the number that its digits, groups and decimals say; the other convention reads the mirrored text alike.
        #[test]
        fn the_two_conventions_mirror_each_other(text in "[0-9.,  ]{0,14}", decimals in 0..=3_u32) {
            let mirrored: String = text.chars().map(|letter| match letter { '.' => ',', ',' => '.', other => other }).collect();
            let (point, comma) = (Cents::parse_as(&text, decimals, Numbers::Point), Cents::parse_as(&mirrored, decimals, Numbers::Comma));
            prop_assert_eq!(point.clone().ok(), comma.clone().ok());
            // what is read without a convention is what one of the two reads
            if let Ok(amount) = Cents::parse_as(&text, decimals, Numbers::Unstated) {
                prop_assert!(point == Ok(amount) || Cents::parse_as(&text, decimals, Numbers::Comma) == Ok(amount));
            }
        }

        /// An amount written in any of the four ways is read in its convention, and never read as another amount without it.
        #[test]
        fn every_way_of_writing_is_read(cents in 0..=MAX_CENTS, decimals in 0..=3_u32, comma: bool, spaces: bool) {
            let plain = decimal_text(i128::from(cents), decimals);
            let (group, point) = match (comma, spaces) { (false, false) => (",", "."), (false, true) => ("\u{202f}", "."), (true, false) => (".", ","), (true, true) => ("\u{a0}", ",") };
            let text = plain.replace('.', "#").replace(' ', group).replace('#', point);
            let numbers = if comma { Numbers::Comma } else { Numbers::Point };
            prop_assert_eq!(Cents::parse_as(&text, decimals, numbers), Ok(Cents(cents)));
            match Cents::parse_as(&text, decimals, Numbers::Unstated) {
                Ok(amount) => prop_assert_eq!(amount, Cents(cents)),
                Err(error) => prop_assert!(matches!(error, MoneyError::Ambiguous(_)), "{}", error),
            }
        }

        #[test]
        fn any_text_is_an_amount_or_an_error_that_quotes_it(text in "\\PC{0,12}|[0-9 .,]{0,24}", decimals in 0..=3_u32) {
            if let Ok(amount) = Cents::parse_with(&text, decimals) {
                let digits: String = text.chars().filter(char::is_ascii_digit).collect();
                prop_assert!(!digits.is_empty() && (0..=MAX_CENTS).contains(&amount.0));
            }
        }
    }
}
