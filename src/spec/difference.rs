//! What differs between two game files, key by key, in the words of the files.

use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A key that two game files do not share, or give another value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    /// The key with its path: `stars.extra_percent`, `offers[0].prizes[3]`.
    pub key: String,
    /// Its value in the first file, as written there; `None` where the key is missing.
    pub a: Option<String>,
    /// Its value in the second file.
    pub b: Option<String>,
}

/// The keys that differ, in the order of their names; nothing for texts that are no TOML.
///
/// ```
/// let found = sim::spec::differences("x = 1\n[dice]\ncups = 3", "x = 1\n[dice]\ncups = 4");
/// assert_eq!((found.len(), found[0].key.as_str(), found[0].b.as_deref()), (1, "dice.cups", Some("4")));
/// ```
#[must_use]
pub fn differences(a: &str, b: &str) -> Vec<Difference> {
    let (a, b) = (leaves(a), leaves(b));
    let mut found: Vec<Difference> = Vec::new();
    for (key, value) in &a {
        if b.get(key) != Some(value) {
            found.push(Difference { key: key.clone(), a: Some(value.clone()), b: b.get(key).cloned() });
        }
    }
    found.extend(b.iter().filter(|(key, _)| !a.contains_key(*key)).map(|(key, value)| Difference {
        key: key.clone(),
        a: None,
        b: Some(value.clone()),
    }));
    found.sort_by(|one, other| one.key.cmp(&other.key));
    found
}

/// Every value of a file that is no table, by its path, as it is written.
fn leaves(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    if let Ok(root) = DeTable::parse(text) {
        table("", root.get_ref(), text, &mut found);
    }
    found
}

fn table(path: &str, table: &DeTable<'_>, text: &str, found: &mut BTreeMap<String, String>) {
    for (key, entry) in table {
        let path = if path.is_empty() { key.get_ref().to_string() } else { format!("{path}.{}", key.get_ref()) };
        value(&path, entry, text, found);
    }
}

fn value(path: &str, entry: &Spanned<DeValue<'_>>, text: &str, found: &mut BTreeMap<String, String>) {
    match entry.get_ref() {
        DeValue::Table(inner) => table(path, inner, text, found),
        DeValue::Array(list) if list.iter().any(|entry| matches!(entry.get_ref(), DeValue::Table(_) | DeValue::Array(_))) => {
            for (number, entry) in list.iter().enumerate() {
                value(&format!("{path}[{number}]"), entry, text, found);
            }
        }
        _ => {
            // a comment or a line break inside a value is no difference
            let written = text.get(entry.span()).unwrap_or_default();
            found.insert(path.to_owned(), written.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_compared_one_by_one() {
        let a = "name = \"one\"\n[stars]\nextra = 0.08\nweights = [1, 2]\n[[offers]]\nstake = \"1\"\nprizes = [{ prize = 1, plays = 2 }, { prize = 3, plays = 4 }]\n";
        let b = "name = \"one\"\n[[offers]]\nstake = \"1\"\nprizes = [{ prize = 1, plays = 2 }, { prize = 3, plays = 5 }]\n[stars]\nweights = [1,\n 2]\nmore = true\n";
        let found: Vec<(String, Option<String>, Option<String>)> = differences(a, b).into_iter().map(|found| (found.key, found.a, found.b)).collect();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            found,
            [
                ("offers[0].prizes[1].plays".to_owned(), some("4"), some("5")),
                ("stars.extra".to_owned(), some("0.08"), None),
                ("stars.more".to_owned(), None, some("true")),
            ]
        );
        assert!(differences(a, a).is_empty());
        assert!(differences("= =", "= =").is_empty());
    }
}
