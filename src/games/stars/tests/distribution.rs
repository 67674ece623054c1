//! The generator against the slow twin, whole plays: the same law of everything that can be seen (S5 to S11).
#![allow(clippy::type_complexity, clippy::needless_pass_by_value)] // a table of changes, read once

use super::super::visual::Visual;
use super::slow::{self, Numbers, Play, Thing};
use super::{game, verdict_of};
use crate::game::Game;
use crate::money::Cents;
use crate::random::{Lanes, Purpose, stream};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::BTreeMap;

/// Counts of what plays show: feature -> value -> (fast, slow).
type Census = BTreeMap<String, BTreeMap<String, [u64; 2]>>;

/// Notes one observation of a feature.
fn note(census: &mut Census, side: usize, feature: &str, value: impl ToString) {
    census.entry(feature.to_owned()).or_default().entry(value.to_string()).or_default()[side] += 1;
}

/// Everything that is compared. Each feature has at most one value a play, so that its trials are independent.
fn watch(census: &mut Census, side: usize, play: &Play) {
    let seen = slow::play(play);
    note(census, side, "selected", play.selected);
    note(census, side, "sets", play.skies.len());
    let mut way: Vec<i64> = seen.iter().flat_map(|seen| seen.sums.clone()).collect();
    way.sort_unstable();
    note(census, side, "way", format!("{way:?}"));
    note(census, side, "way and explosions", format!("{way:?} {}", seen[0].kinds.iter().sum::<usize>()));
    for (number, (sky, seen)) in play.skies.iter().zip(&seen).enumerate() {
        let named = |what: &str| format!("{what}, set {}", number + 1);
        let explosions: usize = seen.kinds.iter().sum();
        let wave = slow::waves(sky, play.selected);
        note(census, side, &named("kinds"), format!("{:?}", seen.kinds));
        note(census, side, &named("stars"), format!("{explosions}: {}", seen.stars));
        note(census, side, &named("waves"), format!("{explosions}: {}", seen.waves));
        note(census, side, &named("sums"), format!("{:?}", seen.sums));
        note(census, side, &named("colour in the corner"), sky.colour[0][0]);
        note(census, side, &named("colours side by side"), format!("{} {}", sky.colour[2][3], sky.colour[3][3]));
        note(census, side, &named("colours of a pair of cells"), format!("{} {}", sky.colour[0][6], sky.colour[5][0]));
        // what hides where, one cell of a kind: the first in reading order, and the wave it was uncovered in
        let first = |wanted: &dyn Fn(Thing) -> bool, uncovered: bool| {
            slow::cells().into_iter().find(|&(row, column)| wave[row][column].is_some() == uncovered && wanted(sky.thing[row][column]))
        };
        let kinds: [(&str, &dyn Fn(Thing) -> bool); 6] = [
            ("milky way", &|thing| thing == Thing::MilkyWay),
            ("falling star", &|thing| thing == Thing::Falling),
            ("rising star", &|thing| thing == Thing::Rising),
            ("supernova", &|thing| matches!(thing, Thing::Nova(_))),
            ("sum", &|thing| matches!(thing, Thing::Sum(_))),
            ("extra", &|thing| thing == Thing::Extra),
        ];
        for (name, wanted) in kinds {
            if let Some((row, column)) = first(wanted, true) {
                note(census, side, &named(&format!("{name} by cell")), format!("{row} {column}"));
                note(census, side, &named(&format!("{name} by wave")), format!("{explosions}: {:?}", wave[row][column]));
                if let Thing::Nova(colour) = sky.thing[row][column] {
                    note(census, side, &named("colour of the supernova"), (colour + 6 - play.selected) % 6);
                }
            }
            if let Some((row, column)) = first(wanted, false) {
                note(census, side, &named(&format!("{name} as a decoy, by cell")), format!("{row} {column}"));
            }
        }
        let last = slow::cells().into_iter().rev().find(|&(row, column)| wave[row][column].is_none());
        if let Some((row, column)) = last {
            note(census, side, &named("last decoy"), format!("{:?}", sky.thing[row][column]));
        }
        let decoys =
            slow::cells().into_iter().filter(|&(row, column)| wave[row][column].is_none() && sky.thing[row][column] != Thing::Nothing).count();
        note(census, side, &named("decoys"), format!("{explosions}: {decoys}"));
    }
}

