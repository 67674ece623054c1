//! Observables beside their targets: one row a value, one or two tests a target.

use super::fit::{Fit, Outcome, Pooled, Tested, fit};
use super::model::{Job, TargetRow, Test, VerdictLevel};
use crate::prize::TierId;
use crate::tally::{Law, Observable};

/// A target's tests, with the rows that belong to them.
#[derive(Clone, Debug)]
pub struct TargetFit {
    /// The tests; the first is the main one, the second that of rare values.
    pub tests: Vec<Test>,
    /// The rows, with how each is tested.
    pub rows: Vec<FittedRow>,
}

/// A row with what its detectable difference hangs on.
#[derive(Clone, Debug)]
pub struct FittedRow {
    /// The row.
    pub shown: TargetRow,
    /// In which test it takes part.
    pub tested: Tested,
    /// The standard error of its count under the target.
    pub error: Option<f64>,
}

impl FittedRow {
    /// Whether the value is tested alone.
    #[must_use]
    pub const fn is_alone(&self) -> bool {
        matches!(self.tested, Tested::Alone(_))
    }
}

/// Pools the counters of `tiers` that start at `offset`.
#[must_use]
pub fn pooled(job: &Job<'_>, observable: &Observable, offset: usize, tiers: &[TierId]) -> Pooled {
    let values = observable.values.len();
    let mut all = Pooled { counts: vec![0; values], trials: 0, squares: 0 };
    for tier in tiers {
        let Some(row) = job.tally.tiers.get(tier.index()).and_then(|tally| tally.row.get(offset..offset + observable.width())) else { continue };
        for (sum, count) in all.counts.iter_mut().zip(row) {
            *sum = sum.saturating_add(*count);
        }
        all.trials = all.trials.saturating_add(row[values]);
        if observable.marks {
            all.squares = all.squares.saturating_add(row[values + 1]);
        }
    }
    all
}

/// Every observable with every target, in order; one without a target is shown over all plays.
#[must_use]
pub fn targets(job: &Job<'_>) -> Vec<TargetFit> {
    let offsets = Observable::offsets(job.observables);
    let mut all = Vec::new();
    for (observable, &offset) in job.observables.iter().zip(&offsets) {
        for target in &observable.targets {
            let pooled = pooled(job, observable, offset, &target.tiers);
            let basis = if target.law == Law::Free { "none" } else { target.basis.word() };
            let fit = fit(&target.law, &observable.values, &pooled);
            all.push(assemble(observable, &target.condition, (basis, &target.law), fit, &pooled));
        }
        if observable.targets.is_empty() {
            let tiers: Vec<TierId> = job.table.ids().collect();
            let pooled = pooled(job, observable, offset, &tiers);
            all.push(assemble(observable, "all plays", ("none", &Law::Free), fit(&Law::Free, &observable.values, &pooled), &pooled));
        }
    }
    all
}

fn assemble(observable: &Observable, condition: &str, (basis, law): (&str, &Law), fit: Fit, pooled: &Pooled) -> TargetFit {
    let is_mean = matches!(law, Law::Counts { .. });
    let trials = pooled.trials as f64;
    let share = |count: u64| if trials > 0.0 { count as f64 / trials } else { 0.0 };
    let rows = observable
        .values
        .iter()
        .zip(fit.rows)
        .zip(&pooled.counts)
        .map(|((value, row), &observed)| {
            let error = row.error.filter(|&error| error > 0.0 && trials > 0.0);
            let shown = TargetRow {
                observable: observable.name.clone(),
                condition: condition.to_owned(),
                value: value.clone(),
                basis: if row.target.is_some() { basis } else { "none" }.to_owned(),
                target_probability: row.target,
                is_mean,
                expected: row.expected,
                observed,
                trials: pooled.trials,
                unit: observable.unit.plural().to_owned(),
                low: row.low,
                high: row.high,
                z: row.expected.zip(error).map(|(expected, error)| (observed as f64 - expected) / error),
                p_value: row.p_value,
                p_adjusted: None,
                effect: row.target.filter(|_| trials > 0.0).map(|target| share(observed) - target),
                detectable: None,
                verdict: VerdictLevel::Pass,
            };
            FittedRow { shown, tested: row.tested, error }
        })
        .collect();
    let name = format!("{}: {condition}", observable.name);
    TargetFit { tests: fit.tests.into_iter().map(|outcome| named(&name, outcome)).collect(), rows }
}

/// A test result under its full name.
#[must_use]
pub fn named(name: &str, outcome: Outcome) -> Test {
    Test {
        name: format!("{name}{}", outcome.suffix),
        method: outcome.method.to_owned(),
        statistic: outcome.statistic,
        degrees_of_freedom: outcome.degrees_of_freedom,
        p_value: outcome.p_value,
        p_adjusted: None,
        effect: outcome.effect,
        detectable: None,
        verdict: VerdictLevel::Pass,
        note: outcome.note,
    }
}
