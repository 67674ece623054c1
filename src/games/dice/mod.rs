//! Dice in cups (Yam's !): each cup scores its best combination, the points add up, and the bracket of the total is the prize.
//!
//! ```text
//! prize 20 -> bracket 70 to 79 -> three cups that total 70, 73, 75 or 78, every such play equally likely
//!
//!        ┏━━━┓ ┏━━━┓ ┌───┐ ┌───┐ ┌───┐
//! cup 1  ┃ 1 ┃ ┃ 1 ┃ │ 2 │ │ 3 │ │ 5 │   pair              3 points  \
//! cup 2   4     4     4     2     2      full house       25 points   > 73 points, prize 20
//! cup 3   6     2     4     3     5      large straight   45 points  /
//! ```

mod count;
mod exact;
mod generator;
mod observe;
mod params;
mod pieces;
mod referee;
mod show;
mod sources;
#[cfg(test)]
mod tests;
mod trace;
mod visual;

pub use exact::{Deal, FairDice, Features, Throws, fair_totals};
pub use generator::{Generator, GeneratorError};
pub use params::{Bracket, MAX_CUPS, MAX_POINTS, Params};
pub use referee::{Evidence, Hand, Referee, makes, score};
pub use sources::sources;
pub use trace::{Cup, Trace, Tracer};
pub use visual::{COMBINATIONS, Combination, DICE, FACES, THROWS, Throw, Visual};

use crate::game::{Game, Playable, Verdict, VisualError};
use crate::money::Cents;
use crate::prize::{PrizeTable, TierId};
use crate::random::Lanes;
use crate::spec::{Findings, GameFile, Offer};
use crate::tally::Observable;
use count::{Counter, MOST, Pending, TURNS};

/// The game file of Yam's !.
pub const YAMS: &str = include_str!("yams.toml");

/// A dice game at one stake, with `CUPS` cups.
#[derive(Clone, Debug)]
pub struct Dice<const CUPS: usize> {
    id: String,
    table: PrizeTable,
    referee: Referee<CUPS>,
    generator: Generator<CUPS>,
    observables: Vec<Observable>,
    counter: Counter<CUPS>,
}

/// Builds the game of a file at one of its stakes.
///
/// # Errors
/// Every mistake in the section `[dice]`.
pub fn build(file: &GameFile, offer: &Offer) -> Result<Box<dyn Playable>, Findings> {
    let params = Params::read(file)?;
    let impossible = |error: GeneratorError| {
        let mut findings = Findings::default();
        findings.error(file.mechanic.span.clone(), format!("the visuals of a prize cannot be drawn: {error}"), "give the prize another bracket");
        findings
    };
    Ok(match params.cups {
        1 => Box::new(Dice::<1>::new(&file.id, &offer.table, &params).map_err(impossible)?),
        2 => Box::new(Dice::<2>::new(&file.id, &offer.table, &params).map_err(impossible)?),
        3 => Box::new(Dice::<3>::new(&file.id, &offer.table, &params).map_err(impossible)?),
        _ => Box::new(Dice::<MAX_CUPS>::new(&file.id, &offer.table, &params).map_err(impossible)?),
    })
}

impl<const CUPS: usize> Dice<CUPS> {
    /// The game with the brackets of `params`, one a winning tier of `table`.
    ///
    /// # Errors
    /// When a tier has no visual, which checked parameters exclude.
    pub fn new(id: &str, table: &PrizeTable, params: &Params) -> Result<Self, GeneratorError> {
        let throws = Throws::new(&params.points);
        let observables = observe::observables::<CUPS>(params, table, &throws);
        let referee = Referee::new(params, table);
        Ok(Self {
            id: id.to_owned(),
            table: table.clone(),
            generator: Generator::new(&throws, &params.shown())?,
            counter: Counter::new(&observables, &referee, &throws.reachable(CUPS)),
            referee,
            observables,
        })
    }
}

impl<const CUPS: usize> Game for Dice<CUPS> {
    type Visual = Visual<CUPS>;
    type Evidence = Evidence<CUPS>;
    type Pending = Pending;
    const CHUNK: usize = crate::game::CHUNK;

    fn prize_table(&self) -> &PrizeTable {
        &self.table
    }

    fn observables(&self) -> &[Observable] {
        &self.observables
    }

    #[inline(always)]
    fn generate(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Visual<CUPS>]) {
        self.generator.fill(tier.index(), lanes, visuals);
    }

    #[inline(always)]
    fn judge(&self, visuals: &[Visual<CUPS>], verdicts: &mut [Verdict<Evidence<CUPS>>]) {
        for (visual, verdict) in visuals.iter().zip(verdicts) {
            *verdict = self.referee.judge(visual);
        }
    }

    #[inline(always)]
    fn observe(&self, _first: u64, visuals: &[Visual<CUPS>], verdicts: &[Verdict<Evidence<CUPS>>], pending: &mut Pending, row: &mut [u64]) {
        self.counter.count(visuals, verdicts, pending, row);
    }

    /// In one pass: what a play shows is counted as it is judged, and no verdict is kept.
    #[inline(always)]
    fn examine(
        &self,
        _first: u64,
        prize: Cents,
        visuals: &[Visual<CUPS>],
        _verdicts: &mut [Verdict<Evidence<CUPS>>],
        pending: &mut Pending,
        row: &mut [u64],
    ) -> bool {
        let referee = self.referee.at_hand();
        // any bit that a prize found has, and the prize drawn has not
        let (mut difference, mut ambiguous) = (0, false);
        for visuals in visuals.chunks(MOST) {
            let counters = self.counter.room_for(visuals.len(), pending, row);
            let (pairs, rest) = visuals.as_chunks::<TURNS>();
            let mut examine = |visual: &Visual<CUPS>, turn: usize| {
                let verdict = referee.judge(visual);
                counters.count(visual, verdict.evidence, turn);
                difference |= verdict.prize.0 ^ prize.0;
                ambiguous |= verdict.ambiguous;
            };
            for pair in pairs {
                pair.iter().zip(0..).for_each(|(visual, turn)| examine(visual, turn));
            }
            rest.iter().for_each(|visual| examine(visual, 0));
        }
        difference != 0 || ambiguous
    }

    fn settle(&self, pending: &mut Pending, row: &mut [u64]) {
        self.counter.settle(pending, row);
    }

    fn json(&self, visual: &Visual<CUPS>, verdict: &Verdict<Evidence<CUPS>>) -> String {
        show::json(&self.id, self.table.stake(), &self.referee, visual, verdict)
    }

    fn read_json(&self, line: &str) -> Result<Visual<CUPS>, VisualError> {
        show::read_json(line)
    }

    fn picture(&self, visual: &Visual<CUPS>, verdict: &Verdict<Evidence<CUPS>>, colour: bool) -> String {
        show::picture(visual, &self.referee, verdict, &self.table, colour)
    }

    fn read_picture(&self, picture: &str) -> Result<Visual<CUPS>, VisualError> {
        show::read_picture(picture)
    }
}
