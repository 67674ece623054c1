//! Star Color: 42 stars, explosions and the Extra set (S1 to S11), judged again from the stars.

use crate::{Outcome, Peer, Table, small_multisets};
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_distr::Distribution;
use rand_distr::weighted::WeightedAliasIndex;

const ROWS: i32 = 6;
const COLUMNS: i32 = 7;
const CELLS: usize = 42;
const STAKE: u64 = 100;
/// S6, times the stake.
const SUMS: [u64; 7] = [1, 2, 4, 100, 1_000, 5_000, 10_000];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    Nothing,
    /// A sum, by its place in `SUMS`.
    Sum(u8),
    MilkyWay,
    /// Along the diagonal NW-SE (`false`) or NE-SW (`true`).
    ShootingStar(bool),
    Supernova(u8),
    Extra,
}
use Content::{Extra, MilkyWay, Nothing, ShootingStar, Sum, Supernova};

impl Content {
    /// The content's number in the tally.
    fn number(self) -> usize {
        match self {
            Nothing => 0,
            Sum(sum) => 1 + usize::from(sum),
            MilkyWay => 8,
            ShootingStar(falling) => 9 + usize::from(falling),
            Supernova(colour) => 11 + usize::from(colour),
            Extra => 17,
        }
    }
}

/// What the player sees of a set.
#[derive(Clone, Copy)]
struct Set {
    colours: [u8; CELLS],
    contents: [Content; CELLS],
}

/// What the player sees.
struct Visual {
    picked: u8,
    first: Set,
    second: Option<Set>,
}

/// The ways of a prize, as lists of sums.
struct Ways {
    sums: Vec<Vec<Content>>,
    choice: WeightedAliasIndex<u64>,
}

pub struct Stars {
    table: Table,
    /// By tier; `None` for the losing tier.
    ways: Vec<Option<Ways>>,
    neighbours: [u64; CELLS],
    diagonals: [[u64; CELLS]; 2],
    explosions: WeightedAliasIndex<u32>,
    kinds: WeightedAliasIndex<u32>,
    /// S8 in ten thousand entries, so that one uniform choice is a weighted one.
    decoys: Vec<Content>,
}

impl Stars {
    pub fn new() -> Self {
        let winners = [(2_000_000, 1), (100_000, 1), (10_000, 10), (1_200, 24_100), (400, 28_000), (200, 85_000), (100, 106_800)];
        let table = Table::new("star-color", 1_000_000, &winners);
        let ways = table.tiers.iter().map(|&(prize, _)| (prize > 0).then(|| ways(prize / STAKE))).collect();
        let reach = |steps: &[(i32, i32)], farthest| {
            std::array::from_fn(|cell| {
                let (row, column) = (cell as i32 / COLUMNS, cell as i32 % COLUMNS);
                let stops = steps.iter().flat_map(|&(down, right)| (1..=farthest).map(move |n| (row + n * down, column + n * right)));
                stops.filter(|&(r, c)| (0..ROWS).contains(&r) && (0..COLUMNS).contains(&c)).fold(0, |mask, (r, c)| mask | 1 << (r * COLUMNS + c))
            })
        };
        let around = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        let sums = (0..).map(Sum).zip([40, 25, 20, 8, 4, 2, 1].map(|weight| 25 * weight));
        let bonuses =
            [(MilkyWay, 600), (ShootingStar(false), 180), (ShootingStar(true), 180)].into_iter().chain((0..6).map(|colour| (Supernova(colour), 40)));
        let decoys = [(Nothing, 6_000), (Extra, 300)].into_iter().chain(sums).chain(bonuses);
        let decoys = decoys.flat_map(|(content, entries)| std::iter::repeat_n(content, entries)).collect();
        let choice = |weights: &[u32]| WeightedAliasIndex::new(weights.to_vec()).expect("positive weights");
        Self {
            table,
            ways,
            neighbours: reach(&around, 1),
            diagonals: [reach(&[(1, 1), (-1, -1)], 6), reach(&[(1, -1), (-1, 1)], 6)],
            explosions: choice(&[60, 28, 9, 3]),
            kinds: choice(&[5, 3, 2]),
            decoys,
        }
    }

