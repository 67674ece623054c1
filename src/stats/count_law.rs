//! The laws of a count: binomial and hypergeometric, exact tails and quantiles from one play to 10^17 trials.
//!
//! Probabilities by Loader's saddle-point form; tails by plain summation where the law is narrow, else by the sum formula of Euler and Maclaurin over a Gauss-Legendre integral
//! of the same form at real arguments. Nothing is a normal approximation.

use super::special::{deviance, normal_quantile, stirling_error};
use std::f64::consts::PI;

/// The law of a count.
#[derive(Clone, Copy, Debug)]
pub struct CountLaw {
    kind: Kind,
    mean: f64,
    variance: f64,
    skewness: f64,
    least: u64,
    most: u64,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Successes of independent trials.
    Binomial { trials: f64, p: f64, q: f64 },
    /// Marked ones among those drawn without replacement; `drawn_mass` is the binomial probability Loader's form divides by.
    Hypergeometric { population: f64, marked: f64, drawn: f64, drawn_mass: f64 },
}

/// The probability of a count, of fewer and of more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tails {
    /// Of a smaller count.
    pub below: f64,
    /// Of the count itself.
    pub at: f64,
    /// Of a larger count.
    pub above: f64,
}

impl Tails {
    /// The two-sided p-value: twice the smaller of the two tails that include the count, at most 1.
    #[must_use]
    pub fn two_sided(self) -> f64 {
        (2.0 * (self.at + self.below.min(self.above))).min(1.0)
    }

    /// The same with half the probability of the count itself (mid-p): uniform on average, for calibration.
    #[must_use]
    pub fn mid(self) -> f64 {
        (2.0 * (0.5 * self.at + self.below.min(self.above))).min(1.0)
    }
}

impl CountLaw {
    /// Successes among `trials` independent trials of probability `p` (and `q = 1 - p`, given so that neither loses digits).
    #[must_use]
    pub fn binomial(trials: u64, p: f64, q: f64) -> Self {
        let n = trials as f64;
        let variance = n * p * q;
        let skewness = if variance > 0.0 { (q - p) / variance.sqrt() } else { 0.0 };
        let (least, most) = if p <= 0.0 {
            (0, 0)
        } else if q <= 0.0 {
            (trials, trials)
        } else {
            (0, trials)
        };
        Self { kind: Kind::Binomial { trials: n, p, q }, mean: n * p, variance, skewness, least, most }
    }

    /// Marked ones among `drawn` of a population of which `marked` are marked; `marked` and `drawn` are at most `population`.
    #[must_use]
    pub fn hypergeometric(population: u64, marked: u64, drawn: u64) -> Self {
        let (n, k, r) = (population as f64, marked as f64, drawn as f64);
        let (share, rest) = (k / n.max(1.0), (population - marked) as f64 / n.max(1.0));
        let undrawn = (population - drawn) as f64;
        let variance = if population > 1 { r * share * rest * (undrawn / (n - 1.0)) } else { 0.0 };
        // from the third central moment pq (q - p) r (N - r) (N - 2r) / ((N - 1) (N - 2))
        let skewness = if variance > 0.0 && population > 2 { (rest - share) * ((undrawn - r) / (n - 2.0)) / variance.sqrt() } else { 0.0 };
        let least = drawn.saturating_sub(population - marked);
        let most = marked.min(drawn);
        let (p, q) = (r / n.max(1.0), undrawn / n.max(1.0));
        let kind = Kind::Hypergeometric { population: n, marked: k, drawn: r, drawn_mass: binomial_mass(r, n, p, q) };
        Self { kind, mean: r * share, variance, skewness, least, most }
    }

    /// The mean.
    #[must_use]
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance.
    #[must_use]
    pub const fn variance(&self) -> f64 {
        self.variance
    }

    /// The skewness.
    #[must_use]
    pub const fn skewness(&self) -> f64 {
        self.skewness
    }

    /// The smallest and the largest possible count.
    #[must_use]
    pub const fn support(&self) -> (u64, u64) {
        (self.least, self.most)
    }

