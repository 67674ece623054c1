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
    let found = compare(Compared { job: &jobs[0], report: Some(&reports[0]) }, Compared { job: &jobs[1], report: Some(&reports[1]) });
    let keys = differences(&a.game.text, &b.game.text);
    let shown = Compare {
        a: Side { name: "a", game: &a.game, offer: a.offer(), plan: Some(a.run.plan) },
        b: Side { name: "b", game: &b.game, offer: b.offer(), plan: Some(b.run.plan) },
        keys: &keys,
        found: &found,
    };
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
