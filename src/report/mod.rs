//! From figures to what people and programs read: the terminal report, `summary.json`, the tables, the charts. It recomputes no statistic.
//!
//! Every function takes a [`Run`] and gives text, bytes or a table; nothing is written here.

pub mod base64;
pub mod catalogue;
#[cfg(feature = "cli")]
pub mod chart;
pub mod compare;
pub mod exhibits;
pub mod explain;
#[cfg(feature = "cli")]
pub mod frame;
#[cfg(feature = "cli")]
pub mod gallery;
pub mod html;
pub mod layout;
pub mod notebook;
pub mod par;
#[cfg(feature = "cli")]
pub mod picture;
pub mod rates;
pub mod rng;
pub mod shards;
pub mod summary;
pub mod tables;
pub mod text;
pub mod words;
#[cfg(feature = "cli")]
pub mod workbook;

use crate::engine::{Judging, Plan, Sampling};
use crate::money::Cents;
use crate::run_file::OpenRun;
use crate::spec::{GameFile, Offer};
use crate::stats::{Job, Report};
use crate::tally::{Observable, Tally};

/// Everything a report shows of a run.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The game.
    pub game: &'a GameFile,
    /// The stake and the prize table in force.
    pub offer: &'a Offer,
    /// What was run.
    pub plan: Plan,
    /// Plays that were planned, when the run was stopped before its end.
    pub planned: Option<u64>,
    /// What was counted, with its targets.
    pub observables: &'a [Observable],
    /// The counts.
    pub tally: &'a Tally,
    /// The figures.
    pub report: &'a Report,
}

/// What the figures of an opened run are computed from.
#[must_use]
pub fn job<'a>(open: &'a OpenRun, points: &'a [u64]) -> Job<'a> {
    let offer = open.offer();
    Job {
        table: &offer.table,
        sold_for: offer.sold_for,
        observables: open.playable.observables(),
        plan: open.run.plan,
        planned: open.run.planned,
        tally: &open.run.tally,
        points,
    }
}

impl<'a> Run<'a> {
    /// A run with its figures.
    #[must_use]
    pub fn new(open: &'a OpenRun, report: &'a Report) -> Self {
        let (run, observables) = (&open.run, open.playable.observables());
        Self { game: &open.game, offer: open.offer(), plan: run.plan, planned: run.planned, observables, tally: &run.tally, report }
    }

    /// The name its files have by default: see [`run_name`].
    #[must_use]
    pub fn name(&self) -> String {
        run_name(&self.game.id, self.offer.table.stake(), self.plan)
    }
}

/// The name of a run: `GAME-STAKE-nPLAYS-sSEED`, the stake in minor units, all in digits; `-iid` and `-nojudge` appended where they hold.
///
/// ```
/// use sim::engine::{Judging, Plan, Sampling};
/// let plan = Plan { seed: 42, plays: 1_000_000, sampling: Sampling::Block, judging: Judging::Full };
/// assert_eq!(sim::report::run_name("star-color", sim::money::Cents(100), plan), "star-color-100-n1000000-s42");
/// ```
#[must_use]
pub fn run_name(game: &str, stake: Cents, plan: Plan) -> String {
    let iid = if plan.sampling == Sampling::Iid { "-iid" } else { "" };
    let unjudged = if plan.judging == Judging::None { "-nojudge" } else { "" };
    format!("{game}-{}-n{}-s{}{iid}{unjudged}", stake.0, plan.plays, plan.seed)
}

/// `n / d` in lowest terms; `1` for equal numbers.
pub(crate) fn lowest_terms(numerator: i128, denominator: i128) -> String {
    let (mut a, mut b) = (numerator.unsigned_abs(), denominator.unsigned_abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    let common = i128::try_from(a.max(1)).unwrap_or(1);
    if denominator == common { (numerator / common).to_string() } else { format!("{}/{}", numerator / common, denominator / common) }
}
