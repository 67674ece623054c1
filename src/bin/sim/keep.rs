//! A run that survives: played in legs, its state kept between them, gone on with after a stop.
//!
//! ```text
//!   leg  ->  leg  ->  leg  ->  the end           the state is a run file of the plays done so far, `checkpoint.json`
//!       keep     keep     \ Ctrl-C, SIGTERM      (after Ctrl-C: `run.json`, with a report of them)
//! ```
//! A leg ends when the clock, or a signal, asks for it: the batches at work are finished, and the first batches of the plan are done.

use crate::files::{CHECKPOINT, LAST_FILE, write};
use crate::report;
use crate::signals::{Asked, Signals};
use crate::ui::{Failure, INTERRUPTED, TERMINATED, say};
use sim::engine::{EngineError, Outcome, Plan, Watch, go_on};
use sim::game::Playable;
use sim::money::grouped;
use sim::run_file::{OpenRun, PROGRAM, RunFile};
use sim::spec::GameFile;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a run looks whether something is asked of it.
const LOOK: Duration = Duration::from_millis(20);

/// A run to be played to its end.
pub struct Job<'a> {
    /// The game file.
    pub game: &'a GameFile,
    /// The game at the stake in force.
    pub playable: &'a dyn Playable,
    /// What is to be run.
    pub plan: Plan,
    /// Threads.
    pub threads: usize,
    /// The folder of the run.
    pub folder: &'a Path,
    /// Time between two states kept.
    pub every: Duration,
}

/// Plays a run, from its beginning or from where it was stopped: to the end of the plan, or until Ctrl-C.
///
/// SIGTERM is a failure with a code of its own: the state is kept, nothing is reported.
pub fn play(job: &Job<'_>, mut begun: Option<Outcome>, watch: &Watch) -> Result<Outcome, Failure> {
    let signals = Signals::listen()?;
    loop {
        let begun_now = begun.take();
        let before = begun_now.as_ref().map_or(0, |begun| begun.plan.plays);
        let (played, asked) = leg(job.every, before, &signals, watch, || go_on(job.playable, job.plan, begun_now, job.threads, watch));
        let outcome = match played {
            Err(EngineError::Stopped) => None,
            Err(error @ EngineError::Beginning(_)) => return Err(Failure::corrupt(error)),
            Err(error) => return Err(Failure::usage(error).hint("choose another `--n`, `--sampling` or `--threads`")),
            Ok(outcome) if outcome.planned.is_none() => return Ok(outcome),
            Ok(outcome) => Some(outcome),
        };
        match (asked, outcome) {
            (Some(Asked::Report), Some(outcome)) => return Ok(outcome),
            (Some(Asked::Report), None) => return Err(stopped("interrupted", INTERRUPTED)),
            (Some(Asked::Leave), None) => return Err(stopped("ended by SIGTERM", TERMINATED)),
            (Some(Asked::Leave), Some(outcome)) => {
                let done = progress(&outcome);
                keep(job, outcome)?;
                let message = format!("ended by SIGTERM after {done}; its state is kept in `{}`", job.folder.join(CHECKPOINT).display());
                return Err(Failure { code: TERMINATED, message, hint: String::new() }.hint(go_on_with(job.plan.seed)));
            }
            (_, Some(outcome)) => begun = Some(keep(job, outcome)?),
            (_, None) => {}
        }
        watch.stop.store(false, Ordering::Relaxed);
    }
}

/// The failure of what was stopped before anything was done.
pub fn stopped(how: &str, code: u8) -> Failure {
    Failure {
        code,
        message: format!("{how} before the first {} plays were done: there is nothing to keep", grouped(u128::from(sim::prize::BATCH_PLAYS))),
        hint: String::new(),
    }
}

