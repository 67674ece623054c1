//! A measurement, not a test: what a play costs.

use super::*;
use crate::prize::{BlockPlan, split_block};
use crate::random::{Words, stream};
use crate::tally::Tally;

/// Nanoseconds of processor time of this thread (Linux), so that other work on the machine does not count.
fn cpu() -> u64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    stat.split(' ').next().unwrap().parse().unwrap()
}

#[test]
#[ignore = "a measurement: cargo test --release --no-default-features --lib -- --ignored --nocapture rate_of"]
fn rate_of_judged_plays() {
    let started = cpu();
    let game = crate::games::build(&crate::games::check(YAMS).unwrap(), None).unwrap();
    println!("check and build: {} us", (cpu() - started) / 1000);
    for _ in 0..3 {
        let started = cpu();
        let mut lanes = Lanes::new(1, Purpose::Test, 0);
        let mut words = stream(1, Purpose::Test, 0);
        let mut sum = 0_u64;
        for _ in 0..20_000_000 {
            sum = sum.wrapping_add(lanes.word());
        }
        let middle = cpu();
        for _ in 0..20_000_000 {
            sum = sum.wrapping_add(words.word());
        }
        std::hint::black_box(sum);
        println!("lanes {} ps a word, one generator {} ps a word", (middle - started) / 20_000, (cpu() - middle) / 20_000);
        let table = game.prize_table();
        let blocks = BlockPlan { block: table.block(), plays: 20_000_000 };
        let row = Observable::offsets(game.observables()).last().copied().unwrap();
        let mut tally = Tally::new(table.tiers().len(), row, 1);
        let started = cpu();
        let batches: Vec<_> = (0..blocks.blocks()).flat_map(|block| split_block(table, blocks, 1, block)).collect();
        let split = cpu();
        batches.iter().for_each(|batch| game.draw_only(1, batch));
        let draw = cpu();
        for batch in &batches {
            game.play(1, batch, &mut tally);
        }
        let played = cpu();
        let each = |nanos: u64| nanos * 1000 / blocks.plays;
        println!("ps a play: split {}, draw visuals {}, draw + judge + observe {}", each(split - started), each(draw - split), each(played - draw));
        assert_eq!(tally.mismatch_count(), 0);
    }
}

#[test]
#[ignore = "a measurement of each tier and stage alone"]
fn rate_by_tier_and_stage() {
    let game = yams(None);
    let row = Observable::offsets(game.observables()).last().copied().unwrap();
    let mut row = vec![0; row];
    let mut pending = Pending::default();
    for tier in [9, 8, 4, 3, 0] {
        let clock = std::time::Instant::now();
        let cpu = || u64::try_from(clock.elapsed().as_nanos()).unwrap();
        let mut spent = [u64::MAX; 4];
        let mut lanes = Lanes::new(1, Purpose::Test, 0);
        let mut visuals = vec![Visual::default(); 512];
        let mut verdicts = vec![Verdict::default(); 512];
        let mut words = vec![0; 1024];
        let rounds = 8_000;
        for _ in 0..rounds / 20 {
            let a = cpu();
            for _ in 0..20 {
                lanes.fill(&mut words);
                std::hint::black_box(&words);
            }
            let b = cpu();
            for _ in 0..20 {
                game.generate(TierId(tier), &mut lanes, &mut visuals);
                std::hint::black_box(&visuals);
            }
            let c = cpu();
            for _ in 0..20 {
                game.judge(&visuals, &mut verdicts);
                std::hint::black_box(&verdicts);
            }
            let d = cpu();
            for _ in 0..20 {
                game.observe(0, &visuals, &verdicts, &mut pending, &mut row);
                std::hint::black_box(&row);
            }
            let e = cpu();
            for (spent, more) in spent.iter_mut().zip([b - a, c - b, d - c, e - d]) {
                *spent = more.min(*spent);
            }
        }
        println!(
            "tier {tier}: ps a visual: two words {}, generate {}, judge {}, observe {}",
            spent[0] * 1000 / 10_240,
            spent[1] * 1000 / 10_240,
            spent[2] * 1000 / 10_240,
            spent[3] * 1000 / 10_240
        );
    }
}
