//! Promise: a run leaves the files of the contract, whole or not at all, the same bytes for the same run; nothing of another run is lost by accident.

use crate::{Done, Folder, assert_fits};
use polars::prelude::{CsvReadOptions, DataFrame, DataType, ParquetReader, SerReader};
use serde_json::Value;

const FILES: [&str; 11] = [
    "convergence.parquet",
    "environment.json",
    "observables.csv",
    "observables.parquet",
    "prizes.csv",
    "prizes.parquet",
    "run.json",
    "summary.json",
    "totals.csv",
    "totals.parquet",
    "cells.parquet",
];

/// Files that equal runs have in common.
const EQUAL: [&str; 9] = [
    "convergence.parquet",
    "observables.csv",
    "observables.parquet",
    "prizes.csv",
    "prizes.parquet",
    "run.json",
    "summary.json",
    "totals.csv",
    "totals.parquet",
];

#[test]
fn a_run_leaves_the_files_of_the_contract() {
    let folder = Folder::new();
    let done = folder.sim("--game yams --n 100000 --seed 42").ends(0);
    let name = "yams-50-n100000-s42";
    assert_eq!((folder.names("results"), folder.names("notebooks-out")), (vec![name.to_owned()], vec![name.to_owned()]));
    let mut files: Vec<&str> = FILES.iter().copied().filter(|file| *file != "cells.parquet").collect();
    files.sort_unstable();
    assert_eq!(folder.names(&format!("results/{name}")), files);
    let charts = folder.names(&format!("notebooks-out/{name}"));
    for chart in ["convergence.png", "prizes.png", "targets.png", "totals.png"] {
        assert!(charts.iter().any(|file| file == chart), "{charts:?}");
        let bytes = folder.read(&format!("notebooks-out/{name}/{chart}"));
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        let width = u32::from_be_bytes(bytes[16..20].try_into().unwrap());
        assert!(width >= 1_600, "{chart} is {width} pixels wide");
    }
    assert!(done.stdout.starts_with("PASS") && done.stdout.contains(&format!("results/{name}/")), "{}", done.stdout);
    assert_eq!(done.stderr, "seed 42\n");
    assert_fits(&done.stdout);
}

#[test]
fn names_tell_the_plan() {
    let folder = Folder::new();
    for (arguments, name) in [
        ("--stake 2 --n 1e3 --seed 0", "yams-200-n1000-s0"),
        ("--n 1e3 --seed 18446744073709551615 --sampling iid", "yams-50-n1000-s18446744073709551615-iid"),
        ("--n 1e3 --seed 1 --judge none", "yams-50-n1000-s1-nojudge"),
        ("--n 1e3 --seed 1 --sampling iid --judge none", "yams-50-n1000-s1-iid-nojudge"),
        ("--n 1e3 --seed 1 --name trial", "trial"),
    ] {
        folder.sim(&format!("--game yams --no-charts {arguments}")).ends(0);
        assert!(folder.names("results").contains(&name.to_owned()), "{name}: {:?}", folder.names("results"));
    }
    assert_eq!(folder.names("notebooks-out"), Vec::<String>::new());
    // `sim run` is the main command too, with folders of one's own
    folder.sim("run --game yams --n 1e3 --seed 3 --out a/b --charts c/d").ends(0);
    assert_eq!((folder.names("a/b"), folder.names("c/d")), (vec!["yams-50-n1000-s3".to_owned()], vec!["yams-50-n1000-s3".to_owned()]));
}

