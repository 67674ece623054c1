//! The figures of a run as pictures: the only place with plotters, resvg and png.
//!
//! Every figure is first a plain value, the numbers it plots and the sentences it says, taken from the [`Report`]; then it is drawn. Nothing is
//! estimated here.

pub(in crate::report) mod canvas;
mod cells;
mod convergence;
mod frame;
mod letters;
pub(in crate::report) mod number;
mod p_values;
mod packed;
mod parts;
mod prizes;
#[cfg(test)]
mod samples;
mod scale;
mod shares;
pub(in crate::report) mod style;
mod targets;
#[cfg(test)]
mod tests;
mod totals;

pub use canvas::Picture;
pub use totals::TotalRow;

use crate::engine::Sampling;
use crate::money::Cents;
use crate::stats::{Parts, Report};
use crate::tally::Observable;
use rayon::prelude::*;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// What was run, in the words of the figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The name players know: `Star Color`.
    pub game: String,
    /// The price of a play.
    pub stake: Cents,
    /// The ISO code of the currency: `EUR`.
    pub currency: String,
    /// Plays in a block.
    pub block: u64,
    /// How prizes were drawn.
    pub sampling: Sampling,
    /// The seed of the run.
    pub seed: u64,
    /// Plays that were planned, when the run was stopped before its end.
    pub planned: Option<u64>,
}

/// Why a figure is missing.
#[derive(Debug, thiserror::Error)]
pub enum ChartError {
    /// plotters could not draw.
    #[error("it could not be drawn: {0}")]
    Draw(String),
    /// resvg could not read what plotters wrote.
    #[error("its SVG could not be turned into pixels: {0}")]
    Svg(String),
    /// The PNG could not be encoded.
    #[error("its PNG could not be encoded: {0}")]
    Png(String),
    /// The file could not be written.
    #[error("`{}` could not be written: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// A figure by its name, drawn or not.
pub type Drawn<T> = (String, Result<T, ChartError>);

/// A figure by its name, and how it is drawn, with its title; `None` when the run has no numbers for it.
type Figure<'a> = (String, Box<dyn Fn() -> Option<Result<Titled, ChartError>> + Send + Sync + 'a>);

/// A picture and the finding that stands above it.
type Titled = (String, Picture);

/// The files a figure is wanted as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Pixels, 192 an inch.
    #[default]
    Png,
    /// Lines and text that stay sharp at any size.
    Svg,
    /// Both.
    Both,
}

/// A figure as files, and the finding that stands above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// What the figure says, in a sentence: its text alternative.
    pub finding: String,
    /// The PNG file, where it is wanted.
    pub png: Option<Vec<u8>>,
    /// The SVG file, where it is wanted.
    pub svg: Option<String>,
}

/// The figures a run can have, beside those of a set of a board.
const NAMES: [&str; 8] = ["prizes", "shares", "parts", "convergence", "targets", "p-values", "totals", "cells"];

/// Whether a run can have a figure of this name.
///
/// ```
/// use sim::report::chart::is_figure;
/// assert!(["prizes", "cells", "cells-set-2"].into_iter().all(is_figure));
/// assert!(!["cells-old", "cells-set-02", "cells-set-", "prizes.png"].into_iter().any(is_figure));
/// ```
#[must_use]
pub fn is_figure(name: &str) -> bool {
    let set = |number: &str| number.parse::<u8>().is_ok_and(|set| set > 0 && set.to_string() == number);
    NAMES.contains(&name) || name.strip_prefix("cells-set-").is_some_and(set)
}

/// What the figures of a run show.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The figures.
    pub report: &'a Report,
    /// What was run.
    pub about: &'a About,
    /// The observables of the game, whose values stand in `report.targets`.
    pub observables: &'a [Observable],
    /// The rows of the table of point totals, empty where the game has none.
    pub totals: &'a [TotalRow],
    /// The return by source, where a play shows what its prize comes from.
    pub parts: Option<&'a Parts>,
}

