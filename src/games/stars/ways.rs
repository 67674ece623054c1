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
/// `None` when there are more than so many `ways`, or too many sets to try.
///
/// `allowed` are pairs (number in the game's list, amount), amounts over 0.
#[must_use]
pub fn multisets(prize: Cents, allowed: &[(u8, Cents)], most: usize, ways: usize) -> Option<Vec<Vec<u8>>> {
    let mut descending = allowed.to_vec();
    descending.sort_by_key(|&(_, amount)| std::cmp::Reverse(amount));
    let mut search = Search { most, ways, steps: MOST_STEPS, found: Vec::new() };
    extend(prize, &descending, &mut Vec::new(), &mut search)?;
    let mut found = search.found;
    found.sort_by_key(Vec::len);
    for way in &mut found {
        way.sort_unstable();
    }
    Some(found)
}

/// Sets tried for one prize, at most: a few milliseconds.
const MOST_STEPS: u32 = 1_000_000;

/// What is found, and how much more may be.
struct Search {
    most: usize,
    ways: usize,
    steps: u32,
    found: Vec<Vec<u8>>,
}

fn extend(left: Cents, descending: &[(u8, Cents)], taken: &mut Vec<u8>, search: &mut Search) -> Option<()> {
    search.steps = search.steps.checked_sub(1)?;
    if left == Cents::ZERO {
        if !taken.is_empty() {
            search.found.push(taken.clone());
        }
        return (search.found.len() <= search.ways).then_some(());
    }
    if taken.len() == search.most {
        return Some(());
    }
    for (place, &(number, amount)) in descending.iter().enumerate() {
        if amount <= left && amount > Cents::ZERO {
            taken.push(number);
            extend(left - amount, &descending[place..], taken, search)?;
            taken.pop();
        }
    }
    Some(())
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
