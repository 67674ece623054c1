//! Game files: every mistake is found at its line, all of one file at once, and no text makes the reader panic or hang.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use proptest::prelude::*;
use sim::games::{BUILT_IN, check};
use sim::money::Cents;
use sim::spec::{GameFile, Section};

/// The shared part of a game file without a mistake, a number before each line.
const GOOD: &str = r#"format = 1
[game]
id = "toy"
name = "Toy"
mechanic = "dice"
currency = "EUR"
block = 1_000
source = "nowhere"
[[offer]]
stake = "1"
declared_winners = 111
declared_total = "200"
prizes = [
  { prize = "10", winners = 1, total = "10" },
  { prize = "2.50", winners = 20, total = "50" },
  { prize = "1.5", winners = 80, total = "120" },
  { prize = "2", winners = 10, total = "20" },
]
[[article]]
number = "1"
text = "words"
[[decision]]
id = "T1"
text = "words"
[dice]
anything = "the mechanic reads it"
"#;

/// What the reader says of a text: `line: message / help`.
fn findings(text: &str) -> Vec<String> {
    let (_, mut findings) = GameFile::read_as_far_as_possible(text);
    findings.0.sort_by_key(|finding| finding.span.start);
    findings.0.iter().map(|finding| format!("{}: {} / {}", finding.line(text), finding.message, finding.help)).collect()
}

#[test]
fn the_file_without_a_mistake_is_read() {
    let file = GameFile::read(GOOD).unwrap();
    assert_eq!((file.id.as_str(), file.block, file.offers.len(), file.articles.len(), file.decisions.len()), ("toy", 1000, 1, 1, 1));
    let table = &file.offers[0].table;
    let rows: Vec<(i64, u64)> = table.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).collect();
    assert_eq!(rows, [(1000, 1), (250, 20), (200, 10), (150, 80), (0, 889)], "sorted by prize, the losing plays last");
    let lines: Vec<&str> = file.offers[0].rows.iter().map(|row| &GOOD[row.clone()]).collect();
    assert!(lines[0].contains("\"10\"") && lines[2].contains("\"2\"") && lines[3].contains("\"1.5\""), "{lines:?}");
    assert_eq!(file.offer(None).unwrap().table.stake(), Cents(100));
    let error = file.offer(Some(Cents(250))).unwrap_err().to_string();
    assert_eq!(error, "`toy` has no stake of 2.50: its stakes are 1");
    // the fourth row pays more than the third
    let said: Vec<&str> = file.warnings.0.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(said, ["the rows are in no order of their prizes"]);
}

