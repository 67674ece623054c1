//! `convergence`: the return while plays go on, in the exact 95 % range that closes whenever a block ends.
//!
//! The report gives the range at the points of the curve. Inside blocks it depends on the plays into the block alone, so the points of all blocks tell of
//! one law; between two known places its halves follow the normal law, `sqrt(r (N - r))` with `r` plays into a block of `N` (`sqrt(n)` for independent
//! plays), with factors in between those of the two places. Where blocks become too narrow to draw, the range at its widest inside a block is shown.

mod draw;

use super::About;
use super::frame;
use super::number::{self, THIN};
use super::scale::Scale;
use super::style::WIDTH;
use crate::engine::Sampling;
use crate::stats::Report;

/// A point of the curve; returns are fractions of the stake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub plays: f64,
    pub rtp: f64,
    pub low: f64,
    pub high: f64,
}

/// The figure's numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Convergence {
    pub title: String,
    pub subtitle: Vec<String>,
    pub exact: f64,
    pub points: Vec<Point>,
    /// Plays in a block, when plays are drawn from blocks.
    pub block: Option<f64>,
    /// Decimals that print the return as a percentage.
    pub decimals: usize,
}

const LEFT: f64 = 96.0;
const RIGHT: f64 = WIDTH - 164.0;

impl Convergence {
    /// The numbers of a report; `None` without a point.
    pub fn of(report: &Report, about: &About) -> Option<Self> {
        let exact = report.rtp.exact;
        let given = report.convergence.iter().filter(|point| point.plays > 0);
        let points: Vec<Point> = given.map(|point| Point { plays: point.plays as f64, rtp: point.rtp, low: point.low, high: point.high }).collect();
        let all_finite = |point: &Point| [point.rtp, point.low, point.high].iter().all(|value| value.is_finite());
        let points: Vec<Point> = points.into_iter().filter(all_finite).collect();
        let last = points.last()?;
        let observed = report.rtp.observed.unwrap_or(last.rtp);
        let (low, high) = (report.rtp.low.unwrap_or(last.low), report.rtp.high.unwrap_or(last.high));
        let decimals = if high > low { number::digits_for((high - low) * 50.0, 2).clamp(2, 6) } else { 2 };
        let percent = |share: f64| number::percent_with(share, decimals);
        let title = if low >= high && (observed - exact).abs() < 1e-12 {
            format!("Return {}, exactly as the table says", percent(observed))
        } else if observed < low {
            format!("Return {}, below the 95{THIN}% range of {} to {}", percent(observed), percent(low), percent(high))
        } else if observed > high {
            format!("Return {}, above the 95{THIN}% range of {} to {}", percent(observed), percent(low), percent(high))
        } else {
            format!("Return {}, inside the 95{THIN}% range of {} to {}", percent(observed), percent(low), percent(high))
        };
        let block = (about.sampling == Sampling::Block && about.block > 0).then_some(about.block as f64);
        let offer = report.offer_cents.zip(report.rtp_of_offer).map(|(cents, share)| {
            let (price, stake) = (number::money(cents, &about.currency), number::money(about.stake.0, &about.currency));
            format!("Return on the {stake} of a play; on the {price} offer it is sold in: {}, the offer’s other game not counted", percent(share))
        });
        let subtitle = std::iter::once(frame::what_was_run(report, about)).chain(offer).collect();
        Some(Self { title, subtitle, exact, points, block, decimals })
    }

    /// The axis of plays: the points with a little room.
    fn plays_axis(&self) -> (f64, f64) {
        let first = self.points.first().map_or(1.0, |point| point.plays);
        let last = self.points.last().map_or(1.0, |point| point.plays);
        if last > first * 1.001 { (first / 1.06, last) } else { (first / 4.0, last * 4.0) }
    }

    fn plays_scale(&self) -> Scale {
        Scale::log(self.plays_axis(), (LEFT, RIGHT))
    }

    /// The plays up to which single blocks are wide enough to draw.
    fn last_drawn_block_end(&self, block: f64) -> f64 {
        let (low, high) = self.plays_axis();
        let pixels_a_fold = (RIGHT - LEFT) / (high / low).ln();
        (pixels_a_fold * block / 9.0 / block).floor() * block
    }

