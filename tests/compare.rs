//! Promise: two runs of one game file that no chance explains are a failure, whatever was shifted; two sound ones are not.
#![allow(clippy::unwrap_used, clippy::float_cmp)] // helpers of tests fail as tests do; equal odds are equal floats

use sim::engine::{Judging, Plan, Sampling, Watch, run};
use sim::games::{build, built_in, check};
use sim::money::Cents;
use sim::report::compare::{Compare, Side, json, text};
use sim::report::job;
use sim::report::layout::{Style, WIDTH};
use sim::run_file::OpenRun;
use sim::spec::differences;
use sim::stats::{Compared, Comparison, VerdictLevel, compare, report};
use sim::tally::Observable;

fn simulated(game: &str, seed: u64, plays: u64, sampling: Sampling) -> OpenRun {
    let file = check(built_in(game).unwrap()).unwrap();
    let playable = build(&file, None).unwrap();
    let outcome = run(playable.as_ref(), Plan { seed, plays, sampling, judging: Judging::Full }, 0, &Watch::default()).unwrap();
    OpenRun::new(file, playable, outcome)
}

/// The comparison, its text, and its exit code.
fn compared(a: &OpenRun, b: &OpenRun) -> (Comparison, String, u8) {
    let points = [a.points(), b.points()];
    let jobs = [job(a, &points[0]), job(b, &points[1])];
    let reports = [report(&jobs[0]), report(&jobs[1])];
    let [side_a, side_b] = [("a", a), ("b", b)].map(|(name, open)| Side { name, game: &open.game, offer: open.offer(), plan: Some(open.run.plan) });
    let [of_a, of_b] = [0, 1].map(|side| Compared { job: &jobs[side], report: Some(&reports[side]) });
    let found = compare(of_a, of_b, side_a.same_law(&side_b));
    let keys = differences(&a.game.text, &b.game.text);
    let shown = Compare { a: side_a, b: side_b, keys: &keys, found: &found };
    let printed = text(&shown, Style::default());
    assert!(printed.lines().all(|line| line.chars().count() <= WIDTH), "{printed}");
    assert!(serde_json::from_str::<serde_json::Value>(&json(&shown)).is_ok());
    let code = shown.exit_code();
    (found, printed, code)
}

/// Where the counters of an observable begin.
fn offset(open: &OpenRun, name: &str) -> usize {
    let observables = open.playable.observables();
    let at = observables.iter().position(|observable| observable.name == name).unwrap();
    Observable::offsets(observables)[at]
}

#[test]
fn sound_runs_pass_and_every_shift_fails() {
    for (game, shifted) in [("yams", "point total"), ("star-color", "selected colour"), ("diamond-river", "extra throws")] {
        let a = simulated(game, 1, 60_000, Sampling::Block);
        let b = simulated(game, 2, 90_000, Sampling::Iid);
        let (found, printed, code) = compared(&a, &b);
        assert_eq!((found.verdict, code), (VerdictLevel::Pass, 0), "{game}: {printed}");
        assert!(found.tests.iter().filter(|test| test.p_value.is_some()).count() > 20, "{game}");

        // a quarter of one value's losing plays shows another value
        let mut wrong = simulated(game, 2, 90_000, Sampling::Iid);
        let observables = wrong.playable.observables();
        let name = observables.iter().map(|observable| observable.name.as_str()).find(|name| *name == shifted);
        let name = name.unwrap_or(&observables[0].name).to_owned();
        let first = offset(&wrong, &name);
        let row = &mut wrong.run.tally.tiers.last_mut().unwrap().row;
        let moved = row[first].max(row[first + 1]) / 4;
        let (from, to) = if row[first] > row[first + 1] { (first, first + 1) } else { (first + 1, first) };
        row[from] -= moved;
        row[to] += moved;
        let (found, printed, code) = compared(&a, &wrong);
        let failed: Vec<&str> = found.tests.iter().filter(|test| test.verdict == VerdictLevel::Fail).map(|test| test.name.as_str()).collect();
        assert_eq!(code, 1, "{game}: {printed}");
        assert!(!failed.is_empty() && failed.iter().all(|test| test.starts_with(&name)), "{game}: {failed:?}");
        assert!(printed.contains("they differ beyond chance"), "{printed}");
    }
}

