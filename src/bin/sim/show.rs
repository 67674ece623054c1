//! `sim show GAME`: plays drawn and shown, as pictures, text or JSON.

use crate::files::save;
use crate::game::{GameArgs, refuse_without_visual};
use crate::ui::{CHECK, Colour, Failure, Reader, print, print_bytes, say, warn};
use crate::wanted::{fresh_seed, parse_seed};
use sim::game::{Playable, Shown};
use sim::games::{Tracer, tracer};
use sim::money::{Cents, quotable};
use sim::plays::parse_plays;
use sim::prize::{BlockDraw, PrizeTable, TierId};
use sim::random::{Lanes, Purpose};
use sim::report::picture::{MOST_VISUALS, Request, Shot, contact_sheet, step_sheet, steps_text};
use sim::spec::GameFile;
use sim::tally::Place;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};

/// Plays written to a file as text or JSON at most; more go through a pipe.
const MOST_WRITTEN: u64 = 1_000_000;

/// Plays of a block passed over at most: each has to be drawn.
const MOST_SKIPPED: u64 = 100_000_000;

/// Arguments of `sim show`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sim show yams --stake 1 --prize 20                     a play that wins 20, as text
  sim show star-color --count 12 -o plays.png            twelve plays of a block on one sheet
  sim show diamond-river --prize 1000 --steps -o one.svg one play, throw by throw
  sim show star-color --seed 42 --at 3:4:600 --steps     a play of a run, wave by wave, as text
  sim show yams --count 1000 --seed 7 --format json      for a program, one play a line")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Show plays that win this amount (0: losing plays) [default: plays drawn from a block]
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    prize: Option<String>,
    /// How many plays
    #[arg(long, value_name = "COUNT", default_value = "1", allow_negative_numbers = true)]
    count: String,
    /// The number of the first play shown: play 3 of a sheet is `--from 3 --count 1`
    #[arg(long, value_name = "PLAY", default_value_t = 0, allow_negative_numbers = true)]
    from: u64,
    /// The seed [default: drawn by the operating system, and told on stderr]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = parse_seed)]
    seed: Option<u64>,
    /// Draw a play of a run again: its place, as the report prints it
    #[arg(long, value_name = "BATCH:TIER:INDEX", conflicts_with_all = ["prize", "count", "from"], requires = "seed")]
    at: Option<Place>,
    /// Follow one play step by step: each cup, each wave of explosions, each throw
    #[arg(long)]
    steps: bool,
    /// How plays are shown [default: by the ending of the file; else text on a terminal, json when piped]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to a file [default: stdout; a picture on a terminal goes to a file named after what it shows]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Pixels of a PNG from left to right [default: twice as fine as its SVG]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(200..=12_000))]
    width: Option<u16>,
    /// When to use colours in text
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
    Png,
    /// A contact sheet that stays sharp at any size
    Svg,
}

impl Format {
    const fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }

    const fn is_picture(self) -> bool {
        matches!(self, Self::Png | Self::Svg)
    }
}

/// Draws and shows plays.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let (file, game) = args.game.open()?;
    refuse_without_visual(&file)?;
    let table = game.prize_table();
    let format = format(args)?;
    let count = if args.at.is_some() { 1 } else { count(args, format)? };
    let wanted = args.prize.as_deref().map(|prize| tier_of(table, prize, &file.currency)).transpose()?;
    let seed = args.seed.map_or_else(fresh_seed, Ok)?;
    let request = Request {
        game: &file,
        named: args.game.named(),
        stake: table.stake(),
        prize: wanted.map(|tier| table.prize(tier)),
        count,
        from: args.from,
        seed,
        at: args.at,
        steps: args.steps,
        format: format.word(),
    };
    let colour = args.output.is_none() && args.color.style().colour;
    let tracer = if format.is_picture() || args.steps { Some(explainer(&file, table.stake())?) } else { None };
    let mut screen = Screen {
        request,
        format,
        width: args.width,
        tracer,
        colour,
        to_file: args.output.is_some(),
        kept: Vec::new(),
        shots: Vec::new(),
        agrees: true,
    };
    if let Some(place) = args.at {
        let shown = game.redraw(seed, place, screen.colour).map_err(|error| Failure::usage(format!("`--at`: {error}")))?;
        screen.show(&format!("play {place} of seed {seed}"), &shown, table.prize(place.tier))?;
    } else {
        say(format_args!("seed {seed}"));
        show_all(game.as_ref(), wanted, &mut screen)?;
    }
    screen.finish(args.output.as_deref())
}

