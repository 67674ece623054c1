//! Promise: what the user types is understood, or refused with the value quoted and the remedy; nothing panics; exit codes are those of the contract.

use crate::{Done, Folder, assert_fits};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

/// Bad input: the arguments, and what stderr must say. All end with 2, none leaves a file, and all end at once: with 1e15 plays they would not.
#[test]
fn bad_arguments_are_quoted_with_the_remedy() {
    let folder = Folder::new();
    folder.write("empty.toml", "");
    folder.write("broken.toml", "format = = 1");
    folder.write("taken", "a file");
    std::fs::write(folder.path().join("latin1.toml"), b"name = \"\xe9\"").unwrap();
    let cases: &[(&str, &[&str])] = &[
        ("--game yam", &["there is no game `yam`", "did you mean `yams`?", "`star-color`"]),
        ("--game yams --n -1blocks", &["`-1blocks` is less than one play"]),
        ("--n -2.5e6 --game yams", &["`-2.5e6` is less than one play"]),
        ("show yams --count -3k", &["`-3k` is less than one play"]),
        ("--game YAMS", &["there is no game `YAMS`", "did you mean `yams`?"]),
        ("--game roulette", &["there is no game `roulette`", "Built-in games: `yams`"]),
        ("--game nope.toml", &["there is no file `nope.toml`", "path of a game file"]),
        ("--game ./nope", &["there is no file `./nope`"]),
        ("--game .", &["there is no game `.`"]),
        ("--game ./", &["`./` is a folder, not a game file"]),
        ("--game empty.toml", &["`empty.toml` cannot be played", "`game` is missing", "sim check empty.toml"]),
        ("--game broken.toml", &["broken.toml:1: error: not TOML"]),
        ("--game latin1.toml", &["`latin1.toml` is not UTF-8 text (byte 8)"]),
        ("--game yams --n abc", &["`--n`: `abc` is not a number of plays", "1e9", "3blocks"]),
        ("--game yams --n 1e3.5", &["`1e3.5`"]),
        ("--game yams --n 1.5", &["`1.5` is not a whole number of plays"]),
        ("--game yams --n 0", &["`0` is less than one play"]),
        ("--game yams --n -1", &["`-1` is less than one play", "from 1 to 1e15"]),
        ("--game yams --n 1e-3", &["`1e-3`"]),
        ("--game yams --n 1e30", &["`1e30` is too many plays: at most 1e15"]),
        ("--game yams --n 1000000000000001", &["`1000000000000001` is too many plays"]),
        ("--game yams --n 1,000", &["`1,000` is ambiguous"]),
        ("--game yams --n 5K", &["`5K` ends in an unknown multiple", "k is 1e3"]),
        ("--game yams --n 0.0000001blocks", &["`0.0000001blocks` is not a whole number", "a block is 700000 plays"]),
        ("--game yams --n", &["--n"]),
        ("--game yams --stake 3", &["no stake of 3", "0.50, 1, 2", "--stake"]),
        ("--game yams --stake 1,000", &["`--stake`: `1,000` is ambiguous"]),
        ("--game yams --stake -1", &["`--stake`: `-1` is not an amount"]),
        ("--game yams --stake 1e3", &["`1e3` is not an amount"]),
        ("--game yams --seed x", &["'x'", "0 to 18446744073709551615"]),
        ("--game yams --seed -1", &["'-1'", "0 to 18446744073709551615"]),
        ("--game yams --seed 18446744073709551616", &["'18446744073709551616'"]),
        ("--game yams --seed 1.0", &["'1.0'"]),
        ("--game yams --threads 0", &["'0'", "from 1 to 4096"]),
        ("--game yams --threads 1e2", &["'1e2'"]),
        ("--game yams --sampling blocks", &["'blocks'", "block, iid"]),
        ("--game yams --judge some", &["'some'", "full, none"]),
        ("--game yams --color red", &["'red'", "auto, always, never"]),
        ("--game yams --name a/b", &["`a/b` is no name of a folder"]),
        ("--game yams --name ..", &["`..` is no name of a folder"]),
        ("--game yams --out taken", &["`taken` is a file"]),
        ("--game yams --out taken/below", &["`taken` is a file"]),
        ("--game yams --charts taken", &["`taken` is a file"]),
        ("--game yams --frobnicate", &["'--frobnicate'"]),
        ("--game yams show yams", &["show"]),
        ("--n 1e6", &["--game"]),
        ("frob", &["'frob'"]),
        ("show", &["<GAME>"]),
        ("show yams --prize 7", &["no play wins `7` EUR at a stake of 0.50", "2 500, 250, 10, 5, 2.50"]),
        ("show yams --prize 1.005", &["`1.005`"]),
        ("show yams --count 0", &["`--count`: `0` is less than one play"]),
        ("show yams --count 2blocks", &["`2blocks` is not a number"]),
        ("show yams --at 1:2 --seed 1", &["'1:2'", "BATCH:TIER:INDEX"]),
        ("show yams --at 0:10:0 --seed 1", &["`--at`: no visual stands at 0:10:0", "from 0 to 9"]),
        ("show yams --at 0:0:50000 --seed 1", &["0:0:50000"]),
        ("show yams --at 0:0:0", &["--seed"]),
        ("show yams --count 101 --format png", &["`--count`: `101` plays do not fit a sheet: at most 100", "--from 100"]),
        ("show yams --count 1e9 --format svg", &["`1e9` plays do not fit a sheet"]),
        ("show yams --count 1e7 -o plays.jsonl", &["`1e7` plays are too many for `--output`", "> FILE"]),
        ("show yams --steps --count 2", &["`--steps` follows one play, and `--count` is `2`", "--from"]),
        ("show yams --steps --format json", &["`--steps`: JSON holds a play, not its steps"]),
        ("show yams --prize 10 --from 18446744073709551615", &["`--from`: there is no play 18446744073709551615"]),
        ("show yams --from 100000001", &["`--from`: 100000001 plays of a block", "--prize"]),
        ("show yams --from -1", &["'-1'"]),
        ("show yams --at 0:0:0 --seed 1 --from 2", &["--from"]),
        ("show yams --width 800", &["`--width`: json has no pixels", "--format png"]),
        ("show yams --width 10 --format png", &["'10'", "200..=12000"]),
        ("show yams -o nowhere/plays.png", &["there is no folder `nowhere`"]),
        ("show yams --format svg -o plays.png", &["`--format svg` and the ending of `plays.png` contradict each other"]),
        ("show yams --format png -o .", &["`.` is no name of a file"]),
        ("show yams --format gif", &["'gif'"]),
        ("rules nope", &["there is no game `nope`"]),
        ("check nope.toml", &["there is no file `nope.toml`"]),
        ("judge yams nope.jsonl", &["there is no file `nope.jsonl`"]),
        ("judge yams", &["there is no visual to judge"]),
        ("report nope", &["there is no run `nope`", "run.json"]),
    ];
    for (arguments, parts) in cases {
        let never_ends = if arguments.starts_with("--game") && !arguments.contains("--n") && !arguments.contains("show") { " --n 1e15" } else { "" };
        let done = folder.sim(&format!("{arguments}{never_ends}"));
        assert_eq!(done.code, 2, "sim {arguments}: {done:?}");
        assert_eq!(done.stdout, "", "sim {arguments}");
        done.ends(2).says(parts);
    }
    assert_eq!(folder.names("results"), Vec::<String>::new());
    assert_eq!(folder.names("notebooks-out"), Vec::<String>::new());
}

