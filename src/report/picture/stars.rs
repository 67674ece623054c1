//! The sky of a game of stars: all stars in their colours, the uncovered ones lit, with what they hid and the wave they exploded in.
//!
//! A star's colour is also its shape and its letters. What an Explosion Bonus reached is shaded behind the stars: a square around a milky way, a band along
//! the diagonal of a shooting star, threads from a supernova to the stars of its colour.

use super::canvas::{Canvas, Paint};
use super::card::{Board, amount};
use super::colours::{FAINT, GOLD, NIGHT, ON_NIGHT, ON_STAR, WHITE, star, star_look};
use crate::games::stars::any::visual::Thing;
use crate::games::stars::shape::Shape;
use crate::games::stars::visual::{Content, Direction};
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
/// A sky is as wide at least: its title needs it.
const LEAST_WIDTH: f64 = 250.0;

/// Width and height of a sky.
fn sky_size(shape: &Shape) -> (f64, f64) {
    ((shape.columns as f64 * CELL + 2.0 * MARGIN).max(LEAST_WIDTH), STRIP + shape.rows as f64 * CELL + MARGIN)
}

/// A colour of stars as it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct StarColour<'a> {
    shape: &'a Shape,
    number: u8,
}

impl<'a> StarColour<'a> {
    /// The colour of a board with this number.
    #[must_use]
    pub const fn of(shape: &'a Shape, number: u8) -> Self {
        Self { shape, number }
    }

    fn look(self) -> usize {
        star_look(self.shape, self.number)
    }

    fn word(self) -> &'a str {
        self.shape.word(self.number)
    }
}

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
        let (width, height) = sky_size(&self.trace.shape);
        (skies * (width + self.gap) - self.gap, height)
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), ChartError> {
        let (width, height) = sky_size(&self.trace.shape);
        let mut x = 0.0;
        for (place, (number, set)) in self.shown().into_iter().enumerate() {
            if place > 0 {
                let middle = height / 2.0;
                let (from, to) = (x - self.gap + 9.0, x - 9.0);
                canvas.path(&[(from, middle), (to - 2.0, middle)], false, Paint::stroke(GOLD, 6.0));
                canvas.path(&[(to - 10.0, middle - 12.0), (to, middle), (to - 10.0, middle + 12.0)], false, Paint::stroke(GOLD, 6.0).round());
            }
            let Trace { shape, selected, .. } = &self.trace;
            let of = self.trace.sets.len();
            let sky = Sky { shape, set, number, of, selected: *selected, moment: self.moment, currency: &self.currency };
            canvas.at(x, 0.0, |canvas| sky.draw(canvas))?;
            x += width + self.gap;
        }
        Ok(())
    }
}

struct Sky<'a> {
    shape: &'a Shape,
    set: &'a SetTrace,
    number: usize,
    of: usize,
    selected: u8,
    moment: Option<Moment>,
    currency: &'a str,
}

