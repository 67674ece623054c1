//! Promise: the commands that simulate nothing (`par`, `compare`, `explain`) print exact figures in every format, and refuse what they cannot do.

use crate::{Folder, assert_fits};
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn par_in_every_format() {
    let folder = Folder::new();
    for (game, stakes) in [("yams", vec!["0.5", "1", "2"]), ("star-color", vec!["1", "2", "3"]), ("diamond-river", vec!["2.91"])] {
        for stake in stakes {
            let shown = folder.sim(&format!("par {game} --stake {stake}")).ends(0);
            assert_fits(&shown.stdout);
            let json = folder.sim(&format!("par {game} --stake {stake} --format json")).ends(0).stdout;
            let sheet: Value = serde_json::from_str(&json).unwrap();
            assert_eq!(sheet["game"], game);
            assert_eq!((shown.stderr.as_str(), sheet["stake_cents"].as_f64().unwrap()), ("", 100.0 * stake.parse::<f64>().unwrap()));
            let csv = folder.sim(&format!("par {game} --stake {stake} --format csv")).ends(0).stdout;
            assert!(csv.starts_with("tier,prize_cents,winners,one_in,probability,rtp_share,cumulative_rtp,variance_share"), "{csv}");
            assert_eq!(csv.lines().count(), 1 + sheet["tiers"].as_array().unwrap().len());
        }
    }
    // the lowest stake is the default
    assert_eq!(folder.sim("par yams").ends(0).stdout, folder.sim("par yams --stake 0.50").ends(0).stdout);
}

#[test]
fn par_writes_files_by_their_ending() {
    let folder = Folder::new();
    folder.sim("par yams -o sheet.json").ends(0).says(&["sheet.json"]);
    assert_eq!(folder.text("sheet.json"), folder.sim("par yams --format json").ends(0).stdout);
    folder.sim("par yams --table totals -o totals.csv").ends(0);
    assert!(folder.text("totals.csv").starts_with("points,prize_cents,probability,fair_dice_probability\r\n0,0,"));
    // the workbook: a zip with its sheets; no time of writing in it
    folder.sim("par yams -o one.xlsx").ends(0);
    std::thread::sleep(std::time::Duration::from_millis(2_100));
    folder.sim("par yams --format xlsx --output two.xlsx").ends(0);
    let (one, two) = (folder.read("one.xlsx"), folder.read("two.xlsx"));
    assert!(one.starts_with(b"PK\x03\x04") && one == two, "equal sheets are equal workbooks");
    for part in ["xl/worksheets/sheet1.xml", "xl/worksheets/sheet5.xml", "xl/workbook.xml"] {
        assert!(one.windows(part.len()).any(|window| window == part.as_bytes()), "{part} is missing");
    }
    folder.sim("par yams -o text.txt --color always").ends(0);
    assert!(!folder.text("text.txt").contains('\x1b'), "a file has no colours");
}

#[test]
fn par_refuses_with_the_value_and_the_remedy() {
    let folder = Folder::new();
    folder.write("taken/file", "");
    for (arguments, parts) in [
        ("par", vec!["<GAME>"]),
        ("par yam", vec!["there is no game `yam`", "did you mean `yams`?"]),
        ("par nope.toml", vec!["there is no file `nope.toml`"]),
        ("par yams --stake 3", vec!["no stake of 3", "0.50, 1, 2"]),
        ("par yams --stake -1", vec!["`-1` is not an amount"]),
        ("par yams --format pdf", vec!["'pdf'", "text, md, json, csv, xlsx"]),
        ("par star-color --format csv --table totals", vec!["`--table totals`", "no such table", "tiers, figures, returns, precision"]),
        ("par yams --table nope", vec!["'nope'", "tiers, figures"]),
        ("par yams --format json --table tiers", vec!["`--table` chooses the table of `--format csv`"]),
        ("par yams -o taken", vec!["`taken` is no name of a file"]),
        ("par yams -o no/such/par.xlsx", vec!["there is no folder `no/such`"]),
        ("par yams --n 1e6", vec!["--n"]),
        ("par yams --format json -o y.xlsx", vec!["`--format json` and the ending of `y.xlsx` contradict each other", "`.json`"]),
        ("par yams --format text -o y.CSV", vec!["`--format text` and the ending of `y.CSV`", "`.txt`"]),
    ] {
        folder.sim(arguments).ends(2).says(&parts);
    }
}