#[test]
fn odd_arguments_do_not_panic() {
    let folder = Folder::new();
    let long = "9".repeat(100_000);
    for words in [
        vec!["--game", "yams", "--n", &long],
        vec!["--game", "yams", "--stake", &long],
        vec!["--game", "yams", "--seed", &long],
        vec!["--game", &long],
        vec!["--game", ""],
        vec!["--game", "yams", "--n", ""],
        vec!["--game", "yams", "--name", ""],
        vec!["--game", "yams", "--name", "\u{1b}[31m"],
        vec!["show", "\u{202e}smay"],
        vec!["show", "yams", "--prize", "\u{1b}[2J"],
        vec!["show", "yams", "--at", &long, "--seed", "1"],
        vec!["check", ""],
        vec!["report", ""],
        vec![""],
    ] {
        let done = folder.words(&words).ends(2);
        assert!(!done.stderr.contains('\u{1b}') && !done.stderr.contains('\u{202e}'), "a control character is repeated: {:?}", done.stderr);
        let shortest = if words.iter().any(|word| word.len() > 1_000) && !done.stderr.starts_with("error: invalid value") { 1_000 } else { 200_000 };
        assert!(done.stderr.len() < shortest, "{}", done.stderr);
    }
    folder.sim("").ends(2);
}

