//! What the words of the page mean: the entries of `sim explain`, each with its section of METHODOLOGY.md.

use super::markup::{Html, element, p, slug};
use crate::report::explain::{Entry, entries, find};

/// Names whose explanations stand on every page.
const ALWAYS: [&str; 31] = [
    "return to player",
    "winning plays",
    "standard deviation (stakes)",
    "variance (stakes squared)",
    "skewness",
    "kurtosis (normal = 3)",
    "volatility index (90 %)",
    "observed",
    "exact",
    "95 % range of the observed",
    "tier",
    "prize",
    "1 in",
    "expected",
    "difference",
    "p",
    "of return",
    "of variance",
    "detectable",
    "observable",
    "target",
    "trials",
    "tests",
    "z",
    "adjusted p",
    "effect",
    "method",
    "verdict",
    "mismatches",
    "ambiguous visuals",
    "seed",
];

/// The anchor of an entry.
fn anchor(entry: &Entry) -> String {
    format!("explain-{}", slug(entry.names[0]))
}

/// A name that leads to its explanation, where it has one on the page.
#[must_use]
pub fn linked(name: &str) -> Html {
    match find(name).filter(|entry| shown(entry)) {
        Some(entry) => element("a", &[("href", &format!("#{}", anchor(entry)))], [Html::text(name)]),
        None => Html::text(name),
    }
}

/// `What the columns mean: a, b, c.`, each name leading to its explanation.
#[must_use]
pub fn columns(names: &[&str]) -> Html {
    let mut line = Html::text("What the columns mean: ");
    for (position, name) in names.iter().enumerate() {
        line.push(Html::text(if position == 0 { "" } else { " · " }));
        line.push(linked(name));
    }
    element("p", &[("class", "note")], [line])
}

fn shown(entry: &Entry) -> bool {
    ALWAYS.iter().any(|name| find(name).is_some_and(|known| known.names[0] == entry.names[0]))
}

/// All explanations of the page.
#[must_use]
pub fn section() -> Html {
    let entries = entries().filter(|entry| shown(entry)).map(|entry| {
        let mut body = vec![p(&format!("{}.", capital(entry.what)))];
        for (label, text) in [("Formula", entry.formula), ("Unit", entry.unit), ("Reading", entry.reading)] {
            if !text.is_empty() {
                let label = element("b", &[], [Html::text(label)]);
                body.push(element("p", &[], [label, Html::text(" "), Html::prose(text)]));
            }
        }
        body.push(element("p", &[("class", "note")], [Html::text(&format!("METHODOLOGY.md, section {}", heading(entry.section)))]));
        // the word of the page first, then the key of the files
        let word = ALWAYS.iter().find(|name| find(name).is_some_and(|known| known.names[0] == entry.names[0])).unwrap_or(&entry.names[0]);
        let name = if *word == entry.names[0] { (*word).to_owned() } else { format!("{word} · {}", entry.names[0]) };
        let mut pair = element("dt", &[("id", &anchor(entry))], [Html::text(&name)]);
        pair.push(element("dd", &[], body));
        element("div", &[], [pair])
    });
    element("dl", &[("class", "explained")], entries)
}

/// A section with its title: `2.1 Return`.
fn heading(section: &str) -> String {
    let methodology = include_str!("../../../METHODOLOGY.md");
    let mut headings = methodology.lines().filter(|line| line.starts_with("##")).map(|line| line.trim_start_matches('#').trim());
    let found = headings.find(|line| line.strip_prefix(section).is_some_and(|rest| rest.starts_with([' ', '.'])));
    found.unwrap_or(section).replace('`', "")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_explained_with_its_section() {
        for name in ALWAYS {
            let entry = find(name).unwrap_or_else(|| panic!("`{name}` is not explained"));
            assert!(linked(name).into_string().contains("href=\"#explain-"));
            assert!(heading(entry.section).len() > entry.section.len() + 2, "section {} has no title", entry.section);
        }
    }
}
