//! Where a new run goes, as the command line says it: the same for a run on one machine and for one merged from shards.

use crate::files::{CHECKPOINT, Held, LAST_FILE, Occupied, RUN_FILES, hold, holds, occupied};
use crate::output::Output;
use crate::publish::{Destination, is_shown};
use crate::ui::Failure;
use sim::money::quotable;
use sim::spec::GameFile;
use std::path::{Path, PathBuf};

/// Where a new run goes.
#[derive(Debug, clap::Args)]
pub struct Place {
    /// Folder of the tables
    #[arg(long, value_name = "DIR", default_value = "results")]
    out: PathBuf,
    /// Name of the run [default: GAME-STAKE-nPLAYS-sSEED]
    #[arg(long, value_name = "RUN")]
    name: Option<String>,
    #[command(flatten)]
    pub output: Output,
    /// Replace a run of the same name
    #[arg(long)]
    force: bool,
}

impl Place {
    /// Where a run goes, proved writable and free, and held against other runs; a run that is gone on with stands there already.
    pub fn destination(&self, game: &GameFile, default_name: String, resume: bool) -> Result<(Destination, Vec<Held>), Failure> {
        let name = match &self.name {
            Some(name) => check_name(name)?,
            None => default_name,
        };
        let results = self.out.join(&name);
        let charts = self.output.charts(&name);
        // one that is at work is not one that was stopped
        hold(&results)?;
        if !self.force && !resume {
            refuse_existing(&results, charts.as_deref(), game)?;
        }
        let destination = Destination { results, charts, format: self.output.chart_format(), name, python: None };
        let held = destination.prepare()?;
        Ok((destination, held))
    }
}

/// Nothing of another run is replaced without being told to: not its tables, not its charts.
fn refuse_existing(results: &Path, charts: Option<&Path>, game: &GameFile) -> Result<(), Failure> {
    let shown = results.display();
    let id = &game.id;
    match occupied(results)? {
        Occupied::Unfinished if results.join(CHECKPOINT).exists() || is_partial(results) => {
            let message = format!("the run `{shown}` was stopped before its end, and its state is kept");
            Err(Failure::usage(message).hint("go on with it by `--resume`, or begin it anew with `--force`"))
        }
        // the charts of a run that was not finished are its own
        Occupied::Unfinished => Ok(()),
        Occupied::Free => match charts {
            Some(charts) if holds(charts, is_shown)? => {
                let message = format!("the folder `{}` holds the charts of a run whose tables are not in `{shown}`", charts.display());
                Err(Failure::usage(message).hint("choose another `--name` or `--charts`, or replace them with `--force`"))
            }
            _ => Ok(()),
        },
        Occupied::Run if is_of_another_file(results, game) => {
            let message = format!("the run `{shown}` exists, and is of another game file, although both have the id `{id}`");
            Err(Failure::usage(message).hint("give the changed game another `id`, choose another `--name`, or replace the run with `--force`"))
        }
        Occupied::Run if is_partial(results) => Err(Failure::usage(format!("the run `{shown}` exists, interrupted before its end"))
            .hint("go on with it by `--resume`, begin it anew with `--force`, or choose another `--name` or `--seed`")),
        Occupied::Run => Err(Failure::usage(format!("the run `{shown}` exists")).hint(format!(
            "replace it with `--force`, choose another `--name` or `--seed`, or see it again with `sim report {shown}` (game `{id}`)"
        ))),
        Occupied::Foreign => Err(Failure::usage(format!("the folder `{shown}` holds files that no run of this program wrote"))
            .hint("choose another `--name` or `--out`, or write beside them with `--force`")),
    }
}

/// Whether the run in a folder was made with another game file; a run that cannot be read is not known to be.
fn is_of_another_file(results: &Path, game: &GameFile) -> bool {
    crate::report::open(&results.join("run.json")).is_ok_and(|open| open.game.text != game.text)
}

/// Whether the run in a folder was stopped before its end.
fn is_partial(results: &Path) -> bool {
    crate::report::open(&results.join("run.json")).is_ok_and(|open| open.run.planned.is_some())
}

/// A name that is one plain folder name.
fn check_name(name: &str) -> Result<String, Failure> {
    let plain = !name.is_empty()
        && name.len() <= 200
        && !name.starts_with(['.', '-'])
        && !name.chars().any(|letter| letter.is_control() || "/\\:*?\"<>|".contains(letter))
        && name.trim() == name;
    let clash = RUN_FILES.contains(&name) || name == LAST_FILE;
    if plain && !clash {
        return Ok(name.to_owned());
    }
    Err(Failure::usage(format!("`--name`: `{}` is no name of a folder", quotable(name)))
        .hint("use letters, digits, `-`, `_` and points, such as `star-color-trial`; folders are chosen with `--out` and `--charts`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_folder() {
        for name in ["a", "star-color-100-n1000000-s42", "été 2", "a.b", "x".repeat(200).as_str()] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["", ".", "..", "a/b", "/", "a\\b", "-x", ".hidden", "a\nb", " a", "run.json", "summary.json", "x".repeat(201).as_str()] {
            let failure = check_name(name).unwrap_err();
            assert_eq!(failure.code, crate::ui::USAGE, "{name}");
        }
    }
}
