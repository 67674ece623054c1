//! The exact PAR sheet of a prize table: what the trade writes on one page, without simulation.

use super::moments::Moments;
use super::paid_sum::{Category, Draw, PaidSum};
use super::report::{rtp_fraction, table_moments};
use super::special::{Z_90, Z_95};
use super::totals::{self, Beside};
use crate::money::Cents;
use crate::prize::PrizeTable;
use crate::tally::Observable;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The PAR sheet of a prize table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParSheet {
    /// The price of a play in cents.
    pub stake_cents: i64,
    /// Plays in a block.
    pub block: u64,
    /// Return to player.
    pub rtp: f64,
    /// The same in lowest terms: `7/10`.
    pub rtp_fraction: String,
    /// The probability of a prize above 0.
    pub hit_frequency: f64,
    /// The probability of winning less than the stake, or nothing.
    pub below_stake: f64,
    /// The probability of winning exactly the stake.
    pub at_stake: f64,
    /// The probability of winning more than the stake.
    pub above_stake: f64,
    /// The mean prize in cents.
    pub mean_cents: f64,
    /// Variance of the prize in stakes squared (the block is the population).
    pub variance_stakes2: f64,
    /// Standard deviation of the prize in stakes.
    pub sd_stakes: f64,
    /// Skewness; `None` when all plays pay the same.
    pub skewness: Option<f64>,
    /// Kurtosis (normal = 3); `None` when all plays pay the same.
    pub kurtosis: Option<f64>,
    /// Entropy of the prize in bits.
    pub entropy_bits: f64,
    /// The smallest prize that half of the plays do not exceed, in cents.
    pub median_cents: i64,
    /// `volatility_z * sd_stakes`.
    pub volatility_index: f64,
    /// The normal quantile of the volatility index.
    pub volatility_z: f64,
    /// The confidence of that quantile.
    pub volatility_confidence: f64,
    /// The normal quantile of the ranges (95 %).
    pub range_z: f64,
    /// The tiers, the losing tier last.
    pub tiers: Vec<ParTier>,
    /// The 95 % ranges of the return after so many plays.
    pub returns: Vec<ParReturn>,
    /// How many plays bring the return within a distance of its exact value.
    pub precision: Vec<ParPrecision>,
    /// Dice: every point total with its probability; empty for other games.
    pub totals: Vec<ParTotal>,
    /// Dice: what the same prizes would do with fair dice and no block.
    pub fair_dice: Option<Beside>,
}

impl ParSheet {
    /// The return of another price than the stake: that of a bundle the play is sold in.
    #[must_use]
    pub fn rtp_of(&self, price: Cents) -> f64 {
        self.mean_cents / price.0 as f64
    }
}

/// A point total on the PAR sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParTotal {
    /// The points.
    pub points: u64,
    /// What they pay, in cents.
    pub prize_cents: i64,
    /// Their probability in a play of the block.
    pub probability: f64,
    /// Their probability with fair dice and no block.
    pub fair_dice_probability: Option<f64>,
}

/// A tier on the PAR sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParTier {
    /// Its number, 0 the top prize.
    pub tier: u16,
    /// Its prize in cents.
    pub prize_cents: i64,
    /// Plays of it in a block.
    pub winners: u64,
    /// Plays of a block for one of it; `None` for a tier without plays.
    pub one_in: Option<f64>,
    /// Its probability.
    pub probability: f64,
    /// Its share of the return.
    pub rtp_share: f64,
    /// The return of this tier and those before it, as a fraction of the stake.
    pub cumulative_rtp: f64,
    /// Its share of the variance.
    pub variance_share: f64,
    /// Its part of the entropy, in bits.
    pub entropy_bits: f64,
}