/// Prizes that move by a tier in one run: the test of the tiers, the return and the winning plays see what they should.
#[test]
fn moved_prizes_are_seen() {
    let a = simulated("yams", 1, 60_000, Sampling::Block);
    let mut b = simulated("yams", 2, 60_000, Sampling::Block);
    // 1 000 plays of prize 0.50 are paid as prize 1
    let tiers = &mut b.run.tally;
    let last = tiers.stretches.len() - 1;
    tiers.tiers[8].plays -= 1_000;
    tiers.tiers[7].plays += 1_000;
    tiers.stretches[last][8] -= 1_000;
    tiers.stretches[last][7] += 1_000;
    let (found, printed, code) = compared(&a, &b);
    let verdict = |name: &str| found.tests.iter().find(|test| test.name == name).unwrap().verdict;
    assert_eq!((verdict("prize tiers"), verdict("winning plays"), code), (VerdictLevel::Fail, VerdictLevel::Pass, 1), "{printed}");
}

#[test]
fn the_lowest_stake_is_compared_in_stakes_with_another() {
    let a = simulated("yams", 1, 50_000, Sampling::Block);
    let file = check(built_in("yams").unwrap()).unwrap();
    let playable = build(&file, Some(Cents(200))).unwrap();
    let plan = Plan { seed: 3, plays: 50_000, sampling: Sampling::Block, judging: Judging::Full };
    let outcome = run(playable.as_ref(), plan, 0, &Watch::default()).unwrap();
    let b = OpenRun::new(file, playable, outcome);
    let (found, printed, code) = compared(&a, &b);
    assert_eq!((found.verdict, code), (VerdictLevel::Pass, 0), "{printed}");
    // prize by prize, whatever it is in euros
    assert!(
        found.tiers.iter().all(|tier| tier.prize_cents_a.unwrap() * 4 == tier.prize_cents_b.unwrap() && tier.probability_a == tier.probability_b)
    );
    assert!(found.values.iter().any(|row| row.condition == "prize 0.50 / prize 2"), "{printed}");
    assert!(found.only_a.is_empty() && found.only_b.is_empty());
}

/// One seed: the plays of the shorter run are among those of the longer one. They must agree, and chance is not judged; another sampling draws other plays.
#[test]
fn runs_of_one_seed_are_not_two_samples() {
    for (game, sampling, short, long) in [
        ("yams", Sampling::Block, 820_000, 1_550_000),
        ("star-color", Sampling::Block, 60_000, 60_000),
        ("diamond-river", Sampling::Block, 49_999, 50_000),
        ("star-color", Sampling::Iid, 70_000, 120_001),
    ] {
        let (a, b) = (simulated(game, 7, short, sampling), simulated(game, 7, long, sampling));
        for (one, other) in [(&a, &b), (&b, &a)] {
            let (found, printed, code) = compared(one, other);
            let shared = found.shared.as_ref().unwrap();
            assert_eq!((shared.seed, shared.what, shared.plays, code), (7, "plays", short, 0), "{game}: {printed}");
            assert!(shared.disagreements.is_empty(), "{game}: {:?}", shared.disagreements);
            // no figure of chance is left anywhere
            assert!(found.tests.is_empty());
            assert!(found.figures.iter().all(|row| (row.low, row.high, row.p_value) == (None, None, None)));
            assert!(found.tiers.iter().all(|row| (row.low, row.high, row.p_value) == (None, None, None)));
            assert!(found.values.iter().all(|row| (row.low, row.high) == (None, None)));
            // what is no matter of chance still stands there
            assert!(found.figures.iter().any(|row| row.difference.is_some()) && found.values.iter().any(|row| row.difference.is_some()));
            let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(printed.contains("chance is not judged") && printed.contains("Prizes, in stakes"), "{printed}");
            for word in ["PASS", "FAIL", "95 %", "adjusted", "differs below is chance"] {
                assert!(!printed.contains(word), "{game}: {word}: {printed}");
            }
        }
    }
    // independent plays and a block, and two seeds: nothing is shared
    let (a, b, c) =
        (simulated("yams", 7, 60_000, Sampling::Block), simulated("yams", 7, 60_000, Sampling::Iid), simulated("yams", 8, 60_000, Sampling::Block));
    for other in [&b, &c] {
        let (found, printed, _) = compared(&a, other);
        assert!(found.shared.is_none() && !found.tests.is_empty() && printed.contains("PASS"), "{printed}");
    }
}

