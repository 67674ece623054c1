//! The surface pictures are drawn on: it writes SVG text, and remembers where words stand.
//!
//! Shapes that come often are written once, as symbols, and placed by name. Coordinates are logical pixels.

use crate::report::chart::ChartError;
use crate::report::chart::canvas::{Align, FAMILY, Picture, Type};
use crate::report::chart::style::Colour;
use std::fmt::Write;

/// How far the line that letters stand on is below the middle of a capital, in ems of Inter.
const HALF_CAPITAL: f64 = 0.364;
/// How tall a line of words is drawn, capitals and descenders, in ems.
const WORD_HEIGHT: f64 = 0.92;

/// How a shape is filled and outlined.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    fill: Option<Colour>,
    stroke: Option<(Colour, f64)>,
    round: bool,
}

impl Paint {
    /// Filled, without an outline.
    #[must_use]
    pub const fn fill(colour: Colour) -> Self {
        Self { fill: Some(colour), stroke: None, round: false }
    }

    /// Outlined only.
    #[must_use]
    pub const fn stroke(colour: Colour, width: f64) -> Self {
        Self { fill: None, stroke: Some((colour, width)), round: false }
    }

    /// With an outline.
    #[must_use]
    pub const fn outlined(mut self, colour: Colour, width: f64) -> Self {
        self.stroke = Some((colour, width));
        self
    }

    /// With round ends and corners of its outline.
    #[must_use]
    pub const fn round(mut self) -> Self {
        self.round = true;
        self
    }

    fn attributes(self) -> String {
        let mut out = String::new();
        match self.fill {
            None => out.push_str(" fill=\"none\""),
            Some(colour) => paint_attribute(&mut out, "fill", colour),
        }
        if let Some((colour, width)) = self.stroke {
            paint_attribute(&mut out, "stroke", colour);
            let _ = write!(out, " stroke-width=\"{}\"", Number(width));
        }
        if self.round {
            out.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        }
        out
    }
}

fn paint_attribute(out: &mut String, name: &str, Colour(red, green, blue, opacity): Colour) {
    let _ = write!(out, " {name}=\"#{red:02x}{green:02x}{blue:02x}\"");
    if opacity < 1.0 {
        let _ = write!(out, " {name}-opacity=\"{}\"", Number(opacity));
    }
}

/// A coordinate with at most two decimals, and none that say nothing; what is no number is 0.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = if self.0.is_finite() { self.0.clamp(-1e6, 1e6) } else { 0.0 };
        let text = format!("{value:.2}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        formatter.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Where words stand on the sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    /// What they say.
    pub text: String,
    /// Left, top, right and bottom.
    pub area: [f64; 4],
}

/// The surface.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    symbols: Vec<String>,
    symbol_text: String,
    body: String,
    origin: (f64, f64),
    words: Vec<Words>,
    in_symbol: bool,
}

impl Canvas {
    /// Draws with `origin` moved by (`right`, `down`).
    ///
    /// # Errors
    /// What `draw` reports.
    pub fn at(&mut self, right: f64, down: f64, draw: impl FnOnce(&mut Self) -> Result<(), ChartError>) -> Result<(), ChartError> {
        let before = self.origin;
        self.origin = (before.0 + right, before.1 + down);
        let done = draw(self);
        self.origin = before;
        done
    }

    fn out(&mut self) -> &mut String {
        if self.in_symbol { &mut self.symbol_text } else { &mut self.body }
    }

    fn point(&self, (x, y): (f64, f64)) -> (Number, Number) {
        (Number(self.origin.0 + x), Number(self.origin.1 + y))
    }

