//! CSV with named columns, `amount,winners[,total]`: comma, semicolon or tab between fields, RFC 4180 quotes.

use super::{ImportError, Reader, Row, Table};
use crate::money::quotable;

/// Where the columns stand, and what separates fields.
pub(super) struct Columns {
    separator: char,
    amount: usize,
    winners: usize,
    total: Option<usize>,
    header: usize,
}

const AMOUNT: [&str; 5] = ["amount", "prize", "montant", "lot", "prize amount"];
const WINNERS: [&str; 6] = ["winners", "count", "number", "nombre", "nombre de lots", "winning tickets"];
const TOTAL: [&str; 4] = ["total", "row total", "total value", "montant total"];

/// The columns that the first line names; `None` where it names none, and the text is no CSV.
pub(super) fn columns(text: &str) -> Option<Columns> {
    let (header, line) = text.lines().enumerate().find(|(_, line)| !line.trim().is_empty())?;
    [',', ';', '\t'].into_iter().find_map(|separator| {
        let names: Vec<String> = fields(line, separator)?.iter().map(|name| name.trim().to_lowercase()).collect();
        let place = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        Some(Columns { separator, amount: place(&AMOUNT)?, winners: place(&WINNERS)?, total: place(&TOTAL), header })
    })
}

/// The rows below the header; empty lines are skipped.
pub(super) fn read(text: &str, columns: &Columns, reader: Reader) -> Result<Table, ImportError> {
    let mut table = Table::default();
    let width = [Some(columns.amount), Some(columns.winners), columns.total].into_iter().flatten().max().unwrap_or(0) + 1;
    let names = text.lines().nth(columns.header).and_then(|line| fields(line, columns.separator)).map_or(width, |names| names.len());
    for (number, line) in text.lines().enumerate().skip(columns.header + 1).filter(|(_, line)| !line.trim().is_empty()) {
        let place = Some(number + 1);
        let fields = fields(line, columns.separator)
            .ok_or_else(|| ImportError::new(place, format!("`{}` opens a quote that does not end", quotable(line)), "close it on the same line"))?;
        if fields.len() != names {
            return Err(ImportError::new(
                place,
                format!("`{}` has {} fields, the header {names}", quotable(line), fields.len()),
                "put a number that holds the separator in quotes, or separate fields by semicolons",
            ));
        }
        let total = columns.total.map(|at| fields[at].trim()).filter(|total| !total.is_empty());
        table.rows.push(Row {
            prize: reader.amount("the amount", &fields[columns.amount], place)?,
            winners: reader.count("the winners", &fields[columns.winners], place)?,
            total: total.map(|total| reader.amount("the total", total, place)).transpose()?,
        });
    }
    if table.rows.is_empty() {
        return Err(ImportError::new(None, "the table has a header and no row", "add a line a prize: `10,5,50`"));
    }
    Ok(table)
}

/// The fields of a line; `None` where a quote does not end.
fn fields(line: &str, separator: char) -> Option<Vec<String>> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.trim_end_matches('\r').chars().peekable();
    while let Some(letter) = letters.next() {
        let field = fields.last_mut()?;
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                field.push('"');
                letters.next();
            }
            '"' if quoted => quoted = false,
            '"' if field.trim().is_empty() => {
                field.clear();
                quoted = true;
            }
            _ if letter == separator && !quoted => fields.push(String::new()),
            _ => field.push(letter),
        }
    }
    (!quoted).then_some(fields)
}
