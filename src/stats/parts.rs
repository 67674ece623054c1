//! Which part of a whole is whose: the share of each tier in the return and in the variance, and the part of the return that comes from each source.

use super::model::Report;
use super::special::Z_95;
use crate::money::Cents;
use crate::prize::{PrizeTable, TierId};
use crate::tally::{Measure, Sources, Tally, TierSources};

/// The observed shares of a tier.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TierShares {
    /// Of all that was paid.
    pub of_return: f64,
    /// Of the variance of the plays, around their mean.
    pub of_variance: f64,
}

/// The observed shares of every tier, in their order; `None` when nothing was played or paid, or all plays pay the same.
#[must_use]
pub fn tier_shares(report: &Report) -> Option<Vec<TierShares>> {
    let plays: u128 = report.tiers.iter().map(|tier| u128::from(tier.observed)).sum();
    let paid = |count: u64, cents: i64| i128::from(count) * i128::from(cents);
    let sum = report.tiers.iter().try_fold(0_i128, |sum, tier| sum.checked_add(paid(tier.observed, tier.prize_cents)))?;
    if plays == 0 || sum <= 0 {
        return None;
    }
    let mean = sum as f64 / plays as f64;
    let spread = |count: u64, cents: i64| count as f64 * (cents as f64 - mean).powi(2);
    let variance: f64 = report.tiers.iter().map(|tier| spread(tier.observed, tier.prize_cents)).sum();
    (variance > 0.0).then(|| {
        let shares = report.tiers.iter().map(|tier| TierShares {
            of_return: paid(tier.observed, tier.prize_cents) as f64 / sum as f64,
            of_variance: spread(tier.observed, tier.prize_cents) / variance,
        });
        shares.collect()
    })
}

/// A part of the return.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its source: `lines of red`.
    pub name: String,
    /// The kind of its source: `lines`.
    pub kind: String,
    /// What it returns by the prize table, of a stake.
    pub expected: f64,
    /// Half the 95 % interval of `expected` where that was measured; 0 where it is exact.
    pub error: f64,
    /// What it paid in the run, in minor units.
    pub paid: i128,
    /// That, of all that was staked.
    pub observed: f64,
}

/// The return by source.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// In the order of the sources.
    pub list: Vec<Part>,
    /// How it is known what was paid.
    pub measure: Measure,
    /// What the run paid beyond the parts, in minor units: 0 where every gain is one of a source.
    pub rest: i128,
    /// What the run paid in all.
    pub paid: i128,
    /// That, of all that was staked; `None` where no play showed what its prize comes from.
    pub observed: Option<f64>,
    /// The exact return, of a stake.
    pub exact: f64,
}

/// The return by source, as the table has it and as the run paid it; the parts of each add up to it, those paid to the last minor unit.
#[must_use]
pub fn parts(table: &PrizeTable, tally: &Tally, sources: &Sources) -> Parts {
    let (stake, block) = (table.stake().0 as f64, table.block() as f64);
    let plays = tally.plays();
    let judged = tally.tiers.iter().any(|tier| tier.judged > 0);
    let mut list: Vec<Part> = sources
        .names
        .iter()
        .map(|(name, kind)| Part { name: name.clone(), kind: kind.clone(), expected: 0.0, error: 0.0, paid: 0, observed: 0.0 })
        .collect();
    let mut paid = 0;
    for (tier, known) in table.ids().zip(&sources.tiers) {
        let weight = table.winners(tier) as f64 * table.prize(tier).0 as f64 / block / stake;
        for ((part, share), square) in list.iter_mut().zip(expected(known)).zip(errors(known, table.prize(tier))) {
            part.expected += weight * share;
            part.error += weight * weight * square;
        }
        let of_tier = paid_to(table, tally, tier);
        paid += of_tier;
        if judged {
            for (part, more) in list.iter_mut().zip(divided(of_tier, known, sources.measure)) {
                part.paid += more;
            }
        }
    }
    let staked = plays as f64 * stake;
    for part in &mut list {
        part.error = Z_95 * part.error.sqrt();
        part.observed = if staked > 0.0 { part.paid as f64 / staked } else { 0.0 };
    }
    let rest = if judged { paid - list.iter().map(|part| part.paid).sum::<i128>() } else { 0 };
    let observed = (judged && staked > 0.0).then(|| paid as f64 / staked);
    Parts { list, measure: sources.measure, rest, paid, observed, exact: table.total() as f64 / block / stake }
}

