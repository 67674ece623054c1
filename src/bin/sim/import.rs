//! `sim import TABLE`: a prize table as others write it, to a game file.

use crate::check::told;
use crate::files::{LONGEST_TABLE, read_table, refuse_existing_file, save};
use crate::ui::{Failure, print, say};
use sim::money::{Numbers, quotable};
use sim::spec::import::{About, import};
use std::io::{Read, stdin};
use std::path::{Path, PathBuf};

/// Arguments of `sim import`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
TABLE is CSV whose first line names its columns, amount,winners[,total], separated by commas,
semicolons or tabs; or text as rules print their tables, pasted, with the line that adds them up:
`24 100 lots de 12 EUR 289 200 EUR`, `5 prizes of $1,000`. Of such a text the stakes, the block and
the declared totals are taken where it says them. The file is checked; exit code 1 when the check
finds an error.

Examples:
  sim import table.csv --name \"Candy Scratch\" --stake 1 --block 750000 -o candy.toml
  sim import rules.txt --name \"Star Color\" -o star.toml")]
pub struct Args {
    /// The table: a file, or - for stdin
    table: PathBuf,
    /// The name of the game; its id is made from it
    #[arg(long, value_name = "NAME")]
    name: String,
    /// The price of a play [default: as the text says]
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    stake: Option<String>,
    /// Plays in a block [default: as the text says]
    #[arg(long, value_name = "PLAYS", allow_negative_numbers = true)]
    block: Option<String>,
    /// Winning plays of a block, as printed: checked
    #[arg(long, value_name = "WINNERS", allow_negative_numbers = true)]
    declared_winners: Option<String>,
    /// What a block pays, as printed: checked
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    declared_total: Option<String>,
    /// The ISO code of the currency
    #[arg(long, value_name = "CODE", default_value = "EUR")]
    currency: String,
    /// How the table writes a thousand and a half: 1,000.5 or 1.000,5 [default: read where one reading is possible]
    #[arg(long, value_name = "EXAMPLE")]
    numbers: Option<String>,
    /// The file to write [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace a file of the same name
    #[arg(long)]
    force: bool,
}

/// Reads, writes and checks.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let numbers = match &args.numbers {
        None => Numbers::Unstated,
        Some(example) => Numbers::of_example(example).ok_or_else(|| {
            Failure::usage(format!("`--numbers`: `{}` is no thousand and a half", quotable(example)))
                .hint("write it as the table would: \"1,000.5\", \"1 000.5\", \"1.000,5\" or \"1 000,5\"")
        })?,
    };
    if let Some(path) = &args.output {
        refuse_existing_file(path, args.force)?;
    }
    let table = if args.table == Path::new("-") {
        let mut text = String::new();
        let read = stdin().lock().take(LONGEST_TABLE + 1).read_to_string(&mut text);
        if text.len() as u64 > LONGEST_TABLE {
            return Err(Failure::usage(format!("the table on stdin is longer than {} MiB: it is no prize table", LONGEST_TABLE >> 20)));
        }
        read.map_err(|error| Failure::usage(format!("cannot read the table from stdin: {error}")).hint("give UTF-8 text"))?;
        text
    } else {
        read_table(&args.table, "a prize table")?
    };
    let about = About {
        name: &args.name,
        stake: args.stake.as_deref(),
        block: args.block.as_deref(),
        currency: &args.currency,
        declared_winners: args.declared_winners.as_deref(),
        declared_total: args.declared_total.as_deref(),
        numbers,
        source: "",
    };
    let imported = import(&table, &about).map_err(|error| Failure::usage(format!("{}: {error}", args.table.display())).hint(&error.help))?;
    for note in &imported.notes {
        say(note);
    }
    let (name, text) = (args.output.as_ref().map_or_else(|| "(the file above)".to_owned(), |path| path.display().to_string()), &imported.text);
    let (code, findings) = told(&name, text);
    if let Some(path) = &args.output {
        save(path, text.as_bytes(), "game.toml")?;
        print(&findings)?;
    } else {
        print(text)?;
        say(findings.trim_end());
    }
    Ok(code)
}