#[test]
fn compare_tells_chance_from_a_fault() {
    let folder = Folder::new();
    folder.sim("--game yams --n 200000 --seed 1 --no-charts --quiet").ends(0);
    folder.sim("--game yams --n 300000 --seed 2 --no-charts --quiet --sampling iid").ends(0);
    folder.sim("--game star-color --n 50000 --seed 3 --no-charts --quiet").ends(0);
    folder.sim("--game star-color --n 60000 --seed 4 --stake 3 --no-charts --quiet").ends(0);
    let (one, two) = ("yams-50-n200000-s1", "yams-50-n300000-s2-iid");
    let same = folder.sim(&format!("compare {one} {two}")).ends(0);
    assert_fits(&same.stdout);
    for part in ["One game file at one stake: what differs below is chance.", "plays     200 000  300 000", "sampling  block    iid", "PASS"] {
        assert!(same.stdout.contains(part), "{part}: {}", same.stdout);
    }
    let json: Value =
        serde_json::from_str(&folder.sim(&format!("compare results/{one} results/{two}/run.json --format json")).ends(0).stdout).unwrap();
    assert_eq!((json["same_law"].as_bool(), json["verdict"].as_str()), (Some(true), Some("pass")));
    let rtp = &json["figures"][0];
    let number = |key: &str| rtp[key].as_f64().unwrap();
    assert!(number("low") < number("difference") && number("difference") < number("high"), "{rtp}");
    assert!((number("observed_b") - number("observed_a") - number("difference")).abs() < 1e-15);
    assert!(json["values"].as_array().unwrap().len() > 500 && json["tests"].as_array().unwrap().len() > 50);
    // a run and itself, another stake, another game, a run and a game: sensible, and 0
    for (arguments, part) in [
        (format!("compare {one} {one}"), "all 200 000 plays of A and B are the same."),
        ("compare star-color-100-n50000-s3 star-color-300-n60000-s4".to_owned(), "stake  1       3"),
        (format!("compare {one} star-color-100-n50000-s3"), "yams"),
        (format!("compare {one} yams"), "200 000  none"),
        (format!("compare yams {one}"), "none  200 000"),
        ("compare star-color yams".to_owned(), "nothing was simulated"),
        ("compare yams yams".to_owned(), "nothing differs"),
        ("compare star-color star-color --stake-b 3".to_owned(), "stake  1  3"),
        ("compare diamond-river star-color".to_owned(), "-"),
    ] {
        let done = folder.sim(&arguments).ends(0);
        assert_fits(&done.stdout);
        assert!(done.stdout.contains(part), "{arguments}: {part}: {}", done.stdout);
        let json: Value = serde_json::from_str(&folder.sim(&format!("{arguments} --format json")).ends(0).stdout).unwrap();
        assert!(json["figures"].as_array().unwrap().len() == 6, "{arguments}");
    }
}

/// A designer's change of one frequency is named, and seen in the plays; the same change hidden from the game file would be a fault.
#[test]
fn compare_names_a_changed_frequency_and_sees_it() {
    let folder = Folder::new();
    let changed = sim::games::built_in("star-color").unwrap().replace("extra = \"0.08\"", "extra = \"0.12\"");
    folder.write("mine.toml", &changed);
    let games = folder.sim("compare star-color mine.toml").ends(0);
    for part in ["\"0.08\"", "\"0.12\"", "Two laws, compared exactly"] {
        assert!(games.stdout.contains(part), "{part}: {}", games.stdout);
    }
    folder.sim("--game star-color --n 50000 --seed 3 --no-charts --quiet --name old").ends(0);
    folder.sim("--game mine.toml --n 50000 --seed 3 --no-charts --quiet --name new").ends(0);
    let runs = folder.sim("compare old new").ends(0);
    assert!(runs.stdout.contains("Two laws, and these plays show it") && runs.stdout.contains("fail"), "{}", runs.stdout);
    assert_fits(&runs.stdout);
    // the new run as one of the old game
    let against = folder.sim("compare star-color new").ends(0);
    assert!(against.stdout.contains("fail"), "{}", against.stdout);
}

#[test]
fn compare_refuses_with_the_value_and_the_remedy() {
    let folder = Folder::new();
    folder.sim("--game yams --n 1000 --seed 1 --no-charts --quiet --name run").ends(0);
    folder.write("results/bad/run.json", "{}");
    for (arguments, code, parts) in [
        ("compare yams", 2, vec!["<B>"]),
        ("compare run nope", 2, vec!["there is no game `nope`", "Or give a run"]),
        ("compare run yams --stake 3", 2, vec!["no stake of 3"]),
        ("compare run run --stake 1", 2, vec!["both sides are runs"]),
        ("compare yams run --stake-b 1", 2, vec!["`--stake-b`: `run` is a run"]),
        ("compare run run --format csv", 2, vec!["'csv'", "text, md, json"]),
        ("compare run bad", 3, vec!["cannot be used"]),
    ] {
        folder.sim(arguments).ends(code).says(&parts);
    }
}

/// Every key of an object and of the objects in it.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => entries.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            keys(value, found);
        }),
        Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

