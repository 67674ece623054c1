use super::*;
use crate::engine::{Judging, Plan, Sampling, Watch, run};
use crate::games;

fn yams(stake: Option<crate::money::Cents>) -> Box<dyn Playable> {
    games::build(&games::check(YAMS).unwrap(), stake).unwrap()
}

#[test]
#[ignore = "a measurement: cargo test --release --no-default-features -- --ignored --nocapture rate"]
fn rate_of_judged_plays() {
    let game = yams(None);
    for threads in [1, 1, 2] {
        let started = std::time::Instant::now();
        let plan = Plan { seed: 1, plays: 20_000_000, sampling: Sampling::Block, judging: Judging::Full };
        let tally = run(&*game, plan, threads, &Watch::default()).unwrap();
        let elapsed = started.elapsed();
        assert_eq!(tally.mismatch_count(), 0);
        println!("{threads} thread(s): {} plays in {elapsed:?}, {} ns a play", tally.plays(), elapsed.as_nanos() / u128::from(tally.plays()));
    }
}

#[test]
fn whole_blocks_pay_their_table() {
    let game = yams(None);
    let plan = Plan { seed: 7, plays: 2 * 700_000, sampling: Sampling::Block, judging: Judging::Full };
    let tally = run(&*game, plan, 1, &Watch::default()).unwrap();
    assert_eq!(tally.mismatch_count(), 0);
    assert_eq!(game.prize_table().paid(&tally.drawn()), 2 * game.prize_table().total());
}
