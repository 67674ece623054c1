//! A visual as JSON, in the words of the contract, both ways.

use super::params::Rules;
use super::visual::{MOST_THROWS, Symbol, Visual, Word};
use crate::game::VisualError;
use crate::money::Cents;
use serde::{Deserialize, Serialize};

#[derive(Serialize)]
struct Written<'a> {
    game: &'a str,
    stake_cents: i64,
    prize_cents: i64,
    throws: Vec<WrittenThrow<'a>>,
    wheel_cents: Option<i64>,
}

#[derive(Serialize)]
struct WrittenThrow<'a> {
    rows: usize,
    columns: usize,
    symbols: Vec<&'a str>,
}

#[derive(Deserialize)]
struct Read {
    throws: Vec<ReadThrow>,
    #[serde(default)]
    wheel_cents: Option<i64>,
}

#[derive(Deserialize)]
struct ReadThrow {
    rows: usize,
    columns: usize,
    symbols: Vec<String>,
}

/// The word of a symbol.
fn word(rules: &Rules, symbol: Symbol) -> &str {
    match symbol {
        Symbol::Gem(gem) => rules.gems.get(usize::from(gem)).map_or("?", |gem| &gem.name),
        Symbol::Magic => "magic",
        Symbol::Gold => "gold",
        Symbol::PlusOne => "+1",
        Symbol::Wheel => "wheel",
    }
}

fn symbol_of(rules: &Rules, word: &str) -> Option<Symbol> {
    match word {
        "magic" => Some(Symbol::Magic),
        "gold" => Some(Symbol::Gold),
        "+1" => Some(Symbol::PlusOne),
        "wheel" => Some(Symbol::Wheel),
        _ => rules.gems.iter().position(|gem| gem.name == word).and_then(|gem| u8::try_from(gem).ok()).map(Symbol::Gem),
    }
}

/// One line of JSON.
#[must_use]
pub fn write<W: Word>(rules: &Rules, game: &str, stake: Cents, prize: Cents, visual: &Visual<W>) -> String {
    let throws = (0..visual.throws()).map(|throw| WrittenThrow {
        rows: rules.grid.rows,
        columns: rules.grid.columns,
        symbols: rules.grid.by_rows().map(|cell| word(rules, visual.symbol(throw, cell))).collect(),
    });
    let written =
        Written { game, stake_cents: stake.0, prize_cents: prize.0, throws: throws.collect(), wheel_cents: visual.wheel().map(|sum| sum.0) };
    serde_json::to_string(&written).unwrap_or_default()
}

/// Reads a visual.
///
/// # Errors
/// What is wrong: no JSON, another grid, an unknown symbol, a number of throws no play has, a sum the wheel does not have.
pub fn read<W: Word>(rules: &Rules, line: &str) -> Result<Visual<W>, VisualError> {
    let read: Read = serde_json::from_str(line).map_err(|error| VisualError(format!("no visual of this game: {error}")))?;
    let mut visual = blank(rules, read.throws.len())?;
    for (throw, grid) in read.throws.iter().enumerate() {
        if (grid.rows, grid.columns) != (rules.grid.rows, rules.grid.columns) || grid.symbols.len() != rules.grid.cells() {
            return Err(VisualError(format!(
                "throw {} has {} x {} cells and {} symbols: this game has {} x {} cells, one symbol in each",
                throw + 1,
                grid.rows,
                grid.columns,
                grid.symbols.len(),
                rules.grid.rows,
                rules.grid.columns
            )));
        }
        for (cell, word) in rules.grid.by_rows().zip(&grid.symbols) {
            let symbol = symbol_of(rules, word).ok_or_else(|| VisualError(format!("throw {}: `{word}` is no symbol of this game", throw + 1)))?;
            visual.set(throw, cell, symbol);
        }
    }
    visual.set_wheel(read.wheel_cents.map(|sum| sector(rules, Cents(sum))).transpose()?);
    Ok(visual)
}

/// A blank visual of so many throws.
pub(super) fn blank<W: Word>(rules: &Rules, throws: usize) -> Result<Visual<W>, VisualError> {
    let most = (rules.throws + rules.most_extra).min(MOST_THROWS);
    if (rules.throws..=most).contains(&throws) {
        return Ok(Visual::blank(throws));
    }
    Err(VisualError(format!("{throws} throws: a play has from {} to {most}", rules.throws)))
}

/// A sum that stands on the wheel.
pub(super) fn sector(rules: &Rules, sum: Cents) -> Result<Cents, VisualError> {
    if rules.wheel.contains(&sum) { Ok(sum) } else { Err(VisualError(format!("the wheel has no sector of {}", rules.words(sum)))) }
}
