//! `sim plan GAME`: a run cut into shards, for many machines.

use crate::files::{Once, write_once};
use crate::game::load;
use crate::plan_folder::{Attempt, FOLDERS, PLAN, PlanFolder};
use crate::ui::{Failure, print, warn};
use crate::wanted::Wanted;
use sim::engine::shard::MOST_SHARDS;
use sim::money::grouped;
use sim::report::shards::plan_text;
use sim::run_file::OpenPlan;
use std::path::PathBuf;

/// Arguments of `sim plan`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sim plan star-color --n 1e12 --seed 42 --shards 256 --out /shared/run1
  sim run --plan /shared/run1 --shard 0            one shard, on any machine that sees the folder; `--shard auto` in a job array
  sim status --plan /shared/run1                   what is done, what is missing
  sim merge --plan /shared/run1                    the run, with the bytes of `sim --game star-color --n 1e12 --seed 42`
  sim submit slurm --plan /shared/run1             a script for Slurm (k8s: a manifest for Kubernetes)

A shard owns whole blocks. The folder must be one that every machine sees. docs/cluster.md tells the whole way.")]
pub struct Args {
    /// The game: a built-in id (see `sim games`), or the path of a game file, whose text goes into the plan
    #[arg(value_parser = crate::game::GameWord, hide_possible_values = true)]
    game: String,
    #[command(flatten)]
    wanted: Wanted,
    /// Number of shards, from 1; those beyond the number of blocks are empty
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_shards)]
    shards: u64,
    /// Folder of the plan and of the parts to come
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

fn parse_shards(text: &str) -> Result<u64, String> {
    let shards = text.parse().ok().filter(|shards| (1..=MOST_SHARDS).contains(shards));
    shards.ok_or_else(|| format!("write a whole number from 1 to {MOST_SHARDS}"))
}

/// More tasks than a Slurm that nobody configured takes in one array.
const MANY: u64 = 1_000;

/// Writes the plan, once.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let game = load(&args.game)?;
    let (playable, plan) = args.wanted.plan(&game)?;
    let open = OpenPlan::new(game, playable, plan, args.shards).map_err(|error| Failure::usage(format!("such a plan is not possible: {error}")))?;
    if args.shards > MANY {
        warn(format_args!(
            "{} shards are more than Slurm takes in one array unless its MaxArraySize (1001 by default) is raised; `sim plan` takes up to {}",
            grouped(u128::from(args.shards)),
            grouped(u128::from(MOST_SHARDS))
        ));
    }
    let folder = PlanFolder { folder: args.out.clone(), plan: open };
    let file = folder.file();
    let shown = file.display();
    let made = std::fs::create_dir_all(&args.out).and_then(|()| FOLDERS.iter().try_for_each(|name| std::fs::create_dir_all(args.out.join(name))));
    made.map_err(|error| {
        Failure::io(format!("cannot make the folder `{}`: {error}", args.out.display())).hint("give a folder you may write in with `--out`")
    })?;
    let aside = args.out.join(format!(".{PLAN}.{}.part", Attempt::new()?.name()));
    match write_once(&aside, &file, folder.plan.to_json().as_bytes())? {
        Once::Published => {}
        Once::Equal => warn(format_args!("the plan `{shown}` is there already, and is this one")),
        Once::Different => {
            let _ = std::fs::remove_file(&aside);
            return Err(Failure::usage(format!("there is another plan in `{shown}`"))
                .hint("a plan is never replaced: choose another `--out`, or remove the folder with all of its parts"));
        }
    }
    print(&plan_text(&folder.plan, &folder.argument())).map(|_| 0)
}
