//! `sim run --plan PLAN --shard K`: one shard of a plan, on any machine, as often as it takes.

use crate::environment::Clock;
use crate::files::Once;
use crate::keep::{leg, stopped};
use crate::plan_folder::{Attempt, Found, PlanFolder};
use crate::run::all_cores;
use crate::signals::{Asked, Signals};
use crate::ui::{Failure, INTERRUPTED, TERMINATED, print, say, warn, with_progress};
use sim::engine::shard::{Section, play, plays_in};
use sim::engine::{EngineError, Watch};
use sim::json;
use sim::money::{grouped, quotable};
use sim::report::layout::plural;
use sim::run_file::Part;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How a shard is played.
pub struct Work {
    /// Threads asked for.
    pub threads: Option<usize>,
    /// Time between two states kept.
    pub every: Duration,
    /// Print nothing but warnings and errors.
    pub quiet: bool,
}

/// Which shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// The one that a cluster's environment tells.
    Auto,
    /// This one.
    Given(u64),
}

/// Reads `--shard`.
pub fn parse_index(text: &str) -> Result<Index, String> {
    match text {
        "auto" => Ok(Index::Auto),
        _ => number(text).map(Index::Given).ok_or_else(|| "write the number of a shard, from 0, or `auto`".to_owned()),
    }
}

/// A whole number in digits alone.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Where a cluster tells a task its index, in order. Never how many there are: a task that is submitted again alone is told that it is the only one.
const SOURCES: [&str; 6] =
    ["SIM_SHARD", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX", "OMPI_COMM_WORLD_RANK", "PMI_RANK"];

/// The index that the environment tells.
fn told(environment: impl Fn(&str) -> Option<String>) -> Result<u64, Failure> {
    let mut found: Option<(&str, u64)> = None;
    for name in SOURCES {
        // set to nothing is not set
        let Some(value) = environment(name).filter(|value| !value.is_empty()) else { continue };
        let index = number(&value)
            .ok_or_else(|| Failure::usage(format!("`--shard auto`: {name} is `{}`, which is no number of a shard", quotable(&value))))?;
        match found {
            Some((first, other)) if other != index => {
                return Err(Failure::usage(format!("`--shard auto`: {first} is {other}, but {name} is {index}"))
                    .hint("unset the one that is not meant, or give the number: `--shard K`"));
            }
            Some(_) => {}
            None => found = Some((name, index)),
        }
    }
    found.map(|(_, index)| index).ok_or_else(|| {
        Failure::usage("`--shard auto`: the environment tells no index")
            .hint(format!("set one of {}, or give the number: `--shard K`", SOURCES.join(", ")))
    })
}

/// Plays a shard: from where any attempt at it was stopped, to its part, published once.
pub fn main(plan: &Path, index: Index, work: &Work) -> Result<u8, Failure> {
    let clock = Clock::start();
    let folder = PlanFolder::open(plan)?;
    let shard = match index {
        Index::Given(shard) => shard,
        Index::Auto => told(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()))?,
    };
    let count = folder.plan.file.shards;
    if shard >= count {
        return Err(Failure::usage(format!("there is no shard {shard}: the plan has {}, from 0 to {}", plural(count, "shard", "shards"), count - 1)));
    }
    if is_done(&folder, shard)? {
        tell(work, &format!("shard {shard} of {count} is done already: {}\n", folder.part_path(shard).display()))?;
        return Ok(0);
    }
    folder.prepare()?;
    let attempt = Attempt::new()?;
    let threads = work.threads.or_else(threads_of_slurm).unwrap_or_else(all_cores);
    let plays = folder.plan.shards().plays_of(shard);
    let watch = Watch::default();
    let played = with_progress(&watch, plays, work.quiet, || legs(&folder, shard, &attempt, threads, work, &watch))?;
    let Some(section) = played else {
        tell(work, &format!("shard {shard} of {count} was done by another attempt meanwhile: {}\n", folder.part_path(shard).display()))?;
        return Ok(0);
    };
    let part = Part { shard, section };
    let published = folder.publish(&part, &attempt);
    let how = match &published {
        Ok(Once::Equal) => "equal",
        Ok(_) => "published",
        Err(_) => "failed",
    };
    let engine: Vec<(&str, String)> = ENGINE.iter().filter_map(|name| Some((*name, json::line(&std::env::var(name).ok()?)))).collect();
    let more = [vec![("attempt", json::line(attempt.name())), ("shard", json::line(&shard)), ("part", json::line(how))], engine].concat();
    folder.log(shard, &attempt, &clock.record(plays, threads, &more));
    let once = published?;
    let faults = (part.section.tally.mismatch_count(), part.section.tally.ambiguous_count());
    if faults != (0, 0) {
        warn(format_args!(
            "{} and {} in shard {shard}: the merge will tell where, and fail",
            plural(faults.0, "mismatch", "mismatches"),
            plural(faults.1, "ambiguous visual", "ambiguous visuals")
        ));
    }
    let blocks = folder.plan.shards().blocks_of(shard);
    let also = if once == Once::Equal { ", as another attempt did, with the same bytes" } else { "" };
    let what = format!("{} of {}", plural(plays, "play", "plays"), plural(blocks.end - blocks.start, "block", "blocks"));
    tell(work, &format!("shard {shard} of {count}: {what}{also}: {}\n", folder.part_path(shard).display()))?;
    Ok(0)
}

/// What an engine calls a task: for the log.
const ENGINE: [&str; 8] = [
    "SLURM_ARRAY_JOB_ID",
    "SLURM_ARRAY_TASK_ID",
    "SLURM_JOB_ID",
    "SLURM_RESTART_COUNT",
    "SLURMD_NODENAME",
    "JOB_COMPLETION_INDEX",
    "AWS_BATCH_JOB_ID",
    "AWS_BATCH_JOB_ATTEMPT",
];

