//! `cells`: where on the board each symbol stands, one small map a symbol, one figure a set.
//!
//! The number in a cell is its relative difference from the expected count; its colour says how many standard errors that is, so that pale means
//! chance. Where few are expected the number is the count itself. Where there is no target it is the frequency, the darker the more
//! frequent.

use super::canvas::{Align, Pen, Picture, Type};
use super::frame;
use super::number::{self, THIN};
use super::style::{ALARM, AS_EXPECTED, Colour, INK, MARGIN, MUTED, PAPER, SMALL, WIDTH, diverging, sequential};
use super::{About, ChartError};
use crate::stats::{Report, TargetRow, VerdictLevel};
use crate::tally::Observable;

/// Standard errors at which a cell has its full colour.
const FULL_COLOUR: f64 = 5.0;
/// Expected marks a cell below which counts are shown instead of relative differences.
const FEW: f64 = 10.0;

/// A cell of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    /// Marks counted.
    pub observed: u64,
    /// The number shown: a relative difference (fraction), or a frequency (fraction of the trials).
    pub value: f64,
    /// Standard errors from the expected count; `None` when there is no target.
    pub z: Option<f64>,
}

/// One symbol.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Map {
    pub name: String,
    pub about: String,
    pub rows: usize,
    pub columns: usize,
    pub trials: u64,
    /// Row by row.
    pub cells: Vec<Cell>,
    pub has_target: bool,
    /// Marks a cell, on average, expected or else seen, where they are too few for a relative difference to say much.
    pub few: Option<f64>,
    /// It was counted on one visual in so many.
    pub one_in: u64,
    pub verdict: VerdictLevel,
}

/// The figure's numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cells {
    pub title: String,
    pub subtitle: Vec<String>,
    pub maps: Vec<Map>,
    /// The relative difference from its map's mean at which a frequency has the full colour, the same for all maps.
    pub reach: f64,
    pub note: String,
}

impl Cells {
    /// One figure a set, by name: `cells` where there is one set only, else `cells-set-1` and so on.
    pub fn all(report: &Report, about: &About, observables: &[Observable]) -> Vec<(String, Self)> {
        let boards = observables.iter().filter_map(|observable| observable.board.as_ref().map(|board| (board.set, observable)));
        let mut sets: Vec<(u8, Vec<Map>)> = Vec::new();
        for (set, observable) in boards {
            let Some(map) = map(report, observable) else { continue };
            match sets.iter_mut().find(|known| known.0 == set) {
                Some(known) => known.1.push(map),
                None => sets.push((set, vec![map])),
            }
        }
        sets.sort_by_key(|set| set.0);
        let several = sets.len() > 1;
        sets.into_iter()
            .map(|(set, maps)| {
                let name = if several { format!("cells-set-{set}") } else { "cells".to_owned() };
                (name, Self::of(report, about, several.then_some(set), maps))
            })
            .collect()
    }

