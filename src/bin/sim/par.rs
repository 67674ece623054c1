//! `sim par GAME`: the exact PAR sheet of a prize table, without simulation.

use crate::files::save;
use crate::game::GameArgs;
use crate::output::CsvLocale;
use crate::ui::{Colour, Failure, print_bytes};
use sim::report::layout::Style;
use sim::report::par::{Par, json, tables, text};
use sim::report::{frame, workbook};
use sim::stats::par_sheet;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};

/// Arguments of `sim par`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sim par star-color                          the sheet as text
  sim par yams --stake 2 --format json        for a program
  sim par yams --format csv --table totals    one table: tiers, figures, returns, precision, totals
  sim par star-color -o star-color.xlsx       a workbook: change a count and see the return move")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// What is written [default: by the ending of the file, else text]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The table of `--format csv`
    #[arg(long, value_enum)]
    table: Option<Part>,
    /// Write to a file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How CSV is written
    #[arg(long, value_enum, default_value_t = CsvLocale::En)]
    csv_locale: CsvLocale,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: Colour,
}

/// How the sheet is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people, at most 100 columns
    Text,
    /// Markdown, to be pasted into a ticket
    Md,
    /// For programs: plain numbers
    Json,
    /// One table
    Csv,
    /// A workbook with formulas
    Xlsx,
}

impl Format {
    const fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Md => "md",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            _ => self.word(),
        }
    }
}

/// The tables of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// One row a prize
    Tiers,
    /// One row a figure
    Figures,
    /// Where the return lies after so many plays
    Returns,
    /// Plays needed to know the return
    Precision,
    /// Dice: the law of the point totals
    Totals,
}

impl Part {
    const fn name(self) -> &'static str {
        match self {
            Self::Tiers => "tiers",
            Self::Figures => "figures",
            Self::Returns => "returns",
            Self::Precision => "precision",
            Self::Totals => "totals",
        }
    }
}

/// Computes and writes the sheet.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let (game, playable) = args.game.open()?;
    let offer = game.offer(Some(playable.prize_table().stake())).map_err(Failure::usage)?;
    let format = format(args)?;
    let sheet = par_sheet(&offer.table, playable.observables());
    let par = Par { game: &game, offer, sheet: &sheet };
    let bytes = match format {
        Format::Text => text(&par, if args.output.is_some() { Colour::Never } else { args.color }.style()).into_bytes(),
        Format::Md => text(&par, Style::MARKDOWN).into_bytes(),
        Format::Json => json(&par).into_bytes(),
        Format::Csv => {
            let name = args.table.unwrap_or(Part::Tiers).name();
            let tables = tables(&par);
            let names: Vec<&str> = tables.iter().map(|table| table.name).collect();
            let table = tables.iter().find(|table| table.name == name).ok_or_else(|| {
                Failure::usage(format!("`--table {name}`: `{}` has no such table", game.id)).hint(format!("its tables: {}", names.join(", ")))
            })?;
            frame::csv(table, args.csv_locale.into()).map_err(Failure::io)?
        }
        Format::Xlsx => workbook::xlsx(&par).map_err(Failure::io)?,
    };
    match &args.output {
        None => print_bytes(&bytes).map(|_| 0),
        Some(path) => save(path, &bytes, "par.xlsx").map(|()| 0),
    }
}

/// The format asked for, or that of the file's ending.
fn format(args: &Args) -> Result<Format, Failure> {
    let ending = args.output.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str()).map(str::to_lowercase);
    let by_ending = match ending.as_deref() {
        Some("md") => Some(Format::Md),
        Some("json") => Some(Format::Json),
        Some("csv") => Some(Format::Csv),
        Some("xlsx") => Some(Format::Xlsx),
        _ => None,
    };
    if let (Some(asked), Some(by_ending), Some(path)) = (args.format, by_ending, &args.output)
        && asked != by_ending
    {
        let message = format!("`--format {}` and the ending of `{}` contradict each other", asked.word(), path.display());
        return Err(Failure::usage(message).hint(format!("leave `--format` out, or give a file that ends in `.{}`", asked.ending())));
    }
    let format = args.format.or(by_ending).unwrap_or(if args.table.is_some() { Format::Csv } else { Format::Text });
    if args.table.is_some() && format != Format::Csv {
        return Err(Failure::usage("`--table` chooses the table of `--format csv`").hint("leave `--table` out, or write `--format csv`"));
    }
    if format == Format::Xlsx && args.output.is_none() && stdout().is_terminal() {
        return Err(Failure::usage("`--format xlsx`: a workbook is no text for a terminal").hint("name a file, such as `-o par.xlsx`"));
    }
    Ok(format)
}
