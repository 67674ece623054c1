//! Generator and referee agree: every prize of every stake, whole blocks, and what is written can be read back.

use super::super::visual::Visual;
use super::{game, verdict_of};
use crate::engine::{Judging, Plan, Sampling, Watch, run};
use crate::game::Game;
use crate::random::{Lanes, Purpose};

#[test]
fn every_prize_of_every_stake_is_shown() {
    for stake in ["1", "2", "3"] {
        let game = game(stake);
        for tier in game.prize_table().ids() {
            let mut lanes = Lanes::new(7, Purpose::Test, u64::from(tier.0));
            let mut visuals = vec![Visual::default(); 4_000];
            game.generate(tier, &mut lanes, &mut visuals);
            let mut seen = [0_u32; 4];
            let mut extras = 0;
            for visual in &visuals {
                let verdict = verdict_of(&game, visual);
                assert_eq!(verdict.prize, game.prize_table().prize(tier), "{}", game.picture(visual, &verdict, false));
                assert!(!verdict.ambiguous);
                assert!(visual.sets().into_iter().all(super::super::visual::Set::is_complete));
                seen[usize::from(verdict.evidence.first.explosions())] += 1;
                extras += u32::from(verdict.evidence.extra);
                assert_eq!(verdict.evidence.second.extras(), 0);
            }
            assert!(seen.iter().all(|&count| count > 0) && extras > 0, "{seen:?} {extras}");
        }
    }
}

#[test]
fn whole_blocks_pay_the_table() {
    for stake in ["1", "2", "3"] {
        let game = game(stake);
        let plan = Plan { seed: 42, plays: 1_000_000, sampling: Sampling::Block, judging: Judging::Full };
        let tally = run(&game, plan, 1, &Watch::default()).unwrap().tally;
        assert_eq!((tally.mismatch_count(), tally.ambiguous_count()), (0, 0));
        assert_eq!(game.prize_table().paid(&tally.drawn()), game.prize_table().total());
    }
}
