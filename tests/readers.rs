//! Every reader of a file or an argument, fed with what people, programs and accidents make of right texts: an answer or an error, and never a panic.
//!
//! `SIM_FUZZ_CASES=1000000 PROPTEST_RNG_SEED=7 cargo test --release --no-default-features --test readers` looks longer, and at other cases than every run.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use proptest::prelude::*;
use sim::engine::{Judging, Plan, Sampling, Watch, run};
use sim::game::Playable;
use sim::games::template::{MECHANICS, new_file};
use sim::games::{BUILT_IN, build, check, tracer};
use sim::prize::TierId;
use sim::random::{Lanes, Purpose};
use sim::run_file::{OpenRun, RunFile};
use sim::spec::differences;
use sim::tally::Place;
use std::sync::LazyLock;

/// Cases of each property: few in an ordinary run.
fn cases() -> ProptestConfig {
    let cases = std::env::var("SIM_FUZZ_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(150);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The text of a game file of each kind.
static FILES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let new = MECHANICS.iter().map(|(mechanic, _)| new_file("my-game", "My game", mechanic).unwrap());
    BUILT_IN.iter().map(|game| game.text.to_owned()).chain(new).collect()
});

/// The built-in games at their lowest stakes.
static GAMES: LazyLock<Vec<Box<dyn Playable>>> =
    LazyLock::new(|| BUILT_IN.iter().map(|game| build(&check(game.text).unwrap(), None).unwrap()).collect());

/// A small run file of each kind of game.
static RUNS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let run_of = |text: &String| {
        let file = check(text).unwrap();
        let game = build(&file, None).unwrap();
        let plan = Plan { seed: 5, plays: 2_000, sampling: Sampling::Block, judging: Judging::Full };
        let outcome = run(game.as_ref(), plan, 1, &Watch::default()).unwrap();
        let open = OpenRun::new(file, game, outcome);
        open.run.to_json(&open.game)
    };
    FILES.iter().map(run_of).collect()
});

/// An edit: where, what kind, and what is put there.
fn edits() -> impl Strategy<Value = Vec<(u32, u8, String)>> {
    let odd = "[0-9\"=\\[\\]{}:,. \n_-]{1,4}|\\PC{1,3}|18446744073709551616|-9223372036854775808|1e999|null|-0|\u{202f}|\u{0}";
    prop::collection::vec((any::<u32>(), 0..5_u8, odd), 1..5)
}

/// What people and machines break: characters, pieces, lines, numbers.
fn broken(text: &str, edits: &[(u32, u8, String)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (place, kind, insert) in edits {
        let at = *place as usize % (letters.len() + 1);
        let digits = letters[at..].iter().take_while(|letter| letter.is_ascii_digit()).count();
        match kind {
            0 => drop(letters.drain(at..(at + 1).min(letters.len()))),
            1 => drop(letters.splice(at..at, insert.chars())),
            2 => drop(letters.drain(at..(at + 40).min(letters.len()))),
            3 if digits > 0 => drop(letters.splice(at..at + digits, insert.chars())),
            _ => {
                let line: Vec<char> = letters[at..].iter().copied().take_while(|&letter| letter != '\n').take(400).collect();
                letters.splice(at..at, line);
            }
        }
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn broken_game_files_are_played_or_refused(file in 0..7_usize, edits in edits()) {
        let text = broken(&FILES[file], &edits);
        let _ = differences(&FILES[file], &text);
        match check(&text) {
            // what the check lets pass can be built, and drawn from: once of each prize
            Ok(file) => {
                for offer in &file.offers {
                    let game = build(&file, Some(offer.table.stake()));
                    prop_assert!(game.is_ok(), "{}", game.err().map(|error| error.to_string()).unwrap_or_default());
                    let game = game.unwrap();
                    for tier in game.prize_table().ids().take(12) {
                        let shown = game.show(tier, &mut Lanes::new(1, Purpose::Test, 0), true);
                        prop_assert_eq!(shown.prize, game.prize_table().prize(tier), "{}", shown.json);
                        prop_assert!(!shown.ambiguous);
                    }
                }
            }
            Err(findings) => {
                prop_assert!(findings.has_errors());
                let (listing, json) = (findings.listing("file", &text), findings.json("file", &text));
                prop_assert!(listing.starts_with("file:") && serde_json::from_str::<serde_json::Value>(&json).is_ok());
            }
        }
    }

    #[test]
    fn broken_visuals_are_judged_or_refused(game in 0..3_usize, tier in 0..6_u16, seed: u64, edits in edits(), stray in "\\PC{0,60}") {
        let playable = GAMES[game].as_ref();
        let shown = playable.show(TierId(tier), &mut Lanes::new(seed, Purpose::Test, 0), false);
        let line = broken(&shown.json, &edits);
        let explained = tracer(&check(BUILT_IN[game].text).unwrap(), None).unwrap().trace(&line);
        match (playable.judge_json(&line, false), explained) {
            (Ok(judged), Ok(trace)) => prop_assert_eq!(judged.prize, trace.prize(), "{}", line),
            (judged, trace) => prop_assert_eq!(judged.is_err(), trace.is_err(), "{}", line),
        }
        let _ = playable.judge_picture(&broken(&shown.picture, &edits), false);
        let _ = (playable.judge_json(&stray, false), playable.judge_picture(&stray, false));
    }

    #[test]
    fn broken_run_files_are_opened_or_refused(run in 0..7_usize, edits in edits()) {
        let text = broken(&RUNS[run], &edits);
        if let Ok(open) = RunFile::open(&text) {
            let drawn: u64 = open.run.tally.drawn().iter().sum();
            prop_assert_eq!(drawn, open.run.plan.plays);
        }
    }

    #[test]
    fn any_place_is_read_or_refused(text in "\\PC{0,20}|[0-9:]{0,40}") {
        if let Ok(place) = text.parse::<Place>() {
            prop_assert_eq!(place.to_string().parse::<Place>().ok(), Some(place));
            for game in GAMES.iter().filter(|_| place.index < 4_000) {
                let _ = game.redraw(1, place, false);
            }
        }
    }
}
