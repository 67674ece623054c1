//! Eleven prize tables of real games, copied from published rules (`tests/data/tables/real_prize_tables.json`, with the source of each): every one is a
//! game file of mechanic `table`, its slips are found and named, and its exact figures are those that were worked out beside it.
#![allow(clippy::unwrap_used, clippy::float_arithmetic)] // helpers of tests fail as tests do; figures are compared

use serde_json::Value;
use sim::engine::{Judging, Plan, Sampling, Watch, run};
use sim::games::{build, check};
use sim::spec::{Finding, GameFile, Severity};
use sim::stats::{definitions, par_sheet};

fn tables() -> Vec<Value> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tables/real_prize_tables.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn table(id: &str) -> Value {
    tables().into_iter().find(|table| table["id"] == id).unwrap()
}

/// The id of a table in a game file: small letters, digits and hyphens.
fn id(table: &Value) -> String {
    table["id"].as_str().unwrap().replace('.', "-")
}

/// The table as a designer would write it, everything that is printed with it included.
fn file(table: &Value) -> String {
    let mut text = format!(
        "format = 1\n[game]\nid = \"{}\"\nname = {}\nmechanic = \"table\"\ncurrency = {}\nblock = {}\nsource = {}\n[[offer]]\n",
        id(table),
        table["name"],
        table["currency"],
        table["block_size"],
        table["source_url"],
    );
    // `us-pa-royal-7s-2005` prints no price: its figures were worked out for 5 USD
    text += &format!("stake = \"{}\"\n", table["prices"].get(0).map_or("5".to_owned(), Value::to_string));
    for (key, declared) in [("declared_winners", &table["declared_winners"]), ("declared_total", &table["declared_total"])] {
        if !declared.is_null() {
            text += &format!("{key} = \"{declared}\"\n");
        }
    }
    if let Some(sums) = table["cumulation_only"].as_array() {
        text += &format!("cumulation_only = [{}]\n", sums.iter().map(|sum| format!("\"{sum}\"")).collect::<Vec<_>>().join(", "));
    }
    text += "prizes = [\n";
    let rows = table["prizes"].as_array().unwrap();
    for (number, row) in rows.iter().enumerate() {
        let total = table["declared_row_totals"].get(number).map_or(String::new(), |total| format!(", total = \"{total}\""));
        let free = if id(table) == "be-candy-scratch-2016" && number + 1 == rows.len() { ", kind = \"free ticket\"" } else { "" };
        text += &format!("    {{ prize = \"{}\", winners = {}{total}{free} }},\n", row[0], row[1]);
    }
    text + "]\n"
}

/// What `sim check` says of a text, and the file where it can be played.
fn checked(text: &str) -> (Option<GameFile>, Vec<Finding>) {
    match check(text) {
        Ok(file) => (Some(file.clone()), file.warnings.0),
        Err(findings) => (None, findings.0),
    }
}

/// The one slip among the eleven: a row's total, printed as 1 150 000 for 300 000 prizes of 5.
const SLIP: (&str, &str) = ("total = \"1150000\"", "total = \"1500000\"");

#[test]
fn slips_are_found_and_named_and_nothing_else_is_said() {
    let mut seen = 0;
    for table in tables() {
        let text = file(&table);
        let (file, findings) = checked(&text);
        let told: Vec<String> =
            findings.iter().map(|finding| format!("{}: {}: {}", finding.severity.word(), finding.line(&text), finding.message)).collect();
        let expected: &[&str] = match table["id"].as_str().unwrap() {
            "fr-equipe-de-france-2010" => &["error: 25: 300 000 x 5 is 1 500 000, not 1 150 000"],
            "us-pa-royal-7s-2005" => {
                &["warning: 14: several rows pay the same: 117 (5 rows), 77 (4 rows), 20 (4 rows), 17 (3 rows), 15 (4 rows), 10 (3 rows), 7 (2 rows)"]
            }
            _ => &[],
        };
        assert_eq!(told, expected, "{}", table["id"]);
        assert_eq!(file.is_some(), findings.iter().all(|finding| finding.severity == Severity::Warning));
        seen += 1;
    }
    assert_eq!(seen, 11);
}

/// `value` is `reference`, which was printed with so many decimals.
#[track_caller]
fn equals(what: &str, value: f64, reference: &Value, decimals: i32) {
    let reference = reference.as_f64().unwrap();
    // half a unit of the last digit, and what binary fractions lose of it
    let tolerance = 0.500_001 * 10_f64.powi(-decimals) + 1e-14 * reference.abs();
    assert!((value - reference).abs() <= tolerance, "{what}: {value}, not {reference}");
}

