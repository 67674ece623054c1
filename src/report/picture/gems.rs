//! The throws of Diamond River: grids of gems on the river, paying lines on a bright band, special symbols on brighter cells, and the wheel.

use super::canvas::{Canvas, Paint};
use super::card::{Board, PAD, fitted};
use super::colours::{CELL, CELL_SPECIAL, DARK_GOLD, GOLD, RIVER, WHITE};
use super::sheet::GAP;
use super::words::{gem, line_gain, money};
use super::{cut, wheel};
use crate::games::gems::{PaidLine, Symbol, Throw, Trace};
use crate::money::Cents;
use crate::report::chart::ChartError;
use crate::report::chart::canvas::{Align, Type};
use crate::report::chart::style::{INK, MUTED};

/// Columns a card takes at least: its words need them.
const LEAST_SPAN: usize = 4;

/// What a board of gems shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All throws, and the wheel.
    All,
    /// One throw.
    Throw(usize),
    /// The wheel.
    Wheel,
}

/// The throws of a play.
pub struct Throws {
    /// The play.
    pub trace: Trace,
    /// What of it is shown.
    pub part: Part,
    /// Whether all slots stand in one row: a sheet of many plays, whose columns are as wide as a slot.
    pub one_row: bool,
    /// The currency of its gains.
    pub currency: String,
}

/// Between slots in rows of four.
const BETWEEN: f64 = 12.0;

impl Throws {
    /// Side of a cell.
    fn cell(&self) -> f64 {
        if self.part == Part::All { 21.0 } else { 44.0 }
    }

    fn edge(&self) -> f64 {
        self.cell() * 0.28
    }

    fn grid_size(&self) -> (f64, f64) {
        let grid = self.trace.grid;
        (grid.columns as f64 * self.cell() + 2.0 * self.edge(), grid.rows as f64 * self.cell() + 2.0 * self.edge())
    }

    /// Height of what stands above a grid: the number of the throw, where the card does not tell it.
    fn above(&self) -> f64 {
        if self.part == Part::All { self.line() } else { 0.0 }
    }

    /// Height of a line of words at a grid.
    fn line(&self) -> f64 {
        if self.part == Part::All { 18.0 } else { 24.0 }
    }

    /// The width of one column of a sheet, so that cards of any number of slots fit: four slots and the card's edges fit four columns.
    fn column(&self) -> f64 {
        self.grid_size().0 + PAD / 2.0
    }

    /// Columns the card takes.
    #[must_use]
    pub fn span(&self) -> usize {
        if self.one_row { self.slots().len().max(LEAST_SPAN) } else { 1 }
    }

    /// From one slot to the next.
    fn slot_step(&self) -> f64 {
        let width = self.grid_size().0;
        if self.one_row && self.slots().len() > 1 { (self.size().0 - width) / (self.slots().len() as f64 - 1.0) } else { width + BETWEEN }
    }

    /// What stands beside each other: throws by number, `None` for the wheel.
    fn slots(&self) -> Vec<Option<usize>> {
        match self.part {
            Part::Throw(number) => vec![Some(number)],
            Part::Wheel => vec![None],
            Part::All => (0..self.trace.throws.len()).map(Some).chain(self.trace.wheel.map(|_| None)).collect(),
        }
    }

    /// Slots in a row.
    fn in_row(&self) -> usize {
        if self.part != Part::All {
            return 1;
        }
        if self.one_row {
            return self.slots().len();
        }
        // at most five beside each other, else two rows
        let slots = self.slots().len();
        if slots <= 5 { slots } else { slots.div_ceil(2) }
    }

    fn slot_size(&self) -> (f64, f64) {
        let (width, height) = self.grid_size();
        let below = if matches!(self.part, Part::Throw(_)) { 0.0 } else { self.line() };
        (width, self.above() + height + below)
    }
}

impl Board for Throws {
    fn size(&self) -> (f64, f64) {
        let (width, height) = self.slot_size();
        if self.one_row {
            return (self.span() as f64 * (self.column() + GAP) - GAP - 2.0 * PAD, height);
        }
        let in_row = self.in_row();
        let rows = self.slots().len().div_ceil(in_row) as f64;
        (in_row as f64 * (width + BETWEEN) - BETWEEN, rows * (height + 6.0) - 6.0)
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), ChartError> {
        let height = self.slot_size().1;
        let (in_row, step) = (self.in_row().max(1), self.slot_step());
        for (place, slot) in self.slots().into_iter().enumerate() {
            let (column, row) = ((place % in_row) as f64, (place / in_row) as f64);
            canvas.at(column * step, row * (height + 6.0), |canvas| match slot {
                Some(number) => self.trace.throws.get(number).map_or(Ok(()), |throw| self.throw(canvas, number, throw)),
                None => self.wheel(canvas),
            })?;
        }
        Ok(())
    }
}

impl Throws {
    fn small(&self) -> f64 {
        if self.part == Part::All { 12.0 } else { 16.0 }
    }

