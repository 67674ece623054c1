//! Two runs, or a run and a game, or two games, side by side: figures, prizes and observables, with the range the difference may have by chance.
//!
//! Prizes are compared in stakes, shares in trials, so that stakes, blocks and lengths may differ. The exact laws of both tables are known: the range of the observed difference of
//! every figure and count is that of the difference of two known laws ([`DifferenceLaw`]). Observables
//! are compared by the test of two samples that their law allows. A game without plays is a side without error.

use super::difference::{DifferenceLaw, count_parts, scaled};
use super::fit::{Fit, Outcome, Pooled, fit, two_samples};
use super::holm::{holm, level};
use super::model::{Figure, Job, Report, Test, VerdictLevel};
use super::moment_range::moment_laws;
use super::moments::Moments;
use super::paid_sum::{Category, Draw, Mixture, PaidSum, Part};
use super::report::table_moments;
use super::sample::Sample;
use super::shared::{Shared, shared};
use super::special::chi_square_tail;
use super::targets::{named, pooled};
use crate::tally::{Law, Observable, Target};
use serde::Serialize;
use std::collections::BTreeMap;

/// One side: a run with its report, or a game whose tally is empty.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// Table, observables, plan and tally.
    pub job: &'a Job<'a>,
    /// The figures of the run; `None` for a game without plays.
    pub report: Option<&'a Report>,
}

/// One figure on both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FigureDifference {
    /// Its key in `summary.json`.
    pub figure: &'static str,
    /// Exact value of A.
    pub exact_a: f64,
    /// Exact value of B.
    pub exact_b: f64,
    /// Exact value of B less that of A.
    pub exact_difference: f64,
    /// Observed value of A; `None` without plays.
    pub observed_a: Option<f64>,
    /// Observed value of B.
    pub observed_b: Option<f64>,
    /// B less A, a side without plays at its exact value; `None` when neither has plays.
    pub difference: Option<f64>,
    /// 95 % range of that difference when both sides follow their tables: lower end.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// Two-sided p-value of the difference, where its law is known.
    pub p_value: Option<f64>,
}

/// One prize on both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TierDifference {
    /// The prize in stakes.
    pub prize_stakes: f64,
    /// The prize of A in cents; `None` where A has no such prize.
    pub prize_cents_a: Option<i64>,
    /// The prize of B.
    pub prize_cents_b: Option<i64>,
    /// Its exact probability in A.
    pub probability_a: f64,
    /// Its exact probability in B.
    pub probability_b: f64,
    /// Plays of it in A; `None` without plays.
    pub observed_a: Option<u64>,
    /// Plays of it in B.
    pub observed_b: Option<u64>,
    /// Share in B less share in A, a side without plays at its probability.
    pub difference: Option<f64>,
    /// 95 % range of that difference when both sides follow their tables.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// Two-sided p-value of the difference.
    pub p_value: Option<f64>,
}

/// One value of an observable under a condition on both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueDifference {
    /// The observable.
    pub observable: String,
    /// Which plays.
    pub condition: String,
    /// The value.
    pub value: String,
    /// Its target in A, where one is known without plays.
    pub target_a: Option<f64>,
    /// Its target in B.
    pub target_b: Option<f64>,
    /// Trials of A.
    pub trials_a: u64,
    /// Trials of B.
    pub trials_b: u64,
    /// Its share of the trials of A; `None` without trials.
    pub share_a: Option<f64>,
    /// Its share in B.
    pub share_b: Option<f64>,
    /// Share (or target, on a side without trials) of B less that of A.
    pub difference: Option<f64>,
    /// 95 % interval of the difference: lower end.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

/// Everything that was compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The worst verdict of the tests.
    pub verdict: VerdictLevel,
    /// Return, hit frequency, variance, standard deviation, skewness, kurtosis.
    pub figures: Vec<FigureDifference>,
    /// Prizes, the largest first; losing plays last.
    pub tiers: Vec<TierDifference>,
    /// Values of observables that both sides have.
    pub values: Vec<ValueDifference>,
    /// Every test, adjusted together.
    pub tests: Vec<Test>,
    /// `observable: condition` that only A has.
    pub only_a: Vec<String>,
    /// The same of B.
    pub only_b: Vec<String>,
    /// What two runs of one law and one seed share; then there is no range, no p-value and no test.
    pub shared: Option<Shared>,
}

