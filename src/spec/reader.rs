//! A reader over parsed TOML that never stops at the first mistake: every getter notes what is wrong, with its place, and goes on.

use super::finding::Findings;
use crate::money::{Cents, MoneyError, Numbers, grouped, quotable};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One table of the file. Keys nobody asked for are reported by [`Section::finish`].
pub struct Section<'a> {
    path: String,
    span: Range<usize>,
    table: &'a DeTable<'a>,
    used: RefCell<Vec<String>>,
    findings: &'a RefCell<Findings>,
    reading: Cell<Reading>,
}

/// How a file's texts are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Decimals of its currency.
    pub decimals: u32,
    /// Its convention of points and commas.
    pub numbers: Numbers,
}

impl Default for Reading {
    fn default() -> Self {
        Self { decimals: 2, numbers: Numbers::Unstated }
    }
}

/// What to do about a number that has two readings.
const STATE_IT: &str = "or state the convention of the whole file in `[game]`, by how it writes a thousand and a half: `numbers = \"1,000.5\"` or `numbers = \"1.000,5\"`";

/// A value with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

impl<'a> Section<'a> {
    /// The whole file.
    #[must_use]
    pub fn root(table: &'a Spanned<DeTable<'a>>, findings: &'a RefCell<Findings>) -> Self {
        Self { path: String::new(), span: table.span(), table: table.get_ref(), used: RefCell::default(), findings, reading: Cell::default() }
    }

    /// Sets how the texts of this section, and of sections taken from it afterwards, are read.
    pub fn read_as(&self, reading: Reading) {
        self.reading.set(reading);
    }

    /// An amount as people write it in the file's currency.
    #[must_use]
    pub fn amount(&self, minor_units: i128) -> String {
        crate::money::decimal_text(minor_units, self.reading.get().decimals)
    }

    /// Where the section stands.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Notes an error at `span`.
    pub fn error(&self, span: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.findings.borrow_mut().error(span, message, help);
    }

    /// Notes a warning at `span`.
    pub fn warning(&self, span: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.findings.borrow_mut().warning(span, message, help);
    }

    /// Decimals of the file's currency.
    #[must_use]
    pub fn decimals(&self) -> u32 {
        self.reading.get().decimals
    }

    /// An amount of the file's currency, read in its convention.
    ///
    /// # Errors
    /// Why the text is no amount.
    pub fn read_amount(&self, text: &str) -> Result<Cents, MoneyError> {
        let Reading { decimals, numbers } = self.reading.get();
        Cents::parse_as(text, decimals, numbers)
    }

    /// A number with at most `decimals` decimals, read in the file's convention, times `10^decimals`.
    #[must_use]
    pub fn number(&self, text: &str, decimals: u32) -> Option<i64> {
        Cents::parse_as(text, decimals, self.reading.get().numbers).ok().map(|number| number.0)
    }

