//! What is counted of a dice game, and the exact law of each count given the prize (decision Y2).

use super::exact::{Deal, Features, Throws};
use super::params::Params;
use super::visual::{COMBINATIONS, Combination, DICE, FACES};
use crate::prize::PrizeTable;
use crate::tally::{Basis, Law, Observable, Target, Unit};

/// The number of the observable of totals in the list.
pub const TOTALS: usize = 0;
/// The number of the observable of all combinations.
pub const COMBINATIONS_OF_ALL: usize = 1;

/// The number of the observable of one cup's combination.
#[must_use]
pub const fn combination_of(cup: usize) -> usize {
    2 + cup
}

/// The number of the observable of faces.
#[must_use]
pub const fn faces(cups: usize) -> usize {
    2 + cups
}

/// The number of the observable of faces by die.
#[must_use]
pub const fn faces_by_die(cups: usize) -> usize {
    3 + cups
}

/// The observables, with exact targets for the tiers of `table`; their order is told by the numbers above.
#[must_use]
pub fn observables<const CUPS: usize>(params: &Params, table: &PrizeTable, throws: &Throws) -> Vec<Observable> {
    let tiers: Vec<Vec<Deal<CUPS>>> = params.shown().iter().map(|&bracket| throws.deals(bracket)).collect();
    let targets = |law: &dyn Fn(&[Deal<CUPS>]) -> Law| -> Vec<Target> {
        let target = |(tier, deals): (_, &Vec<_>)| Target { condition: table.name(tier), tiers: vec![tier], basis: Basis::Exact, law: law(deals) };
        table.ids().zip(&tiers).map(target).collect()
    };
    let shown = Features::new(throws, COMBINATIONS, |combination, _, seen| seen[combination.index()] = 1);
    let face = |value: u8| usize::from(value - 1);
    let faces = Features::new(throws, FACES, |_, throw, seen| throw.dice().into_iter().for_each(|value| seen[face(value)] += 1));
    let by_die = Features::new(throws, DICE * FACES, |_, throw, seen| {
        throw.dice().into_iter().enumerate().for_each(|(die, value)| seen[die * FACES + face(value)] += 1);
    });
    let names: Vec<String> = Combination::ALL.iter().map(|combination| combination.name().to_owned()).collect();
    let fair_cup = throws.counts().map(u128::from).to_vec();
    let totals = throws.reachable(CUPS);
    let fair_totals = throws.totals::<CUPS>();

    let mut list = vec![Observable {
        name: "point total".to_owned(),
        about: "The points of all cups together: every ordered set of throws in the prize's bracket is equally likely (Y1, Y2).".to_owned(),
        unit: Unit::Play,
        values: totals.iter().map(ToString::to_string).collect(),
        marks: false,
        board: None,
        targets: targets(&|deals| {
            let plays_of =
                |total: &u16| deals.iter().filter(|deal| throws.total(&deal.combinations) == *total).map(|deal| u128::from(deal.plays)).sum();
            Law::Shares(totals.iter().map(plays_of).collect())
        }),
        beside: Some(("fair dice".to_owned(), totals.iter().map(|total| fair_totals.get(total).copied().unwrap_or(0)).collect())),
    }];
    list.push(Observable {
        name: "combinations".to_owned(),
        about: "The combination of every cup; the cups of a play depend on each other, and the exact moments allow for it (Y2).".to_owned(),
        unit: Unit::Play,
        values: names.clone(),
        marks: false,
        board: None,
        targets: targets(&|deals| throws.counts_law(deals, &shown)),
        beside: Some(("fair dice".to_owned(), fair_cup.clone())),
    });
    for cup in 0..CUPS {
        list.push(Observable {
            name: format!("combination of cup {}", cup + 1),
            about: "The combination of one cup: the cups have the same law, whatever their order (Y2).".to_owned(),
            unit: Unit::Cup,
            values: names.clone(),
            marks: false,
            board: None,
            targets: targets(&|deals| {
                let mut plays = vec![0; COMBINATIONS];
                for deal in deals {
                    plays[deal.combinations[cup].index()] += u128::from(deal.plays);
                }
                Law::Shares(plays)
            }),
            beside: Some(("fair dice".to_owned(), fair_cup.clone())),
        });
    }
    list.push(Observable {
        name: "faces".to_owned(),
        about: "The faces of all dice of a play; the dice depend on each other, and the exact moments allow for it (Y2).".to_owned(),
        unit: Unit::Play,
        values: (1..=FACES).map(|face| face.to_string()).collect(),
        marks: false,
        board: None,
        targets: targets(&|deals| throws.counts_law(deals, &faces)),
        beside: Some(("fair dice".to_owned(), vec![1; FACES])),
    });
    list.push(Observable {
        name: "faces by die".to_owned(),
        about: "The face of the first, second ... die of the cups: the order of the dice tells nothing (Y2).".to_owned(),
        unit: Unit::Play,
        values: (1..=DICE).flat_map(|die| (1..=FACES).map(move |face| format!("die {die}: {face}"))).collect(),
        marks: false,
        board: None,
        targets: targets(&|deals| throws.counts_law(deals, &by_die)),
        beside: None,
    });
    list
}
