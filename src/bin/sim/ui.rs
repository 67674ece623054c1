//! Talk with the user: what is printed where, how a failure ends, how far a run is.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use sim::engine::Watch;
use sim::money::grouped;
use sim::report::layout::{Ink, LEAST_WIDTH, Style, WIDTH, wrapped};
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Usage or input: the user can mend it.
pub const USAGE: u8 = 2;
/// A file is corrupt, incomplete or belongs to another run.
pub const CORRUPT: u8 = 3;
/// Two attempts at the same part disagree.
pub const DISAGREE: u8 = 4;
/// Reading or writing failed: worth retrying.
pub const IO: u8 = 74;
/// A check failed.
pub const CHECK: u8 = 1;
/// Stopped by SIGTERM, the state kept: worth going on with.
pub const TERMINATED: u8 = 75;
/// Stopped by Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Why a command could not be done: an exit code and what to say, the remedy last.
#[derive(Debug)]
pub struct Failure {
    /// The exit code of the contract.
    pub code: u8,
    /// What is wrong, quoting the value.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
}

impl Failure {
    /// Usage or input is wrong.
    pub fn usage(message: impl Display) -> Self {
        Self { code: USAGE, message: message.to_string(), hint: String::new() }
    }

    /// A file is not what it should be.
    pub fn corrupt(message: impl Display) -> Self {
        Self { code: CORRUPT, message: message.to_string(), hint: String::new() }
    }

    /// Reading or writing failed.
    pub fn io(message: impl Display) -> Self {
        Self { code: IO, message: message.to_string(), hint: String::new() }
    }

    /// Adds what to do.
    #[must_use]
    pub fn hint(self, hint: impl Display) -> Self {
        Self { hint: hint.to_string(), ..self }
    }
}

/// When colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Colour {
    /// The style of what goes to stdout.
    pub fn style(self) -> Style {
        let colour = match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        };
        Style { colour, width: columns(&stdout()), ..Style::default() }
    }
}

/// Columns of a text that goes to `stream`: as many as a terminal has, within reason; [`WIDTH`] in files and pipes.
fn columns(stream: &impl IsTerminal) -> usize {
    let size = if stream.is_terminal() { terminal_size::terminal_size() } else { None };
    size.map_or(WIDTH, |(columns, _)| usize::from(columns.0).clamp(LEAST_WIDTH, WIDTH))
}

/// Whether anybody still reads stdout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Go on.
    Listens,
    /// The pipe is closed (`sim ... | head`): stop, it is no error.
    Left,
}

/// Writes a text to stdout and flushes it; a closed pipe is no failure.
pub fn print(text: &str) -> Result<Reader, Failure> {
    print_bytes(text.as_bytes())
}

/// Writes bytes to stdout and flushes it; a closed pipe is no failure.
pub fn print_bytes(bytes: &[u8]) -> Result<Reader, Failure> {
    let mut out = stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(Reader::Listens),
        Err(error) => left(error).map(|()| Reader::Left).map_err(cannot_print),
    }
}

/// Whether nobody reads any more: no failure.
pub fn left(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
}

/// The failure of a print.
#[allow(clippy::needless_pass_by_value)] // what `map_err` gives
pub fn cannot_print(error: std::io::Error) -> Failure {
    Failure::io(format!("cannot write to stdout: {error}"))
}

/// Says something on stderr; nobody may be listening there either.
pub fn say(text: impl Display) {
    let _ = writeln!(stderr().lock(), "{text}");
}

/// Says a warning on stderr.
pub fn warn(text: impl Display) {
    say(format_args!("{}: {text}", label(Ink::Yellow, "warning")));
}

/// Says a failure on stderr: what, then after an empty line what to do.
pub fn complain(failure: &Failure) {
    let text = format!("error: {}", failure.message);
    let style = Style { width: columns(&stderr()), ..Style::default() };
    let lines = wrapped(&text, style.width).join("\n");
    say(lines.replacen("error", &label(Ink::Red, "error"), 1));
    if !failure.hint.is_empty() {
        say(format_args!("\n{}", style.paragraph("  ", &failure.hint).trim_end()));
    }
}

fn label(ink: Ink, word: &str) -> String {
    let colour = stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    Style { colour, ..Style::default() }.paint(ink, word)
}

/// Runs `work` while a progress bar on stderr follows `watch`; without a terminal, or with `quiet`, there is no bar.
pub fn with_progress<T>(watch: &Watch, plays: u64, quiet: bool, work: impl FnOnce() -> T) -> T {
    if quiet || !stderr().is_terminal() {
        return work();
    }
    let bar = ProgressBar::with_draw_target(Some(plays), ProgressDrawTarget::stderr_with_hz(8));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3} %  {plays}  {eta} left") {
        bar.set_style(style.progress_chars("=> ").with_key("plays", move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = out.write_str(&played(state.pos(), plays, state.per_sec()));
        }));
    }
    let finished = std::sync::atomic::AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                bar.set_position(watch.done.load(Ordering::Relaxed));
                std::thread::park_timeout(Duration::from_millis(100));
            }
        });
        let result = work();
        finished.store(true, Ordering::Relaxed);
        result
    });
    bar.finish_and_clear();
    result
}

/// How far a run is, in the digits of its report: `600 000 of 1 000 000 plays  1.5 M plays/s`.
fn played(done: u64, plays: u64, per_second: f64) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 10^6
    let rate = if per_second < 1e6 { grouped(per_second.max(0.0) as u128) } else { format!("{:.1} M", per_second / 1e6) };
    format!("{} of {} plays  {rate} plays/s", grouped(done.into()), grouped(plays.into()))
}

/// Runs `work`, which tells how many of `steps` steps are done, with a progress bar on stderr; without a terminal, or with `quiet`, there is no bar.
pub fn with_steps<T>(steps: u64, unit: &'static str, quiet: bool, work: impl FnOnce(&mut dyn FnMut(u64)) -> T) -> T {
    if quiet || !stderr().is_terminal() {
        return work(&mut |_| {});
    }
    let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr_with_hz(8));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3} %  {pos} of {len} {msg}  {eta} left") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_message(unit);
    let result = work(&mut |done| bar.set_position(done));
    bar.finish_and_clear();
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_in_the_digits_of_the_report() {
        assert_eq!(played(600_000, 1_000_000, 1.54e6), "600 000 of 1 000 000 plays  1.5 M plays/s");
        assert_eq!(played(0, 2_500, 27_300.8), "0 of 2 500 plays  27 300 plays/s");
    }
}
