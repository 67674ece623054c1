//! Promise: the file of a plan and the files of its parts read back as they were; whatever else they hold is refused, never misread, never a panic.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use proptest::prelude::*;
use serde_json::Value;
use sha2::Digest;
use sim::engine::shard::{MOST_SHARDS, join, play};
use sim::engine::{Judging, Plan, Sampling, Watch, run};
use sim::games::template::new_file;
use sim::games::{BUILT_IN, build, built_in, check};
use sim::run_file::{OpenPlan, OpenRun, Part, RunFileError};
use std::sync::LazyLock;

fn plan_of(game: &str, plays: u64, sampling: Sampling, judging: Judging, shards: u64) -> OpenPlan {
    let table = new_file("trial", "Trial", "table").unwrap();
    let game = check(built_in(game).unwrap_or(&table)).unwrap();
    let playable = build(&game, None).unwrap();
    OpenPlan::new(game, playable, Plan { seed: 42, plays, sampling, judging }, shards).unwrap()
}

fn part(plan: &OpenPlan, shard: u64) -> Part {
    let batches = plan.shards().batches_of(shard);
    Part { shard, section: play(plan.playable.as_ref(), plan.file.plan, batches, None, 1, &Watch::default()).unwrap() }
}

/// The first batches of a shard.
fn state(plan: &OpenPlan, shard: u64, batches: u64) -> Part {
    let from = plan.shards().batches_of(shard).start;
    Part { shard, section: play(plan.playable.as_ref(), plan.file.plan, from..from + batches, None, 1, &Watch::default()).unwrap() }
}

/// In place of the id of a built-in game: a prize table alone.
const TABLE: &str = "a table";

#[test]
fn parts_of_every_kind_of_run_read_back_and_are_the_run() {
    for (game, plays, sampling, judging) in [
        ("yams", 1_500_001, Sampling::Block, Judging::Full),
        ("yams", 160_000, Sampling::Iid, Judging::Full),
        ("star-color", 2_100_000, Sampling::Block, Judging::None),
        ("diamond-river", 60_000, Sampling::Block, Judging::Full),
        (TABLE, 555_555, Sampling::Block, Judging::Full),
        (TABLE, 555_555, Sampling::Iid, Judging::Full),
    ] {
        for shards in [1, 2, 7, 16] {
            let plan = plan_of(game, plays, sampling, judging, shards);
            let again = OpenPlan::open(&plan.to_json()).unwrap();
            assert_eq!((&again.file, &again.id, again.to_json()), (&plan.file, &plan.id, plan.to_json()));
            let sections: Vec<_> = (0..shards)
                .rev()
                .map(|shard| {
                    let part = part(&plan, shard);
                    let text = part.to_json(&plan);
                    let read = Part::open(&text, &again).unwrap();
                    assert!(read == part && read.is_whole(&plan), "{game} {shard} of {shards}");
                    read.section
                })
                .collect();
            let joined = join(plan.playable.as_ref(), plan.file.plan, sections).unwrap();
            let whole = run(plan.playable.as_ref(), plan.file.plan, 2, &Watch::default()).unwrap();
            assert_eq!(joined, whole, "{game} in {shards}");
            let game = check(&plan.game.text).unwrap();
            let text = |outcome| OpenRun::new(check(&plan.game.text).unwrap(), build(&game, None).unwrap(), outcome).run.to_json(&game);
            assert!(text(joined) == text(whole));
        }
    }
}

#[test]
fn a_state_is_a_part_that_is_not_whole() {
    let plan = plan_of("yams", 3_000_000, Sampling::Block, Judging::Full, 2);
    for batches in [1, 13, 14, 15, 31] {
        let state = state(&plan, 1, batches);
        let read = Part::open(&state.to_json(&plan), &plan).unwrap();
        assert!(read == state && !read.is_whole(&plan), "{batches}");
    }
}