/// The code for any processor and the code for wide vectors: the same bits (where this processor has no wide vectors, both runs are the first).
#[test]
fn the_processor_changes_nothing() {
    let folder = Folder::new();
    for game in ["yams", "star-color", "diamond-river"] {
        let runs = [("wide", None), ("any", Some("1"))].map(|(out, portable)| {
            let arguments = format!("--game {game} --n 200_000 --seed 42 --name run --out {out}-{game} --no-charts --quiet");
            let mut command = folder.command(&arguments.split_whitespace().collect::<Vec<_>>());
            command.env_remove("SIM_PORTABLE");
            portable.map(|value| command.env("SIM_PORTABLE", value));
            Done::of(command.output().unwrap()).ends(0);
            folder.read(&format!("{out}-{game}/run/run.json"))
        });
        assert!(runs[0] == runs[1], "{game}: run.json differs");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = Folder::new();
    for threads in [1, 2, 3, 7] {
        folder.sim(&format!("--game yams --n 1_234_567 --seed 42 --threads {threads} --out t{threads} --no-charts")).ends(0);
        for file in EQUAL {
            let path = format!("yams-50-n1234567-s42/{file}");
            assert!(folder.read(&format!("t1/{path}")) == folder.read(&format!("t{threads}/{path}")), "{file} differs with {threads} threads");
        }
    }
}

#[test]
fn the_run_file_says_nothing_of_the_machine() {
    let folder = Folder::new();
    folder.sim("--game yams --n 1e3 --seed 1 --no-charts").ends(0);
    let text = folder.text("results/yams-50-n1000-s1/run.json");
    let run: Value = serde_json::from_str(&text).unwrap();
    let keys: Vec<&String> = run.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["checksum_sha256", "convergence", "format", "game", "game_file", "game_sha256", "mismatches", "plan", "program", "tiers", "witnesses"]
    );
    assert_eq!(run["game_file"], sim::games::built_in("yams").unwrap());
    let path = folder.path().to_string_lossy().into_owned();
    assert!(!text.contains(&path) && !text.contains("2026-"), "a path or a date is in the run file");
    let environment: Value = serde_json::from_str(&folder.text("results/yams-50-n1000-s1/environment.json")).unwrap();
    for key in ["began_utc", "elapsed_seconds", "plays_per_second", "threads", "cores", "host", "command", "program"] {
        assert!(environment.get(key).is_some(), "{key}");
    }
}

#[test]
fn everything_is_made_again_from_the_run_file_alone() {
    let folder = Folder::new();
    folder.sim("--game yams --n 200000 --seed 9").ends(0);
    let name = "yams-50-n200000-s9";
    folder.write(&format!("elsewhere/{name}/run.json"), &folder.text(&format!("results/{name}/run.json")));
    let report = folder.sim(&format!("report elsewhere/{name} --charts again")).ends(0);
    for file in EQUAL {
        assert!(folder.read(&format!("results/{name}/{file}")) == folder.read(&format!("elsewhere/{name}/{file}")), "{file} differs");
    }
    assert_eq!(folder.names(&format!("again/{name}")), folder.names(&format!("notebooks-out/{name}")));
    assert_fits(&report.stdout);
    // by name, by file, to another folder, as JSON: the same figures
    let summary = folder.text(&format!("results/{name}/summary.json"));
    assert_eq!(folder.sim(&format!("report {name} --json --no-charts")).ends(0).stdout, summary);
    assert_eq!(folder.sim(&format!("report results/{name}/run.json --json --no-charts --out third")).ends(0).stdout, summary);
    assert_eq!(folder.text(&format!("third/{name}/summary.json")), summary);
    assert!(folder.names(&format!("results/{name}")).contains(&"environment.json".to_owned()), "the report took the environment away");
}

#[test]
fn a_damaged_run_file_is_3() {
    let folder = Folder::new();
    folder.sim("--game yams --n 1e3 --seed 1 --no-charts").ends(0);
    let whole = folder.text("results/yams-50-n1000-s1/run.json");
    for (damage, part) in [
        (whole.replacen("\"plays\":1000", "\"plays\":1001", 1), "does not match its content"),
        (whole[..whole.len() / 2].to_owned(), "it is no run file"),
        (whole.replacen("Yam's", "Yem's", 1), "`game_sha256` does not match"),
        (String::new(), "it is no run file"),
        ("{\"format\":9,\"game_sha256\":\"\"}".to_owned(), "format 9"),
    ] {
        folder.write("bad/run.json", &damage);
        folder.sim("report bad --no-charts").ends(3).says(&["`bad/run.json` cannot be used", part]);
    }
    assert_eq!(folder.names("bad"), ["run.json"]);
}