    fn of(report: &Report, about: &About, set: Option<u8>, maps: Vec<Map>) -> Self {
        let enough = || maps.iter().filter(|map| map.few.is_none());
        let furthest = enough().flat_map(|map| map.cells.iter().filter_map(|cell| cell.z)).map(f64::abs).fold(f64::NEG_INFINITY, f64::max);
        let tested = maps.iter().filter(|map| map.has_target).count();
        let odd = |verdict| maps.iter().filter(move |map| map.verdict == verdict).map(|map| map.name.as_str()).collect::<Vec<&str>>();
        let (bad, odd) = (odd(VerdictLevel::Fail), odd(VerdictLevel::Warn));
        let and_more = |names: &[&str]| if names.len() > 1 { format!(" and {} more", names.len() - 1) } else { String::new() };
        let place = set.map_or(String::new(), |set| format!("Set {set}: "));
        let seen = maps.iter().filter(|map| !map.is_empty()).count();
        let finding = if let Some(first) = bad.first() {
            format!("{first}{} not spread over the board as the target says", and_more(&bad))
        } else if let Some(first) = odd.first() {
            format!("nothing fails, but worth a look: {first}{}", and_more(&odd))
        } else if seen == 0 {
            "no symbol was seen yet".to_owned()
        } else if tested == 0 {
            "where each symbol stands on the board".to_owned()
        } else if furthest.is_finite() {
            let which = match (enough().filter(|map| map.has_target).count() == tested, tested == maps.len()) {
                (true, true) => "every symbol is",
                (true, false) => "every symbol with a target is",
                (false, _) => "symbols seen often enough are",
            };
            format!("{which} spread as expected; furthest cell {} standard errors off", number::real(furthest, 1))
        } else {
            "too few symbols to compare yet: the counts by cell".to_owned()
        };
        let title = if place.is_empty() { frame::capital(&finding) } else { place + &finding };
        let mut note = String::new();
        if maps.iter().any(Map::is_compared) {
            note.push_str("Number: difference from the expected count in\u{202f}%. Colour: how many standard errors that is.");
        }
        if maps.iter().any(|map| map.few.is_some()) {
            note.push_str(&format!(" Where fewer than {FEW} are expected a cell, or seen without a target: the count itself, without colour."));
        }
        if maps.iter().any(|map| map.cells.iter().any(|cell| cell.value.is_nan())) {
            note.push_str(" A dash: none expected, none seen.");
        }
        if maps.iter().any(Map::is_frequency) {
            note.push_str(
                " Maps without a target show the frequency in\u{202f}%, coloured by how far it is from the mean of its map: the ends of the scale are five standard errors off, or \
                 where the furthest cell is if that is further.",
            );
        }
        note.push_str(&sampled(&maps));
        let reach = round_reach(maps.iter().filter(|map| map.is_frequency()).map(Map::reach).fold(0.0, f64::max));
        Self { title, subtitle: vec![frame::what_was_run(report, about)], maps, reach, note: note.trim().to_owned() }
    }

    /// Maps side by side.
    fn across(&self) -> usize {
        let wanted = match self.maps.len() {
            0 | 1 => 1,
            2 => 2,
            3..=9 => 3,
            _ => 4,
        };
        let fits = |&across: &usize| panel(across) - AXIS >= LEAST_SIDE * self.widest();
        (1..=wanted).rev().find(fits).unwrap_or(1)
    }

    /// Columns of the widest map.
    fn widest(&self) -> f64 {
        self.maps.iter().map(|map| map.columns).max().unwrap_or(1).max(1) as f64
    }

    /// The picture.
    pub fn draw(&self) -> Result<Picture, ChartError> {
        let across = self.across();
        let panel = panel(across);
        let side = ((panel - AXIS) / self.widest()).min(if across == 1 { 92.0 } else { 60.0 });
        let tall = if across == 1 { side * 0.72 } else { side * 0.8 };
        let (compared, frequencies) = (self.maps.iter().any(Map::is_compared), self.maps.iter().any(Map::is_frequency));
        let keys = f64::from(u8::from(compared)) + f64::from(u8::from(frequencies));
        let head = frame::header_height(&self.title, &self.subtitle)? + if keys > 0.0 { 20.0 + 26.0 * keys } else { 18.0 };
        let mut y = head;
        let mut places: Vec<(f64, f64)> = Vec::new();
        for row in self.maps.chunks(across) {
            let rows = row.iter().map(|map| map.rows).max().unwrap_or(0);
            places.extend((0..row.len()).map(|column| (MARGIN + column as f64 * (panel + GAP), y)));
            y += PANEL_HEAD + tall * rows as f64 + 34.0;
        }
        let notes = Type::new(SMALL).lines(&self.note, WIDTH - 2.0 * MARGIN)?.len();
        let height = y + 24.0 + 17.0 * notes as f64;
        Picture::draw(WIDTH, height, |pen| {
            let below = frame::header(pen, &self.title, &self.subtitle)?;
            let mut key = below + 8.0;
            if compared {
                draw_colours(pen, key)?;
                key += 26.0;
            }
            if frequencies {
                draw_frequency_colours(pen, key, self.reach)?;
            }
            for (map, &(x, y)) in self.maps.iter().zip(&places) {
                map.draw(pen, (x, y), panel, (side, tall), self.reach)?;
            }
            frame::foot(pen, height - 20.0, &self.note)
        })
    }
}

