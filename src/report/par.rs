//! The PAR sheet: terminal text, JSON, tables. All figures come from [`crate::stats::ParSheet`].

use super::catalogue::{exact_percent, exact_percent_of_offer, sold_with};
use super::layout::{BAR, Grid, Side, Style, bar, fine_percent, fixed, is_shown, odds, one_in, percent};
use super::summary::{hit_fraction, variance_fraction};
use super::tables::{Cells, Table};
use super::text::by_definition;
use crate::json;
use crate::money::grouped;
use crate::run_file::PROGRAM;
use crate::spec::{GameFile, Offer};
use crate::stats::{ParPrecision, ParReturn, ParSheet, ParTier, definitions};

/// A PAR sheet with the game and the offer it is of.
#[derive(Clone, Copy, Debug)]
pub struct Par<'a> {
    /// The game.
    pub game: &'a GameFile,
    /// The stake and the prize table.
    pub offer: &'a Offer,
    /// The figures.
    pub sheet: &'a ParSheet,
}

/// Tiers shown on the terminal before the rest is left to the tables.
const MOST_TIERS: usize = 40;

/// The whole sheet for a terminal of 100 columns.
#[must_use]
pub fn text(par: &Par<'_>, style: Style) -> String {
    let parts = [heading(par, style), figures(par, style), prizes(par, style), returns(par, style), precision(par, style), totals(par, style)];
    let more = style.paragraph("", "`sim explain NAME` explains any of these figures; METHODOLOGY.md says how each is computed.");
    style.joined(parts.into_iter().chain([more]))
}

fn heading(par: &Par<'_>, style: Style) -> String {
    let Par { game, offer, sheet } = par;
    let title = format!("{} at {} {} a play: exact PAR sheet", game.name, offer.table.amount(offer.table.stake()), game.currency);
    let mut out = style.heading(&title);
    let what = format!(
        "Computed from the prize table, nothing simulated: a block of {} plays, {} of them winning, pays {} {} of {} staked.",
        grouped(sheet.block.into()),
        grouped(offer.table.winning_plays().into()),
        offer.table.words(offer.table.total()),
        game.currency,
        offer.table.words(offer.table.stake().wide() * i128::from(sheet.block)),
    );
    out.push_str(&style.paragraph("  ", &what));
    out
}

/// (name in the text, value, note) of every figure.
fn lines(par: &Par<'_>) -> Vec<(&'static str, String, String)> {
    let Par { game, offer, sheet } = par;
    let table = &offer.table;
    let number = |value: Option<f64>, decimals: usize| value.map_or_else(|| "-".to_owned(), |value| fixed(value, decimals));
    let z = fixed(sheet.volatility_z, 3);
    let mut lines = vec![
        ("return to player", format!("{} %", padded(&exact_percent(table, 6), 4)), format!("{} of the stake", sheet.rtp_fraction)),
        ("winning plays", percent(sheet.hit_frequency, 4), format!("{}; {}", hit_fraction(table), one_in(sheet.hit_frequency))),
        ("P(x < s)", percent(sheet.below_stake, 4), "the play wins less than its stake, or nothing".to_owned()),
        ("P(x = s)", percent(sheet.at_stake, 4), "it wins its stake back".to_owned()),
        ("P(x > s)", percent(sheet.above_stake, 4), "it wins more than its stake".to_owned()),
        ("standard deviation", significant(sheet.sd_stakes), "stakes".to_owned()),
        ("variance", significant(sheet.variance_stakes2), "stakes squared".to_owned()),
        ("skewness", sheet.skewness.map_or_else(|| "-".to_owned(), significant), "0 for a symmetric prize".to_owned()),
        ("kurtosis", sheet.kurtosis.map_or_else(|| "-".to_owned(), significant), "3 for a normal law".to_owned()),
        ("entropy", number(Some(sheet.entropy_bits), 4), "bits: what one play tells".to_owned()),
        ("median prize", table.words(sheet.median_cents.into()), format!("{}: half of the plays win no more", game.currency)),
        (
            "volatility index",
            fixed(sheet.volatility_index, 4),
            format!("{z} standard deviations ({} %)", fixed(100.0 * sheet.volatility_confidence, 0)),
        ),
    ];
    if let (Some(price), Some(percent)) = (offer.sold_for, exact_percent_of_offer(offer, 4)) {
        lines.insert(1, ("return of the offer", format!("{percent} %"), format!("of {} {}: see below", table.amount(price), game.currency)));
    }
    lines
}

