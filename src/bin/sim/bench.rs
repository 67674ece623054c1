//! `sim bench`: how fast the machine at hand is, stage by stage.

use crate::game::{at_stake, load};
use crate::ui::{Colour, Failure, print, say};
use sim::engine::rates::{Stage, rate, words};
use sim::games::BUILT_IN;
use sim::report::rates::{Rates, Row, json_text, text};
use std::io::IsTerminal;
use std::time::Duration;

/// Arguments of `sim bench`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sim bench                                  every built-in game, on one thread and on all
  sim bench --game star-color --seconds 5    one game, measured longer
Run it on a quiet machine; compare machines by the words a play costs, not by the plays a second.")]
pub struct Args {
    /// A built-in game, or the path of a game file [default: every built-in game]
    #[arg(long, value_name = "GAME", value_parser = crate::game::GameWord, hide_possible_values = true)]
    game: Option<String>,
    /// Threads beside one [default: one a core]
    #[arg(long, value_name = "THREADS", allow_negative_numbers = true, value_parser = crate::run::parse_threads)]
    threads: Option<usize>,
    /// Seconds for each rate, from 0.01 to 60
    #[arg(long, value_name = "SECONDS", default_value = "1", allow_negative_numbers = true, value_parser = parse_seconds)]
    seconds: Duration,
    /// Print JSON instead of the table
    #[arg(long)]
    json: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: Colour,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.01..=60.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "write a number of seconds from 0.01 to 60, such as 0.5".to_owned())
}

/// Measures and prints.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let ids: Vec<String> = args.game.clone().map_or_else(|| BUILT_IN.iter().map(|game| game.id.to_owned()).collect(), |game| vec![game]);
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let mut rates = Rates { words: words(args.seconds), threads, wide: sim::vector::is_wide(), rows: Vec::new() };
    for id in ids {
        let file = load(&id)?;
        let game = at_stake(&file, None)?;
        for stage in Stage::ALL {
            if std::io::stderr().is_terminal() {
                say(format!("measuring {}: {stage:?} ...", file.id));
            }
            let on = |threads| rate(&*game, stage, threads, args.seconds).map_err(Failure::io);
            let all = if threads > 1 { Some(on(threads)?) } else { None };
            rates.rows.push(Row { game: file.id.clone(), stage, one: on(1)?, all });
        }
    }
    print(&if args.json { json_text(&rates) } else { text(&rates, args.color.style()) })?;
    Ok(0)
}
