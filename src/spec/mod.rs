//! The game file (TOML): the one door from text to a checked game description, which reports every mistake at once.
//!
//! What all mechanics share is read here: name, block, offers (stake + prize table with its declared totals), rule articles, decisions.
//! The section of the mechanic (`[dice]`, `[stars]`, `[gems]`) is read by the game's own folder with the same [`Section`].

mod difference;
mod finding;
pub mod import;
mod offer;
mod reader;

pub use difference::{Difference, differences};
pub use finding::{Finding, Findings, Severity};
pub use offer::{Kind, Offer};
pub use reader::{Placed, Reading, Section, distance, gcd};

use crate::money::{Cents, Numbers, decimal_text, grouped, iso_decimals, quotable};
use std::cell::RefCell;
use std::collections::HashSet;
use toml::de::DeTable;

/// The JSON Schema of game files: for editors, which then know every key while one types. What needs more than one key is left to a check.
pub const SCHEMA: &str = include_str!("schema.json");

/// The id that a name gives: its letters and digits in small ASCII, anything else one hyphen; empty where nothing is left.
///
/// ```
/// assert_eq!(sim::spec::id_of("Royal 7's '05"), "royal-7-s-05");
/// ```
#[must_use]
pub fn id_of(name: &str) -> String {
    let plain: String = name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' }).collect();
    let mut id = plain.split_whitespace().collect::<Vec<_>>().join("-");
    id.truncate(64);
    id.trim_end_matches('-').to_owned()
}

/// A checked game file, but for the section of its mechanic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// The file's text, byte for byte: it goes into the run file.
    pub text: String,
    /// The short name: `star-color`.
    pub id: String,
    /// The name players know.
    pub name: String,
    /// The mechanic: `dice`, `stars`, `gems`, or `table` for a prize table alone.
    pub mechanic: Placed<String>,
    /// The ISO code of the currency.
    pub currency: String,
    /// How the file's texts are read: the decimals of its currency, its points and commas.
    pub reading: Reading,
    /// Where the rules are published.
    pub source: String,
    /// Plays in a block.
    pub block: u64,
    /// One offer a stake, lowest stake first.
    pub offers: Vec<Offer>,
    /// The rule articles in force, in our words.
    pub articles: Vec<Article>,
    /// What we decided where the rules are silent.
    pub decisions: Vec<Decision>,
    /// What is legal but worth a look: of the shared part, and after a whole check of the mechanic too.
    pub warnings: Findings,
    /// Whether a warning in the section of the mechanic is an error: how a whole check collects them.
    pub strict: bool,
}

/// A rule article in our words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article {
    /// Its number in the official text.
    pub number: String,
    /// What it says.
    pub text: String,
}

/// A decision taken where the rules are silent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Its identifier: `Y1`, `S7`, `D9`.
    pub id: String,
    /// What was decided.
    pub text: String,
}

/// The mechanics, known here only by name.
const MECHANICS: [&str; 4] = ["dice", "stars", "gems", TABLE];
/// The mechanic of a prize table alone: it has no visual and no section.
const TABLE: &str = "table";
/// The sections of the mechanics that have one.
const SECTIONS: [&str; 3] = ["dice", "stars", "gems"];

impl GameFile {
    /// Reads the shared part of a game file.
    ///
    /// # Errors
    /// Every mistake found, each with its place.
    pub fn read(text: &str) -> Result<Self, Findings> {
        let (file, findings) = Self::read_as_far_as_possible(text);
        match file {
            Some(file) if !findings.has_errors() => Ok(file),
            _ => Err(findings),
        }
    }

    /// Reads the shared part of a game file with all its mistakes, and the file itself where they leave one whose own section can be looked at too.
    #[must_use]
    pub fn read_as_far_as_possible(text: &str) -> (Option<Self>, Findings) {
        let findings = RefCell::new(Findings::default());
        let file = with_root(text, &findings, |root| read_shared(text, root)).flatten();
        let findings = findings.into_inner();
        let warnings = findings.0.iter().filter(|finding| finding.severity == Severity::Warning).cloned().collect();
        (file.map(|file| Self { warnings: Findings(warnings), ..file }), findings)
    }