/// What names a plan: everything in it, and nothing else.
#[test]
fn every_difference_of_plans_is_another_plan() {
    let id = |plays, sampling, judging, shards| plan_of("yams", plays, sampling, judging, shards).id;
    let ids = [
        id(100_000, Sampling::Block, Judging::Full, 2),
        id(100_001, Sampling::Block, Judging::Full, 2),
        id(100_000, Sampling::Iid, Judging::Full, 2),
        id(100_000, Sampling::Block, Judging::None, 2),
        id(100_000, Sampling::Block, Judging::Full, 3),
        plan_of("star-color", 100_000, Sampling::Block, Judging::Full, 2).id,
    ];
    for (number, one) in ids.iter().enumerate() {
        assert!(one.len() == 64 && !ids[..number].contains(one));
    }
    assert_eq!(id(100_000, Sampling::Block, Judging::Full, 2), ids[0]);
}

#[test]
fn impossible_plans_are_refused() {
    let game = check(BUILT_IN[0].text).unwrap();
    for (plays, shards) in [(0, 1), (u64::MAX, 1), (1_000, 0), (1_000, MOST_SHARDS + 1)] {
        let plan = Plan { seed: 1, plays, sampling: Sampling::Block, judging: Judging::Full };
        let playable = build(&game, None).unwrap();
        assert!(matches!(OpenPlan::new(check(BUILT_IN[0].text).unwrap(), playable, plan, shards), Err(RunFileError::Numbers(_))), "{plays} {shards}");
    }
}

/// One bit of every byte, in turn; of the game's text, which one hash covers, of every 97th: none is read as a plan or a part, not even as the same one.
#[test]
fn every_changed_bit_is_refused() {
    let plan = plan_of("yams", 140_000, Sampling::Block, Judging::Full, 2);
    let (plan_text, part_text) = (plan.to_json(), part(&plan, 0).to_json(&plan));
    let game = plan_text.find("\"game_file\"").unwrap()..plan_text.find("\"plan\"").unwrap();
    let flipped = |text: &str, at: usize, bit: usize| {
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] ^= 1 << bit;
        String::from_utf8(bytes).ok()
    };
    let mut changed = 0;
    for at in (0..part_text.len()).flat_map(|at| [(at, at % 7), (at, 4), (at, 0)]) {
        if let Some(damaged) = flipped(&part_text, at.0, at.1) {
            assert!(Part::open(&damaged, &plan).is_err(), "bit {} of byte {}", at.1, at.0);
            changed += 1;
        }
    }
    for at in (0..plan_text.len()).filter(|at| !game.contains(at) || at % 97 == 0) {
        if let Some(damaged) = flipped(&plan_text, at, at % 7) {
            assert!(OpenPlan::open(&damaged).is_err(), "byte {at}");
            changed += 1;
        }
    }
    assert!(changed > 9_000, "{changed}");
}

#[test]
fn every_cut_and_every_addition_is_refused() {
    let plan = plan_of("yams", 140_000, Sampling::Block, Judging::Full, 2);
    for text in [plan.to_json(), part(&plan, 1).to_json(&plan)] {
        let opens = |text: &str| OpenPlan::open(text).is_ok() || Part::open(text, &plan).is_ok();
        assert!(opens(&text));
        for at in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
            assert!(!opens(&text[..at]), "cut at {at}");
        }
        for more in [format!("{text}\n"), format!(" {text}"), text.replace('\n', "\r\n"), format!("{text}{text}")] {
            assert!(!opens(&more));
        }
    }
}

/// A change with every checksum made right again, as a clever tool would write it.
fn forged(part: &Part, plan: &OpenPlan, from: &str, to: &str) -> String {
    let text = part.to_json(plan);
    let body = text.strip_prefix("{\n").unwrap().split(",\n\"checksum_sha256\"").next().unwrap();
    assert!(body.contains(from), "`{from}` is not in the part");
    let body = body.replacen(from, to, 1);
    let checksum = sha2::Sha256::digest(body.as_bytes()).iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    format!("{{\n{body},\n\"checksum_sha256\": \"{checksum}\"\n}}\n")
}

