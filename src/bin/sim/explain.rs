//! `sim explain NAME`: what a figure of a report, a file or a sheet is.

use crate::game::{at_stake, load};
use crate::ui::{Colour, Failure, print};
use sim::games::BUILT_IN;
use sim::money::quotable;
use sim::report::explain::{find, list, near, observable, text};
use sim::report::layout::Style;
use sim::tally::Observable;

/// Arguments of `sim explain`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Names as a report, a table or a JSON file prints them, such as rtp, "95 % range" or "faces by die" [default: list all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: Colour,
}

/// Prints the explanations.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let style = args.color.style();
    if args.names.is_empty() {
        return print(&list(style)).map(|_| 0);
    }
    // words without quotes are one name: `sim explain hit frequency`
    let whole = args.names.join(" ");
    if let Some(found) = explained(&whole, style)? {
        return print(&found).map(|_| 0);
    }
    let mut texts = Vec::new();
    for name in &args.names {
        texts.push(explained(name, style)?.ok_or_else(|| unknown(name))?);
    }
    print(&texts.join("\n")).map(|_| 0)
}

/// What a name means: a word of the reports, else what the games count under it; both where both are meant.
fn explained(name: &str, style: Style) -> Result<Option<String>, Failure> {
    let mut games = Vec::new();
    for game in BUILT_IN {
        games.push((game.id, at_stake(&load(game.id)?, None)?));
    }
    let observables: Vec<(&str, &[Observable])> = games.iter().map(|(id, game)| (*id, game.observables())).collect();
    let texts = [find(name).map(|entry| text(entry, style)), observable(name, &observables, style)];
    let texts: Vec<String> = texts.into_iter().flatten().collect();
    Ok((!texts.is_empty()).then(|| texts.join("\n")))
}

fn unknown(name: &str) -> Failure {
    let near = near(name);
    let guess = if near.is_empty() { String::new() } else { format!("did you mean `{}`? ", near.join("`, `")) };
    Failure::usage(format!("there is no explanation of `{}`", quotable(name))).hint(format!("{guess}`sim explain` lists the names"))
}
