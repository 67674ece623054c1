//! The report on the terminal: verdict first, then the return and its spread, prizes, targets, and where the files are.

use super::Run;
use super::layout::{Grid, Ink, Side, Style, WIDTH, cut, fine_percent, fixed, odds, one_in, p_value, paragraph, percent, plural, signed};
use crate::engine::{Judging, Sampling};
use crate::money::{decimal_text, grouped};
use crate::stats::{Figure, TargetRow, Test, VerdictLevel, totals};
use crate::tally::{Fault, Witness};
use std::collections::BTreeMap;

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
    let blocks = if plays.is_multiple_of(block) {
        plural(plays / block, "whole block", "whole blocks")
    } else {
        format!("{} blocks", fixed(run.report.blocks, 3))
    };
    let sampling = match run.plan.sampling {
        Sampling::Block => format!("{blocks} of {}, drawn without replacement", grouped(u128::from(block))),
        Sampling::Iid => "each drawn for itself with the table's odds".to_owned(),
    };
    let title = format!("{} at {} {} a play, seed {}", run.game.name, table.stake(), run.game.currency, run.plan.seed);
    let word = run.report.verdict.word();
    let mut out = format!("{}  {}\n", verdict_word(run.report.verdict, style), style.paint(Ink::Bold, &cut(&title, WIDTH - word.len() - 2)));
    out.push_str(&paragraph("      ", &format!("{}: {sampling}", plural(plays, "play", "plays"))));
    out
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
    out.push_str(&format!("  {}: {rejected}.\n", plural(tested as u64, "test", "tests")));
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
    let mut grid = Grid::new(&[
        ("", Side::Left, 0),
        ("observed", Side::Right, 0),
        ("exact", Side::Right, 0),
        ("95 % range", Side::Right, 0),
        ("how", Side::Left, 1),
    ]);
    let rows: [(&str, &Figure, Show<'_>); 7] = [
        ("return to player", &report.rtp, &share),
        ("winning plays", &report.hit_frequency, &share),
        ("standard deviation, stakes", &report.sd_stakes, &number),
        ("variance, stakes squared", &report.variance_stakes2, &number),
        ("skewness", &report.skewness, &number),
        ("kurtosis (normal = 3)", &report.kurtosis, &number),
        ("volatility index (90 %)", &report.volatility_index, &number),
    ];
    for (name, figure, show) in rows {
        let range = match (figure.low, figure.high) {
            (Some(low), Some(high)) if (high - low).abs() <= f64::EPSILON * high.abs() => "no spread".to_owned(),
            (Some(low), Some(high)) => format!("{} .. {}", show(low).trim_end_matches(" %"), show(high)),
            _ => "-".to_owned(),
        };
        grid.row(vec![name.to_owned(), figure.observed.map_or_else(|| "-".to_owned(), show), show(figure.exact), range, figure.method.clone()]);
    }
    let mut out = format!("{}\n{}", style.paint(Ink::Bold, "Return and volatility"), grid.lines(style));
    let exact = format!(
        "Exact return {} of the stake; a win {} plays; volatility index = 1.645 x standard deviation.",
        report.rtp_fraction,
        one_in(report.hit_frequency.exact),
    );
    out.push_str(&paragraph("  ", &exact));
    if let (Some(offer), Some(rtp)) = (report.offer_cents, report.rtp_of_offer) {
        out.push_str(&paragraph(
            "  ",
            &format!(
                "The play is always sold for {} {} together with entries to another game whose rules are not modelled: that game is not counted, neither in the return \
                 of the stake of {} above, nor in {} of the whole offer.",
                decimal_text(offer.into(), 2),
                run.game.currency,
                table.stake(),
                share(rtp),
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
    ]);
    let whole = tiers.iter().all(|row| row.expected.fract() == 0.0);
    let decimals = usize::from(!whole);
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
        ]);
    }
    let mut out = format!("{}\n{}", style.paint(Ink::Bold, &format!("Prizes ({})", run.game.currency)), grid.lines(style));
    if tiers.len() > MOST_TIERS {
        out.push_str(&format!("  {} more tiers are in prizes.csv.\n", tiers.len() - MOST_TIERS + 1));
    }
    out
}

