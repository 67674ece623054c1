//! Each trial marks a set of values, every set of its size equally likely: cells of a board.

use super::classes::{Comparison, SMALLEST_EXPECTED, alone};
use super::{Fit, Outcome, Pooled, Row, Tested};
use crate::stats::count_law::CountLaw;
use crate::stats::intervals::share_interval;
use crate::stats::special::normal_two_sided;

/// Tests whether the marks are uniform over the values, for any sizes of the sets.
///
/// Given the sizes `k` of the marked sets on `V` values, the counts have covariance `v (1 - 1/V)` on the diagonal and `-v / V` beside it, with
/// `v = sum of k (V - k) / (V (V - 1))`; so `sum of (O - E)^2 / v` follows a chi-square law of `V - 1` degrees of freedom.
pub fn fit(names: &[String], pooled: &Pooled) -> Fit {
    let values = pooled.counts.len() as f64;
    let trials = pooled.trials as f64;
    let marks: u128 = pooled.counts.iter().map(|&count| u128::from(count)).sum();
    let method = "chi-square of exchangeable marks";
    let squares = u128::from(pooled.squares);
    if values < 2.0 || pooled.trials == 0 || marks == 0 {
        return Fit {
            rows: super::free_rows(pooled),
            tests: vec![Outcome::untested(method, if values < 2.0 { "only one value" } else { "no marks" })],
        };
    }
    if squares < marks || squares > marks * pooled.counts.len() as u128 || pooled.counts.iter().any(|&count| count > pooled.trials) {
        let note = format!("{marks} marks in {} trials cannot have squared sizes that add up to {squares}", pooled.trials);
        return super::broken(pooled, note);
    }
    let expected = marks as f64 / values;
    // V * marks - squares in whole numbers: it is 0 when every trial marks everything
    let v = (marks * pooled.counts.len() as u128 - squares) as f64 / (values * (values - 1.0));
    let error = (v * (values - 1.0) / values).sqrt();
    let share = expected / trials;
    let unmarked = trials - expected;
    let enough = expected >= SMALLEST_EXPECTED && unmarked >= SMALLEST_EXPECTED;
    let law = CountLaw::binomial(pooled.trials, share, unmarked / trials);
    let rows: Vec<Row> = pooled
        .counts
        .iter()
        .map(|&count| {
            let (low, high) = share_interval(count, pooled.trials, 0.95);
            // a sum of unequal indicators is less spread than the binomial of the same mean (Hoeffding 1956): a valid tail while the counts are small
            let p_value = if v == 0.0 {
                (count as f64 != expected).then_some(0.0)
            } else if expected.min(unmarked) < 1e4 {
                Some(law.tails(count).two_sided())
            } else {
                Some(normal_two_sided((count as f64 - expected) / error))
            };
            let tested = match (v > 0.0, enough) {
                (false, _) => Tested::No,
                (true, true) => Tested::Together(values - 1.0),
                (true, false) => Tested::Alone(pooled.counts.len()),
            };
            Row { target: Some(share), expected: Some(expected), error: Some(error), p_value, low, high, tested }
        })
        .collect();
    let effect = 0.5 * pooled.counts.iter().map(|&count| (count as f64 - expected).abs()).sum::<f64>() / marks as f64;
    let mut main = Outcome { method, effect: Some(effect), ..Outcome::default() };
    if v == 0.0 {
        if rows.iter().any(|row| row.p_value.is_some()) {
            return Fit {
                rows,
                tests: vec![Outcome::impossible(method, "every trial marks all values or none, and yet the counts differ".to_owned())],
            };
        }
        "every trial marks all values or none".clone_into(&mut main.note);
    } else if enough {
        // the likelihood ratio of marked and unmarked, scaled to the same variance
        let mut comparison = Comparison::default();
        for &count in &pooled.counts {
            comparison.add(count as f64, expected);
            comparison.add(trials - count as f64, unmarked);
        }
        let comparison = comparison.scaled(expected / trials * unmarked / v);
        main.statistic = Some(comparison.pearson);
        main.degrees_of_freedom = Some(values - 1.0);
        main.p_value = Some(comparison.p_value(values - 1.0));
    } else {
        "too few marks for a chi-square test".clone_into(&mut main.note);
    }
    let alone = alone(&rows, names);
    Fit { rows, tests: [Some(main), alone].into_iter().flatten().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of two values in every trial: as many marks as trials, a variance of n / 4 for each, and Pearson's statistic of a coin.
    #[test]
    fn one_mark_of_two_is_a_coin() {
        let names = ["a".to_owned(), "b".to_owned()];
        let found = fit(&names, &Pooled { counts: vec![60, 40], trials: 100, squares: 100 });
        let rows: Vec<(Option<f64>, Option<f64>)> = found.rows.iter().map(|row| (row.expected, row.error)).collect();
        assert_eq!(rows, [(Some(50.0), Some(5.0)); 2]);
        let test = &found.tests[0];
        assert!((test.statistic.unwrap() - 4.0).abs() < 1e-9 && test.degrees_of_freedom == Some(1.0), "{test:?}");
        assert!((test.effect.unwrap() - 0.1).abs() < 1e-12, "{test:?}");
    }
}
