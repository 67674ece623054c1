//! What the visuals show against what they should show: observables, every test, the least likely values.

use super::explanations;
use super::markup::{Html, element, p};
use super::table::{Cell, Column, numbers, table, words};
use crate::engine::Judging;
use crate::money::grouped;
use crate::report::Run;
use crate::report::layout::{fixed, p_value, plural};
use crate::report::text::targets::{groups, least_likely, least_likely_note, targets_note};

/// Tests on the page; more are in `summary.json`.
const MOST_TESTS: usize = 600;
/// Least likely values on the page.
const MOST_VALUES: usize = 25;

/// The section; empty when nothing was counted and nothing tested.
#[must_use]
pub fn section(run: &Run<'_>) -> Html {
    [observables(run), least(run), tests(run)].into_iter().collect()
}

fn observables(run: &Run<'_>) -> Html {
    let (seen, unseen): (Vec<_>, Vec<_>) = groups(run).into_iter().partition(|group| group.trials > 0);
    if seen.is_empty() {
        return Html::default();
    }
    let columns = [
        words("observable"),
        words("target"),
        numbers("trials"),
        words("of"),
        numbers("tests"),
        numbers("least p"),
        numbers("farthest z"),
        numbers("detectable"),
        words("verdict"),
    ];
    let rows = seen.iter().map(|group| {
        vec![
            Cell::text(&group.name),
            Cell::text(&group.bases.join(", ")),
            Cell::number(&grouped(group.trials.into()), group.trials as f64),
            Cell::text(group.unit),
            Cell::number(&group.tests.to_string(), group.tests as f64),
            Cell::number(&p_value(group.least), group.least),
            Cell::number(&group.farthest(), group.worst.and_then(|worst| worst.z)),
            Cell::text(&group.detectable(run)).class("n"),
            verdict(group.word()),
        ]
    });
    let mut out = table("observables-table", "Observables, each with all its tests", &columns, rows.collect(), true);
    if !unseen.is_empty() {
        let names: Vec<&str> = unseen.iter().map(|group| group.name.as_str()).collect();
        out.push(p(&format!("Not seen in this run: {}.", names.join(", "))));
    }
    out.push(p(&targets_note(|_| true)));
    out.push(explanations::columns(&["observable", "target", "trials", "least p", "z", "detectable", "verdict"]));
    out
}

fn least(run: &Run<'_>) -> Html {
    let (rows, all) = least_likely(run, MOST_VALUES);
    if rows.is_empty() {
        return Html::default();
    }
    let mut out = element("h3", &[], [Html::text(&format!("The least likely of {}, each seen alone", plural(all, "value", "values")))]);
    let note = least_likely_note(&rows, all, true);
    let columns = [words("value"), numbers("observed"), numbers("target"), numbers("z"), numbers("p"), numbers("detectable")];
    let rows = rows.iter().map(|row| {
        vec![
            Cell::text(&row.name).class("long"),
            Cell::number(&row.observed, row.row.observed as f64 / row.row.trials as f64),
            Cell::number(&row.target, row.row.target_probability),
            Cell::number(&row.z, row.row.z),
            Cell::number(&p_value(Some(row.p)), row.p),
            Cell::number(&row.detectable, row.row.detectable),
        ]
    });
    out.push(table("least-likely-table", "The least likely values", &columns, rows.collect(), true));
    out.push(p(&note));
    out
}

fn tests(run: &Run<'_>) -> Html {
    // without visuals, only prizes are tested
    let judged = run.plan.judging == Judging::Full;
    let all: Vec<_> = run.report.tests.iter().filter(|test| judged || test.p_value.is_some()).collect();
    if all.is_empty() {
        return Html::default();
    }
    let columns: [Column; 8] = [
        words("test"),
        words("method"),
        numbers("statistic"),
        numbers("degrees of freedom"),
        numbers("p"),
        numbers("adjusted p"),
        numbers("effect"),
        words("verdict"),
    ];
    let figure = |value: Option<f64>, decimals: usize| value.map_or_else(|| "-".to_owned(), |value| fixed(value, decimals));
    let (count, mut sorted) = (all.len(), all);
    // what did not pass first, then the least likely
    sorted.sort_by(|a, b| {
        let p = |p: Option<f64>| p.unwrap_or(f64::INFINITY);
        b.verdict.cmp(&a.verdict).then(p(a.p_value).total_cmp(&p(b.p_value)))
    });
    let rows = sorted.iter().take(MOST_TESTS).map(|test| {
        let effect = test.effect.map_or_else(|| "-".to_owned(), |effect| format!("{effect:.2e}"));
        let word = if test.p_value.is_some() || test.verdict.word() != "pass" { test.verdict.word() } else { "not tested" };
        vec![
            Cell::text(&test.name).class("long"),
            Cell::text(&test.method).class("long"),
            Cell::number(&figure(test.statistic, 2), test.statistic),
            Cell::number(&figure(test.degrees_of_freedom, 0), test.degrees_of_freedom),
            Cell::number(&p_value(test.p_value), test.p_value),
            Cell::number(&p_value(test.p_adjusted), test.p_adjusted),
            Cell::number(&effect, test.effect),
            verdict(word),
        ]
    });
    let mut out = element("h3", &[], [Html::text("Every test")]);
    out.push(table("tests-table", "Every test of this run, the least likely first", &columns, rows.collect(), true));
    if count > MOST_TESTS {
        out.push(p(&format!("{} more are in summary.json.", count - MOST_TESTS)));
    }
    out.push(explanations::columns(&["tests", "method", "p", "adjusted p", "effect", "verdict"]));
    out
}

fn verdict(word: &'static str) -> Cell {
    // sorted from what says nothing to what is wrong
    let (class, by) = match word {
        "pass" => ("pass", 1.0),
        "warn" => ("warn", 2.0),
        "fail" => ("fail", 3.0),
        _ => ("quiet", 0.0),
    };
    Cell::html(element("span", &[("class", class)], [Html::text(word)])).by(by)
}
