//! The report's part on targets: observables with their tests, what was rejected, and the values farthest from their target.

use super::super::Run;
use super::super::layout::{Grid, Side, Style, fine_percent, fixed, p_value, plural, rough_percent, signed};
use crate::money::grouped;
use crate::stats::{TargetRow, Test, VerdictLevel};
use crate::tally::Law;

/// Observables shown before the rest is left to `observables.csv`.
const MOST_OBSERVABLES: usize = 40;
/// Largest deviations shown.
const LARGEST: usize = 5;
/// Tests that are not `pass` shown by name.
const MOST_REJECTED: usize = 12;

/// How the table of observables is read: a column, and what is to be said of it.
const TARGETS_NOTES: [(&str, &str); 4] = [
    ("least p", "p is adjusted over the whole report (Holm): fail below 1e-6, warn below 1e-3."),
    ("farthest z", "z is that of the least likely value, in standard errors."),
    ("detectable", "Detectable: where trials are most, a value off by so much fails 99 times in 100 at this length, whichever value it is."),
    ("observable", "All values, each with its detectable difference, are in observables.csv."),
];

/// How the table of observables is read, where it shows these columns.
pub(in crate::report) fn targets_note(shows: impl Fn(&str) -> bool) -> String {
    let said: Vec<&str> = TARGETS_NOTES.into_iter().filter(|(column, _)| shows(column)).map(|(_, said)| said).collect();
    said.join(" ")
}

/// What is shown of all tests of one observable, or of all maps of one board.
pub(in crate::report) struct Group<'a> {
    pub name: String,
    maps: u64,
    pub bases: Vec<&'a str>,
    pub tests: u64,
    pub least: Option<f64>,
    pub verdict: Option<VerdictLevel>,
    pub trials: u64,
    pub unit: &'a str,
    pub worst: Option<&'a TargetRow>,
    /// Of the condition of most trials: the row whose detectable difference is the largest.
    dullest: Option<&'a TargetRow>,
}

impl Group<'_> {
    /// The word of the verdict; `shown` where nothing is tested.
    pub fn word(&self) -> &'static str {
        self.verdict.map_or("shown", VerdictLevel::word)
    }

    /// How far the least likely value is from its target, in standard errors.
    pub fn farthest(&self) -> String {
        self.worst.and_then(|worst| worst.z).map_or_else(|| "-".to_owned(), |z| signed(z, 2))
    }

    /// The difference that is found where trials are most, whichever value is off.
    pub fn detectable(&self, run: &Run<'_>) -> String {
        self.dullest.and_then(|row| Some(rough_text(run, row, row.detectable?))).unwrap_or_else(|| "-".to_owned())
    }
}

/// The observables of a run, those that are maps of one board together.
pub(in crate::report) fn groups<'a>(run: &Run<'a>) -> Vec<Group<'a>> {
    let two_sets = run.observables.iter().any(|observable| observable.board.as_ref().is_some_and(|board| board.set > 1));
    let mut groups: Vec<Group<'a>> = Vec::new();
    for (at, observable) in run.observables.iter().enumerate() {
        let name = match &observable.board {
            Some(board) if two_sets => format!("symbols by cell, set {}", board.set),
            Some(_) => "symbols by cell".to_owned(),
            None => observable.name.clone(),
        };
        let place = groups.iter().position(|group| group.name == name).unwrap_or_else(|| {
            let unit = observable.unit.plural();
            groups.push(Group {
                name,
                maps: 0,
                bases: Vec::new(),
                tests: 0,
                least: None,
                verdict: None,
                trials: 0,
                unit,
                worst: None,
                dullest: None,
            });
            groups.len() - 1
        });
        let group = &mut groups[place];
        group.maps += 1;
        group.trials = group.trials.max(trials(run, at));
        for row in run.report.targets.iter().filter(|row| row.observable == observable.name && row.trials > 0) {
            if row.basis != "none" && !group.bases.contains(&row.basis.as_str()) {
                group.bases.push(&row.basis);
            }
            let p = |row: &TargetRow| row.p_value.unwrap_or(f64::INFINITY);
            if row.z.is_some() && group.worst.is_none_or(|worst| p(row) < p(worst)) {
                group.worst = Some(row);
            }
            let duller = |dullest: &TargetRow| (row.trials, row.detectable) > (dullest.trials, dullest.detectable);
            if row.detectable.is_some() && group.dullest.is_none_or(duller) {
                group.dullest = Some(row);
            }
        }
        for test in run.report.tests.iter().filter(|test| is_of(test, &observable.name) && test.p_value.is_some()) {
            group.tests += 1;
            group.least = Some(group.least.unwrap_or(f64::INFINITY).min(test.p_adjusted.unwrap_or(1.0)));
            group.verdict = group.verdict.max(Some(test.verdict));
        }
    }
    for group in &mut groups {
        if group.maps > 1 {
            group.name.push_str(&format!(" ({} maps)", group.maps));
        }
    }
    groups
}