/// What a side contributes to a difference.
struct Known<'a> {
    side: Compared<'a>,
    sample: Sample,
    exact: Moments,
    stake: f64,
}

impl<'a> Known<'a> {
    fn of(side: Compared<'a>) -> Self {
        Self { side, sample: Sample::of(side.job), exact: table_moments(side.job.table), stake: side.job.table.stake().0 as f64 }
    }

    fn played(&self) -> bool {
        self.side.report.is_some() && self.sample.plays > 0
    }

    /// The law of the return.
    fn rtp_parts(&self) -> Vec<Part> {
        let mean = self.exact.mean / self.stake;
        if !self.played() {
            return vec![Part::atom(1.0, mean)];
        }
        let categories: Vec<Category> = self.side.job.table.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).collect();
        let factor = 1.0 / (self.sample.plays as f64 * self.stake);
        PaidSum::new(&categories, self.sample.draw()).parts().iter().map(|part| scaled(part, factor, mean)).collect()
    }

    /// The laws of the observed variance, standard deviation, skewness and kurtosis; `None` where no valid one is known.
    fn moment_parts(&self) -> [Option<Vec<Part>>; 4] {
        let variance = self.exact.variance / self.stake / self.stake;
        let shape = [variance, variance.sqrt(), self.exact.skewness.unwrap_or(0.0), self.exact.kurtosis.unwrap_or(0.0)];
        if !self.played() || self.sample.is_whole() || variance == 0.0 {
            return shape.map(|exact| Some(vec![Part::atom(1.0, exact)]));
        }
        let categories: Vec<Category> = self.side.job.table.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).collect();
        let laws = moment_laws(&categories, &self.exact, self.sample.whole, self.sample.draw());
        let parts =
            |law: &Option<Mixture>, change: &dyn Fn(&Part) -> Part| law.as_ref().map(|law| law.parts().iter().map(change).collect::<Vec<_>>());
        // of a variance far from 0 the root is nearly linear over its own spread
        let root = |part: &Part| {
            let (mean, spread) = ((part.mean.max(0.0) * variance).sqrt(), part.spread * variance);
            Part { mean, spread: if mean > 0.0 { 0.5 * spread / mean } else { 0.0 }, ..*part }
        };
        [
            parts(&laws.variance, &|part| scaled(part, variance, 0.0)),
            parts(&laws.variance, &root),
            parts(&laws.skewness, &|part| *part),
            parts(&laws.kurtosis, &|part| *part),
        ]
    }

    /// The law of the share of plays of a kind that has `winners` plays in a block.
    fn share_parts(&self, winners: u64) -> Vec<Part> {
        if !self.played() {
            return vec![Part::atom(1.0, winners as f64 / self.sample.block.max(1) as f64)];
        }
        let plays = self.sample.plays as f64;
        count_parts(&self.sample.count_law(winners), 1.0 / plays, (self.sample.whole * winners) as f64 / plays)
    }

    /// The smallest step of a share (`unit` 1) or of the return (`unit` the stake in cents).
    fn step(&self, unit: f64) -> f64 {
        if self.played() { 1.0 / (self.sample.plays as f64 * unit) } else { f64::INFINITY }
    }

    /// The factor of the covariance `diag(p) - p p'` of the shares of prizes.
    fn spread(&self) -> f64 {
        let plays = self.sample.plays as f64;
        match self.sample.draw() {
            _ if !self.played() => 0.0,
            Draw::Block(open) => {
                let (open, size) = (open as f64, self.sample.block as f64);
                open * (size - open) / (size - 1.0).max(1.0) / plays / plays
            }
            Draw::Independent(_) => 1.0 / plays,
        }
    }

    /// Plays left to chance, or in the block beside them: the smaller of both.
    fn chance(&self) -> f64 {
        match self.sample.draw() {
            _ if !self.played() => f64::INFINITY,
            Draw::Block(0) => f64::INFINITY,
            Draw::Block(open) => open.min(self.sample.block - open) as f64,
            Draw::Independent(plays) => plays as f64,
        }
    }
}

