//! Counting what the referee saw, cheaply: one counter a throw and one a set of combinations, emptied into the row when a tier of a batch ends.
//!
//! ```text
//! play -> its three throws      -> 7 776 counters of 16 bits  -> faces, faces by die
//!      -> its three combinations ->  729 counters of 16 bits  -> totals, combinations, combinations by cup
//! ```

use super::observe;
use super::params::MAX_CUPS;
use super::referee::{EVIDENCE_PLACES, Evidence, Referee};
use super::visual::{DICE, FACES, THROWS, Throw, Visual};
use crate::game::Verdict;
use crate::tally::Observable;

/// Plays that 16 bits can hold, whatever they show: all cups of one throw.
pub const MOST: usize = u16::MAX as usize / MAX_CUPS;
/// Sets of counters filled in turn, so that plays that show the same do not wait for each other.
pub const TURNS: usize = 2;

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
    counters: Option<Box<Counters>>,
}

/// Plays by what they show.
#[derive(Clone, Debug)]
pub struct Counters {
    /// By [`Throw::place`], all cups together.
    throws: [u16; Throw::PLACES],
    /// By [`Evidence::place`], in turn.
    shown: [[u16; EVIDENCE_PLACES]; TURNS],
}

impl Counters {
    /// Counts one play; `turn` is below [`TURNS`].
    #[inline(always)]
    pub fn count<const CUPS: usize>(&mut self, visual: &Visual<CUPS>, evidence: Evidence<CUPS>, turn: usize) {
        // all places before the first store: so they are the referee's, read once
        for place in visual.0.map(Throw::place) {
            let counter = &mut self.throws[place];
            *counter = counter.wrapping_add(1);
        }
        let counter = &mut self.shown[turn][evidence.place()];
        *counter = counter.wrapping_add(1);
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
            let counters = self.room_for(visuals.len(), pending, row);
            for (visual, verdict) in visuals.iter().zip(verdicts) {
                counters.count(visual, verdict.evidence, 0);
            }
        }
    }

    /// The counters, which now have room for `plays` more plays, [`MOST`] at most: what is pending goes to the row where it must.
    #[inline(always)]
    #[allow(clippy::large_stack_arrays)] // 48 KB, once a batch
    pub fn room_for<'a>(&self, plays: usize, pending: &'a mut Pending, row: &mut [u64]) -> &'a mut Counters {
        if pending.plays + plays > MOST {
            self.settle(pending, row);
        }
        pending.plays += plays;
        pending.counters.get_or_insert_with(|| Box::new(Counters { throws: [0; Throw::PLACES], shown: [[0; EVIDENCE_PLACES]; TURNS] }))
    }

    /// Adds what is pending to the row.
    #[inline(always)]
    pub fn settle(&self, pending: &mut Pending, row: &mut [u64]) {
        let plays = std::mem::take(&mut pending.plays) as u64;
        let Some(counters) = pending.counters.as_mut().filter(|_| plays > 0) else { return };
        let [first, second] = &mut counters.shown;
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
        let by_die = faces_by_die(&mut counters.throws);
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

/// The face of each die of the throws counted, die by die; the counters are 0 again.
///
/// A throw's code is `216 * (first two dice) + (last three)`: the two parts are added up apart, and then read die by die.
#[inline(always)]
fn faces_by_die(throws: &mut [u16; Throw::PLACES]) -> [u64; DICE * FACES] {
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