    /// Places the symbol `name` with its middle at (`x`, `y`), `scale` times as large as drawn; at its first use `draw` draws it around (0, 0).
    ///
    /// # Errors
    /// What `draw` reports.
    pub fn symbol(
        &mut self,
        name: &str,
        (x, y): (f64, f64),
        scale: f64,
        draw: impl FnOnce(&mut Self) -> Result<(), ChartError>,
    ) -> Result<(), ChartError> {
        if !self.symbols.iter().any(|known| known == name) {
            // symbols do not nest: what is drawn in one is written out
            if self.in_symbol {
                return draw(self);
            }
            self.symbols.push(name.to_owned());
            let _ = write!(self.symbol_text, "<g id=\"{name}\">");
            let before = std::mem::replace(&mut self.origin, (0.0, 0.0));
            self.in_symbol = true;
            let done = draw(self);
            self.in_symbol = false;
            self.origin = before;
            self.symbol_text.push_str("</g>\n");
            done?;
        }
        let (x, y) = self.point((x, y));
        let scale = if (scale - 1.0).abs() < 1e-9 { String::new() } else { format!(" scale({})", Number(scale)) };
        let _ = writeln!(self.out(), "<use href=\"#{name}\" transform=\"translate({x} {y}){scale}\"/>");
        Ok(())
    }

    /// A rectangle with round corners of `radius`.
    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), radius: f64, paint: Paint) {
        let (x, y) = self.point((x, y));
        let (width, height, radius, paint) = (Number(width.max(0.0)), Number(height.max(0.0)), Number(radius), paint.attributes());
        let _ = writeln!(self.out(), "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"{paint}/>");
    }

    /// A circle.
    pub fn circle(&mut self, centre: (f64, f64), radius: f64, paint: Paint) {
        let (x, y) = self.point(centre);
        let (radius, paint) = (Number(radius.max(0.0)), paint.attributes());
        let _ = writeln!(self.out(), "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{paint}/>");
    }

    /// An ellipse with half axes `across` and `down`.
    pub fn ellipse(&mut self, centre: (f64, f64), (across, down): (f64, f64), paint: Paint) {
        let (x, y) = self.point(centre);
        let (across, down, paint) = (Number(across), Number(down), paint.attributes());
        let _ = writeln!(self.out(), "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{across}\" ry=\"{down}\"{paint}/>");
    }

    /// A line through points, closed for a polygon.
    pub fn path(&mut self, points: &[(f64, f64)], closed: bool, paint: Paint) {
        let mut data = String::new();
        for (number, &point) in points.iter().enumerate() {
            let (x, y) = self.point(point);
            let _ = write!(data, "{}{x} {y}", if number == 0 { 'M' } else { 'L' });
        }
        if closed {
            data.push('Z');
        }
        let paint = paint.attributes();
        let _ = writeln!(self.out(), "<path d=\"{data}\"{paint}/>");
    }

    /// A text whose capitals are centred, vertically, on `y`.
    ///
    /// # Errors
    /// When the type face cannot be read.
    pub fn text(&mut self, x: f64, y: f64, text: &str, font: Type) -> Result<(), ChartError> {
        if text.is_empty() {
            return Ok(());
        }
        let width = font.width(text)?;
        if !self.in_symbol {
            let left = self.origin.0
                + match font.align {
                    Align::Left => x,
                    Align::Centre => x - width / 2.0,
                    Align::Right => x - width,
                };
            let middle = self.origin.1 + y;
            let half = WORD_HEIGHT * font.size / 2.0;
            self.words.push(Words { text: text.to_owned(), area: [left, middle - half, left + width, middle + half] });
        }
        // every text keeps its width where another face must serve for Inter
        let length = format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", Number(width));
        self.write_text(x, y, text, font, &length);
        Ok(())
    }

    /// A text that reads along a ray: from (`x`, `y`) away at `degrees` (0: to the right, 90: down). It is not remembered as words.
    pub fn text_along(&mut self, (x, y): (f64, f64), degrees: f64, text: &str, font: Type) {
        let (at_x, at_y) = self.point((x, y));
        let turn = format!(" transform=\"rotate({} {at_x} {at_y})\"", Number(degrees));
        self.write_text(x, y, text, font, &turn);
    }

    fn write_text(&mut self, x: f64, y: f64, text: &str, font: Type, more: &str) {
        let (x, y) = self.point((x, y + HALF_CAPITAL * font.size));
        let anchor = match font.align {
            Align::Left => "",
            Align::Centre => " text-anchor=\"middle\"",
            Align::Right => " text-anchor=\"end\"",
        };
        let weight = if font.bold { " font-weight=\"bold\"" } else { "" };
        let mut colour = String::new();
        paint_attribute(&mut colour, "fill", font.colour);
        let (size, text) = (Number(font.size), escaped(text));
        let _ = writeln!(self.out(), "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight}{anchor}{colour}{more}>{text}</text>");
    }

    /// Remembers an area as if words filled it: a drawing that holds texts of its own.
    pub fn reserve(&mut self, text: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let (left, top) = (self.origin.0 + x, self.origin.1 + y);
        self.words.push(Words { text: text.to_owned(), area: [left, top, left + width, top + height] });
    }

    /// Where all words stand.
    #[cfg(test)]
    #[must_use]
    pub fn words(&self) -> &[Words] {
        &self.words
    }

    /// The finished picture of `width` x `height` units, shown `scale` times as large; `title` is read aloud to those who cannot see it.
    #[must_use]
    pub fn finish(&self, (width, height): (f64, f64), scale: f64, title: &str) -> Picture {
        // whole pixels, so that no edge is half white
        let (shown_w, shown_h) = ((width * scale).ceil(), (height * scale).ceil());
        let (w, h) = (Number(shown_w / scale), Number(shown_h / scale));
        let (shown_w, shown_h) = (Number(shown_w), Number(shown_h));
        let title = escaped(title);
        Picture::of_svg(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_w}\" height=\"{shown_h}\" viewBox=\"0 0 {w} {h}\" role=\"img\">\n<title>{title}</title>\n\
             <defs>\n{}</defs>\n<g font-family=\"{FAMILY}\">\n{}</g>\n</svg>\n",
            self.symbol_text, self.body
        ))
    }
}

