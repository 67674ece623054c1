//! The engine, driven end to end by a game whose answer is known: one die.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

mod toy;

use sim::engine::{EngineError, Judging, MOST_PLAYS, Outcome, Plan, Sampling, Watch, convergence_points, go_on, run};
use sim::game::{Game, Playable, Verdict, play_lanes};
use sim::prize::{Batch, BlockPlan, TierId, independent_batch, split_block};
use sim::random::Weighted;
use sim::tally::{Fault, Place, Tally, TallyOverflow, WITNESSES, Witness};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use toy::{Die, FACES, OneDie};

const BLOCK: u64 = 120_000;

fn sound() -> OneDie {
    OneDie::new(BLOCK, 600, 12_000)
}

fn plan(plays: u64, sampling: Sampling, judging: Judging) -> Plan {
    Plan { seed: 42, plays, sampling, judging }
}

fn tally(game: &OneDie, plan: Plan, threads: usize) -> Tally {
    let watch = Watch::default();
    let outcome = run(game, plan, threads, &watch).unwrap();
    assert_eq!((outcome.plan, watch.done.into_inner()), (plan, plan.plays));
    outcome.tally
}

/// The batches of a run, drawn again.
fn batches(game: &OneDie, plan: Plan) -> Vec<Batch> {
    let table = Game::prize_table(game);
    let blocks = BlockPlan { block: table.block(), plays: plan.plays };
    match plan.sampling {
        Sampling::Block => (0..blocks.blocks()).flat_map(|block| split_block(table, blocks, plan.seed, block)).collect(),
        Sampling::Iid => {
            let odds = Weighted::new(&table.tiers().iter().map(|tier| tier.winners).collect::<Vec<_>>()).unwrap();
            (0..blocks.batches()).map(|index| independent_batch(&odds, table.tiers().len(), blocks, plan.seed, index)).collect()
        }
    }
}

fn chi_square_p(observed: &[u64], weights: &[u128]) -> f64 {
    let (draws, total) = (observed.iter().sum::<u64>() as f64, weights.iter().sum::<u128>() as f64);
    let used = weights.iter().filter(|&&weight| weight > 0).count();
    let terms = observed.iter().zip(weights).map(|(&seen, &weight)| {
        assert!(weight > 0 || seen == 0, "a value that cannot be");
        let expected = draws * weight as f64 / total;
        if weight == 0 { 0.0 } else { (seen as f64 - expected).powi(2) / expected }
    });
    ChiSquared::new((used - 1) as f64).unwrap().sf(terms.sum())
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut game = sound();
    (game.wrong_once_in, game.leaning_once_in) = (1000, 500);
    for sampling in [Sampling::Block, Sampling::Iid] {
        for judging in [Judging::Full, Judging::None] {
            let plan = plan(5 * BLOCK + 70_001, sampling, judging);
            let one = tally(&game, plan, 1);
            for threads in [2, 3, 7] {
                assert_eq!(tally(&game, plan, threads), one, "{sampling:?} {judging:?} {threads} threads");
            }
            assert_eq!(one.plays(), plan.plays);
        }
    }
}

#[test]
fn whole_blocks_pay_their_table_to_the_cent() {
    let game = sound();
    for blocks in 1..=3 {
        let tally = tally(&game, plan(blocks * BLOCK, Sampling::Block, Judging::Full), 2);
        assert_eq!(tally.drawn(), [600 * blocks, 12_000 * blocks, 107_400 * blocks]);
        let table = Game::prize_table(&game);
        assert_eq!(table.paid(&tally.drawn()), table.total() * i128::from(blocks));
        assert_eq!((tally.mismatch_count(), tally.ambiguous_count(), tally.witnesses.len()), (0, 0, 0));
    }
}

/// The whole answer: prizes are exact, a six and a five show themselves, and the four other faces are equally likely (false alarm: 1e-6).
#[test]
fn the_faces_are_those_of_the_closed_form() {
    let game = sound();
    let tally = tally(&game, plan(4 * BLOCK, Sampling::Block, Judging::Full), 2);
    for (tier, shares) in tally.tiers.iter().zip(FACES) {
        assert_eq!((tier.judged, tier.row[6]), (tier.plays, tier.plays));
        if shares.iter().filter(|&&share| share > 0).count() > 1 {
            let p = chi_square_p(&tier.row[..6], &shares);
            assert!(p > 1e-6, "{:?}: p = {p}", tier.row);
        } else {
            let expected = shares.map(|share| tier.plays * u64::try_from(share).unwrap());
            assert_eq!(tier.row[..6], expected);
        }
    }
}

