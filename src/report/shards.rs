//! Plans and their shards in words: what `sim plan` and `sim status` say.

use super::layout::{plural, short_percent};
use crate::engine::shard::{Shards, plays_in};
use crate::engine::{Judging, Sampling};
use crate::json;
use crate::money::grouped;
use crate::run_file::{OpenPlan, Part};
use std::collections::BTreeSet;

/// Numbers in ascending order as job arrays take them: `3,17-19`; empty for none.
///
/// ```
/// assert_eq!(sim::report::shards::ranges(&[3, 17, 18, 19]), "3,17-19");
/// ```
#[must_use]
pub fn ranges(numbers: &[u64]) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |(first, last): (u64, u64)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    runs.into_iter().map(run).collect::<Vec<_>>().join(",")
}

/// `256 shards of 558 or 559 blocks`.
#[must_use]
pub fn sizes(shards: Shards) -> String {
    let blocks = shards.blocks.blocks();
    let (least, over) = (blocks / shards.count, blocks % shards.count);
    let of = |blocks: u64| plural(blocks, "block", "blocks");
    match (least, over) {
        (0, over) => format!(
            "{}: {} of one block, {} empty",
            plural(shards.count, "shard", "shards"),
            grouped(over.into()),
            grouped((shards.count - over).into())
        ),
        (least, 0) if shards.count == 1 => format!("one shard of {}", of(least)),
        (least, 0) => format!("{} of {} each", plural(shards.count, "shard", "shards"), of(least)),
        (least, _) => format!("{} of {} or {}", plural(shards.count, "shard", "shards"), grouped(least.into()), of(least + 1)),
    }
}

/// What a plan is: the game, the plays, the seed.
fn what(plan: &OpenPlan) -> String {
    let (game, run) = (&plan.game, plan.file.plan);
    let blocks = plan.blocks().blocks();
    let sampling = match run.sampling {
        Sampling::Block => format!("from {} of {}", plural(blocks, "block", "blocks"), grouped(game.block.into())),
        Sampling::Iid => "each drawn for itself".to_owned(),
    };
    let judging = if run.judging == Judging::None && game.has_visual() { ", prizes only" } else { "" };
    let stake = plan.playable.prize_table().stake();
    format!("{} at {} {} a play: {}, {sampling}{judging}, seed {}", game.name, stake, game.currency, plural(run.plays, "play", "plays"), run.seed)
}

/// What `sim plan` prints; `argument` is the plan as commands take it.
#[must_use]
pub fn plan_text(plan: &OpenPlan, argument: &str) -> String {
    format!(
        "plan {}\n{}\n{}\n\n\
         next, on machines that see this folder:\n  \
         sim run --plan {argument} --shard 0      (0 to {}; `auto` in a job array)\n  \
         sim status --plan {argument}\n  \
         sim merge --plan {argument}\n\
         or print a script for a cluster: sim submit slurm --plan {argument}\n",
        plan.id,
        what(plan),
        sizes(plan.shards()),
        plan.file.shards - 1,
    )
}

/// How far the shards of a plan are.
pub struct Progress<'a> {
    /// The plan.
    pub plan: &'a OpenPlan,
    /// Shards whose part is there.
    pub done: BTreeSet<u64>,
    /// Shards with something in the place of their part that is none, and why.
    pub damaged: Vec<(u64, String)>,
    /// States kept of shards that are not done.
    pub begun: Vec<Part>,
}

impl Progress<'_> {
    /// Shards to be played yet, damaged ones too.
    #[must_use]
    pub fn missing(&self) -> Vec<u64> {
        (0..self.plan.file.shards).filter(|shard| !self.done.contains(shard)).collect()
    }

    /// Plays done of a shard that was begun.
    fn plays(&self, state: &Part) -> u64 {
        plays_in(self.plan.blocks(), &state.section.batches)
    }

    /// For people; `argument` is the plan as commands take it.
    #[must_use]
    pub fn text(&self, argument: &str) -> String {
        let (shards, missing) = (self.plan.shards(), self.missing());
        let (all, done) = (self.plan.file.shards, self.done.len() as u64);
        let mut lines = vec![format!("plan {}", self.plan.id), what(self.plan), sizes(shards), String::new()];
        lines.push(format!("done     {} of {}", grouped(done.into()), plural(all, "shard", "shards")));
        if !missing.is_empty() {
            lines.push(format!("missing  {}", ranges(&missing)));
        }
        for state in &self.begun {
            let (plays, of) = (self.plays(state), shards.plays_of(state.shard));
            lines.push(format!(
                "begun    {}: {} of {} plays kept ({})",
                state.shard,
                grouped(plays.into()),
                grouped(of.into()),
                short_percent(plays as f64 / of as f64)
            ));
        }
        for (shard, why) in &self.damaged {
            lines.push(format!("damaged  {shard}: {why}"));
        }
        lines.push(String::new());
        lines.push(match missing.first() {
            None => format!("next: sim merge --plan {argument}"),
            Some(first) => format!("next: sim run --plan {argument} --shard {first}"),
        });
        lines.join("\n") + "\n"
    }

    /// For programs.
    #[must_use]
    pub fn json(&self) -> String {
        let begun: Vec<serde_json::Value> = self
            .begun
            .iter()
            .map(
                |state| serde_json::json!({"shard": state.shard, "plays_done": self.plays(state), "plays": self.plan.shards().plays_of(state.shard)}),
            )
            .collect();
        let damaged: Vec<u64> = self.damaged.iter().map(|(shard, _)| *shard).collect();
        json::object(&[
            ("plan_id", json::line(&self.plan.id)),
            ("shards", json::line(&self.plan.file.shards)),
            ("done", json::line(&self.done)),
            ("missing", json::line(&self.missing())),
            ("damaged", json::line(&damaged)),
            ("begun", json::list(&begun)),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prize::BlockPlan;

    #[test]
    fn numbers_are_told_as_job_arrays_take_them() {
        for (numbers, text) in [(&[][..], ""), (&[0], "0"), (&[0, 1], "0-1"), (&[3, 5, 6, 7, 9, 11, 12], "3,5-7,9,11-12")] {
            assert_eq!(ranges(numbers), text);
        }
    }

    #[test]
    fn sizes_are_told_in_words() {
        let sizes = |plays, count| super::sizes(Shards { blocks: BlockPlan { block: 10, plays }, count });
        assert_eq!(sizes(1_000, 1), "one shard of 100 blocks");
        assert_eq!(sizes(1_000, 50), "50 shards of 2 blocks each");
        assert_eq!(sizes(1_001, 100), "100 shards of 1 or 2 blocks");
        assert_eq!(sizes(31, 7), "7 shards: 4 of one block, 3 empty");
        assert_eq!(sizes(70, 7), "7 shards of 1 block each");
    }
}
