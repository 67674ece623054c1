//! The report on the terminal: verdict first, then the return and its spread, prizes, targets, and where the files are.

pub(in crate::report) mod targets;

use self::targets::targets;
use super::Run;
use super::layout::{BAR, Grid, Ink, Side, Style, bar, is_shown, wrapped};
use super::words;
use crate::spec::Offer;
use crate::stats::VerdictLevel;

/// Where the files of a run are, for the end of the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Folders as the user gave them, with the names of the files written there.
    pub folders: Vec<(String, Vec<String>)>,
}

/// Tiers shown; of more, those in the middle are left to `prizes.csv`.
const MOST_TIERS: usize = 40;

/// Where the report's figures are explained.
const METHODS: &str = "`sim explain NAME` explains a figure, a column or a test of this report. How each is computed, in METHODOLOGY.md: \
figures, section 2; ranges, 3; tests, 5; verdict and detectable difference, 6.";

/// The whole report, at most as wide as its style says.
#[must_use]
pub fn report(run: &Run<'_>, places: &Places, style: Style) -> String {
    let parts = [
        heading(run, style),
        reasons(run, style),
        figures(run, style),
        prizes(run, style),
        targets(run, style),
        witnesses(run, style),
        warnings(run, style),
        style.paragraph("", METHODS),
        files(places, style),
    ];
    style.joined(parts)
}

/// One line: the verdict and what was run.
#[must_use]
pub fn one_line(run: &Run<'_>, folder: &str) -> String {
    let word = run.report.verdict.word();
    let partial = run.planned.map_or(String::new(), |planned| format!(" of {planned} PARTIAL"));
    format!("{word} {} stake {} n {}{partial} seed {} {folder}\n", run.game.id, words::stake_words(run), run.plan.plays, run.plan.seed)
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
    let word = run.report.verdict.word();
    let what = style.paragraph("      ", &words::what_was_run(run));
    if style.markdown {
        return format!("{}{what}", style.heading(&format!("{}: {}", word.to_uppercase(), words::title(run))));
    }
    // seed and stake stand at its end: a long name takes a second line
    let title = wrapped(&words::title(run), style.width.saturating_sub(word.len() + 2).max(20));
    let title: Vec<String> = title.iter().map(|line| style.paint(Ink::Bold, line)).collect();
    format!("{}  {}\n{what}", verdict_word(run.report.verdict, style), title.join("\n      "))
}

/// Why the verdict is what it is.
fn reasons(run: &Run<'_>, style: Style) -> String {
    let said: String = words::statements(run).iter().map(|said| style.paragraph("  ", said)).collect();
    let reasons: String = run.report.reasons.iter().map(|reason| style.paragraph("  ! ", reason)).collect();
    said + &reasons
}

/// The return and the other figures of the prize, observed and exact.
fn figures(run: &Run<'_>, style: Style) -> String {
    let rows = words::figure_rows(run);
    let table = |range: &str| {
        let mut grid = Grid::new(&[("", Side::Left, 0), ("observed", Side::Right, 0), ("exact", Side::Right, 0), (range, Side::Right, 0)]);
        for row in &rows {
            grid.row(vec![row.name.to_owned(), row.observed.clone(), row.exact.clone(), row.range.clone()]);
        }
        grid
    };
    let grids = ["95 % range of the observed", "95 % range"].map(table);
    // no figure is shown without its range: where the table has no room, a paragraph a figure
    let said = |row: &words::FigureRow<'_>| {
        style.paragraph("  ", &format!("{}: observed {}, exact {}, 95 % range {}", row.name, row.observed, row.exact, row.range))
    };
    let table = grids.iter().find(|grid| grid.fits(style)).map_or_else(|| rows.iter().map(said).collect(), |grid| grid.lines(style));
    let notes: String = words::figure_notes(run).iter().map(|note| style.paragraph("  ", note)).collect();
    let definitions = by_definition(run.offer, Some(&run.tally.drawn()), style);
    format!("{}{table}{notes}{definitions}", style.heading("Return and volatility"))
}

/// The return by each definition, where a prize is no cash; `counts` are those of the plays seen.
pub(in crate::report) fn by_definition(offer: &Offer, counts: Option<&[u64]>, style: Style) -> String {
    let Some((rows, note)) = words::by_definition(offer, counts) else { return String::new() };
    let mut columns = vec![("return to player, by definition", Side::Left, 0)];
    if rows.iter().any(|row| row.observed.is_some()) {
        columns.push(("observed", Side::Right, 0));
    }
    columns.push(("exact", Side::Right, 0));
    let mut grid = Grid::new(&columns);
    for row in rows {
        grid.row([Some(row.name.to_owned()), row.observed, Some(row.exact)].into_iter().flatten().collect());
    }
    format!("{}{}", grid.lines(style), style.paragraph("  ", &note))
}

fn prizes(run: &Run<'_>, style: Style) -> String {
    let tiers = &run.report.tiers;
    let mut grid = Grid::new(&[
        ("tier", Side::Right, 6),
        ("prize", Side::Right, 0),
        ("1 in", Side::Right, 2),
        ("expected", Side::Right, 0),
        ("observed", Side::Right, 0),
        ("difference", Side::Right, 4),
        ("p", Side::Right, 3),
        ("of return", Side::Right, 1),
        ("", Side::Left, 7),
        ("of variance", Side::Right, 5),
        ("detectable", Side::Right, 8),
    ]);
    for (_, row) in words::prize_rows(run).into_iter().enumerate().filter(|&(position, _)| is_shown(position, tiers.len(), MOST_TIERS)) {
        grid.row(vec![
            row.row.tier.to_string(),
            row.prize,
            row.one_in,
            row.expected,
            row.observed,
            row.difference,
            row.p_value,
            row.of_return,
            bar(row.row.rtp_share, BAR),
            row.of_variance,
            row.detectable,
        ]);
    }
    let mut out = format!("{}{}", style.heading(&format!("Prizes ({})", run.game.currency)), grid.lines(style));
    if tiers.len() > MOST_TIERS {
        out.push_str(&style.paragraph("  ", &format!("The {} tiers between are in prizes.csv.", tiers.len() - MOST_TIERS)));
    }
    out
}

/// Visuals with something wrong, each with the command that draws it again.
fn witnesses(run: &Run<'_>, style: Style) -> String {
    if run.tally.witnesses.is_empty() {
        return String::new();
    }
    let mut out = style.heading("Visuals with something wrong, and the command that draws each again");
    for witness in &run.tally.witnesses {
        let (what, command) = words::witness(run, witness);
        if style.markdown {
            out.push_str(&style.paragraph("-", &format!("{what}: `{command}`")));
        } else {
            out.push_str(&format!("  {what}\n    {command}\n"));
        }
    }
    out
}

fn warnings(run: &Run<'_>, style: Style) -> String {
    if run.report.warnings.is_empty() {
        return String::new();
    }
    let mut out = style.heading("Before you trust an interval");
    for warning in &run.report.warnings {
        out.push_str(&style.paragraph("  - ", warning));
    }
    out
}

fn files(places: &Places, style: Style) -> String {
    if places.folders.is_empty() {
        return String::new();
    }
    let mut out = style.heading("Files");
    for (folder, names) in &places.folders {
        if style.markdown {
            out.push_str(&style.paragraph("-", &format!("`{folder}/`: {}", names.join(", "))));
        } else {
            out.push_str(&format!("  {folder}/\n"));
            out.push_str(&style.paragraph("    ", &names.join("  ")));
        }
    }
    out
}
