//! Type: the two faces inside the program, how wide a text is, and how it is cut, broken or made smaller to fit.

use super::ChartError;
use super::canvas::{FINE, rgba};
use super::style::{Colour, INK};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, FontFamily, FontStyle, TextStyle, register_font};
use resvg::usvg;
use std::sync::{Arc, LazyLock};

/// The family as the SVG names it: the one inside the program first, then what a browser without it has.
pub(in crate::report) const FAMILY: &str = "Inter, Helvetica, Arial, sans-serif";
/// The two faces (SIL Open Font License 1.1, beside the files).
const REGULAR: &[u8] = include_bytes!("../../../assets/fonts/Inter-Regular.otf");
const SEMIBOLD: &[u8] = include_bytes!("../../../assets/fonts/Inter-SemiBold.otf");
/// plotters divides a size by this before it writes it into the SVG.
const PLOTTERS_FONT_RATIO: f64 = 1.24;
/// Ascent plus descent of Inter in ems: plotters measures a size as the height of the whole line.
const INTER_LINE: f64 = 1.2102;
/// How far the middle of a capital or a digit is above the middle plotters aligns to, in ems.
pub(super) const CAPITAL_MIDDLE: f64 = 0.11;

/// The faces for plotters, which measures with them; registered once.
static MEASURED: LazyLock<bool> = LazyLock::new(|| {
    let faces = [(FontStyle::Normal, REGULAR), (FontStyle::Bold, SEMIBOLD)];
    faces.into_iter().all(|(style, bytes)| register_font(FAMILY, style, bytes).is_ok())
});

/// Makes sure that plotters knows the faces.
pub(super) fn faces() -> Result<(), ChartError> {
    if *MEASURED { Ok(()) } else { Err(ChartError::Draw("the type face inside the program cannot be read".to_owned())) }
}

/// The faces for resvg, which draws with them.
pub(super) static DRAWN: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut faces = usvg::fontdb::Database::new();
    faces.load_font_data(REGULAR.to_vec());
    faces.load_font_data(SEMIBOLD.to_vec());
    Arc::new(faces)
});

/// Where a text stands relative to its point; vertically its digits are centred on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// It begins there.
    Left,
    /// It is centred there.
    Centre,
    /// It ends there.
    Right,
}

/// How a text looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Type {
    /// Size of an em in logical pixels.
    pub size: f64,
    /// Semibold instead of regular.
    pub bold: bool,
    /// Its colour.
    pub colour: Colour,
    /// Where it stands.
    pub align: Align,
}

impl Type {
    /// Regular, in ink, to the right of its point.
    #[must_use]
    pub const fn new(size: f64) -> Self {
        Self { size, bold: false, colour: INK, align: Align::Left }
    }

    /// In semibold.
    #[must_use]
    pub const fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    /// In another size.
    #[must_use]
    pub const fn sized(mut self, size: f64) -> Self {
        self.size = size;
        self
    }

    /// In another colour.
    #[must_use]
    pub const fn colour(mut self, colour: Colour) -> Self {
        self.colour = colour;
        self
    }

    /// Standing otherwise.
    #[must_use]
    pub const fn align(mut self, align: Align) -> Self {
        self.align = align;
        self
    }

    pub(super) fn style(&self) -> TextStyle<'static> {
        let weight = if self.bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = (FontFamily::Name(FAMILY), self.size * FINE * PLOTTERS_FONT_RATIO, weight);
        let horizontal = match self.align {
            Align::Left => HPos::Left,
            Align::Centre => HPos::Center,
            Align::Right => HPos::Right,
        };
        TextStyle { font: font.into(), color: rgba(self.colour).to_backend_color(), pos: Pos::new(horizontal, VPos::Center) }
    }

    /// The width of a text in logical pixels (kerning, which only narrows it, not counted).
    ///
    /// # Errors
    /// When the type face cannot be read.
    pub fn width(&self, text: &str) -> Result<f64, ChartError> {
        faces()?;
        let (width, _) = self.style().font.box_size(text).map_err(|error| ChartError::Draw(error.to_string()))?;
        Ok(f64::from(width) / FINE * (INTER_LINE / PLOTTERS_FONT_RATIO))
    }

    /// The same type, smaller if the text would be wider than `room`, down to `least` of its size.
    ///
    /// # Errors
    /// As [`Type::width`].
    pub fn fitted(mut self, text: &str, room: f64, least: f64) -> Result<Self, ChartError> {
        let width = self.width(text)?;
        if width > room {
            self.size *= (room / width).max(least);
        }
        Ok(self)
    }

    /// The text, cut with an ellipsis when it is wider than `room`.
    ///
    /// # Errors
    /// As [`Type::width`].
    pub fn cut(&self, text: &str, room: f64) -> Result<String, ChartError> {
        let mut kept: Vec<char> = text.chars().collect();
        let mut shown = text.to_owned();
        while !kept.is_empty() && self.width(&shown)? > room {
            kept.pop();
            shown = kept.iter().collect::<String>().trim_end().to_owned() + "…";
        }
        Ok(shown)
    }

    /// The text in lines no wider than `room`, broken at spaces.
    ///
    /// # Errors
    /// As [`Type::width`].
    pub fn lines(&self, text: &str, room: f64) -> Result<Vec<String>, ChartError> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}"))? <= room => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_fitted_cut_or_broken() {
        let font = Type::new(20.0);
        let text = "a title that says more than there is room for";
        assert!(font.width(text).unwrap() > 200.0);
        let smaller = font.fitted(text, 200.0, 0.1).unwrap();
        assert!(smaller.width(text).unwrap() <= 201.0);
        let cut = font.cut(text, 100.0).unwrap();
        assert!(cut.ends_with('…') && font.width(&cut).unwrap() <= 100.0);
        let lines = font.lines(text, 200.0).unwrap();
        assert_eq!(lines.join(" "), text);
        assert!(lines.len() > 1 && lines.iter().all(|line| font.width(line).unwrap() <= 200.0));
    }
}
