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
    /// A comma, or several points: the reader cannot know which convention is meant.
    #[error("`{0}` is ambiguous: write a decimal point and no comma, such as `2.5` or `1000`")]
    Ambiguous(String),
    /// More decimals than the currency has.
    #[error("`{0}` has more than {1} decimals")]
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
        let quoted = || trimmed.to_owned();
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
            ("2.500", 250),
            ("0", 0),
            ("10000000000000", MAX_CENTS),
        ] {
            assert_eq!(Cents::parse(text), Ok(Cents(cents)), "{text}");
        }
    }

    #[test]
    fn refuses_what_could_mean_two_things() {
        for text in ["1,000", "0,5", "1.000.000", "1,000.00"] {
            assert_eq!(Cents::parse(text), Err(MoneyError::Ambiguous(text.to_owned())));
        }
        for text in ["-1", "1e3", "abc", ".", "5.", ".5", "1 00", "1  000", "£5", "1 000 00"] {
            assert_eq!(Cents::parse(text), Err(MoneyError::Malformed(text.to_owned())), "{text}");
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
        assert_eq!(decimal_text(-250, 2), "-2.50");
        assert_eq!(decimal_text(1500, 0), "1 500");
        assert_eq!(decimal_text(1500, 3), "1.500");
    }
}
