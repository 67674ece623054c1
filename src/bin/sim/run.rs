//! `sim --game GAME`: the whole job.

use crate::environment::Clock;
use crate::files::{CHECKPOINT, LAST_FILE, Occupied, RUN_FILES, holds, occupied};
use crate::game::{at_stake, load, stake};
use crate::keep::{Found, Job, find, go_on_with, hold, parse_time, play, progress, say_resumed};
use crate::output::Output;
use crate::publish::{Destination, is_shown, publish};
use crate::ui::{Failure, INTERRUPTED, say, warn, with_progress};
use sim::engine::{Judging, Plan, Sampling, Watch};
use sim::money::quotable;
use sim::plays::parse_plays;
use sim::report::run_name;
use sim::run_file::OpenRun;
use sim::spec::GameFile;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Arguments of the main command.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, clippy::doc_markdown)] // flags of the command line; what users read in --help
pub struct Args {
    /// The game: a built-in id (see `sim games`), or the path of a game file
    #[arg(long, required = true, value_name = "GAME")]
    game: Option<String>,
    /// The stake, such as 0.5 [default: the game's lowest]
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    stake: Option<String>,
    /// Plays: 1000000, 1e9, 2.5e6, 1_000_000, 10M (k M G T), 3blocks, 0.9blocks
    #[arg(long, value_name = "PLAYS", default_value = "10blocks", allow_negative_numbers = true)]
    n: String,
    /// The seed, 0 to 2^64 - 1: equal seeds give equal runs [default: drawn by the operating system]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = parse_seed)]
    seed: Option<u64>,
    /// Threads; the result does not depend on them [default: one a core]
    #[arg(long, value_name = "THREADS", allow_negative_numbers = true, value_parser = parse_threads)]
    threads: Option<usize>,
    /// Draw plays from finite blocks, or each for itself
    #[arg(long, value_enum, default_value_t = SamplingArg::Block)]
    sampling: SamplingArg,
    /// Draw and judge every visual, or draw prizes only
    #[arg(long, value_enum, default_value_t = JudgeArg::Full)]
    judge: JudgeArg,
    /// Folder of the tables
    #[arg(long, value_name = "DIR", default_value = "results")]
    out: PathBuf,
    /// Name of the run [default: GAME-STAKE-nPLAYS-sSEED]
    #[arg(long, value_name = "RUN")]
    name: Option<String>,
    #[command(flatten)]
    output: Output,
    /// Replace a run of the same name
    #[arg(long)]
    force: bool,
    /// Go on with a run of the same name that was stopped; begin it if there is none
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Time between two states kept of a long run, such as 60s, 5m, 1h
    #[arg(long, value_name = "TIME", default_value = "60s", allow_negative_numbers = true, value_parser = parse_time)]
    checkpoint_every: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SamplingArg {
    /// From finite blocks, without replacement
    Block,
    /// Independent plays with the table's odds
    Iid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum JudgeArg {
    /// Every visual is drawn and judged
    Full,
    /// Prizes only
    None,
}

/// Reads a seed.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a whole number from 0 to 18446744073709551615".to_owned())
}

pub fn parse_threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    threads.ok_or_else(|| format!("write a whole number from 1 to {MOST_THREADS}, or leave the option out for one thread a core"))
}

const MOST_THREADS: usize = 4_096;

/// A seed from the operating system.
pub fn fresh_seed() -> Result<u64, Failure> {
    getrandom::u64().map_err(|error| Failure::io(format!("the operating system gives no random seed: {error}")).hint("give one with `--seed`"))
}

/// Simulates, writes the files, prints the report.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let clock = Clock::start();
    let game = load(args.game.as_deref().unwrap_or_default())?;
    let stake = stake(args.stake.as_deref(), &game)?;
    let playable = at_stake(&game, stake)?;
    let plays = parse_plays(&args.n, Some(game.block)).map_err(|error| Failure::usage(format!("`--n`: {error}")))?;
    if args.resume && args.seed.is_none() {
        return Err(Failure::usage("`--resume` does not know which run: its `--seed` is missing")
            .hint("give the seed that the run began with; it is part of the run's name"));
    }
    let seed = args.seed.map_or_else(fresh_seed, Ok)?;
    let sampling = match args.sampling {
        SamplingArg::Block => Sampling::Block,
        SamplingArg::Iid => Sampling::Iid,
    };
    let judging = match args.judge {
        JudgeArg::Full => Judging::Full,
        JudgeArg::None => Judging::None,
    };
    // a game without a visual has one kind of run, with the plain name
    let judging = if game.has_visual() { judging } else { Judging::Full };
    let plan = Plan { seed, plays, sampling, judging };
    let destination = destination(args, &game, run_name(&game.id, playable.prize_table().stake(), plan))?;
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    if !args.output.quiet {
        say(format_args!("seed {seed}"));
    }
    let _held = hold(&destination.results)?;
    let job = Job { game: &game, playable: playable.as_ref(), plan, threads, folder: &destination.results, every: args.checkpoint_every };
    let begun = match if args.resume { find(&job)? } else { Found::Nothing } {
        Found::Finished => {
            // left by a process that was killed after its last file
            let _ = std::fs::remove_file(destination.results.join(CHECKPOINT));
            say(format_args!("the run `{0}` is finished: `sim report {0}` shows it again", destination.results.display()));
            return Ok(0);
        }
        Found::Begun(outcome) => {
            say_resumed(&outcome);
            Some(outcome)
        }
        Found::Nothing => None,
    };
    let watch = Watch::default();
    let outcome = with_progress(&watch, plays, args.output.quiet, || play(&job, begun, &watch)).inspect_err(|_| destination.leave())?;
    let stopped = outcome.planned.is_some().then(|| progress(&outcome));
    let open = OpenRun::new(game, playable, outcome);
    let environment = clock.stop(open.run.plan, threads);
    let code = publish(&open, &destination, Some(&environment), &args.output)?;
    let Some(done) = stopped else { return Ok(code) };
    warn(format_args!("PARTIAL: interrupted after {done}; {}", go_on_with(seed)));
    Ok(if code == 0 { INTERRUPTED } else { code })
}

/// Where the run goes, proved writable and free.
fn destination(args: &Args, game: &GameFile, default_name: String) -> Result<Destination, Failure> {
    let name = match &args.name {
        Some(name) => check_name(name)?,
        None => default_name,
    };
    let results = args.out.join(&name);
    let charts = args.output.charts(&name);
    if !args.force && !args.resume {
        refuse_existing(&results, charts.as_deref(), game)?;
    }
    let destination = Destination { results, charts, name, python: None };
    destination.prepare()?;
    Ok(destination)
}

/// Nothing of another run is replaced without being told to: not its tables, not its charts.
fn refuse_existing(results: &Path, charts: Option<&Path>, game: &GameFile) -> Result<(), Failure> {
    let shown = results.display();
    let id = &game.id;
    match occupied(results)? {
        Occupied::Unfinished if results.join(CHECKPOINT).exists() => {
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
