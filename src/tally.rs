//! What is counted: observables, their targets, and the whole-number tally that merges in any order.
//!
//! Amounts are never tallied: plays by tier are sufficient, and prizes are multiplied in exactly, afterwards.

use crate::money::Cents;
use crate::prize::TierId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// What one trial of an observable is. Numbers of trials differ between observables and are counted, never assumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A whole play.
    Play,
    /// A cup of dice.
    Cup,
    /// A die.
    Die,
    /// A set of stars.
    Set,
    /// A star or a cell of a board.
    Cell,
    /// A throw of gems.
    Throw,
    /// A paying line of gems.
    Line,
    /// Any other thing that is counted: an explosion, a magic gem, a decoy.
    Symbol,
}

impl Unit {
    /// The unit in the plural, as tables name it.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Play => "plays",
            Self::Cup => "cups",
            Self::Die => "dice",
            Self::Set => "sets",
            Self::Cell => "cells",
            Self::Throw => "throws",
            Self::Line => "lines",
            Self::Symbol => "symbols",
        }
    }
}

/// Where a target comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Computed exactly (enumeration, closed form).
    Exact,
    /// A frequency declared in the game file.
    Declared,
    /// Equal by a symmetry of the law.
    Symmetry,
    /// A recorded long run of the slow twin; its own sampling error is counted in.
    Reference,
}

impl Basis {
    /// The word in the contract's column `basis`.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Declared => "declared",
            Self::Symmetry => "symmetry",
            Self::Reference => "reference",
        }
    }
}

/// The law an observable follows under a condition. Whole numbers only: a probability is `weight / sum of weights`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Law {
    /// Each trial shows exactly one value, trials are independent, value `i` with weight `weights[i]` (length: the values).
    Shares(Vec<u128>),
    /// As [`Law::Shares`], but the weights are counts of a recorded run: both samples err.
    Recorded(Vec<u128>),
    /// Each trial shows exactly one value; values of one class (same number) are equally likely, the classes themselves are free. Length: the values.
    EqualWithin(Vec<u16>),
    /// Each trial marks a set of the values, every set of the same size being equally likely (cells of a board, drawn without replacement). Needs
    /// [`Observable::marks`].
    UniformMarks,
    /// Each trial (a play) adds a whole number to every value, dependent within the trial, independent between trials, with exact first and second
    /// moments: `E[x_i] = means[i] / total`, `E[x_i x_j] = products[i * values + j] / total`. Tested with the covariance matrix of these moments, so that
    /// dependent things (the five dice of a cup, the three cups of a play) can all be counted. The trials counter holds trials, not the sum of the values.
    Counts {
        /// The common denominator.
        total: u128,
        /// First moments, one a value.
        means: Vec<u128>,
        /// Second moments, row by row, values x values.
        products: Vec<u128>,
    },
    /// The values are a table of `columns` columns, row by row; each trial shows exactly one; rows and columns are independent.
    Independent {
        /// Columns of the table.
        columns: usize,
    },
    /// Only shown: no target is known.
    Free,
}

/// A law that the pooled counts of some tiers should follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Which plays, in words: `all plays`, `losing plays`, `prize 12`.
    pub condition: String,
    /// The tiers whose counts are pooled; all of them follow `law` with the same numbers.
    pub tiers: Vec<TierId>,
    /// Where the numbers come from.
    pub basis: Basis,
    /// The numbers.
    pub law: Law,
}

/// Something counted in the referee's evidence: a fixed list of values, one counter each, beside the number of trials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observable {
    /// A short name, unique in the game: `point total`, `milky way by cell`.
    pub name: String,
    /// One sentence for the report: what is counted, and why the target is what it is (decision in brackets).
    pub about: String,
    /// What one trial is.
    pub unit: Unit,
    /// The values, in order.
    pub values: Vec<String>,
    /// Whether a trial marks a set of values instead of showing exactly one: then the sum of the squared sizes is counted too.
    pub marks: bool,
    /// The board when the values are its cells, row by row.
    pub board: Option<Board>,
    /// What is expected.
    pub targets: Vec<Target>,
    /// An instructive law to show beside, never tested: (what it is, weights by value).
    pub beside: Option<(String, Vec<u128>)>,
}

