//! What reports say of a run, in words and printed numbers: the terminal, the page and the notebook say the same, made here once. No figure is computed here.

use super::Run;
use super::catalogue::{exact_percent, exact_percent_of_offer, sold_with};
use super::layout::{fixed, odds, p_value, percent, plural, rough_percent, short_percent, signed};
use crate::engine::{Judging, Sampling};
use crate::games::built_in;
use crate::money::grouped;
use crate::spec::{Kind, Offer};
use crate::stats::{Definitions, Figure, TierRow, VerdictLevel, definitions, totals};
use crate::tally::{Fault, Witness};

/// `Star Color at 1 EUR a play, seed 42`.
#[must_use]
pub fn title(run: &Run<'_>) -> String {
    let partial = if run.planned.is_some() { ", PARTIAL" } else { "" };
    format!("{} at {} {} a play, seed {}{partial}", run.game.name, stake_words(run), run.game.currency, run.plan.seed)
}

/// `10 000 000 plays: 10 whole blocks of 1 000 000, drawn without replacement`.
#[must_use]
pub fn what_was_run(run: &Run<'_>) -> String {
    let (plays, block) = (run.plan.plays, run.offer.table.block());
    let sampling = match run.plan.sampling {
        Sampling::Block => format!("{}, drawn without replacement", blocks_text(plays, block)),
        Sampling::Iid => "each drawn for itself with the table's odds, not from a block".to_owned(),
    };
    let partial = run.planned.map_or(String::new(), |planned| format!(" (PARTIAL: {} were planned)", grouped(u128::from(planned))));
    format!("{}{partial}: {sampling}", plural(plays, "play", "plays"))
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

/// What was checked and found, a sentence each: visuals judged, what was paid, tests.
#[must_use]
pub fn statements(run: &Run<'_>) -> Vec<String> {
    let report = run.report;
    let currency = &run.game.currency;
    let mut said = Vec::new();
    said.push(match run.plan.judging {
        Judging::Full => format!(
            "Every visual was drawn and judged: {}, {}.",
            plural(report.mismatches, "mismatch", "mismatches"),
            plural(report.ambiguous, "ambiguous visual", "ambiguous visuals")
        ),
        Judging::None if !run.game.has_visual() => "A prize table alone: its plays have no visual, so only their prizes were drawn.".to_owned(),
        Judging::None => "Prizes only (`--judge none`): no visual was drawn, nothing was judged.".to_owned(),
    });
    let amount = |amount: i128| run.offer.table.words(amount);
    let paid = amount(report.paid_cents);
    said.push(match report.table_cents {
        Some(table) if table == report.paid_cents => format!("Paid {paid} {currency}, exactly what the table of whole blocks says."),
        Some(table) => format!("Paid {paid} {currency}, but the table of whole blocks says {} {currency}.", amount(table)),
        None => format!("Paid {paid} {currency}."),
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
        said.push(format!("{}: {rejected}.", plural(tested as u64, "test", "tests")));
    }
    said
}

/// How a figure is printed.
type Show<'a> = &'a dyn Fn(f64) -> String;

/// A figure of a play, printed.
#[derive(Clone, Debug)]
pub struct FigureRow<'a> {
    /// What it is; a name that `sim explain` knows.
    pub name: &'static str,
    /// From the plays.
    pub observed: String,
    /// From the table.
    pub exact: String,
    /// The 95 % range of the observed one, `-` where none is known.
    pub range: String,
    /// The numbers behind.
    pub figure: &'a Figure,
}

/// The return and the other figures of the prize, observed and exact.
#[must_use]
pub fn figure_rows<'a>(run: &Run<'a>) -> Vec<FigureRow<'a>> {
    let report = run.report;
    let share = |value: f64| percent(value, 4);
    let number = |value: f64| fixed(value, 4);
    let rows: [(&'static str, &Figure, Show<'_>); 7] = [
        ("return to player", &report.rtp, &share),
        ("winning plays", &report.hit_frequency, &share),
        ("standard deviation (stakes)", &report.sd_stakes, &number),
        ("variance (stakes squared)", &report.variance_stakes2, &number),
        ("skewness", &report.skewness, &number),
        ("kurtosis (normal = 3)", &report.kurtosis, &number),
        ("volatility index (90 %)", &report.volatility_index, &number),
    ];
    let row = |(name, figure, show): (&'static str, &'a Figure, Show<'_>)| FigureRow {
        name,
        observed: figure.observed.map_or_else(|| "-".to_owned(), show),
        exact: show(figure.exact),
        range: figure.low.zip(figure.high).map_or_else(|| "-".to_owned(), |(low, high)| range_text(low, high, show)),
        figure,
    };
    rows.into_iter().map(row).collect()
}