/// The 95 % range of the return after `plays` plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParReturn {
    /// Plays.
    pub plays: u64,
    /// From the beginning of a block on, without replacement: lower end.
    pub block_low: f64,
    /// Upper end.
    pub block_high: f64,
    /// Independent plays, one in each of many blocks: lower end.
    pub independent_low: f64,
    /// Upper end.
    pub independent_high: f64,
    /// The normal range inside a block, `z * SD * sqrt(r (N - r) / (N - 1)) / n` with `n = k N + r`, for comparison: lower end.
    pub normal_block_low: f64,
    /// Upper end.
    pub normal_block_high: f64,
    /// The usual normal range of independent plays, `z * SD / sqrt(plays)`, for comparison: lower end.
    pub normal_low: f64,
    /// Upper end.
    pub normal_high: f64,
}

/// Plays from which on the 95 % range of the return stays within a distance of its exact value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParPrecision {
    /// The distance, as a fraction of the stake: 0.01 is one point of return.
    pub within: f64,
    /// Plays from the beginning of a block, by the exact law; never more than a block, which is exact.
    pub block_plays: u64,
    /// Independent plays, by the exact law; `None` beyond 10^15.
    pub independent_plays: Option<u64>,
    /// Plays of a block by the normal formula, for comparison.
    pub normal_block_plays: u64,
    /// Independent plays by the normal formula.
    pub normal_independent_plays: u64,
}

/// The volatility index: `z * SD` in stakes.
#[must_use]
pub fn volatility_index(sd_stakes: f64, z: f64) -> f64 {
    z * sd_stakes
}

/// The trade's range of the return after `plays` independent plays: `rtp -+ volatility index / sqrt(plays)`.
#[must_use]
pub fn normal_return_range(rtp: f64, volatility_index: f64, plays: u64) -> (f64, f64) {
    let half = volatility_index / (plays as f64).sqrt();
    (rtp - half, rtp + half)
}

/// The PAR sheet of `table`, with the point totals of the game's observables where it has them.
#[must_use]
pub fn par_sheet(table: &PrizeTable, observables: &[Observable]) -> ParSheet {
    let exact = table_moments(table);
    let stake = table.stake().0 as f64;
    let block = table.block() as f64;
    let sd = exact.variance.sqrt() / stake;
    let share = |keep: &dyn Fn(i64) -> bool| {
        let plays: u64 = table.tiers().iter().filter(|tier| keep(tier.prize.0)).map(|tier| tier.winners).sum();
        plays as f64 / block
    };
    let mut by_prize: BTreeMap<i64, u64> = BTreeMap::new();
    for tier in table.tiers().iter().filter(|tier| tier.winners > 0) {
        *by_prize.entry(tier.prize.0).or_insert(0) += tier.winners;
    }
    let tiers = tiers(table, &exact, &by_prize);
    ParSheet {
        stake_cents: table.stake().0,
        block: table.block(),
        rtp: exact.mean / stake,
        rtp_fraction: rtp_fraction(table),
        hit_frequency: table.winning_plays() as f64 / block,
        below_stake: share(&|prize| prize < table.stake().0),
        at_stake: share(&|prize| prize == table.stake().0),
        above_stake: share(&|prize| prize > table.stake().0),
        mean_cents: exact.mean,
        variance_stakes2: exact.variance / stake / stake,
        sd_stakes: sd,
        skewness: exact.skewness,
        kurtosis: exact.kurtosis,
        entropy_bits: tiers.iter().map(|tier| tier.entropy_bits).sum::<f64>().max(0.0),
        median_cents: median(&by_prize, table.block()),
        volatility_index: volatility_index(sd, Z_90),
        volatility_z: Z_90,
        volatility_confidence: 0.90,
        range_z: Z_95,
        tiers,
        returns: (2..=9).map(|power| returns(table, &exact, 10_u64.pow(power))).collect(),
        precision: [0.01, 0.001].map(|within| precision(table, &exact, within)).into(),
        totals: totals::law(table, observables).unwrap_or_default().iter().map(total).collect(),
        fair_dice: totals::beside(table, observables),
    }
}

fn total(law: &totals::TotalLaw) -> ParTotal {
    ParTotal { points: law.points, prize_cents: law.prize.0, probability: law.probability, fair_dice_probability: law.fair_dice_probability }
}

