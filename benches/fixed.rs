//! Fixed work of one game, for instruction counts and profiles: `cargo bench --no-default-features --bench fixed -- GAME draw|judge BATCHES`.
//!
//! One thread, seed 1, the lowest stake. Prints how many plays were made and how long one took.
#![allow(clippy::print_stdout)]

use sim::game::Playable;
use sim::games::{BUILT_IN, build, check};
use sim::prize::{BlockPlan, split_block};
use sim::tally::{Observable, Tally};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let [name, stage, batches] = arguments.as_slice() else {
        println!("no work named: GAME draw|judge BATCHES");
        return;
    };
    let batches: usize = batches.parse().expect("a number of batches");
    let built_in = BUILT_IN.iter().find(|game| game.id == name).expect("a built-in game");
    let game: Box<dyn Playable> = build(&check(built_in.text).expect("a built-in game is right"), None).expect("its lowest stake");
    let table = game.prize_table();
    let split = split_block(table, BlockPlan { block: table.block(), plays: table.block() }, 1, 0);
    let row = Observable::offsets(game.observables()).pop().unwrap_or(0);
    let began = Instant::now();
    let mut plays = 0;
    for batch in split.iter().cycle().take(batches) {
        if stage == "draw" {
            plays += game.draw_only(1, batch);
        } else {
            let mut tally = Tally::new(table.tiers().len(), row, 1);
            game.play(1, batch, &mut tally);
            assert_eq!((tally.mismatch_count(), tally.ambiguous_count()), (0, 0));
            plays += tally.tiers.iter().map(|tier| tier.judged).sum::<u64>();
        }
    }
    let taken = began.elapsed().as_secs_f64();
    println!("{name} {stage}: {plays} plays, {:.1} ns a play", taken * 1e9 / plays as f64);
}
