//! No file, however odd, gives a panic, a hang or more than 1 GB: each is read by a child that may address no more, and that is killed after a minute.

use crate::{Done, Folder};
use std::process::Stdio;

/// `sim ARGS` with at most 1 GB of addresses: what asks for more is aborted, and ends with no code that `sim` has.
fn within_1_gb(folder: &Folder, arguments: &str) -> Done {
    let limited = format!("ulimit -v 1000000; exec timeout 60 {} {arguments}", env!("CARGO_BIN_EXE_sim"));
    let output = std::process::Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
    let done = Done::of(output);
    assert!(!done.stderr.contains("panicked"), "{arguments}: {}", done.stderr);
    done
}

/// A game file of a mechanic with something in the place of a line.
fn changed(mechanic: &str, line: &str, other: &str) -> String {
    let text = sim::games::template::new_file("odd", "Odd", mechanic).unwrap();
    let found = text.lines().find(|found| found.starts_with(line)).unwrap_or_else(|| panic!("no line {line} in {mechanic}"));
    text.replacen(found, other, 1)
}

fn times(text: &str, many: usize) -> String {
    text.repeat(many)
}

#[test]
fn odd_files_are_refused_soon_and_in_little_memory() {
    let folder = Folder::new();
    let row = "{ prize = 5, winners = 1 },";
    let head = "format = 1\n[game]\nid = \"odd\"\nname = \"Odd\"\nmechanic = \"table\"\ncurrency = \"EUR\"\nblock = 1_000_000_000\n";
    let rows = |rows: String| format!("{head}[[offer]]\nstake = 2\nprizes = [{rows}]\n");
    let apart = |many: usize| (1..=many).map(|prize| format!("{{prize={prize},winners=1}},")).collect::<String>();
    let ways = |many: usize| format!("ways = [{}]", times("{prize=12,sums=[4,4,4],weight=1},", many));
    let gains = |many: usize| format!("ways = [{}]", times("{prize=6,gains=[\"green\"],weight=1},", many));
    for (name, text, told) in [
        ("empty", String::new(), "`format` is missing"),
        ("nuls", times("\0", 1 << 20), "error"),
        ("deep", format!("a = {}", times("[", 1 << 20)), "error"),
        ("deep-tables", format!("a = {}1{}", times("{b=", 1 << 18), times("}", 1 << 18)), "error"),
        ("dotted", format!("{} = 1", times("a.", 1 << 18) + "a"), "error"),
        ("long-key", format!("{} = 1", times("k", 7 << 20)), "is not known"),
        ("long-line", format!("format = 1 # {}", times("x", 7 << 20)), "`game` is missing"),
        ("keys", (0..400_000).map(|number| format!("k{number} = 1\n")).collect(), "... and 9"),
        ("gigantic", head.replace("1_000_000_000", &times("9", 1 << 20)), "`game.block` is"),
        ("long-id", head.replace("\"odd\"", &format!("\"{}\"", times("a", 1 << 20))), "`game.id` is"),
        ("same-rows", rows(times(row, 250_000)), "`offer.prizes` lists 250 000 tables"),
        ("rows", rows(apart(300_000)), "`offer.prizes` lists 300 000 tables"),
        ("prizes", rows(apart(60_000)), "an offer with 60 000 prizes"),
        ("unreadable-rows", rows(times("{prize=\"?\",winners=-1},", 200_000)), "... and 9"),
        ("offers", format!("{head}{}", times("[[offer]]\nstake=1\nprizes=[{prize=1,winners=1}]\n", 100_000)), "`offer` lists 100 000 tables"),
        ("stars-prizes", changed("stars", "prizes = [", &format!("prizes = [{}", apart(60_000))), "an offer with 60 000 prizes"),
        ("stars-ways", changed("stars", "max_sums", &format!("max_sums = 6\n{}", ways(100_000))), "`stars.ways` lists 100 000 tables"),
        ("stars-sums", changed("stars", "sums = [1,", &format!("sums = [{}]", times("1,", 1_000_000))), "`stars.sums` lists 1 000 000 numbers"),
        ("gems-ways", changed("gems", "most_gains", &format!("most_gains = 4\n{}", gains(100_000))), "`gems.ways` lists 100 000 tables"),
        ("gems-wheel", changed("gems", "wheel_sectors", &format!("wheel = [{}]", times("{sum=1,sectors=1},", 100_000))), "error"),
        ("brackets", changed("dice", "cups", &format!("brackets = [{}]\ncups = 3", times("{from=5,to=9},", 200_000))), "error"),
    ] {
        folder.write(&format!("{name}.toml"), &text);
        let done = within_1_gb(&folder, &format!("check {name}.toml")).ends(1);
        assert!(done.stdout.contains(told), "{name}: {}", done.stdout.chars().take(600).collect::<String>());
        assert!(done.stdout.len() < 200_000, "{name}: {} bytes are told", done.stdout.len());
        within_1_gb(&folder, &format!("check {name}.toml --format json")).ends(1);
        within_1_gb(&folder, &format!("--game {name}.toml --n 1e5 --no-charts")).ends(2);
    }
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = Folder::new();
    let huge = std::fs::File::create(folder.path().join("huge.toml")).unwrap();
    huge.set_len(500 << 20).unwrap();
    std::fs::create_dir(folder.path().join("folder.toml")).unwrap();
    std::fs::write(folder.path().join("binary.toml"), [0xff, 0xfe, 0, 1, 2, 3]).unwrap();
    std::process::Command::new("mkfifo").arg(folder.path().join("pipe.toml")).status().unwrap();
    for (path, told) in [
        ("huge.toml", "is longer than 8 MiB (524288000 bytes)"),
        ("/dev/zero", "is longer than 8 MiB"),
        ("folder.toml", "is a folder"),
        ("binary.toml", "is not UTF-8 text (byte 0)"),
        ("pipe.toml", "is a pipe that nobody has written to for 5 seconds"),
        ("there/is/none.toml", "there is no file"),
    ] {
        for command in ["check", "import --name odd", "--n 1e5 --no-charts --game"] {
            let done = within_1_gb(&folder, &format!("{command} {path}")).ends(2);
            assert!(done.stderr.contains(told), "{command} {path}: {}", done.stderr);
        }
    }
}

