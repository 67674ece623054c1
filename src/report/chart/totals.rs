//! `totals` (dice): how often each point total is shown, observed beside its target and beside what fair dice alone would show, by prize bracket.

use super::canvas::{Align, Pen, Picture, Type};
use super::frame::{self, Glyph};
use super::number::{self, THIN};
use super::scale::{Scale, decades};
use super::style::{ALARM, EXPECTED, GREY, INK, MARGIN, MUTED, OBSERVED_FILL, PAPER, SHADE, SMALL, WIDTH};
use super::{About, ChartError};
use crate::stats::{Report, TargetRow, VerdictLevel};

/// A row of the table of point totals (`totals.csv` in the contract).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TotalRow {
    /// The point total.
    pub points: u32,
    /// The prize of its bracket in cents; 0 where it pays nothing.
    pub prize_cents: i64,
    /// Its probability in a play under the prize table.
    pub target_probability: f64,
    /// Its expected count in the run.
    pub expected: f64,
    /// Its count in the run.
    pub observed: u64,
    /// Its probability with fair dice and no prize table.
    pub fair_dice_probability: f64,
}

/// Neighbouring totals with the same prize.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bracket {
    pub from: u32,
    pub to: u32,
    pub label: String,
}

/// A bar: shares of all plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bar {
    pub points: u32,
    pub observed: f64,
    pub target: f64,
    pub fair: f64,
    /// Whether a test objects to it.
    pub off: bool,
}

/// The figure's numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Totals {
    pub title: String,
    pub subtitle: Vec<String>,
    pub bars: Vec<Bar>,
    pub brackets: Vec<Bracket>,
    pub note: String,
}

const LEFT: f64 = 112.0;
const RIGHT: f64 = WIDTH - 44.0;
const PLOT_HEIGHT: f64 = 390.0;

impl Totals {
    /// The numbers of the table of totals; `None` without rows.
    pub fn of(report: &Report, about: &About, totals: &[TotalRow]) -> Option<Self> {
        let mut rows: Vec<&TotalRow> = totals.iter().collect();
        rows.sort_by_key(|row| row.points);
        let plays: u64 = rows.iter().map(|row| row.observed).sum();
        let share = |row: &TotalRow| if plays == 0 { 0.0 } else { row.observed as f64 / plays as f64 };
        let shown: Vec<&&TotalRow> = rows.iter().filter(|row| row.observed > 0 || row.target_probability > 0.0).collect();
        let last = shown.last()?.points;
        let rejected = rejected(report);
        let bars: Vec<Bar> = rows
            .iter()
            .filter(|row| row.points <= last)
            .map(|row| Bar {
                points: row.points,
                observed: share(row),
                target: row.target_probability,
                fair: row.fair_dice_probability,
                off: rejected.iter().any(|wrong| wrong.value == row.points.to_string()),
            })
            .collect();
        let mut brackets: Vec<(u32, u32, i64)> = Vec::new();
        for row in rows.iter().filter(|row| row.points <= last) {
            match brackets.last_mut() {
                Some(bracket) if bracket.2 == row.prize_cents => bracket.1 = row.points,
                _ => brackets.push((row.points, row.points, row.prize_cents)),
            }
        }
        let brackets = brackets
            .into_iter()
            .map(|(from, to, cents)| Bracket {
                from,
                to,
                label: if cents == 0 { "no prize".to_owned() } else { number::money(cents, &about.currency) },
            })
            .collect();
        let winning = |probability: &dyn Fn(&TotalRow) -> f64| rows.iter().filter(|row| row.prize_cents > 0).map(|row| probability(row)).sum::<f64>();
        let (seen, fair) = (winning(&share), winning(&|row| row.fair_dice_probability));
        let furthest = rejected.iter().max_by(|a, b| a.z.unwrap_or(0.0).abs().total_cmp(&b.z.unwrap_or(0.0).abs()));
        let title = furthest.map_or_else(
            || format!("{} of plays show a winning total, where fair dice alone would show {}", short_percent(seen), short_percent(fair)),
            |row| {
                format!(
                    "Point totals are off target: {} is seen {} times, not {} ({})",
                    row.value,
                    number::count(row.observed),
                    number::expected(row.expected.unwrap_or(0.0)),
                    row.condition
                )
            },
        );
        let above: f64 = rows.iter().filter(|row| row.points > last).map(|row| row.fair_dice_probability).sum();
        let mut note =
            "The prize is drawn first, from the block; the dice are then fair within the bracket of that prize, and only within it.".to_owned();
        if above > 0.0 {
            note.push_str(&format!(" Fair dice would also total more than {last} points, in {} of plays.", number::percent(above)));
        }
        let unseen = bars.iter().filter(|bar| bar.target > 0.0 && bar.observed <= 0.0).count();
        if !rejected.is_empty() {
            note.push_str(&format!(" Red: more than {FAR} standard errors from the target, in a test that does not pass."));
        }
        if unseen > 0 {
            note.push_str(&format!(" No bar: not seen in this run ({}).", number::of(unseen, "total", "totals")));
        }
        Some(Self { title, subtitle: vec![frame::what_was_run(report, about)], bars, brackets, note })
    }

