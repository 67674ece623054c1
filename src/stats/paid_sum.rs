//! The law of the paid sum: rare tiers enumerated, the rest by its cumulants, so that its range holds where a normal one would lie.
//!
//! ```text
//! plays drawn from a block           sum paid = sum over rare tiers (each count enumerated: 0, 1, 2 top prizes ...)
//!   rare:  top prizes                         + sum over the rest, which given the rare counts is nearly normal:
//!   rest:  everything else                      mean, variance, skewness and kurtosis of sampling without replacement
//! ```
//! A tier is enumerated, largest deviation first, until the skewness and the excess kurtosis of the rest are below 1/4, its fifth cumulant below 1/50 and its spread three
//! lattice steps; a second-order Edgeworth expansion with the exact cumulants (and the lattice's half step) then errs by less than 1e-4 in probability. If
//! that never happens everything is enumerated, and the law is exact to rounding. Past half a block the plays *not* drawn are followed instead: they are the smaller sample.

use super::count_law::CountLaw;
use super::moments::gcd;
use super::special::{Z_95, normal_density, normal_tail};
use std::collections::BTreeMap;

/// A prize in cents with its plays in the block (or its weight, for independent plays).
pub type Category = (i64, u64);

/// How many plays are drawn, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// This many of the block, without replacement.
    Block(u64),
    /// This many independent plays.
    Independent(u64),
}

/// The law of the sum's deviation from its mean, in cents.
#[derive(Clone, Debug)]
pub enum PaidSum {
    /// Nothing can vary.
    Certain,
    /// Normal with this standard deviation: skewness and excess kurtosis of the sum are below 0.02.
    Normal(f64),
    /// A mixture over the counts of the rare tiers.
    Mixture(Mixture),
}

/// Parts of a mixture, each an atom or a lattice law close to the normal.
#[derive(Clone, Debug)]
pub struct Mixture {
    parts: Vec<Part>,
    /// Possible deviations are `origin + step * (whole number)`.
    origin: f64,
    step: f64,
}

/// An atom, or a law near the normal, with its weight.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub(super) probability: f64,
    pub(super) mean: f64,
    /// 0 for an atom.
    pub(super) spread: f64,
    pub(super) skewness: f64,
    pub(super) excess: f64,
    /// Half a lattice step: the distribution function at a possible sum is that of the smooth law so much further on.
    pub(super) half: f64,
}

impl Part {
    /// All at `mean`.
    #[must_use]
    pub const fn atom(probability: f64, mean: f64) -> Self {
        Self { probability, mean, spread: 0.0, skewness: 0.0, excess: 0.0, half: 0.0 }
    }

    /// Near the normal; an atom where `spread` is 0.
    #[must_use]
    pub const fn near_normal(probability: f64, mean: f64, spread: f64, skewness: f64) -> Self {
        Self { probability, mean, spread, skewness, excess: 0.0, half: 0.0 }
    }

    /// The probability of a sum up to `value`.
    fn up_to(&self, value: f64) -> f64 {
        if self.spread <= 0.0 {
            return if value >= self.mean - 1e-12 * self.mean.abs() - 1e-9 { 1.0 } else { 0.0 };
        }
        edgeworth((value + self.half - self.mean) / self.spread, self.skewness, self.excess)
    }
}

/// The distribution function of a standardised law with this skewness and excess kurtosis, to second order (Edgeworth).
fn edgeworth(x: f64, skewness: f64, excess: f64) -> f64 {
    if x > 9.0 {
        return 1.0;
    }
    if x < -9.0 {
        return 0.0;
    }
    let square = x * x;
    let second = square - 1.0;
    let third = x * (square - 3.0);
    let fifth = x * (square * (square - 10.0) + 15.0);
    let correction = skewness / 6.0 * second + excess / 24.0 * third + skewness * skewness / 72.0 * fifth;
    (1.0 - normal_tail(x) - normal_density(x) * correction).clamp(0.0, 1.0)
}

