//! The sky of Star Color: 42 stars in their colours, the uncovered ones lit, with what they hid and the wave they exploded in.
//!
//! A star's colour is also its shape and its letters. What an Explosion Bonus reached is shaded behind the stars: a square around a milky way, a band along
//! the diagonal of a shooting star, threads from a supernova to the stars of its colour.

use super::canvas::{Canvas, Paint};
use super::card::{Board, fitted};
use super::colours::{FAINT, GOLD, NIGHT, ON_NIGHT, ON_STAR, WHITE, star};
use super::words::money;
use crate::games::stars::visual::{COLUMNS, Colour as StarColour, Content, Direction, ROWS};
use crate::games::stars::{Explosion, SetTrace, Star, Trace};
use crate::money::Cents;
use crate::report::chart::ChartError;
use crate::report::chart::canvas::{Align, Type};
use crate::report::chart::style::{Colour, INK};
use std::f64::consts::PI;

/// Side of a star's cell.
const CELL: f64 = 61.0;
/// Between the sky's edge and its stars.
const MARGIN: f64 = 8.0;
/// Height of the line above the stars.
const STRIP: f64 = 30.0;
/// Width of a sky.
pub const SKY_WIDTH: f64 = 7.0 * CELL + 2.0 * MARGIN;
/// Height of a sky.
const SKY_HEIGHT: f64 = STRIP + 6.0 * CELL + MARGIN;
const _: () = assert!(ROWS == 6 && COLUMNS == 7, "the sky has room for 6 x 7 stars");

/// How far a play has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The set played, 0 or 1.
    pub set: usize,
    /// The wave that is over: 0 once the selected colour is uncovered.
    pub wave: usize,
}

/// One or two skies of a play.
pub struct Skies {
    /// The play.
    pub trace: Trace,
    /// How far it has come; `None` for its end.
    pub moment: Option<Moment>,
    /// The currency of its sums.
    pub currency: String,
    /// Room between two skies.
    pub gap: f64,
}

impl Skies {
    /// The sets shown: all at the end, the one that is played before.
    fn shown(&self) -> Vec<(usize, &SetTrace)> {
        let all = self.trace.sets.iter().enumerate();
        all.filter(|(number, _)| self.moment.is_none_or(|moment| moment.set == *number)).collect()
    }
}

impl Board for Skies {
    fn size(&self) -> (f64, f64) {
        let skies = self.shown().len() as f64;
        (skies * (SKY_WIDTH + self.gap) - self.gap, SKY_HEIGHT)
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), ChartError> {
        let mut x = 0.0;
        for (place, (number, set)) in self.shown().into_iter().enumerate() {
            if place > 0 {
                let middle = SKY_HEIGHT / 2.0;
                let (from, to) = (x - self.gap + 9.0, x - 9.0);
                canvas.path(&[(from, middle), (to - 2.0, middle)], false, Paint::stroke(GOLD, 6.0));
                canvas.path(&[(to - 10.0, middle - 12.0), (to, middle), (to - 10.0, middle + 12.0)], false, Paint::stroke(GOLD, 6.0).round());
            }
            let sky = Sky { set, number, of: self.trace.sets.len(), selected: self.trace.selected, moment: self.moment, currency: &self.currency };
            canvas.at(x, 0.0, |canvas| sky.draw(canvas))?;
            x += SKY_WIDTH + self.gap;
        }
        Ok(())
    }
}

struct Sky<'a> {
    set: &'a SetTrace,
    number: usize,
    of: usize,
    selected: StarColour,
    moment: Option<Moment>,
    currency: &'a str,
}

/// The middle of a star.
fn middle(cell: usize) -> (f64, f64) {
    let (row, column) = ((cell / COLUMNS) as f64, (cell % COLUMNS) as f64);
    (MARGIN + (column + 0.5) * CELL, STRIP + (row + 0.5) * CELL - 5.0)
}