/// Compares two sides; `same_law` tells that both are of one game file at one stake, so that equal seeds give shared plays.
#[must_use]
pub fn compare(a: Compared<'_>, b: Compared<'_>, same_law: bool) -> Comparison {
    let found = independent(a, b);
    match shared(a.job, b.job).filter(|_| same_law) {
        Some(shared) => found.of_one_seed(shared),
        None => found,
    }
}

/// Compares two sides as independent samples.
fn independent(a: Compared<'_>, b: Compared<'_>) -> Comparison {
    let (a, b) = (Known::of(a), Known::of(b));
    let figures = figures(&a, &b);
    let (tiers, tier_test) = tiers(&a, &b);
    let mut tests = Vec::new();
    for figure in figures.iter().filter(|figure| figure.p_value.is_some()) {
        let name = if figure.figure == "rtp" { "return" } else { "winning plays" };
        tests.push(named(name, Outcome { method: "law of the difference", p_value: figure.p_value, effect: effect(figure), ..Outcome::default() }));
    }
    tests.extend(tier_test);
    let mut values = Vec::new();
    let (mut only_a, mut only_b) = (Vec::new(), Vec::new());
    for (observable, target) in all_targets(a.side.job.observables) {
        match find(&a, &b, observable, target) {
            Some(other) => {
                let (rows, test) = values_of(&a, (observable, target), &b, other);
                values.extend(rows);
                tests.extend(test);
            }
            None => only_a.push(format!("{}: {}", observable.name, target.condition)),
        }
    }
    for (observable, target) in all_targets(b.side.job.observables) {
        if find(&b, &a, observable, target).is_none() {
            only_b.push(format!("{}: {}", observable.name, target.condition));
        }
    }
    let known: Vec<usize> = (0..tests.len()).filter(|&test| tests[test].p_value.is_some()).collect();
    let adjusted = holm(&known.iter().map(|&test| tests[test].p_value.unwrap_or(1.0)).collect::<Vec<_>>());
    for (&test, p_adjusted) in known.iter().zip(adjusted) {
        tests[test].p_adjusted = Some(p_adjusted);
        tests[test].verdict = tests[test].verdict.max(level(p_adjusted));
    }
    let verdict = tests.iter().map(|test| test.verdict).max().unwrap_or(VerdictLevel::Pass);
    Comparison { verdict, figures, tiers, values, tests, only_a, only_b, shared: None }
}

fn effect(figure: &FigureDifference) -> Option<f64> {
    figure.difference.map(|difference| (difference - figure.exact_difference).abs())
}

/// Every target of every observable.
fn all_targets(observables: &[Observable]) -> impl Iterator<Item = (&Observable, &Target)> {
    observables.iter().flat_map(|observable| observable.targets.iter().map(move |target| (observable, target)))
}

/// The target of `other` that means the same as one of `own`: of the same observable, for the same condition; where the condition is a prize, for the same prize in stakes (at
/// another stake the same amount is another prize).
fn find<'a>(own: &Known<'_>, other: &Known<'a>, observable: &Observable, target: &Target) -> Option<(&'a Observable, &'a Target)> {
    let found = other.side.job.observables.iter().find(|candidate| candidate.name == observable.name)?;
    let prizes = |known: &Known<'_>, stake: i128, target: &Target| {
        let table = known.side.job.table;
        target.tiers.iter().map(|&tier| table.prize(tier).wide() * stake).collect::<Vec<i128>>()
    };
    let (own_stake, other_stake) = (own.side.job.table.stake().wide(), other.side.job.table.stake().wide());
    let means_the_same = |candidate: &&Target| {
        if is_prize(target) && is_prize(candidate) {
            prizes(own, other_stake, target) == prizes(other, own_stake, candidate)
        } else {
            candidate.condition == target.condition
        }
    };
    found.targets.iter().find(means_the_same).map(|candidate| (found, candidate))
}

