//! Whether many p-values together are as uniform as chance makes them: sorted, beside the line, in a band that holds all of them at once.

use super::intervals::share_interval;
use super::model::Test;

/// The probability that the band holds all p-values of a healthy run.
pub const BAND: f64 = 0.99;
/// Steps that find the level of a single p-value: its logarithm is then known within 1e-4.
const STEPS: u32 = 18;

/// A p-value among all of them, sorted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The test, by its number in the report.
    pub test: usize,
    /// Its p-value.
    pub p: f64,
    /// Where a uniform law has it on average: rank / (tests + 1).
    pub expected: f64,
    /// The lower end of the band at this rank.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The p-values of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Uniformity {
    /// Those of tests with a statistic, sorted: of a healthy run they are uniform.
    pub ranked: Vec<Ranked>,
    /// Those of exact tests of few counts, sorted, by the number of the test: they take few values and pile up at 1, so no line is theirs.
    pub exact: Vec<(usize, f64)>,
    /// Sorted p-values below the band: too many are small.
    pub below: usize,
    /// Sorted p-values above the band: too few are small.
    pub above: usize,
}

/// The p-values of the tests of a report; `None` when no test has one.
#[must_use]
pub fn uniformity(tests: &[Test]) -> Option<Uniformity> {
    let known = |exact: bool| {
        let of = tests.iter().enumerate().filter(move |(_, test)| test.statistic.is_none() == exact);
        let mut found: Vec<(usize, f64)> = of.filter_map(|(number, test)| Some((number, test.p_value.filter(|p| p.is_finite())?))).collect();
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        found
    };
    let (sorted, exact) = (known(false), known(true));
    if sorted.is_empty() && exact.is_empty() {
        return None;
    }
    let count = sorted.len();
    let ranked: Vec<Ranked> = sorted
        .into_iter()
        .zip(band(count))
        .zip(1_u32..)
        .map(|(((test, p), (low, high)), rank)| Ranked { test, p, expected: f64::from(rank) / (count as f64 + 1.0), low, high })
        .collect();
    let below = ranked.iter().filter(|one| one.p < one.low).count();
    let above = ranked.iter().filter(|one| one.p > one.high).count();
    Some(Uniformity { ranked, exact, below, above })
}

/// The band of `count` sorted independent uniform numbers: rank by rank the same tail on both sides of its beta law, such that all lie inside at once with
/// probability [`BAND`] (Aldor-Noiman et al. 2013).
#[must_use]
pub fn band(count: usize) -> Vec<(f64, f64)> {
    if count == 0 {
        return Vec::new();
    }
    // Bonferroni's level is wide enough, and a single one too narrow
    let outside = 1.0 - BAND;
    let (mut wide, mut narrow) = ((outside / count as f64).ln(), outside.ln());
    for _ in 0..STEPS {
        let middle = f64::midpoint(wide, narrow);
        if held(&ends(count, middle.exp())) >= BAND {
            wide = middle;
        } else {
            narrow = middle;
        }
    }
    ends(count, wide.exp())
}

/// The quantiles of the beta law of every rank that leave out `outside` together: the limits of Clopper and Pearson are these quantiles.
fn ends(count: usize, outside: f64) -> Vec<(f64, f64)> {
    let trials = count as u64;
    (1..=trials).map(|rank| (share_interval(rank, trials, 1.0 - outside).0, share_interval(rank - 1, trials, 1.0 - outside).1)).collect()
}

