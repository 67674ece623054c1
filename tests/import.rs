//! `sim import`: the tables of the three official rules, pasted, are the tables of the built-in games; CSV in any of its forms; nothing panics.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use proptest::prelude::*;
use sim::games::{built_in, check};
use sim::money::Numbers;
use sim::spec::import::{About, ImportError, import};
use sim::spec::{GameFile, Offer};

const ABOUT: About<'static> = About {
    name: "Candy Scratch",
    stake: Some("1"),
    block: Some("750 000"),
    currency: "EUR",
    declared_winners: None,
    declared_total: None,
    numbers: Numbers::Unstated,
    source: "",
};

fn imported(table: &str, about: &About<'_>) -> (String, GameFile) {
    let text = import(table, about).unwrap_or_else(|error| panic!("{error}")).text;
    let file = check(&text).unwrap_or_else(|findings| panic!("{}", findings.listing("file", &text)));
    (text, file)
}

fn refused(table: &str, about: &About<'_>) -> ImportError {
    import(table, about).unwrap_err()
}

#[test]
fn official_rules_pasted_are_the_built_in_tables() {
    for (id, rules, tables) in [
        ("yams", include_str!("data/tables/yams.txt"), 3),
        ("star-color", include_str!("data/tables/star-color.txt"), 3),
        ("diamond-river", include_str!("data/tables/diamond-river.txt"), 1),
    ] {
        let about = About { name: id, stake: None, block: None, ..ABOUT };
        let (text, file) = imported(rules, &about);
        let built_in = check(built_in(id).unwrap()).unwrap();
        let tables_of = |file: &GameFile| file.offers.iter().map(|offer: &Offer| offer.table.clone()).collect::<Vec<_>>();
        assert_eq!(tables_of(&file), tables_of(&built_in), "{text}");
        assert_eq!(file.warnings.0, [], "{text}");
        assert_eq!((file.offers.len(), text.matches("declared_total").count(), text.matches("declared_winners").count()), (tables, tables, tables));
        // every row is written with the total that the rules print
        assert_eq!(text.matches("prize = ").count(), text.matches(", total = ").count());
        if tables > 1 {
            let one = About { name: id, stake: Some("2"), block: None, ..ABOUT };
            assert_eq!(imported(rules, &one).1.offers.len(), 1, "a stake takes its table");
            let none = About { name: id, stake: Some("7"), block: None, ..ABOUT };
            assert!(refused(rules, &none).to_string().contains("no table of the text is for a stake of 7"));
        }
    }
}

#[test]
fn csv_is_read_in_any_of_its_forms() {
    let rows = [(1_000_000, 1), (50_000, 25), (450, 300)];
    for (table, numbers) in [
        ("amount,winners,total\n10000,1,10000\n500,25,12500\n4.5,300,1350\n", Numbers::Unstated),
        ("\u{feff}Amount,Winners\r\n10000,1\r\n\r\n500,25\r\n4.5,300\r\n", Numbers::Unstated),
        ("winners;amount\n1;10 000\n25;500,00\n300;4,5\n", Numbers::Unstated),
        ("nombre\tmontant\n1\t10\u{202f}000 €\n25\t€500\n300\t4,5\n", Numbers::Unstated),
        ("amount,winners,total\n\"10,000\",1,\"10,000.00\"\n500,25,\n4.5,300,\n", Numbers::Point),
        ("amount;winners\n10.000,00;1\n500,00;25\n4,50;300\n", Numbers::Comma),
    ] {
        let (text, file) = imported(table, &About { numbers, ..ABOUT });
        let tiers = file.offers[0].table.tiers();
        let read: Vec<(i64, u64)> = tiers[..tiers.len() - 1].iter().map(|tier| (tier.prize.0, tier.winners)).collect();
        assert_eq!(read, rows, "{table}\n{text}");
        assert_eq!((file.id.as_str(), file.name.as_str(), file.block), ("candy-scratch", "Candy Scratch", 750_000));
    }
    // yen and dinars: what is written can be read again
    for (currency, amount, minor) in [("JPY", "500", 500), ("TND", "0,250", 250), ("TND", "12.5", 12_500)] {
        let (text, file) = imported(&format!("amount;winners\n{amount};3\n"), &About { currency, ..ABOUT });
        assert_eq!(file.offers[0].table.tiers()[0].prize.0, minor, "{text}");
    }
}

#[test]
fn english_tables_are_read_pasted() {
    let text = "1 prize of $10,000\n25 prizes of $500 ($12,500)\n 1,500 winners of $2\nAltogether 1,526 prizes totalling $25,500\n";
    let about = About { numbers: Numbers::Point, currency: "USD", ..ABOUT };
    let (text, file) = imported(text, &about);
    assert_eq!(file.offers[0].table.total(), 2_550_000, "{text}");
    assert!(text.contains("declared_winners = \"1 526\"") && text.contains("total = \"12 500\""), "{text}");
}

