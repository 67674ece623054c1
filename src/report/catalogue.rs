//! What `sim games` and `sim rules` print: the built-in games, and one game's rules, decisions and numbers in force.

use super::layout::{Grid, Side, Style, length, one_in, wrapped};
use crate::games::BUILT_IN;
use crate::money::{decimal_text, grouped};
use crate::prize::PrizeTable;
use crate::spec::{Difference, GameFile, Offer, differences};

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
        let stakes: Vec<String> = file.offers.iter().map(|offer| file.amount(offer.table.stake())).collect();
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
    format!("{}\n{}", grid.lines(style), style.paragraph("", hint))
}

/// The rules of a game in force: articles, decisions, the prize tables of all stakes.
#[must_use]
pub fn rules(file: &GameFile, style: Style) -> String {
    let mut out = String::new();
    let heading = |out: &mut String, text: &str| out.push_str(&format!("\n{}", style.heading(text)));
    out.push_str(&style.heading(&format!("{} ({})", file.name, file.id)));
    out.push_str(&style.paragraph(
        "",
        &format!("Mechanic `{}`, blocks of {} plays, amounts in {}.", file.mechanic.value, grouped(u128::from(file.block)), file.currency),
    ));
    if !file.source.is_empty() {
        out.push_str(&style.paragraph("", &format!("Official rules: {}", file.source)));
    }
    if !file.articles.is_empty() {
        heading(&mut out, "Rules (numbers are those of the official articles)");
    }
    for article in &file.articles {
        out.push_str(&hanging(&article.number, &article.text, 8, style.width));
    }
    if !file.decisions.is_empty() {
        heading(&mut out, "Decisions (where the rules are silent; change them in a copy of the game file)");
    }
    for decision in &file.decisions {
        out.push_str(&hanging(&decision.id, &decision.text, 8, style.width));
    }
    if let Some((base, changed)) = changes(file) {
        heading(&mut out, &format!("What this file changes of the built-in game `{base}`"));
        out.push_str(&changed_numbers(&changed, style));
    }
    for offer in &file.offers {
        heading(&mut out, &format!("Prizes of a block at a stake of {} {}", file.amount(offer.table.stake()), file.currency));
        out.push_str(&prizes(offer, style));
    }
    out
}

/// The built-in game that a file was made from, by its id or by a decision it kept, and what differs but for words; `None` where nothing does.
pub(super) fn changes(file: &GameFile) -> Option<(&'static str, Vec<Difference>)> {
    let kept = |text: &str| file.decisions.iter().any(|decision| text.contains(decision.text.as_str()));
    let base = BUILT_IN.iter().find(|game| game.id == file.id).or_else(|| BUILT_IN.iter().find(|game| kept(game.text)))?;
    let words = |key: &str| key.starts_with("article") || key.starts_with("decision") || ["game.id", "game.name", "game.source"].contains(&key);
    let changed: Vec<Difference> = differences(base.text, &file.text).into_iter().filter(|row| !words(&row.key)).collect();
    (!changed.is_empty()).then_some((base.id, changed))
}

/// Keys that differ, and what that means for the decisions above.
fn changed_numbers(changed: &[Difference], style: Style) -> String {
    /// Rows shown.
    const MOST: usize = 40;
    let mut grid = Grid::new(&[("key of the game file", Side::Left, 0), ("built-in", Side::Left, 0), ("in force", Side::Left, 0)]);
    for row in changed.iter().take(MOST) {
        let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
        grid.row(vec![row.key.clone(), value(&row.a), value(&row.b)]);
    }
    let mut out = grid.lines(style);
    if changed.len() > MOST {
        out.push_str(&style.paragraph("  ", &format!("{} more: `sim compare` with both files and `--format json`.", changed.len() - MOST)));
    }
    out.push_str(&style.paragraph(
        "  ",
        "The texts of articles and decisions above are words of the file: where they name one of these numbers, the number in force is the one here.",
    ));
    out
}

/// A term in a column of `indent`, its text beside it.
fn hanging(term: &str, text: &str, indent: usize, width: usize) -> String {
    /// In no text.
    const FILL: char = '\u{1}';
    let first = format!("  {term} ");
    // a long term keeps its distance from the text, and takes its room on the first line
    let over = length(&first).saturating_sub(indent);
    let text = format!("{}{text}", FILL.to_string().repeat(over));
    let mut out = String::new();
    for (number, line) in wrapped(&text, width - indent).into_iter().enumerate() {
        let line = line.trim_start_matches(FILL);
        let start = if number == 0 { first.as_str() } else { "" };
        out.push_str(format!("{start:<indent$}{line}").trim_end());
        out.push('\n');
    }
    out
}

fn prizes(offer: &Offer, style: Style) -> String {
    let table = &offer.table;
    let mut grid = Grid::new(&[("prize", Side::Right, 0), ("plays", Side::Right, 0), ("1 in", Side::Right, 0), ("total", Side::Right, 0)]);
    for tier in table.tiers() {
        let name = if tier.prize.0 == 0 { "losing".to_owned() } else { table.amount(tier.prize) };
        let total = table.words(tier.prize.wide() * i128::from(tier.winners));
        let probability = tier.winners as f64 / table.block() as f64;
        grid.row(vec![name, grouped(u128::from(tier.winners)), super::layout::odds(probability), total]);
    }
    let mut summary = format!(
        "{} winning plays ({}), {} paid: a return of {} %",
        grouped(u128::from(table.winning_plays())),
        one_in(hit_frequency(table)),
        table.words(table.total()),
        exact_percent(table, 6),
    );
    if let Some(price) = offer.sold_for {
        summary.push_str(&format!(
            " of the stake; always sold for {} together with {}, which is not counted here",
            table.amount(price),
            sold_with(offer)
        ));
    }
    format!("{}{}", grid.lines(style), style.paragraph("  ", &format!("{summary}.")))
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
        assert_eq!(hanging("Y1", "one", 8, 100), "  Y1    one\n");
        let text = hanging("4.5.1", &"word ".repeat(50), 8, 100);
        assert!(text.lines().skip(1).all(|line| line.starts_with("        word")), "{text}");
        let text = hanging("3.1 - 3.3", &"four ".repeat(60), 8, 100);
        assert!(text.starts_with("  3.1 - 3.3 four") && text.lines().all(|line| length(line) <= super::super::layout::WIDTH), "{text}");
    }
}