#[test]
fn a_run_is_not_replaced_by_accident() {
    let folder = Folder::new();
    let run = "--game yams --n 1e3 --seed 1 --no-charts";
    folder.sim(run).ends(0);
    let before = folder.read("results/yams-50-n1000-s1/environment.json");
    folder.sim(run).ends(2).says(&["the run `results/yams-50-n1000-s1` exists", "--force", "sim report"]);
    // refused at once: with 1e15 plays it would never end otherwise
    folder.sim("--game yams --n 1e15 --seed 1 --no-charts --name yams-50-n1000-s1").ends(2).says(&["exists"]);
    assert_eq!(folder.read("results/yams-50-n1000-s1/environment.json"), before);
    folder.write("results/yams-50-n1000-s1/totals.csv", "of an older run");
    folder.write("results/yams-50-n1000-s1/cells.parquet", "of an older run of another game");
    folder.sim(&format!("{run} --force")).ends(0);
    assert!(!folder.names("results/yams-50-n1000-s1").contains(&"cells.parquet".to_owned()), "a file of another run is left");
    assert!(folder.text("results/yams-50-n1000-s1/totals.csv").starts_with("points,"));
}

/// Charts lie in a folder of their own: a run of the same name with other tables does not replace them, and what no run draws is never removed.
#[test]
fn charts_are_not_replaced_by_accident() {
    let folder = Folder::new();
    let run = "--game yams --n 1e3 --seed 1";
    folder.sim(run).ends(0);
    let chart = "notebooks-out/yams-50-n1000-s1/prizes.png";
    let before = folder.read(chart);
    for plays in ["1e3", "1e15"] {
        // refused before the first play: 1e15 of them would never end
        let name = if plays == "1e3" { "" } else { "--name yams-50-n1000-s1" };
        let done = folder.sim(&format!("--game yams --n {plays} --seed 1 --out elsewhere {name}")).ends(2);
        done.says(&[
            "the folder `notebooks-out/yams-50-n1000-s1` holds the charts of a run",
            "`elsewhere/yams-50-n1000-s1`",
            "`--charts`",
            "`--force`",
        ]);
    }
    assert_eq!((folder.names("elsewhere"), folder.read(chart)), (Vec::<String>::new(), before));
    folder.sim(&format!("{run} --out elsewhere --no-charts")).ends(0);
    // a run that was not finished has its own charts there
    std::fs::remove_file(folder.path().join("results/yams-50-n1000-s1/summary.json")).unwrap();
    folder.sim(run).ends(0);
    // forced: charts of other runs go, other pictures stay
    for name in ["cells-set-2.png", "cells-mine.png", "cells.txt", "notes.png"] {
        folder.write(&format!("notebooks-out/yams-50-n1000-s1/{name}"), "of somebody");
    }
    folder.sim(&format!("{run} --force")).ends(0);
    let names = folder.names("notebooks-out/yams-50-n1000-s1");
    assert!(!names.contains(&"cells-set-2.png".to_owned()), "{names:?}");
    for name in ["cells-mine.png", "cells.txt", "notes.png", "prizes.png"] {
        assert!(names.contains(&name.to_owned()), "{name} is not among {names:?}");
    }
}

/// An edited game file that kept its id has the run name of the game it was made from: refused, and said so.
#[test]
fn a_run_of_an_edited_game_file_is_another_run() {
    let folder = Folder::new();
    folder.sim("--game star-color --n 1e3 --seed 1 --no-charts").ends(0);
    let changed = sim::games::built_in("star-color").unwrap().replace("extra = \"0.08\"", "extra = \"0.12\"");
    folder.write("mine.toml", &changed);
    let before = folder.read("results/star-color-100-n1000-s1/run.json");
    let done = folder.sim("--game mine.toml --n 1e3 --seed 1 --no-charts").ends(2);
    done.says(&[
        "`results/star-color-100-n1000-s1` exists, and is of another game file",
        "the id `star-color`",
        "another `id`",
        "`--name`",
        "`--force`",
    ]);
    assert!(folder.read("results/star-color-100-n1000-s1/run.json") == before);
    folder.sim("--game mine.toml --n 1e3 --seed 1 --no-charts --name mine").ends(0);
}

