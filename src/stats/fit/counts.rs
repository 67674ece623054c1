//! Dependent counts with known first and second moments: the quadratic form of their covariance matrix.

use super::classes::{SMALLEST_EXPECTED, grouped, merged_note, one_sided_deviance};
use super::{Fit, Outcome, Pooled, Row, Tested, listed};
use crate::stats::intervals::dispersed_interval;
use crate::stats::special::{chi_square_tail, normal_two_sided};
use crate::stats::wide::Wide;

/// Eigenvalues of the correlation matrix below this share of its size are zero: a combination of the counts that cannot vary.
const NULL_EIGENVALUE: f64 = 1e-10;
/// Trials a degree of freedom below which the quadratic form is not near its law: the sum of one or two vectors takes a few values, however many each of them counts.
const FEWEST_TRIALS: f64 = 5.0;
const TOO_FEW: &str = "too few trials for a chi-square test";

/// Compares the sums of `pooled.trials` independent vectors with their exact mean and covariance, taken without cancellation from whole numbers:
/// covariance of values i and j in a trial is `(total * products[i][j] - means[i] * means[j]) / total^2`.
pub fn fit(total: u128, means: &[u128], products: &[u128], names: &[String], pooled: &Pooled) -> Fit {
    let values = means.len();
    if total == 0 || pooled.counts.len() != values || products.len() != values * values {
        return super::broken(pooled, format!("the target has moments of {values} values, the observable has {}", pooled.counts.len()));
    }
    let n = pooled.trials as f64;
    let wide_total = Wide::from(total);
    let trials = Wide::from(pooled.trials);
    let square = wide_total * wide_total;
    let covariance =
        |i: usize, j: usize| (wide_total * Wide::from(products[i * values + j]) - Wide::from(means[i]) * Wide::from(means[j])).ratio(square);
    let mean: Vec<f64> = means.iter().map(|&mean| Wide::from(mean).ratio(wide_total)).collect();
    let difference: Vec<f64> = pooled
        .counts
        .iter()
        .zip(means)
        .map(|(&count, &mean)| (Wide::from(count) * wide_total - trials * Wide::from(mean)).ratio(wide_total))
        .collect();
    let variance: Vec<f64> = (0..values).map(|value| covariance(value, value).max(0.0)).collect();
    let varying: Vec<usize> = (0..values).filter(|&value| variance[value] > 0.0).collect();
    let expected: Vec<f64> = varying.iter().map(|&value| n * mean[value]).collect();
    let groups: Vec<Vec<usize>> = grouped(&expected)
        .into_iter()
        .map(|group| group.into_iter().map(|index| varying[index]).collect::<Vec<usize>>())
        .filter(|group| group.iter().map(|&value| n * mean[value]).sum::<f64>() >= SMALLEST_EXPECTED)
        .collect();
    let form = Form::new(&groups, n, &covariance);
    let rows: Vec<Row> = (0..values)
        .map(|value| {
            let error = (n * variance[value]).sqrt();
            let dispersion = if mean[value] > 0.0 { variance[value] / mean[value] } else { 0.0 };
            let (low, high) = dispersed_interval(pooled.counts[value], pooled.trials, dispersion, 0.95);
            let expected = n * mean[value];
            let p_value = if error > 0.0 && expected >= SMALLEST_EXPECTED && form.is_near_its_law(n) {
                Some(normal_two_sided(difference[value] / error))
            } else {
                (error == 0.0 && difference[value] != 0.0).then_some(0.0)
            };
            let grouped = groups.iter().any(|group| group.contains(&value));
            let tested = if grouped && form.is_near_its_law(n) { Tested::Together(form.rank as f64) } else { Tested::No };
            Row { target: Some(mean[value]), expected: Some(expected), error: Some(error), p_value, low, high, tested }
        })
        .collect();
    let method = "quadratic form of dependent counts";
    if pooled.trials == 0 {
        return Fit { rows, tests: vec![Outcome::untested(method, "no trials")] };
    }
    let impossible = (0..values).filter(|&value| variance[value] == 0.0 && difference[value] != 0.0).map(|value| &names[value]);
    let impossible = listed(impossible);
    if !impossible.is_empty() {
        return Fit { rows, tests: vec![Outcome::impossible("impossible values", format!("counts that cannot vary differ: {impossible}"))] };
    }
    if form.rank == 0 {
        return Fit { rows, tests: vec![Outcome::untested(method, TOO_FEW)] };
    }
    let sum = |group: &Vec<usize>, number: &dyn Fn(usize) -> f64| group.iter().map(|&value| number(value)).sum::<f64>();
    let d: Vec<f64> = groups.iter().map(|group| sum(group, &|value| difference[value])).collect();
    let Ok(pearson) = form.statistic(&d) else {
        return Fit { rows, tests: vec![Outcome::impossible(method, "the counts break an identity that holds in every trial".to_owned())] };
    };
    if !form.is_near_its_law(n) {
        return Fit { rows, tests: vec![Outcome::untested(method, TOO_FEW)] };
    }
    // the same form of the signed roots of the likelihood ratio, in the counts' own scale
    let roots: Vec<f64> = groups
        .iter()
        .zip(&d)
        .map(|(group, &difference)| {
            let expected = sum(group, &|value| n * mean[value]);
            (2.0 * one_sided_deviance(expected + difference, expected) * expected).max(0.0).sqrt().copysign(difference)
        })
        .collect();
    let degrees = form.rank as f64;
    let p = chi_square_tail(pearson, degrees);
    let p = if p < 1e-3 { p.max(chi_square_tail(form.projected(&roots), degrees)) } else { p };
    let effect = 0.5 * difference.iter().map(|difference| difference.abs()).sum::<f64>() / mean.iter().map(|mean| n * mean).sum::<f64>().max(1.0);
    let main = Outcome {
        method,
        statistic: Some(pearson),
        degrees_of_freedom: Some(degrees),
        p_value: Some(p),
        effect: Some(effect),
        note: merged_note(&groups, names),
        ..Outcome::default()
    };
    Fit { rows, tests: vec![main] }
}

