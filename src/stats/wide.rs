//! Whole numbers of up to 768 bits: sums of fourth powers of cents over 10^18 plays stay exact until the last division.

use std::ops::{Add, Mul, Neg, Sub};

const LIMBS: usize = 12;

/// A signed whole number of at most 768 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide {
    negative: bool,
    /// The magnitude, least significant word first.
    limbs: [u64; LIMBS],
}

impl Wide {
    /// Zero.
    pub const ZERO: Self = Self { negative: false, limbs: [0; LIMBS] };

    /// Whether the number is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.limbs == [0; LIMBS]
    }

    /// The number to the power `exponent`.
    #[must_use]
    pub fn power(self, exponent: u32) -> Self {
        (0..exponent).fold(Self::from(1_u128), |product, _| product * self)
    }

    /// The quotient of two whole numbers as a float, with an error of at most two units in the last place; 0 for a denominator of 0.
    #[must_use]
    pub fn ratio(self, denominator: Self) -> f64 {
        if denominator.is_zero() || self.is_zero() {
            return 0.0;
        }
        let (above, above_bits) = self.leading();
        let (below, below_bits) = denominator.leading();
        let quotient = above / below * 2.0_f64.powi(above_bits - below_bits);
        if self.negative == denominator.negative { quotient } else { -quotient }
    }

    /// The nearest float (infinite from 2^1024, which no moment of a table reaches).
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.ratio(Self::from(1_u128))
    }

    /// The magnitude as `mantissa * 2^exponent`, the mantissa rounded once from the 128 leading bits.
    fn leading(&self) -> (f64, i32) {
        let Some(top) = self.limbs.iter().rposition(|&limb| limb > 0) else { return (0.0, 0) };
        let word = |index: Option<usize>| index.map_or(0, |index| self.limbs[index]);
        let high = u128::from(self.limbs[top]) << 64 | u128::from(word(top.checked_sub(1)));
        let shift = high.leading_zeros();
        let mut bits = high << shift;
        if shift > 0 {
            bits |= u128::from(word(top.checked_sub(2))) >> (64 - shift);
        }
        let exponent = 64 * i32::try_from(top).unwrap_or(0) - 64 - i32::try_from(shift).unwrap_or(0);
        (bits as f64, exponent)
    }

    fn compare_magnitude(&self, other: &Self) -> std::cmp::Ordering {
        self.limbs.iter().rev().cmp(other.limbs.iter().rev())
    }
}

impl From<u128> for Wide {
    #[allow(clippy::cast_possible_truncation)] // the two halves of 128 bits
    fn from(number: u128) -> Self {
        let mut limbs = [0; LIMBS];
        limbs[0] = number as u64;
        limbs[1] = (number >> 64) as u64;
        Self { negative: false, limbs }
    }
}

impl From<i128> for Wide {
    fn from(number: i128) -> Self {
        let magnitude = Self::from(number.unsigned_abs());
        if number < 0 { -magnitude } else { magnitude }
    }
}

impl From<u64> for Wide {
    fn from(number: u64) -> Self {
        Self::from(u128::from(number))
    }
}

impl Neg for Wide {
    type Output = Self;
    fn neg(self) -> Self {
        Self { negative: !self.negative && !self.is_zero(), limbs: self.limbs }
    }
}

impl Add for Wide {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        if self.negative == other.negative {
            let mut limbs = [0; LIMBS];
            let mut carry = 0_u128;
            for (out, (&a, &b)) in limbs.iter_mut().zip(self.limbs.iter().zip(&other.limbs)) {
                carry += u128::from(a) + u128::from(b);
                *out = low(carry);
                carry >>= 64;
            }
            debug_assert!(carry == 0, "768 bits are enough for every moment");
            return Self { negative: self.negative, limbs };
        }
        let (larger, smaller) = if self.compare_magnitude(&other).is_lt() { (other, self) } else { (self, other) };
        let mut limbs = [0; LIMBS];
        let mut borrow = 0_u64;
        for (out, (&a, &b)) in limbs.iter_mut().zip(larger.limbs.iter().zip(&smaller.limbs)) {
            let (first, under) = a.overflowing_sub(b);
            let (second, under_again) = first.overflowing_sub(borrow);
            *out = second;
            borrow = u64::from(under || under_again);
        }
        let difference = Self { negative: false, limbs };
        if larger.negative { -difference } else { difference }
    }
}

impl Sub for Wide {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Wide {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let mut limbs = [0_u64; LIMBS];
        for (shift, &a) in self.limbs.iter().enumerate().filter(|&(_, &limb)| limb > 0) {
            let mut carry = 0_u128;
            for (&b, out) in other.limbs.iter().zip(&mut limbs[shift..]) {
                carry += u128::from(a) * u128::from(b) + u128::from(*out);
                *out = low(carry);
                carry >>= 64;
            }
            debug_assert!(carry == 0, "768 bits are enough for every moment");
        }
        let product = Self { negative: false, limbs };
        if self.negative == other.negative { product } else { -product }
    }
}

#[allow(clippy::cast_possible_truncation)] // the low word of a product
fn low(wide: u128) -> u64 {
    wide as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_i128_where_i128_is_enough() {
        for &a in &[0_i128, 1, -1, 7, -13, i128::from(u64::MAX), -i128::from(u64::MAX) - 1, 1 << 62, -(1 << 62)] {
            for &b in &[0_i128, 1, -1, 5, -11, i128::from(i64::MAX), -(1 << 61)] {
                assert_eq!(Wide::from(a) + Wide::from(b), Wide::from(a + b));
                assert_eq!(Wide::from(a) - Wide::from(b), Wide::from(a - b));
                if let Some(product) = a.checked_mul(b) {
                    assert_eq!(Wide::from(a) * Wide::from(b), Wide::from(product));
                }
                if b != 0 {
                    assert!((Wide::from(a).ratio(Wide::from(b)) - a as f64 / b as f64).abs() <= (a as f64 / b as f64).abs() * 4e-16);
                }
            }
        }
    }

    #[test]
    fn large_powers_divide_exactly() {
        let ten = Wide::from(10_u128);
        assert!((ten.power(170).ratio(ten.power(168)) - 100.0).abs() < 1e-13);
        assert!((ten.power(170).to_f64() / 1e170 - 1.0).abs() < 1e-15);
        assert_eq!(((ten.power(100) + Wide::from(1_u128)) - ten.power(100)).to_f64(), 1.0);
        assert_eq!((ten.power(100) - (ten.power(100) + Wide::from(3_u128))).to_f64(), -3.0);
    }
}
