//! From a run to its files and its report: the same path for a fresh run and for one read from its run file.

use crate::execute::execute;
use crate::files::{Held, LAST_FILE, RUN_FILES, prepare, remove_others, write};
use crate::output::{Output, Printed};
use crate::ui::{Failure, IO, print, warn};
use sim::games;
use sim::report::exhibits::{Chart, Exhibits, Image};
use sim::report::notebook::Author;
use sim::report::text::{Places, one_line, report as text_report};
use sim::report::{Run, chart, frame, gallery, html, job, notebook, summary, tables};
use sim::run_file::OpenRun;
use sim::stats::{parts, report, totals};
use sim::tally::Sources;
use std::path::{Path, PathBuf};

/// The folders of a run.
pub struct Destination {
    /// `results/RUN`.
    pub results: PathBuf,
    /// `notebooks-out/RUN`, unless no chart is wanted.
    pub charts: Option<PathBuf>,
    /// The files of each chart.
    pub format: chart::Format,
    /// The name of the run.
    pub name: String,
    /// The Python that runs the notebook, where it is to be run.
    pub python: Option<PathBuf>,
}

impl Destination {
    /// Makes the folders, holds them, and proves that files can be written in them, before anything is computed.
    pub fn prepare(&self) -> Result<Vec<Held>, Failure> {
        // one folder may be both
        let charts = || self.charts.as_deref().filter(|charts| !is_same_folder(charts, &self.results)).map(prepare);
        let prepared = prepare(&self.results).and_then(|results| Ok([Some(results), charts().transpose()?]));
        prepared.map(|held| held.into_iter().flatten().collect()).inspect_err(|_| self.leave())
    }

