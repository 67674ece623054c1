//! The detectable difference: what this run would report as a failed test in 99 of 100 runs.

use super::count_law::CountLaw;
use super::fit::Tested;
use super::holm::FAIL_BELOW;
use super::intervals::share_interval;
use super::special::{Z_POWER, chi_square_tail};
use statrs::function::gamma::ln_gamma;
use std::collections::BTreeMap;

/// The probability with which a detectable difference is found.
pub const POWER: f64 = 0.99;

/// The detectable differences of a report of `tests` tests: all of them are adjusted together, so a test alone must fall below `1e-6 / tests`.
#[derive(Clone, Debug)]
pub struct Detector {
    alpha: f64,
    /// Square roots of noncentralities, by degrees of freedom.
    roots: BTreeMap<u64, f64>,
}

/// What a row is compared with.
#[derive(Clone, Copy, Debug)]
pub struct Watched {
    /// Its target probability.
    pub target: f64,
    /// The standard error of its count under the target.
    pub error: f64,
    /// Trials.
    pub trials: u64,
    /// How it is tested.
    pub tested: Tested,
}

impl Detector {
    /// For a report of `tests` tests.
    #[must_use]
    pub fn new(tests: usize) -> Self {
        Self { alpha: FAIL_BELOW / tests.max(1) as f64, roots: BTreeMap::new() }
    }

    /// The smallest absolute difference between the true and the target probability of a value that the report would call a failure with probability 0.99, whatever its direction, the
    /// other values making up for it in proportion. `None` where no difference at all would do.
    ///
    /// In a chi-square test: with noncentrality `L` for the test's degrees of freedom, the count must be off by `sqrt(L)` standard errors under the target, of which 2.33 are taken in the errors of the
    /// shifted law. Alone: from the exact binomial law, upwards (a value expected fewer than five times cannot fail by being absent).
    pub fn difference(&mut self, watched: &Watched) -> Option<f64> {
        let n = watched.trials as f64;
        if watched.trials == 0 {
            return None;
        }
        match watched.tested {
            Tested::No => None,
            Tested::Alone(number) => self.alone(watched, number),
            Tested::Together(degrees) => {
                let unit = watched.error / n;
                let root = self.root(degrees);
                let p = watched.target;
                // variance of the shifted law relative to that of the target; means of dependent counts may pass 1
                let shift = |q: f64| if p > 0.0 && p < 1.0 { (q * (1.0 - q) / (p * (1.0 - p))).max(0.0) } else { 1.0 };
                let mut difference = root * unit;
                for _ in 0..60 {
                    let widest = shift((p + difference).min(1.0)).max(shift((p - difference).max(0.0)));
                    difference = unit * (root - Z_POWER + Z_POWER * widest.sqrt());
                }
                let most = if p < 1.0 { p.max(1.0 - p) } else { f64::INFINITY };
                (difference > 0.0 && difference < most).then_some(difference)
            }
        }
    }

    /// A value tested alone by its exact law.
    fn alone(&self, watched: &Watched, number: usize) -> Option<f64> {
        let (p, n) = (watched.target, watched.trials);
        let threshold = self.alpha / number.max(1) as f64;
        let law = CountLaw::binomial(n, p, 1.0 - p);
        let mut alarm = law.quantile(0.5) + 1;
        while alarm <= n && law.tails(alarm).two_sided() >= threshold {
            alarm += 1;
        }
        // the probability under which fewer than `alarm` come once in 100 runs
        let reached = (alarm <= n).then(|| share_interval(alarm - 1, n, 2.0 * POWER - 1.0).1)?;
        (reached < 1.0).then_some(reached - p)
    }

    /// The square root of the noncentrality at which a chi-square test of level `alpha` has power 0.99.
    fn root(&mut self, degrees: f64) -> f64 {
        let alpha = self.alpha;
        *self.roots.entry(degrees.to_bits()).or_insert_with(|| noncentral_root(degrees, alpha, POWER))
    }
}

/// The larger of two detectable differences, where any is known.
#[must_use]
pub fn larger(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    [a, b].into_iter().flatten().max_by(f64::total_cmp)
}

/// The square root of the noncentrality with which a chi-square statistic passes its upper `alpha` quantile with probability `power`.
#[must_use]
pub fn noncentral_root(degrees: f64, alpha: f64, power: f64) -> f64 {
    let quantile = bisect(0.0, 2.0 * degrees + 3_000.0, |x| chi_square_tail(x, degrees) < alpha);
    bisect(0.0, 200.0 + degrees.sqrt(), |root| noncentral_tail(quantile, degrees, root * root) > power)
}

/// Where a condition that stays true begins to hold.
fn bisect(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    while high - low > 1e-9 * high {
        let middle = 0.5 * (low + high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// The upper tail of the noncentral chi-square law: a Poisson mixture of central ones, each from the one before by `tail(d + 2) = tail(d) + (x/2)^(d/2) exp(-x/2) / gamma(d/2 + 1)`.
#[must_use]
pub fn noncentral_tail(x: f64, degrees: f64, noncentrality: f64) -> f64 {
    if noncentrality <= 0.0 {
        return chi_square_tail(x, degrees);
    }
    let half = 0.5 * noncentrality;
    // terms within ten standard deviations of the Poisson law
    let reach = 10.0 * half.sqrt() + 20.0;
    let first = (half - reach).max(0.0).floor();
    let mut weight = (first * half.ln() - half - ln_gamma(first + 1.0)).exp();
    let mut order = 0.5 * degrees + first;
    let mut tail = chi_square_tail(x, 2.0 * order);
    let mut step = (order * (0.5 * x).ln() - 0.5 * x - ln_gamma(order + 1.0)).exp();
    let mut sum = 0.0;
    let mut index = first;
    while index <= half + reach {
        sum += weight * tail.min(1.0);
        index += 1.0;
        weight *= half / index;
        tail += step;
        order += 1.0;
        step *= 0.5 * x / order;
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_noncentral_law_agrees_with_scipy() {
        // scipy.stats.ncx2.sf(x, df, nc), SciPy 1.17.1
        for (x, degrees, noncentrality, recorded) in [
            (3.84, 1.0, 10.0, 0.885_451_198_526_649_6),
            (30.0, 5.0, 20.0, 0.274_495_367_679_532_64),
            (50.0, 10.0, 80.0, 0.992_646_666_793_681_5),
            (120.0, 41.0, 150.0, 0.998_738_301_184_311_6),
        ] {
            let found = noncentral_tail(x, degrees, noncentrality);
            assert!((found - recorded).abs() < 1e-9, "{x} {degrees} {noncentrality}: {found}");
        }
    }

    #[test]
    fn one_degree_of_freedom_is_two_normals() {
        // sqrt(L) = z(alpha / 2) + z(power): 1e-6 and 0.99 give 4.8916 + 2.3263
        let root = noncentral_root(1.0, 1e-6, 0.99);
        assert!((root - 7.217_986_349_739).abs() < 1e-6, "{root}");
        assert!(noncentral_root(20.0, 1e-6, 0.99) > root);
    }
}
