//! `sim rules GAME`: the rules, decisions and numbers in force.

use crate::game::load;
use crate::ui::{Colour, Failure, print};
use sim::report::catalogue;

/// Arguments of `sim rules`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A built-in game, or the path of a game file
    #[arg(value_parser = crate::game::GameWord, hide_possible_values = true)]
    game: String,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: Colour,
}

/// Prints the rules.
pub fn main(args: &Args) -> Result<u8, Failure> {
    print(&catalogue::rules(&load(&args.game)?, args.color.style())).map(|_| 0)
}