impl Sky<'_> {
    fn wave_over(&self) -> usize {
        self.moment.map_or(usize::MAX, |moment| moment.wave)
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), ChartError> {
        canvas.rect((0.0, 0.0), (SKY_WIDTH, SKY_HEIGHT), 12.0, Paint::fill(NIGHT));
        let strip = STRIP / 2.0 + 2.0;
        let title = match (self.number, self.of) {
            (_, 1) => "",
            (0, _) => "first set",
            _ => "Extra set",
        };
        canvas.text(MARGIN + 6.0, strip, title, Type::new(13.0).bold().colour(if self.number == 0 { WHITE } else { GOLD }))?;
        let word = self.selected.word();
        let font = Type::new(13.0).bold().colour(WHITE).align(Align::Right);
        let right = SKY_WIDTH - MARGIN - 6.0;
        canvas.text(right, strip, word, font)?;
        let left = right - font.width(word)?;
        shape(canvas, self.selected, (left - 17.0, strip), 0.46, Look::Lit)?;
        canvas.text(left - 32.0, strip, "selected", Type::new(12.0).colour(ON_NIGHT).align(Align::Right))?;
        for explosion in self.set.explosions.iter().filter(|explosion| explosion.wave <= self.wave_over()) {
            self.reach(canvas, explosion);
        }
        for (cell, star) in self.set.stars.iter().enumerate() {
            self.star(canvas, middle(cell), star)?;
        }
        Ok(())
    }

    /// What an explosion reached, behind the stars.
    fn reach(&self, canvas: &mut Canvas, explosion: &Explosion) {
        let latest = self.moment.is_none_or(|moment| moment.wave == explosion.wave);
        let shade = WHITE.faded(if latest { 0.13 } else { 0.06 });
        let edge = WHITE.faded(if latest { 0.5 } else { 0.2 });
        let places: Vec<(f64, f64)> = explosion.reach.iter().map(|&cell| middle(cell)).collect();
        let centre = middle(explosion.star);
        let among = places.iter().copied().chain([centre]);
        let (left, right) = among.clone().fold((centre.0, centre.0), |(low, high), (x, _)| (low.min(x), high.max(x)));
        let (top, bottom) = among.fold((centre.1, centre.1), |(low, high), (_, y)| (low.min(y), high.max(y)));
        let half = CELL / 2.0;
        match explosion.bonus {
            Content::MilkyWay => {
                let size = (right - left + CELL - 4.0, bottom - top + CELL - 4.0);
                canvas.rect((left - half + 2.0, top - half + 7.0), size, 16.0, Paint::fill(shade).outlined(edge, 1.5));
            }
            Content::ShootingStar(direction) => {
                let ends = match direction {
                    Direction::NwSe => [(left, top), (right, bottom)],
                    Direction::NeSw => [(right, top), (left, bottom)],
                };
                band(canvas, ends, half - 6.0, Paint::fill(shade).outlined(edge, 1.5));
            }
            Content::Supernova(colour) => {
                for place in places {
                    canvas.path(&[centre, place], false, Paint::stroke(star(colour).faded(if latest { 0.85 } else { 0.4 }), 2.0));
                }
            }
            Content::Nothing | Content::Sum(_) | Content::Extra => {}
        }
    }

    fn star(&self, canvas: &mut Canvas, (x, y): (f64, f64), star: &Star) -> Result<(), ChartError> {
        let wave = star.wave.filter(|&wave| wave <= self.wave_over());
        let Some(wave) = wave else { return self.covered(canvas, (x, y), star) };
        let fresh = self.moment.is_none_or(|moment| moment.wave == wave);
        shape(canvas, star.colour, (x, y), 1.0, if fresh { Look::Lit } else { Look::Seen })?;
        match star.content {
            Content::Nothing | Content::Sum(_) => letters(canvas, (x, y), star.colour, INK)?,
            Content::Extra => extra(canvas, (x, y), 1.0)?,
            bonus => explosion_bonus(canvas, (x, y), bonus, true)?,
        }
        if star.sum > Cents::ZERO {
            let (text, font) = fitted(Type::new(12.0).bold().colour(INK).align(Align::Centre), &money(star.sum, self.currency), CELL - 8.0)?;
            let width = font.width(&text)? + 8.0;
            canvas.rect((x - width / 2.0, y + 18.0), (width, 16.0), 8.0, Paint::fill(GOLD));
            canvas.text(x, y + 26.0, &text, font)?;
        }
        if wave > 0 {
            canvas.circle((x + 21.0, y - 17.0), 8.0, Paint::fill(WHITE).outlined(NIGHT, 1.5));
            canvas.text(x + 21.0, y - 17.0, &wave.to_string(), Type::new(11.0).bold().colour(INK).align(Align::Centre))?;
        }
        Ok(())
    }

    /// A star that stays covered: dim, with what it hid, as the game shows it at the end; while it is played, nothing is told.
    fn covered(&self, canvas: &mut Canvas, (x, y): (f64, f64), star: &Star) -> Result<(), ChartError> {
        shape(canvas, star.colour, (x, y), 0.72, Look::Covered)?;
        letters(canvas, (x, y), star.colour, ON_STAR)?;
        if self.moment.is_some() {
            return Ok(());
        }
        match star.content {
            Content::Nothing => Ok(()),
            Content::Sum(_) => {
                let (text, font) = fitted(Type::new(10.0).colour(ON_NIGHT).align(Align::Centre), &money(star.sum, self.currency), CELL - 6.0)?;
                canvas.text(x, y + 25.0, &text, font)
            }
            Content::Extra => canvas.text(x, y + 25.0, "Extra", Type::new(10.0).colour(ON_NIGHT).align(Align::Centre)),
            bonus => explosion_bonus(canvas, (x, y + 25.0), bonus, false),
        }
    }
}

