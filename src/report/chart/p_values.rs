//! `p-values`: those of all tests, sorted, against the uniform line that a healthy run follows, in the band that chance allows; and the least likely by name.

use super::canvas::{Align, Pen, Picture, Type};
use super::frame::{self, Glyph};
use super::number::{self, THIN};
use super::scale::Scale;
use super::style::{ALARM, EXPECTED, GREY, GRID, LABEL, MARGIN, MUTED, OBSERVED, OBSERVED_FILL, SHADE, SMALL, WIDTH};
use super::{About, ChartError};
use crate::stats::{BAND, Report, Test, Uniformity, VerdictLevel, uniformity};

/// One of the least likely tests.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Least {
    pub name: String,
    pub p: f64,
    pub adjusted: Option<f64>,
    pub verdict: VerdictLevel,
}

/// The figure's numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PValues {
    pub title: String,
    pub subtitle: Vec<String>,
    pub values: Uniformity,
    pub least: Vec<Least>,
    /// By test of the report: whether it is rejected, or worth a look.
    pub verdicts: Vec<VerdictLevel>,
    pub note: String,
}

/// Tests named.
const NAMED: usize = 9;
/// Width and height of the square of the line.
const SIDE: f64 = 396.0;
const LEFT: f64 = 84.0;

impl PValues {
    /// The numbers of a report; `None` when no test has a p-value.
    pub fn of(report: &Report, about: &About) -> Option<Self> {
        let tests = &report.tests;
        let values = uniformity(tests)?;
        let mut known: Vec<&Test> = tests.iter().filter(|test| test.p_value.is_some_and(f64::is_finite)).collect();
        known.sort_by(|a, b| a.p_value.unwrap_or(1.0).total_cmp(&b.p_value.unwrap_or(1.0)));
        let least: Vec<Least> = known
            .iter()
            .take(NAMED)
            .map(|test| Least { name: test.name.clone(), p: test.p_value.unwrap_or(1.0), adjusted: test.p_adjusted, verdict: test.verdict })
            .collect();
        let title = title(&values, &known, tests);
        let mut note = String::new();
        if !values.ranked.is_empty() {
            note = format!(
                "Of independent tests of a healthy run, all points lie in the band in {}{THIN}% of runs. A point below it: small p-values are too many. Above it: too few, as when a \
                 run is short or tests share their plays.",
                number::real(BAND * 100.0, 0)
            );
        }
        if !values.exact.is_empty() {
            note.push_str(&format!(
                " {} {} apart: of few counts their p-values take few values, mostly 1, and no line is theirs.",
                number::of(values.exact.len(), "exact test", "exact tests"),
                if values.exact.len() == 1 { "stands" } else { "stand" }
            ));
        }
        let untested = tests.len() - known.len();
        if untested > 0 {
            note.push_str(&format!(" {} had nothing to test.", number::of(untested, "more", "more")));
        }
        let verdicts = tests.iter().map(|test| test.verdict).collect();
        Some(Self { title, subtitle: vec![frame::what_was_run(report, about)], values, least, verdicts, note: note.trim().to_owned() })
    }

    /// The picture.
    pub fn draw(&self) -> Result<Picture, ChartError> {
        let lines = if self.values.ranked.is_empty() { 0.0 } else { SIDE };
        let list = 26.0 + ROW * self.least.len() as f64;
        let top = frame::header_height(&self.title, &self.subtitle)? + 66.0;
        let bottom = top + lines.max(list).max(120.0);
        let notes = Type::new(SMALL).lines(&self.note, WIDTH - 2.0 * MARGIN)?.len();
        let height = bottom + 80.0 + 17.0 * notes as f64;
        Picture::draw(WIDTH, height, |pen| {
            let head = frame::header(pen, &self.title, &self.subtitle)?;
            let mut entries = vec![(Glyph::Dot(OBSERVED), "p-value of a test")];
            if !self.values.ranked.is_empty() {
                entries.push((Glyph::Dash(EXPECTED), "uniform"));
                entries.push((Glyph::Bar(OBSERVED_FILL.faded(0.35)), "99\u{202f}% band"));
            }
            if !self.values.exact.is_empty() {
                entries.push((Glyph::Ring(GREY), "exact test"));
            }
            frame::key(pen, MARGIN, head + 8.0, &entries)?;
            self.draw_line(pen, top, bottom)?;
            self.draw_list(pen, top)?;
            frame::foot(pen, height - 20.0, &self.note)
        })
    }

