//! `sim status`: what of a plan is done, begun, missing.

use crate::plan_folder::{Found, PlanFolder};
use crate::ui::{CORRUPT, DISAGREE, Failure, print, warn};
use sim::report::shards::{Progress, ranges};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Arguments of `sim status`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sim status --plan /shared/run1
  sh submit.sh $(sim status --plan /shared/run1 --format slurm)      play the missing shards again (`sim submit slurm` prints submit.sh)

Every part is read and checked. Exit code 3 when a part is damaged or a stranger lies among the parts, 4 when two attempts at a shard
disagree; else 0, whatever is missing.")]
pub struct Args {
    /// The plan: its `plan.json`, or its folder
    #[arg(long, value_name = "PLAN")]
    plan: PathBuf,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How the state of a plan is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Text,
    /// The missing shards, one a line
    List,
    /// The missing shards as `sbatch --array` takes them: 3,17-19
    Slurm,
    /// For programs
    Json,
}

/// Looks at every shard.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let folder = PlanFolder::open(&args.plan)?;
    let mut progress = Progress { plan: &folder.plan, done: BTreeSet::new(), damaged: Vec::new(), begun: Vec::new() };
    for shard in 0..folder.plan.file.shards {
        match folder.part(shard)? {
            Found::Missing => {}
            Found::Part(_) => drop(progress.done.insert(shard)),
            Found::Damaged(why) => progress.damaged.push((shard, why)),
        }
    }
    progress.begun = folder.states(None)?.into_iter().filter(|state| !progress.done.contains(&state.shard)).collect();
    progress.begun.sort_by_key(|state| state.shard);
    let missing = progress.missing();
    print(&match args.format {
        Format::Text => progress.text(&folder.argument()),
        Format::List => missing.iter().map(|shard| format!("{shard}\n")).collect(),
        Format::Slurm if missing.is_empty() => String::new(),
        Format::Slurm => format!("{}\n", ranges(&missing)),
        Format::Json => progress.json(),
    })?;
    let (strangers, differ) = folder.strangers()?;
    for (shard, why) in &progress.damaged {
        warn(format_args!("`{}` cannot be used: {why}; remove it, and play shard {shard} again", folder.part_path(*shard).display()));
    }
    for path in &strangers {
        warn(format_args!("`{}` is the part of no shard of this plan: remove it", path.display()));
    }
    for path in &differ {
        warn(format_args!("`{}`: another attempt at this shard gave other bytes", path.display()));
    }
    Ok(if !differ.is_empty() {
        DISAGREE
    } else if progress.damaged.is_empty() && strangers.is_empty() {
        0
    } else {
        CORRUPT
    })
}
