//! The way of a run: any batches of a plan, played in order by all threads. A batch is a pure function of the plan and its number, wherever and whenever it is played.

use super::{EngineError, Judging, MOST_PLAYS, Plan, Sampling, Watch, convergence_points};
use crate::game::{MOST_BATCHES, Playable};
use crate::prize::{Batch, BlockPlan, independent_batch, split_block};
use crate::random::Weighted;
use crate::tally::{Observable, Tally};
use rayon::prelude::*;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Batches split and handed out together: enough work for any number of threads, little memory.
const WAVE_BATCHES: u64 = 2_048;

/// A plan that a game can play.
pub(super) struct Course<'a> {
    pub game: &'a dyn Playable,
    /// The plan in force: of a game without a visual, prizes only.
    pub plan: Plan,
    pub blocks: BlockPlan,
    /// The batches after which the convergence curve has a point.
    pub points: Vec<u64>,
    /// The odds of independent plays.
    weights: Option<Weighted>,
}

impl<'a> Course<'a> {
    pub fn new(game: &'a dyn Playable, plan: Plan) -> Result<Self, EngineError> {
        let table = game.prize_table();
        let blocks = BlockPlan { block: table.block(), plays: plan.plays };
        if plan.plays == 0 || plan.plays > MOST_PLAYS || blocks.batches() > MOST_BATCHES {
            return Err(EngineError::Plays(plan.plays));
        }
        let weights = match plan.sampling {
            Sampling::Block => None,
            Sampling::Iid => Some(Weighted::new(&table.tiers().iter().map(|tier| tier.winners).collect::<Vec<u64>>())?),
        };
        Ok(Self { game, plan: plan.of(game), blocks, points: convergence_points(blocks), weights })
    }

    /// The tally of no play.
    pub fn empty(&self) -> Tally {
        let row = Observable::offsets(self.game.observables()).last().copied().unwrap_or(0);
        Tally::new(self.game.prize_table().tiers().len(), row, self.points.len())
    }

    /// The batches of a block of the run, in order.
    pub fn batches_of(&self, block: u64) -> Vec<Batch> {
        let begins = block * self.blocks.batches_per_block();
        match self.plan.sampling {
            Sampling::Block => split_block(self.game.prize_table(), self.blocks, self.plan.seed, block),
            Sampling::Iid => (begins..begins + self.blocks.batches_in_block(block)).filter_map(|index| self.independent(index)).collect(),
        }
    }

    fn independent(&self, index: u64) -> Option<Batch> {
        let tiers = self.game.prize_table().tiers().len();
        self.weights.as_ref().map(|weights| independent_batch(weights, tiers, self.blocks, self.plan.seed, index))
    }

    /// Plays `batches` in order and adds them to `tally`, until [`Watch::stop`]; gives the batch before which it stopped, and the sum.
    pub fn play(&self, batches: Range<u64>, mut tally: Tally, watch: &Watch) -> Result<(u64, Tally), EngineError> {
        let tallies = (0..rayon::current_num_threads()).map(|_| Mutex::new(self.empty())).collect();
        let crew = Crew { course: self, watch, tallies };
        let mut done = batches.start;
        if self.weights.is_some() {
            done += crew.work(batches.end - batches.start, |place| self.independent(batches.start + place).map(Cow::Owned));
        } else {
            let per_block = self.blocks.batches_per_block();
            let wave = (WAVE_BATCHES / per_block).max(1);
            let (mut first, end) = (batches.start / per_block, batches.end.div_ceil(per_block));
            while first < end && !crew.must_stop() {
                let last = (first + wave).min(end);
                let split = |block| self.batches_of(block).into_iter().filter(|batch| batches.contains(&batch.index));
                let split: Vec<Batch> = (first..last).into_par_iter().flat_map_iter(split).collect();
                done += crew.work(split.len() as u64, |place| split.get(usize::try_from(place).ok()?).map(Cow::Borrowed));
                first = last;
            }
        }
        for part in crew.tallies {
            tally.merge(&part.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))?;
        }
        Ok((done, tally))
    }
}

/// What the threads share, and a tally for each of them.
struct Crew<'a> {
    course: &'a Course<'a>,
    watch: &'a Watch,
    tallies: Vec<Mutex<Tally>>,
}

impl Crew<'_> {
    fn must_stop(&self) -> bool {
        self.watch.stop.load(Ordering::Relaxed)
    }

    /// Works through `count` batches in order, each by the next free thread, and tells how many were done: the first ones, even after a stop.
    fn work<'b>(&self, count: u64, batch: impl Fn(u64) -> Option<Cow<'b, Batch>> + Sync) -> u64 {
        let next = AtomicU64::new(0);
        rayon::broadcast(|thread| {
            let mut tally = self.tallies[thread.index()].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            while !self.must_stop() {
                let place = next.fetch_add(1, Ordering::Relaxed);
                if place >= count {
                    break;
                }
                if let Some(batch) = batch(place) {
                    self.play(&batch, &mut tally);
                }
            }
        });
        next.into_inner().min(count)
    }

    fn play(&self, batch: &Batch, tally: &mut Tally) {
        let Course { game, plan, points, .. } = self.course;
        let stretch = points.partition_point(|&point| point < batch.index);
        for (tier, &count) in batch.counts.iter().enumerate() {
            tally.tiers[tier].plays += count;
            tally.stretches[stretch][tier] += count;
        }
        if plan.judging == Judging::Full {
            game.play(plan.seed, batch, tally);
        }
        self.watch.done.fetch_add(batch.plays(), Ordering::Relaxed);
    }
}