/// A band around a diagonal, cut off square.
fn band(canvas: &mut Canvas, [from, to]: [(f64, f64); 2], half: f64, paint: Paint) {
    let slope = if (to.0 - from.0).abs() < 1.0 { 1.0 } else { (to.0 - from.0).signum() };
    let lean = (1.0 / 2.0_f64).sqrt();
    let along = (slope * lean * half, lean * half);
    let across = (-slope * lean * half * 0.72, lean * half * 0.72);
    let (from, to) = ((from.0 - along.0, from.1 - along.1 + 3.0), (to.0 + along.0, to.1 + along.1 + 3.0));
    // across the direction: turn it by a right angle
    let side = (-across.1 * slope, across.1);
    let corners =
        [(from.0 + side.0, from.1 + side.1), (to.0 + side.0, to.1 + side.1), (to.0 - side.0, to.1 - side.1), (from.0 - side.0, from.1 - side.1)];
    canvas.path(&corners, true, paint.round());
}

/// How a star looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Uncovered just now, or at the end.
    Lit,
    /// Uncovered before.
    Seen,
    /// Covered.
    Covered,
}

/// A star in the shape of its colour, 22 units from its middle to its points.
///
/// # Errors
/// None of its own.
pub fn shape(canvas: &mut Canvas, colour: StarColour, at: (f64, f64), scale: f64, look: Look) -> Result<(), ChartError> {
    let suffix = match look {
        Look::Lit => "lit",
        Look::Seen => "seen",
        Look::Covered => "dim",
    };
    canvas.symbol(&format!("star-{}-{suffix}", colour.word()), at, scale, |canvas| {
        let tint = star(colour);
        let (light, body, edge) = match look {
            Look::Lit => (tint.towards(WHITE, 0.45), tint, Some(WHITE)),
            Look::Seen => (tint.towards(WHITE, 0.2), tint.towards(NIGHT, 0.15), Some(tint.towards(NIGHT, 0.55))),
            Look::Covered => (tint.towards(NIGHT, 0.42), tint.towards(NIGHT, 0.52), None),
        };
        if look == Look::Lit {
            canvas.circle((0.0, 0.0), 27.0, Paint::fill(tint.towards(NIGHT, 0.72)));
        }
        spikes(canvas, colour, 22.0, (light, body), edge.map(|edge| (edge, 2.2)));
        Ok(())
    })
}

/// A star of spikes, `outer` units from its middle to its tips, each spike half light and half dark.
fn spikes(canvas: &mut Canvas, colour: StarColour, outer: f64, (light, body): (Colour, Colour), edge: Option<(Colour, f64)>) {
    let (points, inner): (u8, f64) = match colour {
        StarColour::Violet => (4, 0.46),
        StarColour::Bleu => (5, 0.52),
        StarColour::Vert => (6, 0.58),
        StarColour::Jaune => (8, 0.68),
        StarColour::Orange => (12, 0.78),
        StarColour::Rose => (3, 0.62),
    };
    let step = PI / f64::from(points);
    let corner = |number: u8| {
        let radius = if number.is_multiple_of(2) { outer } else { outer * inner };
        let angle = f64::from(number) * step - PI / 2.0;
        (radius * angle.cos(), radius * angle.sin())
    };
    let outline: Vec<(f64, f64)> = (0..2 * points).map(corner).collect();
    let mut paint = Paint::fill(body).round();
    if let Some((edge, width)) = edge {
        paint = paint.outlined(edge, width);
    }
    canvas.path(&outline, true, paint);
    for spike in 0..points {
        let (tip, valley) = (corner(2 * spike), corner(2 * spike + 1));
        canvas.path(&[(0.0, 0.0), tip, valley], true, Paint::fill(light));
    }
}