/// Works until something is asked, or to the end; tells what was asked. `watch` is told to stop, and is made ready again by the caller.
///
/// However short `every` is, a leg goes further than `before`, the plays done when it begins: or it would be the same leg forever.
pub fn leg<T>(
    every: Duration,
    before: u64,
    signals: &Signals,
    watch: &Watch,
    work: impl FnOnce() -> Result<T, EngineError>,
) -> (Result<T, EngineError>, Option<Asked>) {
    let began = Instant::now();
    let finished = AtomicBool::new(false);
    let asked = Mutex::new(None);
    let played = std::thread::scope(|scope| {
        let lookout = scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                let clock = (began.elapsed() >= every && watch.done.load(Ordering::Relaxed) > before).then_some(Asked::Keep);
                if let Some(now) = signals.asked().or(clock) {
                    *asked.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(now);
                    watch.stop.store(true, Ordering::Relaxed);
                    return;
                }
                std::thread::park_timeout(LOOK);
            }
        });
        let played = work();
        finished.store(true, Ordering::Relaxed);
        lookout.thread().unpark();
        played
    });
    (played, asked.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// Writes the state of a run, whole or not at all.
fn keep(job: &Job<'_>, outcome: Outcome) -> Result<Outcome, Failure> {
    let run = RunFile::new(job.game, job.playable.prize_table().stake(), outcome);
    write(job.folder, CHECKPOINT, run.to_json(job.game).as_bytes())?;
    Ok(run.into_outcome())
}

/// What is known of a run that is to be gone on with.
pub enum Found {
    /// Nothing was kept.
    Nothing,
    /// It was stopped here.
    Begun(Outcome),
    /// It is finished.
    Finished,
}

/// Looks in the folder of a run for a state of this plan.
///
/// # Errors
/// Exit code 3 when a state is damaged, or is of another game, stake, seed or plan, or of another version of this program.
pub fn find(job: &Job<'_>) -> Result<Found, Failure> {
    let mut best: Option<OpenRun> = None;
    for name in [CHECKPOINT, "run.json"] {
        let path = job.folder.join(name);
        if !path.exists() {
            continue;
        }
        let begin_anew = "begin the run anew with `--force` in place of `--resume`: equal seeds give equal runs";
        let open = report::open(&path).map_err(|failure| Failure { hint: String::new(), ..failure }.hint(begin_anew))?;
        let shown = path.display();
        let refused = |what: &str| {
            let message = format!("`{shown}` cannot be gone on with: it is of another {what}");
            Err(Failure::corrupt(message)
                .hint("give what it was begun with, choose another `--name`, or begin it anew with `--force` in place of `--resume`"))
        };
        if open.run.program != PROGRAM {
            return refused(&format!("version of this program, `{}`", open.run.program));
        }
        if open.game.text != job.game.text {
            return refused("game file");
        }
        if open.run.stake != job.playable.prize_table().stake() {
            return refused("stake");
        }
        if open.run.plan.seed != job.plan.seed {
            return refused(&format!("seed, {}", open.run.plan.seed));
        }
        if open.run.planned.unwrap_or(open.run.plan.plays) != job.plan.plays
            || (open.run.plan.sampling, open.run.plan.judging) != (job.plan.sampling, job.plan.judging)
        {
            return refused("plan: its plays, its sampling or its judging differ");
        }
        if open.run.planned.is_none() {
            // whole, but perhaps not all of its files
            return Ok(if job.folder.join(LAST_FILE).exists() { Found::Finished } else { Found::Begun(open.run.into_outcome()) });
        }
        if best.as_ref().is_none_or(|best| best.run.plan.plays < open.run.plan.plays) {
            best = Some(open);
        }
    }
    Ok(best.map_or(Found::Nothing, |open| Found::Begun(open.run.into_outcome())))
}

/// Says that a run is gone on with.
pub fn say_resumed(outcome: &Outcome) {
    say(format_args!("going on after {}", progress(outcome)));
}

/// Plays done, of those planned.
pub fn progress(outcome: &Outcome) -> String {
    let count = |plays: u64| grouped(u128::from(plays));
    format!("{} of {} plays", count(outcome.plan.plays), count(outcome.planned.unwrap_or(outcome.plan.plays)))
}

/// The command that goes on, as a hint.
pub fn go_on_with(seed: u64) -> String {
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy())).collect();
    let given = |option: &str| words.iter().any(|word| word == option || word.starts_with(&format!("{option}=")));
    let mut command = format!("sim {}", words.iter().filter(|word| *word != "--force").cloned().collect::<Vec<_>>().join(" "));
    if !given("--seed") {
        command.push_str(&format!(" --seed {seed}"));
    }
    if !given("--resume") {
        command.push_str(" --resume");
    }
    format!("go on with `{command}`")
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let plain = !word.is_empty() && word.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_=./:+,@%".contains(letter));
    if plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Reads a time such as `500ms`, `60s`, `5m`, `1h`, or seconds alone.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, u64); 5] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("", 1_000)];
    let read = |(unit, milliseconds): (&str, u64)| {
        let digits = text.strip_suffix(unit).filter(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))?;
        digits.parse::<u64>().ok()?.checked_mul(milliseconds)
    };
    let time = UNITS.into_iter().find_map(read).filter(|time| (1..=MOST_MILLISECONDS).contains(time));
    time.map(Duration::from_millis).ok_or_else(|| "write a time from 1ms to 1000h, such as 60s, 5m or 1h".to_owned())
}

const MOST_MILLISECONDS: u64 = 3_600_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, milliseconds) in [("60s", 60_000), ("1", 1_000), ("5m", 300_000), ("2h", 7_200_000), ("20ms", 20)] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(milliseconds)));
        }
        for text in ["", "0", "0s", "-1", "+1", "1.5s", "s", "1d", "99999999999999999999", "99999999999999999h", "1001h", "ms", "1 m"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("--n=1e9"), "--n=1e9");
        assert_eq!(quoted("my game.toml"), "'my game.toml'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
