//! The floors of the house, read from the sources: a module imports only lower floors, and a few names stay where they belong.
//!
//! Tests inside the sources are free to import what they need: they are left out, and so are comments.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Modules by floor, the lowest first: the ground, then F0, F1 ... Modules of one floor do not import each other.
const FLOORS: &[&[&str]] = &[
    &["vector"],
    &["bitboard", "json", "money", "random"],
    &["plays", "prize"],
    &["spec", "tally"],
    &["game"],
    &["engine", "games"],
    &["run_file", "stats"],
    &["report"],
];

/// A source file: its path below `src/`, with `/`, and its code without comments and tests.
struct Source {
    path: String,
    code: String,
}

impl Source {
    /// The module of the crate it belongs to.
    fn module(&self) -> &str {
        self.path.split(['/', '.']).next().unwrap_or_default()
    }

    /// The modules of the crate that it names: `crate::a`, `crate::{a, b::c}`.
    fn imports(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for (at, _) in self.code.match_indices("crate::") {
            let rest = &self.code[at + "crate::".len()..];
            match rest.strip_prefix('{') {
                None => drop(found.insert(first_word(rest))),
                Some(group) => found.extend(entries(group)),
            }
        }
        found
    }

    fn names(&self, word: &str) -> bool {
        self.code.match_indices(word).any(|(at, _)| !self.code[..at].ends_with(is_word) && !self.code[at + word.len()..].starts_with(is_word))
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn first_word(text: &str) -> String {
    text.trim_start().chars().take_while(|&letter| is_word(letter)).collect()
}

/// The first words of the entries of an import group, up to its closing brace.
fn entries(group: &str) -> Vec<String> {
    let mut found = vec![first_word(group)];
    let mut depth = 0;
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => found.push(first_word(&group[at + 1..])),
            _ => {}
        }
    }
    found.retain(|word| !word.is_empty());
    found
}

/// The code of a file: without comments, and up to the tests that stand at its end.
fn code_of(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    before_tests.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// All sources but the tests.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    walk(&root, &mut files);
    files.sort();
    let below = |file: &Path| file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
    let all: Vec<Source> = files.iter().map(|file| Source { path: below(file), code: code_of(&fs::read_to_string(file).unwrap()) }).collect();
    assert!(all.len() > 20, "the sources are there");
    all.into_iter().filter(|source| !source.path.contains("/tests/") && !source.path.ends_with("/tests.rs")).collect()
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|modules| modules.contains(&module))
}

/// What is wrong with the imports of one file.
fn faults(source: &Source) -> Vec<String> {
    let module = source.module();
    let Some(own) = floor(module) else { return vec![format!("{}: `{module}` stands on no floor: add it to FLOORS", source.path)] };
    let mut faults = Vec::new();
    for import in source.imports().iter().filter(|import| *import != module) {
        match floor(import) {
            Some(other) if other < own => {}
            Some(_) => {
                let name = own.checked_sub(1).map_or_else(|| "the ground".to_owned(), |floor| format!("F{floor}"));
                faults.push(format!("{}: {name} imports `{import}`, which is not on a lower floor", source.path));
            }
            None => faults.push(format!("{}: `crate::{import}` stands on no floor", source.path)),
        }
    }
    let path = source.path.as_str();
    let mut forbid = |holds: bool, words: &[&str], why: &str| {
        faults.extend(words.iter().filter(|word| holds && source.names(word)).map(|word| format!("{path}: names `{word}`: {why}")));
    };
    forbid(module == "engine", &["games", "dice", "stars", "gems", "yams"], "the engine names no game");
    forbid(module == "games", &["rayon", "engine"], "a game knows neither threads nor the engine");
    forbid(module == "stats", &["games", "println", "eprintln", "print", "eprint"], "statistics know no game and print nothing");
    // the notebook's cells are Python, and name the Python package; the crate is named with a path
    let python = path == "report/notebook/cells.rs" && !source.code.contains("polars::");
    forbid(
        !python && !path.starts_with("report/frame") && !path.starts_with("report/tables"),
        &["polars"],
        "polars stays in the tables of the report",
    );
    forbid(!path.starts_with("report/chart"), &["plotters", "resvg"], "plotters stays in the charts");
    forbid(!path.starts_with("report/workbook"), &["rust_xlsxwriter"], "the writer of workbooks stays in one file");
    forbid(
        module != "engine" && !path.starts_with("report/chart"),
        &["rayon"],
        "threads stay in the engine, and where charts are drawn side by side",
    );
    if path.starts_with("games/") && path.contains("/referee") {
        forbid(true, &["random", "Lanes", "Words"], "a referee has no randomness");
        for (at, _) in source.code.match_indices("super::") {
            let sibling = first_word(&source.code[at + "super::".len()..]);
            if !["visual", "shape", "params", "super", "referee"].contains(&sibling.as_str()) && sibling.starts_with(char::is_lowercase) {
                faults.push(format!("{path}: imports `{sibling}`: a referee shares with its game only the visual and the numbers of the game file"));
            }
        }
    }
    if path.starts_with("games/") && path.contains("/generator") && source.names("referee") {
        faults.push(format!("{path}: names `referee`: a generator does not ask the judge"));
    }
    faults
}