/// The two letters of a colour, on its star.
fn letters(canvas: &mut Canvas, (x, y): (f64, f64), colour: StarColour, ink: Colour) -> Result<(), ChartError> {
    canvas.text(x, y, colour.letters(), Type::new(10.5).bold().colour(ink).align(Align::Centre))
}

/// The sign of an Extra.
pub fn extra(canvas: &mut Canvas, at: (f64, f64), scale: f64) -> Result<(), ChartError> {
    canvas.symbol("extra", at, scale, |canvas| {
        canvas.rect((-23.0, -9.0), (46.0, 18.0), 6.0, Paint::fill(GOLD).outlined(NIGHT, 1.5));
        canvas.text(0.0, 0.0, "EXTRA", Type::new(11.5).bold().colour(INK).align(Align::Centre))
    })
}

/// The sign of an Explosion Bonus: on a white disc where it goes off, small and faint where it stays covered.
pub fn explosion_bonus(canvas: &mut Canvas, at: (f64, f64), bonus: Content, lit: bool) -> Result<(), ChartError> {
    let (kind, word) = match bonus {
        Content::MilkyWay => ("milky-way", ""),
        Content::ShootingStar(direction) => ("shooting-star", direction.word()),
        Content::Supernova(colour) => ("supernova", colour.word()),
        Content::Nothing | Content::Sum(_) | Content::Extra => return Ok(()),
    };
    let name = format!("{kind}{}{word}-{}", if word.is_empty() { "" } else { "-" }, if lit { "lit" } else { "faint" });
    canvas.symbol(&name, at, if lit { 1.0 } else { 0.62 }, |canvas| {
        let ink = if lit { NIGHT } else { FAINT };
        if lit {
            canvas.circle((0.0, 0.0), 14.0, Paint::fill(WHITE).outlined(NIGHT, 1.5));
        }
        match bonus {
            Content::MilkyWay => spiral(canvas, ink),
            Content::ShootingStar(direction) => comet(canvas, direction, ink),
            Content::Supernova(colour) => burst(canvas, colour, lit),
            Content::Nothing | Content::Sum(_) | Content::Extra => {}
        }
        Ok(())
    })
}

/// Two arms of a galaxy.
fn spiral(canvas: &mut Canvas, ink: Colour) {
    for arm in [0.0, PI] {
        let points: Vec<(f64, f64)> = (0..=16_u8)
            .map(|step| {
                let turn = f64::from(step) / 16.0;
                let (angle, radius) = (arm + turn * 1.35 * PI, 2.0 + 8.5 * turn);
                (radius * angle.cos(), radius * angle.sin() * 0.9)
            })
            .collect();
        canvas.path(&points, false, Paint::stroke(ink, 2.6).round());
    }
    canvas.circle((0.0, 0.0), 3.2, Paint::fill(ink));
}

/// A star with its tail along a diagonal.
fn comet(canvas: &mut Canvas, direction: Direction, ink: Colour) {
    let side = if direction == Direction::NwSe { 1.0 } else { -1.0 };
    // the head falls: to the right for NW-SE, to the left for NE-SW
    let tail = [(-8.5 * side, -8.5), (6.5 * side, 1.5), (1.5 * side, 6.5)];
    canvas.path(&tail, true, Paint::fill(ink.towards(WHITE, 0.45)));
    let head = (4.0 * side, 4.0);
    let points: Vec<(f64, f64)> = (0..10_u8)
        .map(|corner| {
            let radius = if corner.is_multiple_of(2) { 6.4 } else { 2.8 };
            let angle = f64::from(corner) * PI / 5.0 - PI / 2.0;
            (head.0 + radius * angle.cos(), head.1 + radius * angle.sin())
        })
        .collect();
    canvas.path(&points, true, Paint::fill(ink));
}

/// Rays around a small star in the shape and the colour that explode.
fn burst(canvas: &mut Canvas, colour: StarColour, lit: bool) {
    let tint = star(colour);
    let rays = if lit { tint.towards(NIGHT, 0.35) } else { tint.towards(NIGHT, 0.2) };
    for ray in 0..12_u8 {
        let angle = f64::from(ray) * PI / 6.0 + PI / 12.0;
        let at = |radius: f64| (radius * angle.cos(), radius * angle.sin());
        canvas.path(&[at(10.4), at(12.6)], false, Paint::stroke(rays, 1.6).round());
    }
    let shades = if lit { (tint.towards(NIGHT, 0.12), tint.towards(NIGHT, 0.28)) } else { (tint, tint.towards(NIGHT, 0.25)) };
    spikes(canvas, colour, 9.6, shades, lit.then_some((NIGHT, 1.2)));
}
