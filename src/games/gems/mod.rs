//! Games of gems: throws of a grid of symbols, in which three identical gems in a row pay. The built-in one is **Diamond River**.
//!
//! ```text
//! throw 1       throw 2       throw 3       throw 4
//!  R O K B P G   K K R G B O   O K B B G R   B G K O P K     a line is three of one gem in a row, in one of four directions
//!  G R K O B O   P G B R $ K   P B R K O G   G K O R B G     M  magic gem: stands for any gem but the golden one
//!  K P B G G R  *B P G O K B   R G K P O B   O B G P K R     $  golden gem: three of them over the play pay
//!  B O R P K M   R*B K P R O   K O P G B K   R K B G + O     +  one more throw
//!  R G K B O G   G O*M K B P   G R B O K P   P O R K B G     W  the wheel: pays the sum it stops on
//! ```
//!
//! | file | what |
//! | --- | --- |
//! | `diamond-river.toml` | prize table, rule articles, decisions, frequencies |
//! | `params.rs` | the section `[gems]`, checked |
//! | `visual.rs`, `json.rs`, `picture.rs` | what the player sees, and both its texts |
//! | `referee.rs` | visual -> verdict |
//! | `ways.rs` | the ways of a prize |
//! | `generator.rs`, `filling.rs`, `board.rs`, `strips.rs`, `windows.rs`, `chance.rs` | tier -> visual; the only retry stands in `filling.rs` |
//! | `observables.rs`, `places.rs`, `reference.rs`, `count.rs` | what is observed, the laws it follows, and how it is counted |

mod board;
mod chance;
mod count;
mod filling;
mod generator;
mod json;
mod observables;
mod params;
mod picture;
mod places;
mod referee;
mod reference;
mod strips;
mod trace;
mod visual;
mod ways;
mod windows;

#[cfg(test)]
mod tests;

use crate::game::{Game, Playable, Verdict, VisualError};
use crate::prize::{PrizeTable, TierId};
use crate::random::Lanes;
use crate::spec::{Findings, GameFile, Offer};
use crate::tally::Observable;
use generator::Generator;
pub use generator::Tries;
use observables::Counters;
pub use params::Gem;
use params::{Params, Rules};
use referee::Referee;
pub use referee::{DIRECTION_NAMES, Evidence, Line};
pub use trace::{PaidLine, Throw, Trace, Tracer};
pub use visual::{Grid, Symbol, Visual};

/// The game file of Diamond River.
pub const DIAMOND_RIVER: &str = include_str!("diamond-river.toml");

/// A game of gems at one stake.
#[derive(Clone, Debug)]
pub struct Gems {
    id: String,
    table: PrizeTable,
    rules: Rules,
    generator: Generator,
    referee: Referee,
    counters: Counters,
}

/// Builds the game of a file at an offer of it.
///
/// # Errors
/// Every mistake in the section `[gems]`, and prizes that no gains add up to.
pub fn build(file: &GameFile, offer: &Offer) -> Result<Box<dyn Playable>, Findings> {
    Gems::new(file, offer).map(|game| Box::new(game) as Box<dyn Playable>)
}

impl Gems {
    /// Builds the game of a file at an offer of it.
    ///
    /// # Errors
    /// As [`build`].
    pub fn new(file: &GameFile, offer: &Offer) -> Result<Self, Findings> {
        let params = Params::read(file, offer)?;
        Ok(Self {
            id: file.id.clone(),
            table: offer.table.clone(),
            generator: Generator::new(&params),
            referee: Referee::new(&params.rules),
            counters: Counters::new(&params, &offer.table),
            rules: params.rules,
        })
    }

    /// As [`Game::generate`], and tells how many candidates the retry loop drew.
    pub fn generate_counted(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Visual]) -> Tries {
        self.generator.generate(tier, lanes, visuals)
    }
}

impl Game for Gems {
    type Visual = Visual;
    type Evidence = Evidence;
    const CHUNK: usize = crate::game::CHUNK;

    fn prize_table(&self) -> &PrizeTable {
        &self.table
    }

    fn observables(&self) -> &[Observable] {
        self.counters.list()
    }

    #[inline(always)]
    fn generate(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Visual]) {
        self.generator.generate(tier, lanes, visuals);
    }

    #[inline(always)]
    fn judge(&self, visuals: &[Visual], verdicts: &mut [Verdict<Evidence>]) {
        for (visual, verdict) in visuals.iter().zip(verdicts) {
            self.referee.judge_into(visual, verdict);
        }
    }

    #[inline(always)]
    fn observe(&self, first: u64, visuals: &[Visual], verdicts: &[Verdict<Evidence>], row: &mut [u64]) {
        self.counters.count(first, visuals, verdicts, row);
    }

    fn json(&self, visual: &Visual, verdict: &Verdict<Evidence>) -> String {
        json::write(&self.rules, &self.id, self.table.stake(), verdict.prize, visual)
    }

    fn read_json(&self, line: &str) -> Result<Visual, VisualError> {
        json::read(&self.rules, line)
    }

    fn picture(&self, visual: &Visual, verdict: &Verdict<Evidence>, colour: bool) -> String {
        picture::draw(&self.rules, visual, verdict, colour)
    }

    fn read_picture(&self, picture: &str) -> Result<Visual, VisualError> {
        picture::read(&self.rules, picture)
    }
}
