//! The prize table, planned and observed.

use super::explanations;
use super::markup::{Html, element};
use super::table::{Cell, numbers, table};
use crate::report::{Run, words};

/// Tiers on the page; more are in `prizes.csv`.
const MOST: usize = 400;

/// The section.
#[must_use]
pub fn section(run: &Run<'_>) -> Html {
    let columns = [
        numbers("prize"),
        numbers("1 in"),
        numbers("expected"),
        numbers("observed"),
        numbers("difference"),
        numbers("p"),
        numbers("of return"),
        numbers("of variance"),
        numbers("detectable"),
    ];
    let all = words::prize_rows(run);
    let left_out = all.len().saturating_sub(MOST);
    let rows = all.into_iter().take(MOST).map(|row| {
        let numbers = row.row;
        vec![
            Cell::number(&row.prize, numbers.prize_cents as f64),
            Cell::number(&row.one_in, (numbers.probability > 0.0).then(|| 1.0 / numbers.probability)),
            Cell::number(&row.expected, numbers.expected),
            Cell::number(&row.observed, numbers.observed as f64),
            Cell::number(&row.difference, numbers.observed as f64 - numbers.expected),
            Cell::number(&row.p_value, numbers.p_value),
            Cell::number(&row.of_return, numbers.rtp_share),
            Cell::number(&row.of_variance, numbers.variance_share),
            Cell::number(&row.detectable, numbers.detectable),
        ]
    });
    let caption = format!("Prizes ({}), planned and observed", run.game.currency);
    let mut out = table("prizes-table", &caption, &columns, rows.collect(), true);
    if left_out > 0 {
        out.push(element("p", &[], [Html::text(&format!("{left_out} more tiers are in prizes.csv."))]));
    }
    out.push(explanations::columns(&["prize", "1 in", "expected", "observed", "difference", "p", "of return", "of variance", "detectable"]));
    out
}
