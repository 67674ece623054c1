//! A card: what a play pays, its picture, and what adds up to it.

use super::canvas::{Canvas, Paint};
use super::colours::{DARK_GOLD, EDGE, WHITE};
use super::words::money;
use crate::money::Cents;
use crate::report::chart::ChartError;
use crate::report::chart::canvas::{Align, Type};
use crate::report::chart::number;
use crate::report::chart::style::{INK, MUTED};

/// Between the edge of a card and what it holds.
pub const PAD: f64 = 14.0;
/// Height of the headline.
const HEAD: f64 = 34.0;
/// Height of a line of the foot.
const LINE: f64 = 17.0;
/// Between the picture and the foot.
const REST: f64 = 8.0;

/// A picture on a card.
pub trait Board {
    /// Width and height.
    fn size(&self) -> (f64, f64);
    /// Draws it with its top left corner at the origin.
    ///
    /// # Errors
    /// When words cannot be measured.
    fn draw(&self, canvas: &mut Canvas) -> Result<(), ChartError>;
}

/// A card.
pub struct Card {
    /// What it says first: `20 €`, `loses`, `wave 2`.
    pub headline: String,
    /// Whether there is a gain.
    pub wins: bool,
    /// What stands at the right of the headline: where the play comes from.
    pub place: String,
    /// Columns of the sheet it takes.
    pub span: usize,
    /// The picture.
    pub board: Box<dyn Board>,
    /// What adds up to the prize.
    pub foot: String,
}

/// The type of a card's foot.
#[must_use]
pub const fn foot_type() -> Type {
    Type::new(12.5).colour(INK)
}

impl Card {
    fn foot_lines(&self) -> Result<Vec<String>, ChartError> {
        foot_type().lines(&self.foot, self.board.size().0)
    }

    /// Width and height.
    ///
    /// # Errors
    /// When words cannot be measured.
    pub fn size(&self) -> Result<(f64, f64), ChartError> {
        let (width, height) = self.board.size();
        let lines = self.foot_lines()?.len() as f64;
        Ok((width + 2.0 * PAD, HEAD + height + REST + lines * LINE + PAD))
    }

    /// Draws the card with its top left corner at the origin, at least `least` high.
    ///
    /// # Errors
    /// When words cannot be measured.
    pub fn draw(&self, canvas: &mut Canvas, least: f64) -> Result<(), ChartError> {
        let (width, height) = self.size()?;
        canvas.rect((0.0, 0.0), (width, height.max(least)), 14.0, Paint::fill(WHITE).outlined(EDGE, 1.0));
        let room = width - 2.0 * PAD;
        let place = Type::new(11.0).colour(MUTED).align(Align::Right);
        let place_width = place.width(&self.place)?.min(room * 0.6);
        let colour = if self.wins { DARK_GOLD } else { MUTED };
        let headline = fitted(Type::new(19.0).bold().colour(colour), &self.headline, room - place_width - 12.0)?;
        canvas.text(PAD, HEAD / 2.0 + 2.0, &headline.0, headline.1)?;
        let place = fitted(place, &self.place, room * 0.6)?;
        canvas.text(width - PAD, HEAD / 2.0 + 3.0, &place.0, place.1)?;
        canvas.at(PAD, HEAD, |canvas| self.board.draw(canvas))?;
        let mut y = HEAD + self.board.size().1 + REST + LINE / 2.0 + 1.0;
        for line in self.foot_lines()? {
            let (line, font) = fitted(foot_type(), &line, room)?;
            canvas.text(PAD, y, &line, font)?;
            y += LINE;
        }
        Ok(())
    }
}

/// A text and a type that fit `room`: smaller down to 0.62 of the size, then cut.
///
/// # Errors
/// When words cannot be measured.
pub fn fitted(font: Type, text: &str, room: f64) -> Result<(String, Type), ChartError> {
    let font = font.fitted(text, room - 0.5, 0.62)?;
    let text = font.cut(text, room)?;
    Ok((text, font))
}

/// An amount in the form that fits the room at a size that can be read: with its currency, without it, or in thousands or millions.
///
/// # Errors
/// When the type face cannot be read.
pub fn amount(font: Type, amount: Cents, currency: &str, room: f64) -> Result<(String, Type), ChartError> {
    const READABLE: f64 = 0.8;
    let whole = money(amount, currency);
    let bare = whole.rsplit_once(number::THIN).map_or(whole.as_str(), |(number, _)| number).to_owned();
    let forms: Vec<String> = [Some(whole), Some(bare.clone()), short(&bare)].into_iter().flatten().collect();
    for form in &forms {
        let fits = font.fitted(form, room - 0.5, READABLE)?;
        if fits.width(form)? <= room {
            return Ok((form.clone(), fits));
        }
    }
    fitted(font, forms.last().map_or("", String::as_str), room)
}

/// A whole number in millions (M) or thousands (k), where nothing of it is lost.
fn short(number: &str) -> Option<String> {
    let thousand = format!("{}000", number::THIN);
    let thousands = number.strip_suffix(&thousand)?;
    let (head, unit) = thousands.strip_suffix(&thousand).map_or((thousands, 'k'), |millions| (millions, 'M'));
    Some(format!("{head}{}{unit}", number::THIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_take_the_longest_form_that_can_be_read() {
        let of = |cents: i64, currency: &str, room: f64| amount(Type::new(12.0), Cents(cents), currency, room).unwrap().0.replace(number::THIN, " ");
        assert_eq!(of(2_000_000, "EUR", 90.0), "20 000 €");
        assert_eq!(of(50_000_000, "VND", 120.0), "50 000 000 VND");
        assert_eq!(of(50_000_000, "VND", 70.0), "50 000 000");
        assert_eq!(of(50_000_000, "VND", 40.0), "50 M");
        assert_eq!(of(2_500_000, "VND", 30.0), "2 500 k");
        assert_eq!(short("2 500"), None);
        let narrow = amount(Type::new(12.0), Cents(123_456_789), "VND", 30.0).unwrap();
        assert!(narrow.1.width(&narrow.0).unwrap() <= 30.0);
    }
}
