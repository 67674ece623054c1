//! Games of stars: the player uncovers the stars of one colour, and what explodes from there. The built-in one is **Star Color**, 42 stars of six colours.
//!
//! ```text
//! prize ── ways ──┐                         ┌── referee (articles 4.4 to 4.8) ── verdict, evidence ── observables
//!                 ├── generator ── visual ──┤
//! spec (S1..S11) ─┘   layout, decoys, pick  └── words: JSON, picture
//! ```
//! The referee and the generator share [`visual`] and [`shape`], and nothing else. What is made for 6 x 7 stars of six colours stands here; [`any`] plays all other boards
//! by the same rules and the same law, and the text layer (`words`, `trace`) is one for all.

pub mod any;
mod board;
mod bonuses;
mod buckets;
mod course;
mod decoys;
mod exact;
mod generator;
mod geometry;
mod layout;
mod observables;
mod observe;
mod openings;
mod pick;
pub mod referee;
mod reference;
mod sets;
pub mod shape;
mod sources;
mod spec;
#[cfg(test)]
mod tests;
mod trace;
pub mod visual;
mod ways;
mod words;

use crate::bitboard::Bitboard;
use crate::game::{Game, Playable, Verdict, VisualError};
use crate::prize::{PrizeTable, TierId};
use crate::random::Lanes;
use crate::spec::{Findings, GameFile, Offer};
use crate::tally::Observable;
use crate::vector::{Work, wide};
pub use any::AnyStars;
use generator::Generator;
use observe::Observer;
use referee::{Evidence, Referee};
use shape::Shape;
pub use sources::sources;
use spec::Ready;
pub use trace::{Explosion, SetTrace, Star, Trace, Tracer};
use visual::{MOST_COUNTED, Sums, Visual};

/// The game file of Star Color.
pub const STAR_COLOR: &str = include_str!("star-color.toml");

/// A game of stars at one stake.
#[derive(Clone, Debug)]
pub struct Stars {
    id: String,
    table: PrizeTable,
    shape: Shape,
    sums: Sums,
    generator: Generator,
    referee: Referee,
    observables: Vec<Observable>,
    observer: Observer,
}

/// The game of `file` at the stake of `offer`, as the engine and the program see it.
///
/// # Errors
/// As [`Stars::new`].
pub fn build(file: &GameFile, offer: &Offer) -> Result<Box<dyn Playable>, Findings> {
    file.mechanic_section(|section| {
        let ready = spec::read(section)?.recipe(section, offer)?;
        let refused = |message| section.error(section.span(), message, "use smaller weights");
        Some(if ready.recipe.shape.is_like_built_in() && ready.sums.all().len() <= MOST_COUNTED {
            Box::new(Stars::of(&file.id, &offer.table, ready).map_err(refused).ok()?) as Box<dyn Playable>
        } else {
            Box::new(AnyStars::new(&file.id, &offer.table, &ready).map_err(refused).ok()?)
        })
    })
}

impl Stars {
    /// The game of `file` at the stake of `offer`.
    ///
    /// # Errors
    /// Every mistake of the section `[stars]`, with its place.
    pub fn new(file: &GameFile, offer: &Offer) -> Result<Self, Findings> {
        file.mechanic_section(|section| {
            let ready = spec::read(section)?.recipe(section, offer)?;
            Self::of(&file.id, &offer.table, ready).map_err(|message| section.error(section.span(), message, "use smaller weights")).ok()
        })
    }

    fn of(id: &str, table: &PrizeTable, ready: Ready) -> Result<Self, String> {
        let Ready { sums, recipe } = ready;
        let watched = observables::watched(table, &recipe, &sums);
        Ok(Self {
            id: id.to_owned(),
            table: table.clone(),
            generator: Generator::new(&recipe)?,
            referee: Referee::new(&sums),
            observer: Observer::new(&watched),
            observables: watched.list,
            shape: recipe.shape,
            sums,
        })
    }
}

struct Generate<'a> {
    generator: &'a Generator,
    tier: TierId,
    lanes: &'a mut Lanes,
    visuals: &'a mut [Visual],
}

impl Work for Generate<'_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        self.generator.generate(self.tier, self.lanes, self.visuals);
    }
}

struct Judge<'a> {
    referee: &'a Referee,
    visuals: &'a [Visual],
    verdicts: &'a mut [Verdict<Evidence>],
}

impl Work for Judge<'_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        self.referee.judge(self.visuals, self.verdicts);
    }
}

struct Observe<'a> {
    observer: &'a Observer,
    first: u64,
    visuals: &'a [Visual],
    verdicts: &'a [Verdict<Evidence>],
    row: &'a mut [u64],
}

impl Work for Observe<'_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        self.observer.observe(self.first, self.visuals, self.verdicts, self.row);
    }
}

impl Game for Stars {
    type Visual = Visual;
    type Evidence = Evidence;
    type Pending = ();
    const CHUNK: usize = crate::game::CHUNK;

    fn prize_table(&self) -> &PrizeTable {
        &self.table
    }

    fn observables(&self) -> &[Observable] {
        &self.observables
    }

    fn generate(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Visual]) {
        wide(Generate { generator: &self.generator, tier, lanes, visuals });
    }

    fn judge(&self, visuals: &[Visual], verdicts: &mut [Verdict<Evidence>]) {
        wide(Judge { referee: &self.referee, visuals, verdicts });
    }

    fn observe(&self, first: u64, visuals: &[Visual], verdicts: &[Verdict<Evidence>], (): &mut (), row: &mut [u64]) {
        wide(Observe { observer: &self.observer, first, visuals, verdicts, row });
    }

    fn settle(&self, (): &mut (), _row: &mut [u64]) {}

    fn json(&self, visual: &Visual, verdict: &Verdict<Evidence>) -> String {
        words::to_json(&visual.into(), &self.id, self.table.stake(), verdict.prize, &self.shape, &self.sums)
    }

    fn read_json(&self, line: &str) -> Result<Visual, VisualError> {
        words::from_json(line, &self.shape, &self.sums).map(|visual| (&visual).into())
    }

    fn picture(&self, visual: &Visual, verdict: &Verdict<Evidence>, colour: bool) -> String {
        let heading = words::heading(&self.id, &self.table, verdict.prize);
        let seen = [&verdict.evidence.first, &verdict.evidence.second];
        let courses = visual.sets().into_iter().zip(seen).map(|(set, seen)| {
            let waves = self.referee.waves(set, visual.selected).into_iter().map(|stars| Bitboard(stars.0)).collect();
            let count = course::Count { stars: seen.stars(), explosions: seen.explosions().into(), waves: seen.waves, extra: seen.extras() > 0 };
            course::of(waves, count, &self.sums, |number| seen.sum_count(number))
        });
        words::to_picture(&visual.into(), &heading, &courses.collect::<Vec<_>>(), &self.shape, &self.sums, colour)
    }

    fn read_picture(&self, picture: &str) -> Result<Visual, VisualError> {
        words::from_picture(picture, &self.shape, &self.sums).map(|visual| (&visual).into())
    }
}
