//! Counting what the referee saw, cheaply: small counters side by side in a word, emptied now and then into the row.

use super::observe::{self, DIE_EVERY};
use super::referee::Evidence;
use super::visual::{COMBINATIONS, DICE, FACES, Throw, Visual};
use crate::game::Verdict;
use crate::tally::Observable;

/// Plays whose totals are counted in 16 bits, and whose sampled dice fit their lanes: at most 32 sampled plays of 4 cups.
const PART: usize = 512;
/// Plays whose faces and combinations fit their lanes: 48 plays of 4 cups hold at most 960 dice of one face, and show at most 48 times a combination in one cup.
const FLUSH: usize = 48;
/// Bits of a lane that counts faces: six lanes in a word.
const FACE_BITS: usize = 10;
/// Bits of a lane that counts combinations: nine lanes in a word.
const HAND_BITS: usize = 7;
/// One of each combination, in its lane; as long as a hand's index can be.
const ONE_HAND: [u64; 64] = {
    let mut ones = [0; 64];
    let mut combination = 0;
    while combination < COMBINATIONS {
        ones[combination] = 1 << (HAND_BITS * combination);
        combination += 1;
    }
    ones
};

/// Where the counters of a game are, and the tables to count with.
#[derive(Clone, Debug)]
pub struct Counter<const CUPS: usize> {
    offsets: Vec<usize>,
    /// The totals that exist: the values of the first observable.
    totals: Vec<u16>,
    /// The faces of the first two dice, and of the last three, one lane a face; longer than needed, so that a byte always finds a place.
    head_faces: Box<[u64; 256]>,
    tail_faces: Box<[u64; 256]>,
    /// The face of each die of them, one word a die.
    head_dice: Box<[[u64; 2]; 256]>,
    tail_dice: Box<[[u64; 3]; 256]>,
}

/// The first two and the last three dice of a throw.
#[inline(always)]
fn head_and_tail(throw: Throw) -> (usize, usize) {
    (usize::from(throw.first_two()), usize::from(throw.last_three()))
}

impl<const CUPS: usize> Counter<CUPS> {
    /// A counter for the observables of [`observe::observables`].
    #[must_use]
    pub fn new(observables: &[Observable], totals: Vec<u16>) -> Self {
        let one = |value: u8| 1_u64 << (FACE_BITS * usize::from(value - 1));
        let (mut head_faces, mut tail_faces) = (Box::new([0; 256]), Box::new([0; 256]));
        let (mut head_dice, mut tail_dice) = (Box::new([[0; 2]; 256]), Box::new([[0; 3]; 256]));
        for throw in Throw::all() {
            let (head, tail) = head_and_tail(throw);
            let [a, b, c, d, e] = throw.dice().map(one);
            (head_faces[head], tail_faces[tail]) = (a + b, c + d + e);
            (head_dice[head], tail_dice[tail]) = ([a, b], [c, d, e]);
        }
        Self { offsets: Observable::offsets(observables), totals, head_faces, tail_faces, head_dice, tail_dice }
    }

    /// Counts a slice of plays of one tier into its row; `first` is the number of the first of them.
    #[inline(always)]
    pub fn count(&self, first: u64, visuals: &[Visual<CUPS>], verdicts: &[Verdict<Evidence<CUPS>>], row: &mut [u64]) {
        for (begin, (visuals, verdicts)) in (first..).step_by(PART).zip(visuals.chunks(PART).zip(verdicts.chunks(PART))) {
            self.count_hands(verdicts, row);
            self.count_faces(visuals, self.place(row, observe::faces(CUPS)));
            self.count_dice(begin, visuals, self.place(row, observe::faces_by_die(CUPS)));
        }
    }

