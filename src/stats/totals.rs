//! Point totals (dice): the law of a total over the whole prize table, beside that of fair dice without a block.
//!
//! P(total) = sum over tiers of winners / N x P(total | tier): the prize is drawn first, the total given the prize (decision Y2).

use crate::money::Cents;
use crate::prize::PrizeTable;
use crate::tally::{Law, Observable, Tally};

/// The observable the totals are read from.
pub const POINT_TOTAL: &str = "point total";

/// One point total.
#[derive(Clone, Debug, PartialEq)]
pub struct TotalRow {
    /// The points.
    pub points: u64,
    /// What a play that shows them pays: the prize of the tiers that can show them, 0 where none can.
    pub prize: Cents,
    /// Its probability in a play of the block.
    pub target_probability: f64,
    /// Its expected count among the judged plays.
    pub expected: f64,
    /// Its count.
    pub observed: u64,
    /// Its probability with fair dice and no block, where the game tells it.
    pub fair_dice_probability: Option<f64>,
}

/// What the prizes would return if the visual were thrown with fair dice, without a block.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Beside {
    /// What the other law is, in the game's words: `fair dice`.
    pub what: String,
    /// Return: expected prize / stake.
    pub rtp: f64,
    /// Share of winning plays.
    pub hit_frequency: f64,
}

/// The law of one point total, without a run.
#[derive(Clone, Debug, PartialEq)]
pub struct TotalLaw {
    /// The points.
    pub points: u64,
    /// What a play that shows them pays.
    pub prize: Cents,
    /// Their probability in a play of the block.
    pub probability: f64,
    /// Their probability with fair dice and no block, where the game tells it.
    pub fair_dice_probability: Option<f64>,
}

/// The law of all totals in the game's order; `None` for a game without point totals.
#[must_use]
pub fn law(table: &PrizeTable, observables: &[Observable]) -> Option<Vec<TotalLaw>> {
    let (_, observable) = point_total(observables)?;
    let fair_total: Option<u128> = observable.beside.as_ref().map(|(_, weights)| weights.iter().sum());
    let of = |(value, points): (usize, &String)| {
        let fair = observable.beside.as_ref().zip(fair_total.filter(|&total| total > 0));
        Some(TotalLaw {
            points: points.parse().ok()?,
            prize: prize_of(table, observable, value),
            probability: probability(table, observable, value),
            fair_dice_probability: fair.map(|((_, weights), total)| weights.get(value).map_or(0.0, |&weight| weight as f64 / total as f64)),
        })
    };
    observable.values.iter().enumerate().map(of).collect()
}

/// The rows of all totals in the game's order; `None` for a game without point totals.
#[must_use]
pub fn rows(table: &PrizeTable, observables: &[Observable], tally: &Tally) -> Option<Vec<TotalRow>> {
    let (offset, _) = point_total(observables)?;
    let judged: u64 = tally.tiers.iter().map(|tier| tier.judged).sum();
    let row = |(value, law): (usize, TotalLaw)| TotalRow {
        points: law.points,
        prize: law.prize,
        target_probability: law.probability,
        expected: judged as f64 * law.probability,
        observed: tally.tiers.iter().filter_map(|tier| tier.row.get(offset + value)).sum(),
        fair_dice_probability: law.fair_dice_probability,
    };
    Some(self::law(table, observables)?.into_iter().enumerate().map(row).collect())
}

/// The return and the hit frequency that the law beside the observable would give; `None` where there is no such law.
#[must_use]
pub fn beside(table: &PrizeTable, observables: &[Observable]) -> Option<Beside> {
    let (_, observable) = point_total(observables)?;
    let (what, weights) = observable.beside.as_ref()?;
    let total: u128 = weights.iter().sum();
    let (mut paid, mut wins) = (0.0, 0_u128);
    for (value, &weight) in weights.iter().enumerate() {
        let prize = prize_of(table, observable, value);
        if prize > Cents::ZERO {
            wins += weight;
            paid += prize.0 as f64 * weight as f64;
        }
    }
    let (total, stake) = (total as f64, table.stake().0 as f64);
    (total > 0.0).then(|| Beside { what: what.clone(), rtp: paid / total / stake, hit_frequency: wins as f64 / total })
}

