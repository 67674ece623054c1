//! The game file (TOML): the one door from text to a checked game description, which reports every mistake at once.
//!
//! What all mechanics share is read here: name, block, offers (stake + prize table with its declared totals), rule articles, decisions.
//! The section of the mechanic (`[dice]`, `[stars]`, `[gems]`) is read by the game's own folder with the same [`Section`].

mod finding;
mod reader;

pub use finding::{Finding, Findings, Severity};
pub use reader::{Placed, Section, distance, gcd};

use crate::money::{Cents, grouped};
use crate::prize::PrizeTable;
use std::cell::RefCell;
use std::ops::Range;
use toml::de::DeTable;

/// A checked game file, but for the section of its mechanic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// The file's text, byte for byte: it goes into the run file.
    pub text: String,
    /// The short name: `star-color`.
    pub id: String,
    /// The name players know.
    pub name: String,
    /// The mechanic: `dice`, `stars` or `gems`.
    pub mechanic: Placed<String>,
    /// The ISO code of the currency.
    pub currency: String,
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
}

/// One stake with its prize table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The prize table of a block at this stake.
    pub table: PrizeTable,
    /// The price of the bundle the play is always sold in, where there is one (Diamond River: 3 EUR with Super Jackpot).
    pub sold_for: Option<Cents>,
    /// Where the offer stands in the file.
    pub span: Range<usize>,
    /// Where each prize row stands, in the order of the winning tiers.
    pub rows: Vec<Range<usize>>,
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

/// The sections that belong to a mechanic, known here only by name.
const MECHANICS: [&str; 3] = ["dice", "stars", "gems"];

impl GameFile {
    /// Reads the shared part of a game file.
    ///
    /// # Errors
    /// Every mistake found, each with its place.
    pub fn read(text: &str) -> Result<Self, Findings> {
        let findings = RefCell::new(Findings::default());
        let file = with_root(text, &findings, |root| read_shared(text, root));
        let findings = findings.into_inner();
        match file.flatten() {
            Some(file) if !findings.has_errors() => Ok(file),
            _ => Err(findings),
        }
    }

    /// Reads the section of the mechanic with `read`, which gets the section named `self.mechanic`.
    ///
    /// # Errors
    /// Every mistake that `read` notes, or that the section is missing.
    pub fn mechanic_section<T>(&self, read: impl FnOnce(&Section<'_>) -> Option<T>) -> Result<T, Findings> {
        let findings = RefCell::new(Findings::default());
        let value = with_root(&self.text, &findings, |root| {
            let section = root.section(&self.mechanic.value)?;
            let value = read(&section);
            section.finish();
            value
        });
        let findings = findings.into_inner();
        match value.flatten() {
            Some(value) if !findings.has_errors() => Ok(value),
            _ => Err(findings),
        }
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
            stake: stake.unwrap_or(Cents::ZERO),
            stakes: self.offers.iter().map(|offer| offer.table.stake()).collect(),
        })
    }
}

/// A stake the game is not sold at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{game}` has no stake of {stake}: its stakes are {}", stakes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
pub struct NoSuchStake {
    /// The game.
    pub game: String,
    /// What was asked for.
    pub stake: Cents,
    /// What there is.
    pub stakes: Vec<Cents>,
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
    let game = root.section("game");
    let (mut id, mut name, mut mechanic, mut currency, mut source, mut block) = (None, None, None, None, None, None);
    if let Some(game) = game {
        id = game.text("id");
        name = game.text("name");
        mechanic = game.text("mechanic");
        currency = game.text("currency");
        source = game.optional_text("source");
        block = game.whole("block");
        if let Some(id) = &id
            && !(id.value.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
                && id.value.len() <= 64
                && !id.value.is_empty())
        {
            game.error(id.span.clone(), format!("`game.id` is `{}`", id.value), "use 1 to 64 small letters, digits and hyphens: it names files");
        }
        if let Some(mechanic) = &mechanic
            && !MECHANICS.contains(&mechanic.value.as_str())
        {
            game.error(
                mechanic.span.clone(),
                format!("`game.mechanic` is `{}`", mechanic.value),
                format!("known mechanics: {}", MECHANICS.join(", ")),
            );
        }
        if let Some(currency) =
            currency.as_ref().filter(|currency| currency.value.len() != 3 || !currency.value.bytes().all(|byte| byte.is_ascii_uppercase()))
        {
            game.error(
                currency.span.clone(),
                format!("`game.currency` is `{}`", currency.value),
                "write the ISO code of the currency, such as \"EUR\"",
            );
        }
        if let Some(block) = block.as_ref().filter(|block| block.value == 0 || block.value > 10_000_000_000) {
            game.error(block.span.clone(), format!("`game.block` is {}", block.value), "a block holds from 1 to 10 000 000 000 plays");
        }
        game.finish();
    }
    let offers: Vec<Option<Offer>> =
        root.sections("offer").into_iter().map(|offer| read_offer(offer, block.as_ref().map(|block| block.value))).collect();
    if offers.is_empty() {
        root.error(root.span(), "`[[offer]]` is missing", "add at least one stake with its prizes");
    }
    let articles = root.sections("article").into_iter().map(|article| {
        let read = article.text("number").zip(article.text("text"));
        article.finish();
        read.map(|(number, text)| Article { number: number.value, text: text.value })
    });
    let articles: Vec<Option<Article>> = articles.collect();
    let decisions = root.sections("decision").into_iter().map(|decision| {
        let read = decision.text("id").zip(decision.text("text"));
        decision.finish();
        read.map(|(id, text)| Decision { id: id.value, text: text.value })
    });
    let decisions: Vec<Option<Decision>> = decisions.collect();
    root.leave(&MECHANICS);
    let mut offers = offers.into_iter().collect::<Option<Vec<_>>>()?;
    offers.sort_by_key(|offer| offer.table.stake());
    for pair in offers.windows(2) {
        if pair[0].table.stake() == pair[1].table.stake() {
            root.error(pair[1].span.clone(), format!("two offers have the stake {}", pair[0].table.stake()), "give each stake one offer");
        }
    }
    finish_root(root);
    Some(GameFile {
        text: text.to_owned(),
        id: id?.value,
        name: name?.value,
        mechanic: mechanic?,
        currency: currency?.value,
        source: source.map(|source| source.value).unwrap_or_default(),
        block: block?.value,
        offers,
        articles: articles.into_iter().collect::<Option<_>>()?,
        decisions: decisions.into_iter().collect::<Option<_>>()?,
    })
}

