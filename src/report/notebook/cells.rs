//! The cells: what the run found, the figures computed again from its tables, the charts, and a place to go on from.

use super::mark::{plain, prose, python, table};
use super::{Author, Cell, Output};
use crate::engine::Judging;
use crate::money::grouped;
use crate::report::exhibits::{Chart, Exhibits, Image};
use crate::report::layout::p_value;
use crate::report::text::targets::least_likely;
use crate::report::{Run, words};
use crate::stats::Figure;

/// Least likely values shown.
const MOST_VALUES: usize = 10;

/// All cells in order.
pub(super) fn all(run: &Run<'_>, exhibits: &Exhibits, author: Author) -> Vec<Cell> {
    let mut cells = vec![Cell::Words(heading(run, author)), Cell::Words(figures(run)), load(run, exhibits)];
    cells.extend(again(run));
    cells.extend(tiers(run));
    cells.extend(exhibits.charts.iter().flat_map(chart));
    cells.extend(convergence(run));
    cells.extend(observables(run));
    cells.extend(what_if(run));
    cells.push(Cell::Words(reproduce(run, exhibits)));
    cells
}

fn heading(run: &Run<'_>, author: Author) -> String {
    let whose = match author {
        Author::Sim => {
            "**The outputs below were written by `sim`, not by Python: no cell has been run, and none carries an execution count.** *Run all* replaces them \
             (Python with the package `polars`), and so does `sim report RUN --execute`. Each main figure is computed again from the tables of the run, and a \
             cell fails if one differs."
        }
        Author::Python => {
            "**The outputs below are those of Python: `sim report RUN --execute` has run every cell.** Each main figure is computed again from the tables of the \
             run, and a cell fails if one differs."
        }
    };
    let mut text =
        format!("# {}: {}\n\n{}.\n\n", run.report.verdict.word().to_uppercase(), plain(&words::title(run)), prose(&words::what_was_run(run)));
    text.push_str(&format!("{whose}\n"));
    for said in words::statements(run) {
        text.push_str(&format!("\n- {}", prose(&said)));
    }
    for reason in run.report.reasons.iter().chain(&run.report.warnings) {
        text.push_str(&format!("\n- **Look:** {}", prose(reason)));
    }
    text
}

fn figures(run: &Run<'_>) -> String {
    let mut text =
        "## Return and volatility\n\n| figure | observed | exact | 95 % range of the observed |\n| --- | ---: | ---: | ---: |\n".to_owned();
    for row in words::figure_rows(run) {
        text.push_str(&format!("| {} | {} | {} | {} |\n", plain(row.name), row.observed, row.exact, row.range));
    }
    for note in words::figure_notes(run) {
        text.push_str(&format!("\n{}\n", prose(&note)));
    }
    text.trim_end().to_owned()
}

fn load(run: &Run<'_>, exhibits: &Exhibits) -> Cell {
    let source = format!(
        r#"import json, math, os
from pathlib import Path
from statistics import NormalDist

import polars as pl
from IPython.display import SVG, Image, display

# the folder of the run's tables and that of its charts, seen from this notebook; SIM_RUN and SIM_CHARTS name others
run, charts = Path(os.environ.get("SIM_RUN", {})), Path(os.environ.get("SIM_CHARTS", "."))
summary = json.loads((run / "summary.json").read_text(encoding="utf-8"))
prizes = pl.read_parquet(run / "prizes.parquet")
stake, block = summary["stake_cents"], summary["block"]
print(f"{{summary['plays']:_}} plays of {{summary['game']}}: {{summary['verdict']}}".replace("_", " "))"#,
        python(&exhibits.way)
    );
    let output = format!("{} plays of {}: {}\n", grouped(run.plan.plays.into()), run.game.id, run.report.verdict.word());
    Cell::Python { source, outputs: vec![Output::Text(output)] }
}

const AGAIN: &str = r#"def figures(counts):
    """The figures of a play from a column of counts by prize: exact for `winners_per_block`, observed for `observed`."""
    prize, count = prizes["prize_cents"].to_list(), prizes[counts].to_list()
    plays = sum(count)
    paid = sum(c * x for c, x in zip(count, prize))  # whole cents: no rounding
    mean = paid / plays / stake
    moment = lambda k: math.fsum(c * (x / stake - mean) ** k for c, x in zip(count, prize)) / plays
    variance = moment(2)
    sd = math.sqrt(variance)
    return {
        "return to player": mean,
        "winning plays": sum(c for c, x in zip(count, prize) if x > 0) / plays,
        "variance (stakes squared)": variance,
        "standard deviation (stakes)": sd,
        "skewness": moment(3) / sd**3 if sd > 0 else None,
        "kurtosis (normal = 3)": moment(4) / variance**2 if sd > 0 else None,
        "volatility index (90 %)": NormalDist().inv_cdf(0.95) * sd,
    }