/// Where nothing is tested no verdict is given, and means of dependent counts are no probabilities.
#[test]
fn observables_say_what_they_are() {
    let folder = Folder::new();
    folder.sim("--game yams --n 1e5 --seed 5 --no-charts --name dice").ends(0);
    folder.sim("--game diamond-river --n 2e4 --seed 5 --no-charts --name gems").ends(0);
    let (mut none, mut means) = (0, 0);
    for name in ["dice", "gems"] {
        let table = parquet(&folder, &format!("results/{name}/observables.parquet"));
        let text = |column: &str| table.column(column).unwrap().str().unwrap().clone();
        let real = |column: &str| table.column(column).unwrap().f64().unwrap().clone();
        let (observable, basis, verdict) = (text("observable"), text("basis"), text("verdict"));
        let (probability, mean, adjusted, expected) = (real("target_probability"), real("target_mean"), real("p_adjusted"), real("expected"));
        let trials = table.column("trials").unwrap().u64().unwrap().clone();
        for row in 0..table.height() {
            // dependent counts
            let counted = ["combinations", "faces", "faces by die", "lines by gem"].contains(&observable.get(row).unwrap());
            assert!(probability.get(row).is_none() || !counted, "a mean is no probability: {:?}", observable.get(row));
            assert_eq!(mean.get(row).is_some(), counted, "{:?}", observable.get(row));
            if let Some(mean) = mean.get(row).filter(|_| trials.get(row) > Some(0)) {
                let wanted = expected.get(row).unwrap() / trials.get(row).unwrap() as f64;
                assert!((mean - wanted).abs() < 1e-9 * wanted.max(1.0));
                means += 1;
            }
            assert_eq!(verdict.get(row) == Some("shown"), adjusted.get(row).is_none(), "{:?}", observable.get(row));
            if basis.get(row) == Some("none") {
                assert_eq!(verdict.get(row), Some("shown"));
                none += 1;
            }
        }
    }
    assert!(none > 100 && means > 100, "{none} {means}");
}

#[test]
fn an_unfinished_run_may_be_run_again_but_foreign_files_are_left_alone() {
    let folder = Folder::new();
    let run = "--game yams --n 1e3 --seed 1 --no-charts";
    folder.write("results/yams-50-n1000-s1/run.json", "half a file");
    folder.write("results/yams-50-n1000-s1/.prizes.csv.99.part", "half a file");
    folder.sim(run).ends(0);
    folder.write("results/mine/notes.txt", "not of a run");
    folder.sim(&format!("{run} --name mine")).ends(2).says(&["holds files that no run of this program wrote"]);
    folder.sim(&format!("{run} --name mine --force")).ends(0);
    assert_eq!(folder.text("results/mine/notes.txt"), "not of a run");
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_74_before_the_first_play() {
    let folder = Folder::new();
    for place in ["--out /proc/results", "--charts /proc/charts", "--out /sys/kernel/results"] {
        folder.sim(&format!("--game yams --n 1e15 --seed 1 {place}")).ends(74).says(&["cannot write in the folder", "--out"]);
    }
}

#[test]
fn no_file_is_left_half_written() {
    let folder = Folder::new();
    folder.sim("--game yams --n 1e3 --seed 1").ends(0);
    for place in ["results/yams-50-n1000-s1", "notebooks-out/yams-50-n1000-s1"] {
        assert!(folder.names(place).iter().all(|name| !name.starts_with('.') && !name.contains(".part")), "{:?}", folder.names(place));
    }
}

#[test]
fn json_is_the_summary_and_nothing_else() {
    let folder = Folder::new();
    let done = folder.sim("--game yams --n 1e5 --seed 5 --json --no-charts").ends(0);
    assert_eq!(done.stdout, folder.text("results/yams-50-n100000-s5/summary.json"));
    let quiet = folder.sim("--game yams --n 1e5 --seed 5 --json --quiet --force --no-charts").ends(0);
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), (done.stdout.as_str(), ""));
    let line = folder.sim("--game yams --n 1e5 --seed 5 --quiet --force --no-charts").ends(0);
    assert_eq!((line.stdout.as_str(), line.stderr.as_str()), ("pass yams stake 0.50 n 100000 seed 5 results/yams-50-n100000-s5\n", ""));
}