fn is_prize(target: &Target) -> bool {
    target.condition.starts_with("prize ")
}

fn figures(a: &Known<'_>, b: &Known<'_>) -> Vec<FigureDifference> {
    type Read = fn(&Report) -> &Figure;
    let some_play = a.played() || b.played();
    let line = |figure: &'static str, read: Read, exact: &dyn Fn(&Known<'_>) -> f64| {
        let (exact_a, exact_b) = (exact(a), exact(b));
        let of = |side: &Known<'_>| side.side.report.filter(|_| side.played()).map(read).cloned();
        let (found_a, found_b) = (of(a), of(b));
        let observed = |found: &Option<Figure>| found.as_ref().and_then(|found| found.observed);
        let (observed_a, observed_b) = (observed(&found_a), observed(&found_b));
        let value = |played: bool, observed: Option<f64>, exact: f64| if played { observed } else { Some(exact) };
        let difference = value(a.played(), observed_a, exact_a).zip(value(b.played(), observed_b, exact_b)).map(|(a, b)| b - a).filter(|_| some_play);
        FigureDifference {
            figure,
            exact_a,
            exact_b,
            exact_difference: exact_b - exact_a,
            observed_a,
            observed_b,
            difference,
            low: None,
            high: None,
            p_value: None,
        }
    };
    let sd = |side: &Known<'_>| side.exact.variance.sqrt() / side.stake;
    let mut figures = vec![
        line("rtp", |report| &report.rtp, &|side| side.exact.mean / side.stake),
        line("hit_frequency", |report| &report.hit_frequency, &|side| side.side.job.table.winning_plays() as f64 / side.sample.block.max(1) as f64),
        line("variance_stakes2", |report| &report.variance_stakes2, &|side| side.exact.variance / side.stake / side.stake),
        line("sd_stakes", |report| &report.sd_stakes, &sd),
        line("skewness", |report| &report.skewness, &|side| side.exact.skewness.unwrap_or(0.0)),
        line("kurtosis", |report| &report.kurtosis, &|side| side.exact.kurtosis.unwrap_or(0.0)),
    ];
    if some_play {
        let winners = |side: &Known<'_>| side.share_parts(side.side.job.table.winning_plays());
        let step = a.step(a.stake).min(b.step(b.stake));
        settle(&mut figures[0], &a.rtp_parts(), &b.rtp_parts(), step);
        settle(&mut figures[1], &winners(a), &winners(b), a.step(1.0).min(b.step(1.0)));
        for (figure, (parts_a, parts_b)) in figures[2..].iter_mut().zip(a.moment_parts().iter().zip(&b.moment_parts())) {
            if let (Some(parts_a), Some(parts_b), Some(_)) = (parts_a, parts_b, figure.difference) {
                // moments take no steps: a millionth of their size will do
                let step = 1e-6 * figure.exact_a.abs().max(figure.exact_b.abs()).max(1e-6);
                let (low, high) = DifferenceLaw::new(parts_a, parts_b, step).range(0.95);
                (figure.low, figure.high) = (Some(low), Some(high));
            }
        }
    }
    figures
}

/// Puts in the range and the p-value by the law of the difference.
fn settle(figure: &mut FigureDifference, a: &[Part], b: &[Part], step: f64) {
    if let Some((range, p_value)) = judged(a, b, figure.difference, step) {
        (figure.low, figure.high) = (Some(range.0), Some(range.1));
        figure.p_value = p_value;
    }
}

/// The range of a difference and its p-value (`None` where nothing can vary and nothing differs).
fn judged(a: &[Part], b: &[Part], difference: Option<f64>, step: f64) -> Option<((f64, f64), Option<f64>)> {
    let difference = difference?;
    let law = DifferenceLaw::new(a, b, step);
    let p_value = law.p_value(difference);
    Some((law.range(0.95), if law.is_certain() && p_value > 0.0 { None } else { Some(p_value) }))
}

