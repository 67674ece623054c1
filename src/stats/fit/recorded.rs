//! Probabilities known from a recorded run only: both samples err, so they are compared with each other.

use super::classes::{Comparison, SMALLEST_EXPECTED, alone, grouped, merged_note};
use super::{Fit, Outcome, Pooled, Row, Tested, adds_up, shares};
use crate::stats::count_law::CountLaw;
use crate::stats::intervals::share_interval;

/// Compares counts with those of a recorded run: homogeneity of a table of two rows, each value alone by Fisher's exact test.
pub fn fit(record: &[u128], names: &[String], pooled: &Pooled) -> Fit {
    let recorded: Option<Vec<u64>> = record.iter().map(|&count| u64::try_from(count).ok()).collect();
    let population = record.iter().try_fold(u128::from(pooled.trials), |sum, &count| sum.checked_add(count));
    let (Some(recorded), Some(population)) = (recorded, population.and_then(|sum| u64::try_from(sum).ok())) else {
        // a record beyond 2^64 trials does not err
        return shares::fit(record, names, pooled);
    };
    if let Err(fit) = adds_up(pooled, record.len()) {
        return fit;
    }
    let n = pooled.trials;
    let reference = population - n;
    if reference == 0 {
        return Fit { rows: super::free_rows(pooled), tests: vec![Outcome::untested("two-sample chi-square", "the recorded run is empty")] };
    }
    let together: Vec<u64> = recorded.iter().zip(&pooled.counts).map(|(&a, &b)| a + b).collect();
    let scale = population as f64 / reference as f64;
    let smaller = n.min(reference) as f64 / population as f64;
    let expected: Vec<f64> = together.iter().map(|&count| count as f64 * smaller).collect();
    let seen: Vec<usize> = (0..together.len()).filter(|&value| together[value] > 0).collect();
    let groups: Vec<Vec<usize>> = grouped(&seen.iter().map(|&value| expected[value]).collect::<Vec<_>>())
        .into_iter()
        .map(|group| group.into_iter().map(|index| seen[index]).collect())
        .collect();
    let degrees = groups.len().saturating_sub(1) as f64;
    let rare = seen.iter().filter(|&&value| expected[value] < SMALLEST_EXPECTED).count();
    let rows: Vec<Row> = (0..record.len())
        .map(|value| {
            let share = recorded[value] as f64 / reference as f64;
            let law = CountLaw::hypergeometric(population, together[value], n);
            let (low, high) = share_interval(pooled.counts[value], n, 0.95);
            let tested = match expected[value] {
                0.0 => Tested::No,
                small if small < SMALLEST_EXPECTED => Tested::Alone(rare),
                _ => Tested::Together(degrees),
            };
            let p_value = (n > 0).then(|| law.tails(pooled.counts[value]).two_sided());
            // observed - expected by the record = (observed - expected by both) * (both / record)
            Row { target: Some(share), expected: Some(n as f64 * share), error: Some(law.variance().sqrt() * scale), p_value, low, high, tested }
        })
        .collect();
    if n == 0 {
        return Fit { rows, tests: vec![Outcome::untested("two-sample chi-square", "no trials")] };
    }
    let effect = 0.5 * recorded.iter().zip(&pooled.counts).map(|(&a, &b)| (b as f64 / n as f64 - a as f64 / reference as f64).abs()).sum::<f64>();
    let mut main = Outcome { effect: Some(effect), note: merged_note(&groups, names), method: "two-sample chi-square", ..Outcome::default() };
    let sums =
        |group: &[usize]| (group.iter().map(|&value| pooled.counts[value]).sum::<u64>(), group.iter().map(|&value| together[value]).sum::<u64>());
    match groups.as_slice() {
        [] | [_] => "too few trials for a chi-square test".clone_into(&mut main.note),
        [first, _] => {
            let (observed, both) = sums(first);
            main.method = "Fisher's exact test";
            main.p_value = Some(CountLaw::hypergeometric(population, both, n).tails(observed).two_sided());
        }
        _ => {
            let mut comparison = Comparison::default();
            for group in &groups {
                let (observed, both) = sums(group);
                comparison.add(observed as f64, both as f64 * (n as f64 / population as f64));
                comparison.add((both - observed) as f64, both as f64 * (reference as f64 / population as f64));
            }
            main.statistic = Some(comparison.pearson);
            main.degrees_of_freedom = Some(degrees);
            main.p_value = Some(comparison.p_value(degrees));
        }
    }
    let alone = alone(&rows, names);
    Fit { rows, tests: [Some(main), alone].into_iter().flatten().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 50 trials beside a record of 100: the statistic of two samples by hand, and the error of a count about `n` times the recorded share.
    #[test]
    fn a_run_beside_its_record() {
        let names: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        let found = fit(&[40, 40, 20], &names, &Pooled { counts: vec![20, 14, 16], trials: 50, squares: 0 });
        // 60 of 150 in all: drawn with variance 50 x 2/5 x 3/5 x 100/149; the record varies too, so what is off is 150/100 of that
        let variance = 50.0 * 0.4 * 0.6 * 100.0 / 149.0 * 1.5 * 1.5;
        let row = found.rows[0];
        assert!((row.error.unwrap().powi(2) - variance).abs() < 1e-9 && row.expected == Some(20.0), "{row:?} {variance}");
        let cells = [(20.0, 60.0), (14.0, 54.0), (16.0, 36.0)];
        let statistic: f64 = cells.iter().map(|&(seen, both)| f64::powi(seen - both / 3.0, 2) * (3.0 / both + 1.5 / both)).sum();
        let test = &found.tests[0];
        assert!((test.statistic.unwrap() - statistic).abs() < 1e-9 && test.degrees_of_freedom == Some(2.0), "{test:?} {statistic}");
        assert!((test.effect.unwrap() - 0.12).abs() < 1e-12, "{test:?}");
    }
}