pub(super) fn targets(run: &Run<'_>, style: Style) -> String {
    let report = run.report;
    let (seen, unseen): (Vec<Group<'_>>, Vec<Group<'_>>) = groups(run).into_iter().partition(|group| group.trials > 0);
    if seen.is_empty() {
        return String::new();
    }
    let mut grid = Grid::new(&[
        ("observable", Side::Left, 0),
        ("target", Side::Left, 5),
        ("trials", Side::Right, 4),
        ("", Side::Left, 6),
        ("tests", Side::Right, 3),
        ("least p", Side::Right, 0),
        ("farthest z", Side::Right, 2),
        ("detectable", Side::Right, 1),
        ("verdict", Side::Left, 0),
    ]);
    for group in seen.iter().take(MOST_OBSERVABLES) {
        grid.row(vec![
            group.name.clone(),
            group.bases.join(", "),
            grouped(group.trials.into()),
            group.unit.to_owned(),
            group.tests.to_string(),
            p_value(group.least),
            group.farthest(),
            group.detectable(run),
            group.word().to_owned(),
        ]);
    }
    let mut out = format!("{}{}", style.heading("Targets: what the visuals show, against what they should show"), grid.lines(style));
    if seen.len() > MOST_OBSERVABLES {
        out.push_str(&style.paragraph("  ", &format!("{} more are in observables.csv.", seen.len() - MOST_OBSERVABLES)));
    }
    if !unseen.is_empty() {
        let names: Vec<&str> = unseen.iter().map(|group| group.name.as_str()).collect();
        out.push_str(&style.paragraph("  ", &format!("Not seen in this run: {}.", names.join(", "))));
    }
    out.push_str(&style.paragraph("  ", &targets_note(|column| grid.shows(column, style))));
    let rejected: Vec<&Test> = report.tests.iter().filter(|test| test.verdict != VerdictLevel::Pass).collect();
    if !rejected.is_empty() {
        out.push('\n');
        let mut grid = Grid::new(&[
            ("test", Side::Left, 0),
            ("method", Side::Left, 1),
            ("adjusted p", Side::Right, 0),
            ("effect", Side::Right, 0),
            ("verdict", Side::Left, 0),
        ]);
        for test in rejected.iter().take(MOST_REJECTED) {
            let effect = test.effect.map_or_else(|| "-".to_owned(), |effect| format!("{effect:.2e}"));
            grid.row(vec![test.name.clone(), test.method.clone(), p_value(test.p_adjusted), effect, test.verdict.word().to_owned()]);
        }
        out.push_str(&format!("{}{}", style.heading("Tests that did not pass"), grid.lines(style)));
        if rejected.len() > MOST_REJECTED {
            out.push_str(&style.paragraph("  ", &format!("{} more are in summary.json.", rejected.len() - MOST_REJECTED)));
        }
    }
    out.push('\n');
    out.push_str(&largest(run, style));
    out
}

/// Trials of an observable over all tiers.
fn trials(run: &Run<'_>, at: usize) -> u64 {
    let offset = crate::tally::Observable::offsets(run.observables)[at] + run.observables[at].values.len();
    run.tally.tiers.iter().filter_map(|tier| tier.row.get(offset)).sum()
}

/// Whether a test is one of an observable: its name is the observable's, or begins with it and a colon.
fn is_of(test: &Test, observable: &str) -> bool {
    test.name.strip_prefix(observable).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}