/// A text as XML holds it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // control characters have no place in XML
            control if control.is_control() => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_strange() {
        for (value, text) in [(1.0, "1"), (0.5, "0.5"), (-0.001, "0"), (2.345_6, "2.35"), (100.0, "100"), (f64::NAN, "0"), (f64::INFINITY, "0")] {
            assert_eq!(Number(value).to_string(), text);
        }
    }

    #[test]
    fn texts_are_escaped_and_remembered_where_they_stand() {
        let mut canvas = Canvas::default();
        canvas.at(10.0, 20.0, |canvas| canvas.text(5.0, 5.0, "a < b & \"c\"\u{7}", Type::new(10.0))).unwrap();
        let [words] = canvas.words() else { panic!("one text") };
        assert!((words.area[0] - 15.0).abs() < 1e-9 && words.area[1] < 25.0 && words.area[3] > 25.0);
        let picture = canvas.finish((100.0, 50.0), 2.0, "t");
        assert!(picture.svg().contains("a &lt; b &amp; &quot;c&quot;</text>"));
        let (width, height, _) = picture.pixels().unwrap();
        assert_eq!((width, height), (400, 200));
    }

    #[test]
    fn a_symbol_is_written_once() {
        let mut canvas = Canvas::default();
        for x in 0..3_u8 {
            canvas
                .symbol("dot", (f64::from(x), 1.0), 2.0, |canvas| {
                    canvas.circle((0.0, 0.0), 1.0, Paint::fill(Colour(0, 0, 0, 1.0)));
                    Ok(())
                })
                .unwrap();
        }
        let picture = canvas.finish((10.0, 10.0), 1.0, "t");
        assert_eq!(picture.svg().matches("<circle").count(), 1);
        assert_eq!(picture.svg().matches("<use").count(), 3);
        let (_, _, rgb) = picture.pixels().unwrap();
        assert!(rgb.iter().any(|&level| level < 50), "symbols are drawn");
    }
}
