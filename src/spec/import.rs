//! A prize table as others write it, to a game file: CSV with named columns, or text as official rules print their tables.
//!
//! What is read is written down as it stands, declared totals included: whether it agrees with itself is for the check of the file to say.

mod csv;
mod pasted;

use super::id_of;
use crate::money::{Cents, Numbers, decimal_text, grouped, iso_decimals, quotable};

/// What the table itself may not say. Texts are read in the convention of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About<'a> {
    /// The name players know; the id is made from it.
    pub name: &'a str,
    /// The price of a play; of a text with several tables, the one to take.
    pub stake: Option<&'a str>,
    /// Plays in a block.
    pub block: Option<&'a str>,
    /// The ISO code of the currency.
    pub currency: &'a str,
    /// Winning plays of a block, as printed.
    pub declared_winners: Option<&'a str>,
    /// What a block pays, as printed.
    pub declared_total: Option<&'a str>,
    /// The convention of points and commas, where it is known.
    pub numbers: Numbers,
    /// Where the table was found.
    pub source: &'a str,
}

/// A table that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The game file.
    pub text: String,
    /// What was read, in words, for whoever has to compare.
    pub notes: Vec<String>,
}

/// Why nothing was read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct ImportError {
    /// The line, from 1, where there is one.
    pub line: Option<usize>,
    /// What is wrong, quoting the value.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl ImportError {
    fn new(line: Option<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { line, message: message.into(), help: help.into() }
    }
}

/// One row as it stands in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    prize: Cents,
    winners: u64,
    total: Option<Cents>,
}

/// One table, and what stands beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Table {
    stake: Option<Cents>,
    rows: Vec<Row>,
    winners: Option<u64>,
    total: Option<Cents>,
}

/// How the texts of a table are read.
#[derive(Clone, Copy, Debug)]
struct Reader {
    decimals: u32,
    numbers: Numbers,
}

/// What to do about a number that has two readings.
const STATE_IT: &str = "say how the table writes a thousand and a half: `--numbers \"1,000.5\"` or `--numbers \"1.000,5\"`";

impl Reader {
    fn amount(self, what: &str, text: &str, line: Option<usize>) -> Result<Cents, ImportError> {
        let bare = text.trim_matches(|letter: char| letter.is_whitespace() || "€$£".contains(letter));
        Cents::parse_as(bare, self.decimals, self.numbers).map_err(|error| {
            let help = if error.to_string().contains("ambiguous") { STATE_IT } else { "write an amount such as 2.5 or 20 000" };
            ImportError::new(line, format!("{what}: {error}"), help)
        })
    }

    fn count(self, what: &str, text: &str, line: Option<usize>) -> Result<u64, ImportError> {
        let read = Cents::parse_as(text.trim(), 0, self.numbers);
        read.map(|count| count.0.unsigned_abs()).map_err(|error| {
            let help = if error.to_string().contains("ambiguous") { STATE_IT } else { "write a whole number of plays such as 750 000" };
            ImportError::new(line, format!("{what}: `{}` is not a whole number of plays", quotable(text.trim())), help)
        })
    }
}

/// The longest table that is read, in bytes.
const LONGEST: usize = 16 << 20;