/// Independent plays have the table's odds, and whole blocks do not come out (false alarm: 1e-6; equality would have a chance of 1 in thousands).
#[test]
fn independent_plays_have_the_odds_of_the_table() {
    let game = sound();
    let drawn = tally(&game, plan(20 * BLOCK, Sampling::Iid, Judging::None), 2).drawn();
    let p = chi_square_p(&drawn, &[600, 12_000, 107_400]);
    assert!(p > 1e-6, "{drawn:?}: p = {p}");
    assert_ne!(drawn, [12_000, 240_000, 2_148_000]);
}

#[test]
fn without_a_judge_the_same_prizes_are_drawn_and_nothing_is_judged() {
    let game = sound();
    let judged = tally(&game, plan(3 * BLOCK - 1, Sampling::Block, Judging::Full), 2);
    let drawn = tally(&game, plan(3 * BLOCK - 1, Sampling::Block, Judging::None), 2);
    assert_eq!((drawn.drawn(), &drawn.stretches), (judged.drawn(), &judged.stretches));
    assert!(drawn.tiers.iter().all(|tier| tier.judged == 0 && tier.row.iter().all(|&count| count == 0)));
}

/// Every visual of a run again, one by one, with what the referee says of it.
fn walk(game: &OneDie, plan: Plan, mut each: impl FnMut(Place, Die, Verdict<u64>)) {
    for batch in batches(game, plan) {
        for (tier, &count) in Game::prize_table(game).ids().zip(&batch.counts) {
            let mut lanes = play_lanes(plan.seed, batch.index, tier);
            for index in 0..count {
                let mut die = [Die::default()];
                game.generate(tier, &mut lanes, &mut die);
                let mut verdict = [Verdict::default()];
                game.judge(&die, &mut verdict);
                each(Place { batch: batch.index, tier, index }, die[0], verdict[0]);
            }
        }
    }
}

#[test]
fn faults_are_counted_witnessed_and_drawn_again() {
    let mut game = sound();
    (game.wrong_once_in, game.leaning_once_in) = (2000, 300);
    let plan = plan(BLOCK + 60_000, Sampling::Block, Judging::Full);
    let (mut mismatches, mut ambiguous, mut witnesses, mut shown) = (BTreeMap::new(), 0, Vec::new(), BTreeMap::new());
    walk(&game, plan, |place, die, verdict| {
        let mut note = |fault| {
            witnesses.push(Witness { fault, place, judged: verdict.prize });
            shown.insert(place, game.json(&die, &verdict));
        };
        if verdict.prize != Game::prize_table(&game).prize(place.tier) {
            *mismatches.entry((place.tier, verdict.prize)).or_insert(0) += 1;
            note(Fault::Mismatch);
        }
        if verdict.ambiguous {
            ambiguous += 1;
            note(Fault::Ambiguous);
        }
    });
    assert!(mismatches.len() >= 3 && ambiguous > 300, "the faults are there: {mismatches:?}, {ambiguous}");
    witnesses.sort_unstable();
    let of = |fault| witnesses.iter().filter(move |witness| witness.fault == fault).take(WITNESSES).copied();
    let first: Vec<Witness> = of(Fault::Mismatch).chain(of(Fault::Ambiguous)).collect();
    let tally = tally(&game, plan, 3);
    assert_eq!((tally.mismatches, tally.tiers.iter().map(|tier| tier.ambiguous).sum::<u64>()), (mismatches, ambiguous));
    assert_eq!(tally.witnesses, first);
    for witness in &first {
        let again = game.redraw(plan.seed, witness.place, false).unwrap();
        assert_eq!((again.prize, &again.json), (witness.judged, &shown[&witness.place]), "{witness:?}");
    }
}

#[test]
fn places_that_no_batch_has_are_refused() {
    let game = sound();
    for (batch, tier, index) in [(0, 3, 0), (0, u16::MAX, 0), (0, 0, 50_000), (0, 0, u64::MAX), (1 << 48, 0, 0), (u64::MAX, 0, 0)] {
        let error = game.redraw(1, Place { batch, tier: TierId(tier), index }, false).unwrap_err();
        assert!(error.to_string().contains(&format!("{batch}:{tier}:{index}")), "{error}");
    }
    assert!(game.redraw(1, Place { batch: (1 << 48) - 1, tier: TierId(2), index: 49_999 }, false).is_ok());
}