/// Shared plays that differ are a fault, however few: a count moved in the shorter run, in the longer one, in one of two equal plans.
#[test]
fn shared_plays_must_agree() {
    let short = || simulated("yams", 7, 100_000, Sampling::Block);
    let long = || simulated("yams", 7, 150_000, Sampling::Block);
    let told = |a: &OpenRun, b: &OpenRun, part: &str| {
        let (found, printed, code) = compared(a, b);
        let shared = found.shared.unwrap();
        let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(code == 1 && printed.contains("FAIL") && printed.contains("And yet they differ"), "{printed}");
        assert!(shared.disagreements.iter().any(|found| found.contains(part)), "{part}: {:?}", shared.disagreements);
    };
    // a value counted more often than in the run that holds these plays
    let mut wrong = short();
    let last = wrong.run.tally.tiers.len() - 1;
    let most = long().run.tally.tiers[last].row[0];
    wrong.run.tally.tiers[last].row[0] = most + 1;
    told(&wrong, &long(), "of tier 9 the shorter run counts");
    // one prize moved by a tier in the first batch
    let mut wrong = long();
    wrong.run.tally.stretches[0][8] -= 1;
    wrong.run.tally.stretches[0][7] += 1;
    told(&short(), &wrong, "the prizes of the first 50 000 plays differ");
    told(&wrong, &short(), "the prizes of the first 50 000 plays differ");
    // one visual of two equal plans
    let mut wrong = short();
    wrong.run.tally.tiers[last].row[0] += 1;
    told(&wrong, &short(), "the same plan, and other counts");
}

/// Two halves of blocks of 40 plays, in closed form: the share of winners of one half has the variance p q (N - r) / ((N - 1) r), so twice that of their difference.
#[test]
fn halves_of_a_small_block_in_closed_form() {
    let game = |winners: u64| {
        format!(
            "format = 1\n[game]\nid = \"small\"\nname = \"Small\"\nmechanic = \"table\"\ncurrency = \"EUR\"\nblock = 40\n[[offer]]\nstake = \"2\"\n\
             prizes = [{{ prize = \"2\", winners = {winners} }}]\n"
        )
    };
    let half = |winners: u64, seed: u64| {
        let file = check(&game(winners)).unwrap();
        let playable = build(&file, None).unwrap();
        let plan = Plan { seed, plays: 20, sampling: Sampling::Block, judging: Judging::None };
        let outcome = run(playable.as_ref(), plan, 0, &Watch::default()).unwrap();
        OpenRun::new(file, playable, outcome)
    };
    let shares = |found: &Comparison| {
        found.figures.iter().find(|figure| figure.figure == "hit_frequency").map(|figure| (figure.observed_a, figure.observed_b)).unwrap()
    };
    let mut told_apart = 0;
    for seed in 1..=6 {
        let (found, ..) = compared(&half(20, seed), &half(20, seed + 100));
        let (Some(a), Some(b)) = shares(&found) else { panic!("both sides have plays") };
        let test = |name: &str| found.tests.iter().find(|test| test.name == name).unwrap();
        // two classes of probability 1/2, spread 2 (N - r) / ((N - 1) r) = 2 / 39
        let statistic = 2.0 * (b - a).powi(2) / (2.0 / 39.0 * 0.5);
        let tiers = test("prize tiers");
        assert!((tiers.statistic.unwrap() - statistic).abs() < 1e-9, "{tiers:?} {statistic}");
        assert_eq!(tiers.degrees_of_freedom, Some(1.0));
        assert!((test("winning plays").effect.unwrap() - (b - a).abs()).abs() < 1e-12);
        told_apart += u32::from(a != b);
    }
    assert!(told_apart >= 3, "halves that differ: {told_apart}");
    // of two tables the effect is what goes beyond their exact difference, 24 / 40 - 20 / 40
    let (found, ..) = compared(&half(20, 1), &half(24, 2));
    let (Some(a), Some(b)) = shares(&found) else { panic!("both sides have plays") };
    let effect = found.tests.iter().find(|test| test.name == "winning plays").unwrap().effect.unwrap();
    assert!((effect - (b - a - 0.1).abs()).abs() < 1e-12, "{effect} {a} {b}");
}

/// A range stands wherever one side has seen a trial, whichever side that is; without any there is a difference of laws and no range.
#[test]
fn one_side_alone_has_ranges() {
    let judged = simulated("yams", 1, 3_000, Sampling::Block);
    let file = check(built_in("yams").unwrap()).unwrap();
    let playable = build(&file, None).unwrap();
    let plan = Plan { seed: 2, plays: 3_000, sampling: Sampling::Block, judging: Judging::None };
    let outcome = run(playable.as_ref(), plan, 0, &Watch::default()).unwrap();
    let unseen = OpenRun::new(file, playable, outcome);
    for (a, b) in [(&judged, &unseen), (&unseen, &judged)] {
        let (found, ..) = compared(a, b);
        let mut kinds = [0; 2];
        for row in &found.values {
            let seen = row.trials_a + row.trials_b > 0;
            kinds[usize::from(seen)] += 1;
            let ends = row.difference.is_some() && seen;
            assert_eq!((row.low.is_some(), row.high.is_some()), (ends, ends), "{row:?}");
        }
        assert!(kinds[0] > 0 && kinds[1] > 0, "{kinds:?}");
    }
}
