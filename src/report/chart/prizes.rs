//! `prizes`: how many plays of each tier, observed beside expected, on a logarithmic axis with the 95 % range of every count.

use super::canvas::{Align, Pen, Picture, Type};
use super::frame::{self, Glyph};
use super::number::{self, THIN};
use super::scale::{Scale, decades};
use super::style::{ALARM, EXPECTED, GREY, GRID, INK, LABEL, MARGIN, MUTED, OBSERVED, OBSERVED_FILL, PALE, SHADE, SMALL, WIDTH};
use super::{About, ChartError};
use crate::stats::{Report, TierRow, VerdictLevel};

/// Where a count stands in its 95 % range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Standing {
    /// The range is the expected count alone, and it was met.
    Exact,
    /// Inside: from -1 (the low end) over 0 (expected) to 1 (the high end).
    Inside(f64),
    /// Outside: below -1 or above 1 in the same measure.
    Outside(f64),
}

/// A row of the figure.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub label: String,
    pub losing: bool,
    pub observed: u64,
    pub expected: f64,
    pub low: f64,
    pub high: f64,
    /// (observed - expected) / expected.
    pub difference: Option<f64>,
    pub standing: Standing,
}

/// The figure's numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Prizes {
    pub title: String,
    pub subtitle: Vec<String>,
    pub rows: Vec<Row>,
    pub note: String,
}

fn standing(row: &TierRow) -> Standing {
    let (observed, expected, low, high) = (row.observed as f64, whole(row.expected), whole(row.low), whole(row.high));
    let width = if observed < expected { expected - low } else { high - expected };
    let inside = observed >= low && observed <= high;
    let distance = (observed - expected) / width;
    match (inside, distance.is_finite()) {
        (true, _) if low >= high && (observed - expected).abs() <= 0.0 => Standing::Exact,
        (true, true) => Standing::Inside(distance.clamp(-1.0, 1.0)),
        (true, false) => Standing::Inside(0.0),
        (false, true) => Standing::Outside(distance),
        (false, false) => Standing::Outside(if observed < expected { f64::NEG_INFINITY } else { f64::INFINITY }),
    }
}

/// A count that is whole but for the rounding of its last digits becomes whole.
fn whole(count: f64) -> f64 {
    let rounded = count.round();
    if (count - rounded).abs() <= 1e-9 * rounded.abs().max(1.0) { rounded } else { count }
}

impl Prizes {
    /// The numbers of a report; `None` without a tier.
    pub fn of(report: &Report, about: &About) -> Option<Self> {
        let rows: Vec<Row> = report
            .tiers
            .iter()
            .map(|tier| Row {
                label: if tier.prize_cents == 0 { "no prize".to_owned() } else { number::money(tier.prize_cents, &about.currency) },
                losing: tier.prize_cents == 0,
                observed: tier.observed,
                expected: whole(tier.expected),
                low: whole(tier.low),
                high: whole(tier.high),
                difference: (tier.expected > 0.0).then(|| (tier.observed as f64 - whole(tier.expected)) / tier.expected),
                standing: standing(tier),
            })
            .collect();
        if rows.is_empty() {
            return None;
        }
        let inside = rows.iter().filter(|row| !matches!(row.standing, Standing::Outside(_))).count();
        let all_exact = rows.iter().all(|row| row.standing == Standing::Exact);
        let test = report.tests.iter().find(|test| test.name == "prize tiers");
        let rejected = test.is_some_and(|test| test.verdict == VerdictLevel::Fail);
        let title = if all_exact {
            "Every prize was paid exactly as often as the table says".to_owned()
        } else if rejected {
            format!("Prizes do not follow the table: {} of {} rows are outside their 95{THIN}% range", rows.len() - inside, rows.len())
        } else if inside == rows.len() {
            format!("All {} rows of the prize table lie inside their 95{THIN}% range", rows.len())
        } else {
            format!("{inside} of {} rows of the prize table lie inside their 95{THIN}% range", rows.len())
        };
        let mut note = String::new();
        if let Some(test) = test
            && let Some(p) = test.p_value
        {
            note = format!("All rows together: {}, p = {} ({}). ", test.method, number::real(p, number::digits_for(p, 2)), test.verdict.word());
        }
        if !all_exact {
            note.push_str("The range is that of the observed count if the table is right; about 1 row in 20 leaves it by chance.");
        }
        if rows.iter().any(|row| row.observed == 0) {
            note.push_str(" A logarithmic axis has no 0: it stands apart at the left, and a ring marks a row that was not seen.");
        }
        Some(Self { title, subtitle: vec![frame::what_was_run(report, about)], rows, note: note.trim().to_owned() })
    }