/// The titles of the tables in a coloured text: they are dimmed, two spaces or more between them.
fn titles(text: &str, found: &mut BTreeSet<String>) {
    for part in text.split("\u{1b}[2m").skip(1) {
        let line = part.split('\u{1b}').next().unwrap_or_default();
        found.extend(line.split("  ").map(str::trim).filter(|title| !title.is_empty()).map(str::to_owned));
    }
}

/// The headings of a coloured text: they are bold; those of one run or side name it and its verdict.
fn headings(text: &str, found: &mut BTreeSet<String>) {
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("\u{1b}[1m").and_then(|rest| rest.strip_suffix("\u{1b}[0m")) {
            found.insert(heading.to_owned());
        }
    }
}

/// The first words of the rows below a heading, down to the next empty line or paragraph.
fn first_words(text: &str, heading: &str, found: &mut BTreeSet<String>) {
    let rows = text.split(heading).nth(1).unwrap_or_else(|| panic!("{heading} is missing: {text}")).lines().skip(2);
    let words = rows.take_while(|line| line.trim().contains("  ") && !line.contains('\u{1b}')).filter_map(|line| line.trim().split("  ").next());
    found.extend(words.map(str::to_owned));
}

/// Every heading, column, key, figure and observable that a report, a run file, a table, a sheet or a comparison prints has its explanation.
#[test]
fn every_printed_name_is_explained() {
    let folder = Folder::new();
    let mut names = BTreeSet::new();
    // a prize table alone, one of its prizes no cash: the return has several definitions
    folder.sim("new kinds --mechanic table").ends(0);
    let kinds = folder.text("kinds.toml").replace("total = \"12 000\" }", "total = \"12 000\", kind = \"free ticket\" }");
    assert!(kinds.contains("kind = \"free ticket\" }"), "{kinds}");
    folder.write("kinds.toml", &kinds);
    for (game, n) in [("yams", "100000"), ("star-color", "60000"), ("diamond-river", "60000"), ("yams", "1blocks"), ("kinds.toml", "50000")] {
        let done = folder.sim(&format!("--game {game} --n {n} --seed 1 --no-charts --color always --force --name run")).ends(0);
        titles(&done.stdout, &mut names);
        headings(&done.stdout, &mut names);
        first_words(&done.stdout, "Return and volatility", &mut names);
        if game != "kinds.toml" {
            first_words(&done.stdout, "Targets: what the visuals show, against what they should show", &mut names);
        }
        for file in ["run.json", "environment.json"] {
            keys(&serde_json::from_str(&folder.text(&format!("results/run/{file}"))).unwrap(), &mut names);
        }
        let observables = folder.text("results/run/observables.csv");
        names.extend(observables.lines().skip(1).map(|row| field(row).to_owned()));
        let summary: Value = serde_json::from_str(&folder.text("results/run/summary.json")).unwrap();
        keys(&summary, &mut names);
        names.extend(summary["tests"].as_array().unwrap().iter().map(|test| test["method"].as_str().unwrap().to_owned()));
        for part in ["rtp", "hit_frequency", "kurtosis"] {
            names.extend(summary[part]["method"].as_str().unwrap().split(", ").map(str::to_owned).filter(|word| word != "inside a block"));
        }
        for table in folder.names("results/run").iter().filter(|name| name.split('.').next_back() == Some("csv")) {
            names.extend(folder.text(&format!("results/run/{table}")).lines().next().unwrap().split(',').map(str::to_owned));
        }
        for basis in folder.text("results/run/observables.csv").lines().skip(1) {
            names.extend(
                ["exact", "declared", "symmetry", "reference", "none"]
                    .iter()
                    .filter(|word| basis.contains(&format!(",{word},")))
                    .map(|word| (*word).to_owned()),
            );
        }
        let sheet = folder.sim(&format!("par {game} --color always")).ends(0).stdout;
        titles(&sheet, &mut names);
        headings(&sheet.lines().skip(1).collect::<Vec<_>>().join("\n"), &mut names);
        first_words(&sheet, "Figures of a play (prize x, stake s)", &mut names);
        keys(&serde_json::from_str(&folder.sim(&format!("par {game} --format json")).ends(0).stdout).unwrap(), &mut names);
        for table in ["tiers", "figures", "returns", "precision"] {
            let csv = folder.sim(&format!("par {game} --format csv --table {table}")).ends(0).stdout;
            names.extend(csv.lines().next().unwrap().split(',').map(str::to_owned));
        }
        folder.sim(&format!("--game {game} --n {n} --seed 2 --no-charts --force --name other")).ends(0);
        for other in ["run", "other", game, "star-color"] {
            let compared = folder.sim(&format!("compare run {other} --color always")).ends(0).stdout;
            titles(&compared, &mut names);
            headings(&compared, &mut names);
            first_words(&compared, "Figures of a play", &mut names);
            let compared: Value = serde_json::from_str(&folder.sim(&format!("compare run {other} --format json")).ends(0).stdout).unwrap();
            keys(&compared, &mut names);
            names.extend(compared["tests"].as_array().unwrap().iter().map(|test| test["method"].as_str().unwrap().to_owned()));
        }
        titles(&folder.sim(&format!("compare {game} star-color --color always")).ends(0).stdout, &mut names);
    }
    for word in ["pass", "warn", "fail", "shown", "PARTIAL", "plays_planned", "partial", "witnesses"] {
        names.insert(word.to_owned());
    }
    for part in [
        "Return and volatility",
        "faces by die",
        "game_sha256",
        "elapsed_seconds",
        "P(x < s)",
        "ways of prize 12",
        "face_value",
        "Before you trust an interval",
    ] {
        assert!(names.contains(part), "{part} is not among {names:?}");
    }
    assert!(names.len() > 250, "{}: {names:?}", names.len());
    // one command a name is what a reader would do; words that are found without the games are asked of the library
    let unknown = names.iter().filter(|name| sim::report::explain::find(name).is_none());
    let unexplained: Vec<&String> = unknown.filter(|name| folder.words(&["explain", name]).code != 0).collect();
    assert!(unexplained.is_empty(), "{unexplained:?}");
}

