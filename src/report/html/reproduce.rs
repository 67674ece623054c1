//! How to make the same run again, and the files it left.

use super::markup::{Html, element, p};
use crate::report::exhibits::Exhibits;
use crate::report::{Run, words};
use crate::run_file::PROGRAM;

/// The section.
#[must_use]
pub fn section(run: &Run<'_>, exhibits: &Exhibits) -> Html {
    let mut out = p(if run.planned.is_some() {
        "This run was stopped. The same command with `--resume` goes on where it was, or begins again where nothing of it is kept, and ends with the plays and files of a run that was never stopped:"
    } else {
        "The same command gives the same plays, the same counts and the same files, on any machine and any number of threads:"
    });
    out.push(shell(&words::command(run, &exhibits.name)));
    if !words::is_built_in(run) {
        out.push(p(&format!(
            "The game is not built in as it was played: `{}` stands for its game file, whose text is kept in `run.json` under the key `game_file`.",
            words::game_word(run)
        )));
    }
    out.push(p("From the run file alone, nothing simulated, the tables, the charts, this page and the notebook are made again by:"));
    out.push(shell(&format!("sim report {}", words::quoted(&exhibits.results))));
    out.push(p(&format!(
        "Made by {PROGRAM}. Beside this page, `report.ipynb` reads the tables of the run with Python and computes the main figures again. `sim explain NAME` \
         explains any word of this page."
    )));
    out
}

fn shell(command: &str) -> Html {
    element("pre", &[("tabindex", "0"), ("class", "shell")], [element("code", &[], [Html::text(command)])])
}
