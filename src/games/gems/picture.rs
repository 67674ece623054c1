//! A visual as a text picture, both ways.
//!
//! ```text
//! throw 1       throw 2       throw 3       throw 4
//!  R K B O G K   R K B O G K   ...           ...          letters of the gems; M magic, $ gold, + one more throw, W wheel
//!  G*K K R B O   ...                                      * before each cell of a paying line
//! ...
//! throw 2: pink line pays 3
//! the wheel stops on 20
//! prize 23
//! ```

use super::json::{blank, sector};
use super::params::Rules;
use super::referee::{Evidence, LINES_KEPT};
use super::visual::{Symbol, Visual, Word};
use crate::game::{Verdict, VisualError};
use crate::money::Cents;

/// Mark before a cell of a paying line.
const MARK: char = '*';
const WHEEL: &str = "the wheel stops on ";
/// ANSI colours (256 colours) of the gems, in the order of the built-in game; others wrap around.
const COLOURS: [u8; 8] = [196, 129, 33, 208, 40, 213, 51, 250];

fn letter(rules: &Rules, symbol: Symbol) -> char {
    match symbol {
        Symbol::Gem(gem) => rules.gems.get(usize::from(gem)).map_or('?', |gem| gem.letter),
        Symbol::Magic => 'M',
        Symbol::Gold => '$',
        Symbol::PlusOne => '+',
        Symbol::Wheel => 'W',
    }
}

fn symbol_of(rules: &Rules, letter: char) -> Option<Symbol> {
    match letter {
        'M' => Some(Symbol::Magic),
        '$' => Some(Symbol::Gold),
        '+' => Some(Symbol::PlusOne),
        'W' => Some(Symbol::Wheel),
        _ => rules.gems.iter().position(|gem| gem.letter == letter).and_then(|gem| u8::try_from(gem).ok()).map(Symbol::Gem),
    }
}

/// Draws the visual with what the referee found.
#[must_use]
pub fn draw<W: Word>(rules: &Rules, visual: &Visual<W>, verdict: &Verdict<Evidence<W>>, colour: bool) -> String {
    let evidence = &verdict.evidence;
    let lines = &evidence.lines[..usize::from(evidence.line_count).min(LINES_KEPT)];
    let width = 2 * rules.grid.columns;
    let mut out = String::new();
    for throw in 0..visual.throws() {
        out.push_str(&format!("{:<width$}  ", format!("throw {}", throw + 1)));
    }
    end_line(&mut out);
    for row in 0..rules.grid.rows {
        for throw in 0..visual.throws() {
            for column in 0..rules.grid.columns {
                let cell = rules.grid.cell(row, column);
                let pays = lines.iter().any(|line| usize::from(line.throw) == throw && line.cells.has(cell));
                out.push(if pays { MARK } else { ' ' });
                let symbol = visual.symbol(throw, cell);
                let text = letter(rules, symbol);
                match symbol {
                    _ if !colour => out.push(text),
                    Symbol::Gem(gem) => {
                        out.push_str(&format!("\x1b[{}38;5;{}m{text}\x1b[0m", if pays { "1;" } else { "" }, COLOURS[usize::from(gem & 7)]));
                    }
                    _ => out.push_str(&format!("\x1b[1;7m{text}\x1b[0m")),
                }
            }
            out.push_str("  ");
        }
        end_line(&mut out);
    }
    for line in lines {
        let gem = &rules.gems[usize::from(line.gem)];
        let magic = if line.magic { " with the magic gem" } else { "" };
        out.push_str(&format!("throw {}: {} line{magic} pays {}\n", line.throw + 1, gem.name, rules.words(gem.line)));
    }
    if usize::from(evidence.line_count) > LINES_KEPT {
        out.push_str(&format!("and {} more lines\n", usize::from(evidence.line_count) - LINES_KEPT));
    }
    if evidence.gold_pays {
        out.push_str(&format!("{} golden gems pay {}\n", evidence.gold, rules.words(rules.gold_prize)));
    }
    if let Some(sum) = visual.wheel() {
        out.push_str(&format!("{WHEEL}{}\n", rules.words(sum)));
    }
    out.push_str(&format!("prize {}{}\n", rules.words(verdict.prize), if verdict.ambiguous { " (ambiguous)" } else { "" }));
    out
}

fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

/// Reads a picture drawn without colour; what it says of gains is ignored, but for the sum of the wheel.
///
/// # Errors
/// What is wrong: no grid, another size, an unknown letter, a number of throws no play has, a sum the wheel does not have.
pub fn read<W: Word>(rules: &Rules, picture: &str) -> Result<Visual<W>, VisualError> {
    let mut lines = picture.lines().skip_while(|line| !line.trim_start().starts_with("throw 1"));
    let header = lines.next().ok_or_else(|| VisualError("no line begins with `throw 1`".to_owned()))?;
    let throws = header.split_whitespace().filter(|&word| word == "throw").count();
    let mut visual = blank(rules, throws)?;
    let columns = rules.grid.columns;
    for row in 0..rules.grid.rows {
        let line = lines.next().ok_or_else(|| VisualError(format!("the grids have {row} rows, not {}", rules.grid.rows)))?;
        let letters: Vec<char> = line.chars().filter(|&letter| letter != MARK && !letter.is_whitespace()).collect();
        if letters.len() != throws * columns {
            return Err(VisualError(format!("row {} holds {} symbols, not {throws} x {columns}", row + 1, letters.len())));
        }
        for (position, &letter) in letters.iter().enumerate() {
            let symbol = symbol_of(rules, letter).ok_or_else(|| VisualError(format!("row {}: `{letter}` is no symbol of this game", row + 1)))?;
            visual.set(position / columns, rules.grid.cell(row, position % columns), symbol);
        }
    }
    if let Some(sum) = lines.find_map(|line| line.trim().strip_prefix(WHEEL)) {
        let sum = Cents::parse_with(sum, rules.decimals).map_err(|error| VisualError(error.to_string()))?;
        visual.set_wheel(Some(sector(rules, sum)?));
    }
    Ok(visual)
}
