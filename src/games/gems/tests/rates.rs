//! How long each stage takes, in time on the processor: `cargo test --release --no-default-features gems::tests::rates -- --ignored --nocapture`.

use super::*;
use crate::engine::{Judging, Plan, Sampling, Watch, run};
use crate::random::{Words, stream};

/// Nanoseconds this process has spent on a processor: other work on the machine does not count.
fn cpu_ns() -> u64 {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    threads
        .filter_map(|thread| std::fs::read_to_string(thread.path().join("schedstat")).ok())
        .filter_map(|text| text.split(' ').next().and_then(|number| number.parse::<u64>().ok()))
        .sum()
}

/// The same with the threads that have ended, to 10 ms.
fn process_ns() -> u64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<u64> = text.rsplit(')').next().unwrap_or("").split_whitespace().map(|field| field.parse().unwrap_or(0)).collect();
    (fields.get(11).copied().unwrap_or(0) + fields.get(12).copied().unwrap_or(0)) * 10_000_000
}

fn timed<T>(times: &mut u64, work: impl FnOnce() -> T) -> T {
    let start = cpu_ns();
    let value = work();
    *times += cpu_ns().saturating_sub(start);
    value
}

#[test]
#[ignore = "prints rates, checks nothing"]
fn rates() {
    let game = game();
    let mut words = [0; 2];
    let (mut lanes, mut stream, mut sum) = (Lanes::new(1, Purpose::Test, 7), stream(1, Purpose::Test, 0), 0_u64);
    timed(&mut words[0], || (0..50_000_000).for_each(|_| sum = sum.wrapping_add(stream.word())));
    timed(&mut words[1], || (0..50_000_000).for_each(|_| sum = sum.wrapping_add(lanes.word())));
    println!("a word of xoshiro256++, of the lanes, ps: {:?} {}", words.map(|ns| ns / 50_000), sum % 2);

    for tier in [game.table.losing(), game.table.tier_of(crate::money::Cents(300)).unwrap()] {
        let mut visuals = vec![Visual::default(); 16 * <Gems as Game>::CHUNK];
        let mut verdicts = vec![Verdict::default(); visuals.len()];
        let mut row = vec![0; Observable::offsets(Game::observables(&game)).last().copied().unwrap()];
        let (mut tries, mut times, rounds) = (Tries::default(), [0; 3], 40);
        for round in 0..rounds {
            let more = timed(&mut times[0], || game.generate_counted(tier, &mut lanes, &mut visuals));
            tries.throws += more.throws;
            tries.candidates += more.candidates;
            timed(&mut times[1], || game.judge(&visuals, &mut verdicts));
            timed(&mut times[2], || game.observe(round, &visuals, &verdicts, &mut (), &mut row));
        }
        let each = times.map(|ns| ns / (rounds * visuals.len() as u64));
        println!("{}: generate, judge, observe {each:?} ns a play; {tries:?}", game.table.name(tier));
    }

    let plan = Plan { seed: 1, plays: 1_500_000, sampling: Sampling::Block, judging: Judging::Full };
    for _ in 0..2 {
        let before = process_ns();
        let tally = run(&game, plan, 1, &Watch::default()).unwrap().tally;
        let ns = (process_ns() - before).max(1);
        println!("engine::run: {} plays/s, {} ns a play", plan.plays * 1_000_000_000 / ns, ns / plan.plays);
        assert_eq!((tally.mismatch_count(), tally.ambiguous_count()), (0, 0));
    }
}

/// Fixed work for an instruction count: `valgrind --tool=callgrind TEST-BINARY gems::tests::rates::work --ignored`.
#[test]
#[ignore = "work to be measured from outside, checks nothing"]
fn work() {
    let game = game();
    let plan = Plan { seed: 1, plays: 50_000, sampling: Sampling::Block, judging: Judging::Full };
    assert_eq!(run(&game, plan, 1, &Watch::default()).unwrap().tally.mismatch_count(), 0);
}

/// Candidates tried for a throw of each kind.
#[test]
#[ignore = "prints figures, checks nothing"]
fn tries() {
    use crate::games::gems::filling::{Fill, Filler, Kind, Wanted};
    let filler = Filler::new(Grid { rows: 5, columns: 6 }, 6, 3);
    let mut words = stream(1, Purpose::Test, 0);
    for (kind, magic, blocked, line) in [
        (Kind::Plain, 0, 0, None),
        (Kind::Special, 0, 1 << 7, None),
        (Kind::Special, 1 << 7, 0, None),
        (Kind::Line, 0, 0, std::num::NonZeroU8::new(4)),
        (Kind::Line, 1 << 7, 0, std::num::NonZeroU8::new(4)),
    ] {
        let wanted = vec![Wanted { blocked, magic, line }; 100_000];
        println!("{kind:?}, magic {magic}: {} candidates", filler.fill(kind, &wanted, &mut words, &mut vec![[0; 3]; wanted.len()]));
    }
}
