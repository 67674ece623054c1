//! Two runs or games side by side: terminal text and JSON. All figures come from [`crate::stats::Comparison`].

mod json;
mod text;

pub use json::json;
pub use text::text;

use super::lowest_terms;
use crate::engine::{Judging, Plan, Sampling};
use crate::money::grouped;
use crate::spec::{Difference, GameFile, Offer};
use crate::stats::Comparison;

/// One side as the user named it.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// What the user wrote.
    pub name: &'a str,
    /// Its game.
    pub game: &'a GameFile,
    /// Its stake and prize table.
    pub offer: &'a Offer,
    /// What was run; `None` for a game without plays.
    pub plan: Option<Plan>,
}

/// A comparison with its sides.
#[derive(Clone, Copy, Debug)]
pub struct Compare<'a> {
    /// The first side.
    pub a: Side<'a>,
    /// The second side.
    pub b: Side<'a>,
    /// What differs between the game files.
    pub keys: &'a [Difference],
    /// The figures.
    pub found: &'a Comparison,
}

impl Side<'_> {
    /// Whether both sides follow one law: the same game file at the same stake.
    #[must_use]
    pub fn same_law(&self, other: &Self) -> bool {
        self.game.text == other.game.text && self.offer.table.stake() == other.offer.table.stake()
    }
}

impl Compare<'_> {
    /// Whether both sides follow one law. Then a rejected test is a fault, else it is what was looked for.
    #[must_use]
    pub fn same_law(&self) -> bool {
        self.a.same_law(&self.b)
    }

    /// Whether chance may be judged: not where both runs hold the same plays.
    const fn may_judge(&self) -> bool {
        self.found.shared.is_none()
    }

    /// The exit code: 1 when one law gave two runs that no chance explains.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        if self.same_law() { self.found.verdict.exit_code() } else { 0 }
    }
}

/// What differs between the plans: (what, in A, in B).
fn plans(compare: &Compare<'_>) -> Vec<Difference> {
    let of = |side: &Side<'_>| {
        let table = &side.offer.table;
        let plan = |read: &dyn Fn(Plan) -> String| side.plan.map_or_else(|| "none".to_owned(), read);
        let sampling = |plan: Plan| if plan.sampling == Sampling::Block { "block" } else { "iid" }.to_owned();
        let judging = |plan: Plan| if plan.judging == Judging::Full { "full" } else { "none" }.to_owned();
        [
            ("game", side.game.id.clone()),
            ("game name", side.game.name.clone()),
            ("currency", side.game.currency.clone()),
            ("stake", table.amount(table.stake())),
            ("block", grouped(table.block().into())),
            ("prize table", lowest_terms(table.total(), i128::from(table.block()) * table.stake().wide())),
            ("plays", plan(&|plan| grouped(plan.plays.into()))),
            ("seed", plan(&|plan| plan.seed.to_string())),
            ("sampling", plan(&sampling)),
            ("judging", plan(&judging)),
        ]
    };
    let rows = of(&compare.a).into_iter().zip(of(&compare.b));
    let differ = |((what, a), (_, b)): ((&str, String), (&str, String))| {
        let what = if what == "prize table" { "exact return" } else { what };
        (a != b).then(|| Difference { key: what.to_owned(), a: Some(a), b: Some(b) })
    };
    rows.filter_map(differ).collect()
}

/// The seed, where both sides are runs of it.
fn same_seed(compare: &Compare<'_>) -> Option<u64> {
    let (a, b) = compare.a.plan.zip(compare.b.plan)?;
    (a.seed == b.seed).then_some(a.seed)
}
