//! The plan of a run, and its files.

use super::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry(&["plays"], "plays of the run, or of a row", "`--n`", "plays", "1.1", "A play is one ticket: a stake, a prize, a visual."),
    entry(
        &["blocks", "block"],
        "blocks of the run, and plays in a block",
        "plays / plays of a block",
        "blocks; plays",
        "1.1",
        "Inside a block plays are drawn without replacement; the open block is what is left to chance.",
    ),
    entry(
        &["sampling", "iid"],
        "how prizes are drawn",
        "block: without replacement from finite blocks; iid: each for itself with the table's odds",
        "",
        "1.1",
        "Every interval says which one it is.",
    ),
    entry(&["judging"], "whether visuals were drawn and judged", "full or none", "", "1.2", "Without judging nothing is known of visuals."),
    entry(
        &["seed"],
        "the number all random draws come from",
        "streams are pure functions of seed, purpose and index",
        "",
        "9",
        "Equal seeds give equal runs on any number of threads.",
    ),
    entry(&["stake_cents", "stake"], "the price of a play", "", "minor units of the currency", "2", ""),
    entry(
        &["currency", "game", "format", "program"],
        "what the file is of",
        "ISO code; id of the game; version of the file's format; this program with its version",
        "",
        "1",
        "",
    ),
    entry(
        &["plan", "batch_plays", "streams", "batch"],
        "what determines a run, beside its game file",
        "stake, plays, seed, sampling, judging; plays of a batch (50 000); version of the random streams",
        "",
        "1.1",
        "Equal plans of equal game files give equal run files. `batch` is the number of a batch in the run, from 0.",
    ),
    entry(
        &["game_file", "game_sha256", "checksum_sha256"],
        "the game file inside a run file, and the checksums that guard both",
        "SHA-256 of the game file's text; SHA-256 of the run file up to its last key",
        "hexadecimal",
        "1",
        "A run file whose checksum does not fit is refused with exit code 3.",
    ),
    entry(
        &["elapsed_seconds", "plays_per_second", "began_utc"],
        "when a run began, how long it took, and how fast it was",
        "wall clock of this machine, from reading the game to the end of the last batch",
        "seconds; plays a second; UTC",
        "9",
        "Only in `environment.json`: nothing of it enters a result.",
    ),
    entry(
        &["threads", "cores", "host", "system", "processor", "command"],
        "the machine and the command of a run",
        "threads used; cores at hand; name, system and processor of the machine; the words of the command line",
        "",
        "9",
        "Only in `environment.json`: the result does not depend on any of it.",
    ),
    entry(&["Files"], "the files a run left", "", "", "12", "`sim report RUN` makes all of them but `environment.json` again from `run.json`."),
];
