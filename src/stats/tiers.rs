//! The tiers of the prize table, planned and observed: exact laws of their counts, one chi-square over all of them.

use super::fit::classes::{Comparison, SMALLEST_EXPECTED, alone, grouped, merged_note};
use super::fit::{Outcome, Row, Tested};
use super::model::{Job, Test, TierRow, VerdictLevel};
use super::moments::Moments;
use super::paid_sum::Draw;
use super::power::{Detector, Watched, larger};
use super::sample::Sample;
use super::targets::named;
use crate::prize::TierId;

/// One row a tier. Its law is that of the open block, hypergeometric, after whole blocks have been taken away; binomial for independent plays.
#[must_use]
pub fn tier_rows(job: &Job<'_>, sample: &Sample, exact: &Moments) -> Vec<TierRow> {
    let n = sample.plays as f64;
    let total = exact.sum as f64;
    let row = |id: TierId| {
        let (prize, winners) = (job.table.prize(id).0, job.table.winners(id));
        let probability = winners as f64 / sample.block as f64;
        let deviation = prize as f64 - exact.mean;
        let (low, high) = sample.count_law(winners).range(0.95);
        let before = sample.whole * winners;
        TierRow {
            tier: id.0,
            prize_cents: prize,
            winners_per_block: winners,
            expected: if sample.is_whole() { before as f64 } else { n * winners as f64 / sample.block as f64 },
            observed: sample.observed[id.index()],
            low: (before + low) as f64,
            high: (before + high) as f64,
            probability,
            rtp_share: if total > 0.0 { prize as f64 * winners as f64 / total } else { 0.0 },
            variance_share: if exact.variance > 0.0 { probability * deviation * deviation / exact.variance } else { 0.0 },
            p_value: if sample.is_whole() { None } else { p_value(sample, id, winners) },
            detectable: None,
        }
    };
    job.table.ids().map(row).collect()
}

/// The detectable differences of the tiers that take part in the chi-square test; the test shows the largest.
pub fn watch(sample: &Sample, rows: &mut [TierRow], main: &mut Test, detector: &mut Detector) {
    let Some(degrees) = main.degrees_of_freedom else { return };
    let (drawn, left) = drawn_and_left(sample);
    for row in rows.iter_mut().filter(|row| drawn.min(left) * row.probability >= SMALLEST_EXPECTED) {
        let error = sample.count_law(row.winners_per_block).variance().sqrt();
        let trials = sample.open;
        row.detectable = detector.difference(&Watched { target: row.probability, error, trials, tested: Tested::Together(degrees) });
        main.detectable = larger(main.detectable, row.detectable);
    }
}

/// Plays drawn by chance, and those left in the block.
fn drawn_and_left(sample: &Sample) -> (f64, f64) {
    match sample.draw() {
        Draw::Block(open) => (open as f64, (sample.block - open) as f64),
        Draw::Independent(plays) => (plays as f64, f64::INFINITY),
    }
}

/// The exact two-sided p-value of a tier's count (twice the smaller tail); 0 for a count that cannot be.
fn p_value(sample: &Sample, id: TierId, winners: u64) -> Option<f64> {
    let law = sample.count_law(winners);
    let (least, most) = law.support();
    let before = sample.whole * winners;
    match sample.observed[id.index()].checked_sub(before) {
        Some(open) if (least..=most).contains(&open) => (least < most).then(|| law.tails(open).two_sided()),
        _ => Some(0.0),
    }
}

