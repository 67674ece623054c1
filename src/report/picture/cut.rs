//! Gems as they are cut: every gem has a shape of its own, facets that catch the light from the top left, and its colour.

use super::canvas::{Canvas, Paint};
use super::colours::{GOLD, WHITE};
use crate::report::chart::ChartError;
use crate::report::chart::canvas::{Align, Type};
use crate::report::chart::style::{Colour, INK};
use std::f64::consts::PI;

/// A gem reaches this far from its middle.
pub const RADIUS: f64 = 10.0;
const SHADOW: Colour = Colour(8, 16, 28, 1.0);

/// The outline of the gem with this number, or that of a gem the built-in game knows by name.
fn outline(name: &str, number: usize) -> Vec<(f64, f64)> {
    let known = ["red", "purple", "blue", "orange", "green", "pink"].iter().position(|known| *known == name);
    let polygon = |corners: u8, first: f64, radius: f64| -> Vec<(f64, f64)> {
        let angle = |corner: u8| first + 2.0 * PI * f64::from(corner) / f64::from(corners);
        (0..corners).map(|corner| (radius * angle(corner).cos(), radius * angle(corner).sin())).collect()
    };
    match known.unwrap_or(number % 8) {
        // round brilliant
        0 => polygon(12, PI / 12.0, 9.6),
        // trillion
        1 => vec![(0.0, -9.6), (2.6, -8.2), (9.6, 5.2), (8.8, 7.8), (-8.8, 7.8), (-9.6, 5.2), (-2.6, -8.2)],
        // rhombus
        2 => vec![(0.0, -10.4), (8.4, 0.0), (0.0, 10.4), (-8.4, 0.0)],
        // hexagon
        3 => polygon(6, 0.0, 10.2),
        // emerald cut
        4 => vec![(-5.0, -9.6), (5.0, -9.6), (8.0, -6.6), (8.0, 6.6), (5.0, 9.6), (-5.0, 9.6), (-8.0, 6.6), (-8.0, -6.6)],
        // heart
        5 => {
            vec![(0.0, -5.4), (2.6, -8.6), (6.4, -8.8), (9.4, -5.8), (9.2, -1.6), (0.0, 9.8), (-9.2, -1.6), (-9.4, -5.8), (-6.4, -8.8), (-2.6, -8.6)]
        }
        // marquise, lying
        6 => vec![(-10.4, 0.0), (-5.0, -5.6), (0.0, -6.8), (5.0, -5.6), (10.4, 0.0), (5.0, 5.6), (0.0, 6.8), (-5.0, 5.6)],
        // square
        _ => vec![(-8.4, -8.4), (8.4, -8.4), (8.4, 8.4), (-8.4, 8.4)],
    }
}

/// Facets between an outline and its table, each as light as it faces the top left.
fn cut(canvas: &mut Canvas, outline: &[(f64, f64)], table: f64, tint: Colour) {
    canvas.path(outline, true, Paint::fill(tint).outlined(SHADOW, 1.4).round());
    let inner = |(x, y): (f64, f64)| (x * table, y * table);
    for (number, &from) in outline.iter().enumerate() {
        let to = outline[(number + 1) % outline.len()];
        let (x, y) = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        let light = -(x + 1.4 * y) / (x.hypot(y).max(1.0) * 1.72);
        let shade = if light > 0.0 { tint.towards(WHITE, 0.5 * light) } else { tint.towards(SHADOW, -0.42 * light) };
        canvas.path(&[from, to, inner(to), inner(from)], true, Paint::fill(shade));
    }
    let table: Vec<(f64, f64)> = outline.iter().map(|&corner| inner(corner)).collect();
    canvas.path(&table, true, Paint::fill(tint.towards(WHITE, 0.16)));
}

/// A gem.
///
/// # Errors
/// None of its own.
pub fn gem(canvas: &mut Canvas, at: (f64, f64), scale: f64, name: &str, number: usize) -> Result<(), ChartError> {
    canvas.symbol(&format!("gem-{number}"), at, scale, |canvas| {
        cut(canvas, &outline(name, number), 0.56, super::colours::gem(name, number));
        Ok(())
    })
}

