//! `parts`: the return as a waterfall, source by source: what lines pay, golden gems, the wheel; base stars, explosions, the Extra set; the combinations of dice.

use super::canvas::{Align, Pen, Picture, Type};
use super::frame::{self, Glyph};
use super::number::{self, THIN};
use super::scale::Scale;
use super::style::{ALARM, EXPECTED, GREY, INK, LABEL, MARGIN, MUTED, OBSERVED, OBSERVED_FILL, PALE, SHADE, SMALL, WIDTH};
use super::{About, ChartError};
use crate::stats::{Parts, Report};
use crate::tally::Measure;

/// A step of the waterfall; amounts of the return are fractions of the stake.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub name: String,
    /// From where to where, by the table.
    pub expected: (f64, f64),
    /// Half the interval of a measured length.
    pub error: f64,
    /// From where to where, in the run.
    pub observed: Option<(f64, f64)>,
    /// What it paid, printed.
    pub paid: String,
    /// Whether it is the whole return.
    pub total: bool,
    /// Whether something is wrong with it.
    pub alarm: bool,
}

/// The figure's numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Waterfall {
    pub title: String,
    pub subtitle: Vec<String>,
    pub steps: Vec<Step>,
    pub measured: bool,
    pub note: String,
}

fn finite(value: f64) -> f64 {
    if value.is_finite() { value.max(0.0) } else { 0.0 }
}

impl Waterfall {
    /// The steps of the parts; `None` where nothing is returned.
    pub fn of(report: &Report, about: &About, parts: &Parts) -> Option<Self> {
        let mut steps: Vec<Step> = Vec::new();
        let (mut planned, mut paid) = (0.0, 0.0);
        for part in parts.list.iter().filter(|part| part.expected > 0.0 || part.paid > 0) {
            let (expected, observed) = (finite(part.expected), finite(part.observed));
            steps.push(Step {
                name: part.name.clone(),
                expected: (planned, planned + expected),
                error: finite(part.error),
                observed: parts.observed.map(|_| (paid, paid + observed)),
                // a part that was measured is not known to the cent
                paid: if part.error > 0.0 {
                    format!("≈{THIN}{}", number::money_rounded(part.paid, &about.currency, part.error / expected))
                } else {
                    number::money_wide(part.paid, &about.currency)
                },
                total: false,
                alarm: false,
            });
            planned += expected;
            paid += observed;
        }
        if steps.is_empty() {
            return None;
        }
        let whole = parts.observed.map(finite);
        if parts.rest != 0 {
            let seen = whole.map(|whole| (paid.min(whole), paid.max(whole)));
            let amount = number::money_wide(parts.rest, &about.currency);
            steps.push(Step {
                name: "counted by no source".to_owned(),
                expected: (planned, planned),
                error: 0.0,
                observed: seen,
                paid: amount,
                total: false,
                alarm: true,
            });
        }
        steps.push(Step {
            name: "return".to_owned(),
            expected: (0.0, finite(parts.exact)),
            error: 0.0,
            observed: whole.map(|whole| (0.0, whole)),
            paid: number::money_wide(parts.paid, &about.currency),
            total: true,
            alarm: false,
        });
        let measured = parts.list.iter().any(|part| part.error > 0.0);
        Some(Self { title: title(parts), subtitle: vec![frame::what_was_run(report, about)], steps, measured, note: note(parts) })
    }

    /// The picture.
    pub fn draw(&self) -> Result<Picture, ChartError> {
        let row_height = frame::row_height(self.steps.len());
        let top = frame::header_height(&self.title, &self.subtitle)? + 62.0;
        let bottom = top + row_height * self.steps.len() as f64 + 8.0;
        let notes = Type::new(SMALL).lines(&self.note, WIDTH - 2.0 * MARGIN)?.len();
        let height = bottom + 74.0 + 17.0 * notes as f64;
        Picture::draw(WIDTH, height, |pen| {
            let head = frame::header(pen, &self.title, &self.subtitle)?;
            let seen = self.steps.iter().any(|step| step.observed.is_some());
            let by_table = if self.measured { "by the table: exact, or measured ±" } else { "exact, by the table" };
            let entries = if seen {
                vec![(Glyph::Bar(OBSERVED_FILL), "paid in this run"), (Glyph::Tick(EXPECTED), by_table)]
            } else {
                vec![(Glyph::Bar(PALE), by_table)]
            };
            frame::key(pen, MARGIN, head + 8.0, &entries)?;
            self.draw_on(pen, (top, bottom), row_height)?;
            frame::foot(pen, height - 20.0, &self.note)
        })
    }

