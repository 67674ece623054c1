use super::*;
use crate::games;

/// Yam's ! with some of its text replaced.
fn edited(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(YAMS.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

fn complaints(text: &str) -> String {
    let listing = games::check(text).unwrap_err().listing("game.toml", text);
    // without the lines of the file: the last lines of `told` are what to do
    listing.lines().filter(|line| !line.starts_with("    | ")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_built_in_file_is_as_the_rules_print_it() {
    let file = games::check(YAMS).unwrap();
    assert_eq!((file.id.as_str(), file.block, file.currency.as_str()), ("yams", 700_000, "EUR"));
    for (offer, (stake, total)) in file.offers.iter().zip([(50, 24_500_000), (100, 49_000_000), (200, 98_000_000)]) {
        let table = &offer.table;
        assert_eq!((table.stake(), table.total(), table.winning_plays()), (Cents(stake), total, 163_402));
        // article 3: each prize is the same number of stakes
        let winners: Vec<(i64, u64)> = table.tiers().iter().map(|tier| (tier.prize.0 / (stake / 50), tier.winners)).collect();
        assert_eq!(
            winners,
            [
                (250_000, 1),
                (25_000, 1),
                (1_000, 400),
                (500, 18_000),
                (250, 25_000),
                (200, 3_500),
                (150, 5_000),
                (100, 31_000),
                (50, 80_500),
                (0, 536_598)
            ]
        );
    }
    let params = yams_params();
    assert_eq!((params.cups, params.points), (3, [0, 3, 5, 10, 25, 30, 40, 45, 50]));
    assert_eq!(params.losing, Bracket { from: 0, to: 3 });
    assert_eq!(file.decisions.iter().map(|decision| decision.id.as_str()).collect::<Vec<_>>(), ["Y1", "Y2"]);
    assert!(games::build(&file, Some(Cents(75))).is_err());
}

#[test]
fn each_mistake_is_told_with_its_line_and_remedy() {
    for (edits, told) in [
        (&[("cups = 3", "cups = 0")][..], "error: `dice.cups` is 0\n    this program plays 1 to 4 cups"),
        (&[("cups = 3", "cups = 5")], "`dice.cups` is 5"),
        (&[("dice = 5\n", "dice = 6\n")], "`dice.dice` is 6\n    this program plays cups of 5 dice with 6 faces"),
        (&[("faces = 6", "faces = 8")], "`dice.faces` is 8"),
        (&[("faces = 6\n", "")], "`dice.faces` is missing"),
        (&[("full_house = 25", "full_house = 256")], "`dice.points.full_house` is 256\n    write from 1 to 255 points"),
        (&[("full_house = 25", "full_house = 0")], "`dice.points.full_house` is 0"),
        (&[("full_house = 25", "full_hose = 25")], "did you mean `full_house`?"),
        (&[("{ from = 80, to = 99 }", "{ from = 99, to = 80 }")], "the bracket from 99 to 80 is empty"),
        (
            &[("{ from = 80, to = 99 }", "{ from = 75, to = 99 }")],
            "the bracket 70 to 79 overlaps the bracket 75 to 99\n    each total belongs to one prize at most",
        ),
        (&[("{ from = 80, to = 99 }", "{ from = 81, to = 82 }")], "no throw totals 81 to 82 points: the prize could not be shown"),
        (&[("{ from = 80, to = 99 }", "{ from = 80, to = 99_999 }")], "a total of 99999 points cannot be thrown"),
        (&[("    { from = 80, to = 99 },\n", "")], "the stake 0.50 has 9 prize rows and `dice.brackets` has 8 brackets"),
        (&[("    { from = 80, to = 99 },\n", "")], "the stake 2 has 9 prize rows and `dice.brackets` has 8 brackets"),
        (&[("losing = { from = 0, to = 3 }", "losing = { from = 0, to = 5 }")], "losing visuals would show totals 0 to 5 of the bracket 5 to 9"),
        (&[("losing = { from = 0, to = 3 }", "losing = { from = 1, to = 2 }")], "no throw totals 1 to 2 points"),
        (&[("losing = { from = 0, to = 3 }\n", "")], "`dice.losing` is missing"),
        (&[("[dice.points]", "[dice.score]")], "`dice.points` is missing"),
        (&[("brackets = [", "bracket = [")], "`dice.brackets` is missing"),
    ] {
        let text = edited(edits);
        let listing = complaints(&text);
        assert!(listing.contains(told), "{edits:?}:\n{listing}");
    }
}

#[test]
fn all_mistakes_are_told_at_once_in_the_order_of_the_file() {
    let text = edited(&[
        ("cups = 3", "cups = 9"),
        ("{ from = 80, to = 99 }", "{ from = 75, to = 99 }"),
        ("pair = 3", "pair = \"x\""),
        ("losing = { from = 0", "losing = { from = 9"),
    ]);
    let line = |what: &str| text[..text.find(what).unwrap()].matches('\n').count() + 1;
    let listing = complaints(&text);
    let lines: Vec<&str> = listing.lines().filter(|line| line.starts_with("game.toml:")).map(|line| line.split(": ").next().unwrap()).collect();
    let expected: Vec<String> =
        ["cups = 9", "{ from = 70, to = 79", "losing = ", "pair = \"x"].iter().map(|what| format!("game.toml:{}", line(what))).collect();
    assert_eq!(lines, expected, "{listing}");
}

#[test]
fn totals_that_pay_nothing_and_are_never_shown_are_worth_a_warning() {
    // beside an error, so that the listing is shown
    let listing = complaints(&edited(&[("faces = 6", "faces = 7")]));
    let gap = "warning: these totals can be thrown, pay nothing and are never shown: 103 105 110 115 120 125 130 135 140 145 150";
    assert!(listing.contains(gap), "{listing}");
}

#[test]
fn a_game_of_two_cups_is_played_from_its_file_alone() {
    let text = edited(&[("cups = 3", "cups = 2")]);
    let game = games::build(&games::check(&text).unwrap(), None).unwrap();
    assert_eq!(game.observables().iter().filter(|observable| observable.name.starts_with("combination of cup")).count(), 2);
    let shown = game.show(TierId(0), &mut Lanes::new(1, Purpose::Test, 0), false);
    // 100 points with two cups: five of a kind twice
    assert_eq!(shown.prize, Cents(250_000));
    assert_eq!(shown.picture.matches("five of a kind").count(), 2, "{}", shown.picture);
}

/// Found by broken texts: three of a kind above the full house that contains it. A total of 30 then had a bracket, and no throw to show it with.
#[test]
fn a_combination_below_what_it_contains_adds_to_no_total() {
    // one cup, full house 25, three of a kind 100: only a full house would total 25
    let text = edited(&[
        ("three_of_a_kind = 10\n", "three_of_a_kind = 100\n"),
        ("cups = 3", "cups = 1"),
        ("{ from = 20, to = 29 }", "{ from = 25, to = 25 }"),
    ]);
    let listing = complaints(&text);
    assert!(listing.contains("warning: no throw is ever scored as `full_house`: it also holds a combination of more than 25 points"), "{listing}");
    assert!(listing.contains("no throw totals 25 points: the prize could not be shown"), "{listing}");
    for points in [[0, 3, 5, 100, 25, 30, 40, 45, 50], [0, 50, 45, 40, 30, 25, 10, 5, 3], [0, 7, 7, 7, 7, 7, 7, 7, 7]] {
        let throws = Throws::new(&points);
        assert_eq!(throws.reachable(2), throws.totals::<2>().into_keys().collect::<Vec<u16>>(), "{points:?}");
    }
}
