//! `sim judge GAME`: the referee alone, on visuals from a file or from stdin.

use crate::files::read_text;
use crate::game::{at_stake, load, refuse_without_visual, stake};
use crate::ui::{CHECK, Failure, Reader, USAGE, print, say};
use serde_json::Value;
use sim::game::{Playable, Shown, VisualError};
use sim::json;
use sim::money::{Cents, quotable};
use sim::spec::{GameFile, distance};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, IsTerminal, Read, stdin, stdout};
use std::path::{Path, PathBuf};

/// Arguments of `sim judge`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON lines are those of `sim show GAME --format json`; `prize_cents`, where it is stated, is
compared. Other keys, and values that the visual does not show, are refused.
Pictures are those of `sim show GAME --format text --color never`; a line that begins with `#`
starts a new one.
Prints the prize of each visual; exit code 1 when one differs from what is stated, or can be read
in two ways.")]
pub struct Args {
    /// A built-in game, or the path of a game file
    #[arg(value_parser = crate::game::GameWord, hide_possible_values = true)]
    game: String,
    /// The visuals [default: stdin]
    file: Option<PathBuf>,
    /// The stake [default: the line's `stake_cents`, or the game's lowest]
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    stake: Option<String>,
    /// What is read: JSON, one visual a line, or pictures
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
}

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One JSON object a line
    Json,
    /// Pictures in characters
    Text,
}

/// Lines that are no visual told one by one; further ones are only counted.
const MOST_COMPLAINTS: usize = 20;
/// No line of a visual is longer.
const LONGEST_LINE: u64 = 1 << 20;

/// Judges every visual.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let game = load(&args.game)?;
    refuse_without_visual(&game)?;
    let mut bench = Bench {
        game: &game,
        fixed: stake(args.stake.as_deref(), &game)?,
        games: BTreeMap::new(),
        people: stdout().is_terminal(),
        tally: Tally::default(),
    };
    bench.playable(bench.fixed)?;
    match (args.format, args.file.as_deref().filter(|path| *path != Path::new("-"))) {
        (Format::Text, path) => {
            #[allow(clippy::single_match_else)] // a file, or stdin
            let text = match path {
                Some(path) => read_text(path, "a file of pictures")?,
                None => {
                    let mut text = String::new();
                    stdin()
                        .lock()
                        .take(LONGEST_LINE << 8)
                        .read_to_string(&mut text)
                        .map_err(|error| Failure::io(format!("cannot read stdin: {error}")))?;
                    text
                }
            };
            bench.pictures(&text)?;
        }
        (Format::Json, Some(path)) if path.is_dir() => {
            return Err(Failure::usage(format!("`{}` is a folder, not a file of visuals", path.display()))
                .hint("give a file of JSON lines, or none for stdin"));
        }
        (Format::Json, Some(path)) => {
            let file = std::fs::File::open(path).map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => {
                    Failure::usage(format!("there is no file `{}`", path.display())).hint("give a file of visuals, or none for stdin")
                }
                _ => Failure::io(format!("cannot read `{}`: {error}", path.display())),
            })?;
            bench.lines(BufReader::new(file))?;
        }
        (Format::Json, None) => bench.lines(stdin().lock())?,
    }
    bench.tally.end()
}

/// The visual, if its line holds nothing that the game would not write of it: no other key, and no other value. The prize and the stake are the referee's and the user's matter.
fn as_written(line: &Value, shown: Shown) -> Result<Shown, VisualError> {
    let written: Value = serde_json::from_str(&shown.json).unwrap_or(Value::Null);
    contradiction(line, &written, "").map_or(Ok(shown), |message| Err(VisualError(message)))
}

/// The first place where a JSON line says what the game's own line does not.
fn contradiction(line: &Value, written: &Value, place: &str) -> Option<String> {
    /// Compared elsewhere.
    const TOLD: [&str; 2] = ["prize_cents", "stake_cents"];
    match (line, written) {
        (Value::Object(line), Value::Object(written)) => line.iter().find_map(|(key, value)| {
            let place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
            match written.get(key) {
                None => {
                    let known: Vec<&str> = written.keys().map(String::as_str).collect();
                    let near = known.iter().map(|known| (distance(key, known), *known)).min().filter(|&(edits, _)| edits <= 2);
                    let guess = near.map_or_else(|| format!("it has `{}`", known.join("`, `")), |(_, near)| format!("did you mean `{near}`?"));
                    Some(format!("`{}` is no key of such a visual: {guess}", quotable(&place)))
                }
                Some(_) if TOLD.contains(&key.as_str()) => None,
                Some(written) => contradiction(value, written, &place),
            }
        }),
        (Value::Array(line), Value::Array(written)) if line.len() == written.len() => {
            let mut pairs = line.iter().zip(written).enumerate();
            pairs.find_map(|(at, (value, written))| contradiction(value, written, &format!("{place}[{at}]")))
        }
        (line, written) if line == written || (line.is_null() && place.is_empty()) => None,
        (line, written) => Some(format!("`{place}` is `{}`, but the visual shows `{}`", quotable(&line.to_string()), quotable(&written.to_string()))),
    }
}

/// What was found so far.
#[derive(Default)]
struct Tally {
    judged: u64,
    bad: usize,
    objections: u64,
}

