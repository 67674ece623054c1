//! Reading and writing files: sizes are bounded, and no file is ever seen half written under its final name.

use crate::ui::{Failure, say};
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// No text this program reads is longer (a run file of a long run has a few megabytes).
const LONGEST: u64 = 256 << 20;

/// No game file and no prize table is longer: beside its text, what is read of it takes sixty times as much.
pub const LONGEST_TABLE: u64 = 8 << 20;

/// Reads a game file or a prize table, `what` in words.
pub fn read_table(path: &Path, what: &str) -> Result<String, Failure> {
    as_text(path, read_up_to(path, what, LONGEST_TABLE)?)
}

/// Reads a text file of bounded length.
pub fn read_text(path: &Path, what: &str) -> Result<String, Failure> {
    as_text(path, read_bytes(path, what)?)
}

fn as_text(path: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::usage(format!("`{}` is not UTF-8 text (byte {at})", path.display())).hint("save the file as UTF-8")
    })
}

/// Reads a file, `what` in words; nothing endless.
pub fn read_bytes(path: &Path, what: &str) -> Result<Vec<u8>, Failure> {
    read_up_to(path, what, LONGEST)
}

fn read_up_to(path: &Path, what: &str, longest: u64) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            Failure::usage(format!("there is no file `{shown}`")).hint(format!("give the path of {what}"))
        }
        ErrorKind::IsADirectory => Failure::usage(format!("`{shown}` is a folder, not {what}")),
        _ => Failure::io(format!("cannot read `{shown}`: {error}")),
    };
    if path.is_dir() {
        return Err(Failure::usage(format!("`{shown}` is a folder, not {what}")));
    }
    let mut file = open(path, what)?.map_err(failed)?;
    // a device or a pipe tells no length
    let length = file.metadata().map_err(failed)?.len();
    let mut bytes = Vec::new();
    if length <= longest {
        (&mut file).take(longest + 1).read_to_end(&mut bytes).map_err(failed)?;
    }
    if length.max(bytes.len() as u64) > longest {
        let told = if length > longest { format!(" ({length} bytes)") } else { String::new() };
        return Err(Failure::usage(format!("`{shown}` is longer than {} MiB{told}: it is not {what}", longest >> 20)));
    }
    Ok(bytes)
}

/// Opens a file; a pipe that nobody opens for writing is no file to wait for.
fn open(path: &Path, what: &str) -> Result<std::io::Result<File>, Failure> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo()) {
            let (opened, waiting) = std::sync::mpsc::channel();
            let pipe = path.to_owned();
            std::thread::spawn(move || opened.send(File::open(pipe)));
            return waiting.recv_timeout(PATIENCE).map_err(|_| {
                Failure::usage(format!("`{}` is a pipe that nobody has written to for {} seconds", path.display(), PATIENCE.as_secs()))
                    .hint(format!("give the path of {what}"))
            });
        }
    }
    let _ = what;
    Ok(File::open(path))
}

/// How long a pipe is waited for.
#[cfg(unix)]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);

/// Whether a file has a name that files have before they are whole.
fn is_aside(name: &str) -> bool {
    name.strip_prefix('.').is_some_and(|rest| rest.strip_suffix(".part").is_some())
}

/// Writes a file aside, then gives it its name: a reader sees the old file, or the new one, never a part.
pub fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Failure> {
    let path = folder.join(name);
    let aside = folder.join(format!(".{name}.{}.part", std::process::id()));
    let written = (|| {
        let mut file = File::create(&aside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&aside, &path)?;
        // the name is kept by the folder: it too has to reach the disk, where the system can do that
        #[cfg(unix)]
        File::open(folder)?.sync_all()?;
        Ok(())
    })();
    written.map_err(|error: std::io::Error| {
        let _ = fs::remove_file(&aside);
        Failure::io(format!("cannot write `{}`: {error}", path.display()))
    })
}

/// What became of a file that is published once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Once {
    /// It has its name.
    Published,
    /// Equal bytes had the name already.
    Equal,
    /// Other bytes have the name: they stay, and so does what was written aside.
    Different,
}

/// Publishes a file once: written aside, whole, then given its name by a link, which fails where the name is taken. What has the name is compared, never replaced.
pub fn write_once(aside: &Path, path: &Path, bytes: &[u8]) -> Result<Once, Failure> {
    let failed = |what: &str, error: std::io::Error| {
        let _ = fs::remove_file(aside);
        Failure::io(format!("cannot {what} `{}`: {error}", path.display()))
    };
    let written = (|| {
        let mut file = File::create(aside)?;
        file.write_all(bytes)?;
        file.sync_all()
    })();
    written.map_err(|error| failed("write", error))?;
    let once = match fs::hard_link(aside, path) {
        Ok(()) => Once::Published,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let there = fs::read(path).map_err(|error| failed("read", error))?;
            if there == bytes { Once::Equal } else { Once::Different }
        }
        Err(error) => {
            return Err(failed("publish", error).hint("files are published by a hard link: give a folder on a file system that has them"));
        }
    };
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| failed("sync the folder of", error))?;
    }
    if once != Once::Different {
        let _ = fs::remove_file(aside);
    }
    Ok(once)
}