/// Which map of a board an observable counts: one symbol, one set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// What is counted in the cells, in the words of the contract's JSON: `milky-way`, `magic`, `violet`.
    pub symbol: String,
    /// The set of stars (1 or 2); 1 where the game has no sets.
    pub set: u8,
    /// It is counted on one visual in so many.
    pub one_in: u64,
}

impl Observable {
    /// Counters the observable takes in a row: its values, then its trials, then (with `marks`) the sum of squared sizes.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.values.len() + 1 + self.marks as usize
    }

    /// Where each observable of a list starts in a row of counters; the last entry is the row's length.
    #[must_use]
    pub fn offsets(observables: &[Self]) -> Vec<usize> {
        let mut offsets = vec![0];
        let mut next = 0;
        for observable in observables {
            next += observable.width();
            offsets.push(next);
        }
        offsets
    }
}

/// How it is known what a prize comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The referee counted every gain of the run: seen are minor units of the currency.
    Counted,
    /// The whole play makes the prize: it is shared in proportion to what is seen, the points of its parts.
    Points,
    /// As it was seen in so many more plays, drawn for this alone and explained one by one: seen are minor units of the currency.
    Sample(u64),
}

/// What the prizes come from: lines, the wheel; base stars, explosions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// The sources: a name (`lines of red`) and the kind it is of (`lines`), in the order they are shown.
    pub names: Vec<(String, String)>,
    /// How it is known.
    pub measure: Measure,
    /// By tier, in the order of the prize table.
    pub tiers: Vec<TierSources>,
}

/// What the prize of one tier comes from, one number a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierSources {
    /// Of `total` parts of the prize, those that the source makes on average; `None` where that is not known exactly.
    pub exact: Vec<Option<u128>>,
    /// The common denominator.
    pub total: u128,
    /// What was seen.
    pub seen: Vec<u128>,
    /// The sum of the squares of what each play of a sample showed.
    pub squares: Vec<u128>,
    /// Plays of the sample.
    pub sampled: u64,
}

impl TierSources {
    /// Nothing known of `sources` sources.
    #[must_use]
    pub fn unknown(sources: usize) -> Self {
        Self { exact: vec![None; sources], total: 1, seen: vec![0; sources], squares: vec![0; sources], sampled: 0 }
    }
}

/// The counts of one tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TierTally {
    /// Plays drawn.
    pub plays: u64,
    /// Visuals judged.
    pub judged: u64,
    /// Visuals that could be scored in two ways.
    pub ambiguous: u64,
    /// The counters of all observables, one after the other (see [`Observable::offsets`]).
    pub row: Vec<u64>,
}

/// What is wrong with a visual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// The referee found another prize than the one drawn.
    Mismatch,
    /// The visual could be scored in two ways.
    Ambiguous,
}

/// Where a visual of a run is, so that it can be drawn again: `BATCH:TIER:INDEX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The batch.
    pub batch: u64,
    /// The tier drawn.
    pub tier: TierId,
    /// The visual's number among those of its tier and batch, from 0.
    pub index: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.batch, self.tier.0, self.index)
    }
}

/// A text that is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write three whole numbers BATCH:TIER:INDEX, as the report prints them, such as `12:3:456`")]
pub struct PlaceError;

impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<u64>().ok()).flatten();
        let parts: Option<Vec<u64>> = text.split(':').map(number).collect();
        match parts.as_deref() {
            Some(&[batch, tier, index]) => Ok(Self { batch, tier: TierId(u16::try_from(tier).map_err(|_| PlaceError)?), index }),
            _ => Err(PlaceError),
        }
    }
}

/// A visual with something wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Witness {
    /// What is wrong.
    pub fault: Fault,
    /// Where it is.
    pub place: Place,
    /// What the referee scored.
    pub judged: Cents,
}

/// Witnesses kept of each fault: the first ones by place, whatever the order of merging.
pub const WITNESSES: usize = 16;

/// A counter passed 2^63: the run is longer than its tally can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a counter of the tally passed 2^63: split the run into several with different seeds")]
pub struct TallyOverflow;

/// Everything a run counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// By tier drawn.
    pub tiers: Vec<TierTally>,
    /// Mismatches: (tier drawn, prize judged) -> plays.
    #[serde(with = "mismatch_list")]
    pub mismatches: BTreeMap<(TierId, Cents), u64>,
    /// The first visuals with something wrong, sorted.
    pub witnesses: Vec<Witness>,
    /// Plays by tier in each stretch between two points of the convergence curve: `stretches[point][tier]`.
    pub stretches: Vec<Vec<u64>>,
}

