use super::*;
use crate::games::dice::fair_totals;
use crate::tally::Law;

fn all(from: u16, to: u16) -> Bracket {
    Bracket { from, to }
}

#[test]
fn totals_of_fair_dice() {
    let throws = yams_throws();
    assert_eq!(throws.counts(), [240, 2_880, 1_800, 1_200, 300, 960, 150, 240, 6]);
    let totals = throws.totals::<3>();
    assert_eq!(totals.values().sum::<u128>(), 7_776_u128.pow(3));
    assert_eq!(totals.keys().copied().collect::<Vec<_>>(), yams_throws().reachable(3));
    // statistics.md 7
    for (total, plays) in [(0, 13_824_000), (3, 497_664_000), (10, 2_540_160_000), (36, 23_887_872_000), (100, 1_060_477_920), (150, 216)] {
        assert_eq!(totals[&total], plays, "{total}");
    }
    for (from, to, decimals) in [
        (5, 9, 8_004_475),
        (10, 14, 17_078_419),
        (15, 19, 16_190_870),
        (20, 29, 7_276_796),
        (30, 49, 31_548_033),
        (50, 69, 13_785_724),
        (70, 79, 3_169_770),
        (80, 99, 2_323_108),
        (100, 100, 225_545),
    ] {
        let plays: u128 = totals.range(from..=to).map(|(_, plays)| plays).sum();
        // rounded to eight decimals
        assert_eq!((plays * 200_000_000 / 7_776_u128.pow(3)).div_ceil(2), decimals, "{from} to {to}");
    }
}

#[test]
fn fair_dice_would_return_2768_11_percent() {
    let params = yams_params();
    assert_eq!(fair_totals(&params), yams_throws().totals::<3>().into_iter().collect::<Vec<_>>());
    for stake in [50, 100, 200] {
        let fair = FairDice::new(&params, yams(Some(Cents(stake))).prize_table());
        assert_eq!(fair.plays, 7_776_u128.pow(3));
        // basis points, rounded: 2 768.11 % and 99.60 %, at every stake
        assert_eq!((fair.paid * 20_000 / (fair.plays * u128::from(stake.unsigned_abs()))).div_ceil(2), 276_811);
        assert_eq!((fair.winning * 20_000 / fair.plays).div_ceil(2), 9_960);
    }
}

#[test]
fn deals_are_all_plays_of_the_bracket_once() {
    let throws = yams_throws();
    let deals = throws.deals::<3>(all(70, 79));
    // 70, 73, 75, 78: every multiset of scores, by hand
    let multisets: std::collections::BTreeSet<[u16; 3]> = deals
        .iter()
        .map(|deal| {
            let mut scores = deal.combinations.map(|combination| yams_params().points[combination.index()]);
            scores.sort_unstable();
            scores
        })
        .collect();
    let by_hand = [
        [0, 25, 45],
        [0, 25, 50],
        [0, 30, 40],
        [0, 30, 45],
        [3, 25, 45],
        [3, 25, 50],
        [3, 30, 40],
        [3, 30, 45],
        [5, 25, 40],
        [5, 25, 45],
        [5, 30, 40],
        [10, 10, 50],
        [10, 25, 40],
        [10, 30, 30],
        [25, 25, 25],
    ];
    assert_eq!(multisets.into_iter().collect::<Vec<_>>(), by_hand);
    assert_eq!(
        deals.iter().map(|deal| u128::from(deal.plays)).sum::<u128>(),
        throws.totals::<3>().range(70..=79).map(|(_, plays)| plays).sum::<u128>()
    );
}

/// Every moment, from every ordered pair of throws in a bracket.
#[test]
fn moments_of_two_cups_are_those_of_brute_force() {
    let throws = yams_throws();
    let scores: Vec<u16> = Throw::all().map(|throw| score(throw.dice(), &yams_params().points).points).collect();
    let features = Features::new(&throws, 2 + FACES, |combination, throw, seen| {
        seen[0] = u128::from(combination == Combination::Nothing);
        seen[1] = u128::from(throw.dice()[0]);
        throw.dice().into_iter().for_each(|value| seen[1 + usize::from(value)] += 1);
    });
    let seen: Vec<[u64; 8]> = Throw::all()
        .map(|throw| {
            let mut seen = [0; 8];
            seen[0] = u64::from(scores[usize::from(throw.code())] == 0);
            seen[1] = u64::from(throw.dice()[0]);
            throw.dice().into_iter().for_each(|value| seen[1 + usize::from(value)] += 1);
            seen
        })
        .collect();
    for bracket in [all(50, 50), all(53, 55), all(90, 100), all(0, 0)] {
        let (mut total, mut means, mut products) = (0_u128, vec![0_u128; 8], vec![0_u128; 64]);
        for (a, seen_a) in scores.iter().zip(&seen) {
            for (_, seen_b) in scores.iter().zip(&seen).filter(|(b, _)| bracket.holds(a + *b)) {
                let sum: [u64; 8] = std::array::from_fn(|value| seen_a[value] + seen_b[value]);
                total += 1;
                for (i, &x) in sum.iter().enumerate() {
                    means[i] += u128::from(x);
                    for (j, &y) in sum.iter().enumerate() {
                        products[i * 8 + j] += u128::from(x * y);
                    }
                }
            }
        }
        let law = throws.counts_law(&throws.deals::<2>(bracket), &features);
        assert_eq!(law, Law::Counts { total, means, products }, "{bracket:?}");
    }
}

#[test]
fn laws_of_the_observables_add_up() {
    let game = yams(None);
    for observable in game.observables() {
        assert_eq!(observable.targets.len(), 10, "{}: one target a tier", observable.name);
        let values = observable.values.len();
        // values that a play adds: 3 combinations, 15 dice
        let each = match observable.name.as_str() {
            "combinations" => 3,
            "faces" | "faces by die" => 15,
            _ => 1,
        };
        for target in &observable.targets {
            match &target.law {
                Law::Shares(weights) => assert_eq!(weights.len(), values),
                Law::Counts { total, means, products } => {
                    assert_eq!(means.iter().sum::<u128>(), each * total);
                    for (i, row) in products.chunks(values).enumerate() {
                        assert_eq!(row.iter().sum::<u128>(), each * means[i], "sum of x_i x_j over j is {each} x_i");
                        assert!((0..values).all(|j| products[i * values + j] == products[j * values + i]));
                    }
                }
                law => panic!("{law:?} is not exact"),
            }
        }
    }
}

#[test]
fn cups_have_the_same_law_and_faces_are_not_uniform_given_the_prize() {
    let game = yams(None);
    let law = |name: &str, tier: usize| &game.observables().iter().find(|observable| observable.name == name).unwrap().targets[tier].law;
    for tier in 0..10 {
        assert_eq!(law("combination of cup 1", tier), law("combination of cup 2", tier));
        assert_eq!(law("combination of cup 1", tier), law("combination of cup 3", tier));
        let Law::Counts { total, means, .. } = law("faces", tier) else { panic!() };
        // a face and its opposite are alike; 1 and 6 are in fewer straights than 3 and 4
        assert_eq!(means, &means.iter().rev().copied().collect::<Vec<_>>());
        assert_eq!(means.iter().sum::<u128>(), 15 * total);
    }
    let Law::Counts { means, .. } = law("faces", 4) else { panic!() };
    assert!(means[0] < means[1] && means[1] < means[2], "30 to 49 points: many small straights");
}
