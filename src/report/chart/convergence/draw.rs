//! The curve of the return, drawn: its axes, its range, its points, and the labels at its end.

use super::{Convergence, LEFT, Point, RIGHT};
use crate::report::chart::ChartError;
use crate::report::chart::canvas::{Align, Pen, Picture, Type};
use crate::report::chart::frame;
use crate::report::chart::number::{self, THIN};
use crate::report::chart::scale::{Scale, decades, linear_ticks, one_two_five};
use crate::report::chart::style::{ALARM, EXPECTED, GREY, INK, LABEL, MARGIN, MUTED, OBSERVED, OBSERVED_FILL, PAPER, SMALL, WIDTH};

const TOP_GAP: f64 = 44.0;
const PLOT_HEIGHT: f64 = 400.0;

/// The range is magnified around the exact return where its widths differ more than this.
const MAGNIFY_FROM: f64 = 30.0;

impl Convergence {
    /// The vertical axis as differences from the exact return, and the unit of magnification if the widths of the range differ too much for a plain one.
    fn difference_axis(&self, band: &[(f64, f64, f64)]) -> (f64, f64, Option<f64>) {
        let widest_below = band.iter().map(|&(_, low, _)| self.exact - low).fold(0.0, f64::max);
        let widest_above = band.iter().map(|&(_, _, high)| high - self.exact).fold(0.0, f64::max);
        let seen = |sign: f64| self.points.iter().map(|point| sign * (point.rtp - self.exact)).fold(0.0, f64::max);
        // wild early values are cut off at twice the range
        let (mut below, mut above) = (widest_below.max(seen(-1.0).min(2.0 * widest_below)), widest_above.max(seen(1.0).min(2.0 * widest_above)));
        if below <= 0.0 && above <= 0.0 {
            let most = seen(1.0).max(seen(-1.0)).max(self.exact * 0.01).max(1e-4);
            (below, above) = (most, most);
        }
        let (halves, last) = (self.halves(), self.points.last().map_or(1.0, |point| point.plays));
        let (low, high) = if self.block.is_some() { self.widest_range(&halves, last) } else { self.range_at(&halves, last) };
        let least = high - low;
        let ratio = (widest_below + widest_above) / least;
        let unit = (ratio.is_finite() && ratio > MAGNIFY_FROM).then_some(least / 4.0);
        (-below * 1.12, above * 1.12, unit)
    }

    /// The picture.
    pub fn draw(&self) -> Result<Picture, ChartError> {
        let top = frame::header_height(&self.title, &self.subtitle)? + TOP_GAP;
        let bottom = top + PLOT_HEIGHT;
        let note = self.note();
        let notes = Type::new(SMALL).lines(&note, WIDTH - 2.0 * MARGIN)?.len();
        let height = bottom + 74.0 + 17.0 * notes as f64;
        Picture::draw(WIDTH, height, |pen| {
            frame::header(pen, &self.title, &self.subtitle)?;
            self.draw_on(pen, top, bottom)?;
            frame::foot(pen, height - 18.0, &note)
        })
    }

    fn draw_on(&self, pen: &mut Pen<'_>, top: f64, bottom: f64) -> Result<(), ChartError> {
        let (band, _) = self.band();
        let (low, high, unit) = self.difference_axis(&band);
        let across = self.plays_scale();
        let down = unit.map_or_else(|| Scale::linear((low, high), (bottom, top)), |unit| Scale::magnified(unit, (low, high), (bottom, top)));
        self.draw_vertical_axis(pen, &down, unit, top, bottom)?;
        self.draw_plays_axis(pen, &across, top, bottom)?;
        // the range
        let outline = |side: &dyn Fn(&(f64, f64, f64)) -> f64| -> Vec<(f64, f64)> {
            band.iter().map(|row| (across.place(row.0), down.place(side(row) - self.exact))).collect()
        };
        let (lower, upper) = (outline(&|row| row.1), outline(&|row| row.2));
        let area: Vec<(f64, f64)> = upper.iter().copied().chain(lower.iter().rev().copied()).collect();
        pen.polygon(&area, OBSERVED_FILL.faded(0.28))?;
        pen.path(&upper, OBSERVED_FILL, 1.0)?;
        pen.path(&lower, OBSERVED_FILL, 1.0)?;
        pen.line((LEFT, down.place(0.0)), (RIGHT, down.place(0.0)), EXPECTED, 2.0)?;
        self.draw_curve(pen, &across, &down)?;
        if let [only] = self.points.as_slice() {
            draw_only_range(pen, across.place(only.plays), down.place(only.low - self.exact), down.place(only.high - self.exact))?;
        } else if !self.is_certain() {
            self.label_range(pen, &across, &down, &band, top)?;
        }
        self.label_ends(pen, &across, &down, top, bottom)
    }

