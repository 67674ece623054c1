//! The tables of a run as plain columns: what is in them, not how they are stored (that is `frame`).

use super::Run;
use crate::stats::totals;
use crate::tally::{Board, Observable};

/// A column: all cells of one type, `None` an empty cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// Words.
    Text(Vec<String>),
    /// Amounts in cents, differences.
    Whole(Vec<i64>),
    /// Counts.
    Count(Vec<u64>),
    /// Figures.
    Real(Vec<Option<f64>>),
}

/// A named table of named columns of equal length.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The stem of its files: `prizes`.
    pub name: &'static str,
    /// Whether it is written as CSV too, beside Parquet.
    pub csv: bool,
    /// Its columns in order.
    pub columns: Vec<(&'static str, Cells)>,
}

impl Table {
    /// Rows of the table.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, cells)| match cells {
            Cells::Text(cells) => cells.len(),
            Cells::Whole(cells) => cells.len(),
            Cells::Count(cells) => cells.len(),
            Cells::Real(cells) => cells.len(),
        })
    }
}

/// Every table the run has: `prizes`, `observables`, `convergence` always; `totals` for dice, `cells` for boards.
#[must_use]
pub fn all(run: &Run<'_>) -> Vec<Table> {
    [Some(prizes(run)), Some(observables(run)), totals_table(run), Some(convergence(run)), cells(run)].into_iter().flatten().collect()
}

fn text<T>(rows: &[T], cell: impl Fn(&T) -> &str) -> Cells {
    Cells::Text(rows.iter().map(|row| cell(row).to_owned()).collect())
}

fn count<T>(rows: &[T], cell: impl Fn(&T) -> u64) -> Cells {
    Cells::Count(rows.iter().map(cell).collect())
}

fn whole<T>(rows: &[T], cell: impl Fn(&T) -> i64) -> Cells {
    Cells::Whole(rows.iter().map(cell).collect())
}

fn real<T>(rows: &[T], cell: impl Fn(&T) -> Option<f64>) -> Cells {
    Cells::Real(rows.iter().map(|row| cell(row).filter(|value| value.is_finite())).collect())
}

/// One row a tier, the losing tier last; `one_in` is empty for a tier that is never drawn.
#[must_use]
pub fn prizes(run: &Run<'_>) -> Table {
    let rows = &run.report.tiers;
    Table {
        name: "prizes",
        csv: true,
        columns: vec![
            ("tier", count(rows, |row| row.tier.into())),
            ("prize_cents", whole(rows, |row| row.prize_cents)),
            ("winners_per_block", count(rows, |row| row.winners_per_block)),
            ("expected", real(rows, |row| Some(row.expected))),
            ("observed", count(rows, |row| row.observed)),
            ("difference", real(rows, |row| Some(row.observed as f64 - row.expected))),
            ("one_in", real(rows, |row| Some(1.0 / row.probability))),
            ("probability", real(rows, |row| Some(row.probability))),
            ("rtp_share", real(rows, |row| Some(row.rtp_share))),
            ("variance_share", real(rows, |row| Some(row.variance_share))),
            ("p_value", real(rows, |row| row.p_value)),
            ("low", real(rows, |row| Some(row.low))),
            ("high", real(rows, |row| Some(row.high))),
            ("detectable", real(rows, |row| row.detectable)),
        ],
    }
}

/// One row a value of an observable under a condition.
///
/// Of dependent counts (the dice of a play) `target_probability` is empty and `target_mean` holds the mean count in a trial; `low`, `high`, `effect` and `detectable` are of that
/// mean. `p_adjusted` and `verdict` are those of the test over all values of the observable under the condition; `verdict` is `shown` where there is none.
#[must_use]
pub fn observables(run: &Run<'_>) -> Table {
    let rows = &run.report.targets;
    Table {
        name: "observables",
        csv: true,
        columns: vec![
            ("observable", text(rows, |row| &row.observable)),
            ("condition", text(rows, |row| &row.condition)),
            ("value", text(rows, |row| &row.value)),
            ("basis", text(rows, |row| &row.basis)),
            ("target_probability", real(rows, |row| row.target_probability.filter(|_| !row.is_mean))),
            ("expected", real(rows, |row| row.expected)),
            ("observed", count(rows, |row| row.observed)),
            ("trials", count(rows, |row| row.trials)),
            ("low", real(rows, |row| Some(row.low))),
            ("high", real(rows, |row| Some(row.high))),
            ("p_value", real(rows, |row| row.p_value)),
            ("p_adjusted", real(rows, |row| row.p_adjusted.filter(|_| row.is_tested()))),
            ("effect", real(rows, |row| row.effect)),
            // the word of the report for what no test judges
            ("verdict", text(rows, |row| if row.is_tested() { row.verdict.word() } else { "shown" })),
            ("unit", text(rows, |row| &row.unit)),
            ("z", real(rows, |row| row.z)),
            ("detectable", real(rows, |row| row.detectable)),
            ("target_mean", real(rows, |row| row.target_probability.filter(|_| row.is_mean))),
        ],
    }
}

