//! `sim check FILE`: every mistake of a game file, with its place and what to do.

use crate::game::source;
use crate::ui::{CHECK, Failure, print};
use sim::games::check;
use sim::json;
use sim::spec::{Findings, GameFile, Severity};

/// Arguments of `sim check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every finding has its line, the text it is about, why, and what to do. Errors: the file cannot be played. Warnings: legal, but worth a look.
Exit code 1 when there is an error. docs/game-file.md describes the file; `sim new` writes one to begin with.")]
pub struct Args {
    /// The path of a game file, or a built-in game
    file: String,
    /// How the findings are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people, each with its line of the file
    Text,
    /// For programs: every finding
    Json,
}

/// Prints all findings; 1 when one of them is an error.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let source = source(&args.file)?;
    if args.format == Format::Json {
        let (checked, findings) = looked_at(&source.text);
        print(&as_json(&source.name, &source.text, &findings))?;
        return Ok(if checked.is_some() { 0 } else { CHECK });
    }
    let (code, told) = told(&source.name, &source.text);
    print(&told)?;
    Ok(code)
}

fn looked_at(text: &str) -> (Option<GameFile>, Findings) {
    match check(text) {
        Ok(file) => (Some(file.clone()), file.warnings),
        Err(findings) => (None, findings),
    }
}

/// What the check of a text says to people, and the exit code.
pub fn told(name: &str, text: &str) -> (u8, String) {
    let (checked, findings) = looked_at(text);
    let mut out = findings.listing(name, text);
    let (errors, warnings) = (findings.count(Severity::Error), findings.count(Severity::Warning));
    let end = match &checked {
        Some(file) => {
            let stakes: Vec<String> = file.offers.iter().map(|offer| file.amount(offer.table.stake())).collect();
            let warned = if warnings == 0 { String::new() } else { format!(" ({warnings} to look at)") };
            format!("no mistake found{warned}: `{}` can be played at a stake of {} {}", file.id, stakes.join(", "), file.currency)
        }
        None => format!("cannot be played: {errors} to correct, {warnings} to look at"),
    };
    out.push_str(&format!("{name}: {end}\n"));
    (if checked.is_some() { 0 } else { CHECK }, out)
}

/// `{ "format": 1, "file", "errors", "warnings", "findings": [..] }`.
fn as_json(name: &str, text: &str, findings: &Findings) -> String {
    json::object(&[
        ("format", json::line(&1)),
        ("file", json::line(name)),
        ("errors", json::line(&findings.count(Severity::Error))),
        ("warnings", json::line(&findings.count(Severity::Warning))),
        ("findings", findings.json(name, text)),
    ])
}