/// States beyond which neighbours are merged.
const STATES: usize = 40_000;
/// Probabilities below this are dropped.
const NEGLIGIBLE: f64 = 1e-12;
/// Skewness and excess kurtosis up to which the rest is followed by its cumulants.
const REST_SHAPE: f64 = 0.25;
/// Fifth absolute cumulant, in fifth powers of the spread, up to which it is left out: rare large prizes have a large one.
const REST_FIFTH: f64 = 0.02;
/// Skewness and excess kurtosis up to which the whole sum is called normal.
const NORMAL_SHAPE: f64 = 0.02;

impl PaidSum {
    /// The law of the sum over plays drawn from `categories`.
    #[must_use]
    pub fn new(categories: &[Category], draw: Draw) -> Self {
        Enumeration::new(categories, draw).map_or(Self::Certain, |plan| plan.law())
    }

    /// The probability of a deviation up to `value` cents.
    #[must_use]
    pub fn up_to(&self, value: f64) -> f64 {
        match self {
            Self::Certain => f64::from(u8::from(value >= 0.0)),
            Self::Normal(spread) => 1.0 - normal_tail(value / spread),
            Self::Mixture(mixture) => mixture.up_to(value),
        }
    }

    /// The law as the parts of a mixture.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        match self {
            Self::Certain => vec![Part::atom(1.0, 0.0)],
            Self::Normal(spread) => vec![Part::near_normal(1.0, 0.0, *spread, 0.0)],
            Self::Mixture(mixture) => mixture.parts.clone(),
        }
    }

    /// The equal-tailed 95 % range of the deviation, in cents.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        match self {
            Self::Certain => (0.0, 0.0),
            Self::Normal(spread) => (-Z_95 * spread, Z_95 * spread),
            Self::Mixture(mixture) => (mixture.quantile(0.025), mixture.quantile(0.975)),
        }
    }
}

impl Mixture {
    /// A mixture whose parts lie on no lattice.
    #[must_use]
    pub const fn new(parts: Vec<Part>) -> Self {
        Self { parts, origin: 0.0, step: 0.0 }
    }

    /// The parts.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The probability of a value up to `value`.
    #[must_use]
    pub fn up_to(&self, value: f64) -> f64 {
        self.parts.iter().map(|part| part.probability * part.up_to(value)).sum::<f64>().min(1.0)
    }

    /// The smallest possible deviation not exceeded with probability `probability`.
    #[must_use]
    pub fn quantile(&self, probability: f64) -> f64 {
        let value = self.crossing(probability);
        if self.step <= 0.0 {
            return value;
        }
        let steps = (value - self.origin) / self.step;
        if steps.abs() > 1e12 { value } else { self.origin + self.step * (steps - 1e-6).ceil() }
    }

    /// Where the distribution function crosses `probability`.
    fn crossing(&self, probability: f64) -> f64 {
        let reach = |sign: f64| self.parts.iter().map(|part| sign * part.mean + 9.0 * part.spread).fold(f64::NEG_INFINITY, f64::max);
        let (mut low, mut high) = (-reach(-1.0), reach(1.0));
        if self.parts.iter().all(|part| part.spread <= 0.0) {
            let mut atoms: Vec<(f64, f64)> = self.parts.iter().map(|part| (part.mean, part.probability)).collect();
            atoms.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut reached = 0.0;
            for &(mean, mass) in &atoms {
                reached += mass;
                if reached >= probability - 1e-12 {
                    return mean;
                }
            }
            return high;
        }
        // bisection and false position in turn: steps of the mixture cannot stall it
        let resolution = 1e-7 * self.parts.iter().map(|part| part.spread).filter(|&spread| spread > 0.0).fold(f64::INFINITY, f64::min);
        let (mut below, mut above) = (self.up_to(low) - probability, self.up_to(high) - probability);
        if below >= 0.0 {
            return low;
        }
        for round in 0..200 {
            if high - low <= resolution.max(1e-15 * (low.abs() + high.abs())) {
                break;
            }
            let share = if round % 3 == 2 { 0.5 } else { (-below / (above - below)).clamp(0.001, 0.999) };
            let middle = low + share * (high - low);
            let excess = self.up_to(middle) - probability;
            if excess.abs() < 1e-11 {
                return middle;
            }
            if excess < 0.0 {
                (low, below) = (middle, excess);
            } else {
                (high, above) = (middle, excess);
            }
        }
        0.5 * (low + high)
    }
}

