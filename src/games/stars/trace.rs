//! A play explained, slowly: star by star, by rows and columns, from the words of articles 4.4 to 4.8. For pictures.
//!
//! It shares no mask and no loop with the referee, and a test holds the two to the same result.

use super::any::visual::{Set, Thing, Visual};
use super::shape::Shape;
use super::spec;
use super::visual::{Content, Direction, Sums};
use super::words::from_json;
use crate::game::VisualError;
use crate::money::Cents;
use crate::spec::{Findings, GameFile, Offer};

/// One star of a set, explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Star {
    /// The number of its colour.
    pub colour: u8,
    /// What it hides.
    pub content: Thing,
    /// The sum it hides, 0 for none.
    pub sum: Cents,
    /// When it was uncovered: 0 with the selected colour, 1, 2 ... by an explosion of that wave; `None` while it stays covered.
    pub wave: Option<usize>,
}

/// One Explosion Bonus that went off (article 4.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explosion {
    /// The wave it makes, from 1.
    pub wave: usize,
    /// The star that hides it.
    pub star: usize,
    /// What it is: a milky way, a shooting star or a supernova.
    pub bonus: Thing,
    /// All stars it designates, uncovered before or not.
    pub reach: Vec<usize>,
    /// Those of them that were covered until then.
    pub uncovers: Vec<usize>,
}

/// A set of stars, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetTrace {
    /// The stars, row by row.
    pub stars: Vec<Star>,
    /// What exploded, in the order of waves.
    pub explosions: Vec<Explosion>,
    /// The waves that uncovered stars.
    pub waves: usize,
    /// Extras uncovered (article 4.6).
    pub extras: usize,
    /// The sum of the sums under uncovered stars.
    pub gain: Cents,
}

impl SetTrace {
    /// The sums under the stars uncovered in `wave`, in the order of the board.
    #[must_use]
    pub fn sums_of(&self, wave: usize) -> Vec<Cents> {
        let uncovered = self.stars.iter().filter(|star| star.wave == Some(wave) && star.sum > Cents::ZERO);
        uncovered.map(|star| star.sum).collect()
    }

    /// All sums under uncovered stars, wave by wave.
    #[must_use]
    pub fn sums(&self) -> Vec<Cents> {
        (0..=self.waves).flat_map(|wave| self.sums_of(wave)).collect()
    }

    /// How many stars were uncovered.
    #[must_use]
    pub fn uncovered(&self) -> usize {
        self.stars.iter().filter(|star| star.wave.is_some()).count()
    }
}

/// A play, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The board.
    pub shape: Shape,
    /// Decimals of the currency.
    pub decimals: u32,
    /// The number of the colour the player selected (article 4.3).
    pub selected: u8,
    /// The sets shown, one or two. Of a second one that no Extra leads to, nothing is uncovered.
    pub sets: Vec<SetTrace>,
    /// What the play pays (article 4.7).
    pub prize: Cents,
    /// Whether its sets do not fit its Extras.
    pub ambiguous: bool,
}

/// Explains plays of a game at one stake.
#[derive(Clone, Debug)]
pub struct Tracer {
    shape: Shape,
    sums: Sums,
}

impl Tracer {
    /// The tracer of a game file at an offer of it.
    ///
    /// # Errors
    /// Every mistake in the section `[stars]`.
    pub fn new(file: &GameFile, offer: &Offer) -> Result<Self, Findings> {
        let ready = file.mechanic_section(|section| spec::read(section)?.recipe(section, offer))?;
        Ok(Self { shape: ready.recipe.shape, sums: ready.sums })
    }

    /// Explains the play of a line of JSON.
    ///
    /// # Errors
    /// When the line is no visual of the game.
    pub fn trace(&self, line: &str) -> Result<Trace, VisualError> {
        from_json(line, &self.shape, &self.sums).map(|visual| self.explain(&visual))
    }

    pub(super) fn explain(&self, visual: &Visual) -> Trace {
        let first = self.play(&visual.first, Some(visual.selected));
        let extras = first.extras;
        let mut sets = vec![first];
        if visual.two_sets {
            // 4.6.1: the second set keeps the colour, and is played only after an Extra
            sets.push(self.play(&visual.second, (extras > 0).then_some(visual.selected)));
        }
        let prize = sets.iter().map(|set| set.gain).sum();
        Trace {
            shape: self.shape.clone(),
            decimals: self.sums.decimals(),
            selected: visual.selected,
            prize,
            ambiguous: extras > 1 || (extras == 1) != visual.two_sets,
            sets,
        }
    }

    fn play(&self, set: &Set, selected: Option<u8>) -> SetTrace {
        let all = self.shape.stars();
        let star = |cell: usize| {
            let (colour, content) = (set.colour(cell).unwrap_or_default(), set.content(cell));
            let sum = if let Content::Sum(number) = content { self.sums.amount(number) } else { Cents::ZERO };
            // 4.4: the stars of the selected colour
            Star { colour, content, sum, wave: (selected == Some(colour)).then_some(0) }
        };
        let mut stars: Vec<Star> = (0..all).map(star).collect();
        let mut explosions: Vec<Explosion> = Vec::new();
        // 4.5.5: again and again, until a wave uncovers nothing
        for wave in 1..=all {
            let before = stars.clone();
            let bonuses = (0..all).filter(|&star| before[star].wave == Some(wave - 1));
            for bonus in bonuses {
                let Some(reach) = reach(&self.shape, &before, bonus) else { continue };
                let uncovers: Vec<usize> = reach.iter().copied().filter(|&star| before[star].wave.is_none()).collect();
                for &star in &uncovers {
                    stars[star].wave = Some(wave);
                }
                explosions.push(Explosion { wave, star: bonus, bonus: before[bonus].content, reach, uncovers });
            }
            if stars == before {
                break;
            }
        }
        let uncovered = || stars.iter().filter(|star| star.wave.is_some());
        SetTrace {
            waves: uncovered().filter_map(|star| star.wave).max().unwrap_or(0),
            extras: uncovered().filter(|star| star.content == Content::Extra).count(),
            gain: uncovered().map(|star| star.sum).sum(),
            explosions,
            stars,
        }
    }
}

/// The stars that the bonus under `bonus` designates; `None` when it hides no Explosion Bonus.
fn reach(shape: &Shape, stars: &[Star], bonus: usize) -> Option<Vec<usize>> {
    let place = |star: usize| (star % shape.columns, star / shape.columns);
    let (column, row) = place(bonus);
    let within = |designates: &dyn Fn(usize, usize, &Star) -> bool| {
        let cells = stars.iter().enumerate().filter(|&(cell, star)| {
            let (other_column, other_row) = place(cell);
            designates(other_column, other_row, star)
        });
        Some(cells.map(|(cell, _)| cell).collect())
    };
    match stars[bonus].content {
        // 4.5.1: "in direct contact" (S2)
        Content::MilkyWay if shape.corners => within(&|x, y, _| (x, y) != (column, row) && x.abs_diff(column) <= 1 && y.abs_diff(row) <= 1),
        Content::MilkyWay => within(&|x, y, _| x.abs_diff(column) + y.abs_diff(row) == 1),
        // 4.5.2
        Content::Supernova(colour) => within(&|_, _, star| star.colour == colour),
        // 4.5.3: "the diagonal of the shooting star" (S3)
        Content::ShootingStar(Direction::NwSe) => within(&|x, y, _| x + row == column + y),
        Content::ShootingStar(Direction::NeSw) => within(&|x, y, _| x + y == column + row),
        Content::Nothing | Content::Sum(_) | Content::Extra => None,
    }
}
