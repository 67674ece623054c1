//! Numbers as the figures print them: digits grouped by a narrow no-break space, a decimal point, a true minus sign.

use crate::money::{decimal_text, grouped, iso_decimals};

/// The narrow no-break space that groups digits and stands before a unit.
pub const THIN: char = '\u{202f}';
/// The minus sign.
const MINUS: char = '\u{2212}';

/// A whole number: `1 234 567`.
#[must_use]
pub fn count(number: u64) -> String {
    thin(&grouped(u128::from(number)))
}

fn thin(text: &str) -> String {
    text.replace(' ', &THIN.to_string())
}

/// A number with `decimals` decimals; a zero has no sign. `n/a` for what is no number.
#[must_use]
pub fn real(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "n/a".to_owned();
    }
    let text = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse::<u128>().map_or_else(|_| whole.to_owned(), |whole| thin(&grouped(whole)));
    let sign = if value < 0.0 && text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) { MINUS.to_string() } else { String::new() };
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

/// As [`real`], with a plus sign before what is more than zero.
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    let text = real(value, decimals);
    let is_zero = !text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    if value > 0.0 && !is_zero { format!("+{text}") } else { text }
}

/// An expected count: whole where it is large, three digits where it is small, a power of ten where it is tiny.
#[must_use]
pub fn expected(value: f64) -> String {
    let magnitude = value.abs();
    if magnitude >= 1_000.0 || (magnitude - magnitude.round()).abs() < 1e-9 {
        real(value, 0)
    } else if magnitude >= 1e-3 {
        real(value, digits_for(magnitude, 3))
    } else {
        scientific(value)
    }
}

/// A share as a percentage with three digits where it is small: `23.3 %`, `0.00143 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    let value = share * 100.0;
    let text = if value == 0.0 || value.abs() >= 1e-4 { real(value, digits_for(value.abs(), 3)) } else { scientific(value) };
    format!("{text}{THIN}%")
}

/// A share as a percentage with `decimals` decimals.
#[must_use]
pub fn percent_with(share: f64, decimals: usize) -> String {
    format!("{}{THIN}%", real(share * 100.0, decimals))
}

/// A relative difference as a signed percentage: two digits where it is small, whole from 100 % on.
#[must_use]
pub fn relative(difference: f64) -> String {
    let value = difference * 100.0;
    let decimals = match value.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 0.1 || size == 0.0 => 2,
        size if size >= 0.01 => 3,
        size if size >= 0.001 => 4,
        size if size >= 0.000_1 => 5,
        _ => 6,
    };
    format!("{}{THIN}%", signed(value, decimals))
}

/// A power of ten as an axis names it: `0.01`, `1`, `10`, `100`, then `10³`.
#[must_use]
pub fn power_of_ten(exponent: i32) -> String {
    match exponent {
        -2 => "0.01".to_owned(),
        -1 => "0.1".to_owned(),
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        2 => "100".to_owned(),
        _ => format!("10{}", superscript(exponent)),
    }
}

/// An amount in minor units of a currency: `0.50 €`, `20 000 €`, `1 500 XOF`.
#[must_use]
pub fn money(cents: i64, currency: &str) -> String {
    money_wide(cents.into(), currency)
}

/// As [`money`], for what a whole run paid.
#[must_use]
pub fn money_wide(cents: i128, currency: &str) -> String {
    let unit = match currency {
        "EUR" => "€",
        "GBP" => "£",
        "USD" => "$",
        other => other,
    };
    let sign = if cents < 0 { MINUS.to_string() } else { String::new() };
    let amount = thin(&decimal_text(i128::try_from(cents.unsigned_abs()).unwrap_or(i128::MAX), iso_decimals(currency)));
    format!("{sign}{amount}{THIN}{unit}")
}

/// As [`money_wide`], an amount known within the fraction `error` of itself: no digit is printed that is not known.
#[must_use]
pub fn money_rounded(cents: i128, currency: &str, error: f64) -> String {
    let unit = 10_i128.pow(iso_decimals(currency));
    let (doubt, mut step) = (cents.unsigned_abs() as f64 * error, unit);
    while step as f64 * 10.0 <= doubt && step < i128::MAX / 10 {
        step *= 10;
    }
    let rounded = (cents + cents.signum() * step / 2) / step * step;
    money_wide(rounded, currency).replace(&format!(".{}", "0".repeat(iso_decimals(currency) as usize)), "")
}