#[test]
fn exact_figures_are_those_of_the_reference() {
    for table in tables() {
        let text = file(&table).replacen(SLIP.0, SLIP.1, 1);
        let file = check(&text).unwrap();
        let offer = file.offer(None).unwrap();
        let sheet = par_sheet(&offer.table, &[]);
        let computed = &table["computed"];
        let name = file.id.as_str();
        assert_eq!(offer.table.winning_plays(), computed["sum_counts"].as_u64().unwrap(), "{name}");
        // sums are in units of the currency
        assert_eq!(offer.table.total(), 100 * i128::from(computed["sum_value"].as_i64().unwrap()), "{name}");
        let stake = offer.table.stake().0 as f64 / 100.0;
        equals(name, sheet.rtp, &computed["rtp"], 6);
        equals(name, sheet.hit_frequency, &computed["hit_frequency"], 6);
        equals(name, sheet.sd_stakes, &computed["std_in_stakes"], 4);
        let decimals = computed["variance_per_play"].to_string().rsplit_once('.').map_or(0, |(_, decimals)| i32::try_from(decimals.len()).unwrap());
        equals(name, sheet.variance_stakes2 * stake * stake, &computed["variance_per_play"], decimals.max(2));
    }
}

/// Drawn to the end, a block pays its table, and its plays have nothing to be judged.
#[test]
fn a_block_of_each_pays_its_table() {
    for table in tables() {
        let file = check(&file(&table).replacen(SLIP.0, SLIP.1, 1)).unwrap();
        let offer = file.offer(None).unwrap();
        let game = build(&file, None).unwrap();
        let plan = Plan { seed: 7, plays: offer.table.block(), sampling: Sampling::Block, judging: Judging::Full };
        let outcome = run(game.as_ref(), plan, 1, &Watch::default()).unwrap();
        assert_eq!(outcome.plan.judging, Judging::None, "{}: nothing is said to be judged", file.id);
        assert!(outcome.tally.tiers.iter().all(|tier| tier.judged == 0));
        assert_eq!(offer.table.paid(&outcome.tally.drawn()), offer.table.total(), "{}", file.id);
    }
}

/// Candy Scratch counts free tickets at face value: three returns, each with its definition.
#[test]
fn free_tickets_give_three_returns() {
    let file = check(&file(&table("be-candy-scratch-2016"))).unwrap();
    let offer = file.offer(None).unwrap();
    let counts: Vec<u64> = offer.table.tiers().iter().map(|tier| tier.winners).collect();
    let found = definitions(offer, &counts).unwrap();
    assert!((found.face_value - 452_500.0 / 750_000.0).abs() < 1e-15);
    assert!((found.cash_only - 377_500.0 / 750_000.0).abs() < 1e-15);
    // 0.5033 / (1 - 0.1)
    assert!((found.per_paid_ticket.unwrap() - 377_500.0 / 675_000.0).abs() < 1e-15);
    let cash = check(&text_without_kind()).unwrap();
    assert_eq!(definitions(cash.offer(None).unwrap(), &counts), None, "all cash: one return");
}

fn text_without_kind() -> String {
    file(&table("be-candy-scratch-2016")).replace(", kind = \"free ticket\"", "")
}

/// Deal 'Em prints its odds rounded up: 1:6 for 5.25, 1:53 for 52.5. That is no mistake; other odds are.
#[test]
fn published_odds_may_be_rounded_either_way() {
    let text = file(&table("us-wi-deal-em-2012"));
    let with = |odds: [&str; 2]| {
        let text = text.replacen("winners = 200", &format!("winners = 200, one_in = \"{}\"", odds[0]), 1);
        checked(&text.replacen("winners = 20 ", &format!("winners = 20, one_in = \"{}\" ", odds[1]), 1)).1
    };
    for odds in [["1:6", "53"], ["5", "52"], ["1 in 5.25", "52.5"], ["5.3", "1 in 52.50"], ["5,2", "52,5"]] {
        assert_eq!(with(odds), [], "{odds:?}");
    }
    let told = with(["7", "51"]);
    let messages: Vec<&str> = told.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(
        messages,
        ["the published odds of 0.50 are 1 in 7, but the counts say 1 in 5.25", "the published odds of 1 are 1 in 51, but the counts say 1 in 52.50"]
    );
    assert!(told.iter().all(|finding| finding.severity == Severity::Error));
}
