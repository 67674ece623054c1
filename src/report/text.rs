//! The report on the terminal: verdict first, then the return and its spread, prizes, targets, and where the files are.

use super::Run;
use super::catalogue::{exact_percent, exact_percent_of_offer, sold_with};
use super::layout::{
    Grid, Ink, Side, Style, WIDTH, cut, fine_percent, fixed, odds, p_value, paragraph, percent, plural, rough_percent, short_percent, signed,
};
use crate::engine::{Judging, Sampling};
use crate::money::{decimal_text, grouped};
use crate::stats::{Figure, TargetRow, Test, VerdictLevel, totals};
use crate::tally::{Fault, Law, Witness};

/// Where the files of a run are, for the end of the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Folders as the user gave them, with the names of the files written there.
    pub folders: Vec<(String, Vec<String>)>,
}

/// Tiers shown before the rest is left to `prizes.csv`.
const MOST_TIERS: usize = 30;
/// Observables shown before the rest is left to `observables.csv`.
const MOST_OBSERVABLES: usize = 40;
/// Largest deviations shown.
const LARGEST: usize = 5;
/// Tests that are not `pass` shown by name.
const MOST_REJECTED: usize = 12;

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
    format!("{} {} stake {} n {} seed {} {folder}\n", run.report.verdict.word(), run.game.id, table.stake(), run.plan.plays, run.plan.seed)
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
    let title = format!("{} at {} {} a play, seed {}", run.game.name, table.stake(), run.game.currency, run.plan.seed);
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
        Judging::None => out.push_str("  Prizes only (`--judge none`): no visual was drawn, nothing was judged.\n"),
    }
    let paid = decimal_text(report.paid_cents, 2);
    out.push_str(&match report.table_cents {
        Some(table) if table == report.paid_cents => {
            paragraph("  ", &format!("Paid {paid} {currency}, exactly what the table of whole blocks says."))
        }
        Some(table) => paragraph("  ", &format!("Paid {paid} {currency}, but the table of whole blocks says {} {currency}.", decimal_text(table, 2))),
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
                stake = table.stake(),
                observed = share(observed),
            ),
        ));
    }
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
            if position == losing { "losing".to_owned() } else { decimal_text(row.prize_cents.into(), 2) },
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

/// What is shown of all tests of one observable, or of all maps of one board.
struct Group<'a> {
    name: String,
    maps: u64,
    bases: Vec<&'a str>,
    tests: u64,
    least: Option<f64>,
    verdict: Option<VerdictLevel>,
    trials: u64,
    unit: &'a str,
    worst: Option<&'a TargetRow>,
    /// Of the condition of most trials: the row whose detectable difference is the largest.
    dullest: Option<&'a TargetRow>,
}

/// The observables of a run, those that are maps of one board together.
fn groups<'a>(run: &Run<'a>) -> Vec<Group<'a>> {
    let two_sets = run.observables.iter().any(|observable| observable.board.as_ref().is_some_and(|board| board.set > 1));
    let mut groups: Vec<Group<'a>> = Vec::new();
    for (at, observable) in run.observables.iter().enumerate() {
        let name = match &observable.board {
            Some(board) if two_sets => format!("symbols by cell, set {}", board.set),
            Some(_) => "symbols by cell".to_owned(),
            None => observable.name.clone(),
        };
        let place = groups.iter().position(|group| group.name == name).unwrap_or_else(|| {
            let unit = observable.unit.plural();
            groups.push(Group {
                name,
                maps: 0,
                bases: Vec::new(),
                tests: 0,
                least: None,
                verdict: None,
                trials: 0,
                unit,
                worst: None,
                dullest: None,
            });
            groups.len() - 1
        });
        let group = &mut groups[place];
        group.maps += 1;
        group.trials = group.trials.max(trials(run, at));
        for row in run.report.targets.iter().filter(|row| row.observable == observable.name && row.trials > 0) {
            if row.basis != "none" && !group.bases.contains(&row.basis.as_str()) {
                group.bases.push(&row.basis);
            }
            let p = |row: &TargetRow| row.p_value.unwrap_or(f64::INFINITY);
            if row.z.is_some() && group.worst.is_none_or(|worst| p(row) < p(worst)) {
                group.worst = Some(row);
            }
            let duller = |dullest: &TargetRow| (row.trials, row.detectable) > (dullest.trials, dullest.detectable);
            if row.detectable.is_some() && group.dullest.is_none_or(duller) {
                group.dullest = Some(row);
            }
        }
        for test in run.report.tests.iter().filter(|test| is_of(test, &observable.name) && test.p_value.is_some()) {
            group.tests += 1;
            group.least = Some(group.least.unwrap_or(f64::INFINITY).min(test.p_adjusted.unwrap_or(1.0)));
            group.verdict = group.verdict.max(Some(test.verdict));
        }
    }
    for group in &mut groups {
        if group.maps > 1 {
            group.name.push_str(&format!(" ({} maps)", group.maps));
        }
    }
    groups
}