fn finish_root(root: &Section<'_>) {
    for key in root.keys() {
        if !["format", "game", "offer", "article", "decision"].contains(&key.value.as_str()) && !MECHANICS.contains(&key.value.as_str()) {
            root.error(
                key.span,
                format!("`{}` is not known", key.value),
                "known here: format, game, offer, article, decision, and the section of the mechanic",
            );
        }
    }
}

fn read_offer(offer: Section<'_>, block: Option<u64>) -> Option<Offer> {
    let stake = offer.cents("stake");
    let sold_for = offer.optional_cents("sold_for");
    let declared_winners = offer.optional_whole("declared_winners");
    let declared_total = offer.optional_cents("declared_total");
    let mut rows = Vec::new();
    let mut places = Vec::new();
    let mut complete = true;
    let prizes = offer.sections("prizes");
    if prizes.is_empty() {
        offer.error(offer.span(), "the offer has no `prizes`", "add `prizes = [ { prize = \"10\", winners = 5, total = \"50\" } ]`");
    }
    for row in prizes {
        let (prize, winners, total) = (row.cents("prize"), row.whole("winners"), row.optional_cents("total"));
        let span = row.span();
        if let (Some(prize), Some(winners)) = (&prize, &winners) {
            let product = prize.value.wide() * i128::from(winners.value);
            if let Some(total) = total.filter(|total| total.value.wide() != product) {
                row.error(
                    total.span,
                    format!(
                        "{} x {} is {}, not {}",
                        grouped(u128::from(winners.value)),
                        prize.value,
                        crate::money::decimal_text(product, 2),
                        total.value
                    ),
                    "correct the count, the prize or the row's total",
                );
            }
            rows.push((prize.value, winners.value));
            places.push(span);
        } else {
            complete = false;
        }
        row.finish();
    }
    let span = offer.span();
    if complete {
        let winners: u128 = rows.iter().map(|&(_, winners)| u128::from(winners)).sum();
        if let Some(declared) = declared_winners.filter(|declared| u128::from(declared.value) != winners) {
            offer.error(
                declared.span,
                format!("the rows hold {} winners, not {}", grouped(winners), grouped(u128::from(declared.value))),
                "correct a row or the declared number of winners",
            );
        }
        let total: i128 = rows.iter().map(|&(prize, winners)| prize.wide() * i128::from(winners)).sum();
        if let Some(declared) = declared_total.filter(|declared| declared.value.wide() != total) {
            offer.error(
                declared.span,
                format!("the rows add up to {}, not {}", crate::money::decimal_text(total, 2), declared.value),
                "correct a row or the declared total",
            );
        }
    }
    if let (Some(sold_for), Some(stake)) = (&sold_for, &stake)
        && sold_for.value < stake.value
    {
        offer.error(
            sold_for.span.clone(),
            format!("the bundle costs {}, less than the stake {}", sold_for.value, stake.value),
            "`sold_for` is the price of the play and what is always sold with it",
        );
    }
    let table = match (&stake, block) {
        (Some(stake), Some(block)) if complete => match PrizeTable::new(stake.value, block, &rows) {
            Ok(table) => Some(table),
            Err(errors) => {
                for error in errors {
                    offer.error(span.clone(), error.to_string(), "");
                }
                None
            }
        },
        _ => None,
    };
    offer.finish();
    table.map(|table| Offer { table, sold_for: sold_for.map(|price| price.value), span, rows: places })
}
