//! A prize table alone: a game whose visual we do not model. Its plays are drawn from the block, and show nothing but their prize.
//!
//! What needs a visual (`sim show`, `sim judge`, observables) says that there is none; the draw, the figures, the tests of the prizes and the charts are
//! those of any game.

use crate::game::{Playable, Shown, VisualError};
use crate::json;
use crate::prize::{Batch, PrizeTable, TierId};
use crate::random::Lanes;
use crate::spec::{GameFile, Offer};
use crate::tally::{Observable, Place, Tally};

/// A game without a visual at one stake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableGame {
    id: String,
    table: PrizeTable,
}

/// The game of a file at an offer of it: any checked prize table is one.
#[must_use]
pub fn build(file: &GameFile, offer: &Offer) -> Box<dyn Playable> {
    Box::new(TableGame { id: file.id.clone(), table: offer.table.clone() })
}

/// Why nothing can be shown of a game.
#[must_use]
pub fn no_visual(id: &str) -> String {
    format!("`{id}` is a prize table alone: its plays have no visual, so there is nothing to draw or to judge")
}

/// What to do about a game without a visual.
pub const NO_VISUAL_HELP: &str =
    "a game of dice, stars or gems has visuals: `sim new NAME --mechanic dice` begins one; `sim par` and `sim --game` work with the table alone";

impl Playable for TableGame {
    fn has_visual(&self) -> bool {
        false
    }

    fn prize_table(&self) -> &PrizeTable {
        &self.table
    }

    fn observables(&self) -> &[Observable] {
        &[]
    }

    /// Nothing to draw: what a play wins is counted where it is drawn from the block. Nothing is judged either, and the tally says so.
    fn play(&self, _seed: u64, _batch: &Batch, _tally: &mut Tally) {}

    fn draw_only(&self, _seed: u64, _batch: &Batch) {}

    fn show(&self, tier: TierId, _lanes: &mut Lanes, _colour: bool) -> Shown {
        let prize = self.table.prize(tier);
        let keys = [("game", json::line(&self.id)), ("stake_cents", json::line(&self.table.stake())), ("prize_cents", json::line(&prize))];
        let json = format!("{{{}}}", json::entries(&keys).replace('\n', " "));
        Shown { prize, ambiguous: false, json, picture: format!("(no visual: {} is a prize table alone)\n", self.id) }
    }

    fn redraw(&self, _seed: u64, _place: Place, _colour: bool) -> Result<Shown, VisualError> {
        Err(VisualError(no_visual(&self.id)))
    }

    fn judge_json(&self, _line: &str, _colour: bool) -> Result<Shown, VisualError> {
        Err(VisualError(no_visual(&self.id)))
    }

    fn judge_picture(&self, _picture: &str, _colour: bool) -> Result<Shown, VisualError> {
        Err(VisualError(no_visual(&self.id)))
    }
}
