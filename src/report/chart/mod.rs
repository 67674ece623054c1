//! The figures of a run as pictures: the only place with plotters, resvg and png.
//!
//! Every figure is first a plain value, the numbers it plots and the sentences it says, taken from the [`Report`]; then it is drawn. Nothing is
//! estimated here.

mod canvas;
mod cells;
mod convergence;
mod frame;
mod number;
mod packed;
mod prizes;
#[cfg(test)]
mod samples;
mod scale;
mod style;
mod targets;
#[cfg(test)]
mod tests;
mod totals;

pub use canvas::Picture;
pub use totals::TotalRow;

use crate::engine::Sampling;
use crate::money::Cents;
use crate::stats::Report;
use crate::tally::Observable;
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

/// All figures that the run has numbers for, by name (`prizes`, `convergence`, `targets`, `totals`, `cells...`), in the order a report shows them.
///
/// `observables` are those of the game, whose values stand in `report.targets`; `totals` are the rows of the table of point totals, empty where the
/// game has none. A figure that cannot be drawn is an error in the list; the others are there all the same.
#[must_use]
pub fn pictures(report: &Report, about: &About, observables: &[Observable], totals: &[TotalRow]) -> Vec<Drawn<Picture>> {
    let mut all = Vec::new();
    let mut add = |name: &str, draw: &dyn Fn() -> Option<Result<Picture, ChartError>>| {
        let outcome = catch_unwind(AssertUnwindSafe(draw)).unwrap_or_else(|panic| Some(Err(ChartError::Draw(said(&*panic)))));
        if let Some(picture) = outcome {
            all.push((name.to_owned(), picture));
        }
    };
    add("prizes", &|| prizes::Prizes::of(report, about).map(|figure| figure.draw()));
    add("convergence", &|| convergence::Convergence::of(report, about).map(|figure| figure.draw()));
    add("targets", &|| targets::Targets::of(report, about).map(|figure| figure.draw()));
    add("totals", &|| totals::Totals::of(report, about, totals).map(|figure| figure.draw()));
    for (name, figure) in cells::Cells::all(report, about, observables) {
        add(&name, &|| Some(figure.draw()));
    }
    all
}

/// What a panic said.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a mistake in the figure".to_owned())
}

/// Draws all figures of [`pictures`] as PNG files into `folder`, which it makes; each with the path written or why it is missing.
#[must_use]
pub fn draw_all(report: &Report, about: &About, observables: &[Observable], totals: &[TotalRow], folder: &Path) -> Vec<Drawn<PathBuf>> {
    let pictures = pictures(report, about, observables, totals);
    pictures.into_iter().map(|(name, picture)| (name.clone(), picture.and_then(|picture| save(&picture, &name, folder)))).collect()
}

/// Writes a picture aside and then under its name, so that no half file is ever left under it.
fn save(picture: &Picture, name: &str, folder: &Path) -> Result<PathBuf, ChartError> {
    let bytes = catch_unwind(AssertUnwindSafe(|| picture.png())).unwrap_or_else(|panic| Err(ChartError::Svg(said(&*panic))))?;
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
