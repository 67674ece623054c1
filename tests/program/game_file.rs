//! A stranger's path: new, edit one prize, check, fix, simulate, compare; a prize table alone; import; schema.

use crate::{Folder, assert_fits};

#[test]
fn from_a_new_file_to_a_comparison() {
    let folder = Folder::new();
    let said = folder.sim("new my-game --mechanic stars").ends(0);
    assert!(said.stdout.contains("sim check my-game.toml"), "{}", said.stdout);
    folder.sim("new my-game --mechanic dice").ends(2).says(&["the file `my-game.toml` exists", "--force"]);
    folder.sim("check my-game.toml").ends(0);
    // one prize is edited, and no total
    let right = folder.text("my-game.toml");
    let edited = right.replacen("prize = \"12\", winners = 2_300", "prize = \"14\", winners = 2_300", 1);
    assert_ne!(edited, right);
    folder.write("my-game.toml", &edited);
    let told = folder.sim("check my-game.toml").ends(1).stdout;
    assert!(told.contains("2 300 x 14 is 32 200, not 27 600") && told.contains("^^^") && told.contains("cannot be played"), "{told}");
    let json = folder.sim("check my-game.toml --format json").ends(1).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json["errors"].as_u64().unwrap() >= 1 && json["findings"].as_array().unwrap().len() >= 2, "{json}");
    let mended = edited.replacen("total = \"27 600\"", "total = \"32 200\"", 1).replacen("\"69 600\"", "\"74 200\"", 1);
    folder.write("changed.toml", &mended);
    folder.sim("check changed.toml").ends(0);
    let report = folder.sim("--game changed.toml --n 1e5 --seed 1 --no-charts").ends(0).stdout;
    assert!(report.starts_with("PASS") && report.contains("0 mismatches"), "{report}");
    folder.write("my-game.toml", &right);
    let compared = folder.sim("compare my-game.toml changed.toml").ends(0).stdout;
    assert!(compared.contains("offer[0].prizes[2].prize") && compared.contains("\"14\""), "{compared}");
}

#[test]
fn currencies_of_no_and_of_three_decimals_are_drawn() {
    let folder = Folder::new();
    for mechanic in ["dice", "stars", "gems"] {
        folder.sim(&format!("new {mechanic} --mechanic {mechanic}")).ends(0);
        for (currency, minor) in [("JPY", 1), ("KWD", 1_000)] {
            let name = format!("{mechanic}-{currency}.toml");
            folder.write(&name, &folder.text(&format!("{mechanic}.toml")).replacen("EUR", currency, 1));
            folder.sim(&format!("check {name}")).ends(0);
            let report = folder.sim(&format!("--game {name} --n 1e5 --seed 1 --no-charts --force")).ends(0).stdout;
            assert!(report.contains("0 mismatches") && report.contains(&format!(" {currency} a play")), "{report}");
            let line = folder.sim(&format!("show {name} --prize 4 --seed 2")).code;
            let prize = if line == 0 { 4 } else { 6 };
            let shown = folder.sim(&format!("show {name} --prize {prize} --seed 2 --format json")).ends(0).stdout;
            let json: serde_json::Value = serde_json::from_str(&shown).unwrap();
            assert_eq!(json["prize_cents"].as_i64(), Some(prize * minor), "{shown}");
            let judged = folder.sim_with(&format!("judge {name}"), &shown).ends(0).stdout;
            assert!(judged.contains(&format!("\"prize_cents\": {}", prize * minor)), "{judged}");
            folder.sim(&format!("show {name} --prize {prize} --seed 2 --format png -o {mechanic}-{currency}.png")).ends(0);
            let picture = folder.sim(&format!("show {name} --prize {prize} --seed 2 --format text")).ends(0).stdout;
            assert!(picture.contains(&format!("prize {prize}\n")), "{picture}");
        }
    }
}

/// Boards of other sizes from the file alone: checked, played, shown, judged, compared.
#[test]
fn boards_of_other_sizes_are_played() {
    let folder = Folder::new();
    folder.sim("new stars --mechanic stars").ends(0);
    folder.sim("new gems --mechanic gems").ends(0);
    let stars = folder.text("stars.toml").replacen("rows = 6", "rows = 5", 1).replacen("columns = 7", "columns = 12", 1).replacen(
        "contacts = 8",
        "contacts = 4",
        1,
    );
    let gems = folder.text("gems.toml").replacen("rows = 5", "rows = 8", 1).replacen("columns = 6", "columns = 8", 1);
    for (name, text, size) in [("stars-60", stars, "\"rows\":5,\"columns\":12"), ("gems-64", gems, "\"rows\":8,\"columns\":8")] {
        folder.write(&format!("{name}.toml"), &text);
        folder.sim(&format!("check {name}.toml")).ends(0);
        let report = folder.sim(&format!("--game {name}.toml --n 2e4 --seed 1 --name {name}")).ends(0).stdout;
        assert!(report.contains("0 mismatches"), "{report}");
        let shown = folder.sim(&format!("show {name}.toml --count 5 --seed 2 --format json")).ends(0).stdout;
        assert!(shown.contains(size), "{shown}");
        folder.sim_with(&format!("judge {name}.toml"), &shown).ends(0);
        folder.sim(&format!("show {name}.toml --count 2 --seed 2 --steps --format text")).ends(2);
        folder.sim(&format!("show {name}.toml --seed 2 --steps --format svg -o {name}.svg")).ends(0);
    }
}