#[test]
fn help_and_version_are_no_errors() {
    let folder = Folder::new();
    for arguments in [
        "--help",
        "-h",
        "--version",
        "help",
        "show --help",
        "judge --help",
        "check --help",
        "report --help",
        "games --help",
        "rules --help",
        "run --help",
    ] {
        let done = folder.sim(arguments).ends(0);
        assert!(done.stderr.is_empty() && !done.stdout.is_empty(), "{arguments}");
        assert_fits(&done.stdout);
    }
    assert!(folder.sim("--help").stdout.contains("3blocks"));
}

#[test]
fn games_and_rules_fit_the_terminal() {
    let folder = Folder::new();
    let games = folder.sim("games").ends(0).stdout;
    assert_fits(&games);
    for part in ["yams", "700 000", "0.50, 1, 2 EUR", "70 %", "1 in 4.28"] {
        assert!(games.contains(part), "`{part}` is missing in\n{games}");
    }
    for game in ["star-color", "diamond-river"] {
        assert_fits(&folder.sim(&format!("rules {game}")).ends(0).stdout);
    }
    let rules = folder.sim("rules yams").ends(0).stdout;
    assert_fits(&rules);
    for part in ["4.4", "Y1", "Y2", "163 402 winning plays", "a stake of 2 EUR", "80 500"] {
        assert!(rules.contains(part), "`{part}` is missing in\n{rules}");
    }
    assert!(!rules.contains('\u{1b}') && folder.sim("rules yams --color always").stdout.contains('\u{1b}'));
}

#[test]
fn show_draws_what_is_asked_for() {
    let folder = Folder::new();
    let cents = |done: &Done| -> Vec<i64> {
        done.stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["prize_cents"].as_i64().unwrap()).collect()
    };
    for (prize, in_cents) in [("2500", 250_000), ("0.5", 50), ("2.50", 250), ("0", 0)] {
        let done = folder.sim(&format!("show yams --prize {prize} --count 3 --seed 7")).ends(0).says(&["seed 7"]);
        assert_eq!(cents(&done), [in_cents; 3]);
    }
    let stake = folder.sim("show yams --stake 2 --prize 10000 --seed 7").ends(0);
    assert_eq!(cents(&stake), [1_000_000]);
    // plays of a block: as often as the block has them
    let drawn = folder.sim("show yams --count 20_000 --seed 7").ends(0);
    let wins = cents(&drawn).into_iter().filter(|&prize| prize > 0).count();
    // 20 000 plays at 0.2334: standard deviation 60 at most; 6 of them are passed once in 5e8 seeds
    assert!((4_308..=5_028).contains(&wins), "{wins}");
    assert_eq!(folder.sim("show yams --count 20 --seed 7").stdout, drawn.stdout.lines().take(20).map(|line| format!("{line}\n")).collect::<String>());
    assert_ne!(folder.sim("show yams --count 20 --seed 8").stdout, folder.sim("show yams --count 20 --seed 7").stdout);
    let fresh = folder.sim("show yams").ends(0).says(&["seed "]);
    let seed: u64 = fresh.stderr.trim().strip_prefix("seed ").unwrap().parse().unwrap();
    assert_eq!(folder.sim(&format!("show yams --seed {seed}")).stdout, fresh.stdout);
    let picture = folder.sim("show yams --prize 5 --seed 7 --format text").ends(0).stdout;
    assert!(picture.starts_with("# play 0 of seed 7: wins 5 EUR\n") && picture.lines().count() > 5, "{picture}");
    assert!(!picture.contains('\u{1b}') && folder.sim("show yams --seed 7 --format text --color always").stdout.contains('\u{1b}'));
}

