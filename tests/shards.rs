//! Promise: shards of a run, played anywhere, in any order, stopped and gone on with, joined, are the run: the same counts, witnesses and curve.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

mod toy;

use proptest::prelude::*;
use sim::engine::shard::{JoinError, MOST_SHARDS, Section, Shards, join, play, plays_in};
use sim::engine::{EngineError, Judging, Outcome, Plan, Sampling, Watch, run};
use sim::prize::BlockPlan;
use sim::tally::Tally;
use std::sync::Arc;
use toy::OneDie;

/// A game with faults, so that there are witnesses to be merged.
fn game(block: u64) -> OneDie {
    let mut game = OneDie::new(block, block / 200, block / 10);
    (game.wrong_once_in, game.leaning_once_in) = (3_000, 2_000);
    game
}

fn shards(game: &OneDie, plan: Plan, count: u64) -> Shards {
    Shards { blocks: BlockPlan { block: sim::game::Game::prize_table(game).block(), plays: plan.plays }, count }
}

fn section(game: &OneDie, plan: Plan, shards: Shards, shard: u64) -> Section {
    play(game, plan, shards.batches_of(shard), None, 1, &Watch::default()).unwrap()
}

/// Numbers of shards that a run is cut into: some of them leave most shards empty.
const COUNTS: [u64; 7] = [1, 2, 3, 7, 16, 257, 1_000];

prop_compose! {
    fn plan()(block in prop_oneof![1..40_u64, 40_000..60_000_u64, 90_000..210_000_u64], blocks in 1..12_u64, more in 0..1_000_u64, seed: u64, iid: bool, judged: bool)
        -> (u64, Plan) {
        let plays = (block * blocks).saturating_sub(more % block).max(1);
        let sampling = if iid { Sampling::Iid } else { Sampling::Block };
        (block, Plan { seed, plays, sampling, judging: if judged { Judging::Full } else { Judging::None } })
    }
}

/// Merges tallies two by two, in an order that `turns` decides.
fn tree(mut tallies: Vec<Tally>, turns: &[usize]) -> Tally {
    let mut turns = turns.iter().cycle();
    while tallies.len() > 1 {
        let left = tallies.swap_remove(turns.next().unwrap() % tallies.len());
        let at = turns.next().unwrap() % tallies.len();
        tallies[at].merge(&left).unwrap();
    }
    tallies.pop().unwrap()
}

proptest! {
    /// 256 plans: every number of shards, in a random order, and merged as a random tree.
    #[test]
    fn shards_are_the_run((block, plan) in plan(), count in prop_oneof![prop::sample::select(&COUNTS[..]), 1..40_u64], turns in prop::collection::vec(any::<usize>(), 31)) {
        let game = game(block);
        let unbroken = run(&game, plan, 2, &Watch::default()).unwrap();
        let shards = shards(&game, plan, count);
        let mut sections: Vec<Section> = (0..count).map(|shard| section(&game, plan, shards, shard)).collect();
        for at in (1..sections.len()).rev() {
            sections.swap(at, turns[at % turns.len()] % (at + 1));
        }
        prop_assert_eq!(&join(&game, plan, sections.clone()).unwrap(), &unbroken);
        prop_assert_eq!(tree(sections.into_iter().map(|section| section.tally).collect(), &turns), unbroken.tally);
    }

    /// Whole blocks, in order, all of them, shares as equal as whole blocks allow, whatever the numbers.
    #[test]
    fn shards_tile_the_run(block in 1..2_000_000_u64, plays in 1..=sim::engine::MOST_PLAYS, count in prop_oneof![prop::sample::select(&COUNTS[..]), 1..=MOST_SHARDS], at: u64) {
        let shards = Shards { blocks: BlockPlan { block, plays }, count };
        let blocks = shards.blocks.blocks();
        prop_assert_eq!((shards.blocks_of(0).start, shards.blocks_of(count - 1).end), (0, blocks));
        prop_assert_eq!((shards.batches_of(0).start, shards.batches_of(count - 1).end), (0, shards.blocks.batches()));
        let shard = at % count;
        let own = shards.blocks_of(shard);
        prop_assert_eq!(own.start, u64::try_from(u128::from(blocks) * u128::from(shard) / u128::from(count)).unwrap());
        let size = own.end - own.start;
        prop_assert!(size == blocks / count || size == blocks / count + 1);
        if shard + 1 < count {
            prop_assert_eq!(own.end, shards.blocks_of(shard + 1).start);
            prop_assert_eq!(shards.batches_of(shard).end, shards.batches_of(shard + 1).start);
            prop_assert_eq!(shards.batches_of(shard).start, own.start * shards.blocks.batches_per_block());
        }
        if own.end < blocks {
            prop_assert_eq!(shards.plays_of(shard), size * block);
        }
        prop_assert!(shards.blocks_of(count).is_empty() && shards.batches_of(u64::MAX).is_empty());
    }
}

#[test]
fn the_plays_of_all_shards_are_those_of_the_run() {
    for count in COUNTS {
        let shards = Shards { blocks: BlockPlan { block: 130_000, plays: 100 * 130_000 + 77_777 }, count };
        assert_eq!((0..count).map(|shard| shards.plays_of(shard)).sum::<u64>(), shards.blocks.plays);
    }
}