#[test]
fn a_seed_of_the_operating_system_is_told() {
    let folder = Folder::new();
    let seeds: Vec<u64> = (0..2)
        .map(|_| {
            let done = folder.sim("--game yams --n 1e3 --no-charts").ends(0);
            let seed: u64 = done.stderr.trim().strip_prefix("seed ").unwrap().parse().unwrap();
            assert!(done.stdout.contains(&format!("seed {seed}")), "{}", done.stdout);
            seed
        })
        .collect();
    assert_ne!(seeds[0], seeds[1]);
}

#[test]
fn the_summary_has_the_keys_of_the_contract() {
    let folder = Folder::new();
    let done = folder.sim("--game yams --n 2blocks --seed 42 --json --no-charts").ends(0);
    let summary: Value = serde_json::from_str(&done.stdout).unwrap();
    for (key, value) in [
        ("format", Value::from(1)),
        ("game", "yams".into()),
        ("stake_cents", 50.into()),
        ("plays", 1_400_000.into()),
        ("blocks", 2.0.into()),
        ("seed", 42.into()),
        ("sampling", "block".into()),
        ("currency", "EUR".into()),
        ("verdict", "pass".into()),
        ("mismatches", 0.into()),
        ("ambiguous", 0.into()),
    ] {
        assert_eq!(summary[key], value, "{key}");
    }
    for key in ["rtp", "hit_frequency", "variance_stakes2", "sd_stakes", "skewness", "kurtosis", "volatility_index"] {
        for part in ["observed", "exact", "exact_fraction", "low", "high", "confidence"] {
            assert!(summary[key].get(part).is_some(), "{key}.{part}");
        }
        // whole blocks: observed, low and high are the exact value, but for the last bits of the arithmetic
        let exact = summary[key]["exact"].as_f64().unwrap();
        let observed = summary[key]["observed"].as_f64().unwrap();
        assert!((observed - exact).abs() <= 1e-9 * exact, "{key}: {observed} {exact}");
    }
    assert_eq!(summary["rtp"]["exact_fraction"], "7/10");
    assert_eq!(summary["hit_frequency"]["exact_fraction"], "81701/350000");
    assert_eq!((&summary["rtp"]["low"], &summary["rtp"]["confidence"]), (&summary["rtp"]["high"], &0.95.into()));
    assert_eq!(summary["volatility_index"]["confidence"], 0.9);
    // reference values: 70 %, 163402/700000, 6.301643776, 714.1145084, 565935.1975
    for (key, value) in [("sd_stakes", 6.301_643_776), ("skewness", 714.114_508_4), ("kurtosis", 565_935.197_5)] {
        let exact = summary[key]["exact"].as_f64().unwrap();
        assert!((exact / value - 1.0).abs() < 1e-9, "{key}: {exact}");
    }
    let tiers = summary["tiers"].as_array().unwrap();
    assert_eq!(tiers.len(), 10);
    for (number, tier) in tiers.iter().enumerate() {
        assert_eq!(tier["tier"], number);
        assert_eq!(tier["observed"].as_f64(), Some(2.0 * tier["winners_per_block"].as_f64().unwrap()));
    }
    assert_eq!((&tiers[0]["prize_cents"], &tiers[9]["prize_cents"]), (&250_000.into(), &0.into()));
    for key in ["name", "statistic", "degrees_of_freedom", "p_value", "p_adjusted", "effect", "verdict"] {
        assert!(summary["tests"].as_array().unwrap().iter().all(|test| test.get(key).is_some()), "{key}");
    }
    assert!(summary["warnings"].is_array() && summary.get("partial").is_none());
}