    fn throw(&self, canvas: &mut Canvas, number: usize, throw: &Throw) -> Result<(), ChartError> {
        let (width, height) = self.grid_size();
        let (cell, edge, line, above) = (self.cell(), self.edge(), self.line(), self.above());
        let label = Type::new(self.small()).colour(MUTED);
        if self.part == Part::All {
            let extra = if number >= self.trace.least_throws { "extra throw" } else { "throw" };
            canvas.text(2.0, line / 2.0, &format!("{extra} {}", number + 1), label)?;
        }
        let shadow = if throw.played { RIVER } else { MUTED };
        canvas.rect((0.0, above), (width, height), cell * 0.42, Paint::fill(shadow));
        let columns = self.trace.grid.columns;
        let place = |at: usize| {
            let (row, column) = ((at / columns) as f64, (at % columns) as f64);
            (edge + (column + 0.5) * cell, above + edge + (row + 0.5) * cell)
        };
        // a band from the first cell of a line to the last
        let ends = |paid: &PaidLine| [paid.cells.first(), paid.cells.last()].map(|at| place(at.copied().unwrap_or(0)));
        let inner = cell * 0.92;
        for (at, symbol) in throw.symbols.iter().enumerate() {
            let (x, y) = place(at);
            let tint = if matches!(symbol, Symbol::Gem(_)) { CELL } else { CELL_SPECIAL };
            canvas.rect((x - inner / 2.0, y - inner / 2.0), (inner, inner), cell * 0.2, Paint::fill(tint));
        }
        for paid in &throw.lines {
            canvas.path(&ends(paid), false, Paint::stroke(GOLD, cell * 1.02).round());
        }
        for paid in &throw.lines {
            canvas.path(&ends(paid), false, Paint::stroke(WHITE, cell * 0.82).round());
        }
        // golden gems that pay are framed as a line is
        if self.trace.gold_pays() && throw.played {
            for (at, _) in throw.symbols.iter().enumerate().filter(|(_, symbol)| matches!(symbol, Symbol::Gold)) {
                let (x, y) = place(at);
                for (size, tint) in [(1.02, GOLD), (0.82, WHITE)] {
                    let side = cell * size;
                    canvas.rect((x - side / 2.0, y - side / 2.0), (side, side), side / 2.0, Paint::fill(tint));
                }
            }
        }
        let scale = cell * 0.4 / cut::RADIUS;
        for (at, symbol) in throw.symbols.iter().enumerate() {
            let middle = place(at);
            match *symbol {
                Symbol::Gem(kind) => {
                    let name = self.trace.gems.get(usize::from(kind)).map_or("", |gem| gem.name.as_str());
                    cut::gem(canvas, middle, scale, name, usize::from(kind))?;
                }
                Symbol::Magic => cut::magic(canvas, middle, scale * 0.9)?,
                Symbol::Gold => cut::gold(canvas, middle, scale)?,
                Symbol::PlusOne => cut::plus_one(canvas, middle, scale * 1.05)?,
                Symbol::Wheel => cut::wheel(canvas, middle, scale * 1.02)?,
            }
        }
        // a card of one throw says it below
        if self.part != Part::All {
            return Ok(());
        }
        let (text, pays) = self.caption(throw);
        let font = Type::new(self.small()).colour(if pays { DARK_GOLD } else { MUTED });
        let (text, font) = fitted(if pays { font.bold() } else { font }, &text, width - 4.0)?;
        canvas.text(2.0, above + height + line / 2.0 + 1.0, &text, font)
    }

    /// What a throw brings, and whether that is money.
    fn caption(&self, throw: &Throw) -> (String, bool) {
        if !throw.played {
            return ("not played".to_owned(), false);
        }
        let paid: Cents = throw.lines.iter().map(|line| line.prize).sum();
        let mut parts = Vec::new();
        match throw.lines.as_slice() {
            [] => {}
            [line] => parts.push(self.line_words(line)),
            lines => parts.push(format!("{} lines {}", lines.len(), money(paid, &self.currency))),
        }
        if throw.gold > 0 {
            parts.push(if throw.gold == 1 { "1 dorée".to_owned() } else { format!("{} dorées", throw.gold) });
        }
        if throw.more > 0 {
            parts.push(format!("+{}", throw.more));
        }
        if throw.wheels > 0 {
            parts.push("wheel".to_owned());
        }
        (parts.join(" · "), paid > Cents::ZERO || (throw.gold > 0 && self.trace.gold_pays()))
    }

    fn line_words(&self, line: &PaidLine) -> String {
        line_gain(&self.trace, line, &self.currency)
    }

    fn wheel(&self, canvas: &mut Canvas) -> Result<(), ChartError> {
        let Some(paid) = self.trace.wheel else { return Ok(()) };
        let (width, height) = self.grid_size();
        let (line, above) = (self.line(), self.above());
        // the pointer stands above the rim
        let radius = (width / 2.0).min((height + above - 4.0) / 2.12);
        wheel::draw(canvas, (width / 2.0, radius * 1.1), radius, &self.trace.sectors, paid, &self.currency)?;
        let font = Type::new(self.small()).bold().colour(DARK_GOLD).align(Align::Centre);
        let (text, font) = fitted(font, &format!("wheel {}", money(paid, &self.currency)), width - 4.0)?;
        canvas.text(width / 2.0, above + height + line / 2.0 + 1.0, &text, font)
    }
}

/// The gems of the game with what a line of each pays, for the key: name, number, words.
pub fn key(trace: &Trace, currency: &str) -> Vec<(String, usize, String)> {
    let line = |(number, kind): (usize, &crate::games::gems::Gem)| {
        let name = gem(&kind.name);
        // the word of charts and files beside that of the rules
        let name = if name == kind.name { name.to_owned() } else { format!("{name} ({})", kind.name) };
        (kind.name.clone(), number, format!("{name} {}", money(kind.line, currency)))
    };
    trace.gems.iter().enumerate().map(line).collect()
}

/// The type of words in a key.
pub const fn key_type() -> Type {
    Type::new(12.0).colour(INK)
}
