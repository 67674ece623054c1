//! The wheel of Diamond River: every sector with its sum, the one that pays at the top, under the pointer.

use super::canvas::{Canvas, Paint};
use super::colours::{GOLD, RIVER, WHITE};
use super::words::money;
use crate::money::{Cents, decimal_text, iso_decimals};
use crate::report::chart::ChartError;
use crate::report::chart::canvas::{Align, Type};
use crate::report::chart::number::THIN;
use crate::report::chart::style::{Colour, INK};
use std::f64::consts::PI;

/// Tints of sectors, by sum; neighbours differ in lightness.
const TINTS: [Colour; 8] = [
    Colour(214, 232, 240, 1.0),
    Colour(120, 182, 208, 1.0),
    Colour(240, 246, 249, 1.0),
    Colour(62, 134, 168, 1.0),
    Colour(170, 212, 226, 1.0),
    Colour(28, 92, 124, 1.0),
    Colour(198, 120, 150, 1.0),
    Colour(140, 60, 96, 1.0),
];

/// The sums around the wheel, spread so that equal ones stand far apart. The rules give the sectors and not their order.
#[must_use]
pub fn around(sectors: &[(Cents, u64)]) -> Vec<usize> {
    let mut places: Vec<(f64, usize)> = Vec::new();
    for (number, &(_, count)) in sectors.iter().enumerate() {
        // each sum begins a little later, so that none pushes the others aside
        let begin = 0.5 / (count.max(1) as f64) + number as f64 * 0.037;
        places.extend((0..count).map(|turn| ((turn as f64 / count as f64 + begin).fract(), number)));
    }
    places.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    places.into_iter().map(|(_, number)| number).collect()
}

/// Draws the wheel around (`x`, `y`), `radius` to the rim; the sector of `paid` stands at the top.
///
/// # Errors
/// When words cannot be measured.
pub fn draw(canvas: &mut Canvas, (x, y): (f64, f64), radius: f64, sectors: &[(Cents, u64)], paid: Cents, currency: &str) -> Result<(), ChartError> {
    let order = around(sectors);
    let count = order.len();
    let at = |angle: f64, length: f64| (x + length * angle.cos(), y + length * angle.sin());
    let paying = order.iter().position(|&number| sectors[number].0 == paid).unwrap_or(0);
    let width = 2.0 * PI / (count.max(1) as f64);
    canvas.circle((x, y), radius, Paint::fill(RIVER));
    let hub = radius * 0.34;
    let rim = radius * 0.95;
    let room = rim - hub - radius * 0.07;
    // as large as fits a sector where its words begin and the longest sum along the ray
    let mut size = (width * (hub + radius * 0.2) * 0.95).min(radius * 0.135);
    for &(sum, _) in sectors {
        size = Type::new(size).bold().fitted(&digits(sum, currency), room, 0.1)?.size;
    }
    for place in 0..count {
        let turn = (place + count - paying) % count;
        let number = order[place];
        let pays = turn == 0;
        let middle = turn as f64 * width - PI / 2.0;
        let edge = if pays { radius } else { rim };
        let steps = 6_u8;
        let arc = (0..=steps).map(|step| at(middle + width * (f64::from(step) / f64::from(steps) - 0.5), edge));
        let outline: Vec<(f64, f64)> = std::iter::once((x, y)).chain(arc).collect();
        let tint = if pays { GOLD } else { TINTS[number % TINTS.len()] };
        canvas.path(&outline, true, Paint::fill(tint).outlined(RIVER, 1.0).round());
        if size >= 3.0 {
            let ink = if !pays && tint.is_dark() { WHITE } else { INK };
            let font = Type::new(size).bold().colour(ink);
            let degrees = middle.to_degrees();
            // words on the left half are turned over, so that none stands on its head
            if middle.cos() < -0.001 {
                canvas.text_along(at(middle, rim - radius * 0.05), degrees + 180.0, &digits(sectors[number].0, currency), font);
            } else {
                canvas.text_along(at(middle, rim - radius * 0.05), degrees, &digits(sectors[number].0, currency), font.align(Align::Right));
            }
        }
    }
    canvas.circle((x, y), hub, Paint::fill(WHITE).outlined(RIVER, 1.5));
    let sum = money(paid, currency);
    let font = Type::new(hub * 0.72).bold().colour(INK).align(Align::Centre).fitted(&sum, hub * 1.75, 0.3)?;
    canvas.text_along((x, y), 0.0, &font.cut(&sum, hub * 1.8)?, font);
    let top = y - radius - radius * 0.02;
    let pointer = [(x - radius * 0.10, top - radius * 0.07), (x + radius * 0.10, top - radius * 0.07), (x, top + radius * 0.12)];
    canvas.path(&pointer, true, Paint::fill(Colour(200, 30, 50, 1.0)).outlined(WHITE, 1.2).round());
    canvas.reserve("the wheel", (x - radius, top - radius * 0.07), (2.0 * radius, 2.0 * radius + radius * 0.1));
    Ok(())
}

/// A sum without its unit: `30 000`, `2.50`.
fn digits(sum: Cents, currency: &str) -> String {
    decimal_text(sum.wide(), iso_decimals(currency)).replace(' ', &THIN.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sectors_stand_around_the_wheel_and_equal_ones_apart() {
        let sectors = [(3, 4), (6, 4), (10, 3), (20, 3), (50, 2), (100, 2), (1_000, 1), (30_000, 1)].map(|(sum, count)| (Cents(sum * 100), count));
        let order = around(&sectors);
        assert_eq!(order.len(), 20);
        for (number, &(_, count)) in sectors.iter().enumerate() {
            assert_eq!(order.iter().filter(|&&other| other == number).count() as u64, count);
        }
        for place in 0..20 {
            assert_ne!(order[place], order[(place + 1) % 20], "{order:?}");
        }
        assert!(around(&[]).is_empty());
    }
}
