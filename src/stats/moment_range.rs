//! Ranges of the observed variance, skewness and kurtosis: they hang on a few rare prizes, so no normal range holds.
//!
//! The counts of the rare tiers are enumerated. Given them, the observed moment is its value at the expected counts of the other tiers, plus the sum of its
//! influence function over the plays of those (von Mises 1947), which is nearly normal: with `t` the standardised prize,
//!
//! ```text
//! variance  V (t^2 - 1)        skewness  t^3 - g - 3 g (t^2 - 1) / 2 - 3 t        kurtosis  t^4 - k - 2 k (t^2 - 1) - 4 g t
//! ```
//! so the moments about the *observed* mean are meant, as they are reported. Where every tier is enumerated nothing is approximated.

use super::count_law::CountLaw;
use super::moments::Moments;
use super::paid_sum::{Category, Draw, Mixture, Part};
use std::collections::BTreeMap;

/// Ranges in units of the exact table: variance in exact variances.
#[derive(Clone, Debug, Default)]
pub struct MomentLaws {
    /// The law of observed variance / exact variance.
    pub variance: Option<Mixture>,
    /// The law of the observed skewness.
    pub skewness: Option<Mixture>,
    /// The law of the observed kurtosis.
    pub kurtosis: Option<Mixture>,
}

/// Rare-tier states kept: the likeliest ones.
const STATES: usize = 60_000;
/// The probability of the states not kept, beyond which no range is given.
const DROPPED: f64 = 2e-3;
/// Work (states x tiers) beyond which no range is given.
const WORK: usize = 8_000_000;
const NEGLIGIBLE: f64 = 1e-10;
/// The skewness of the sum of fourth powers over the rest up to which it is followed by three cumulants.
const REST_SKEWNESS: f64 = 0.3;
/// The relative noise of the variance, given the rare counts, up to which the influence function may stand for it.
const NOISE: f64 = 0.2;

/// The laws of the moments of `whole` whole blocks and an open draw.
#[must_use]
pub fn moment_laws(categories: &[Category], exact: &Moments, whole: u64, draw: Draw) -> MomentLaws {
    Enumeration::new(categories, exact, whole, draw).and_then(|plan| plan.laws()).unwrap_or_default()
}

struct Enumeration {
    /// (standardised prize, plays), the largest deviation from the commonest prize first, the commonest last.
    ordered: Vec<(f64, u64)>,
    /// Categories enumerated.
    rare: usize,
    size: u64,
    drawn: u64,
    sign: f64,
    independent: bool,
    /// Power sums 0 to 4 of the plays that are certain, in standardised prizes.
    certain: [f64; 5],
    plays: f64,
}

#[derive(Clone, Copy)]
struct State {
    sums: [f64; 4],
    used: u64,
    probability: f64,
}

impl Enumeration {
    fn new(categories: &[Category], exact: &Moments, whole: u64, draw: Draw) -> Option<Self> {
        let spread = exact.variance.sqrt();
        if spread <= 0.0 {
            return None;
        }
        let mut pooled: BTreeMap<i64, u64> = BTreeMap::new();
        for &(prize, plays) in categories.iter().filter(|&&(_, plays)| plays > 0) {
            *pooled.entry(prize).or_insert(0) += plays;
        }
        let size: u64 = pooled.values().sum();
        let (&base, _) = pooled.iter().max_by_key(|&(_, &plays)| plays)?;
        let mut ordered: Vec<(i64, u64)> = pooled.into_iter().collect();
        ordered.sort_by_key(|&(prize, _)| std::cmp::Reverse((prize - base).unsigned_abs()));
        let (drawn, sign, independent, blocks, plays) = match draw {
            Draw::Independent(plays) => (plays, 1.0, true, 0, plays as f64),
            Draw::Block(open) if 2 * open > size => (size - open, -1.0, false, whole + 1, whole as f64 * size as f64 + open as f64),
            Draw::Block(open) => (open, 1.0, false, whole, whole as f64 * size as f64 + open as f64),
        };
        let moments = [1.0, 0.0, 1.0, exact.skewness?, exact.kurtosis?];
        let certain = moments.map(|moment| moment * blocks as f64 * size as f64);
        // smallest number of rare categories for which the fourth powers of the rest add up to something near normal
        let draws = drawn as f64 / size as f64;
        let (mut eighth, mut twelfth, mut rare) = (0.0, 0.0, ordered.len() - 1);
        for (index, &(prize, count)) in ordered.iter().enumerate().rev() {
            let power = ((prize - base) as f64 / spread).powi(4);
            eighth += draws * count as f64 * power * power;
            twelfth += draws * count as f64 * power.powi(3);
            if twelfth <= REST_SKEWNESS * eighth * eighth.sqrt() {
                rare = index;
            }
        }
        let ordered = ordered.into_iter().map(|(prize, count)| ((prize as f64 - exact.mean) / spread, count)).collect();
        Some(Self { ordered, rare, size, drawn, sign, independent, certain, plays })
    }

