//! The prize table of a block, and the draw of plays from it without replacement.

mod one_by_one;
mod split;
mod table;

pub use one_by_one::BlockDraw;
pub use split::{BATCH_PLAYS, Batch, BlockPlan, draw_part, independent_batch, split_block};
pub use table::{PrizeTable, PrizeTableError, Tier, TierId};