    /// Removes the folders again if nothing was written into them.
    pub fn leave(&self) {
        for folder in [Some(&self.results), self.charts.as_ref()].into_iter().flatten() {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// Whether two paths name one folder that is there.
fn is_same_folder(one: &Path, other: &Path) -> bool {
    std::fs::canonicalize(one).is_ok_and(|one| std::fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// Writes every file of a run, prints its report, and gives the exit code.
///
/// The run file comes first (it is all that is needed to make the rest again), `summary.json` last (it marks the run as finished). A table or a chart that
/// fails is a warning, the others are still written, and the code is 74 at the end.
pub fn publish(open: &OpenRun, to: &Destination, environment: Option<&str>, output: &Output) -> Result<u8, Failure> {
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
            store(&format!("{}.csv", table.name), frame::csv(&table, output.csv_locale()).map_err(|error| error.to_string()));
        }
        store(&format!("{}.parquet", table.name), frame::parquet(&table).map_err(|error| error.to_string()));
    }
    if let Some(environment) = environment {
        store("environment.json", Ok(environment.as_bytes().to_vec()));
    }
    let mut places = Places::default();
    let mut pictures = Vec::new();
    let mut notebook = String::new();
    if let Some(folder) = &to.charts {
        let (exhibits, files) = exhibits(open, &run, to, |failure| {
            warn(failure);
            charts_failed = true;
        });
        let page = (PAGE.to_owned(), html::page(&run, &exhibits).into_bytes());
        let pages = [page, (NOTEBOOK.to_owned(), notebook::text(&run, &exhibits, Author::Sim).into_bytes())];
        if to.python.is_some() {
            notebook = notebook::text(&run, &exhibits, Author::Python);
        }
        for (name, bytes) in files.into_iter().chain(pages) {
            match write(folder, &name, &bytes) {
                Ok(()) => pictures.push(name),
                Err(failure) => {
                    warn(failure.message);
                    charts_failed = true;
                }
            }
        }
        remove_others(folder, is_shown, &pictures);
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
    // the state of a run is kept until all of it is written
    if environment.is_some() && !failed {
        remove_others(&to.results, |name| RUN_FILES.contains(&name), &written);
    }
    places.folders.push((shown(&to.results), written));
    if let Some(folder) = to.charts.as_ref().filter(|_| !pictures.is_empty()) {
        places.folders.push((shown(folder), pictures));
    }
    let text = match output.printed() {
        Printed::Summary => summary,
        Printed::Line => one_line(&run, &shown(&to.results)),
        Printed::Report(style) => text_report(&run, &places, style),
    };
    print(&text)?;
    if let Some((python, folder)) = to.python.as_deref().zip(to.charts.as_deref()) {
        let executed = execute(python, folder, &notebook)?;
        write(folder, NOTEBOOK, &executed)?;
    }
    Ok(if failed || charts_failed { IO } else { figures.verdict.exit_code() })
}

/// The page of a run, beside its charts.
const PAGE: &str = "report.html";

/// The notebook of a run, beside its charts.
const NOTEBOOK: &str = "report.ipynb";

/// A file to be written: its name and its bytes.
type File = (String, Vec<u8>);

/// What the page shows beside figures, and the files of the charts; `complain` hears of what cannot be drawn.
fn exhibits(open: &OpenRun, run: &Run<'_>, to: &Destination, mut complain: impl FnMut(String)) -> (Exhibits, Vec<File>) {
    let (mut charts, mut files) = (Vec::new(), Vec::new());
    let sources = games::sources(run.game, Some(run.offer.table.stake()), run.observables, run.tally, run.plan.seed).unwrap_or_else(|error| {
        complain(format!("the chart `parts` is missing: {error}"));
        None
    });
    for (name, drawn) in draw_charts(run, sources.as_ref(), to.format) {
        match drawn {
            Ok(chart::Chart { finding, png, svg }) => {
                files.extend(png.iter().map(|png| (format!("{name}.png"), png.clone())));
                files.extend(svg.iter().map(|svg| (format!("{name}.svg"), svg.clone().into_bytes())));
                if let Some(image) = png.map(Image::Png).or_else(|| svg.map(Image::Svg)) {
                    charts.push(Chart { name, finding, image });
                }
            }
            Err(error) => complain(format!("the chart `{name}` is missing: {error}")),
        }
    }
    let gallery = gallery::gallery(run, &*open.playable);
    let way = to.charts.as_deref().and_then(|charts| way(charts, &to.results)).unwrap_or_else(|| shown(&to.results));
    (Exhibits { charts, gallery, name: to.name.clone(), results: shown(&to.results), way }, files)
}

/// The way from one folder to another, both there: `../../results/RUN`; `None` where there is none.
fn way(from: &Path, to: &Path) -> Option<String> {
    let (from, to) = (std::fs::canonicalize(from).ok()?, std::fs::canonicalize(to).ok()?);
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let down = to[common..].iter().map(|part| part.as_os_str().to_str());
    let steps: Option<Vec<&str>> = from[common..].iter().map(|_| Some("..")).chain(down).collect();
    (common > 0).then_some(steps?).map(|steps| if steps.is_empty() { ".".to_owned() } else { steps.join("/") })
}

/// Draws every chart of the run.
fn draw_charts(run: &Run<'_>, sources: Option<&Sources>, format: chart::Format) -> Vec<chart::Drawn<chart::Chart>> {
    let table = &run.offer.table;
    let about = chart::About {
        game: run.game.name.clone(),
        stake: table.stake(),
        currency: run.game.currency.clone(),
        block: table.block(),
        sampling: run.plan.sampling,
        seed: run.plan.seed,
        planned: run.planned,
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
    let parts = sources.map(|sources| parts(table, run.tally, sources));
    chart::charts(&chart::Facts { report: run.report, about: &about, observables: run.observables, totals: &totals, parts: parts.as_ref() }, format)
}

/// Whether a file in the folder of charts has a name that a run gives: a chart, the page, the notebook.
pub fn is_shown(name: &str) -> bool {
    [PAGE, NOTEBOOK].contains(&name) || [".png", ".svg"].into_iter().any(|ending| name.strip_suffix(ending).is_some_and(chart::is_figure))
}

fn shown(folder: &Path) -> String {
    folder.display().to_string().trim_end_matches('/').to_owned()
}