/// Width of a map, so many side by side.
fn panel(across: usize) -> f64 {
    (WIDTH - 2.0 * MARGIN - GAP * (across - 1) as f64) / across as f64
}

/// Which visuals were looked at, where not all were.
fn sampled(maps: &[Map]) -> String {
    let mut one_in: Vec<u64> = maps.iter().map(|map| map.one_in).filter(|&one_in| one_in > 1).collect();
    one_in.sort_unstable();
    one_in.dedup();
    match one_in.as_slice() {
        [] => String::new(),
        [one] => format!(" Cells are counted on one visual in {one}."),
        [one, more @ ..] => {
            let more: Vec<String> = more.iter().map(u64::to_string).collect();
            format!(" Cells are counted on one visual in {one} or {}, by symbol.", more.join(" or "))
        }
    }
}

/// The least width of a cell that has room for its number.
const LEAST_SIDE: f64 = 29.0;
/// Between two maps.
const GAP: f64 = 26.0;
/// Left of a map: the numbers of the rows.
const AXIS: f64 = 16.0;
/// Above a map: its name and what was counted.
const PANEL_HEAD: f64 = 40.0;

/// The map of an observable: its rows in the report under the condition with the most trials.
fn map(report: &Report, observable: &Observable) -> Option<Map> {
    let board = observable.board.as_ref()?;
    let mut conditions: Vec<(&str, Vec<&TargetRow>)> = Vec::new();
    for row in report.targets.iter().filter(|row| row.observable == observable.name) {
        match conditions.iter_mut().find(|known| known.0 == row.condition) {
            Some(known) => known.1.push(row),
            None => conditions.push((&row.condition, vec![row])),
        }
    }
    let cells = board.rows.checked_mul(board.columns).filter(|&cells| cells > 0 && cells == observable.values.len())?;
    let complete = conditions.into_iter().filter(|condition| condition.1.len() == cells);
    let (condition, rows) = complete.max_by_key(|condition| condition.1.first().map_or(0, |row| row.trials))?;
    let has_target = rows.iter().all(|row| row.expected.is_some()) && rows.iter().any(|row| row.expected.is_some_and(|expected| expected > 0.0));
    let counted: u64 = rows.iter().map(|row| row.observed).sum();
    let all = if has_target { rows.iter().filter_map(|row| row.expected).sum::<f64>() } else { counted as f64 };
    let mean = all / rows.len() as f64;
    let few = (mean < FEW).then_some(mean);
    let trials = rows.first().map_or(0, |row| row.trials);
    let cell = |row: &&TargetRow| {
        let observed = row.observed as f64;
        match row.expected {
            // none expected, none seen: a place where the symbol cannot stand
            Some(expected) if has_target && expected <= 0.0 => {
                Cell { observed: row.observed, value: if row.observed > 0 { f64::INFINITY } else { f64::NAN }, z: None }
            }
            Some(expected) if has_target => {
                Cell { observed: row.observed, value: (observed - expected) / expected, z: row.z.filter(|z| z.is_finite()) }
            }
            _ => Cell { observed: row.observed, value: if trials == 0 { 0.0 } else { observed / trials as f64 }, z: None },
        }
    };
    let plays = if condition == "all plays" { String::new() } else { format!(", {condition}") };
    Some(Map {
        name: readable(&board.symbol),
        about: format!(
            "{} in {} {}{plays}",
            number::count(counted),
            number::count(trials),
            if trials == 1 { observable.unit.plural().trim_end_matches('s') } else { observable.unit.plural() }
        ),
        trials,
        rows: board.rows,
        columns: board.columns,
        cells: rows.iter().map(cell).collect(),
        has_target,
        few,
        one_in: board.one_in,
        verdict: rows.iter().map(|row| row.verdict).max().unwrap_or(VerdictLevel::Pass),
    })
}

/// A symbol of the contract's JSON in plain words: `shooting-star:nw-se` is `shooting star, nw-se`.
fn readable(symbol: &str) -> String {
    match symbol.split_once(':') {
        Some((kind, detail)) => format!("{}, {detail}", kind.replace('-', " ")),
        None => symbol.replace('-', " "),
    }
}

