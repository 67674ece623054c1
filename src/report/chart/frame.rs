//! What all figures share: title, subtitle, notes, the key, and axes.

use super::canvas::{Align, Pen, Type};
use super::number::{self, THIN};
use super::scale::{Scale, linear_ticks};
use super::style::{GRID, MARGIN, MUTED, SMALL, SUBTITLE, TITLE, WIDTH};
use super::{About, ChartError};
use crate::engine::Sampling;
use crate::stats::Report;

/// What was run, in one line: `Star Color at 1 € · 1 000 000 plays (1 block) drawn without replacement · seed 42`.
#[must_use]
pub fn what_was_run(report: &Report, about: &About) -> String {
    let stake = number::money(about.stake.0, &about.currency);
    let noun = if report.plays == 1 { "play" } else { "plays" };
    let plays = match about.sampling {
        Sampling::Iid => format!("{} independent {noun}", number::count(report.plays)),
        Sampling::Block => format!("{} {noun}, ", number::count(report.plays)),
    };
    let how = match about.sampling {
        Sampling::Iid => String::new(),
        Sampling::Block => {
            let block = number::count(about.block);
            match report.plays.checked_div(about.block).unwrap_or(0) {
                1 if report.plays == about.block => format!("one whole block of {block}"),
                blocks if blocks > 0 && report.plays == blocks * about.block => format!("{} whole blocks of {block}", number::count(blocks)),
                0 => format!("{} of a block of {block}", number::percent(report.blocks)),
                _ => format!("{} blocks of {block}", number::real(report.blocks, 2)),
            }
        }
    };
    let partial = about.planned.map_or(String::new(), |planned| format!(" · PARTIAL: {} were planned", number::count(planned)));
    format!("{} at {stake} · {plays}{how} · seed {}{partial}", about.game, number::count(about.seed).replace(THIN, ""))
}

/// Title, then lines of subtitle; returns the height at which the figure may begin.
///
/// # Errors
/// When plotters refuses.
pub fn header(pen: &mut Pen<'_>, title: &str, lines: &[String]) -> Result<f64, ChartError> {
    let room = WIDTH - 2.0 * MARGIN;
    let font = Type::new(TITLE).bold();
    let title_lines = font.lines(title, room)?;
    let mut y = 34.0;
    for line in title_lines.iter().take(2) {
        pen.text(MARGIN, y, &font.cut(line, room)?, font)?;
        y += 28.0;
    }
    y -= 1.0;
    let font = Type::new(SUBTITLE).colour(MUTED);
    for text in lines {
        for line in font.lines(text, room)?.iter().take(3) {
            pen.text(MARGIN, y, &font.cut(line, room)?, font)?;
            y += 19.0;
        }
    }
    Ok(y)
}

/// Height that [`header`] takes, so that a figure knows how tall it must be before it is drawn.
///
/// # Errors
/// When the type face cannot be read.
pub fn header_height(title: &str, lines: &[String]) -> Result<f64, ChartError> {
    let room = WIDTH - 2.0 * MARGIN;
    let titles = Type::new(TITLE).bold().lines(title, room)?.len().min(2);
    let mut rows = 0;
    for text in lines {
        rows += Type::new(SUBTITLE).lines(text, room)?.len().min(3);
    }
    Ok(33.0 + 28.0 * titles as f64 + 19.0 * rows as f64)
}

/// A small line of remarks at the foot of a figure; long ones are broken into lines that grow upwards from `bottom`.
///
/// # Errors
/// When plotters refuses.
pub fn foot(pen: &mut Pen<'_>, bottom: f64, text: &str) -> Result<(), ChartError> {
    let font = Type::new(SMALL).colour(MUTED);
    let lines = font.lines(text, WIDTH - 2.0 * MARGIN)?;
    for (line, row) in lines.iter().rev().zip(0_u8..) {
        pen.text(MARGIN, bottom - f64::from(row) * 17.0, line, font)?;
    }
    Ok(())
}

