//! Reports for the tests of the figures: prizes really drawn from blocks, visuals made up, every shape a run can have.

use super::{About, Facts, TotalRow};
use crate::engine::{Sampling, convergence_points};
use crate::money::Cents;
use crate::prize::{BlockPlan, PrizeTable, independent_batch, split_block};
use crate::random::Weighted;
use crate::stats::{Convergence, Figure, Parts, Report, TargetRow, Test, TierRow, VerdictLevel};
use crate::tally::{Board, Observable, Unit};

/// A run for the figures.
#[derive(Clone)]
pub struct Sample {
    pub report: Report,
    pub about: About,
    pub observables: Vec<Observable>,
    pub totals: Vec<TotalRow>,
    pub parts: Option<Parts>,
}

impl Sample {
    pub fn facts(&self) -> Facts<'_> {
        Facts { report: &self.report, about: &self.about, observables: &self.observables, totals: &self.totals, parts: self.parts.as_ref() }
    }
}

const Z: f64 = 1.959_964;

/// A little generator of standard normal numbers; the figures need no better one.
pub struct Noise(u64);

impl Noise {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn uniform(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }

    /// A binomial count, nearly.
    fn binomial(&mut self, trials: u64, share: f64) -> u64 {
        let mean = trials as f64 * share;
        if mean * (1.0 - share) < 40.0 {
            self.count(mean).min(trials)
        } else {
            whole(mean + (mean * (1.0 - share)).sqrt() * self.normal()).min(trials)
        }
    }

