//! From a run to its files and its report: the same path for a fresh run and for one read from its run file.

use crate::files::{LAST_FILE, RUN_FILES, prepare, remove_others, write};
use crate::ui::{Colour, Failure, IO, print, warn};
use sim::report::text::{Places, one_line, report as text_report};
use sim::report::{Run, chart, frame, job, summary, tables};
use sim::run_file::OpenRun;
use sim::stats::{report, totals};
use std::path::{Path, PathBuf};

/// The folders of a run.
pub struct Destination {
    /// `results/RUN`.
    pub results: PathBuf,
    /// `notebooks-out/RUN`, unless no chart is wanted.
    pub charts: Option<PathBuf>,
}

impl Destination {
    /// Makes the folders and proves that files can be written in them, before anything is computed.
    pub fn prepare(&self) -> Result<(), Failure> {
        let prepared = prepare(&self.results).and_then(|()| self.charts.as_deref().map_or(Ok(()), prepare));
        prepared.inspect_err(|_| self.leave())
    }

    /// Removes the folders again if nothing was written into them.
    pub fn leave(&self) {
        for folder in [Some(&self.results), self.charts.as_ref()].into_iter().flatten() {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// Writes every file of a run, prints its report, and gives the exit code.
///
/// The run file comes first (it is all that is needed to make the rest again), `summary.json` last (it marks the run as finished). A table or a chart that
/// fails is a warning, the others are still written, and the code is 74 at the end.
pub fn publish(open: &OpenRun, to: &Destination, environment: Option<&str>, json: bool, quiet: bool, colour: Colour) -> Result<u8, Failure> {
    let points = open.points();
    let figures = report(&job(open, &points));
    let run = Run::new(open, &figures);
    let summary = summary::json(&run);
    let (mut failed, mut charts_failed) = (false, false);
    let mut written = Vec::new();
    let mut store = |name: &str, bytes: Result<Vec<u8>, String>| {
        let stored = bytes.and_then(|bytes| write(&to.results, name, &bytes).map_err(|failure| failure.message));
        match stored {
            Ok(()) => written.push(name.to_owned()),
            Err(message) => {
                warn(message);
                failed = true;
            }
        }
    };
    // until its last file is written, a run is not finished: an old one must not say so of the new files
    let _ = std::fs::remove_file(to.results.join(LAST_FILE));
    store("run.json", Ok(open.run.to_json(&open.game).into_bytes()));
    for table in tables::all(&run) {
        if table.csv {
            store(&format!("{}.csv", table.name), frame::csv(&table).map_err(|error| error.to_string()));
        }
        store(&format!("{}.parquet", table.name), frame::parquet(&table).map_err(|error| error.to_string()));
    }
    if let Some(environment) = environment {
        store("environment.json", Ok(environment.as_bytes().to_vec()));
    }
    let mut places = Places::default();
    let mut charts = Vec::new();
    if let Some(folder) = &to.charts {
        for (name, drawn) in draw_charts(&run, folder) {
            match drawn {
                Ok(_) => charts.push(format!("{name}.png")),
                Err(error) => {
                    warn(format_args!("the chart `{name}` is missing: {error}"));
                    charts_failed = true;
                }
            }
        }
        remove_others(folder, is_chart, &charts);
    }
    if !failed {
        let store_last = write(&to.results, LAST_FILE, summary.as_bytes());
        match store_last {
            Ok(()) => written.push(LAST_FILE.to_owned()),
            Err(failure) => {
                warn(failure.message);
                failed = true;
            }
        }
    }
    if environment.is_some() {
        remove_others(&to.results, |name| RUN_FILES.contains(&name), &written);
    }
    places.folders.push((shown(&to.results), written));
    if let Some(folder) = to.charts.as_ref().filter(|_| !charts.is_empty()) {
        places.folders.push((shown(folder), charts));
    }
    let text = if json {
        summary
    } else if quiet {
        one_line(&run, &shown(&to.results))
    } else {
        text_report(&run, &places, colour.style())
    };
    print(&text)?;
    Ok(if failed || charts_failed { IO } else { figures.verdict.exit_code() })
}

/// Draws every chart of the run into a folder.
fn draw_charts(run: &Run<'_>, folder: &Path) -> Vec<chart::Drawn<PathBuf>> {
    let table = &run.offer.table;
    let about = chart::About {
        game: run.game.name.clone(),
        stake: table.stake(),
        currency: run.game.currency.clone(),
        block: table.block(),
        sampling: run.plan.sampling,
        seed: run.plan.seed,
        planned: None,
    };
    let totals: Vec<chart::TotalRow> = totals::rows(table, run.observables, run.tally)
        .unwrap_or_default()
        .iter()
        .map(|row| chart::TotalRow {
            points: u32::try_from(row.points).unwrap_or(u32::MAX),
            prize_cents: row.prize.0,
            target_probability: row.target_probability,
            expected: row.expected,
            observed: row.observed,
            fair_dice_probability: row.fair_dice_probability.unwrap_or(0.0),
        })
        .collect();
    chart::draw_all(run.report, &about, run.observables, &totals, folder)
}

/// Whether a file has the name of a chart that a run draws.
pub fn is_chart(name: &str) -> bool {
    name.strip_suffix(".png").is_some_and(chart::is_figure)
}

fn shown(folder: &Path) -> String {
    folder.display().to_string().trim_end_matches('/').to_owned()
}
