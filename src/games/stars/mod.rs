//! Star Color: 42 stars of six colours; the player uncovers the stars of one colour, and what explodes from there.
//!
//! ```text
//! prize ── ways ──┐                         ┌── referee (articles 4.4 to 4.8) ── verdict, evidence ── observables
//!                 ├── generator ── visual ──┤
//! spec (S1..S11) ─┘   layout, decoys, pick  └── words: JSON, picture
//! ```
//! The referee and the generator share [`visual`] and nothing else.

mod bonuses;
mod buckets;
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
mod spec;
#[cfg(test)]
mod tests;
mod trace;
pub mod visual;
mod ways;
mod words;

use crate::game::{Game, Playable, Verdict, VisualError};
use crate::prize::{PrizeTable, TierId};
use crate::random::Lanes;
use crate::spec::{Findings, GameFile, Offer};
use crate::tally::Observable;
use crate::vector::{Work, wide};
use generator::Generator;
use observe::Observer;
use referee::{Evidence, Referee, SetSeen};
pub use trace::{Explosion, SetTrace, Star, Trace, Tracer};
use visual::{Colour, Set, Sums, Visual};
use words::Course;

/// The game file of Star Color.
pub const STAR_COLOR: &str = include_str!("star-color.toml");

/// A game of stars at one stake.
#[derive(Clone, Debug)]
pub struct Stars {
    id: String,
    table: PrizeTable,
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
    Ok(Box::new(Stars::new(file, offer)?))
}

impl Stars {
    /// The game of `file` at the stake of `offer`.
    ///
    /// # Errors
    /// Every mistake of the section `[stars]`, with its place.
    pub fn new(file: &GameFile, offer: &Offer) -> Result<Self, Findings> {
        file.mechanic_section(|section| {
            let params = spec::read(section)?;
            let (sums, recipe) = params.recipe(section, offer)?;
            let generator = Generator::new(&recipe).map_err(|message| section.error(section.span(), message, "use smaller weights")).ok()?;
            let watched = observables::watched(&offer.table, &recipe, &sums);
            Some(Self {
                id: file.id.clone(),
                table: offer.table.clone(),
                generator,
                referee: Referee::new(&sums),
                observer: Observer::new(&watched),
                observables: watched.list,
                sums,
            })
        })
    }

    /// How a set was played, for its picture.
    fn course(&self, set: &Set, seen: &SetSeen, selected: Colour) -> Course {
        let plural = |count: u32, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
        let mut parts = vec![format!("{} uncovered", plural(seen.stars(), "star"))];
        if seen.explosions() > 0 {
            parts.push(format!("{} in {}", plural(seen.explosions().into(), "explosion"), plural(seen.waves.into(), "wave")));
        }
        let numbers = (0_u8..).zip(self.sums.all());
        let sums: Vec<String> = numbers.flat_map(|(number, amount)| (0..seen.sum_count(number)).map(move |_| amount.to_string())).collect();
        if !sums.is_empty() {
            parts.push(format!("sums {}", sums.join(" + ")));
        }
        if seen.extras() > 0 {
            parts.push("Extra".to_owned());
        }
        Course { waves: self.referee.waves(set, selected), summary: parts.join(", ") }
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

    fn observe(&self, first: u64, visuals: &[Visual], verdicts: &[Verdict<Evidence>], row: &mut [u64]) {
        wide(Observe { observer: &self.observer, first, visuals, verdicts, row });
    }

    fn json(&self, visual: &Visual, verdict: &Verdict<Evidence>) -> String {
        words::to_json(visual, &self.id, self.table.stake(), verdict.prize, &self.sums)
    }

    fn read_json(&self, line: &str) -> Result<Visual, VisualError> {
        words::from_json(line, &self.sums)
    }

    fn picture(&self, visual: &Visual, verdict: &Verdict<Evidence>, colour: bool) -> String {
        let heading = format!("{}  stake {}  prize {}", self.id, self.table.stake(), verdict.prize);
        let seen = [&verdict.evidence.first, &verdict.evidence.second];
        let courses: Vec<Course> = visual.sets().into_iter().zip(seen).map(|(set, seen)| self.course(set, seen, visual.selected)).collect();
        words::to_picture(visual, &heading, &courses, &self.sums, colour)
    }

    fn read_picture(&self, picture: &str) -> Result<Visual, VisualError> {
        words::from_picture(picture, &self.sums)
    }
}