    /// The axis: from a power of ten under the smallest count of interest (at least 0.01) to above the largest.
    pub fn axis(&self) -> (f64, f64) {
        let positive = |value: f64| (value > 0.0 && value.is_finite()).then_some(value);
        let all = || self.rows.iter().flat_map(|row| [row.observed as f64, row.expected, row.high]).filter_map(positive);
        let smallest = all().fold(1.0, f64::min).max(0.01);
        let largest = all().fold(10.0, f64::max);
        (10_f64.powi(number::floor_log10(smallest)), largest * 1.15)
    }

    /// The picture.
    pub fn draw(&self) -> Result<Picture, ChartError> {
        let row_height = frame::row_height(self.rows.len());
        let top = frame::header_height(&self.title, &self.subtitle)? + 58.0;
        let bottom = top + row_height * self.rows.len() as f64;
        let notes = Type::new(SMALL).lines(&self.note, WIDTH - 2.0 * MARGIN)?.len();
        let height = bottom + 74.0 + 17.0 * notes as f64;
        Picture::draw(WIDTH, height, |pen| self.draw_on(pen, top, bottom, row_height, height))
    }

    fn draw_on(&self, pen: &mut Pen<'_>, top: f64, bottom: f64, row_height: f64, height: f64) -> Result<(), ChartError> {
        let columns = Columns::of(&self.rows)?;
        let head = frame::header(pen, &self.title, &self.subtitle)?;
        let entries =
            [(Glyph::Bar(OBSERVED_FILL), "observed"), (Glyph::Tick(EXPECTED), "expected"), (Glyph::Range(INK), "95\u{202f}% range of the count")];
        let all_exact = self.rows.iter().all(|row| row.standing == Standing::Exact);
        frame::key(pen, MARGIN, head + 8.0, &entries[..if all_exact { 2 } else { 3 }])?;
        self.draw_axis(pen, &columns, top, bottom)?;
        let font = Type::new(SMALL).colour(MUTED).align(Align::Right);
        for (right, name) in [(columns.observed, "observed"), (columns.expected, "expected"), (columns.difference, "difference")] {
            pen.text(right, top - 14.0, name, font)?;
        }
        if !all_exact {
            pen.text(columns.dots.0, top - 14.0, "place in the 95\u{202f}% range", font.align(Align::Centre))?;
        }
        for (index, row) in self.rows.iter().enumerate() {
            let y = top + row_height * (index as f64 + 0.5);
            if index > 0 {
                pen.line((MARGIN, y - row_height / 2.0), (columns.label + 4.0, y - row_height / 2.0), SHADE, 1.0)?;
                pen.line((columns.plot.1, y - row_height / 2.0), (WIDTH - MARGIN, y - row_height / 2.0), SHADE, 1.0)?;
            }
            draw_row(pen, row, &columns, &self.scale(&columns), y, row_height)?;
        }
        frame::foot(pen, height - 20.0, &self.note)
    }

    fn scale(&self, columns: &Columns) -> Scale {
        Scale::log(self.axis(), (columns.plot.0 + ZERO_GAP, columns.plot.1 - 14.0))
    }

    fn draw_axis(&self, pen: &mut Pen<'_>, columns: &Columns, top: f64, bottom: f64) -> Result<(), ChartError> {
        let scale = self.scale(columns);
        let font = Type::new(SMALL).colour(MUTED).align(Align::Centre);
        let (low, high) = self.axis();
        pen.line((columns.plot.0, top - 4.0), (columns.plot.0, bottom + 5.0), GREY, 1.0)?;
        pen.text(columns.plot.0, bottom + 17.0, "0", font)?;
        for exponent in decades(low, high, 10) {
            let x = scale.place(10_f64.powi(exponent));
            pen.line((x, top - 4.0), (x, bottom + 5.0), GRID, 1.0)?;
            pen.text(x, bottom + 17.0, &number::power_of_ten(exponent), font)?;
        }
        // the break between 0 and the logarithmic part
        let x = columns.plot.0 + ZERO_GAP / 2.0;
        for shift in [-2.0, 2.0] {
            pen.line((x + shift - 2.0, bottom + 4.0), (x + shift + 2.0, bottom - 4.0), GREY, 1.0)?;
        }
        pen.text(f64::midpoint(columns.plot.0, columns.plot.1), bottom + 36.0, "plays (logarithmic scale)", font)
    }
}

/// Pixels between 0 and the first power of ten.
const ZERO_GAP: f64 = 30.0;