    /// Reads the section of the mechanic with `read`, which gets the section named `self.mechanic`.
    ///
    /// # Errors
    /// Every mistake that `read` notes, or that the section is missing; of a `strict` file, every warning too.
    pub fn mechanic_section<T>(&self, read: impl FnOnce(&Section<'_>) -> Option<T>) -> Result<T, Findings> {
        let findings = RefCell::new(Findings::default());
        let value = with_root(&self.text, &findings, |root| {
            root.read_as(self.reading);
            let section = root.section(&self.mechanic.value)?;
            let value = read(&section);
            section.finish();
            value
        });
        let findings = findings.into_inner();
        match value.flatten() {
            Some(value) if !findings.has_errors() && (!self.strict || findings.0.is_empty()) => Ok(value),
            _ => Err(findings),
        }
    }

    /// Whether a play shows more than its prize: a game of mechanic `table` does not.
    #[must_use]
    pub fn has_visual(&self) -> bool {
        self.mechanic.value != TABLE
    }

    /// An amount as people write it in the game's currency.
    #[must_use]
    pub fn amount(&self, amount: Cents) -> String {
        decimal_text(amount.wide(), self.reading.decimals)
    }

    /// The offer at `stake`; the lowest one for `None`.
    ///
    /// # Errors
    /// The stakes there are, when `stake` is none of them.
    pub fn offer(&self, stake: Option<Cents>) -> Result<&Offer, NoSuchStake> {
        let found = match stake {
            None => self.offers.first(),
            Some(stake) => self.offers.iter().find(|offer| offer.table.stake() == stake),
        };
        found.ok_or_else(|| NoSuchStake {
            game: self.id.clone(),
            stake: self.amount(stake.unwrap_or(Cents::ZERO)),
            stakes: self.offers.iter().map(|offer| self.amount(offer.table.stake())).collect(),
        })
    }
}

/// A stake the game is not sold at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{game}` has no stake of {stake}: its stakes are {}", stakes.join(", "))]
pub struct NoSuchStake {
    /// The game.
    pub game: String,
    /// What was asked for, as people write it.
    pub stake: String,
    /// What there is.
    pub stakes: Vec<String>,
}

/// Parses `text` and gives its root to `read`; syntax errors become findings.
fn with_root<T>(text: &str, findings: &RefCell<Findings>, read: impl FnOnce(&Section<'_>) -> T) -> Option<T> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        for error in errors {
            findings.borrow_mut().error(error.span().unwrap_or(0..0), format!("not TOML: {}", error.message()), "");
        }
        return None;
    }
    Some(read(&Section::root(&table, findings)))
}

fn read_shared(text: &str, root: &Section<'_>) -> Option<GameFile> {
    let format = root.whole("format");
    if let Some(format) = format.filter(|format| format.value != 1) {
        root.error(format.span, format!("`format` is {}", format.value), "this program reads format 1");
    }
    let head = root.section("game").map(|game| read_head(&game));
    root.read_as(head.as_ref().map(|head| head.reading).unwrap_or_default());
    let block = head.as_ref().and_then(|head| head.block);
    let offers: Vec<Option<Offer>> = root.sections_up_to("offer", MOST_OFFERS).iter().map(|offer| offer::read(offer, block)).collect();
    if offers.is_empty() && !root.has("offer") {
        root.error(root.span(), "`[[offer]]` is missing", "add at least one stake with its prizes");
    }
    let articles = read_pairs(root, "article", "number").into_iter().map(|pair| pair.map(|(number, text)| Article { number: number.value, text }));
    let articles: Vec<Option<Article>> = articles.collect();
    let mut known = HashSet::new();
    let decisions = read_pairs(root, "decision", "id").into_iter().map(|pair| {
        if let Some((id, _)) = pair.as_ref().filter(|(id, _)| !known.insert(id.value.clone())) {
            root.error(id.span.clone(), format!("two decisions have the id `{}`", quotable(&id.value)), "give each decision an id of its own");
        }
        pair.map(|(id, text)| Decision { id: id.value, text })
    });
    let decisions: Vec<Option<Decision>> = decisions.collect();
    let mut stakes = HashSet::new();
    for offer in offers.iter().flatten() {
        let stake = offer.table.stake();
        if !stakes.insert(stake) {
            root.error(offer.span.clone(), format!("two offers have the stake {}", offer.table.amount(stake)), "give each stake one offer");
        }
    }
    root.leave(&SECTIONS);
    root.finish();
    let head = head?;
    let mechanic = head.mechanic?;
    for key in root.keys().into_iter().filter(|key| SECTIONS.contains(&key.value.as_str()) && key.value != mechanic.value) {
        root.error(key.span, format!("`{}` is no section of a game of {}", key.value, mechanic.value), "remove it, or correct `game.mechanic`");
    }
    // what is wrong above is told: the section of the mechanic is looked at all the same, as far as there is a prize table
    let mut offers: Vec<Offer> = offers.into_iter().flatten().collect();
    offers.sort_by_key(|offer| offer.table.stake());
    if offers.is_empty() {
        return None;
    }
    Some(GameFile {
        text: text.to_owned(),
        id: head.id.unwrap_or_default(),
        name: head.name.unwrap_or_default(),
        mechanic,
        currency: head.currency.unwrap_or_default(),
        reading: head.reading,
        source: head.source,
        block: block?,
        offers,
        articles: articles.into_iter().flatten().collect(),
        decisions: decisions.into_iter().flatten().collect(),
        warnings: Findings::default(),
        strict: false,
    })
}