/// Reads a table: CSV where its first line names columns (`amount,winners[,total]`), else text with rows such as `24 100 lots de 12 €`.
///
/// # Errors
/// The first thing that cannot be read, with its line and what to do.
pub fn import(table: &str, about: &About<'_>) -> Result<Imported, ImportError> {
    if table.len() > LONGEST {
        return Err(ImportError::new(None, format!("the table has {} bytes", grouped(table.len() as u128)), "give the table alone: at most 16 MB"));
    }
    if id_of(about.name).is_empty() {
        let message = format!("`--name`: `{}` has no letter or digit that could name a file", quotable(about.name));
        return Err(ImportError::new(None, message, "give a name such as \"Candy Scratch\""));
    }
    let reader = Reader { decimals: iso_decimals(about.currency), numbers: about.numbers };
    let table = table.trim_start_matches('\u{feff}');
    let mut notes = Vec::new();
    let (mut tables, block) = match csv::columns(table) {
        Some(columns) => (vec![csv::read(table, &columns, reader)?], None),
        None => pasted::read(table, reader)?,
    };
    let stake = about.stake.map(|stake| reader.amount("the stake", stake, None)).transpose()?;
    if let Some(stake) = stake {
        if tables.len() > 1 {
            let stakes: Vec<String> =
                tables.iter().filter_map(|table| table.stake).map(|stake| decimal_text(stake.wide(), reader.decimals)).collect();
            tables.retain(|table| table.stake == Some(stake));
            if tables.is_empty() {
                let message = format!("no table of the text is for a stake of {}", decimal_text(stake.wide(), reader.decimals));
                return Err(ImportError::new(None, message, format!("its stakes: {}", stakes.join(", "))));
            }
        }
        tables.iter_mut().for_each(|table| table.stake = Some(stake));
    }
    let given = about.block.map(|block| reader.count("the block", block, None)).transpose()?;
    let Some(block) = given.or(block) else {
        return Err(ImportError::new(None, "the plays of a block are not said", "give them: `--block 750000`"));
    };
    let several = tables.len() > 1;
    for table in &mut tables {
        if let Some(winners) = about.declared_winners {
            table.winners = Some(reader.count("the declared winners", winners, None)?);
        }
        if let Some(total) = about.declared_total {
            table.total = Some(reader.amount("the declared total", total, None)?);
        }
        if table.stake.is_none() {
            let help = if several { "several tables were found, and no stake beside each: import one at a time" } else { "give it: `--stake 2`" };
            return Err(ImportError::new(None, "the price of a play is not said", help));
        }
    }
    let text = write(about, block, &tables, reader.decimals);
    for table in &tables {
        let total = table.total.map_or_else(|| "no total".to_owned(), |total| format!("a total of {}", decimal_text(total.wide(), reader.decimals)));
        let winners = table.winners.map_or_else(|| "no number of winners".to_owned(), |winners| format!("{} winners", grouped(winners.into())));
        let stake = decimal_text(table.stake.unwrap_or_default().wide(), reader.decimals);
        notes.push(format!("read {} rows at a stake of {stake}; declared: {winners}, {total}", table.rows.len()));
    }
    Ok(Imported { text, notes })
}

fn write(about: &About<'_>, block: u64, tables: &[Table], decimals: u32) -> String {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let amount = |amount: Cents| quoted(&decimal_text(amount.wide(), decimals));
    let mut text = format!(
        "# Made by `sim import`. `sim check` says whether the table agrees with itself; docs/game-file.md describes every key.\nformat = 1\n\n[game]\n\
         id = \"{}\"\nname = {}\nmechanic = \"table\"\ncurrency = {}\nblock = \"{}\"\n",
        id_of(about.name),
        quoted(about.name),
        quoted(about.currency),
        grouped(block.into())
    );
    if decimals == 3 {
        text.push_str("# How amounts of this file are written: with three decimals, 1.500 would have two readings.\nnumbers = \"1 000.5\"\n");
    }
    if !about.source.is_empty() {
        text.push_str(&format!("source = {}\n", quoted(about.source)));
    }
    for table in tables {
        text.push_str(&format!("\n[[offer]]\nstake = {}\n", amount(table.stake.unwrap_or_default())));
        if let Some(winners) = table.winners {
            text.push_str(&format!("declared_winners = \"{}\"\n", grouped(winners.into())));
        }
        if let Some(total) = table.total {
            text.push_str(&format!("declared_total = {}\n", amount(total)));
        }
        text.push_str("prizes = [\n");
        for row in &table.rows {
            let total = row.total.map(|total| format!(", total = {}", amount(total))).unwrap_or_default();
            text.push_str(&format!("    {{ prize = {}, winners = \"{}\"{total} }},\n", amount(row.prize), grouped(row.winners.into())));
        }
        text.push_str("]\n");
    }
    text
}