/// Prizes of both sides by their size in stakes, with the test over all of them where both tables have the same odds.
fn tiers(a: &Known<'_>, b: &Known<'_>) -> (Vec<TierDifference>, Vec<Test>) {
    // prize in stakes x both stakes -> (cents, plays of a block, plays found) of each side
    type Cell = Option<(i64, u64, u64)>;
    let mut rows: BTreeMap<i128, [Cell; 2]> = BTreeMap::new();
    for (side, (known, other)) in [(a, b), (b, a)].into_iter().enumerate() {
        let table = known.side.job.table;
        for (tier, &found) in table.tiers().iter().zip(&known.sample.observed) {
            let key = tier.prize.wide() * other.side.job.table.stake().wide();
            let cell = &mut rows.entry(key).or_default()[side];
            let (_, winners, plays) = cell.unwrap_or_default();
            *cell = Some((tier.prize.0, winners + tier.winners, plays + found));
        }
    }
    let both = a.stake * b.stake;
    let step = a.step(1.0).min(b.step(1.0));
    let some_play = a.played() || b.played();
    let mut found = Vec::new();
    let mut differences = Vec::new();
    let mut same_odds = true;
    for (&key, cells) in rows.iter().rev() {
        let winners = cells.map(|cell| cell.map_or(0, |cell| cell.1));
        let of = |known: &Known<'_>, side: usize| {
            let probability = winners[side] as f64 / known.sample.block.max(1) as f64;
            let count = known.played().then(|| cells[side].map_or(0, |cell| cell.2));
            let share = count.map_or(probability, |count| count as f64 / known.sample.plays as f64);
            (probability, count, share)
        };
        let (of_a, of_b) = (of(a, 0), of(b, 1));
        let difference = some_play.then_some(of_b.2 - of_a.2);
        let law = judged(&a.share_parts(winners[0]), &b.share_parts(winners[1]), difference, step);
        same_odds &= u128::from(winners[0]) * u128::from(b.sample.block) == u128::from(winners[1]) * u128::from(a.sample.block);
        differences.push((of_a.0, of_b.2 - of_a.2));
        found.push(TierDifference {
            prize_stakes: key as f64 / both,
            prize_cents_a: cells[0].map(|cell| cell.0),
            prize_cents_b: cells[1].map(|cell| cell.0),
            probability_a: of_a.0,
            probability_b: of_b.0,
            observed_a: of_a.1,
            observed_b: of_b.1,
            difference,
            low: law.map(|law| law.0.0),
            high: law.map(|law| law.0.1),
            p_value: law.and_then(|law| law.1),
        });
    }
    let test = (some_play && same_odds).then(|| tier_test(a, b, &differences, &found));
    (found, test.into_iter().collect())
}