/// The magic gem: a sparkle of all colours.
///
/// # Errors
/// None of its own.
pub fn magic(canvas: &mut Canvas, at: (f64, f64), scale: f64) -> Result<(), ChartError> {
    canvas.symbol("gem-magic", at, scale, |canvas| {
        let corner = |number: u8| {
            let radius = if number.is_multiple_of(2) { 11.0 } else { 5.0 };
            let angle = f64::from(number) * PI / 4.0 - PI / 2.0;
            (radius * angle.cos(), radius * angle.sin())
        };
        let outline: Vec<(f64, f64)> = (0..8).map(corner).collect();
        canvas.path(&outline, true, Paint::fill(WHITE).outlined(WHITE, 3.0).round());
        for facet in 0..8_u8 {
            let tint = super::colours::gem("", usize::from(facet) % 6);
            canvas.path(&[(0.0, 0.0), corner(facet), corner((facet + 1) % 8)], true, Paint::fill(tint));
        }
        canvas.circle((0.0, 0.0), 2.6, Paint::fill(WHITE));
        Ok(())
    })
}

/// The golden gem: a brilliant seen from its side.
///
/// # Errors
/// None of its own.
pub fn gold(canvas: &mut Canvas, at: (f64, f64), scale: f64) -> Result<(), ChartError> {
    canvas.symbol("gem-gold", at, scale, |canvas| {
        let outline = [(-6.0, -8.0), (6.0, -8.0), (10.2, -2.2), (0.0, 9.6), (-10.2, -2.2)];
        canvas.path(&outline, true, Paint::fill(GOLD).outlined(Colour(92, 60, 0, 1.0), 1.8).round());
        let facets = [
            ([(-6.0, -8.0), (-10.2, -2.2), (-4.0, -2.2)], GOLD.towards(WHITE, 0.35)),
            ([(-6.0, -8.0), (0.0, -8.0), (-4.0, -2.2)], GOLD.towards(WHITE, 0.7)),
            ([(0.0, -8.0), (-4.0, -2.2), (4.0, -2.2)], GOLD.towards(WHITE, 0.45)),
            ([(6.0, -8.0), (10.2, -2.2), (4.0, -2.2)], GOLD.towards(SHADOW, 0.18)),
            ([(-10.2, -2.2), (-4.0, -2.2), (0.0, 9.6)], GOLD.towards(WHITE, 0.15)),
            ([(4.0, -2.2), (10.2, -2.2), (0.0, 9.6)], GOLD.towards(SHADOW, 0.3)),
        ];
        for (facet, tint) in facets {
            canvas.path(&facet, true, Paint::fill(tint));
        }
        Ok(())
    })
}

/// One more throw.
///
/// # Errors
/// When words cannot be measured.
pub fn plus_one(canvas: &mut Canvas, at: (f64, f64), scale: f64) -> Result<(), ChartError> {
    canvas.symbol("plus-one", at, scale, |canvas| {
        canvas.rect((-10.0, -8.5), (20.0, 17.0), 5.0, Paint::fill(WHITE).outlined(SHADOW, 1.2));
        canvas.text(-0.4, 0.0, "+1", Type::new(13.0).bold().colour(INK).align(Align::Centre))
    })
}

/// The sign of the wheel.
///
/// # Errors
/// None of its own.
pub fn wheel(canvas: &mut Canvas, at: (f64, f64), scale: f64) -> Result<(), ChartError> {
    canvas.symbol("wheel-sign", at, scale, |canvas| {
        canvas.circle((0.0, 0.0), 9.8, Paint::fill(WHITE).outlined(GOLD, 2.0));
        for spoke in 0..8_u8 {
            let edge = |number: u8| {
                let angle = f64::from(number) * PI / 4.0;
                (8.6 * angle.cos(), 8.6 * angle.sin())
            };
            if spoke % 2 == 0 {
                canvas.path(&[(0.0, 0.0), edge(spoke), edge(spoke + 1)], true, Paint::fill(Colour(190, 40, 60, 1.0)));
            }
        }
        canvas.circle((0.0, 0.0), 2.8, Paint::fill(GOLD).outlined(SHADOW, 1.0));
        Ok(())
    })
}