/// Ten significant digits, as reference values are printed: `20.12399563`, `975 450.0472`.
fn significant(value: f64) -> String {
    let decimals = (0..=9).rev().find(|&power| value.abs() < ten_to(10 - power)).unwrap_or(0);
    fixed(value, decimals)
}

/// `10^power` as a bound of printing.
fn ten_to(power: usize) -> f64 {
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10][power.min(10)]
}

/// A decimal text with at least so many decimals.
fn padded(text: &str, decimals: usize) -> String {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}.{fraction:0<decimals$}")
}

fn figures(par: &Par<'_>, style: Style) -> String {
    let mut grid = Grid::new(&[("figure", Side::Left, 0), ("exact", Side::Right, 0), ("", Side::Left, 1)]);
    for (name, value, note) in lines(par) {
        grid.row(vec![name.to_owned(), value, note]);
    }
    let mut out = format!("{}{}", style.heading("Figures of a play (prize x, stake s)"), grid.lines(style));
    if let Some(price) = par.offer.sold_for {
        let price = par.offer.table.amount(price);
        let (currency, with) = (&par.game.currency, sold_with(par.offer));
        out.push_str(
            &style.paragraph(
                "  ",
                &format!("A play is always sold for {price} {currency} with {with}, whose rules are not modelled: not counted here."),
            ),
        );
    }
    let definitions = by_definition(par.offer, None, style);
    style.joined([out, definitions])
}

fn prizes(par: &Par<'_>, style: Style) -> String {
    let tiers = &par.sheet.tiers;
    let mut grid = Grid::new(&[
        ("tier", Side::Right, 6),
        ("prize", Side::Right, 0),
        ("winners", Side::Right, 0),
        ("1 in", Side::Right, 1),
        ("probability", Side::Right, 3),
        ("of return", Side::Right, 2),
        ("", Side::Left, 7),
        ("cumulative", Side::Right, 4),
        ("of variance", Side::Right, 5),
    ]);
    let losing = tiers.len().saturating_sub(1);
    for (position, tier) in tiers.iter().enumerate().filter(|&(position, _)| is_shown(position, tiers.len(), MOST_TIERS)) {
        grid.row(vec![
            tier.tier.to_string(),
            if position == losing { "losing".to_owned() } else { par.offer.table.words(tier.prize_cents.into()) },
            grouped(tier.winners.into()),
            odds(tier.probability),
            fine_percent(tier.probability),
            percent(tier.rtp_share, 4),
            bar(tier.rtp_share, BAR),
            percent(tier.cumulative_rtp, 4),
            percent(tier.variance_share, 4),
        ]);
    }
    let mut out = format!("{}{}", style.heading(&format!("Prizes of a block ({})", par.game.currency)), grid.lines(style));
    if tiers.len() > MOST_TIERS {
        out.push_str(&style.paragraph("  ", &format!("The {} tiers between: `--format csv`.", tiers.len() - MOST_TIERS)));
    }
    out.push_str(
        &style.paragraph(
            "  ",
            "Of return and of variance are shares of the whole; cumulative is the return of this prize and those above it, in stakes.",
        ),
    );
    out
}

/// `low .. high` in percent.
fn range(low: f64, high: f64, decimals: usize) -> String {
    let (low, high) = (percent(low, decimals), percent(high, decimals));
    if low == high { high } else { format!("{} .. {high}", low.trim_end_matches(" %")) }
}

