//! What is counted of a dice game, and the exact law of each count given the prize (decision Y2).

use super::exact::{Deal, Features, Throws};
use super::params::Params;
use super::referee::Evidence;
use super::visual::{COMBINATIONS, Combination, DICE, FACES, THROWS, Throw, Visual};
use crate::game::Verdict;
use crate::prize::PrizeTable;
use crate::tally::{Basis, Law, Observable, Target, Unit};

/// Every how many visuals the faces are counted die by die: often enough to see a fault, seldom enough to cost little.
const DIE_EVERY: usize = 8;
/// Throws of the last two dice.
const TAILS: u16 = 36;
/// Plays whose counts fit the packed lanes: 48 plays of 4 cups have at most 960 dice of one face, and show at most 48 times a combination in one cup.
const FLUSH: usize = 48;
/// Bits of a lane that counts faces: six lanes in a word.
const FACE_BITS: u32 = 10;
/// Bits of a lane that counts combinations: nine lanes in a word.
const HAND_BITS: u32 = 7;

/// The observables of a game at one stake, and where their counters are.
#[derive(Clone, Debug)]
pub struct Watched<const CUPS: usize> {
    /// In the order of the row.
    pub observables: Vec<Observable>,
    offsets: Vec<usize>,
    /// The position of each total among the totals that exist.
    total_position: Vec<u16>,
    totals: usize,
    /// The faces of the first three dice, and of the last two, in packed lanes.
    head_faces: Vec<u64>,
    tail_faces: Vec<u64>,
}

impl<const CUPS: usize> Watched<CUPS> {
    /// The observables for the tiers of `table`, with exact targets.
    #[must_use]
    pub fn new(params: &Params, table: &PrizeTable, throws: &Throws) -> Self {
        let existing = params.totals();
        let highest = existing.last().map_or(0, |&total| usize::from(total));
        let mut total_position = vec![0; highest + 1];
        for (position, &total) in (0..).zip(&existing) {
            total_position[usize::from(total)] = position;
        }
        let tiers: Vec<Vec<Deal<CUPS>>> = params.shown().iter().map(|&bracket| throws.deals(bracket)).collect();
        let observables = observables(params, table, throws, &tiers);
        let offsets = Observable::offsets(&observables);
        // a throw of five dice is code = head * 36 + tail; the other dice of a head or tail show face 1, and are taken away
        let one = |code: u16, dice: std::ops::Range<usize>| -> u64 {
            let values = Throw::from_code(code).map_or([1; DICE], Throw::dice);
            values[dice].iter().map(|&value| 1_u64 << (FACE_BITS * u32::from(value - 1))).sum()
        };
        let head_faces = (0..THROWS / TAILS).map(|head| one(head * TAILS, 0..3)).collect();
        let tail_faces = (0..TAILS).map(|tail| one(tail, 3..DICE)).collect();
        Self { observables, offsets, total_position, totals: existing.len(), head_faces, tail_faces }
    }

    /// Counts a slice of plays of one tier into its row.
    pub fn count(&self, first: u64, visuals: &[Visual<CUPS>], verdicts: &[Verdict<Evidence<CUPS>>], row: &mut [u64]) {
        let plays = visuals.len() as u64;
        let (totals, rest) = row.split_at_mut(self.offsets[1]);
        self.count_totals(verdicts, &mut totals[..self.totals]);
        totals[self.totals] += plays;

        let at = |observable: usize| self.offsets[observable] - self.offsets[1];
        let mut faces = [0_u64; FACES];
        let mut hands = [[0_u64; COMBINATIONS]; CUPS];
        for (visuals, verdicts) in visuals.chunks(FLUSH).zip(verdicts.chunks(FLUSH)) {
            unpack(self.packed_faces(visuals), FACE_BITS, &mut faces);
            for (hands, packed) in hands.iter_mut().zip(packed_hands(verdicts)) {
                unpack(packed, HAND_BITS, hands);
            }
        }
        let all = &mut rest[at(1)..at(2)];
        for hands in &hands {
            add(all, hands);
        }
        all[COMBINATIONS] += plays;
        for (cup, hands) in hands.iter().enumerate() {
            let one = &mut rest[at(2 + cup)..at(3 + cup)];
            add(one, hands);
            one[COMBINATIONS] += plays;
        }
        let all = &mut rest[at(2 + CUPS)..at(3 + CUPS)];
        add(all, &faces);
        all[FACES] += plays;

        let dice = &mut rest[at(3 + CUPS)..at(4 + CUPS)];
        let late = usize::try_from(first % DIE_EVERY as u64).unwrap_or(0);
        for visual in visuals.iter().skip((DIE_EVERY - late) % DIE_EVERY).step_by(DIE_EVERY) {
            for throw in visual.0 {
                for (die, value) in throw.dice().into_iter().enumerate() {
                    dice[die * FACES + usize::from(value - 1)] += 1;
                }
            }
            dice[DICE * FACES] += 1;
        }
    }

    /// Two histograms in turn, so that equal totals in a row do not wait for each other.
    fn count_totals(&self, verdicts: &[Verdict<Evidence<CUPS>>], totals: &mut [u64]) {
        let mut other = vec![0_u64; totals.len()];
        let position = |verdict: &Verdict<Evidence<CUPS>>| usize::from(self.total_position[usize::from(verdict.evidence.points())]);
        let mut pairs = verdicts.chunks_exact(2);
        for pair in &mut pairs {
            totals[position(&pair[0])] += 1;
            other[position(&pair[1])] += 1;
        }
        for verdict in pairs.remainder() {
            totals[position(verdict)] += 1;
        }
        add(totals, &other);
    }

