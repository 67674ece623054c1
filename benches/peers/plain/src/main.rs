//! The peer in plain Rust: one thread, `rand`'s usual tools, one play after the other.
//!
//! `plain-peer --game yams --plays 7000000 --seed 1` prints one line of JSON; `plain-peer --yardstick` times one `next_u64` of xoshiro256++.

mod gems;
mod stars;
mod yams;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::process::ExitCode;
use std::time::Instant;

/// A prize table at the lowest stake: (prize in cents, winners a block), the losing tier last.
pub struct Table {
    id: &'static str,
    block: u64,
    tiers: Vec<(u64, u64)>,
}

impl Table {
    fn new(id: &'static str, block: u64, winners: &[(u64, u64)]) -> Self {
        let losing = block - winners.iter().map(|(_, count)| count).sum::<u64>();
        Self { id, block, tiers: winners.iter().copied().chain([(0, losing)]).collect() }
    }

    /// One tier for each play of a block, in order: ready to be shuffled.
    fn plays(&self) -> Vec<u8> {
        (0u8..).zip(&self.tiers).flat_map(|(tier, &(_, count))| std::iter::repeat_n(tier, count as usize)).collect()
    }

    fn total(&self) -> u64 {
        self.tiers.iter().map(|(prize, count)| prize * count).sum()
    }
}

/// What a run reports; `paid` comes from the referee, never from the draw.
pub struct Outcome {
    paid: u64,
    mismatches: u64,
    ambiguous: u64,
    tiers: Vec<u64>,
    /// The rest of the tally, as JSON members.
    tally: String,
}

/// A game made ready: tables built, nothing drawn.
trait Peer {
    fn table(&self) -> &Table;
    fn run(&self, plays: u64, rng: &mut SmallRng) -> Outcome;
}

fn main() -> ExitCode {
    let mut game = "yams".to_owned();
    let (mut plays, mut seed, mut check) = (None, 1, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| usage(&format!("{argument} needs a value")));
        match argument.as_str() {
            "--game" => game = value(),
            "--plays" => plays = Some(number(&value())),
            "--seed" => seed = number(&value()),
            "--check" => check = true,
            "--yardstick" => {
                println!("{}", yardstick());
                return ExitCode::SUCCESS;
            }
            _ => usage(&format!("`{argument}` is no argument")),
        }
    }
    let peer: Box<dyn Peer> = match game.as_str() {
        "yams" => Box::new(yams::Yams::new()),
        "star-color" => Box::new(stars::Stars::new()),
        "diamond-river" => Box::new(gems::Gems::new()),
        _ => usage(&format!("`{game}` is no game")),
    };
    let table = peer.table();
    let plays = plays.unwrap_or(table.block);
    peer.run(plays.min(20_000), &mut SmallRng::seed_from_u64(seed + 1)); // caches warm
    let (start, busy) = (Instant::now(), cpu_seconds());
    let outcome = peer.run(plays, &mut SmallRng::seed_from_u64(seed));
    let (seconds, busy) = (start.elapsed().as_secs_f64(), cpu_seconds() - busy);

    let (blocks, rest) = (plays / table.block, plays % table.block);
    let within = |(&seen, &(_, count)): (&u64, &(u64, u64))| (blocks * count..=(blocks + u64::from(rest > 0)) * count).contains(&seen);
    let mut checks = vec![
        ("every play judged as drawn", outcome.mismatches == 0),
        ("no ambiguous visual", outcome.ambiguous == 0),
        ("every play counted", outcome.tiers.iter().sum::<u64>() == plays),
        ("no tier beyond its blocks", outcome.tiers.iter().zip(&table.tiers).all(within)),
    ];
    if rest == 0 {
        checks.push(("whole blocks pay their table", outcome.paid == blocks * table.total()));
    }
    let told: Vec<_> = checks.iter().map(|(name, holds)| format!("\"{name}\": {holds}")).collect();
    let tally = if check { format!(", \"tally\": {{\"tiers\": {:?}, {}}}", outcome.tiers, outcome.tally) } else { String::new() };
    println!(
        "{{\"peer\": \"plain\", \"game\": \"{}\", \"plays\": {plays}, \"seconds\": {seconds:.6}, \"cpu_seconds\": {busy:.6}, \"paid_cents\": {}, \"mismatches\": {}, \"checks\": {{{}}}{tally}}}",
        table.id,
        outcome.paid,
        outcome.mismatches,
        told.join(", ")
    );
    if checks.iter().all(|(_, holds)| *holds) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Every multiset of at most `most` gains (in the order given) that adds up to `prize`.
fn small_multisets<T: Copy>(gains: &[(T, u64)], most: usize, prize: u64) -> Vec<Vec<T>> {
    if prize == 0 {
        return vec![Vec::new()];
    }
    if most == 0 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, &(gain, amount)) in gains.iter().enumerate().filter(|(_, (_, amount))| *amount <= prize) {
        for mut rest in small_multisets(&gains[at..], most - 1, prize - amount) {
            rest.push(gain);
            found.push(rest);
        }
    }
    found
}

/// Seconds this thread has run, by Linux; 0 elsewhere.
fn cpu_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

/// Nanoseconds of one `next_u64` of xoshiro256++, which is what `SmallRng` is on 64-bit machines: the least of many runs, shorter than a time slice.
fn yardstick() -> f64 {
    const WORDS: u32 = 200_000;
    let mut rng = SmallRng::seed_from_u64(1);
    let mut least = f64::INFINITY;
    for _ in 0..200 {
        let start = Instant::now();
        let sum = (0..WORDS).fold(0u64, |sum, _| sum ^ rng.next_u64());
        std::hint::black_box(sum);
        least = least.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(WORDS));
    }
    least
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| usage(&format!("`{text}` is no whole number")))
}

fn usage(mistake: &str) -> ! {
    eprintln!("{mistake}\nusage: plain-peer [--game yams|star-color|diamond-river] [--plays N] [--seed S] [--check] | --yardstick");
    std::process::exit(2)
}