#[test]
fn a_prize_table_alone_works_everywhere() {
    let folder = Folder::new();
    folder.sim("new yen --mechanic table").ends(0);
    let text = folder.text("yen.toml").replacen("EUR", "JPY", 1).replacen(
        "winners = 6_000, total = \"12 000\"",
        "winners = 6_000, kind = \"free ticket\"",
        1,
    );
    folder.write("yen.toml", &text);
    let run = folder.sim("--game yen.toml --n 2.5e5 --seed 3").ends(0);
    assert_fits(&run.stdout);
    for part in ["PASS  yen at 2 JPY a play", "its plays have no visual", "prizes of cash only", "10 000", "per ticket paid for"] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(!run.stdout.contains("nothing is known of mismatches") && !run.stdout.contains("--judge none"), "{}", run.stdout);
    assert_eq!(folder.names("results"), ["yen-2-n250000-s3"]);
    assert_eq!(
        folder.names("notebooks-out/yen-2-n250000-s3"),
        ["convergence.png", "p-values.png", "prizes.png", "report.html", "report.ipynb", "shares.png"]
    );
    let summary: serde_json::Value = serde_json::from_str(&folder.text("results/yen-2-n250000-s3/summary.json")).unwrap();
    assert_eq!((summary["stake_cents"].as_u64(), summary["currency"].as_str(), summary["judging"].as_str()), (Some(2), Some("JPY"), Some("none")));
    assert!(summary["rtp_by_definition"]["cash_only"].as_f64().unwrap() < summary["rtp"]["observed"].as_f64().unwrap());
    folder.sim("report yen-2-n250000-s3 --quiet").ends(0);
    folder.sim("show yen.toml --count 2").ends(2).says(&["`yen` is a prize table alone", "no visual"]);
    folder.sim_with("judge yen.toml", "{}").ends(2).says(&["`yen` is a prize table alone"]);
    folder.sim("rules yen.toml").ends(0);
    folder.sim("compare yen-2-n250000-s3 yen.toml").ends(0);
    let par: serde_json::Value = serde_json::from_str(&folder.sim("par yen.toml --format json").ends(0).stdout).unwrap();
    let exact = &par["rtp_by_definition"];
    assert!((exact["face_value"].as_f64().unwrap() - 132_500.0 / 200_000.0).abs() < 1e-12);
    assert!((exact["cash_only"].as_f64().unwrap() - 120_500.0 / 200_000.0).abs() < 1e-12);
    assert!((exact["per_paid_ticket"].as_f64().unwrap() - 120_500.0 / 188_000.0).abs() < 1e-12);
    assert_fits(&folder.sim("par yen.toml").ends(0).stdout);
    folder.sim("par yen.toml -o yen.xlsx").ends(0);
    // the stake in a currency without decimals
    folder.sim("par yen.toml --stake 2.5").ends(2).says(&["finer than the smallest coin"]);
}

#[test]
fn tables_are_imported_and_checked() {
    let folder = Folder::new();
    folder.write("rules.txt", include_str!("../data/tables/star-color.txt"));
    folder
        .sim("import rules.txt --name Star -o star.toml")
        .ends(0)
        .says(&["read 7 rows at a stake of 3; declared: 243 912 winners, a total of 2 100 000"]);
    folder.sim("compare star.toml star-color --stake 2").ends(0);
    folder.write("slip.csv", "amount,winners,total\n10,5,60\n");
    let slip = folder.sim("import slip.csv --name Slip --stake 2 --block 1000 --declared-winners 5 --declared-total 50 -o slip.toml").ends(1);
    assert!(slip.stdout.contains("5 x 10 is 50, not 60"), "{}", slip.stdout);
    folder.sim("import slip.csv --name Slip --stake 2 --block 1000 -o slip.toml").ends(2).says(&["exists", "--force"]);
    let piped = folder.sim_with("import - --name Pipe --stake 1 --block 100", "amount;winners\n4,5;2\n").ends(0);
    assert!(piped.stdout.contains("prize = \"4.50\", winners = \"2\""), "{}", piped.stdout);
    folder.sim("import slip.csv --name Slip --block 1000").ends(2).says(&["the price of a play is not said", "--stake 2"]);
    folder.sim("import slip.csv --name Slip --stake 1 --block 9 --numbers fr").ends(2).says(&["`fr` is no thousand and a half"]);
    folder.sim("new x --mechanic cards").ends(2).says(&["there is no `cards`", "table: a prize table alone"]);
    folder.sim("new é --mechanic table").ends(2).says(&["`é` is no name of a game"]);
    let schema: serde_json::Value = serde_json::from_str(&folder.sim("schema").ends(0).stdout).unwrap();
    assert_eq!(schema["required"], serde_json::json!(["format", "game", "offer"]));
}
