//! Dice on their mats: three cups tipped over, five dice each, the combination and its points.
//!
//! ```text
//! ( cup )  [ :: ] [ . ] [ :: ] [ ::: ] [ :: ]   brelan
//!                                               10 points        a mat a cup; dice that make the combination have a gold frame
//! ```

use super::canvas::{Canvas, Paint};
use super::card::{Board, fitted};
use super::colours::{DIE, DIE_IDLE, FELT, GOLD, LEATHER, LEATHER_DARK, LEATHER_EDGE, ON_FELT, PIP, PIP_IDLE, SEAM, WHITE};
use super::words;
use crate::games::dice::{Combination, Cup, Trace};
use crate::report::chart::ChartError;
use crate::report::chart::canvas::{Align, Type};

const WIDTH: f64 = 440.0;
const MAT: f64 = 78.0;
const GAP: f64 = 8.0;
/// The middle of the first die, and from one die to the next.
const FIRST_DIE: f64 = 92.0;
const DIE_STEP: f64 = 47.0;
/// Where the words begin.
const WORDS: f64 = 314.0;
/// Half the side of a die.
const HALF: f64 = 20.0;

/// The mats of a play, of which the first `thrown` cups were thrown.
pub struct Mats {
    /// The play.
    pub trace: Trace,
    /// Cups thrown so far.
    pub thrown: usize,
    /// The cup that was thrown last, in a sheet of steps.
    pub last: Option<usize>,
}

impl Board for Mats {
    fn size(&self) -> (f64, f64) {
        let mats = self.trace.cups.len() as f64;
        (WIDTH, mats * (MAT + GAP) - GAP)
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), ChartError> {
        let mut y = 0.0;
        for (number, cup) in self.trace.cups.iter().enumerate() {
            canvas.at(0.0, y, |canvas| mat(canvas, number, cup, number < self.thrown, self.last == Some(number)))?;
            y += MAT + GAP;
        }
        Ok(())
    }
}

fn mat(canvas: &mut Canvas, number: usize, cup: &Cup, thrown: bool, last: bool) -> Result<(), ChartError> {
    let middle = MAT / 2.0;
    canvas.rect((0.0, 0.0), (WIDTH, MAT), 12.0, Paint::fill(FELT));
    let seam = if last { Paint::stroke(GOLD, 2.5) } else { Paint::stroke(SEAM, 1.0) };
    canvas.rect((4.0, 4.0), (WIDTH - 8.0, MAT - 8.0), 9.0, seam);
    draw_cup(canvas, (36.0, middle), thrown)?;
    let numeral = Type::new(13.0).bold().colour(WHITE).align(Align::Centre);
    canvas.text(if thrown { 28.0 } else { 36.0 }, middle, &(number + 1).to_string(), numeral)?;
    let mut x = FIRST_DIE;
    for (&value, scores) in cup.dice.iter().zip(cup.scoring) {
        if thrown {
            die(canvas, (x, middle), value, scores)?;
        } else {
            canvas.rect((x - HALF, middle - HALF), (2.0 * HALF, 2.0 * HALF), 8.0, Paint::stroke(SEAM, 1.5));
        }
        x += DIE_STEP;
    }
    if !thrown {
        return canvas.text(WORDS, middle, "not thrown yet", Type::new(12.0).colour(ON_FELT));
    }
    let room = WIDTH - WORDS - 10.0;
    let made = cup.combination != Combination::Nothing;
    let name = Type::new(15.0).bold().colour(if made { WHITE } else { ON_FELT });
    let (text, name) = fitted(name, words::combination(cup.combination), room)?;
    if !made {
        canvas.text(WORDS, middle - 9.0, &text, name)?;
        return canvas.text(WORDS, middle + 11.0, &words::points(cup.points), Type::new(13.0).colour(ON_FELT));
    }
    canvas.text(WORDS, middle - 19.0, &text, name)?;
    canvas.text(WORDS, middle - 1.0, cup.combination.name(), Type::new(11.0).colour(ON_FELT))?;
    canvas.text(WORDS, middle + 19.0, &words::points(cup.points), Type::new(14.0).bold().colour(GOLD))
}

/// A die that shows `value`.
fn die(canvas: &mut Canvas, middle: (f64, f64), value: u8, scores: bool) -> Result<(), ChartError> {
    die_scaled(canvas, middle, value, scores, 1.0)
}

/// A die that shows `value`, `scale` times as large as on its mat.
///
/// # Errors
/// None of its own.
pub fn die_scaled(canvas: &mut Canvas, middle: (f64, f64), value: u8, scores: bool, scale: f64) -> Result<(), ChartError> {
    let name = format!("die-{value}{}", if scores { "" } else { "-idle" });
    canvas.symbol(&name, middle, scale, |canvas| {
        let (face, pips) = if scores { (DIE, PIP) } else { (DIE_IDLE, PIP_IDLE) };
        let frame = if scores { Paint::fill(face).outlined(GOLD, 3.5) } else { Paint::fill(face) };
        let half = if scores { HALF } else { HALF - 1.5 };
        canvas.rect((-half, -half), (2.0 * half, 2.0 * half), 8.0, frame);
        for (x, y) in pips_of(value) {
            canvas.circle((x, y), 3.8, Paint::fill(pips));
        }
        Ok(())
    })
}

/// Where the pips of a face stand.
fn pips_of(value: u8) -> Vec<(f64, f64)> {
    const OFF: f64 = 10.5;
    let corners = [(-OFF, -OFF), (OFF, OFF), (OFF, -OFF), (-OFF, OFF)];
    let sides = [(-OFF, 0.0), (OFF, 0.0)];
    let mut pips = Vec::new();
    if value % 2 == 1 {
        pips.push((0.0, 0.0));
    }
    pips.extend(corners.into_iter().take(usize::from(value / 2 * 2).min(4)));
    if value == 6 {
        pips.extend(sides);
    }
    pips
}

/// A cup: tipped over once it was thrown, upside down before.
fn draw_cup(canvas: &mut Canvas, middle: (f64, f64), thrown: bool) -> Result<(), ChartError> {
    let name = if thrown { "cup" } else { "cup-closed" };
    canvas.symbol(name, middle, 1.0, |canvas| {
        // drawn upright on its mouth, turned for the thrown one
        let turn = |(x, y): (f64, f64)| if thrown { (y, x) } else { (x, y) };
        let body = [(-14.0, -20.0), (14.0, -20.0), (20.0, 14.0), (-20.0, 14.0)].map(turn);
        canvas.path(&body, true, Paint::fill(LEATHER).outlined(LEATHER, 4.0).round());
        for at in [-13.0, 6.0] {
            let reach = 16.7 + at * 0.18;
            canvas.path(&[(-reach, at), (reach, at)].map(turn), false, Paint::stroke(LEATHER_EDGE, 1.6));
        }
        let axes = if thrown { (6.0, 21.0) } else { (21.0, 6.0) };
        let inside = if thrown { LEATHER_DARK } else { LEATHER };
        canvas.ellipse(turn((0.0, 15.0)), axes, Paint::fill(inside).outlined(LEATHER_EDGE, 2.0));
        Ok(())
    })
}
