//! Counts what the referee saw.

use super::exact::{FEWEST_STARS, most_stars};
use super::observables::{CELLS_EVERY, EXPLOSION_VALUES, MapsAt, Places, Watched};
use super::referee::{Evidence, SetSeen, packed};
use super::visual::{COLOURS, Content, MOST_COUNTED, STARS, Set, Sky, Visual};
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

/// Plays by what most plays show: counted together, spread over the observables once a chunk.
struct Joint {
    /// All plays, by selected colour, explosions of the first set, Extra.
    plays: [u64; JOINT],
    /// Those with one explosion in the first set, by its kind and the stars it uncovers; all others behind.
    alone: [u64; ALONE],
    /// Those of them with a supernova, by selected colour and colour of the supernova (from 1); place 0 of 8 for all others.
    novas: [u64; NOVAS],
}

const JOINT: usize = COLOURS * EXPLOSION_VALUES * 2;
const ALONE: usize = 4 * 16 + 1;
const NOVAS: usize = COLOURS * 8;

impl Joint {
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instructions at hand
    fn add(&mut self, seen: &SetSeen, selected: u8, explosions: usize, extra: bool) {
        let selected = usize::from(selected).min(COLOURS - 1);
        self.plays[(selected * EXPLOSION_VALUES + explosions) * 2 + usize::from(extra)] += 1;
        let more = (seen.stars() as usize).clamp(FEWEST_STARS, FEWEST_STARS + 15) - FEWEST_STARS;
        let alone = explosions == 1;
        self.alone[if alone { seen.first_kind() % 4 * 16 + more } else { ALONE - 1 }] += 1;
        self.novas[selected * 8 + if alone { usize::from(seen.nova) % 8 } else { 0 }] += 1;
    }
}

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
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instructions at hand
    pub fn observe(&self, first: u64, visuals: &[Visual], verdicts: &[Verdict<Evidence>], row: &mut [u64]) {
        let mut joint = Joint { plays: [0; JOINT], alone: [0; ALONE], novas: [0; NOVAS] };
        for verdicts in verdicts.chunks(GROUP) {
            let (mut several, mut extra, mut winning) = (List::new(), List::new(), List::new());
            for (number, verdict) in verdicts.iter().enumerate() {
                let seen = &verdict.evidence;
                let explosions = usize::from(seen.first.explosions()).min(EXPLOSION_VALUES - 1);
                joint.add(&seen.first, seen.selected, explosions, seen.extra);
                several.push_if(number, explosions > 1);
                extra.push_if(number, seen.extra);
                winning.push_if(number, seen.first.sums().wrapping_add(seen.second.sums()) != 0);
            }
            for number in several.iter() {
                self.exploded(&verdicts[number].evidence.first, verdicts[number].evidence.selected, row);
            }
            for number in extra.iter() {
                self.second(&verdicts[number].evidence, row);
            }
            for number in winning.iter() {
                let seen = &verdicts[number].evidence;
                self.ways.count(seen.first.sums() + seen.second.sums(), verdicts[number].prize, row);
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

    fn spread(&self, joint: &Joint, row: &mut [u64]) {
        let mut plays = 0;
        for (key, &count) in joint.plays.iter().enumerate() {
            let (selected, explosions, extra) = (key / 2 / EXPLOSION_VALUES, key / 2 % EXPLOSION_VALUES, key % 2);
            row[self.at.selected + selected] += count;
            row[self.at.explosions[0] + explosions] += count;
            row[self.at.extra + extra] += count;
            plays += count;
        }
        row[self.at.selected + COLOURS] += plays;
        row[self.at.explosions[0] + EXPLOSION_VALUES] += plays;
        row[self.at.extra + 2] += plays;
        let values = most_stars(1) - FEWEST_STARS;
        for (key, &count) in joint.alone.iter().take(4 * 16).enumerate() {
            row[self.at.only_kind + key / 16] += count;
            row[self.ends.only_kind] += count;
            row[self.at.stars[0] + (key % 16).min(values)] += count;
            row[self.ends.stars[0]] += count;
        }
        for (key, &count) in joint.novas.iter().enumerate().filter(|&(key, _)| key % 8 > 0) {
            row[self.at.nova + (key % 8 - 1 + COLOURS - key / 8) % COLOURS] += count;
            row[self.ends.nova] += count;
        }
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

/// Verdicts looked at together.
const GROUP: usize = 64;

/// Numbers of verdicts of a group, added without a branch.
struct List {
    numbers: [u8; GROUP],
    length: usize,
}

impl List {
    const fn new() -> Self {
        Self { numbers: [0; GROUP], length: 0 }
    }

    /// Adds `number` if `wanted`; at most [`GROUP`] are added.
    #[inline(always)]
    #[allow(clippy::inline_always, clippy::cast_possible_truncation)] // as above; below 64
    const fn push_if(&mut self, number: usize, wanted: bool) {
        self.numbers[self.length % GROUP] = number as u8;
        self.length = self.length.wrapping_add(wanted as usize);
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.numbers[..self.length].iter().map(|&number| usize::from(number))
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
    if seen.sums() == 0 { 0 } else { (0..).take(MOST_COUNTED).map(|number| seen.sum_count(number)).sum() }
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
        for (prize, first, ways) in &at.ways {
            let trials = first + ways.len() + 1;
            for (number, sums) in ways.iter().map(|way| packed(way)).enumerate() {
                let mut place = finder.place(sums);
                while finder.seats[place].sums != 0 {
                    place = (place + 1) % size;
                }
                finder.seats[place] = Seat { sums, value: first + number, trials };
            }
            finder.others.push((*prize, first + ways.len()));
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
