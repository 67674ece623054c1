//! The whole report: edges, whole blocks, faults, and no number that JSON cannot hold.

use super::runs::Run;
use super::tables::{deal_em, diamond_river, star_color, table, yams};
use crate::engine::{Judging, Sampling};
use crate::money::Cents;
use crate::prize::{PrizeTable, TierId};
use crate::stats::{Convergence, Figure, Report, VerdictLevel};
use crate::tally::{Basis, Law, Observable, Target, Unit};

fn figures(report: &Report) -> [&Figure; 7] {
    [&report.rtp, &report.hit_frequency, &report.variance_stakes2, &report.sd_stakes, &report.skewness, &report.kurtosis, &report.volatility_index]
}

/// The keys of all nulls.
fn walk(key: &str, value: &serde_json::Value, nulls: &mut Vec<String>) {
    match value {
        serde_json::Value::Null => nulls.push(key.to_owned()),
        serde_json::Value::Array(items) => items.iter().for_each(|item| walk(key, item, nulls)),
        serde_json::Value::Object(map) => map.iter().for_each(|(key, item)| walk(key, item, nulls)),
        _ => {}
    }
}

/// Every number of the report is finite: `serde_json` writes `null` for the others.
fn all_finite(report: &Report) {
    let optional = [
        "observed",
        "low",
        "high",
        "p_value",
        "p_adjusted",
        "statistic",
        "degrees_of_freedom",
        "effect",
        "detectable",
        "z",
        "expected",
        "target_probability",
    ];
    let known_null = ["table_cents", "rtp_of_offer", "offer_cents"];
    let mut nulls = Vec::new();
    let text = serde_json::to_string(report).unwrap();
    walk("", &serde_json::from_str(&text).unwrap(), &mut nulls);
    nulls.retain(|key| !optional.contains(&key.as_str()) && !known_null.contains(&key.as_str()));
    assert!(nulls.is_empty(), "not finite: {nulls:?}");
    let check = |number: Option<f64>, what: &str| assert!(number.is_none_or(f64::is_finite), "{what}: {number:?}");
    for figure in figures(report) {
        for (number, what) in [(figure.observed, "observed"), (figure.low, "low"), (figure.high, "high"), (Some(figure.exact), "exact")] {
            check(number, what);
        }
        assert!(figure.low.unwrap_or(0.0) <= figure.high.unwrap_or(f64::MAX), "{figure:?}");
    }
    for row in &report.tiers {
        check(row.p_value, "tier p");
        assert!(row.low <= row.high, "{row:?}");
    }
    for row in &report.targets {
        for number in
            [row.target_probability, row.expected, row.z, row.p_value, row.p_adjusted, row.effect, row.detectable, Some(row.low), Some(row.high)]
        {
            check(number, &row.value);
        }
        assert!(row.p_value.is_none_or(|p| (0.0..=1.0).contains(&p)), "{row:?}");
        assert!(row.low <= row.high, "{row:?}");
    }
    for test in &report.tests {
        for number in [test.statistic, test.degrees_of_freedom, test.p_value, test.p_adjusted, test.effect] {
            check(number, &test.name);
        }
        assert!(test.p_value.is_none_or(|p| (0.0..=1.0).contains(&p)), "{test:?}");
    }
    for point in &report.convergence {
        assert!(point.low.is_finite() && point.high.is_finite() && point.rtp.is_finite() && point.low <= point.high, "{point:?}");
    }
    if report.paid_cents.unsigned_abs() < 1 << 63 {
        // serde_json reads no larger whole number back, though it writes them
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap().tests.len(), report.tests.len());
    }
}

