//! The figures of a run: what `summary.json`, the tables and the charts show. They compute nothing.

use crate::engine::Plan;
use crate::money::Cents;
use crate::prize::PrizeTable;
use crate::tally::{Observable, Tally};
use serde::{Deserialize, Serialize};

/// Everything the figures are computed from.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The prize table in force.
    pub table: &'a PrizeTable,
    /// The price of the bundle the play is sold in, where there is one.
    pub sold_for: Option<Cents>,
    /// What was counted, with its targets.
    pub observables: &'a [Observable],
    /// What was run.
    pub plan: Plan,
    /// Plays that were planned, when the run was stopped before its end.
    pub planned: Option<u64>,
    /// What was found.
    pub tally: &'a Tally,
    /// The last batch of each stretch of the tally ([`crate::engine::convergence_points`]).
    pub points: &'a [u64],
}

/// How good a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictLevel {
    /// Nothing to object.
    Pass,
    /// Worth a look: an adjusted p-value below 1e-3.
    Warn,
    /// Wrong: an adjusted p-value below 1e-6, a mismatch, an ambiguous visual, a block that does not pay its table.
    Fail,
}

impl VerdictLevel {
    /// The exit code of a finished run: 1 for a failed check, else 0.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Pass | Self::Warn => 0,
            Self::Fail => 1,
        }
    }

    /// `pass`, `warn` or `fail`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Warn => "warn",
            Self::Fail => "fail",
        }
    }
}

/// An observed figure beside its exact value, with the range of the observed one under the exact table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// From the plays; `None` where undefined (the skewness of plays that all pay the same).
    pub observed: Option<f64>,
    /// From the prize table.
    pub exact: f64,
    /// Lower end of the range, `None` where no valid one is known; equal to `exact` after whole blocks.
    pub low: Option<f64>,
    /// Upper end of the range.
    pub high: Option<f64>,
    /// The probability that the range covers the observed figure.
    pub confidence: f64,
    /// How the range was made, in a few words: `normal, inside a block`, `exact distribution`, `whole blocks: no error`.
    pub method: String,
}

/// One tier of the prize table, planned and observed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TierRow {
    /// Its number, 0 the top prize, the losing tier last.
    pub tier: u16,
    /// Its prize in cents.
    pub prize_cents: i64,
    /// Plays of it in a block.
    pub winners_per_block: u64,
    /// Plays of it expected in the run.
    pub expected: f64,
    /// Plays of it in the run, as the referee scored them (as drawn, without a referee).
    pub observed: u64,
    /// The 95 % range of the observed count under the exact table.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Its probability.
    pub probability: f64,
    /// Its share of the return.
    pub rtp_share: f64,
    /// Its share of the variance of a play.
    pub variance_share: f64,
    /// Exact two-sided p-value of the count; `None` after whole blocks, where equality is asserted instead.
    pub p_value: Option<f64>,
    /// The smallest absolute difference of the probability, among the plays left to chance, that this run would report as `fail` in 99 of 100 runs; `None` after whole blocks, where any
    /// difference fails, and for prizes too rare for the test over all of them.
    pub detectable: Option<f64>,
}

/// One value of an observable under a condition, compared with its target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TargetRow {
    /// The observable.
    pub observable: String,
    /// Which plays.
    pub condition: String,
    /// The value.
    pub value: String,
    /// `exact`, `declared`, `symmetry`, `reference`, or `none` when nothing is known.
    pub basis: String,
    /// The probability of the value in a trial; of dependent counts ([`TargetRow::is_mean`]) the mean count in a trial.
    pub target_probability: Option<f64>,
    /// Whether a trial counts the value any number of times (dependent counts), so that target and ends are means, not shares.
    pub is_mean: bool,
    /// Its expected count.
    pub expected: Option<f64>,
    /// Its count.
    pub observed: u64,
    /// Trials.
    pub trials: u64,
    /// What a trial is: `plays`, `cups`, `throws`.
    pub unit: String,
    /// 95 % interval of the observed share: lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// (observed - expected) / standard error under the target.
    pub z: Option<f64>,
    /// Two-sided p-value of this value alone.
    pub p_value: Option<f64>,
    /// The p-value of the test the row belongs to (over all values of its observable and condition), adjusted over the whole report; not that of this value.
    pub p_adjusted: Option<f64>,
    /// observed share - target probability.
    pub effect: Option<f64>,
    /// The smallest absolute difference of the share that this run would report as `fail` in 99 of 100 runs.
    pub detectable: Option<f64>,
    /// The verdict of the test the row belongs to; `Pass` where there is none ([`TargetRow::is_tested`]).
    pub verdict: VerdictLevel,
}