    /// A count with mean and variance about `mean`.
    fn count(&mut self, mean: f64) -> u64 {
        if mean < 40.0 {
            let (mut product, mut count) = (self.uniform(), 0);
            while product > (-mean).exp() {
                product *= self.uniform();
                count += 1;
            }
            count
        } else {
            whole(mean + mean.sqrt() * self.normal())
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: f64) -> u64 {
    value.round().max(0.0) as u64
}

fn euros(rows: &[(i64, u64)]) -> Vec<(Cents, u64)> {
    rows.iter().map(|&(cents, winners)| (Cents(cents), winners)).collect()
}

/// Yam's at 0.50.
pub fn yams_table() -> PrizeTable {
    let rows = [(250_000, 1), (25_000, 1), (1_000, 400), (500, 18_000), (250, 25_000), (200, 3_500), (150, 5_000), (100, 31_000), (50, 80_500)];
    PrizeTable::new(Cents(50), 700_000, &euros(&rows)).unwrap()
}

/// Star Color at 1.
pub fn star_table() -> PrizeTable {
    let rows = [(2_000_000, 1), (100_000, 1), (10_000, 10), (1_200, 24_100), (400, 28_000), (200, 85_000), (100, 106_800)];
    PrizeTable::new(Cents(100), 1_000_000, &euros(&rows)).unwrap()
}

/// Thirty tiers.
pub fn long_table() -> PrizeTable {
    let rows: Vec<(i64, u64)> = (0..30_u32).map(|tier| (100 * (1 << (29 - tier).min(20)) + i64::from(29 - tier), 1 << (tier / 2))).collect();
    PrizeTable::new(Cents(500), 3_000_000, &euros(&rows)).unwrap()
}

/// Prizes drawn for real, their ranges by the normal law, no visuals.
pub fn prizes_only(game: &str, table: &PrizeTable, plays: u64, sampling: Sampling, seed: u64) -> Sample {
    let plan = BlockPlan { block: table.block(), plays };
    let points = convergence_points(plan);
    let mut stretches = vec![vec![0_u64; table.tiers().len()]; points.len()];
    let weights = Weighted::new(&table.tiers().iter().map(|tier| tier.winners).collect::<Vec<_>>()).unwrap();
    let mut add = |index: u64, counts: &[u64]| {
        let stretch = points.partition_point(|&point| point < index);
        stretches[stretch].iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    };
    match sampling {
        Sampling::Block => {
            (0..plan.blocks()).for_each(|block| split_block(table, plan, seed, block).iter().for_each(|batch| add(batch.index, &batch.counts)));
        }
        Sampling::Iid => {
            (0..plan.batches()).for_each(|index| add(index, &independent_batch(&weights, table.tiers().len(), plan, seed, index).counts));
        }
    }
    let (block, stake) = (table.block() as f64, table.stake().0 as f64);
    let exact = table.total() as f64 / block / stake;
    let square: f64 = table.tiers().iter().map(|tier| (tier.prize.0 as f64 / stake).powi(2) * tier.winners as f64).sum::<f64>() / block;
    let deviation = (square - exact * exact).sqrt();
    // variance of a sum over n plays, in units of the variance of one
    let spread = |n: u64| match sampling {
        Sampling::Iid => n as f64,
        Sampling::Block => {
            let into = (n % table.block()) as f64;
            into * (block - into) / (block - 1.0).max(1.0)
        }
    };
    let mut counts = vec![0_u64; table.tiers().len()];
    let mut convergence = Vec::new();
    for (stretch, &point) in stretches.iter().zip(&points) {
        counts.iter_mut().zip(stretch).for_each(|(sum, count)| *sum += count);
        let n = plan.plays_after(point);
        let half = Z * deviation * spread(n).sqrt() / n as f64;
        let rtp = table.paid(&counts) as f64 / n as f64 / stake;
        convergence.push(Convergence { plays: n, rtp, low: (exact - half).max(0.0), high: exact + half });
    }
    let last = convergence.last().copied().unwrap();
    let tiers: Vec<TierRow> = table
        .tiers()
        .iter()
        .zip(&counts)
        .enumerate()
        .map(|(tier, (row, &observed))| {
            let probability = row.winners as f64 / block;
            let expected = plays as f64 * row.winners as f64 / block;
            let half = Z * (probability * (1.0 - probability) * spread(plays)).sqrt();
            TierRow {
                tier: u16::try_from(tier).unwrap(),
                prize_cents: row.prize.0,
                winners_per_block: row.winners,
                expected,
                observed,
                low: if half > 0.0 { (expected - half).ceil().max(0.0) } else { expected },
                high: if half > 0.0 { (expected + half).floor().max(expected.ceil()) } else { expected },
                probability,
                rtp_share: if exact > 0.0 { row.prize.0 as f64 / stake * probability / exact } else { 0.0 },
                variance_share: if deviation > 0.0 { (row.prize.0 as f64 / stake - exact).powi(2) * probability / deviation.powi(2) } else { 0.0 },
                p_value: Some(0.5),
                detectable: None,
            }
        })
        .collect();
    let figure = |observed, exact| Figure { observed: Some(observed), exact, low: None, high: None, confidence: 0.95, method: "normal".to_owned() };
    let test = |name: &str, p| Test {
        name: name.to_owned(),
        method: "chi-square".to_owned(),
        statistic: Some(7.1),
        degrees_of_freedom: Some(8.0),
        p_value: Some(p),
        p_adjusted: Some(1.0),
        effect: Some(0.001),
        detectable: None,
        verdict: VerdictLevel::Pass,
        note: String::new(),
    };
    let report = Report {
        verdict: VerdictLevel::Pass,
        reasons: Vec::new(),
        plays,
        blocks: plays as f64 / block,
        paid_cents: table.paid(&counts),
        table_cents: None,
        rtp: Figure { low: Some(last.low), high: Some(last.high), ..figure(last.rtp, exact) },
        rtp_fraction: "7/10".to_owned(),
        rtp_of_offer: None,
        offer_cents: None,
        hit_frequency: figure(0.2, 0.2),
        variance_stakes2: figure(1.0, 1.0),
        sd_stakes: figure(1.0, 1.0),
        skewness: figure(1.0, 1.0),
        kurtosis: figure(1.0, 1.0),
        volatility_index: figure(1.0, 1.0),
        mismatches: 0,
        ambiguous: 0,
        tiers,
        targets: Vec::new(),
        tests: vec![test("prize tiers", 0.42)],
        convergence,
        warnings: Vec::new(),
    };
    let about =
        About { game: game.to_owned(), stake: table.stake(), currency: "EUR".to_owned(), block: table.block(), sampling, seed, planned: None };
    Sample { report, about, observables: Vec::new(), totals: Vec::new(), parts: None }
}

/// What one observable of a [`Sample`] is.
pub struct Made<'a> {
    pub name: &'a str,
    pub condition: &'a str,
    pub values: &'a [String],
    pub trials: u64,
    pub shares: &'a [f64],
    pub targeted: bool,
}

/// Adds the rows of an observable whose counts follow its target, but for `push` standard errors on the first value, and its test.
pub fn add_rows(sample: &mut Sample, noise: &mut Noise, made: &Made<'_>, push: f64) {
    if made.targeted {
        let p = if push.abs() > 7.0 { 1e-19 } else { noise.uniform() };
        let verdict = if p < 1e-6 { VerdictLevel::Fail } else { VerdictLevel::Pass };
        let exact = made.trials < 200;
        sample.report.tests.push(Test {
            name: format!("{}: {}", made.name, made.condition),
            method: if exact { "exact binomial" } else { "chi-square" }.to_owned(),
            statistic: (!exact).then_some(3.0),
            degrees_of_freedom: (!exact).then_some(4.0),
            p_value: (made.trials > 0).then_some(if exact { 1.0 } else { p }),
            p_adjusted: (made.trials > 0).then_some((p * 100.0).min(1.0)),
            effect: None,
            detectable: None,
            verdict,
            note: String::new(),
        });
    }
    for (index, (value, &share)) in made.values.iter().zip(made.shares).enumerate() {
        let expected = share * made.trials as f64;
        let error = (expected * (1.0 - share)).sqrt();
        let pushed = expected + if index == 0 { push * error } else { 0.0 };
        let observed = noise.binomial(made.trials, if made.trials == 0 { 0.0 } else { (pushed / made.trials as f64).clamp(0.0, 1.0) });
        let seen = if made.trials == 0 { 0.0 } else { observed as f64 / made.trials as f64 };
        let z = (error > 0.0 && made.targeted).then(|| (observed as f64 - expected) / error);
        let verdict = match z.map_or(0.0, f64::abs) {
            far if far > 7.0 => VerdictLevel::Fail,
            far if far > 5.0 => VerdictLevel::Warn,
            _ => VerdictLevel::Pass,
        };
        sample.report.targets.push(TargetRow {
            observable: made.name.to_owned(),
            condition: made.condition.to_owned(),
            value: value.clone(),
            basis: if made.targeted { "exact" } else { "none" }.to_owned(),
            target_probability: made.targeted.then_some(share),
            is_mean: false,
            expected: made.targeted.then_some(expected),
            observed,
            trials: made.trials,
            unit: "plays".to_owned(),
            low: (seen - 0.001).max(0.0),
            high: seen + 0.001,
            z,
            p_value: z.map(|_| 0.4),
            p_adjusted: z.map(|_| 1.0),
            effect: z.map(|_| seen - share),
            detectable: z.map(|_| 0.01),
            verdict,
        });
    }
}

fn words(values: &[&str]) -> Vec<String> {
    values.iter().map(|&value| value.to_owned()).collect()
}

/// Yam's with dice: point totals, combinations, faces.
pub fn yams(plays: u64, sampling: Sampling, seed: u64) -> Sample {
    let table = yams_table();
    let mut sample = prizes_only("Yam’s !", &table, plays, sampling, seed);
    let mut noise = Noise(seed);
    let cup = [(0_u32, 240_u64), (3, 2_880), (5, 1_800), (10, 1_200), (25, 300), (30, 960), (40, 150), (45, 240), (50, 6)];
    let mut ways = vec![0_f64; 151];
    for (a, x) in cup {
        for (b, y) in cup {
            for (c, z) in cup {
                ways[(a + b + c) as usize] += x as f64 * y as f64 * z as f64;
            }
        }
    }
    let brackets =
        [(100..=100, 0), (80..=99, 1), (70..=79, 2), (50..=69, 3), (30..=49, 4), (20..=29, 5), (15..=19, 6), (10..=14, 7), (5..=9, 8), (0..=4, 9)];
    let all: f64 = ways.iter().sum();
    for points in 0..=150_u32 {
        let way = ways[points as usize];
        if way <= 0.0 {
            continue;
        }
        let bracket = brackets.iter().find(|bracket| bracket.0.contains(&points));
        let target = bracket.map_or(0.0, |(range, tier)| {
            let inside: f64 = range.clone().map(|other| ways[other as usize]).sum();
            way / inside * table.tiers()[*tier].winners as f64 / table.block() as f64
        });
        let expected = target * plays as f64;
        sample.totals.push(TotalRow {
            points,
            prize_cents: bracket.map_or(0, |(_, tier)| table.tiers()[*tier].prize.0),
            target_probability: target,
            expected,
            observed: noise.count(expected),
            fair_dice_probability: way / all,
        });
    }
    for (range, tier) in &brackets {
        let points: Vec<u32> = range.clone().filter(|&points| ways[points as usize] > 0.0).collect();
        if points.len() < 2 {
            continue;
        }
        let inside: f64 = points.iter().map(|&points| ways[points as usize]).sum();
        let values: Vec<String> = points.iter().map(ToString::to_string).collect();
        let shares: Vec<f64> = points.iter().map(|&points| ways[points as usize] / inside).collect();
        let trials = sample.report.tiers[*tier].observed;
        let condition = if *tier == 9 { "losing plays".to_owned() } else { format!("prize {}", table.tiers()[*tier].prize) };
        add_rows(
            &mut sample,
            &mut noise,
            &Made { name: "point total", condition: &condition, values: &values, trials, shares: &shares, targeted: true },
            0.0,
        );
    }
    let combinations = words(&[
        "nothing",
        "pair",
        "two pairs",
        "three of a kind",
        "full house",
        "small straight",
        "four of a kind",
        "large straight",
        "five of a kind",
    ]);
    for number in 1..=3 {
        let name = format!("combination in cup {number}");
        let shares: Vec<f64> = cup.iter().map(|&(_, count)| count as f64 / 7_776.0).collect();
        let made = Made { name: &name, condition: "all plays", values: &combinations, trials: plays, shares: &shares, targeted: true };
        add_rows(&mut sample, &mut noise, &made, 0.0);
    }
    let faces: Vec<String> = (1..=6).map(|face| face.to_string()).collect();
    let made = Made { name: "faces", condition: "all plays", values: &faces, trials: plays * 15, shares: &[1.0 / 6.0; 6], targeted: true };
    add_rows(&mut sample, &mut noise, &made, 0.0);
    sample
}

/// A board game: `maps` symbols a set on a board, and a few frequencies.
pub fn board_game(game: &str, table: &PrizeTable, plays: u64, seed: u64, shape: BoardShape<'_>) -> Sample {
    let mut sample = prizes_only(game, table, plays, Sampling::Block, seed);
    let mut noise = Noise(seed);
    let cells = shape.rows * shape.columns;
    let values: Vec<String> = (0..cells).map(|cell| format!("row {} column {}", cell / shape.columns + 1, cell % shape.columns + 1)).collect();
    for set in 1..=shape.sets {
        for &(symbol, mean, targeted) in shape.symbols {
            let name = if shape.sets > 1 { format!("{symbol} by cell, set {set}") } else { format!("{symbol} by cell") };
            let shares: Vec<f64> =
                (0..cells).map(|cell| mean * (1.0 + if targeted { 0.0 } else { 0.3 * f64::from(u8::try_from(cell % 5).unwrap()) })).collect();
            let trials = if set == 1 { plays } else { plays / 12 };
            let push = if shape.push && symbol == shape.symbols[0].0 && set == 1 { 9.0 } else { 0.0 };
            let made = Made { name: &name, condition: "all plays", values: &values, trials, shares: &shares, targeted };
            add_rows(&mut sample, &mut noise, &made, push);
            sample.observables.push(Observable {
                name,
                about: String::new(),
                unit: if shape.sets > 1 { Unit::Set } else { Unit::Throw },
                values: values.clone(),
                marks: true,
                board: Some(Board { rows: shape.rows, columns: shape.columns, symbol: symbol.to_owned(), set, one_in: 1 }),
                targets: Vec::new(),
                beside: None,
            });
        }
    }
    let kinds = words(&["milky way", "shooting star", "supernova"]);
    for prize in ["losing plays", "prize 12", "prize 2", "prize 1"] {
        let made = Made { name: "explosions by kind", condition: prize, values: &kinds, trials: plays / 4, shares: &[0.5, 0.3, 0.2], targeted: true };
        add_rows(&mut sample, &mut noise, &made, 0.0);
    }
    let numbers = words(&["0", "1", "2", "3"]);
    let made = Made {
        name: "explosions in a set",
        condition: "all plays",
        values: &numbers,
        trials: plays,
        shares: &[0.6, 0.28, 0.09, 0.03],
        targeted: true,
    };
    add_rows(&mut sample, &mut noise, &made, if shape.push { -5.5 } else { 0.0 });
    sample
}

/// The board of [`board_game`].
#[derive(Clone, Copy)]
pub struct BoardShape<'a> {
    pub rows: usize,
    pub columns: usize,
    pub sets: u8,
    /// Word, mean marks a cell, whether there is a target.
    pub symbols: &'a [(&'a str, f64, bool)],
    /// Whether a few values are pushed off their target.
    pub push: bool,
}

/// Star Color: twelve symbols, two sets.
pub const STARS: BoardShape<'static> = BoardShape {
    rows: 6,
    columns: 7,
    sets: 2,
    symbols: &[
        ("milky-way", 0.011, true),
        ("shooting-star:nw-se", 0.004, true),
        ("shooting-star:ne-sw", 0.004, true),
        ("supernova", 0.006, true),
        ("extra", 0.02, true),
        ("sum", 0.19, true),
        ("violet", 1.0 / 6.0, true),
        ("bleu", 1.0 / 6.0, true),
        ("vert", 1.0 / 6.0, true),
        ("jaune", 1.0 / 6.0, true),
        ("orange", 1.0 / 6.0, true),
        ("rose", 1.0 / 6.0, true),
    ],
    push: false,
};

/// Diamond River: eight symbols, some without a target.
pub const GEMS: BoardShape<'static> = BoardShape {
    rows: 5,
    columns: 6,
    sets: 1,
    symbols: &[
        ("magic", 0.005, true),
        ("gold", 0.006, true),
        ("+1", 0.003, true),
        ("wheel", 0.0007, true),
        ("red", 0.15, false),
        ("pink", 0.16, false),
    ],
    push: false,
};
