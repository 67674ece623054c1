//! `report.ipynb`: a run as a notebook (nbformat 4.5) whose Python cells compute the main figures again, with outputs and pictures inside.
//!
//! Outputs that this program writes carry no execution count, and the first cell says whose they are.

mod cells;
mod mark;

use super::Run;
use super::base64::encode;
use super::exhibits::Exhibits;
use serde_json::{Value, json};

/// Who makes the outputs of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// This program: they are there at once.
    Sim,
    /// Python, which is about to run the cells: none is there yet.
    Python,
}

/// A cell.
enum Cell {
    Words(String),
    Python { source: String, outputs: Vec<Output> },
}

/// What a cell shows.
enum Output {
    /// What it prints.
    Text(String),
    /// A table, as text and as HTML.
    Table { plain: String, html: String },
    /// A picture of pixels.
    Png { bytes: Vec<u8> },
    /// A picture of lines.
    Svg { text: String },
}

/// The notebook: the same bytes for the same run and exhibits.
#[must_use]
pub fn text(run: &Run<'_>, exhibits: &Exhibits, author: Author) -> String {
    let cells: Vec<Value> = cells::all(run, exhibits, author).iter().enumerate().map(|(number, cell)| value(cell, number, author)).collect();
    let notebook = json!({
        "cells": cells,
        "metadata": {
            "kernelspec": { "display_name": "Python 3", "language": "python", "name": "python3" },
            "language_info": { "name": "python" },
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    });
    format!("{notebook:#}\n")
}

fn value(cell: &Cell, number: usize, author: Author) -> Value {
    let id = format!("sim-{number:02}");
    match cell {
        Cell::Words(text) => json!({ "cell_type": "markdown", "id": id, "metadata": {}, "source": lines(text) }),
        Cell::Python { source, outputs } => {
            let outputs: Vec<Value> = outputs.iter().filter(|_| author == Author::Sim).map(shown).collect();
            json!({ "cell_type": "code", "execution_count": null, "id": id, "metadata": {}, "outputs": outputs, "source": lines(source) })
        }
    }
}

fn shown(output: &Output) -> Value {
    match output {
        Output::Text(text) => json!({ "output_type": "stream", "name": "stdout", "text": lines(text) }),
        Output::Table { plain, html } => {
            json!({ "output_type": "display_data", "metadata": {}, "data": { "text/html": lines(html), "text/plain": lines(plain) } })
        }
        Output::Svg { text } => json!({
            "output_type": "display_data",
            "metadata": {},
            "data": { "image/svg+xml": lines(text), "text/plain": ["<IPython.core.display.SVG object>"] },
        }),
        Output::Png { bytes } => json!({
            "output_type": "display_data",
            "metadata": { "image/png": { "width": WIDTH } },
            "data": { "image/png": encode(bytes), "text/plain": ["<IPython.core.display.Image object>"] },
        }),
    }
}

/// Width of a chart in a notebook, in logical pixels.
const WIDTH: u32 = 900;

/// A text as notebooks keep it: lines with their ends.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}
