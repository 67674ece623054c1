//! What `sim games` and `sim rules` print: the built-in games, and one game's rules, decisions and numbers in force.

use super::layout::{Grid, Ink, Side, Style, one_in, paragraph, wrapped};
use crate::money::{decimal_text, grouped};
use crate::prize::PrizeTable;
use crate::spec::{GameFile, Offer};

/// One line a game and a hint.
#[must_use]
pub fn games(files: &[GameFile], style: Style) -> String {
    let mut grid = Grid::new(&[
        ("game", Side::Left, 0),
        ("name", Side::Left, 0),
        ("mechanic", Side::Left, 2),
        ("plays a block", Side::Right, 0),
        ("stakes", Side::Left, 0),
        ("return", Side::Right, 0),
        ("a win", Side::Right, 1),
    ]);
    for file in files {
        let Some(first) = file.offers.first() else { continue };
        let stakes: Vec<String> = file.offers.iter().map(|offer| offer.table.stake().to_string()).collect();
        grid.row(vec![
            file.id.clone(),
            file.name.clone(),
            file.mechanic.value.clone(),
            grouped(u128::from(file.block)),
            format!("{} {}", stakes.join(", "), file.currency),
            format!("{} %", exact_percent(&first.table, 2)),
            one_in(hit_frequency(&first.table)),
        ]);
    }
    let hint = "`sim rules GAME` prints a game's rules and decisions, `sim show GAME` pictures of its plays, `sim --game GAME` simulates ten blocks.";
    format!("{}\n{}", grid.lines(style), paragraph("", hint))
}

/// The rules of a game in force: articles, decisions, the prize tables of all stakes.
#[must_use]
pub fn rules(file: &GameFile, style: Style) -> String {
    let mut out = String::new();
    let heading = |out: &mut String, text: &str| out.push_str(&format!("\n{}\n", style.paint(Ink::Bold, text)));
    out.push_str(&style.paint(Ink::Bold, &format!("{} ({})", file.name, file.id)));
    out.push('\n');
    out.push_str(&paragraph(
        "",
        &format!("Mechanic `{}`, blocks of {} plays, amounts in {}.", file.mechanic.value, grouped(u128::from(file.block)), file.currency),
    ));
    if !file.source.is_empty() {
        out.push_str(&paragraph("", &format!("Official rules: {}", file.source)));
    }
    heading(&mut out, "Rules (numbers are those of the official articles)");
    for article in &file.articles {
        out.push_str(&hanging(&article.number, &article.text, 8));
    }
    heading(&mut out, "Decisions (where the rules are silent; change them in a copy of the game file)");
    for decision in &file.decisions {
        out.push_str(&hanging(&decision.id, &decision.text, 8));
    }
    for offer in &file.offers {
        heading(&mut out, &format!("Prizes of a block at a stake of {} {}", offer.table.stake(), file.currency));
        out.push_str(&prizes(offer, style));
    }
    out
}

/// A term in a column of `indent`, its text beside it.
fn hanging(term: &str, text: &str, indent: usize) -> String {
    let width = super::layout::WIDTH - indent;
    let mut out = String::new();
    for (number, line) in wrapped(text, width).into_iter().enumerate() {
        // a long term keeps its distance from the text
        let start = if number == 0 { format!("  {term} ") } else { String::new() };
        out.push_str(format!("{start:<indent$}{line}").trim_end());
        out.push('\n');
    }
    out
}

fn prizes(offer: &Offer, style: Style) -> String {
    let table = &offer.table;
    let mut grid = Grid::new(&[("prize", Side::Right, 0), ("plays", Side::Right, 0), ("1 in", Side::Right, 0), ("total", Side::Right, 0)]);
    for tier in table.tiers() {
        let name = if tier.prize.0 == 0 { "losing".to_owned() } else { tier.prize.to_string() };
        let total = decimal_text(tier.prize.wide() * i128::from(tier.winners), 2);
        let probability = tier.winners as f64 / table.block() as f64;
        grid.row(vec![name, grouped(u128::from(tier.winners)), super::layout::odds(probability), total]);
    }
    let mut summary = format!(
        "{} winning plays ({}), {} paid: a return of {} %",
        grouped(u128::from(table.winning_plays())),
        one_in(hit_frequency(table)),
        decimal_text(table.total(), 2),
        exact_percent(table, 6),
    );
    if let Some(price) = offer.sold_for {
        summary.push_str(&format!(" of the stake; always sold for {price} together with {}, which is not counted here", sold_with(offer)));
    }
    format!("{}{}", grid.lines(style), paragraph("  ", &format!("{summary}.")))
}

/// What the play is always sold with, in the words of the game file.
pub(super) fn sold_with(offer: &Offer) -> &str {
    offer.sold_with.as_deref().unwrap_or("another game")
}

/// The exact return of the whole price in percent, that of [`exact_percent`] for a bundle; `None` where there is none.
pub(super) fn exact_percent_of_offer(offer: &Offer, decimals: u32) -> Option<String> {
    let price = offer.sold_for?;
    Some(percent_of(offer.table.total(), i128::from(offer.table.block()) * price.wide(), decimals))
}

fn hit_frequency(table: &PrizeTable) -> f64 {
    table.winning_plays() as f64 / table.block() as f64
}

/// The return of a whole block in percent, rounded half up in whole numbers, without trailing zeros.
pub(super) fn exact_percent(table: &PrizeTable, decimals: u32) -> String {
    let text = percent_of(table.total(), i128::from(table.block()) * table.stake().wide(), decimals);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// `100 x part / whole`, rounded half up in whole numbers.
fn percent_of(part: i128, whole: i128, decimals: u32) -> String {
    let scaled = part * 100 * 10_i128.pow(decimals);
    decimal_text((scaled + whole / 2) / whole, decimals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Cents;

    #[test]
    fn a_return_is_rounded_in_whole_numbers() {
        let table = |stake, block, rows: &[(i64, u64)]| {
            let rows: Vec<(Cents, u64)> = rows.iter().map(|&(prize, winners)| (Cents(prize), winners)).collect();
            PrizeTable::new(Cents(stake), block, &rows).unwrap()
        };
        assert_eq!(exact_percent(&table(100, 10, &[(700, 1)]), 2), "70");
        assert_eq!(exact_percent(&table(100, 3, &[(100, 2)]), 2), "66.67");
        assert_eq!(exact_percent(&table(1, 1, &[]), 2), "0");
    }

    #[test]
    fn terms_stand_in_a_column_of_their_own() {
        assert_eq!(hanging("Y1", "one", 8), "  Y1    one\n");
        let text = hanging("4.5.1", &"word ".repeat(50), 8);
        assert!(text.lines().skip(1).all(|line| line.starts_with("        word")), "{text}");
    }
}
