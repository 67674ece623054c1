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

    /// Red, green and blue as amounts of light.
    fn light(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|channel| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// Whether white text reads better on it than dark text (relative luminance as in WCAG 2, threshold of equal contrast).
    #[must_use]
    pub fn is_dark(self) -> bool {
        luminance(self.light()) < 0.22
    }
}

/// The relative luminance of WCAG 2.
fn luminance([red, green, blue]: [f64; 3]) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
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
pub const EXPECTED: Colour = Colour(196, 80, 0, 1.0);
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

/// The sequential colour of `position` from 0 (pale) to 1 (full): of neither end of the diverging scale, which judges where this one only tells.
#[must_use]
pub fn sequential(position: f64) -> Colour {
    Colour(238, 245, 241, 1.0).towards(Colour(16, 104, 84, 1.0), stepped(position))
}

/// A share in steps of 1/20: few colours make small files, and no eye tells more of them apart.
fn stepped(share: f64) -> f64 {
    (share.clamp(0.0, 1.0) * 20.0).round() / 20.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What eyes without one kind of cone see of light (Machado, Oliveira and Fernandes 2009, full severity): nothing changed, deuteranopia, protanopia, tritanopia.
    const EYES: [(&str, [[f64; 3]; 3]); 4] = [
        ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        ("deuteranopia", [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]]),
        ("protanopia", [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]]),
        ("tritanopia", [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]]),
    ];

    fn times(matrix: &[[f64; 3]; 3], light: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(light).map(|(weight, light)| weight * light).sum::<f64>())
    }

    /// Coordinates in which equal distances look about equal (Oklab, Ottosson 2020).
    fn oklab(light: [f64; 3]) -> [f64; 3] {
        let cones = times(
            &[
                [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
                [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
                [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
            ],
            light,
        );
        times(
            &[
                [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
                [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
                [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
            ],
            cones.map(f64::cbrt),
        )
    }

    fn distance(a: Colour, b: Colour, eye: &[[f64; 3]; 3]) -> f64 {
        let seen = |colour: Colour| oklab(times(eye, colour.light()).map(|light| light.clamp(0.0, 1.0)));
        seen(a).iter().zip(seen(b)).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    fn contrast(a: Colour, b: Colour) -> f64 {
        let (a, b) = (luminance(a.light()), luminance(b.light()));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// A just noticeable difference is about 0.02; five of them are told apart at a glance, side by side or not.
    #[test]
    fn colours_that_mean_something_differ_for_every_eye() {
        let pairs = [
            (OBSERVED, EXPECTED),
            (OBSERVED_FILL, EXPECTED),
            (OBSERVED, ALARM),
            (OBSERVED_FILL, ALARM),
            (INK, ALARM),
            (GREY, OBSERVED),
            (PALE, EXPECTED),
            (PALE, OBSERVED_FILL),
            (TOO_FEW, TOO_MANY),
            (diverging(-0.6), diverging(0.6)),
            (diverging(0.0), diverging(0.4)),
            (diverging(0.0), diverging(-0.4)),
            (sequential(0.0), sequential(0.5)),
            (sequential(0.5), sequential(1.0)),
        ];
        for (name, eye) in EYES {
            for (a, b) in pairs {
                let apart = distance(a, b, &eye);
                assert!(apart >= 0.1, "{name}: {a:?} and {b:?} are {apart:.3} apart");
            }
        }
        // a red and a green of one lightness would not do
        let (red, green) = (Colour(200, 80, 60, 1.0), Colour(110, 140, 40, 1.0));
        assert!(distance(red, green, &EYES[0].1) > 0.15 && distance(red, green, &EYES[1].1) < 0.1);
    }

    #[test]
    fn texts_and_marks_stand_out_from_the_page() {
        for text in [INK, MUTED, OBSERVED, EXPECTED, ALARM] {
            assert!(contrast(text, PAPER) >= 4.5 && contrast(text, SHADE) >= 4.0, "{text:?} {}", contrast(text, PAPER));
        }
        for mark in [OBSERVED, EXPECTED, ALARM, TOO_FEW, TOO_MANY] {
            assert!(contrast(mark, PAPER) >= 3.0, "{mark:?}");
        }
        for step in -20..=20_i32 {
            for colour in [diverging(f64::from(step) / 20.0), sequential(f64::from(step.abs()) / 20.0)] {
                let ink = if colour.is_dark() { PAPER } else { INK };
                assert!(contrast(ink, colour) >= 3.5, "{ink:?} on {colour:?}: {}", contrast(ink, colour));
            }
        }
    }
}
