//! The game file (TOML): the one door from text to a checked game description, which reports every mistake at once.
//!
//! What all mechanics share is read here: name, block, offers (stake + prize table with its declared totals), rule articles, decisions.
//! The section of the mechanic (`[dice]`, `[stars]`, `[gems]`) is read by the game's own folder with the same [`Section`].

mod difference;
mod finding;
mod reader;

pub use difference::{Difference, differences};
pub use finding::{Finding, Findings, Severity};
pub use reader::{Placed, Section, distance, gcd};

use crate::money::{Cents, decimal_text, grouped, quotable};
use crate::prize::{PrizeTable, PrizeTableError};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
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
    /// What is legal but worth a look: of the shared part, and after a whole check of the mechanic too.
    pub warnings: Findings,
    /// Whether a warning in the section of the mechanic is an error: how a whole check collects them.
    pub strict: bool,
}

/// One stake with its prize table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The prize table of a block at this stake.
    pub table: PrizeTable,
    /// The price of the bundle the play is always sold in, where there is one (Diamond River: 3 EUR with Super Jackpot).
    pub sold_for: Option<Cents>,
    /// What the play is always sold with, as the report names it: `three entries to Super Jackpot`.
    pub sold_with: Option<String>,
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
    let head = root.section("game").map(|game| read_head(&game));
    let block = head.as_ref().and_then(|head| head.block);
    let offers: Vec<Option<Offer>> = root.sections("offer").iter().map(|offer| read_offer(offer, block)).collect();
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
            root.error(offer.span.clone(), format!("two offers have the stake {stake}"), "give each stake one offer");
        }
    }
    root.leave(&MECHANICS);
    root.finish();
    let head = head?;
    let mechanic = head.mechanic?;
    for key in root.keys().into_iter().filter(|key| MECHANICS.contains(&key.value.as_str()) && key.value != mechanic.value) {
        root.error(key.span, format!("`{}` is no section of a game of {}", key.value, mechanic.value), "remove it, or correct `game.mechanic`");
    }
    let mut offers = offers.into_iter().collect::<Option<Vec<_>>>()?;
    offers.sort_by_key(|offer| offer.table.stake());
    if offers.is_empty() {
        return None;
    }
    Some(GameFile {
        text: text.to_owned(),
        id: head.id?,
        name: head.name?,
        mechanic,
        currency: head.currency?,
        source: head.source,
        block: block?,
        offers,
        articles: articles.into_iter().collect::<Option<_>>()?,
        decisions: decisions.into_iter().collect::<Option<_>>()?,
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
    source: String,
    block: Option<u64>,
}

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
    Head { id, name, mechanic, currency, source, block: block.map(|block| block.value) }
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

/// A row of an offer's prizes.
struct Row {
    prize: Cents,
    winners: u64,
    span: Range<usize>,
}

fn read_offer(offer: &Section<'_>, block: Option<u64>) -> Option<Offer> {
    let stake = offer.cents("stake");
    let sold_for = offer.optional_cents("sold_for");
    let sold_with = offer.optional_text("sold_with");
    let declared_winners = offer.optional_whole("declared_winners");
    let declared_total = offer.optional_cents("declared_total");
    let prizes = offer.sections("prizes");
    if prizes.is_empty() && !offer.has("prizes") {
        offer.error(offer.span(), "the offer has no `prizes`", "add `prizes = [ { prize = \"10\", winners = 5, total = \"50\" } ]`");
    }
    let rows: Vec<Option<Row>> = prizes.iter().map(read_row).collect();
    offer.finish();
    check_repeats(offer, rows.iter().flatten());
    if let (Some(sold_for), Some(stake)) = (&sold_for, &stake)
        && sold_for.value < stake.value
    {
        offer.error(
            sold_for.span.clone(),
            format!("the bundle costs {}, less than the stake {}", sold_for.value, stake.value),
            "`sold_for` is the price of the play and what is always sold with it",
        );
    }
    // totals say nothing while a row is missing
    let mut rows = rows.into_iter().collect::<Option<Vec<Row>>>().filter(|rows| !rows.is_empty())?;
    let winners: u128 = rows.iter().map(|row| u128::from(row.winners)).sum();
    if let Some(declared) = declared_winners.filter(|declared| u128::from(declared.value) != winners) {
        let message = format!("the rows hold {} winners, not {}", grouped(winners), grouped(u128::from(declared.value)));
        offer.error(declared.span, message, "correct a row or the declared number of winners");
    }
    let total: i128 = rows.iter().map(|row| row.prize.wide() * i128::from(row.winners)).sum();
    if let Some(declared) = declared_total.filter(|declared| declared.value.wide() != total) {
        let message = format!("the rows add up to {}, not {}", decimal_text(total, 2), declared.value);
        offer.error(declared.span, message, "correct a row or the declared total");
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.prize));
    let counts: Vec<(Cents, u64)> = rows.iter().map(|row| (row.prize, row.winners)).collect();
    let stake = stake?;
    let table = PrizeTable::new(stake.value, block?, &counts).map_err(|errors| {
        for error in errors {
            let (span, help) = match &error {
                PrizeTableError::Stake(_) => (stake.span.clone(), "write the price of a play"),
                PrizeTableError::ZeroPrize(tier) => (rows.get(tier.index()).map_or(offer.span(), |row| row.span.clone()), "remove the row"),
                PrizeTableError::TooManyWinners { .. } => (offer.span(), "correct a row, or `game.block`"),
                _ => (offer.span(), ""),
            };
            offer.error(span, error.to_string(), help);
        }
    });
    Some(Offer {
        table: table.ok()?,
        sold_for: sold_for.map(|price| price.value),
        sold_with: sold_with.map(|text| text.value),
        span: offer.span(),
        rows: rows.into_iter().map(|row| row.span).collect(),
    })
}

fn read_row(row: &Section<'_>) -> Option<Row> {
    let (prize, winners, total) = (row.cents("prize"), row.whole("winners"), row.optional_cents("total"));
    row.finish();
    let (prize, winners) = (prize?.value, winners?);
    if winners.value == 0 {
        row.warning(winners.span, format!("no play of a block wins {prize}: the prize cannot be won"), "remove the row, or give it winners");
    }
    let product = prize.wide() * i128::from(winners.value);
    if let Some(total) = total.filter(|total| total.value.wide() != product) {
        let message = format!("{} x {prize} is {}, not {}", grouped(u128::from(winners.value)), decimal_text(product, 2), total.value);
        row.error(total.span, message, "correct the count, the prize or the row's total");
    }
    Some(Row { prize, winners: winners.value, span: row.span() })
}

/// Two rows of one prize could not be told apart by what a visual shows.
fn check_repeats<'a>(offer: &Section<'_>, rows: impl Iterator<Item = &'a Row>) {
    let mut winners_by_prize: HashMap<Cents, u128> = HashMap::new();
    for row in rows {
        let before = winners_by_prize.get(&row.prize).copied();
        let together = before.unwrap_or(0) + u128::from(row.winners);
        if before.is_some() {
            offer.error(row.span.clone(), format!("two rows pay {}", row.prize), format!("write one row with {} winners", grouped(together)));
        }
        winners_by_prize.insert(row.prize, together);
    }
}
