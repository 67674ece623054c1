//! The report on the terminal: verdict first, then the return and its spread, prizes, targets, and where the files are.

mod targets;

use self::targets::targets;
use super::Run;
use super::catalogue::{exact_percent, exact_percent_of_offer, sold_with};
use super::layout::{Grid, Ink, Side, Style, WIDTH, cut, fixed, odds, p_value, paragraph, percent, plural, rough_percent, short_percent, signed};
use crate::engine::{Judging, Sampling};
use crate::money::grouped;
use crate::spec::{Kind, Offer};
use crate::stats::{Definitions, Figure, VerdictLevel, definitions, totals};
use crate::tally::{Fault, Witness};

/// Where the files of a run are, for the end of the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Folders as the user gave them, with the names of the files written there.
    pub folders: Vec<(String, Vec<String>)>,
}

/// Tiers shown before the rest is left to `prizes.csv`.
const MOST_TIERS: usize = 30;

/// Where the report's figures are explained.
const METHODS: &str = "\
`sim explain NAME` explains a figure, a column or a test of this report. How each is computed, in
METHODOLOGY.md: figures, section 2; ranges, 3; tests, 5; verdict and detectable difference, 6.
";

/// The whole report, at most [`WIDTH`] columns wide.
#[must_use]
pub fn report(run: &Run<'_>, places: &Places, style: Style) -> String {
    let parts = [
        heading(run, style),
        reasons(run),
        figures(run, style),
        prizes(run, style),
        targets(run, style),
        witnesses(run, style),
        warnings(run, style),
        METHODS.to_owned(),
        files(places, style),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

/// One line: the verdict and what was run.
#[must_use]
pub fn one_line(run: &Run<'_>, folder: &str) -> String {
    let table = &run.offer.table;
    format!(
        "{} {} stake {} n {} seed {} {folder}\n",
        run.report.verdict.word(),
        run.game.id,
        table.amount(table.stake()),
        run.plan.plays,
        run.plan.seed
    )
}

fn verdict_word(level: VerdictLevel, style: Style) -> String {
    let ink = match level {
        VerdictLevel::Pass => Ink::Green,
        VerdictLevel::Warn => Ink::Yellow,
        VerdictLevel::Fail => Ink::Red,
    };
    style.paint(ink, &level.word().to_uppercase())
}

fn heading(run: &Run<'_>, style: Style) -> String {
    let table = &run.offer.table;
    let (plays, block) = (run.plan.plays, table.block());
    let sampling = match run.plan.sampling {
        Sampling::Block => format!("{}, drawn without replacement", blocks_text(plays, block)),
        Sampling::Iid => "each drawn for itself with the table's odds, not from a block".to_owned(),
    };
    let title = format!("{} at {} {} a play, seed {}", run.game.name, table.amount(table.stake()), run.game.currency, run.plan.seed);
    let word = run.report.verdict.word();
    let mut out = format!("{}  {}\n", verdict_word(run.report.verdict, style), style.paint(Ink::Bold, &cut(&title, WIDTH - word.len() - 2)));
    out.push_str(&paragraph("      ", &format!("{}: {sampling}", plural(plays, "play", "plays"))));
    out
}

/// How many blocks a number of plays is, in words.
fn blocks_text(plays: u64, block: u64) -> String {
    let size = grouped(block.into());
    match (plays / block, plays % block) {
        (0, part) => format!("{} of a block of {size}", short_percent(part as f64 / block as f64)),
        (whole, 0) => format!("{} of {size}", plural(whole, "whole block", "whole blocks")),
        (whole, part) => format!("{} of {size} and {} of another", plural(whole, "block", "blocks"), plural(part, "play", "plays")),
    }
}

/// Why the verdict is what it is.
fn reasons(run: &Run<'_>) -> String {
    let report = run.report;
    let mut out = String::new();
    let currency = &run.game.currency;
    match run.plan.judging {
        Judging::Full => out.push_str(&paragraph(
            "  ",
            &format!(
                "Every visual was drawn and judged: {}, {}.",
                plural(report.mismatches, "mismatch", "mismatches"),
                plural(report.ambiguous, "ambiguous visual", "ambiguous visuals")
            ),
        )),
        Judging::None if !run.game.has_visual() => {
            out.push_str("  A prize table alone: its plays have no visual, so only their prizes were drawn.\n");
        }
        Judging::None => out.push_str("  Prizes only (`--judge none`): no visual was drawn, nothing was judged.\n"),
    }
    let paid = run.offer.table.words(report.paid_cents);
    out.push_str(&match report.table_cents {
        Some(table) if table == report.paid_cents => {
            paragraph("  ", &format!("Paid {paid} {currency}, exactly what the table of whole blocks says."))
        }
        Some(table) => {
            paragraph("  ", &format!("Paid {paid} {currency}, but the table of whole blocks says {} {currency}.", run.offer.table.words(table)))
        }
        None => format!("  Paid {paid} {currency}.\n"),
    });
    let tested = report.tests.iter().filter(|test| test.p_value.is_some()).count();
    let count = |level| report.tests.iter().filter(|test| test.verdict == level).count() as u64;
    let rejected = match (count(VerdictLevel::Fail), count(VerdictLevel::Warn)) {
        (0, 0) => "none rejected".to_owned(),
        (0, warn) => format!("{warn} to look at"),
        (fail, 0) => format!("{fail} rejected"),
        (fail, warn) => format!("{fail} rejected, {warn} to look at"),
    };
    if tested > 0 {
        out.push_str(&format!("  {}: {rejected}.\n", plural(tested as u64, "test", "tests")));
    }
    for reason in &report.reasons {
        out.push_str(&paragraph("  ! ", reason));
    }
    out
}

/// How a figure is printed.
type Show<'a> = &'a dyn Fn(f64) -> String;

/// The return and the other figures of the prize, observed and exact.
fn figures(run: &Run<'_>, style: Style) -> String {
    let report = run.report;
    let table = &run.offer.table;
    let share = |value: f64| percent(value, 4);
    let number = |value: f64| fixed(value, 4);
    let mut grid =
        Grid::new(&[("", Side::Left, 0), ("observed", Side::Right, 0), ("exact", Side::Right, 0), ("95 % range of the observed", Side::Right, 0)]);
    let rows: [(&str, &Figure, Show<'_>); 7] = [
        ("return to player", &report.rtp, &share),
        ("winning plays", &report.hit_frequency, &share),
        ("standard deviation (stakes)", &report.sd_stakes, &number),
        ("variance (stakes squared)", &report.variance_stakes2, &number),
        ("skewness", &report.skewness, &number),
        ("kurtosis (normal = 3)", &report.kurtosis, &number),
        ("volatility index (90 %)", &report.volatility_index, &number),
    ];
    let mut methods: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, figure, show) in rows {
        let range = figure.low.zip(figure.high).map(|(low, high)| range_text(low, high, show));
        if range.is_some() {
            match methods.iter_mut().find(|(method, _)| *method == figure.method) {
                Some((_, names)) => names.push(name),
                None => methods.push((&figure.method, vec![name])),
            }
        }
        let observed = figure.observed.map_or_else(|| "-".to_owned(), show);
        grid.row(vec![name.to_owned(), observed, show(figure.exact), range.unwrap_or_else(|| "-".to_owned())]);
    }
    let mut out = format!("{}\n{}", style.paint(Ink::Bold, "Return and volatility"), grid.lines(style));
    out.push_str(&range_note(methods));
    let volatility = &report.volatility_index;
    let its_range = if volatility.low < volatility.high { ", and its range one of 90 %" } else { "" };
    let exact = format!(
        "The exact return is {} of the stake; one play in {} wins; the volatility index is 1.645 standard deviations in stakes{its_range}.",
        report.rtp_fraction,
        odds(report.hit_frequency.exact),
    );
    out.push_str(&paragraph("  ", &exact));
    if let (Some(price), Some(observed), Some(exact)) = (run.offer.sold_for, report.rtp_of_offer, exact_percent_of_offer(run.offer, 4)) {
        out.push_str(&paragraph(
            "  ",
            &format!(
                "A play is always sold for {price} {currency} together with {with}, whose rules are not modelled: they are not counted. The exact return is \
                 {of_stake} % of the stake of {stake} {currency}, and {exact} % of the {price} {currency} (observed: {observed}).",
                currency = run.game.currency,
                with = sold_with(run.offer),
                of_stake = exact_percent(table, 6),
                stake = table.amount(table.stake()),
                price = table.amount(price),
                observed = share(observed),
            ),
        ));
    }
    out.push_str(&by_definition(run.offer, Some(&run.tally.drawn()), style));
    if let Some(beside) = totals::beside(table, run.observables) {
        out.push_str(&paragraph(
            "  ",
            &format!(
                "With {} and no block, the same prizes would return {} and win {} of the time: the point of a block.",
                beside.what,
                percent(beside.rtp, 2),
                percent(beside.hit_frequency, 2),
            ),
        ));
    }
    out
}

/// The return by each definition, where a prize is no cash; `counts` are those of the plays seen.
pub(in crate::report) fn by_definition(offer: &Offer, counts: Option<&[u64]>, style: Style) -> String {
    let winners: Vec<u64> = offer.table.tiers().iter().map(|tier| tier.winners).collect();
    let Some(exact) = definitions(offer, &winners) else { return String::new() };
    let seen = counts.and_then(|counts| definitions(offer, counts));
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| percent(share, 4));
    let mut columns = vec![("return to player, by definition", Side::Left, 0)];
    if seen.is_some() {
        columns.push(("observed", Side::Right, 0));
    }
    columns.push(("exact", Side::Right, 0));
    let mut grid = Grid::new(&columns);
    let names = ["every prize at its declared value", "prizes of cash only", "all but free tickets, per ticket paid for"];
    let values = |found: &Definitions| [Some(found.face_value), Some(found.cash_only), found.per_paid_ticket];
    for (row, name) in names.into_iter().enumerate() {
        let mut cells = vec![name.to_owned()];
        cells.extend(seen.as_ref().map(|seen| percent(values(seen)[row])));
        cells.push(percent(values(&exact)[row]));
        grid.row(cells);
    }
    let tiers = offer.table.tiers();
    let kinds: Vec<String> = offer
        .kinds
        .iter()
        .zip(tiers)
        .filter(|(kind, _)| **kind != Kind::Cash)
        .map(|(kind, tier)| format!("{} ({})", offer.table.amount(tier.prize), kind.word()))
        .collect();
    let note = format!("Not cash: {}. Everything else in this report is at declared values.", kinds.join(", "));
    format!("{}{}", grid.lines(style), paragraph("  ", &note))
}

/// What the ranges are: the method of most figures, then the figures that differ.
fn range_note(mut methods: Vec<(&str, Vec<&str>)>) -> String {
    methods.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    let mut parts = methods.into_iter().map(|(method, names)| (method, names.join(" and ")));
    let Some((most, _)) = parts.next() else { return String::new() };
    let others: String = parts.map(|(method, names)| format!("; {names}: {method}")).collect();
    paragraph("  ", &format!("95 % ranges: {most}{others}."))
}

/// `low .. high`, the unit once; one value where there is no spread.
fn range_text(low: f64, high: f64, show: Show<'_>) -> String {
    let (low, high) = (show(low), show(high));
    if low == high { high } else { format!("{} .. {high}", low.trim_end_matches(" %")) }
}

fn prizes(run: &Run<'_>, style: Style) -> String {
    let tiers = &run.report.tiers;
    let mut grid = Grid::new(&[
        ("tier", Side::Right, 3),
        ("prize", Side::Right, 0),
        ("1 in", Side::Right, 0),
        ("expected", Side::Right, 0),
        ("observed", Side::Right, 0),
        ("difference", Side::Right, 1),
        ("p", Side::Right, 0),
        ("of return", Side::Right, 0),
        ("of variance", Side::Right, 2),
        ("detectable", Side::Right, 4),
    ]);
    let whole = tiers.iter().all(|row| (row.expected - row.expected.round()).abs() < 1e-6);
    let least = tiers.iter().map(|row| row.expected).filter(|&expected| expected > 0.0).fold(f64::INFINITY, f64::min);
    let decimals = if whole { 0 } else { [(1.0, 1), (0.1, 2)].into_iter().find(|&(from, _)| least >= from).map_or(3, |(_, decimals)| decimals) };
    let losing = tiers.len().saturating_sub(1);
    let shown = |position: usize| tiers.len() <= MOST_TIERS || position < MOST_TIERS - 2 || position == losing;
    for (position, row) in tiers.iter().enumerate().filter(|&(position, _)| shown(position)) {
        let p = if row.p_value.is_none() && (row.observed as f64 - row.expected).abs() < 0.5 { "equal".to_owned() } else { p_value(row.p_value) };
        grid.row(vec![
            row.tier.to_string(),
            if position == losing { "losing".to_owned() } else { run.offer.table.words(row.prize_cents.into()) },
            odds(row.probability),
            fixed(row.expected, decimals),
            grouped(row.observed.into()),
            signed(row.observed as f64 - row.expected, decimals),
            p,
            percent(row.rtp_share, 2),
            percent(row.variance_share, 2),
            row.detectable.map_or_else(|| "-".to_owned(), |least| format!("± {}", rough_percent(least))),
        ]);
    }
    let mut out = format!("{}\n{}", style.paint(Ink::Bold, &format!("Prizes ({})", run.game.currency)), grid.lines(style));
    if tiers.len() > MOST_TIERS {
        out.push_str(&format!("  {} more tiers are in prizes.csv.\n", tiers.len() - MOST_TIERS + 1));
    }
    out
}

/// Visuals with something wrong, each with the command that draws it again.
fn witnesses(run: &Run<'_>, style: Style) -> String {
    if run.tally.witnesses.is_empty() {
        return String::new();
    }
    let mut out = format!("{}\n", style.paint(Ink::Bold, "Visuals with something wrong, and the command that draws each again"));
    for witness in &run.tally.witnesses {
        let Witness { fault, place, judged } = witness;
        let drawn = run.offer.table.tiers().get(place.tier.index()).map_or_else(|| "?".to_owned(), |tier| run.offer.table.amount(tier.prize));
        let what = match fault {
            Fault::Mismatch => format!("drawn {drawn}, shows {}", run.offer.table.amount(*judged)),
            Fault::Ambiguous => format!("drawn {drawn}, can be read in two ways"),
        };
        out.push_str(&format!("  {what}\n    {}\n", redraw_command(run, &place.to_string())));
    }
    out
}

fn redraw_command(run: &Run<'_>, place: &str) -> String {
    format!(
        "sim show {} --stake {} --seed {} --at {place}",
        run.game.id,
        run.offer.table.amount(run.offer.table.stake()).replace(' ', ""),
        run.plan.seed
    )
}

fn warnings(run: &Run<'_>, style: Style) -> String {
    if run.report.warnings.is_empty() {
        return String::new();
    }
    let mut out = format!("{}\n", style.paint(Ink::Bold, "Before you trust an interval"));
    for warning in &run.report.warnings {
        out.push_str(&paragraph("  - ", warning));
    }
    out
}

fn files(places: &Places, style: Style) -> String {
    if places.folders.is_empty() {
        return String::new();
    }
    let mut out = format!("{}\n", style.paint(Ink::Bold, "Files"));
    for (folder, names) in &places.folders {
        out.push_str(&format!("  {folder}/\n"));
        out.push_str(&paragraph("    ", &names.join("  ")));
    }
    out
}
