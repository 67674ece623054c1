//! The charts, and the plays by prize.

use super::markup::{Html, element, frame, p, void};
use crate::report::base64::encode;
use crate::report::exhibits::{Chart, Gallery, Image, Play};

/// The charts, each with its finding as text.
#[must_use]
pub fn charts(charts: &[Chart]) -> Html {
    charts.iter().map(chart).collect()
}

fn chart(chart: &Chart) -> Html {
    let alt = format!("Chart: {}", chart.finding);
    let image = match &chart.image {
        Image::Png(png) => {
            let source = format!("data:image/png;base64,{}", encode(png));
            let (width, height) = png_size(png).unwrap_or((2_000, 1_000));
            // shown at half its pixels: it is drawn for fine screens
            let size = ((width / 2).to_string(), (height / 2).to_string());
            void("img", &[("src", &source), ("alt", &alt), ("width", &size.0), ("height", &size.1)])
        }
        Image::Svg(text) => svg(text, &alt),
    };
    let frame = frame("frame paper", &alt, image);
    element(
        "figure",
        &[("id", &format!("chart-{}", chart.name)), ("class", "chart")],
        [element("figcaption", &[], [Html::text(&chart.finding)]), frame],
    )
}

/// The plays, the largest prize first, and the key of their symbols.
#[must_use]
pub fn gallery(gallery: &Gallery) -> Html {
    let mut out = Html::default();
    if !gallery.plays.is_empty() {
        out.push(p(
            "One play for every prize, drawn with the run's seed; the command below each draws it again, and `--format json` gives it to a program.",
        ));
        out.push(element("div", &[("class", "plays")], gallery.plays.iter().map(play)));
    }
    if let Some(key) = &gallery.key {
        let alt = "Key of the symbols in the pictures above";
        let frame = frame("frame", alt, svg(key, alt));
        out.push(element("figure", &[("class", "key"), ("style", &sizes(key, "max-width"))], [frame]));
    }
    if !gallery.note.is_empty() {
        out.push(p(&gallery.note));
    }
    out
}

fn play(play: &Play) -> Html {
    let alt = format!("A play that shows {}: {}", play.prize, play.account);
    // as wide as it is drawn, on a screen that has room
    let style = sizes(&play.svg, "width");
    let caption = element(
        "figcaption",
        &[],
        [element("b", &[], [Html::text(&play.prize)]), Html::text(" "), element("code", &[], [Html::text(&play.command)])],
    );
    let frame = frame("frame", &alt, svg(&play.svg, &alt));
    // two boards side by side take the whole width of a page of paper
    let class = if svg_size(&play.svg).is_some_and(|(width, _)| width > WIDE) { "wide" } else { "" };
    element("figure", &[("class", class), ("style", &style)], [frame, caption])
}

/// An SVG as a picture of its own: nothing in it can touch the page.
fn svg(svg: &str, alt: &str) -> Html {
    let source = format!("data:image/svg+xml;base64,{}", encode(svg.as_bytes()));
    let (width, height) = svg_size(svg).unwrap_or((400.0, 400.0));
    void("img", &[("src", &source), ("alt", alt), ("width", &width.to_string()), ("height", &height.to_string())])
}

/// Pictures wider than this are wide ones.
const WIDE: f64 = 640.0;

/// How wide a picture stands, and the least width at which its words can be read.
fn sizes(svg: &str, property: &str) -> String {
    let width = svg_size(svg).map_or(400.0, |(width, _)| width);
    format!("{property}:{width}px;--least:{}px", (width * 0.66).round())
}

/// The size an SVG of this program names.
fn svg_size(svg: &str) -> Option<(f64, f64)> {
    let head = svg.split('>').next()?;
    let side = |name: &str| head.split(name).nth(1)?.split('"').next()?.parse().ok();
    Some((side(" width=\"")?, side(" height=\"")?))
}

/// The size a PNG names in its head.
fn png_size(png: &[u8]) -> Option<(u32, u32)> {
    let side = |at: usize| png.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    Some((side(16)?, side(20)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_name_their_size() {
        assert_eq!(svg_size("<svg xmlns=\"x\" width=\"620.5\" height=\"40\" viewBox=\"0 0 1 1\"><g width=\"1\">"), Some((620.5, 40.0)));
        assert_eq!(svg_size("<p>"), None);
        let mut head = vec![0; 16];
        head.extend([0, 0, 7, 208, 0, 0, 1, 0]);
        assert_eq!(png_size(&head), Some((2_000, 256)));
        assert_eq!(png_size(&head[..20]), None);
    }
}