#[test]
fn whole_blocks_are_exact_to_the_last_bit() {
    for table in [yams(), star_color(), diamond_river(), deal_em()] {
        let plays = 3 * table.block();
        let report = Run::new(table.clone(), plays, 7, Sampling::Block).report();
        all_finite(&report);
        assert_eq!((report.verdict, report.reasons.len()), (VerdictLevel::Pass, 0), "{:?}", report.reasons);
        for figure in figures(&report) {
            assert_eq!((figure.observed, figure.low, figure.high), (Some(figure.exact), Some(figure.exact), Some(figure.exact)), "{figure:?}");
        }
        assert_eq!(report.table_cents, Some(3 * table.total()));
        assert_eq!(report.paid_cents, 3 * table.total());
        let last = report.convergence.last().unwrap();
        assert_eq!((last.plays, last.low, last.high), (plays, report.rtp.exact, report.rtp.exact));
        // the range closes at the end of every block, and is open inside
        let (closed, open): (Vec<&Convergence>, Vec<&Convergence>) = report.convergence.iter().partition(|point| point.plays % table.block() == 0);
        assert!(closed.len() > 1 && closed.iter().all(|point| (point.low, point.high) == (report.rtp.exact, report.rtp.exact)), "{closed:?}");
        assert!(open.iter().all(|point| point.low < report.rtp.exact && point.high > report.rtp.exact), "{open:?}");
        for row in &report.tiers {
            assert_eq!((row.expected, row.low, row.high), (row.observed as f64, row.observed as f64, row.observed as f64));
        }
    }
}

#[test]
fn edges_have_reports() {
    let tables: Vec<PrizeTable> = vec![
        yams(),
        star_color(),
        deal_em(),
        table(100, 1_000, &[]),
        table(100, 1_000, &[(100, 1_000)]),
        table(100, 1, &[(250, 1)]),
        table(100, 2, &[(250, 1)]),
        table(100, 3, &[(250, 1), (100, 1)]),
        table(100, 10, &[(500, 0), (250, 3)]),
        table(100, 10, &[(250, 3), (250, 2)]),
    ];
    for table in tables {
        for sampling in [Sampling::Block, Sampling::Iid] {
            for plays in [1, 2, 3, 10, 999, 1_000, 1_001, 123_456] {
                let mut run = Run::new(table.clone(), plays, 3, sampling);
                all_finite(&run.report());
                run.plan.judging = Judging::None;
                all_finite(&run.report());
            }
        }
    }
}

#[test]
fn the_longest_run_has_a_report() {
    // 10^15 plays of 10^9 blocks and some: counts near their means
    for sampling in [Sampling::Block, Sampling::Iid] {
        let table = star_color();
        let plays = 1_000_000_000_000_000_u64 - 345_678;
        let blocks = plays / table.block();
        let part = crate::prize::draw_part(
            &table.tiers().iter().map(|tier| tier.winners).collect::<Vec<_>>(),
            plays % table.block(),
            &mut crate::random::stream(1, crate::random::Purpose::Test, 15),
        );
        let counts: Vec<u64> = table.tiers().iter().zip(part).map(|(tier, part)| tier.winners * blocks + part).collect();
        let report = Run::of_counts(table, &counts, sampling).report();
        all_finite(&report);
        assert_eq!(report.verdict, VerdictLevel::Pass, "{:?}", report.reasons);
    }
    // the largest amounts in the largest block
    let top = table(1_000_000_000_000_000, 1_000_000_000_000_000, &[(1_000_000_000_000_000, 1), (999_999_999_999_999, 499_999_999_999_999)]);
    for counts in [[0, 0, 1], [1, 250_000_000_000_000, 249_999_999_999_999], [1, 499_999_999_999_999, 500_000_000_000_000]] {
        all_finite(&Run::of_counts(top.clone(), &counts, Sampling::Block).report());
        all_finite(&Run::of_counts(top.clone(), &counts, Sampling::Iid).report());
    }
}

#[test]
fn a_block_that_does_not_pay_its_table_fails() {
    let table = deal_em();
    let mut counts: Vec<u64> = table.tiers().iter().map(|tier| 2 * tier.winners).collect();
    counts[5] -= 1;
    counts[6] += 1;
    let report = Run::of_counts(table.clone(), &counts, Sampling::Block).report();
    assert_eq!(report.verdict, VerdictLevel::Fail);
    assert!(report.reasons.iter().any(|reason| reason.contains("2 whole blocks paid 669.50 instead of the table's 670")), "{:?}", report.reasons);
    // one play less: the block is open, but more top prizes than there are
    let mut counts: Vec<u64> = table.tiers().iter().map(|tier| tier.winners).collect();
    counts[0] += 1;
    *counts.last_mut().unwrap() -= 3;
    let report = Run::of_counts(table, &counts, Sampling::Block).report();
    assert_eq!(report.verdict, VerdictLevel::Fail);
    assert!(report.reasons[0].contains("counts that the block does not allow"), "{:?}", report.reasons);
}

