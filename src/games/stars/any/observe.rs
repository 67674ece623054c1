//! Counts what the referee saw on any board: the observables of [`super::super::observables`], one play after the other.

use super::super::observables::{CELLS_EVERY, EXPLOSION_VALUES, MapsAt, Places, Watched};
use super::super::shape::{Cells, Shape};
use super::super::visual::Direction;
use super::referee::{Evidence, SetSeen, packed};
use super::visual::{Set, Thing, Visual};
use crate::game::Verdict;
use crate::money::Cents;
use crate::tally::Observable;
use std::collections::HashMap;

/// Adds up evidence in a row of counters.
#[derive(Clone, Debug)]
pub struct Observer {
    at: Places,
    shape: Shape,
    /// By the first counter of an observable: where its trials are counted.
    ends: HashMap<usize, usize>,
    decoy_value: Vec<u8>,
    /// By prize: the first counter of its ways, and the number of each, by its packed sums.
    ways: HashMap<Cents, (usize, HashMap<u128, usize>)>,
}

impl Observer {
    /// An observer of what is watched.
    #[must_use]
    pub fn new(watched: &Watched, shape: &Shape) -> Self {
        let offsets = Observable::offsets(&watched.list);
        let ways = watched
            .at
            .ways
            .iter()
            .map(|(prize, first, ways)| (*prize, (*first, ways.iter().enumerate().map(|(number, sums)| (packed(sums), number)).collect())));
        Self {
            ends: offsets.into_iter().zip(&watched.list).map(|(at, one)| (at, at + one.values.len())).collect(),
            decoy_value: watched.decoy_value.clone(),
            ways: ways.collect(),
            shape: shape.clone(),
            at: watched.at.clone(),
        }
    }

    /// One trial of the observable at `at` that shows a value.
    fn add(&self, at: usize, value: usize, row: &mut [u64]) {
        row[at + value] += 1;
        self.trials(at, 1, row);
    }

    fn trials(&self, at: usize, number: u64, row: &mut [u64]) {
        if let Some(&end) = self.ends.get(&at) {
            row[end] += number;
        }
    }

    /// Counts a chunk of visuals, the first of which is number `first` of its tier and batch.
    pub fn observe(&self, first: u64, visuals: &[Visual], verdicts: &[Verdict<Evidence>], row: &mut [u64]) {
        for (number, (visual, verdict)) in (first..).zip(visuals.iter().zip(verdicts)) {
            let seen = &verdict.evidence;
            self.add(self.at.selected, usize::from(seen.selected), row);
            self.add(self.at.extra, usize::from(seen.extra), row);
            self.set(&seen.first, 0, seen.selected, row);
            if seen.extra {
                self.set(&seen.second, 1, seen.selected, row);
                self.add(self.at.second_extra, usize::from(seen.second.extras() > 0), row);
                for (set, seen) in [&seen.first, &seen.second].into_iter().enumerate() {
                    let sums = seen.sums_in_all();
                    row[self.at.split + set] += sums;
                    self.trials(self.at.split, sums, row);
                }
            }
            let sums = seen.first.sums() + seen.second.sums();
            if let Some((at, ways)) = self.ways.get(&verdict.prize).filter(|_| sums != 0) {
                self.add(*at, ways.get(&sums).copied().unwrap_or(ways.len()), row);
            }
            if number.is_multiple_of(CELLS_EVERY) {
                self.cells(&visual.first, &seen.first, &self.at.maps[0], row);
                if seen.extra {
                    self.cells(&visual.second, &seen.second, &self.at.maps[1], row);
                }
            }
        }
    }

    fn set(&self, seen: &SetSeen, number: usize, selected: u8, row: &mut [u64]) {
        let explosions = seen.explosions();
        self.add(self.at.explosions[number], explosions.min(EXPLOSION_VALUES - 1), row);
        if explosions == 0 {
            return;
        }
        let at = if explosions == 1 { self.at.only_kind } else { self.at.kinds };
        for (kind, count) in seen.kinds.into_iter().enumerate() {
            row[at + kind] += u64::from(count);
        }
        self.trials(at, explosions as u64, row);
        if seen.nova > 0 {
            let colours = self.shape.colours.len();
            self.add(self.at.nova, (usize::from(seen.nova - 1) + colours - usize::from(selected)) % colours, row);
        }
        if let Some(&at) = self.at.stars.get(explosions - 1) {
            let fewest = self.shape.stars_of_a_colour();
            self.add(at, (seen.uncovered.len() as usize).clamp(fewest, self.shape.most_stars(explosions)) - fewest, row);
        }
        if let Some(&at) = self.at.waves.get(explosions.wrapping_sub(2)) {
            self.add(at, usize::from(seen.waves).min(explosions), row);
        }
    }

    /// The cells of one set.
    fn cells(&self, set: &Set, seen: &SetSeen, maps: &MapsAt, row: &mut [u64]) {
        let exploded = seen.explosions() > 0;
        for (stars, at) in set.colours.iter().zip(maps.colours).take(self.shape.colours.len()) {
            self.mark(*stars, at, row);
        }
        self.mark(seen.uncovered, maps.uncovered, row);
        let mut decoys = Cells::EMPTY;
        let covered = self.shape.all() - seen.uncovered;
        for star in covered.cells() {
            let byte = set.contents[star as usize];
            let value = self.decoy_value.get(usize::from(byte)).copied().unwrap_or(0);
            row[self.at.decoys + usize::from(value)] += 1;
            if byte != Thing::Nothing.byte() {
                decoys = decoys.with(star);
            }
        }
        self.trials(self.at.decoys, covered.len().into(), row);
        if !exploded {
            self.mark(decoys, maps.decoys, row);
        }
        let sums = seen.sums_in_all();
        if exploded || sums > 0 || seen.extras() > 0 {
            self.found(set, seen, sums, maps, row);
        }
    }

    /// The cells of what was uncovered, where there is one of its kind.
    fn found(&self, set: &Set, seen: &SetSeen, sums: u64, maps: &MapsAt, row: &mut [u64]) {
        for star in seen.uncovered.cells() {
            let bonus = |kind: usize| (seen.kinds[kind] == 1, maps.bonuses[kind]);
            let (only, at) = match set.content(star as usize) {
                Thing::Nothing => continue,
                Thing::Sum(_) => {
                    if seen.kinds == [0, 0, 0, 1] && sums == 1 {
                        let exploded = set.colour(star as usize).is_some_and(|colour| colour + 1 == seen.nova);
                        self.add(self.at.nova_sum, usize::from(exploded), row);
                    }
                    (sums == 1, maps.sum)
                }
                Thing::Extra => (seen.extras() == 1 && maps.extra > 0, maps.extra),
                Thing::MilkyWay => bonus(0),
                Thing::ShootingStar(Direction::NwSe) => bonus(1),
                Thing::ShootingStar(Direction::NeSw) => bonus(2),
                Thing::Supernova(_) => bonus(3),
            };
            if only {
                self.add(at, star as usize, row);
            }
        }
    }

    /// Counts a set of cells: each cell, one trial, the square of the size.
    fn mark(&self, stars: Cells, at: usize, row: &mut [u64]) {
        for star in stars.cells() {
            row[at + star as usize] += 1;
        }
        let trials = at + self.shape.stars();
        row[trials] += 1;
        row[trials + 1] += u64::from(stars.len()).pow(2);
    }
}