/// Central moments of a finite population of deviations.
#[derive(Clone, Copy, Debug, Default)]
struct Population {
    size: f64,
    mean: f64,
    second: f64,
    third: f64,
    fourth: f64,
    /// The fifth absolute moment about the commonest prize.
    fifth: f64,
}

/// Variance, skewness and excess kurtosis of a sum.
#[derive(Clone, Copy, Debug)]
struct Shape {
    variance: f64,
    skewness: f64,
    excess: f64,
}

impl Population {
    /// From power sums about the commonest prize; the fifth one is of absolute values.
    fn from_sums(size: f64, sums: [f64; 5]) -> Self {
        if size <= 0.0 {
            return Self::default();
        }
        let [a, b, c, d, fifth] = sums.map(|sum| sum / size);
        let second = (b - a * a).max(0.0);
        let third = c - 3.0 * a * b + 2.0 * a * a * a;
        let fourth = (d - 4.0 * a * c + 6.0 * a * a * b - 3.0 * a * a * a * a).max(0.0);
        Self { size, mean: a, second, third, fourth, fifth }
    }

    /// The shape of the sum of `m` independent draws.
    fn independent_sum(&self, m: f64) -> Shape {
        let variance = m * self.second;
        if variance <= 0.0 {
            return Shape { variance: 0.0, skewness: 0.0, excess: 0.0 };
        }
        let excess = m * (self.fourth - 3.0 * self.second * self.second) / variance / variance;
        Shape { variance, skewness: m * self.third / variance / variance.sqrt(), excess }
    }

    /// The shape of the sum of `m` draws without replacement. Central moments: `m (N-m) / (N-1) * s2`, `m (N-m) (N-2m) / ((N-1)(N-2)) * s3` and
    /// `m (N-m) / ((N-1)(N-2)(N-3)) * ((N (N+1) - 6 m (N-m)) s4 + 3 N (N-m-1) (m-1) s2^2)` (Isserlis 1931; checked by enumeration in the tests).
    fn drawn_sum(&self, m: f64) -> Shape {
        let n = self.size;
        let left = n - m;
        let variance = if n > 1.0 { m * left / (n - 1.0) * self.second } else { 0.0 };
        if variance <= 0.0 || n < 4.0 || left <= 0.0 {
            return Shape { variance: variance.max(0.0), skewness: 0.0, excess: 0.0 };
        }
        let third = m * (left / (n - 1.0)) * ((n - 2.0 * m) / (n - 2.0)) * self.third;
        let bracket = (n * (n + 1.0) - 6.0 * m * left) * self.fourth + 3.0 * n * (left - 1.0) * (m - 1.0) * self.second * self.second;
        let fourth = m * (left / (n - 1.0)) * (bracket / (n - 2.0) / (n - 3.0));
        Shape { variance, skewness: third / variance / variance.sqrt(), excess: fourth / variance / variance - 3.0 }
    }
}

/// The plan of an enumeration: categories by deviation from the commonest one, and where the rest begins.
struct Enumeration {
    /// (deviation from the commonest prize in cents, plays), largest deviation first; the commonest prize itself is last.
    ordered: Vec<(f64, u64)>,
    /// `rests[k]`: the population without the first k categories.
    rests: Vec<Population>,
    /// `steps[k]`: the lattice step of that population, in cents.
    steps: Vec<f64>,
    size: u64,
    /// Draws to follow: the played ones, or those not played when they are fewer.
    drawn: u64,
    /// -1 when the draws not played are followed.
    sign: f64,
    independent: bool,
}

