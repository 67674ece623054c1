//! What `sim rng-test` prints: the verdict, one line a source, what is suspect; every test as CSV and JSON.

use super::layout::{Grid, Ink, Side, Style, fixed, p_value};
use super::tables::{Cells, Table};
use crate::json;
use crate::money::grouped;
use crate::stats::VerdictLevel;
use crate::stats::rng::{RngReport, RngTest};

/// For people: one line a source, or with `all` one line a test.
#[must_use]
pub fn text(report: &RngReport, all: bool, style: Style) -> String {
    let ink = match report.verdict {
        VerdictLevel::Pass => Ink::Green,
        VerdictLevel::Warn => Ink::Yellow,
        VerdictLevel::Fail => Ink::Red,
    };
    let title = format!("random numbers of seed {}, {} words or draws a source", report.seed, grouped(u128::from(report.words)));
    let word = report.verdict.word().to_uppercase();
    let mut out = if style.markdown {
        style.heading(&format!("{word}  {title}"))
    } else {
        format!("{}  {}\n", style.paint(ink, &word), style.paint(Ink::Bold, &title))
    };
    let (tests, below) = report.below_one_percent();
    let said = format!("{tests} tests, adjusted together (Holm); {below} have a p-value below 0.01, where healthy numbers give 1 in 100.");
    out += &style.paragraph("      ", &said);
    out.push('\n');
    out += &if all { every_test(report, style) } else { sources(report, style) };
    let suspects = report.suspects();
    if !suspects.is_empty() {
        out += &format!("\n{}", style.heading("Suspect"));
        for test in suspects.iter().take(12) {
            let p = test.p_adjusted.unwrap_or(1.0);
            out += &style.paragraph("  ! ", &format!("{}: {}: p = {:.1e} over the whole report", test.source, test.test, p));
        }
        if suspects.len() > 12 {
            out += &style.paragraph("    ", &format!("and {} more: `--all`, `--format csv`", suspects.len() - 12));
        }
    }
    let end = "`--all` prints every test, `sim explain rng-test` what they are; METHODOLOGY.md, section 9, has their laws.";
    format!("{out}\n{}", style.paragraph("", end))
}

/// One line a source: its least likely test.
fn sources(report: &RngReport, style: Style) -> String {
    let mut grid = Grid::new(&[
        ("source", Side::Left, 0),
        ("tests", Side::Right, 0),
        ("least p", Side::Right, 0),
        ("in the test", Side::Left, 0),
        ("adjusted p", Side::Right, 0),
        ("", Side::Left, 0),
    ]);
    for tests in report.tests.chunk_by(|a, b| a.source == b.source) {
        let Some(least) = tests.iter().min_by(|a, b| a.p_value.unwrap_or(2.0).total_cmp(&b.p_value.unwrap_or(2.0))) else { continue };
        grid.row(vec![
            least.source.clone(),
            tests.iter().filter(|test| test.p_value.is_some()).count().to_string(),
            p_value(least.p_value),
            least.test.clone(),
            p_value(least.p_adjusted),
            least.verdict.word().to_owned(),
        ]);
    }
    grid.lines(style)
}

fn every_test(report: &RngReport, style: Style) -> String {
    let mut out = String::new();
    for tests in report.tests.chunk_by(|a, b| a.source == b.source) {
        let mut grid = Grid::new(&[
            (tests[0].source.as_str(), Side::Left, 0),
            ("trials", Side::Right, 1),
            ("chi-square", Side::Right, 2),
            ("df", Side::Right, 2),
            ("p", Side::Right, 0),
            ("adjusted p", Side::Right, 0),
            ("", Side::Left, 0),
        ]);
        for test in tests {
            let word = if test.p_value.is_none() { "too few" } else { test.verdict.word() };
            grid.row(vec![
                test.test.clone(),
                grouped(u128::from(test.trials)),
                fixed(test.statistic, 2),
                fixed(test.degrees_of_freedom, 0),
                p_value(test.p_value),
                p_value(test.p_adjusted),
                word.to_owned(),
            ]);
        }
        out += &grid.lines(style);
        out.push('\n');
    }
    out.pop();
    out
}

/// Every test as a table of one row each.
#[must_use]
pub fn table(report: &RngReport) -> Table {
    let text = |cell: fn(&RngTest) -> String| Cells::Text(report.tests.iter().map(cell).collect());
    let real = |cell: fn(&RngTest) -> Option<f64>| Cells::Real(report.tests.iter().map(cell).collect());
    Table {
        name: "rng-test",
        csv: true,
        columns: vec![
            ("source", text(|test| test.source.clone())),
            ("test", text(|test| test.test.clone())),
            ("trials", Cells::Count(report.tests.iter().map(|test| test.trials).collect())),
            ("statistic", real(|test| test.p_value.map(|_| test.statistic))),
            ("degrees_of_freedom", real(|test| test.p_value.map(|_| test.degrees_of_freedom))),
            ("p_value", real(|test| test.p_value)),
            ("p_adjusted", real(|test| test.p_adjusted)),
            ("verdict", text(|test| test.verdict.word().to_owned())),
        ],
    }
}

/// `{ "format": 1, "seed", "words", "verdict", "tests": [..] }`.
#[must_use]
pub fn json(report: &RngReport) -> String {
    json::object(&[
        ("format", json::line(&1)),
        ("seed", json::line(&report.seed)),
        ("words", json::line(&report.words)),
        ("verdict", json::line(&report.verdict)),
        ("tests", json::list(&report.tests)),
    ])
}