    /// The axis of shares: whole powers of ten.
    fn axis(&self) -> (f64, f64) {
        let positive = self.bars.iter().flat_map(|bar| [bar.observed, bar.target, bar.fair]).filter(|&share| share > 0.0 && share.is_finite());
        let smallest = positive.fold(0.1, f64::min).max(1e-12);
        (10_f64.powi(number::floor_log10(smallest * 0.6)), 1.0)
    }

    /// The picture.
    pub fn draw(&self) -> Result<Picture, ChartError> {
        let top = frame::header_height(&self.title, &self.subtitle)? + 66.0;
        let bottom = top + PLOT_HEIGHT;
        let notes = Type::new(SMALL).lines(&self.note, WIDTH - 2.0 * MARGIN)?.len();
        let height = bottom + 84.0 + 17.0 * notes as f64;
        Picture::draw(WIDTH, height, |pen| {
            let head = frame::header(pen, &self.title, &self.subtitle)?;
            let entries =
                [(Glyph::Bar(OBSERVED_FILL), "observed"), (Glyph::Dash(EXPECTED), "target"), (Glyph::Ring(GREY), "fair dice, without a prize table")];
            frame::key(pen, MARGIN, head + 8.0, &entries)?;
            self.draw_on(pen, top, bottom)?;
            frame::foot(pen, height - 20.0, &self.note)
        })
    }

    fn draw_on(&self, pen: &mut Pen<'_>, top: f64, bottom: f64) -> Result<(), ChartError> {
        let (Some(first), Some(last)) = (self.bars.first(), self.bars.last()) else { return Ok(()) };
        let (first, last) = (f64::from(first.points), f64::from(last.points));
        let across = Scale::linear((first - 1.5, last + 1.5), (LEFT, RIGHT));
        let (low, high) = self.axis();
        let down = Scale::log((low, high), (bottom, top));
        self.draw_brackets(pen, &across, top, bottom)?;
        let ticks: Vec<(f64, String)> = decades(low, high, 9)
            .into_iter()
            .map(|exponent| {
                let label = if exponent < -8 {
                    number::power_of_ten(exponent + 2)
                } else {
                    number::real(10_f64.powi(exponent + 2), decimals_of(exponent + 2))
                };
                (10_f64.powi(exponent), format!("{label}{THIN}%"))
            })
            .collect();
        frame::level_grid(pen, &down, LEFT, RIGHT, &ticks)?;
        pen.upwards(20.0, f64::midpoint(top, bottom), "share of plays (logarithmic scale)", Type::new(SMALL).colour(MUTED).align(Align::Centre))?;
        let step = across.place(1.0) - across.place(0.0);
        let thick = (step * 0.78).clamp(2.0, 16.0);
        for bar in &self.bars {
            let x = across.place(f64::from(bar.points));
            if bar.observed > 0.0 {
                let y = down.place(bar.observed);
                pen.rect(x - thick / 2.0, y, thick, bottom - y, if bar.off { ALARM } else { OBSERVED_FILL })?;
            }
            if bar.fair > 0.0 {
                pen.ring((x, down.place(bar.fair)), 2.5, GREY, 1.25)?;
            }
            if bar.target > 0.0 {
                pen.rect(x - thick / 2.0 - 1.5, down.place(bar.target) - 1.25, thick + 3.0, 2.5, EXPECTED)?;
            }
        }
        pen.line((LEFT, bottom), (RIGHT, bottom), GREY, 1.0)?;
        self.draw_points(pen, &across, bottom)
    }

