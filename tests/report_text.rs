//! Promise: the terminal report says the verdict first, then the figures, prizes, targets and files, and fits 100 columns, whatever the run.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use sim::engine::{Judging, Outcome, Plan, Sampling, Watch, run};
use sim::games::{BUILT_IN, build, check};
use sim::money::Cents;
use sim::prize::TierId;
use sim::report::layout::{Style, WIDTH};
use sim::report::text::{Places, report as text_report};
use sim::report::{Run, job};
use sim::run_file::OpenRun;
use sim::stats::{VerdictLevel, report};
use sim::tally::{Fault, Observable, Place, Witness};

const PLAIN: Style = Style::PLAIN;

fn plan(plays: u64) -> Plan {
    Plan { seed: u64::MAX, plays, sampling: Sampling::Block, judging: Judging::Full }
}

fn finished(game: &str, stake: Option<Cents>, plan: Plan) -> OpenRun {
    let game = check(game).unwrap();
    let playable = build(&game, stake).unwrap();
    let outcome = run(playable.as_ref(), plan, 0, &Watch::default()).unwrap();
    OpenRun::new(game, playable, outcome)
}

fn shown(open: &OpenRun, style: Style) -> String {
    let points = open.points();
    let figures = report(&job(open, &points));
    let places = Places { folders: vec![("results/name".to_owned(), vec!["run.json".to_owned(), "summary.json".to_owned()])] };
    text_report(&Run::new(open, &figures), &places, style)
}

fn assert_fits(text: &str, what: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= WIDTH, "{what}: {} columns: {line}", line.chars().count());
    }
}

#[test]
fn every_report_fits_100_columns() {
    for game in BUILT_IN {
        let file = check(game.text).unwrap();
        for offer in &file.offers {
            let stake = Some(offer.table.stake());
            for plan in [
                plan(1),
                plan(60_000),
                plan(file.block),
                Plan { sampling: Sampling::Iid, ..plan(100_000) },
                Plan { judging: Judging::None, ..plan(9_999_999) },
            ] {
                let text = shown(&finished(game.text, stake, plan), PLAIN);
                assert_fits(&text, &format!("{} {plan:?}", game.id));
                println!("{text}");
            }
        }
    }
}

/// Narrower terminals get fewer columns and shorter lines, down to 50 columns; the verdict and the counts stay.
#[test]
fn narrow_terminals_are_respected() {
    for game in BUILT_IN {
        let open = finished(game.text, None, plan(60_000));
        for width in [50, 60, 80] {
            let text = shown(&open, Style { width, ..PLAIN });
            for line in text.lines() {
                assert!(line.chars().count() <= width, "{}: {} of {width} columns: {line}", game.id, line.chars().count());
            }
            // no figure without its range
            assert_eq!(text.matches("..").count(), shown(&open, PLAIN).matches("..").count(), "{} at {width} columns:\n{text}", game.id);
            for part in ["PASS", "prize", "expected", "observed", "verdict", "results/name/"] {
                assert!(text.contains(part), "{} at {width} columns: `{part}` is missing in\n{text}", game.id);
            }
        }
    }
}

/// The report in Markdown has every table row of the widest report, and no line that a reader of Markdown would take for something else.
#[test]
fn the_report_in_markdown() {
    let text = shown(&finished(BUILT_IN[0].text, None, plan(60_000)), Style::MARKDOWN);
    assert!(text.starts_with("### PASS: ") && !text.contains("\n\n\n"), "{text}");
    for part in ["### Return and volatility\n\n|  | observed |", "| losing |", "| detectable |", "- `results/name/`: run.json, summary.json\n"] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
    let mut columns = 0;
    for line in text.lines() {
        let bars = line.replace("\\|", "").matches('|').count();
        assert!(bars == 0 || columns == 0 || bars == columns, "a row of another width: {line}");
        assert!(!line.starts_with("    "), "a line that is code: {line}");
        columns = bars;
    }
}

#[test]
fn the_parts_stand_in_their_order() {
    let text = shown(&finished(BUILT_IN[0].text, None, plan(60_000)), PLAIN);
    let parts = [
        "PASS",
        "mismatches",
        "Return and volatility",
        "return to player",
        "winning plays",
        "standard deviation",
        "Prizes",
        "losing",
        "Targets",
        "Files",
    ];
    let places: Vec<usize> = parts.iter().map(|part| text.find(part).unwrap_or_else(|| panic!("`{part}` is missing in\n{text}"))).collect();
    assert!(places.is_sorted(), "{places:?}\n{text}");
    assert!(text.starts_with("PASS"), "{text}");
}

#[test]
fn colour_adds_nothing_but_colour() {
    let open = finished(BUILT_IN[0].text, None, plan(60_000));
    let (plain, coloured) = (shown(&open, PLAIN), shown(&open, Style { colour: true, ..PLAIN }));
    let mut stripped = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once('\x1b') {
        stripped.push_str(before);
        rest = after.split_once('m').unwrap().1;
    }
    stripped.push_str(rest);
    assert!(coloured.len() > plain.len() && stripped == plain);
}