fn median(by_prize: &BTreeMap<i64, u64>, block: u64) -> i64 {
    let mut reached = 0;
    let half = by_prize.iter().find(|&(_, &plays)| {
        reached += plays;
        2 * reached >= block
    });
    half.map_or(0, |(&prize, _)| prize)
}

fn tiers(table: &PrizeTable, exact: &Moments, by_prize: &BTreeMap<i64, u64>) -> Vec<ParTier> {
    let (block, stake) = (table.block() as f64, table.stake().0 as f64);
    let mut paid = 0_i128;
    table
        .ids()
        .zip(table.tiers())
        .map(|(id, tier)| {
            let probability = tier.winners as f64 / block;
            let amount = tier.prize.wide() * i128::from(tier.winners);
            paid += amount;
            let deviation = tier.prize.0 as f64 - exact.mean;
            ParTier {
                tier: id.0,
                prize_cents: tier.prize.0,
                winners: tier.winners,
                one_in: (tier.winners > 0).then(|| block / tier.winners as f64),
                probability,
                rtp_share: if exact.sum > 0 { amount as f64 / exact.sum as f64 } else { 0.0 },
                cumulative_rtp: paid as f64 / block / stake,
                variance_share: if exact.variance > 0.0 { probability * deviation * deviation / exact.variance } else { 0.0 },
                // tiers of one prize are one outcome
                entropy_bits: by_prize.get(&tier.prize.0).map_or(0.0, |&plays| probability * (block / plays as f64).log2()),
            }
        })
        .collect()
}

fn returns(table: &PrizeTable, exact: &Moments, plays: u64) -> ParReturn {
    let categories: Vec<Category> = table.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).collect();
    let stake = table.stake().0 as f64;
    let (n, rtp) = (plays as f64, exact.mean / stake);
    let range = |draw: Draw| {
        let (low, high) = PaidSum::new(&categories, draw).range();
        (rtp + low / n / stake, rtp + high / n / stake)
    };
    let (block_low, block_high) = range(Draw::Block(plays % table.block()));
    let (independent_low, independent_high) = range(Draw::Independent(plays));
    let (normal_low, normal_high) = normal_return_range(rtp, volatility_index(exact.variance.sqrt() / stake, Z_95), plays);
    let (open, size) = ((plays % table.block()) as f64, table.block() as f64);
    let half = Z_95 * exact.variance.sqrt() / stake * (open * (size - open) / (size - 1.0).max(1.0)).sqrt() / n;
    let (normal_block_low, normal_block_high) = (rtp - half, rtp + half);
    ParReturn { plays, block_low, block_high, independent_low, independent_high, normal_block_low, normal_block_high, normal_low, normal_high }
}

/// The normal plays solve `within = z SD sqrt((N - n) / ((N - 1) n))` inside a block and `within = z SD / sqrt(n)` for independent plays, rounded up; the exact ones are
/// found beside them by the law of the paid sum.
fn precision(table: &PrizeTable, exact: &Moments, within: f64) -> ParPrecision {
    let categories: Vec<Category> = table.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).collect();
    let (stake, block) = (table.stake().0 as f64, table.block());
    let allowed = within * stake;
    let holds = |plays: u64, draw: Draw| {
        let (low, high) = PaidSum::new(&categories, draw).range();
        high.max(-low) <= allowed * plays as f64
    };
    let ratio = (Z_95 * exact.variance.sqrt() / stake / within).powi(2);
    let size = block as f64;
    let inside = if size > 1.0 { size * ratio / (ratio + size - 1.0) } else { size };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a float of at most 10^15, or a saturated number of plays
    let whole = |plays: f64| (plays.ceil() as u64).max(1);
    // from the end of the block on, then from half a block on
    let near_end = (3..=60).rev().map(|power| block - whole(size * 0.8_f64.powi(power)).min(block));
    let before = (1..=60).map(|power| whole(size * 0.5 * 0.75_f64.powi(power)));
    let block_plays = smallest(block, near_end.chain(before), |plays| holds(plays, Draw::Block(plays)));
    // from far beyond the normal answer on
    let most = whole(20.0 * ratio).min(MOST);
    let grid = (1..=60).map(|power| whole(most as f64 * 0.85_f64.powi(power)));
    ParPrecision {
        within,
        block_plays,
        independent_plays: holds(most, Draw::Independent(most)).then(|| smallest(most, grid, |plays| holds(plays, Draw::Independent(plays)))),
        normal_block_plays: whole(inside).min(block),
        normal_independent_plays: whole(ratio),
    }
}

