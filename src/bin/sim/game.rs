//! `GAME` on the command line: a built-in id, or the path of a game file.

use crate::files::read_table;
use crate::ui::Failure;
use sim::game::Playable;
use sim::games::table::{NO_VISUAL_HELP, no_visual};
use sim::games::{BUILT_IN, BuildError, build, built_in, check};
use sim::money::{Cents, quotable};
use sim::spec::{Findings, GameFile, distance};
use std::path::Path;

/// Any word: a built-in id or a path. The ids are told to the shells' completions.
#[derive(Clone, Debug)]
pub struct GameWord;

impl clap::builder::TypedValueParser for GameWord {
    type Value = String;

    fn parse_ref(&self, command: &clap::Command, arg: Option<&clap::Arg>, value: &std::ffi::OsStr) -> Result<String, clap::Error> {
        clap::builder::StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = clap::builder::PossibleValue> + '_>> {
        Some(Box::new(BUILT_IN.iter().map(|game| clap::builder::PossibleValue::new(game.id))))
    }
}

/// A game at a stake, as the commands that look at one game take it.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    /// A built-in game, or the path of a game file
    #[arg(value_parser = GameWord, hide_possible_values = true)]
    game: String,
    /// The stake, such as 0.5 [default: the game's lowest]
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    stake: Option<String>,
}

impl GameArgs {
    /// How the game was named: a built-in id, or a path.
    pub fn named(&self) -> &str {
        &self.game
    }

    /// The game file, and the game at the stake asked for.
    pub fn open(&self) -> Result<(GameFile, Box<dyn Playable>), Failure> {
        let file = load(&self.game)?;
        let game = at_stake(&file, stake(self.stake.as_deref(), &file)?)?;
        Ok((file, game))
    }
}

/// The text of a game file and what to call it in messages.
pub struct Source {
    /// The path, or the id of a built-in game.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

/// Finds a game file: a built-in id first, then a path.
pub fn source(game: &str) -> Result<Source, Failure> {
    if let Some(text) = built_in(game) {
        return Ok(Source { name: game.to_owned(), text: text.to_owned() });
    }
    let path = Path::new(game);
    let looks_like_a_path = game.contains(['/', '\\']) || path.extension().is_some() || path.is_file();
    if !looks_like_a_path {
        return Err(unknown(game));
    }
    Ok(Source { name: game.to_owned(), text: read_table(path, "a game file")? })
}

fn unknown(game: &str) -> Failure {
    let ids: Vec<&str> = BUILT_IN.iter().map(|game| game.id).collect();
    let near = ids.iter().map(|id| (distance(&game.to_lowercase(), id), *id)).min().filter(|&(edits, _)| edits <= 3);
    let guess = near.map(|(_, id)| format!("did you mean `{id}`? ")).unwrap_or_default();
    let list = ids.join("`, `");
    Failure::usage(format!("there is no game `{}`", quotable(game)))
        .hint(format!("{guess}Built-in games: `{list}`; or give the path of a game file."))
}

/// A checked game file.
pub fn load(game: &str) -> Result<GameFile, Failure> {
    let source = source(game)?;
    check(&source.text).map_err(|findings| refused(&source, &findings))
}

/// What needs a visual says that there is none.
pub fn refuse_without_visual(file: &GameFile) -> Result<(), Failure> {
    if file.has_visual() { Ok(()) } else { Err(Failure::usage(no_visual(&file.id)).hint(NO_VISUAL_HELP)) }
}

/// The game at one stake, the lowest for `None`.
pub fn at_stake(file: &GameFile, stake: Option<Cents>) -> Result<Box<dyn Playable>, Failure> {
    build(file, stake).map_err(|error| match error {
        BuildError::Stake(error) => Failure::usage(error).hint("choose one of them with `--stake`"),
        BuildError::Findings(findings) => Failure::usage(findings),
    })
}

fn refused(source: &Source, findings: &Findings) -> Failure {
    let listing = findings.listing(&source.name, &source.text);
    Failure::usage(format!("the game file `{}` cannot be played\n\n{}", source.name, listing.trim_end()))
        .hint(format!("`sim check {}` shows this list again", source.name))
}

/// Reads `--stake` in the currency of a game.
pub fn stake(text: Option<&str>, file: &GameFile) -> Result<Option<Cents>, Failure> {
    let Some(text) = text else { return Ok(None) };
    Cents::parse_with(text, file.reading.decimals).map(Some).map_err(|error| Failure::usage(format!("`--stake`: {error}")))
}
