//! Promise: a run file is the run. It reads back as it was, and what is damaged, foreign or contradictory is refused, never misread, never a panic.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use proptest::prelude::*;
use serde_json::{Value, json};
use sha2::Digest;
use sim::engine::{Judging, Plan, Sampling, Watch, run};
use sim::games::{build, built_in, check};
use sim::run_file::{OpenRun, RunFile, RunFileError};
use std::sync::LazyLock;

/// A finished run of Yam's at the lowest stake.
fn finished(plays: u64, sampling: Sampling, judging: Judging, threads: usize) -> OpenRun {
    let game = check(built_in("yams").unwrap()).unwrap();
    let playable = build(&game, None).unwrap();
    let plan = Plan { seed: 42, plays, sampling, judging };
    let outcome = run(playable.as_ref(), plan, threads, &Watch::default()).unwrap();
    OpenRun::new(game, playable, outcome)
}

fn text(open: &OpenRun) -> String {
    open.run.to_json(&open.game)
}

#[test]
fn a_run_reads_back_as_it_was() {
    for (plays, sampling, judging) in [
        (1, Sampling::Block, Judging::Full),
        (60_001, Sampling::Block, Judging::Full),
        (1_500_000, Sampling::Block, Judging::None),
        (70_000, Sampling::Iid, Judging::Full),
    ] {
        let open = finished(plays, sampling, judging, 1);
        let again = RunFile::open(&text(&open)).unwrap();
        assert_eq!(again.run, open.run);
        assert_eq!(text(&again), text(&open));
    }
}

#[test]
fn equal_runs_have_equal_files_whatever_the_threads() {
    let one = text(&finished(700_000, Sampling::Block, Judging::Full, 1));
    for threads in [2, 3, 7] {
        assert!(one == text(&finished(700_000, Sampling::Block, Judging::Full, threads)), "{threads} threads give another run file");
    }
}

/// Lines end as another system writes them: still the same run.
#[test]
fn line_ends_do_not_matter() {
    let open = finished(50_000, Sampling::Block, Judging::Full, 1);
    let windows = text(&open).replace('\n', "\r\n");
    assert_eq!(RunFile::open(&windows).unwrap().run, open.run);
}

#[test]
fn every_changed_byte_is_noticed() {
    let open = finished(20_000, Sampling::Block, Judging::Full, 1);
    let whole = text(&open);
    // two bits of every byte are changed, one at a time; of the game's text, which one hash covers, those of every 97th byte
    let game = whole.find("\"game_file\"").unwrap()..whole.find("\"plan\"").unwrap();
    let mut changed = 0;
    for at in (0..whole.len()).filter(|at| !game.contains(at) || at % 97 == 0) {
        for bit in [0, 4] {
            let mut bytes = whole.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            let Ok(damaged) = String::from_utf8(bytes) else { continue };
            changed += 1;
            if let Ok(read) = RunFile::open(&damaged) {
                assert_eq!(read.run, open.run, "byte {at} bit {bit} was changed and something else was read");
            }
        }
    }
    assert!(changed > 5_000, "{changed}");
}

#[test]
fn every_cut_is_noticed() {
    let whole = text(&finished(20_000, Sampling::Block, Judging::Full, 1));
    let end = whole.trim_end().len();
    for at in (0..end).step_by(13).filter(|&at| whole.is_char_boundary(at)) {
        assert!(matches!(RunFile::open(&whole[..at]), Err(RunFileError::Foreign(_))), "cut at {at}");
    }
}