#[test]
fn odd_tables_are_imported_or_refused_in_little_memory() {
    let folder = Folder::new();
    for (name, text) in [
        ("empty", String::new()),
        ("rows", format!("amount,winners\n{}", (1..400_000).map(|amount| format!("{amount},1\n")).collect::<String>())),
        ("pasted", times("24 100 lots de 12 € 289 200 €\n", 150_000)),
        ("digits", times("7", 7 << 20)),
        ("words", times("a ", 3 << 20)),
        ("columns", format!("amount,winners{}\n", times(",x", 1 << 20))),
        ("bars", times("| ", 3 << 20)),
        ("nuls", times("\0", 7 << 20)),
    ] {
        folder.write(&format!("{name}.csv"), &text);
        let done = within_1_gb(&folder, &format!("import {name}.csv --name odd --stake 2 --block 1e6"));
        assert!((0..=2).contains(&done.code), "{name}: {} {}", done.code, done.stderr);
    }
}

/// The largest games that are played: counters for every prize and way, in little memory.
#[test]
fn the_largest_games_are_played_in_little_memory() {
    let folder = Folder::new();
    let prizes: String = (1..=200).rev().map(|prize| format!("{{ prize = {prize}, winners = 10 }},")).collect();
    let text = changed("stars", "stake = ", "stake = \"1\"");
    let (before, rest) = text.split_once("declared_winners").unwrap();
    let (_, after) = rest.split_once("\n]\n").unwrap();
    let text = format!("{before}prizes = [{prizes}]\n{after}")
        .replace("sums = [1, 2, 4, 100, 1_000, 5_000, 10_000]", "sums = [1, 3, 9, 27, 50, 100, 150]")
        .replace("top_prize_sums = [5_000, 10_000]", "top_prize_sums = []");
    folder.write("many.toml", &text);
    let checked = within_1_gb(&folder, "check many.toml");
    // prizes that no six sums make are told; the others are kept
    let missing: Vec<u32> = checked.stdout.split("the prize ").skip(1).filter_map(|part| part.split(' ').next()?.parse().ok()).collect();
    let kept: String =
        (1..=200).rev().filter(|prize| !missing.contains(prize)).map(|prize| format!("{{ prize = {prize}, winners = 10 }},")).collect();
    folder.write("many.toml", &text.replacen(&prizes, &kept, 1));
    within_1_gb(&folder, "check many.toml").ends(0);
    within_1_gb(&folder, "--game many.toml --n 1e5 --seed 1 --threads 2 --no-charts").ends(0);
}
