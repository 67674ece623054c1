//! Counting what the referee saw, cheaply: one counter a throw and one a set of combinations, emptied into the row when a tier of a batch ends.
//!
//! ```text
//! play -> its three throws      -> 7 776 counters of 16 bits  -> faces, faces by die
//!      -> its three combinations ->  729 counters of 16 bits  -> totals, combinations, combinations by cup
//! ```

use super::observe;
use super::params::MAX_CUPS;
use super::referee::{Evidence, Referee};
use super::visual::{DICE, FACES, THROWS, Throw, Visual};
use crate::game::Verdict;
use crate::tally::Observable;

/// Plays that 16 bits can hold, whatever they show: all cups of one throw.
const MOST: usize = u16::MAX as usize / MAX_CUPS;
/// Sets of counters filled in turn, so that plays that show the same do not wait for each other.
const TURNS: usize = 2;

/// Where the counters of a game are in the row.
#[derive(Clone, Debug)]
pub struct Counter<const CUPS: usize> {
    offsets: Vec<usize>,
    /// The place of the total of each set of combinations among the totals that exist, by [`Evidence::number`].
    totals: Vec<usize>,
}

/// What is counted of one tier and batch, and not yet in the row; empty until something is counted.
#[derive(Clone, Debug, Default)]
pub struct Pending {
    plays: usize,
    /// By [`Throw::place`], all cups together.
    throws: Vec<u16>,
    /// By [`Evidence::number`], in turn.
    shown: [Vec<u16>; TURNS],
}

impl Pending {
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, sets: usize) {
        self.throws.resize(Throw::PLACES, 0);
        self.shown.iter_mut().for_each(|shown| shown.resize(sets, 0));
    }
}

impl<const CUPS: usize> Counter<CUPS> {
    /// A counter for the observables of [`observe::observables`]; `totals` are the values of the first one.
    #[must_use]
    pub fn new(observables: &[Observable], referee: &Referee<CUPS>, totals: &[u16]) -> Self {
        // what no throw scores is never seen, and has no place
        let place = |evidence| totals.binary_search(&referee.total(evidence)).unwrap_or(totals.len());
        Self { offsets: Observable::offsets(observables), totals: Evidence::all().map(place).collect() }
    }

    /// Counts a slice of plays of one tier.
    #[inline(always)]
    pub fn count(&self, visuals: &[Visual<CUPS>], verdicts: &[Verdict<Evidence<CUPS>>], pending: &mut Pending, row: &mut [u64]) {
        for (visuals, verdicts) in visuals.chunks(MOST).zip(verdicts.chunks(MOST)) {
            if pending.plays + visuals.len() > MOST {
                self.settle(pending, row);
            }
            if pending.throws.is_empty() {
                pending.make_room(Evidence::<CUPS>::MANY);
            }
            pending.plays += visuals.len();
            if let Some(throws) = pending.throws.first_chunk_mut::<{ Throw::PLACES }>() {
                for visual in visuals {
                    for throw in visual.0 {
                        let counter = &mut throws[throw.place()];
                        *counter = counter.wrapping_add(1);
                    }
                }
            }
            let [first, second] = &mut pending.shown;
            let pairs = verdicts.chunks_exact(TURNS);
            for verdict in pairs.remainder() {
                count_one(first, verdict.evidence);
            }
            for pair in pairs {
                count_one(first, pair[0].evidence);
                count_one(second, pair[1].evidence);
            }
        }
    }

    /// Adds what is pending to the row.
    #[inline(always)]
    pub fn settle(&self, pending: &mut Pending, row: &mut [u64]) {
        if pending.plays == 0 {
            return;
        }
        let plays = std::mem::take(&mut pending.plays) as u64;
        let [first, second] = &mut pending.shown;
        for (evidence, (first, second)) in Evidence::<CUPS>::all().zip(first.iter_mut().zip(second)) {
            let seen = u64::from(std::mem::take(first)) + u64::from(std::mem::take(second));
            if seen == 0 {
                continue;
            }
            self.place(row, observe::TOTALS)[self.totals[evidence.number()]] += seen;
            for (cup, combination) in evidence.combinations().into_iter().enumerate() {
                self.place(row, observe::COMBINATIONS_OF_ALL)[combination.index()] += seen;
                self.place(row, observe::combination_of(cup))[combination.index()] += seen;
            }
        }
        let by_die = faces_by_die(&mut pending.throws);
        for (seen, face) in by_die.iter().zip((0..FACES).cycle()) {
            self.place(row, observe::faces(CUPS))[face] += seen;
        }
        self.place(row, observe::faces_by_die(CUPS)).iter_mut().zip(by_die).for_each(|(counter, seen)| *counter += seen);
        // the trials, behind the values of each observable
        for end in &self.offsets[1..] {
            row[end - 1] += plays;
        }
    }

    #[inline(always)]
    fn place<'a>(&self, row: &'a mut [u64], observable: usize) -> &'a mut [u64] {
        &mut row[self.offsets[observable]..self.offsets[observable + 1]]
    }
}

#[inline(always)]
fn count_one<const CUPS: usize>(shown: &mut [u16], evidence: Evidence<CUPS>) {
    let counter = &mut shown[evidence.number()];
    *counter = counter.wrapping_add(1);
}

/// The face of each die of the throws counted, die by die; the counters are 0 again.
///
/// A throw's code is `216 * (first two dice) + (last three)`: the two parts are added up apart, and then read die by die.
#[inline(always)]
fn faces_by_die(throws: &mut [u16]) -> [u64; DICE * FACES] {
    const TAILS: usize = FACES * FACES * FACES;
    let mut faces = [0; DICE * FACES];
    let mut tails = [0_u32; TAILS];
    for (head, throws) in throws[..usize::from(THROWS)].chunks_exact_mut(TAILS).enumerate() {
        // wrapping: a sum that is checked is no vector
        let seen = u64::from(throws.iter().fold(0_u32, |seen, &more| seen.wrapping_add(u32::from(more))));
        faces[head / FACES] += seen;
        faces[FACES + head % FACES] += seen;
        tails.iter_mut().zip(&*throws).for_each(|(tail, &seen)| *tail = tail.wrapping_add(u32::from(seen)));
    }
    throws.fill(0);
    for (tail, seen) in tails.into_iter().map(u64::from).enumerate() {
        faces[2 * FACES + tail / (FACES * FACES)] += seen;
        faces[3 * FACES + tail / FACES % FACES] += seen;
        faces[4 * FACES + tail % FACES] += seen;
    }
    faces
}