/// The first field of a line of CSV, without its quotes.
fn field(row: &str) -> &str {
    match row.strip_prefix('"') {
        Some(rest) => rest.split('"').next().unwrap_or_default(),
        None => row.split(',').next().unwrap_or_default(),
    }
}

#[test]
fn explain_prints_one_name_or_lists_all() {
    let folder = Folder::new();
    let list = folder.sim("explain").ends(0).stdout;
    assert_fits(&list);
    for entry in sim::report::explain::entries() {
        for name in entry.names {
            let done = folder.words(&["explain", name]).ends(0);
            assert_fits(&done.stdout);
            assert!(done.stdout.contains(entry.names[0]) && done.stdout.contains("METHODOLOGY.md, section"), "{name}: {}", done.stdout);
        }
        assert!(list.contains(entry.names[0]), "{}", entry.names[0]);
    }
    assert!(folder.sim("explain hit frequency").ends(0).stdout.starts_with("hit_frequency\n"));
    // what a game counts is told in the words of its game, once a game that counts it
    let faces = folder.sim("explain faces by die").ends(0).stdout;
    assert!(
        faces.starts_with("faces by die, an observable of yams\n") && faces.contains("unit     plays") && faces.contains("target   exact"),
        "{faces}"
    );
    let both = folder.sim("explain point total").ends(0).stdout;
    assert!(both.starts_with("points\n") && both.contains("point total, an observable of yams"), "{both}");
    assert!(folder.words(&["explain", "magic gem completes the line"]).ends(0).stdout.contains("target   reference"));
    for name in ["witnesses", "elapsed_seconds", "threads", "shown"] {
        assert_fits(&folder.words(&["explain", name]).ends(0).stdout);
    }
    assert_eq!(folder.sim("explain rtp z").ends(0).stdout.matches("METHODOLOGY.md").count(), 2);
    folder.sim("explain skewnes").ends(2).says(&["no explanation of `skewnes`", "did you mean `skewness`?", "`sim explain` lists"]);
    folder.sim("explain rtp nonsense").ends(2).says(&["`nonsense`"]);
}

/// Tables and summary come again from `run.json` alone, byte for byte: boards and dice, a part of a block, whole blocks, independent plays, prizes only.
#[test]
fn report_makes_every_table_again() {
    let folder = Folder::new();
    for (number, arguments) in [
        "star-color --n 60000 --stake 2",
        "diamond-river --n 60000",
        "diamond-river --n 1e4 --sampling iid",
        "yams --n 1blocks --stake 2",
        "star-color --n 2.5e6 --judge none",
    ]
    .into_iter()
    .enumerate()
    {
        folder.sim(&format!("--game {arguments} --seed 9 --no-charts --quiet --name r{number}")).ends(0);
        folder.write(&format!("again/r{number}/run.json"), &folder.text(&format!("results/r{number}/run.json")));
        folder.sim(&format!("report again/r{number} --no-charts --quiet")).ends(0);
        let names: Vec<String> = folder.names(&format!("results/r{number}")).into_iter().filter(|name| name != "environment.json").collect();
        assert_eq!(folder.names(&format!("again/r{number}")), names, "{arguments}");
        for name in names {
            assert!(
                folder.read(&format!("results/r{number}/{name}")) == folder.read(&format!("again/r{number}/{name}")),
                "{arguments}: {name} differs"
            );
        }
    }
}
