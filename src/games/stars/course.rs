//! How a set was played, for its text picture.

use super::shape::Cells;
use super::visual::Sums;

/// How a set was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// The stars of the selected colour, then the stars that exploded first in wave 1, 2, ...
    pub waves: Vec<Cells>,
    /// What was found, in words: `2 explosions, sums 4 + 8, Extra`.
    pub summary: String,
}

/// What a referee counted in a set.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// Stars uncovered.
    pub stars: u32,
    /// Explosions.
    pub explosions: usize,
    /// Waves that uncovered new stars.
    pub waves: u8,
    /// Whether an Extra was uncovered.
    pub extra: bool,
}

/// The course of a set, `found` being how many stars hid each sum.
#[must_use]
pub fn of(waves: Vec<Cells>, count: Count, sums: &Sums, found: impl Fn(u8) -> u64) -> Course {
    let plural = |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    let mut parts = vec![format!("{} uncovered", plural(count.stars as usize, "star"))];
    if count.explosions > 0 {
        parts.push(format!("{} in {}", plural(count.explosions, "explosion"), plural(count.waves.into(), "wave")));
    }
    let numbers = (0_u8..).zip(sums.all());
    let amounts: Vec<String> = numbers.flat_map(|(number, &amount)| (0..found(number)).map(move |_| sums.words(amount))).collect();
    if !amounts.is_empty() {
        parts.push(format!("sums {}", amounts.join(" + ")));
    }
    if count.extra {
        parts.push("Extra".to_owned());
    }
    Course { waves, summary: parts.join(", ") }
}