/// The format asked for, or that of the file's ending.
fn format(args: &Args) -> Result<Format, Failure> {
    let ending = args.output.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str()).map(str::to_lowercase);
    let by_ending = match ending.as_deref() {
        Some("png") => Some(Format::Png),
        Some("svg") => Some(Format::Svg),
        Some("json" | "jsonl") => Some(Format::Json),
        Some("txt") => Some(Format::Text),
        _ => None,
    };
    if let (None, None, Some(path)) = (args.format, by_ending, &args.output) {
        let ending = ending.map_or_else(|| "no ending".to_owned(), |ending| format!("the ending `.{}`", quotable(&ending)));
        return Err(Failure::usage(format!("`--output`: `{}` has {ending}, which says no format", path.display()))
            .hint("give a file that ends in .png, .svg, .json or .txt, or choose with `--format`"));
    }
    let piped = if stdout().is_terminal() || args.steps || args.output.is_some() { Format::Text } else { Format::Json };
    if let (Some(asked), Some(by_ending), Some(path)) = (args.format, by_ending, &args.output)
        && asked != by_ending
    {
        let message = format!("`--format {}` and the ending of `{}` contradict each other", asked.word(), path.display());
        return Err(Failure::usage(message).hint("leave `--format` out, or give a file with another ending"));
    }
    let format = args.format.or(by_ending).unwrap_or(piped);
    if args.width.is_some() && format != Format::Png {
        return Err(Failure::usage(format!("`--width`: {} has no pixels", format.word())).hint("choose `--format png`"));
    }
    if args.steps && format == Format::Json {
        return Err(Failure::usage("`--steps`: JSON holds a play, not its steps").hint("choose `--format text`, `png` or `svg`"));
    }
    Ok(format)
}

/// How many plays, as many as the format has room for.
fn count(args: &Args, format: Format) -> Result<u64, Failure> {
    let count = parse_plays(&args.count, None).map_err(|error| Failure::usage(format!("`--count`: {error}")))?;
    let asked = quotable(&args.count);
    if args.steps && count > 1 {
        return Err(Failure::usage(format!("`--steps` follows one play, and `--count` is `{asked}`")).hint("choose the play with `--from`"));
    }
    if format.is_picture() && count > MOST_VISUALS {
        return Err(Failure::usage(format!("`--count`: `{asked}` plays do not fit a sheet: at most {MOST_VISUALS}"))
            .hint("draw several sheets: `--count 100 --from 100` is the second one"));
    }
    if args.output.is_some() && count > MOST_WRITTEN {
        return Err(Failure::usage(format!("`--count`: `{asked}` plays are too many for `--output`")).hint("write them through a pipe: `> FILE`"));
    }
    if args.prize.is_none() && args.from > MOST_SKIPPED {
        return Err(Failure::usage(format!("`--from`: {} plays of a block would be drawn before the first one shown", args.from))
            .hint(format!("at most {MOST_SKIPPED} are; with `--prize` any play can be the first")));
    }
    if args.from.checked_add(count).is_none() {
        return Err(Failure::usage(format!("`--from`: there is no play {} and {asked} after it", args.from)).hint("choose a smaller number"));
    }
    Ok(count)
}

fn explainer(file: &GameFile, stake: Cents) -> Result<Tracer, Failure> {
    tracer(file, Some(stake)).map_err(Failure::usage)
}

/// Shows plays of one tier, or drawn from blocks without replacement.
fn show_all(game: &dyn Playable, wanted: Option<TierId>, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let table = game.prize_table();
    let Request { seed, from, count, .. } = screen.request;
    let mut block = BlockDraw::new(table, seed);
    if wanted.is_none() {
        // plays before the first one are sold, and not shown
        for _ in 0..from {
            block.draw();
        }
    }
    for number in from..from + count {
        let tier = wanted.unwrap_or_else(|| block.draw());
        let mut lanes = Lanes::new(seed, Purpose::Show, number);
        let shown = game.show(tier, &mut lanes, screen.colour);
        if screen.show(&format!("play {number} of seed {seed}"), &shown, table.prize(tier))? == Reader::Left {
            break;
        }
    }
    Ok(())
}

