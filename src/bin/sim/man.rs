//! `sim man`: manual pages, made of what `--help` says.

use crate::files::{prepare, write};
use crate::ui::{Failure, print_bytes, say};
use sim::money::quotable;
use std::path::PathBuf;

/// Arguments of `sim man`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sim man | man -l -            read the page of sim
  sim man show | man -l -       read that of sim show
  sim man --dir man1            write all pages: sim.1, sim-run.1, sim-show.1, ...")]
pub struct Args {
    /// The command whose page is printed [default: sim itself]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
    /// Write the pages of all commands into a folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

/// Prints one page, or writes all.
pub fn main(args: &Args, command: clap::Command) -> Result<u8, Failure> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    if let Some(dir) = &args.dir {
        prepare(dir)?;
        let mut pages = vec![("sim.1".to_owned(), page(command.clone())?)];
        for part in command.get_subcommands().filter(|part| !part.is_hide_set()) {
            pages.push((format!("sim-{}.1", part.get_name()), page(part.clone())?));
        }
        for (name, page) in &pages {
            write(dir, name, page)?;
        }
        say(format_args!("{} pages in `{}`", pages.len(), dir.display()));
        return Ok(0);
    }
    let Some(name) = &args.command else { return print_bytes(&page(command)?).map(|_| 0) };
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let Some(part) = command.get_subcommands().find(|part| part.get_name() == name.as_str()) else {
        return Err(Failure::usage(format!("`{}` is no command of `sim`", quotable(name))).hint(format!("its commands: {}", names.join(", "))));
    };
    print_bytes(&page(part.clone())?).map(|_| 0)
}

/// The page of a command, as roff.
fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(Failure::io)?;
    Ok(kept_lines(&String::from_utf8_lossy(&page)).into_bytes())
}

/// The page with the lines of its notes and examples as they stand, not filled into paragraphs.
fn kept_lines(page: &str) -> String {
    const NOTES: &str = "\n.SH EXTRA\n";
    let Some((before, notes)) = page.split_once(NOTES) else { return page.to_owned() };
    let (notes, after) = notes.split_once("\n.SH ").map_or((notes, String::new()), |(notes, after)| (notes, format!(".SH {after}")));
    format!("{before}\n.SH NOTES\n.nf\n{}\n.fi\n{after}", notes.trim_end())
}

#[cfg(test)]
mod tests {
    use super::kept_lines;

    #[test]
    fn examples_keep_their_lines() {
        let page = ".SH NAME\nsim\n.SH EXTRA\nExamples:\n  sim one\n  sim two\n.SH VERSION\nv1\n";
        assert_eq!(kept_lines(page), ".SH NAME\nsim\n.SH NOTES\n.nf\nExamples:\n  sim one\n  sim two\n.fi\n.SH VERSION\nv1\n");
        assert_eq!(kept_lines(".SH NAME\nsim\n"), ".SH NAME\nsim\n");
    }
}