    fn draw_on(&self, pen: &mut Pen<'_>, (top, bottom): (f64, f64), row_height: f64) -> Result<(), ChartError> {
        let font = Type::new(LABEL).align(Align::Right);
        let small = Type::new(SMALL).colour(MUTED);
        let widest = |text: &dyn Fn(&Step) -> String, least: f64| -> Result<f64, ChartError> {
            self.steps.iter().try_fold(least, |widest, step| Ok(font.bold().width(&text(step))?.max(widest)))
        };
        let names = widest(&|step| step.name.clone(), 60.0)?.min(230.0);
        let paid_at = WIDTH - MARGIN;
        let observed_at = paid_at - widest(&|step| step.paid.clone(), 40.0)?.min(220.0) - 22.0;
        let seen = self.steps.iter().any(|step| step.observed.is_some());
        let exact_at = if seen { observed_at - widest(&observed_text, 62.0)? - 22.0 } else { paid_at };
        let (left, right) = (MARGIN + names + 18.0, exact_at - widest(&expected_text, 62.0)? - 24.0);
        let most = self.steps.iter().flat_map(|step| [Some(step.expected.1), step.observed.map(|seen| seen.1)]).flatten().fold(1e-6, f64::max);
        let across = Scale::linear((0.0, most), (left, right));
        frame::percent_axis(pen, &across, (top, bottom), 5)?;
        pen.text(f64::midpoint(left, right), bottom + 37.0, "return, of the stake", small.align(Align::Centre))?;
        let head = small.align(Align::Right);
        pen.text(exact_at, top - 14.0, "by the table", head)?;
        if seen {
            pen.text(observed_at, top - 14.0, "in this run", head)?;
            pen.text(paid_at, top - 14.0, "paid", head)?;
        }
        let thick = (row_height * 0.5).min(16.0);
        for (index, step) in self.steps.iter().enumerate() {
            let y = top + row_height * (index as f64 + 0.5) + if step.total { 8.0 } else { 0.0 };
            let edge = y - row_height / 2.0 - if step.total { 4.0 } else { 0.0 };
            if index > 0 {
                pen.line((MARGIN, edge), (WIDTH - MARGIN, edge), if step.total { GREY } else { SHADE }, 1.0)?;
            }
            let ink = if step.alarm { ALARM } else { INK };
            let name = if step.total || step.alarm { font.bold().colour(ink) } else { font };
            pen.text(MARGIN + names, y, &name.cut(&step.name, names)?, name)?;
            let (from, to) = step.observed.unwrap_or(step.expected);
            let fill = if step.alarm {
                ALARM
            } else if step.observed.is_none() {
                PALE
            } else if step.total {
                OBSERVED
            } else {
                OBSERVED_FILL
            };
            pen.rect(
                across.place(from),
                y - thick / 2.0,
                (across.place(to) - across.place(from)).max(if to > from { 1.0 } else { 0.0 }),
                thick,
                fill,
            )?;
            if !step.total && index + 2 < self.steps.len() {
                // where the next step begins
                pen.line((across.place(to), y + thick / 2.0), (across.place(to), y + row_height - thick / 2.0), GREY, 1.0)?;
            }
            if seen && !step.alarm {
                pen.rect(across.place(step.expected.1) - 1.5, y - thick / 2.0 - 3.0, 3.0, thick + 6.0, EXPECTED)?;
            }
            let number = if step.total { font.bold() } else { font };
            if !step.alarm {
                pen.text(exact_at, y, &expected_text(step), number.colour(MUTED))?;
            }
            if seen {
                pen.text(observed_at, y, &observed_text(step), number.colour(ink))?;
                pen.text(paid_at, y, &step.paid, number.colour(ink).fitted(&step.paid, 220.0, 0.6)?)?;
            }
        }
        Ok(())
    }
}

/// A length of the waterfall as a percentage of the stake.
fn percent(length: f64) -> String {
    if length > 0.0 && length < 0.000_05 { number::percent(length) } else { number::percent_with(length, 2) }
}

fn expected_text(step: &Step) -> String {
    let length = percent(step.expected.1 - step.expected.0);
    if step.error > 0.0 { format!("{} ±{THIN}{}", length, number::percent_with(step.error, 2)) } else { length }
}

fn observed_text(step: &Step) -> String {
    step.observed.map_or_else(String::new, |(from, to)| percent(to - from))
}

/// The three kinds of source that return most.
fn title(parts: &Parts) -> String {
    let mut kinds: Vec<(&str, f64)> = Vec::new();
    for part in &parts.list {
        match kinds.iter_mut().find(|(kind, _)| *kind == part.kind) {
            Some(known) => known.1 += finite(part.expected),
            None => kinds.push((&part.kind, finite(part.expected))),
        }
    }
    kinds.retain(|kind| kind.1 > 0.0);
    kinds.sort_by(|a, b| b.1.total_cmp(&a.1));
    let whole = number::percent_with(parts.exact, 2);
    if parts.rest != 0 {
        return "The sources of the return do not add up to what was paid".to_owned();
    }
    let told: Vec<String> = kinds.iter().take(NAMED).map(|(kind, length)| format!("{} from {kind}", number::real(length * 100.0, 2))).collect();
    let others: f64 = kinds.iter().skip(NAMED).map(|kind| kind.1).sum();
    let others = if others > 0.0 { format!(", {} from others", number::real(others * 100.0, 2)) } else { String::new() };
    match told.as_slice() {
        [] => "Nothing is returned".to_owned(),
        [_] => format!("All of the {whole} that the table returns comes from {}", kinds[0].0),
        _ => format!("The table returns {whole}: {}{others}", told.join(", ")),
    }
}

/// Kinds of source that the title names.
const NAMED: usize = 3;

fn note(parts: &Parts) -> String {
    match parts.measure {
        Measure::Counted => "The referee counts every gain of every play: the parts add up to what was paid, to the last cent. \
                             By the table: exact, from all ways of each prize and their weights."
            .to_owned(),
        Measure::Points => {
            "The total of the cups makes the prize: it is shared between their combinations in proportion to the points that they bring to its \
                            bracket. Exact by all throws of the bracket; in this run by the combinations that the referee counted."
                .to_owned()
        }
        Measure::Sample(plays) => format!(
            "How a prize divides was measured on {} further plays of this seed, explained star by star (±: 95{THIN}% interval){}. Exact is what the Extra set \
             returns by the table.",
            number::count(plays),
            if parts.observed.is_some() { "; in this run each prize is divided as they were" } else { "" }
        ),
    }
}
