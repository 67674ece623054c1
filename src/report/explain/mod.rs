//! What `sim explain NAME` prints: every name that stands in a report, a file or a sheet, with its formula, its unit, how to read it and the section of METHODOLOGY.md behind it.

mod comparison;
mod figures;
mod files;
mod observables;
mod prizes;
mod randomness;
mod ranges;
mod sheet;
mod testing;

use super::layout::{Grid, Side, Style};
use crate::spec::distance;
use crate::tally::{Law, Observable};

/// One explanation.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Every name it goes by: keys, columns, words of the report; the first one is listed.
    pub names: &'static [&'static str],
    /// What it is, in one line.
    pub what: &'static str,
    /// The formula, or how it comes about.
    pub formula: &'static str,
    /// Its unit; empty for words.
    pub unit: &'static str,
    /// The section of METHODOLOGY.md.
    pub section: &'static str,
    /// How to read it.
    pub reading: &'static str,
}

const fn entry(
    names: &'static [&'static str],
    what: &'static str,
    formula: &'static str,
    unit: &'static str,
    section: &'static str,
    reading: &'static str,
) -> Entry {
    Entry { names, what, formula, unit, section, reading }
}
/// All explanations: figures of a play first, then ranges, prizes, observables, tests and the verdict, files, sheets and comparisons.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    PARTS.iter().copied().flatten()
}

static PARTS: [&[Entry]; 9] = [
    figures::ENTRIES,
    ranges::ENTRIES,
    prizes::ENTRIES,
    observables::ENTRIES,
    testing::ENTRIES,
    randomness::ENTRIES,
    files::ENTRIES,
    sheet::ENTRIES,
    comparison::ENTRIES,
];

/// The explanation of a name; capitals, `_` and `-` do not matter, and `…` in a name stands for anything (a heading with its numbers).
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    let exact = entries().find(|entry| entry.names.contains(&name));
    exact
        .or_else(|| entries().find(|entry| entry.names.iter().any(|known| plain(known) == plain(name))))
        .or_else(|| entries().find(|entry| entry.names.iter().any(|known| fits(&plain(known), &plain(name)))))
}

/// Whether a name with one `…` fits.
fn fits(pattern: &str, name: &str) -> bool {
    pattern.split_once('…').is_some_and(|(first, last)| name.len() >= first.len() + last.len() && name.starts_with(first) && name.ends_with(last))
}

/// What the games count under a name, one paragraph for every game that has it: what it is, of what, and against which targets.
///
/// A game's own words are printed ([`Observable::about`]), so that a game file explains itself.
#[must_use]
pub fn observable(name: &str, games: &[(&str, &[Observable])], style: Style) -> Option<String> {
    let mut out = String::new();
    for (game, observables) in games {
        for found in observables.iter().filter(|observable| plain(&observable.name) == plain(name)) {
            out.push_str(&style.heading(&format!("{}, an observable of {game}", found.name)));
            out.push_str(&style.paragraph("  ", &found.about));
            out.push_str(&style.paragraph("  unit     ", found.unit.plural()));
            let mut targets: Vec<String> = Vec::new();
            for basis in found.targets.iter().map(|target| if matches!(target.law, Law::Free) { "none" } else { target.basis.word() }) {
                if !targets.iter().any(|told| told == basis) {
                    targets.push(basis.to_owned());
                }
            }
            if !targets.is_empty() {
                out.push_str(&style.paragraph("  target   ", &targets.join(", ")));
            }
            out.push_str(&style.paragraph("  values   ", &shortened(&found.values)));
            out.push_str(&style.paragraph("  more     ", "METHODOLOGY.md, section 5, and 10 for the laws; `sim explain basis` explains the target"));
        }
    }
    (!out.is_empty()).then_some(out)
}

/// The values, or the first of many.
fn shortened(values: &[String]) -> String {
    /// Values printed.
    const MOST: usize = 12;
    let shown = values.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(" · ");
    if values.len() > MOST { format!("{shown} · ... {} in all", values.len()) } else { shown }
}

