//! The law of the difference of two independent figures whose own laws are known: two returns, two shares.
//!
//! Both laws are mixtures of atoms and of parts near the normal. Atoms alone: `P(b - a <= d)` is the sum over the atoms of `a` of the distribution function of `b`. Else the difference of
//! two parts is a part again, whose cumulants are those of the first less (odd) or plus (even) those of the second; where the pairs would be too many, neighbouring parts are
//! merged first, keeping mass, mean and variance. Everything is counted in steps about the expected difference, so that no digit is lost on the way.

use super::count_law::CountLaw;
use super::paid_sum::{Mixture, Part};

/// Parts of each law kept where the pairs are followed.
const MOST_PARTS: usize = 80;
/// How far a possible difference may be missed by rounding, in steps.
const SLACK: f64 = 1e-3;

/// The law of `b - a`.
#[derive(Clone, Debug)]
pub struct DifferenceLaw {
    kind: Kind,
    /// The expected difference.
    centre: f64,
    /// The unit everything is counted in.
    step: f64,
    /// Whether nothing can vary.
    certain: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Atoms of `a` with their probabilities; atoms of `b` in order, with the probability up to each.
    Atoms { a: Vec<(f64, f64)>, b: Vec<(f64, f64)> },
    /// The parts of the difference.
    Parts(Mixture),
}

impl DifferenceLaw {
    /// From the parts of both laws in one unit; `step` is the smallest step either of them takes.
    #[must_use]
    pub fn new(a: &[Part], b: &[Part], step: f64) -> Self {
        let mean = |parts: &[Part]| parts.iter().map(|part| part.probability * part.mean).sum::<f64>();
        let counted = |parts: &[Part]| -> Vec<Part> {
            let mean = mean(parts);
            parts.iter().map(|part| scaled(part, 1.0 / step, -mean / step)).collect()
        };
        let centre = mean(b) - mean(a);
        let certain = [a, b].iter().all(|parts| matches!(parts, [only] if only.spread == 0.0));
        let (a, b) = (counted(a), counted(b));
        let kind = if a.iter().chain(&b).all(|part| part.spread == 0.0) {
            let mut sorted: Vec<(f64, f64)> = b.iter().map(|part| (part.mean, part.probability)).collect();
            sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
            let mut reached = 0.0;
            for atom in &mut sorted {
                reached += atom.1;
                atom.1 = reached;
            }
            Kind::Atoms { a: a.iter().map(|part| (part.mean, part.probability)).collect(), b: sorted }
        } else {
            let (a, b) = (thinned(&a), thinned(&b));
            Kind::Parts(Mixture::new(b.iter().flat_map(|other| a.iter().map(move |one| minus(other, one))).collect()))
        };
        Self { kind, centre, step, certain }
    }

    /// Whether nothing can vary.
    #[must_use]
    pub const fn is_certain(&self) -> bool {
        self.certain
    }

    /// The probability of a difference up to `steps` steps above the expected one.
    fn up_to(&self, steps: f64) -> f64 {
        match &self.kind {
            Kind::Parts(mixture) => mixture.up_to(steps),
            Kind::Atoms { a, b } => {
                let below = |value: f64| match b.partition_point(|&(mean, _)| mean <= value) {
                    0 => 0.0,
                    count => b[count - 1].1,
                };
                a.iter().map(|&(mean, probability)| probability * below(steps + mean)).sum::<f64>().min(1.0)
            }
        }
    }

