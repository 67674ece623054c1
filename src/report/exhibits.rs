//! What a page and a notebook show beside figures: the charts of a run, and a play for every prize.

/// A chart's picture, as a page and a notebook hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Image {
    /// A PNG file.
    Png(Vec<u8>),
    /// An SVG file.
    Svg(String),
}

/// A chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The stem of its file: `prizes`.
    pub name: String,
    /// What it says, in a sentence.
    pub finding: String,
    /// Its picture.
    pub image: Image,
}

/// A play drawn as players see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// What it pays: `20 €`, `no gain`.
    pub prize: String,
    /// What it shows, in words, for those who cannot see it.
    pub account: String,
    /// The command that draws it again.
    pub command: String,
    /// An SVG file.
    pub svg: String,
}

/// Plays of a run by prize, the largest first, with the key of their symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gallery {
    /// The plays.
    pub plays: Vec<Play>,
    /// What the symbols mean, as an SVG file.
    pub key: Option<String>,
    /// What is left out, or why there is nothing; may be empty.
    pub note: String,
}

/// Everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exhibits {
    /// The charts, in the order a report shows them.
    pub charts: Vec<Chart>,
    /// The plays.
    pub gallery: Gallery,
    /// The run's name: that of its folders.
    pub name: String,
    /// The folder of the tables, as the user gave it.
    pub results: String,
    /// The way from the folder of the charts to that of the tables.
    pub way: String,
}