#[test]
fn a_place_of_a_run_is_drawn_again() {
    let folder = Folder::new();
    let first = folder.sim("show yams --stake 1 --seed 42 --at 3:4:600").ends(0);
    assert!(first.stdout.contains("\"prize_cents\":500"), "{}", first.stdout);
    assert_eq!(folder.sim("show yams --stake 1 --seed 42 --at 3:4:600").stdout, first.stdout);
    for other in ["3:4:601", "2:4:600", "3:5:600"] {
        assert_ne!(folder.sim(&format!("show yams --stake 1 --seed 42 --at {other}")).stdout, first.stdout);
    }
}

#[test]
fn the_referee_judges_what_show_draws() {
    let folder = Folder::new();
    let lines = folder.sim("show yams --stake 2 --count 200 --seed 5").ends(0).stdout;
    folder.write("plays.jsonl", &lines);
    let from_file = folder.sim("judge yams plays.jsonl").ends(0).stdout;
    assert_eq!(from_file, folder.sim_with("judge yams", &lines).ends(0).stdout);
    assert_eq!(from_file, folder.sim_with("judge yams -", &lines).ends(0).stdout);
    assert_eq!(from_file.lines().count(), 200);
    let pictures = folder.sim("show yams --stake 2 --count 200 --seed 5 --format text").ends(0).stdout;
    let judged = folder.sim_with("judge yams --stake 2 --format text", &pictures).ends(0).stdout;
    let prizes = |text: &str| -> Vec<i64> {
        text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["prize_cents"].as_i64().unwrap()).collect()
    };
    assert_eq!(prizes(&judged), prizes(&lines));
    assert_eq!(prizes(&from_file), prizes(&lines));
}

#[test]
fn the_referee_objects() {
    let folder = Folder::new();
    let line = folder.sim("show yams --prize 5 --seed 5").ends(0).stdout;
    folder.sim_with("judge yams", &line).ends(0);
    let wrong = line.replace("\"prize_cents\":500", "\"prize_cents\":1000");
    assert_ne!(wrong, line);
    let judged = folder.sim_with("judge yams", &wrong).ends(1).stdout;
    assert_eq!(judged, "{\"line\": 1, \"prize_cents\": 500, \"ambiguous\": false, \"stated_prize_cents\": 1000}\n");
    for (input, part) in [
        ("nonsense\n", "line 1:"),
        ("{}\n", "line 1:"),
        ("{\"game\":\"star-color\"}\n", "it is a visual of `star-color`, not of `yams`"),
        ("{\"stake_cents\":51,\"cups\":[]}\n", "no stake of 0.51"),
        (&format!("{line}\n\nnull\n"), "line 4:"),
        (&"[".repeat(200_000), "line 1:"),
        (&"x".repeat(3_000_000), "line 1:"),
    ] {
        folder.sim_with("judge yams", input).ends(2).says(&[part]);
    }
    // a value the dice do not show, a key that is none, in the visual and inside it
    let points = |text: &str| line.replace(&line[line.find("\"points\"").unwrap()..], text);
    folder.sim_with("judge yams", &points("\"points\":29}\n")).ends(2).says(&["line 1: `points` is `29`, but the visual shows `"]);
    folder.sim_with("judge yams", &points("\"pionts\":55}\n")).ends(2).says(&["`pionts` is no key of such a visual: did you mean `points`?"]);
    folder.sim_with("judge yams", &points("\"colour\":1}\n")).ends(2).says(&["`colour` is no key of such a visual: it has `cups`"]);
    let star = folder.sim("show star-color --seed 5").ends(0).stdout;
    folder.sim_with("judge star-color", &star.replacen("\"rows\"", "\"row\"", 1)).ends(2);
    let extra = star.replacen("\"rows\":6", "\"rows\":6,\"shape\":2", 1);
    folder.sim_with("judge star-color", &extra).ends(2).says(&["`sets[0].shape` is no key of such a visual"]);
    let gems = folder.sim("show diamond-river --seed 5").ends(0).stdout;
    for (game, line) in [("star-color", &star), ("diamond-river", &gems)] {
        folder.sim_with(&format!("judge {game}"), line).ends(0);
        let misspelt = line.replacen("\"prize_cents\"", "\"prize_cent\"", 1);
        folder.sim_with(&format!("judge {game}"), &misspelt).ends(2).says(&["`prize_cent` is no key", "did you mean `prize_cents`?"]);
    }
    std::fs::create_dir(folder.path().join("visuals")).unwrap();
    for format in ["json", "text"] {
        folder.sim(&format!("judge yams visuals --format {format}")).ends(2).says(&["`visuals` is a folder"]);
    }
    folder.sim_with("judge yams --format text", "no picture\n").ends(2).says(&["picture at line 1:"]);
    folder.sim_with("judge yams", "\n \n").ends(2).says(&["there is no visual to judge"]);
}