    /// The steps above the expected difference that are not exceeded with probability `probability`.
    fn quantile(&self, probability: f64) -> f64 {
        match &self.kind {
            Kind::Parts(mixture) => mixture.quantile(probability),
            Kind::Atoms { a, b } => {
                let ends = |atoms: &[(f64, f64)]| {
                    atoms.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |ends, atom| (ends.0.min(atom.0), ends.1.max(atom.0)))
                };
                let (ends_a, ends_b) = (ends(a), ends(b));
                let (mut low, mut high) = (ends_b.0 - ends_a.1 - 1.0, ends_b.1 - ends_a.0);
                while high - low > 0.2 * SLACK {
                    let middle = 0.5 * (low + high);
                    if self.up_to(middle) >= probability - 1e-12 {
                        high = middle;
                    } else {
                        low = middle;
                    }
                }
                high
            }
        }
    }

    /// The equal-tailed range of probability `coverage`.
    #[must_use]
    pub fn range(&self, coverage: f64) -> (f64, f64) {
        if self.certain {
            return (self.centre, self.centre);
        }
        let tail = 0.5 * (1.0 - coverage);
        (self.centre + self.step * (self.quantile(tail) - SLACK), self.centre + self.step * (self.quantile(1.0 - tail) + SLACK))
    }

    /// The two-sided p-value of a difference: twice the smaller tail that includes it.
    #[must_use]
    pub fn p_value(&self, difference: f64) -> f64 {
        let steps = (difference - self.centre) / self.step;
        let below = self.up_to(steps + SLACK);
        let above = 1.0 - self.up_to(steps - SLACK);
        (2.0 * below.min(above)).clamp(0.0, 1.0)
    }
}

/// A part times a factor, moved.
#[must_use]
pub fn scaled(part: &Part, factor: f64, shift: f64) -> Part {
    Part {
        mean: part.mean * factor + shift,
        spread: part.spread * factor.abs(),
        skewness: part.skewness * factor.signum(),
        half: part.half * factor.abs(),
        ..*part
    }
}

/// The law of a count, times a factor and moved, as parts: atoms where it is narrow, one part near the normal where it is wide.
#[must_use]
pub fn count_parts(law: &CountLaw, factor: f64, shift: f64) -> Vec<Part> {
    const WIDE: f64 = 100.0;
    if law.variance() > WIDE {
        let part = Part::near_normal(1.0, law.mean(), (law.variance() + 1.0 / 12.0).sqrt(), law.skewness());
        return vec![scaled(&part, factor, shift)];
    }
    let (first, masses) = law.masses(1e-12);
    let total: f64 = masses.iter().sum();
    (first..).zip(masses).map(|(count, mass)| scaled(&Part::atom(mass / total, count as f64), factor, shift)).collect()
}

fn minus(b: &Part, a: &Part) -> Part {
    let probability = a.probability * b.probability;
    let variance = a.spread * a.spread + b.spread * b.spread;
    if variance <= 0.0 {
        return Part::atom(probability, b.mean - a.mean);
    }
    let third = b.skewness * b.spread.powi(3) - a.skewness * a.spread.powi(3);
    let fourth = b.excess * b.spread.powi(4) + a.excess * a.spread.powi(4);
    let spread = variance.sqrt();
    Part { probability, mean: b.mean - a.mean, spread, skewness: third / variance / spread, excess: fourth / variance / variance, half: 0.0 }
}

/// Some [`MOST_PARTS`] parts, one more at either end: neighbours in bins of equal width become one.
fn thinned(parts: &[Part]) -> Vec<Part> {
    if parts.len() <= MOST_PARTS {
        return parts.to_vec();
    }
    // the bins span what has a probability; the far ends go into the outermost ones
    let mut sorted = parts.to_vec();
    sorted.sort_by(|one, other| one.mean.total_cmp(&other.mean));
    let end = |parts: &[&Part]| {
        let mut reached = 0.0;
        let far = parts.iter().find(|part| {
            reached += part.probability;
            reached > 1e-4
        });
        far.map_or(0.0, |part| part.mean)
    };
    let upwards: Vec<&Part> = sorted.iter().collect();
    let downwards: Vec<&Part> = sorted.iter().rev().collect();
    let (low, high) = (end(&upwards), end(&downwards));
    let width = (high - low) / (MOST_PARTS - 2) as f64;
    #[allow(clippy::cast_possible_truncation)] // between -1 and MOST_PARTS
    let bin = |part: &Part| if width > 0.0 { ((part.mean - low) / width).floor().clamp(-1.0, MOST_PARTS as f64) as i64 } else { 0 };
    sorted.chunk_by(|one, other| bin(one) == bin(other)).map(merged).collect()
}