    /// Whether the key is there.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    fn name(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    fn raw(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.leave(&[key]);
        self.table.get(key)
    }

    fn required(&self, key: &str, wanted: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        let value = self.raw(key);
        if value.is_none() {
            self.error(self.span(), format!("`{}` is missing", self.name(key)), format!("add `{key} = ` {wanted}"));
        }
        value
    }

    fn wrong(&self, key: &str, value: &Spanned<DeValue<'a>>, wanted: &str) {
        self.error(value.span(), format!("`{}` is {}, not {wanted}", self.name(key), describe(value.get_ref())), format!("write {wanted}"));
    }

    /// A text, required.
    pub fn text(&self, key: &str) -> Option<Placed<String>> {
        let value = self.required(key, "a text in quotes")?;
        self.as_text(key, value)
    }

    /// A text, if present.
    pub fn optional_text(&self, key: &str) -> Option<Placed<String>> {
        let value = self.raw(key)?;
        self.as_text(key, value)
    }

    fn as_text(&self, key: &str, value: &Spanned<DeValue<'a>>) -> Option<Placed<String>> {
        if let DeValue::String(text) = value.get_ref() {
            return Some(Placed { value: text.to_string(), span: value.span() });
        }
        self.wrong(key, value, "a text in quotes");
        None
    }

    /// A whole number of 0 or more (an integer, or a text with digits grouped by spaces), required.
    pub fn whole(&self, key: &str) -> Option<Placed<u64>> {
        let value = self.required(key, "a whole number")?;
        self.as_whole(key, value)
    }

    /// A whole number of 0 or more, if present.
    pub fn optional_whole(&self, key: &str) -> Option<Placed<u64>> {
        let value = self.raw(key)?;
        self.as_whole(key, value)
    }

    fn as_whole(&self, key: &str, value: &Spanned<DeValue<'a>>) -> Option<Placed<u64>> {
        match whole_of(value.get_ref(), self.reading.get().numbers) {
            Ok(number) => return Some(Placed { value: number, span: value.span() }),
            Err(Some(ambiguous)) => self.error(value.span(), format!("`{}`: {ambiguous}", self.name(key)), STATE_IT),
            Err(None) => self.wrong(key, value, "a whole number of 0 or more"),
        }
        None
    }

    /// An amount of money (a text such as "2.5", or a whole number of units), required.
    pub fn cents(&self, key: &str) -> Option<Placed<Cents>> {
        let value = self.required(key, "an amount such as \"2.5\"")?;
        self.as_cents(key, value)
    }

    /// An amount of money, if present.
    pub fn optional_cents(&self, key: &str) -> Option<Placed<Cents>> {
        let value = self.raw(key)?;
        self.as_cents(key, value)
    }

    fn as_cents(&self, key: &str, value: &Spanned<DeValue<'a>>) -> Option<Placed<Cents>> {
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().to_owned(),
            DeValue::Float(_) => {
                self.error(
                    value.span(),
                    format!("`{}` is a floating-point number, which cannot hold cents exactly", self.name(key)),
                    "put the amount in quotes: \"2.50\"",
                );
                return None;
            }
            _ => {
                self.wrong(key, value, "an amount such as \"2.5\"");
                return None;
            }
        };
        let Reading { decimals, numbers } = self.reading.get();
        match Cents::parse_as(&text, decimals, numbers) {
            Ok(cents) => Some(Placed { value: cents, span: value.span() }),
            Err(error) => {
                let help = if matches!(error, MoneyError::Ambiguous(_)) { STATE_IT } else { "" };
                self.error(value.span(), format!("`{}`: {error}", self.name(key)), help);
                None
            }
        }
    }

    /// An exact probability written as decimal text ("0.08") or as a fraction ("2/25"), as (numerator, denominator), required.
    pub fn probability(&self, key: &str) -> Option<Placed<(u64, u64)>> {
        let wanted = "a probability in quotes such as \"0.08\" or \"2/25\"";
        let value = self.required(key, wanted)?;
        let DeValue::String(text) = value.get_ref() else {
            self.wrong(key, value, wanted);
            return None;
        };
        let fraction = fraction_of(text);
        if fraction.is_none() {
            let message = format!("`{}` is `{}`, not a probability", self.name(key), quotable(text));
            self.error(value.span(), message, format!("write {wanted}, from 0 to 1"));
        }
        fraction.map(|fraction| Placed { value: fraction, span: value.span() })
    }

    /// A list of whole numbers, required; `length` if it must have one.
    pub fn wholes(&self, key: &str, length: Option<usize>) -> Option<Placed<Vec<u64>>> {
        let wanted = "a list of whole numbers such as [60, 28, 9, 3]";
        let value = self.required(key, wanted)?;
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(key, value, wanted);
            return None;
        };
        if items.len() > LONGEST_LIST {
            let message = format!("`{}` lists {} numbers", self.name(key), grouped(items.len() as u128));
            self.error(value.span(), message, format!("list at most {}", grouped(LONGEST_LIST as u128)));
            return None;
        }
        // every entry is looked at before any is missed
        let numbers: Vec<Option<u64>> = items.iter().map(|item| self.as_whole(key, item).map(|placed| placed.value)).collect();
        let numbers = numbers.into_iter().collect::<Option<Vec<u64>>>()?;
        if let Some(length) = length.filter(|&length| length != numbers.len()) {
            self.error(
                value.span(),
                format!("`{}` has {} entries, not {length}", self.name(key), numbers.len()),
                format!("write {length} whole numbers"),
            );
            return None;
        }
        Some(Placed { value: numbers, span: value.span() })
    }

    /// A list of weights of the given length, at least one of them over 0, required.
    pub fn weights(&self, key: &str, length: usize) -> Option<Placed<Vec<u64>>> {
        let weights = self.wholes(key, Some(length))?;
        if weights.value.iter().all(|&weight| weight == 0) {
            self.error(weights.span.clone(), format!("all weights of `{}` are 0", self.name(key)), "at least one must be more than 0");
            return None;
        }
        Some(weights)
    }

    /// A list of amounts, required.
    pub fn amounts(&self, key: &str) -> Option<Placed<Vec<Cents>>> {
        let value = self.required(key, "a list of amounts such as [\"1\", \"2.5\"]")?;
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(key, value, "a list of amounts such as [\"1\", \"2.5\"]");
            return None;
        };
        let amounts: Vec<Option<Cents>> = items.iter().map(|item| self.as_cents(key, item).map(|placed| placed.value)).collect();
        amounts.into_iter().collect::<Option<Vec<_>>>().map(|amounts| Placed { value: amounts, span: value.span() })
    }

    /// A list of texts, required.
    pub fn texts(&self, key: &str) -> Option<Placed<Vec<String>>> {
        let value = self.required(key, "a list of texts")?;
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(key, value, "a list of texts");
            return None;
        };
        let texts: Vec<Option<String>> = items.iter().map(|item| self.as_text(key, item).map(|placed| placed.value)).collect();
        texts.into_iter().collect::<Option<Vec<_>>>().map(|texts| Placed { value: texts, span: value.span() })
    }

    /// A table, required.
    pub fn section(&self, key: &str) -> Option<Section<'a>> {
        let value = self.required(key, "a section")?;
        self.as_section(key, value)
    }

    /// A table, if present.
    pub fn optional_section(&self, key: &str) -> Option<Section<'a>> {
        let value = self.raw(key)?;
        self.as_section(key, value)
    }

    fn as_section(&self, key: &str, value: &'a Spanned<DeValue<'a>>) -> Option<Section<'a>> {
        if let DeValue::Table(table) = value.get_ref() {
            let (path, reading) = (self.name(key), self.reading.clone());
            return Some(Section { path, span: value.span(), table, used: RefCell::default(), findings: self.findings, reading });
        }
        self.wrong(key, value, &format!("a section [{}]", self.name(key)));
        None
    }

    /// A list of tables (`[[key]]` or inline), empty when absent; of more than `LONGEST_LIST`, the first ones.
    pub fn sections(&self, key: &str) -> Vec<Section<'a>> {
        self.sections_up_to(key, LONGEST_LIST)
    }

    /// A list of at most so many tables, empty when absent; of more, the first ones.
    pub fn sections_up_to(&self, key: &str, most: usize) -> Vec<Section<'a>> {
        let Some(value) = self.raw(key) else { return Vec::new() };
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(key, value, "a list of tables");
            return Vec::new();
        };
        if items.len() > most {
            let message = format!("`{}` lists {} tables", self.name(key), grouped(items.len() as u128));
            self.error(value.span(), message, format!("list at most {}", grouped(most as u128)));
        }
        items.iter().take(most).filter_map(|item| self.as_section(key, item)).collect()
    }

    /// The keys present, in the order of the file: for tables whose keys are data.
    #[must_use]
    pub fn keys(&self) -> Vec<Placed<String>> {
        let mut keys: Vec<_> = self.table.iter().map(|(name, _)| Placed { value: name.get_ref().to_string(), span: name.span() }).collect();
        keys.sort_by_key(|key| key.span.start);
        keys
    }

    /// Marks keys as known to another reader.
    pub fn leave(&self, keys: &[&str]) {
        let mut used = self.used.borrow_mut();
        for &key in keys {
            if !used.iter().any(|known| known == key) {
                used.push(key.to_owned());
            }
        }
    }

    /// Reports every key that nobody asked for, with the nearest known one.
    pub fn finish(&self) {
        let used = self.used.borrow();
        for (name, _) in self.table {
            let key = name.get_ref().as_ref();
            if !used.iter().any(|known| known == key) {
                let nearest = used.iter().filter(|_| key.len() <= LONGEST_NAME).map(|known| (distance(known, key), known)).min();
                let help = match nearest {
                    Some((edits, known)) if edits <= 3 && edits < key.len() => format!("did you mean `{known}`?"),
                    _ => format!("known here: {}", used.join(", ")),
                };
                self.error(name.span(), format!("`{}` is not known", self.name(&quotable(key))), help);
            }
        }
    }
}