/// Compares two sums of independent vectors of one law: their means differ by `d = b / n_b - a / n_a` with covariance `(1 / n_a + 1 / n_b)` times that of a trial, so `n d` with
/// `n = n_a n_b / (n_a + n_b)` behaves as a sum of `n` trials about its mean.
pub fn two_samples((total, means, products): (u128, &[u128], &[u128]), a: &Pooled, b: &Pooled, names: &[String]) -> Outcome {
    let method = "quadratic form of two samples";
    let values = means.len();
    if total == 0 || a.counts.len() != values || b.counts.len() != values || products.len() != values * values {
        return Outcome::impossible(method, format!("the target has moments of {values} values, the observable {}", a.counts.len()));
    }
    let (wide_total, trials_a, trials_b) = (Wide::from(total), Wide::from(a.trials), Wide::from(b.trials));
    let square = wide_total * wide_total;
    let covariance =
        |i: usize, j: usize| (wide_total * Wide::from(products[i * values + j]) - Wide::from(means[i]) * Wide::from(means[j])).ratio(square);
    let (n_a, n_b) = (a.trials as f64, b.trials as f64);
    let n = n_a / (n_a + n_b) * n_b;
    let difference: Vec<f64> =
        a.counts.iter().zip(&b.counts).map(|(&a, &b)| (Wide::from(b) * trials_a - Wide::from(a) * trials_b).ratio(trials_a + trials_b)).collect();
    let expected: Vec<f64> = means.iter().map(|&mean| n_a.min(n_b) * Wide::from(mean).ratio(wide_total)).collect();
    let varying: Vec<usize> = (0..values).filter(|&value| covariance(value, value) > 0.0).collect();
    let groups: Vec<Vec<usize>> = grouped(&varying.iter().map(|&value| expected[value]).collect::<Vec<_>>())
        .into_iter()
        .map(|group| group.into_iter().map(|index| varying[index]).collect::<Vec<usize>>())
        .filter(|group| group.iter().map(|&value| expected[value]).sum::<f64>() >= SMALLEST_EXPECTED)
        .collect();
    let form = Form::new(&groups, n, &covariance);
    if form.rank == 0 {
        return Outcome::untested(method, TOO_FEW);
    }
    let d: Vec<f64> = groups.iter().map(|group| group.iter().map(|&value| difference[value]).sum()).collect();
    let Ok(statistic) = form.statistic(&d) else {
        return Outcome::impossible(method, "the counts break an identity that holds in every trial".to_owned());
    };
    if !form.is_near_its_law(n_a.min(n_b)) {
        return Outcome::untested(method, TOO_FEW);
    }
    let degrees = form.rank as f64;
    let effect = 0.5 * difference.iter().map(|difference| difference.abs()).sum::<f64>()
        / (n * means.iter().map(|&mean| Wide::from(mean).ratio(wide_total)).sum::<f64>()).max(1e-300);
    Outcome {
        method,
        statistic: Some(statistic),
        degrees_of_freedom: Some(degrees),
        p_value: Some(chi_square_tail(statistic, degrees)),
        effect: Some(effect),
        note: merged_note(&groups, names),
        ..Outcome::default()
    }
}

