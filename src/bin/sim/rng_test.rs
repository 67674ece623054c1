//! `sim rng-test`: the tests that laboratories ask of random numbers; `--raw` writes the words themselves, for test programs of others.

use crate::game::{at_stake, load};
use crate::output::CsvLocale;
use crate::ui::{CHECK, Colour, Failure, Reader, print, print_bytes, with_steps};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sim::game::Playable;
use sim::games::BUILT_IN;
use sim::plays::parse_plays;
use sim::random::Words;
use sim::report::layout::Style;
use sim::report::{frame, rng};
use sim::stats::VerdictLevel;
use sim::stats::rng::{FEWEST_WORDS, Streams, rng_report, steps};
use std::io::{IsTerminal, stdout};

/// Arguments of `sim rng-test`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Chi-square, runs, serial correlation, gaps, poker, coupon collector, permutations, overlapping tuples: on raw words of streams alone and interleaved,
on scaled draws, on the order of prizes in blocks and of visuals. Exit code 1 when a test fails after Holm's adjustment (p below 1e-6).
Examples:
  sim rng-test                                  about 280 tests of a million values each
  sim rng-test --seed 7 --n 1e8 --all           longer, every test
  sim rng-test --raw seeds | dieharder -a -g 200      words of 64 neighbouring seeds in turn, for another program
  sim rng-test --raw first-of-batches --n 1e6 > words.bin")]
pub struct Args {
    /// The seed whose streams are tested
    #[arg(long, value_name = "SEED", default_value_t = 42)]
    seed: u64,
    /// Words of a source, draws of a sampler (blocks and visuals: a part of it), such as 1e6 [default: 1e6; with --raw: without end]
    #[arg(long, visible_alias = "words", value_name = "N", allow_negative_numbers = true)]
    n: Option<String>,
    /// Write raw words to stdout instead, 8 bytes each, the lowest first
    #[arg(long, value_name = "STREAMS", value_parser = streams(), conflicts_with_all = ["format", "all"])]
    raw: Option<Streams>,
    /// How the tests are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// How CSV is written
    #[arg(long, value_enum, default_value_t = CsvLocale::En)]
    csv_locale: CsvLocale,
    /// Print every test, not only one line a source
    #[arg(long)]
    all: bool,
    /// No progress bar
    #[arg(long)]
    quiet: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: Colour,
}

/// How the tests are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people, at most 100 columns
    Text,
    /// Markdown, to be pasted into a ticket
    Md,
    /// For programs: every test
    Json,
    /// One row a test
    Csv,
}

/// The choices of `--raw`, each with what it is.
fn streams() -> impl TypedValueParser<Value = Streams> {
    let words = Streams::ALL.map(|streams| PossibleValue::new(streams.word()).help(streams.about()));
    PossibleValuesParser::new(words).map(|word| Streams::ALL.into_iter().find(|streams| streams.word() == word).unwrap_or(Streams::One))
}

/// Tests, or writes words.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let count = args.n.as_deref().map(number).transpose()?;
    if let Some(streams) = args.raw {
        return write_raw(streams, args.seed, count);
    }
    let words = count.unwrap_or(1_000_000);
    if words < FEWEST_WORDS {
        return Err(Failure::usage(format!("`--n {}`: too few words for the tests", args.n.as_deref().unwrap_or_default()))
            .hint(format!("give {FEWEST_WORDS} or more; the default is 1e6")));
    }
    let mut games: Vec<(String, Box<dyn Playable>)> = Vec::new();
    for game in BUILT_IN {
        games.push((game.id.to_owned(), at_stake(&load(game.id)?, None)?));
    }
    let games: Vec<(String, &dyn Playable)> = games.iter().map(|(id, game)| (id.clone(), game.as_ref())).collect();
    let report = with_steps(steps(&games), "sources", args.quiet, |done| rng_report(args.seed, words, &games, done));
    match args.format {
        Format::Text => print(&rng::text(&report, args.all, args.color.style()))?,
        Format::Md => print(&rng::text(&report, args.all, Style::MARKDOWN))?,
        Format::Json => print(&rng::json(&report))?,
        Format::Csv => print_bytes(&frame::csv(&rng::table(&report), args.csv_locale.into()).map_err(Failure::io)?)?,
    };
    Ok(if report.verdict == VerdictLevel::Fail { CHECK } else { 0 })
}

fn number(text: &str) -> Result<u64, Failure> {
    parse_plays(text, None).map_err(|error| Failure::usage(format!("`--n {text}`: {error}")))
}

/// Words written at a time.
const WORDS: usize = 8_192;

/// Writes words until the count is reached or nobody reads any more.
fn write_raw(streams: Streams, seed: u64, count: Option<u64>) -> Result<u8, Failure> {
    if stdout().is_terminal() {
        return Err(Failure::usage("`--raw`: words are no text for a terminal")
            .hint("write them to a file or a program: `sim rng-test --raw seeds | dieharder -a -g 200`"));
    }
    let mut words = streams.open(seed);
    let mut left = count;
    let mut bytes = Vec::with_capacity(8 * WORDS);
    while left != Some(0) {
        let now = left.and_then(|left| usize::try_from(left).ok()).map_or(WORDS, |left| left.min(WORDS));
        bytes.clear();
        (0..now).for_each(|_| bytes.extend(words.word().to_le_bytes()));
        if print_bytes(&bytes)? == Reader::Left {
            break;
        }
        left = left.map(|left| left - now as u64);
    }
    Ok(0)
}
