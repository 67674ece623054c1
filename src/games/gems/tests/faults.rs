//! Planted faults, each turning the verdict at 10^6 plays: wrong referees by mismatches, a wrong generator by the weights of the ways.

use super::*;
use crate::engine::{Judging, Plan, Sampling, Watch, convergence_points, run};
use crate::prize::BlockPlan;
use crate::stats::{Job, Report, VerdictLevel, report};

/// The report of a million plays of a game.
fn a_million(game: &Gems) -> Report {
    let plan = Plan { seed: 31, plays: 1_000_000, sampling: Sampling::Block, judging: Judging::Full };
    let outcome = run(game, plan, 0, &Watch::default()).unwrap();
    let points = convergence_points(BlockPlan { block: game.table.block(), plays: plan.plays });
    let (table, observables) = (&game.table, Game::observables(game));
    report(&Job { table, sold_for: None, observables, plan, planned: None, tally: &outcome.tally, points: &points })
}

#[test]
fn a_sound_game_passes() {
    let report = a_million(&game());
    assert_eq!((report.verdict, report.mismatches, report.ambiguous), (VerdictLevel::Pass, 0, 0), "{:?}", report.reasons);
}

#[test]
fn a_reversed_diagonal_is_caught() {
    let mut game = game();
    (game.referee.steps[3], game.referee.starts[3]) = (game.referee.steps[2], game.referee.starts[2]);
    let report = a_million(&game);
    assert!(report.mismatches > 0);
    assert_eq!((report.verdict, report.verdict.exit_code()), (VerdictLevel::Fail, 1));
}

#[test]
fn a_forgotten_direction_is_caught() {
    for direction in 0..4 {
        let mut game = game();
        game.referee.starts[direction] = 0;
        let report = a_million(&game);
        assert!(report.mismatches > 0, "direction {direction}");
        assert_eq!(report.verdict, VerdictLevel::Fail);
    }
}

#[test]
fn a_way_that_is_never_drawn_is_caught() {
    let file = crate::games::check(DIAMOND_RIVER).unwrap();
    let mut params = Params::read(&file, &file.offers[0]).unwrap();
    let mut game = game();
    let tier = game.table.tier_of(Cents(2000)).unwrap();
    params.ways[tier.index()].pop();
    game.generator = Generator::new(&params);
    let report = a_million(&game);
    assert_eq!((report.mismatches, report.verdict, report.verdict.exit_code()), (0, VerdictLevel::Fail, 1));
    assert!(report.reasons.iter().any(|reason| reason.contains("ways of 20")), "{:?}", report.reasons);
}
