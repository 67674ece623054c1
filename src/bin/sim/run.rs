//! `sim --game GAME`: the whole job. `sim run --plan PLAN --shard K`: one shard of a job that many machines do.

use crate::environment::Clock;
use crate::files::CHECKPOINT;
use crate::game::load;
use crate::keep::{Found, Job, find, go_on_with, parse_time, play, progress, say_resumed};
use crate::place::Place;
use crate::publish::publish;
use crate::shard::{self, Index, parse_index};
use crate::ui::{Failure, INTERRUPTED, say, warn, with_progress};
use crate::wanted::Wanted;
use sim::engine::Watch;
use sim::report::run_name;
use sim::run_file::OpenRun;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of the main command.
#[derive(Debug, clap::Args)]
#[allow(clippy::doc_markdown)] // what users read in --help
pub struct Args {
    /// The game: a built-in id (see `sim games`), or the path of a game file
    #[arg(long, required_unless_present = "plan", value_name = "GAME", value_parser = crate::game::GameWord, hide_possible_values = true)]
    game: Option<String>,
    #[command(flatten)]
    wanted: Wanted,
    /// Threads; the result does not depend on them [default: one a core]
    #[arg(long, value_name = "THREADS", allow_negative_numbers = true, value_parser = parse_threads)]
    threads: Option<usize>,
    #[command(flatten)]
    place: Place,
    /// Go on with a run of the same name that was stopped; begin it if there is none
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Time between two states kept of a long run, such as 60s, 5m, 1h
    #[arg(long, value_name = "TIME", default_value = "60s", allow_negative_numbers = true, value_parser = parse_time)]
    checkpoint_every: Duration,
    /// Play a shard of this plan instead (see `sim plan`): its `plan.json`, or its folder
    #[arg(long, value_name = "PLAN", requires = "shard", help_heading = "One shard of a plan", conflicts_with_all = OF_A_WHOLE_RUN)]
    plan: Option<PathBuf>,
    /// The number of the shard, from 0, or `auto`: the index that a cluster's environment tells
    #[arg(long, value_name = "K", requires = "plan", help_heading = "One shard of a plan", allow_negative_numbers = true, value_parser = parse_index)]
    shard: Option<Index>,
}

/// What a plan says, and what a shard does not do.
const OF_A_WHOLE_RUN: [&str; 12] = ["game", "stake", "n", "seed", "sampling", "judge", "out", "charts", "no_charts", "name", "json", "force"];

/// Reads a number of threads.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    threads.ok_or_else(|| format!("write a whole number from 1 to {MOST_THREADS}, or leave the option out for one thread a core"))
}

const MOST_THREADS: usize = 4_096;

/// Threads where none are asked for: one a core.
pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Simulates, writes the files, prints the report.
pub fn main(args: &Args) -> Result<u8, Failure> {
    if let Some((plan, index)) = args.plan.as_deref().zip(args.shard) {
        return shard::main(plan, index, &shard::Work { threads: args.threads, every: args.checkpoint_every, quiet: args.place.output.quiet });
    }
    let clock = Clock::start();
    let game = load(args.game.as_deref().unwrap_or_default())?;
    if args.resume && args.wanted.seed.is_none() {
        return Err(Failure::usage("`--resume` does not know which run: its `--seed` is missing")
            .hint("give the seed that the run began with: it was printed when it began, and stands in its state, `checkpoint.json`, and in its name if none was chosen"));
    }
    let (playable, plan) = args.wanted.plan(&game)?;
    let seed = plan.seed;
    let (destination, _held) = args.place.destination(&game, run_name(&game.id, playable.prize_table().stake(), plan), args.resume)?;
    let threads = args.threads.unwrap_or_else(all_cores);
    if !args.place.output.quiet {
        say(format_args!("seed {seed}"));
    }
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
    let outcome = with_progress(&watch, plan.plays, args.place.output.quiet, || play(&job, begun, &watch)).inspect_err(|_| destination.leave())?;
    let stopped = outcome.planned.is_some().then(|| progress(&outcome));
    let open = OpenRun::new(game, playable, outcome);
    let environment = clock.stop(open.run.plan, threads);
    let code = publish(&open, &destination, Some(&environment), &args.place.output)?;
    let Some(done) = stopped else { return Ok(code) };
    warn(format_args!("PARTIAL: interrupted after {done}; {}", go_on_with(seed)));
    Ok(if code == 0 { INTERRUPTED } else { code })
}