/// Where the columns stand: the right ends of the texts, the ends of the plot, the middle and the half width of the small ranges.
struct Columns {
    label: f64,
    plot: (f64, f64),
    observed: f64,
    expected: f64,
    difference: f64,
    dots: (f64, f64),
}

impl Columns {
    fn of(rows: &[Row]) -> Result<Self, ChartError> {
        let font = Type::new(LABEL).bold();
        let widest = |text: &dyn Fn(&Row) -> String, least: f64| -> Result<f64, ChartError> {
            rows.iter().try_fold(least, |widest, row| Ok(font.width(&text(row))?.max(widest)))
        };
        let label = MARGIN + widest(&|row| row.label.clone(), 40.0)?;
        let dots = (WIDTH - MARGIN - 74.0, 74.0);
        let difference = dots.0 - dots.1 - 22.0;
        let expected = difference - widest(&difference_text, 62.0)? - 20.0;
        let observed = expected - widest(&|row| number::expected(row.expected), 58.0)? - 20.0;
        let plot = (label + 16.0, observed - widest(&|row| number::count(row.observed), 58.0)? - 18.0);
        Ok(Self { label, plot, observed, expected, difference, dots })
    }
}

fn difference_text(row: &Row) -> String {
    match row.difference {
        Some(difference) => number::relative(difference),
        None if row.observed > 0 => "never".to_owned(),
        None => String::new(),
    }
}

fn draw_row(pen: &mut Pen<'_>, row: &Row, columns: &Columns, scale: &Scale, y: f64, row_height: f64) -> Result<(), ChartError> {
    let outside = matches!(row.standing, Standing::Outside(_));
    let font = Type::new(LABEL).align(Align::Right);
    let label_font = if row.losing { font.colour(MUTED) } else { font.bold() };
    pen.text(columns.label, y, &row.label, label_font)?;
    let thick = (row_height * 0.5).min(16.0);
    let zero = columns.plot.0;
    let at = |value: f64| if value < scale.domain.0 { zero + ZERO_GAP * (value / scale.domain.0).clamp(0.0, 1.0) } else { scale.place(value) };
    if row.observed > 0 {
        let fill = if row.losing { PALE } else { OBSERVED_FILL };
        pen.rect(zero, y - thick / 2.0, at(row.observed as f64) - zero, thick, fill)?;
    }
    if row.high > row.low {
        let (low, high) = (at(row.low), at(row.high));
        if high - low > 5.0 {
            pen.line((low, y), (high, y), INK, 1.5)?;
            for end in [low, high] {
                pen.line((end, y - 4.0), (end, y + 4.0), INK, 1.5)?;
            }
        }
    }
    pen.rect(at(row.expected) - 1.5, y - thick / 2.0 - 3.0, 3.0, thick + 6.0, EXPECTED)?;
    if row.observed == 0 {
        pen.ring((zero, y), 4.0, OBSERVED, 2.0)?;
    }
    let font = if outside { font.bold() } else { font };
    pen.text(columns.observed, y, &number::count(row.observed), font)?;
    pen.text(columns.expected, y, &number::expected(row.expected), Type::new(LABEL).align(Align::Right).colour(MUTED))?;
    pen.text(columns.difference, y, &difference_text(row), if outside { font.colour(ALARM) } else { font })?;
    draw_standing(pen, row.standing, columns.dots, y, thick)
}

/// The small range at the right: a band from the low to the high end, expected in its middle, and a disc where the count is.
fn draw_standing(pen: &mut Pen<'_>, standing: Standing, (middle, half): (f64, f64), y: f64, thick: f64) -> Result<(), ChartError> {
    let band = half * 0.62;
    if standing == Standing::Exact {
        return pen.text(middle, y, "exact", Type::new(SMALL).colour(MUTED).align(Align::Centre));
    }
    pen.line((middle - half, y), (middle + half, y), GRID, 1.0)?;
    pen.rect(middle - band, y - thick / 2.0, 2.0 * band, thick, GRID)?;
    pen.rect(middle - 1.0, y - thick / 2.0, 2.0, thick, EXPECTED)?;
    match standing {
        Standing::Exact => Ok(()),
        Standing::Inside(distance) => pen.disc((middle + band * distance, y), 4.5, OBSERVED),
        Standing::Outside(distance) => {
            let x = middle + (band * distance).clamp(-half, half);
            if band * distance.abs() <= half {
                pen.disc((x, y), 4.5, ALARM)
            } else {
                let tip = 7.0 * distance.signum();
                pen.polygon(&[(x + tip, y), (x - tip * 0.4, y - 5.5), (x - tip * 0.4, y + 5.5)], ALARM)
            }
        }
    }
}