    /// The brackets as shaded stretches, their prizes above.
    fn draw_brackets(&self, pen: &mut Pen<'_>, across: &Scale, top: f64, bottom: f64) -> Result<(), ChartError> {
        let font = Type::new(SMALL).bold().colour(INK).align(Align::Centre);
        let mut ends = [f64::NEG_INFINITY; 2];
        for (index, bracket) in self.brackets.iter().enumerate() {
            // half way to the neighbours
            let edge = |a: u32, b: u32| across.place(f64::midpoint(f64::from(a), f64::from(b)));
            let left = index.checked_sub(1).and_then(|before| self.brackets.get(before)).map_or(LEFT, |before| edge(before.to, bracket.from));
            let right = self.brackets.get(index + 1).map_or(RIGHT, |after| edge(bracket.to, after.from));
            pen.rect(left, top - 6.0, right - left, bottom - top + 6.0, if index % 2 == 0 { SHADE } else { PAPER })?;
            let half = font.width(&bracket.label)? / 2.0;
            // the first one may reach to the left, where there is room
            let inside = if index == 0 { right - half - 4.0 } else { f64::INFINITY };
            let middle = f64::midpoint(left, right).min(WIDTH - 8.0 - half).min(inside);
            let row = usize::from(middle - half < ends[0] + 5.0);
            pen.text(middle, top - 16.0 - 16.0 * row as f64, &bracket.label, font)?;
            ends[row] = middle + half;
        }
        Ok(())
    }

    /// Every total is named when there is room, else the first and last of each bracket.
    fn draw_points(&self, pen: &mut Pen<'_>, across: &Scale, bottom: f64) -> Result<(), ChartError> {
        let font = Type::new(SMALL - 1.0).colour(MUTED).align(Align::Centre);
        let is_end = |points: u32| self.brackets.iter().any(|bracket| bracket.from == points || bracket.to == points);
        let mut taken: [Vec<(f64, f64)>; 2] = [Vec::new(), Vec::new()];
        let mut named: Vec<u32> = self.bars.iter().map(|bar| bar.points).collect();
        named.sort_by_key(|&points| !is_end(points));
        for points in named {
            let x = across.place(f64::from(points));
            let half = font.width(&points.to_string())? / 2.0;
            let free = |row: &Vec<(f64, f64)>| row.iter().all(|&(left, right)| x + half + 3.0 < left || x - half - 3.0 > right);
            // the ends of brackets may use a second row
            let row = taken.iter().take(if is_end(points) { 2 } else { 1 }).position(free);
            pen.line((x, bottom), (x, bottom + if row == Some(1) { 15.0 } else { 4.0 }), GREY, 1.0)?;
            if let Some(row) = row {
                pen.text(x, bottom + 13.0 + 12.0 * row as f64, &points.to_string(), font)?;
                taken[row].push((x - half, x + half));
            }
        }
        pen.text(f64::midpoint(LEFT, RIGHT), bottom + 46.0, "point total; above: what the bracket pays", font.sized(SMALL))
    }
}

/// The totals that a test objects to and that are far from their target.
fn rejected(report: &Report) -> Vec<&TargetRow> {
    let far = |row: &&TargetRow| row.observable == OBSERVABLE && row.verdict != VerdictLevel::Pass && row.z.is_some_and(|z| z.abs() > FAR);
    report.targets.iter().filter(far).collect()
}

/// The observable of the totals.
const OBSERVABLE: &str = "point total";
/// Standard errors from which a total of a rejected test is one of those that are off.
const FAR: f64 = 4.0;

/// Decimals of a power of ten.
fn decimals_of(exponent: i32) -> usize {
    usize::try_from(-exponent).unwrap_or(0)
}

/// A percentage with two decimals, or more where it is small.
fn short_percent(share: f64) -> String {
    if share >= 0.001 || share <= 0.0 { number::percent_with(share, 2) } else { number::percent(share) }
}
