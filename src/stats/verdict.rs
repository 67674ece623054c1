//! The verdict on the whole run, with every reason in words.

use super::model::{Job, TargetRow, Test, TierRow, VerdictLevel};
use super::sample::Sample;
use crate::engine::Sampling;
use crate::money::grouped;
use crate::prize::PrizeTable;

/// The worst verdict and its reasons, the worst first.
#[must_use]
pub fn verdict(job: &Job<'_>, sample: &Sample, tests: &[Test], tiers: &[TierRow], targets: &[TargetRow]) -> (VerdictLevel, Vec<String>) {
    let mut reasons: Vec<(VerdictLevel, String)> = Vec::new();
    let mut fail = |reason: String| reasons.push((VerdictLevel::Fail, reason));
    if sample.plays != job.plan.plays {
        fail(format!("the tally holds {} plays, the plan {}", count(sample.plays), count(job.plan.plays)));
    }
    if let Some(reason) = mismatches(job) {
        fail(reason);
    }
    match job.tally.ambiguous_count() {
        0 => {}
        1 => fail("1 visual could be scored in two ways".to_owned()),
        ambiguous => fail(format!("{} visuals could be scored in two ways", count(ambiguous))),
    }
    if sample.is_whole() {
        let planned = job.table.total() * i128::from(sample.whole);
        let paid = job.table.paid(&sample.drawn);
        if paid != planned {
            fail(format!("{} whole blocks paid {} instead of the table's {}", count(sample.whole), job.table.words(paid), job.table.words(planned)));
        }
    }
    if let Some(reason) = blocks_on_the_way(job, sample) {
        fail(reason);
    }
    for test in tests.iter().filter(|test| test.verdict != VerdictLevel::Pass) {
        reasons.push((test.verdict, reason(job.table, test, tiers, targets)));
    }
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.0));
    let worst = reasons.first().map_or(VerdictLevel::Pass, |reason| reason.0);
    (worst, reasons.into_iter().map(|reason| reason.1).collect())
}

fn count(number: u64) -> String {
    grouped(u128::from(number))
}

fn mismatches(job: &Job<'_>) -> Option<String> {
    let total = job.tally.mismatch_count();
    let (&(tier, judged), &most) = job.tally.mismatches.iter().max_by_key(|&(_, &plays)| plays)?;
    if total == 0 {
        return None;
    }
    let shows = if total == 1 { "1 visual shows".to_owned() } else { format!("{} visuals show", count(total)) };
    let drawn = if tier.index() < job.table.tiers().len() { job.table.name(tier) } else { format!("tier {}", tier.0) };
    Some(format!("{shows} another prize than the one drawn, most often {drawn} scored as {} ({} times)", job.table.amount(judged), count(most)))
}

/// Every whole block that the convergence points let us see must pay its table.
fn blocks_on_the_way(job: &Job<'_>, sample: &Sample) -> Option<String> {
    if sample.sampling != Sampling::Block || sample.block == 0 {
        return None;
    }
    let mut counts = vec![0_u64; job.table.tiers().len()];
    for stretch in &job.tally.stretches {
        counts.iter_mut().zip(stretch).for_each(|(sum, count)| *sum += count);
        let plays: u64 = counts.iter().sum();
        let blocks = plays / sample.block;
        if plays == 0 || !plays.is_multiple_of(sample.block) || plays == sample.plays {
            continue;
        }
        let whole = job.table.tiers().iter().zip(&counts).all(|(tier, &count)| count == blocks * tier.winners);
        if !whole {
            let (paid, planned) = (job.table.paid(&counts), job.table.total() * i128::from(blocks));
            return Some(format!(
                "the first {} blocks do not hold the table's plays: paid {} of {}",
                count(blocks),
                job.table.words(paid),
                job.table.words(planned)
            ));
        }
    }
    None
}

/// A test that is not passed, in words: its p-value and the value that deviates most.
fn reason(table: &PrizeTable, test: &Test, tiers: &[TierRow], targets: &[TargetRow]) -> String {
    let Some(p) = test.p_value else { return format!("{}: {}", test.name, test.note) };
    // what cannot happen has a statement of its own instead of a statistic; a p-value may also be too small for a number
    if p == 0.0 && test.statistic.is_none() && !test.note.is_empty() {
        return format!("{}: {}", test.name, test.note);
    }
    let small = |p: f64| if p < LEAST_P { format!("< {LEAST_P:.0e}") } else { format!("{p:.1e}") };
    let p = if p < LEAST_P {
        format!("p {}", small(p))
    } else {
        format!("p = {}, {} over the whole report", small(p), small(test.p_adjusted.unwrap_or(p)))
    };
    format!("{}: {p}{}", test.name, worst(table, test, tiers, targets).unwrap_or_default())
}

/// p-values below are not told apart: they are at the end of what a number holds.
const LEAST_P: f64 = 1e-300;

/// The value of the test that is least likely by itself.
fn worst(table: &PrizeTable, test: &Test, tiers: &[TierRow], targets: &[TargetRow]) -> Option<String> {
    if test.name.starts_with("prize tiers") {
        let row = tiers.iter().filter(|row| row.p_value.is_some()).min_by(|a, b| a.p_value.unwrap_or(1.0).total_cmp(&b.p_value.unwrap_or(1.0)))?;
        return Some(format!("; prize {} met {} times, {:.1} expected", table.words(i128::from(row.prize_cents)), count(row.observed), row.expected));
    }
    let belongs = |row: &&TargetRow| {
        test.name.strip_prefix(&format!("{}: {}", row.observable, row.condition)).is_some_and(|rest| rest.is_empty() || rest == ", rare values")
    };
    let size = |row: &TargetRow| row.p_value.map_or(0.0, |p| -p.max(1e-320).ln()) + row.z.map_or(0.0, |z| 1e-6 * z.abs());
    let row = targets.iter().filter(belongs).max_by(|a, b| size(a).total_cmp(&size(b)))?;
    let z = row.z.map(|z| format!(", {z:+.1} standard errors")).unwrap_or_default();
    Some(format!("; `{}` seen {} times in {} {}, {:.1} expected{z}", row.value, count(row.observed), count(row.trials), row.unit, row.expected?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Sampling;
    use crate::prize::TierId;
    use crate::stats::tests::runs::Run;
    use crate::stats::tests::tables::star_color;
    use crate::tally::{Basis, Law, Observable, Target, Unit};

    /// A rare value seen once may lie further off in standard errors than a frequent one that chance explains far less: the p-value decides.
    #[test]
    fn the_least_likely_value_is_named() {
        let mut run = Run::new(star_color(), 1_000, 5, Sampling::Block);
        let target = Target { condition: "losing plays".to_owned(), tiers: vec![TierId(7)], basis: Basis::Exact, law: Law::Shares(vec![1, 1]) };
        let observable = Observable {
            name: "thing".to_owned(),
            about: String::new(),
            unit: Unit::Play,
            values: vec!["rare".to_owned(), "frequent".to_owned()],
            marks: false,
            board: None,
            targets: vec![target],
            beside: None,
        };
        run.observe(observable, &[300, 456, 756]);
        let mut report = run.report();
        (report.targets[0].p_value, report.targets[0].z) = (Some(2.5e-3), Some(20.0));
        (report.targets[1].p_value, report.targets[1].z) = (Some(1e-8), Some(5.7));
        let test = report.tests.iter().find(|test| test.name.starts_with("thing")).unwrap();
        let told = worst(&run.table, test, &report.tiers, &report.targets).unwrap();
        assert!(told.starts_with("; `frequent` seen 456 times"), "{told}");
    }
}
