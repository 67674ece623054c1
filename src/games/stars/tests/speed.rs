//! Where the time goes: `cargo test --release --no-default-features stars::tests::speed -- --ignored --nocapture`.
#![allow(clippy::float_arithmetic)] // nanoseconds a unit, printed

use super::super::visual::Visual;
use super::game;
use crate::engine::{Judging, Plan, Sampling, Watch, run};
use crate::game::{Game, Verdict};
use crate::random::{Lanes, Purpose, Words, stream};
use crate::tally::Observable;
use std::hint::black_box;

/// Nanoseconds this process has spent on a processor: other processes of a busy machine do not count.
fn cpu() -> u64 {
    let mut total = 0;
    for task in std::fs::read_dir("/proc/self/task").unwrap().flatten() {
        let text = std::fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
        total += text.split_whitespace().next().and_then(|first| first.parse::<u64>().ok()).unwrap_or(0);
    }
    total
}

/// The best of several rounds: what the work costs when the machine is least disturbed.
fn timed(what: &str, units: u64, mut work: impl FnMut()) {
    let mut best = u64::MAX;
    for _ in 0..7 {
        let start = cpu();
        work();
        best = best.min(cpu() - start);
    }
    println!("{what:<28} {:8.2} ns", best as f64 / units as f64);
}

#[test]
#[ignore = "a measurement"]
fn speed() {
    let game = game("1");
    let plays = 1_000_000;
    let batches = crate::prize::split_block(game.prize_table(), crate::prize::BlockPlan { block: 1_000_000, plays }, 42, 0);
    let row = *Observable::offsets(game.observables()).last().unwrap();
    let mut tally = crate::tally::Tally::new(game.prize_table().tiers().len(), row, 1);
    timed("Playable::play, a whole play", plays, || {
        for batch in &batches {
            crate::game::Playable::play(&game, 42, batch, &mut tally);
        }
    });
    assert_eq!(tally.mismatch_count(), 0);
    let (rounds, chunk) = (1_000, 512);
    let units = rounds * chunk as u64;
    let mut lanes = Lanes::new(1, Purpose::Test, 0);
    let mut visuals = vec![Visual::default(); chunk];
    let mut verdicts = vec![Verdict::default(); chunk];
    let mut row = vec![0; row];
    let losing = game.prize_table().losing();
    timed("generate", units, || (0..rounds).for_each(|_| game.generate(losing, &mut lanes, black_box(&mut visuals))));
    timed("judge", units, || (0..rounds).for_each(|_| game.judge(black_box(&visuals), black_box(&mut verdicts))));
    timed("observe", units, || (0..rounds).for_each(|_| game.observe(0, black_box(&visuals), black_box(&verdicts), &mut (), &mut row)));
    timed("word of lanes", 10_000_000, || _ = black_box((0..10_000_000).fold(0, |all, _| all ^ lanes.word())));
    let mut plain = stream(1, Purpose::Test, 0);
    timed("word of xoshiro256++", 10_000_000, || _ = black_box((0..10_000_000).fold(0, |all, _| all ^ plain.word())));
    let plan = Plan { seed: 42, plays: 5_000_000, sampling: Sampling::Block, judging: Judging::Full };
    let start = std::time::Instant::now();
    let tally = run(&game, plan, 1, &Watch::default()).unwrap().tally;
    assert_eq!(tally.mismatch_count(), 0);
    println!("engine::run of 5e6 plays, one thread: {:?} by the clock", start.elapsed());
}