fn targets(run: &Run<'_>, style: Style) -> String {
    let report = run.report;
    let (seen, unseen): (Vec<Group<'_>>, Vec<Group<'_>>) = groups(run).into_iter().partition(|group| group.trials > 0);
    if seen.is_empty() {
        return String::new();
    }
    let mut grid = Grid::new(&[
        ("observable", Side::Left, 0),
        ("target", Side::Left, 2),
        ("trials", Side::Right, 1),
        ("", Side::Left, 3),
        ("tests", Side::Right, 0),
        ("least p", Side::Right, 0),
        ("farthest z", Side::Right, 0),
        ("detectable", Side::Right, 0),
        ("verdict", Side::Left, 0),
    ]);
    for group in seen.iter().take(MOST_OBSERVABLES) {
        grid.row(vec![
            group.name.clone(),
            group.bases.join(", "),
            grouped(group.trials.into()),
            group.unit.to_owned(),
            group.tests.to_string(),
            p_value(group.least),
            group.worst.and_then(|worst| worst.z).map_or_else(|| "-".to_owned(), |z| signed(z, 2)),
            group.dullest.and_then(|row| Some(rough_text(run, row, row.detectable?))).unwrap_or_else(|| "-".to_owned()),
            group.verdict.map_or("shown", VerdictLevel::word).to_owned(),
        ]);
    }
    let mut out = format!("{}\n{}", style.paint(Ink::Bold, "Targets: what the visuals show, against what they should show"), grid.lines(style));
    if seen.len() > MOST_OBSERVABLES {
        out.push_str(&format!("  {} more are in observables.csv.\n", seen.len() - MOST_OBSERVABLES));
    }
    if !unseen.is_empty() {
        let names: Vec<&str> = unseen.iter().map(|group| group.name.as_str()).collect();
        out.push_str(&paragraph("  ", &format!("Not seen in this run: {}.", names.join(", "))));
    }
    out.push_str(&paragraph(
        "  ",
        "p is adjusted over the whole report (Holm): fail below 1e-6, warn below 1e-3. z is that of the least likely value, in standard errors. Detectable: where trials are most, a value off \
         by so much fails 99 times in 100 at this length, whichever value it is. All values, each with its detectable difference, are in observables.csv."
    ,
    ));
    let rejected: Vec<&Test> = report.tests.iter().filter(|test| test.verdict != VerdictLevel::Pass).collect();
    if !rejected.is_empty() {
        out.push('\n');
        let mut grid = Grid::new(&[
            ("test", Side::Left, 0),
            ("method", Side::Left, 1),
            ("adjusted p", Side::Right, 0),
            ("effect", Side::Right, 0),
            ("verdict", Side::Left, 0),
        ]);
        for test in rejected.iter().take(MOST_REJECTED) {
            let effect = test.effect.map_or_else(|| "-".to_owned(), |effect| format!("{effect:.2e}"));
            grid.row(vec![test.name.clone(), test.method.clone(), p_value(test.p_adjusted), effect, test.verdict.word().to_owned()]);
        }
        out.push_str(&format!("{}\n{}", style.paint(Ink::Bold, "Tests that did not pass"), grid.lines(style)));
        if rejected.len() > MOST_REJECTED {
            out.push_str(&format!("  {} more are in summary.json.\n", rejected.len() - MOST_REJECTED));
        }
    }
    out.push('\n');
    out.push_str(&largest(run, style));
    out
}

