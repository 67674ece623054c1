//! `sim submit slurm|k8s`: prints the script or the manifest that plays the shards of a plan on a cluster. The user reads it, and runs it.

use crate::keep::{parse_time, quoted};
use crate::plan_folder::PlanFolder;
use crate::ui::{Failure, print};
use sim::json;
use sim::report::layout::plural;
use sim::run_file::PROGRAM;
use std::path::{Path, PathBuf};

/// Arguments of `sim submit`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sim submit slurm --plan /shared/run1 > submit.sh      then: sh submit.sh
  sim submit k8s --plan /shared/run1 --image registry.example/sim:1 --claim shared > run.yaml

Nothing is submitted by sim itself. docs/cluster.md tells the whole way.")]
pub struct Args {
    #[command(subcommand)]
    engine: Engine,
}

/// What runs the shards.
#[derive(Debug, clap::Subcommand)]
enum Engine {
    /// A shell script: a job array, and the merge after it
    Slurm(Slurm),
    /// A manifest: an Indexed Job, and the merge, which waits to be started
    K8s(Kubernetes),
}

/// What every engine is told.
#[derive(Debug, clap::Args)]
struct Common {
    /// The plan: its `plan.json`, or its folder
    #[arg(long, value_name = "PLAN")]
    plan: PathBuf,
    /// Cores of a shard, and so its threads
    #[arg(long, value_name = "CORES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_024))]
    cpus: u32,
    /// Memory of a shard in MiB (a run takes about 50, the merge with charts about 150)
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(64..))]
    memory: u32,
    /// Shards at work at the same time, at most [default: Slurm: as many as it gives, Kubernetes: 100]
    #[arg(long, value_name = "SHARDS", value_parser = clap::value_parser!(u64).range(1..))]
    at_once: Option<u64>,
    /// Further tries of a shard that was ended or killed; each goes on where the last one stopped
    #[arg(long, value_name = "TRIES", default_value_t = 5, value_parser = clap::value_parser!(u32).range(..=1_000))]
    retries: u32,
    /// Time between two states kept of a shard
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = |text: &str| parse_time(text).map(|_| text.to_owned()))]
    checkpoint_every: String,
}

#[derive(Debug, clap::Args)]
struct Slurm {
    #[command(flatten)]
    common: Common,
    /// The partition [default: the site's]
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// Time limit of a try, as Slurm writes it: 04:00:00. A minute before it the state is kept and the shard queued again [default: the site's]
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// The program, as the nodes see it [default: this one]
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct Kubernetes {
    #[command(flatten)]
    common: Common,
    /// The image, with `sim` in its path
    #[arg(long, value_name = "IMAGE", default_value = concat!("sim:", env!("CARGO_PKG_VERSION")))]
    image: String,
    /// The persistent volume claim, `ReadWriteMany`
    #[arg(long, value_name = "CLAIM", default_value = "sim-data")]
    claim: String,
    /// Where the claim is mounted
    #[arg(long, value_name = "PATH", default_value = "/data")]
    mount: String,
    /// The plan's folder, as the containers see it [default: its name, under the mount]
    #[arg(long, value_name = "PATH")]
    folder: Option<String>,
}

/// Prints the script or the manifest.
pub fn main(args: &Args) -> Result<u8, Failure> {
    let text = match &args.engine {
        Engine::Slurm(slurm) => slurm.script()?,
        Engine::K8s(kubernetes) => kubernetes.manifest()?,
    };
    print(&text).map(|_| 0)
}

impl Common {
    /// The plan, and its folder from the root.
    fn open(&self) -> Result<(PlanFolder, PathBuf), Failure> {
        let folder = PlanFolder::open(&self.plan)?;
        let path =
            std::fs::canonicalize(&folder.folder).map_err(|error| Failure::io(format!("cannot read `{}`: {error}", folder.folder.display())))?;
        Ok((folder, path))
    }

