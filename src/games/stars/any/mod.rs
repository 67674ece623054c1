//! Games of stars on any board of up to 64 stars: the rules and the law of Star Color, without what is made for 6 x 7 stars of six colours alone.

pub mod generator;
mod observe;
pub mod reach;
pub mod referee;
pub mod visual;

use super::course;
use super::observables;
use super::shape::Shape;
use super::spec::Ready;
use super::visual::Sums;
use super::words;
use crate::game::{Game, Verdict, VisualError};
use crate::prize::{PrizeTable, TierId};
use crate::random::Lanes;
use crate::tally::Observable;
use generator::Generator;
use observe::Observer;
use referee::{Evidence, Referee};
use visual::Visual;

/// A game of stars at one stake.
#[derive(Clone, Debug)]
pub struct AnyStars {
    id: String,
    table: PrizeTable,
    shape: Shape,
    sums: Sums,
    pub(super) generator: Generator,
    pub(super) referee: Referee,
    observables: Vec<Observable>,
    observer: Observer,
}

impl AnyStars {
    /// The game with this id, prize table and recipe.
    ///
    /// # Errors
    /// Which weights cannot be drawn from, and why.
    pub fn new(id: &str, table: &PrizeTable, ready: &Ready) -> Result<Self, String> {
        let Ready { sums, recipe } = ready;
        let watched = observables::watched(table, recipe, sums);
        Ok(Self {
            id: id.to_owned(),
            table: table.clone(),
            generator: Generator::new(recipe)?,
            referee: Referee::new(&recipe.shape, sums),
            observer: Observer::new(&watched, &recipe.shape),
            observables: watched.list,
            shape: recipe.shape.clone(),
            sums: sums.clone(),
        })
    }
}

impl Game for AnyStars {
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
        self.generator.generate(tier, lanes, visuals);
    }

    fn judge(&self, visuals: &[Visual], verdicts: &mut [Verdict<Evidence>]) {
        for (visual, verdict) in visuals.iter().zip(verdicts) {
            *verdict = self.referee.judge(visual);
        }
    }

    fn observe(&self, first: u64, visuals: &[Visual], verdicts: &[Verdict<Evidence>], (): &mut (), row: &mut [u64]) {
        self.observer.observe(first, visuals, verdicts, row);
    }

    fn settle(&self, (): &mut (), _row: &mut [u64]) {}

    fn json(&self, visual: &Visual, verdict: &Verdict<Evidence>) -> String {
        words::to_json(visual, &self.id, self.table.stake(), verdict.prize, &self.shape, &self.sums)
    }

    fn read_json(&self, line: &str) -> Result<Visual, VisualError> {
        words::from_json(line, &self.shape, &self.sums)
    }

    fn picture(&self, visual: &Visual, verdict: &Verdict<Evidence>, colour: bool) -> String {
        let heading = words::heading(&self.id, &self.table, verdict.prize);
        let seen = [&verdict.evidence.first, &verdict.evidence.second];
        let courses = visual.sets().into_iter().zip(seen).map(|(set, seen)| {
            let sums = |number| seen.sum_count(number);
            let count = course::Count { stars: seen.uncovered.len(), explosions: seen.explosions(), waves: seen.waves, extra: seen.extras() > 0 };
            course::of(self.referee.waves(set, visual.selected), count, &self.sums, sums)
        });
        words::to_picture(visual, &heading, &courses.collect::<Vec<_>>(), &self.shape, &self.sums, colour)
    }

    fn read_picture(&self, picture: &str) -> Result<Visual, VisualError> {
        words::from_picture(picture, &self.shape, &self.sums)
    }
}
