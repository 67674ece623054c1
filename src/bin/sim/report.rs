//! `sim report RUN`: tables, charts, page and notebook again, from the run file alone.

use crate::files::read_bytes;
use crate::output::Output;
use crate::publish::{Destination, publish};
use crate::ui::Failure;
use sim::money::quotable;
use sim::run_file::{OpenRun, RunFile};
use std::path::{Path, PathBuf};

/// Arguments of `sim report`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run: its folder, its `run.json`, or its name under `results`
    run: PathBuf,
    /// Folder of the tables [default: where the run file is]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Run the notebook with Python, which needs the packages nbclient, ipykernel and polars
    #[arg(long, conflicts_with = "no_charts")]
    execute: bool,
    /// The Python of `--execute`
    #[arg(long, value_name = "PROGRAM", default_value = "python3", requires = "execute")]
    python: PathBuf,
    #[command(flatten)]
    output: Output,
}

/// Makes everything again.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let path = find(&args.run).ok_or_else(|| {
        Failure::usage(format!("there is no run `{}`", quotable(&args.run.to_string_lossy())))
            .hint("give the folder of a run that holds `run.json`, such as `results/yams-50-n7000000-s42`")
    })?;
    let open = open(&path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
    let name = std::fs::canonicalize(&folder).ok().and_then(|full| full.file_name().map(ToOwned::to_owned)).unwrap_or_else(|| "run".into());
    let results = args.out.as_ref().map_or(folder, |out| out.join(&name));
    refuse_another_run(&results, &path)?;
    let name = name.to_string_lossy().into_owned();
    let charts = args.output.charts(&name);
    let output = args.output.or_as_found(&results, charts.as_deref());
    let python = args.execute.then(|| args.python.clone());
    let destination = Destination { results, charts, format: output.chart_format(), name, python };
    let _held = destination.prepare()?;
    publish(&open, &destination, None, &output)
}

/// Tables are made again over those of the same run only.
fn refuse_another_run(results: &Path, run_file: &Path) -> Result<(), Failure> {
    let there = results.join("run.json");
    let same = !there.exists() || std::fs::read(&there).is_ok_and(|bytes| std::fs::read(run_file).is_ok_and(|ours| ours == bytes));
    if same {
        return Ok(());
    }
    Err(Failure::usage(format!("the folder `{}` holds another run", results.display())).hint("give another folder with `--out`"))
}

/// A run file, read and checked.
pub fn open(path: &Path) -> Result<OpenRun, Failure> {
    let text = String::from_utf8(read_bytes(path, "a run file")?).map_err(|_| {
        Failure::corrupt(format!("`{}` is damaged: it is no text", path.display())).hint("simulate again; equal seeds give equal runs")
    })?;
    RunFile::open(&text).map_err(|error| {
        Failure::corrupt(format!("`{}` cannot be used: {error}", path.display())).hint("simulate again; equal seeds give equal runs")
    })
}

/// The run file that RUN means: a file, a folder, or a name under `results`.
pub fn find(run: &Path) -> Option<PathBuf> {
    if run.is_file() {
        return Some(run.to_owned());
    }
    let candidates = [run.join("run.json"), Path::new("results").join(run).join("run.json")];
    candidates.into_iter().find(|path| path.is_file())
}
