//! `sim schema`: the JSON Schema of game files.

use crate::ui::{Failure, print};

/// Arguments of `sim schema`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Save it (sim schema > game-file.schema.json) and tell your editor: with Taplo or Even Better TOML, the first line of a game file may be
#:schema ./game-file.schema.json")]
pub struct Args {}

/// Prints the schema.
pub fn main(_args: &Args) -> Result<u8, Failure> {
    print(sim::spec::SCHEMA).map(|_| 0)
}
