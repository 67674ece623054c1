//! Counts what the referee saw.

use super::observables::{CELLS_EVERY, EXPLOSION_VALUES, FEWEST_STARS, MapsAt, Places, Watched, most_stars};
use super::referee::{Evidence, SetSeen};
use super::visual::{COLOURS, Content, MAX_SUMS, STARS, Set, Sky, Visual};
use crate::game::Verdict;
use crate::tally::Observable;

/// Adds up evidence in a row of counters.
#[derive(Clone, Debug)]
pub struct Observer {
    at: Places,
    ends: Ends,
    decoy_value: [u8; 128],
    ways: WayFinder,
}

/// Where the trials of an observable are counted: behind its values.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    only_kind: usize,
    kinds: usize,
    nova: usize,
    stars: [usize; 3],
    waves: [usize; 2],
    nova_sum: usize,
    split: usize,
    decoys: usize,
}

/// Plays by what every play shows: counted together, spread over the observables once a chunk.
const JOINT: usize = COLOURS * EXPLOSION_VALUES * 2;

impl Observer {
    /// An observer of what is watched.
    #[must_use]
    pub fn new(watched: &Watched) -> Self {
        let offsets = Observable::offsets(&watched.list);
        let end = |at: usize| {
            offsets.iter().position(|&offset| offset == at).and_then(|number| watched.list.get(number)).map_or(0, |one| at + one.values.len())
        };
        let at = watched.at.clone();
        let ends = Ends {
            only_kind: end(at.only_kind),
            kinds: end(at.kinds),
            nova: end(at.nova),
            stars: at.stars.map(end),
            waves: at.waves.map(end),
            nova_sum: end(at.nova_sum),
            split: end(at.split),
            decoys: end(at.decoys),
        };
        let mut decoy_value = [0; 128];
        decoy_value.copy_from_slice(&watched.decoy_value);
        Self { ways: WayFinder::new(&at), at, ends, decoy_value }
    }

    /// Counts a chunk of visuals, the first of which is number `first` of its tier and batch.
    pub fn observe(&self, first: u64, visuals: &[Visual], verdicts: &[Verdict<Evidence>], row: &mut [u64]) {
        let mut joint = [0_u64; JOINT];
        for verdict in verdicts {
            let seen = &verdict.evidence;
            let explosions = usize::from(seen.first.explosions()).min(EXPLOSION_VALUES - 1);
            joint[(usize::from(seen.selected) * EXPLOSION_VALUES + explosions) * 2 + usize::from(seen.extra)] += 1;
            if explosions > 0 {
                self.exploded(&seen.first, seen.selected, row);
            }
            if seen.extra {
                self.second(seen, row);
            }
            let sums = seen.first.sums() + seen.second.sums();
            if sums != 0 {
                self.ways.count(sums, verdict.prize, row);
            }
        }
        self.spread(&joint, row);
        let skip = (CELLS_EVERY - first % CELLS_EVERY) % CELLS_EVERY;
        let every = usize::try_from(CELLS_EVERY).unwrap_or(1);
        for (visual, verdict) in visuals.iter().zip(verdicts).skip(usize::try_from(skip).unwrap_or(0)).step_by(every) {
            self.cells(&visual.first, &verdict.evidence.first, &self.at.maps[0], row);
            if verdict.evidence.extra {
                self.cells(&visual.second, &verdict.evidence.second, &self.at.maps[1], row);
            }
        }
    }

    fn spread(&self, joint: &[u64; JOINT], row: &mut [u64]) {
        let mut plays = 0;
        for (key, &count) in joint.iter().enumerate() {
            let (selected, explosions, extra) = (key / 2 / EXPLOSION_VALUES, key / 2 % EXPLOSION_VALUES, key % 2);
            row[self.at.selected + selected] += count;
            row[self.at.explosions[0] + explosions] += count;
            row[self.at.extra + extra] += count;
            plays += count;
        }
        row[self.at.selected + COLOURS] += plays;
        row[self.at.explosions[0] + EXPLOSION_VALUES] += plays;
        row[self.at.extra + 2] += plays;
    }

    /// The second set of an Extra play.
    fn second(&self, seen: &Evidence, row: &mut [u64]) {
        let explosions = usize::from(seen.second.explosions()).min(EXPLOSION_VALUES - 1);
        row[self.at.explosions[1] + explosions] += 1;
        row[self.at.explosions[1] + EXPLOSION_VALUES] += 1;
        row[self.at.second_extra + usize::from(seen.second.extras() > 0)] += 1;
        row[self.at.second_extra + 2] += 1;
        if explosions > 0 {
            self.exploded(&seen.second, seen.selected, row);
        }
        for (set, seen) in [&seen.first, &seen.second].into_iter().enumerate() {
            let sums = sums_in(seen);
            row[self.at.split + set] += sums;
            row[self.ends.split] += sums;
        }
    }

    /// A set with explosions.
    fn exploded(&self, seen: &SetSeen, selected: u8, row: &mut [u64]) {
        let explosions = usize::from(seen.explosions());
        let kinds = seen.kinds();
        let (at, end) = if explosions == 1 { (self.at.only_kind, self.ends.only_kind) } else { (self.at.kinds, self.ends.kinds) };
        for (kind, count) in kinds.into_iter().enumerate() {
            row[at + kind] += u64::from(count);
        }
        row[end] += explosions as u64;
        if seen.nova > 0 {
            let steps = (usize::from(seen.nova - 1) + COLOURS - usize::from(selected)) % COLOURS;
            row[self.at.nova + steps] += 1;
            row[self.ends.nova] += 1;
        }
        if let (Some(&at), Some(&end)) = (self.at.stars.get(explosions - 1), self.ends.stars.get(explosions - 1)) {
            let more = usize::try_from(seen.stars()).unwrap_or(0).clamp(FEWEST_STARS, most_stars(explosions)) - FEWEST_STARS;
            row[at + more] += 1;
            row[end] += 1;
        }
        if let (Some(&at), Some(&end)) = (self.at.waves.get(explosions.wrapping_sub(2)), self.ends.waves.get(explosions.wrapping_sub(2))) {
            row[at + usize::from(seen.waves).min(explosions)] += 1;
            row[end] += 1;
        }
    }

