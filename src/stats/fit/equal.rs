//! Values of one class are equally likely, the classes themselves are free: tested given the total of each class.

use super::classes::{Comparison, SMALLEST_EXPECTED, alone};
use super::{Fit, Outcome, Pooled, Row, Tested, adds_up};
use crate::stats::count_law::CountLaw;
use crate::stats::intervals::share_interval;
use std::collections::BTreeMap;

/// Compares the counts within each class; `classes[value]` is the class of a value.
pub fn fit(classes: &[u16], names: &[String], pooled: &Pooled) -> Fit {
    if let Err(fit) = adds_up(pooled, classes.len()) {
        return fit;
    }
    let n = pooled.trials as f64;
    // class -> (values, their sum)
    let mut sums: BTreeMap<u16, (u32, u64)> = BTreeMap::new();
    for (&class, &count) in classes.iter().zip(&pooled.counts) {
        let entry = sums.entry(class).or_insert((0, 0));
        *entry = (entry.0 + 1, entry.1 + count);
    }
    let expected_in = |class: u16| {
        let (values, sum) = sums[&class];
        sum as f64 / f64::from(values)
    };
    let large = |class: u16| sums[&class].0 > 1 && expected_in(class) >= SMALLEST_EXPECTED;
    let small = |class: u16| sums[&class].0 > 1 && sums[&class].1 > 0 && !large(class);
    let degrees: f64 = sums.iter().filter(|&(&class, _)| large(class)).map(|(_, &(values, _))| f64::from(values - 1)).sum();
    let rare = classes.iter().filter(|&&class| small(class)).count();
    let rows: Vec<Row> = classes
        .iter()
        .zip(&pooled.counts)
        .map(|(&class, &count)| {
            let (values, sum) = sums[&class];
            let (low, high) = share_interval(count, pooled.trials, 0.95);
            if values < 2 || pooled.trials == 0 {
                return Row { low, high, ..Row::default() };
            }
            let share = 1.0 / f64::from(values);
            let law = CountLaw::binomial(sum, share, f64::from(values - 1) * share);
            let tested = if large(class) {
                Tested::Together(degrees)
            } else if small(class) {
                Tested::Alone(rare)
            } else {
                Tested::No
            };
            Row {
                target: Some(law.mean() / n),
                expected: Some(law.mean()),
                error: Some(law.variance().sqrt()),
                p_value: (sum > 0).then(|| law.tails(count).two_sided()),
                low,
                high,
                tested,
            }
        })
        .collect();
    let method = "chi-square within classes";
    if pooled.trials == 0 {
        return Fit { rows, tests: vec![Outcome::untested(method, "no trials")] };
    }
    let mut comparison = Comparison::default();
    let mut effect = 0.0;
    for (&class, &count) in classes.iter().zip(&pooled.counts) {
        effect += 0.5 * (count as f64 - expected_in(class)).abs() / n;
        if large(class) {
            comparison.add(count as f64, expected_in(class));
        }
    }
    let mut main = Outcome { method, effect: Some(effect), ..Outcome::default() };
    if degrees > 0.0 {
        main.statistic = Some(comparison.pearson);
        main.degrees_of_freedom = Some(degrees);
        main.p_value = Some(comparison.p_value(degrees));
        if degrees == 1.0 {
            exact_pair(&mut main, &rows);
        }
    } else if rare == 0 {
        "no class has two values that were seen".clone_into(&mut main.note);
    } else {
        "too few trials for a chi-square test".clone_into(&mut main.note);
    }
    let alone = alone(&rows, names);
    Fit { rows, tests: [Some(main), alone].into_iter().flatten().collect() }
}

/// A single class of two values: its exact binomial test.
fn exact_pair(main: &mut Outcome, rows: &[Row]) {
    if let Some(row) = rows.iter().find(|row| matches!(row.tested, Tested::Together(_))) {
        main.method = "exact binomial";
        main.statistic = None;
        main.degrees_of_freedom = None;
        main.p_value = row.p_value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class of one value has no target; one of two is a coin; one of three has a third each.
    #[test]
    fn classes_of_one_two_and_three_values() {
        let names: Vec<String> = ["a", "b", "c", "d", "e", "f"].map(str::to_owned).to_vec();
        let pooled = Pooled { counts: vec![100, 60, 40, 30, 30, 30], trials: 290, squares: 0 };
        let found = fit(&[0, 1, 1, 2, 2, 2], &names, &pooled);
        let expected: Vec<Option<f64>> = found.rows.iter().map(|row| row.expected.map(|expected| (1e6 * expected).round() / 1e6)).collect();
        assert_eq!(expected, [None, Some(50.0), Some(50.0), Some(30.0), Some(30.0), Some(30.0)]);
        assert!(found.rows[0].tested == Tested::No && found.rows[1..].iter().all(|row| row.tested == Tested::Together(3.0)), "{:?}", found.rows);
        let test = &found.tests[0];
        assert_eq!((test.statistic, test.degrees_of_freedom), (Some(4.0), Some(3.0)));
        assert!((test.effect.unwrap() - 10.0 / 290.0).abs() < 1e-12);
    }
}
