//! A number of plays as people write it: `1e9`, `2.5e6`, `1_000_000`, `10M`, `3blocks`. Decimal text to whole plays, no float between.

use crate::money::quotable;

/// The longest run: 10^15 plays.
pub const MAX_PLAYS: u64 = 1_000_000_000_000_000;

/// Why a text is no number of plays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaysError {
    /// Nothing was written.
    #[error("a number of plays is missing: write one such as `1e6`, `2.5M` or `3blocks`")]
    Empty,
    /// Not the grammar.
    #[error("`{0}` is not a number of plays: write digits such as `1000000` or `1_000_000`, a power such as `1e9`, `10M` (k M G T), or `3blocks`")]
    Malformed(String),
    /// A comma: the reader cannot know which convention is meant.
    #[error("`{0}` is ambiguous: write a decimal point, and `_` or nothing between thousands, such as `2.5e6` or `1_000_000`")]
    Ambiguous(String),
    /// A letter that is close to one of the multiples.
    #[error("`{0}` ends in an unknown multiple: k is 1e3, M is 1e6, G is 1e9, T is 1e12 (or write `blocks`)")]
    Multiple(String),
    /// A fraction of a play.
    #[error("`{0}` is not a whole number of plays{1}")]
    NotWhole(String, String),
    /// No play, or less.
    #[error("`{0}` is less than one play: write a number from 1 to 1e15")]
    TooFew(String),
    /// More than [`MAX_PLAYS`].
    #[error("`{0}` is too many plays: at most 1e15; longer runs are several runs with different seeds")]
    TooMany(String),
}

/// Reads a whole number of plays from 1 to [`MAX_PLAYS`]; `block` is what `3blocks` multiplies (`None` where blocks have no meaning).
///
/// Digits may be grouped by `_` or by spaces; a decimal point, a power of ten (`e6`) and one multiple (k, M, G, T or `blocks`) may follow. The arithmetic
/// is on decimal text in `u128`, so `0.9blocks` of 1 000 000 plays is 900 000 and `0.3e1` is 3, while `1.5` is refused.
///
/// ```
/// use sim::plays::parse_plays;
/// assert_eq!(parse_plays("2.5e6", None), Ok(2_500_000));
/// assert_eq!(parse_plays("0.9blocks", Some(700_000)), Ok(630_000));
/// assert!(parse_plays("1.5", None).is_err());
/// ```
///
/// # Errors
/// See [`PlaysError`]; every one quotes the text.
pub fn parse_plays(text: &str, block: Option<u64>) -> Result<u64, PlaysError> {
    let trimmed = text.trim();
    let quoted = || quotable(trimmed);
    if trimmed.is_empty() {
        return Err(PlaysError::Empty);
    }
    if trimmed.contains(',') {
        return Err(PlaysError::Ambiguous(quoted()));
    }
    let malformed = || PlaysError::Malformed(quoted());
    if let Some(positive) = trimmed.strip_prefix('-') {
        return Err(if positive.starts_with(|first: char| first.is_ascii_digit()) { PlaysError::TooFew(quoted()) } else { malformed() });
    }
    let (number, suffix) = split_suffix(trimmed);
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, read_exponent(exponent).ok_or_else(malformed)?),
        None => (number, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole = ungroup(whole).ok_or_else(malformed)?;
    let fraction_is_digits = fraction.bytes().all(|byte| byte.is_ascii_digit());
    if !fraction_is_digits || mantissa.ends_with('.') {
        return Err(malformed());
    }
    let power = number.contains(['e', 'E']);
    let (times, zeros) = match suffix {
        "" => (1, 0),
        "k" | "M" | "G" | "T" if power => return Err(malformed()),
        "k" => (1, 3),
        "M" => (1, 6),
        "G" => (1, 9),
        "T" => (1, 12),
        "block" | "blocks" => (block.ok_or_else(malformed)?, 0),
        other if other.len() == 1 && !matches!(other, "e" | "E") => return Err(PlaysError::Multiple(quoted())),
        _ => return Err(malformed()),
    };
    let fraction = fraction.trim_end_matches('0');
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Err(PlaysError::TooFew(quoted()));
    }
    let scale = exponent.saturating_add(zeros).saturating_sub(i64::try_from(fraction.len()).unwrap_or(i64::MAX));
    whole_product(digits, u128::from(times), scale, quoted, suffix, block)
}