/// Entries of a list that are read: as many as a prize table has tiers.
pub const LONGEST_LIST: usize = 65_000;

/// Names longer than this are no slip of a known one.
const LONGEST_NAME: usize = 64;

/// A whole number from 0 to 2^63 - 1, written as a TOML integer or as digits that may be grouped by three; the error says so where it has two readings.
fn whole_of(value: &DeValue<'_>, numbers: Numbers) -> Result<u64, Option<MoneyError>> {
    match value {
        DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok().filter(|&number| number < 1 << 63).ok_or(None),
        DeValue::String(text) => {
            let read = Cents::parse_as(text, 0, numbers).map_err(|error| matches!(error, MoneyError::Ambiguous(_)).then_some(error))?;
            let decimals = match numbers {
                Numbers::Unstated => text.contains(['.', ',']),
                Numbers::Point => text.contains('.'),
                Numbers::Comma => text.contains(','),
            };
            u64::try_from(read.0).ok().filter(|_| !decimals).ok_or(None)
        }
        _ => Err(None),
    }
}

/// "0.08" or "2/25" as a fraction from 0 to 1, in lowest terms.
fn fraction_of(text: &str) -> Option<(u64, u64)> {
    let digits =
        |part: &str| -> Option<u64> { (part.len() <= 15 && part.bytes().all(|byte| byte.is_ascii_digit())).then(|| part.parse().ok()).flatten() };
    let (numerator, denominator) = if let Some((over, under)) = text.split_once('/') {
        (digits(over.trim())?, digits(under.trim())?)
    } else {
        let text = text.trim();
        let (whole, decimals) = text.split_once(['.', ',']).unwrap_or((text, "0"));
        let scale = 10_u64.checked_pow(u32::try_from(decimals.len()).ok().filter(|&length| length <= 12)?)?;
        (digits(whole)?.checked_mul(scale)?.checked_add(digits(decimals)?)?, scale)
    };
    if denominator == 0 || numerator > denominator {
        return None;
    }
    let common = gcd(numerator, denominator);
    Some((numerator / common, denominator / common))
}

/// The greatest common divisor; of (0, n) it is n, and of (0, 0) it is 1, so that it can always divide.
#[must_use]
pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

fn describe(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the text \"{}\"", quotable(text)),
        DeValue::Integer(number) => format!("the number {}", quotable(&number.to_string())),
        DeValue::Float(number) => format!("the floating-point number {}", quotable(number.as_str())),
        DeValue::Boolean(flag) => format!("{flag}"),
        DeValue::Datetime(date) => format!("the date {date}"),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a section".to_owned(),
    }
}

/// Edits between two words (Levenshtein), for "did you mean".
#[must_use]
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}