/// Trials of an observable over all tiers.
fn trials(run: &Run<'_>, at: usize) -> u64 {
    let offset = crate::tally::Observable::offsets(run.observables)[at] + run.observables[at].values.len();
    run.tally.tiers.iter().filter_map(|tier| tier.row.get(offset)).sum()
}

/// Whether a test is one of an observable: its name is the observable's, or begins with it and a colon.
fn is_of(test: &Test, observable: &str) -> bool {
    test.name.strip_prefix(observable).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}

/// The values farthest from their target: the least likely ones, whatever their size.
fn largest(run: &Run<'_>, style: Style) -> String {
    let rows = run.report.targets.iter().filter(|row| row.trials > 0);
    let mut rows: Vec<(&TargetRow, f64)> = rows.filter_map(|row| row.p_value.map(|p| (row, p))).collect();
    if rows.is_empty() {
        return String::new();
    }
    let all = rows.len() as u64;
    rows.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    rows.truncate(LARGEST);
    let detectable = rows.iter().any(|(row, _)| row.detectable.is_some());
    let mut columns =
        vec![("value", Side::Left, 0), ("observed", Side::Right, 0), ("target", Side::Right, 0), ("z", Side::Right, 0), ("p", Side::Right, 2)];
    if detectable {
        columns.push(("detectable", Side::Right, 1));
    }
    let mut grid = Grid::new(&columns);
    for (row, p) in rows {
        let share = |share: f64| share_text(run, row, share);
        grid.row(vec![
            format!("{}, {}: {}", row.observable, row.condition, row.value),
            share(row.observed as f64 / row.trials as f64),
            row.target_probability.map_or_else(|| "-".to_owned(), share),
            row.z.map_or_else(|| "-".to_owned(), |z| signed(z, 2)),
            p_value(Some(p)),
            row.detectable.map_or_else(|| "-".to_owned(), |least| rough_text(run, row, least)),
        ]);
    }
    let title = format!("The least likely of {}, each seen alone", plural(all, "value", "values"));
    let mut note = format!("Among so many, a p of {} is nothing unusual.", p_value(Some(1.0 / all as f64)));
    if detectable {
        note.push_str(" Detectable: the smallest difference that a run of this length rejects 99 times in 100.");
    }
    format!("{}\n{}{}", style.paint(Ink::Bold, &title), grid.lines(style), paragraph("  ", &note))
}

/// A share of a row's trials, or a mean of a count, as it is printed.
fn share_text(run: &Run<'_>, row: &TargetRow, share: f64) -> String {
    if counts(run, row) { fixed(share, 5) } else { fine_percent(share) }
}

/// A difference of a row's shares, to two digits.
fn rough_text(run: &Run<'_>, row: &TargetRow, difference: f64) -> String {
    if counts(run, row) { format!("± {}", fixed(difference, 4)) } else { format!("± {}", rough_percent(difference)) }
}

/// Whether a row's numbers are means of a count in a trial (which may pass 1), not shares.
fn counts(run: &Run<'_>, row: &TargetRow) -> bool {
    let observable = run.observables.iter().find(|observable| observable.name == row.observable);
    let target = observable.and_then(|observable| observable.targets.iter().find(|target| target.condition == row.condition));
    target.is_some_and(|target| matches!(target.law, Law::Counts { .. }))
}

/// Visuals with something wrong, each with the command that draws it again.
fn witnesses(run: &Run<'_>, style: Style) -> String {
    if run.tally.witnesses.is_empty() {
        return String::new();
    }
    let mut out = format!("{}\n", style.paint(Ink::Bold, "Visuals with something wrong, and the command that draws each again"));
    for witness in &run.tally.witnesses {
        let Witness { fault, place, judged } = witness;
        let drawn = run.offer.table.tiers().get(place.tier.index()).map_or_else(|| "?".to_owned(), |tier| tier.prize.to_string());
        let what = match fault {
            Fault::Mismatch => format!("drawn {drawn}, shows {judged}"),
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
        decimal_text(run.offer.table.stake().wide(), 2).replace(' ', ""),
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
