//! Yam's: three fair cups given the bracket of their points (Y2), judged again from the dice.

use crate::{Outcome, Peer, Table};
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_distr::Distribution;
use rand_distr::weighted::WeightedAliasIndex;

const TIERS: usize = 10;
/// Article 4.5, in the order of the tiers; a losing play shows 0 or 3 (Y1).
const BRACKETS: [(usize, usize); TIERS] = [(100, 100), (80, 99), (70, 79), (50, 69), (30, 49), (20, 29), (15, 19), (10, 14), (5, 9), (0, 4)];
const POINTS: [usize; 9] = [0, 3, 5, 10, 25, 30, 40, 45, 50];

type Cup = [u8; 5];

/// The triples of classes that one bracket may show, and how to choose among them.
struct Bracket {
    triples: Vec<[u8; 3]>,
    choice: WeightedAliasIndex<u64>,
}

pub struct Yams {
    table: Table,
    /// The generator's throws by class.
    throws: [Vec<Cup>; 9],
    brackets: Vec<Bracket>,
    /// The referee's points of every throw, and its class (the rank of the combination).
    points: Vec<u8>,
    rank: [u8; 51],
    prizes: [u64; 151],
}

impl Yams {
    pub fn new() -> Self {
        let winners =
            [(250_000, 1), (25_000, 1), (1_000, 400), (500, 18_000), (250, 25_000), (200, 3_500), (150, 5_000), (100, 31_000), (50, 80_500)];
        let table = Table::new("yams", 700_000, &winners);
        let mut throws: [Vec<Cup>; 9] = Default::default();
        for cup in (0..7776).map(throw) {
            throws[class(cup)].push(cup);
        }
        let brackets = BRACKETS.map(|(low, high)| {
            let inside = |&[a, b, c]: &[u8; 3]| (low..=high).contains(&[a, b, c].map(|class| POINTS[class as usize]).iter().sum::<usize>());
            let triples: Vec<[u8; 3]> = (0..9).flat_map(|a| (0..9).flat_map(move |b| (0..9).map(move |c| [a, b, c]))).filter(inside).collect();
            let weights = triples.iter().map(|triple| triple.iter().map(|&class| throws[class as usize].len() as u64).product()).collect();
            Bracket { triples, choice: WeightedAliasIndex::new(weights).expect("every bracket can be thrown") }
        });
        let mut rank = [0; 51];
        for (class, points) in (0..).zip(POINTS) {
            rank[points] = class;
        }
        let mut prizes = [0; 151];
        for ((low, high), (prize, _)) in BRACKETS.iter().zip(&table.tiers) {
            prizes[*low..=*high].fill(*prize);
        }
        Self { table, throws, brackets: brackets.into(), points: (0..7776).map(|key| score(throw(key))).collect(), rank, prizes }
    }

    fn draw(&self, tier: usize, rng: &mut SmallRng) -> [Cup; 3] {
        let bracket = &self.brackets[tier];
        bracket.triples[bracket.choice.sample(rng)].map(|class| *self.throws[class as usize].choose(rng).expect("no class is empty"))
    }
}

impl Peer for Yams {
    fn table(&self) -> &Table {
        &self.table
    }

    fn run(&self, plays: u64, rng: &mut SmallRng) -> Outcome {
        let mut totals = [[0u64; 151]; TIERS];
        let mut combinations = [[0u64; 9]; TIERS];
        let mut faces = [[0u64; 6]; TIERS];
        let (mut paid, mut mismatches) = (0, 0);
        let mut block = self.table.plays();
        let mut left = plays;
        while left > 0 {
            block.shuffle(rng);
            let now = left.min(self.table.block);
            for &tier in &block[..now as usize] {
                let tier = usize::from(tier);
                let cups = self.draw(tier, rng);
                // from here on, the referee: it sees the dice alone
                let mut total = 0;
                for cup in &cups {
                    let points = self.points[key(cup)];
                    combinations[tier][usize::from(self.rank[usize::from(points)])] += 1;
                    for &face in cup {
                        faces[tier][usize::from(face)] += 1;
                    }
                    total += usize::from(points);
                }
                totals[tier][total] += 1;
                let prize = self.prizes[total];
                paid += prize;
                mismatches += u64::from(prize != self.table.tiers[tier].0);
            }
            left -= now;
        }
        let tiers = totals.iter().map(|row| row.iter().sum()).collect();
        let tally = format!("\"totals\": {totals:?}, \"combinations\": {combinations:?}, \"faces\": {faces:?}");
        Outcome { paid, mismatches, ambiguous: 0, tiers, tally }
    }
}

/// A number below 7 776 as five dice (faces 0 to 5), and back.
fn throw(key: usize) -> Cup {
    [1296, 216, 36, 6, 1].map(|place| (key / place % 6) as u8)
}

fn key(cup: &Cup) -> usize {
    cup.iter().fold(0, |key, &face| key * 6 + usize::from(face))
}

/// The generator's class of a throw: its place in `POINTS`.
fn class(cup: Cup) -> usize {
    let mut times = [0usize; 6];
    for face in cup {
        times[usize::from(face)] += 1;
    }
    let longest = times.split(|&n| n == 0).map(<[usize]>::len).max().unwrap_or(0);
    times.sort_unstable();
    match (times[5], times[4], longest) {
        (5, ..) => 8,
        (_, _, 5) => 7,
        (4, ..) => 6,
        (_, _, 4) => 5,
        (3, 2, _) => 4,
        (3, ..) => 3,
        (2, 2, _) => 2,
        (2, ..) => 1,
        _ => 0,
    }
}

/// The referee's reading of article 4.4: the best of all combinations the cup shows.
fn score(cup: Cup) -> u8 {
    let times = |face: u8| cup.iter().filter(|&&die| die == face).count();
    let faces_with = |least: usize| (0..6).filter(|&face| times(face) >= least).count();
    let run = |length: u8| (0..=6 - length).any(|low| (low..low + length).all(|face| times(face) > 0));
    let combinations = [
        (50, faces_with(5) > 0),
        (45, run(5)),
        (40, faces_with(4) > 0),
        (30, run(4)),
        (25, faces_with(3) == 1 && faces_with(2) == 2),
        (10, faces_with(3) > 0),
        (5, faces_with(2) == 2),
        (3, faces_with(2) > 0),
    ];
    combinations.iter().filter(|(_, shown)| *shown).map(|(points, _)| *points).max().unwrap_or(0)
}
