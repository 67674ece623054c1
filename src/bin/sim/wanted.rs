//! What is to be run, as the command line says it: the same for a run and for a plan of shards.

use crate::game::{at_stake, stake};
use crate::ui::Failure;
use sim::engine::{Judging, Plan, Sampling};
use sim::game::Playable;
use sim::plays::parse_plays;
use sim::spec::GameFile;

/// The stake, the number of plays, and how they are drawn.
#[derive(Debug, clap::Args)]
#[allow(clippy::doc_markdown)] // what users read in --help
pub struct Wanted {
    /// The stake, such as 0.5 [default: the game's lowest]
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    stake: Option<String>,
    /// Plays: 1000000, 1e9, 2.5e6, 1_000_000, 10M (k M G T), 3blocks, 0.9blocks
    #[arg(long, value_name = "PLAYS", default_value = "10blocks", allow_negative_numbers = true)]
    n: String,
    /// The seed, 0 to 2^64 - 1: equal seeds give equal runs [default: drawn by the operating system]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// Draw plays from finite blocks, or each for itself
    #[arg(long, value_enum, default_value_t = SamplingArg::Block)]
    sampling: SamplingArg,
    /// Draw and judge every visual, or draw prizes only
    #[arg(long, value_enum, default_value_t = JudgeArg::Full)]
    judge: JudgeArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SamplingArg {
    /// From finite blocks, without replacement
    Block,
    /// Independent plays with the table's odds
    Iid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum JudgeArg {
    /// Every visual is drawn and judged
    Full,
    /// Prizes only
    None,
}

impl Wanted {
    /// The game at the stake asked for, and the plan; a seed that was not given is drawn.
    pub fn plan(&self, game: &GameFile) -> Result<(Box<dyn Playable>, Plan), Failure> {
        let playable = at_stake(game, stake(self.stake.as_deref(), game)?)?;
        let plays = parse_plays(&self.n, Some(game.block)).map_err(|error| Failure::usage(format!("`--n`: {error}")))?;
        let seed = self.seed.map_or_else(fresh_seed, Ok)?;
        let sampling = match self.sampling {
            SamplingArg::Block => Sampling::Block,
            SamplingArg::Iid => Sampling::Iid,
        };
        let judging = match self.judge {
            JudgeArg::Full => Judging::Full,
            JudgeArg::None => Judging::None,
        };
        // a game without a visual has one kind of run, with the plain name
        let judging = if game.has_visual() { judging } else { Judging::Full };
        Ok((playable, Plan { seed, plays, sampling, judging }))
    }
}

/// Reads a seed.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a whole number from 0 to 18446744073709551615".to_owned())
}

/// A seed from the operating system.
pub fn fresh_seed() -> Result<u64, Failure> {
    getrandom::u64().map_err(|error| Failure::io(format!("the operating system gives no random seed: {error}")).hint("give one with `--seed`"))
}