/// How and where plays are shown.
struct Screen<'a> {
    request: Request<'a>,
    format: Format,
    width: Option<u16>,
    tracer: Option<Tracer>,
    colour: bool,
    to_file: bool,
    /// Text that waits for its file.
    kept: Vec<u8>,
    /// Plays that wait for their sheet.
    shots: Vec<Shot>,
    /// Whether all visuals pay what was drawn, for every reader.
    agrees: bool,
}

impl Screen<'_> {
    /// Shows one play, or keeps it; tells whether anybody reads.
    fn show(&mut self, title: &str, shown: &Shown, drawn: Cents) -> Result<Reader, Failure> {
        let (currency, amount) = (&self.request.game.currency, |amount| self.request.game.amount(amount));
        let mut complain = |wrong: bool, words: std::fmt::Arguments<'_>| {
            if wrong {
                warn(format_args!("{title}: {words}"));
                self.agrees = false;
            }
        };
        complain(shown.prize != drawn, format_args!("drawn for {} {currency}, but the referee finds {}", amount(drawn), amount(shown.prize)));
        complain(shown.ambiguous, format_args!("the visual can be read in two ways"));
        let trace = self.tracer.as_ref().map(|tracer| tracer.trace(&shown.json)).transpose().map_err(Failure::usage)?;
        if let Some(trace) = &trace {
            let found = trace.prize();
            complain(
                found != shown.prize,
                format_args!("the explanation finds {} {currency}, and the referee {}", amount(found), amount(shown.prize)),
            );
        }
        if self.format.is_picture() {
            self.shots.extend(trace.map(|trace| Shot { trace, place: title.to_owned() }));
            return Ok(Reader::Listens);
        }
        let prize = if shown.prize == Cents::ZERO { "loses".to_owned() } else { format!("wins {} {currency}", amount(shown.prize)) };
        let text = match (self.format, &trace) {
            (Format::Json, _) => format!("{}\n", shown.json),
            (_, Some(trace)) => format!("# {title}: {prize}\n{}", steps_text(trace, currency)),
            _ => format!("# {title}: {prize}\n{}\n\n", shown.picture.trim_end_matches('\n')),
        };
        if self.to_file {
            self.kept.extend(text.into_bytes());
            return Ok(Reader::Listens);
        }
        print(&text)
    }

    /// Draws the sheet, and writes what waits; the exit code.
    fn finish(mut self, output: Option<&Path>) -> Result<u8, Failure> {
        let code = if self.agrees { 0 } else { CHECK };
        if self.format.is_picture() {
            let album = self.request.album();
            let sheet = match self.shots.as_slice() {
                [shot] if self.request.steps => step_sheet(&album, shot),
                shots => contact_sheet(&album, shots),
            };
            let picture = sheet.map_err(Failure::io)?;
            self.kept =
                if self.format == Format::Svg { picture.svg().as_bytes().to_vec() } else { picture.coloured_png(self.width).map_err(Failure::io)? };
        }
        let by_itself = PathBuf::from(self.request.file_name());
        match output {
            Some(path) => save(path, &self.kept, &self.request.file_name())?,
            None if self.format.is_picture() && stdout().is_terminal() => save(&by_itself, &self.kept, "plays.png")?,
            None if self.format.is_picture() => drop(print_bytes(&self.kept)?),
            None => {}
        }
        Ok(code)
    }
}

/// The tier that pays a prize.
fn tier_of(table: &PrizeTable, text: &str, currency: &str) -> Result<TierId, Failure> {
    let prize = Cents::parse_with(text, table.decimals()).map_err(|error| Failure::usage(format!("`--prize`: {error}")))?;
    table.tier_of(prize).ok_or_else(|| {
        let prizes: Vec<String> = table.tiers().iter().map(|tier| table.amount(tier.prize)).collect();
        Failure::usage(format!("no play wins `{}` {currency} at a stake of {}", quotable(text), table.amount(table.stake())))
            .hint(format!("prizes: {} (0: losing plays); other stakes have others: `--stake`", prizes.join(", ")))
    })
}