/// No precision is looked for beyond these plays.
const MOST: u64 = 1_000_000_000_000_000;

/// The number of plays down to which `holds` stays true, from `most` (taken for granted) along a falling grid, then by bisection.
fn smallest(most: u64, grid: impl Iterator<Item = u64>, holds: impl Fn(u64) -> bool) -> u64 {
    let mut good = most;
    let mut bad = 0;
    for plays in grid {
        if plays == 0 || plays >= good {
            continue;
        }
        if holds(plays) {
            good = plays;
        } else {
            bad = plays;
            break;
        }
    }
    while good - bad > 1 {
        let middle = bad + (good - bad) / 2;
        if holds(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::tests::tables::{diamond_river, star_color, table, yams};

    /// The trade's check vector (statistics.md 1): SD 3.62 gives a volatility index of 5.95; 92.78 % after 1 000 plays ranges from 73.95 % to 111.61 %.
    #[test]
    fn the_check_vector_of_the_trade() {
        let index = volatility_index(3.62, Z_90);
        assert_eq!(format!("{index:.2}"), "5.95");
        let (low, high) = normal_return_range(0.9278, index, 1_000);
        assert_eq!((format!("{:.2}", 100.0 * low), format!("{:.2}", 100.0 * high)), ("73.95".to_owned(), "111.61".to_owned()));
        // printed sheets round the index first
        let (low, high) = normal_return_range(0.9278, 5.95, 1_000);
        assert_eq!((format!("{:.2}", 100.0 * low), format!("{:.2}", 100.0 * high)), ("73.96".to_owned(), "111.60".to_owned()));
    }

    #[test]
    fn star_color_to_the_last_printed_digit() {
        let sheet = par_sheet(&star_color(), &[]);
        assert_eq!((sheet.rtp, sheet.rtp_fraction.as_str(), sheet.hit_frequency), (0.7, "7/10", 0.243_912));
        assert_eq!(format!("{:.8}", sheet.sd_stakes), "20.12399563");
        assert_eq!(format!("{:.7}", sheet.skewness.unwrap()), "981.6538805");
        assert_eq!(format!("{:.4}", sheet.kurtosis.unwrap()), "975450.0472");
        assert_eq!((sheet.below_stake, sheet.at_stake, sheet.above_stake), (0.756_088, 0.1068, 0.137_112));
        assert_eq!((sheet.median_cents, sheet.tiers[0].one_in), (0, Some(1_000_000.0)));
        assert!((sheet.tiers.last().unwrap().cumulative_rtp - 0.7).abs() < 1e-15);
        for shares in [sheet.tiers.iter().map(|tier| tier.rtp_share).sum::<f64>(), sheet.tiers.iter().map(|tier| tier.variance_share).sum()] {
            assert!((shares - 1.0).abs() < 1e-14);
        }
        // -sum p log2 p, by scipy.stats.entropy([1, 1, 10, 24100, 28000, 85000, 106800, 756088], base=2)
        assert!((sheet.entropy_bits - 1.226_100_201_919_804_4).abs() < 1e-12, "{}", sheet.entropy_bits);
    }

    #[test]
    fn ranges_close_at_the_end_of_a_block_and_are_narrower_inside() {
        for game in [yams(), star_color(), diamond_river()] {
            let sheet = par_sheet(&game, &[]);
            for range in &sheet.returns {
                assert!(range.block_low <= sheet.rtp && sheet.rtp <= range.block_high, "{range:?}");
                // of the plays of the open block, z SD sqrt(r (N - r) / (N - 1)) in all
                let (open, size) = ((range.plays % sheet.block) as f64, sheet.block as f64);
                let half = Z_95 * sheet.sd_stakes * (open * (size - open) / (size - 1.0)).sqrt() / range.plays as f64;
                let ends = [sheet.rtp - half - range.normal_block_low, sheet.rtp + half - range.normal_block_high];
                assert!(ends.iter().all(|error| error.abs() < 1e-12), "{range:?}");
                assert!(range.block_low >= range.independent_low - 1e-3 && range.block_high <= range.independent_high + 1e-3, "{range:?}");
            }
            let whole: Vec<&ParReturn> = sheet.returns.iter().filter(|range| range.plays.is_multiple_of(sheet.block)).collect();
            assert!(whole.iter().all(|range| range.block_low == sheet.rtp && range.block_high == sheet.rtp));
            assert_eq!(whole.len(), if sheet.block == 1_000_000 { 4 } else { 0 });
            // far from rare prizes the exact range is the normal one
            let last = sheet.returns.last().unwrap();
            assert!((last.independent_high / last.normal_high - 1.0).abs() < 2e-5, "{last:?}");
        }
    }

    #[test]
    fn precision_is_the_formula_solved_and_the_exact_law_beside_it() {
        for game in [yams(), star_color(), diamond_river()] {
            let sheet = par_sheet(&game, &[]);
            let block = sheet.block as f64;
            let categories: Vec<Category> = game.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).collect();
            for wanted in &sheet.precision {
                let half = |n: f64| Z_95 * sheet.sd_stakes * ((block - n) / (n * (block - 1.0))).sqrt();
                let n = wanted.normal_block_plays as f64;
                assert!(half(n) <= wanted.within && half(n - 1.0) > wanted.within, "{wanted:?}");
                let half = |n: f64| Z_95 * sheet.sd_stakes / n.sqrt();
                let n = wanted.normal_independent_plays as f64;
                assert!(half(n) <= wanted.within && half(n - 1.0) > wanted.within, "{wanted:?}");
                let widest = |draw: Draw, plays: u64| {
                    let (low, high) = PaidSum::new(&categories, draw).range();
                    high.max(-low) / plays as f64 / sheet.stake_cents as f64
                };
                for (plays, draw) in
                    [(wanted.block_plays, Draw::Block as fn(u64) -> Draw), (wanted.independent_plays.unwrap(), Draw::Independent as fn(u64) -> Draw)]
                {
                    let (at, before) = (widest(draw(plays), plays), widest(draw(plays - 1), plays - 1));
                    assert!(at <= wanted.within && before > wanted.within, "{wanted:?}: {at} {before}");
                }
            }
        }
    }

    /// A table without rare prizes: the exact answer is the normal one, within a lattice step of the sum.
    #[test]
    fn precision_of_a_tame_table_is_the_normal_one() {
        let sheet = par_sheet(&table(100, 1_000_000, &[(200, 350_000)]), &[]);
        for wanted in &sheet.precision {
            let near = |exact: u64, normal: u64| (exact as f64 / normal as f64 - 1.0).abs() < 0.03;
            assert!(near(wanted.block_plays, wanted.normal_block_plays), "{wanted:?}");
            assert!(near(wanted.independent_plays.unwrap(), wanted.normal_independent_plays), "{wanted:?}");
        }
    }

    #[test]
    fn odd_tables_have_sheets() {
        for odd in [table(100, 1, &[(250, 1)]), table(100, 5, &[]), table(100, 5, &[(300, 0), (100, 5)])] {
            let sheet = par_sheet(&odd, &[]);
            assert_eq!((sheet.sd_stakes, sheet.skewness, sheet.entropy_bits), (0.0, None, 0.0));
            assert!(serde_json::to_string(&sheet).is_ok());
        }
    }
}