#[test]
fn tables_have_the_columns_of_the_contract() {
    let folder = Folder::new();
    folder.sim("--game yams --n 1e5 --seed 5 --no-charts").ends(0);
    let path = "results/yams-50-n100000-s5";
    for (name, columns) in [
        ("prizes", "tier,prize_cents,winners_per_block,expected,observed,difference,one_in,probability,rtp_share,variance_share,p_value"),
        ("observables", "observable,condition,value,basis,target_probability,expected,observed,trials,low,high,p_value,p_adjusted,effect,verdict"),
        ("totals", "points,prize_cents,target_probability,expected,observed,fair_dice_probability"),
    ] {
        let csv = folder.text(&format!("{path}/{name}.csv"));
        assert!(csv.starts_with(columns), "{name}: {}", csv.lines().next().unwrap());
        assert!(csv.ends_with("\r\n") && csv.matches('\n').count() == csv.matches("\r\n").count(), "{name}: lines end with CRLF");
        let parquet = parquet(&folder, &format!("{path}/{name}.parquet"));
        let file = std::fs::File::open(folder.path().join(format!("{path}/{name}.csv"))).unwrap();
        let options = CsvReadOptions::default().with_has_header(true).with_infer_schema_length(None);
        let read = options.into_reader_with_file_handle(file).finish().unwrap();
        assert_eq!((read.height(), read.get_column_names()), (parquet.height(), parquet.get_column_names()), "{name}");
        // the same values in both, whatever type the CSV reader guesses
        for column in parquet.columns() {
            let guessed = read.column(column.name()).unwrap().cast(column.dtype()).unwrap();
            assert!(guessed.equals_missing(column), "{name}.{}", column.name());
        }
    }
    let convergence = parquet(&folder, &format!("{path}/convergence.parquet"));
    assert_eq!(convergence.get_column_names(), ["plays", "rtp", "low", "high"]);
    let plays: Vec<u64> = convergence.column("plays").unwrap().u64().unwrap().into_no_null_iter().collect();
    assert_eq!(plays, [50_000, 100_000]);
}