    /// The sorted p-values over the ranks, and the exact ones beside.
    fn draw_line(&self, pen: &mut Pen<'_>, top: f64, bottom: f64) -> Result<(), ChartError> {
        let right = LEFT + SIDE;
        let (across, up) = (Scale::linear((0.0, 1.0), (LEFT, right)), Scale::linear((0.0, 1.0), (bottom, top)));
        let small = Type::new(SMALL).colour(MUTED);
        for tick in 0..=4_i32 {
            let value = f64::from(tick) / 4.0;
            let label = number::real(value, if tick % 4 == 0 { 0 } else { 2 });
            if !self.values.ranked.is_empty() {
                pen.line((LEFT, up.place(value)), (right, up.place(value)), GRID, 1.0)?;
            }
            pen.text(LEFT - 8.0, up.place(value), &label, small.align(Align::Right))?;
            pen.line((across.place(value), bottom), (across.place(value), bottom + 5.0), GREY, 1.0)?;
            pen.text(across.place(value), bottom + 17.0, &label, small.align(Align::Centre))?;
        }
        pen.upwards(34.0, f64::midpoint(top, bottom), "p-value", small.align(Align::Centre))?;
        pen.text(f64::midpoint(LEFT, right), bottom + 37.0, "where a uniform law has it: rank / (tests + 1)", small.align(Align::Centre))?;
        if let (Some(first), Some(last)) = (self.values.ranked.first(), self.values.ranked.last()) {
            let edge = |of: &dyn Fn(&crate::stats::Ranked) -> f64| -> Vec<(f64, f64)> {
                let inner = self.values.ranked.iter().map(|one| (across.place(one.expected), up.place(of(one))));
                // level to the sides, so that one test alone has a band too
                let ends = [(LEFT, up.place(of(first)))].into_iter().chain(inner).chain([(right, up.place(of(last)))]);
                ends.collect()
            };
            let (low, high) = (edge(&|one| one.low), edge(&|one| one.high));
            let area: Vec<(f64, f64)> = high.iter().copied().chain(low.iter().rev().copied()).collect();
            pen.polygon(&area, OBSERVED_FILL.faded(0.28))?;
            pen.path(&high, OBSERVED_FILL, 1.0)?;
            pen.path(&low, OBSERVED_FILL, 1.0)?;
            pen.line((LEFT, bottom), (right, top), EXPECTED, 2.0)?;
        } else {
            pen.text(f64::midpoint(LEFT, right), f64::midpoint(top, bottom), "no test with a uniform p-value", small.align(Align::Centre))?;
        }
        pen.line((LEFT, bottom), (right, bottom), GREY, 1.0)?;
        for one in &self.values.ranked {
            let at = (across.place(one.expected), up.place(one.p));
            let bad = self.verdicts.get(one.test).is_some_and(|&verdict| verdict != VerdictLevel::Pass) || one.p < one.low;
            pen.disc(at, if bad { 4.5 } else { 3.0 }, if bad { ALARM } else { OBSERVED })?;
        }
        self.draw_exact(pen, right + 14.0, &up)
    }

