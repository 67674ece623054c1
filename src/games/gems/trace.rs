//! A play explained, slowly: throw by throw, cell by cell, which lines pay and what the special symbols do. For pictures.
//!
//! It shares no bit plane and no loop with the referee, and a test holds the two to the same result.

use super::json;
use super::params::{Gem, Params, Rules};
use super::visual::{Grid, Symbol, Visual, Word};
use crate::game::VisualError;
use crate::money::Cents;
use crate::spec::{Findings, GameFile, Offer};

/// Steps (down, right) of a line, in the order of `DIRECTION_NAMES`.
const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

/// A line that pays (5.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidLine {
    /// The gem, by its number in the game file.
    pub gem: usize,
    /// Its cells, row by row from 0, in the order of the line.
    pub cells: Vec<usize>,
    /// The direction: an index of `DIRECTION_NAMES`.
    pub direction: usize,
    /// Whether a magic gem completes it (5.5).
    pub magic: bool,
    /// What it pays.
    pub prize: Cents,
}

/// One throw, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The symbols row by row.
    pub symbols: Vec<Symbol>,
    /// Whether the throw is played: a throw that no "+1" allows is not.
    pub played: bool,
    /// The lines that pay.
    pub lines: Vec<PaidLine>,
    /// Golden gems in it.
    pub gold: usize,
    /// "+1" in it.
    pub more: usize,
    /// Wheel symbols in it.
    pub wheels: usize,
}

/// A play, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The size of the grids.
    pub grid: Grid,
    /// The gems of the game.
    pub gems: Vec<Gem>,
    /// Throws of a play without a "+1" (5.3).
    pub least_throws: usize,
    /// The throws in their order.
    pub throws: Vec<Throw>,
    /// Golden gems that pay together (5.6).
    pub gold_needed: usize,
    /// What they pay.
    pub gold_prize: Cents,
    /// Golden gems collected in played throws.
    pub gold: usize,
    /// What the wheel pays; `None` where it is not turned.
    pub wheel: Option<Cents>,
    /// The sums of the wheel with their sectors (5.8).
    pub sectors: Vec<(Cents, u64)>,
    /// What the play pays (5.10).
    pub prize: Cents,
    /// Whether two readers could score it differently (D2).
    pub ambiguous: bool,
}

impl Trace {
    /// Whether the golden gems pay.
    #[must_use]
    pub const fn gold_pays(&self) -> bool {
        self.gold >= self.gold_needed
    }
}

/// Explains plays of a game at one stake.
#[derive(Clone, Debug)]
pub struct Tracer {
    rules: Rules,
}

impl Tracer {
    /// The tracer of a game file at an offer of it.
    ///
    /// # Errors
    /// Every mistake in the section `[gems]`.
    pub fn new(file: &GameFile, offer: &Offer) -> Result<Self, Findings> {
        Ok(Self { rules: Params::read(file, offer)?.rules })
    }

    /// Explains the play of a line of JSON.
    ///
    /// # Errors
    /// When the line is no visual of the game.
    pub fn trace(&self, line: &str) -> Result<Trace, VisualError> {
        // the wider word has room for every grid
        json::read::<u64>(&self.rules, line).map(|visual| self.explain(&visual))
    }