impl Sky<'_> {
    /// The middle of a star.
    fn middle(&self, cell: usize) -> (f64, f64) {
        let columns = self.shape.columns;
        let (row, column) = ((cell / columns) as f64, (cell % columns) as f64);
        let left = (sky_size(self.shape).0 - columns as f64 * CELL) / 2.0;
        (left + (column + 0.5) * CELL, STRIP + (row + 0.5) * CELL - 5.0)
    }

    fn colour(&self, number: u8) -> StarColour<'_> {
        StarColour::of(self.shape, number)
    }

    fn wave_over(&self) -> usize {
        self.moment.map_or(usize::MAX, |moment| moment.wave)
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), ChartError> {
        let size = sky_size(self.shape);
        canvas.rect((0.0, 0.0), size, 12.0, Paint::fill(NIGHT));
        let strip = STRIP / 2.0 + 2.0;
        let title = match (self.number, self.of) {
            (_, 1) => "",
            (0, _) => "first set",
            _ => "Extra set",
        };
        canvas.text(MARGIN + 6.0, strip, title, Type::new(13.0).bold().colour(if self.number == 0 { WHITE } else { GOLD }))?;
        let word = self.shape.word(self.selected);
        let font = Type::new(13.0).bold().colour(WHITE).align(Align::Right);
        let right = size.0 - MARGIN - 6.0;
        canvas.text(right, strip, word, font)?;
        let left = right - font.width(word)?;
        shape(canvas, self.colour(self.selected), (left - 17.0, strip), 0.46, Look::Lit)?;
        canvas.text(left - 32.0, strip, "selected", Type::new(12.0).colour(ON_NIGHT).align(Align::Right))?;
        for explosion in self.set.explosions.iter().filter(|explosion| explosion.wave <= self.wave_over()) {
            self.reach(canvas, explosion);
        }
        for (cell, star) in self.set.stars.iter().enumerate() {
            self.star(canvas, self.middle(cell), star)?;
        }
        Ok(())
    }

    /// What an explosion reached, behind the stars.
    fn reach(&self, canvas: &mut Canvas, explosion: &Explosion) {
        let latest = self.moment.is_none_or(|moment| moment.wave == explosion.wave);
        let shade = WHITE.faded(if latest { 0.13 } else { 0.06 });
        let edge = WHITE.faded(if latest { 0.5 } else { 0.2 });
        let places: Vec<(f64, f64)> = explosion.reach.iter().map(|&cell| self.middle(cell)).collect();
        let centre = self.middle(explosion.star);
        let among = places.iter().copied().chain([centre]);
        let (left, right) = among.clone().fold((centre.0, centre.0), |(low, high), (x, _)| (low.min(x), high.max(x)));
        let (top, bottom) = among.fold((centre.1, centre.1), |(low, high), (_, y)| (low.min(y), high.max(y)));
        let half = CELL / 2.0;
        match explosion.bonus {
            // neighbours that share an edge only: a star of the sky around its middle
            Content::MilkyWay if !self.shape.corners => {
                for place in places {
                    canvas.path(&[centre, place], false, Paint::stroke(shade, CELL - 10.0).round());
                }
            }
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
                    canvas.path(&[centre, place], false, Paint::stroke(star(self.colour(colour).look()).faded(if latest { 0.85 } else { 0.4 }), 2.0));
                }
            }
            Content::Nothing | Content::Sum(_) | Content::Extra => {}
        }
    }

    fn star(&self, canvas: &mut Canvas, (x, y): (f64, f64), star: &Star) -> Result<(), ChartError> {
        let wave = star.wave.filter(|&wave| wave <= self.wave_over());
        let Some(wave) = wave else { return self.covered(canvas, (x, y), star) };
        let fresh = self.moment.is_none_or(|moment| moment.wave == wave);
        shape(canvas, self.colour(star.colour), (x, y), 1.0, if fresh { Look::Lit } else { Look::Seen })?;
        match star.content {
            Content::Nothing | Content::Sum(_) => letters(canvas, (x, y), self.colour(star.colour), INK)?,
            Content::Extra => extra(canvas, (x, y), 1.0)?,
            bonus => explosion_bonus(canvas, (x, y), self.shape, bonus, true)?,
        }
        if star.sum > Cents::ZERO {
            let (text, font) = amount(Type::new(12.0).bold().colour(INK).align(Align::Centre), star.sum, self.currency, CELL - 8.0)?;
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
        shape(canvas, self.colour(star.colour), (x, y), 0.72, Look::Covered)?;
        letters(canvas, (x, y), self.colour(star.colour), ON_STAR)?;
        if self.moment.is_some() {
            return Ok(());
        }
        match star.content {
            Content::Nothing => Ok(()),
            Content::Sum(_) => {
                let (text, font) = amount(Type::new(10.0).colour(ON_NIGHT).align(Align::Centre), star.sum, self.currency, CELL - 6.0)?;
                // rays end behind it
                let width = font.width(&text)? + 4.0;
                canvas.rect((x - width / 2.0, y + 19.0), (width, 12.0), 4.0, Paint::fill(NIGHT.faded(0.85)));
                canvas.text(x, y + 25.0, &text, font)
            }
            Content::Extra => canvas.text(x, y + 25.0, "Extra", Type::new(10.0).colour(ON_NIGHT).align(Align::Centre)),
            bonus => explosion_bonus(canvas, (x, y + 25.0), self.shape, bonus, false),
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
pub fn shape(canvas: &mut Canvas, colour: StarColour<'_>, at: (f64, f64), scale: f64, look: Look) -> Result<(), ChartError> {
    let suffix = match look {
        Look::Lit => "lit",
        Look::Seen => "seen",
        Look::Covered => "dim",
    };
    canvas.symbol(&format!("star-{}-{suffix}", colour.word()), at, scale, |canvas| {
        let tint = star(colour.look());
        let (light, body, edge) = match look {
            Look::Lit => (tint.towards(WHITE, 0.45), tint, Some(WHITE)),
            Look::Seen => (tint.towards(WHITE, 0.2), tint.towards(NIGHT, 0.15), Some(tint.towards(NIGHT, 0.55))),
            Look::Covered => (tint.towards(NIGHT, 0.42), tint.towards(NIGHT, 0.52), None),
        };
        if look == Look::Lit {
            canvas.circle((0.0, 0.0), 27.0, Paint::fill(tint.towards(NIGHT, 0.72)));
        }
        spikes(canvas, colour.look(), 22.0, (light, body), edge.map(|edge| (edge, 2.2)));
        Ok(())
    })
}

/// How many spikes, and how deep the valleys between them, by look.
const SPIKES: [(u8, f64); 8] = [(4, 0.46), (5, 0.52), (6, 0.58), (8, 0.68), (12, 0.78), (3, 0.62), (7, 0.4), (10, 0.9)];

/// A star of spikes, `outer` units from its middle to its tips, each spike half light and half dark.
fn spikes(canvas: &mut Canvas, look: usize, outer: f64, (light, body): (Colour, Colour), edge: Option<(Colour, f64)>) {
    let (points, inner) = SPIKES[look % SPIKES.len()];
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
fn letters(canvas: &mut Canvas, (x, y): (f64, f64), colour: StarColour<'_>, ink: Colour) -> Result<(), ChartError> {
    canvas.text(x, y, &colour.shape.letters(colour.number), Type::new(10.5).bold().colour(ink).align(Align::Centre))
}

/// The sign of an Extra.
pub fn extra(canvas: &mut Canvas, at: (f64, f64), scale: f64) -> Result<(), ChartError> {
    canvas.symbol("extra", at, scale, |canvas| {
        canvas.rect((-23.0, -9.0), (46.0, 18.0), 6.0, Paint::fill(GOLD).outlined(NIGHT, 1.5));
        canvas.text(0.0, 0.0, "EXTRA", Type::new(11.5).bold().colour(INK).align(Align::Centre))
    })
}

/// The sign of an Explosion Bonus: on a white disc where it goes off, small and faint where it stays covered.
pub fn explosion_bonus(canvas: &mut Canvas, at: (f64, f64), board: &Shape, bonus: Thing, lit: bool) -> Result<(), ChartError> {
    let (kind, word) = match bonus {
        Content::MilkyWay => ("milky-way", ""),
        Content::ShootingStar(direction) => ("shooting-star", direction.word()),
        Content::Supernova(colour) => ("supernova", board.word(colour)),
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
            Content::Supernova(colour) => burst(canvas, star_look(board, colour), lit),
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
fn burst(canvas: &mut Canvas, look: usize, lit: bool) {
    let tint = star(look);
    let rays = if lit { tint.towards(NIGHT, 0.35) } else { tint.towards(NIGHT, 0.2) };
    for ray in 0..12_u8 {
        let angle = f64::from(ray) * PI / 6.0 + PI / 12.0;
        let at = |radius: f64| (radius * angle.cos(), radius * angle.sin());
        canvas.path(&[at(10.4), at(12.6)], false, Paint::stroke(rays, 1.6).round());
    }
    let shades = if lit { (tint.towards(NIGHT, 0.12), tint.towards(NIGHT, 0.28)) } else { (tint, tint.towards(NIGHT, 0.25)) };
    spikes(canvas, look, 9.6, shades, lit.then_some((NIGHT, 1.2)));
}