/// What is shown of all tests of one observable.
#[derive(Default)]
struct Group<'a> {
    bases: Vec<&'a str>,
    tests: u64,
    least: Option<f64>,
    verdict: Option<VerdictLevel>,
    trials: u64,
    unit: &'a str,
    worst: Option<&'a TargetRow>,
}

fn targets(run: &Run<'_>, style: Style) -> String {
    let report = run.report;
    if report.targets.is_empty() {
        return String::new();
    }
    let mut groups: BTreeMap<usize, Group<'_>> = BTreeMap::new();
    let place = |name: &str| run.observables.iter().position(|observable| observable.name == name);
    for row in &report.targets {
        let Some(at) = place(&row.observable) else { continue };
        let group = groups.entry(at).or_default();
        if row.basis != "none" && !group.bases.contains(&row.basis.as_str()) {
            group.bases.push(&row.basis);
        }
        group.unit = &row.unit;
        let size = |row: &TargetRow| row.z.filter(|z| z.is_finite()).map_or(-1.0, f64::abs);
        if row.z.is_some() && group.worst.is_none_or(|worst| size(row) > size(worst)) {
            group.worst = Some(row);
        }
    }
    for (at, group) in &mut groups {
        let observable = &run.observables[*at];
        group.trials = trials(run, *at);
        for test in report.tests.iter().filter(|test| is_of(test, &observable.name) && test.p_value.is_some()) {
            group.tests += 1;
            group.least = Some(group.least.map_or(f64::INFINITY, |least| least).min(test.p_adjusted.unwrap_or(1.0)));
            group.verdict = group.verdict.max(Some(test.verdict));
        }
    }
    let mut grid = Grid::new(&[
        ("observable", Side::Left, 0),
        ("basis", Side::Left, 2),
        ("trials", Side::Right, 1),
        ("", Side::Left, 1),
        ("tests", Side::Right, 0),
        ("least adjusted p", Side::Right, 0),
        ("largest z", Side::Right, 0),
        ("verdict", Side::Left, 0),
    ]);
    let hidden = groups.len().saturating_sub(MOST_OBSERVABLES);
    for (at, group) in groups.iter().take(MOST_OBSERVABLES) {
        grid.row(vec![
            run.observables[*at].name.clone(),
            group.bases.join(", "),
            grouped(group.trials.into()),
            group.unit.to_owned(),
            group.tests.to_string(),
            p_value(group.least),
            group.worst.and_then(|worst| worst.z).map_or_else(|| "-".to_owned(), |z| signed(z, 2)),
            group.verdict.map_or("shown", VerdictLevel::word).to_owned(),
        ]);
    }
    let mut out = format!("{}\n{}", style.paint(Ink::Bold, "Targets: what the visuals show, against what they should show"), grid.lines(style));
    if hidden > 0 {
        out.push_str(&format!("  {hidden} more observables are in observables.csv.\n"));
    }
    out.push_str(&paragraph(
        "  ",
        "p-values are adjusted over the whole report (Holm): fail below 1e-6, warn below 1e-3. Every value of every observable is in observables.csv.",
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

/// The values farthest from their target, in standard errors.
fn largest(run: &Run<'_>, style: Style) -> String {
    let mut rows: Vec<(&TargetRow, f64)> =
        run.report.targets.iter().filter_map(|row| row.z.filter(|z| z.is_finite()).map(|z| (row, z))).filter(|(row, _)| row.trials > 0).collect();
    if rows.is_empty() {
        return String::new();
    }
    let all = rows.len() as u64;
    rows.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
    let mut grid = Grid::new(&[
        ("value", Side::Left, 0),
        ("observed", Side::Right, 0),
        ("target", Side::Right, 0),
        ("z", Side::Right, 0),
        ("detectable", Side::Right, 1),
    ]);
    for (row, z) in rows.into_iter().take(LARGEST) {
        grid.row(vec![
            format!("{}, {}: {}", row.observable, row.condition, row.value),
            fine_percent(row.observed as f64 / row.trials as f64),
            row.target_probability.map_or_else(|| "-".to_owned(), fine_percent),
            signed(z, 2),
            row.detectable.map_or_else(|| "-".to_owned(), |share| format!("± {}", fine_percent(share))),
        ]);
    }
    format!("{}\n{}", style.paint(Ink::Bold, &format!("Largest deviations among {}", plural(all, "value", "values"))), grid.lines(style))
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
