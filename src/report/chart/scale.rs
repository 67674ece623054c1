//! From values to pixels: linear, logarithmic, and magnified around a centre; and where the ticks stand.

use super::number::floor_log10;

/// How a scale bends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bend {
    Linear,
    Log,
    /// Linear near 0, logarithmic far from it: `asinh(value / unit)`.
    Magnified(f64),
}

/// A map from values to pixels. Every number maps to a finite pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    bend: Bend,
    /// The values at the two ends.
    pub domain: (f64, f64),
    /// Where they are drawn.
    pub pixels: (f64, f64),
}

impl Scale {
    /// Equal steps for equal differences.
    #[must_use]
    pub fn linear(domain: (f64, f64), pixels: (f64, f64)) -> Self {
        Self::new(Bend::Linear, domain, pixels)
    }

    /// Equal steps for equal ratios; the domain is more than 0.
    #[must_use]
    pub fn log(domain: (f64, f64), pixels: (f64, f64)) -> Self {
        let low = if domain.0 > 0.0 { domain.0 } else { f64::MIN_POSITIVE };
        Self::new(Bend::Log, (low, domain.1), pixels)
    }

    /// Linear within `unit` of 0, then logarithmic on both sides.
    #[must_use]
    pub fn magnified(unit: f64, domain: (f64, f64), pixels: (f64, f64)) -> Self {
        Self::new(Bend::Magnified(if unit > 0.0 { unit } else { 1.0 }), domain, pixels)
    }

    fn new(bend: Bend, domain: (f64, f64), pixels: (f64, f64)) -> Self {
        Self { bend, domain, pixels }
    }

    fn bent(&self, value: f64) -> f64 {
        match self.bend {
            Bend::Linear => value,
            Bend::Log => value.max(f64::MIN_POSITIVE).ln(),
            Bend::Magnified(unit) => (value / unit).asinh(),
        }
    }

    /// The pixel of a value, kept between the two ends.
    #[must_use]
    pub fn place(&self, value: f64) -> f64 {
        let (low, high) = (self.bent(self.domain.0), self.bent(self.domain.1));
        let share = (self.bent(value) - low) / (high - low);
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 };
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }

    /// Whether a value lies between the two ends.
    #[must_use]
    pub fn holds(&self, value: f64) -> bool {
        value >= self.domain.0.min(self.domain.1) && value <= self.domain.0.max(self.domain.1)
    }
}

/// About `wanted` round values from `low` to `high`, and the decimals that print them.
#[must_use]
pub fn linear_ticks(low: f64, high: f64, wanted: u32) -> (Vec<f64>, usize) {
    let width = high - low;
    if width <= 0.0 || !width.is_finite() || wanted == 0 {
        return (Vec::new(), 0);
    }
    let raw = width / f64::from(wanted);
    let power = 10_f64.powi(floor_log10(raw));
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= raw * 0.999).unwrap_or(10.0);
    let step = factor * power;
    let decimals = usize::try_from((-floor_log10(step)).clamp(0, 12)).unwrap_or(0);
    let mut ticks = Vec::new();
    let mut index = (low / step - 1e-9).ceil();
    while index * step <= high + step * 1e-9 && ticks.len() < 100 {
        ticks.push(index * step);
        index += 1.0;
    }
    (ticks, decimals)
}

/// The powers of ten between `low` and `high`, as exponents, thinned out to at most `most`.
#[must_use]
pub fn decades(low: f64, high: f64, most: usize) -> Vec<i32> {
    let first = floor_log10(low * 0.999_999).saturating_add(1);
    let last = floor_log10(high);
    let all: Vec<i32> = (first..=last).collect();
    let every = all.len().div_ceil(most.max(1)).max(1);
    all.into_iter().filter(|exponent| exponent.rem_euclid(i32::try_from(every).unwrap_or(1)) == 0).collect()
}

/// 1, 2, 5 times the powers of ten between `low` and `high`.
#[must_use]
pub fn one_two_five(low: f64, high: f64) -> Vec<f64> {
    if low <= 0.0 || !high.is_finite() {
        return Vec::new();
    }
    let exponents = floor_log10(low)..=floor_log10(high);
    let ticks = exponents.flat_map(|exponent| [1.0, 2.0, 5.0].map(|factor| factor * 10_f64.powi(exponent)));
    ticks.filter(|&tick| tick >= low * 0.999_999 && tick <= high * 1.000_001).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_hit_their_ends_and_middle() {
        for (scale, middle) in [
            (Scale::linear((0.0, 10.0), (100.0, 300.0)), 5.0),
            (Scale::log((1.0, 10_000.0), (100.0, 300.0)), 100.0),
            (Scale::magnified(0.1, (-5.0, 5.0), (100.0, 300.0)), 0.0),
        ] {
            assert!((scale.place(scale.domain.0) - 100.0).abs() < 1e-9);
            assert!((scale.place(scale.domain.1) - 300.0).abs() < 1e-9);
            assert!((scale.place(middle) - 200.0).abs() < 1e-9);
            assert!((scale.place(1e300) - 300.0).abs() < 1e-9);
        }
    }

    #[test]
    fn nothing_is_ever_off_the_picture() {
        for scale in [Scale::log((0.0, 0.0), (10.0, 20.0)), Scale::linear((3.0, 3.0), (10.0, 20.0)), Scale::linear((f64::NAN, 1.0), (10.0, 20.0))] {
            for value in [0.0, -1.0, 3.0, f64::NAN, f64::INFINITY] {
                assert!((10.0..=20.0).contains(&scale.place(value)), "{scale:?} {value}");
            }
        }
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(linear_ticks(0.0, 100.0, 5).0, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        let (ticks, decimals) = linear_ticks(69.91, 70.13, 4);
        assert_eq!(decimals, 1);
        assert_eq!(ticks.len(), 2);
        assert_eq!(linear_ticks(1.0, 1.0, 5).0.len(), 0);
        assert_eq!(decades(1.0, 1e9, 20), (0..=9).collect::<Vec<_>>());
        assert_eq!(decades(1.0, 1e9, 5), [0, 2, 4, 6, 8]);
        assert_eq!(decades(2.0, 9.0, 5), [0_i32; 0]);
        assert_eq!(one_two_five(40.0, 600.0), [50.0, 100.0, 200.0, 500.0]);
    }
}