    /// How wide a half of a normal range is at a place of the known law, but for a factor: `sqrt(r (N - r))` with `r` plays into a block of `N`, for
    /// independent plays `sqrt(n)`. The place is `r` or `n`.
    fn spread(&self, place: f64) -> f64 {
        self.block.map_or(place, |block| place * (block - place)).max(0.0).sqrt()
    }

    /// Where a run of `plays` is in the law: plays into its block, or all plays.
    fn place(&self, plays: f64) -> f64 {
        self.block.map_or(plays, |block| plays % block)
    }

    /// What the points tell of the law: the place, and the two halves there in stakes (not divided by the plays), in order and each place once.
    ///
    /// Inside blocks the halves depend on the place alone, so the points of all blocks tell of one law.
    pub fn halves(&self) -> Vec<(f64, f64, f64)> {
        let known = self.points.iter().filter(|point| self.spread(self.place(point.plays)) > 0.0);
        let half = |point: &Point| (self.place(point.plays), (self.exact - point.low) * point.plays, (point.high - self.exact) * point.plays);
        let mut halves: Vec<(f64, f64, f64)> = known.map(half).collect();
        halves.sort_by(|a, b| a.0.total_cmp(&b.0));
        halves.dedup_by(|a, b| (a.0 - b.0).abs() < 0.5);
        halves
    }

    /// The range at `plays`: through the points, and between them with the factor of the known law in between.
    pub fn range_at(&self, halves: &[(f64, f64, f64)], plays: f64) -> (f64, f64) {
        let place = self.place(plays);
        let factors = |&(at, below, above): &(f64, f64, f64)| (at, below / self.spread(at), above / self.spread(at));
        let next = halves.partition_point(|half| half.0 < place);
        let (before, after) = (next.checked_sub(1).and_then(|before| halves.get(before)).map(factors), halves.get(next).map(factors));
        let (below, above) = match (before, after) {
            (Some(a), Some(b)) => {
                let share = (place - a.0) / (b.0 - a.0);
                (a.1 + (b.1 - a.1) * share, a.2 + (b.2 - a.2) * share)
            }
            (Some(only), None) | (None, Some(only)) => (only.1, only.2),
            (None, None) => (0.0, 0.0),
        };
        let spread = self.spread(place) / plays;
        (self.exact - below * spread, self.exact + above * spread)
    }

    /// The range at its widest inside a block, after `plays` plays.
    fn widest_range(&self, halves: &[(f64, f64, f64)], plays: f64) -> (f64, f64) {
        let below = halves.iter().map(|half| half.1).fold(0.0, f64::max);
        let above = halves.iter().map(|half| half.2).fold(0.0, f64::max);
        (self.exact - below / plays, self.exact + above / plays)
    }

    /// The outline of the range: plays, low, high; and from where on only its widest is shown.
    pub fn band(&self) -> (Vec<(f64, f64, f64)>, Option<f64>) {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else { return (Vec::new(), None) };
        let halves = self.halves();
        let mut plays: Vec<f64> = Vec::new();
        let fold = (last.plays / first.plays).ln();
        let (mut drawn_to, mut blurred) = (last.plays, None);
        if let Some(block) = self.block {
            let end = self.last_drawn_block_end(block);
            if end < last.plays && end > 0.0 {
                (drawn_to, blurred) = (end.max(first.plays), Some(end.max(first.plays)));
            }
            // finely near the ends of a block, where the range closes like a square root
            let mut start = (first.plays / block).floor() * block;
            while start < drawn_to {
                let inside = (0..=48).map(|step| start + block * (0.5 - 0.5 * (f64::from(step) / 48.0 * std::f64::consts::PI).cos()));
                plays.extend(inside.filter(|&at| at > first.plays && at < drawn_to));
                start += block;
            }
        }
        plays.extend((0..=200).map(|step| first.plays * (fold * f64::from(step) / 200.0).exp()).filter(|&at| at < drawn_to));
        plays.extend([first.plays, drawn_to]);
        plays.sort_by(f64::total_cmp);
        plays.dedup();
        let mut band: Vec<(f64, f64, f64)> = plays
            .into_iter()
            .map(|at| {
                let (low, high) = self.range_at(&halves, at);
                (at, low, high)
            })
            .collect();
        if let Some(from) = blurred {
            let fold = (last.plays / from).ln();
            band.extend((0..=100).map(|step| {
                let at = from * (fold * f64::from(step) / 100.0).exp();
                let (low, high) = self.widest_range(&halves, at);
                (at, low, high)
            }));
        }
        (band, blurred)
    }
}
