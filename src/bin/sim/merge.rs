//! `sim merge`: the run that the parts of a plan are, with the bytes of a run on one machine.

use crate::environment::Clock;
use crate::files::all_in;
use crate::place::Place;
use crate::plan_folder::{Found, PLAN, PlanFolder};
use crate::publish::publish;
use crate::ui::{CORRUPT, DISAGREE, Failure, say};
use sim::engine::shard::{JoinError, Section, join};
use sim::engine::{Judging, Outcome, Plan};
use sim::report::layout::plural;
use sim::report::run_name;
use sim::report::shards::ranges;
use sim::run_file::{OpenPlan, OpenRun, PlanFile};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Arguments of `sim merge`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sim merge --plan /shared/run1                    every part of the plan
  sim merge /shared/run1                           the same
  sim merge --plan plan.json copied/*.part         parts that were copied elsewhere

Exit code 3 when anything is missing, damaged, there twice, or of another plan or version; the missing indices are printed as
`sbatch --array` takes them. Exit code 4 when two attempts at a shard disagree. Nothing is written then.")]
pub struct Args {
    /// The plan's folder, or all parts of one plan
    #[arg(required_unless_present = "plan", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The plan: its `plan.json`, or its folder [default: that of the parts]
    #[arg(long, value_name = "PLAN")]
    plan: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
}

/// Joins the parts, writes every file of the run, prints the report.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let clock = Clock::start();
    let (folder, files) = find(args)?;
    let outcome = joined(&folder, files)?;
    let OpenPlan { file: PlanFile { stake, plan, .. }, game, playable, .. } = folder.plan;
    // a game without a visual has one kind of run, with the plain name
    let judging = if playable.has_visual() { plan.judging } else { Judging::Full };
    let (destination, _held) = args.place.destination(&game, run_name(&game.id, stake, Plan { judging, ..plan }), false)?;
    if !args.place.output.quiet {
        say(format_args!("seed {}", plan.seed));
    }
    let open = OpenRun::new(game, playable, outcome);
    let environment = clock.stop(open.run.plan, 1);
    publish(&open, &destination, Some(&environment), &args.place.output)
}

/// The plan, and the files of its parts where they were given one by one, or by a folder that holds no plan.
fn find(args: &Args) -> Result<(PlanFolder, Option<Vec<PathBuf>>), Failure> {
    let is_plan = |path: &&PathBuf| path.join(PLAN).is_file() || path.file_name().is_some_and(|name| name == PLAN);
    let (plans, others): (Vec<&PathBuf>, Vec<&PathBuf>) = args.paths.iter().partition(is_plan);
    let plans: Vec<&PathBuf> = args.plan.iter().chain(plans).collect();
    let plan = match (&plans[..], others.first()) {
        ([plan], _) => (*plan).clone(),
        ([], Some(first)) => beside(first).ok_or_else(|| {
            Failure::usage(format!("there is no plan beside `{}`", first.display())).hint("name it: `sim merge --plan plan.json PARTS...`")
        })?,
        _ => {
            return Err(Failure::usage("parts of one plan are merged at a time, but several plans are given").hint("give one plan, or its folder"));
        }
    };
    let mut files = Vec::new();
    for path in &others {
        if path.is_dir() { files.extend(all_in(path)?) } else { files.push((*path).clone()) }
    }
    Ok((PlanFolder::open(&plan)?, (!others.is_empty()).then_some(files)))
}

/// The plan of a part, or of a folder of parts, that still is in its place.
fn beside(part: &Path) -> Option<PathBuf> {
    let part = std::path::absolute(part).ok()?;
    part.ancestors().skip(1).take(2).map(|folder| folder.join(PLAN)).find(|plan| plan.is_file())
}

/// The run that the parts are: all of the plan's folder, or these files. Nothing is joined that is not whole.
fn joined(folder: &PlanFolder, files: Option<Vec<PathBuf>>) -> Result<Outcome, Failure> {
    let (plan, count) = (&folder.plan, folder.plan.file.shards);
    let mut parts = Parts { folder, seen: BTreeMap::new(), damaged: BTreeSet::new(), lines: Vec::new(), disagree: false, unread: None };
    let outcome = if let Some(files) = files {
        join(plan.playable.as_ref(), plan.file.plan, files.into_iter().filter_map(|path| parts.section(path, None)))
    } else {
        let all = (0..count).filter_map(|shard| parts.section(folder.part_path(shard), Some(shard)));
        let outcome = join(plan.playable.as_ref(), plan.file.plan, all);
        let (strangers, differ) = folder.strangers()?;
        parts.disagree = !differ.is_empty();
        parts.lines.extend(differ.iter().map(|path| format!("`{}`: another attempt at this shard gave other bytes", path.display())));
        parts.lines.extend(strangers.iter().map(|path| format!("`{}`: it is the part of no shard of this plan", path.display())));
        outcome
    };
    parts.refuse()?;
    outcome.map_err(|error| match error {
        JoinError::Plan(_) => Failure::usage(error),
        _ => Failure::corrupt(error),
    })
}

/// Reads parts, and notes what is wrong with them.
struct Parts<'a> {
    folder: &'a PlanFolder,
    seen: BTreeMap<u64, PathBuf>,
    /// Shards whose part is there, but no part.
    damaged: BTreeSet<u64>,
    lines: Vec<String>,
    disagree: bool,
    unread: Option<Failure>,
}

impl Parts<'_> {
    /// What a part holds; of a certain shard, if it is told.
    fn section(&mut self, path: PathBuf, shard: Option<u64>) -> Option<Section> {
        let shown = path.display().to_string();
        match self.folder.read_part(&path, shard) {
            Ok(Found::Part(part)) => {
                if let Some(first) = self.seen.insert(part.shard, path) {
                    self.lines.push(format!("`{shown}`: shard {} is there twice, and in `{}`", part.shard, first.display()));
                    return None;
                }
                return Some(part.section);
            }
            Ok(Found::Missing) if shard.is_none() => self.lines.push(format!("`{shown}`: there is no such file")),
            Ok(Found::Missing) => {}
            Ok(Found::Damaged(why)) => {
                self.damaged.extend(shard);
                self.lines.push(format!("`{shown}`: {why}"));
            }
            Err(failure) => {
                self.damaged.extend(shard);
                self.unread.get_or_insert(failure);
            }
        }
        None
    }

    /// Says everything that is wrong at once; nothing, if nothing is.
    fn refuse(self) -> Result<(), Failure> {
        let count = self.folder.plan.file.shards;
        let lacking: Vec<u64> = (0..count).filter(|shard| !self.seen.contains_key(shard)).collect();
        let missing: Vec<u64> = lacking.iter().copied().filter(|shard| !self.damaged.contains(shard)).collect();
        let mut lines = self.lines;
        if !missing.is_empty() {
            lines.insert(0, format!("missing, {} of {}: {}", missing.len(), plural(count, "shard", "shards"), ranges(&missing)));
        }
        if lines.is_empty() {
            return self.unread.map_or(Ok(()), Err);
        }
        let told = lines.len().min(MOST_LINES);
        let more = if lines.len() > told { format!("\n  and {} more", lines.len() - told) } else { String::new() };
        let message = format!("`{}` cannot be merged\n  {}{more}", self.folder.file().display(), lines[..told].join("\n  "));
        let plan = self.folder.argument();
        let mut hint = Vec::new();
        if self.disagree {
            hint.push("play the shard that attempts disagree on once more, on another machine, and keep the part that two agree on".to_owned());
        } else if lines.len() > usize::from(!missing.is_empty()) {
            hint.push("remove what is no part of this plan (damaged parts are played again)".to_owned());
        }
        if let Some(first) = lacking.first() {
            hint.push(format!(
                "play what is missing: `sim run --plan {plan} --shard {first}`, or with the script of `sim submit slurm` the shards `{}`",
                ranges(&lacking)
            ));
        }
        Err(Failure { code: if self.disagree { DISAGREE } else { CORRUPT }, message, hint: hint.join("; ") })
    }
}

/// Troubles told one by one.
const MOST_LINES: usize = 20;
