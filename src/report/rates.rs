//! The table of `sim bench`: plays a second, and what a play costs in words, the unit that does not move with the machine.

use super::layout::{Grid, Side, Style, fixed};
use crate::engine::rates::{Rate, Stage};
use serde_json::{Value, json};

/// The rates of one stage of a game: on one thread, and on several where that was asked.
#[derive(Clone, Debug)]
pub struct Row {
    /// The game's id.
    pub game: String,
    /// How far each play goes.
    pub stage: Stage,
    /// One thread.
    pub one: Rate,
    /// All threads, if more than one.
    pub all: Option<Rate>,
}

/// Everything `sim bench` measured.
#[derive(Clone, Debug)]
pub struct Rates {
    /// The yardstick: words of one generator on one thread.
    pub words: Rate,
    /// Threads of `Row::all`.
    pub threads: usize,
    /// Whether the code for wide vectors runs here.
    pub wide: bool,
    /// By game and stage.
    pub rows: Vec<Row>,
}

const fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Prizes => "prizes drawn",
        Stage::Visuals => "and visuals made",
        Stage::Judged => "and judged, counted",
    }
}

const fn key(stage: Stage) -> &'static str {
    match stage {
        Stage::Prizes => "draw",
        Stage::Visuals => "draw+visual",
        Stage::Judged => "draw+visual+judge",
    }
}

fn a_second(rate: Rate) -> f64 {
    rate.done as f64 / rate.time.as_secs_f64()
}

/// Nanoseconds for one.
fn each(rate: Rate) -> f64 {
    1e9 / a_second(rate)
}

/// Three digits with a unit: `43.1 M`.
fn short(number: f64) -> String {
    let (unit, letter) = [(1e9, "G"), (1e6, "M"), (1e3, "k")].into_iter().find(|&(unit, _)| number >= unit).unwrap_or((1.0, ""));
    let value = number / unit;
    format!("{} {letter}", fixed(value, if value < 10.0 { 2 } else { usize::from(value < 100.0) }))
}

/// The table for people.
#[must_use]
pub fn text(rates: &Rates, style: Style) -> String {
    let path = if rates.wide { "wide vectors (AVX2)" } else { "the code for any processor" };
    let mut out = format!("{}\n", style.heading("What a play costs on this machine"));
    out +=
        &style.paragraph("", &format!("A word is one 64-bit output of xoshiro256++: {} ns here. Stages run on {path}.", fixed(each(rates.words), 2)));
    out.push('\n');
    let several = format!("{} threads", rates.threads);
    let mut columns = vec![
        ("game", Side::Left, 0),
        ("each play", Side::Left, 0),
        ("plays/s, 1 thread", Side::Right, 0),
        ("ns a play", Side::Right, 1),
        ("words a play", Side::Right, 0),
    ];
    if rates.threads > 1 {
        columns.extend([(several.as_str(), Side::Right, 0), ("times", Side::Right, 0)]);
    }
    let mut grid = Grid::new(&columns);
    for row in &rates.rows {
        let first = row.stage == Stage::Prizes;
        let mut cells = vec![
            if first { row.game.clone() } else { String::new() },
            name(row.stage).to_owned(),
            short(a_second(row.one)),
            fixed(each(row.one), 1),
            fixed(each(row.one) / each(rates.words), 1),
        ];
        if let Some(all) = row.all {
            cells.extend([short(a_second(all)), fixed(a_second(all) / a_second(row.one), 2)]);
        }
        grid.row(cells);
    }
    out + &grid.lines(style)
}

/// The same for programs: plays a second, nanoseconds and words a play.
#[must_use]
pub fn json_text(rates: &Rates) -> String {
    let rows: Vec<Value> = rates
        .rows
        .iter()
        .map(|row| {
            json!({
                "game": row.game,
                "stage": key(row.stage),
                "plays_per_second": a_second(row.one),
                "nanoseconds": each(row.one),
                "words": each(row.one) / each(rates.words),
                "all_threads": row.all.map(|all| json!({ "plays_per_second": a_second(all), "times": a_second(all) / a_second(row.one) })),
            })
        })
        .collect();
    let whole = json!({ "word_nanoseconds": each(rates.words), "threads": rates.threads, "wide_vectors": rates.wide, "rates": rows });
    format!("{whole:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn costs_are_in_words_and_threads_in_times() {
        let rate = |done| Rate { done, time: Duration::from_secs(1) };
        let row = Row { game: "yams".to_owned(), stage: Stage::Judged, one: rate(40_000_000), all: Some(rate(76_000_000)) };
        let rates = Rates { words: rate(800_000_000), threads: 2, wide: false, rows: vec![row] };
        let text = text(&rates, Style::default());
        for part in ["1.25 ns", "40.0 M", "25.0", "20.0", "76.0 M", "1.90"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let read: Value = serde_json::from_str(&json_text(&rates)).unwrap();
        assert_eq!(read["rates"][0]["words"], 20.0);
        assert_eq!(read["rates"][0]["all_threads"]["times"], 1.9);
    }
}