/// What belongs to the figures: what the ranges are, the exact return, the bundle, the same prizes without a block.
#[must_use]
pub fn figure_notes(run: &Run<'_>) -> Vec<String> {
    let report = run.report;
    let table = &run.offer.table;
    let mut notes = Vec::new();
    notes.extend(range_note(run));
    let volatility = &report.volatility_index;
    let its_range = if volatility.low < volatility.high { ", and its range one of 90 %" } else { "" };
    notes.push(format!(
        "The exact return is {} of the stake; one play in {} wins; the volatility index is 1.645 standard deviations in stakes{its_range}.",
        report.rtp_fraction,
        odds(report.hit_frequency.exact),
    ));
    if let (Some(price), Some(observed), Some(exact)) = (run.offer.sold_for, report.rtp_of_offer, exact_percent_of_offer(run.offer, 4)) {
        notes.push(format!(
            "A play is always sold for {price} {currency} together with {with}, whose rules are not modelled: they are not counted. The exact return is \
             {of_stake} % of the stake of {stake} {currency}, and {exact} % of the {price} {currency} (observed: {observed}).",
            currency = run.game.currency,
            with = sold_with(run.offer),
            of_stake = exact_percent(table, 6),
            stake = table.amount(table.stake()),
            price = table.amount(price),
            observed = percent(observed, 4),
        ));
    }
    if let Some(beside) = totals::beside(table, run.observables) {
        notes.push(format!(
            "With {} and no block, the same prizes would return {} and win {} of the time: the point of a block.",
            beside.what,
            percent(beside.rtp, 2),
            percent(beside.hit_frequency, 2),
        ));
    }
    notes
}

/// The return by one definition, printed.
#[derive(Clone, Debug)]
pub struct DefinitionRow {
    /// The definition.
    pub name: &'static str,
    /// From the plays, where there are any.
    pub observed: Option<String>,
    /// From the table.
    pub exact: String,
}

/// The return by each definition, and which prizes are no cash; `None` where all are. `counts` are those of the plays seen.
#[must_use]
pub fn by_definition(offer: &Offer, counts: Option<&[u64]>) -> Option<(Vec<DefinitionRow>, String)> {
    let winners: Vec<u64> = offer.table.tiers().iter().map(|tier| tier.winners).collect();
    let exact = definitions(offer, &winners)?;
    let seen = counts.and_then(|counts| definitions(offer, counts));
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| percent(share, 4));
    let names = ["every prize at its declared value", "prizes of cash only", "all but free tickets, per ticket paid for"];
    let values = |found: &Definitions| [Some(found.face_value), Some(found.cash_only), found.per_paid_ticket];
    let row = |(row, name): (usize, &'static str)| DefinitionRow {
        name,
        observed: seen.as_ref().map(|seen| percent(values(seen)[row])),
        exact: percent(values(&exact)[row]),
    };
    let rows = names.into_iter().enumerate().map(row).collect();
    let tiers = offer.kinds.iter().zip(offer.table.tiers()).filter(|(kind, _)| **kind != Kind::Cash);
    let kinds: Vec<String> = tiers.map(|(kind, tier)| format!("{} ({})", offer.table.amount(tier.prize), kind.word())).collect();
    Some((rows, format!("Not cash: {}. Everything else in this report is at declared values.", kinds.join(", "))))
}

/// What the ranges are: the method of most figures, then the figures that differ.
fn range_note(run: &Run<'_>) -> Option<String> {
    let mut methods: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in figure_rows(run).into_iter().filter(|row| row.figure.low.is_some() && row.figure.high.is_some()) {
        match methods.iter_mut().find(|(method, _)| *method == row.figure.method) {
            Some((_, names)) => names.push(row.name),
            None => methods.push((&row.figure.method, vec![row.name])),
        }
    }
    methods.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    let mut parts = methods.into_iter().map(|(method, names)| (method, names.join(" and ")));
    let (most, _) = parts.next()?;
    let others: String = parts.map(|(method, names)| format!("; {names}: {method}")).collect();
    Some(format!("95 % ranges: {most}{others}."))
}

/// `low .. high`, the unit once; one value where there is no spread.
fn range_text(low: f64, high: f64, show: Show<'_>) -> String {
    let (low, high) = (show(low), show(high));
    if low == high { high } else { format!("{} .. {high}", low.trim_end_matches(" %")) }
}