/// Dice: one row a point total that exists.
fn totals_table(run: &Run<'_>) -> Option<Table> {
    let rows = totals::rows(&run.offer.table, run.observables, run.tally)?;
    let rows = &rows;
    Some(Table {
        name: "totals",
        csv: true,
        columns: vec![
            ("points", count(rows, |row| row.points)),
            ("prize_cents", whole(rows, |row| row.prize.0)),
            ("target_probability", real(rows, |row| Some(row.target_probability))),
            ("expected", real(rows, |row| Some(row.expected))),
            ("observed", count(rows, |row| row.observed)),
            ("fair_dice_probability", real(rows, |row| row.fair_dice_probability)),
        ],
    })
}

/// One row a point of the convergence curve.
#[must_use]
pub fn convergence(run: &Run<'_>) -> Table {
    let rows = &run.report.convergence;
    Table {
        name: "convergence",
        csv: false,
        columns: vec![
            ("plays", count(rows, |row| row.plays)),
            ("rtp", real(rows, |row| Some(row.rtp))),
            ("low", real(rows, |row| Some(row.low))),
            ("high", real(rows, |row| Some(row.high))),
        ],
    }
}

/// A cell of a board, counted over the conditions whose expected value is known.
#[derive(Clone, Debug, PartialEq)]
struct CellRow {
    set: u64,
    row: u64,
    column: u64,
    symbol: String,
    observed: u64,
    expected: f64,
}

/// Boards: one row a set, symbol and cell that has an expected value; rows and columns count from 1.
fn cells(run: &Run<'_>) -> Option<Table> {
    let mut rows: Vec<CellRow> = Vec::new();
    for observable in run.observables {
        if let Some(board) = &observable.board {
            rows.extend(board_rows(run, observable, board));
        }
    }
    let rows = &rows;
    run.observables.iter().any(|observable| observable.board.is_some()).then(|| Table {
        name: "cells",
        csv: false,
        columns: vec![
            ("set", count(rows, |row| row.set)),
            ("row", count(rows, |row| row.row)),
            ("column", count(rows, |row| row.column)),
            ("symbol", text(rows, |row| &row.symbol)),
            ("observed", count(rows, |row| row.observed)),
            ("expected", real(rows, |row| Some(row.expected))),
        ],
    })
}

/// The cells of one map: conditions are taken in order, those that share plays with an earlier one are left out, so that no play counts twice.
fn board_rows(run: &Run<'_>, observable: &Observable, board: &Board) -> Vec<CellRow> {
    let mut taken = Vec::new();
    let mut conditions = Vec::new();
    for target in &observable.targets {
        if !target.tiers.iter().any(|tier| taken.contains(tier)) {
            taken.extend(&target.tiers);
            conditions.push(target.condition.as_str());
        }
    }
    let of_map: Vec<_> =
        run.report.targets.iter().filter(|row| row.observable == observable.name && conditions.contains(&row.condition.as_str())).collect();
    let mut rows = Vec::new();
    for (cell, value) in observable.values.iter().enumerate() {
        let known: Vec<_> = of_map
            .iter()
            .filter(|row| row.value == *value && row.trials > 0)
            .filter_map(|row| row.expected.map(|expected| (row.observed, expected)))
            .collect();
        if !known.is_empty() && board.columns > 0 {
            rows.push(CellRow {
                set: board.set.into(),
                row: (cell / board.columns + 1) as u64,
                column: (cell % board.columns + 1) as u64,
                symbol: board.symbol.clone(),
                observed: known.iter().map(|(observed, _)| observed).sum(),
                expected: known.iter().map(|(_, expected)| expected).sum(),
            });
        }
    }
    rows
}
