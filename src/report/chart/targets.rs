//! `targets`: how far every value of every observable is from its target, in standard errors; one row an observable.

use super::canvas::{Align, Pen, Picture, Type};
use super::frame;
use super::number;
use super::scale::Scale;
use super::style::{ALARM, GREY, GRID, INK, LABEL, MARGIN, MUTED, OBSERVED, SHADE, SMALL, WIDTH};
use super::{About, ChartError};
use crate::stats::{Report, TargetRow, VerdictLevel};

/// A value and its distance from the target.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dot {
    /// `value, condition`.
    pub name: String,
    pub z: f64,
}

/// An observable.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub name: String,
    pub dots: Vec<Dot>,
    pub verdict: VerdictLevel,
}

impl Row {
    /// Its height: a line more where far values are named.
    fn height(&self, plain: f64) -> f64 {
        if self.dots.iter().any(|dot| dot.z.abs() > NAMED_FROM) { plain + 15.0 } else { plain }
    }
}

/// The figure's numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Targets {
    pub title: String,
    pub subtitle: Vec<String>,
    pub rows: Vec<Row>,
    pub note: String,
}

/// Standard errors up to which the axis goes at least, and at most.
const REACH: (f64, f64) = (4.5, 8.0);
/// Expected counts below this are not shown.
const FEW: f64 = 5.0;
/// Further than this, a value is named.
const NAMED_FROM: f64 = 4.0;

impl Targets {
    /// The numbers of a report; `None` when no value has a target, or none is expected often enough for a distance to mean anything.
    pub fn of(report: &Report, about: &About) -> Option<Self> {
        // a count that is expected to be tiny has no normal distance: exact tests judge it, a picture of distances would only alarm
        let large = |row: &&TargetRow| row.expected.is_some_and(|expected| expected >= FEW && (row.is_mean || row.trials as f64 - expected >= FEW));
        let known = || report.targets.iter().filter(|row| row.z.is_some_and(f64::is_finite));
        let shown: Vec<&TargetRow> = known().filter(large).collect();
        let mut names: Vec<&str> = known().map(|row| row.observable.as_str()).collect();
        names.dedup();
        let without = report.targets.len() - known().count();
        let few = known().count() - shown.len();
        let mut rows: Vec<Row> = Vec::new();
        for target in &report.targets {
            // one row an observable; one that has nothing to plot is there when something is wrong with it
            let is_shown = shown.iter().any(|&row| std::ptr::eq(row, target));
            if !is_shown && target.verdict == VerdictLevel::Pass {
                continue;
            }
            let at = rows.iter().position(|row| row.name == target.observable).unwrap_or_else(|| {
                rows.push(Row { name: target.observable.clone(), dots: Vec::new(), verdict: target.verdict });
                rows.len() - 1
            });
            rows[at].verdict = rows[at].verdict.max(target.verdict);
            if let Some(z) = target.z.filter(|_| is_shown) {
                rows[at].dots.push(Dot { name: format!("{}, {}", target.value, target.condition), z });
            }
        }
        let all = || rows.iter().flat_map(|row| row.dots.iter().map(move |dot| (row, dot)));
        let (furthest_row, furthest) = all().max_by(|a, b| a.1.z.abs().total_cmp(&b.1.z.abs()))?;
        let values = all().count();
        let beyond = all().filter(|(_, dot)| dot.z.abs() > 2.0).count();
        let bad: Vec<&str> = rows.iter().filter(|row| row.verdict == VerdictLevel::Fail).map(|row| row.name.as_str()).collect();
        let odd: Vec<&str> = rows.iter().filter(|row| row.verdict == VerdictLevel::Warn).map(|row| row.name.as_str()).collect();
        let distance = number::real(furthest.z.abs(), 1);
        let title = if !bad.is_empty() {
            format!("{} of {} off target: {}", bad.len(), number::of(rows.len(), "observable", "observables"), frame::listed(&bad))
        } else if !odd.is_empty() {
            format!(
                "Nothing fails, but {} worth a look: {}",
                if odd.len() == 1 { "one observable is" } else { "some observables are" },
                frame::listed(&odd)
            )
        } else if furthest.z.abs() > NAMED_FROM {
            format!("No test objects, though the furthest of {} is {distance} standard errors away", number::of(values, "value", "values"))
        } else {
            format!(
                "{} on target: the furthest of {} is {distance} standard errors away",
                on_target(rows.len(), names.len()),
                number::of(values, "value", "values")
            )
        };
        let mut note = format!(
            "{} of {} ({}) {} more than 2 standard errors away; if every target is right, about 4.6\u{202f}% are. Verdicts are those of the tests over all values of an observable.",
            number::count(beyond as u64),
            number::of(values, "value", "values"),
            number::percent_with(beyond as f64 / values as f64, 1),
            if beyond == 1 { "is" } else { "are" }
        );
        note.push_str(&format!(" Dashed in red: {NAMED_FROM} standard errors, from which a value is named."));
        if few > 0 {
            note.push_str(&format!(" {} expected fewer than {FEW} times: tested, not shown.", number::of(few, "value", "values")));
        }
        if without > 0 {
            note.push_str(&format!(" {} without a target, or with a count that cannot vary: not shown.", number::of(without, "value", "values")));
        }
        let far = (furthest.z.abs() > 2.0)
            .then(|| format!("Furthest: {}, {}, {} standard errors", furthest_row.name, furthest.name, number::signed(furthest.z, 1)));
        let subtitle = std::iter::once(frame::what_was_run(report, about)).chain(far).collect();
        Some(Self { title, subtitle, rows, note })
    }

