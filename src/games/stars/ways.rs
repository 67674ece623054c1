//! The ways of a prize: the multisets of sums that add up to it, enumerated, with exact whole-number weights (decision S6).

use crate::money::Cents;
use crate::spec::gcd;

/// One way of a prize.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Numbers of its sums in the game's list of sums, ascending; may repeat.
    pub sums: Vec<u8>,
    /// Its weight among the ways of the prize.
    pub weight: u64,
}

/// All multisets of 1 to `most` of the `allowed` sums that add up to `prize`: largest sums first, fewest sums first among equals.
///
/// `allowed` are pairs (number in the game's list, amount), amounts over 0.
#[must_use]
pub fn multisets(prize: Cents, allowed: &[(u8, Cents)], most: usize) -> Vec<Vec<u8>> {
    let mut descending = allowed.to_vec();
    descending.sort_by_key(|&(_, amount)| std::cmp::Reverse(amount));
    let mut found = Vec::new();
    extend(prize, &descending, most, &mut Vec::new(), &mut found);
    found.sort_by_key(Vec::len);
    for way in &mut found {
        way.sort_unstable();
    }
    found
}

fn extend(left: Cents, descending: &[(u8, Cents)], most: usize, taken: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    if left == Cents::ZERO {
        if !taken.is_empty() {
            found.push(taken.clone());
        }
        return;
    }
    if taken.len() == most {
        return;
    }
    for (place, &(number, amount)) in descending.iter().enumerate() {
        if amount <= left && amount > Cents::ZERO {
            taken.push(number);
            extend(left - amount, &descending[place..], most, taken, found);
            taken.pop();
        }
    }
}

/// Weights `ratio^(sums - 1)` as whole numbers without a common divisor; `None` when they do not fit 64 bits.
#[must_use]
pub fn weights(lengths: &[usize], ratio: (u64, u64)) -> Option<Vec<u64>> {
    let longest = lengths.iter().copied().max().unwrap_or(1);
    let power = |base: u64, exponent: usize| base.checked_pow(u32::try_from(exponent).ok()?);
    let whole: Option<Vec<u64>> =
        lengths.iter().map(|&sums| power(ratio.0, sums.checked_sub(1)?)?.checked_mul(power(ratio.1, longest - sums)?)).collect();
    let whole = whole?;
    let common = whole.iter().fold(0, |common, &weight| if weight == 0 { common } else { gcd(weight, common) }).max(1);
    Some(whole.into_iter().map(|weight| weight / common).collect())
}
