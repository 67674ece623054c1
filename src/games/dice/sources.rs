//! What the prizes of a dice game come from: the total makes the prize, so each is shared between the combinations in proportion to the points they bring to its bracket.
//!
//! Exact by the mean count of each combination given the prize (Y2); seen by the referee's counts of them.

use super::observe::COMBINATIONS_OF_ALL;
use super::params::Params;
use super::visual::{COMBINATIONS, Combination};
use crate::prize::PrizeTable;
use crate::spec::{Findings, GameFile, Offer};
use crate::tally::{Law, Measure, Observable, Sources, Tally, TierSources};

/// The sources of the prizes of `file` at `offer`, and the points that the referee counted of each in a run.
///
/// # Errors
/// Every mistake in the section `[dice]`.
pub fn sources(file: &GameFile, offer: &Offer, observables: &[Observable], tally: &Tally) -> Result<Sources, Findings> {
    let params = Params::read(file)?;
    Ok(of_points(&params.points, &offer.table, observables, tally))
}

fn of_points(points: &[u16; COMBINATIONS], table: &PrizeTable, observables: &[Observable], tally: &Tally) -> Sources {
    let names = Combination::ALL.iter().map(|combination| (combination.name().to_owned(), combination.name().to_owned())).collect();
    let combinations = observables.get(COMBINATIONS_OF_ALL);
    let start = Observable::offsets(observables).get(COMBINATIONS_OF_ALL).copied().unwrap_or(0);
    let tiers = table.ids().map(|tier| {
        let mut one = TierSources::unknown(COMBINATIONS);
        let target = combinations.and_then(|observable| observable.targets.iter().find(|target| target.tiers == [tier]));
        if let Some(Law::Counts { means, .. }) = target.map(|target| &target.law) {
            let brought: Vec<u128> = means.iter().zip(points).map(|(&mean, &points)| mean * u128::from(points)).collect();
            one.total = brought.iter().sum();
            one.exact = brought.into_iter().map(Some).collect();
        }
        if let Some(row) = tally.tiers.get(tier.index()).map(|tier| &tier.row) {
            let counted = row.iter().skip(start).zip(points).map(|(&count, &points)| u128::from(count) * u128::from(points));
            one.seen.iter_mut().zip(counted).for_each(|(seen, brought)| *seen = brought);
        }
        one
    });
    let tiers = tiers.collect();
    Sources { names, measure: Measure::Points, tiers }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{build, check};

    const POINT_TOTAL: &str = "point total";

    /// The points that combinations bring add up to the mean total, which the law of the totals tells another way.
    #[test]
    fn combinations_bring_the_points_of_the_total() {
        let file = check(super::super::YAMS).unwrap();
        let offer = file.offer(None).unwrap();
        let playable = build(&file, None).unwrap();
        let width = *Observable::offsets(playable.observables()).last().unwrap();
        let mut tally = Tally::new(offer.table.tiers().len(), width, 0);
        let start = Observable::offsets(playable.observables())[COMBINATIONS_OF_ALL];
        tally.tiers[0].row[start + Combination::FullHouse.index()] = 4;
        tally.tiers[0].row[start + Combination::FullHouse.index() + 1] = 1;
        let found = sources(&file, offer, playable.observables(), &tally).unwrap();
        let points = Params::read(&file).unwrap().points;
        assert_eq!(found.tiers[0].seen[Combination::FullHouse.index()], 4 * u128::from(points[Combination::FullHouse.index()]));
        let totals = playable.observables().iter().find(|observable| observable.name == POINT_TOTAL).unwrap();
        let combinations = &playable.observables()[COMBINATIONS_OF_ALL];
        for (tier, one) in offer.table.ids().zip(&found.tiers) {
            assert_eq!(one.exact.iter().map(|share| share.unwrap()).sum::<u128>(), one.total);
            let law = |observable: &Observable| observable.targets.iter().find(|target| target.tiers == [tier]).unwrap().law.clone();
            let (Law::Shares(weights), Law::Counts { total, .. }) = (law(totals), law(combinations)) else { panic!("known laws") };
            let brought: u128 = weights.iter().zip(&totals.values).map(|(&weight, points)| weight * points.parse::<u128>().unwrap()).sum();
            // brought / sum of weights = total of the sources / common denominator
            assert_eq!(brought * total, one.total * weights.iter().sum::<u128>(), "tier {}", tier.0);
        }
    }
}
