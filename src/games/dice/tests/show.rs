use super::*;

fn visual(cups: [[u8; DICE]; 3]) -> Visual<3> {
    Visual(cups.map(|dice| Throw::from_dice(dice).unwrap()))
}

fn one(game: &Dice<3>, visual: Visual<3>) -> Verdict<Evidence<3>> {
    judged(game, &[visual])[0]
}

#[test]
fn codes_and_dice_are_one_to_one() {
    for (code, throw) in (0..).zip(Throw::all()) {
        assert_eq!(throw.code(), code);
        assert_eq!(Throw::from_code(code), Some(throw));
        assert_eq!(Throw::from_dice(throw.dice()), Some(throw));
    }
    assert_eq!(Throw::all().len(), 7_776);
    assert_eq!(Throw::from_code(THROWS), None);
    assert_eq!(Throw::from_dice([1, 2, 3, 4, 0]), None);
    assert_eq!(Throw::from_dice([1, 2, 3, 4, 255]), None);
}

#[test]
fn the_json_is_that_of_the_contract() {
    let game = yams(Some(Cents(100)));
    let visual = visual([[1, 1, 2, 3, 5], [4, 4, 4, 2, 2], [6, 2, 4, 3, 5]]);
    let json = game.json(&visual, &one(&game, visual));
    assert_eq!(json, r#"{"game":"yams","stake_cents":100,"prize_cents":2000,"cups":[[1,1,2,3,5],[4,4,4,2,2],[6,2,4,3,5]],"points":73}"#);
    assert_eq!(game.read_json(&json), Ok(visual));
    // comments may be missing, wrong or more
    assert_eq!(game.read_json(r#" {"points": 3, "by": "hand", "cups": [[1,1,2,3,5],[4,4,4,2,2],[6,2,4,3,5]]} "#), Ok(visual));
}

#[test]
fn the_picture_shows_each_die_and_what_it_scores() {
    let game = yams(Some(Cents(100)));
    let visual = visual([[1, 1, 2, 3, 5], [4, 4, 4, 2, 2], [6, 2, 4, 3, 5]]);
    let verdict = one(&game, visual);
    let picture = game.picture(&visual, &verdict, false);
    let expected = "        ┏━━━┓ ┏━━━┓ ┌───┐ ┌───┐ ┌───┐
 cup 1  ┃ 1 ┃ ┃ 1 ┃ │ 2 │ │ 3 │ │ 5 │   pair               3 points
        ┗━━━┛ ┗━━━┛ └───┘ └───┘ └───┘
        ┏━━━┓ ┏━━━┓ ┏━━━┓ ┏━━━┓ ┏━━━┓
 cup 2  ┃ 4 ┃ ┃ 4 ┃ ┃ 4 ┃ ┃ 2 ┃ ┃ 2 ┃   full house        25 points
        ┗━━━┛ ┗━━━┛ ┗━━━┛ ┗━━━┛ ┗━━━┛
        ┏━━━┓ ┏━━━┓ ┏━━━┓ ┏━━━┓ ┏━━━┓
 cup 3  ┃ 6 ┃ ┃ 2 ┃ ┃ 4 ┃ ┃ 3 ┃ ┃ 5 ┃   large straight    45 points
        ┗━━━┛ ┗━━━┛ ┗━━━┛ ┗━━━┛ ┗━━━┛
                                        total             73 points   prize 20
";
    assert_eq!(picture, expected);
    assert_eq!(game.read_picture(&picture), Ok(visual));
    let coloured = game.picture(&visual, &verdict, true);
    let plain: String =
        coloured.split('\x1b').enumerate().map(|(part, text)| if part == 0 { text } else { &text[text.find('m').unwrap() + 1..] }).collect();
    assert_eq!(plain, picture, "colour adds nothing but colour");
    assert!(coloured.len() > picture.len());
}

/// For every throw: the framed dice alone already make the combination, and none of them can be left out.
#[test]
fn the_framed_dice_are_the_combination() {
    let params = yams_params();
    for throw in Throw::all() {
        let dice = throw.dice();
        let hand = score(dice, &params.points);
        let framed: Vec<u8> = (0..DICE).filter(|&die| scoring_dice(dice, hand.combination)[die]).map(|die| dice[die]).collect();
        let needed = match hand.combination {
            Combination::Nothing => 0,
            Combination::Pair => 2,
            Combination::ThreeOfAKind => 3,
            Combination::TwoPairs | Combination::SmallStraight | Combination::FourOfAKind => 4,
            Combination::FullHouse | Combination::LargeStraight | Combination::FiveOfAKind => 5,
        };
        assert_eq!(framed.len(), needed, "{dice:?}");
        let mut sorted = framed.clone();
        sorted.sort_unstable();
        let runs: Vec<usize> = sorted.chunk_by(|a, b| a == b).map(<[u8]>::len).collect();
        let shape: &[usize] = match hand.combination {
            Combination::Nothing => &[],
            Combination::Pair => &[2],
            Combination::TwoPairs => &[2, 2],
            Combination::ThreeOfAKind => &[3],
            Combination::FourOfAKind => &[4],
            Combination::SmallStraight => &[1; 4],
            Combination::LargeStraight => &[1; 5],
            Combination::FiveOfAKind => &[5],
            Combination::FullHouse => {
                if runs[0] == 2 {
                    &[2, 3]
                } else {
                    &[3, 2]
                }
            }
        };
        assert_eq!(runs, shape, "{dice:?}");
    }
}

#[test]
fn json_and_pictures_are_read_back_for_every_tier() {
    for stake in [50, 200] {
        let game = yams(Some(Cents(stake)));
        for tier in game.prize_table().ids() {
            let visuals = draw(&game, tier, 21, 300);
            for (visual, verdict) in visuals.iter().zip(judged(&game, &visuals)) {
                assert_eq!(game.read_json(&game.json(visual, &verdict)), Ok(*visual));
                assert_eq!(game.read_picture(&game.picture(visual, &verdict, false)), Ok(*visual));
            }
        }
    }
}

#[test]
fn what_is_no_visual_is_told_so() {
    let game = yams(None);
    for (json, message) in [
        ("", "not the JSON of a dice visual"),
        ("{}", "missing field `cups`"),
        (r#"{"cups":[[1,1,2,3,5],[1,1,2,3,5]]}"#, "the visual has 2 cups, not 3"),
        (r#"{"cups":[[1,1,2,3,5],[1,1,2,3],[1,1,2,3,5]]}"#, "cup 2 has 4 dice, not 5"),
        (r#"{"cups":[[1,1,2,3,5],[1,1,2,3,5],[1,1,2,3,7]]}"#, "cup 3 holds [1, 1, 2, 3, 7]: a die shows a whole number from 1 to 6"),
        (r#"{"cups":[[1,1,2,3,-1],[1,1,2,3,5],[1,1,2,3,5]]}"#, "cup 1 holds [1, 1, 2, 3, -1]"),
        (r#"{"cups":[[1,1,2,3,1.5],[1,1,2,3,5],[1,1,2,3,5]]}"#, "not the JSON of a dice visual"),
        (r#"{"cups":[[1,1,2,3,257],[1,1,2,3,5],[1,1,2,3,5]]}"#, "cup 1 holds [1, 1, 2, 3, 257]"),
    ] {
        let error = game.read_json(json).unwrap_err().to_string();
        assert!(error.contains(message), "{json}: {error}");
    }
    for (picture, message) in [
        ("", "the visual has 0 cups, not 3"),
        ("│ 1 ││ x │", "`x` is no die"),
        ("│ 1 ││ 2 ││ 3 ││ 4 │\n│ 1 │\n│ 1 │", "cup 1 has 4 dice, not 5"),
        ("┃ 9 ┃", "the visual has 1 cups, not 3"),
    ] {
        let error = game.read_picture(picture).unwrap_err().to_string();
        assert!(error.contains(message), "{picture}: {error}");
    }
}
