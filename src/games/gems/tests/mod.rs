//! Tests of the game as a whole.

use super::*;

mod boards;
mod faults;
mod filling;
mod goodness;
mod places;
mod play;
mod rates;
mod referee;
mod slow;
mod trace;
mod twin;
use crate::money::Cents;
use crate::random::Purpose;

pub(super) fn game() -> Gems {
    let file = crate::games::check(DIAMOND_RIVER).unwrap_or_else(|findings| panic!("{}", findings.listing("diamond-river.toml", DIAMOND_RIVER)));
    Gems::new(&file, &file.offers[0]).unwrap()
}

#[test]
fn every_prize_is_shown_as_itself() {
    let game = game();
    for tier in game.table.ids() {
        let mut lanes = Lanes::new(1, Purpose::Test, u64::from(tier.0));
        let mut visuals = vec![Visual::default(); 2000];
        game.generate(tier, &mut lanes, &mut visuals);
        for visual in &visuals {
            let verdict = game.referee.judge(visual);
            assert_eq!((verdict.prize, verdict.ambiguous), (game.table.prize(tier), false), "{}", game.picture(visual, &verdict, false));
        }
    }
}
