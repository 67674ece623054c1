//! One style for all figures: sizes in logical pixels, and colours that readers with any colour vision can tell apart.
//!
//! Blue is what was observed, orange what was expected; they differ in lightness too, and never carry a meaning alone.

/// A colour: red, green, blue, and its opacity from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colour(pub u8, pub u8, pub u8, pub f64);

impl Colour {
    /// The same colour with another opacity.
    #[must_use]
    pub const fn faded(self, opacity: f64) -> Self {
        Self(self.0, self.1, self.2, opacity)
    }

    /// The colour `share` of the way to `other` (0: this one, 1: the other).
    #[must_use]
    pub fn towards(self, other: Self, share: f64) -> Self {
        let share = share.clamp(0.0, 1.0);
        let mix = |from: u8, to: u8| byte(f64::from(from) + (f64::from(to) - f64::from(from)) * share);
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2), self.3 + (other.3 - self.3) * share)
    }

    /// Whether white text reads better on it than dark text (relative luminance as in WCAG 2, threshold of equal contrast).
    #[must_use]
    pub fn is_dark(self) -> bool {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2) < 0.22
    }
}

/// A channel from a number between 0 and 255.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped to the range of a byte
fn byte(value: f64) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

/// The page.
pub const PAPER: Colour = Colour(255, 255, 255, 1.0);
/// Titles and values.
pub const INK: Colour = Colour(31, 41, 55, 1.0);
/// Subtitles, ticks, notes.
pub const MUTED: Colour = Colour(91, 99, 112, 1.0);
/// Grid lines and axes.
pub const GRID: Colour = Colour(226, 229, 234, 1.0);
/// Shaded stretches behind the data.
pub const SHADE: Colour = Colour(243, 244, 246, 1.0);
/// Marks that only give a background: fair dice.
pub const GREY: Colour = Colour(156, 163, 175, 1.0);
/// Bars that only give a background: losing plays.
pub const PALE: Colour = Colour(196, 201, 209, 1.0);
/// What was observed.
pub const OBSERVED: Colour = Colour(45, 108, 192, 1.0);
/// Observed, as the filling of a bar.
pub const OBSERVED_FILL: Colour = Colour(128, 172, 230, 1.0);
/// What was expected: targets and exact values.
pub const EXPECTED: Colour = Colour(204, 85, 0, 1.0);
/// What is wrong.
pub const ALARM: Colour = Colour(178, 24, 43, 1.0);

/// The two ends of the diverging scale of the boards: too few, too many.
pub const TOO_FEW: Colour = Colour(33, 102, 172, 1.0);
/// See [`TOO_FEW`].
pub const TOO_MANY: Colour = Colour(179, 88, 6, 1.0);
/// The middle of the diverging scale.
pub const AS_EXPECTED: Colour = Colour(243, 244, 246, 1.0);

/// Width of every figure in logical pixels; the PNG has twice as many.
pub const WIDTH: f64 = 1000.0;
/// Margin at the left and right edge.
pub const MARGIN: f64 = 28.0;
/// The title.
pub const TITLE: f64 = 22.0;
/// The subtitle.
pub const SUBTITLE: f64 = 13.0;
/// Labels of rows and values.
pub const LABEL: f64 = 13.0;
/// Ticks, axis titles, notes.
pub const SMALL: f64 = 12.0;

/// The diverging colour of `position` from -1 (far too few) over 0 to 1 (far too many); the ends hold beyond.
#[must_use]
pub fn diverging(position: f64) -> Colour {
    let end = if position < 0.0 { TOO_FEW } else { TOO_MANY };
    AS_EXPECTED.towards(end, stepped(position.abs()))
}

/// The sequential colour of `position` from 0 (pale) to 1 (full).
#[must_use]
pub fn sequential(position: f64) -> Colour {
    Colour(239, 243, 250, 1.0).towards(Colour(40, 96, 164, 1.0), stepped(position))
}

/// A share in steps of 1/20: few colours make small files, and no eye tells more of them apart.
fn stepped(share: f64) -> f64 {
    (share.clamp(0.0, 1.0) * 20.0).round() / 20.0
}