    /// A template with its marks replaced: those of every engine, and these.
    fn fill(&self, template: &str, plan: &PlanFolder, more: &[(&str, String)]) -> String {
        let count = plan.plan.file.shards;
        let common = [
            ("@SHARDS@", plural(count, "shard", "shards")),
            ("@COUNT@", count.to_string()),
            ("@TOP@", (count - 1).to_string()),
            ("@ID@", plan.plan.id.clone()),
            ("@PROGRAM@", PROGRAM.to_owned()),
            ("@CPUS@", self.cpus.to_string()),
            ("@RETRIES@", self.retries.to_string()),
            ("@EVERY@", self.checkpoint_every.clone()),
        ];
        common.iter().chain(more).fold(template.to_owned(), |text, (mark, value)| text.replace(mark, value))
    }
}

/// A word of a script or a manifest that stands on a line of its own, or none.
fn plain(option: &str, word: &str) -> Result<(), Failure> {
    let sound = !word.is_empty() && word.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.:/@,+".contains(letter));
    if sound {
        Ok(())
    } else {
        Err(Failure::usage(format!("`{option}`: `{}` is no such name", sim::money::quotable(word))).hint("use letters, digits and - _ . : / @ , +"))
    }
}

/// A line of a script, or nothing.
fn directive(option: &str, value: Option<&str>) -> Result<String, Failure> {
    value.map_or(Ok(String::new()), |value| plain(option, value).map(|()| format!("#SBATCH {option}={value}\n")))
}

impl Slurm {
    fn script(&self) -> Result<String, Failure> {
        let (plan, folder) = self.common.open()?;
        let here = || {
            std::env::current_exe()
                .map_err(|error| Failure::io(format!("this program does not know where it is: {error}")).hint("name it with `--program`"))
        };
        let program = self.program.clone().map_or_else(here, Ok)?;
        let word = |path: &Path| quoted(&path.to_string_lossy());
        let marks = [
            // lines with their line ends first, so that none is left empty
            ("@PARTITION@\n", directive("--partition", self.partition.as_deref())?),
            ("@TIME@\n", directive("--time", self.time.as_deref())?),
            ("@ARRAY@", format!("0-{}", plan.plan.file.shards - 1)),
            ("@AT_ONCE@", self.common.at_once.map_or(String::new(), |most| format!("%{most}"))),
            ("@MEMORY@", format!("{}M", self.common.memory)),
            ("@PLAN@", word(&folder.join(crate::plan_folder::PLAN))),
            ("@SIM@", word(&program)),
            ("@LOG@", word(&folder.join("log"))),
            ("@OUT@", word(&folder.join("results"))),
            ("@CHARTS@", word(&folder.join("notebooks-out"))),
        ];
        Ok(self.common.fill(include_str!("submit/slurm.sh"), &plan, &marks))
    }
}

impl Kubernetes {
    fn manifest(&self) -> Result<String, Failure> {
        let (plan, folder) = self.common.open()?;
        plain("--image", &self.image)?;
        plain("--claim", &self.claim)?;
        let name = folder.file_name().map_or_else(|| "plan".to_owned(), |name| name.to_string_lossy().into_owned());
        let folder = self.folder.clone().unwrap_or_else(|| format!("{}/{name}", self.mount.trim_end_matches('/')));
        let file = |name: &str| json::line(&format!("{}/{name}", folder.trim_end_matches('/')));
        let count = plan.plan.file.shards;
        let marks = [
            ("@AT_ONCE@", self.common.at_once.unwrap_or(100).min(count).to_string()),
            ("@NAME@", format!("sim-{}", &plan.plan.id[..12])),
            ("@IMAGE@", json::line(&self.image)),
            ("@CLAIM@", json::line(&self.claim)),
            ("@MEMORY@", format!("{}Mi", self.common.memory)),
            ("@FOLDER_JSON@", file(crate::plan_folder::PLAN)),
            ("@RESULTS_JSON@", file("results")),
            ("@CHARTS_JSON@", file("notebooks-out")),
            ("@MOUNT_JSON@", json::line(&self.mount)),
            ("@FOLDER@", folder.escape_debug().to_string()),
        ];
        Ok(self.common.fill(include_str!("submit/k8s.yaml"), &plan, &marks))
    }
}