    /// Whether the return is known at every point before a play is drawn.
    fn is_certain(&self) -> bool {
        self.halves().iter().all(|half| half.1 <= 0.0 && half.2 <= 0.0)
    }

    fn note(&self) -> String {
        let (band, blurred) = self.band();
        let single = self.points.len() == 1;
        if self.is_certain() {
            let why = if self.halves().is_empty() {
                "Every point is at the end of a block, which pays its table exactly"
            } else {
                "Every play pays the same"
            };
            return format!("{why}: the return is known, and no range is around it.");
        }
        let mut note = format!("{}: where the return lies in at least 95 of 100 runs if the table is right.", if single { "Bar" } else { "Shaded" });
        if self.block.is_some() && !single {
            note.push_str(" It closes whenever a block ends: a whole block pays its table exactly.");
        }
        if blurred.is_some() {
            note.push_str(
                " Where blocks are too narrow to draw, it is shown at its widest inside a block, and points that lie more than a block apart are not joined.",
            );
        }
        if self.difference_axis(&band).2.is_some() {
            note.push_str(" The vertical axis is magnified towards the exact return.");
        }
        note
    }

    fn draw_vertical_axis(&self, pen: &mut Pen<'_>, down: &Scale, unit: Option<f64>, top: f64, bottom: f64) -> Result<(), ChartError> {
        let (low, high) = down.domain;
        let (ticks, name) = match unit {
            None => {
                let (values, decimals) = linear_ticks((low + self.exact) * 100.0, (high + self.exact) * 100.0, 8);
                let label = |value: f64| format!("{}{THIN}%", number::real(value, decimals));
                let ticks: Vec<(f64, String)> = values.into_iter().map(|value| (value / 100.0 - self.exact, label(value))).collect();
                (ticks, "return")
            }
            Some(unit) => {
                let mut ticks = vec![(0.0, "0".to_owned())];
                for side in [-1.0, 1.0] {
                    let reach = if side < 0.0 { -low } else { high };
                    let exponents = decades(unit * 100.0 * 0.8, reach * 100.0, 6);
                    // few powers of ten leave room for three times each
                    let factors: &[f64] = if exponents.len() < 3 { &[1.0, 3.0] } else { &[1.0] };
                    for (exponent, factor) in exponents.into_iter().flat_map(|exponent| factors.iter().map(move |factor| (exponent, factor))) {
                        let decimals = usize::try_from(-exponent).unwrap_or(0);
                        let value = side * factor * 10_f64.powi(exponent);
                        if down.holds(value / 100.0) {
                            ticks.push((value / 100.0, number::signed(value, decimals)));
                        }
                    }
                }
                (ticks, "return − exact return, in percentage points")
            }
        };
        // the exact line has its own label
        frame::level_grid(pen, down, LEFT, RIGHT, &ticks)?;
        pen.upwards(26.0, f64::midpoint(top, bottom), name, Type::new(SMALL).colour(MUTED).align(Align::Centre))
    }