/// The section `[game]`, each value as far as it is right.
struct Head {
    id: Option<String>,
    name: Option<String>,
    mechanic: Option<Placed<String>>,
    currency: Option<String>,
    reading: Reading,
    source: String,
    block: Option<u64>,
}

/// Stakes of a game, at most.
const MOST_OFFERS: usize = 100;

/// The largest block of a game file, in plays.
const LARGEST_BLOCK: u64 = 10_000_000_000;

fn read_head(game: &Section<'_>) -> Head {
    let id =
        checked(game, "id", game.text("id"), is_file_name, "use 1 to 64 small letters, digits and hyphens, a letter or digit first: it names files");
    let name = checked(game, "name", game.text("name"), is_one_line, "write the name that players know, on one line");
    let mechanic = game.text("mechanic").filter(|mechanic| {
        let known = MECHANICS.contains(&mechanic.value.as_str());
        if !known {
            let message = format!("`game.mechanic` is `{}`", quotable(&mechanic.value));
            game.error(mechanic.span.clone(), message, format!("known mechanics: {}", MECHANICS.join(", ")));
        }
        known
    });
    let currency = checked(game, "currency", game.text("currency"), is_currency, "write the ISO code of the currency, such as \"EUR\"");
    let reading = Reading { decimals: currency.as_deref().map_or(2, iso_decimals), numbers: read_convention(game) };
    game.read_as(reading);
    let source = game.optional_text("source").map(|source| source.value).unwrap_or_default();
    let block = game.whole("block").filter(|block| {
        let right = (1..=LARGEST_BLOCK).contains(&block.value);
        if !right {
            let message = format!("`game.block` is {}", grouped(u128::from(block.value)));
            game.error(block.span.clone(), message, format!("a block holds from 1 to {} plays", grouped(u128::from(LARGEST_BLOCK))));
        }
        right
    });
    game.finish();
    Head { id, name, mechanic, currency, reading, source, block: block.map(|block| block.value) }
}

/// How the file writes numbers, by its example of a thousand and a half.
fn read_convention(game: &Section<'_>) -> Numbers {
    let Some(example) = game.optional_text("numbers") else { return Numbers::Unstated };
    Numbers::of_example(&example.value).unwrap_or_else(|| {
        game.error(
            example.span,
            format!("`game.numbers` is `{}`, no example of how the file writes numbers", quotable(&example.value)),
            "write a thousand and a half as the file would: \"1,000.5\", \"1 000.5\", \"1.000,5\" or \"1 000,5\"",
        );
        Numbers::Unstated
    })
}

fn checked(game: &Section<'_>, key: &str, text: Option<Placed<String>>, right: fn(&str) -> bool, help: &str) -> Option<String> {
    let text = text?;
    if !right(&text.value) {
        game.error(text.span, format!("`game.{key}` is `{}`", quotable(&text.value)), help);
        return None;
    }
    Some(text.value)
}

fn is_file_name(id: &str) -> bool {
    id.len() <= 64
        && id.starts_with(|letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        && id.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-')
}

fn is_one_line(name: &str) -> bool {
    !name.trim().is_empty() && name.chars().count() <= 100 && !name.chars().any(char::is_control)
}

fn is_currency(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// The tables `[[key]]` that hold a text named `name` and a `text`.
fn read_pairs(root: &Section<'_>, key: &str, name: &str) -> Vec<Option<(Placed<String>, String)>> {
    let read = |section: &Section<'_>| {
        let (name, text) = (section.text(name), section.text("text"));
        section.finish();
        Some((name?, text?.value))
    };
    root.sections(key).iter().map(read).collect()
}
