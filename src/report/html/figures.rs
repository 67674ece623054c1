//! The figures of a play: observed beside exact, with the range of the observed one.

use super::explanations::linked;
use super::markup::{Html, element, p};
use super::table::{Cell, numbers, table, words as word_column};
use crate::report::words::{FigureRow, by_definition, figure_notes, figure_rows};
use crate::report::{Run, layout};

/// The section.
#[must_use]
pub fn section(run: &Run<'_>) -> Html {
    let columns = [word_column("figure"), numbers("observed"), numbers("exact"), numbers("95 % range of the observed"), word_column("in its range")];
    let rows = figure_rows(run).into_iter().map(|row| {
        vec![
            Cell::html(linked(row.name)),
            Cell::number(&row.observed, row.figure.observed),
            Cell::number(&row.exact, row.figure.exact),
            Cell::number(&row.range, row.figure.low),
            Cell::html(strip(&row)),
        ]
    });
    let mut out = table("figures-table", "Figures of a play, observed and exact", &columns, rows.collect(), false);
    out.push(figure_notes(run).iter().map(|note| p(note)).collect());
    if let Some((rows, note)) = by_definition(run.offer, Some(&run.tally.drawn())) {
        let columns = [word_column("definition"), numbers("observed"), numbers("exact")];
        let rows = rows.into_iter().map(|row| vec![Cell::text(row.name).class("long"), cell(row.observed.as_deref()), cell(Some(&row.exact))]);
        out.push(table("definitions-table", "Return to player, by definition", &columns, rows.collect(), false));
        out.push(p(&note));
    }
    out
}

fn cell(text: Option<&str>) -> Cell {
    Cell::number(text.unwrap_or("-"), None)
}

/// Where the observed figure lies in its range: words, and a small picture of the same.
fn strip(row: &FigureRow<'_>) -> Html {
    let figure = row.figure;
    let (Some(observed), Some(low), Some(high)) = (figure.observed, figure.low, figure.high) else { return Html::text("no range") };
    if low >= high {
        return Html::text(if (observed - figure.exact).abs() <= 1e-9 * figure.exact.abs().max(1.0) { "exact" } else { "off" });
    }
    let inside = if observed < low {
        "below"
    } else if observed > high {
        "above"
    } else {
        "inside"
    };
    // the range fills the middle half of the strip
    let at = |value: f64| format!("left:{}%", layout::fixed((25.0 + 50.0 * (value - low) / (high - low)).clamp(1.0, 99.0), 1).replace(' ', ""));
    let marks = [
        element("span", &[("class", "exact"), ("style", &at(figure.exact))], []),
        element("span", &[("class", "seen"), ("style", &at(observed))], []),
    ];
    let mut out = element("span", &[("class", "strip"), ("aria-hidden", "true")], marks);
    out.push(Html::text(" "));
    out.push(Html::text(inside));
    out
}
