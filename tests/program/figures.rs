//! Promise: the commands that simulate nothing (`par`, `compare`, `explain`) print exact figures in every format, and refuse what they cannot do.

use crate::{Folder, assert_fits};
use serde_json::Value;

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
        ("par yams --format pdf", vec!["'pdf'", "text, json, csv, xlsx"]),
        ("par star-color --format csv --table totals", vec!["`--table totals`", "no such table", "tiers, figures, returns, precision"]),
        ("par yams --table nope", vec!["'nope'", "tiers, figures"]),
        ("par yams --format json --table tiers", vec!["`--table` chooses the table of `--format csv`"]),
        ("par yams -o taken", vec!["`taken` is no name of a file"]),
        ("par yams -o no/such/par.xlsx", vec!["there is no folder `no/such`"]),
        ("par yams --n 1e6", vec!["--n"]),
    ] {
        folder.sim(arguments).ends(2).says(&parts);
    }
}