def shown(value):
    return "-" if value is None else f"{value:.4f}"

observed, exact = figures("observed"), figures("winners_per_block")
for name in exact:
    print(f"{name:<28}{shown(observed[name]):>18}{shown(exact[name]):>18}")"#;

const CHECK: &str = r#"keys = {
    "return to player": "rtp", "winning plays": "hit_frequency", "variance (stakes squared)": "variance_stakes2",
    "standard deviation (stakes)": "sd_stakes", "skewness": "skewness", "kurtosis (normal = 3)": "kurtosis", "volatility index (90 %)": "volatility_index",
}
for name, key in keys.items():
    for kind, again in (("observed", observed[name]), ("exact", exact[name])):
        ours = summary[key][kind]
        equal = again is None if ours is None else math.isclose(again, ours, rel_tol=1e-9, abs_tol=1e-12)
        assert equal, f"{name}, {kind}: {again} here, {ours} in summary.json"
print(f"{2 * len(keys)} figures computed again, all equal to those of sim")"#;

fn again(run: &Run<'_>) -> Vec<Cell> {
    let report = run.report;
    let rows: [(&str, &Figure); 7] = [
        ("return to player", &report.rtp),
        ("winning plays", &report.hit_frequency),
        ("variance (stakes squared)", &report.variance_stakes2),
        ("standard deviation (stakes)", &report.sd_stakes),
        ("skewness", &report.skewness),
        ("kurtosis (normal = 3)", &report.kurtosis),
        ("volatility index (90 %)", &report.volatility_index),
    ];
    let shown = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"));
    let printed = rows.map(|(name, figure)| format!("{name:<28}{:>18}{:>18}\n", shown(figure.observed), shown(Some(figure.exact)))).concat();
    let mut cells = vec![
        Cell::Words("## The figures again\n\nFrom the prize table alone: whole counts, whole cents.".to_owned()),
        Cell::Python { source: AGAIN.to_owned(), outputs: vec![Output::Text(printed)] },
    ];
    if report.mismatches == 0 {
        let said = format!("{} figures computed again, all equal to those of sim\n", 2 * rows.len());
        cells.push(Cell::Python { source: CHECK.to_owned(), outputs: vec![Output::Text(said)] });
    } else {
        cells.push(Cell::Words(
            "Some visuals show another prize than the one drawn, perhaps none of the table: the figures are not compared here.".to_owned(),
        ));
    }
    cells
}

const TIERS: &str = r#"plays = summary["plays"]
probability = pl.col("winners_per_block") / block
again = prizes.with_columns(
    probability_again=probability,
    expected_again=plays * probability,
    rtp_share_again=pl.col("prize_cents") * probability / stake / exact["return to player"],
    variance_share_again=(pl.col("prize_cents") / stake - exact["return to player"]) ** 2 * probability / exact["variance (stakes squared)"],
)
for name in ("probability", "expected", "rtp_share", "variance_share"):
    for ours, here in zip(again[name], again[f"{name}_again"]):
        assert ours is None or math.isclose(ours, here, rel_tol=1e-9, abs_tol=1e-12), f"{name}: {here} here, {ours} in the table"
print(f"{again.height} tiers computed again, all equal to those of sim")"#;

fn tiers(run: &Run<'_>) -> Vec<Cell> {
    let said = format!("{} tiers computed again, all equal to those of sim\n", run.report.tiers.len());
    let rows: Vec<Vec<String>> = words::prize_rows(run)
        .into_iter()
        .map(|row| vec![row.prize, row.one_in, row.expected, row.observed, row.difference, row.p_value, row.of_return, row.of_variance])
        .collect();
    let heads = ["prize", "1 in", "expected", "observed", "difference", "p", "of return", "of variance"];
    vec![
        Cell::Words(format!("## Prizes ({})", plain(&run.game.currency))),
        Cell::Python { source: TIERS.to_owned(), outputs: vec![Output::Text(said)] },
        Cell::Python {
            source: "with pl.Config(tbl_rows=-1, tbl_cols=-1):\n    display(prizes.select(\"prize_cents\", \"one_in\", \"expected\", \"observed\", \"difference\", \"p_value\", \
                     \"rtp_share\", \"variance_share\"))"
                .to_owned(),
            outputs: vec![table(&heads, &rows)],
        },
    ]
}

fn chart(chart: &Chart) -> [Cell; 2] {
    let file = |ending: &str| python(&format!("{}.{ending}", chart.name));
    let (source, output) = match &chart.image {
        Image::Png(bytes) => (format!("Image(filename=str(charts / {}), width={})", file("png"), super::WIDTH), Output::Png { bytes: bytes.clone() }),
        Image::Svg(text) => (format!("SVG(filename=str(charts / {}))", file("svg")), Output::Svg { text: text.clone() }),
    };
    [Cell::Words(format!("### {}", plain(&chart.finding))), Cell::Python { source, outputs: vec![output] }]
}