/// The share of each source in the prize of a tier: exact where it is known, and the rest of the prize as it was seen.
fn expected(known: &TierSources) -> Vec<f64> {
    let exact = |share: &Option<u128>| share.filter(|_| known.total > 0).map(|share| share as f64 / known.total as f64);
    let rest = 1.0 - known.exact.iter().filter_map(exact).sum::<f64>();
    let free = || known.exact.iter().zip(&known.seen).filter(|(share, _)| exact(share).is_none());
    let seen: u128 = free().map(|(_, &seen)| seen).sum();
    let of = |(share, &seen_one): (&Option<u128>, &u128)| exact(share).unwrap_or(if seen > 0 { rest * (seen_one as f64 / seen as f64) } else { 0.0 });
    known.exact.iter().zip(&known.seen).map(of).collect()
}

/// The squared standard errors of the shares that were measured on a sample.
fn errors(known: &TierSources, prize: Cents) -> Vec<f64> {
    let (plays, prize) = (known.sampled as f64, prize.0 as f64);
    let of = |((exact, &seen), &squares): ((&Option<u128>, &u128), &u128)| {
        if exact.is_some() || plays < 2.0 || prize <= 0.0 {
            return 0.0;
        }
        let mean = seen as f64 / prize / plays;
        (squares as f64 / prize / prize / plays - mean * mean).max(0.0) / (plays - 1.0)
    };
    known.exact.iter().zip(&known.seen).zip(&known.squares).map(of).collect()
}

/// What the plays of a tier were paid, as the referee scored them where it did.
fn paid_to(table: &PrizeTable, tally: &Tally, tier: TierId) -> i128 {
    let plays = tally.tiers.get(tier.index()).map_or(0, |tier| tier.plays);
    let prize = table.prize(tier).wide();
    let of_others = tally.mismatches.iter().filter(|((drawn, _), _)| *drawn == tier);
    of_others.fold(i128::from(plays) * prize, |paid, (&(_, judged), &count)| paid + i128::from(count) * (judged.wide() - prize))
}