/// The observable with the offset of its counters in a row.
fn point_total(observables: &[Observable]) -> Option<(usize, &Observable)> {
    Observable::offsets(observables).into_iter().zip(observables).find(|(_, observable)| observable.name == POINT_TOTAL)
}

/// Targets that fix the shares of the values, as (tiers, weights), no tier twice.
fn laws(observable: &Observable) -> Vec<(Vec<crate::prize::TierId>, &[u128])> {
    let mut taken = Vec::new();
    let mut laws = Vec::new();
    for target in &observable.targets {
        if let Law::Shares(weights) = &target.law {
            let fresh: Vec<_> = target.tiers.iter().copied().filter(|tier| !taken.contains(tier)).collect();
            taken.extend(&fresh);
            laws.push((fresh, weights.as_slice()));
        }
    }
    laws
}

fn probability(table: &PrizeTable, observable: &Observable, value: usize) -> f64 {
    let mut sum = 0.0;
    for (tiers, weights) in laws(observable) {
        let winners: u64 = tiers.iter().map(|&tier| table.winners(tier)).sum();
        let all: u128 = weights.iter().sum();
        if all > 0 {
            sum += winners as f64 / table.block() as f64 * (weights.get(value).copied().unwrap_or(0) as f64 / all as f64);
        }
    }
    sum
}

/// The prize of the first tier that can show the value.
fn prize_of(table: &PrizeTable, observable: &Observable, value: usize) -> Cents {
    let shows = |weights: &[u128]| weights.get(value).is_some_and(|&weight| weight > 0);
    laws(observable)
        .into_iter()
        .filter(|(_, weights)| shows(weights))
        .find_map(|(tiers, _)| tiers.first().map(|&tier| table.prize(tier)))
        .unwrap_or(Cents::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prize::TierId;
    use crate::tally::{Basis, Target, Unit};

    /// Prize 4 once, lost three times, at a stake of 2. The winner shows 5 (1 of 4) or 6 (3 of 4), losers show 0. Fair: 0, 5, 6, 7 alike.
    fn toy() -> (PrizeTable, Vec<Observable>) {
        let table = PrizeTable::new(Cents(2), 4, &[(Cents(4), 1)]).unwrap();
        let target = |tier, weights: &[u128]| Target {
            condition: String::new(),
            tiers: vec![TierId(tier)],
            basis: Basis::Exact,
            law: Law::Shares(weights.to_vec()),
        };
        let observable = |name: &str| Observable {
            name: name.to_owned(),
            about: String::new(),
            unit: Unit::Play,
            values: ["0", "5", "6", "7"].map(str::to_owned).to_vec(),
            marks: false,
            board: None,
            targets: vec![target(0, &[0, 1, 3, 0]), target(1, &[9, 0, 0, 0])],
            beside: Some(("fair dice".to_owned(), vec![1; 4])),
        };
        (table, vec![observable("another"), observable(POINT_TOTAL)])
    }

    #[test]
    fn a_total_is_weighted_by_the_tiers_that_show_it() {
        let (table, observables) = toy();
        let mut tally = Tally::new(2, 10, 0);
        tally.tiers[0].judged = 10;
        tally.tiers[1].judged = 30;
        tally.tiers[0].row[6] = 4;
        tally.tiers[1].row[6] = 1;
        let rows = rows(&table, &observables, &tally).unwrap();
        assert_eq!(rows.iter().map(|row| row.target_probability).collect::<Vec<_>>(), [0.75, 0.0625, 0.1875, 0.0]);
        assert_eq!(rows.iter().map(|row| row.prize.0).collect::<Vec<_>>(), [0, 4, 4, 0]);
        assert_eq!(rows.iter().map(|row| (row.points, row.observed)).collect::<Vec<_>>(), [(0, 0), (5, 5), (6, 0), (7, 0)]);
        assert_eq!((rows[1].expected, rows[3].fair_dice_probability), (2.5, Some(0.25)));
    }

    #[test]
    fn fair_dice_pay_what_their_totals_show() {
        let (table, observables) = toy();
        // half of the fair throws show 5 or 6 and pay 4: 2 a play, the stake
        assert_eq!(beside(&table, &observables), Some(Beside { what: "fair dice".to_owned(), rtp: 1.0, hit_frequency: 0.5 }));
        assert_eq!(beside(&table, &observables[..1]), None);
    }
}