const CONVERGENCE: &str = r#"convergence = pl.read_parquet(run / "convergence.parquet")
outside = convergence.filter((pl.col("rtp") < pl.col("low") - 1e-12) | (pl.col("rtp") > pl.col("high") + 1e-12)).height
last = convergence.row(-1, named=True)
assert last["plays"] == plays
print(f"{convergence.height} points, {outside} outside the 95 % range of their own; the last one: {last['rtp']:.6f}")"#;

fn convergence(run: &Run<'_>) -> Vec<Cell> {
    let points = &run.report.convergence;
    let Some(last) = points.last() else { return Vec::new() };
    let outside = points.iter().filter(|point| point.rtp < point.low - 1e-12 || point.rtp > point.high + 1e-12).count();
    let said = format!("{} points, {outside} outside the 95 % range of their own; the last one: {:.6}\n", points.len(), last.rtp);
    vec![Cell::Words("## The return as it went".to_owned()), Cell::Python { source: CONVERGENCE.to_owned(), outputs: vec![Output::Text(said)] }]
}

fn observables(run: &Run<'_>) -> Vec<Cell> {
    let (rows, all) = least_likely(run, MOST_VALUES);
    if run.plan.judging == Judging::None || rows.is_empty() {
        return Vec::new();
    }
    let source = format!(
        r#"observables = pl.read_parquet(run / "observables.parquet")
least = observables.filter(pl.col("p_value").is_not_null()).sort("p_value", maintain_order=True).head({MOST_VALUES})
with pl.Config(fmt_str_lengths=60):
    display(least.select("observable", "condition", "value", "observed", "expected", "p_value", "z", "verdict"))"#
    );
    let heads = ["observable", "condition", "value", "observed", "expected", "p_value", "z", "verdict"];
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let numbers = row.row;
            vec![
                numbers.observable.clone(),
                numbers.condition.clone(),
                numbers.value.clone(),
                grouped(numbers.observed.into()),
                numbers.expected.map_or_else(|| "-".to_owned(), |expected| format!("{expected:.1}")),
                format!("{:.2e}", row.p),
                row.z.clone(),
                if numbers.is_tested() { numbers.verdict.word() } else { "shown" }.to_owned(),
            ]
        })
        .collect();
    vec![
        Cell::Words(format!(
            "## What the visuals show\n\nThe least likely of {} values, each seen alone; among so many, p-values down to about {} are nothing unusual.",
            grouped(all.into()),
            p_value(Some(1.0 / all.max(1) as f64))
        )),
        Cell::Python { source, outputs: vec![table(&heads, &rows)] },
    ]
}

const WHAT_IF: &str = r#"def what_if(winners):
    """The exact figures of a block in which tiers (by number) have other numbers of winners; losing plays make up for them."""
    count, prize = prizes["winners_per_block"].to_list(), prizes["prize_cents"].to_list()
    for tier, number in winners.items():
        count[-1] -= number - count[tier]
        count[tier] = number
    assert min(count) >= 0, "a block has not so many plays"
    mean = sum(c * x for c, x in zip(count, prize)) / block / stake
    sd = math.sqrt(math.fsum(c * (x / stake - mean) ** 2 for c, x in zip(count, prize)) / block)
    wins = sum(c for c, x in zip(count, prize) if x > 0)
    print(f"return {mean:.4%}, {wins} winning plays in a block of {block}, standard deviation {sd:.4f} stakes")

what_if({})  # as it is"#;

fn what_if(run: &Run<'_>) -> Vec<Cell> {
    let mut source = WHAT_IF.to_owned();
    if let Some(row) = run.report.tiers.iter().find(|row| row.prize_cents > 0) {
        source.push_str(&format!("\nwhat_if({{{}: {}}})  # the largest prize twice as often", row.tier, 2 * row.winners_per_block));
    }
    let text = "## Go on from here\n\nWhat would the return be with other numbers of winners? This cell has no output before it is run. `sim check` and `sim par` \
                take the same change in a copy of the game file.";
    vec![Cell::Words(text.to_owned()), Cell::Python { source, outputs: Vec::new() }]
}

fn reproduce(run: &Run<'_>, exhibits: &Exhibits) -> String {
    // code by its indent: no word of a command ends it
    let mut text = format!("## Make it again\n\n    {}\n\n", words::command(run, &exhibits.name));
    text.push_str(&format!("or, from the run file alone:\n\n    sim report {}\n", words::quoted(&exhibits.results)));
    let decisions = &run.game.decisions;
    if !decisions.is_empty() {
        text.push_str("\n## Assumptions in force\n");
        decisions.iter().for_each(|decision| text.push_str(&format!("\n- **{}** {}", plain(&decision.id), prose(&decision.text))));
    }
    text.trim_end().to_owned()
}
