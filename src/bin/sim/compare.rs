//! `sim compare A B`: two runs, a run and a game, or two games: what differs, with intervals.

use crate::game::{at_stake, load, stake};
use crate::report::{find, open};
use crate::ui::{Colour, Failure, print};
use sim::engine::{Judging, Plan, Sampling};
use sim::game::Playable;
use sim::games::built_in;
use sim::money::Cents;
use sim::report::compare::{Compare, Side, json, text};
use sim::report::job;
use sim::report::layout::Style;
use sim::run_file::OpenRun;
use sim::spec::{GameFile, differences};
use sim::stats::{Compared, Job, compare, report};
use sim::tally::{Observable, Tally};
use std::path::Path;

/// Arguments of `sim compare`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sim compare yams-50-n7000000-s42 yams-50-n7000000-s43  two runs of a game: chance, or a fault?
  sim compare results/yams-50-n7000000-s42 my-yams.toml  would it pass as a run of the other game?
  sim compare star-color my-star-color.toml              two games, exactly, nothing simulated

Runs of one game file, one stake and one seed hold the same plays: they are checked for agreement,
and chance is not judged. Exit code 1 when two runs of one game file at one stake differ beyond
chance; else 0, whatever differs.")]
pub struct Args {
    /// A run (its folder, its `run.json`, or its name under `results`), a built-in game, or a game file
    a: String,
    /// Another one
    b: String,
    /// The stake of a game [default: that of the other side where the game has it, else the lowest]
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    stake: Option<String>,
    /// The stake of the second game, where it is not that of the first
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    stake_b: Option<String>,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: Colour,
}

/// How a comparison is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people, at most 100 columns
    Text,
    /// Markdown, to be pasted into a ticket
    Md,
    /// For programs: every row
    Json,
}

/// A side that was opened.
enum Opened {
    Run(Box<OpenRun>),
    Game(Box<GameFile>, Box<dyn Playable>, Tally),
}

/// Compares.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let given = [args.stake.as_deref(), args.stake_b.as_deref().or(args.stake.as_deref())];
    let runs = [run(&args.a)?, run(&args.b)?];
    if args.stake_b.is_some() && runs[1].is_some() {
        return Err(Failure::usage(format!("`--stake-b`: `{}` is a run, which has its stake", args.b)).hint("leave `--stake-b` out"));
    }
    if args.stake.is_some() && runs.iter().all(Option::is_some) {
        return Err(Failure::usage("`--stake`: both sides are runs, which have their stakes").hint("leave `--stake` out"));
    }
    let stakes = [&runs[0], &runs[1]].map(|run| run.as_ref().map(|run| run.run.stake));
    let [run_a, run_b] = runs;
    let a = opened(&args.a, run_a, given[0], stakes[1])?;
    let b = opened(&args.b, run_b, given[1], stakes[0].or_else(|| given[1].is_none().then(|| a.stake())))?;
    let points = [a.points(), b.points()];
    let jobs = [a.job(&points[0]), b.job(&points[1])];
    let reports = [&a, &b].map(Opened::is_run).into_iter().zip(&jobs).map(|(is_run, job)| is_run.then(|| report(job))).collect::<Vec<_>>();
    let (side_a, side_b) = (a.side(&args.a)?, b.side(&args.b)?);
    let compared = [0, 1].map(|side| Compared { job: &jobs[side], report: reports[side].as_ref() });
    let found = compare(compared[0], compared[1], side_a.same_law(&side_b));
    let keys = differences(&a.game().text, &b.game().text);
    let shown = Compare { a: side_a, b: side_b, keys: &keys, found: &found };
    print(&match args.format {
        Format::Text => text(&shown, args.color.style()),
        Format::Md => text(&shown, Style::MARKDOWN),
        Format::Json => json(&shown),
    })?;
    Ok(shown.exit_code())
}

/// Whether a word can be a game only.
fn is_game(word: &str) -> bool {
    built_in(word).is_some() || Path::new(word).extension().is_some_and(|ending| ending == "toml")
}

/// The run a word means; `None` for a game.
fn run(word: &str) -> Result<Option<Box<OpenRun>>, Failure> {
    match find(Path::new(word)) {
        Some(file) if !is_game(word) => Ok(Some(Box::new(open(&file)?))),
        _ => Ok(None),
    }
}

/// A side: the run found, or the game at the stake given, at the other side's, or at its lowest.
fn opened(word: &str, run: Option<Box<OpenRun>>, given: Option<&str>, other: Option<Cents>) -> Result<Opened, Failure> {
    if let Some(run) = run {
        return Ok(Opened::Run(run));
    }
    let game = load(word).map_err(|failure| {
        if is_game(word) {
            return failure;
        }
        let hint = format!("{} Or give a run: a folder that holds `run.json`, or a name under `results`.", failure.hint);
        failure.hint(hint)
    })?;
    let stake = stake(given, &game)?.or(other.filter(|&stake| game.offer(Some(stake)).is_ok()));
    let playable = at_stake(&game, stake)?;
    let width = Observable::offsets(playable.observables()).last().copied().unwrap_or(0);
    let tally = Tally::new(playable.prize_table().tiers().len(), width, 0);
    Ok(Opened::Game(Box::new(game), playable, tally))
}

impl Opened {
    fn stake(&self) -> Cents {
        match self {
            Self::Run(open) => open.run.stake,
            Self::Game(_, playable, _) => playable.prize_table().stake(),
        }
    }

    const fn is_run(&self) -> bool {
        matches!(self, Self::Run(_))
    }

    fn game(&self) -> &GameFile {
        match self {
            Self::Run(open) => &open.game,
            Self::Game(game, _, _) => game,
        }
    }

    fn points(&self) -> Vec<u64> {
        match self {
            Self::Run(open) => open.points(),
            Self::Game(..) => Vec::new(),
        }
    }

    fn job<'a>(&'a self, points: &'a [u64]) -> Job<'a> {
        match self {
            Self::Run(open) => job(open, points),
            Self::Game(_, playable, tally) => Job {
                table: playable.prize_table(),
                sold_for: None,
                observables: playable.observables(),
                plan: Plan { seed: 0, plays: 0, sampling: Sampling::Block, judging: Judging::None },
                planned: None,
                tally,
                points,
            },
        }
    }

    fn side<'a>(&'a self, name: &'a str) -> Result<Side<'a>, Failure> {
        let plan = match self {
            Self::Run(open) => Some(open.run.plan),
            Self::Game(..) => None,
        };
        let offer = self.game().offer(Some(self.stake())).map_err(Failure::usage)?;
        Ok(Side { name, game: self.game(), offer, plan })
    }
}