/// A p-value: two digits, a power of ten where it is tiny.
#[must_use]
pub fn p_value(p: f64) -> String {
    if p >= 0.001 || !p.is_finite() {
        real(p, digits_for(p, 2))
    } else if p > 0.0 {
        scientific(p)
    } else {
        format!("<{THIN}10{}", superscript(-300))
    }
}

/// `p = 0.012`, or `p < 10⁻³⁰⁰` where it is too small for a number.
#[must_use]
pub fn p_is(p: f64) -> String {
    let text = p_value(p);
    if text.starts_with('<') { format!("p {text}") } else { format!("p = {text}") }
}

/// `one thing`, `7 things`.
#[must_use]
pub fn of(number: usize, singular: &str, plural: &str) -> String {
    if number == 1 { format!("1 {singular}") } else { format!("{} {plural}", count(number as u64)) }
}

fn scientific(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return real(value, 0);
    }
    let text = format!("{value:.1e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent = exponent.parse().unwrap_or(0);
    format!("{}{THIN}×{THIN}10{}", digits.replace('-', &MINUS.to_string()), superscript(exponent))
}

fn superscript(number: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number.to_string().chars().map(|character| character.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize])).collect()
}

/// Decimals that show `digits` significant digits of `magnitude`, at most 6.
#[must_use]
pub fn digits_for(magnitude: f64, digits: i32) -> usize {
    if magnitude <= 0.0 || !magnitude.is_finite() {
        return 0;
    }
    usize::try_from((digits - 1 - floor_log10(magnitude)).clamp(0, 6)).unwrap_or(0)
}

/// The exponent of the power of ten at or below `value` (more than 0, finite; 0 for anything else).
#[must_use]
#[allow(clippy::cast_possible_truncation)] // the logarithm of a finite number is within 400
pub fn floor_log10(value: f64) -> i32 {
    if value > 0.0 && value.is_finite() {
        // a power of ten must not fall one short through rounding
        (value.log10() + 1e-12).floor() as i32
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_in_print() {
        assert_eq!(count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(count(0), "0");
        assert_eq!(real(-1234.5, 2), "\u{2212}1\u{202f}234.50");
        assert_eq!(real(-0.001, 2), "0.00");
        assert_eq!(real(f64::NAN, 2), "n/a");
        assert_eq!(signed(0.004, 2), "0.00");
        assert_eq!(signed(0.4, 1), "+0.4");
        assert_eq!(signed(-0.4, 1), "\u{2212}0.4");
        assert_eq!(relative(0.016_71), "+1.67\u{202f}%");
        assert_eq!(relative(-1.0), "\u{2212}100\u{202f}%");
        assert_eq!(relative(12.5), "+1\u{202f}250\u{202f}%");
        assert_eq!(relative(0.0), "0.00\u{202f}%");
        assert_eq!(relative(0.000_000_42), "+0.000042\u{202f}%");
    }

    #[test]
    fn small_expected_counts_keep_their_digits() {
        assert_eq!(expected(1_000.0), "1\u{202f}000");
        assert_eq!(expected(12_345.678), "12\u{202f}346");
        assert_eq!(expected(142.857), "143");
        assert_eq!(expected(14.285_7), "14.3");
        assert_eq!(expected(1.428_57), "1.43");
        assert_eq!(expected(0.142_857), "0.143");
        assert_eq!(expected(0.000_142), "1.4\u{202f}×\u{202f}10⁻⁴");
        assert_eq!(expected(0.0), "0");
        assert_eq!(percent(0.233_43), "23.3\u{202f}%");
        assert_eq!(percent(0.000_014_3), "0.00143\u{202f}%");
        assert_eq!(percent(0.0), "0\u{202f}%");
    }

    #[test]
    fn money_and_powers() {
        assert_eq!(money(50, "EUR"), "0.50\u{202f}€");
        assert_eq!(money(2_000_000, "EUR"), "20\u{202f}000\u{202f}€");
        assert_eq!(money(1_500, "XOF"), "1\u{202f}500\u{202f}XOF");
        assert_eq!(power_of_ten(9), "10⁹");
        assert_eq!(power_of_ten(-4), "10⁻⁴");
        assert_eq!([floor_log10(1000.0), floor_log10(999.0), floor_log10(0.001), floor_log10(0.0)], [3, 2, -3, 0]);
    }
}
