//! The folder of a plan, shared by all who play its shards: where everything is, and how a part is published.
//!
//! ```text
//! plan.json                          written once
//! parts/shard-00003-of-00256.part    final, immutable: published by a link, once
//! states/shard-00003-of-00256.ATTEMPT.json   kept by an attempt, gone on with by any; removed when the part is there
//! tmp/    aside, before it has its name       log/    who played what, when, how fast
//! ```

use crate::environment::host;
use crate::files::{Once, read_bytes, write, write_once};
use crate::ui::{DISAGREE, Failure, warn};
use sim::money::quotable;
use sim::run_file::{OpenPlan, Part};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The name of the plan in its folder.
pub const PLAN: &str = "plan.json";

const PARTS: &str = "parts";
const STATES: &str = "states";
const ASIDE: &str = "tmp";
const LOG: &str = "log";

/// The folders in it.
pub const FOLDERS: [&str; 4] = [PARTS, STATES, ASIDE, LOG];

/// A plan in its folder.
#[derive(Debug)]
pub struct PlanFolder {
    /// The folder.
    pub folder: PathBuf,
    /// The plan.
    pub plan: OpenPlan,
}

/// One attempt at a shard: no two have the same name.
#[derive(Clone, Debug)]
pub struct Attempt(String);

impl Attempt {
    /// A new one: the machine, the process, and a random number, for containers share names of both.
    pub fn new() -> Result<Self, Failure> {
        let random = getrandom::u32().map_err(|error| Failure::io(format!("the operating system gives no random number: {error}")))?;
        let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '-' };
        let host: String = host().unwrap_or_else(|| "host".to_owned()).chars().take(60).map(plain).collect();
        Ok(Self(format!("{host}-{}-{random:08x}", std::process::id())))
    }

    /// Its name, part of names of files.
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// What is found where the part of a shard should be.
pub enum Found {
    /// Nothing.
    Missing,
    /// The part.
    Part(Part),
    /// Something that is not the part, and why.
    Damaged(String),
}