impl Tally {
    /// An empty tally.
    #[must_use]
    pub fn new(tiers: usize, row: usize, points: usize) -> Self {
        let tier = TierTally { plays: 0, judged: 0, ambiguous: 0, row: vec![0; row] };
        Self { tiers: vec![tier; tiers], mismatches: BTreeMap::new(), witnesses: Vec::new(), stretches: vec![vec![0; tiers]; points] }
    }

    /// Plays of all tiers.
    #[must_use]
    pub fn plays(&self) -> u64 {
        self.tiers.iter().map(|tier| tier.plays).sum()
    }

    /// Plays by tier drawn.
    #[must_use]
    pub fn drawn(&self) -> Vec<u64> {
        self.tiers.iter().map(|tier| tier.plays).collect()
    }

    /// Visuals whose judged prize differs from the prize drawn.
    #[must_use]
    pub fn mismatch_count(&self) -> u64 {
        self.mismatches.values().sum()
    }

    /// Visuals that could be scored in two ways.
    #[must_use]
    pub fn ambiguous_count(&self) -> u64 {
        self.tiers.iter().map(|tier| tier.ambiguous).sum()
    }

    /// Keeps a witness if it is among the first of its fault.
    pub fn witness(&mut self, witness: Witness) {
        let at = self.witnesses.partition_point(|kept| *kept < witness);
        if self.witnesses.get(at) == Some(&witness) {
            return;
        }
        self.witnesses.insert(at, witness);
        let same = self.witnesses.iter().filter(|kept| kept.fault == witness.fault).count();
        if same > WITNESSES
            && let Some(last) = self.witnesses.iter().rposition(|kept| kept.fault == witness.fault)
        {
            self.witnesses.remove(last);
        }
    }

    /// Adds another tally of the same shape: commutative and associative.
    ///
    /// # Errors
    /// When a counter would pass 2^63.
    ///
    /// # Panics
    /// When the shapes differ, which is a mistake of the caller.
    pub fn merge(&mut self, other: &Self) -> Result<(), TallyOverflow> {
        assert!(self.tiers.len() == other.tiers.len() && self.stretches.len() == other.stretches.len(), "tallies of two different plans");
        for (tier, more) in self.tiers.iter_mut().zip(&other.tiers) {
            add(&mut tier.plays, more.plays)?;
            add(&mut tier.judged, more.judged)?;
            add(&mut tier.ambiguous, more.ambiguous)?;
            add_all(&mut tier.row, &more.row)?;
        }
        for (stretch, more) in self.stretches.iter_mut().zip(&other.stretches) {
            add_all(stretch, more)?;
        }
        for (&key, &count) in &other.mismatches {
            add(self.mismatches.entry(key).or_insert(0), count)?;
        }
        for &witness in &other.witnesses {
            self.witness(witness);
        }
        Ok(())
    }
}

fn add(counter: &mut u64, more: u64) -> Result<(), TallyOverflow> {
    *counter = counter.checked_add(more).filter(|&sum| sum < 1 << 63).ok_or(TallyOverflow)?;
    Ok(())
}

fn add_all(counters: &mut [u64], more: &[u64]) -> Result<(), TallyOverflow> {
    assert_eq!(counters.len(), more.len(), "tallies of two different plans");
    counters.iter_mut().zip(more).try_for_each(|(counter, &more)| add(counter, more))
}

/// Mismatches as a JSON list of `{tier, judged, plays}`: JSON has no pairs as keys.
mod mismatch_list {
    use super::{BTreeMap, Cents, TierId};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Entry {
        tier: TierId,
        judged: Cents,
        plays: u64,
    }

    pub fn serialize<S: Serializer>(map: &BTreeMap<(TierId, Cents), u64>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map.iter().map(|(&(tier, judged), &plays)| Entry { tier, judged, plays }))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<(TierId, Cents), u64>, D::Error> {
        let entries = Vec::<Entry>::deserialize(deserializer)?;
        Ok(entries.into_iter().map(|entry| ((entry.tier, entry.judged), entry.plays)).collect())
    }
}