#[test]
fn what_cannot_be_read_is_named_at_its_line() {
    for (table, about, message, help) in [
        ("amount,winners\n10,000,1\n", ABOUT, "line 2: `10,000,1` has 3 fields, the header 2", "in quotes"),
        ("amount,winners\n\"10,000\",1\n", ABOUT, "line 2: the amount: `10,000` is ambiguous", "--numbers"),
        ("amount,winners\n10,1.5\n", ABOUT, "line 2: the winners: `1.5` is not a whole number of plays", "750 000"),
        ("amount,winners\n10,\"1,500\"\n", ABOUT, "line 2: the winners: `1,500`", "--numbers"),
        ("amount,winners\n\"10,1\n", ABOUT, "line 2: `\"10,1` opens a quote", "close it"),
        ("amount,winners\nten,1\n", ABOUT, "line 2: the amount: `ten` is not an amount", "2.5"),
        ("amount,winners\n", ABOUT, "the table has a header and no row", "10,5,50"),
        ("", ABOUT, "no row of a prize table was found", "amount,winners,total"),
        ("price,players\n1,2\n", ABOUT, "no row of a prize table was found", "amount,winners,total"),
        ("amount,winners\n10,1\n", About { stake: None, ..ABOUT }, "the price of a play is not said", "--stake"),
        ("amount,winners\n10,1\n", About { block: None, ..ABOUT }, "the plays of a block are not said", "--block"),
        ("amount,winners\n10,1\n", About { block: Some("1.000"), ..ABOUT }, "the block: `1.000`", "--numbers"),
        ("amount,winners\n10,1\n", About { name: "€", ..ABOUT }, "`--name`: `€` has no letter or digit", "Candy"),
        ("amount,winners\n10,1\n", About { declared_total: Some("x"), ..ABOUT }, "the declared total: `x` is not an amount", "2.5"),
    ] {
        let error = refused(table, &about);
        assert!(error.to_string().starts_with(message) && error.help.contains(help), "{table}: {error} / {}", error.help);
    }
    // a wrong table is written as it stands, and the check names the slip
    let about = About { declared_total: Some("100"), declared_winners: Some("5"), ..ABOUT };
    let text = import("amount,winners,total\n10,5,60\n", &about).unwrap().text;
    let findings = check(&text).unwrap_err().to_string();
    assert!(findings.contains("5 x 10 is 50, not 60") && findings.contains("the rows add up to 50, not 100"), "{findings}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(std::env::var("SIM_FUZZ_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(800)))]

    #[test]
    fn any_text_is_read_or_refused(
        text in "\\PC{0,200}|(amount[,;]winners\n)?([0-9.,; \"€]{1,12}|lots? de|formant un total de|blocs de|à|le tableau|prizes of|\n|\u{202f}|18446744073709551616){0,40}",
        stake in "[0-9., ]{0,6}", name in "\\PC{0,12}", point in 0..3_u8, currency in "EUR|JPY|TND",
    ) {
        let numbers = [Numbers::Unstated, Numbers::Point, Numbers::Comma][usize::from(point)];
        let about = About { stake: Some(&stake), numbers, name: &name, currency: &currency, ..ABOUT };
        match import(&text, &about) {
            // what is written is a game file, if perhaps a wrong one: it is never broken TOML, and never without a remedy
            Ok(imported) => {
                if let Err(findings) = check(&imported.text) {
                    prop_assert!(findings.0.iter().all(|finding| !finding.message.contains("not TOML")), "{}\n{}", findings, imported.text);
                }
            }
            Err(error) => prop_assert!(!error.message.is_empty() && !error.help.is_empty()),
        }
    }

    /// A table that is written down is read back as it was.
    #[test]
    fn a_table_survives(rows in prop::collection::btree_map(1..=100_000_000_i64, 1..=1_000_u64, 1..20), separator in "[,;\t]", decimals in 0..3_usize) {
        let (currency, digits) = [("JPY", 0), ("EUR", 2), ("TND", 3)][decimals];
        let mut table = format!("amount{separator}winners\n");
        for (amount, winners) in rows.iter().rev() {
            let amount = sim::money::decimal_text(i128::from(*amount), digits);
            table += &format!("{amount}{separator}{winners}\n");
        }
        let about = About { currency, numbers: Numbers::Point, block: Some("20000"), ..ABOUT };
        let text = import(&table, &about).unwrap().text;
        let file = check(&text).unwrap();
        let tiers = file.offers[0].table.tiers();
        let read: Vec<(i64, u64)> = tiers[..tiers.len() - 1].iter().rev().map(|tier| (tier.prize.0, tier.winners)).collect();
        prop_assert_eq!(read, rows.into_iter().collect::<Vec<_>>());
    }
}