    fn draw(&self, tier: usize, rng: &mut SmallRng) -> Visual {
        let picked = rng.random_range(0..6);
        let extra = rng.random_range(0..100) < 8;
        let (mut first, mut second) = (Vec::with_capacity(7), Vec::new());
        if extra {
            first.push(Extra);
        }
        if let Some(ways) = &self.ways[tier] {
            for &sum in &ways.sums[ways.choice.sample(rng)] {
                if extra && rng.random() { second.push(sum) } else { first.push(sum) }
            }
        }
        Visual { picked, first: self.draw_set(picked, &first, rng), second: extra.then(|| self.draw_set(picked, &second, rng)) }
    }

    /// A set that shows exactly `shown` and some bonuses under the uncovered stars, decoys under the others (S10).
    fn draw_set(&self, picked: u8, shown: &[Content], rng: &mut SmallRng) -> Set {
        let mut colours: [u8; CELLS] = std::array::from_fn(|cell| (cell / 7) as u8);
        colours.shuffle(rng);
        let mut masks = [0u64; 6];
        for (cell, &colour) in colours.iter().enumerate() {
            masks[usize::from(colour)] |= 1 << cell;
        }
        let mut contents = [Nothing; CELLS];
        let mut uncovered = masks[usize::from(picked)];
        let mut empty = uncovered;
        let mut candidates = [0usize; CELLS];
        let mut left = self.explosions.sample(rng);
        while left > 0 {
            let bonus = match self.kinds.sample(rng) {
                0 => MilkyWay,
                1 => ShootingStar(rng.random()),
                _ => {
                    let mut covered = [0u8; 6];
                    let mut found = 0;
                    for colour in 0..6 {
                        covered[found] = colour;
                        found += usize::from(masks[usize::from(colour)] & !uncovered != 0);
                    }
                    let Some(&colour) = covered[..found].choose(rng) else { continue };
                    Supernova(colour)
                }
            };
            let reach = |cell: usize| match bonus {
                MilkyWay => self.neighbours[cell],
                ShootingStar(falling) => self.diagonals[usize::from(falling)][cell],
                Supernova(colour) => masks[usize::from(colour)],
                _ => 0,
            };
            let mut found = 0;
            for cell in bits(empty) {
                candidates[found] = cell;
                found += usize::from(reach(cell) & !uncovered != 0);
            }
            let Some(&cell) = candidates[..found].choose(rng) else { continue };
            contents[cell] = bonus;
            let new = reach(cell) & !uncovered;
            uncovered |= new;
            empty = (empty | new) & !(1 << cell);
            left -= 1;
        }
        let mut free = 0;
        for cell in bits(empty) {
            candidates[free] = cell;
            free += 1;
        }
        let (chosen, _) = candidates[..free].partial_shuffle(rng, shown.len());
        for (&cell, &content) in chosen.iter().zip(shown) {
            contents[cell] = content;
        }
        for cell in bits(!uncovered & ((1 << CELLS) - 1)) {
            contents[cell] = *self.decoys.choose(rng).expect("ten thousand entries");
        }
        Set { colours, contents }
    }
}

/// S6 and its weights: 2^-(sums - 1).
fn ways(prize: u64) -> Ways {
    let sums: Vec<(Content, u64)> = (0..).map(Sum).zip(SUMS).filter(|&(_, sum)| sum <= prize && (sum < 5_000 || prize == 20_000)).collect();
    let sums: Vec<Vec<Content>> = small_multisets(&sums, 6, prize);
    let weights = sums.iter().map(|way| 1 << (6 - way.len())).collect();
    Ways { choice: WeightedAliasIndex::new(weights).expect("every prize has a way"), sums }
}

/// The cells of a mask.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let cell = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            cell
        })
    })
}

/// The referee: the stars that a set uncovers by 4.4 and 4.5.
fn uncover(picked: u8, set: &Set) -> u64 {
    let of_colour = |colour: u8| set.colours.iter().enumerate().fold(0u64, |mask, (cell, &c)| mask | u64::from(c == colour) << cell);
    let mut uncovered = of_colour(picked);
    let mut waiting = uncovered;
    while waiting != 0 {
        let cell = waiting.trailing_zeros() as i32;
        let (row, column) = (cell / COLUMNS, cell % COLUMNS);
        let on_board = |r: i32, c: i32| if (0..ROWS).contains(&r) && (0..COLUMNS).contains(&c) { 1u64 << (r * COLUMNS + c) } else { 0 };
        let exploded = match set.contents[cell as usize] {
            MilkyWay => {
                (row - 1..=row + 1).flat_map(|r| (column - 1..=column + 1).map(move |c| (r, c))).fold(0, |mask, (r, c)| mask | on_board(r, c))
            }
            ShootingStar(falling) => {
                let slope = if falling { -1 } else { 1 };
                (0..ROWS).fold(0, |mask, r| mask | on_board(r, column + slope * (r - row)))
            }
            Supernova(colour) => of_colour(colour),
            _ => 0,
        };
        waiting = (waiting & (waiting - 1)) | (exploded & !uncovered);
        uncovered |= exploded;
    }
    uncovered
}