#[test]
fn a_block_on_the_way_that_does_not_pay_its_table_fails() {
    let table = deal_em();
    let mut run = Run::new(table, 2_500, 11, Sampling::Block);
    assert_eq!(run.report().verdict, VerdictLevel::Pass);
    // a winner of the first block is counted in the second: the totals stay
    assert!(run.points.len() >= 2, "{:?}", run.points);
    run.tally.stretches[0][5] -= 1;
    run.tally.stretches[0][7] += 1;
    run.tally.stretches[1][5] += 1;
    run.tally.stretches[1][7] -= 1;
    let report = run.report();
    assert_eq!(report.verdict, VerdictLevel::Fail);
    assert!(report.reasons[0].starts_with("the first 1 blocks do not hold"), "{:?}", report.reasons);
}

#[test]
fn what_the_referee_scored_is_what_is_observed() {
    let table = star_color();
    let mut run = Run::new(table, 1_000_000, 5, Sampling::Block);
    // three plays of prize 12 shown as 4, one losing play as 7, which is no prize of the table
    run.tally.mismatches.insert((TierId(3), Cents(400)), 3);
    run.tally.mismatches.insert((TierId(7), Cents(700)), 1);
    let report = run.report();
    all_finite(&report);
    assert_eq!(report.verdict, VerdictLevel::Fail);
    assert_eq!((report.tiers[3].observed, report.tiers[4].observed, report.tiers[7].observed), (24_097, 28_003, 756_087));
    assert_eq!(report.paid_cents, 70_000_000 - 3 * 800 + 700);
    assert!((report.hit_frequency.observed.unwrap() - 0.243_913).abs() < 1e-15);
    assert_eq!(report.mismatches, 4);
    assert!(
        report.reasons[0].contains("4 visuals show another prize than the one drawn, most often prize 12 scored as 4 (3 times)"),
        "{:?}",
        report.reasons
    );
}

#[test]
fn an_ambiguous_visual_fails() {
    let mut run = Run::new(star_color(), 1_000, 5, Sampling::Block);
    run.tally.tiers[7].ambiguous = 1;
    let report = run.report();
    assert_eq!((report.verdict, report.reasons.as_slice()), (VerdictLevel::Fail, &["1 visual could be scored in two ways".to_owned()][..]));
}

#[test]
fn rare_top_prizes_are_warned_of() {
    let warned = |table: PrizeTable, plays: u64, sampling| Run::new(table, plays, 5, sampling).report().warnings;
    let found = warned(star_color(), 400_000, Sampling::Block);
    assert!(found[0].starts_with("top prize 20 000 expected 0.4 times in this run: they make 99 % of the variance"), "{found:?}");
    assert!(warned(star_color(), 2_400_000, Sampling::Block)[0].contains("in the open block"));
    assert!(warned(star_color(), 950_000, Sampling::Block)[0].contains("0.05 times in what is left of the block"));
    assert!(warned(star_color(), 2_000_000, Sampling::Block).is_empty());
    assert!(warned(star_color(), 9_000_000, Sampling::Iid)[0].contains("expected 9.0 times"));
    assert!(warned(star_color(), 11_000_000, Sampling::Iid).is_empty());
}

fn observable(values: usize, marks: bool, law: Law) -> Observable {
    Observable {
        name: "thing".to_owned(),
        about: String::new(),
        unit: Unit::Play,
        values: (0..values).map(|value| format!("v{value}")).collect(),
        marks,
        board: None,
        targets: vec![Target { condition: "losing plays".to_owned(), tiers: vec![TierId(7)], basis: Basis::Exact, law }],
        beside: None,
    }
}

