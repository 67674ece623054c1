//! Observed counts beside a law: one file a law, all of them giving rows and tests of the same shape.
//!
//! Small runs never lie: values expected fewer than five times are merged for the chi-square and tested exactly, each on its own, in a second test; two classes are tested
//! by their exact binomial or hypergeometric law. Far out, where Pearson's statistic calls too many alarms for rare values, the larger p-value of Pearson's statistic and
//! the likelihood ratio holds (see [`classes::Comparison::p_value`]).

pub mod classes;
mod counts;
mod equal;
mod independent;
mod marks;
mod recorded;
mod shares;
mod two_samples;

pub use two_samples::two_samples;

use super::intervals::share_interval;
use crate::tally::Law;

/// Counts of an observable pooled over the tiers of a target.
#[derive(Clone, Debug, Default)]
pub struct Pooled {
    /// One count a value.
    pub counts: Vec<u64>,
    /// Trials.
    pub trials: u64,
    /// Sum of the squared sizes of the marked sets.
    pub squares: u64,
}

/// One value beside its target.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// The probability in a trial (for dependent counts: the mean).
    pub target: Option<f64>,
    /// The expected count.
    pub expected: Option<f64>,
    /// The standard error of the count under the target.
    pub error: Option<f64>,
    /// Two-sided p-value of this value alone.
    pub p_value: Option<f64>,
    /// 95 % interval of the observed share: lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// How the value is tested.
    pub tested: Tested,
}

/// In which test a value takes part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Tested {
    /// In none.
    #[default]
    No,
    /// In a chi-square test of this many degrees of freedom.
    Together(f64),
    /// Exactly, alone, one of this many.
    Alone(usize),
}

/// A test's result, before it is adjusted.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What is added to the name of the target: empty, or `, rare values`.
    pub suffix: &'static str,
    /// What kind of test.
    pub method: &'static str,
    /// The statistic.
    pub statistic: Option<f64>,
    /// Degrees of freedom.
    pub degrees_of_freedom: Option<f64>,
    /// The p-value; `None` when there was nothing to test.
    pub p_value: Option<f64>,
    /// The size of the deviation.
    pub effect: Option<f64>,
    /// What a reader must know.
    pub note: String,
}

impl Outcome {
    /// Nothing could be tested.
    #[must_use]
    pub fn untested(method: &'static str, note: impl Into<String>) -> Self {
        Self { method, note: note.into(), ..Self::default() }
    }

    /// Something that cannot happen was seen.
    #[must_use]
    pub fn impossible(method: &'static str, note: String) -> Self {
        Self { method, note, p_value: Some(0.0), ..Self::default() }
    }
}

/// Rows and tests of one target.
#[derive(Clone, Debug, Default)]
pub struct Fit {
    /// One row a value.
    pub rows: Vec<Row>,
    /// The tests, the main one first; none for a law that is only shown.
    pub tests: Vec<Outcome>,
}

/// Compares pooled counts with a law. `names` are the values.
#[must_use]
pub fn fit(law: &Law, names: &[String], pooled: &Pooled) -> Fit {
    match law {
        Law::Shares(weights) => shares::fit(weights, names, pooled),
        Law::Recorded(weights) => recorded::fit(weights, names, pooled),
        Law::EqualWithin(numbers) => equal::fit(numbers, names, pooled),
        Law::UniformMarks => marks::fit(names, pooled),
        Law::Counts { total, means, products } => counts::fit(*total, means, products, names, pooled),
        Law::Independent { columns } => independent::fit(*columns, pooled),
        Law::Free => Fit { rows: free_rows(pooled), tests: Vec::new() },
    }
}

/// Rows without a target.
fn free_rows(pooled: &Pooled) -> Vec<Row> {
    let row = |&count: &u64| {
        let (low, high) = share_interval(count, pooled.trials, 0.95);
        Row { low, high, ..Row::default() }
    };
    pooled.counts.iter().map(row).collect()
}

/// A target that does not fit its observable, or counts that do not add up: a mistake of the game, reported as a failed test.
fn broken(pooled: &Pooled, note: String) -> Fit {
    Fit { rows: free_rows(pooled), tests: vec![Outcome::impossible("consistency", note)] }
}

/// Counts of a law whose trials show exactly one value must add up to the trials.
fn adds_up(pooled: &Pooled, values: usize) -> Result<(), Fit> {
    if pooled.counts.len() != values {
        return Err(broken(pooled, format!("the target has {values} values, the observable {}", pooled.counts.len())));
    }
    let sum: u128 = pooled.counts.iter().map(|&count| u128::from(count)).sum();
    if sum == u128::from(pooled.trials) {
        Ok(())
    } else {
        Err(broken(pooled, format!("{sum} values were counted in {} trials of one value each", pooled.trials)))
    }
}

/// A list of names for a note, at most five of them.
fn listed<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let names: Vec<&str> = names.map(String::as_str).collect();
    let shown = names.iter().take(5).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if names.len() > 5 { format!("{shown} and {} more", names.len() - 5) } else { shown }
}