/// Whole counts.
struct Tally {
    tiers: Vec<u64>,
    picked: [u64; 6],
    extras: Vec<[u64; 2]>,
    sums: Vec<[u64; CELLS]>,
    explosions: [[u64; CELLS]; 2],
    kinds: [u64; 3],
    uncovered: [[u64; CELLS + 1]; 2],
    contents: [[u64; 18]; 2],
}

impl Tally {
    /// Judges a set and counts what is seen; returns (prize in cents, sums, Extras).
    fn judge(&mut self, which: usize, picked: u8, set: &Set) -> (u64, usize, u64) {
        let uncovered = uncover(picked, set);
        let (mut prize, mut sums, mut extras, mut bonuses) = (0, 0, 0, 0);
        for (cell, &content) in set.contents.iter().enumerate() {
            let shown = uncovered >> cell & 1;
            self.contents[shown as usize][content.number()] += 1;
            if shown == 1 {
                match content {
                    Nothing => {}
                    Sum(sum) => {
                        prize += STAKE * SUMS[usize::from(sum)];
                        sums += 1;
                    }
                    Extra => extras += 1,
                    bonus => {
                        bonuses += 1;
                        self.kinds[match bonus {
                            MilkyWay => 0,
                            ShootingStar(_) => 1,
                            _ => 2,
                        }] += 1;
                    }
                }
            }
        }
        self.explosions[which][bonuses] += 1;
        self.uncovered[which][uncovered.count_ones() as usize] += 1;
        (prize, sums, extras)
    }
}

impl Peer for Stars {
    fn table(&self) -> &Table {
        &self.table
    }

    fn run(&self, plays: u64, rng: &mut SmallRng) -> Outcome {
        let tiers = self.table.tiers.len();
        let mut tally = Tally {
            tiers: vec![0; tiers],
            picked: [0; 6],
            extras: vec![[0; 2]; tiers],
            sums: vec![[0; CELLS]; tiers],
            explosions: [[0; CELLS]; 2],
            kinds: [0; 3],
            uncovered: [[0; CELLS + 1]; 2],
            contents: [[0; 18]; 2],
        };
        let (mut paid, mut mismatches, mut irregular) = (0, 0, 0);
        let mut block = self.table.plays();
        let mut left = plays;
        while left > 0 {
            block.shuffle(rng);
            let now = left.min(self.table.block);
            for &tier in &block[..now as usize] {
                let tier = usize::from(tier);
                let visual = self.draw(tier, rng);
                // from here on, the referee: it sees the visual alone
                let (mut prize, mut sums, extras) = tally.judge(0, visual.picked, &visual.first);
                let mut regular = extras == u64::from(visual.second.is_some());
                if let Some(second) = &visual.second {
                    let more = tally.judge(1, visual.picked, second);
                    prize += more.0;
                    sums += more.1;
                    regular &= more.2 == 0;
                }
                tally.tiers[tier] += 1;
                tally.picked[usize::from(visual.picked)] += 1;
                tally.extras[tier][usize::from(visual.second.is_some())] += 1;
                tally.sums[tier][sums] += 1;
                paid += prize;
                mismatches += u64::from(prize != self.table.tiers[tier].0);
                irregular += u64::from(!regular);
            }
            left -= now;
        }
        let Tally { tiers, picked, extras, sums, explosions, kinds, uncovered, contents } = tally;
        let tally = format!(
            "\"picked\": {picked:?}, \"extras\": {extras:?}, \"sums\": {sums:?}, \"explosions\": {explosions:?}, \"kinds\": {kinds:?}, \
             \"uncovered\": {uncovered:?}, \"contents\": {contents:?}"
        );
        Outcome { paid, mismatches, ambiguous: irregular, tiers, tally }
    }
}