#[test]
fn every_mistake_is_named_at_its_line_with_a_remedy() {
    for (right, wrong, expected) in [
        ("format = 1", "format = 2", "1: `format` is 2 / this program reads format 1"),
        ("format = 1\n", "", "1: `format` is missing / add `format = ` a whole number"),
        (
            "id = \"toy\"",
            "id = \"Toy/..\"",
            "3: `game.id` is `Toy/..` / use 1 to 64 small letters, digits and hyphens, a letter or digit first: it names files",
        ),
        ("id = \"toy\"", "id = \"-x\"", "3: `game.id` is `-x` / use 1 to 64"),
        ("id = \"toy\"", "id = 5", "3: `game.id` is the number 5, not a text in quotes / write a text in quotes"),
        ("name = \"Toy\"", "name = \" \"", "4: `game.name` is ` ` / write the name that players know, on one line"),
        ("name = \"Toy\"", "name = \"a\\u001b[2J\"", "4: `game.name` is `a\\u{1b}[2J` / "),
        ("mechanic = \"dice\"", "mechanic = \"dcie\"", "5: `game.mechanic` is `dcie` / known mechanics: dice, stars, gems, table"),
        ("currency = \"EUR\"", "currency = \"euro\"", "6: `game.currency` is `euro` / write the ISO code"),
        ("block = 1_000", "block = 0", "7: `game.block` is 0 / a block holds from 1 to 10 000 000 000 plays"),
        ("block = 1_000", "block = 10_000_000_001", "7: `game.block` is 10 000 000 001 / "),
        ("block = 1_000", "block = -1", "7: `game.block` is the number -1, not a whole number of 0 or more"),
        ("block = 1_000", "block = 99999999999999999999999999", "7: `game.block` is the number 99999999999999999999999999, not a whole number"),
        ("block = 1_000", "block = 1e3", "7: `game.block` is the floating-point number 1e3, not a whole number"),
        ("block = 1_000", "block = \"1.000\"", "7: `game.block`: `1.000` is ambiguous: a point or a comma may group"),
        ("block = 1_000", "block = 100", "9: 111 winning plays do not fit a block of 100 plays / correct a row, or `game.block`"),
        ("block = 1_000", "blok = 1_000", "7: `game.blok` is not known / did you mean `block`?"),
        ("source = \"nowhere\"", "sources = \"nowhere\"", "8: `game.sources` is not known / did you mean `source`?"),
        (
            "stake = \"1\"",
            "stake = 2.5",
            "10: `offer.stake` is a floating-point number, which cannot hold cents exactly / put the amount in quotes: \"2.50\"",
        ),
        ("stake = \"1\"", "stake = \"0\"", "10: the stake is 0: it must be more than 0 / write the price of a play"),
        ("stake = \"1\"", "stake = \"1,500\"", "10: `offer.stake`: `1,500` is ambiguous"),
        ("stake = \"1\"", "stake = \"1\"\nsold_for = \"0.9\"", "11: the bundle costs 0.90, less than the stake 1 / "),
        (
            "declared_winners = 111",
            "declared_winners = 112",
            "11: the rows hold 111 winners, not 112 / correct a row or the declared number of winners",
        ),
        ("declared_total = \"200\"", "declared_total = \"20\"", "12: the rows add up to 200, not 20 / correct a row or the declared total"),
        ("winners = 1, total = \"10\"", "winners = 1, total = \"11\"", "14: 1 x 10 is 10, not 11 / correct the count, the prize or the row's total"),
        ("winners = 1, total = \"10\"", "winners = true", "14: `offer.prizes.winners` is true, not a whole number of 0 or more / "),
        ("winners = 1, total = \"10\"", "total = \"10\"", "14: `offer.prizes.winners` is missing / add `winners = ` a whole number"),
        ("winners = 1, total = \"10\"", "winners = 0, total = \"0\"", "14: no play of a block wins 10: the prize cannot be won / remove the row"),
        (
            "prize = \"10\"",
            "prize = \"0\"",
            "14: tier 3 pays 0: losing plays are what the block holds beside the winners, not a row / remove the row",
        ),
        ("prize = \"10\"", "prize = \"99999999999999\"", "14: `offer.prizes.prize`: `99999999999999` is too large"),
        ("prize = \"10\"", "prize = \"1.5051\"", "14: `offer.prizes.prize`: `1.5051` is finer than the smallest coin"),
        (
            "{ prize = \"2\", winners = 10",
            "{ prize = \"1.50\", winners = 10",
            "17: several rows pay the same: 1.50 (2 rows) / legal where each row is a way of winning",
        ),
        ("[[offer]]", "[offer]", "9: `offer` is a section, not a list of tables"),
        ("[[article]]", "[[artikel]]", "19: `artikel` is not known / "),
        ("number = \"1\"", "number = 1", "20: `article.number` is the number 1, not a text in quotes"),
        (
            "[[decision]]",
            "[[decision]]\nid = \"T1\"\ntext = \"x\"\n[[decision]]",
            "26: two decisions have the id `T1` / give each decision an id of its own",
        ),
        ("[dice]", "[stars]", "25: `stars` is no section of a game of dice / remove it, or correct `game.mechanic`"),
        ("[dice]", "[dice", "25: not TOML: "),
    ] {
        assert!(GOOD.contains(right), "{right}");
        let found = findings(&GOOD.replacen(right, wrong, 1));
        assert!(found.iter().any(|found| found.starts_with(expected)), "`{wrong}`\n{}", found.join("\n"));
    }
    let twice = GOOD.replace("[[article]]", "[[offer]]\nstake = \"1.00\"\nprizes = [{ prize = \"1\", winners = 1 }]\n[[article]]");
    assert!(findings(&twice).contains(&"19: two offers have the stake 1 / give each stake one offer".to_owned()));
}