impl Enumeration {
    fn new(categories: &[Category], draw: Draw) -> Option<Self> {
        let mut pooled: BTreeMap<i64, u64> = BTreeMap::new();
        for &(prize, plays) in categories.iter().filter(|&&(_, plays)| plays > 0) {
            *pooled.entry(prize).or_insert(0) += plays;
        }
        let size: u64 = pooled.values().sum();
        let (&base, _) = pooled.iter().max_by_key(|&(_, &plays)| plays)?;
        let mut ordered: Vec<(i64, u64)> = pooled.iter().map(|(&prize, &plays)| (prize - base, plays)).collect();
        ordered.sort_by_key(|&(deviation, _)| std::cmp::Reverse(deviation.unsigned_abs()));
        let (drawn, sign, independent) = match draw {
            Draw::Independent(plays) => (plays, 1.0, true),
            Draw::Block(plays) if 2 * plays > size => (size - plays.min(size), -1.0, false),
            Draw::Block(plays) => (plays, 1.0, false),
        };
        if drawn == 0 || ordered.len() < 2 {
            return None;
        }
        let mut rests = vec![Population::default(); ordered.len()];
        let mut steps = vec![0.0; ordered.len()];
        let (mut left, mut sums, mut step) = (0_u64, [0.0_f64; 5], 0_u64);
        for (index, &(deviation, plays)) in ordered.iter().enumerate().rev() {
            left += plays;
            step = gcd(step, deviation.unsigned_abs());
            let mut term = plays as f64;
            for (power, sum) in (1..).zip(&mut sums) {
                term *= deviation as f64;
                *sum += if power == 5 { term.abs() } else { term };
            }
            rests[index] = Population::from_sums(left as f64, sums);
            steps[index] = step as f64;
        }
        let ordered = ordered.into_iter().map(|(deviation, plays)| (deviation as f64, plays)).collect();
        Some(Self { ordered, rests, steps, size, drawn, sign, independent })
    }

    fn shape(&self, population: &Population, draws: f64) -> Shape {
        if self.independent { population.independent_sum(draws) } else { population.drawn_sum(draws) }
    }

    fn law(&self) -> PaidSum {
        let whole = self.shape(&self.rests[0], self.drawn as f64);
        if whole.variance <= 0.0 {
            return PaidSum::Certain;
        }
        let fine = whole.variance.sqrt() >= 50.0 * self.steps[0];
        if fine && whole.skewness.abs() <= NORMAL_SHAPE && whole.excess.abs() <= NORMAL_SHAPE {
            return PaidSum::Normal(whole.variance.sqrt());
        }
        let rare = (0..self.ordered.len() - 1).find(|&rare| self.follows_cumulants(rare)).unwrap_or(self.ordered.len() - 1);
        let played = if self.sign < 0.0 { self.size - self.drawn } else { self.drawn };
        PaidSum::Mixture(Mixture {
            parts: self.parts(rare, whole.variance.sqrt()),
            origin: -(played as f64 * self.rests[0].mean),
            step: self.steps[0],
        })
    }

    /// Whether the population without its first `rare` categories is near enough to the normal.
    fn follows_cumulants(&self, rare: usize) -> bool {
        let rest = &self.rests[rare];
        let draws = self.drawn as f64 * (rest.size / self.size as f64);
        let shape = self.shape(rest, draws);
        let spread = shape.variance.sqrt();
        let shaped = shape.skewness.abs() <= REST_SHAPE && shape.excess.abs() <= REST_SHAPE;
        rest.size >= 30.0 && spread >= 3.0 * self.steps[rare] && shaped && draws * rest.fifth <= REST_FIFTH * spread.powi(5)
    }

