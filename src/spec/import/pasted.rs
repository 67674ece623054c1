//! Text as rules print their tables, flattened or not: `24 100 lots de | 12 € | 289 200 €`, `5 prizes of $1,000`, and the line that adds them up.
//!
//! Bars, currency signs and line breaks are no words: what counts is the order of numbers and words.

use super::{ImportError, Reader, Row, Table};

/// A number or a word of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token<'a> {
    text: &'a str,
    number: bool,
    line: usize,
}

/// Words for a prize or for who wins it, after a count.
const PRIZES: [&str; 12] = ["lot", "lots", "prize", "prizes", "winner", "winners", "gagnant", "gagnants", "gain", "gains", "ticket", "tickets"];
/// Words between the count and the amount.
const OF: [&str; 6] = ["de", "of", "à", "a", "at", "d"];
/// Words of the line that adds the rows up.
const SUM: [&str; 6] = ["formant", "totalling", "totaling", "total", "together", "en"];

/// The tables of a text, each with its stake where one is printed, and the plays of a block.
pub(super) fn read(text: &str, reader: Reader) -> Result<(Vec<Table>, Option<u64>), ImportError> {
    let tokens = tokens(text);
    let word =
        |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| !token.number && words.iter().any(|word| token.text.to_lowercase() == *word));
    let number = |at: usize| tokens.get(at).filter(|token| token.number);
    let mut tables: Vec<Table> = Vec::new();
    let mut open = Table::default();
    let (mut block, mut price) = (None, None);
    let mut at = 0;
    while at < tokens.len() {
        let Some(count) = number(at) else {
            at += 1;
            continue;
        };
        let place = Some(count.line);
        // blocs de 1 000 000
        if block.is_none() && word(at.wrapping_sub(1), &OF) && word(at.wrapping_sub(2), &["blocs", "bloc", "blocks", "block"]) {
            block = Some(reader.count("the block", count.text, place)?);
        } else if word(at.wrapping_sub(1), &["à", "at"]) && word(at + 1, &["le", "the"]) && word(at + 2, &["tableau", "table"]) {
            // d'unités de jeu à 2 €, le tableau de lots est le suivant
            if !open.rows.is_empty() {
                tables.push(std::mem::take(&mut open));
            }
            open.stake = Some(reader.amount("the stake", count.text, place)?);
        } else if price.is_none() && word(at.wrapping_sub(1), &["à", "at"]) && word(at.wrapping_sub(2), &["fixé", "fixed"]) {
            price = Some(reader.amount("the price", count.text, place)?);
        } else if word(at + 1, &PRIZES) && word(at + 2, &SUM) {
            // 243 912 lots formant un total de 700 000 €
            let Some(total) = (at + 3..at + 8).find_map(number) else {
                at += 1;
                continue;
            };
            open.winners = Some(reader.count("the number of winners", count.text, place)?);
            open.total = Some(reader.amount("the total", total.text, place)?);
            if !open.rows.is_empty() {
                tables.push(std::mem::take(&mut open));
            }
            at += 3;
            continue;
        } else if word(at + 1, &PRIZES) && word(at + 2, &OF) && number(at + 3).is_some() {
            // 24 100 lots de 12 € 289 200 €: the total is a number that counts no further row
            let further = word(at + 5, &PRIZES);
            let total = number(at + 4).filter(|_| !further);
            open.rows.push(Row {
                prize: reader.amount("the amount", tokens[at + 3].text, place)?,
                winners: reader.count("the winners", count.text, place)?,
                total: total.map(|total| reader.amount("the total", total.text, place)).transpose()?,
            });
            at += if total.is_some() { 5 } else { 4 };
            continue;
        }
        at += 1;
    }
    if !open.rows.is_empty() {
        tables.push(open);
    }
    if tables.is_empty() {
        return Err(ImportError::new(
            None,
            "no row of a prize table was found",
            "write CSV with the columns `amount,winners,total`, or paste rows such as `24 100 lots de 12 €` or `5 prizes of 1 000`",
        ));
    }
    if let [only] = tables.as_mut_slice() {
        only.stake = only.stake.or(price);
    }
    Ok((tables, block))
}

/// Numbers, with their groups and decimals, and words.
fn tokens(text: &str) -> Vec<Token<'_>> {
    const SPACES: [char; 5] = [' ', '\u{a0}', '\u{202f}', '\u{2009}', '\u{2007}'];
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let mut end = digits(rest);
            let grouped = end <= 3;
            loop {
                let after = &rest[end..];
                let Some(separator) = after.chars().next() else { break };
                let next = digits(&after[separator.len_utf8()..]);
                let joins = if SPACES.contains(&separator) { grouped && next == 3 } else { [',', '.'].contains(&separator) && next > 0 };
                if !joins {
                    break;
                }
                end += separator.len_utf8() + next;
            }
            tokens.push(Token { text: &rest[..end], number: true, line });
            rest = &rest[end..];
        } else if first.is_alphabetic() {
            let end = rest.find(|letter: char| !letter.is_alphabetic()).unwrap_or(rest.len());
            tokens.push(Token { text: &rest[..end], number: false, line });
            rest = &rest[end..];
        } else {
            line += usize::from(first == '\n');
            rest = &rest[first.len_utf8()..];
        }
    }
    tokens
}

/// How many digits a text begins with.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}
