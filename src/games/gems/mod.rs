//! Games of gems: throws of a grid of symbols, in which three identical gems in a row pay, or four to six (`line_length`).
//! The built-in one is **Diamond River**.
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
//! | `room.rs` | whether throws can be drawn, and soon enough |
//! | `generator.rs`, `chance.rs` | tier -> visual |
//! | `filling.rs`, `board.rs`, `strips.rs`, `windows.rs` | the fillings of grids of at most 32 cells whose shorter side is 3 to 5, lines of three |
//! | `wide.rs` | the fillings of all other grids, up to 64 cells, and lines of any length |
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
mod room;
mod sources;
mod strips;
mod trace;
mod visual;
mod ways;
mod wide;
mod windows;

#[cfg(test)]
mod tests;

use crate::game::{Game, Playable, Verdict, VisualError};
use crate::prize::{PrizeTable, TierId};
use crate::random::Lanes;
use crate::spec::{Findings, GameFile, Offer};
use crate::tally::Observable;
use filling::Filler;
use generator::Generator;
pub use generator::Tries;
use observables::Counters;
pub use params::Gem;
use params::{Params, Rules};
use referee::Referee;
pub use referee::{DIRECTION_NAMES, Evidence, Line};
pub use sources::sources;
pub use trace::{PaidLine, Throw, Trace, Tracer};
pub use visual::{Grid, Symbol, Visual, Word};

/// The game file of Diamond River.
pub const DIAMOND_RIVER: &str = include_str!("diamond-river.toml");

/// A game of gems at one stake.
#[derive(Clone, Debug)]
pub struct Gems<W: Word = u32> {
    id: String,
    table: PrizeTable,
    rules: Rules,
    generator: Generator<W>,
    referee: Referee<W>,
    counters: Counters,
}

/// Builds the game of a file at an offer of it.
///
/// # Errors
/// Every mistake in the section `[gems]`, and prizes that no gains add up to.
pub fn build(file: &GameFile, offer: &Offer) -> Result<Box<dyn Playable>, Findings> {
    let params = Params::read(file, offer)?;
    let rules = &params.rules;
    Ok(if Filler::fills(rules.grid, rules.line_length) {
        Box::new(Gems::<u32>::of(file, offer, params))
    } else {
        Box::new(Gems::<u64>::of(file, offer, params))
    })
}

impl<W: Word> Gems<W> {
    /// Builds the game of a file at an offer of it.
    ///
    /// # Errors
    /// As [`build`].
    pub fn new(file: &GameFile, offer: &Offer) -> Result<Self, Findings> {
        Ok(Self::of(file, offer, Params::read(file, offer)?))
    }

    fn of(file: &GameFile, offer: &Offer, params: Params) -> Self {
        Self {
            id: file.id.clone(),
            table: offer.table.clone(),
            generator: Generator::new(&params),
            referee: Referee::new(&params.rules),
            counters: Counters::new(&params, &offer.table),
            rules: params.rules,
        }
    }

    /// As [`Game::generate`], and tells how many candidates the retry loop drew.
    pub fn generate_counted(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Visual<W>]) -> Tries {
        self.generator.generate(tier, lanes, visuals)
    }
}

impl<W: Word> Game for Gems<W> {
    type Visual = Visual<W>;
    type Evidence = Evidence<W>;
    type Pending = ();
    const CHUNK: usize = crate::game::CHUNK;

    fn prize_table(&self) -> &PrizeTable {
        &self.table
    }

    fn observables(&self) -> &[Observable] {
        self.counters.list()
    }

    #[inline(always)]
    fn generate(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Visual<W>]) {
        self.generator.generate(tier, lanes, visuals);
    }

    #[inline(always)]
    fn judge(&self, visuals: &[Visual<W>], verdicts: &mut [Verdict<Evidence<W>>]) {
        for (visual, verdict) in visuals.iter().zip(verdicts) {
            self.referee.judge_into(visual, verdict);
        }
    }

    #[inline(always)]
    fn observe(&self, first: u64, visuals: &[Visual<W>], verdicts: &[Verdict<Evidence<W>>], (): &mut (), row: &mut [u64]) {
        self.counters.count(first, visuals, verdicts, row);
    }

    fn settle(&self, (): &mut (), _row: &mut [u64]) {}

    fn json(&self, visual: &Visual<W>, verdict: &Verdict<Evidence<W>>) -> String {
        json::write(&self.rules, &self.id, self.table.stake(), verdict.prize, visual)
    }

    fn read_json(&self, line: &str) -> Result<Visual<W>, VisualError> {
        json::read(&self.rules, line)
    }

    fn picture(&self, visual: &Visual<W>, verdict: &Verdict<Evidence<W>>, colour: bool) -> String {
        picture::draw(&self.rules, visual, verdict, colour)
    }

    fn read_picture(&self, picture: &str) -> Result<Visual<W>, VisualError> {
        picture::read(&self.rules, picture)
    }
}