    /// The mixture over the counts of the first `rare` categories.
    fn parts(&self, rare: usize, spread: f64) -> Vec<Part> {
        let mut states = vec![State { value: 0.0, used: 0.0, probability: 1.0 }];
        let mut left = self.size;
        let mut bin = 0.0;
        for &(deviation, plays) in &self.ordered[..rare] {
            let mut laws: BTreeMap<u64, (u64, Vec<f64>)> = BTreeMap::new();
            for state in &states {
                let used = self.whole_draws(state.used);
                laws.entry(used).or_insert_with(|| self.count_law(left, plays, self.drawn - used).masses(NEGLIGIBLE));
            }
            let of_states: Vec<&(u64, Vec<f64>)> = states.iter().map(|state| &laws[&self.whole_draws(state.used)]).collect();
            let longest = laws.values().map(|(_, masses)| masses.len()).max().unwrap_or(0);
            let mut next = Vec::with_capacity(states.len() * 2);
            // count by count: every pass adds a run that is almost in order, which a stable sort merges fast
            for index in 0..longest {
                for (state, (first, masses)) in states.iter().zip(&of_states) {
                    let probability = state.probability * masses.get(index).copied().unwrap_or(0.0);
                    if probability >= NEGLIGIBLE {
                        let count = (first + index as u64) as f64;
                        next.push(State { value: state.value + count * deviation, used: state.used + count, probability });
                    }
                }
            }
            left -= plays;
            states = merged(next, &mut bin, spread);
        }
        let rest = &self.rests[rare];
        let mean = self.drawn as f64 * self.rests[0].mean;
        let total: f64 = states.iter().map(|state| state.probability).sum();
        states
            .iter()
            .map(|state| {
                let draws = (self.drawn as f64 - state.used).max(0.0);
                let shape =
                    if rare + 1 == self.ordered.len() { Shape { variance: 0.0, skewness: 0.0, excess: 0.0 } } else { self.shape(rest, draws) };
                // a lattice sum plus a uniform half step either way has the lattice's distribution function half a step further on
                let step = self.steps[rare];
                let smoothed = if shape.variance > 0.0 { shape.variance + step * step / 12.0 } else { 0.0 };
                let shrink = if smoothed > 0.0 { shape.variance / smoothed } else { 1.0 };
                let half = if smoothed > 0.0 { 0.5 * step } else { 0.0 };
                Part {
                    probability: state.probability / total,
                    mean: self.sign * (state.value + draws * rest.mean - mean),
                    half,
                    spread: smoothed.sqrt(),
                    skewness: self.sign * shape.skewness * shrink * shrink.sqrt(),
                    excess: if smoothed > 0.0 { shape.excess * shrink * shrink - step.powi(4) / 120.0 / smoothed / smoothed } else { 0.0 },
                }
            })
            .collect()
    }

    /// Draws used so far as a whole number of at most all draws (merged states hold a mean).
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and `drawn`
    fn whole_draws(&self, used: f64) -> u64 {
        (used.round() as u64).min(self.drawn)
    }

    fn count_law(&self, left: u64, plays: u64, draws: u64) -> CountLaw {
        if self.independent {
            CountLaw::binomial(draws, plays as f64 / left as f64, (left - plays) as f64 / left as f64)
        } else {
            CountLaw::hypergeometric(left, plays, draws.min(left))
        }
    }
}

/// Counts of the categories enumerated so far.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Their sum, in cents from the commonest prize.
    value: f64,
    /// Draws they take.
    used: f64,
    probability: f64,
}