/// What of `paid` each source paid, to the last minor unit: as it was counted, or shared in proportion to what was seen.
fn divided(paid: i128, known: &TierSources, measure: Measure) -> Vec<i128> {
    let wide = |number: u128| i128::try_from(number).unwrap_or(0);
    if measure == Measure::Counted {
        return known.seen.iter().map(|&seen| wide(seen)).collect();
    }
    let total = wide(known.seen.iter().sum());
    if total == 0 {
        return vec![0; known.seen.len()];
    }
    let whole = |seen: u128| paid.checked_mul(wide(seen));
    let mut shares: Vec<i128> = known.seen.iter().map(|&seen| whole(seen).map_or(0, |product| product / total)).collect();
    // what whole divisions left goes to the largest remainders
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by_key(|&source| std::cmp::Reverse(whole(known.seen[source]).map_or(0, |product| product % total)));
    let left = paid - shares.iter().sum::<i128>();
    for &source in order.iter().take(usize::try_from(left).unwrap_or(0)) {
        shares[source] += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(exact: &[Option<u128>], total: u128, seen: &[u128]) -> TierSources {
        TierSources { exact: exact.to_vec(), total, seen: seen.to_vec(), squares: vec![0; seen.len()], sampled: 0 }
    }

    #[test]
    fn what_is_paid_is_divided_to_the_last_unit() {
        assert_eq!(divided(100, &known(&[None; 3], 1, &[1, 1, 1]), Measure::Points), [34, 33, 33]);
        assert_eq!(divided(101, &known(&[None; 3], 1, &[1, 1, 1]), Measure::Points), [34, 34, 33]);
        assert_eq!(divided(101, &known(&[None; 3], 1, &[5, 0, 5]), Measure::Sample(9)), [51, 0, 50]);
        assert_eq!(divided(101, &known(&[None; 3], 1, &[0, 0, 0]), Measure::Points), [0, 0, 0]);
        assert_eq!(divided(101, &known(&[None; 2], 1, &[60, 50]), Measure::Counted), [60, 50]);
    }

    #[test]
    fn what_is_not_exact_shares_the_rest() {
        let shares = expected(&known(&[None, None, Some(1)], 4, &[30, 10, 7]));
        assert_eq!(shares, [0.5625, 0.1875, 0.25]);
        assert_eq!(expected(&known(&[Some(3), Some(1)], 4, &[0, 0])), [0.75, 0.25]);
        assert_eq!(expected(&known(&[Some(0), Some(0)], 0, &[0, 0])), [0.0, 0.0]);
    }

    /// Prize 4 once in a block of 4, stake 2, in a run of 8 plays; one of its two winning plays was scored as 6.
    #[test]
    fn parts_add_up_and_name_what_they_miss() {
        let table = PrizeTable::new(Cents(2), 4, &[(Cents(4), 1)]).unwrap();
        let mut tally = Tally::new(2, 2, 0);
        (tally.tiers[0].plays, tally.tiers[0].judged, tally.tiers[1].plays, tally.tiers[1].judged) = (2, 2, 6, 6);
        tally.mismatches.insert((TierId(0), Cents(6)), 1);
        let names = vec![("a".to_owned(), "x".to_owned()), ("b".to_owned(), "y".to_owned())];
        let tiers = vec![known(&[Some(1), Some(3)], 4, &[5, 4]), TierSources::unknown(2)];
        let mut sources = Sources { names, measure: Measure::Counted, tiers };
        let counted = parts(&table, &tally, &sources);
        assert_eq!((counted.paid, counted.rest, counted.list[0].paid, counted.list[1].paid), (10, 1, 5, 4));
        assert_eq!((counted.exact, counted.list[0].expected, counted.list[1].expected), (0.5, 0.125, 0.375));
        assert_eq!((counted.observed, counted.list[0].observed), (Some(10.0 / 16.0), 5.0 / 16.0));
        sources.measure = Measure::Points;
        let shared = parts(&table, &tally, &sources);
        assert_eq!((shared.rest, shared.list[0].paid, shared.list[1].paid), (0, 6, 4));
        for tier in &mut tally.tiers {
            tier.judged = 0;
        }
        let unseen = parts(&table, &tally, &sources);
        assert_eq!((unseen.observed, unseen.rest, unseen.list[0].paid), (None, 0, 0));
    }

    #[test]
    fn a_sample_tells_its_error() {
        // half of the plays show all of the prize, half nothing: 0.25 / (n - 1)
        let one = TierSources { squares: vec![5_000, 0], sampled: 100, ..known(&[None, Some(1)], 2, &[500, 0]) };
        let found = errors(&one, Cents(10));
        assert!((found[0] - 0.25 / 99.0).abs() < 1e-12 && found[1] == 0.0, "{found:?}");
    }

    /// Two prizes of one source each, measured on samples of their own: the errors of a sum of independent parts add up in squares.
    #[test]
    fn errors_of_several_prizes_add_up() {
        let table = PrizeTable::new(Cents(2), 10, &[(Cents(10), 1), (Cents(4), 2)]).unwrap();
        // half of the sampled plays show all of the prize, half nothing
        let sampled = |prize: u128, plays: u128| TierSources {
            squares: vec![prize * prize * plays / 2, 0],
            sampled: u64::try_from(plays).unwrap(),
            ..known(&[None, Some(1)], 2, &[prize * plays / 2, 0])
        };
        let names = vec![("a".to_owned(), "x".to_owned()), ("b".to_owned(), "y".to_owned())];
        let sources = Sources { names, measure: Measure::Sample(1), tiers: vec![sampled(10, 100), sampled(4, 50), TierSources::unknown(2)] };
        let found = parts(&table, &Tally::new(3, 2, 0), &sources);
        // weights in the return: 1/10 x 10/2 and 2/10 x 4/2
        let expected = Z_95 * (0.5_f64.powi(2) * 0.25 / 99.0 + 0.4_f64.powi(2) * 0.25 / 49.0).sqrt();
        assert!((found.list[0].error - expected).abs() < 1e-12 && found.list[1].error == 0.0, "{found:?} {expected}");
    }
}