/// P(total) = sum over tiers of winners / N x P(total | tier); the fair dice beside: 7 776 cubed throws.
#[test]
fn totals_add_up() {
    let folder = Folder::new();
    folder.sim("--game yams --n 1block --seed 5 --no-charts").ends(0);
    let totals = parquet(&folder, "results/yams-50-n700000-s5/totals.parquet");
    let column =
        |name: &str| -> Vec<f64> { totals.column(name).unwrap().cast(&DataType::Float64).unwrap().f64().unwrap().into_no_null_iter().collect() };
    let (points, prizes) = (column("points"), column("prize_cents"));
    let (target, fair, observed) = (column("target_probability"), column("fair_dice_probability"), column("observed"));
    assert!((target.iter().sum::<f64>() - 1.0).abs() < 1e-12 && (fair.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!((observed.iter().sum::<f64>() - 700_000.0).abs() < 0.5);
    let at = |wanted: f64| points.iter().position(|total| (total - wanted).abs() < 0.5).unwrap();
    let throws = 7_776_f64.powi(3);
    for (total, count) in [(0.0, 13_824_000.0), (3.0, 497_664_000.0), (36.0, 23_887_872_000.0), (100.0, 1_060_477_920.0)] {
        assert!((fair[at(total)] - count / throws).abs() < 1e-15, "{total}");
    }
    let paid: f64 = target.iter().zip(&prizes).map(|(probability, prize)| probability * prize).sum();
    assert!((paid - 35.0).abs() < 1e-9, "0.7 of a stake of 50 cents, not {paid}");
    let wins: f64 = target.iter().zip(&prizes).filter(|(_, prize)| **prize > 0.0).map(|(probability, _)| probability).sum();
    assert!((wins - 163_402.0 / 700_000.0).abs() < 1e-12);
    let paid_out: f64 = observed.iter().zip(&prizes).map(|(count, prize)| count * prize).sum();
    assert!((paid_out - 24_500_000.0).abs() < 0.5, "the totals of a whole block pay its table, not {paid_out}");
}

fn parquet(folder: &Folder, name: &str) -> DataFrame {
    ParquetReader::new(std::fs::File::open(folder.path().join(name)).unwrap()).finish().unwrap()
}

/// One play, and prizes only: no figure is NaN, no file is missing, the report still fits.
#[test]
fn the_smallest_runs_are_runs() {
    let folder = Folder::new();
    for (number, arguments) in ["--n 1", "--n 1 --judge none", "--n 1 --sampling iid", "--n 49999", "--n 700001 --judge none"].iter().enumerate() {
        let done = folder.sim(&format!("--game yams --seed {number} {arguments}")).ends(0);
        assert_fits(&done.stdout);
        assert!(!done.stdout.contains("NaN") && !done.stdout.contains("inf"), "{}", done.stdout);
    }
    for name in folder.names("results") {
        let text = folder.text(&format!("results/{name}/summary.json"));
        let summary: Value = serde_json::from_str(&text).unwrap();
        assert!(summary["rtp"]["exact"].is_number());
        for table in ["prizes.csv", "observables.csv", "totals.csv"] {
            let csv = folder.text(&format!("results/{name}/{table}"));
            assert!(!csv.contains("NaN") && !csv.contains("inf"), "{name}/{table}");
        }
    }
}

/// `sim report` remakes the tables of a run, never over those of another one.
#[test]
fn a_report_never_replaces_another_run() {
    let folder = Folder::new();
    folder.sim("--game yams --n 100 --seed 1 --name same --out a --no-charts").ends(0);
    folder.sim("--game yams --n 200 --seed 2 --name same --out b --no-charts").ends(0);
    let before = folder.read("a/same/run.json");
    let done = folder.sim("report b/same --out a --no-charts");
    assert_eq!(done.code, 2, "{done:?}");
    assert!(done.stderr.contains("a/same") && done.stderr.contains("another run"), "{done:?}");
    assert!(folder.read("a/same/run.json") == before, "the run is as it was");
    folder.sim("report a/same --no-charts").ends(0);
}

/// What cannot be read as text is a damaged run file, not a mistake of the user.
#[test]
fn a_run_file_that_is_no_text_is_damaged() {
    let folder = Folder::new();
    folder.sim("--game yams --n 100 --seed 1 --name run --out a --no-charts").ends(0);
    let mut bytes = folder.read("a/run/run.json");
    let letter = bytes.iter().position(|&byte| byte >= 0x80).unwrap();
    bytes[letter] = b'x';
    std::fs::write(folder.path().join("a/run/run.json"), bytes).unwrap();
    for command in ["report a/run --no-charts", "compare a/run a/run"] {
        let done = folder.sim(command);
        assert_eq!(done.code, 3, "{command}: {done:?}");
    }
}

/// An old summary never stands beside new files: it is the mark of a finished run.
#[test]
fn a_run_that_could_not_be_written_is_not_finished() {
    let folder = Folder::new();
    folder.sim("--game yams --n 1000 --seed 1 --name run --out a --no-charts").ends(0);
    std::fs::remove_file(folder.path().join("a/run/prizes.csv")).unwrap();
    std::fs::create_dir(folder.path().join("a/run/prizes.csv")).unwrap();
    let done = folder.sim("--game yams --n 2000 --seed 2 --name run --out a --no-charts --force");
    assert_eq!(done.code, 74, "{done:?}");
    assert!(!folder.names("a/run").contains(&"summary.json".to_owned()), "{:?}", folder.names("a/run"));
}

/// A stated prize that is no whole number of cents is a mistake, not a missing one.
#[test]
fn a_stated_prize_must_be_readable() {
    let folder = Folder::new();
    let visual = "{\"cups\":[[2,3,6,5,1],[4,6,1,4,3],[1,3,2,6,5]],\"prize_cents\":";
    for (prize, code) in [("0}", 0), ("null}", 0), ("50}", 1), ("\"50\"}", 2), ("5.5}", 2), ("1e300}", 2)] {
        let done = folder.sim_with("judge yams", &format!("{visual}{prize}\n"));
        assert_eq!(done.code, code, "{prize}: {done:?}");
    }
}

/// Tables and charts may share a folder, which is then held once.
#[test]
fn one_folder_may_hold_tables_and_charts() {
    let folder = Folder::new();
    folder.sim("--game yams --n 5000 --seed 42 --out all --charts ./all --quiet").ends(0);
    let names = folder.names("all/yams-50-n5000-s42");
    assert!(["run.json", "summary.json", "report.html"].iter().all(|name| names.iter().any(|there| there == name)), "{names:?}");
    folder.sim("report all/yams-50-n5000-s42 --charts all --quiet").ends(0);
}
