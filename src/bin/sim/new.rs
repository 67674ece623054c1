//! `sim new NAME --mechanic M`: a game file to begin with.

use crate::files::{refuse_existing_file, save};
use crate::ui::{Failure, print};
use sim::games::template::{MECHANICS, new_file};
use sim::money::quotable;
use sim::spec::{distance, id_of};
use std::path::PathBuf;

/// Arguments of `sim new`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sim new my-dice --mechanic dice       writes my-dice.toml
  sim new \"Candy Scratch\" --mechanic table -o candy.toml
Then change it, and: sim check FILE, sim par FILE, sim --game FILE --n 1e7")]
pub struct Args {
    /// The name of the game
    name: String,
    /// What its plays show: dice, stars, gems, or table (a prize table alone)
    #[arg(long, value_name = "MECHANIC")]
    mechanic: String,
    /// The file [default: the name and `.toml`]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace a file of the same name
    #[arg(long)]
    force: bool,
}

/// Writes the file.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let id = id_of(&args.name);
    if id.is_empty() || args.name.chars().count() > 100 || args.name.chars().any(char::is_control) {
        return Err(Failure::usage(format!("`{}` is no name of a game", quotable(&args.name)))
            .hint("write one of at most 100 characters on one line, with a letter or a digit, such as \"Candy Scratch\""));
    }
    let text = new_file(&id, &args.name, &args.mechanic).ok_or_else(|| unknown(&args.mechanic))?;
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{id}.toml")));
    refuse_existing_file(&path, args.force)?;
    save(&path, text.as_bytes(), "my-game.toml")?;
    let shown = path.display();
    print(&format!(
        "A game of {} to begin with. Change it, then:\n  sim check {shown}\n  sim par {shown}\n  sim --game {shown} --n 1e7\n",
        args.mechanic
    ))
    .map(|_| 0)
}

fn unknown(mechanic: &str) -> Failure {
    let near = MECHANICS.iter().map(|(known, _)| (distance(mechanic, known), *known)).min().filter(|&(edits, _)| edits <= 2);
    let guess = near.map(|(_, known)| format!("did you mean `{known}`? ")).unwrap_or_default();
    let known: Vec<String> = MECHANICS.iter().map(|(known, what)| format!("{known}: {what}")).collect();
    Failure::usage(format!("`--mechanic`: there is no `{}`", quotable(mechanic))).hint(format!("{guess}{}", known.join("; ")))
}
