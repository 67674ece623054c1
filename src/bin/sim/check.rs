//! `sim check FILE`: every mistake of a game file, with its place and what to do.

use crate::game::source;
use crate::ui::{CHECK, Failure, print};
use sim::games::check;

/// Arguments of `sim check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The path of a game file, or a built-in game
    file: String,
}

/// Prints all findings; 1 when one of them is an error.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let source = source(&args.file)?;
    match check(&source.text) {
        Ok(file) => {
            let stakes: Vec<String> = file.offers.iter().map(|offer| offer.table.stake().to_string()).collect();
            print(&file.warnings.listing(&source.name, &source.text))?;
            print(&format!(
                "{}: no mistake found: `{}` can be played at a stake of {} {}\n",
                source.name,
                file.id,
                stakes.join(", "),
                file.currency
            ))?;
            Ok(0)
        }
        Err(findings) => {
            print(&findings.listing(&source.name, &source.text))?;
            Ok(CHECK)
        }
    }
}