/// The pseudo-inverse of the covariance matrix of grouped counts, by the eigenvectors of their correlation matrix.
struct Form {
    /// The standard error of each group.
    errors: Vec<f64>,
    /// (eigenvalue, eigenvector).
    axes: Vec<(f64, Vec<f64>)>,
    /// Eigenvalues that are not zero.
    rank: usize,
}

impl Form {
    fn new(groups: &[Vec<usize>], n: f64, covariance: &dyn Fn(usize, usize) -> f64) -> Self {
        let size = groups.len();
        let mut matrix = vec![vec![0.0; size]; size];
        for i in 0..size {
            for j in 0..=i {
                let sum: f64 = groups[i].iter().map(|&a| groups[j].iter().map(|&b| covariance(a, b)).sum::<f64>()).sum();
                matrix[i][j] = n * sum;
                matrix[j][i] = n * sum;
            }
        }
        let errors: Vec<f64> = (0..size).map(|i| matrix[i][i].max(0.0).sqrt()).collect();
        for i in 0..size {
            for j in 0..size {
                let scale = errors[i] * errors[j];
                matrix[i][j] = if scale > 0.0 { matrix[i][j] / scale } else { 0.0 };
            }
        }
        let axes = eigen(matrix);
        let rank = axes.iter().filter(|axis| axis.0 > NULL_EIGENVALUE * size as f64).count();
        Self { errors, axes, rank }
    }

    /// Whether a sum of so many trials is near enough to the normal law for the form to be chi-square.
    fn is_near_its_law(&self, trials: f64) -> bool {
        trials >= FEWEST_TRIALS * self.rank as f64
    }

    fn standardised(&self, difference: &[f64]) -> Vec<f64> {
        difference.iter().zip(&self.errors).map(|(&difference, &error)| if error > 0.0 { difference / error } else { 0.0 }).collect()
    }

    /// The quadratic form over the axes that can vary.
    fn projected(&self, difference: &[f64]) -> f64 {
        let z = self.standardised(difference);
        let null = NULL_EIGENVALUE * z.len() as f64;
        self.axes.iter().filter(|axis| axis.0 > null).map(|(value, vector)| dot(vector, &z).powi(2) / value).sum()
    }