/// Decisions are words of the file: what the file changes of the numbers they name is listed beside them.
#[test]
fn rules_tell_what_an_edited_file_changes() {
    let folder = Folder::new();
    let good = sim::games::built_in("star-color").unwrap();
    folder.write("same.toml", good);
    assert_eq!(folder.sim("rules same.toml").ends(0).stdout, folder.sim("rules star-color").ends(0).stdout);
    let changed = good.replace("extra = \"0.08\"", "extra = \"0.12\"");
    assert_ne!(changed, good);
    folder.write("mine.toml", &changed);
    let told = folder.sim("rules mine.toml").ends(0).stdout;
    assert_fits(&told);
    for part in ["What this file changes of the built-in game `star-color`", "\"0.08\"", "\"0.12\"", "the number in force is the one here"] {
        assert!(told.split_whitespace().collect::<Vec<_>>().join(" ").contains(part), "{part}: {told}");
    }
    // under another id it is still known by the decisions it kept
    folder.write("other.toml", &changed.replacen("id = \"star-color\"", "id = \"star-mine\"", 1));
    let told = folder.sim("rules other.toml").ends(0).stdout;
    assert!(!told.contains("game.id"), "the id is told in the heading: {told}");
    assert!(told.contains("(star-mine)") && told.contains("of the built-in game `star-color`"), "{told}");
}

#[test]
fn check_lists_what_is_wrong() {
    let folder = Folder::new();
    let good = sim::games::built_in("yams").unwrap();
    folder.write("good.toml", good);
    // a warning is told and is no error: the totals from 101 to 150 (decision Y1)
    let warned = folder.sim("check good.toml").ends(0).stdout;
    assert!(warned.contains(": warning: ") && warned.contains("103") && warned.contains("150") && warned.contains("no mistake found"), "{warned}");
    let bad = good.replacen("winners = 80_500", "winners = 80_501", 1);
    assert_ne!(bad, good);
    folder.write("bad.toml", &bad);
    let done = folder.sim("check bad.toml").ends(1);
    assert!(done.stdout.contains("bad.toml:27: error: ") && done.stdout.contains("80 501"), "{}", done.stdout);
    assert!(done.stdout.lines().filter(|line| line.contains(": error: ")).count() >= 2, "only one of the mistakes is told: {}", done.stdout);
    // the same file is refused by the main command, before anything is written
    folder.sim("--game bad.toml --n 1e15").ends(2).says(&["bad.toml:27: error:", "80 501"]);
    assert_eq!(folder.names("results"), Vec::<String>::new());
}