#[test]
fn modules_import_lower_floors_only() {
    let house = sources().into_iter().filter(|source| source.path != "lib.rs" && !source.path.starts_with("bin/"));
    let found: Vec<String> = house.flat_map(|source| faults(&source)).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_module_of_the_library_stands_on_a_floor() {
    let library = sources().into_iter().find(|source| source.path == "lib.rs").unwrap();
    let declared: Vec<String> =
        library.code.lines().filter_map(|line| line.trim().strip_prefix("pub mod ")).map(|rest| rest.trim_end_matches(';').to_owned()).collect();
    let floors: Vec<&str> = FLOORS.concat();
    assert_eq!(declared, floors, "lib.rs lists the modules by floor");
}

/// A guard that cannot fail guards nothing: planted imports are found.
#[test]
fn planted_imports_are_found() {
    for (path, code, fault) in [
        ("vector.rs", "use crate::money::Cents;", "the ground imports `money`"),
        ("money.rs", "use crate::prize::TierId;", "F0 imports `prize`"),
        ("money.rs", "use crate::random::below;", "F0 imports `random`"),
        ("stats/tests_of_fit.rs", "use crate::{money::Cents, report::{text, tables}, tally};", "F5 imports `report`"),
        ("engine/mod.rs", "fn f() { crate::games::build(); }", "F4 imports `games`"),
        ("engine/mod.rs", "match id { \"dice\" => 1 }", "the engine names no game"),
        ("games/dice/mod.rs", "use rayon::prelude::*;", "neither threads"),
        ("games/dice/referee.rs", "use crate::random::Lanes;", "no randomness"),
        ("games/dice/referee.rs", "use super::ways::Way;", "only the visual"),
        ("games/dice/generator.rs", "use super::referee::score;", "does not ask the judge"),
        ("stats/mod.rs", "println!(\"x\");", "print nothing"),
        ("report/text.rs", "use polars::prelude::*;", "polars stays"),
        ("report/par.rs", "use rust_xlsxwriter::Workbook;", "stays in one file"),
        ("run_file/mod.rs", "use plotters::prelude::*;", "plotters stays"),
        ("elsewhere.rs", "", "stands on no floor"),
        ("stats/mod.rs", "use crate::elsewhere::Thing;", "stands on no floor"),
    ] {
        let found = faults(&Source { path: path.to_owned(), code: code_of(code) });
        assert!(found.iter().any(|found| found.contains(fault)), "{path}: {code}: {found:?}");
    }
    for (path, code) in [
        ("engine/mod.rs", "use crate::game::Playable; // crate::games"),
        ("money.rs", "fn f() {}\n#[cfg(test)]\nmod tests { use crate::prize::TierId; }"),
        ("games/dice/referee.rs", "/// See [`crate::random`].\nuse super::visual::Visual;"),
        ("stats/mod.rs", "use crate::{money::Cents, prize::{Tier, TierId}, stats::model::Report};"),
    ] {
        let found = faults(&Source { path: path.to_owned(), code: code_of(code) });
        assert!(found.is_empty(), "{path}: {code}: {found:?}");
    }
}