/// A shape that stands for a series in a [`key`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Glyph {
    /// A small filled block.
    Bar(super::style::Colour),
    /// A short upright stroke.
    Tick(super::style::Colour),
    /// A short level stroke.
    Dash(super::style::Colour),
    /// A ring.
    Ring(super::style::Colour),
    /// A level line with caps.
    Range(super::style::Colour),
    /// A small disc.
    Dot(super::style::Colour),
}

/// A line of glyphs with their names; returns where it ends.
///
/// # Errors
/// When plotters refuses.
pub fn key(pen: &mut Pen<'_>, x: f64, y: f64, entries: &[(Glyph, &str)]) -> Result<f64, ChartError> {
    let font = Type::new(SMALL).colour(MUTED);
    let mut x = x;
    for &(glyph, name) in entries {
        let width = 18.0;
        match glyph {
            Glyph::Bar(colour) => pen.rect(x, y - 5.0, width, 10.0, colour)?,
            Glyph::Tick(colour) => pen.rect(x + width / 2.0 - 1.5, y - 7.0, 3.0, 14.0, colour)?,
            Glyph::Dash(colour) => pen.rect(x + 2.0, y - 1.5, width - 4.0, 3.0, colour)?,
            Glyph::Dot(colour) => pen.disc((x + width / 2.0, y), 4.0, colour)?,
            Glyph::Ring(colour) => pen.ring((x + width / 2.0, y), 3.5, colour, 1.5)?,
            Glyph::Range(colour) => {
                pen.line((x, y), (x + width, y), colour, 1.5)?;
                pen.line((x, y - 4.0), (x, y + 4.0), colour, 1.5)?;
                pen.line((x + width, y - 4.0), (x + width, y + 4.0), colour, 1.5)?;
            }
        }
        pen.text(x + width + 6.0, y, name, font)?;
        x += width + 6.0 + font.width(name)? + 22.0;
    }
    Ok(x - 22.0)
}

/// Grid lines across the figure at the ticks of a vertical axis, with their labels to the left.
///
/// # Errors
/// When plotters refuses.
pub fn level_grid(pen: &mut Pen<'_>, scale: &Scale, left: f64, right: f64, ticks: &[(f64, String)]) -> Result<(), ChartError> {
    let font = Type::new(SMALL).colour(MUTED).align(Align::Right);
    for (value, label) in ticks {
        let y = scale.place(*value);
        pen.line((left, y), (right, y), GRID, 1.0)?;
        pen.text(left - 8.0, y, label, font)?;
    }
    Ok(())
}

/// Grid lines down the figure at about `wanted` round percentages of a level axis of fractions, with their labels below, as many as there is room for.
///
/// # Errors
/// When plotters refuses.
pub fn percent_axis(pen: &mut Pen<'_>, scale: &Scale, (top, bottom): (f64, f64), wanted: u32) -> Result<(), ChartError> {
    let font = Type::new(SMALL).colour(MUTED).align(Align::Centre);
    let (ticks, decimals) = linear_ticks(scale.domain.0 * 100.0, scale.domain.1 * 100.0, wanted);
    let mut end = f64::NEG_INFINITY;
    for tick in ticks {
        let (x, label) = (scale.place(tick / 100.0), format!("{}{THIN}%", number::real(tick, decimals)));
        let half = font.width(&label)? / 2.0;
        pen.line((x, top - 4.0), (x, bottom + 5.0), GRID, 1.0)?;
        if x - half > end + 8.0 {
            pen.text(x, bottom + 17.0, &label, font)?;
            end = x + half;
        }
    }
    Ok(())
}

/// Height of a row among so many.
#[must_use]
pub const fn row_height(rows: usize) -> f64 {
    match rows {
        0..=12 => 34.0,
        13..=20 => 28.0,
        _ => 22.0,
    }
}

/// A sentence that begins with a capital letter.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + characters.as_str())
}

/// The first two names and how many more.
#[must_use]
pub fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [one, two] => format!("{one} and {two}"),
        [one, two, more @ ..] => format!("{one}, {two} and {} more", more.len()),
    }
}
