//! The pages say what the program does: every command in a `console` block of the README and of `docs/` is run, and must print what stands below it.
//!
//! ```text
//! $ sim games            a command, run by bash in a folder of the page's own, one after the other
//! game  name  ...        what it prints, stdout and stderr
//! ```
//! `SIM_DOCS=write cargo test --release --test docs` writes what the commands print into the pages instead.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README and every page under `docs/`.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// What a command prints, run by bash in a folder with this program first on its path.
fn printed(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_sim")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut bash = Command::new("bash");
    bash.args(["-c", &format!("exec 2>&1; {command}")]).current_dir(folder).env("PATH", path);
    for name in ["NO_COLOR", "COLUMNS", "SIM_SHARD", "SIM_PORTABLE"] {
        bash.env_remove(name);
    }
    let output = bash.stdin(std::process::Stdio::null()).output().unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// The page with the output of every command as it is now; and how many commands there are.
fn with_outputs(page: &Path) -> (String, usize) {
    let folder = std::env::temp_dir().join(format!("sim-docs-{}-{}", std::process::id(), page.file_stem().unwrap().to_string_lossy()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut out, mut commands, mut inside) = (String::new(), 0, false);
    for line in std::fs::read_to_string(page).unwrap().lines() {
        match (inside, line.strip_prefix("$ ")) {
            (false, _) => inside = line == "```console",
            (true, _) if line == "```" => inside = false,
            (true, Some(command)) => {
                commands += 1;
                write!(out, "{line}\n{}", printed(command, &folder)).unwrap();
                continue;
            }
            // what was printed when the page was written
            (true, None) => continue,
        }
        writeln!(out, "{line}").unwrap();
    }
    assert!(!inside, "{}: a block has no end", page.display());
    std::fs::remove_dir_all(folder).unwrap();
    (out, commands)
}

#[test]
fn the_pages_print_what_the_program_prints() {
    let mut commands = 0;
    let mut wrong = String::new();
    for page in pages() {
        let before = std::fs::read_to_string(&page).unwrap();
        let (now, ran) = with_outputs(&page);
        commands += ran;
        if std::env::var("SIM_DOCS").is_ok_and(|word| word == "write") {
            std::fs::write(&page, now).unwrap();
        } else if now != before {
            let line = before.lines().zip(now.lines()).take_while(|(before, now)| before == now).count();
            let told = |text: &str| text.lines().nth(line).unwrap_or("(the end)").to_owned();
            write!(wrong, "{}, line {}:\n  page     {}\n  program  {}\n", page.display(), line + 1, told(&before), told(&now)).unwrap();
        }
    }
    assert!(wrong.is_empty(), "pages that are no longer true (SIM_DOCS=write cargo test --release --test docs writes them anew):\n{wrong}");
    assert!(commands > 30, "{commands} commands");
}

#[test]
fn every_command_has_its_page() {
    let help = printed("sim --help", root());
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| line.starts_with("  "));
    let names: Vec<&str> = commands.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 12, "{help}");
    let index = std::fs::read_to_string(root().join("docs/commands/README.md")).unwrap();
    for name in names.into_iter().filter(|name| *name != "help") {
        let page = root().join(format!("docs/commands/{name}.md"));
        let text = std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        assert!(text.contains(&format!("$ sim {name}")), "`{name}.md` runs no `sim {name}`");
        assert!(index.contains(&format!("({name}.md)")), "docs/commands/README.md does not name {name}.md");
    }
}

#[test]
fn links_lead_to_files() {
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = target.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let path = page.parent().unwrap().join(target);
            assert!(path.exists(), "{}: the link `{target}` leads nowhere", page.display());
        }
    }
}
