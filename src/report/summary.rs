//! `summary.json`: the figures of a run under the keys of the contract, and a few more.

use super::{Run, lowest_terms};
use crate::json;
use crate::prize::PrizeTable;
use crate::run_file::PROGRAM;
use crate::stats::{Figure, definitions};
use serde::Serialize;

/// An observed figure with its exact value and range; `low` and `high` are null where no valid range is known.
#[derive(Serialize)]
struct Range<'a> {
    observed: Option<f64>,
    exact: f64,
    exact_fraction: Option<String>,
    low: Option<f64>,
    high: Option<f64>,
    confidence: f64,
    method: &'a str,
}

fn range(figure: &Figure, exact_fraction: Option<String>) -> String {
    let Figure { observed, exact, low, high, confidence, ref method } = *figure;
    json::line(&Range { observed, exact, exact_fraction, low, high, confidence, method })
}

/// The content of `summary.json`: one key a line, tiers and tests one a line, with the final newline.
///
/// Fractions are numbers, `_cents` are minor units of `currency`; keys that a run has not (`offer_cents` without an offer, `plays_planned` of a whole run) are absent.
#[must_use]
pub fn json(run: &Run<'_>) -> String {
    let report = run.report;
    let table = &run.offer.table;
    let mut entries = vec![
        ("format", json::line(&1)),
        ("program", json::line(PROGRAM)),
        ("game", json::line(&run.game.id)),
        ("stake_cents", json::line(&table.stake())),
        ("plays", json::line(&report.plays)),
        ("blocks", json::line(&report.blocks)),
        ("block", json::line(&table.block())),
        ("seed", json::line(&run.plan.seed)),
        ("sampling", json::line(&run.plan.sampling)),
        ("judging", json::line(&run.plan.judging)),
        ("currency", json::line(&run.game.currency)),
        ("verdict", json::line(&report.verdict)),
        ("reasons", json::line(&report.reasons)),
        ("paid_cents", json::line(&report.paid_cents)),
        ("table_cents", json::line(&report.table_cents)),
        ("rtp", range(&report.rtp, Some(report.rtp_fraction.clone()))),
        ("hit_frequency", range(&report.hit_frequency, Some(hit_fraction(table)))),
        ("variance_stakes2", range(&report.variance_stakes2, variance_fraction(table))),
        ("sd_stakes", range(&report.sd_stakes, None)),
        ("skewness", range(&report.skewness, None)),
        ("kurtosis", range(&report.kurtosis, None)),
        ("volatility_index", range(&report.volatility_index, None)),
        ("mismatches", json::line(&report.mismatches)),
        ("ambiguous", json::line(&report.ambiguous)),
    ];
    if let Some(planned) = run.planned {
        entries.push(("partial", json::line(&true)));
        entries.push(("plays_planned", json::line(&planned)));
    }
    if let Some(offer_cents) = report.offer_cents {
        entries.push(("offer_cents", json::line(&offer_cents)));
        entries.push(("rtp_of_offer", json::line(&report.rtp_of_offer)));
    }
    if let Some(seen) = definitions(run.offer, &run.tally.drawn()) {
        entries.push(("rtp_by_definition", json::line(&seen)));
    }
    entries.push(("tiers", json::list(&report.tiers)));
    entries.push(("tests", json::list(&report.tests)));
    entries.push(("warnings", json::line(&report.warnings)));
    json::object(&entries)
}

/// Winning plays / plays of a block, in lowest terms.
pub(super) fn hit_fraction(table: &PrizeTable) -> String {
    lowest_terms(i128::from(table.winning_plays()), i128::from(table.block()))
}

/// The variance of a play in stakes squared, in lowest terms: (N sum K x^2 - (sum K x)^2) / (N s)^2; `None` where it passes 128 bits.
pub(super) fn variance_fraction(table: &PrizeTable) -> Option<String> {
    let block = i128::from(table.block());
    let squares = table.tiers().iter().try_fold(0_i128, |sum, tier| {
        let square = tier.prize.wide().checked_mul(tier.prize.wide())?;
        sum.checked_add(square.checked_mul(i128::from(tier.winners))?)
    })?;
    let numerator = block.checked_mul(squares)?.checked_sub(table.total().checked_mul(table.total())?)?;
    let staked = block.checked_mul(table.stake().wide())?;
    Some(lowest_terms(numerator, staked.checked_mul(staked)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Cents;

    #[test]
    fn exact_fractions_are_in_lowest_terms() {
        // one prize of 4 in 4 plays at a stake of 2: mean 1, variance (16 - 4) / 4 = 3 cents squared, 3/4 stakes squared
        let table = PrizeTable::new(Cents(2), 4, &[(Cents(4), 1)]).unwrap();
        assert_eq!(hit_fraction(&table), "1/4");
        assert_eq!(variance_fraction(&table).as_deref(), Some("3/4"));
        let certain = PrizeTable::new(Cents(2), 4, &[(Cents(2), 4)]).unwrap();
        assert_eq!((hit_fraction(&certain), variance_fraction(&certain).as_deref()), ("1".to_owned(), Some("0")));
        let wide = PrizeTable::new(Cents(1), 1_000_000_000_000_000, &[(Cents(1_000_000_000_000_000), 1_000_000_000)]).unwrap();
        assert_eq!(variance_fraction(&wide), None);
    }
}