    fn laws(&self) -> Option<MomentLaws> {
        let states = self.states()?;
        let rest: &[(f64, u64)] = &self.ordered[self.rare..];
        if states.len() * rest.len() > WORK {
            return None;
        }
        let rest_size: u64 = rest.iter().map(|category| category.1).sum();
        let shares: Vec<(f64, f64)> = rest.iter().map(|&(y, count)| (y, count as f64 / rest_size as f64)).collect();
        let mut means = [0.0; 4];
        for &(y, share) in &shares {
            let mut term = share;
            for mean in &mut means {
                term *= y;
                *mean += term;
            }
        }
        let mut parts: [Vec<Part>; 3] = [Vec::new(), Vec::new(), Vec::new()];
        let total: f64 = states.iter().map(|state| state.probability).sum();
        let (mut undefined, mut noisy) = (0.0, 0.0);
        for state in &states {
            let probability = state.probability / total;
            let draws = (self.drawn - state.used) as f64;
            let mut raw = [0.0; 4];
            for (power, moment) in raw.iter_mut().enumerate() {
                *moment = (self.certain[power + 1] + self.sign * (state.sums[power] + draws * means[power])) / self.plays;
            }
            let [mean, second, third, fourth] = raw;
            // how far the mean of the rest still moves: factor of the variance of a sum of `draws` plays
            let factor = if shares.len() < 2 {
                0.0
            } else if self.independent {
                draws
            } else {
                let left = rest_size as f64 - draws;
                draws * (left.max(0.0) / (rest_size as f64 - 1.0).max(1.0))
            };
            let rest_variance = (means[1] - means[0] * means[0]).max(0.0);
            let variance = second - mean * mean - factor * rest_variance / self.plays / self.plays;
            if variance <= 1e-12 * (second + 1.0) {
                undefined += probability;
                parts[0].push(Part::atom(probability, variance.max(0.0)));
                continue;
            }
            let deviation = variance.sqrt();
            let skewness = (third - 3.0 * mean * second + 2.0 * mean.powi(3)) / variance / deviation;
            let kurtosis = (fourth - 4.0 * mean * third + 6.0 * mean * mean * second - 3.0 * mean.powi(4)) / variance / variance;
            let influence = |t: f64| {
                let square = t * t - 1.0;
                [
                    variance * square,
                    t * t * t - skewness - 1.5 * skewness * square - 3.0 * t,
                    t.powi(4) - kurtosis - 2.0 * kurtosis * square - 4.0 * skewness * t,
                ]
            };
            let mut centre = [0.0; 3];
            for &(y, share) in &shares {
                let influences = influence((y - mean) / deviation);
                centre.iter_mut().zip(influences).for_each(|(sum, influence)| *sum += share * influence);
            }
            let (mut squares, mut cubes) = ([0.0; 3], [0.0; 3]);
            for &(y, share) in &shares {
                let influences = influence((y - mean) / deviation);
                for moment in 0..3 {
                    let difference = influences[moment] - centre[moment];
                    squares[moment] += share * difference * difference;
                    cubes[moment] += share * difference.powi(3);
                }
            }
            for (moment, value) in [variance, skewness, kurtosis].into_iter().enumerate() {
                let spread = (factor * squares[moment]).sqrt() / self.plays;
                let skew = if factor * squares[moment] > 0.0 {
                    self.sign * cubes[moment] / squares[moment].powf(1.5) * self.bend(draws, rest_size) / factor.sqrt()
                } else {
                    0.0
                };
                parts[moment].push(Part::near_normal(probability, value, spread, skew.clamp(-1.0, 1.0)));
            }
            if factor > 0.0 && (factor * squares[0]).sqrt() / self.plays > NOISE * variance {
                noisy += probability;
            }
        }
        let [variance, skewness, kurtosis] = parts;
        let sound = noisy < 1e-3;
        let shaped = sound && undefined < 1e-6;
        Some(MomentLaws {
            variance: sound.then(|| Mixture::new(variance)),
            skewness: shaped.then(|| Mixture::new(skewness)),
            kurtosis: shaped.then(|| Mixture::new(kurtosis)),
        })
    }

    /// How much less skewed a sum drawn without replacement is than one of independent draws of the same variance factor.
    fn bend(&self, draws: f64, rest: u64) -> f64 {
        let n = rest as f64;
        if self.independent || n <= 2.0 { 1.0 } else { (n - 2.0 * draws) / (n - 2.0) }
    }

    /// The counts of the rare categories with their probabilities; `None` where there are too many.
    fn states(&self) -> Option<Vec<State>> {
        let mut states = vec![State { sums: [0.0; 4], used: 0, probability: 1.0 }];
        let mut left = self.size;
        for &(y, plays) in &self.ordered[..self.rare] {
            let mut laws: BTreeMap<u64, (u64, Vec<f64>)> = BTreeMap::new();
            let mut next = Vec::with_capacity(states.len());
            for state in &states {
                let (first, masses) =
                    laws.entry(state.used).or_insert_with(|| self.count_law(left, plays, self.drawn - state.used).masses(NEGLIGIBLE));
                for (count, mass) in (*first..).zip(&*masses) {
                    let probability = state.probability * mass;
                    if probability < NEGLIGIBLE {
                        continue;
                    }
                    let mut sums = state.sums;
                    let mut term = count as f64;
                    for sum in &mut sums {
                        term *= y;
                        *sum += term;
                    }
                    next.push(State { sums, used: state.used + count, probability });
                }
                if next.len() > 10 * STATES {
                    return None;
                }
            }
            if next.len() > STATES {
                // the likeliest states stand for all, if they nearly are
                next.sort_by(|a, b| b.probability.total_cmp(&a.probability));
                next.truncate(STATES);
            }
            left -= plays;
            states = next;
        }
        let kept: f64 = states.iter().map(|state| state.probability).sum();
        (kept > 1.0 - DROPPED).then_some(states)
    }

    fn count_law(&self, left: u64, plays: u64, draws: u64) -> CountLaw {
        if self.independent {
            CountLaw::binomial(draws, plays as f64 / left as f64, (left - plays) as f64 / left as f64)
        } else {
            CountLaw::hypergeometric(left, plays, draws.min(left))
        }
    }
}