fn returns(par: &Par<'_>, style: Style) -> String {
    let mut grid = Grid::new(&[
        ("plays", Side::Right, 0),
        ("block after block", Side::Right, 0),
        ("each play from another block", Side::Right, 1),
        ("normal, for comparison", Side::Right, 2),
    ]);
    for row in &par.sheet.returns {
        grid.row(vec![
            grouped(row.plays.into()),
            range(row.block_low, row.block_high, 3),
            range(row.independent_low, row.independent_high, 3),
            range(row.normal_low, row.normal_high, 3),
        ]);
    }
    let note = "Equal tails: it lies below the range at most 2.5 times in 100, and above it at most 2.5 times. Block after block: all plays in the order of sale, drawn without replacement; only the open block varies. Each play from another block: what a player \
                meets over the years. Both are exact laws of the paid sum; the normal range of independent plays stands beside them because sheets of the trade print \
                it, and lies where a few large prizes make the variance.";
    format!("{}{}{}", style.heading("Where the return lies at least 95 times in 100"), grid.lines(style), style.paragraph("  ", note))
}

fn precision(par: &Par<'_>, style: Style) -> String {
    let mut grid = Grid::new(&[
        ("return within", Side::Left, 0),
        ("plays of a block", Side::Right, 0),
        ("normal", Side::Right, 2),
        ("plays from many blocks", Side::Right, 0),
        ("normal", Side::Right, 1),
    ]);
    for row in &par.sheet.precision {
        let points = fixed(100.0 * row.within, usize::from(row.within < 0.005));
        grid.row(vec![
            format!("± {points} % of the stake"),
            grouped(row.block_plays.into()),
            grouped(row.normal_block_plays.into()),
            row.independent_plays.map_or_else(|| "> 10^15".to_owned(), |plays| grouped(plays.into())),
            grouped(row.normal_independent_plays.into()),
        ]);
    }
    let note = "From so many plays on the range of 95 % lies within the distance: the return is too low at most 2.5 times in 100, and too high at most 2.5 times. Beside it the \
                answer of the normal formula.";
    format!("{}{}{}", style.heading("Plays needed to know the return"), grid.lines(style), style.paragraph("  ", note))
}

fn totals(par: &Par<'_>, style: Style) -> String {
    let totals = &par.sheet.totals;
    if totals.is_empty() {
        return String::new();
    }
    let mut grid = Grid::new(&[
        ("points", Side::Right, 0),
        ("prize", Side::Right, 0),
        ("in a block", Side::Right, 0),
        ("", Side::Left, 3),
        ("1 in", Side::Right, 1),
        ("fair dice", Side::Right, 0),
        ("1 in", Side::Right, 2),
    ]);
    for row in totals {
        let fair = row.fair_dice_probability;
        let share = |share: f64| if share > 0.0 { fine_percent(share) } else { "never".to_owned() };
        grid.row(vec![
            row.points.to_string(),
            if row.prize_cents == 0 { "-".to_owned() } else { par.offer.table.words(row.prize_cents.into()) },
            share(row.probability),
            bar(row.probability, BAR),
            odds(row.probability),
            fair.map_or_else(|| "-".to_owned(), share),
            fair.map_or_else(|| "-".to_owned(), odds),
        ]);
    }
    let mut out = format!("{}{}", style.heading("Point totals of a play"), grid.lines(style));
    if let Some(fair) = &par.sheet.fair_dice {
        let note = format!(
            "With {} and no block the same prizes would return {} and win {} of the time: the point of a block.",
            fair.what,
            percent(fair.rtp, 2),
            percent(fair.hit_frequency, 2)
        );
        out.push_str(&style.paragraph("  ", &note));
    }
    out
}

