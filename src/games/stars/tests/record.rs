//! The recorded counts of `reference.rs`, made again: a plain twin of S10 with one mask a cell, written apart from the generator.

use super::super::reference::{self, RECORDED_SETS};
use super::enumeration::reach;
use crate::random::{Lanes, Purpose, below, shuffle};

/// One set by S10 with `explosions` explosions of the default kinds, violet (the first seven cells of the shuffle) selected: stars uncovered, waves, kinds drawn again.
fn draw(lanes: &mut Lanes, reach: &[[u64; 3]], explosions: usize) -> (usize, usize, u64) {
    let mut cells: [u32; 42] = std::array::from_fn(|cell| u32::try_from(cell).unwrap());
    shuffle(lanes, &mut cells);
    let colours: Vec<u64> = cells.chunks(7).map(|seven| seven.iter().fold(0, |mask, &cell| mask | 1 << cell)).collect();
    let mut uncovered = colours[0];
    let mut bonuses: Vec<(u32, u64)> = Vec::new();
    let mut again = 0;
    while bonuses.len() < explosions {
        // 5 : 3 : 2, a shooting star of either direction with half its weight: out of 20
        let kind = below(lanes, 20);
        let nova = if kind < 16 {
            0
        } else {
            let open: Vec<u64> = colours.iter().copied().filter(|colour| colour & !uncovered != 0).collect();
            open[usize::try_from(below(lanes, open.len() as u64)).unwrap()]
        };
        let explodes = |cell: u32| match kind {
            0..10 => reach[cell as usize][0],
            10..13 => reach[cell as usize][1],
            13..16 => reach[cell as usize][2],
            _ => nova,
        };
        let empty = |cell: u32| uncovered >> cell & 1 == 1 && bonuses.iter().all(|&(taken, _)| taken != cell);
        let places: Vec<u32> = (0..42).filter(|&cell| empty(cell) && explodes(cell) & !uncovered != 0).collect();
        if places.is_empty() {
            again += 1;
        } else {
            let cell = places[usize::try_from(below(lanes, places.len() as u64)).unwrap()];
            bonuses.push((cell, explodes(cell)));
            uncovered |= explodes(cell);
        }
    }
    let mut seen = colours[0];
    let mut waves = 0;
    loop {
        let next = bonuses.iter().filter(|&&(cell, _)| seen >> cell & 1 == 1).fold(seen, |all, &(_, exploded)| all | exploded);
        if next == seen {
            assert_eq!(seen, uncovered);
            return (uncovered.count_ones() as usize, waves, again);
        }
        seen = next;
        waves += 1;
    }
}

/// Counts of stars (from 7 on) and of waves (from 0 on) in `sets` sets, and how often a kind was drawn again.
fn count(explosions: usize, sets: u64) -> (Vec<u64>, Vec<u64>, u64) {
    let reach: Vec<[u64; 3]> = (0..42).map(reach).collect();
    let mut lanes = Lanes::new(1_862, Purpose::Test, 20 + explosions as u64);
    let (mut stars, mut waves, mut redrawn) = (vec![0; 8 * explosions + 1], vec![0; explosions + 1], 0);
    for _ in 0..sets {
        let (uncovered, chain, again) = draw(&mut lanes, &reach, explosions);
        stars[uncovered - 7] += 1;
        waves[chain] += 1;
        redrawn += again;
    }
    (stars, waves, redrawn)
}

/// `cargo test --release --no-default-features record -- --ignored --nocapture` prints the tables and compares them.
#[test]
#[ignore = "a minute: makes the recorded counts again"]
fn recorded_counts_are_made_again() {
    let made = [2, 3].map(|explosions| (explosions, count(explosions, RECORDED_SETS)));
    println!("{made:?}");
    for (explosions, (stars, waves, redrawn)) in made {
        let wide = |counts: Vec<u64>| Some(counts.into_iter().map(u128::from).collect::<Vec<_>>());
        assert_eq!(reference::stars(explosions, [5, 3, 2]), wide(stars));
        assert_eq!(reference::waves(explosions, [5, 3, 2]), wide(waves));
        assert_eq!(redrawn, reference::REDRAWN[explosions - 2]);
    }
}