impl PlanFolder {
    /// Opens a plan by its file or its folder.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let file = if path.is_dir() { path.join(PLAN) } else { path.to_owned() };
        let shown = file.display();
        if !file.exists() {
            return Err(Failure::usage(format!("there is no plan `{shown}`")).hint("give the `plan.json` that `sim plan` wrote, or its folder"));
        }
        let bytes = read_bytes(&file, "a plan")?;
        let read = String::from_utf8(bytes)
            .map_err(|_| "it is no text".to_owned())
            .and_then(|text| OpenPlan::open(&text).map_err(|error| error.to_string()));
        let plan = read.map_err(|error| {
            Failure::corrupt(format!("the plan `{shown}` cannot be used: {error}"))
                .hint("make the plan anew with `sim plan`, by the program that will play it: equal plans have equal bytes")
        })?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
        Ok(Self { folder, plan })
    }

    /// The plan's file.
    pub fn file(&self) -> PathBuf {
        self.folder.join(PLAN)
    }

    /// What names of files of a shard begin with.
    fn stem(&self, shard: u64) -> String {
        format!("shard-{shard:05}-of-{:05}", self.plan.file.shards)
    }

    /// The folder of the parts.
    pub fn parts(&self) -> PathBuf {
        self.folder.join(PARTS)
    }

    /// Where the part of a shard is.
    pub fn part_path(&self, shard: u64) -> PathBuf {
        self.parts().join(format!("{}.part", self.stem(shard)))
    }

    /// Where an attempt keeps its state.
    pub fn state_path(&self, shard: u64, attempt: &Attempt) -> PathBuf {
        self.folder.join(STATES).join(self.state_name(shard, attempt))
    }

    fn state_name(&self, shard: u64, attempt: &Attempt) -> String {
        format!("{}.{}.json", self.stem(shard), attempt.0)
    }

    /// Makes the folders.
    pub fn prepare(&self) -> Result<(), Failure> {
        FOLDERS.iter().try_for_each(|name| make(&self.folder.join(name)))
    }

    /// Reads the part of a shard.
    pub fn part(&self, shard: u64) -> Result<Found, Failure> {
        self.read_part(&self.part_path(shard), Some(shard))
    }

    /// Reads a file that should be the whole part of a shard, of any or of this one.
    pub fn read_part(&self, path: &Path, shard: Option<u64>) -> Result<Found, Failure> {
        let Some(read) = self.read(path)? else { return Ok(Found::Missing) };
        Ok(match read {
            Err(why) => Found::Damaged(why),
            Ok(part) if shard.is_some_and(|shard| shard != part.shard) => Found::Damaged(format!("it is of shard {}", part.shard)),
            Ok(part) if !part.is_whole(&self.plan) => Found::Damaged("it is the state of a shard, not a whole part".to_owned()),
            Ok(part) => Found::Part(part),
        })
    }

    /// A part or a state, or why it is none; `None` where there is no such file.
    fn read(&self, path: &Path) -> Result<Option<Result<Part, String>>, Failure> {
        match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::io(format!("cannot read `{}`: {error}", path.display()))),
            Ok(metadata) if !metadata.is_file() => return Ok(Some(Err("it is no file".to_owned()))),
            Ok(_) => {}
        }
        let bytes = match read_bytes(path, "a part of a plan") {
            // removed since, by an attempt that has finished
            Err(_) if !path.exists() => return Ok(None),
            read => read?,
        };
        let text = String::from_utf8(bytes).map_err(|_| "it is no text".to_owned());
        Ok(Some(text.and_then(|text| Part::open(&text, &self.plan).map_err(|error| error.to_string()))))
    }

    /// The names in a folder of the plan, sorted; none where there is no folder.
    fn names(&self, folder: &str) -> Result<Vec<String>, Failure> {
        let path = self.folder.join(folder);
        let failed = |error: std::io::Error| Failure::io(format!("cannot read the folder `{}`: {error}", path.display()));
        let entries = match fs::read_dir(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(failed)?,
        };
        let names: Result<Vec<String>, _> = entries.map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned())).collect();
        let mut names = names.map_err(failed)?;
        names.sort();
        Ok(names)
    }

    /// What stands among the parts and is none; of two attempts that disagree, the second one.
    pub fn strangers(&self) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Failure> {
        let mut own: Vec<String> = (0..self.plan.file.shards).map(|shard| format!("{}.part", self.stem(shard))).collect();
        own.sort();
        let names = self.names(PARTS)?;
        // NFS gives files that were removed while open a name of its own for a while
        let others = names.into_iter().filter(|name| own.binary_search(name).is_err() && !name.starts_with(".nfs"));
        let (differ, strangers): (Vec<_>, Vec<_>) =
            others.map(|name| self.parts().join(name)).partition(|path| path.extension().is_some_and(|ending| ending == DIFFERS));
        Ok((strangers, differ))
    }

    /// The furthest state of each shard that has one, of any attempt, and how it is called; states that cannot be used are told and left.
    pub fn states(&self, only: Option<u64>) -> Result<Vec<Part>, Failure> {
        let mut best: Vec<Part> = Vec::new();
        let begins = only.map(|shard| format!("{}.", self.stem(shard))).unwrap_or_default();
        for name in self.names(STATES)?.iter().filter(|name| name.starts_with(&begins) && !name.starts_with('.')) {
            let path = self.folder.join(STATES).join(name);
            match self.read(&path)? {
                None => {}
                Some(Err(why)) => warn(format_args!("the state `{}` is left alone: {why}", path.display())),
                Some(Ok(state)) => match best.iter_mut().find(|kept| kept.shard == state.shard) {
                    Some(kept) if kept.section.batches.end < state.section.batches.end => *kept = state,
                    Some(_) => {}
                    None => best.push(state),
                },
            }
        }
        best.retain(|state| only.is_none_or(|shard| shard == state.shard));
        Ok(best)
    }

    /// Keeps the state of an attempt.
    pub fn keep(&self, state: &Part, attempt: &Attempt) -> Result<(), Failure> {
        let folder = self.folder.join(STATES);
        make(&folder)?;
        write(&folder, &self.state_name(state.shard, attempt), state.to_json(&self.plan).as_bytes())
    }

    /// Publishes a part, once. Another attempt's equal part is as good; one that differs is kept beside it, and is a failure.
    pub fn publish(&self, part: &Part, attempt: &Attempt) -> Result<Once, Failure> {
        self.prepare()?;
        let (stem, path) = (self.stem(part.shard), self.part_path(part.shard));
        let aside = self.folder.join(ASIDE).join(format!("{stem}.{}.tmp", attempt.0));
        let once = write_once(&aside, &path, part.to_json(&self.plan).as_bytes())?;
        if once == Once::Different {
            let beside = self.parts().join(format!("{stem}.{}.{DIFFERS}", attempt.0));
            fs::rename(&aside, &beside).map_err(|error| Failure::io(format!("cannot write `{}`: {error}", beside.display())))?;
            let message = format!("two attempts at shard {} disagree: `{}` and `{}`", part.shard, path.display(), beside.display());
            let hint = "a part is a pure function of its plan, so a machine or a disk is at fault (`log/` tells which machines): play the shard on a third one into a \
                        copy of the plan's folder, keep the part that two agree on, and remove the other";
            return Err(Failure { code: DISAGREE, message, hint: hint.to_owned() });
        }
        for name in self.names(STATES)?.iter().filter(|name| name.trim_start_matches('.').starts_with(&format!("{stem}."))) {
            let _ = fs::remove_file(self.folder.join(STATES).join(name));
        }
        Ok(once)
    }

    /// Writes who played a shard; no failure, for nothing depends on it.
    pub fn log(&self, shard: u64, attempt: &Attempt, record: &str) {
        if let Err(failure) = write(&self.folder.join(LOG), &format!("{}.{}.json", self.stem(shard), attempt.0), record.as_bytes()) {
            warn(failure.message);
        }
    }

    /// How messages name the plan: as an argument of a command.
    pub fn argument(&self) -> String {
        crate::keep::quoted(&self.file().to_string_lossy())
    }
}

/// The ending of a part that is not what another attempt at it gave.
const DIFFERS: &str = "differs";

fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::io(format!("cannot make the folder `{}`: {error}", quotable(&folder.to_string_lossy()))))
}