impl Map {
    /// Whether nothing was counted and nothing expected: no trial, or none that shows anything.
    fn is_empty(&self) -> bool {
        self.cells.iter().all(|cell| cell.observed == 0) && self.few.is_none_or(|mean| mean <= 0.0)
    }

    /// Whether its colours are distances from a target.
    fn is_compared(&self) -> bool {
        self.has_target && self.few.is_none() && !self.is_empty()
    }

    /// Whether its colours are frequencies.
    fn is_frequency(&self) -> bool {
        !self.has_target && self.few.is_none() && !self.is_empty()
    }

    /// The mean of its numbers.
    pub fn mean(&self) -> f64 {
        self.cells.iter().map(|cell| cell.value).sum::<f64>() / self.cells.len().max(1) as f64
    }

    /// How far its frequencies go from their mean, relative to it; not less than chance makes them.
    fn reach(&self) -> f64 {
        let mean = self.mean();
        let chance = FULL_COLOUR * (mean * (1.0 - mean).max(0.0) / self.trials.max(1) as f64).max(0.0).sqrt();
        let furthest = self.cells.iter().map(|cell| (cell.value - mean).abs()).fold(chance, f64::max);
        if mean > 0.0 && furthest.is_finite() { furthest / mean } else { 0.0 }
    }

    /// The text and the colour of each cell, row by row; `reach` is that of the scale of frequencies.
    pub fn shown(&self, reach: f64) -> Vec<(String, Colour)> {
        let most = self.cells.iter().map(|cell| cell.value.abs()).filter(|value| value.is_finite()).fold(0.0, f64::max);
        let half = reach * self.mean();
        let mean = self.mean();
        let decimals = match most * 100.0 {
            value if value >= 10.0 => usize::from(!self.has_target),
            value if value >= 1.0 => 1,
            value if value >= 0.1 => 2,
            _ => 3,
        };
        let cell = |cell: &Cell| {
            if self.is_empty() {
                (String::new(), AS_EXPECTED)
            } else if cell.value.is_nan() {
                ("–".to_owned(), AS_EXPECTED)
            } else if self.has_target && cell.value.is_infinite() {
                (number::count(cell.observed), diverging(1.0))
            } else if self.few.is_some() {
                // so few have no normal distance: a colour would only alarm
                (number::count(cell.observed), AS_EXPECTED)
            } else if self.has_target {
                let position = cell.z.map_or(if most > 0.0 { cell.value / most } else { 0.0 }, |z| z / FULL_COLOUR);
                (number::signed(cell.value * 100.0, decimals), diverging(position))
            } else {
                let share = if half > 0.0 { (cell.value - mean) / half } else { 0.0 };
                (number::real(cell.value * 100.0, decimals), frequency_colour(share))
            }
        };
        self.cells.iter().map(cell).collect()
    }