    fn reach(&self) -> f64 {
        let furthest = self.rows.iter().flat_map(|row| &row.dots).map(|dot| dot.z.abs()).fold(0.0, f64::max);
        (furthest * 1.04).clamp(REACH.0, REACH.1)
    }

    /// The picture.
    pub fn draw(&self) -> Result<Picture, ChartError> {
        let row_height = match self.rows.len() {
            0..=12 => 32.0,
            13..=24 => 26.0,
            _ => 21.0,
        };
        let overview = if self.rows.iter().map(|row| row.dots.len()).sum::<usize>() >= 20 { OVERVIEW } else { 0.0 };
        let top = frame::header_height(&self.title, &self.subtitle)? + 30.0 + overview;
        let bottom = top + self.rows.iter().map(|row| row.height(row_height)).sum::<f64>();
        let notes = Type::new(SMALL).lines(&self.note, WIDTH - 2.0 * MARGIN)?.len();
        let height = bottom + 76.0 + 17.0 * notes as f64;
        Picture::draw(WIDTH, height, |pen| {
            frame::header(pen, &self.title, &self.subtitle)?;
            self.draw_on(pen, (top, bottom), row_height, overview)?;
            frame::foot(pen, height - 20.0, &self.note)
        })
    }

    fn draw_on(&self, pen: &mut Pen<'_>, (top, bottom): (f64, f64), row_height: f64, overview: f64) -> Result<(), ChartError> {
        let label = Type::new(LABEL).align(Align::Right);
        let mut widest: f64 = 60.0;
        for row in &self.rows {
            widest = widest.max(if row.verdict == VerdictLevel::Pass { label } else { label.bold() }.width(&row.name)?);
        }
        let names = widest.min(270.0);
        let left = MARGIN + names + 18.0;
        let right = WIDTH - MARGIN - 116.0;
        let reach = self.reach();
        let across = Scale::linear((-reach, reach), (left, right));
        let small = Type::new(SMALL).colour(MUTED);
        // what chance does, shaded: two standard errors on both sides
        pen.rect(across.place(-2.0), top, across.place(2.0) - across.place(-2.0), bottom - top, SHADE)?;
        let step = if reach > 6.0 { 2 } else { 1 };
        for tick in (-8..=8_i32).filter(|tick| tick % step == 0 && f64::from(tick.abs()) <= reach) {
            let x = across.place(f64::from(tick));
            match tick.abs() {
                0 => pen.line((x, top - overview.min(4.0)), (x, bottom + 5.0), GREY, 1.5)?,
                2 | 4 => pen.dashed((x, top), (x, bottom + 5.0), if tick.abs() == 4 { ALARM.faded(0.7) } else { GREY }, 1.0)?,
                _ => pen.line((x, bottom), (x, bottom + 5.0), GREY, 1.0)?,
            }
            pen.text(x, bottom + 17.0, &number::signed(f64::from(tick), 0), small.align(Align::Centre))?;
        }
        pen.line((left, bottom), (right, bottom), GREY, 1.0)?;
        pen.text(f64::midpoint(left, right), bottom + 37.0, "(observed − target) / standard error", small.align(Align::Centre))?;
        if overview > 0.0 {
            self.draw_overview(pen, &across, top, overview, MARGIN + names)?;
        }
        pen.text(right + 66.0, top - 12.0, "values", small.align(Align::Right))?;
        pen.text(WIDTH - MARGIN, top - 12.0, "verdict", small.align(Align::Right))?;
        let mut row_top = top;
        for row in &self.rows {
            let y = row_top + row_height / 2.0;
            if row_top > top {
                pen.line((MARGIN, row_top), (WIDTH - MARGIN, row_top), GRID, 0.75)?;
            }
            row_top += row.height(row_height);
            let font = if row.verdict == VerdictLevel::Pass { label } else { label.bold().colour(ALARM) };
            pen.text(MARGIN + names, y, &font.cut(&row.name, names)?, font)?;
            pen.text(right + 66.0, y, &number::count(row.dots.len() as u64), small.align(Align::Right))?;
            let font = if row.verdict == VerdictLevel::Pass { small } else { Type::new(SMALL).bold().colour(ALARM) };
            pen.text(WIDTH - MARGIN, y, row.verdict.word(), font.align(Align::Right))?;
            draw_dots(pen, &row.dots, &across, y, row_height)?;
            name_far(pen, &row.dots, &across, y + row_height / 2.0 + 3.0)?;
        }
        Ok(())
    }