#[test]
fn parts_of_something_else_are_named_for_what_they_are() {
    let plan = plan_of("yams", 2_100_000, Sampling::Block, Judging::Full, 3);
    let part = part(&plan, 1);
    assert_eq!(forged(&part, &plan, "\"shard\"", "\"shard\""), part.to_json(&plan));
    let value: Value = serde_json::from_str(&part.to_json(&plan)).unwrap();
    let winners = format!("{{\"plays\":{}", value["tiers"][9]["plays"]);
    for (from, to, said) in [
        ("\"format\": 1", "\"format\": 2", "format 2"),
        (sim::run_file::PROGRAM, "sim 9.9.9", "made by sim 9.9.9"),
        (&plan.id[..8], "00000000", "another plan"),
        ("\"shard\": 1", "\"shard\": 2", "batches from 14"),
        ("\"shard\": 1", "\"shard\": 3", "shard 3 of 3"),
        ("\"shard\": 1", "\"shard\": -1", "no part"),
        ("\"shards\": 3", "\"shards\": 4", "of 4, but the plan has 3"),
        ("\"from\":14", "\"from\":0", "batches from 0"),
        ("\"done\":28", "\"done\":27", "add up"),
        ("\"done\":28", "\"done\":29", "batches from"),
        ("\"to\":28", "\"to\":27", "batches from"),
        (&winners, "{\"plays\":1", "tier 9 has 1 plays"),
        (
            "\"witnesses\": []",
            "\"witnesses\": [\n  {\"fault\":\"mismatch\",\"place\":{\"batch\":0,\"tier\":0,\"index\":0},\"judged\":5}\n]",
            "a witness stands at 0:0:0",
        ),
        ("\"mismatches\": []", "\"mismatches\": [\n  {\"tier\":0,\"judged_cents\":5,\"plays\":2}\n]", "mismatches"),
        ("\"ends\":", "\"ends\":1", "is not the one to batch"),
        ("\"witnesses\": []", "\"witnesses\": [],\n\"more\": 1", "no part"),
    ] {
        let error = Part::open(&forged(&part, &plan, from, to), &plan).expect_err(to).to_string();
        assert!(error.contains(said), "{from} -> {to}: {error}");
    }
    // plays moved between two stretches, sums kept by one tier's loss
    let mut moved = part.clone();
    let touched: Vec<usize> = (0..moved.section.tally.stretches.len()).filter(|&at| moved.section.tally.stretches[at][9] > 0).collect();
    moved.section.tally.stretches[touched[0]][9] -= 1;
    moved.section.tally.stretches[touched[1]][9] += 1;
    let error = Part::open(&moved.to_json(&plan), &plan).unwrap_err().to_string();
    assert!(error.contains("stretch of the convergence curve"), "{error}");
    // an empty part that holds something, and a part of another plan with the same shape
    let many = plan_of("yams", 2_100_000, Sampling::Block, Judging::Full, 4);
    assert!(matches!(Part::open(&part.to_json(&plan), &many), Err(RunFileError::Stranger(_))));
    for other in ["", "null", "{}", "[]", "{\"format\":1}", &plan.to_json(), "x", &"[".repeat(100_000)] {
        assert!(matches!(Part::open(other, &plan), Err(RunFileError::NotA { .. })), "{}", &other[..other.len().min(40)]);
        assert!(OpenPlan::open(other).is_ok() || matches!(OpenPlan::open(other), Err(RunFileError::NotA { .. })));
    }
}