/// Adds up states of equal sum and draws; while there are too many, neighbours in sum become one at their mean.
fn merged(mut states: Vec<State>, bin: &mut f64, spread: f64) -> Vec<State> {
    states.sort_by(|a, b| a.value.total_cmp(&b.value).then(a.used.total_cmp(&b.used)));
    states.dedup_by(|next, kept| {
        let same = next.value == kept.value && next.used == kept.used;
        if same {
            kept.probability += next.probability;
        }
        same
    });
    while states.len() > STATES {
        *bin = if *bin == 0.0 { 1e-5 * spread } else { *bin * 2.0 };
        let width = *bin;
        states.dedup_by(|next, kept| {
            let near = (next.value / width).floor() == (kept.value / width).floor();
            if near {
                let total = kept.probability + next.probability;
                let share = next.probability / total;
                kept.value += share * (next.value - kept.value);
                kept.used += share * (next.used - kept.used);
                kept.probability = total;
            }
            near
        });
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Central moments 2 to 4 of sums that are all equally likely.
    fn central(sums: &[f64]) -> [f64; 3] {
        let n = sums.len() as f64;
        let mean = sums.iter().sum::<f64>() / n;
        [2, 3, 4].map(|power| sums.iter().map(|sum| (sum - mean).powi(power)).sum::<f64>() / n)
    }

    fn is_shape_of(shape: Shape, sums: &[f64]) -> bool {
        let [second, third, fourth] = central(sums);
        let (skewness, excess) = (third / second.powf(1.5), fourth / second / second - 3.0);
        (shape.variance - second).abs() < 1e-9 * second && (shape.skewness - skewness).abs() < 1e-9 && (shape.excess - excess).abs() < 1e-9
    }

    /// Nine tickets, unevenly paid: every subset drawn without replacement, and every sequence of one to four draws with it.
    #[test]
    fn sums_have_the_moments_of_all_their_draws() {
        let tickets = [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 5.0, 9.0];
        let mut sums = [0.0; 5];
        for ticket in tickets {
            (1..).zip(&mut sums).for_each(|(power, sum): (i32, _)| *sum += ticket * f64::powi(ticket, power - 1));
        }
        let population = Population::from_sums(9.0, sums);
        let [second, third, fourth] = central(&tickets);
        assert!((population.mean - 2.0).abs() < 1e-12 && (population.second - second).abs() < 1e-9);
        assert!((population.third - third).abs() < 1e-9 && (population.fourth - fourth).abs() < 1e-9);
        for draws in 1..9_u32 {
            let subsets = (0_u32..1 << 9).filter(|subset| subset.count_ones() == draws);
            let drawn: Vec<f64> =
                subsets.map(|subset| (0..9).filter(|ticket| subset >> ticket & 1 == 1).map(|ticket| tickets[ticket]).sum()).collect();
            let shape = population.drawn_sum(f64::from(draws));
            assert!(is_shape_of(shape, &drawn), "{draws} of 9: {shape:?}");
        }
        let mut drawn = vec![0.0];
        for draws in 1..=4 {
            drawn = drawn.iter().flat_map(|sum| tickets.iter().map(move |ticket| sum + ticket)).collect();
            let shape = population.independent_sum(f64::from(draws));
            assert!(is_shape_of(shape, &drawn), "{draws} independent draws: {shape:?}");
        }
    }

    /// More states than are kept: neighbours become one, and nothing of the probability, the mean or the draws used is lost.
    #[test]
    fn merged_states_keep_their_means() {
        let states: Vec<State> = (0..3 * STATES / 2)
            .map(|index| State { value: 7.0 * index as f64, used: (index % 5) as f64, probability: 1e-6 * (1 + index % 7) as f64 })
            .collect();
        let sums = |states: &[State]| {
            let sum = |of: &dyn Fn(&State) -> f64| states.iter().map(|state| state.probability * of(state)).sum::<f64>();
            [sum(&|_| 1.0), sum(&|state| state.value), sum(&|state| state.used)]
        };
        let mut bin = 0.0;
        let fewer = merged(states.clone(), &mut bin, 1e5);
        assert!(bin > 0.0 && fewer.len() <= STATES && fewer.len() > STATES / 4, "{bin} {}", fewer.len());
        for (one, other) in sums(&states).into_iter().zip(sums(&fewer)) {
            assert!((one / other - 1.0).abs() < 1e-9, "{one} {other}");
        }
    }

    #[test]
    fn a_normal_sum_has_the_normal_tails() {
        let law = PaidSum::Normal(2.0);
        // Phi(1) and Phi(-1.5)
        assert!((law.up_to(2.0) - 0.841_344_746_068_543).abs() < 1e-12 && (law.up_to(-3.0) - 0.066_807_201_268_858).abs() < 1e-12);
    }
}
