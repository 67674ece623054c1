//! `sim show GAME`: plays drawn and shown, as pictures or JSON.

use crate::game::GameArgs;
use crate::run::{fresh_seed, parse_seed};
use crate::ui::{CHECK, Colour, Failure, Reader, print, say, warn};
use sim::game::{Playable, Shown};
use sim::money::{Cents, quotable};
use sim::plays::parse_plays;
use sim::prize::{BlockDraw, PrizeTable, TierId};
use sim::random::{Lanes, Purpose};
use sim::tally::Place;
use std::io::{IsTerminal, stdout};

/// Arguments of `sim show`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Show plays that win this amount (0: losing plays) [default: plays drawn from a block]
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    prize: Option<String>,
    /// How many plays
    #[arg(long, value_name = "COUNT", default_value = "1", allow_negative_numbers = true)]
    count: String,
    /// The seed [default: drawn by the operating system, and told on stderr]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = parse_seed)]
    seed: Option<u64>,
    /// Draw a play of a run again: its place, as the report prints it
    #[arg(long, value_name = "BATCH:TIER:INDEX", conflicts_with_all = ["prize", "count"], requires = "seed")]
    at: Option<Place>,
    /// A picture, or JSON, one play a line [default: text on a terminal, json when piped]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: Colour,
}

/// How plays are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A picture in characters
    Text,
    /// One JSON object a line
    Json,
    /// A contact sheet
    #[value(hide = true)]
    Png,
}

/// Draws and shows plays.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let (file, game) = args.game.open()?;
    let table = game.prize_table();
    let count = parse_plays(&args.count, None).map_err(|error| Failure::usage(format!("`--count`: {error}")))?;
    let format = args.format.unwrap_or(if stdout().is_terminal() { Format::Text } else { Format::Json });
    if format == Format::Png {
        return Err(Failure::usage("`--format png` is not made yet").hint("choose `--format text` or `--format json`"));
    }
    let wanted = args.prize.as_deref().map(|prize| tier_of(table, prize, &file.currency)).transpose()?;
    let seed = args.seed.map_or_else(fresh_seed, Ok)?;
    let screen = Screen { format, colour: args.color.style().colour, currency: &file.currency };
    if let Some(place) = args.at {
        let shown = game.redraw(seed, place, screen.colour).map_err(|error| Failure::usage(format!("`--at`: {error}")))?;
        let (_, agrees) = screen.show(&format!("play {place} of seed {seed}"), &shown, table.prize(place.tier))?;
        return Ok(if agrees { 0 } else { CHECK });
    }
    say(format_args!("seed {seed}"));
    show_all(game.as_ref(), wanted, seed, count, &screen)
}

/// Shows `count` plays of one tier, or drawn from blocks without replacement.
fn show_all(game: &dyn Playable, wanted: Option<TierId>, seed: u64, count: u64, screen: &Screen<'_>) -> Result<u8, Failure> {
    let table = game.prize_table();
    let mut block = BlockDraw::new(table, seed);
    let mut code = 0;
    for number in 0..count {
        let tier = wanted.unwrap_or_else(|| block.draw());
        let mut lanes = Lanes::new(seed, Purpose::Show, number);
        let shown = game.show(tier, &mut lanes, screen.colour);
        let (reader, agrees) = screen.show(&format!("play {number} of seed {seed}"), &shown, table.prize(tier))?;
        if !agrees {
            code = CHECK;
        }
        if reader == Reader::Left {
            break;
        }
    }
    Ok(code)
}

/// How and where plays are shown.
struct Screen<'a> {
    format: Format,
    colour: bool,
    currency: &'a str,
}

impl Screen<'_> {
    /// Prints one play; tells whether anybody reads, and whether the referee agrees with the prize drawn.
    fn show(&self, title: &str, shown: &Shown, drawn: Cents) -> Result<(Reader, bool), Failure> {
        let text = match self.format {
            Format::Json => format!("{}\n", shown.json),
            Format::Text | Format::Png => {
                let prize = if shown.prize == Cents::ZERO { "loses".to_owned() } else { format!("wins {} {}", shown.prize, self.currency) };
                format!("# {title}: {prize}\n{}\n\n", shown.picture.trim_end_matches('\n'))
            }
        };
        let agrees = shown.prize == drawn && !shown.ambiguous;
        if shown.prize != drawn {
            warn(format_args!("{title}: drawn for {drawn} {}, but the referee finds {}", self.currency, shown.prize));
        }
        if shown.ambiguous {
            warn(format_args!("{title}: the visual can be read in two ways"));
        }
        Ok((print(&text)?, agrees))
    }
}

/// The tier that pays a prize.
fn tier_of(table: &PrizeTable, text: &str, currency: &str) -> Result<TierId, Failure> {
    let prize = Cents::parse(text).map_err(|error| Failure::usage(format!("`--prize`: {error}")))?;
    table.tier_of(prize).ok_or_else(|| {
        let prizes: Vec<String> = table.tiers().iter().map(|tier| tier.prize.to_string()).collect();
        Failure::usage(format!("no play wins `{}` {currency} at a stake of {}", quotable(text), table.stake()))
            .hint(format!("prizes: {} (0: losing plays); other stakes have others: `--stake`", prizes.join(", ")))
    })
}
