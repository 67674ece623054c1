//! What a reader must know before trusting an interval.

use super::model::Job;
use super::moments::Moments;
use super::paid_sum::Draw;
use super::sample::Sample;
use crate::engine::Judging;
use crate::money::grouped;

/// Fewer top prizes than this, and a normal range lies.
const ENOUGH: f64 = 10.0;

/// All warnings of a run.
#[must_use]
pub fn warnings(job: &Job<'_>, sample: &Sample, exact: &Moments) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(planned) = job.planned {
        warnings.push(format!("PARTIAL: stopped after {} of {} plays", grouped(u128::from(sample.plays)), grouped(u128::from(planned))));
    }
    // a prize table alone has nothing to observe
    if job.plan.judging == Judging::None && !job.observables.is_empty() {
        warnings.push("no visual was drawn: nothing is known of mismatches, ambiguous visuals and targets".to_owned());
    }
    warnings.extend(rare_top_prizes(job, sample, exact));
    warnings
}

/// The warning when the few largest prizes that make most of the variance are expected fewer than ten times among the plays left to chance, or among those left in the block.
#[must_use]
pub fn rare_top_prizes(job: &Job<'_>, sample: &Sample, exact: &Moments) -> Option<String> {
    let (drawn, left, place) = match sample.draw() {
        Draw::Block(0) => return None,
        Draw::Block(open) if sample.whole > 0 => (open as f64, (sample.block - open) as f64, "in the open block"),
        Draw::Block(open) => (open as f64, (sample.block - open) as f64, "in this run"),
        Draw::Independent(plays) => (plays as f64, f64::INFINITY, "in this run"),
    };
    let mut tiers: Vec<(i64, u64)> =
        job.table.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).filter(|&(prize, winners)| prize > 0 && winners > 0).collect();
    tiers.sort_by_key(|&(prize, _)| std::cmp::Reverse(prize));
    let share = |&(prize, winners): &(i64, u64)| {
        let deviation = prize as f64 - exact.mean;
        winners as f64 / sample.block as f64 * deviation * deviation / exact.variance
    };
    let mut variance_share = 0.0;
    let mut winners = 0;
    let mut named = 0;
    for tier in &tiers {
        variance_share += share(tier);
        winners += tier.1;
        named += 1;
        if variance_share > 0.5 {
            break;
        }
    }
    let probability = winners as f64 / sample.block as f64;
    let (expected, remaining) = (drawn * probability, left * probability);
    if exact.variance <= 0.0 || variance_share <= 0.5 || expected.min(remaining) >= ENOUGH {
        return None;
    }
    let prizes: Vec<String> = tiers.iter().take(named.min(3)).map(|&(prize, _)| job.table.words(i128::from(prize))).collect();
    let what = match named {
        1 => format!("top prize {}", prizes[0]),
        2 | 3 => format!("top prizes {}", prizes.join(", ")),
        _ => format!("the {named} largest prizes ({} ...)", prizes.join(", ")),
    };
    let rarity = if expected <= remaining {
        format!("{what} expected {} times {place}", few(expected))
    } else {
        format!("{what} expected {} times in what is left of the block", few(remaining))
    };
    let percent = format!("{:.0} %", 100.0 * variance_share);
    Some(format!(
        "{rarity}: they make {percent} of the variance, so a normal 95 % range would cover far less; the ranges given are exact or left out"
    ))
}

/// A small number with two significant digits: `0.4`, `7.3`, `0.012`.
fn few(number: f64) -> String {
    if number >= 1.0 {
        return format!("{number:.1}");
    }
    if number <= 0.0 {
        return "0".to_owned();
    }
    let mut decimals = 1;
    let mut scaled = number * 10.0;
    while scaled < 1.0 && decimals < 15 {
        scaled *= 10.0;
        decimals += 1;
    }
    let text = format!("{number:.width$}", width = decimals + 1);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::few;

    #[test]
    fn small_numbers_keep_two_digits() {
        for (number, text) in [(0.4, "0.4"), (7.26, "7.3"), (0.0123, "0.012"), (0.1, "0.1"), (0.0, "0"), (0.000_012_34, "0.000012"), (0.999, "1")] {
            assert_eq!(few(number), text);
        }
    }
}
