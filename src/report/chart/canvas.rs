//! The drawing surface: plotters writes an SVG text, resvg turns it into pixels, both with the type face inside the program.
//!
//! Figures think in logical pixels of any fraction. plotters' backends take whole numbers, so the SVG is written four times as fine.

use super::ChartError;
pub(in crate::report) use super::letters::FAMILY;
pub use super::letters::{Align, Type};
use super::letters::{CAPITAL_MIDDLE, DRAWN, faces};
use super::style::{Colour, PAPER};
use plotters::backend::{DrawingBackend, SVGBackend};
use plotters::style::{FontTransform, RGBAColor, ShapeStyle};
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// Units of the SVG in a logical pixel.
pub(super) const FINE: f64 = 4.0;
/// Pixels of the PNG in a logical pixel.
const SHARP: f32 = 2.0;
/// Pixels of a picture, at most: about 300 megabytes while it is drawn.
const MOST_PIXELS: f32 = 3.0e7;
/// A colour as plotters has it.
pub(super) fn rgba(Colour(red, green, blue, opacity): Colour) -> RGBAColor {
    RGBAColor(red, green, blue, opacity)
}

/// A text on a picture, in logical pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The middle of its digits.
    pub middle: (f64, f64),
    /// Its width, along the line that it stands on.
    pub width: f64,
    /// Size of an em.
    pub size: f64,
    /// Whether it reads upwards.
    pub upwards: bool,
}

/// A finished figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    svg: String,
    texts: Vec<Written>,
}

/// What figures draw with, while a picture is made.
pub struct Pen<'a> {
    backend: SVGBackend<'a>,
    texts: Vec<Written>,
}

