//! A sheet: what it shows in a headline, the command that draws it again, the cards, and the key.

use super::canvas::{Canvas, Paint};
use super::card::{Card, fitted};
use super::colours::SHEET;
use super::key::Key;
use super::pack::{Piece, pack};
use super::words::{account, money};
use super::{dice, gems, stars, steps};
use crate::games::Trace;
use crate::money::Cents;
use crate::report::chart::ChartError;
use crate::report::chart::canvas::{Picture, Type};
use crate::report::chart::style::{INK, MUTED};

/// Plays on one sheet, at most.
pub const MOST_VISUALS: u64 = 100;

/// Between the edge of the sheet and what it holds.
const MARGIN: f64 = 26.0;
/// Between cards.
pub const GAP: f64 = 16.0;
/// Cards whose heights differ by less are made equal.
const A_FEW_LINES: f64 = 60.0;
/// A sheet with cards narrower than this has a long key beside them.
const NARROW: f64 = 700.0;
/// Height of a key that is long.
const LONG_KEY: f64 = 110.0;
/// Width of a key that stands beside cards, and what is between.
const KEY_WIDTH: f64 = 300.0;
const BESIDE: f64 = 24.0;
/// A sheet is shown at least this wide, as long as that does not make it more than [`MOST_SCALE`] times as large.
const SHOWN_WIDTH: f64 = 800.0;
const MOST_SCALE: f64 = 2.0;

/// One play to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// What it shows and why it pays.
    pub trace: Trace,
    /// Where it comes from: `play 3 of seed 42`.
    pub place: String,
}

/// What a sheet says of its plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Album {
    /// The headline: `Star Color at 1 €: 12 plays that win 12 €`.
    pub title: String,
    /// Lines below it: what was drawn, and the command that draws it again.
    pub lines: Vec<String>,
    /// The ISO code of the currency: `EUR`.
    pub currency: String,
}

/// A sheet of plays, side by side.
///
/// # Errors
/// When the type face cannot be read.
pub fn contact_sheet(album: &Album, shots: &[Shot]) -> Result<Picture, ChartError> {
    Ok(contact(album, shots)?.picture)
}

/// A sheet that follows one play: each cup, each wave of explosions, or each throw on a card of its own.
///
/// # Errors
/// When the type face cannot be read.
pub fn step_sheet(album: &Album, shot: &Shot) -> Result<Picture, ChartError> {
    Ok(step_by_step(album, shot)?.picture)
}

/// One play on its card alone, without headline and key.
///
/// # Errors
/// When the type face cannot be read.
pub fn card_picture(shot: &Shot, currency: &str) -> Result<Picture, ChartError> {
    let card = card(shot, currency, false);
    let (width, height) = card.size()?;
    let mut canvas = Canvas::default();
    canvas.at(CARD_EDGE, CARD_EDGE, |canvas| card.draw(canvas, height))?;
    Ok(canvas.finish((width + 2.0 * CARD_EDGE, height + 2.0 * CARD_EDGE), 1.0, &format!("{}: {}", card.headline, card.foot)))
}

/// The key of the symbols of a play, alone, `width` units wide at least.
///
/// # Errors
/// When the type face cannot be read.
pub fn key_picture(shot: &Shot, currency: &str, width: f64) -> Result<Picture, ChartError> {
    let key = Key::of(&shot.trace, currency);
    let height = key.height(width)?;
    let mut canvas = Canvas::default();
    canvas.rect((0.0, 0.0), (width + 2.0 * MARGIN + 2.0, height + 2.0), 0.0, Paint::fill(SHEET));
    canvas.at(MARGIN, 0.0, |canvas| key.draw(canvas, width))?;
    Ok(canvas.finish((width + 2.0 * MARGIN, height), 1.0, "The symbols"))
}

/// A card alone keeps its outline whole.
const CARD_EDGE: f64 = 1.0;

/// A sheet and where its words stand, for the tests.
pub(super) struct Made {
    pub picture: Picture,
    #[cfg_attr(not(test), allow(dead_code))] // only tests ask whether words overlap
    pub canvas: Canvas,
    #[cfg_attr(not(test), allow(dead_code))]
    pub size: (f64, f64),
}

pub(super) fn contact(album: &Album, shots: &[Shot]) -> Result<Made, ChartError> {
    let cards = shots.iter().map(|shot| card(shot, &album.currency, shots.len() >= MANY)).collect::<Vec<_>>();
    sheet(album, &cards, shots.first().map(|shot| &shot.trace))
}

pub(super) fn step_by_step(album: &Album, shot: &Shot) -> Result<Made, ChartError> {
    let cards: Vec<Card> = steps::frames(&shot.trace, &album.currency).into_iter().map(|frame| frame.card(&shot.place)).collect();
    sheet(album, &cards, Some(&shot.trace))
}

/// From so many plays on, cards are as wide as what they show, and all equally high.
const MANY: usize = 3;