    /// The probability of `x`, at a real `x` of the support (between whole numbers: the same formula).
    fn mass_at(&self, x: f64) -> f64 {
        if self.least == self.most {
            return 1.0;
        }
        match self.kind {
            Kind::Binomial { trials, p, q } => binomial_mass(x, trials, p, q),
            Kind::Hypergeometric { population, marked, drawn, drawn_mass } => {
                let (p, q) = (drawn / population, (population - drawn) / population);
                binomial_mass(x, marked, p, q) * (binomial_mass(drawn - x, population - marked, p, q) / drawn_mass)
            }
        }
    }

    /// The probability of `x`.
    #[must_use]
    pub fn mass(&self, x: u64) -> f64 {
        if (self.least..=self.most).contains(&x) { self.mass_at(x as f64) } else { 0.0 }
    }

    /// `mass(x + 1) / mass(x)`.
    fn ratio(&self, x: f64) -> f64 {
        match self.kind {
            Kind::Binomial { trials, p, q } => (trials - x) / (x + 1.0) * (p / q),
            Kind::Hypergeometric { population, marked, drawn, .. } => {
                (marked - x) / (x + 1.0) * ((drawn - x) / (population - marked - drawn + x + 1.0))
            }
        }
    }

    /// The probabilities of `x`, below it and above it; the smaller tail has full relative accuracy.
    #[must_use]
    pub fn tails(&self, x: u64) -> Tails {
        if x < self.least {
            return Tails { below: 0.0, at: 0.0, above: 1.0 };
        }
        if x > self.most {
            return Tails { below: 1.0, at: 0.0, above: 0.0 };
        }
        let at = self.mass(x).min(1.0);
        if (x as f64) < self.mean {
            let below = if x == self.least { 0.0 } else { self.tail(x - 1, false) };
            Tails { below, at, above: (1.0 - at - below).max(0.0) }
        } else {
            let above = if x == self.most { 0.0 } else { self.tail(x + 1, true) };
            Tails { below: (1.0 - at - above).max(0.0), at, above }
        }
    }

    /// The probability of `from` and all counts beyond it, upwards or downwards; `from` lies on that side of the mean, or beside it.
    fn tail(&self, from: u64, up: bool) -> f64 {
        let start = from as f64;
        let first = self.mass_at(start);
        if first <= 0.0 {
            return 0.0;
        }
        let outward = |x: f64| if up { self.ratio(x) } else { 1.0 / self.ratio(x - 1.0) };
        let slope = -outward(start).ln();
        if self.variance < 1e4 || slope > 0.03 {
            let (mut sum, mut term, mut x) = (0.0, first, start);
            let end = if up { self.most as f64 } else { self.least as f64 };
            let step = if up { 1.0 } else { -1.0 };
            loop {
                sum += term;
                if x == end || term < 1e-18 * sum {
                    return sum.min(1.0);
                }
                term *= outward(x);
                x += step;
            }
        }
        // sum = integral + f/2 - f'/12 + f'''/720, the derivatives taken outwards
        let step = if up { 1.0 } else { -1.0 };
        let inner = outward(start - step).ln();
        let outer = outward(start).ln();
        let (g, bend) = (0.5 * (inner + outer), outer - inner);
        let correction = 0.5 - g / 12.0 + (g * g * g + 3.0 * g * bend) / 720.0;
        (self.integral(start, step, slope) + first * correction).min(1.0)
    }

    /// The integral of the mass at real arguments, from `start` outwards.
    fn integral(&self, start: f64, step: f64, slope: f64) -> f64 {
        let spread = self.variance.sqrt();
        let width = (1.5 * spread).min(3.0 / slope.max(1e-300));
        let end = if step > 0.0 { self.most as f64 } else { self.least as f64 };
        let mut sum = 0.0;
        let mut near = start;
        for _ in 0..60 {
            let far = if step > 0.0 { (near + width).min(end) } else { (near - width).max(end) };
            let (middle, half) = (0.5 * (near + far), 0.5 * (far - near));
            let mut panel = 0.0;
            for (node, weight) in GAUSS_16 {
                panel += weight * (self.mass_at(middle - half * node) + self.mass_at(middle + half * node));
            }
            panel *= half.abs();
            sum += panel;
            if panel < 1e-17 * sum || (far - end).abs() < 0.5 {
                break;
            }
            near = far;
        }
        sum
    }

