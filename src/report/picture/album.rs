//! What a sheet says of itself: a headline, and the command that draws it again.

use super::sheet::Album;
use super::words::money;
use crate::money::Cents;
use crate::spec::GameFile;
use crate::tally::Place;

/// What was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The game.
    pub game: &'a GameFile,
    /// How the game was named: its id, or the path of its file.
    pub named: &'a str,
    /// The stake.
    pub stake: Cents,
    /// The prize all plays win; `None` for plays drawn from a block.
    pub prize: Option<Cents>,
    /// How many plays.
    pub count: u64,
    /// The number of the first one.
    pub from: u64,
    /// The seed.
    pub seed: u64,
    /// The play of a run that is drawn again.
    pub at: Option<Place>,
    /// Whether one play is followed step by step.
    pub steps: bool,
    /// The format, as the command line names it: `png`.
    pub format: &'a str,
}

impl Request<'_> {
    /// What stands on the sheet.
    #[must_use]
    pub fn album(&self) -> Album {
        let currency = &self.game.currency;
        let what = match (self.at, self.prize, self.count) {
            (Some(place), _, _) => format!("play {place} of seed {}", self.seed),
            (None, None, 1) => "a play drawn from a block".to_owned(),
            (None, None, count) => format!("{count} plays drawn from a block"),
            (None, Some(Cents::ZERO), 1) => "a play without a gain".to_owned(),
            (None, Some(Cents::ZERO), count) => format!("{count} plays without a gain"),
            (None, Some(prize), 1) => format!("a play that wins {}", money(prize, currency)),
            (None, Some(prize), count) => format!("{count} plays that win {}", money(prize, currency)),
        };
        let steps = if self.steps { ", step by step" } else { "" };
        let mut again = format!("Draw it again: {}", self.command());
        if self.count > 1 {
            again.push_str(" · one play alone: --from PLAY --count 1");
        }
        Album {
            title: format!("{} at {}: {what}{steps}", self.game.name, money(self.stake, currency)),
            lines: vec![again],
            currency: currency.clone(),
        }
    }

    /// An amount as the command line takes it: `20000`, `0.50`.
    fn digits(&self, amount: Cents) -> String {
        self.game.amount(amount).replace(' ', "")
    }

    /// The command that draws the same again.
    #[must_use]
    pub fn command(&self) -> String {
        let mut words = vec!["sim show".to_owned(), quoted(self.named), format!("--stake {}", self.digits(self.stake))];
        if let Some(place) = self.at {
            words.push(format!("--at {place}"));
        } else {
            words.extend(self.prize.map(|prize| format!("--prize {}", self.digits(prize))));
            words.extend((self.count > 1).then(|| format!("--count {}", self.count)));
            words.extend((self.from > 0).then(|| format!("--from {}", self.from)));
        }
        words.push(format!("--seed {}", self.seed));
        words.extend(self.steps.then(|| "--steps".to_owned()));
        words.push(format!("--format {}", self.format));
        words.join(" ")
    }

    /// A name for the file, other for every other sheet of the game.
    #[must_use]
    pub fn file_name(&self) -> String {
        let mut words = vec![self.game.id.clone(), self.stake.0.to_string()];
        if let Some(place) = self.at {
            words.push(format!("at{}", place.to_string().replace(':', "-")));
        } else {
            words.extend(self.prize.map(|prize| format!("p{}", prize.0)));
            words.push(format!("n{}", self.count));
            words.extend((self.from > 0).then(|| format!("f{}", self.from)));
        }
        words.push(format!("s{}", self.seed));
        words.extend(self.steps.then(|| "steps".to_owned()));
        format!("{}.{}", words.join("-"), self.format)
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./+,:@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_names_itself_and_its_command() {
        let game = crate::games::check(crate::games::built_in("star-color").unwrap()).unwrap();
        let request = Request {
            game: &game,
            named: "star-color",
            stake: Cents(200),
            prize: Some(Cents(4_000_000)),
            count: 12,
            from: 3,
            seed: 42,
            at: None,
            steps: false,
            format: "png",
        };
        assert_eq!(request.album().title, "Star Color at 2\u{202f}€: 12 plays that win 40\u{202f}000\u{202f}€");
        assert_eq!(request.command(), "sim show star-color --stake 2 --prize 40000 --count 12 --from 3 --seed 42 --format png");
        assert_eq!(request.file_name(), "star-color-200-p4000000-n12-f3-s42.png");
        let place = "3:4:600".parse().unwrap();
        let one = Request { at: Some(place), steps: true, format: "svg", named: "my games/it's.toml", ..request };
        assert_eq!(one.command(), "sim show 'my games/it'\\''s.toml' --stake 2 --at 3:4:600 --seed 42 --steps --format svg");
        assert_eq!(one.file_name(), "star-color-200-at3-4-600-s42-steps.svg");
        assert!(one.album().title.ends_with("play 3:4:600 of seed 42, step by step"));
    }
}