/// The tests of the tiers' counts: equality after whole blocks; else a chi-square on the plays left to chance, and the tiers it merges each by its exact law.
///
/// Inside a block the chi-square has the factor `(N - 1) / (N - r)`: without replacement the counts vary less. A tier enters alone when it is expected five times among the
/// plays drawn *and* among those left in the block.
#[must_use]
pub fn tier_tests(job: &Job<'_>, sample: &Sample, rows: &[TierRow]) -> Vec<Test> {
    let names: Vec<String> = job.table.ids().map(|tier| job.table.name(tier)).collect();
    if sample.is_whole() {
        return vec![whole_blocks(sample, rows, &names)];
    }
    let (drawn, left) = drawn_and_left(sample);
    let open: Vec<f64> = rows.iter().map(|row| row.observed as f64 - (sample.whole * row.winners_per_block) as f64).collect();
    let present: Vec<usize> = (0..rows.len()).filter(|&tier| rows[tier].winners_per_block > 0).collect();
    let smaller: Vec<f64> = present.iter().map(|&tier| drawn.min(left) * rows[tier].probability).collect();
    let groups: Vec<Vec<usize>> = grouped(&smaller).into_iter().map(|group| group.into_iter().map(|index| present[index]).collect()).collect();
    let impossible: Vec<&String> = rows.iter().filter(|row| row.p_value == Some(0.0)).map(|row| &names[usize::from(row.tier)]).collect();
    let method = if left.is_finite() { "chi-square, inside a block" } else { "chi-square, independent plays" };
    let mut main = Outcome { method, note: merged_note(&groups, &names), ..Outcome::default() };
    if !impossible.is_empty() {
        main = Outcome::impossible(
            method,
            format!("counts that the block does not allow: {}", impossible.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
        );
    } else if groups.len() < 2 {
        "too few plays for a chi-square test".clone_into(&mut main.note);
    } else {
        let mut comparison = Comparison::default();
        for group in &groups {
            let probability: f64 = group.iter().map(|&tier| rows[tier].probability).sum();
            let observed: f64 = group.iter().map(|&tier| open[tier]).sum();
            comparison.add(observed, drawn * probability);
            if left.is_finite() {
                comparison.add(left * probability - (observed - drawn * probability), left * probability);
            }
        }
        // the table of played and left plays gives the factor N / (N - r)
        let size = sample.block as f64;
        let comparison = if left.is_finite() { comparison.scaled((size - 1.0) / size) } else { comparison };
        let degrees = (groups.len() - 1) as f64;
        main.statistic = Some(comparison.pearson);
        main.degrees_of_freedom = Some(degrees);
        main.p_value = Some(comparison.p_value(degrees));
        if let [first, second] = groups.as_slice() {
            exact_pair(&mut main, sample, rows, if first.len() <= second.len() { first } else { second });
        }
    }
    main.effect = Some(effect(sample, rows));
    let rare = smaller.iter().filter(|&&expected| expected < SMALLEST_EXPECTED).count();
    let alone_rows: Vec<Row> = rows
        .iter()
        .map(|row| {
            let small = row.winners_per_block > 0 && drawn.min(left) * row.probability < SMALLEST_EXPECTED;
            Row { p_value: row.p_value, tested: if small { Tested::Alone(rare) } else { Tested::No }, ..Row::default() }
        })
        .collect();
    let rare = if impossible.is_empty() { alone(&alone_rows, &names) } else { None };
    [Some(main), rare].into_iter().flatten().map(|outcome| named("prize tiers", outcome)).collect()
}

/// Two groups: the exact law of one of them.
fn exact_pair(main: &mut Outcome, sample: &Sample, rows: &[TierRow], group: &[usize]) {
    let winners: u64 = group.iter().map(|&tier| rows[tier].winners_per_block).sum();
    let observed: u64 = group.iter().map(|&tier| rows[tier].observed).sum();
    let law = sample.count_law(winners);
    main.method = if matches!(sample.draw(), Draw::Block(_)) { "exact hypergeometric" } else { "exact binomial" };
    main.statistic = None;
    main.degrees_of_freedom = None;
    main.p_value = Some(observed.checked_sub(sample.whole * winners).map_or(0.0, |open| law.tails(open).two_sided()));
}

/// Total variation distance of the run's shares from the table's.
fn effect(sample: &Sample, rows: &[TierRow]) -> f64 {
    0.5 * rows.iter().map(|row| (row.observed as f64 / sample.plays as f64 - row.probability).abs()).sum::<f64>()
}

/// After whole blocks every tier is met to the play: equality, no test.
fn whole_blocks(sample: &Sample, rows: &[TierRow], names: &[String]) -> Test {
    let wrong: Vec<&TierRow> = rows.iter().filter(|row| row.observed != sample.whole * row.winners_per_block).collect();
    let mut test = named("prize tiers", Outcome::untested("equality after whole blocks", "every tier was met to the play"));
    if let Some(first) = wrong.first() {
        test.verdict = VerdictLevel::Fail;
        test.effect = Some(effect(sample, rows));
        test.note = format!(
            "{} tiers differ from the table; `{}` was met {} times instead of {}",
            wrong.len(),
            names[usize::from(first.tier)],
            first.observed,
            sample.whole * first.winners_per_block
        );
    }
    test
}
