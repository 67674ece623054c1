//! `sim report RUN --execute`: runs the notebook with the Python that is there.

use crate::ui::{CHECK, Failure};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Reads a notebook on stdin, runs it in the folder it is told, and writes it to stdout.
const RUNNER: &str = include_str!("execute.py");
/// How the runner ends when a package or the kernel is missing.
const MISSING: i32 = 41;
/// How it ends when a cell fails.
const CELL_FAILED: i32 = 42;

const HINT: &str = "install what is missing, such as in a virtual environment: `python3 -m venv .venv && .venv/bin/pip install nbclient ipykernel polars`, \
                    then add `--python .venv/bin/python`; everything else of the run is written";

/// The notebook with the outputs of its cells, run with `python` in `folder`.
///
/// # Errors
/// Usage (2) where Python or a package is missing, a failed check (1) where a cell fails, reading or writing (74) for anything else.
pub fn execute(python: &Path, folder: &Path, notebook: &str) -> Result<Vec<u8>, Failure> {
    let shown = python.display();
    let mut command = Command::new(python);
    command.arg("-c").arg(RUNNER).arg(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::PermissionDenied => {
            Failure::usage(format!("the notebook was not run: there is no Python that can be started as `{shown}`")).hint(HINT)
        }
        _ => Failure::io(format!("the notebook was not run: `{shown}` cannot be started: {error}")),
    })?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // Python may end before it has read everything: its exit code tells more
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(notebook.as_bytes())));
        child.wait_with_output()
    });
    let output = output.map_err(|error| Failure::io(format!("the notebook was not run to its end: {error}")))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.trim();
    match output.status.code() {
        Some(0) => Ok(output.stdout),
        Some(MISSING) => Err(Failure::usage(format!("the notebook was not run: `{shown}` says: {said}")).hint(HINT)),
        Some(CELL_FAILED) => {
            let failure = Failure { code: CHECK, ..Failure::usage(format!("a cell of the notebook failed: {}", last_lines(said))) };
            Err(failure.hint("the notebook keeps the outputs that sim wrote; open it and run it to see the whole error"))
        }
        _ => Err(Failure::io(format!("the notebook was not run to its end: `{shown}` says: {}", last_lines(said)))),
    }
}

/// The end of a long text.
fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(3)..].join(" ")
}