fn card(shot: &Shot, currency: &str, one_row: bool) -> Card {
    let prize = shot.trace.prize();
    let wins = prize > Cents::ZERO;
    let (board, span): (Box<dyn super::card::Board>, usize) = match &shot.trace {
        Trace::Dice(trace) => (Box::new(dice::Mats { thrown: trace.cups.len(), last: None, trace: trace.clone() }), 1),
        Trace::Stars(trace) => {
            let gap = GAP + 2.0 * super::card::PAD;
            (Box::new(stars::Skies { trace: trace.clone(), moment: None, currency: currency.to_owned(), gap }), trace.sets.len())
        }
        Trace::Gems(trace) => {
            let throws = gems::Throws { trace: trace.clone(), part: gems::Part::All, one_row, currency: currency.to_owned() };
            let span = throws.span();
            (Box::new(throws), span)
        }
    };
    let headline = if wins { money(prize, currency) } else { "no gain".to_owned() };
    Card { headline, wins, place: shot.place.clone(), span, board, foot: account(&shot.trace, currency) }
}

fn sheet(album: &Album, cards: &[Card], trace: Option<&Trace>) -> Result<Made, ChartError> {
    let sizes = cards.iter().map(Card::size).collect::<Result<Vec<_>, _>>()?;
    // the width of one column: that of a card of one column
    let column = cards.iter().zip(&sizes).map(|(card, size)| (size.0 + GAP) / card.span as f64 - GAP).fold(10.0, f64::max);
    let pieces = level(cards.iter().zip(&sizes).map(|(card, size)| Piece { height: size.1, span: card.span }).collect());
    let packing = pack(&pieces, column, GAP);
    let cards_width = packing.columns as f64 * (column + GAP) - GAP;
    let key = trace.map(|trace| Key::of(trace, &album.currency));
    // a long key stands beside a narrow sheet's cards, not below
    let beside = cards_width < NARROW && key.as_ref().map_or(Ok(0.0), |key| key.height(cards_width))? > LONG_KEY;
    let inner = if beside { cards_width + BESIDE + KEY_WIDTH } else { cards_width };
    let width = inner + 2.0 * MARGIN;
    let scale = (SHOWN_WIDTH / width).clamp(1.0, MOST_SCALE);
    // words of a wide sheet are larger, so that they can be read when the sheet is made smaller
    let large = (inner / 1_000.0).clamp(0.8, 2.2);
    let title_type = Type::new(25.0 * large).bold().colour(INK);
    let line_type = Type::new(13.5 * large).colour(MUTED);
    let title = title_type.lines(&album.title, inner)?;
    let mut lines = Vec::new();
    for line in &album.lines {
        lines.extend(line_type.lines(line, inner)?);
    }
    let head = MARGIN + title.len() as f64 * 32.0 * large + lines.len() as f64 * 20.0 * large + 14.0;
    let key_width = if beside { KEY_WIDTH } else { inner };
    let key_height = key.as_ref().map_or(Ok(0.0), |key| key.height(key_width))?;
    let below = if beside { packing.height.max(key_height) } else { packing.height + 12.0 + key_height };
    let height = head + below + MARGIN - if beside { 0.0 } else { 8.0 };

    let mut canvas = Canvas::default();
    // a little more than the sheet: it ends at a whole pixel
    canvas.rect((0.0, 0.0), (width + 2.0, height + 2.0), 0.0, Paint::fill(SHEET));
    let mut y = MARGIN + 14.0 * large;
    for line in &title {
        let (line, font) = fitted(title_type, line, inner)?;
        canvas.text(MARGIN, y, &line, font)?;
        y += 32.0 * large;
    }
    y -= 4.0 * large;
    for line in &lines {
        let (line, font) = fitted(line_type, line, inner)?;
        canvas.text(MARGIN, y, &line, font)?;
        y += 20.0 * large;
    }
    for ((card, piece), &(start, top)) in cards.iter().zip(&pieces).zip(&packing.places) {
        canvas.at(MARGIN + start as f64 * (column + GAP), head + top, |canvas| card.draw(canvas, piece.height))?;
    }
    if let Some(key) = key {
        let (right, down) = if beside { (cards_width + BESIDE, 0.0) } else { (0.0, packing.height + 12.0) };
        canvas.at(MARGIN + right, head + down, |canvas| key.draw(canvas, key_width))?;
    }
    let picture = canvas.finish((width, height), scale, &album.title);
    Ok(Made { picture, canvas, size: (width, height) })
}

/// All pieces as tall as the tallest, where they differ by a few lines of words only: then they stand in rows, in their order.
fn level(mut pieces: Vec<Piece>) -> Vec<Piece> {
    let (low, high) = pieces.iter().fold((f64::INFINITY, 0.0), |(low, high), piece| (f64::min(low, piece.height), f64::max(high, piece.height)));
    if high - low < A_FEW_LINES {
        pieces.iter_mut().for_each(|piece| piece.height = high);
    }
    pieces
}
