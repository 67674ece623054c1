//! The key at the foot of a sheet: what each symbol is called and what it does.

use super::canvas::{Canvas, Paint};
use super::colours::{NIGHT, RIVER, WHITE};
use super::gems::{key as gem_key, key_type};
use super::stars::{Look, StarColour, explosion_bonus, extra, shape};
use super::words::money;
use super::{cut, dice};
use crate::games::stars::any::visual::Thing;
use crate::games::stars::shape::Shape;
use crate::games::stars::visual::{Content, Direction};
use crate::games::{Trace, gems};
use crate::report::chart::ChartError;
use crate::report::chart::canvas::{Align, Type};
use crate::report::chart::style::INK;

/// Height of a row of the key.
const ROW: f64 = 34.0;
/// Width of a sign.
const SIGN: f64 = 34.0;

/// What stands before the words of an entry.
enum Sign {
    Die(bool),
    Star(Shape, u8, Look),
    Wave,
    Bonus(Shape, Thing),
    Extra,
    Gem(String, usize),
    Magic,
    Gold,
    PlusOne,
    Wheel,
}

/// The key of a game.
pub struct Key(Vec<(Sign, String)>);

impl Key {
    /// The key of the game of a play.
    #[must_use]
    pub fn of(trace: &Trace, currency: &str) -> Self {
        let entries: Vec<(Sign, String)> = match trace {
            Trace::Dice(_) => vec![(Sign::Die(true), "makes the combination".to_owned()), (Sign::Die(false), "does not count".to_owned())],
            Trace::Stars(trace) => stars_key(&trace.shape),
            Trace::Gems(trace) => gems_key(trace, currency),
        };
        Self(entries)
    }

    /// Where each entry stands: its left edge and its row.
    fn places(&self, width: f64) -> Result<Vec<(f64, f64)>, ChartError> {
        let mut places = Vec::new();
        let (mut x, mut row) = (0.0, 0.0);
        for (_, words) in &self.0 {
            let entry = SIGN + 8.0 + key_type().width(words)?;
            if x > 0.0 && x + entry > width {
                (x, row) = (0.0, row + 1.0);
            }
            places.push((x, row));
            x += entry + 20.0;
        }
        Ok(places)
    }

    /// Its height in a room of `width`.
    ///
    /// # Errors
    /// When words cannot be measured.
    pub fn height(&self, width: f64) -> Result<f64, ChartError> {
        Ok(self.places(width)?.last().map_or(0.0, |(_, row)| (row + 1.0) * ROW))
    }

    /// Draws it with its top left corner at the origin.
    ///
    /// # Errors
    /// When words cannot be measured.
    pub fn draw(&self, canvas: &mut Canvas, width: f64) -> Result<(), ChartError> {
        let places = self.places(width)?;
        for ((sign, words), (x, row)) in self.0.iter().zip(places) {
            let y = (row + 0.5) * ROW;
            canvas.at(x + SIGN / 2.0, y, |canvas| draw_sign(canvas, sign))?;
            let (words, font) = super::card::fitted(key_type(), words, (width - SIGN - 8.0).max(10.0))?;
            canvas.text(x + SIGN + 8.0, y, &words, font)?;
        }
        Ok(())
    }
}

fn stars_key(board: &Shape) -> Vec<(Sign, String)> {
    let mut entries: Vec<(Sign, String)> =
        (0..).zip(&board.colours).map(|(colour, word)| (Sign::Star(board.clone(), colour, Look::Lit), word.clone())).collect();
    let bonus = |thing| Sign::Bonus(board.clone(), thing);
    // the fourth colour, yellow in the built-in game
    let colour = u8::try_from(board.colours.len().min(4) - 1).unwrap_or(0);
    let more = [
        (Sign::Star(board.clone(), 0, Look::Covered), "stays covered"),
        (Sign::Wave, "exploded in this wave"),
        (bonus(Content::MilkyWay), "voie lactée: explodes its neighbours"),
        (bonus(Content::ShootingStar(Direction::NwSe)), "étoile filante: explodes its diagonal"),
        (bonus(Content::Supernova(colour)), "supernova: explodes its colour"),
        (Sign::Extra, "a second set of stars"),
    ];
    entries.extend(more.map(|(sign, words)| (sign, words.to_owned())));
    entries
}

fn gems_key(trace: &gems::Trace, currency: &str) -> Vec<(Sign, String)> {
    let mut entries: Vec<(Sign, String)> =
        gem_key(trace, currency).into_iter().map(|(name, number, words)| (Sign::Gem(name, number), words)).collect();
    entries.push((Sign::Magic, "magique: any gem but dorée".to_owned()));
    entries.push((Sign::Gold, format!("dorée: {} in the play pay {}", trace.gold_needed, money(trace.gold_prize, currency))));
    entries.push((Sign::PlusOne, "one more throw".to_owned()));
    if !trace.sectors.is_empty() {
        entries.push((Sign::Wheel, "roue: turns the wheel".to_owned()));
    }
    entries
}

fn draw_sign(canvas: &mut Canvas, sign: &Sign) -> Result<(), ChartError> {
    let tile = |canvas: &mut Canvas, tint| canvas.rect((-15.0, -15.0), (30.0, 30.0), 7.0, Paint::fill(tint));
    match sign {
        Sign::Die(scores) => {
            canvas.rect((-15.0, -15.0), (30.0, 30.0), 7.0, Paint::fill(super::colours::FELT));
            dice::die_scaled(canvas, (0.0, 0.0), 5, *scores, 0.56)
        }
        Sign::Star(board, colour, look) => {
            tile(canvas, NIGHT);
            shape(canvas, StarColour::of(board, *colour), (0.0, 0.0), 0.5, *look)
        }
        Sign::Wave => {
            tile(canvas, NIGHT);
            canvas.circle((0.0, 0.0), 8.0, Paint::fill(WHITE));
            canvas.text(0.0, 0.0, "1", Type::new(11.0).bold().colour(INK).align(Align::Centre))
        }
        Sign::Bonus(board, thing) => {
            tile(canvas, NIGHT);
            explosion_bonus(canvas, (0.0, 0.0), board, *thing, true)
        }
        Sign::Extra => extra(canvas, (0.0, 0.0), 0.74),
        Sign::Gem(name, number) => {
            tile(canvas, RIVER);
            cut::gem(canvas, (0.0, 0.0), 1.1, name, *number)
        }
        Sign::Magic => {
            tile(canvas, RIVER);
            cut::magic(canvas, (0.0, 0.0), 1.0)
        }
        Sign::Gold => {
            tile(canvas, RIVER);
            cut::gold(canvas, (0.0, 0.0), 1.1)
        }
        Sign::PlusOne => {
            tile(canvas, RIVER);
            cut::plus_one(canvas, (0.0, 0.0), 1.1)
        }
        Sign::Wheel => {
            tile(canvas, RIVER);
            cut::wheel(canvas, (0.0, 0.0), 1.1)
        }
    }
}
