//! The slow twin of the referee: naive loops from the rule text (5.3 to 5.11) and D2. It shares nothing with the referee but the visual.

use super::super::params::Rules;
use super::super::visual::{Symbol, Visual, Word};
use crate::money::Cents;

/// A line: its gem, and its cells as (row, column).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TwinLine {
    pub gem: u8,
    pub cells: Vec<(usize, usize)>,
    pub direction: usize,
}

/// A grid of symbols, row by row.
pub type Cells = Vec<Vec<Symbol>>;

/// What the twin says of a visual.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct TwinVerdict {
    pub prize: Cents,
    pub ambiguous: bool,
    /// By throw played.
    pub lines: Vec<Vec<TwinLine>>,
    pub gold: usize,
    pub wheel: Option<Cents>,
}

/// `length` cells from (row, column) on in a direction; none if they leave the grid.
fn straight(cells: &Cells, row: usize, column: usize, direction: usize, length: usize) -> Option<Vec<(usize, usize)>> {
    let mut places = Vec::new();
    for step in 0..length {
        let place = match direction {
            0 => (row, column + step),
            1 => (row + step, column),
            2 => (row + step, column + step),
            _ => (row.checked_sub(step)?, column + step),
        };
        if place.0 >= cells.len() || place.1 >= cells[0].len() {
            return None;
        }
        places.push(place);
    }
    Some(places)
}

/// The one gem that all these symbols show, magic gems standing for it; none if a symbol is no gem, if two gems differ, or if all are magic.
fn one_gem(symbols: &[Symbol]) -> Option<u8> {
    let mut gem = None;
    for symbol in symbols {
        match (symbol, gem) {
            (Symbol::Magic, _) => {}
            (Symbol::Gem(shown), None) => gem = Some(*shown),
            (Symbol::Gem(shown), Some(known)) if *shown == known => {}
            _ => return None,
        }
    }
    gem
}

/// Every straight run of `length` cells.
fn runs(cells: &Cells, length: usize) -> Vec<(usize, Vec<(usize, usize)>)> {
    let mut runs = Vec::new();
    for row in 0..cells.len() {
        for column in 0..cells[0].len() {
            for direction in 0..4 {
                runs.extend(straight(cells, row, column, direction, length).map(|places| (direction, places)));
            }
        }
    }
    runs
}

fn shown(cells: &Cells, places: &[(usize, usize)]) -> Vec<Symbol> {
    places.iter().map(|&(row, column)| cells[row][column]).collect()
}

/// The lines of a throw, of `length` cells (5.4, 5.5).
pub fn lines(cells: &Cells, length: usize) -> Vec<TwinLine> {
    let mut lines = Vec::new();
    for (direction, places) in runs(cells, length) {
        if let Some(gem) = one_gem(&shown(cells, &places)) {
            lines.push(TwinLine { gem, cells: places, direction });
        }
    }
    lines
}

/// Whether a throw can be read in two ways (D2; a line of magic gems alone, which may be any gem, too).
pub fn ambiguous(cells: &Cells, length: usize) -> bool {
    let lines = lines(cells, length);
    let mut unclear = runs(cells, length + 1).iter().any(|(_, places)| one_gem(&shown(cells, places)).is_some());
    unclear |= runs(cells, length).iter().any(|(_, places)| shown(cells, places).iter().all(|symbol| *symbol == Symbol::Magic));
    for row in 0..cells.len() {
        for column in 0..cells[0].len() {
            let completed = lines.iter().filter(|line| line.cells.contains(&(row, column))).count();
            unclear |= cells[row][column] == Symbol::Magic && completed >= 2;
        }
    }
    unclear
}

/// A throw of a visual, row by row.
pub fn cells_of<W: Word>(rules: &Rules, visual: &Visual<W>, throw: usize) -> Cells {
    let grid = rules.grid;
    (0..grid.rows).map(|row| (0..grid.columns).map(|column| visual.symbol(throw, grid.cell(row, column))).collect()).collect()
}

/// Scores a visual, throw by throw, as a player would see it.
pub fn judge<W: Word>(rules: &Rules, visual: &Visual<W>) -> TwinVerdict {
    let mut verdict = TwinVerdict::default();
    let mut throws_left = rules.throws;
    let mut extra_given = 0;
    let mut wheels = 0;
    for throw in 0..visual.throws() {
        if throws_left == 0 {
            verdict.ambiguous = true;
            break;
        }
        throws_left -= 1;
        let cells = cells_of(rules, visual, throw);
        let found = lines(&cells, rules.line_length);
        for line in &found {
            verdict.prize = verdict.prize + rules.gems[usize::from(line.gem)].line;
        }
        verdict.lines.push(found);
        verdict.ambiguous |= ambiguous(&cells, rules.line_length);
        for symbol in cells.iter().flatten() {
            match symbol {
                Symbol::Gold => verdict.gold += 1,
                Symbol::Wheel => wheels += 1,
                Symbol::PlusOne if extra_given < rules.most_extra => {
                    extra_given += 1;
                    throws_left += 1;
                }
                _ => {}
            }
        }
    }
    verdict.ambiguous |= throws_left > 0;
    if verdict.gold >= rules.gold_needed as usize {
        verdict.prize = verdict.prize + rules.gold_prize;
    }
    verdict.ambiguous |= verdict.gold >= 2 * rules.gold_needed as usize;
    match visual.wheel() {
        Some(sum) if wheels > 0 && rules.wheel.contains(&sum) => {
            verdict.prize = verdict.prize + sum;
            verdict.wheel = Some(sum);
            verdict.ambiguous |= wheels > 1;
        }
        None if wheels == 0 => {}
        _ => verdict.ambiguous = true,
    }
    verdict
}
