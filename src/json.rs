//! JSON that people can read too: one key a line, one entry of a long list a line, the same bytes for equal values.

use serde::Serialize;

/// A value as JSON on one line.
///
/// # Panics
/// Never for what this program writes: texts, numbers, and lists and structs of them.
#[must_use]
pub fn line<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("texts, numbers, lists and structs are always JSON")
}

/// A list with one entry a line, indented by two.
///
/// ```
/// assert_eq!(sim::json::list(&[1, 2]), "[\n  1,\n  2\n]");
/// assert_eq!(sim::json::list::<u8>(&[]), "[]");
/// ```
#[must_use]
pub fn list<T: Serialize>(entries: &[T]) -> String {
    if entries.is_empty() {
        return "[]".to_owned();
    }
    format!("[\n  {}\n]", entries.iter().map(line).collect::<Vec<_>>().join(",\n  "))
}

/// Keys and their values, which are JSON already, one a line, without the braces.
///
/// ```
/// let body = sim::json::entries(&[("seed", "42".to_owned()), ("plays", "7".to_owned())]);
/// assert_eq!(body, "\"seed\": 42,\n\"plays\": 7");
/// ```
#[must_use]
pub fn entries(entries: &[(&str, String)]) -> String {
    entries.iter().map(|(key, value)| format!("{}: {value}", line(key))).collect::<Vec<_>>().join(",\n")
}

/// An object of [`entries`], with its braces and a final newline.
#[must_use]
pub fn object(pairs: &[(&str, String)]) -> String {
    format!("{{\n{}\n}}\n", entries(pairs))
}
