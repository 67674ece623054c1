//! The program `sim`: reads the command line, calls the library, tells the exit code. It holds no arithmetic.

mod bench;
mod check;
mod compare;
mod completions;
mod environment;
mod execute;
mod explain;
mod files;
mod game;
mod games;
mod import;
mod judge;
mod keep;
mod man;
mod merge;
mod new;
mod output;
mod par;
mod place;
mod plan;
mod plan_folder;
mod publish;
mod report;
mod rng_test;
mod rules;
mod run;
mod schema;
mod shard;
mod show;
mod signals;
mod status;
mod submit;
mod ui;
mod wanted;

use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{Write, stdout};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  sim --game star-color --n 1e9              the whole job: simulate, judge, compare, write tables and charts
  sim --game yams --stake 2 --n 3blocks --seed 42
  sim show diamond-river --prize 30000       a picture of a play that wins 30 000
  sim show star-color --count 12 -o a.png    twelve plays on one sheet (--steps: one, step by step)
  sim par star-color                         the exact PAR sheet (-o par.xlsx: a workbook)
  sim rules star-color                       the rules and decisions in force
  sim report results/yams-50-n7000000-s42    tables and charts again, from the run file
  sim new my-game --mechanic dice            a game file to change; sim check my-game.toml, then --game my-game.toml
  sim compare RUN_A RUN_B                    what differs between two runs or games, with intervals
  sim plan star-color --n 1e12 --shards 256 --out DIR    a run for many machines: then run --plan, status, merge, submit
  sim explain detectable                     what a figure is and how to read it

Exit codes: 0 nothing failed, 1 a check failed, 2 usage or input, 3 a file is corrupt, missing or of another run,
4 two attempts at a part disagree, 74 reading or writing failed, 75 stopped by SIGTERM with the state kept, 130 stopped by Ctrl-C (a report marked PARTIAL is written).
A long run keeps its state every minute: after a stop of any kind, the same command with `--resume` goes on.";

/// Monte-Carlo simulation of instant-win lottery games: every play drawn from its block, shown, judged and compared.
#[derive(Debug, Parser)]
#[command(
    name = "sim",
    version,
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true,
    max_term_width = 100
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::Args,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Simulate a game (what `sim --game GAME` does)
    Run(run::Args),
    /// List the built-in games
    Games(games::Args),
    /// Print the rules, decisions and prize tables of a game
    Rules(rules::Args),
    /// Print the exact PAR sheet of a game, nothing simulated: text, JSON, CSV or a workbook
    Par(par::Args),
    /// Draw plays and show them as pictures or JSON
    Show(show::Args),
    /// Let the referee judge visuals from a file or from stdin
    Judge(judge::Args),
    /// Compare two runs, a run and a game, or two games: what differs, with intervals
    Compare(compare::Args),
    /// Explain a figure of a report, a file or a sheet: formula, unit, how to read it
    Explain(explain::Args),
    /// Look for mistakes in a game file
    Check(check::Args),
    /// Write a game file to begin with, commented and playable
    New(new::Args),
    /// Make a game file of a prize table: CSV, or text as rules print it
    Import(import::Args),
    /// Print the JSON Schema of game files, for editors
    Schema(schema::Args),
    /// Make the tables, charts, page and notebook of a run again from its run file
    Report(report::Args),
    /// Cut a run into shards for many machines: writes `plan.json`
    Plan(plan::Args),
    /// Tell which shards of a plan are done, begun, missing
    Status(status::Args),
    /// Make one run of the parts of a plan
    Merge(merge::Args),
    /// Print the script or the manifest that plays a plan on a cluster
    Submit(submit::Args),
    /// Test the random numbers: the tests that laboratories ask for, on words, draws, blocks and visuals
    RngTest(rng_test::Args),
    /// Measure how fast this machine draws, shows and judges plays
    Bench(bench::Args),
    /// Print what a shell needs to complete commands and options
    Completions(completions::Args),
    /// Print a manual page, or write them all
    Man(man::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(with_negative_values(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            let _ = error.print();
            return ExitCode::from(ui::USAGE);
        }
        // help and version; a closed pipe is no error
        Err(error) => return ended(error.print().and_then(|()| stdout().flush()).or_else(ui::left).map(|()| 0).map_err(ui::cannot_print)),
    };
    let done = match &cli.command {
        None => run::main(&cli.run),
        Some(Command::Run(args)) => run::main(args),
        Some(Command::Games(args)) => games::main(args),
        Some(Command::Rules(args)) => rules::main(args),
        Some(Command::Par(args)) => par::main(args),
        Some(Command::Show(args)) => show::main(args),
        Some(Command::Judge(args)) => judge::main(args),
        Some(Command::Compare(args)) => compare::main(args),
        Some(Command::Explain(args)) => explain::main(args),
        Some(Command::Check(args)) => check::main(args),
        Some(Command::New(args)) => new::main(args),
        Some(Command::Import(args)) => import::main(args),
        Some(Command::Schema(args)) => schema::main(args),
        Some(Command::Report(args)) => report::main(args),
        Some(Command::Plan(args)) => plan::main(args),
        Some(Command::Status(args)) => status::main(args),
        Some(Command::Merge(args)) => merge::main(args),
        Some(Command::Submit(args)) => submit::main(args),
        Some(Command::RngTest(args)) => rng_test::main(args),
        Some(Command::Bench(args)) => bench::main(args),
        Some(Command::Completions(args)) => completions::main(args, Cli::command()),
        Some(Command::Man(args)) => man::main(args, Cli::command()),
    };
    ended(done)
}

/// Arguments such as `--n -1blocks` as `--n=-1blocks`: a value that begins with a minus and a digit is a value, which its option can refuse in its own words.
fn with_negative_values(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut all_options = true;
    for word in words {
        let negative =
            word.to_str().and_then(|word| word.strip_prefix('-')).is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
        match joined.last_mut() {
            Some(option)
                if all_options
                    && negative
                    && option.to_str().is_some_and(|option| option.starts_with("--") && option.len() > 2 && !option.contains('=')) =>
            {
                option.push("=");
                option.push(word);
            }
            _ => {
                all_options &= word != "--";
                joined.push(word);
            }
        }
    }
    joined
}

fn ended(done: Result<u8, ui::Failure>) -> ExitCode {
    match done {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            ui::complain(&failure);
            ExitCode::from(failure.code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cli, with_negative_values};
    use clap::CommandFactory as _;
    use std::ffi::OsString;

    #[test]
    fn negative_values_belong_to_their_option() {
        for (given, read) in [
            ("sim --n -1blocks --seed -3", "sim --n=-1blocks --seed=-3"),
            ("sim -- --n -1", "sim -- --n -1"),
            ("sim --quiet -x --n=1 -2", "sim --quiet -x --n=1 -2"),
            ("sim show yams -1", "sim show yams -1"),
        ] {
            let words = with_negative_values(given.split(' ').map(OsString::from));
            assert_eq!(words, read.split(' ').map(OsString::from).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