/// A run in which the referee objected: the report fails, says so first, and names the command that draws each witness again.
#[test]
fn witnesses_are_shown_with_their_command() {
    let open = finished(BUILT_IN[0].text, Some(Cents(100)), plan(60_000));
    let OpenRun { run, game, playable } = open;
    let mut tally = run.tally;
    let place = Place { batch: 1, tier: TierId(8), index: 77 };
    tally.mismatches.insert((place.tier, Cents(500)), 1);
    tally.witness(Witness { fault: Fault::Mismatch, place, judged: Cents(500) });
    tally.tiers[8].ambiguous = 1;
    tally.witness(Witness { fault: Fault::Ambiguous, place, judged: Cents(100) });
    let open = OpenRun::new(game, playable, Outcome { plan: run.plan, planned: None, tally });
    let text = shown(&open, PLAIN);
    assert!(text.starts_with("FAIL"), "{text}");
    for part in ["1 mismatch", "1 ambiguous visual", "drawn 1, shows 5", "can be read in two ways"] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
    assert!(text.contains("    sim show yams --stake 1 --seed 18446744073709551615 --at 1:8:77\n"), "{text}");
    assert_fits(&text, "witnesses");
    assert_eq!(report(&job(&open, &open.points())).verdict, VerdictLevel::Fail);
}

/// A run that was stopped says so in its first line, whatever its verdict.
#[test]
fn a_stopped_run_is_partial_in_its_title() {
    let open = finished(BUILT_IN[0].text, None, plan(60_000));
    let OpenRun { run, game, playable } = open;
    let open = OpenRun::new(game, playable, Outcome { plan: run.plan, planned: Some(1_000_000), tally: run.tally });
    let text = shown(&open, PLAIN);
    assert!(text.lines().next().unwrap().ends_with(", PARTIAL") && text.contains("1 000 000 were planned"), "{text}");
}

/// A test that fails by more than a number can hold still says by which value.
#[test]
fn the_strongest_failure_has_a_reason() {
    let open = finished(BUILT_IN[0].text, None, plan(700_000));
    let points = open.points();
    let mut figures = report(&job(&open, &points));
    assert_eq!((figures.verdict, figures.reasons.len()), (VerdictLevel::Pass, 0));
    // half of the plays that show the commonest total of a bracket show another one
    let observables = job(&open, &points).observables;
    let totals = observables.iter().position(|observable| observable.name == "point total").unwrap();
    let offset = Observable::offsets(observables)[totals];
    let values = offset..offset + observables[totals].values.len();
    let OpenRun { run, game, playable } = open;
    let mut tally = run.tally;
    let row = &mut tally.tiers[8].row;
    let most = values.clone().max_by_key(|&value| row[value]).unwrap();
    let other = values.clone().find(|&value| row[value] > 0 && value != most).unwrap();
    let moved = row[most] / 2;
    row[most] -= moved;
    row[other] += moved;
    let open = OpenRun::new(game, playable, Outcome { plan: run.plan, planned: None, tally });
    figures = report(&job(&open, &points));
    let reason = figures.reasons.iter().find(|reason| reason.starts_with("point total: prize 0.50")).unwrap();
    assert!(reason.contains("p < 1e-300; `") && reason.ends_with("standard errors"), "{reason}");
}

/// Of a long prize table both ends are shown: the dearest prizes, and those that most winners get.
#[test]
fn long_prize_tables_keep_both_ends() {
    let rows: Vec<String> = (0..60).map(|tier| format!("  {{ prize = \"{}\", winners = {} }},", 1_000 - 10 * tier, tier + 1)).collect();
    let text = format!(
        "format = 1\n[game]\nid = \"long\"\nname = \"Long\"\nmechanic = \"table\"\ncurrency = \"EUR\"\nblock = 100_000\n[[offer]]\nstake = \"100\"\nprizes = [\n{}\n]\n",
        rows.join("\n")
    );
    let open = finished(&text, None, plan(100_000));
    let text = shown(&open, PLAIN).split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["variance 0 1 000 100 000 ", " 59 410 1 667 ", "The 21 tiers between are in prizes.csv."] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
    assert!(!text.contains(" 30 700 "), "{text}");
}

/// Super Jackpot is sold with every play and stays out of the return: 75.000023 % of 2.91, 72.7500 % of 3.
#[test]
fn the_bundle_is_told_and_not_counted() {
    let game = BUILT_IN.iter().find(|game| game.id == "diamond-river").unwrap();
    let text = shown(&finished(game.text, None, plan(60_000)), PLAIN).split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["sold for 3 EUR together with three entries to Super Jackpot", "75.000023 % of the stake of 2.91 EUR", "72.7500 % of the 3 EUR"] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
}

/// Fair dice without a block would return 2 768.11 % and win 99.60 % of the time, at every stake.
#[test]
fn fair_dice_are_shown_beside() {
    for stake in [50, 100, 200] {
        let text = shown(&finished(BUILT_IN[0].text, Some(Cents(stake)), plan(50_000)), PLAIN).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("would return 2 768.11 % and win 99.60 % of the time"), "{text}");
    }
}