/// A tier of the prize table, printed.
#[derive(Clone, Debug)]
pub struct PrizeRow<'a> {
    /// Its prize, `losing` for the last one.
    pub prize: String,
    /// Odds: the number of `1 in ...`.
    pub one_in: String,
    /// Plays expected.
    pub expected: String,
    /// Plays found.
    pub observed: String,
    /// Found - expected.
    pub difference: String,
    /// The p-value, or `equal`.
    pub p_value: String,
    /// Share of the return.
    pub of_return: String,
    /// Share of the variance.
    pub of_variance: String,
    /// The difference this run would have found.
    pub detectable: String,
    /// The numbers behind.
    pub row: &'a TierRow,
}

/// The tiers, the losing one last.
#[must_use]
pub fn prize_rows<'a>(run: &Run<'a>) -> Vec<PrizeRow<'a>> {
    let tiers = &run.report.tiers;
    let whole = tiers.iter().all(|row| (row.expected - row.expected.round()).abs() < 1e-6);
    let least = tiers.iter().map(|row| row.expected).filter(|&expected| expected > 0.0).fold(f64::INFINITY, f64::min);
    let decimals = if whole { 0 } else { [(1.0, 1), (0.1, 2)].into_iter().find(|&(from, _)| least >= from).map_or(3, |(_, decimals)| decimals) };
    let losing = tiers.len().saturating_sub(1);
    let row = |(position, row): (usize, &'a TierRow)| PrizeRow {
        prize: if position == losing { "losing".to_owned() } else { run.offer.table.words(row.prize_cents.into()) },
        one_in: odds(row.probability),
        expected: fixed(row.expected, decimals),
        observed: grouped(row.observed.into()),
        difference: signed(row.observed as f64 - row.expected, decimals),
        p_value: if row.p_value.is_none() && (row.observed as f64 - row.expected).abs() < 0.5 { "equal".to_owned() } else { p_value(row.p_value) },
        of_return: percent(row.rtp_share, 2),
        of_variance: percent(row.variance_share, 2),
        detectable: row.detectable.map_or_else(|| "-".to_owned(), |least| format!("± {}", rough_percent(least))),
        row,
    };
    tiers.iter().enumerate().map(row).collect()
}

/// A visual with something wrong: what, and the command that draws it again.
#[must_use]
pub fn witness(run: &Run<'_>, witness: &Witness) -> (String, String) {
    let Witness { fault, place, judged } = witness;
    let drawn = run.offer.table.tiers().get(place.tier.index()).map_or_else(|| "?".to_owned(), |tier| run.offer.table.amount(tier.prize));
    let what = match fault {
        Fault::Mismatch => format!("drawn {drawn}, shows {}", run.offer.table.amount(*judged)),
        Fault::Ambiguous => format!("drawn {drawn}, can be read in two ways"),
    };
    (what, format!("sim show {} --stake {} --seed {} --at {place}", run.game.id, stake(run), run.plan.seed))
}

/// The stake as people read it: `2.91`.
#[must_use]
pub fn stake_words(run: &Run<'_>) -> String {
    run.offer.table.amount(run.offer.table.stake())
}

/// The stake as the command line takes it.
fn stake(run: &Run<'_>) -> String {
    stake_words(run).replace(' ', "")
}

/// Whether the game is built in, just so.
#[must_use]
pub fn is_built_in(run: &Run<'_>) -> bool {
    built_in(&run.game.id) == Some(run.game.text.as_str())
}

/// How the command line names the game: its id where it is built in, else the file it would be saved as.
#[must_use]
pub fn game_word(run: &Run<'_>) -> String {
    if is_built_in(run) { run.game.id.clone() } else { format!("{}.toml", run.game.id) }
}

/// The command that makes the same run again, with its run name if it has one of its own; of a run that was stopped, the one that goes on with it.
#[must_use]
pub fn command(run: &Run<'_>, name: &str) -> String {
    let plan = run.plan;
    let plays = run.planned.unwrap_or(plan.plays);
    let mut words = vec![format!("sim --game {} --stake {} --n {plays} --seed {}", game_word(run), stake(run), plan.seed)];
    words.extend((plan.sampling == Sampling::Iid).then(|| "--sampling iid".to_owned()));
    words.extend((plan.judging == Judging::None).then(|| "--judge none".to_owned()));
    words.extend(run.planned.map(|_| "--resume".to_owned()));
    words.extend((name != run.name()).then(|| format!("--name {}", quoted(name))));
    words.join(" ")
}

/// A word as a shell takes it.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./+,:@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
