use super::*;
use crate::engine::{Judging, Plan, Sampling, Watch, run};
use crate::tally::Tally;

fn played(game: &dyn crate::game::Playable, plays: u64, seed: u64, threads: usize) -> Tally {
    let plan = Plan { seed, plays, sampling: Sampling::Block, judging: Judging::Full };
    run(game, plan, threads, &Watch::default()).unwrap().tally
}

#[test]
fn whole_blocks_pay_their_table_at_every_stake() {
    for stake in [50, 100, 200] {
        let game = yams(Some(Cents(stake)));
        let table = game.prize_table().clone();
        let tally = played(&game, 2 * table.block(), 7, 1);
        assert_eq!((tally.mismatch_count(), tally.ambiguous_count(), tally.witnesses.len()), (0, 0, 0));
        assert_eq!(table.paid(&tally.drawn()), 2 * table.total());
        assert_eq!(tally.drawn(), table.tiers().iter().map(|tier| 2 * tier.winners).collect::<Vec<_>>());
        assert!(tally.tiers.iter().all(|tier| tier.judged == tier.plays));
    }
}

#[test]
fn a_healthy_run_agrees_with_every_target() {
    // 100 000 plays and more in most tiers; the smallest of 10 x 7 p-values, each adjusted for its values: false alarm 7e-5 at another seed
    let game = yams(None);
    let tally = played(&game, 1_000_000, 8, 2);
    let worst = super::faults::worst(&game, &tally);
    assert!(worst.0 > 1e-6, "{worst:?}");
}

/// Counting by small counters, in slices of any length, equals counting one by one from the dice and the verdicts.
#[test]
fn counts_are_those_of_a_slow_count() {
    let game = yams(None);
    let offsets = Observable::offsets(game.observables());
    let place = |name: &str| {
        let number = game.observables().iter().position(|observable| observable.name == name).unwrap();
        offsets[number]
    };
    let totals = yams_throws().reachable(3);
    for tier in [TierId(0), TierId(4), TierId(9)] {
        let visuals = draw(&game, tier, 9, 3_000);
        let verdicts = judged(&game, &visuals);
        let mut slow = vec![0_u64; *offsets.last().unwrap()];
        for (visual, verdict) in visuals.iter().zip(&verdicts) {
            let hands = game.referee.hands(verdict.evidence);
            let total: u16 = hands.iter().map(|hand| hand.points).sum();
            slow[place("point total") + totals.iter().position(|&exists| exists == total).unwrap()] += 1;
            slow[place("point total") + totals.len()] += 1;
            for (cup, hand) in hands.iter().map(|hand| hand.combination).enumerate() {
                slow[place("combinations") + hand.index()] += 1;
                slow[place(&format!("combination of cup {}", cup + 1)) + hand.index()] += 1;
                slow[place(&format!("combination of cup {}", cup + 1)) + COMBINATIONS] += 1;
            }
            slow[place("combinations") + COMBINATIONS] += 1;
            for throw in visual.0 {
                for (die, value) in throw.dice().into_iter().enumerate() {
                    slow[place("faces") + usize::from(value) - 1] += 1;
                    slow[place("faces by die") + die * FACES + usize::from(value) - 1] += 1;
                }
            }
            slow[place("faces") + FACES] += 1;
            slow[place("faces by die") + DICE * FACES] += 1;
        }
        for lengths in [&[3_000][..], &[512, 512, 512, 512, 512, 440], &[1, 0, 47, 48, 49, 255, 600, 1_000, 1_000], &[1_500, 1_500]] {
            let mut row = vec![0; slow.len()];
            let mut first = 0;
            let mut pending = Pending::default();
            for &length in lengths {
                game.observe(first as u64, &visuals[first..first + length], &verdicts[first..first + length], &mut pending, &mut row);
                first += length;
            }
            game.settle(&mut pending, &mut row);
            assert_eq!((first, &row), (3_000, &slow), "{lengths:?}");
            // judged and counted in one pass
            let (prize, mut rest) = (game.prize_table().prize(tier), visuals.as_slice());
            let (mut row, mut pending) = (vec![0; slow.len()], Pending::default());
            for &length in lengths {
                let part = rest.split_off(..length).unwrap();
                assert!(!game.examine(0, prize, part, &mut [], &mut pending, &mut row));
            }
            game.settle(&mut pending, &mut row);
            assert_eq!(row, slow, "{lengths:?}");
        }
    }
}

/// A visual that pays something else is noticed wherever it stands, and counted as any other.
#[test]
fn one_wrong_visual_is_noticed_in_one_pass() {
    let game = yams(None);
    let (losing, winning) = (draw(&game, TierId(9), 5, 9), draw(&game, TierId(8), 5, 1));
    let row = || vec![0; *Observable::offsets(&game.observables).last().unwrap()];
    for place in 0..9 {
        let mut visuals = losing.clone();
        visuals[place] = winning[0];
        let (mut fast, mut slow) = ((Pending::default(), row()), (Pending::default(), row()));
        assert!(game.examine(0, Cents::ZERO, &visuals, &mut [], &mut fast.0, &mut fast.1), "{place}");
        game.observe(0, &visuals, &judged(&game, &visuals), &mut slow.0, &mut slow.1);
        game.settle(&mut fast.0, &mut fast.1);
        game.settle(&mut slow.0, &mut slow.1);
        assert_eq!(fast.1, slow.1);
    }
}

#[test]
fn the_tally_does_not_depend_on_the_threads() {
    let game = yams(None);
    assert_eq!(played(&game, 400_000, 10, 1), played(&game, 400_000, 10, 3));
}

/// A visual of a run is drawn again by its place.
#[test]
fn a_play_of_a_run_is_drawn_again() {
    let game = yams(None);
    for (tier, index) in [(9, 0), (9, 511), (9, 512), (9, 40_000), (4, 1_000), (0, 0)] {
        let tier = TierId(tier);
        let mut visuals = vec![Visual::default(); usize::try_from(index).unwrap() + 1];
        let mut lanes = crate::game::play_lanes(3, 5, tier);
        visuals.chunks_mut(crate::game::CHUNK).for_each(|chunk| game.generate(tier, &mut lanes, chunk));
        let playable: &dyn crate::game::Playable = &game;
        let shown = playable.redraw(3, crate::tally::Place { batch: 5, tier, index }, false).unwrap();
        assert_eq!(game.read_json(&shown.json), Ok(*visuals.last().unwrap()));
        assert_eq!(shown.prize, game.prize_table().prize(tier));
    }
}
