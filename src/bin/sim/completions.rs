//! `sim completions SHELL`: what a shell needs to complete commands, options and their values.

use crate::ui::{Failure, print_bytes};
use clap_complete::Shell;
use sim::games::BUILT_IN;

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
    shell: Shell,
}

/// Prints the script.
pub fn main(args: &Args, mut command: clap::Command) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "sim", &mut script);
    let script = String::from_utf8_lossy(&script);
    print_bytes(games_or_files(args.shell, &script).as_bytes()).map(|_| 0)
}

/// A game is a built-in id or the path of a file. clap offers the ids alone where a shell does not fall back to files by itself, as bash does.
fn games_or_files(shell: Shell, script: &str) -> String {
    let ids: Vec<&str> = BUILT_IN.iter().map(|game| game.id).collect();
    match shell {
        Shell::Zsh => {
            let ids = ids.join(" ");
            script.replace(&format!(":({ids})'"), &format!(r#":{{_alternative "games\:game\:({ids})" "files\:game file\:_files"}}'"#))
        }
        Shell::Fish => script.replace(&format!("-r -f -a \"{}\\t''", ids[0]), &format!("-r -F -a \"{}\\t''", ids[0])),
        _ => script.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn a_game_is_an_id_or_a_file() {
        let script = |shell: Shell| {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut crate::Cli::command(), "sim", &mut text);
            games_or_files(shell, &String::from_utf8(text).unwrap())
        };
        let zsh = script(Shell::Zsh);
        assert!(zsh.contains(r#"_alternative "games\:game\:(yams star-color diamond-river)" "files\:game file\:_files""#), "{zsh}");
        assert_eq!(zsh.matches(":(yams").count(), zsh.matches(r"game\:(yams").count(), "{zsh}");
        let fish = script(Shell::Fish);
        assert!(fish.contains("-r -F -a \"yams") && !fish.contains("-f -a \"yams"), "{fish}");
        assert!(script(Shell::Bash).contains("-o default sim"));
    }
}
