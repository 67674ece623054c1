//! What `sim check` says: each finding of the issue with a small bad file, the line, the text underlined, why, and what to do.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use sim::games::template::new_file;
use sim::games::{built_in, check};
use sim::spec::{Findings, Severity};

/// A bad file made from a right one by one edit, and what is told: severity, the text underlined, the message (its beginning), the help (a part of it).
struct Case {
    file: &'static str,
    right: &'static str,
    wrong: &'static str,
    told: (Severity, &'static str, &'static str, &'static str),
}

const fn error(
    file: &'static str,
    right: &'static str,
    wrong: &'static str,
    marked: &'static str,
    message: &'static str,
    help: &'static str,
) -> Case {
    Case { file, right, wrong, told: (Severity::Error, marked, message, help) }
}

const fn warning(
    file: &'static str,
    right: &'static str,
    wrong: &'static str,
    marked: &'static str,
    message: &'static str,
    help: &'static str,
) -> Case {
    Case { file, right, wrong, told: (Severity::Warning, marked, message, help) }
}

/// The files that cases are made from: those of `sim new`, and the built-in games.
fn base(name: &str) -> String {
    built_in(name).map_or_else(|| new_file("my-game", "My game", name).unwrap(), str::to_owned)
}

fn findings(text: &str) -> Findings {
    match check(text) {
        Ok(file) => file.warnings,
        Err(findings) => findings,
    }
}

#[rustfmt::skip] // one case a line, or two
const CASES: &[Case] = &[
    // rows and totals
    error("table", "total = \"5 000\"", "total = \"5 500\"", "\"5 500\"", "10 x 500 is 5 000, not 5 500", "correct the count, the prize or the row's total"),
    error("table", "declared_winners = 24_111", "declared_winners = 24_112", "24_112", "the rows hold 24 111 winners, not 24 112", "correct a row"),
    error("table", "declared_total = \"132 500\"", "declared_total = \"132 000\"", "\"132 000\"", "the rows add up to 132 500, not 132 000", "correct a row"),
    error("table", "block = 100_000", "block = 24_000", "[[offer]]", "24 111 winning plays do not fit a block of 24 000 plays", "correct a row, or `game.block`"),
    // unit slips
    error("table", "block = 100_000", "block = 100", "[[offer]]", "24 111 winning plays do not fit a block of 100 plays", "written in thousands or millions, write it in full (100 000?)"),
    warning("table", "stake = \"2\"", "stake = \"0.02\"", "\"0.02\"", "a block pays 132 500 of 2 000 staked", "in the same unit"),
    error("table", "stake = \"2\"", "stake = \"0\"", "\"0\"", "the stake is 0", "write the price of a play"),
    // amounts distinct and ordered, or said
    warning("table", "prize = \"5\", winners = 4_500, total = \"22 500\"", "prize = \"4\", winners = 5_625, total = \"22 500\"", "{ prize = \"4\", winners = 9_500, total =",
        "several rows pay the same: 4 (2 rows)", "legal where each row is a way of winning: their winners are added"),
    warning("table", "prize = \"50\", winners = 100", "prize = \"1\", winners = 5_000", "{ prize = \"10\", winners = 4_000, total ", "the rows are in no order of their prizes", "if no row is misplaced"),
    warning("table", "winners = 10, total = \"5 000\"", "winners = 0", "0", "no play of a block wins 500: the prize cannot be won", "remove the row, or give it winners"),
    // published odds
    error("table", "winners = 1, total", "winners = 1, one_in = \"50 000\", total", "\"50 000\"", "the published odds of 10 000 are 1 in 50 000, but the counts say 1 in 100 000", "rounding up, down or to the nearest is accepted"),
    error("table", "stake = \"2\"", "stake = \"2\"\ndeclared_one_in = \"1 in 3.5\"", "\"1 in 3.5\"", "the published odds of winning are 1 in 3.5, but the counts say 1 in 4.14", "correct the odds"),
    error("table", "winners = 1, total", "winners = 1, one_in = \"often\", total", "\"often\"", "`often` is not the odds of a prize", "\"5.25\" or \"1 in 5.25\""),
    error("table", "stake = \"2\"", "stake = \"2\"\ncumulation_only = [\"7\"]", "[\"7\"]", "`cumulation_only` names 7, which no row pays", "name prizes of the table"),
    // what a prize is paid in
    warning("table", "winners = 9_500, total = \"38 000\"", "winners = 9_500, kind = \"free ticket\"", "{ prize = \"4\", winners = 9_500, kind = ", "a free ticket is declared at 4, but a play costs 2", "declare it at the price of a play"),
    error("table", "winners = 1, total", "winners = 1, kind = \"car\", total", "\"car\"", "`kind` is `car`", "\"cash\", \"free ticket\", \"annuity\", \"goods\""),
    // numbers
    error("table", "\"10 000\", winners", "\"10,000\", winners", "\"10,000\"", "`offer.prizes.prize`: `10,000` is ambiguous", "numbers = \"1,000.5\""),
    error("table", "\"10 000\", winners", "\"10.000\", winners", "\"10.000\"", "`offer.prizes.prize`: `10.000` is ambiguous", "numbers = \"1.000,5\""),
    error("table", "block = 100_000", "block = \"100.000\"", "\"100.000\"", "`game.block`: `100.000` is ambiguous", "numbers = "),
    error("table", "prize = \"10\"", "prize = 10.5", "10.5", "`offer.prizes.prize` is a floating-point number", "put the amount in quotes"),
    error("table", "currency = \"EUR\"", "currency = \"EUR\"\nnumbers = \"fr\"", "\"fr\"", "`game.numbers` is `fr`, no example", "\"1.000,5\""),
    error("table", "source = \"\"", "source = \"\"\n[dice]", "dice", "`dice` is no section of a game of table", "correct `game.mechanic`"),
    // dice: brackets
    error("dice", "{ from = 80, to = 99 }", "{ from = 75, to = 99 }", "{ from = 70, to = 79 }", "the bracket 70 to 79 overlaps the bracket 75 to 99", "each total belongs to one prize at most"),
    error("dice", "{ from = 80, to = 99 }", "{ from = 81, to = 82 }", "{ from = 81, to = 82 }", "no throw totals 81 to 82 points: the prize could not be shown", "the totals that exist: 0 3 5"),
    warning("dice", "[dice.points]", "[dice.points]", "{ from = 0, to = 3 }", "these totals can be thrown, pay nothing and are never shown: 103 105 110", "close the gap"),
    warning("dice", "{ from = 80, to = 99 }", "{ from = 85, to = 99 }", "{ from = 0, to = 3 }", "these totals can be thrown, pay nothing and are never shown: 80 83 103", "close the gap"),
    error("dice", "{ prize = \"3\", winners = 700, total = \"2 100\" }", "{ prize = \"30\", winners = 70, total = \"2 100\" }", "{ prize = \"30\", winners = 70, total = \"",
        "the prize rows are not one a prize from the dearest down", "and the brackets in the same order"),
    // stars and gems: ways and weights
    error("stars", "prize = \"100\", winners = 10,", "prize = \"37\", winners = 10,", "{ prize = \"37\", winners = 10, total = \"1 ", "the prize 37 has no way: no 1 to 6 sums", "the sums at this stake are 1, 2, 4, 100"),
    error("stars", "way_ratio = \"1/2\"", "way_ratio = \"1/2\"\nways = [ { prize = 12, sums = [2, 2, 2, 2, 2, 1, 1], weight = 1 } ]", "[2, 2, 2, 2, 2, 1, 1]", "a way of 7 sums", "write 1 to 6 sums"),
    error("stars", "way_ratio = \"1/2\"", "way_ratio = \"1/2\"\nways = [ { prize = 13, sums = [4, 4, 4, 1], weight = 1 } ]", "{ prize = 13, sums = [4, 4, 4, 1], weigh", "a way is weighed for 13 times the stake, which no prize at a stake of 1 is", "or remove the way"),
    error("star-color", "way_ratio = \"1/2\"", "way_ratio = \"1/2\"\nways = [ { prize = 12, sums = [4, 4, 4], weight = 0 } ]", "{ prize = \"12\", winners = 24_100, total =", "the prize 12 has no way", "the sums at this stake"),
    error("star-color", "sums = [1, 2, 4, 100, 1_000, 5_000, 10_000]", "sums = [1, 2, 4, 100, 1_000, 5_000, 12]", "[5_000, 10_000]", "`top_prize_sums` names 10000, which is not among `sums`", "add it to `sums`"),
    error("stars", "explosions = [60, 28, 9, 3]", "explosions = [0, 0, 0, 0]", "[0, 0, 0, 0]", "all weights of `stars.losing.explosions` are 0", "at least one must be more than 0"),
    error("stars", "milky_way = 5\nshooting_star = 3\nsupernova = 2\n\n# S9", "milky_way = 0\nshooting_star = 0\nsupernova = 0\n\n# S9", "[stars.kinds]", "all weights of the kinds of bonus are 0", "at least one"),
    error("gems", "extra_throws = [70, 20, 8, 2]", "extra_throws = [0, 0]", "[0, 0]", "`extra_throws`: ", "[70, 20, 8, 2]"),
    error("gems", "prize = \"6\", winners = 11_867, total = \"71 202\"", "prize = \"7\", winners = 10_000", "{ prize = \"7\", winners = 10_000 }", "no way of gains adds up to the prize 7", "a prize must be the sum of lines, gold and the wheel"),
    error("gems", "wheel_factor = \"1/4\"", "wheel_factor = \"1/4\"\nways = [ { prize = \"20\", gains = [\"pink\", \"pink\", \"pink\", \"pink\", \"pink\"], weight = 1 } ]", "[\"pink\", \"pink\", \"pink\", \"pink\", \"pink\"", "more than 4 lines do not fit 4 throws", "gem names"),
    error("gems", "gold_shown = [50, 35, 15]", "gold_shown = [50, 35, 15]\nfor_prizes = [ { prizes = [\"0\"], magic = \"0.1\" }, { prizes = [\"0\"], magic = \"0.2\" } ]", "{ prizes = [\"0\"], magic = \"0.2\" }", "`magic` of losing plays is set twice in `for_prizes`", "contradict each other"),
    error("gems", "gold_shown = [50, 35, 15]", "gold_shown = [50, 35, 15]\nfor_prizes = [ { prizes = [\"8\"], magic = \"0.1\" } ]", "[\"8\"]", "8 is no prize of the table", "or 0 for losing plays"),
    error("star-color", "way_ratio = \"1/2\"", "way_ratio = \"1/2\"\nways = [ { prize = 1_000, sums = [1_000], weight = 1 }, { prize = 12, sums = [4, 4, 4], weight = 2 }, { prize = 12, sums = [4, 4, 4], weight = 1 } ]", "[4, 4, 4]", "the way 4 + 4 + 4 is there twice", "keep one of them"),
    error("star-color", "top_prize_sums = [5_000, 10_000]", "top_prize_sums = [1_000]\nways = [ { prize = 1_000, sums = [1_000], weight = 1 } ]", "{ prize = 1_000, sums = [1_000], weight ", "a way of 1 000 holds 1000, which `top_prize_sums` keeps for the top prize", "take the sum out"),
    // lines of other lengths
    error("gems", "line_length = 3", "line_length = 0", "0", "`gems.line_length` is 0", "write a whole number from 3 to 6"),
    error("gems", "line_length = 3", "line_length = 7", "7", "`gems.line_length` is 7", "write a whole number from 3 to 6"),
    error("gems", "line_length = 3", "line_length = \"five\"", "\"five\"", "`gems.line_length` is the text \"five\", not a whole number", "write a whole number"),
    error("diamond-river", "throws = 4\n", "throws = 4\nline_lenght = 4\n", "line_lenght", "`gems.line_lenght` is not known", "did you mean `line_length`?"),
    error("diamond-river", "rows = 5\ncolumns = 6\n", "rows = 5\ncolumns = 5\nline_length = 6\n", "6", "a grid of 5 x 5 has no six cells in a row", "write 5 here or less; or write at least 6 rows or 6 columns"),
    error("diamond-river", "rows = 5\ncolumns = 6\n", "rows = 2\ncolumns = 2\n", "2", "a grid of 2 x 2 has no three cells in a row", "write at least 3 rows or 3 columns: a line is three of one gem in a row"),
    error("gems", "rows = 5\ncolumns = 6\n", "rows = 2\ncolumns = 2\n", "2", "a grid of 2 x 2 has no three cells in a row", "write at least 3 rows or 3 columns"),
    // found by broken texts
    error("diamond-river", "\ngems = [", "\nems = [", "[gems]", "`gems.gems` lists 0 gems", "list from 3 to 8 gems"),
    warning("dice", "full_house = 25", "full_house = 9", "[dice.points]", "no throw is ever scored as `full_house`: it also holds a combination of more than 9 points", "only the highest combination of a cup counts"),
    // special symbols that could block every place of a line on a small grid
    error("gems", "rows = 5\ncolumns = 6", "rows = 3\ncolumns = 4", "3", "3 golden gems, a +1 and a wheel in one throw may leave no room for a line in 3 x 4 cells", "make the grid larger, `gold_needed` smaller"),
];

#[test]
fn every_finding_is_told_at_its_text_with_what_to_do() {
    let mut wrong = Vec::new();
    for case in CASES {
        let right = base(case.file);
        assert!(right.contains(case.right), "{}: {}", case.file, case.right);
        let text = right.replacen(case.right, case.wrong, 1);
        let found = findings(&text);
        let (severity, marked, message, help) = case.told;
        let listing = found.listing("my-game.toml", &text);
        let Some(finding) = found.0.iter().find(|finding| finding.message.starts_with(message)) else {
            wrong.push(format!("`{message}` is not told of `{}`:\n{listing}", case.wrong));
            continue;
        };
        let quoted = finding.quoted(&text);
        // a long text is given by its beginning
        let marks = if marked.len() < 30 { quoted == marked } else { quoted.starts_with(marked) };
        // the listing has the line, the mark below it, and no line of the file is too wide
        let place = format!("my-game.toml:{}: {}: {}\n    | ", finding.line(&text), severity.word(), finding.message);
        let fits = listing.lines().filter(|line| line.starts_with("    | ")).all(|line| line.chars().count() <= 100);
        if finding.severity != severity || !marks || !finding.help.contains(help) || help.is_empty() || !listing.contains(&place) || !fits {
            wrong.push(format!("marked `{quoted}`, not `{marked}`, or help without `{help}`:\n{listing}"));
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// Before each edit the same file is right: nothing of what is told was there already, but for the gap of dice.
#[test]
fn the_files_that_cases_are_made_from_are_right() {
    for case in CASES {
        let found = findings(&base(case.file));
        assert!(!found.has_errors() && found.0.iter().all(|finding| finding.message.starts_with("these totals can be thrown")), "{found}");
    }
}

/// Numbers as the French write them are read, and stated conventions decide.
#[test]
fn numbers_of_other_habits_are_read() {
    let right = base("table");
    let tables = |text: &str| check(text).unwrap_or_else(|found| panic!("{}", found.listing("file", text))).offers[0].table.clone();
    let table = tables(&right);
    for (from, to) in [
        ("block = 100_000", "block = \"100\u{202f}000\""),
        ("block = 100_000", "block = \"100\u{a0}000\""),
        ("stake = \"2\"", "stake = \"2,0\""),
        ("\"132 500\"", "\"132\u{2009}500,00\""),
        ("currency = \"EUR\"\n", "currency = \"EUR\"\nnumbers = \"1.000,5\"\n"),
        ("\"132 500\"", "132_500"),
    ] {
        assert!(right.contains(from));
        assert_eq!(tables(&right.replacen(from, to, 1)), table, "{to}");
    }
    let german = right.replacen("currency = \"EUR\"\n", "currency = \"EUR\"\nnumbers = \"1.000,5\"\n", 1);
    assert_eq!(tables(&german.replacen("block = 100_000", "block = \"100.000\"", 1).replacen("\"10 000\"", "\"10.000,00\"", 1)), table);
    let english = right.replacen("currency = \"EUR\"\n", "currency = \"USD\"\nnumbers = \"1,000.5\"\n", 1);
    assert_eq!(tables(&english.replacen("\"132 500\"", "\"132,500\"", 1)), table);
}

/// Currencies of no decimals and of three: minor units are those of the currency.
#[test]
fn currencies_have_their_decimals() {
    let with = |currency: &str, prize: &str| {
        base("table")
            .replacen("EUR", currency, 1)
            .replacen("prize = \"50\", winners = 100, total = \"5 000\"", &format!("prize = {prize}, winners = 100"), 1)
            .replacen("declared_total = \"132 500\"\n", "", 1)
    };
    let prizes = |text: &str| check(text).unwrap_or_else(|found| panic!("{}", found.listing("file", text))).offers[0].table.tiers()[2].prize.0;
    assert_eq!(prizes(&with("JPY", "\"50\"")), 50);
    assert_eq!(prizes(&with("TND", "\"50,25\"")), 50_250);
    assert_eq!(prizes(&with("TND", "50")), 50_000);
    assert_eq!(prizes(&with("EUR", "\"50,25\"")), 5_025);
    let told = |text: &str| findings(text).to_string();
    assert!(told(&with("JPY", "\"50.5\"")).contains("`50.5` is finer than the smallest coin: write no decimals"));
    assert!(told(&with("TND", "\"50.125\"")).contains("`50.125` is ambiguous"), "a point and three digits have two readings in any currency");
    let stated = with("TND", "\"50.125\"").replacen("currency = \"TND\"\n", "currency = \"TND\"\nnumbers = \"1,000.5\"\n", 1);
    assert_eq!(prizes(&stated), 50_125);
    let file = check(&stated).unwrap();
    assert_eq!(file.amount(file.offers[0].table.prize(sim::prize::TierId(2))), "50.125");
}

/// Two frequencies of one prize set in two places are both in force.
#[test]
fn frequencies_of_a_prize_add_up() {
    let parts = "gold_shown = [50, 35, 15]\nfor_prizes = [ { prizes = [\"0\"], magic = \"0\" }, { prizes = [\"0\"], gold_shown = [1, 0, 0] } ]";
    let text = base("gems").replacen("gold_shown = [50, 35, 15]", parts, 1);
    let game = sim::games::build(&check(&text).unwrap(), None).unwrap();
    let losing = game.prize_table().losing();
    for seed in 0..200 {
        let json = game.show(losing, &mut sim::random::Lanes::new(seed, sim::random::Purpose::Test, 0), false).json;
        assert!(!json.contains("magic") && !json.contains("gold"), "{json}");
    }
}

/// Findings for programs: the same, as JSON.
#[test]
fn findings_are_json_too() {
    let text = base("table").replacen("\"10 000\", winners", "\"10,000\", winners", 1).replacen("winners = 10,", "winners = 0,", 1);
    let found = findings(&text);
    let list: serde_json::Value = serde_json::from_str(&found.json("my.toml", &text)).unwrap();
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), found.0.len());
    let line = |what: &str| text[..text.find(what).unwrap()].matches('\n').count() + 1;
    let first = list.iter().find(|finding| finding["text"] == "\"10,000\"").unwrap();
    assert_eq!(
        (first["severity"].as_str(), first["file"].as_str(), first["line"].as_u64()),
        (Some("error"), Some("my.toml"), Some(line("\"10,000\"") as u64))
    );
    assert_eq!(first["column"], 15);
    assert!(first["message"].as_str().unwrap().contains("ambiguous") && first["help"].as_str().unwrap().contains("numbers = "));
    let lines: Vec<u64> = list.iter().map(|finding| finding["line"].as_u64().unwrap()).collect();
    assert!(lines.is_sorted(), "{lines:?}");
}

/// Golden gems, a +1 and a wheel may stand in one throw. On the smallest grids that are accepted a line always finds its place: every play is drawn, with as
/// many special symbols as there can be. One golden gem more, and the file is refused: some plays would be drawn for ever.
#[test]
fn the_smallest_grids_play_and_smaller_ones_are_refused() {
    let with = |rows: u64, columns: u64, gold: usize| {
        let shown: Vec<&str> = (0..gold).map(|golden| if golden + 1 == gold { "1" } else { "0" }).collect();
        base("gems")
            .replacen("rows = 5\ncolumns = 6", &format!("rows = {rows}\ncolumns = {columns}"), 1)
            .replacen("gold_needed = 3", &format!("gold_needed = {gold}"), 1)
            .replacen("gold_shown = [50, 35, 15]", &format!("gold_shown = [{}]", shown.join(", ")), 1)
            .replacen("extra_throws = [70, 20, 8, 2]", "extra_throws = [0, 0, 0, 1]", 1)
            .replacen("magic = \"0.15\"", "magic = \"1\"", 1)
            .replacen("wheel_factor = \"1/4\"", "wheel_factor = \"1\"", 1)
    };
    for (rows, columns, gold) in [(4, 3, 1), (3, 4, 1), (5, 3, 2), (3, 5, 2), (6, 3, 3), (3, 6, 3)] {
        // so many are played at least, and what is refused is refused for this reason
        let mut golden = gold;
        let found = loop {
            let text = with(rows, columns, golden);
            let Ok(file) = check(&text) else { break findings(&text) };
            let game = sim::games::build(&file, None).unwrap();
            let plan = sim::engine::Plan { seed: 1, plays: 20_000, sampling: sim::engine::Sampling::Block, judging: sim::engine::Judging::Full };
            let outcome = sim::engine::run(game.as_ref(), plan, 1, &sim::engine::Watch::default()).unwrap();
            assert_eq!((outcome.tally.mismatch_count(), outcome.tally.ambiguous_count()), (0, 0), "{rows} x {columns}, {golden} golden gems");
            golden += 1;
        };
        assert!(golden > gold, "{rows} x {columns}, {gold} golden gems: {found}");
        assert!(found.0.iter().any(|finding| finding.message.contains("may leave no room for a line")), "{rows} x {columns}: {found}");
    }
    assert!(findings(&with(3, 3, 1)).has_errors(), "3 x 3: three special symbols may block every line");
}

/// A prize row that cannot be read hides no mistake of the mechanic's section, and makes none up.
#[test]
fn an_unreadable_row_hides_nothing() {
    for (mechanic, row, unreadable, other, wrong, told) in [
        ("stars", "winners = 2_300", "winners = -1", "max_sums = 6", "max_sums = 9", "`stars.max_sums` is 9"),
        ("gems", "winners = 3_000", "winners = \"many\"", "rows = 5", "rows = 0", "`gems.rows` is 0"),
        ("dice", "winners = 58", "winner = 58", "cups = 3", "cups = 9", "`dice.cups` is 9"),
    ] {
        let right = base(mechanic);
        assert!(right.contains(row) && right.contains(other), "{mechanic}");
        let text = right.replacen(row, unreadable, 1).replacen(other, wrong, 1);
        let errors: Vec<String> =
            check(&text).unwrap_err().0.into_iter().filter(|finding| finding.severity == Severity::Error).map(|finding| finding.message).collect();
        assert!(errors.iter().any(|message| message.starts_with(told)), "{mechanic}: {errors:?}");
        assert!(errors.iter().any(|message| message.contains("winner")), "{mechanic}: {errors:?}");
        // neither totals nor brackets are told of a table that lacks a row
        assert!(!errors.iter().any(|message| message.contains("add up to") || message.contains("brackets")), "{mechanic}: {errors:?}");
    }
}

/// Targets that contradict each other: what is won as a sum only must have no gain of its own.
#[test]
fn a_prize_won_as_a_sum_only_has_no_gain_of_its_own() {
    let stars = base("stars").replacen("prizes = [", "cumulation_only = [\"12\", \"100\"]\nprizes = [", 1);
    let gems = base("gems").replacen("prizes = [", "cumulation_only = [\"50\"]\nprizes = [", 1);
    for (text, told) in [
        (stars, "100 is won as a sum of gains only (`cumulation_only`), but one star may hide it: `sums` holds 100"),
        (gems, "50 is won as a sum of gains only (`cumulation_only`), but one gain pays it: gold"),
    ] {
        let errors: Vec<String> = check(&text).unwrap_err().0.into_iter().map(|finding| finding.message).collect();
        assert_eq!(errors.iter().filter(|message| message.starts_with(told)).count(), 1, "{errors:?}");
        assert_eq!(errors.len(), 1, "{errors:?}");
    }
}

/// `gains` are read in the convention of the file.
#[test]
fn the_wheel_of_a_way_is_read_in_the_convention_of_the_file() {
    let ways = "ways = [ { prize = \"1.000\", gains = [\"wheel 1.000\"], weight = 1 } ]\nmost_gains";
    let text = base("diamond-river").replacen("source = ", "numbers = \"1.000,5\"\nsource = ", 1).replacen("most_gains", ways, 1);
    let text = text.replace("\"2.91\"", "\"2,91\"");
    assert!(check(&text).is_ok(), "{:?}", check(&text).err().map(|findings| findings.listing("river", &text)));
    let unstated = base("diamond-river").replacen("most_gains", ways, 1);
    assert!(check(&unstated).is_err());
}

/// A file with longer lines is played: drawn, judged and counted without a mismatch, and what it shows is explained line by line, each as long as the file says.
#[test]
fn lines_of_any_length_are_played_and_explained() {
    for (rows, columns, length) in [(7, 7, 4), (5, 6, 4), (5, 6, 5), (8, 8, 6)] {
        let text = base("gems").replacen("rows = 5\ncolumns = 6", &format!("rows = {rows}\ncolumns = {columns}"), 1);
        let text = text.replacen("line_length = 3", &format!("line_length = {length}"), 1);
        let file = check(&text).unwrap_or_else(|found| panic!("{}", found.listing("file", &text)));
        let game = sim::games::build(&file, None).unwrap();
        let plan = sim::engine::Plan { seed: 7, plays: 5_000, sampling: sim::engine::Sampling::Block, judging: sim::engine::Judging::Full };
        let tally = sim::engine::run(game.as_ref(), plan, 1, &sim::engine::Watch::default()).unwrap().tally;
        assert_eq!((tally.mismatch_count(), tally.ambiguous_count()), (0, 0), "{rows} x {columns}, lines of {length}");
        let tracer = sim::games::tracer(&file, None).unwrap();
        let (mut lines, mut with_magic) = (0, 0);
        for tier in game.prize_table().ids() {
            for seed in 0..100 {
                let shown = game.show(tier, &mut sim::random::Lanes::new(seed, sim::random::Purpose::Test, u64::from(tier.0)), false);
                let sim::games::Trace::Gems(trace) = tracer.trace(&shown.json).unwrap() else { panic!("no trace of gems") };
                assert_eq!((trace.prize, trace.ambiguous), (game.prize_table().prize(tier), false), "{}", shown.picture);
                for line in trace.throws.iter().flat_map(|throw| &throw.lines) {
                    assert_eq!(line.cells.len(), length);
                    lines += 1;
                    with_magic += usize::from(line.magic);
                }
            }
        }
        assert!(lines > 300 && with_magic > 0, "{lines} lines, {with_magic} with a magic gem");
    }
}