    /// All values together: how many fall into each half standard error, beside what a normal law gives.
    fn draw_overview(&self, pen: &mut Pen<'_>, across: &Scale, top: f64, overview: f64, names: f64) -> Result<(), ChartError> {
        let (base, room) = (top - 22.0, overview - 34.0);
        let all: Vec<f64> = self.rows.iter().flat_map(|row| row.dots.iter().map(|dot| dot.z)).collect();
        let bins: Vec<(f64, usize)> = histogram(&all, across.domain.1);
        let normal = |z: f64| all.len() as f64 * BIN * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let most = bins.iter().map(|&(_, count)| count as f64).fold(normal(0.0), f64::max);
        let height = |count: f64| room * count / most;
        for &(from, count) in &bins {
            let (a, b) = (across.place(from), across.place(from + BIN));
            pen.rect(a + 0.75, base - height(count as f64), b - a - 1.5, height(count as f64), OBSERVED.faded(0.45))?;
        }
        let steps = (-160..=160).map(|step| across.domain.1 * f64::from(step) / 160.0);
        let curve: Vec<(f64, f64)> = steps.map(|z| (across.place(z), base - height(normal(z)))).collect();
        pen.path(&curve, INK, 1.25)?;
        pen.line((across.pixels.0, base), (across.pixels.1, base), GREY, 1.0)?;
        let small = Type::new(SMALL).colour(MUTED);
        pen.text(names, base - room / 2.0, "all values together", small.align(Align::Right))?;
        // a name beside the curve, above whatever the bars do there
        let (at, level) = (0.7, height(normal(0.7)));
        let x = across.place(1.9);
        pen.line((across.place(at) + 2.0, base - level), (x - 5.0, base - level - 6.0), MUTED, 0.75)?;
        pen.text(x, base - level - 7.0, "normal curve", small)
    }
}

/// Height of the overview.
const OVERVIEW: f64 = 108.0;
/// Width of its bins in standard errors.
const BIN: f64 = 0.5;