    fn draw_plays_axis(&self, pen: &mut Pen<'_>, across: &Scale, top: f64, bottom: f64) -> Result<(), ChartError> {
        let font = Type::new(SMALL).colour(MUTED).align(Align::Centre);
        let (low, high) = across.domain;
        pen.line((LEFT, bottom), (RIGHT, bottom), GREY, 1.0)?;
        let mut ends = f64::NEG_INFINITY;
        // the end of the run always has its label; of one point there is nothing else to tell
        let last = self.points.last().map_or(high, |point| point.plays);
        let end = number::real(last, 0);
        let (end_x, end_half) = (across.place(last), font.width(&end)? / 2.0);
        pen.line((end_x, bottom), (end_x, bottom + 5.0), GREY, 1.0)?;
        pen.text(end_x, bottom + 17.0, &end, font)?;
        let ticks = if self.points.len() == 1 {
            Vec::new()
        } else if high / low > 2_000.0 {
            decades(low, high, 12).into_iter().map(|exponent| 10_f64.powi(exponent)).collect()
        } else {
            one_two_five(low, high)
        };
        for tick in ticks.into_iter().filter(|tick| *tick >= 1.0) {
            let x = across.place(tick);
            let label = number::real(tick, 0);
            let half = font.width(&label)? / 2.0;
            pen.line((x, bottom), (x, bottom + 5.0), GREY, 1.0)?;
            if x - half > ends + 10.0 && x - half > MARGIN && x + half + 10.0 < end_x - end_half {
                pen.text(x, bottom + 17.0, &label, font)?;
                ends = x + half;
            }
        }
        pen.text(f64::midpoint(LEFT, RIGHT), bottom + 38.0, "plays (logarithmic scale)", font)?;
        // the ends of the first blocks
        if let Some(block) = self.block {
            let mut previous = f64::NEG_INFINITY;
            let drawn_to = self.last_drawn_block_end(block).min(high) * 1.000_001;
            for number in 1..=200_u32 {
                let end = block * f64::from(number);
                let x = across.place(end);
                if end < low || end > drawn_to {
                    continue;
                }
                pen.dashed((x, top - 6.0), (x, bottom), GREY.faded(0.55), 1.0)?;
                let label = if number == 1 { "block 1 ends".to_owned() } else { number.to_string() };
                let half = font.width(&label)? / 2.0;
                if x - half > previous + 6.0 {
                    pen.text(x.min(RIGHT + 8.0), top - 16.0, &label, font)?;
                    previous = x + half;
                }
            }
        }
        Ok(())
    }

    fn draw_curve(&self, pen: &mut Pen<'_>, across: &Scale, down: &Scale) -> Result<(), ChartError> {
        let at = |point: &Point| (across.place(point.plays), down.place(point.rtp - self.exact));
        // a line where every move between two points is shown: within a block, or without blocks
        let joined =
            |a: &Point, b: &Point| self.block.is_none_or(|block| ((a.plays / block).floor() - ((b.plays - 1.0) / block).floor()).abs() < 0.5);
        let mut strokes: Vec<Vec<(f64, f64)>> = Vec::new();
        for (index, point) in self.points.iter().enumerate() {
            let goes_on = index > 0 && joined(&self.points[index - 1], point);
            match strokes.last_mut() {
                Some(stroke) if goes_on => stroke.push(at(point)),
                _ => strokes.push(vec![at(point)]),
            }
        }
        for stroke in strokes.iter().filter(|stroke| stroke.len() > 1) {
            pen.path(stroke, OBSERVED, 1.5)?;
        }
        let mut previous = (f64::NEG_INFINITY, 0.0);
        for point in &self.points {
            let difference = point.rtp - self.exact;
            let (x, y) = at(point);
            if down.holds(difference) {
                if (x - previous.0).hypot(y - previous.1) > 1.0 {
                    pen.disc((x, y), 2.75, OBSERVED)?;
                }
                previous = (x, y);
            } else {
                let tip = if difference > 0.0 { -6.0 } else { 6.0 };
                pen.polygon(&[(x, y + tip), (x - 5.0, y - tip * 0.4), (x + 5.0, y - tip * 0.4)], ALARM)?;
            }
        }
        let beyond: Vec<&Point> = self.points.iter().filter(|point| !down.holds(point.rtp - self.exact)).collect();
        if let Some(worst) = beyond.iter().max_by(|a, b| (a.rtp - self.exact).abs().total_cmp(&(b.rtp - self.exact).abs())) {
            let (x, y) = at(worst);
            let nearer_right = x > f64::midpoint(LEFT, RIGHT);
            let (shift, align) = if nearer_right { (-10.0, Align::Right) } else { (10.0, Align::Left) };
            let inward = if worst.rtp > self.exact { 8.0 } else { -8.0 };
            let text = format!("up to {} here", number::percent_with(worst.rtp, 1))
                .replace("up to", if worst.rtp > self.exact { "up to" } else { "down to" });
            pen.text(x + shift, y + inward, &text, Type::new(SMALL).colour(ALARM).align(align))?;
        }
        Ok(())
    }