/// A value that is far from its target, printed.
pub(in crate::report) struct Unlikely<'a> {
    /// `observable, condition: value`.
    pub name: String,
    pub observed: String,
    pub target: String,
    pub z: String,
    /// Its p-value, alone.
    pub p: f64,
    pub detectable: String,
    pub row: &'a TargetRow,
}

/// The values farthest from their target: the least likely ones, whatever their size, `most` of them; and of how many.
pub(in crate::report) fn least_likely<'a>(run: &Run<'a>, most: usize) -> (Vec<Unlikely<'a>>, u64) {
    let rows = run.report.targets.iter().filter(|row| row.trials > 0);
    let mut rows: Vec<(&TargetRow, f64)> = rows.filter_map(|row| row.p_value.map(|p| (row, p))).collect();
    let all = rows.len() as u64;
    rows.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    rows.truncate(most);
    let shown = |(row, p): (&'a TargetRow, f64)| {
        let share = |share: f64| share_text(run, row, share);
        Unlikely {
            name: format!("{}, {}: {}", row.observable, row.condition, row.value),
            observed: share(row.observed as f64 / row.trials as f64),
            target: row.target_probability.map_or_else(|| "-".to_owned(), share),
            z: row.z.map_or_else(|| "-".to_owned(), |z| signed(z, 2)),
            p,
            detectable: row.detectable.map_or_else(|| "-".to_owned(), |least| rough_text(run, row, least)),
            row,
        }
    };
    (rows.into_iter().map(shown).collect(), all)
}

/// What to make of the least likely of so many values.
pub(in crate::report) fn least_likely_note(rows: &[Unlikely<'_>], all: u64, detectable: bool) -> String {
    let usual = 1.0 / all as f64;
    let mut note = String::new();
    // where the least p is far below, it is no comfort
    if rows.iter().all(|row| row.p > UNUSUAL * usual) {
        note = format!("Among so many, a p of {} is nothing unusual.", p_value(Some(usual)));
    }
    if detectable && rows.iter().any(|row| row.row.detectable.is_some()) {
        note.push_str(" Detectable: the smallest difference that a run of this length rejects 99 times in 100.");
    }
    note.trim_start().to_owned()
}

/// A p-value that is smaller than this share of what is usual among so many is not called usual.
const UNUSUAL: f64 = 0.01;

fn largest(run: &Run<'_>, style: Style) -> String {
    let (rows, all) = least_likely(run, LARGEST);
    if rows.is_empty() {
        return String::new();
    }
    let detectable = rows.iter().any(|row| row.row.detectable.is_some());
    let mut columns =
        vec![("value", Side::Left, 0), ("observed", Side::Right, 0), ("target", Side::Right, 1), ("z", Side::Right, 2), ("p", Side::Right, 0)];
    if detectable {
        columns.push(("detectable", Side::Right, 3));
    }
    let mut grid = Grid::new(&columns);
    for row in &rows {
        grid.row(vec![row.name.clone(), row.observed.clone(), row.target.clone(), row.z.clone(), p_value(Some(row.p)), row.detectable.clone()]);
    }
    let note = least_likely_note(&rows, all, grid.shows("detectable", style));
    let title = format!("The least likely of {}, each seen alone", plural(all, "value", "values"));
    format!("{}{}{}", style.heading(&title), grid.lines(style), if note.is_empty() { note } else { style.paragraph("  ", &note) })
}

/// A share of a row's trials, or a mean of a count, as it is printed.
fn share_text(run: &Run<'_>, row: &TargetRow, share: f64) -> String {
    if counts(run, row) { fixed(share, 5) } else { fine_percent(share) }
}

/// A difference of a row's shares, to two digits.
fn rough_text(run: &Run<'_>, row: &TargetRow, difference: f64) -> String {
    if counts(run, row) { format!("± {}", fixed(difference, 4)) } else { format!("± {}", rough_percent(difference)) }
}

/// Whether a row's numbers are means of a count in a trial (which may pass 1), not shares.
fn counts(run: &Run<'_>, row: &TargetRow) -> bool {
    let observable = run.observables.iter().find(|observable| observable.name == row.observable);
    let target = observable.and_then(|observable| observable.targets.iter().find(|target| target.condition == row.condition));
    target.is_some_and(|target| matches!(target.law, Law::Counts { .. }))
}
