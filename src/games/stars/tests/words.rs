//! JSON and text pictures: written, read back, and refused with a reason.

use super::super::visual::{Colour, Content, Direction, Set, Visual};
use super::{game, verdict_of};
use crate::game::Game;
use crate::random::{Lanes, Purpose};

#[test]
fn what_is_written_can_be_read_back() {
    for stake in ["1", "2", "3"] {
        let game = game(stake);
        for tier in game.prize_table().ids() {
            let mut lanes = Lanes::new(9, Purpose::Test, 40 + u64::from(tier.0));
            let mut visuals = vec![Visual::default(); 200];
            game.generate(tier, &mut lanes, &mut visuals);
            for visual in &visuals {
                let verdict = verdict_of(&game, visual);
                let json = game.json(visual, &verdict);
                let read = game.read_json(&json).unwrap();
                assert_eq!((read.selected, read.sets()), (visual.selected, visual.sets()), "{json}");
                let picture = game.picture(visual, &verdict, false);
                let read = game.read_picture(&picture).unwrap();
                assert_eq!((read.selected, read.sets()), (visual.selected, visual.sets()), "{picture}");
                assert!(picture.lines().all(|line| line.chars().count() <= 100), "{picture}");
                // colours change nothing but colours
                let mut plain = String::new();
                let mut escape = false;
                for letter in game.picture(visual, &verdict, true).chars() {
                    escape |= letter == '\u{1b}';
                    if !escape {
                        plain.push(letter);
                    }
                    escape &= letter != 'm';
                }
                assert_eq!(plain.lines().map(str::trim_end).collect::<Vec<_>>(), picture.lines().collect::<Vec<_>>());
            }
        }
    }
}

/// Two rows of colours a colour, contents of every kind: JSON and picture as people see them.
fn example() -> Visual {
    let mut first = Set::default();
    for cell in 0..42 {
        let colour = Colour::ALL[(cell / 7) as usize];
        first.colours[colour.index()] = first.colours[colour.index()].with(cell);
    }
    let second = first;
    for (cell, content) in [
        (0, Content::Supernova(Colour::Rose)),
        (3, Content::Sum(2)),
        (6, Content::Extra),
        (37, Content::MilkyWay),
        (29, Content::Sum(6)),
        (12, Content::ShootingStar(Direction::NwSe)),
        (13, Content::ShootingStar(Direction::NeSw)),
    ] {
        first.hide(cell, content);
    }
    Visual { selected: Colour::Violet, two_sets: true, first, second }
}

#[test]
fn the_picture_of_an_example() {
    let game = game("1");
    let visual = example();
    let picture = game.picture(&visual, &verdict_of(&game, &visual), false);
    let expected = include_str!("picture.txt");
    assert_eq!(picture, expected, "\n{picture}");
}