fn merged(parts: &[Part]) -> Part {
    let total: f64 = parts.iter().map(|part| part.probability).sum();
    let average = |value: &dyn Fn(&Part) -> f64| parts.iter().map(|part| part.probability / total * value(part)).sum::<f64>();
    let mean = average(&|part| part.mean);
    let variance = average(&|part| part.spread * part.spread + (part.mean - mean) * (part.mean - mean));
    let (skewness, excess) = (average(&|part| part.skewness), average(&|part| part.excess));
    Part { probability: total, mean, spread: variance.sqrt(), skewness, excess, half: average(&|part| part.half) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two dice: their difference, by hand.
    #[test]
    fn atoms_subtract_exactly() {
        let die: Vec<Part> = (1..=6).map(|face| Part::atom(1.0 / 6.0, f64::from(face))).collect();
        let law = DifferenceLaw::new(&die, &die, 1.0);
        // P(difference <= -4) = 3/36, P(difference >= 5) = 1/36
        assert!((law.p_value(-4.0) - 6.0 / 36.0).abs() < 1e-12);
        assert!((law.p_value(5.0) - 2.0 / 36.0).abs() < 1e-12);
        assert_eq!(law.p_value(0.0), 1.0);
        let (low, high) = law.range(0.80);
        assert!((low + 3.0).abs() < 0.01 && (high - 3.0).abs() < 0.01, "{low} {high}");
        let one = [Part::atom(1.0, 0.25)];
        let certain = DifferenceLaw::new(&one, &one, 0.01);
        assert!(certain.is_certain() && certain.range(0.95) == (0.0, 0.0) && certain.p_value(0.0) == 1.0 && certain.p_value(0.01) == 0.0);
    }

    #[test]
    fn normals_subtract_exactly() {
        let (a, b) = (Part::near_normal(1.0, 10.0, 3.0, 0.0), Part::near_normal(1.0, 12.0, 4.0, 0.0));
        let law = DifferenceLaw::new(&[a], &[b], 1e-6);
        let (low, high) = law.range(0.95);
        assert!((low - (2.0 - 5.0 * 1.959_963_984_540_054)).abs() < 1e-5 && (high - (2.0 + 5.0 * 1.959_963_984_540_054)).abs() < 1e-5);
        assert!((law.p_value(low) - 0.05).abs() < 1e-6);
    }

    /// 5 000 atoms beside a part near the normal are merged to 80 parts: the range moves by less than a hundredth of the spread. The one part of a wide law does as well.
    #[test]
    fn merging_keeps_the_range() {
        let law = CountLaw::binomial(1_000_000, 0.3, 0.7);
        let (first, masses) = law.masses(1e-14);
        let atoms: Vec<Part> = (first..).zip(masses).map(|(count, mass)| Part::atom(mass, count as f64)).collect();
        assert!(atoms.len() > 5_000);
        assert!((MOST_PARTS / 2..=MOST_PARTS + 2).contains(&thinned(&atoms).len()), "{}", thinned(&atoms).len());
        let nearly_zero = [Part::near_normal(1.0, 0.0, 1e-3, 0.0)];
        let exact = law.range(0.95);
        let allowed = 0.01 * law.variance().sqrt();
        for parts in [atoms, count_parts(&law, 1.0, 0.0)] {
            let (low, high) = DifferenceLaw::new(&nearly_zero, &parts, 1.0).range(0.95);
            assert!((low - exact.0 as f64).abs() < allowed && (high - exact.1 as f64).abs() < allowed, "{low} {high} {exact:?}");
        }
    }
}