    /// The smallest count that is not exceeded with probability `probability` or more.
    #[must_use]
    pub fn quantile(&self, probability: f64) -> u64 {
        if self.least == self.most {
            return self.least;
        }
        let (least, most) = (self.least as f64, self.most as f64);
        let z = normal_quantile(probability.clamp(1e-300, 1.0 - 1e-16));
        let spread = self.variance.sqrt();
        let mut x = (self.mean + spread * (z + self.skewness * (z * z - 1.0) / 6.0) - 0.5).round().clamp(least, most);
        let up_to = |x: f64| {
            let tails = self.tails(whole(x));
            (tails.below + tails.at, tails.at)
        };
        // Newton towards the quantile while the law is wide, then one by one
        let (mut reached, mut at) = up_to(x);
        for _ in 0..30 {
            let move_by = ((probability - reached) / at.max(1e-300)).clamp(-spread.max(1.0), spread.max(1.0)).round();
            let next = (x + move_by).clamp(least, most);
            if (next - x).abs() < 1.5 {
                break;
            }
            x = next;
            (reached, at) = up_to(x);
        }
        if reached < probability {
            while reached < probability && x < most {
                x += 1.0;
                at = self.mass_at(x);
                reached += at;
            }
            return whole(x);
        }
        while x > least && reached - at >= probability {
            reached -= at;
            x -= 1.0;
            at = self.mass_at(x);
        }
        whole(x)
    }

    /// The probabilities of all counts that have at least `negligible`, with the first such count; never empty.
    #[must_use]
    pub fn masses(&self, negligible: f64) -> (u64, Vec<f64>) {
        let mode = whole(self.mean.round()).clamp(self.least, self.most);
        let top = self.mass(mode);
        let (mut first, mut low, mut mass) = (mode, Vec::new(), top);
        while first > self.least {
            mass /= self.ratio(first as f64 - 1.0);
            if mass < negligible {
                break;
            }
            first -= 1;
            low.push(mass);
        }
        low.reverse();
        low.push(top);
        let (mut last, mut mass) = (mode, top);
        while last < self.most {
            mass *= self.ratio(last as f64);
            if mass < negligible {
                break;
            }
            last += 1;
            low.push(mass);
        }
        (first, low)
    }

    /// The shortest range by equal tails that covers the count with probability `coverage` or more.
    #[must_use]
    pub fn range(&self, coverage: f64) -> (u64, u64) {
        let tail = 0.5 * (1.0 - coverage);
        (self.quantile(tail), self.quantile(1.0 - tail))
    }

    /// The standard error in which `observed` differs from the mean; `None` where nothing can vary.
    #[must_use]
    pub fn z(&self, observed: u64) -> Option<f64> {
        (self.variance > 0.0).then(|| (observed as f64 - self.mean) / self.variance.sqrt())
    }
}

/// A whole float as a count.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // counts stay between 0 and 10^18
fn whole(x: f64) -> u64 {
    x as u64
}

/// The binomial probability of `x` successes in `n` trials, for real `x` (Loader 2000).
fn binomial_mass(x: f64, n: f64, p: f64, q: f64) -> f64 {
    if p <= 0.0 {
        return if x == 0.0 { 1.0 } else { 0.0 };
    }
    if q <= 0.0 {
        return if x == n { 1.0 } else { 0.0 };
    }
    if x <= 0.0 {
        return if p < 0.1 { n * (-p).ln_1p() } else { n * q.ln() }.exp();
    }
    if x >= n {
        return if q < 0.1 { n * (-q).ln_1p() } else { n * p.ln() }.exp();
    }
    let errors = stirling_error(n) - stirling_error(x) - stirling_error(n - x);
    let exponent = errors - deviance(x, n * p) - deviance(n - x, n * q);
    exponent.exp() * (n / (2.0 * PI * x * (n - x))).sqrt()
}

/// Positive nodes and weights of Gauss-Legendre quadrature with 16 points on [-1, 1].
const GAUSS_16: [(f64, f64); 8] = [
    (0.095_012_509_837_637_44, 0.189_450_610_455_068_5),
    (0.281_603_550_779_258_9, 0.182_603_415_044_923_6),
    (0.458_016_777_657_227_4, 0.169_156_519_395_002_53),
    (0.617_876_244_402_643_7, 0.149_595_988_816_576_73),
    (0.755_404_408_355_003, 0.124_628_971_255_533_88),
    (0.865_631_202_387_831_7, 0.095_158_511_682_492_78),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_894),
    (0.989_400_934_991_649_9, 0.027_152_459_411_754_096),
];
