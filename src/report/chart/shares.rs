//! `shares`: the share of each tier in the return, and beside it in the variance; observed beside exact.

use super::canvas::{Align, Pen, Picture, Type};
use super::frame::{self, Glyph};
use super::number::{self, THIN};
use super::scale::Scale;
use super::style::{EXPECTED, GREY, INK, LABEL, MARGIN, MUTED, OBSERVED_FILL, SHADE, SMALL, WIDTH};
use super::{About, ChartError};
use crate::stats::{Report, TierShares, tier_shares};

/// A row of the figure.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub label: String,
    pub losing: bool,
    pub exact: TierShares,
    pub observed: Option<TierShares>,
}

/// The figure's numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shares {
    pub title: String,
    pub subtitle: Vec<String>,
    pub rows: Vec<Row>,
    pub note: String,
}

/// One of the two halves: what it is a share of.
type Part = (&'static str, fn(&TierShares) -> f64);

const PARTS: [Part; 2] = [("share of the return", |shares| shares.of_return), ("share of the variance", |shares| shares.of_variance)];

/// A share that can be drawn: a number from 0 to 1.
fn drawable(share: f64) -> f64 {
    if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
}

impl Shares {
    /// The numbers of a report; `None` without a tier.
    pub fn of(report: &Report, about: &About) -> Option<Self> {
        let observed = tier_shares(report);
        let rows: Vec<Row> = report
            .tiers
            .iter()
            .enumerate()
            .map(|(number, tier)| Row {
                label: if tier.prize_cents == 0 { "no prize".to_owned() } else { number::money(tier.prize_cents, &about.currency) },
                losing: tier.prize_cents == 0,
                exact: TierShares { of_return: drawable(tier.rtp_share), of_variance: drawable(tier.variance_share) },
                observed: observed.as_ref().and_then(|shares| shares.get(number).copied()),
            })
            .collect();
        let largest = |part: fn(&TierShares) -> f64| rows.iter().max_by(|a, b| part(&a.exact).total_cmp(&part(&b.exact)));
        let (paying, swinging) = (largest(PARTS[0].1)?, largest(PARTS[1].1)?);
        let (of_return, of_variance) = (paying.exact.of_return, swinging.exact.of_variance);
        let whose = |row: &Row| if row.losing { "losing plays".to_owned() } else { row.label.clone() };
        // a run that is too short to have met the prize
        let met = swinging.losing || report.tiers.iter().zip(&rows).any(|(tier, row)| row == swinging && tier.observed > 0);
        let unmet = if met { "" } else { ", not met in this run," };
        let title = if of_return <= 0.0 {
            "The table pays nothing: there is no return to share".to_owned()
        } else if paying.label == swinging.label {
            format!("{}{unmet} makes {} of the return and {} of the variance", whose(paying), percent(of_return), percent(of_variance))
        } else {
            format!(
                "{} makes {} of the return, {}{unmet} {} of the variance",
                whose(paying),
                percent(of_return),
                whose(swinging),
                percent(of_variance)
            )
        };
        let mut note = "Return: what all plays of the tier are paid, of all that is paid. Variance: how far they lie from the mean prize, squared; few plays that pay much make \
                        most of it."
            .to_owned();
        if observed.is_none() {
            note.push_str(if report.paid_cents > 0 {
                " All plays of this run paid the same, so their variance is nothing to share: only the shares of the table are shown."
            } else {
                " Nothing was paid in this run: only the shares of the table are shown."
            });
        }
        Some(Self { title, subtitle: vec![frame::what_was_run(report, about)], rows, note })
    }

    /// The picture.
    pub fn draw(&self) -> Result<Picture, ChartError> {
        let row_height = frame::row_height(self.rows.len());
        let top = frame::header_height(&self.title, &self.subtitle)? + 78.0;
        let bottom = top + row_height * self.rows.len() as f64;
        let notes = Type::new(SMALL).lines(&self.note, WIDTH - 2.0 * MARGIN)?.len();
        let height = bottom + 56.0 + 17.0 * notes as f64;
        Picture::draw(WIDTH, height, |pen| {
            let head = frame::header(pen, &self.title, &self.subtitle)?;
            frame::key(pen, MARGIN, head + 8.0, &[(Glyph::Bar(OBSERVED_FILL), "observed"), (Glyph::Tick(EXPECTED), "exact, by the table")])?;
            self.draw_on(pen, (top, bottom), row_height)?;
            frame::foot(pen, height - 20.0, &self.note)
        })
    }

    fn draw_on(&self, pen: &mut Pen<'_>, (top, bottom): (f64, f64), row_height: f64) -> Result<(), ChartError> {
        let font = Type::new(LABEL).align(Align::Right);
        let widest = self.rows.iter().try_fold(40.0_f64, |widest, row| Ok::<f64, ChartError>(widest.max(font.bold().width(&row.label)?)))?.min(220.0);
        let label = MARGIN + widest;
        let half = (WIDTH - MARGIN - label - 16.0 - GAP) / 2.0;
        for (index, row) in self.rows.iter().enumerate() {
            let y = top + row_height * (index as f64 + 0.5);
            if index > 0 {
                pen.line((MARGIN, y - row_height / 2.0), (WIDTH - MARGIN, y - row_height / 2.0), SHADE, 1.0)?;
            }
            let label_font = if row.losing { font.colour(MUTED) } else { font.bold() };
            pen.text(label, y, &row.label, label_font.fitted(&row.label, widest, 0.6)?)?;
        }
        for (number, part) in PARTS.into_iter().enumerate() {
            let left = label + 16.0 + number as f64 * (half + GAP);
            self.draw_part(pen, part, (left, left + half), (top, bottom), row_height)?;
        }
        Ok(())
    }

    /// One half: bars, ticks and both numbers.
    fn draw_part(
        &self,
        pen: &mut Pen<'_>,
        part: Part,
        (left, right): (f64, f64),
        (top, bottom): (f64, f64),
        row_height: f64,
    ) -> Result<(), ChartError> {
        let (name, of) = part;
        let small = Type::new(SMALL).colour(MUTED);
        let (exact_at, observed_at) = (right, right - 66.0);
        let end = observed_at - 66.0;
        let most =
            self.rows.iter().flat_map(|row| [Some(of(&row.exact)), row.observed.as_ref().map(of)]).flatten().map(drawable).fold(0.01, f64::max);
        let across = Scale::linear((0.0, most), (left, end));
        frame::percent_axis(pen, &across, (top, bottom), 4)?;
        pen.line((left, top - 4.0), (left, bottom + 5.0), GREY, 1.0)?;
        pen.text(left, top - 36.0, name, Type::new(LABEL).bold())?;
        pen.text(observed_at, top - 14.0, "observed", small.align(Align::Right))?;
        pen.text(exact_at, top - 14.0, "exact", small.align(Align::Right))?;
        let thick = (row_height * 0.5).min(16.0);
        for (index, row) in self.rows.iter().enumerate() {
            let y = top + row_height * (index as f64 + 0.5);
            let number = Type::new(LABEL).align(Align::Right);
            if let Some(observed) = row.observed.as_ref().map(|shares| drawable(of(shares))) {
                pen.rect(left, y - thick / 2.0, across.place(observed) - left, thick, OBSERVED_FILL)?;
                pen.text(observed_at, y, &percent(observed), number.colour(INK))?;
            }
            let exact = of(&row.exact);
            pen.rect(across.place(exact) - 1.5, y - thick / 2.0 - 3.0, 3.0, thick + 6.0, EXPECTED)?;
            pen.text(exact_at, y, &percent(exact), number.colour(MUTED))?;
        }
        Ok(())
    }
}

/// Between the two halves.
const GAP: f64 = 34.0;

/// A share with two decimals; what would be rounded to nothing says so.
fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.000_05 { format!("<{THIN}0.01{THIN}%") } else { number::percent_with(share, 2) }
}