/// The sheet as JSON: the keys of the contract and a few more, plain numbers, one tier, range and total a line.
#[must_use]
pub fn json(par: &Par<'_>) -> String {
    let Par { game, offer, sheet } = par;
    let mut entries = vec![
        ("format", json::line(&1)),
        ("program", json::line(PROGRAM)),
        ("game", json::line(&game.id)),
        ("currency", json::line(&game.currency)),
        ("stake_cents", json::line(&sheet.stake_cents)),
        ("block", json::line(&sheet.block)),
        ("rtp", json::line(&sheet.rtp)),
        ("rtp_fraction", json::line(&sheet.rtp_fraction)),
        ("hit_frequency", json::line(&sheet.hit_frequency)),
        ("hit_fraction", json::line(&hit_fraction(&offer.table))),
        ("below_stake", json::line(&sheet.below_stake)),
        ("at_stake", json::line(&sheet.at_stake)),
        ("above_stake", json::line(&sheet.above_stake)),
        ("mean_cents", json::line(&sheet.mean_cents)),
        ("variance_stakes2", json::line(&sheet.variance_stakes2)),
        ("variance_fraction", json::line(&variance_fraction(&offer.table))),
        ("sd_stakes", json::line(&sheet.sd_stakes)),
        ("skewness", json::line(&sheet.skewness)),
        ("kurtosis", json::line(&sheet.kurtosis)),
        ("entropy_bits", json::line(&sheet.entropy_bits)),
        ("median_cents", json::line(&sheet.median_cents)),
        ("volatility_index", json::line(&sheet.volatility_index)),
        ("volatility_z", json::line(&sheet.volatility_z)),
        ("volatility_confidence", json::line(&sheet.volatility_confidence)),
    ];
    if let Some(price) = offer.sold_for {
        entries.push(("offer_cents", json::line(&price)));
        entries.push(("rtp_of_offer", json::line(&sheet.rtp_of(price))));
    }
    let winners: Vec<u64> = offer.table.tiers().iter().map(|tier| tier.winners).collect();
    if let Some(found) = definitions(offer, &winners) {
        entries.push(("rtp_by_definition", json::line(&found)));
    }
    entries.push(("tiers", json::list(&sheet.tiers)));
    entries.push(("returns", json::list(&sheet.returns)));
    entries.push(("precision", json::list(&sheet.precision)));
    if !sheet.totals.is_empty() {
        entries.push(("totals", json::list(&sheet.totals)));
        entries.push(("fair_dice", json::line(&sheet.fair_dice)));
    }
    json::object(&entries)
}

/// The tables of the sheet, in the order of the text: `tiers`, `figures`, `returns`, `precision`, and `totals` for dice.
#[must_use]
pub fn tables(par: &Par<'_>) -> Vec<Table> {
    let mut tables =
        vec![tiers_table(&par.sheet.tiers), figures_table(par), returns_table(&par.sheet.returns), precision_table(&par.sheet.precision)];
    let totals = &par.sheet.totals;
    if !totals.is_empty() {
        tables.push(Table {
            name: "totals",
            csv: true,
            columns: vec![
                ("points", Cells::Count(totals.iter().map(|row| row.points).collect())),
                ("prize_cents", Cells::Whole(totals.iter().map(|row| row.prize_cents).collect())),
                ("probability", Cells::Real(totals.iter().map(|row| Some(row.probability)).collect())),
                ("fair_dice_probability", Cells::Real(totals.iter().map(|row| row.fair_dice_probability).collect())),
            ],
        });
    }
    tables
}