#[test]
fn all_mistakes_of_a_file_are_found_at_once() {
    let mut text = GOOD.to_owned();
    for (right, wrong) in [
        ("format = 1", "format = 3"),
        ("id = \"toy\"", "id = \"\""),
        ("currency = \"EUR\"", "currency = \"E\""),
        ("stake = \"1\"", "stake = \"one\""),
        ("prize = \"2.50\"", "prize = \"2,500\""),
        ("winners = 80", "winners = \"many\""),
        ("text = \"words\"\n[[decision]]", "[[decision]]"),
        ("[dice]", "[gems]"),
        ("anything", "x = 1\n[unknown]\nanything"),
    ] {
        text = text.replacen(right, wrong, 1);
    }
    let (file, findings) = GameFile::read_as_far_as_possible(&text);
    assert!(file.is_none());
    let listing = findings.listing("toy.toml", &text);
    let expected = "\
toy.toml:1: error: `format` is 3
    | format = 3
    |          ^
    this program reads format 1
toy.toml:3: error: `game.id` is ``
    | id = \"\"
    |      ^^
    use 1 to 64 small letters, digits and hyphens, a letter or digit first: it names files
toy.toml:6: error: `game.currency` is `E`
    | currency = \"E\"
    |            ^^^
    write the ISO code of the currency, such as \"EUR\"
toy.toml:10: error: `offer.stake`: `one` is not an amount: write digits and at most one decimal point, such as `2.5` or `1000`
    | stake = \"one\"
    |         ^^^^^
toy.toml:15: error: `offer.prizes.prize`: `2,500` is ambiguous: a point or a comma may group thousands or begin the decimals; write `1000`, `1 000` or `2.5`
    | { prize = \"2,500\", winners = 20, total = \"50\" },
    |           ^^^^^^^
    or state the convention of the whole file in `[game]`, by how it writes a thousand and a half: `numbers = \"1,000.5\"` or `numbers = \"1.000,5\"`
toy.toml:16: error: `offer.prizes.winners` is the text \"many\", not a whole number of 0 or more
    | { prize = \"1.5\", winners = \"many\", total = \"120\" },
    |                            ^^^^^^
    write a whole number of 0 or more
toy.toml:19: error: `article.text` is missing
    | [[article]]
    | ^^^^^^^^^^^
    add `text = ` a text in quotes
toy.toml:24: error: `gems` is no section of a game of dice
    | [gems]
    |  ^^^^
    remove it, or correct `game.mechanic`
toy.toml:26: error: `unknown` is not known
    | [unknown]
    |  ^^^^^^^
    known here: format, game, offer, article, decision, dice, stars, gems
";
    assert_eq!(listing, expected, "\n{listing}");
}

/// Mistakes of the shared part and of the mechanic's own section come together, where the shared part leaves a game to look at.
#[test]
fn mistakes_of_both_parts_are_found_at_once() {
    for game in BUILT_IN {
        let section = ["dice", "stars", "gems"].into_iter().find(|name| game.text.contains(&format!("\n[{name}]"))).unwrap();
        let text = game.text.replacen("source = ", "sorce = ", 1);
        let text = text.replacen(&format!("\n[{section}]\n"), &format!("\n[{section}]\nsurprise = 1\n"), 1);
        let listing = check(&text).unwrap_err().listing(game.id, &text);
        assert!(listing.contains("`game.sorce` is not known") && listing.contains(&format!("`{section}.surprise` is not known")), "{listing}");
    }
}

#[test]
fn the_built_in_games_are_checked_without_a_mistake() {
    for game in BUILT_IN {
        let file = check(game.text).unwrap();
        assert_eq!(file.id, game.id);
        // Y1: the totals over 100 pay nothing by the letter of 4.6, and the file's reader is told
        let gap = "these totals can be thrown, pay nothing and are never shown: 103 105 110 115 120 125 130 135 140 145 150";
        let expected = if game.id == "yams" { gap } else { "" };
        assert_eq!(file.warnings.to_string(), expected);
        assert!(file.offers.iter().all(|offer| offer.table.block() == file.block));
    }
}

#[test]
fn the_largest_numbers_fit() {
    let text = GOOD
        .replace("block = 1_000", "block = \"10 000 000 000\"")
        .replace("winners = 80, total = \"120\"", "winners = 9_999_999_000")
        .replace("prize = \"1.5\"", "prize = \"10000000000000\"")
        .replace("declared_winners = 111\ndeclared_total = \"200\"\n", "");
    let file = GameFile::read(&text).unwrap();
    assert_eq!(file.offers[0].table.total(), 9_999_999_000 * 1_000_000_000_000_000 + 8000);
}

/// Numbers, amounts and probabilities of a section, as a mechanic reads them.
#[test]
fn values_of_a_mechanic() {
    let read = |line: &str, get: &dyn Fn(&Section<'_>) -> Option<String>| -> Result<String, String> {
        let text = GOOD.replace("anything = \"the mechanic reads it\"", line);
        GameFile::read(&text).unwrap().mechanic_section(|section| get(section)).map_err(|findings| findings.to_string())
    };
    let probability = |section: &Section<'_>| section.probability("p").map(|p| format!("{}/{}", p.value.0, p.value.1));
    for (text, expected) in [
        ("0.08", "2/25"),
        ("0,08", "2/25"),
        ("2/25", "2/25"),
        ("1", "1/1"),
        ("0", "0/1"),
        ("1.000", "1/1"),
        ("0/5", "0/1"),
        (" 1 / 3 ", "1/3"),
        ("0.000000000001", "1/1000000000000"),
    ] {
        assert_eq!(read(&format!("p = \"{text}\""), &probability).as_deref(), Ok(expected), "{text}");
    }
    for text in ["1.1", "2/1", "1/0", "-1", "", ".", ".5", "1/", "0. 5", "1/3/4", "0.0000000000001", "1e-3", "½", "1_0/20"] {
        let error = read(&format!("p = \"{text}\""), &probability).unwrap_err();
        assert!(error.contains(&format!("`dice.p` is `{text}`, not a probability")), "{text}: {error}");
    }
    assert!(read("p = 0.5", &probability).unwrap_err().contains("the floating-point number 0.5"));
    let weights = |section: &Section<'_>| section.weights("w", 3).map(|w| format!("{:?}", w.value));
    assert_eq!(read("w = [1, 0x10, \"1 000\"]", &weights).as_deref(), Ok("[1, 16, 1000]"));
    assert!(read("w = [0, 0, 0]", &weights).unwrap_err().contains("all weights of `dice.w` are 0"));
    assert!(read("w = [1, 2]", &weights).unwrap_err().contains("`dice.w` has 2 entries, not 3"));
    assert!(read("w = 5", &weights).unwrap_err().contains("`dice.w` is the number 5"));
    let both = read("w = [1, -2, \"x\"]", &weights).unwrap_err();
    assert!(both.contains("number -2") && both.contains("text \"x\""), "each wrong entry is named: {both}");
    let amounts = |section: &Section<'_>| section.amounts("a").map(|a| format!("{:?}", a.value));
    assert_eq!(read("a = [\"2.5\", 3]", &amounts).as_deref(), Ok("[Cents(250), Cents(300)]"));
    assert!(read("a = [2.5]", &amounts).is_err());
    let texts = |section: &Section<'_>| section.texts("t").map(|t| t.value.join("+"));
    assert_eq!(read("t = [\"a\", \"b\"]", &texts).as_deref(), Ok("a+b"));
    let missing =
        GameFile::read(&GOOD.replace("[dice]\nanything = \"the mechanic reads it\"", "")).unwrap().mechanic_section(|_| Some(())).unwrap_err();
    assert_eq!(missing.to_string(), "`dice` is missing");
}

/// What people and machines break: characters, lines, numbers.
fn broken(text: &str, edits: &[(u32, u8, String)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (place, kind, insert) in edits {
        let at = *place as usize % (letters.len() + 1);
        match kind {
            0 => drop(letters.drain(at..(at + 1).min(letters.len()))),
            1 => drop(letters.splice(at..at, insert.chars())),
            2 => drop(letters.drain(at..(at + 40).min(letters.len()))),
            _ => {
                let line: Vec<char> = letters[at..].iter().copied().take_while(|&letter| letter != '\n').collect();
                letters.splice(at..at, line);
            }
        }
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn broken_files_are_refused_without_a_panic(
        game in 0..BUILT_IN.len(),
        edits in prop::collection::vec((any::<u32>(), 0..4_u8, "[0-9\"=\\[\\]{},. \n_-]{1,4}|\\PC|18446744073709551616|1e999|-0|\u{0}"), 1..5),
    ) {
        let text = broken(BUILT_IN[game].text, &edits);
        if let Err(findings) = check(&text) {
            prop_assert!(findings.has_errors());
            let listing = findings.listing("file", &text);
            prop_assert!(listing.starts_with("file:"));
            prop_assert!(listing.lines().all(|line| !line.contains(char::is_control)));
            prop_assert!(findings.0.iter().all(|finding| finding.span.start <= finding.span.end && finding.span.end <= text.len()), "{:?}", findings);
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "\\PC{0,200}|[a-z0-9=\"\\[\\]{}.,\n ]{0,200}") {
        if let Err(findings) = check(&text) {
            prop_assert!(findings.has_errors(), "{:?}", findings);
        }
    }

    /// Well-formed files with wild numbers: where overflow would hide.
    #[test]
    fn wild_numbers_do_not_overflow(block: u64, rows in prop::collection::vec((any::<i64>(), any::<u64>()), 1..6), declared: u64) {
        let prizes: Vec<String> = rows.iter().map(|(prize, winners)| format!("{{ prize = {prize}, winners = \"{winners}\", total = \"{winners}\" }},")).collect();
        let prizes = prizes.concat();
        let text = GOOD.replace("block = 1_000", &format!("block = \"{block}\"")).replace("= 111", &format!("= \"{declared}\""));
        let begins = text.find("prizes = [").unwrap();
        let ends = text.find("]\n[[article]]").unwrap();
        let text = format!("{}prizes = [{prizes}{}", &text[..begins], &text[ends..]);
        let (_, findings) = GameFile::read_as_far_as_possible(&text);
        prop_assert!(findings.0.iter().all(|finding| !finding.message.starts_with("not TOML")), "{}\n{}", findings, text);
    }
}

/// Large and deep files are answered in seconds, and the answer is short.
#[test]
fn large_files_do_not_hang() {
    let many_rows =
        GOOD.replace("  { prize = \"10\"", &format!("{}  {{ prize = \"10\"", "  { prize = \"3\", winners = 1, totl = \"3\" },\n".repeat(20_000)));
    let many_keys: String = (0..20_000).fold(GOOD.to_owned(), |text, key| text + "key_" + &key.to_string() + " = [1, 2]\n");
    let deep = format!("{GOOD}deep = {}", "[".repeat(200_000));
    let long_name = format!("{GOOD}{} = 1\n", "k".repeat(1_000_000));
    let long_value = GOOD.replace("\"toy\"", &format!("\"{}\"", "v".repeat(1_000_000)));
    for text in [many_rows, many_keys, deep, long_name, long_value] {
        let started = std::time::Instant::now();
        if let Err(findings) = check(&text) {
            let listing = findings.listing("file", &text);
            assert!(listing.lines().count() <= 401, "at most a hundred findings are listed");
            assert!(listing.len() < 100_000, "values are quoted in part only");
        }
        assert!(started.elapsed().as_secs() < 60, "{} bytes took {:?}", text.len(), started.elapsed());
    }
}