/// `digits x times x 10^scale`, when that is whole and in range.
fn whole_product(digits: &str, times: u128, scale: i64, quoted: impl Fn() -> String, suffix: &str, block: Option<u64>) -> Result<u64, PlaysError> {
    // zeros at the end of the digits belong to the scale, so that a long text of zeros is not taken for a large number
    let significant = digits.trim_end_matches('0');
    let scale = scale.saturating_add(i64::try_from(digits.len() - significant.len()).unwrap_or(i64::MAX));
    let wide = i64::try_from(significant.len()).unwrap_or(i64::MAX).saturating_add(scale);
    let not_whole = || {
        if wide <= 0 && times == 1 {
            return PlaysError::TooFew(quoted());
        }
        let why = match (suffix.starts_with("block"), block) {
            (true, Some(block)) => format!(": a block is {block} plays; take a share that divides it, or write the number of plays"),
            _ => ": write one such as `1e6`, `2.5M` or `3blocks`".to_owned(),
        };
        PlaysError::NotWhole(quoted(), why)
    };
    if wide > 16 {
        return Err(PlaysError::TooMany(quoted()));
    }
    if significant.len() > 33 {
        // more than 17 decimals that are not zero: no block a person writes makes that whole
        return Err(not_whole());
    }
    let number: u128 = significant.parse().map_err(|_| PlaysError::Malformed(quoted()))?;
    let product = if scale >= 0 {
        let zeros = u32::try_from(scale).unwrap_or(u32::MAX);
        10_u128.checked_pow(zeros).and_then(|power| number.checked_mul(power)).and_then(|number| number.checked_mul(times))
    } else {
        let decimals = u32::try_from(scale.unsigned_abs()).unwrap_or(u32::MAX);
        let Some(power) = 10_u128.checked_pow(decimals) else { return Err(not_whole()) };
        let common = gcd(times, power);
        let (times, power) = (times / common, power / common);
        if !number.is_multiple_of(power) {
            return Err(not_whole());
        }
        (number / power).checked_mul(times)
    };
    match product {
        Some(plays) if plays <= u128::from(MAX_PLAYS) => Ok(u64::try_from(plays).unwrap_or(MAX_PLAYS)),
        _ => Err(PlaysError::TooMany(quoted())),
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// The number and the letters after it (an `e` between digits belongs to the number).
fn split_suffix(text: &str) -> (&str, &str) {
    let letters = text.char_indices().rev().take_while(|(_, letter)| letter.is_alphabetic()).last();
    match letters {
        Some((start, _)) => (text[..start].trim_end(), &text[start..]),
        None => (text, ""),
    }
}

/// A whole exponent with an optional sign; absurd ones saturate.
fn read_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.bytes().fold(0_i64, |sum, digit| sum.saturating_mul(10).saturating_add(i64::from(digit - b'0'))).min(1_000_000);
    Some(if negative { -magnitude } else { magnitude })
}

/// The digits of the whole part without `_` and group spaces; `None` where those stand anywhere but between digits, groups of spaces by three.
fn ungroup(text: &str) -> Option<String> {
    let spaced: Vec<&str> = text.split([' ', '\u{a0}', '\u{202f}']).collect();
    let by_three = spaced.iter().skip(1).all(|group| group.len() == 3) && spaced.first().is_some_and(|group| (1..=3).contains(&group.len()));
    if spaced.len() > 1 && !by_three {
        return None;
    }
    let joined = spaced.concat();
    let parts: Vec<&str> = joined.split('_').collect();
    let sound = parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    sound.then(|| parts.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_what_people_write() {
        let block = 700_000;
        for (text, plays) in [
            ("1", 1),
            ("1e9", 1_000_000_000),
            ("1E9", 1_000_000_000),
            ("1e+9", 1_000_000_000),
            ("2.5e6", 2_500_000),
            ("1_000_000", 1_000_000),
            ("1 000 000", 1_000_000),
            ("1\u{202f}000\u{a0}000", 1_000_000),
            ("10M", 10_000_000),
            ("10 M", 10_000_000),
            ("2.5k", 2_500),
            ("0.5G", 500_000_000),
            ("1T", 1_000_000_000_000),
            ("1000T", MAX_PLAYS),
            ("1e15", MAX_PLAYS),
            ("1.0", 1),
            ("007", 7),
            ("1500e-2", 15),
            ("0.000001e6", 1),
            (" 12 ", 12),
            ("3blocks", 2_100_000),
            ("3 blocks", 2_100_000),
            ("1block", 700_000),
            ("0.9blocks", 630_000),
            ("0.00001blocks", 7),
            ("1e3blocks", 700_000_000),
            ("1_0blocks", 7_000_000),
        ] {
            assert_eq!(parse_plays(text, Some(block)), Ok(plays), "{text}");
        }
        assert_eq!(parse_plays(&format!("1.{}e0", "0".repeat(10_000)), None), Ok(1));
        assert_eq!(parse_plays(&format!("{}1", "0".repeat(10_000)), None), Ok(1));
        assert_eq!(parse_plays(&format!("1{}e-10000", "0".repeat(10_003)), None), Ok(1000));
    }

    fn text(input: &str) -> String {
        input.to_owned()
    }

    #[test]
    fn refuses_the_rest_and_quotes_it() {
        let block = Some(700_000);
        let malformed = |input: &str| PlaysError::Malformed(text(input));
        let too_few = |input: &str| PlaysError::TooFew(text(input));
        let too_many = |input: &str| PlaysError::TooMany(text(input));
        for (input, error) in [
            ("", PlaysError::Empty),
            ("  ", PlaysError::Empty),
            ("abc", malformed("abc")),
            ("1e", malformed("1e")),
            ("e9", malformed("e9")),
            ("1e3.5", malformed("1e3.5")),
            ("1.", malformed("1.")),
            (".5k", malformed(".5k")),
            ("1__0", malformed("1__0")),
            ("_1", malformed("_1")),
            ("1_", malformed("1_")),
            ("1 00", malformed("1 00")),
            ("1.2.3", malformed("1.2.3")),
            ("0x10", malformed("0x10")),
            ("1e3k", malformed("1e3k")),
            ("+5", malformed("+5")),
            ("3bocks", malformed("3bocks")),
            ("blocks", malformed("blocks")),
            ("inf", malformed("inf")),
            ("NaN", malformed("NaN")),
            ("-", malformed("-")),
            ("١", malformed("١")),
            ("1,000", PlaysError::Ambiguous(text("1,000"))),
            ("2,5e6", PlaysError::Ambiguous(text("2,5e6"))),
            ("5m", PlaysError::Multiple(text("5m"))),
            ("5K", PlaysError::Multiple(text("5K"))),
            ("5B", PlaysError::Multiple(text("5B"))),
            ("0", too_few("0")),
            ("0.0e9", too_few("0.0e9")),
            ("0blocks", too_few("0blocks")),
            ("-1", too_few("-1")),
            ("1e-3", too_few("1e-3")),
            ("0.5", too_few("0.5")),
            ("1e-99999999999999999999", too_few("1e-99999999999999999999")),
            ("1e16", too_many("1e16")),
            ("1e30", too_many("1e30")),
            ("1000000000000001", too_many("1000000000000001")),
            ("1e99999999999999999999", too_many("1e99999999999999999999")),
            ("9999999999T", too_many("9999999999T")),
            ("1e10blocks", too_many("1e10blocks")),
        ] {
            assert_eq!(parse_plays(input, block), Err(error), "{input}");
        }
        for input in ["1.5", "2.0001k", "0.3333333blocks", "1.0000000000000000000000000000000000000001"] {
            assert!(matches!(parse_plays(input, block), Err(PlaysError::NotWhole(..))), "{input}: {:?}", parse_plays(input, block));
        }
        assert_eq!(parse_plays("3blocks", None), Err(malformed("3blocks")));
        assert!(parse_plays(&"9".repeat(100_000), None).unwrap_err().to_string().len() < 200);
    }

    proptest! {
        /// No text panics, and what is read is in range.
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,40}", block in 1_u64..MAX_PLAYS) {
            if let Ok(plays) = parse_plays(&text, Some(block)) {
                prop_assert!((1..=MAX_PLAYS).contains(&plays));
            }
        }

        /// Texts near the grammar, which reach the arithmetic.
        #[test]
        fn odd_numbers_are_read_or_refused(text in "[0-9_]{1,45}(\\.[0-9]{0,45})?(e[+-]?[0-9]{1,4})?(k|M|G|T|blocks)?", block in 1_u64..MAX_PLAYS) {
            if let Ok(plays) = parse_plays(&text, Some(block)) {
                prop_assert!((1..=MAX_PLAYS).contains(&plays));
            }
        }

        /// Every spelling of one number reads as that number.
        #[test]
        fn spellings_agree(plays in 1..=MAX_PLAYS, point in 0_usize..25) {
            prop_assert_eq!(parse_plays(&plays.to_string(), None), Ok(plays));
            prop_assert_eq!(parse_plays(&crate::money::grouped(u128::from(plays)), None), Ok(plays));
            prop_assert_eq!(parse_plays(&crate::money::grouped(u128::from(plays)).replace(' ', "_"), None), Ok(plays));
            let digits = format!("{plays:0>26}");
            let (whole, fraction) = digits.split_at(26 - point);
            let text = if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}e{point}") };
            prop_assert_eq!(parse_plays(&text, None), Ok(plays));
        }

        /// A share of a block is exact: tenths of a block of a multiple of ten plays are whole, and others are refused.
        #[test]
        fn shares_of_a_block_are_exact(tenths in 1_u64..1000, block in 1_u64..1_000_000_000) {
            let text = format!("{}.{}blocks", tenths / 10, tenths % 10);
            let product = tenths * block;
            if product.is_multiple_of(10) {
                prop_assert_eq!(parse_plays(&text, Some(block)), Ok(product / 10));
            } else {
                prop_assert!(parse_plays(&text, Some(block)).is_err());
            }
        }
    }
}