fn plain(name: &str) -> String {
    let words: String = name.chars().map(|letter| if matches!(letter, '_' | '-' | '.') { ' ' } else { letter.to_ascii_lowercase() }).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The names nearest to one that is none.
#[must_use]
pub fn near(name: &str) -> Vec<&'static str> {
    let wanted = plain(name);
    let mut all: Vec<(usize, &'static str)> = entries()
        .flat_map(|entry| entry.names)
        .map(|known| {
            let candidate = plain(known);
            let part = wanted.len() > 2 && (candidate.contains(&wanted) || wanted.contains(&candidate) && candidate.len() > 2);
            (if part { 1 } else { distance(&wanted, &candidate) }, *known)
        })
        .filter(|&(edits, _)| edits <= wanted.chars().count().saturating_sub(1).min(2))
        .collect();
    all.sort_unstable();
    all.truncate(5);
    all.into_iter().map(|(_, name)| name).collect()
}

/// One explanation as a paragraph or two.
#[must_use]
pub fn text(entry: &Entry, style: Style) -> String {
    let mut out = style.heading(entry.names[0]);
    out.push_str(&style.paragraph("  ", entry.what));
    let mut line = |label: &str, text: &str| {
        if !text.is_empty() {
            out.push_str(&style.paragraph(&format!("  {label:<9}"), text));
        }
    };
    line("formula", entry.formula);
    line("unit", entry.unit);
    line("reading", entry.reading);
    line("also", &entry.names[1..].join(" · "));
    line("more", &format!("METHODOLOGY.md, section {}", entry.section));
    out
}

/// All names with what they are.
#[must_use]
pub fn list(style: Style) -> String {
    let mut grid = Grid::new(&[("name", Side::Left, 0), ("what it is", Side::Left, 0)]);
    for entry in entries() {
        grid.row(vec![entry.names[0].to_owned(), entry.what.to_owned()]);
    }
    format!(
        "{}\n{}",
        grid.lines(style),
        style.paragraph(
            "",
            "`sim explain NAME` prints the formula, the unit, how to read it and where more is; columns, keys, headings, words of the report and observables of the games are names too."
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_name_has_two_explanations() {
        let mut seen = BTreeSet::new();
        for entry in entries() {
            assert!(!entry.names.is_empty() && !entry.what.is_empty());
            // two spellings of one name may stand in one entry
            let names: BTreeSet<String> = entry.names.iter().map(|name| plain(name)).collect();
            for name in names {
                assert!(seen.insert(name.clone()), "`{name}` is explained twice");
            }
        }
    }

    #[test]
    fn names_are_found_as_people_write_them() {
        for (written, name) in [
            ("RTP", "rtp"),
            ("sd-stakes", "sd_stakes"),
            ("Hit Frequency", "hit_frequency"),
            ("1 in", "one_in"),
            ("p", "p_value"),
            ("Fisher's exact test", "chi-square"),
        ] {
            assert_eq!(find(written).unwrap().names[0], name, "{written}");
        }
        assert!(find("nonsense").is_none());
        // headings with their numbers
        for (written, name) in [("The least likely of 1 141 values, each seen alone", "p_value"), ("Prizes of a block (EUR)", "tier")] {
            assert_eq!(find(written).unwrap().names[0], name, "{written}");
        }
        assert!(!fits("a…a", "a") && fits("a…", "a") && fits("a…b", "a to b") && !fits("ab", "ab"));
        assert!(near("skewnes").contains(&"skewness") && near("volat").contains(&"volatility") && near("qqqqqq").is_empty());
    }

    /// Every section named is a heading of METHODOLOGY.md.
    #[test]
    fn sections_exist() {
        let methodology = include_str!("../../../METHODOLOGY.md");
        for entry in entries() {
            let heading = |line: &str| {
                line.starts_with('#')
                    && line.trim_start_matches('#').trim_start().strip_prefix(entry.section).is_some_and(|rest| rest.starts_with([' ', '.']))
            };
            assert!(methodology.lines().any(heading), "METHODOLOGY.md has no section {} (of `{}`)", entry.section, entry.names[0]);
        }
    }
}