/// All figures there are, in the order a report shows them.
fn figures<'a>(facts: &Facts<'a>) -> Vec<Figure<'a>> {
    let Facts { report, about, observables, totals, parts } = *facts;
    let mut all: Vec<Figure<'a>> = vec![
        ("prizes".to_owned(), Box::new(move || prizes::Prizes::of(report, about).map(|figure| titled(&figure.title, figure.draw())))),
        ("shares".to_owned(), Box::new(move || shares::Shares::of(report, about).map(|figure| titled(&figure.title, figure.draw())))),
        ("parts".to_owned(), Box::new(move || parts::Waterfall::of(report, about, parts?).map(|figure| titled(&figure.title, figure.draw())))),
        ("convergence".to_owned(), Box::new(move || convergence::Convergence::of(report, about).map(|figure| titled(&figure.title, figure.draw())))),
        ("targets".to_owned(), Box::new(move || targets::Targets::of(report, about).map(|figure| titled(&figure.title, figure.draw())))),
        ("p-values".to_owned(), Box::new(move || p_values::PValues::of(report, about).map(|figure| titled(&figure.title, figure.draw())))),
        ("totals".to_owned(), Box::new(move || totals::Totals::of(report, about, totals).map(|figure| titled(&figure.title, figure.draw())))),
    ];
    match caught(|| Ok(cells::Cells::all(report, about, observables))) {
        Ok(boards) => all
            .extend(boards.into_iter().map(|(name, figure)| -> Figure<'a> { (name, Box::new(move || Some(titled(&figure.title, figure.draw())))) })),
        Err(error) => {
            let text = error.to_string();
            all.push(("cells".to_owned(), Box::new(move || Some(Err(ChartError::Draw(text.clone()))))));
        }
    }
    all
}

fn titled(title: &str, picture: Result<Picture, ChartError>) -> Result<Titled, ChartError> {
    Ok((title.to_owned(), picture?))
}

/// Draws all figures side by side and finishes each with `finish`; a panic in one is its error.
fn draw_each<T: Send>(facts: &Facts<'_>, finish: impl Fn(&str, Titled) -> Result<T, ChartError> + Sync) -> Vec<Drawn<T>> {
    let drawn = figures(facts).into_par_iter().filter_map(|(name, draw)| {
        let outcome = caught(|| draw().map(|picture| picture.and_then(|picture| finish(&name, picture))).transpose());
        outcome.transpose().map(|outcome| (name, outcome))
    });
    drawn.collect()
}

/// What `work` gives; a panic becomes an error.
fn caught<T>(work: impl FnOnce() -> Result<T, ChartError>) -> Result<T, ChartError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned()).or_else(|| panic.downcast_ref::<String>().cloned());
        Err(ChartError::Draw(text.unwrap_or_else(|| "a mistake in the figure".to_owned())))
    })
}

/// All figures that the run has numbers for, by name (`prizes`, `convergence`, `targets`, `totals`, `cells...`), in the order a report shows them.
///
/// A figure that cannot be drawn is an error in the list; the others are there all the same.
#[must_use]
pub fn pictures(facts: &Facts<'_>) -> Vec<Drawn<Picture>> {
    draw_each(facts, |_, (_, picture)| Ok(picture))
}

/// All figures of [`pictures`] as files with what they say: the same drawing, whatever the format.
#[must_use]
pub fn charts(facts: &Facts<'_>, format: Format) -> Vec<Drawn<Chart>> {
    draw_each(facts, |_, (finding, picture)| {
        let png = if format == Format::Svg { None } else { Some(picture.png()?) };
        let svg = (format != Format::Png).then(|| picture.standalone(&finding));
        Ok(Chart { finding, png, svg })
    })
}

/// Draws all figures of [`pictures`] as PNG files into `folder`, which it makes; each with the path written or why it is missing.
#[must_use]
pub fn draw_all(facts: &Facts<'_>, folder: &Path) -> Vec<Drawn<PathBuf>> {
    draw_each(facts, |name, (_, picture)| save(&picture.png()?, name, folder))
}

/// Writes a picture aside and then under its name, so that no half file is ever left under it.
fn save(bytes: &[u8], name: &str, folder: &Path) -> Result<PathBuf, ChartError> {
    let path = folder.join(format!("{name}.png"));
    let aside = folder.join(format!(".{name}.png.part"));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&aside, bytes)).and_then(|()| fs::rename(&aside, &path));
    match written {
        Ok(()) => Ok(path),
        Err(source) => {
            let _ = fs::remove_file(&aside); // it may never have been there
            Err(ChartError::Write { path, source })
        }
    }
}