#[test]
fn stretches_are_the_plays_between_two_points() {
    let game = OneDie::new(130_000, 5, 7);
    for sampling in [Sampling::Block, Sampling::Iid] {
        let plan = plan(40 * 130_000 + 77_777, sampling, Judging::None);
        let tally = tally(&game, plan, 2);
        let points = convergence_points(BlockPlan { block: 130_000, plays: plan.plays });
        assert_eq!(tally.stretches.len(), points.len());
        let mut expected = vec![vec![0; 3]; points.len()];
        for batch in batches(&game, plan) {
            let stretch = points.iter().position(|&point| batch.index <= point).unwrap();
            expected[stretch].iter_mut().zip(&batch.counts).for_each(|(all, count)| *all += count);
        }
        assert_eq!(tally.stretches, expected);
    }
}

#[test]
fn the_curve_has_points_where_it_is_promised() {
    for (block, plays) in
        [(1, 1), (1, 5000), (700_000, 700_000), (700_000, 10_000_000), (1_500_000, 1_500_001), (130_000, 999_999_999), (20_000_000, 7)]
    {
        let plan = BlockPlan { block, plays };
        let points = convergence_points(plan);
        assert!(points.is_sorted_by(|a, b| a < b), "{plan:?}");
        assert_eq!(points.last(), Some(&(plan.batches() - 1)));
        let last = plan.blocks() - 1;
        let begins = last * plan.batches_per_block();
        for batch in (0..plan.batches_in_block(0)).chain(begins..begins + plan.batches_in_block(last)) {
            assert!(points.binary_search(&batch).is_ok(), "{plan:?}: batch {batch}");
        }
        // between two points, at most a tenth more plays, or one batch
        for pair in points.windows(2) {
            assert!(pair[1] - pair[0] <= 1 + pair[0] / 10, "{plan:?}: {pair:?}");
        }
    }
    assert!(convergence_points(BlockPlan { block: 10, plays: 0 }).is_empty());
}

/// Wherever a run is stopped, it is the run of a shorter plan: same counts, same witnesses, same curve.
#[test]
fn a_stopped_run_is_a_shorter_plan() {
    for sampling in [Sampling::Block, Sampling::Iid] {
        for (threads, stop_after) in [(1, 0), (1, 50_000), (1, 120_000), (2, 240_001), (3, 1_000_000), (2, 1_940_000)] {
            let watch = Arc::new(Watch::default());
            let mut game = sound();
            (game.wrong_once_in, game.stop) = (5000, Some((stop_after, Arc::clone(&watch))));
            let long = plan(30 * BLOCK, sampling, Judging::Full);
            let outcome = run(&game, long, threads, &watch).unwrap();
            assert!(outcome.plan.plays < long.plays && outcome.plan.plays >= stop_after, "{:?}", outcome.plan);
            assert_eq!(outcome.plan, Plan { plays: outcome.plan.plays, ..long });
            assert_eq!(watch.done.load(Ordering::Relaxed), outcome.plan.plays);
            game.stop = None;
            assert_eq!(outcome.tally, tally(&game, outcome.plan, 2), "{sampling:?}, stopped after {}", outcome.plan.plays);
        }
    }
    let watch = Watch::default();
    watch.stop.store(true, Ordering::Relaxed);
    assert_eq!(run(&sound(), plan(BLOCK, Sampling::Block, Judging::Full), 2, &watch), Err(EngineError::Stopped));
}