impl TargetRow {
    /// Whether some test of this run judges the row against a target: without one its verdict says nothing.
    #[must_use]
    pub fn is_tested(&self) -> bool {
        self.verdict != VerdictLevel::Pass || (self.p_adjusted.is_some() && self.basis != "none")
    }
}

/// One test of the report; all of them are adjusted together (Holm).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// `observable: condition`, or `prize tiers`.
    pub name: String,
    /// What kind of test: `chi-square`, `exact hypergeometric`, ...
    pub method: String,
    /// The statistic; `None` for an exact test.
    pub statistic: Option<f64>,
    /// Degrees of freedom, where the law has them.
    pub degrees_of_freedom: Option<f64>,
    /// The p-value; `None` when there was nothing to test, and `note` says why.
    pub p_value: Option<f64>,
    /// Adjusted over the report (Holm).
    pub p_adjusted: Option<f64>,
    /// Size of the deviation, free of n: total variation distance, or Cramer's V.
    pub effect: Option<f64>,
    /// The largest detectable difference among its values: one that is off by so much is found, whichever it is.
    pub detectable: Option<f64>,
    /// The verdict on the adjusted p-value.
    pub verdict: VerdictLevel,
    /// Values merged for small expected counts, or why nothing was tested; may be empty.
    pub note: String,
}

/// A point of the convergence curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Convergence {
    /// Plays so far.
    pub plays: u64,
    /// Return of them.
    pub rtp: f64,
    /// The 95 % range of the return at this point under the exact table; equal to the exact return where blocks are whole.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// All figures of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The verdict on the whole run.
    pub verdict: VerdictLevel,
    /// Every reason why the verdict is not `pass`, the worst first.
    pub reasons: Vec<String>,
    /// Plays of the run.
    pub plays: u64,
    /// Plays / plays of a block.
    pub blocks: f64,
    /// Paid in all, in cents, as the referee scored it.
    pub paid_cents: i128,
    /// Paid by the table in all, in cents, when the run is whole blocks.
    pub table_cents: Option<i128>,
    /// Return to player: paid / staked.
    pub rtp: Figure,
    /// The exact return in lowest terms: `7/10`.
    pub rtp_fraction: String,
    /// Paid / price of the bundle, where the play is sold in one (the bundle's other games not counted).
    pub rtp_of_offer: Option<f64>,
    /// The bundle's price in cents.
    pub offer_cents: Option<i64>,
    /// Share of winning plays.
    pub hit_frequency: Figure,
    /// Variance of the prize in stakes squared.
    pub variance_stakes2: Figure,
    /// Standard deviation of the prize in stakes.
    pub sd_stakes: Figure,
    /// Skewness of the prize.
    pub skewness: Figure,
    /// Kurtosis of the prize (normal = 3).
    pub kurtosis: Figure,
    /// z(90 %) x SD / stake.
    pub volatility_index: Figure,
    /// Visuals that show another prize than the one drawn.
    pub mismatches: u64,
    /// Visuals that could be scored in two ways.
    pub ambiguous: u64,
    /// The tiers, the losing tier last.
    pub tiers: Vec<TierRow>,
    /// Every value of every observable.
    pub targets: Vec<TargetRow>,
    /// Every test.
    pub tests: Vec<Test>,
    /// The convergence curve.
    pub convergence: Vec<Convergence>,
    /// What a reader must know before trusting an interval.
    pub warnings: Vec<String>,
}
