//! `sim explain NAME`: what a figure of a report, a file or a sheet is.

use crate::ui::{Colour, Failure, print};
use sim::money::quotable;
use sim::report::explain::{find, list, near, text};

/// Arguments of `sim explain`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Names as a report, a table or a JSON file prints them, such as rtp or "95 % range" [default: list all]
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
    if let Some(entry) = find(&whole) {
        return print(&text(entry, style)).map(|_| 0);
    }
    let entries: Result<Vec<_>, Failure> = args.names.iter().map(|name| find(name).ok_or_else(|| unknown(name))).collect();
    let texts: Vec<String> = entries?.into_iter().map(|entry| text(entry, style)).collect();
    print(&texts.join("\n")).map(|_| 0)
}

fn unknown(name: &str) -> Failure {
    let near = near(name);
    let guess = if near.is_empty() { String::new() } else { format!("did you mean `{}`? ", near.join("`, `")) };
    Failure::usage(format!("there is no explanation of `{}`", quotable(name))).hint(format!("{guess}`sim explain` lists the names"))
}
