//! `sim completions SHELL`: what a shell needs to complete commands, options and their values.

use crate::ui::{Failure, print_bytes};

/// Arguments of `sim completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Put the script where your shell looks for it:
  bash   sim completions bash > ~/.local/share/bash-completion/completions/sim
  zsh    sim completions zsh > a folder of $fpath, as _sim
  fish   sim completions fish > ~/.config/fish/completions/sim.fish
or try it in the shell at hand: source <(sim completions bash)")]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// Prints the script.
pub fn main(args: &Args, mut command: clap::Command) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "sim", &mut script);
    print_bytes(&script).map(|_| 0)
}