    /// The name of the range beside its upper edge, where there is room above it.
    fn label_range(&self, pen: &mut Pen<'_>, across: &Scale, down: &Scale, band: &[(f64, f64, f64)], top: f64) -> Result<(), ChartError> {
        let font = Type::new(SMALL).colour(MUTED).align(Align::Centre);
        let name = format!("95{THIN}% range");
        let half = font.width(&name)? / 2.0 + 8.0;
        // the highest thing drawn in a stretch of the width of the text
        let ceiling = |x: f64| {
            let near = |plays: f64| (across.place(plays) - x).abs() < half;
            let edges = band.iter().filter(|row| near(row.0)).map(|row| down.place(row.2 - self.exact));
            let points = self.points.iter().filter(|point| near(point.plays)).map(|point| down.place(point.rtp - self.exact) - 4.0);
            edges.chain(points).fold(f64::INFINITY, f64::min)
        };
        let edge = |x: f64| {
            band.iter()
                .min_by(|a, b| (across.place(a.0) - x).abs().total_cmp(&(across.place(b.0) - x).abs()))
                .map(|row| down.place(row.2 - self.exact))
        };
        for percent in (20..=95).map(|percent| (percent + 10) % 76 + 20) {
            let x = LEFT + f64::from(percent) / 100.0 * (RIGHT - LEFT);
            let free = ceiling(x);
            // above the crest of the range, not above a place where it closes, nor on the line that marks it
            let on_line = self.block.is_some_and(|block| {
                let near = |plays: f64| (across.place(plays) - x).abs() < half;
                (1..=20_u32).any(|number| near(block * f64::from(number)))
            });
            if !on_line
                && let Some(edge) = edge(x)
                && free.is_finite()
                && free - top > 40.0
                && edge - free < 10.0
            {
                let y = free - 24.0;
                let width = 2.0 * half - 8.0;
                pen.rect(x - width / 2.0, y - 9.0, width, 18.0, PAPER)?;
                pen.line((x, y + 9.0), (x, edge + 3.0), GREY, 1.0)?;
                return pen.text(x, y, &name, font);
            }
        }
        Ok(())
    }

    /// At the right end: the exact return and the one observed, kept apart.
    fn label_ends(&self, pen: &mut Pen<'_>, across: &Scale, down: &Scale, top: f64, bottom: f64) -> Result<(), ChartError> {
        let Some(last) = self.points.last() else { return Ok(()) };
        let (exact_y, seen_y) = (down.place(0.0), down.place(last.rtp - self.exact));
        let apart = 40.0;
        let above = last.rtp > self.exact;
        let (mut exact_at, mut seen_at) = (exact_y, seen_y);
        if (exact_at - seen_at).abs() < apart {
            let middle = f64::midpoint(exact_at, seen_at).clamp(top + apart / 2.0, bottom - apart / 2.0);
            let side = if above { -1.0 } else { 1.0 };
            (exact_at, seen_at) = (middle - side * apart / 2.0, middle + side * apart / 2.0);
        }
        let x = across.place(last.plays);
        pen.disc((x, seen_y), 4.5, OBSERVED)?;
        let text = RIGHT + 26.0;
        pen.line((x + 6.0, seen_y), (text - 6.0, seen_at), OBSERVED, 1.0)?;
        pen.line((RIGHT, exact_y), (text - 6.0, exact_at), EXPECTED, 1.0)?;
        let bold = Type::new(LABEL).bold();
        let small = Type::new(SMALL);
        pen.text(text, seen_at - 8.0, &number::percent_with(last.rtp, self.decimals), bold.colour(OBSERVED))?;
        pen.text(text, seen_at + 8.0, "observed", small.colour(INK))?;
        pen.text(text, exact_at - 8.0, &number::percent_with(self.exact, self.decimals), bold.colour(EXPECTED))?;
        pen.text(text, exact_at + 8.0, "exact, by the table", small.colour(INK))
    }
}

/// The range of a curve that has a single point: a bar with caps.
fn draw_only_range(pen: &mut Pen<'_>, x: f64, low: f64, high: f64) -> Result<(), ChartError> {
    pen.rect(x - 7.0, high, 14.0, low - high, OBSERVED_FILL.faded(0.35))?;
    for y in [low, high] {
        pen.line((x - 12.0, y), (x + 12.0, y), OBSERVED, 1.5)?;
    }
    // the line to the observed return leaves to the right; no line of the grid runs through the name
    let (font, name) = (Type::new(SMALL).colour(MUTED).align(Align::Right), format!("95{THIN}% range"));
    let width = font.width(&name)?;
    pen.rect(x - 24.0 - width, high - 8.0, width + 8.0, 18.0, PAPER)?;
    pen.text(x - 20.0, high + 1.0, &name, font)
}