/// Stopped again and again, on other numbers of threads, a shard is what it is unbroken.
#[test]
fn a_shard_gone_on_with_is_the_unbroken_shard() {
    const BLOCK: u64 = 120_000;
    for sampling in [Sampling::Block, Sampling::Iid] {
        let plan = Plan { seed: 42, plays: 40 * BLOCK + 12_345, sampling, judging: Judging::Full };
        let sound = game(BLOCK);
        let shards = shards(&sound, plan, 3);
        for shard in 0..3 {
            let batches = shards.batches_of(shard);
            let whole = section(&sound, plan, shards, shard);
            let (mut begun, mut stops) = (None, 0);
            for (threads, stop_after) in [(1, 0), (2, 50_000), (3, 240_001), (2, 600_000), (1, 1_000_000)] {
                let watch = Arc::new(Watch::default());
                let mut game = game(BLOCK);
                game.stop = Some((stop_after, Arc::clone(&watch)));
                let section = play(&game, plan, batches.clone(), begun, threads, &watch).unwrap();
                assert!(section.batches.start == batches.start && section.batches.end < batches.end, "{:?}", section.batches);
                assert_eq!(section.tally.plays(), plays_in(shards.blocks, &section.batches));
                stops += 1;
                begun = Some(section);
            }
            assert_eq!(stops, 5);
            assert_eq!(play(&sound, plan, batches.clone(), begun, 2, &Watch::default()).unwrap(), whole, "{sampling:?} {shard}");
            // nothing is left to do
            assert_eq!(play(&sound, plan, batches, Some(whole.clone()), 2, &Watch::default()).unwrap(), whole);
        }
    }
}

#[test]
fn what_was_begun_must_be_of_the_same_shard() {
    let plan = Plan { seed: 1, plays: 700_000, sampling: Sampling::Block, judging: Judging::Full };
    let game = game(100_000);
    let begun = |batches| play(&game, plan, batches, None, 1, &Watch::default()).unwrap();
    let first = begun(0..2);
    let again = |batches, begun| play(&game, plan, batches, Some(begun), 1, &Watch::default());
    assert!(again(0..4, first.clone()).is_ok());
    assert!(matches!(again(2..4, first.clone()), Err(EngineError::Beginning(_))));
    assert!(matches!(again(0..1, first.clone()), Err(EngineError::Beginning(_))));
    assert!(matches!(again(0..15, first.clone()), Err(EngineError::Beginning(_))), "beyond the run");
    let mut other = first.clone();
    other.tally.tiers[0].plays += 1;
    assert!(matches!(again(0..4, other), Err(EngineError::Beginning(_))));
    let mut other = first;
    other.tally.stretches.pop();
    assert!(matches!(again(0..4, other), Err(EngineError::Beginning(_))));
    let stopped = Watch::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(play(&game, plan, 0..4, None, 1, &stopped), Err(EngineError::Stopped));
    assert_eq!(play(&game, plan, 4..4, None, 1, &stopped).unwrap().tally.plays(), 0, "an empty shard is done at once");
}

/// Gaps, doubles, strangers: refused, and the batch named.
#[test]
fn what_is_no_run_is_not_joined() {
    let plan = Plan { seed: 1, plays: 700_000, sampling: Sampling::Block, judging: Judging::Full };
    let game = game(100_000);
    let shards = shards(&game, plan, 9);
    let all: Vec<Section> = (0..9).map(|shard| section(&game, plan, shards, shard)).collect();
    let filled: Vec<usize> = (0..9).filter(|&shard| !all[shard].batches.is_empty()).collect();
    assert_eq!(filled.len(), 7);
    for &shard in &filled {
        let begins = all[shard].batches.start;
        let mut sections = all.clone();
        let lost = sections.remove(shard);
        assert_eq!(join(&game, plan, sections.clone()), Err(JoinError::Tiling(begins, "missing")));
        sections.extend([lost.clone(), lost]);
        assert_eq!(join(&game, plan, sections), Err(JoinError::Tiling(begins, "there twice")));
        let mut sections = all.clone();
        sections[shard].tally.stretches.pop();
        assert_eq!(join(&game, plan, sections), Err(JoinError::Stranger(begins)));
    }
    let longer = Plan { plays: 800_000, ..plan };
    assert!(matches!(join(&game, longer, all.clone()), Err(JoinError::Stranger(_) | JoinError::Tiling(..))));
    assert!(matches!(join(&game, Plan { plays: 0, ..plan }, all), Err(JoinError::Plan(EngineError::Plays(0)))));
}

/// What a join must notice is noticed: a run whose curve is off by one stretch, or that keeps the wrong witnesses, is not equal.
#[test]
fn equality_sees_curves_and_witnesses() {
    let plan = Plan { seed: 5, plays: 1_000_000, sampling: Sampling::Block, judging: Judging::Full };
    let game = game(100_000);
    let shards = shards(&game, plan, 4);
    let all: Vec<Section> = (0..4).map(|shard| section(&game, plan, shards, shard)).collect();
    let joined = |change: fn(&mut Section)| -> Outcome {
        let mut all = all.clone();
        change(&mut all[2]);
        join(&game, plan, all).unwrap()
    };
    let unbroken = run(&game, plan, 2, &Watch::default()).unwrap();
    assert_eq!(joined(|_| {}), unbroken);
    assert!(!unbroken.tally.witnesses.is_empty());
    assert_ne!(joined(|section| section.tally.stretches.rotate_left(1)), unbroken);
    assert_ne!(joined(|section| section.tally.tiers[0].row[0] += 1), unbroken);
}