    fn draw(&self, pen: &mut Pen<'_>, (x, y): (f64, f64), panel: f64, (side, tall): (f64, f64), reach: f64) -> Result<(), ChartError> {
        let name = Type::new(14.0).bold().colour(if self.verdict == VerdictLevel::Pass { INK } else { ALARM });
        let title = if self.verdict == VerdictLevel::Pass { self.name.clone() } else { format!("{} ({})", self.name, self.verdict.word()) };
        pen.text(x + AXIS, y + 8.0, &name.cut(&title, panel - AXIS)?, name)?;
        let about = match self.few {
            Some(mean) if self.has_target => format!("{}, {} a cell expected", self.about, number::expected(mean)),
            None if self.is_frequency() => format!("{}, in{THIN}%", self.about),
            _ => self.about.clone(),
        };
        let small = Type::new(SMALL - 1.0).colour(MUTED);
        let font = small.fitted(&about, panel - AXIS, 0.8)?;
        pen.text(x + AXIS, y + 25.0, &font.cut(&about, panel - AXIS)?, font)?;
        let (left, top) = (x + AXIS, y + PANEL_HEAD);
        let shown = self.shown(reach);
        let widest = shown.iter().map(|cell| cell.0.as_str()).max_by_key(|text| text.chars().count()).unwrap_or("");
        let font = Type::new((side * 0.26).clamp(9.0, 15.0)).align(Align::Centre).fitted(widest, side - 4.0, 0.75)?;
        let has_room = font.width(widest)? <= side - 1.0;
        for (index, (text, colour)) in shown.iter().enumerate() {
            let (row, column) = ((index / self.columns) as f64, (index % self.columns) as f64);
            let (cell_x, cell_y) = (left + column * side, top + row * tall);
            pen.rect(cell_x, cell_y, side - 1.5, tall - 1.5, *colour)?;
            let ink = if colour.is_dark() { PAPER } else { INK };
            if has_room {
                pen.text(cell_x + (side - 1.5) / 2.0, cell_y + (tall - 1.5) / 2.0, text, font.colour(ink))?;
            }
        }
        for row in 0..self.rows {
            pen.text(left - 6.0, top + (row as f64 + 0.5) * tall, &(row + 1).to_string(), small.align(Align::Right))?;
        }
        for column in 0..self.columns {
            let below = top + tall * self.rows as f64 + 9.0;
            pen.text(left + (column as f64 + 0.5) * side, below, &(column + 1).to_string(), small.align(Align::Centre))?;
        }
        Ok(())
    }
}

/// The colour of a frequency: -1 and 1 are as far from the map's mean as its scale goes.
fn frequency_colour(share: f64) -> Colour {
    sequential(0.5 + 0.5 * share)
}

/// A reach whose fifth is one round digit of a percentage, not less than `reach`.
fn round_reach(reach: f64) -> f64 {
    let step = reach * 20.0;
    let digit = 10_f64.powi(number::floor_log10(step));
    if step > 0.0 && step.is_finite() { (step / digit - 1e-9).ceil() * digit / 20.0 } else { 0.0 }
}

/// The colours of the frequencies, as a strip of steps: how far from the mean of the map, in per cent of it.
fn draw_frequency_colours(pen: &mut Pen<'_>, y: f64, reach: f64) -> Result<(), ChartError> {
    let font = Type::new(SMALL).colour(MUTED);
    // the strip stands under that of the standard errors
    let mut x = MARGIN + font.width("fewer than expected")? + 12.0;
    pen.text(x - 12.0, y, "rarer (no target)", font.align(Align::Right))?;
    let decimals = number::digits_for(reach * 20.0, 1);
    for step in -5..=5_i32 {
        let colour = frequency_colour(f64::from(step) / 5.0);
        pen.rect(x, y - 9.0, 29.0, 18.0, colour)?;
        let ink = if colour.is_dark() { PAPER } else { INK };
        let text = if step == 0 { "mean".to_owned() } else { number::signed(f64::from(step) / 5.0 * reach * 100.0, decimals) };
        let small = Type::new(SMALL - 2.0).colour(ink).align(Align::Centre);
        pen.text(x + 14.5, y, &text, small.fitted(&text, 27.0, 0.6)?)?;
        x += 30.0;
    }
    pen.text(x + 11.0, y, "more frequent (in % of the mean of its map)", font)
}

/// The colours of the standard errors, as a strip of steps.
fn draw_colours(pen: &mut Pen<'_>, y: f64) -> Result<(), ChartError> {
    let font = Type::new(SMALL).colour(MUTED);
    let name = "fewer than expected";
    pen.text(MARGIN, y, name, font)?;
    let mut x = MARGIN + font.width(name)? + 12.0;
    for z in -5..=5_i32 {
        let colour = diverging(f64::from(z) / FULL_COLOUR);
        pen.rect(x, y - 9.0, 29.0, 18.0, colour)?;
        let ink = if colour.is_dark() { PAPER } else { INK };
        pen.text(x + 14.5, y, &number::signed(f64::from(z), 0), Type::new(SMALL - 1.0).colour(ink).align(Align::Centre))?;
        x += 30.0;
    }
    pen.text(x + 11.0, y, "more than expected (standard errors)", font)
}