    pub(super) fn explain<W: Word>(&self, visual: &Visual<W>) -> Trace {
        let rules = &self.rules;
        let mut allowed = rules.throws;
        let mut throws: Vec<Throw> = Vec::new();
        let mut ambiguous = false;
        for number in 0..visual.throws() {
            let symbols: Vec<Symbol> = rules.grid.by_rows().map(|cell| visual.symbol(number, cell)).collect();
            let of = |wanted: Symbol| symbols.iter().filter(|&&symbol| symbol == wanted).count();
            let (gold, more, wheels) = (of(Symbol::Gold), of(Symbol::PlusOne), of(Symbol::Wheel));
            let played = number < allowed;
            let mut lines = Vec::new();
            if played {
                // 5.7: each "+1" adds a throw, up to a limit
                allowed = (allowed + more).min(rules.throws + rules.most_extra);
                let unclear;
                (lines, unclear) = lines_of(rules, &symbols);
                ambiguous |= unclear;
            }
            throws.push(Throw { symbols, played, lines, gold, more, wheels });
        }
        ambiguous |= throws.len() != allowed;
        let in_play = || throws.iter().filter(|throw| throw.played);
        let gold: usize = in_play().map(|throw| throw.gold).sum();
        let gold_needed = usize::try_from(rules.gold_needed).unwrap_or(usize::MAX);
        ambiguous |= gold >= 2 * gold_needed;
        let wheels: usize = in_play().map(|throw| throw.wheels).sum();
        let wheel = visual.wheel().filter(|sum| wheels > 0 && rules.wheel.contains(sum));
        ambiguous |= (wheels > 0 || visual.wheel().is_some()) && (wheels != 1 || wheel.is_none());
        let lines: Cents = in_play().flat_map(|throw| &throw.lines).map(|line| line.prize).sum();
        let gold_gain = if gold >= gold_needed { rules.gold_prize } else { Cents::ZERO };
        Trace {
            grid: rules.grid,
            gems: rules.gems.clone(),
            least_throws: rules.throws,
            gold_needed,
            gold_prize: rules.gold_prize,
            gold,
            wheel,
            sectors: rules.wheel.iter().copied().zip(rules.wheel_sectors.iter().copied()).collect(),
            prize: lines + gold_gain + wheel.unwrap_or(Cents::ZERO),
            ambiguous,
            throws,
        }
    }
}

/// The lines of one throw, direction by direction, and whether they can be read in two ways (D2).
fn lines_of(rules: &Rules, symbols: &[Symbol]) -> (Vec<PaidLine>, bool) {
    let Grid { rows, columns } = rules.grid;
    let mut lines: Vec<PaidLine> = Vec::new();
    let mut unclear = false;
    for (direction, (down, right)) in DIRECTIONS.into_iter().enumerate() {
        for start in 0..rows * columns {
            let along = |steps: isize| {
                let row = (start / columns).checked_add_signed(down * steps).filter(|&row| row < rows)?;
                let column = (start % columns).checked_add_signed(right * steps).filter(|&column| column < columns)?;
                Some(row * columns + column)
            };
            let Some(cells) = (0..rules.line_length).map(|place| along(place.cast_signed())).collect::<Option<Vec<usize>>>() else { continue };
            let shown: Vec<Symbol> = cells.iter().map(|&cell| symbols[cell]).collect();
            let magic = shown.contains(&Symbol::Magic);
            let gems: Vec<u8> = shown.iter().filter_map(|symbol| if let Symbol::Gem(gem) = symbol { Some(*gem) } else { None }).collect();
            let all_gems = shown.iter().all(|symbol| matches!(symbol, Symbol::Gem(_) | Symbol::Magic));
            if !all_gems || gems.iter().any(|gem| Some(gem) != gems.first()) {
                continue;
            }
            // magic gems alone show no gem of their own
            let Some(&gem) = gems.first() else {
                unclear = true;
                continue;
            };
            let gem = usize::from(gem);
            let prize = rules.gems.get(gem).map_or(Cents::ZERO, |gem| gem.line);
            for other in &lines {
                // two windows one step apart are a run of one more; a magic gem completes one line at most
                let shared = cells.len() - 1;
                unclear |= other.direction == direction && (other.cells[1..] == cells[..shared] || cells[1..] == other.cells[..shared]);
                unclear |= other.cells.iter().any(|cell| cells.contains(cell) && symbols[*cell] == Symbol::Magic);
            }
            lines.push(PaidLine { gem, cells, direction, magic, prize });
        }
    }
    (lines, unclear)
}
