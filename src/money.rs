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
    /// A comma, several points, or one point that may group thousands (`1.000`): the reader cannot know which convention is meant.
    #[error("`{0}` is ambiguous: write no comma, a decimal point and at most two decimals, such as `2.5` or `1000`")]
    Ambiguous(String),
    /// More decimals than the currency has.
    #[error("`{0}` is finer than the smallest coin: write at most {1} decimals")]
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
    /// Spaces (plain, no-break, narrow no-break) may group digits by three; a comma is refused.
    ///
    /// # Errors
    /// As [`Cents::parse`].
    pub fn parse_with(text: &str, decimals: u32) -> Result<Self, MoneyError> {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return Err(MoneyError::Empty);
        }
        let quoted = || quotable(trimmed);
        if trimmed.contains(',') || trimmed.matches('.').count() > 1 {
            return Err(MoneyError::Ambiguous(quoted()));
        }
        let (whole, fraction) = trimmed.split_once('.').unwrap_or((trimmed, ""));
        let whole = ungroup(whole).ok_or_else(|| MoneyError::Malformed(quoted()))?;
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let point_without_digits = trimmed.ends_with('.') || whole.is_empty();
        if point_without_digits || !all_digits(&whole) || !all_digits(fraction) {
            return Err(MoneyError::Malformed(quoted()));
        }
        // `1.000` is a thousand in half of Europe: with fewer than three decimals in the currency, it is not read as one
        if fraction.len() == 3 && decimals != 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0') && fraction.ends_with('0') {
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
        let cents: i64 = if digits.is_empty() { 0 } else { digits.parse().map_err(|_| MoneyError::Malformed(quoted()))? };
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

/// Removes spaces that group digits by three; `None` when a group has another length.
fn ungroup(text: &str) -> Option<String> {
    let groups: Vec<&str> = text.split([' ', '\u{a0}', '\u{202f}']).collect();
    let well_formed = groups.len() == 1
        || (groups.iter().skip(1).all(|group| group.len() == 3) && (1..=3).contains(&groups.first().map_or(0, |group| group.len())));
    well_formed.then(|| groups.concat())
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
        ] {
            assert_eq!(Cents::parse(text), Ok(Cents(cents)), "{text}");
        }
    }

    #[test]
    fn refuses_what_could_mean_two_things() {
        for text in ["1,000", "0,5", "1.000.000", "1,000.00", "1.000", "20.000", "2.500"] {
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

        #[test]
        fn any_text_is_an_amount_or_an_error_that_quotes_it(text in "\\PC{0,12}|[0-9 .,]{0,24}", decimals in 0..=3_u32) {
            if let Ok(amount) = Cents::parse_with(&text, decimals) {
                let digits: String = text.chars().filter(char::is_ascii_digit).collect();
                prop_assert!(!digits.is_empty() && (0..=MAX_CENTS).contains(&amount.0));
            }
        }
    }
}