/// How many values fall into each bin of [`BIN`] from `-reach` to `reach`; those beyond count in the outermost bins.
pub(super) fn histogram(values: &[f64], reach: f64) -> Vec<(f64, usize)> {
    let last = (reach / BIN).floor();
    let mut bins: Vec<(f64, usize)> = Vec::new();
    let mut from = -last;
    while from < last {
        let inside = |z: f64| (z / BIN).floor().clamp(-last, last - 1.0);
        bins.push((from * BIN, values.iter().filter(|&&z| (inside(z) - from).abs() < 0.5).count()));
        from += 1.0;
    }
    bins
}

/// Of all observables with a target, or only of those that can be shown.
fn on_target(observables: usize, all: usize) -> String {
    match observables {
        shown if shown < all => format!("{shown} of {all} observables can be shown, and {}", if shown == 1 { "it is" } else { "they are" }),
        1 => "The observable is".to_owned(),
        2 => "Both observables are".to_owned(),
        more => format!("All {more} observables are"),
    }
}

/// The values of an observable as discs, stacked where they fall on the same place; the far ones are named.
fn draw_dots(pen: &mut Pen<'_>, dots: &[Dot], across: &Scale, y: f64, row_height: f64) -> Result<(), ChartError> {
    let radius = if dots.len() > 60 || row_height < 24.0 { 2.5 } else { 3.25 };
    let mut sorted: Vec<&Dot> = dots.iter().collect();
    sorted.sort_by(|a, b| a.z.total_cmp(&b.z));
    let room = (row_height / 2.0 - radius - 2.0).max(0.0);
    let cell = |z: f64| (across.place(z) / (2.0 * radius)).floor();
    let mut start = 0;
    while start < sorted.len() {
        let same = sorted[start..].iter().take_while(|dot| (cell(dot.z) - cell(sorted[start].z)).abs() < 0.5).count();
        let step = if same > 1 { (2.0 * radius).min(2.0 * room / (same - 1) as f64) } else { 0.0 };
        for (place, dot) in sorted[start..start + same].iter().enumerate() {
            let level = y + step * (place as f64 - (same - 1) as f64 / 2.0);
            let x = across.place(dot.z);
            if !across.holds(dot.z) {
                let tip = 6.0 * dot.z.signum();
                pen.polygon(&[(x, level), (x - tip, level - 4.5), (x - tip, level + 4.5)], ALARM)?;
            } else if dot.z.abs() > NAMED_FROM {
                pen.disc((x, level), radius + 0.75, ALARM)?;
            } else {
                pen.disc((x, level), radius, OBSERVED.faded(if dot.z.abs() > 2.0 { 0.95 } else { 0.55 }))?;
            }
        }
        start += same;
    }
    Ok(())
}

/// Under the row: the furthest value on each side, when it is further than [`NAMED_FROM`], with how many more there are.
fn name_far(pen: &mut Pen<'_>, dots: &[Dot], across: &Scale, y: f64) -> Result<(), ChartError> {
    let font = Type::new(SMALL).colour(ALARM);
    for side in [-1.0, 1.0] {
        let far: Vec<&Dot> = dots.iter().filter(|dot| dot.z * side > NAMED_FROM).collect();
        let Some(furthest) = far.iter().max_by(|a, b| a.z.abs().total_cmp(&b.z.abs())) else { continue };
        let more = if far.len() > 1 { format!(" and {} more", far.len() - 1) } else { String::new() };
        let (middle, end) = (across.place(0.0), across.place(side * across.domain.1));
        let shown = font.cut(&format!("{}: {}{more}", furthest.name, number::signed(furthest.z, 1)), (end - middle).abs() - 8.0)?;
        let width = font.width(&shown)?;
        // centred under its disc, but never over the edge or the middle
        let x = across.place(furthest.z);
        let reach = (middle.min(end), middle.max(end));
        let left = (x - width / 2.0).clamp(reach.0, (reach.1 - width).max(reach.0));
        pen.rect(left - 3.0, y - 7.0, width + 6.0, 13.0, super::style::PAPER)?;
        pen.text(left, y, &shown, font)?;
    }
    Ok(())
}