#[test]
fn plans_of_something_else_are_named_for_what_they_are() {
    let plan = plan_of("yams", 2_100_000, Sampling::Block, Judging::Full, 3);
    let forged = |from: &str, to: &str| {
        let text = plan.to_json();
        let body = text.strip_prefix("{\n").unwrap().split(",\n\"plan_id\"").next().unwrap().replacen(from, to, 1);
        let id = sha2::Sha256::digest(body.as_bytes()).iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
        format!("{{\n{body},\n\"plan_id\": \"{id}\"\n}}\n")
    };
    assert_eq!(forged("", ""), plan.to_json());
    for (from, to, said) in [
        ("\"format\": 1", "\"format\": 2", "format 2"),
        (sim::run_file::PROGRAM, "sim 9.9.9", "made by sim 9.9.9"),
        ("\"shards\": 3", "\"shards\": 0", "0 shards"),
        ("\"shards\": 3", "\"shards\": 1000001", "1000001 shards"),
        ("\"plays\":2100000", "\"plays\":0", "0 plays"),
        ("\"plays\":2100000", "\"plays\":2100000,\"plays_planned\":9", "does not match"),
        ("\"stake_cents\":50", "\"stake_cents\":51", "not valid"),
        ("stream-v1", "stream-v0", "stream version"),
        ("\"batch_plays\":50000", "\"batch_plays\":1", "batch size"),
        ("Yam's", "Yem's", "game_sha256"),
    ] {
        let error = OpenPlan::open(&forged(from, to)).expect_err(to).to_string();
        assert!(error.contains(said), "{from} -> {to}: {error}");
    }
}

/// As `SIM_FUZZ_CASES` says.
fn cases() -> ProptestConfig {
    let cases = std::env::var("SIM_FUZZ_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(256);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A text whose numbers, some of them, are others, with its checksum `key` made right again.
fn with_other_numbers(text: &str, key: &str, changes: &[(u32, u8)]) -> String {
    let mut body = text.strip_prefix("{\n").unwrap().split(&format!(",\n\"{key}\"")).next().unwrap().to_owned();
    for &(place, edge) in changes {
        // runs of digits, those inside words and checksums too
        let is_digit = |at: usize| body.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
        let starts: Vec<usize> = (0..body.len()).filter(|&at| is_digit(at) && (at == 0 || !is_digit(at - 1))).collect();
        let from = starts[place as usize % starts.len()];
        let length = body[from..].bytes().take_while(u8::is_ascii_digit).count();
        let other =
            ["0", "1", "2", "50000", "9223372036854775807", "9223372036854775808", "18446744073709551615", "-1", "1.5", "null", "\"x\"", "1e400", ""];
        body.replace_range(from..from + length, other[usize::from(edge) % other.len()]);
    }
    let id = sha2::Sha256::digest(body.as_bytes()).iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    format!("{{\n{body},\n\"{key}\": \"{id}\"\n}}\n")
}

static PLAN: LazyLock<OpenPlan> = LazyLock::new(|| plan_of("yams", 140_000, Sampling::Block, Judging::Full, 2));
static PART: LazyLock<String> = LazyLock::new(|| part(&PLAN, 0).to_json(&PLAN));

proptest! {
    #![proptest_config(cases())]

    /// Numbers changed anywhere, with the checksum made right again: refused, or a plan that is one, and a part that can be joined or is refused then.
    #[test]
    fn forged_numbers_are_refused_or_make_sense(changes in prop::collection::vec((any::<u32>(), 0..13_u8), 1..4)) {
        if let Ok(plan) = OpenPlan::open(&with_other_numbers(&PLAN.to_json(), "plan_id", &changes)) {
            prop_assert!(plan.file.plan.plays > 0 && (1..=MOST_SHARDS).contains(&plan.shards().count));
        }
        if let Ok(part) = Part::open(&with_other_numbers(&PART, "checksum_sha256", &changes), &PLAN) {
            prop_assert!(part.shard < 2);
            let _ = join(PLAN.playable.as_ref(), PLAN.file.plan, vec![part.section]);
        }
    }

    /// No text panics, and texts near a part are refused.
    #[test]
    fn any_text_is_refused(text in "\\PC{0,200}", from in 0..3_000_usize, length in 0..50_usize) {
        prop_assert!(OpenPlan::open(&text).is_err() && Part::open(&text, &PLAN).is_err());
        let part = &*PART;
        let from = from % part.len();
        let near = format!("{}{text}{}", &part[..from], &part[(from + length).min(part.len())..]);
        prop_assert!(near == *part || Part::open(&near, &PLAN).is_err());
    }
}