/// The probability that sorted independent uniform numbers all lie between their ends: the number of those below a point, as the point moves from 0 to 1, may
/// not have reached a rank before its low end, and has to at its high end.
fn held(ends: &[(f64, f64)]) -> f64 {
    let count = ends.len();
    let mut stops: Vec<(f64, usize, usize)> = Vec::new();
    for (index, &(low, high)) in ends.iter().enumerate() {
        stops.push((low, 0, index));
        stops.push((high, index + 1, count));
    }
    stops.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut chances = vec![1.0_f64];
    // the number of points that `chances[0]` stands for
    let (mut first, mut at) = (0, 0.0);
    for (to, least, most) in stops {
        let share = if at < 1.0 { ((to - at) / (1.0 - at)).clamp(0.0, 1.0) } else { 0.0 };
        let most = most.min(count);
        let from = first.max(least);
        let mut next = vec![0.0; (most + 1).saturating_sub(from)];
        for (more, &chance) in chances.iter().enumerate().filter(|&(_, &chance)| chance > 0.0) {
            let here = first + more;
            let rest = count - here;
            // the binomial law of the points that the step passes
            let mut weight = (1.0 - share).powf(rest as f64);
            for step in 0..=most.saturating_sub(here).min(rest) {
                if let Some(place) = (here + step).checked_sub(from).and_then(|place| next.get_mut(place)) {
                    *place += chance * weight;
                }
                weight *= (rest - step) as f64 / (step + 1) as f64 * share / (1.0 - share).max(f64::MIN_POSITIVE);
            }
        }
        (chances, first, at) = (next, from, to);
    }
    chances.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::VerdictLevel;

    fn test(p_value: Option<f64>, exact: bool) -> Test {
        Test {
            name: String::new(),
            method: String::new(),
            statistic: (!exact).then_some(1.0),
            degrees_of_freedom: None,
            p_value,
            p_adjusted: None,
            effect: None,
            detectable: None,
            verdict: VerdictLevel::Pass,
            note: String::new(),
        }
    }

    #[test]
    fn one_and_two_numbers_have_closed_forms() {
        let (low, high) = band(1)[0];
        assert!((low - 0.005).abs() < 1e-6 && (high - 0.995).abs() < 1e-6, "{low} {high}");
        // two sorted numbers between a, b and 1 - b, 1 - a: the first at least a, the second at least b > a ... by areas
        let ends = band(2);
        let ((a, b), (c, d)) = (ends[0], ends[1]);
        assert!((a - (1.0 - d)).abs() < 1e-9 && (b - (1.0 - c)).abs() < 1e-9);
        // P = 2 * area of {a <= x <= b, c <= y <= d, x <= y}; here c < b
        let all = (b - a) * (d - c) - (b - c).powi(2) / 2.0;
        assert!((2.0 * all - BAND).abs() < 1e-5 && c < b, "{all} {ends:?}");
    }

    /// Fixed seed; 20 000 runs of 30 numbers: the share held has a standard error of 0.0007, and 5 of them are allowed (false alarm 6e-7).
    #[test]
    fn the_band_holds_as_often_as_it_says() {
        let ends = band(30);
        assert!(ends.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
        let mut state = 7_u64;
        let mut uniform = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut inside = 0;
        for _ in 0..20_000 {
            let mut numbers: Vec<f64> = (0..30).map(|_| uniform()).collect();
            numbers.sort_by(f64::total_cmp);
            inside += u32::from(numbers.iter().zip(&ends).all(|(p, (low, high))| p >= low && p <= high));
        }
        let share = f64::from(inside) / 20_000.0;
        assert!((share - BAND).abs() < 0.0035, "{share}");
    }

    #[test]
    fn many_numbers_keep_a_narrow_band() {
        let ends = band(400);
        assert!((held(&ends) - BAND).abs() < 1e-4, "{}", held(&ends));
        let (low, high) = ends[199];
        assert!(low > 0.40 && high < 0.60, "{low} {high}");
        assert!(ends[0].0 > 1e-8 && ends[0].0 < 1e-5 && ends[0].1 < 0.03, "{:?}", ends[0]);
    }

    #[test]
    fn exact_tests_stand_apart_and_small_ones_are_counted() {
        assert_eq!(uniformity(&[test(None, false)]), None);
        let mut tests: Vec<Test> = (1..=19).map(|rank| test(Some(f64::from(rank) / 20.0), false)).collect();
        tests.extend([test(Some(1.0), true), test(None, true), test(Some(0.3), true)]);
        let all = uniformity(&tests).unwrap();
        assert_eq!((all.ranked.len(), all.exact.len(), all.below, all.above), (19, 2, 0, 0));
        assert_eq!(all.exact[0], (21, 0.3));
        assert!(all.ranked.iter().all(|one| (one.p - one.expected).abs() < 1e-12));
        for test in &mut tests[..8] {
            test.p_value = Some(1e-4);
        }
        assert!(uniformity(&tests).unwrap().below > 0);
    }
}