impl Picture {
    /// A picture of `width` x `height` logical pixels, drawn by `draw` on white.
    ///
    /// # Errors
    /// What `draw` reports, or that the type face cannot be read.
    pub fn draw(width: f64, height: f64, draw: impl FnOnce(&mut Pen<'_>) -> Result<(), ChartError>) -> Result<Self, ChartError> {
        faces()?;
        let fine = (whole(width.max(1.0)).unsigned_abs(), whole(height.max(1.0)).unsigned_abs());
        let mut svg = String::new();
        let texts = {
            let mut pen = Pen { backend: SVGBackend::with_string(&mut svg, fine), texts: Vec::new() };
            pen.rect(0.0, 0.0, width, height, PAPER)?;
            draw(&mut pen)?;
            pen.backend.present().map_err(|error| ChartError::Draw(error.to_string()))?;
            pen.texts
        };
        // the size people see is the logical one; the finer units stay in the view box
        let logical = format!("width=\"{}\" height=\"{}\"", f64::from(fine.0) / FINE, f64::from(fine.1) / FINE);
        let svg = svg.replacen(&format!("width=\"{}\" height=\"{}\"", fine.0, fine.1), &logical, 1);
        Ok(Self { svg, texts })
    }

    /// A picture whose SVG text was written elsewhere, in the families of [`FAMILY`].
    pub(in crate::report) const fn of_svg(svg: String) -> Self {
        Self { svg, texts: Vec::new() }
    }

    /// The texts on it, in the order they were written; of a picture written elsewhere none is known.
    #[must_use]
    pub fn texts(&self) -> &[Written] {
        &self.texts
    }

    /// The figure as an SVG file that stands alone: it names what it says, and every text keeps its width where another face must serve for Inter.
    #[must_use]
    pub fn standalone(&self, finding: &str) -> String {
        let mut parts = self.svg.split("<text ");
        let head = parts.next().unwrap_or_default();
        let (tag, rest) = head.split_once('>').unwrap_or((head, ""));
        let name = finding.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let mut out = format!("{tag} role=\"img\">\n<title>{name}</title>{rest}");
        for (part, written) in parts.zip(self.texts.iter().map(Some).chain(std::iter::repeat(None))) {
            out.push_str("<text ");
            if let Some(written) = written.filter(|written| written.width > 0.0) {
                out.push_str(&format!("textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" ", whole(written.width)));
            }
            out.push_str(part);
        }
        out
    }

    /// The figure as SVG text.
    #[must_use]
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// The figure as pixels: width, height, and red, green, blue by pixel, row by row.
    ///
    /// # Errors
    /// When the SVG cannot be read back, or is too large for pixels.
    pub fn pixels(&self) -> Result<(u32, u32, Vec<u8>), ChartError> {
        self.pixels_by(SHARP)
    }

    fn pixels_by(&self, sharp: f32) -> Result<(u32, u32, Vec<u8>), ChartError> {
        let options = usvg::Options { fontdb: Arc::clone(&DRAWN), font_family: "Inter".to_owned(), ..usvg::Options::default() };
        let tree = usvg::Tree::from_str(&self.svg, &options).map_err(|error| ChartError::Svg(error.to_string()))?;
        let size = tree.size().to_int_size().scale_by(sharp).ok_or_else(|| ChartError::Svg("it has no size".to_owned()))?;
        let mut pixels =
            tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| ChartError::Svg(format!("{size:?} is too large for a picture")))?;
        pixels.fill(tiny_skia::Color::WHITE);
        resvg::render(&tree, tiny_skia::Transform::from_scale(sharp, sharp), &mut pixels.as_mut());
        // opaque everywhere: the page is white
        let rgb = pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Ok((size.width(), size.height(), rgb))
    }

    /// The figure, a picture of many colours, as a PNG file: `wide` pixels wide, or twice as fine as its SVG; less where that would be more than 30 million pixels.
    ///
    /// # Errors
    /// As [`Picture::pixels`].
    pub fn coloured_png(&self, wide: Option<u16>) -> Result<Vec<u8>, ChartError> {
        let options = usvg::Options::default();
        let size = usvg::Tree::from_str(&self.svg, &options).map_err(|error| ChartError::Svg(error.to_string()))?.size();
        let wanted = wide.map_or(SHARP, |wide| f32::from(wide) / size.width());
        let sharp = (MOST_PIXELS / (size.width() * size.height()).max(1.0)).sqrt().min(wanted);
        let (width, height, rgb) = self.pixels_by(sharp)?;
        super::packed::png_of_areas(width, height, &rgb)
    }

    /// The figure as a PNG file of 192 dots an inch.
    ///
    /// # Errors
    /// As [`Picture::pixels`].
    pub fn png(&self) -> Result<Vec<u8>, ChartError> {
        let (width, height, rgb) = self.pixels()?;
        super::packed::png(width, height, &rgb)
    }
}

/// The nearest whole unit of the SVG; what is no number goes to 0.
#[allow(clippy::cast_possible_truncation)] // clamped to a size no figure has
fn whole(logical: f64) -> i32 {
    let fine = (logical * FINE).round();
    if fine.is_finite() { fine.clamp(-1e6, 1e6) as i32 } else { 0 }
}

impl Pen<'_> {
    fn done(result: Result<(), impl std::fmt::Display>) -> Result<(), ChartError> {
        result.map_err(|error| ChartError::Draw(error.to_string()))
    }

    fn stroke(colour: Colour, width: f64) -> ShapeStyle {
        ShapeStyle { color: rgba(colour), filled: false, stroke_width: whole(width).unsigned_abs().max(1) }
    }

    fn fill(colour: Colour) -> ShapeStyle {
        ShapeStyle { color: rgba(colour), filled: true, stroke_width: 0 }
    }

    /// A filled rectangle.
    ///
    /// # Errors
    /// When plotters refuses.
    pub fn rect(&mut self, left: f64, top: f64, width: f64, height: f64, colour: Colour) -> Result<(), ChartError> {
        if width <= 0.0 || height <= 0.0 {
            return Ok(());
        }
        let corners = ((whole(left), whole(top)), (whole(left + width), whole(top + height)));
        Self::done(self.backend.draw_rect(corners.0, corners.1, &Self::fill(colour), true))
    }

    /// A straight line.
    ///
    /// # Errors
    /// When plotters refuses.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: Colour, width: f64) -> Result<(), ChartError> {
        let ends = ((whole(from.0), whole(from.1)), (whole(to.0), whole(to.1)));
        Self::done(self.backend.draw_line(ends.0, ends.1, &Self::stroke(colour, width)))
    }