/// Writes a file that the user named with `--output`, and tells its name; `example` is a name that would be right.
pub fn save(path: &Path, bytes: &[u8], example: &str) -> Result<(), Failure> {
    let shown = path.display();
    let name = path.file_name().and_then(|name| name.to_str()).filter(|_| !path.is_dir());
    let name = name
        .ok_or_else(|| Failure::usage(format!("`--output`: `{shown}` is no name of a file")).hint(format!("give a file, such as `-o {example}`")))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(
            Failure::usage(format!("`--output`: there is no folder `{}`", folder.display())).hint("make the folder first, or give another file")
        );
    }
    write(folder, name, bytes)?;
    say(format_args!("{shown}"));
    Ok(())
}

/// A game file is not written over another file without being told to.
pub fn refuse_existing_file(path: &Path, force: bool) -> Result<(), Failure> {
    if path.exists() && !force {
        return Err(
            Failure::usage(format!("the file `{}` exists", path.display())).hint("choose another name with `-o`, or replace it with `--force`")
        );
    }
    Ok(())
}

/// What stands where a run wants to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupied {
    /// Nothing, or an empty folder.
    Free,
    /// A run that was not finished: `summary.json`, the last file written, is missing.
    Unfinished,
    /// A finished run.
    Run,
    /// Files that no run wrote.
    Foreign,
}

/// Files a run writes; anything else in its folder is not ours.
pub const RUN_FILES: [&str; 11] = [
    "run.json",
    CHECKPOINT,
    "environment.json",
    "prizes.csv",
    "prizes.parquet",
    "observables.csv",
    "observables.parquet",
    "totals.csv",
    "totals.parquet",
    "convergence.parquet",
    "cells.parquet",
];
/// The state of a run that is not finished.
pub const CHECKPOINT: &str = "checkpoint.json";
/// The last file of a run.
pub const LAST_FILE: &str = "summary.json";

/// Looks at the folder of a run.
pub fn occupied(folder: &Path) -> Result<Occupied, Failure> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Occupied::Free),
        Err(error) => return Err(folder_failure(folder, &error)),
    };
    let mut state = Occupied::Free;
    for entry in entries {
        let name = entry.map_err(|error| folder_failure(folder, &error))?.file_name();
        let name = name.to_string_lossy();
        if name == LAST_FILE {
            return Ok(Occupied::Run);
        }
        let ours = RUN_FILES.contains(&&*name) || is_aside(&name);
        state = if ours && state != Occupied::Foreign { Occupied::Unfinished } else { Occupied::Foreign };
    }
    Ok(state)
}

/// Whether a folder holds a file of such a name; one that is not there holds none.
pub fn holds(folder: &Path, is_ours: impl Fn(&str) -> bool) -> Result<bool, Failure> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(folder_failure(folder, &error)),
    };
    for entry in entries {
        let name = entry.map_err(|error| folder_failure(folder, &error))?.file_name();
        if name.to_str().is_some_and(&is_ours) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The files in a folder, by name.
pub fn all_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries: Result<Vec<_>, _> = fs::read_dir(folder).and_then(Iterator::collect);
    let mut paths: Vec<PathBuf> = entries.map_err(|error| folder_failure(folder, &error))?.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}

/// A folder that this process alone writes into, for as long as this lives, or until the process ends, however it ends.
#[derive(Debug)]
pub struct Held {
    _folder: Option<File>,
}

/// Holds a folder that is there: two runs never write into one.
pub fn hold(folder: &Path) -> Result<Held, Failure> {
    // a system that cannot lock a folder runs without
    let Ok(file) = File::open(folder) else { return Ok(Held { _folder: None }) };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Failure::usage(format!("another run is writing into `{}`", folder.display()))
            .hint("wait for it, or choose another `--name`, `--out` or `--charts`")),
        _ => Ok(Held { _folder: Some(file) }),
    }
}

/// Makes a folder, holds it, and proves that files can be written in it, before anything is computed.
pub fn prepare(folder: &Path) -> Result<Held, Failure> {
    fs::create_dir_all(folder).map_err(|error| folder_failure(folder, &error))?;
    let held = hold(folder)?;
    // what a killed process left; nobody else is at work here, or it might be a file on its way to its name
    remove_others(folder, is_aside, &[]);
    let trial = folder.join(format!(".trial.{}.part", std::process::id()));
    File::create(&trial).map_err(|error| folder_failure(folder, &error))?;
    fs::remove_file(&trial).map_err(|error| folder_failure(folder, &error))?;
    Ok(held)
}

/// Removes files of an earlier run that this one did not write.
pub fn remove_others(folder: &Path, is_ours: impl Fn(&str) -> bool, written: &[String]) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if let Some(name) = name.to_str().filter(|name| is_ours(name) && !written.iter().any(|kept| kept == name)) {
            let _ = fs::remove_file(folder.join(name));
        }
    }
}

fn folder_failure(folder: &Path, error: &std::io::Error) -> Failure {
    let shown = folder.display();
    match error.kind() {
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
            let file = blocking_file(folder);
            Failure::usage(format!("`{shown}` cannot be a folder: `{}` is a file", file.display()))
                .hint("give another folder with `--out` or `--charts`")
        }
        _ => Failure::io(format!("cannot write in the folder `{shown}`: {error}")).hint("give a folder you may write in with `--out` or `--charts`"),
    }
}

/// The part of a path that is a file where a folder should be.
fn blocking_file(folder: &Path) -> PathBuf {
    folder.ancestors().find(|part| part.exists() && !part.is_dir()).unwrap_or(folder).to_owned()
}
