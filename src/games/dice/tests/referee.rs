use super::*;

/// The twin: article 4.4 read word by word over every choice of some of the five dice, with the points as printed.
fn twin(dice: [u8; DICE]) -> u16 {
    let choices = |size: u32| (0_u32..32).filter(move |set| set.count_ones() == size);
    let values = |set: u32| -> Vec<u8> {
        let mut values: Vec<u8> = (0..DICE).filter(|die| set >> die & 1 == 1).map(|die| dice[die]).collect();
        values.sort_unstable();
        values
    };
    let same = |set: u32| values(set).windows(2).all(|pair| pair[0] == pair[1]);
    let consecutive = |set: u32| values(set).windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let mut best = 0;
    for set in choices(2).filter(|&set| same(set)) {
        best = best.max(3); // une paire: 2 dés de même valeur
        for other in choices(2).filter(|&other| other & set == 0 && same(other) && values(other)[0] != values(set)[0]) {
            assert_ne!(other, set);
            best = best.max(5); // une double paire: 2 paires de dés de valeur différente
        }
        let rest = 31 & !set;
        if same(rest) && values(rest)[0] != values(set)[0] {
            best = best.max(25); // un full: un brelan et une paire
        }
    }
    for (size, points) in [(3, 10), (4, 40), (5, 50)] {
        if choices(size).any(same) {
            best = best.max(points); // un brelan, un carré, un yam's
        }
    }
    for (size, points) in [(4, 30), (5, 45)] {
        if choices(size).any(consecutive) {
            best = best.max(points); // une petite suite, une grande suite
        }
    }
    best
}

#[test]
fn every_throw_scores_as_the_twin_says() {
    let params = yams_params();
    let referee = Referee::<3>::new(&params, yams(None).prize_table());
    let mut counts = [0; COMBINATIONS];
    for throw in Throw::all() {
        let hand = referee.hand(throw);
        assert_eq!(hand.points, twin(throw.dice()), "{:?}", throw.dice());
        assert_eq!(hand.points, params.points[hand.combination.index()]);
        assert_eq!(hand, score(throw.dice(), &params.points));
        counts[hand.combination.index()] += 1;
    }
    // rules-reading.md: 240 score 0, 2 880 a pair ...
    assert_eq!(counts, [240, 2_880, 1_800, 1_200, 300, 960, 150, 240, 6]);
}

#[test]
fn known_throws() {
    use Combination::*;
    let points = yams_params().points;
    for (dice, combination, scored) in [
        ([1, 2, 3, 5, 6], Nothing, 0),
        ([2, 6, 4, 1, 3], SmallStraight, 30),
        ([6, 1, 2, 4, 5], Nothing, 0),
        ([1, 3, 1, 5, 6], Pair, 3),
        ([1, 6, 1, 6, 3], TwoPairs, 5),
        ([4, 4, 4, 4, 1], FourOfAKind, 40),
        ([5, 2, 5, 1, 5], ThreeOfAKind, 10),
        ([2, 2, 3, 3, 3], FullHouse, 25),
        ([3, 4, 5, 6, 3], SmallStraight, 30),
        ([1, 2, 3, 4, 6], SmallStraight, 30),
        ([5, 4, 3, 2, 1], LargeStraight, 45),
        ([2, 3, 4, 5, 6], LargeStraight, 45),
        ([6, 6, 6, 6, 6], FiveOfAKind, 50),
    ] {
        assert_eq!(score(dice, &points), Hand { combination, points: scored }, "{dice:?}");
    }
}

#[test]
fn only_the_highest_combination_counts_whatever_the_points() {
    // a designer may pay a pair best: then five of a kind is scored as the pair it contains
    let mut points = yams_params().points;
    points[Combination::Pair.index()] = 200;
    assert_eq!(score([6, 6, 6, 6, 6], &points), Hand { combination: Combination::Pair, points: 200 });
    assert_eq!(score([1, 2, 3, 4, 5], &points), Hand { combination: Combination::LargeStraight, points: 45 });
    // of equal points, the later combination of the article
    points[Combination::Pair.index()] = 25;
    assert_eq!(score([6, 6, 6, 1, 1], &points), Hand { combination: Combination::FullHouse, points: 25 });
}

/// Article 4.5, as printed: points from, to, and the prize in cents at 0.50, 1 and 2 EUR.
const ARTICLE_4_5: [(u16, u16, [i64; 3]); 9] = [
    (5, 9, [50, 100, 200]),
    (10, 14, [100, 200, 400]),
    (15, 19, [150, 300, 600]),
    (20, 29, [200, 400, 800]),
    (30, 49, [250, 500, 1_000]),
    (50, 69, [500, 1_000, 2_000]),
    (70, 79, [1_000, 2_000, 4_000]),
    (80, 99, [25_000, 50_000, 100_000]),
    (100, 100, [250_000, 500_000, 1_000_000]),
];

#[test]
fn every_total_pays_as_printed_at_every_stake() {
    let throw_of: Vec<Throw> = [
        [1, 2, 3, 5, 6],
        [1, 1, 2, 3, 6],
        [1, 1, 2, 2, 6],
        [1, 1, 1, 2, 3],
        [1, 1, 1, 2, 2],
        [1, 2, 3, 4, 6],
        [1, 1, 1, 1, 2],
        [1, 2, 3, 4, 5],
        [1; 5],
    ]
    .into_iter()
    .map(|dice| Throw::from_dice(dice).unwrap())
    .collect();
    let points = [0, 3, 5, 10, 25, 30, 40, 45, 50];
    for (column, stake) in [50, 100, 200].into_iter().enumerate() {
        let game = yams(Some(Cents(stake)));
        let mut paying = std::collections::BTreeSet::new();
        for (a, b, c) in (0..729).map(|deal| (deal / 81, deal / 9 % 9, deal % 9)) {
            let total = points[a] + points[b] + points[c];
            let printed = ARTICLE_4_5.iter().find(|(from, to, _)| (*from..=*to).contains(&total)).map_or(0, |(_, _, prizes)| prizes[column]);
            let verdict = game.referee.judge(&Visual([throw_of[a], throw_of[b], throw_of[c]]));
            assert_eq!((game.referee.total(verdict.evidence), verdict.prize, verdict.ambiguous), (total, Cents(printed), false));
            if printed > 0 {
                paying.insert(total);
            }
        }
        // rules-reading.md: the winning totals that exist; those from 101 to 150 pay nothing
        let listed = "5 6 8 9 10 11 13 15 16 18 20 23 25 28 30 31 33 35 36 38 40 43 45 46 48 50 51 53 55 56 58 60 63 65 68 70 73 75 78 80 83 85 88 90 93 95 98 100";
        assert_eq!(paying.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "), listed);
    }
}