/// The chi-square of the difference of two vectors of shares with the same odds: their covariance is `(c_a + c_b) (diag(p) - p p')`, with `c = r (N - r) / ((N - 1) n^2)` inside a
/// block (nothing after whole blocks) and `1 / n` for independent plays. Prizes expected fewer than five times on the side that sees least of them are merged.
fn tier_test(a: &Known<'_>, b: &Known<'_>, differences: &[(f64, f64)], rows: &[TierDifference]) -> Test {
    let method = "chi-square of two samples";
    let spread = a.spread() + b.spread();
    if let Some(impossible) = rows.iter().find(|row| row.p_value == Some(0.0)) {
        return named(
            "prize tiers",
            Outcome::impossible(method, format!("a prize of {} stakes differs in a way that neither block allows", impossible.prize_stakes)),
        );
    }
    if spread == 0.0 {
        return named("prize tiers", Outcome::untested("equality after whole blocks", "both sides met every tier to the play"));
    }
    let chance = a.chance().min(b.chance());
    let expected: Vec<f64> = differences.iter().map(|(p, _)| p * chance).collect();
    let present: Vec<usize> = (0..expected.len()).filter(|&row| expected[row] > 0.0).collect();
    let groups = super::fit::classes::grouped(&present.iter().map(|&row| expected[row]).collect::<Vec<_>>());
    if groups.len() < 2 {
        return named("prize tiers", Outcome::untested(method, "too few plays for a chi-square test"));
    }
    let statistic: f64 = groups
        .iter()
        .map(|group| {
            let (p, difference) = group.iter().map(|&index| differences[present[index]]).fold((0.0, 0.0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
            difference * difference / (spread * p)
        })
        .sum();
    let degrees = (groups.len() - 1) as f64;
    let effect = 0.5 * differences.iter().map(|(_, difference)| difference.abs()).sum::<f64>();
    let outcome = Outcome {
        method,
        statistic: Some(statistic),
        degrees_of_freedom: Some(degrees),
        p_value: Some(chi_square_tail(statistic, degrees)),
        effect: Some(effect),
        ..Outcome::default()
    };
    named("prize tiers", outcome)
}

/// The values of one target on both sides, with the test of two samples their laws allow.
fn values_of(
    a: &Known<'_>,
    (observable_a, target_a): (&Observable, &Target),
    b: &Known<'_>,
    (observable_b, target_b): (&Observable, &Target),
) -> (Vec<ValueDifference>, Option<Test>) {
    let counted = |known: &Known<'_>, observable: &Observable, target: &Target| {
        let at = known.side.job.observables.iter().position(|other| std::ptr::eq(other, observable)).unwrap_or(0);
        let offset = Observable::offsets(known.side.job.observables)[at];
        pooled(known.side.job, observable, offset, &target.tiers)
    };
    let (pooled_a, pooled_b) = (counted(a, observable_a, target_a), counted(b, observable_b, target_b));
    let (fit_a, fit_b) = (fit(&target_a.law, &observable_a.values, &pooled_a), fit(&target_b.law, &observable_b.values, &pooled_b));
    let condition = if target_a.condition == target_b.condition {
        target_a.condition.clone()
    } else {
        format!("{} / {}", target_a.condition, target_b.condition)
    };
    let mut rows = Vec::new();
    for (index, value) in observable_a.values.iter().enumerate() {
        let Some(other) = observable_b.values.iter().position(|other| other == value) else { continue };
        let side = |pooled: &Pooled, fit: &Fit, index: usize| {
            let row = fit.rows[index];
            let share = (pooled.trials > 0).then(|| pooled.counts[index] as f64 / pooled.trials as f64);
            let known = share.or(row.target);
            let ends = known.map(|known| if share.is_some() { (known - row.low, row.high - known) } else { (0.0, 0.0) });
            (row.target, share, known, ends)
        };
        let (of_a, of_b) = (side(&pooled_a, &fit_a, index), side(&pooled_b, &fit_b, other));
        let difference = of_a.2.zip(of_b.2).map(|(a, b)| b - a);
        let ends = of_a.3.zip(of_b.3).zip(difference).filter(|_| pooled_a.trials > 0 || pooled_b.trials > 0);
        rows.push(ValueDifference {
            observable: observable_a.name.clone(),
            condition: condition.clone(),
            value: value.clone(),
            target_a: of_a.0,
            target_b: of_b.0,
            trials_a: pooled_a.trials,
            trials_b: pooled_b.trials,
            share_a: of_a.1,
            share_b: of_b.1,
            difference,
            low: ends.map(|((a, b), difference)| difference - a.1.hypot(b.0)),
            high: ends.map(|((a, b), difference)| difference + a.0.hypot(b.1)),
        });
    }
    let name = format!("{}: {condition}", observable_a.name);
    let outcome = match (pooled_a.trials > 0, pooled_b.trials > 0) {
        _ if observable_a.values != observable_b.values => Some(Outcome::untested("two samples", "the values differ")),
        (true, true) => two_samples((&target_a.law, &pooled_a), (&target_b.law, &pooled_b), &observable_a.values),
        // one side is a law without plays: the other side's counts against it
        (true, false) => against(&target_b.law, &pooled_a, &observable_a.values),
        (false, true) => against(&target_a.law, &pooled_b, &observable_a.values),
        (false, false) => None,
    };
    (rows, outcome.map(|outcome| named(&name, outcome)))
}

/// The main test of counts against the law of the other side.
fn against(law: &Law, pooled: &Pooled, names: &[String]) -> Option<Outcome> {
    fit(law, names, pooled).tests.into_iter().next()
}