    #[inline(always)]
    fn place<'a>(&self, row: &'a mut [u64], observable: usize) -> &'a mut [u64] {
        &mut row[self.offsets[observable]..self.offsets[observable + 1]]
    }

    /// Counts totals in two histograms in turn, so that equal totals in a row do not wait for each other, and combinations in packed lanes.
    #[inline(always)]
    fn count_hands(&self, verdicts: &[Verdict<Evidence<CUPS>>], row: &mut [u64]) {
        let mut totals = [[0_u16; 1024]; 2];
        let mut hands = [[0_u64; COMBINATIONS]; CUPS];
        for verdicts in verdicts.chunks(FLUSH) {
            let mut packed = [0_u64; CUPS];
            let pairs = verdicts.chunks_exact(2);
            for verdict in pairs.remainder() {
                count_one(&verdict.evidence, &mut totals[0], &mut packed);
            }
            for pair in pairs {
                count_one(&pair[0].evidence, &mut totals[0], &mut packed);
                count_one(&pair[1].evidence, &mut totals[1], &mut packed);
            }
            for (hands, packed) in hands.iter_mut().zip(packed) {
                unpack(packed, HAND_BITS, hands);
            }
        }
        let counters = self.place(row, observe::TOTALS);
        for (counter, &total) in counters.iter_mut().zip(&self.totals) {
            *counter += totals.iter().map(|seen| u64::from(seen[usize::from(total) & 1023])).sum::<u64>();
        }
        counters[self.totals.len()] += verdicts.len() as u64;
        for (cup, hands) in hands.iter().enumerate() {
            add_trials(self.place(row, observe::COMBINATIONS_OF_ALL), hands, 0);
            add_trials(self.place(row, observe::combination_of(cup)), hands, verdicts.len());
        }
        add_trials(self.place(row, observe::COMBINATIONS_OF_ALL), &[0; COMBINATIONS], verdicts.len());
    }

    #[inline(always)]
    fn count_faces(&self, visuals: &[Visual<CUPS>], counters: &mut [u64]) {
        let mut faces = [0_u64; FACES];
        for visuals in visuals.chunks(FLUSH) {
            let mut packed = 0_u64;
            for visual in visuals {
                for &throw in &visual.0 {
                    let (head, tail) = head_and_tail(throw);
                    packed = packed.wrapping_add(self.head_faces[head]).wrapping_add(self.tail_faces[tail]);
                }
            }
            unpack(packed, FACE_BITS, &mut faces);
        }
        add_trials(counters, &faces, visuals.len());
    }

    #[inline(always)]
    fn count_dice(&self, begin: u64, visuals: &[Visual<CUPS>], counters: &mut [u64]) {
        let skip = usize::try_from(begin.next_multiple_of(DIE_EVERY) - begin).unwrap_or(0);
        let every = usize::try_from(DIE_EVERY).unwrap_or(1);
        let mut packed = [0_u64; DICE];
        let mut sampled = 0;
        for visual in visuals.iter().skip(skip).step_by(every) {
            sampled += 1;
            for throw in visual.0 {
                let (head, tail) = head_and_tail(throw);
                let ones = self.head_dice[head].iter().chain(&self.tail_dice[tail]);
                packed.iter_mut().zip(ones).for_each(|(packed, one)| *packed = packed.wrapping_add(*one));
            }
        }
        let mut faces = [0; DICE * FACES];
        for (faces, packed) in faces.chunks_exact_mut(FACES).zip(packed) {
            unpack(packed, FACE_BITS, faces);
        }
        add_trials(counters, &faces, sampled);
    }
}

/// Counts one play; a total is seen by at most [`PART`] plays.
#[inline(always)]
fn count_one<const CUPS: usize>(evidence: &Evidence<CUPS>, totals: &mut [u16; 1024], packed: &mut [u64; CUPS]) {
    let total = &mut totals[usize::from(evidence.points()) & 1023];
    *total = total.wrapping_add(1);
    for (packed, hand) in packed.iter_mut().zip(evidence.hands) {
        *packed = packed.wrapping_add(ONE_HAND[hand.index() & 63]);
    }
}

/// Adds the lanes of a word to counters.
#[inline(always)]
fn unpack(packed: u64, bits: usize, counters: &mut [u64]) {
    let mut rest = packed;
    for counter in counters {
        *counter = counter.wrapping_add(rest & ((1 << bits) - 1));
        rest >>= bits;
    }
}

/// Adds counts, and the trials behind them.
#[inline(always)]
fn add_trials(counters: &mut [u64], more: &[u64], trials: usize) {
    for (counter, more) in counters.iter_mut().zip(more) {
        *counter += more;
    }
    counters[more.len()] += trials as u64;
}