/// A change to the file's JSON with the checksum made right again, as a clever tool would write it.
fn forged(whole: &str, change: impl Fn(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(whole).unwrap();
    change(&mut value);
    let ordered = |value: &Value, keys: &[&str]| {
        let pairs: Vec<String> = keys.iter().filter_map(|key| value.get(*key).map(|value| format!("\"{key}\":{value}"))).collect();
        format!("{{{}}}", pairs.join(","))
    };
    let list = |value: &Value, entry_text: &dyn Fn(&Value) -> String| {
        let entries: Vec<String> = value.as_array().unwrap().iter().map(entry_text).collect();
        if entries.is_empty() { "[]".to_owned() } else { format!("[\n  {}\n]", entries.join(",\n  ")) }
    };
    let witness = |entry: &Value| {
        let place = ordered(&entry["place"], &["batch", "tier", "index"]);
        format!("{{\"fault\":{},\"place\":{place},\"judged\":{}}}", entry["fault"], entry["judged"])
    };
    let keys = ["format", "program", "game", "game_sha256", "game_file", "plan", "tiers", "mismatches", "witnesses", "convergence"];
    let body: Vec<String> = keys
        .iter()
        .map(|&key| {
            let entry = &value[key];
            let text = match key {
                "plan" => ordered(entry, &["stake_cents", "plays", "plays_planned", "seed", "sampling", "judging", "batch_plays", "streams"]),
                "tiers" => list(entry, &|tier| ordered(tier, &["plays", "judged", "ambiguous", "row"])),
                "mismatches" => list(entry, &|mismatch| ordered(mismatch, &["tier", "judged_cents", "plays"])),
                "witnesses" => list(entry, &witness),
                "convergence" => list(entry, &|point| ordered(point, &["batch", "plays", "tiers"])),
                _ => entry.to_string(),
            };
            format!("\"{key}\": {text}")
        })
        .collect();
    let body = body.join(",\n");
    let checksum = sha2::Sha256::digest(body.as_bytes()).iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    format!("{{\n{body},\n\"checksum_sha256\": \"{checksum}\"\n}}\n")
}

#[test]
fn forging_without_a_change_changes_nothing() {
    let whole = text(&finished(60_000, Sampling::Block, Judging::Full, 1));
    assert_eq!(forged(&whole, |_| {}), whole);
}

type Change = (&'static str, fn(&mut Value));

#[test]
fn contradictions_are_refused_even_with_a_right_checksum() {
    let whole = text(&finished(60_000, Sampling::Block, Judging::Full, 1));
    let changes: [Change; 20] = [
        ("more plays", |file| file["plan"]["plays"] = 60_001.into()),
        ("no play", |file| file["plan"]["plays"] = 0.into()),
        ("plays beyond any run", |file| file["plan"]["plays"] = u64::MAX.into()),
        ("another stake, not sold", |file| file["plan"]["stake_cents"] = 51.into()),
        ("a negative stake", |file| file["plan"]["stake_cents"] = (-50).into()),
        ("prizes only", |file| file["plan"]["judging"] = "none".into()),
        ("another stream", |file| file["plan"]["streams"] = "stream-v0".into()),
        ("another batch", |file| file["plan"]["batch_plays"] = 0.into()),
        ("a tier less", |file| drop(file["tiers"].as_array_mut().unwrap().pop())),
        ("a play more in a tier", |file| file["tiers"][9]["plays"] = 60_000.into()),
        ("a tier not judged", |file| file["tiers"][9]["judged"] = 0.into()),
        ("more ambiguous than judged", |file| file["tiers"][0]["ambiguous"] = u64::MAX.into()),
        ("a counter less", |file| drop(file["tiers"][9]["row"].as_array_mut().unwrap().pop())),
        ("a counter beyond reason", |file| file["tiers"][9]["row"][0] = u64::MAX.into()),
        ("a mismatch of no tier", |file| file["mismatches"] = json!([{"tier": 10, "judged_cents": 5, "plays": 1}])),
        ("more mismatches than plays", |file| file["mismatches"] = json!([{"tier": 9, "judged_cents": 5, "plays": 60_000}])),
        ("a witness outside", |file| {
            file["witnesses"] = json!([{"fault": "mismatch", "place": {"batch": 2, "tier": 0, "index": 0}, "judged": 1}]);
        }),
        ("a point moved", |file| file["convergence"][0]["batch"] = 1.into()),
        ("a point less", |file| drop(file["convergence"].as_array_mut().unwrap().pop())),
        ("a curve that falls", |file| file["convergence"][0]["tiers"] = file["convergence"][1]["tiers"].clone()),
    ];
    for (what, change) in changes {
        let error = RunFile::open(&forged(&whole, change)).expect_err(what);
        assert!(!matches!(error, RunFileError::Checksum(_) | RunFileError::Foreign(_)), "{what}: {error}");
    }
}

#[test]
fn numbers_of_another_kind_are_refused() {
    let whole = text(&finished(60_000, Sampling::Block, Judging::Full, 1));
    let changes: [Change; 4] = [
        ("a negative count", |file| file["tiers"][0]["plays"] = (-1).into()),
        ("a fraction", |file| file["plan"]["seed"] = 0.5.into()),
        ("a word", |file| file["plan"]["plays"] = "60000".into()),
        ("nothing", |file| file["tiers"][0]["row"] = Value::Null),
    ];
    for (what, change) in changes {
        assert!(matches!(RunFile::open(&forged(&whole, change)), Err(RunFileError::Foreign(_))), "{what}");
    }
}

#[test]
fn other_files_are_named_for_what_they_are() {
    for (text, part) in [
        ("", "no run file"),
        ("null", "no run file"),
        ("[1, 2]", "no run file"),
        ("{}", "no run file"),
        ("{\"format\": 1}", "no run file"),
        ("not JSON at all", "no run file"),
        ("{\"format\": 2, \"game_sha256\": \"\"}", "format 2"),
        (&"[".repeat(100_000), "no run file"),
    ] {
        let error = RunFile::open(text).unwrap_err().to_string();
        assert!(error.contains(part), "{}: {error}", &text[..text.len().min(40)]);
    }
    let whole = text(&finished(1_000, Sampling::Block, Judging::Full, 1));
    let other_game = whole.replacen("winners = 80_500", "winners = 80_501", 1).replacen("winners = 80500", "winners = 80501", 1);
    assert_ne!(other_game, whole, "the game file writes this count another way");
    assert_eq!(RunFile::open(&other_game).unwrap_err(), RunFileError::Checksum("`game_sha256`"));
    let later = whole.replacen("\"format\": 1", "\"format\": 7", 1);
    assert_eq!(RunFile::open(&later).unwrap_err(), RunFileError::Format(7));
}

/// A run file, and the state of a run that was stopped.
static STATES: LazyLock<[String; 2]> = LazyLock::new(|| {
    let whole = finished(60_000, Sampling::Block, Judging::Full, 1);
    let mut stopped = finished(100_000, Sampling::Block, Judging::Full, 1);
    stopped.run.planned = Some(1_000_000);
    [text(&whole), text(&stopped)]
});

/// The places of all numbers and words below `value`.
fn leaves(value: &Value, place: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(entries) => entries.iter().for_each(|(key, value)| leaves(value, &format!("{place}/{key}"), found)),
        Value::Array(entries) => entries.iter().enumerate().for_each(|(at, value)| leaves(value, &format!("{place}/{at}"), found)),
        _ => found.push(place.to_owned()),
    }
}

/// What a number is changed to.
fn number(edge: u8, was: u64) -> Value {
    match edge {
        0..4 => [0, 1, 2, 50_000][usize::from(edge)].into(),
        4 => was.wrapping_add(1).into(),
        5 => was.wrapping_sub(1).into(),
        6 => ((1_u64 << 63) - 1).into(),
        7 => (1_u64 << 63).into(),
        8 => u64::MAX.into(),
        9 => (-1).into(),
        10 => json!(1.5),
        11 => Value::Null,
        _ => json!("x"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: std::env::var("SIM_FUZZ_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(150), failure_persistence: None, ..ProptestConfig::default()
    })]

    /// Numbers changed anywhere, with every checksum made right again: refused, or a run that adds up.
    #[test]
    fn forged_numbers_are_refused_or_add_up(state in 0..2_usize, changes in prop::collection::vec((any::<u32>(), 0..13_u8), 1..4)) {
        let text = forged(&STATES[state], |file| {
            let mut places = Vec::new();
            for part in ["plan", "tiers", "mismatches", "witnesses", "convergence"] {
                leaves(&file[part], &format!("/{part}"), &mut places);
            }
            for &(place, edge) in &changes {
                let leaf = file.pointer_mut(&places[place as usize % places.len()]).unwrap();
                *leaf = number(edge, leaf.as_u64().unwrap_or(0));
            }
        });
        if let Ok(open) = RunFile::open(&text) {
            let drawn: u64 = open.run.tally.drawn().iter().sum();
            prop_assert_eq!(drawn, open.run.plan.plays);
            prop_assert!(open.run.tally.tiers.iter().flat_map(|tier| &tier.row).all(|&count| count < 1 << 63));
            // and it can be merged with itself, or that is an error
            let mut twice = open.run.tally.clone();
            let _ = twice.merge(&open.run.tally);
        }
    }
}