/// Stopped anywhere, again and again, and gone on with, by any number of threads: the same bytes as an unbroken run.
#[test]
fn a_run_gone_on_with_is_the_unbroken_run() {
    for sampling in [Sampling::Block, Sampling::Iid] {
        for plays in [30 * BLOCK, 29 * BLOCK + 12_345] {
            let long = plan(plays, sampling, Judging::Full);
            let mut sound = sound();
            sound.wrong_once_in = 5000;
            let unbroken = run(&sound, long, 2, &Watch::default()).unwrap();
            let mut begun = None;
            for (threads, stop_after) in [(1, 0), (2, 50_000), (3, 120_000), (1, 240_001), (3, 1_000_000), (2, 1_940_000), (2, 3_400_000)] {
                let watch = Arc::new(Watch::default());
                let mut game = OneDie::new(BLOCK, 600, 12_000);
                (game.wrong_once_in, game.stop) = (5000, Some((stop_after, Arc::clone(&watch))));
                let outcome = go_on(&game, long, begun, threads, &watch).unwrap();
                assert_eq!(outcome.planned, Some(plays));
                assert_eq!(watch.done.load(Ordering::Relaxed), outcome.plan.plays);
                begun = Some(outcome);
            }
            let whole = go_on(&sound, long, begun.clone(), 2, &Watch::default()).unwrap();
            assert_eq!(whole, unbroken, "{sampling:?} {plays}");
            // nothing is left to do
            assert_eq!(go_on(&sound, long, Some(whole), 2, &Watch::default()).unwrap(), unbroken);
            // no beginning of these plans
            let begun = begun.unwrap();
            for (other, what) in [
                (Plan { seed: 43, ..long }, "seed"),
                (Plan { plays: plays + 1, ..long }, "number of plays"),
                (Plan { judging: Judging::None, ..long }, "sampling or judging"),
            ] {
                assert_eq!(go_on(&sound, other, Some(begun.clone()), 1, &Watch::default()), Err(EngineError::Beginning(what)));
            }
            let off = Outcome { plan: Plan { plays: begun.plan.plays - 1, ..begun.plan }, ..begun.clone() };
            assert_eq!(go_on(&sound, long, Some(off), 1, &Watch::default()), Err(EngineError::Beginning("number of plays done")));
            let other_game = OneDie::new(BLOCK, 600, 12_000);
            assert!(go_on(&other_game, long, Some(begun), 1, &Watch::default()).is_ok(), "the engine knows shapes, the run file knows games");
        }
    }
}

/// A run gone on with from counters at the edge ends with an error, on any number of threads; one below the edge does not.
#[test]
fn counters_that_would_pass_two_to_the_63_stop_the_run() {
    let game = OneDie::new(BLOCK, 600, 12_000);
    let long = plan(2 * BLOCK, Sampling::Block, Judging::Full);
    let (whole, mut begun) =
        (run(&game, long, 1, &Watch::default()).unwrap(), run(&game, plan(BLOCK, Sampling::Block, Judging::Full), 1, &Watch::default()).unwrap());
    begun.planned = Some(long.plays);
    let tier = begun.tally.tiers.len() - 1;
    let place = begun.tally.tiers[tier].row.iter().position(|&count| count > 0).unwrap();
    let to_come = whole.tally.tiers[tier].row[place] - begun.tally.tiers[tier].row[place];
    for (room, fits) in [(to_come, true), (to_come - 1, false), (0, false)] {
        begun.tally.tiers[tier].row[place] = (1 << 63) - 1 - room;
        for threads in [1, 3] {
            let outcome = go_on(&game, long, Some(begun.clone()), threads, &Watch::default());
            match outcome {
                Ok(outcome) => assert!(fits && outcome.tally.tiers[tier].row[place] == (1 << 63) - 1),
                Err(error) => assert_eq!((error, fits), (EngineError::Overflow(TallyOverflow), false)),
            }
        }
    }
}

#[test]
fn impossible_plans_are_refused() {
    let tiny = OneDie::new(1, 0, 0);
    for (game, plays) in [(&sound(), 0), (&sound(), MOST_PLAYS + 1), (&sound(), u64::MAX), (&tiny, 1 << 49)] {
        let error = run(game, plan(plays, Sampling::Block, Judging::None), 1, &Watch::default()).unwrap_err();
        assert_eq!(error, EngineError::Plays(plays));
        assert!(error.to_string().contains(&plays.to_string()));
    }
    let one = run(&tiny, plan(1, Sampling::Iid, Judging::Full), 1, &Watch::default()).unwrap();
    assert_eq!(one.tally.drawn(), [0, 0, 1]);
}

/// The engine's faces of a game: drawing alone, showing, reading back.
#[test]
fn a_playable_shows_what_its_game_draws() {
    let game = sound();
    let batch = &batches(&game, plan(BLOCK, Sampling::Block, Judging::Full))[1];
    Playable::draw_only(&game, 42, batch);
    let shown = Playable::show(&game, TierId(1), &mut play_lanes(1, 0, TierId(1)), false);
    assert_eq!((shown.prize.0, shown.picture.as_str(), shown.ambiguous), (200, "[5]\n", false));
    assert_eq!(game.judge_json(&shown.json, false).unwrap(), shown);
    assert_eq!(game.judge_picture(&shown.picture, false).unwrap(), shown);
    assert!(game.judge_json("{\"face\":7}", false).is_err());
    assert!(game.judge_picture("", false).is_err());
}