/// The p-value of a two-sample chi-square; values with few observations are pooled.
#[allow(clippy::float_arithmetic)]
fn p_value(values: &BTreeMap<String, [u64; 2]>) -> f64 {
    let mut cells: Vec<[u64; 2]> = Vec::new();
    let mut rare = [0, 0];
    for counts in values.values() {
        if counts[0] + counts[1] < 20 {
            rare = [rare[0] + counts[0], rare[1] + counts[1]];
        } else {
            cells.push(*counts);
        }
    }
    if rare[0] + rare[1] >= 20 {
        cells.push(rare);
    }
    if cells.len() < 2 {
        return 1.0;
    }
    let totals = [0, 1].map(|side| cells.iter().map(|cell| cell[side]).sum::<u64>() as f64);
    let mut statistic = 0.0;
    for cell in &cells {
        let both = (cell[0] + cell[1]) as f64;
        for side in 0..2 {
            let expected = both * totals[side] / (totals[0] + totals[1]);
            statistic += (cell[side] as f64 - expected).powi(2) / expected;
        }
    }
    ChiSquared::new((cells.len() - 1) as f64).unwrap().sf(statistic)
}

/// Losing plays and the prize 12, 30 000 plays of each side: about 110 features, none may be rejected at 1e-6 (so a false alarm in about 1 of 9 000 seeds).
#[test]
fn whole_plays_follow_the_law_of_the_slow_twin() {
    let game = game("1");
    let numbers = Numbers::new();
    // the seven ways of 12, by hand: 3 x 4, then with 2 and 1, at most six sums
    let twelve: Vec<(Vec<i64>, u64)> = [
        (vec![4, 4, 4], 8),
        (vec![4, 4, 2, 2], 4),
        (vec![4, 4, 2, 1, 1], 2),
        (vec![4, 2, 2, 2, 2], 2),
        (vec![2, 2, 2, 2, 2, 2], 1),
        (vec![4, 4, 1, 1, 1, 1], 1),
        (vec![4, 2, 2, 2, 1, 1], 1),
    ]
    .into_iter()
    .map(|(euros, weight)| (euros.into_iter().map(|sum| sum * 100).collect(), weight))
    .collect();
    let mut words = stream(3, Purpose::Test, 30);
    let plays = 30_000;
    let mut features = 0;
    for (prize, ways) in [(0, Vec::new()), (1_200, twelve)] {
        let mut census = Census::new();
        let tier = game.prize_table().tier_of(Cents(prize)).unwrap();
        let mut visuals = vec![Visual::default(); plays];
        game.generate(tier, &mut Lanes::new(3, Purpose::Test, 31), &mut visuals);
        for visual in &visuals {
            watch(&mut census, 0, &slow::read(&game.json(visual, &verdict_of(&game, visual))));
            watch(&mut census, 1, &numbers.play(&mut words, &ways));
        }
        for (feature, values) in &census {
            let p = p_value(values);
            assert!(p > 1e-6, "prize {prize}, {feature}: p = {p:e}, {values:?}");
        }
        features += census.len();
    }
    assert!(features > 100, "{features} features");
}

/// The test above must be able to fail: a twin with other numbers is told apart.
#[test]
fn another_law_is_told_apart() {
    let changes: [(&str, fn(&mut Numbers)); 3] = [
        ("kinds, set 1", |numbers| numbers.kinds = [5, 3, 3]),
        ("stars, set 1", |numbers| numbers.explosions = [50, 38, 9, 3]),
        ("last decoy, set 1", |numbers| numbers.decoys = [57, 25, 15, 3]),
    ];
    for (feature, change) in changes {
        let mut other = Numbers::new();
        change(&mut other);
        let mut census = Census::new();
        let mut words = stream(4, Purpose::Test, 32);
        for _ in 0..12_000 {
            watch(&mut census, 0, &Numbers::new().play(&mut words, &[]));
            watch(&mut census, 1, &other.play(&mut words, &[]));
        }
        let p = p_value(&census[feature]);
        assert!(p < 1e-6, "{feature}: {p:e}");
    }
}