#[test]
fn impossible_values_fail_by_name() {
    let mut run = Run::new(star_color(), 1_000, 5, Sampling::Block);
    run.observe(observable(3, false, Law::Shares(vec![1, 1, 0])), &[380, 375, 1, 756]);
    let report = run.report();
    all_finite(&report);
    assert_eq!(report.verdict, VerdictLevel::Fail);
    assert_eq!(report.reasons, ["thing: losing plays: impossible values seen 1 times: `v2`"]);
    assert_eq!(report.targets[2].p_value, Some(0.0));
}

#[test]
fn every_law_reports_without_trials_and_with_one() {
    let laws: Vec<(Law, bool, Vec<u64>)> = vec![
        (Law::Shares(vec![1, 2, 3, 0]), false, vec![0, 1, 0, 0, 1]),
        (Law::Recorded(vec![1, 2, 3, 0]), false, vec![0, 1, 0, 0, 1]),
        (Law::Recorded(vec![u128::MAX >> 2, 2, 3, 0]), false, vec![1, 0, 0, 0, 1]),
        (Law::EqualWithin(vec![0, 0, 1, 1]), false, vec![0, 1, 0, 0, 1]),
        (Law::UniformMarks, true, vec![0, 1, 1, 0, 1, 4]),
        (Law::Counts { total: 4, means: vec![1; 4], products: (0..16).map(|i| u128::from(i % 5 == 0)).collect() }, false, vec![0, 1, 0, 0, 1]),
        (Law::Independent { columns: 2 }, false, vec![0, 1, 0, 0, 1]),
        (Law::Free, false, vec![0, 1, 0, 0, 1]),
    ];
    for (law, marks, one) in laws {
        for counters in [vec![0; one.len()], one] {
            let mut run = Run::new(star_color(), 1_000, 5, Sampling::Block);
            run.observe(observable(4, marks, law.clone()), &counters);
            let report = run.report();
            all_finite(&report);
            assert_eq!(report.verdict, VerdictLevel::Pass, "{law:?} {counters:?}: {:?}", report.reasons);
            assert_eq!(report.targets.len(), 4);
            // what is not judged does not pass as judged
            let judged = report.targets.iter().filter(|row| row.is_tested()).count();
            let known = !matches!(law, Law::Free);
            assert!(judged == 0 || known && report.targets[0].trials > 0, "{law:?}: {judged}");
        }
    }
}

#[test]
fn counts_that_do_not_add_up_fail() {
    let mut run = Run::new(star_color(), 1_000, 5, Sampling::Block);
    run.observe(observable(2, false, Law::Shares(vec![1, 1])), &[380, 375, 756]);
    assert_eq!(run.report().reasons, ["thing: losing plays: 755 values were counted in 756 trials of one value each"]);
}

/// The shares of the tiers beside whole numbers: with `n` plays and the sum `T`, a tier of `c` plays of prize `x` has the part `c (n x - T)^2` of the variance.
#[test]
fn shares_of_tiers_by_hand() {
    let report = Run::new(deal_em(), 800, 3, Sampling::Block).report();
    let seen: Vec<(i128, i128)> = report.tiers.iter().map(|tier| (i128::from(tier.observed), i128::from(tier.prize_cents))).collect();
    let (plays, paid) = seen.iter().fold((0, 0), |(plays, paid), (count, prize)| (plays + count, paid + count * prize));
    let spread = |&(count, prize): &(i128, i128)| count * (plays * prize - paid).pow(2);
    let whole: i128 = seen.iter().map(spread).sum();
    // how far they are from the table in all: half the sum of the differences
    let far: f64 = seen.iter().zip(deal_em().tiers()).map(|(tier, row)| (tier.0 as f64 / plays as f64 - row.winners as f64 / 1_050.0).abs()).sum();
    let test = report.tests.iter().find(|test| test.name.starts_with("prize tiers")).unwrap();
    assert!((test.effect.unwrap() - 0.5 * far).abs() < 1e-12, "{test:?} {far}");
    for (tier, shares) in seen.iter().zip(crate::stats::parts::tier_shares(&report).unwrap()) {
        assert!((shares.of_return - (tier.0 * tier.1) as f64 / paid as f64).abs() < 1e-12, "{tier:?} {shares:?}");
        assert!((shares.of_variance - spread(tier) as f64 / whole as f64).abs() < 1e-12, "{tier:?} {shares:?}");
    }
}