/// Whoever reads stdout may leave: `sim ... | head -n 1`.
#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new();
    let mut child = folder.command(&["show", "yams", "--count", "1e9", "--seed", "1"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut line).unwrap();
    drop(reader);
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), "seed 1\n"));
    for words in ["--game yams --n 1000 --seed 1 --no-charts", "games", "rules yams", "report results/yams-50-n1000-s1 --no-charts"] {
        let mut child = folder.command(&words.split(' ').collect::<Vec<_>>()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = Done::of(child.wait_with_output().unwrap());
        assert_eq!(output.code, 0, "{words}: {output:?}");
        assert!(!output.stderr.contains("panicked"), "{output:?}");
    }
    assert!(folder.names("results/yams-50-n1000-s1").contains(&"summary.json".to_owned()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_stdout_is_74() {
    let folder = Folder::new();
    for words in ["games", "show yams --seed 1", "--game yams --n 1000 --seed 1 --no-charts", "help", "--version", "help par"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = folder.command(&words.split(' ').collect::<Vec<_>>()).stdout(full).stderr(Stdio::piped()).output().unwrap();
        Done::of(output).ends(74).says(&["cannot write to stdout"]);
    }
}

/// The script for bash completes commands and options; every manual page is whole, with its examples line by line.
#[test]
fn shells_and_manual_pages() {
    let folder = Folder::new();
    let script = folder.sim("completions bash").ends(0).stdout;
    folder.write("sim.bash", &script);
    let asked = "source ./sim.bash; COMP_WORDS=(sim sho); COMP_CWORD=1; _sim sim sho sim; echo ${COMPREPLY[@]}; \
                 COMP_WORDS=(sim show --form); COMP_CWORD=2; _sim sim --form show; echo ${COMPREPLY[@]}";
    let output = std::process::Command::new("bash").args(["-c", asked]).current_dir(folder.path()).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "show\n--format\n", "{}", String::from_utf8_lossy(&output.stderr));
    for shell in ["zsh", "fish"] {
        assert!(folder.sim(&format!("completions {shell}")).ends(0).stdout.contains("checkpoint-every"));
    }
    folder.sim("completions tcsh").ends(2).says(&["tcsh", "bash"]);
    folder.sim("man --dir pages").ends(0);
    let pages = folder.names("pages");
    assert!(pages.len() > 15 && pages.contains(&"sim.1".to_owned()) && pages.contains(&"sim-show.1".to_owned()), "{pages:?}");
    for page in &pages {
        let text = folder.text(&format!("pages/{page}"));
        assert!(text.contains(".SH SYNOPSIS") && !text.contains(".SH EXTRA"), "{page}: {text}");
    }
    assert!(folder.text("pages/sim-show.1").contains("\n.SH NOTES\n.nf\nExamples:\n  sim show yams"), "{}", folder.text("pages/sim-show.1"));
    assert_eq!(folder.sim("man show").ends(0).stdout, folder.text("pages/sim-show.1"));
}

/// What is printed of a run: the report, Markdown, the summary; and CSV that a French Excel opens.
#[test]
fn reports_in_markdown_and_csv_for_a_french_excel() {
    let folder = Folder::new();
    let report = folder.sim("--game yams --n 60000 --seed 1 --no-charts --csv-locale fr --format md").ends(0).stdout;
    assert!(report.starts_with("### PASS: Yam's ! at 0.50 EUR") && report.contains("\n| return to player |"), "{report}");
    let run = "yams-50-n60000-s1";
    let csv = folder.text(&format!("results/{run}/prizes.csv"));
    let mut lines = csv.strip_prefix('\u{feff}').unwrap().split("\r\n");
    assert_eq!(lines.next().unwrap().split(';').next(), Some("tier"));
    let first: Vec<&str> = lines.next().unwrap().split(';').collect();
    assert_eq!(first[0..2], ["0", "250000"]);
    let expected: f64 = first[3].replace(',', ".").parse().unwrap();
    assert!((expected - 60_000.0 / 700_000.0).abs() < 1e-12 && first[3].contains(','), "{first:?}");
    // the same report again, and the same summary by both names
    let said = |text: &str| text.split("### Files").next().unwrap().to_owned();
    assert_eq!(said(&folder.sim(&format!("report {run} --no-charts --format md")).ends(0).stdout), said(&report));
    // the CSV files stay as they are, until they are wanted otherwise
    assert_eq!(folder.text(&format!("results/{run}/prizes.csv")), csv);
    folder.sim(&format!("report {run} --no-charts --csv-locale en --quiet")).ends(0);
    assert!(folder.text(&format!("results/{run}/prizes.csv")).starts_with("tier,prize_cents,"));
    let summary = folder.text(&format!("results/{run}/summary.json"));
    for option in ["--json", "--format json"] {
        assert_eq!(folder.sim(&format!("report {run} --no-charts {option}")).ends(0).stdout, summary);
    }
    folder.sim(&format!("report {run} --no-charts --json --format md")).ends(2).says(&["--json", "--format"]);
    let sheet = folder.sim("par yams --format csv --csv-locale fr").ends(0).stdout;
    assert!(sheet.starts_with("\u{feff}tier;prize_cents;") && sheet.contains(";0,"), "{sheet}");
    for command in ["par yams --format md", "compare yams star-color --format md", &format!("compare {run} yams --format md")] {
        let text = folder.sim(command).ends(0).stdout;
        assert!(text.contains("\n| --- |") || text.contains("\n| ---: |"), "{command}: {text}");
    }
}
