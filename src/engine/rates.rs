//! How fast this machine plays: the rates of a game stage by stage, and the yardstick they are measured with. Times, not results: nothing of it enters a run.

use super::EngineError;
use crate::game::Playable;
use crate::prize::{BlockPlan, split_block};
use crate::random::{Purpose, Words, stream};
use crate::tally::{Observable, Tally};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How far each play goes; each stage does what the one before it does, and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Its prize is drawn from the block.
    Prizes,
    /// A visual is made for it.
    Visuals,
    /// The visual is judged and counted.
    Judged,
}

impl Stage {
    /// Every stage, the shortest first.
    pub const ALL: [Self; 3] = [Self::Prizes, Self::Visuals, Self::Judged];
}

/// Work done in a time by the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Plays, or words.
    pub done: u64,
    /// From the start of the first to the end of the last thread.
    pub time: Duration,
}

/// The yardstick: words of one xoshiro256++ generator, one after the other, on one thread, for `time` or a little more.
#[must_use]
pub fn words(time: Duration) -> Rate {
    let mut generator = stream(1, Purpose::Test, 0);
    let mut done = 0;
    let began = Instant::now();
    while began.elapsed() < time {
        const TOGETHER: u64 = 1 << 20;
        std::hint::black_box((0..TOGETHER).fold(0, |sum: u64, _| sum.wrapping_add(generator.word())));
        done += TOGETHER;
    }
    Rate { done, time: began.elapsed() }
}

/// Plays of blocks at a stage, on `threads` threads (0: one a core), for `time` or a little more: a batch a thread at least.
///
/// # Errors
/// When the threads could not be started.
///
/// # Panics
/// When a referee finds another prize than was drawn: a rate of wrong plays is none.
pub fn rate(game: &dyn Playable, stage: Stage, threads: usize, time: Duration) -> Result<Rate, EngineError> {
    let table = game.prize_table();
    let row = Observable::offsets(game.observables()).last().copied().unwrap_or(0);
    let plan = BlockPlan { block: table.block(), plays: u64::MAX >> 16 };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| EngineError::Threads(error.to_string()))?;
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let began = Instant::now();
    pool.broadcast(|_| {
        let mut tally = Tally::new(table.tiers().len(), row, 1);
        let mut plays = 0;
        // a block's batches are handed to one thread: they are many more than the threads in any time worth measuring
        'time: loop {
            for batch in split_block(table, plan, 1, next.fetch_add(1, Ordering::Relaxed)) {
                match stage {
                    Stage::Prizes => {}
                    Stage::Visuals => game.draw_only(1, &batch),
                    Stage::Judged => game.play(1, &batch, &mut tally),
                }
                plays += batch.plays();
                // of prizes, whole blocks: all of a block's are drawn when it is split
                if stage != Stage::Prizes && began.elapsed() >= time {
                    break 'time;
                }
            }
            if began.elapsed() >= time {
                break;
            }
        }
        assert_eq!((tally.mismatch_count(), tally.ambiguous_count()), (0, 0), "the referee disagrees");
        done.fetch_add(plays, Ordering::Relaxed);
    });
    Ok(Rate { done: done.into_inner(), time: began.elapsed() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{BUILT_IN, build, check};

    #[test]
    fn every_stage_of_every_game_has_a_rate() {
        let time = Duration::from_millis(1);
        assert!(words(time).done > 0 && words(time).time >= time);
        for built_in in BUILT_IN {
            let game = build(&check(built_in.text).unwrap(), None).unwrap();
            for stage in Stage::ALL {
                let rate = rate(&*game, stage, 2, time).unwrap();
                assert!(rate.done > 0 && rate.time >= time, "{} {stage:?}: {rate:?}", built_in.id);
            }
        }
    }
}
