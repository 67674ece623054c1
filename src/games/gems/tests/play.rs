//! The game as a whole: ways, texts, prefixes, a whole block.

use super::super::ways::ways_of;
use super::*;
use crate::engine::{Judging, Plan, Sampling, Watch, run};

#[test]
fn ways_are_enumerated() {
    let rules = game().rules;
    let counts = [3, 6, 10, 20, 50, 100, 1_000, 30_000].map(|euros| ways_of(Cents(euros * 100), &rules, 4).len());
    assert_eq!(counts, [2, 4, 2, 4, 8, 7, 2, 1]);
    let names: Vec<String> = ways_of(Cents(2_000), &rules, 4).iter().map(|way| way.name(&rules)).collect();
    assert_eq!(names, ["blue", "wheel 20", "orange + orange", "orange + wheel 10"]);
    for euros in 1..=150 {
        for way in ways_of(Cents(euros * 100), &rules, 4) {
            assert_eq!(way.prize(&rules), Cents(euros * 100));
            assert!(way.gain_count() <= 4);
        }
    }
    assert!(ways_of(Cents(100), &rules, 4).is_empty());
}

/// D7: 1/2 for each gain after the first, 1/4 for a wheel. Of 20: blue 1, wheel 1/4, two oranges 1/2, orange and wheel 1/8.
#[test]
fn ways_have_the_weights_of_d7() {
    let rules = game().rules;
    let weights: Vec<u64> = ways_of(Cents(2_000), &rules, 4).iter().map(|way| way.weight(4, (1, 2), (1, 4)).unwrap()).collect();
    let unit = weights[3];
    assert_eq!(weights, [8 * unit, 2 * unit, 4 * unit, unit]);
}

#[test]
fn texts_are_read_back() {
    let game = game();
    for tier in game.table.ids() {
        let mut visuals = vec![Visual::default(); 300];
        game.generate(tier, &mut Lanes::new(4, Purpose::Test, u64::from(tier.0)), &mut visuals);
        for visual in &visuals {
            let verdict = game.referee.judge(visual);
            let (json, picture) = (game.json(visual, &verdict), game.picture(visual, &verdict, false));
            assert_eq!(game.read_json(&json).as_ref(), Ok(visual), "{json}");
            assert_eq!(game.read_picture(&picture).as_ref(), Ok(visual), "{picture}");
            assert!(picture.lines().all(|line| line.chars().count() <= 100), "{picture}");
            assert!(json.starts_with("{\"game\":\"diamond-river\",\"stake_cents\":291,\"prize_cents\":"), "{json}");
        }
    }
}

#[test]
fn texts_that_are_no_visual_are_refused() {
    let game = game();
    for (line, said) in [
        ("", "no visual"),
        ("{\"throws\":[]}", "0 throws"),
        ("{\"throws\":[{\"rows\":5,\"columns\":6,\"symbols\":[]}]}", "1 throws"),
        (
            "{\"throws\":[{\"rows\":6,\"columns\":5,\"symbols\":[]},{\"rows\":5,\"columns\":6,\"symbols\":[]},{\"rows\":5,\"columns\":6,\"symbols\":[]},{\"rows\":5,\"columns\":6,\"symbols\":[]}]}",
            "throw 1",
        ),
    ] {
        let error = game.read_json(line).unwrap_err().to_string();
        assert!(error.contains(said), "{line}: {error}");
    }
    for picture in ["", "throw 1", "throw 1 throw 2 throw 3 throw 4\nRRR", "throw 1 throw 2 throw 3 throw 4\nX X X X"] {
        assert!(game.read_picture(picture).is_err(), "{picture}");
    }
}

#[test]
fn the_first_visuals_do_not_depend_on_how_many_follow() {
    let game = game();
    for tier in game.table.ids() {
        let draw = |count: usize| {
            let mut visuals = vec![Visual::default(); count];
            game.generate(tier, &mut Lanes::new(5, Purpose::Test, u64::from(tier.0)), &mut visuals);
            visuals
        };
        let long = draw(512);
        for count in [1, 2, 63, 127, 128, 129, 300, 511] {
            assert_eq!(draw(count), long[..count], "{count} of tier {}", tier.0);
        }
    }
}

#[test]
fn a_whole_block_pays_its_table() {
    let game = game();
    let plan = Plan { seed: 6, plays: 1_500_000, sampling: Sampling::Block, judging: Judging::Full };
    let tally = run(&game, plan, 2, &Watch::default()).unwrap().tally;
    assert_eq!((tally.mismatch_count(), tally.ambiguous_count()), (0, 0));
    let drawn: Vec<u64> = tally.tiers.iter().map(|tier| tier.plays).collect();
    assert_eq!(game.table.paid(&drawn), 327_375_100);
    assert_eq!(tally.tiers.iter().map(|tier| tier.judged).sum::<u64>(), 1_500_000);
}

/// Value stability: for each tier of batch 0 at seed 42, a hash (FNV-1a) of the first thousand visuals and the first of them. A change here breaks results that
/// people keep, and belongs in CHANGELOG.md.
#[test]
fn first_visuals_stay_what_they_are() {
    let game = game();
    let mut lines = String::new();
    for tier in game.table.ids() {
        let mut visuals = vec![Visual::default(); 1_000];
        game.generate(tier, &mut crate::game::play_lanes(42, 0, tier), &mut visuals);
        let texts: Vec<String> = visuals.iter().map(|visual| game.json(visual, &game.referee.judge(visual))).collect();
        let hash = texts
            .iter()
            .flat_map(|text| text.bytes())
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        lines.push_str(&format!("{} {hash:016x} {}\n", tier.0, texts[0]));
    }
    // read when the test runs, so that a new value is no new build
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/gems/tests/first_visuals.txt");
    assert_eq!(lines, std::fs::read_to_string(path).unwrap());
}