fn tiers_table(rows: &[ParTier]) -> Table {
    let real = |cell: fn(&ParTier) -> Option<f64>| Cells::Real(rows.iter().map(cell).collect());
    Table {
        name: "tiers",
        csv: true,
        columns: vec![
            ("tier", Cells::Count(rows.iter().map(|row| row.tier.into()).collect())),
            ("prize_cents", Cells::Whole(rows.iter().map(|row| row.prize_cents).collect())),
            ("winners", Cells::Count(rows.iter().map(|row| row.winners).collect())),
            ("one_in", real(|row| row.one_in)),
            ("probability", real(|row| Some(row.probability))),
            ("rtp_share", real(|row| Some(row.rtp_share))),
            ("cumulative_rtp", real(|row| Some(row.cumulative_rtp))),
            ("variance_share", real(|row| Some(row.variance_share))),
            ("entropy_bits", real(|row| Some(row.entropy_bits))),
        ],
    }
}

fn figures_table(par: &Par<'_>) -> Table {
    let sheet = par.sheet;
    let mut rows: Vec<(&str, Option<f64>, String)> = vec![
        ("rtp", Some(sheet.rtp), sheet.rtp_fraction.clone()),
        ("hit_frequency", Some(sheet.hit_frequency), hit_fraction(&par.offer.table)),
        ("below_stake", Some(sheet.below_stake), String::new()),
        ("at_stake", Some(sheet.at_stake), String::new()),
        ("above_stake", Some(sheet.above_stake), String::new()),
        ("mean_cents", Some(sheet.mean_cents), String::new()),
        ("variance_stakes2", Some(sheet.variance_stakes2), variance_fraction(&par.offer.table).unwrap_or_default()),
        ("sd_stakes", Some(sheet.sd_stakes), String::new()),
        ("skewness", sheet.skewness, String::new()),
        ("kurtosis", sheet.kurtosis, String::new()),
        ("entropy_bits", Some(sheet.entropy_bits), String::new()),
        ("median_cents", Some(sheet.median_cents as f64), String::new()),
        ("volatility_index", Some(sheet.volatility_index), String::new()),
        ("volatility_z", Some(sheet.volatility_z), String::new()),
        ("volatility_confidence", Some(sheet.volatility_confidence), String::new()),
    ];
    if let Some(price) = par.offer.sold_for {
        rows.insert(1, ("rtp_of_offer", Some(sheet.rtp_of(price)), String::new()));
    }
    Table {
        name: "figures",
        csv: true,
        columns: vec![
            ("figure", Cells::Text(rows.iter().map(|row| row.0.to_owned()).collect())),
            ("exact", Cells::Real(rows.iter().map(|row| row.1).collect())),
            ("exact_fraction", Cells::Text(rows.iter().map(|row| row.2.clone()).collect())),
        ],
    }
}

fn returns_table(rows: &[ParReturn]) -> Table {
    let real = |cell: fn(&ParReturn) -> f64| Cells::Real(rows.iter().map(|row| Some(cell(row))).collect());
    Table {
        name: "returns",
        csv: true,
        columns: vec![
            ("plays", Cells::Count(rows.iter().map(|row| row.plays).collect())),
            ("block_low", real(|row| row.block_low)),
            ("block_high", real(|row| row.block_high)),
            ("independent_low", real(|row| row.independent_low)),
            ("independent_high", real(|row| row.independent_high)),
            ("normal_block_low", real(|row| row.normal_block_low)),
            ("normal_block_high", real(|row| row.normal_block_high)),
            ("normal_low", real(|row| row.normal_low)),
            ("normal_high", real(|row| row.normal_high)),
        ],
    }
}

fn precision_table(rows: &[ParPrecision]) -> Table {
    let count = |cell: fn(&ParPrecision) -> u64| Cells::Count(rows.iter().map(cell).collect());
    Table {
        name: "precision",
        csv: true,
        columns: vec![
            ("within", Cells::Real(rows.iter().map(|row| Some(row.within)).collect())),
            ("block_plays", count(|row| row.block_plays)),
            ("normal_block_plays", count(|row| row.normal_block_plays)),
            ("independent_plays", Cells::Real(rows.iter().map(|row| row.independent_plays.map(|plays| plays as f64)).collect())),
            ("normal_independent_plays", count(|row| row.normal_independent_plays)),
        ],
    }
}
