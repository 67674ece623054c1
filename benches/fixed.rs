//! Fixed work of one game, for instruction counts and profiles: `cargo bench --no-default-features --bench fixed -- GAME draw|judge|count BATCHES`.
//!
//! One thread, seed 1, the lowest stake. Prints how many plays were made and how long one took, in time on the processor where the system tells it; `count` judges and
//! measures no time, for `gate.py`.
#![allow(clippy::print_stdout)]

use sim::game::Playable;
use sim::games::{BUILT_IN, build, check};
use sim::prize::{BlockPlan, split_block};
use sim::random::{Purpose, Words, stream};
use sim::tally::{Observable, Tally};
use std::time::Instant;

/// Seconds this thread has spent on a processor, so that other work on the machine does not count; by the clock where the system does not tell.
fn seconds(began: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| began.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Seconds that one word of xoshiro256++ takes here and now: the unit of what a play costs.
fn a_word(clock: Instant) -> f64 {
    const WORDS: u64 = 20_000_000;
    let mut generator = stream(1, Purpose::Test, 0);
    let began = seconds(clock);
    std::hint::black_box((0..WORDS).fold(0, |sum: u64, _| sum.wrapping_add(generator.word())));
    (seconds(clock) - began) / WORDS as f64
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let [name, stage, batches] = arguments.as_slice() else {
        println!("no work named: GAME draw|judge|count BATCHES");
        return;
    };
    let batches: usize = batches.parse().expect("a number of batches");
    let built_in = BUILT_IN.iter().find(|game| game.id == name).expect("a built-in game");
    let game: Box<dyn Playable> = build(&check(built_in.text).expect("a built-in game is right"), None).expect("its lowest stake");
    let table = game.prize_table();
    let mut split = split_block(table, BlockPlan { block: table.block(), plays: table.block() }, 1, 0);
    split.retain(|batch| batch.plays() > 0);
    let row = Observable::offsets(game.observables()).pop().unwrap_or(0);
    let clock = Instant::now();
    let timed = stage != "count";
    let path = if sim::vector::is_wide() { "wide" } else { "any" };
    let word = if timed { a_word(clock) } else { f64::NAN };
    let (mut plays, mut total) = (0, 0.0);
    for batch in split.iter().cycle().take(batches) {
        let began = seconds(clock);
        if stage == "draw" {
            game.draw_only(1, batch);
        } else {
            let mut tally = Tally::new(table.tiers().len(), row, 1);
            game.play(1, batch, &mut tally);
            assert_eq!((tally.mismatch_count(), tally.ambiguous_count()), (0, 0));
            assert_eq!(tally.tiers.iter().map(|tier| tier.judged).sum::<u64>(), batch.plays());
        }
        // the system counts in steps that may be longer than a batch: only the sum means something
        total += seconds(clock) - began;
        plays += batch.plays();
    }
    if !timed {
        println!("{name} {stage}, path {path}: {plays} plays");
        return;
    }
    let word = word.min(a_word(clock));
    println!(
        "{name} {stage}, path {path}: {plays} plays, {:.1} ns a play: {:.1} words of {:.2} ns",
        total * 1e9 / plays as f64,
        total / plays as f64 / word,
        word * 1e9
    );
}
