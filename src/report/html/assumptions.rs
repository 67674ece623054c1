//! The assumptions in force: decisions with their numbers, the rules they fill in, and what a changed game file changes.

use super::markup::{Html, element, p};
use super::table::{Cell, table, words};
use crate::report::Run;
use crate::report::catalogue::changes;

/// Changed keys on the page.
const MOST_CHANGES: usize = 200;

/// The section.
#[must_use]
pub fn section(run: &Run<'_>) -> Html {
    let game = run.game;
    let mut out = Html::default();
    if game.decisions.is_empty() {
        out.push(p("The game file states no decision."));
    } else {
        out.push(p("Where the rules are silent, these decisions are in force; they can be changed in a copy of the game file."));
        out.push(list(game.decisions.iter().map(|decision| (decision.id.as_str(), decision.text.as_str()))));
    }
    if let Some((base, changed)) = changes(game) {
        out.push(element("h3", &[], [Html::text(&format!("What this file changes of the built-in game {base}"))]));
        let columns = [words("key of the game file"), words("built-in"), words("in force")];
        let value = |value: &Option<String>| Cell::text(value.as_deref().unwrap_or("-")).class("long");
        let left_out = changed.len().saturating_sub(MOST_CHANGES);
        let rows = changed.iter().take(MOST_CHANGES).map(|row| vec![Cell::text(&row.key).class("long"), value(&row.a), value(&row.b)]);
        out.push(table("changes-table", "Keys that differ from the built-in game", &columns, rows.collect(), false));
        if left_out > 0 {
            out.push(p(&format!("{left_out} more: `sim compare` with both files and `--format json`.")));
        }
    }
    if !game.articles.is_empty() {
        out.push(element("h3", &[], [Html::text("The rules, in our words; numbers are those of the official articles")]));
        out.push(list(game.articles.iter().map(|article| (article.number.as_str(), article.text.as_str()))));
    }
    if !game.source.is_empty() {
        out.push(p(&format!("Official rules: {}", game.source)));
    }
    out
}

fn list<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Html {
    let pairs = pairs.map(|(name, text)| {
        let mut pair = element("dt", &[], [Html::text(name)]);
        pair.push(element("dd", &[], [Html::prose(text)]));
        element("div", &[], [pair])
    });
    element("dl", &[("class", "terms")], pairs)
}