    /// The same; an error when the difference reaches into an axis that cannot vary.
    fn statistic(&self, difference: &[f64]) -> Result<f64, ()> {
        let z = self.standardised(difference);
        let null = NULL_EIGENVALUE * z.len() as f64;
        let length = dot(&z, &z).sqrt();
        let broken = self.axes.iter().any(|(value, vector)| *value <= null && dot(vector, &z).abs() > 1e-8 * length);
        if broken { Err(()) } else { Ok(self.projected(difference)) }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Eigenvalues and eigenvectors of a symmetric matrix, by cyclic rotations (Jacobi 1846).
fn eigen(mut a: Vec<Vec<f64>>) -> Vec<(f64, Vec<f64>)> {
    let size = a.len();
    // rows of v are the eigenvectors in the end
    let mut v: Vec<Vec<f64>> = (0..size).map(|i| (0..size).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for _ in 0..60 {
        let off: f64 = (0..size).map(|i| (0..i).map(|j| a[i][j] * a[i][j]).sum::<f64>()).sum();
        if off < 1e-30 * size as f64 {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                if a[p][q].abs() < 1e-300 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let t = if theta == 0.0 { 1.0 } else { t };
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for row in &mut a {
                    let (x, y) = (row[p], row[q]);
                    row[p] = c * x - s * y;
                    row[q] = s * x + c * y;
                }
                rotate(&mut a, p, q, c, s);
                rotate(&mut v, p, q, c, s);
            }
        }
    }
    v.into_iter().enumerate().map(|(i, vector)| (a[i][i], vector)).collect()
}

/// Rotates rows `p` and `q`.
fn rotate(rows: &mut [Vec<f64>], p: usize, q: usize, c: f64, s: f64) {
    let (head, tail) = rows.split_at_mut(q);
    for (x, y) in head[p].iter_mut().zip(&mut tail[0]) {
        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvectors_rebuild_the_matrix() {
        let of_four = vec![vec![2.0, -1.0, 0.5, 0.0], vec![-1.0, 3.0, 0.25, 1.0], vec![0.5, 0.25, 1.0, -0.5], vec![0.0, 1.0, -0.5, 4.0]];
        // two values that do not depend on each other and vary alike: there is nothing to rotate between them
        let alike = vec![vec![1.0, 0.0, 0.5], vec![0.0, 1.0, 0.25], vec![0.5, 0.25, 2.0]];
        for matrix in [of_four, alike] {
            let axes = eigen(matrix.clone());
            for i in 0..matrix.len() {
                for j in 0..matrix.len() {
                    let rebuilt: f64 = axes.iter().map(|(value, vector)| value * vector[i] * vector[j]).sum();
                    assert!((rebuilt - matrix[i][j]).abs() < 1e-13);
                    let unit = dot(&axes[i].1, &axes[j].1);
                    assert!((unit - f64::from(u8::from(i == j))).abs() < 1e-13);
                }
            }
        }
    }

    /// Two values of one count a trial, of probability 1/2 each: the form is Pearson's of two samples, and the effect the distance of the shares.
    #[test]
    fn two_samples_of_a_coin() {
        let names = ["a".to_owned(), "b".to_owned()];
        let sample = |counts: [u64; 2], trials: u64| Pooled { counts: counts.to_vec(), trials, squares: 0 };
        let test = two_samples((2, &[1, 1], &[1, 0, 0, 1]), &sample([60, 40], 100), &sample([80, 120], 200), &names);
        // d = 0.4 - 0.6, its variance 1/4 (1/100 + 1/200)
        let statistic = 0.2_f64.powi(2) / (0.25 * (0.01 + 0.005));
        assert!((test.statistic.unwrap() - statistic).abs() < 1e-9 && test.degrees_of_freedom == Some(1.0), "{test:?} {statistic}");
        assert!((test.effect.unwrap() - 0.2).abs() < 1e-12, "{test:?}");
    }

    /// A multinomial written as dependent counts gives Pearson's statistic and one degree of freedom less than values.
    #[test]
    fn a_multinomial_is_pearson() {
        let weights = [1_u128, 2, 3, 4];
        let mut products = vec![0; 16];
        for value in 0..4 {
            products[value * 4 + value] = weights[value];
        }
        let pooled = Pooled { counts: vec![110, 190, 320, 380], trials: 1_000, squares: 0 };
        let names: Vec<String> = (0..4).map(|value| value.to_string()).collect();
        let test = fit(10, &weights, &products, &names, &pooled).tests.remove(0);
        let pearson: f64 =
            pooled.counts.iter().zip(weights).map(|(&count, weight)| (count as f64 - 100.0 * weight as f64).powi(2) / (100.0 * weight as f64)).sum();
        assert!((test.statistic.unwrap() - pearson).abs() < 1e-10);
        assert_eq!(test.degrees_of_freedom, Some(3.0));
    }

    /// Two classes of ten in every trial: what one or two trials show is no chi-square, however often they count; what cannot be is found all the same.
    #[test]
    fn few_trials_are_not_tested() {
        let names = ["a".to_owned(), "b".to_owned()];
        // a trial counts 10 of one class or 10 of the other
        let of = |trials: u64, counts: [u64; 2]| {
            let pooled = Pooled { counts: counts.to_vec(), trials, squares: 0 };
            fit(2, &[10, 10], &[100, 0, 0, 100], &names, &pooled)
        };
        let four = of(4, [20, 20]);
        assert_eq!((four.tests[0].p_value, four.tests[0].note.as_str()), (None, TOO_FEW));
        assert!(four.rows.iter().all(|row| row.tested == Tested::No && row.p_value.is_none() && row.expected == Some(20.0)));
        let five = of(5, [20, 30]);
        assert!(five.tests[0].p_value.is_some() && five.rows.iter().all(|row| row.tested == Tested::Together(1.0)));
        assert_eq!(of(2, [10, 11]).tests[0].p_value, Some(0.0), "21 of 20 counts");
    }

    #[test]
    fn a_broken_identity_is_impossible() {
        // one value a trial: the counts must add up to the trials, in 10^12 of them too
        let products = [1, 0, 0, 1];
        let names = ["a".to_owned(), "b".to_owned()];
        let ok = Pooled { counts: vec![500_000_300_000, 499_999_700_000], trials: 1_000_000_000_000, squares: 0 };
        assert!(fit(2, &[1, 1], &products, &names, &ok).tests[0].p_value.unwrap() > 0.01);
        let broken = Pooled { counts: vec![500_000_300_000, 499_999_700_001], ..ok };
        let test = fit(2, &[1, 1], &products, &names, &broken).tests.remove(0);
        assert_eq!(test.p_value, Some(0.0), "{test:?}");
    }
}