#[test]
fn the_json_is_the_contracts() {
    let game = game("1");
    let visual = example();
    let json = game.json(&visual, &verdict_of(&game, &visual));
    let start = r#"{"game":"star-color","stake_cents":100,"prize_cents":1000400,"selected":"violet","sets":[{"rows":6,"columns":7,"colours":["violet","violet","#;
    assert!(json.starts_with(start), "{json}");
    let contents = r#""contents":["supernova:rose","","","400","","","extra","","","","","","shooting-star:nw-se","shooting-star:ne-sw","","#;
    assert!(json.contains(contents), "{json}");
    assert!(json.contains(r#""","1000000","","","","","","","","milky-way","","","",""]}"#), "{json}");
    // what only comments on the visual is not needed to read it
    let bare = json.replace(r#""game":"star-color","stake_cents":100,"prize_cents":1000400,"#, "").replace(r#""rows""#, r#""note":1,"rows""#);
    assert_eq!(game.read_json(&bare).unwrap(), visual);
}

#[test]
fn what_is_no_visual_is_refused_with_the_reason() {
    let game = game("1");
    let visual = example();
    let json = game.json(&visual, &verdict_of(&game, &visual));
    let one = |from: &str, to: &str| json.replacen(from, to, 1);
    let set = json.split_once("\"sets\":[").unwrap().1.split_once("},{").unwrap().0.to_owned() + "}";
    for (line, reason) in [
        (
            one("\"selected\":\"violet\"", "\"selected\":\"rot\""),
            "`rot` is no colour of stars: the colours are violet, bleu, vert, jaune, orange, rose",
        ),
        (one("\"400\"", "\"300\""), "`300` is no sum of this game at this stake: its sums are 1, 2, 4, 100, 1000, 5000, 10000"),
        (one("\"400\"", "\"-400\""), "`-400` is nothing a star hides"),
        (one("\"400\"", "\"comet\""), "`comet` is nothing a star hides: write \"\", a sum in cents, milky-way,"),
        (one("supernova:rose", "supernova:pink"), "`pink` is no colour of stars"),
        (one("\"violet\",\"violet\"", "\"violet\",\"bleu\""), "set 1 has 6 stars of violet: it has 7 of each colour (article 4.2)"),
        (one("\"rows\":6", "\"rows\":7"), "set 1 has 7 rows and 7 columns: the board has 6 rows and 7 columns"),
        (one("\"milky-way\",", ""), "set 1 has 41 contents: a set has 42 stars"),
        (one("[{\"rows\"", &format!("[{set},{{\"rows\"")), "3 sets of stars: a play shows one set, or two after an Extra"),
        (String::from("{\"selected\":\"violet\",\"sets\":[]}"), "0 sets of stars"),
        ("{}".to_owned(), "not a visual of stars: missing field `selected`"),
        ("nonsense".to_owned(), "not a visual of stars: expected ident"),
    ] {
        let error = game.read_json(&line).unwrap_err().to_string();
        assert!(error.starts_with(reason), "{error}\nnot {reason}");
    }
    let picture = game.picture(&visual, &verdict_of(&game, &visual), false);
    for (from, to, reason) in [
        ("selected violet", "selected", "the line `selected COLOUR` is missing"),
        ("selected violet", "selected rot", "`rot` is no colour of stars"),
        ("[vi 4 ", "[xx 4 ", "`xx` in "),
        ("[vi 4 ", "[vi ? ", "`?` is nothing a star hides: write . @"),
        ("[vi 4 ", "[vi 5 ", "`5` is no sum of this game at this stake"),
        ("[vi 4 ", "[bl 4 ", "set 1 has 6 stars of violet"),
        ("[vi 4 ", "[vi 4 vi 4 ", "a row of 8 stars, not 7"),
    ] {
        assert!(picture.contains(from), "{picture}");
        let error = game.read_picture(&picture.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.starts_with(reason), "{error}\nnot {reason}");
    }
    for text in ["", "selected violet", "selected violet\nset 1\n"] {
        assert!(game.read_picture(text).is_err());
    }
}

/// The fourth way in which a visual can be wrong: sets that do not fit its Extras.
#[test]
fn sets_that_do_not_fit_the_extras_are_ambiguous() {
    let game = game("1");
    let whole = example();
    assert!(!verdict_of(&game, &whole).ambiguous);
    let without_second = Visual { two_sets: false, ..whole };
    assert!(verdict_of(&game, &without_second).ambiguous);
    let mut without_extra = whole;
    without_extra.first.hide(6, Content::Nothing);
    without_extra.second.hide(0, Content::Sum(0));
    let verdict = verdict_of(&game, &without_extra);
    assert!(verdict.ambiguous && !verdict.evidence.extra);
    assert_eq!(verdict.prize, verdict_of(&game, &without_second).prize, "a second set without an Extra is not played");
    let mut two_extras = whole;
    two_extras.first.hide(5, Content::Extra);
    assert!(verdict_of(&game, &two_extras).ambiguous);
    // an Extra in the second set leads nowhere
    let mut extra_again = whole;
    extra_again.second.hide(0, Content::Extra);
    assert!(!verdict_of(&game, &extra_again).ambiguous);
    assert_eq!(verdict_of(&game, &extra_again).prize, verdict_of(&game, &whole).prize);
}
