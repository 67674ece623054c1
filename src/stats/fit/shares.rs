//! Independent trials of known probabilities: the multinomial chi-square, exact where it is small.

use super::classes::{Comparison, alone, grouped, merged_note};
use super::{Fit, Outcome, Pooled, Row, Tested, adds_up, listed};
use crate::stats::count_law::CountLaw;
use crate::stats::intervals::share_interval;

/// Compares counts with probabilities `weights / sum of weights`.
pub fn fit(weights: &[u128], names: &[String], pooled: &Pooled) -> Fit {
    if let Err(fit) = adds_up(pooled, weights.len()) {
        return fit;
    }
    let total: f64 = weights.iter().map(|&weight| weight as f64).sum();
    let probabilities: Vec<(f64, f64)> = weights
        .iter()
        .map(|&weight| {
            let rest: f64 = total - weight as f64;
            (weight as f64 / total, rest / total)
        })
        .collect();
    let n = pooled.trials;
    let laws: Vec<CountLaw> = probabilities.iter().map(|&(p, q)| CountLaw::binomial(n, p, q)).collect();
    let possible: Vec<usize> = (0..weights.len()).filter(|&value| weights[value] > 0).collect();
    let expected: Vec<f64> = possible.iter().map(|&value| laws[value].mean()).collect();
    let groups: Vec<Vec<usize>> = grouped(&expected).into_iter().map(|group| group.into_iter().map(|index| possible[index]).collect()).collect();
    let degrees = groups.len().saturating_sub(1) as f64;
    let rare = expected.iter().filter(|&&expected| expected < super::classes::SMALLEST_EXPECTED).count();
    let rows: Vec<Row> = (0..weights.len())
        .map(|value| {
            let (p, _) = probabilities[value];
            let law = &laws[value];
            let (low, high) = share_interval(pooled.counts[value], n, 0.95);
            let tested = match (weights[value], possible.len()) {
                (0, _) | (_, 1) => Tested::No,
                _ if law.mean() < super::classes::SMALLEST_EXPECTED => Tested::Alone(rare),
                _ => Tested::Together(degrees),
            };
            let p_value = if weights[value] == 0 {
                (pooled.counts[value] > 0).then_some(0.0)
            } else {
                (n > 0 && possible.len() > 1).then(|| law.tails(pooled.counts[value]).two_sided())
            };
            Row { target: Some(p), expected: Some(law.mean()), error: Some(law.variance().sqrt()), p_value, low, high, tested }
        })
        .collect();
    let tests = tests(weights, &probabilities, names, pooled, &groups, &rows);
    Fit { rows, tests }
}

fn tests(weights: &[u128], probabilities: &[(f64, f64)], names: &[String], pooled: &Pooled, groups: &[Vec<usize>], rows: &[Row]) -> Vec<Outcome> {
    let n = pooled.trials as f64;
    let impossible: Vec<usize> = (0..weights.len()).filter(|&value| weights[value] == 0 && pooled.counts[value] > 0).collect();
    if !impossible.is_empty() {
        let seen: u64 = impossible.iter().map(|&value| pooled.counts[value]).sum();
        let note = format!("impossible values seen {seen} times: {}", listed(impossible.iter().map(|&value| &names[value])));
        return vec![Outcome::impossible("impossible values", note)];
    }
    if pooled.trials == 0 {
        return vec![Outcome::untested("chi-square", "no trials")];
    }
    if weights.iter().filter(|&&weight| weight > 0).count() < 2 {
        return vec![Outcome::untested("chi-square", "only one value is possible, and only it was seen")];
    }
    let effect = 0.5 * probabilities.iter().zip(&pooled.counts).map(|(&(p, _), &count)| (count as f64 / n - p).abs()).sum::<f64>();
    let mut main = Outcome { effect: Some(effect), note: merged_note(groups, names), ..Outcome::default() };
    match groups {
        [] | [_] => {
            main.method = "chi-square";
            "too few trials for a chi-square test".clone_into(&mut main.note);
        }
        [first, second] => {
            // the group of fewer values, and its complement, which loses no digits
            let (group, other) = if first.len() <= second.len() { (first, second) } else { (second, first) };
            let observed: u64 = group.iter().map(|&value| pooled.counts[value]).sum();
            let share = |group: &[usize]| group.iter().map(|&value| probabilities[value].0).sum::<f64>();
            let law = CountLaw::binomial(pooled.trials, share(group), share(other));
            main.method = "exact binomial";
            main.p_value = Some(law.tails(observed).two_sided());
        }
        _ => {
            let mut comparison = Comparison::default();
            for group in groups {
                let observed: u64 = group.iter().map(|&value| pooled.counts[value]).sum();
                comparison.add(observed as f64, group.iter().filter_map(|&value| rows[value].expected).sum());
            }
            let degrees = (groups.len() - 1) as f64;
            main.method = "chi-square";
            main.statistic = Some(comparison.pearson);
            main.degrees_of_freedom = Some(degrees);
            main.p_value = Some(comparison.p_value(degrees));
        }
    }
    [Some(main), alone(rows, names)].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares of 1/2, 3/10, 1/5 and 0: the statistic, the distance and the rows by hand. What cannot be and was not seen has no p-value.
    #[test]
    fn three_shares_and_an_impossible_one() {
        let names: Vec<String> = ["a", "b", "c", "never"].map(str::to_owned).to_vec();
        let found = fit(&[5, 3, 2, 0], &names, &Pooled { counts: vec![60, 25, 15, 0], trials: 100, squares: 0 });
        let errors: Vec<f64> = found.rows.iter().filter_map(|row| row.error).map(|error| error * error).collect();
        assert!(errors.iter().zip([25.0, 21.0, 16.0, 0.0]).all(|(error, expected)| (error - expected).abs() < 1e-9), "{errors:?}");
        let seen: Vec<bool> = found.rows.iter().map(|row| row.p_value.is_some()).collect();
        assert_eq!(seen, [true, true, true, false]);
        let test = &found.tests[0];
        assert!(
            (test.statistic.unwrap() - (100.0 / 50.0 + 25.0 / 30.0 + 25.0 / 20.0)).abs() < 1e-9 && test.degrees_of_freedom == Some(2.0),
            "{test:?}"
        );
        assert!((test.effect.unwrap() - 0.1).abs() < 1e-12, "{test:?}");
    }
}