    fn packed_faces(&self, visuals: &[Visual<CUPS>]) -> u64 {
        let mut packed = 0_u64;
        for visual in visuals {
            for throw in visual.0 {
                let (head, tail) = (throw.code() / TAILS, throw.code() % TAILS);
                packed = packed.wrapping_add(self.head_faces[usize::from(head)]).wrapping_add(self.tail_faces[usize::from(tail)]);
            }
        }
        packed
    }
}

fn packed_hands<const CUPS: usize>(verdicts: &[Verdict<Evidence<CUPS>>]) -> [u64; CUPS] {
    let mut packed = [0_u64; CUPS];
    for verdict in verdicts {
        for (packed, hand) in packed.iter_mut().zip(verdict.evidence.hands) {
            *packed = packed.wrapping_add(1 << (HAND_BITS as usize * hand.index()));
        }
    }
    packed
}

/// Adds the lanes of a word to counters.
fn unpack(packed: u64, bits: u32, counters: &mut [u64]) {
    let mut rest = packed;
    for counter in counters {
        *counter += rest & ((1 << bits) - 1);
        rest >>= bits;
    }
}

fn add(counters: &mut [u64], more: &[u64]) {
    for (counter, more) in counters.iter_mut().zip(more) {
        *counter += more;
    }
}

/// The observables in the order of the row: [`Watched::count`] relies on it.
fn observables<const CUPS: usize>(params: &Params, table: &PrizeTable, throws: &Throws, tiers: &[Vec<Deal<CUPS>>]) -> Vec<Observable> {
    let targets = |law: &dyn Fn(&[Deal<CUPS>]) -> Law| -> Vec<Target> {
        let target = |(tier, deals): (_, &Vec<_>)| Target { condition: table.name(tier), tiers: vec![tier], basis: Basis::Exact, law: law(deals) };
        table.ids().zip(tiers).map(target).collect()
    };
    let shown = Features::new(throws, COMBINATIONS, |combination, _, seen| seen[combination.index()] = 1);
    let face = |value: u8| usize::from(value - 1);
    let faces = Features::new(throws, FACES, |_, throw, seen| throw.dice().into_iter().for_each(|value| seen[face(value)] += 1));
    let by_die = Features::new(throws, DICE * FACES, |_, throw, seen| {
        throw.dice().into_iter().enumerate().for_each(|(die, value)| seen[die * FACES + face(value)] += 1);
    });
    let names: Vec<String> = Combination::ALL.iter().map(|combination| combination.name().to_owned()).collect();
    let fair_cup = throws.counts().map(u128::from).to_vec();
    let totals = params.totals();
    let fair_totals = throws.totals::<CUPS>();

    let mut list = vec![Observable {
        name: "point total".to_owned(),
        about: "The points of all cups together: every ordered set of throws in the prize's bracket is equally likely (Y1, Y2).".to_owned(),
        unit: Unit::Play,
        values: totals.iter().map(ToString::to_string).collect(),
        marks: false,
        board: None,
        targets: targets(&|deals| {
            let plays_of =
                |total: &u16| deals.iter().filter(|deal| throws.total(&deal.combinations) == *total).map(|deal| u128::from(deal.plays)).sum();
            Law::Shares(totals.iter().map(plays_of).collect())
        }),
        beside: Some(("fair dice".to_owned(), totals.iter().map(|total| fair_totals.get(total).copied().unwrap_or(0)).collect())),
    }];
    list.push(Observable {
        name: "combinations".to_owned(),
        about: "The combination of every cup; the cups of a play depend on each other, and the exact moments allow for it (Y2).".to_owned(),
        unit: Unit::Play,
        values: names.clone(),
        marks: false,
        board: None,
        targets: targets(&|deals| throws.counts_law(deals, &shown)),
        beside: Some(("fair dice".to_owned(), fair_cup.clone())),
    });
    for cup in 0..CUPS {
        list.push(Observable {
            name: format!("combination of cup {}", cup + 1),
            about: "The combination of one cup: the cups have the same law, whatever their order (Y2).".to_owned(),
            unit: Unit::Cup,
            values: names.clone(),
            marks: false,
            board: None,
            targets: targets(&|deals| {
                let mut plays = vec![0; COMBINATIONS];
                for deal in deals {
                    plays[deal.combinations[cup].index()] += u128::from(deal.plays);
                }
                Law::Shares(plays)
            }),
            beside: Some(("fair dice".to_owned(), fair_cup.clone())),
        });
    }
    list.push(Observable {
        name: "faces".to_owned(),
        about: "The faces of all dice of a play; the dice depend on each other, and the exact moments allow for it (Y2).".to_owned(),
        unit: Unit::Play,
        values: (1..=FACES).map(|face| face.to_string()).collect(),
        marks: false,
        board: None,
        targets: targets(&|deals| throws.counts_law(deals, &faces)),
        beside: Some(("fair dice".to_owned(), vec![1; FACES])),
    });
    list.push(Observable {
        name: "faces by die".to_owned(),
        about: format!(
            "The face of the first, second ... die of the cups, counted on every {DIE_EVERY}th visual: the order of the dice tells nothing (Y2)."
        ),
        unit: Unit::Play,
        values: (1..=DICE).flat_map(|die| (1..=FACES).map(move |face| format!("die {die}: {face}"))).collect(),
        marks: false,
        board: None,
        targets: targets(&|deals| throws.counts_law(deals, &by_die)),
        beside: None,
    });
    list
}
