//! `sim games`: the built-in games.

use crate::ui::{Colour, Failure, print};
use sim::games::{BUILT_IN, check};
use sim::report::catalogue;

/// Arguments of `sim games`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: Colour,
}

/// Lists the games.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let files: Result<Vec<_>, Failure> =
        BUILT_IN.iter().map(|game| check(game.text).map_err(|findings| Failure::corrupt(format!("{}: {findings}", game.id)))).collect();
    print(&catalogue::games(&files?, args.color.style())).map(|_| 0)
}