impl Tally {
    fn end(&self) -> Result<u8, Failure> {
        if self.bad > MOST_COMPLAINTS {
            say(format_args!("... and {} more that are no visual", self.bad - MOST_COMPLAINTS));
        }
        if self.bad == 0 && self.judged == 0 {
            return Err(Failure::usage("there is no visual to judge").hint("give JSON lines such as those of `sim show GAME --format json`"));
        }
        Ok(if self.bad > 0 {
            USAGE
        } else if self.objections > 0 {
            CHECK
        } else {
            0
        })
    }
}

/// The referee's bench: the game at every stake asked for.
struct Bench<'a> {
    game: &'a GameFile,
    fixed: Option<Cents>,
    games: BTreeMap<Option<Cents>, Box<dyn Playable>>,
    people: bool,
    tally: Tally,
}

impl Bench<'_> {
    fn playable(&mut self, stake: Option<Cents>) -> Result<&dyn Playable, Failure> {
        if !self.games.contains_key(&stake) {
            self.games.insert(stake, at_stake(self.game, stake)?);
        }
        Ok(self.games[&stake].as_ref())
    }

    /// JSON lines; empty ones are skipped.
    fn lines(&mut self, mut from: impl BufRead) -> Result<(), Failure> {
        let mut number = 0_u64;
        loop {
            let mut bytes = Vec::new();
            let read = from
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut bytes)
                .map_err(|error| Failure::io(format!("cannot read the visuals: {error}")))?;
            if read == 0 {
                return Ok(());
            }
            number += 1;
            let line = String::from_utf8_lossy(&bytes);
            let line = line.trim();
            if !line.is_empty() && self.line(&format!("line {number}"), number, line)? == Reader::Left {
                return Ok(());
            }
        }
    }

    fn line(&mut self, title: &str, number: u64, line: &str) -> Result<Reader, Failure> {
        let value: Value = serde_json::from_str(line).unwrap_or(Value::Null);
        if let Some(game) = value.get("game").and_then(Value::as_str)
            && game != self.game.id
        {
            return Ok(self.refuse(title, &format!("it is a visual of `{}`, not of `{}`", quotable(game), self.game.id)));
        }
        let stated_stake = value.get("stake_cents").and_then(Value::as_i64).map(Cents);
        let stake = self.fixed.or(stated_stake);
        let judged = match self.playable(stake) {
            Ok(game) => game.judge_json(line, false).and_then(|shown| as_written(&value, shown)),
            Err(failure) => Err(VisualError(failure.message)),
        };
        let stated = match value.get("prize_cents") {
            None | Some(Value::Null) => Ok(None),
            Some(stated) => stated.as_i64().map(|cents| Some(Cents(cents))).ok_or_else(|| {
                VisualError(format!(
                    "`prize_cents` is `{}`: write the prize in whole cents, such as 5000, or leave it out",
                    quotable(&stated.to_string())
                ))
            }),
        };
        match stated {
            Ok(stated) => self.verdict(title, number, judged, stated),
            Err(error) => self.verdict(title, number, Err(error), None),
        }
    }

    /// Pictures, each after a line that begins with `#`.
    fn pictures(&mut self, text: &str) -> Result<(), Failure> {
        let mut pictures: Vec<(usize, String)> = vec![(1, String::new())];
        for (number, line) in text.lines().enumerate() {
            match pictures.last_mut() {
                Some((_, picture)) if !line.starts_with('#') => picture.push_str(&format!("{line}\n")),
                _ => pictures.push((number + 2, String::new())),
            }
        }
        let stake = self.fixed;
        for (number, picture) in pictures.iter().filter(|(_, picture)| !picture.trim().is_empty()) {
            let judged = self.playable(stake)?.judge_picture(picture, false);
            if self.verdict(&format!("picture at line {number}"), *number as u64, judged, None)? == Reader::Left {
                return Ok(());
            }
        }
        Ok(())
    }

    fn refuse(&mut self, title: &str, why: &str) -> Reader {
        self.tally.bad += 1;
        if self.tally.bad <= MOST_COMPLAINTS {
            say(format_args!("{title}: {why}"));
        }
        Reader::Listens
    }

    /// Prints what the referee says of one visual.
    fn verdict(&mut self, title: &str, number: u64, judged: Result<Shown, VisualError>, stated: Option<Cents>) -> Result<Reader, Failure> {
        let shown = match judged {
            Ok(shown) => shown,
            Err(error) => return Ok(self.refuse(title, &error.to_string())),
        };
        let differs = stated.is_some_and(|stated| stated != shown.prize);
        self.tally.judged += 1;
        self.tally.objections += u64::from(differs || shown.ambiguous);
        let text = if self.people {
            let prize = if shown.prize == Cents::ZERO {
                "loses".to_owned()
            } else {
                format!("wins {} {}", self.game.amount(shown.prize), self.game.currency)
            };
            let stated = match stated {
                Some(stated) if differs => format!(", but {} is stated", self.game.amount(stated)),
                Some(_) => ", as stated".to_owned(),
                None => String::new(),
            };
            let ambiguous = if shown.ambiguous { "; it can be read in two ways" } else { "" };
            format!("{title}: {prize}{stated}{ambiguous}\n")
        } else {
            let keys = [
                ("line", json::line(&number)),
                ("prize_cents", json::line(&shown.prize)),
                ("ambiguous", json::line(&shown.ambiguous)),
                ("stated_prize_cents", json::line(&stated)),
            ];
            format!("{{{}}}\n", json::entries(&keys).replace('\n', " "))
        };
        print(&text)
    }
}