/// Cores that Slurm gave the task, where it does not bind the task to them.
fn threads_of_slurm() -> Option<usize> {
    crate::run::parse_threads(&std::env::var("SLURM_CPUS_PER_TASK").ok()?).ok()
}

fn tell(work: &Work, text: &str) -> Result<(), Failure> {
    if work.quiet { Ok(()) } else { print(text).map(|_| ()) }
}

/// Whether the part is there. Something else in its place is a failure.
fn is_done(folder: &PlanFolder, shard: u64) -> Result<bool, Failure> {
    match folder.part(shard)? {
        Found::Missing => Ok(false),
        Found::Part(_) => Ok(true),
        Found::Damaged(why) => {
            let path = folder.part_path(shard);
            let shown = crate::keep::quoted(&path.to_string_lossy());
            Err(Failure::corrupt(format!("the part `{}` cannot be used: {why}", path.display()))
                .hint(format!("remove it, `rm {shown}`, and play the shard again")))
        }
    }
}

/// Plays a shard in legs, its state kept between them. `None` when another attempt has published its part meanwhile.
fn legs(folder: &PlanFolder, shard: u64, attempt: &Attempt, threads: usize, work: &Work, watch: &Watch) -> Result<Option<Section>, Failure> {
    let plan = &folder.plan;
    let batches = plan.shards().batches_of(shard);
    let mut begun = folder.states(Some(shard))?.pop().map(|state| state.section);
    if let Some(section) = &begun
        && !work.quiet
    {
        say(format_args!("going on with shard {shard} after {}", progress(folder, section, shard)));
    }
    let signals = Signals::listen()?;
    loop {
        let now = begun.take();
        let before = now.as_ref().map_or(0, |begun: &Section| begun.tally.plays());
        let (played, asked) =
            leg(work.every, before, &signals, watch, || play(plan.playable.as_ref(), plan.file.plan, batches.clone(), now, threads, watch));
        watch.stop.store(false, Ordering::Relaxed);
        let section = match played {
            Err(EngineError::Stopped) => None,
            Err(error @ EngineError::Beginning(_)) => return Err(Failure::corrupt(error)),
            Err(error) => return Err(Failure::usage(error).hint("choose another `--threads`")),
            Ok(section) if section.batches == batches => return Ok(Some(section)),
            Ok(section) => Some(section),
        };
        let code = match asked {
            Some(Asked::Report) => Some((INTERRUPTED, "interrupted")),
            Some(Asked::Leave) => Some((TERMINATED, "ended by SIGTERM")),
            _ => None,
        };
        let Some(section) = section else {
            match code {
                Some((code, how)) => return Err(stopped(how, code)),
                None => continue,
            }
        };
        let state = Part { shard, section };
        let kept = folder.keep(&state, attempt);
        if is_done(folder, shard)? {
            return Ok(None);
        }
        kept?;
        if let Some((code, how)) = code {
            let message = format!(
                "{how} after {} of shard {shard}; its state is kept in `{}`",
                progress(folder, &state.section, shard),
                folder.state_path(shard, attempt).display()
            );
            let hint = format!("the same command goes on, here or on another machine: `sim run --plan {} --shard {shard}`", folder.argument());
            return Err(Failure { code, message, hint });
        }
        begun = Some(state.section);
    }
}

/// Plays done, of those of the shard.
fn progress(folder: &PlanFolder, section: &Section, shard: u64) -> String {
    let count = |plays: u64| grouped(u128::from(plays));
    format!("{} of {} plays", count(plays_in(folder.plan.blocks(), &section.batches)), count(folder.plan.shards().plays_of(shard)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, &str)]) -> Result<u64, Failure> {
        told(|name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    /// Every source alone, and every pair that agrees or does not.
    #[test]
    fn the_index_comes_from_the_environment_and_nothing_else() {
        for name in SOURCES {
            assert_eq!(of(&[(name, "7")]).unwrap(), 7);
            assert_eq!(of(&[(name, "0"), ("SLURM_ARRAY_TASK_COUNT", "1"), ("SLURM_ARRAY_TASK_MIN", "2")]).unwrap(), 0);
            for other in SOURCES.into_iter().filter(|other| *other != name) {
                assert_eq!(of(&[(name, "3"), (other, "3")]).unwrap(), 3);
                assert_eq!(of(&[(name, "3"), (other, "")]).unwrap(), 3);
                let failure = of(&[(name, "3"), (other, "4")]).unwrap_err();
                assert!(failure.code == crate::ui::USAGE && failure.message.contains(name) && failure.message.contains(other), "{failure:?}");
            }
            for wrong in ["-1", "+1", "x", "1.0", " 1", "0x1", "99999999999999999999"] {
                let failure = of(&[(name, wrong)]).unwrap_err();
                assert!(failure.code == crate::ui::USAGE && failure.message.contains(wrong), "{failure:?}");
            }
        }
        assert_eq!(of(&[]).unwrap_err().code, crate::ui::USAGE);
        assert_eq!(of(&[("SLURM_ARRAY_TASK_COUNT", "1"), ("SLURM_PROCID", "0")]).unwrap_err().code, crate::ui::USAGE);
    }

    #[test]
    fn an_index_is_a_number_or_auto() {
        assert_eq!((parse_index("auto"), parse_index("0"), parse_index("12")), (Ok(Index::Auto), Ok(Index::Given(0)), Ok(Index::Given(12))));
        for wrong in ["", "-1", "+1", "Auto", "1/4", "all"] {
            assert!(parse_index(wrong).is_err(), "{wrong}");
        }
    }
}
