//! Promise: the PAR sheet of every game and stake agrees with the reference values to the last printed digit, and with the exact values of every report.
#![allow(clippy::unwrap_used, clippy::float_cmp)] // helpers of tests fail as tests do; floats are copies of one another

use serde_json::Value;
use sim::engine::{Judging, Plan, Sampling, Watch, run};
use sim::games::{BUILT_IN, build, check};
use sim::money::Cents;
use sim::report::job;
use sim::report::layout::{Style, WIDTH};
use sim::report::par::{Par, json, tables, text};
use sim::run_file::OpenRun;
use sim::stats::{ParSheet, par_sheet, report};

/// Calls `each` with the sheet of every game and stake.
fn sheets(mut each: impl FnMut(&str, &Par<'_>)) {
    for game in BUILT_IN {
        let file = check(game.text).unwrap();
        for offer in &file.offers {
            let playable = build(&file, Some(offer.table.stake())).unwrap();
            let sheet = par_sheet(&offer.table, playable.observables());
            each(game.id, &Par { game: &file, offer, sheet: &sheet });
        }
    }
}

fn sheet_of(game: &str, stake: i64) -> ParSheet {
    let mut found = None;
    sheets(|id, par| {
        if id == game && par.offer.table.stake() == Cents(stake) {
            found = Some(par.sheet.clone());
        }
    });
    found.unwrap()
}

/// The reference table of the rules' reading: return, hit frequency, SD / stake, skewness, kurtosis, all printed digits; the same at every stake.
#[test]
fn the_reference_values_to_the_last_printed_digit() {
    let mut seen = 0;
    sheets(|id, par| {
        let (fraction, hits, sd, skewness, kurtosis) = match id {
            "yams" => ("7/10", 163_402.0 / 700_000.0, "6.301643776", "714.1145084", "565935.1975"),
            "star-color" => ("7/10", 243_912.0 / 1_000_000.0, "20.12399563", "981.6538805", "975450.0472"),
            _ => ("3273751/4365000", 447_471.0 / 1_500_000.0, "8.644117018", "1130.864433", "1348386.868"),
        };
        let digits = |number: f64, like: &str| format!("{number:.decimals$}", decimals = like.split('.').nth(1).unwrap().len());
        let sheet = par.sheet;
        assert_eq!((sheet.rtp_fraction.as_str(), sheet.hit_frequency.to_bits()), (fraction, f64::to_bits(hits)), "{id}");
        assert_eq!(digits(sheet.sd_stakes, sd), sd, "{id}");
        assert_eq!(digits(sheet.skewness.unwrap(), skewness), skewness, "{id}");
        assert_eq!(digits(sheet.kurtosis.unwrap(), kurtosis), kurtosis, "{id}");
        // the text prints the very digits, grouped
        let shown = text(par, Style::default()).replace(' ', "");
        for printed in [sd, skewness, kurtosis] {
            assert!(shown.contains(printed), "{id}: {printed} is not in the text");
        }
        seen += 1;
    });
    assert_eq!(seen, 7);
    assert_eq!(format!("{:.7}", 100.0 * sheet_of("diamond-river", 291).rtp), "75.0000229");
    assert_eq!(format!("{:.4}", 100.0 * sheet_of("diamond-river", 291).rtp_of(Cents(300))), "72.7500");
}

/// Point totals of Yam's ! with fair dice: counts out of 7 776^3, and the brackets to eight decimals.
#[test]
fn fair_dice_totals_are_the_reference_counts() {
    let sheet = sheet_of("yams", 100);
    let all = 7_776_f64.powi(3);
    let fair = |points: u64| sheet.totals.iter().find(|row| row.points == points).unwrap().fair_dice_probability.unwrap();
    for (points, count) in
        [(0, 13_824_000.0), (3, 497_664_000.0), (10, 2_540_160_000.0), (36, 23_887_872_000.0), (100, 1_060_477_920.0), (150, 216.0)]
    {
        assert!((fair(points) * all / count - 1.0).abs() < 1e-15, "{points}: {}", fair(points) * all);
    }
    for (from, to, printed) in [
        (5, 9, "0.08004475"),
        (10, 14, "0.17078419"),
        (15, 19, "0.16190870"),
        (20, 29, "0.07276796"),
        (30, 49, "0.31548033"),
        (50, 69, "0.13785724"),
        (70, 79, "0.03169770"),
        (80, 99, "0.02323108"),
        (100, 100, "0.00225545"),
    ] {
        let sum: f64 = sheet.totals.iter().filter(|row| (from..=to).contains(&row.points)).map(|row| row.fair_dice_probability.unwrap()).sum();
        assert_eq!(format!("{sum:.8}"), printed, "{from} to {to}");
    }
    let fair = sheet.fair_dice.as_ref().unwrap();
    assert_eq!((format!("{:.2}", 100.0 * fair.rtp), format!("{:.2}", 100.0 * fair.hit_frequency)), ("2768.11".to_owned(), "99.60".to_owned()));
}

/// Given the prize, a total has the share of its throws (decision Y2): the totals of a prize add up to the prize's probability, those above 100 are never shown.
#[test]
fn totals_in_a_block_add_up_to_the_prizes() {
    for stake in [50, 100, 200] {
        let sheet = sheet_of("yams", stake);
        for tier in &sheet.tiers {
            let sum: f64 = sheet.totals.iter().filter(|row| row.prize_cents == tier.prize_cents).map(|row| row.probability).sum();
            assert!((sum - tier.probability).abs() < 1e-15, "{}: {sum}", tier.prize_cents);
        }
        assert!(sheet.totals.iter().filter(|row| row.points > 100).all(|row| row.probability == 0.0));
        // 80 and 100 points in a block: 1/700 000 each, shared by the throws of their bracket
        let total = |points: u64| sheet.totals.iter().find(|row| row.points == points).unwrap();
        assert!((total(100).probability - 1.0 / 700_000.0).abs() < 1e-21);
        let bracket: f64 =
            (80..100).filter_map(|points| sheet.totals.iter().find(|row| row.points == points)).map(|row| row.fair_dice_probability.unwrap()).sum();
        let wanted = total(80).fair_dice_probability.unwrap() / bracket / 700_000.0;
        assert!((total(80).probability / wanted - 1.0).abs() < 1e-14);
    }
}

/// The figures METHODOLOGY.md quotes of a sheet, and the reference table it prints.
#[test]
fn the_methodology_quotes_the_sheet() {
    let methodology = include_str!("../METHODOLOGY.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let sheet = sheet_of("star-color", 100);
    let (thousand, percent) = (&sheet.returns[1], |share: f64| format!("{:.1}", 100.0 * share));
    let wanted = sheet.precision.iter().find(|row| row.within == 0.01).unwrap();
    for quoted in [
        format!("{} to {} %", percent(thousand.block_low), percent(thousand.block_high)),
        format!("{} to {} %", percent(thousand.normal_low), percent(thousand.normal_high)),
        format!("after {} plays of its block", sim::money::grouped(wanted.block_plays.into())),
        format!("the formula's {}", sim::money::grouped(wanted.normal_block_plays.into())),
        format!("has {:.2} % of it", 100.0 * sheet.tiers[0].variance_share),
        "| 6.301643776 | 714.1145084 | 565935.1975 |".to_owned(),
        "| 20.12399563 | 981.6538805 | 975450.0472 |".to_owned(),
        "| 8.644117018 | 1130.864433 | 1348386.868 |".to_owned(),
    ] {
        assert!(methodology.contains(&quoted), "METHODOLOGY.md does not say: {quoted}");
    }
}

/// A sheet and a report are two doors to the same exact values: the same floats.
#[test]
fn a_report_has_the_exact_values_of_the_sheet() {
    sheets(|id, par| {
        let playable = build(par.game, Some(par.offer.table.stake())).unwrap();
        let plan = Plan { seed: 5, plays: 1_000, sampling: Sampling::Block, judging: Judging::None };
        let outcome = run(playable.as_ref(), plan, 1, &Watch::default()).unwrap();
        let open = OpenRun::new(par.game.clone(), playable, outcome);
        let points = open.points();
        let figures = report(&job(&open, &points));
        let sheet = par.sheet;
        for (found, exact) in [
            (sheet.rtp, figures.rtp.exact),
            (sheet.hit_frequency, figures.hit_frequency.exact),
            (sheet.variance_stakes2, figures.variance_stakes2.exact),
            (sheet.sd_stakes, figures.sd_stakes.exact),
            (sheet.skewness.unwrap(), figures.skewness.exact),
            (sheet.kurtosis.unwrap(), figures.kurtosis.exact),
            (sheet.volatility_index, figures.volatility_index.exact),
        ] {
            assert_eq!(found.to_bits(), exact.to_bits(), "{id}");
        }
        for (tier, row) in sheet.tiers.iter().zip(&figures.tiers) {
            assert_eq!(
                (tier.winners, tier.prize_cents, tier.variance_share.to_bits()),
                (row.winners_per_block, row.prize_cents, row.variance_share.to_bits())
            );
        }
    });
}

#[test]
fn the_text_fits_100_columns_and_the_json_has_the_keys_of_the_contract() {
    sheets(|id, par| {
        let shown = text(par, Style::default());
        for line in shown.lines() {
            assert!(line.chars().count() <= WIDTH, "{id}: {line}");
        }
        // equal tails of a discrete law: not "95 times in 100", but at least so often
        let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        for said in ["at least 95 times in 100", "below the range at most 2.5 times in 100, and above it at most 2.5 times"] {
            assert!(words.contains(said), "{id}: {said}");
        }
        let value: Value = serde_json::from_str(&json(par)).unwrap();
        for key in [
            "game",
            "stake_cents",
            "block",
            "rtp",
            "rtp_fraction",
            "hit_frequency",
            "variance_stakes2",
            "sd_stakes",
            "skewness",
            "kurtosis",
            "entropy_bits",
            "volatility_index",
            "tiers",
        ] {
            assert!(!value[key].is_null(), "{id}: {key}");
        }
        for key in ["tier", "prize_cents", "winners", "probability", "one_in", "rtp_share", "variance_share"] {
            assert!(value["tiers"].as_array().unwrap().iter().all(|tier| tier[key].is_number()), "{id}: tiers.{key}");
        }
        assert_eq!(value["totals"].is_array(), id == "yams");
        assert_eq!(value["returns"].as_array().unwrap().len(), 8);
        for table in tables(par) {
            assert!(table.rows() > 0, "{id}: {}", table.name);
        }
    });
}
