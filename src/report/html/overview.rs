//! The top of the page: the verdict, what was run, and the numbers people look for first.

use super::markup::{Html, element, p};
use crate::engine::Judging;
use crate::money::grouped;
use crate::report::layout::one_in;
use crate::report::{Run, words};

/// The banner: verdict, name, what was run, and five numbers.
#[must_use]
pub fn banner(run: &Run<'_>) -> Html {
    let report = run.report;
    let word = report.verdict.word();
    let badge = element("span", &[("class", &format!("badge {word}"))], [Html::text(sign(word)), Html::text(" "), Html::text(&word.to_uppercase())]);
    let name = format!("{} at {} {}", run.game.name, words::stake_words(run), run.game.currency);
    let partial = if run.planned.is_some() {
        [element("span", &[("class", "badge warn")], [Html::text("PARTIAL")]), Html::text(" ")].into_iter().collect()
    } else {
        Html::default()
    };
    let title = element("h1", &[], [badge, Html::text(" "), partial, Html::text(&name)]);
    let run_line = element("p", &[("class", "lead")], [Html::text(&format!("{}, seed {}.", words::what_was_run(run), run.plan.seed))]);
    element("header", &[], [title, run_line, tiles(run)])
}

/// A sign beside the word: meaning never hangs on colour alone.
fn sign(word: &str) -> &'static str {
    match word {
        "pass" => "✓",
        "warn" => "!",
        _ => "✗",
    }
}

fn tiles(run: &Run<'_>) -> Html {
    let figures = words::figure_rows(run);
    let mut tiles = Vec::new();
    let mut tile = |name: &str, value: &str, below: &str| {
        let parts = [
            element("dt", &[], [Html::text(name)]),
            element("dd", &[("class", "value")], [Html::text(value)]),
            element("dd", &[("class", "below")], [Html::text(below)]),
        ];
        tiles.push(element("div", &[], parts));
    };
    let by_name = |name: &str| figures.iter().find(|row| row.name == name);
    if let Some(row) = by_name("return to player") {
        tile("Return to player", &row.observed, &format!("exact {}", row.exact));
    }
    if let Some(row) = by_name("winning plays") {
        tile("A win", &one_in(row.figure.exact), &format!("{} observed", row.observed));
    }
    if let Some(row) = by_name("volatility index (90 %)") {
        tile("Volatility index", &row.observed, &format!("exact {}", row.exact));
    }
    tile("Plays", &grouped(run.plan.plays.into()), &format!("blocks of {}", grouped(run.offer.table.block().into())));
    match run.plan.judging {
        Judging::Full => {
            tile("Mismatches", &grouped(run.report.mismatches.into()), &format!("{} ambiguous visuals", grouped(run.report.ambiguous.into())));
        }
        Judging::None => tile("Visuals", "none", "prizes only"),
    }
    element("dl", &[("class", "tiles")], tiles)
}

/// Why the verdict is what it is, and every visual with something wrong.
#[must_use]
pub fn verdict(run: &Run<'_>) -> Html {
    let mut out: Html = words::statements(run).iter().map(|said| p(said)).collect();
    if !run.report.reasons.is_empty() {
        let reasons = run.report.reasons.iter().map(|reason| element("li", &[], [Html::prose(reason)]));
        out.push(element("ul", &[("class", "reasons")], reasons));
    }
    if !run.tally.witnesses.is_empty() {
        out.push(element("h3", &[], [Html::text("Visuals with something wrong, and the command that draws each again")]));
        let rows = run.tally.witnesses.iter().map(|witness| {
            let (what, command) = words::witness(run, witness);
            element("li", &[], [Html::text(&what), Html::text(": "), element("code", &[], [Html::text(&command)])])
        });
        out.push(element("ul", &[], rows));
    }
    out
}