    /// The cells of one set.
    fn cells(&self, set: &Set, seen: &SetSeen, maps: &MapsAt, row: &mut [u64]) {
        let exploded = seen.explosions() > 0;
        for (stars, at) in set.colours.iter().zip(maps.colours) {
            mark(*stars, at, row);
        }
        mark(seen.uncovered, maps.uncovered, row);
        let mut decoys = Sky::EMPTY;
        let covered = !seen.uncovered;
        for cell in covered.cells() {
            let code = set.code(cell);
            row[self.at.decoys + usize::from(self.decoy_value[usize::from(code) % 128])] += 1;
            if code != Content::Nothing.code() {
                decoys = decoys.with(cell);
            }
        }
        row[self.ends.decoys] += u64::from(covered.len());
        if !exploded {
            mark(decoys, maps.decoys, row);
        }
        let sums = sums_in(seen);
        if exploded || sums > 0 || seen.extras() > 0 {
            self.found(set, seen, sums, maps, row);
        }
    }

    /// The cells of what was uncovered, where there is one of its kind.
    fn found(&self, set: &Set, seen: &SetSeen, sums: u64, maps: &MapsAt, row: &mut [u64]) {
        for cell in seen.uncovered.cells() {
            let (only, at) = match set.content(cell) {
                Content::Nothing => continue,
                Content::Sum(_) => {
                    let one_nova = seen.kinds() == [0, 0, 0, 1] && sums == 1;
                    if one_nova {
                        let selected = set.colours.iter().position(|stars| stars.has(cell));
                        let exploded = selected.is_some_and(|colour| colour + 1 == usize::from(seen.nova));
                        row[self.at.nova_sum + usize::from(exploded)] += 1;
                        row[self.ends.nova_sum] += 1;
                    }
                    (sums == 1, maps.sum)
                }
                Content::Extra => (seen.extras() == 1 && maps.extra > 0, maps.extra),
                Content::MilkyWay => (seen.kinds()[0] == 1, maps.bonuses[0]),
                Content::ShootingStar(super::visual::Direction::NwSe) => (seen.kinds()[1] == 1, maps.bonuses[1]),
                Content::ShootingStar(super::visual::Direction::NeSw) => (seen.kinds()[2] == 1, maps.bonuses[2]),
                Content::Supernova(_) => (seen.kinds()[3] == 1, maps.bonuses[3]),
            };
            if only {
                row[at + cell as usize] += 1;
                row[at + STARS] += 1;
            }
        }
    }
}

/// Counts a set of cells: each cell, one trial, the square of the size.
fn mark(stars: Sky, at: usize, row: &mut [u64]) {
    let mut size = 0;
    for cell in stars.cells() {
        row[at + cell as usize] += 1;
        size += 1;
    }
    row[at + STARS] += 1;
    row[at + STARS + 1] += size * size;
}

/// How many sums were uncovered.
fn sums_in(seen: &SetSeen) -> u64 {
    if seen.sums() == 0 { 0 } else { (0..).take(MAX_SUMS).map(|number| seen.sum_count(number)).sum() }
}

/// Finds the counter of a way by its packed sums: a hash table with open addresses, a quarter full at most.
#[derive(Clone, Debug)]
struct WayFinder {
    seats: Vec<Seat>,
    shift: u32,
    /// By prize: the counter of ways that are none, and the trials.
    others: Vec<(crate::money::Cents, usize)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Seat {
    sums: u64,
    value: usize,
    trials: usize,
}

impl WayFinder {
    fn new(at: &Places) -> Self {
        let ways: usize = at.ways.iter().map(|(_, _, ways)| ways.len()).sum();
        let size = (4 * ways).next_power_of_two().max(2);
        let shift = 64 - size.trailing_zeros();
        let mut finder = Self { seats: vec![Seat::default(); size], shift, others: Vec::new() };
        for (prize, first, packed) in &at.ways {
            let trials = first + packed.len() + 1;
            for (number, &sums) in packed.iter().enumerate() {
                let mut place = finder.place(sums);
                while finder.seats[place].sums != 0 {
                    place = (place + 1) % size;
                }
                finder.seats[place] = Seat { sums, value: first + number, trials };
            }
            finder.others.push((*prize, first + packed.len()));
        }
        finder
    }

    fn place(&self, sums: u64) -> usize {
        usize::try_from(sums.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift).unwrap_or(0)
    }

    #[inline]
    fn count(&self, sums: u64, prize: crate::money::Cents, row: &mut [u64]) {
        let mut place = self.place(sums);
        loop {
            let seat = self.seats[place];
            if seat.sums == sums {
                row[seat.value] += 1;
                row[seat.trials] += 1;
                return;
            }
            if seat.sums == 0 {
                break;
            }
            place = (place + 1) % self.seats.len();
        }
        if let Some(&(_, other)) = self.others.iter().find(|&&(of, _)| of == prize) {
            row[other] += 1;
            row[other + 1] += 1;
        }
    }
}