    /// A dashed straight line.
    ///
    /// # Errors
    /// When plotters refuses.
    pub fn dashed(&mut self, from: (f64, f64), to: (f64, f64), colour: Colour, width: f64) -> Result<(), ChartError> {
        const DASH: f64 = 4.0;
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let at = |distance: f64| {
            let share = (distance / length).min(1.0);
            (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1))
        };
        let mut gone = 0.0;
        while gone < length {
            self.line(at(gone), at(gone + DASH), colour, width)?;
            gone += 2.0 * DASH;
        }
        Ok(())
    }

    /// A line through points.
    ///
    /// # Errors
    /// When plotters refuses.
    pub fn path(&mut self, points: &[(f64, f64)], colour: Colour, width: f64) -> Result<(), ChartError> {
        let points = points.iter().map(|&(x, y)| (whole(x), whole(y)));
        Self::done(self.backend.draw_path(points, &Self::stroke(colour, width)))
    }

    /// A filled polygon.
    ///
    /// # Errors
    /// When plotters refuses.
    pub fn polygon(&mut self, points: &[(f64, f64)], colour: Colour) -> Result<(), ChartError> {
        let points = points.iter().map(|&(x, y)| (whole(x), whole(y)));
        Self::done(self.backend.fill_polygon(points, &Self::fill(colour)))
    }

    /// A filled disc.
    ///
    /// # Errors
    /// When plotters refuses.
    pub fn disc(&mut self, centre: (f64, f64), radius: f64, colour: Colour) -> Result<(), ChartError> {
        Self::done(self.backend.draw_circle((whole(centre.0), whole(centre.1)), whole(radius).unsigned_abs(), &Self::fill(colour), true))
    }

    /// A circle, white inside.
    ///
    /// # Errors
    /// When plotters refuses.
    pub fn ring(&mut self, centre: (f64, f64), radius: f64, colour: Colour, width: f64) -> Result<(), ChartError> {
        self.disc(centre, radius, PAPER)?;
        Self::done(self.backend.draw_circle((whole(centre.0), whole(centre.1)), whole(radius).unsigned_abs(), &Self::stroke(colour, width), false))
    }

    /// Notes a text that is about to be written; an empty one leaves no mark, and none in the SVG.
    fn note(&mut self, at: (f64, f64), text: &str, font: Type, upwards: bool) -> Result<(), ChartError> {
        let width = font.width(text)?;
        let shift = match font.align {
            Align::Left => width / 2.0,
            Align::Centre => 0.0,
            Align::Right => -width / 2.0,
        };
        let middle = if upwards { (at.0, at.1 - shift) } else { (at.0 + shift, at.1) };
        self.texts.push(Written { text: text.to_owned(), middle, width, size: font.size, upwards });
        Ok(())
    }

    /// A text whose digits are centred, vertically, on `y`.
    ///
    /// # Errors
    /// When plotters refuses.
    pub fn text(&mut self, x: f64, y: f64, text: &str, font: Type) -> Result<(), ChartError> {
        self.note((x, y), text, font, false)?;
        let at = (whole(x), whole(y + CAPITAL_MIDDLE * font.size));
        Self::done(self.backend.draw_text(text, &font.style(), at))
    }

    /// A text that reads upwards.
    ///
    /// # Errors
    /// When plotters refuses.
    pub fn upwards(&mut self, x: f64, y: f64, text: &str, font: Type) -> Result<(), ChartError> {
        self.note((x, y), text, font, true)?;
        let at = (whole(x + CAPITAL_MIDDLE * font.size), whole(y));
        Self::done(self.backend.draw_text(text, &font.style().transform(FontTransform::Rotate270), at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::chart::style::WIDTH;

    #[test]
    fn text_is_as_wide_as_measured() {
        let text = "Prizes by tier 1\u{202f}234\u{202f}567 €";
        let font = Type::new(40.0);
        let measured = font.width(text).unwrap();
        let picture = Picture::draw(WIDTH, 80.0, |pen| pen.text(10.0, 40.0, text, font)).unwrap();
        let (width, height, rgb) = picture.pixels().unwrap();
        let (width, height) = (width as usize, height as usize);
        let inked = |column: usize| (0..height).any(|row| rgb[(row * width + column) * 3] < 128);
        let first = (0..width).find(|&column| inked(column)).unwrap();
        let last = (0..width).rev().find(|&column| inked(column)).unwrap();
        let drawn = (last - first) as f64 / f64::from(SHARP);
        assert!((drawn / measured - 1.0).abs() < 0.03, "drawn {drawn}, measured {measured}");
        // digits are centred on the asked height
        let picture = Picture::draw(WIDTH, 80.0, |pen| pen.text(10.0, 40.0, "0123456789", font)).unwrap();
        let (_, _, rgb) = picture.pixels().unwrap();
        let inked = |row: usize| (0..width).any(|column| rgb[(row * width + column) * 3] < 128);
        let first = (0..height).find(|&row| inked(row)).unwrap();
        let last = (0..height).rev().find(|&row| inked(row)).unwrap();
        let middle = (first + last) as f64 / 2.0 / f64::from(SHARP);
        assert!((middle - 40.0).abs() < 1.5, "middle {middle}");
    }

    #[test]
    fn svg_names_its_logical_size_and_its_fonts() {
        let picture = Picture::draw(300.0, 200.0, |pen| pen.text(1.0, 1.0, "é < € & −", Type::new(12.0).bold())).unwrap();
        assert!(picture.svg().starts_with("<svg width=\"300\" height=\"200\" viewBox=\"0 0 1200 800\""), "{}", &picture.svg()[..80]);
        assert!(picture.svg().contains("font-family=\"Inter, Helvetica, Arial, sans-serif\""));
        assert!(picture.svg().contains("é &lt; € &amp; −"));
        let png = picture.png().unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let info = reader.info();
        assert_eq!((info.width, info.height), (600, 400));
        assert_eq!(info.pixel_dims.map(|dims| dims.xppu), Some(7_559));
    }

    #[test]
    fn a_file_alone_names_itself_and_keeps_its_widths() {
        let font = Type::new(12.0);
        let picture = Picture::draw(300.0, 200.0, |pen| {
            pen.text(10.0, 20.0, "é < € & −", font.bold())?;
            pen.text(10.0, 40.0, "", font)?;
            pen.upwards(10.0, 90.0, "upwards", font)
        })
        .unwrap();
        let file = picture.standalone("90 % < 1 & \"so\"");
        let tree = usvg::roxmltree::Document::parse(&file).unwrap();
        let root = tree.root_element();
        assert_eq!((root.attribute("role"), root.attribute("width")), (Some("img"), Some("300")));
        assert_eq!(root.first_element_child().unwrap().text(), Some("90 % < 1 & \"so\""));
        let texts: Vec<_> = root.children().filter(|node| node.has_tag_name("text")).collect();
        let written: Vec<_> = picture.texts().iter().collect();
        assert_eq!(texts.iter().map(|text| text.text().unwrap_or("").trim()).collect::<Vec<_>>(), ["é < € & −", "", "upwards"]);
        for (text, written) in texts.iter().zip(&written).filter(|(_, written)| !written.text.is_empty()) {
            let length: f64 = text.attribute("textLength").unwrap().parse().unwrap();
            assert!((length / FINE - written.width).abs() <= 0.5, "{written:?}");
            assert!(text.attribute("font-family").unwrap().starts_with("Inter, "));
        }
    }
}