    /// The exact tests as rings in a strip, side by side where they fall on one height.
    fn draw_exact(&self, pen: &mut Pen<'_>, left: f64, up: &Scale) -> Result<(), ChartError> {
        if self.values.exact.is_empty() {
            return Ok(());
        }
        let (bottom, top) = up.pixels;
        pen.rect(left, top - 8.0, STRIP, bottom - top + 16.0, SHADE)?;
        let places = 6;
        let mut levels: Vec<(f64, usize)> = Vec::new();
        for &(test, p) in &self.values.exact {
            let y = up.place(p);
            let at = levels.iter().position(|&(level, _)| (level - y).abs() < 6.0).unwrap_or_else(|| {
                levels.push((y, 0));
                levels.len() - 1
            });
            let (level, taken) = &mut levels[at];
            if *taken < places {
                let bad = self.verdicts.get(test).is_some_and(|&verdict| verdict != VerdictLevel::Pass);
                let at = (left + 9.0 + 9.0 * *taken as f64, *level);
                if bad { pen.disc(at, 4.5, ALARM)? } else { pen.ring(at, 3.0, GREY, 1.5)? }
            }
            *taken += 1;
        }
        let small = Type::new(SMALL - 1.0).colour(MUTED).align(Align::Right);
        for (level, count) in levels {
            if count > places {
                pen.text(left + STRIP - 5.0, level, &format!("{count}×"), small)?;
            }
        }
        Ok(())
    }

    /// The least likely tests by name.
    fn draw_list(&self, pen: &mut Pen<'_>, top: f64) -> Result<(), ChartError> {
        let strip = if self.values.exact.is_empty() { 0.0 } else { STRIP + 14.0 };
        let (left, right) = (LEFT + SIDE + strip + 34.0, WIDTH - MARGIN);
        pen.text(left, top - 2.0, "least likely", Type::new(LABEL).bold())?;
        for (index, least) in self.least.iter().enumerate() {
            let y = top + 27.0 + ROW * index as f64;
            pen.line((left, y - 14.0), (right, y - 14.0), GRID, 0.75)?;
            let passed = least.verdict == VerdictLevel::Pass;
            let font = if passed { Type::new(LABEL) } else { Type::new(LABEL).bold().colour(ALARM) };
            pen.text(left, y, &font.cut(&least.name, right - left)?, font)?;
            let adjusted = least.adjusted.map_or_else(String::new, |p| format!(", adjusted for all tests {}", number::p_value(p)));
            let said = format!("{}{adjusted}: {}", number::p_is(least.p), least.verdict.word());
            let small = Type::new(SMALL).colour(if passed { MUTED } else { ALARM });
            pen.text(left, y + 17.0, &small.cut(&said, right - left)?, small)?;
        }
        Ok(())
    }
}

/// Height of a named test.
const ROW: f64 = 41.0;
/// Width of the strip of exact tests.
const STRIP: f64 = 92.0;

fn title(values: &Uniformity, known: &[&Test], all: &[Test]) -> String {
    let of = |verdict: VerdictLevel| all.iter().filter(move |test| test.verdict == verdict).map(|test| test.name.as_str()).collect::<Vec<&str>>();
    let (bad, odd) = (of(VerdictLevel::Fail), of(VerdictLevel::Warn));
    let tests = number::of(known.len(), "test", "tests");
    let (ranked, exact) = (values.ranked.len(), values.exact.len());
    let shown = number::of(ranked, "p-value", "p-values");
    if !bad.is_empty() {
        format!("{} of {tests} {} rejected: {}", bad.len(), if bad.len() == 1 { "is" } else { "are" }, frame::listed(&bad))
    } else if !odd.is_empty() {
        format!("Nothing fails, but {} of {tests} {} worth a look: {}", odd.len(), if odd.len() == 1 { "is" } else { "are" }, frame::listed(&odd))
    } else if values.below > 0 {
        format!("No test is rejected, but small p-values are too many among {shown}")
    } else if values.above > 0 && ranked > 1 {
        format!("No test is rejected; small p-values are rarer among {shown} than chance makes them")
    } else {
        match (ranked, exact) {
            (0, 1) => format!("The only test is exact: {}", number::p_is(values.exact[0].1)),
            (0, _) => format!("{tests}, none rejected; all are exact, of two values or of few counts"),
            (1, 0) => format!("The only p-value is {}: nothing to object", number::p_value(values.ranked[0].p)),
            (1, _) => format!("{tests}, none rejected; the only p-value that should be uniform is {}", number::p_value(values.ranked[0].p)),
            (_, 0) => format!("All {shown} are as uniform as chance makes them"),
            _ => format!("{tests}, none rejected; the {shown} that should be uniform are, within chance"),
        }
    }
}
