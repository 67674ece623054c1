//! Observables beside their targets: one row a value, one test a target.

use super::model::{Job, TargetRow, Test, VerdictLevel};
use super::special::{Z_95, chi_square_tail, normal_two_sided};
use crate::prize::TierId;
use crate::tally::{Law, Observable};

/// A target's test, with the rows that belong to it.
#[derive(Clone, Debug)]
pub struct Tested {
    /// The tests; the first is the one the rows belong to.
    pub tests: Vec<Test>,
    /// The rows.
    pub rows: Vec<TargetRow>,
}

/// Counts of an observable pooled over tiers.
#[derive(Clone, Debug)]
pub struct Pooled {
    /// One count a value.
    pub counts: Vec<u64>,
    /// Trials.
    pub trials: u64,
    /// Sum of the squared sizes of the marked sets.
    pub squares: u64,
}

/// Pools the counters of `tiers` that start at `offset`.
#[must_use]
pub fn pooled(job: &Job<'_>, observable: &Observable, offset: usize, tiers: &[TierId]) -> Pooled {
    let values = observable.values.len();
    let mut all = Pooled { counts: vec![0; values], trials: 0, squares: 0 };
    for tier in tiers {
        let Some(row) = job.tally.tiers.get(tier.index()).and_then(|tally| tally.row.get(offset..offset + observable.width())) else { continue };
        for (sum, count) in all.counts.iter_mut().zip(row) {
            *sum += count;
        }
        all.trials += row[values];
        all.squares += if observable.marks { row[values + 1] } else { 0 };
    }
    all
}

/// Every observable with every target.
#[must_use]
pub fn targets(job: &Job<'_>) -> Vec<Tested> {
    let offsets = Observable::offsets(job.observables);
    let mut all = Vec::new();
    for (observable, &offset) in job.observables.iter().zip(&offsets) {
        for target in &observable.targets {
            let pooled = pooled(job, observable, offset, &target.tiers);
            all.push(tested(observable, &target.condition, target.basis.word(), &target.law, &pooled));
        }
        if observable.targets.is_empty() {
            let tiers: Vec<TierId> = job.table.ids().collect();
            let pooled = pooled(job, observable, offset, &tiers);
            all.push(tested(observable, "all plays", "none", &Law::Free, &pooled));
        }
    }
    all
}

fn tested(observable: &Observable, condition: &str, basis: &str, law: &Law, pooled: &Pooled) -> Tested {
    let n = pooled.trials as f64;
    let values = pooled.counts.len();
    let shares = |weights: &[u128]| {
        let total = weights.iter().map(|&weight| weight as f64).sum::<f64>();
        weights.iter().map(|&weight| Some(weight as f64 / total)).collect::<Vec<_>>()
    };
    let probabilities: Vec<Option<f64>> = match law {
        Law::Shares(weights) | Law::Recorded(weights) => shares(weights),
        Law::Counts { total, means, .. } => means.iter().map(|&mean| Some(mean as f64 / *total as f64)).collect(),
        Law::UniformMarks => vec![Some(pooled.counts.iter().sum::<u64>() as f64 / values as f64 / n.max(1.0)); values],
        Law::EqualWithin(classes) => classes
            .iter()
            .map(|class| {
                let members = classes.iter().zip(&pooled.counts).filter(|&(other, _)| other == class);
                let (size, sum) = members.fold((0, 0), |(size, sum), (_, count)| (size + 1, sum + count));
                Some(sum as f64 / f64::from(size) / n.max(1.0))
            })
            .collect(),
        Law::Independent { columns } => (0..values)
            .map(|value| {
                let sum =
                    |keep: &dyn Fn(usize) -> bool| (0..values).filter(|&other| keep(other)).map(|other| pooled.counts[other]).sum::<u64>() as f64;
                let row = sum(&|other| other / columns == value / columns);
                let column = sum(&|other| other % columns == value % columns);
                (n > 0.0).then(|| row / n * (column / n))
            })
            .collect(),
        Law::Free => vec![None; values],
    };
    let rows: Vec<TargetRow> = observable
        .values
        .iter()
        .zip(&pooled.counts)
        .zip(&probabilities)
        .map(|((value, &observed), &target)| {
            let share = if n > 0.0 { observed as f64 / n } else { 0.0 };
            let half = if n > 0.0 { Z_95 * (share * (1.0 - share).abs() / n).sqrt() } else { 1.0 };
            let error = target.map(|p| (n * p * (1.0 - p).abs()).sqrt()).filter(|&error| error > 0.0);
            let z = target.zip(error).map(|(p, error)| (observed as f64 - n * p) / error);
            TargetRow {
                observable: observable.name.clone(),
                condition: condition.to_owned(),
                value: value.clone(),
                basis: basis.to_owned(),
                target_probability: target,
                expected: target.map(|p| n * p),
                observed,
                trials: pooled.trials,
                unit: observable.unit.plural().to_owned(),
                low: (share - half).max(0.0),
                high: share + half,
                z,
                p_value: z.map(normal_two_sided),
                p_adjusted: None,
                effect: target.map(|p| share - p),
                detectable: None,
                verdict: VerdictLevel::Pass,
            }
        })
        .collect();
    let testable = matches!(law, Law::Shares(_)) && n > 0.0;
    let (statistic, classes) = rows
        .iter()
        .filter_map(|row| row.expected.filter(|&e| e >= 5.0).map(|e| (row.observed as f64 - e).powi(2) / e))
        .fold((0.0, 0), |(x, k), term| (x + term, k + 1));
    let dof = f64::from((classes - 1).max(0));
    let test = Test {
        name: format!("{}: {condition}", observable.name),
        method: "chi-square".to_owned(),
        statistic: testable.then_some(statistic),
        degrees_of_freedom: testable.then_some(dof),
        p_value: testable.then(|| chi_square_tail(statistic, dof)),
        p_adjusted: None,
        effect: None,
        verdict: VerdictLevel::Pass,
        note: String::new(),
    };
    Tested { tests: if matches!(law, Law::Free) { Vec::new() } else { vec![test] }, rows }
}
