//! One stake with its prize table: read row by row, totals and published odds compared, what is legal but odd said.

use super::reader::{Placed, Section};
use crate::money::{Cents, decimal_text, grouped, quotable};
use crate::prize::{PrizeTable, PrizeTableError};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// One stake with its prize table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The prize table of a block at this stake.
    pub table: PrizeTable,
    /// What each winning tier is paid in, in their order; its prize is the declared value where that is not cash.
    pub kinds: Vec<Kind>,
    /// The price of the bundle the play is always sold in, where there is one (Diamond River: 3 EUR with Super Jackpot).
    pub sold_for: Option<Cents>,
    /// What the play is always sold with, as the report names it: `three entries to Super Jackpot`.
    pub sold_with: Option<String>,
    /// Where the offer stands in the file.
    pub span: Range<usize>,
    /// Where each prize stands (its first row, where several pay it), in the order of the winning tiers.
    pub rows: Vec<Range<usize>>,
    /// Prizes that the rules say are won as a sum of gains only.
    pub sums_only: Vec<Cents>,
    /// Whether every row could be read: else the table lacks some, and is only good for looking for further mistakes.
    pub whole: bool,
    /// The first row that is dearer than one before it, or pays what another one pays: rows are no list of tiers then.
    pub unlike_tiers: Option<Range<usize>>,
}

/// What a prize is paid in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Money, at once.
    #[default]
    Cash,
    /// Another play of the game, at its declared value.
    FreeTicket,
    /// Money over the years, at its declared value.
    Annuity,
    /// Goods, at their declared value.
    Goods,
}

impl Kind {
    /// Every kind with its word in game files and reports.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Cash, "cash"), (Self::FreeTicket, "free ticket"), (Self::Annuity, "annuity"), (Self::Goods, "goods")];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }
}

impl Offer {
    /// What a winning tier is paid in.
    #[must_use]
    pub fn kind(&self, tier: usize) -> Kind {
        self.kinds.get(tier).copied().unwrap_or_default()
    }

    /// Whether every prize is cash.
    #[must_use]
    pub fn all_cash(&self) -> bool {
        self.kinds.iter().all(|&kind| kind == Kind::Cash)
    }
}

/// A row of an offer's prizes.
struct Row {
    prize: Cents,
    winners: u64,
    kind: Kind,
    span: Range<usize>,
}

/// Reads an offer; what is wrong is noted in the section's findings.
pub(super) fn read(offer: &Section<'_>, block: Option<u64>) -> Option<Offer> {
    let stake = offer.cents("stake");
    let sold_for = offer.optional_cents("sold_for");
    let sold_with = offer.optional_text("sold_with");
    let declared_winners = offer.optional_whole("declared_winners");
    let declared_total = offer.optional_cents("declared_total");
    let declared_odds = offer.optional_text("declared_one_in");
    let sums_only = if offer.has("cumulation_only") { offer.amounts("cumulation_only") } else { None };
    let prizes = offer.sections("prizes");
    if prizes.is_empty() && !offer.has("prizes") {
        offer.error(offer.span(), "the offer has no `prizes`", "add `prizes = [ { prize = \"10\", winners = 5, total = \"50\" } ]`");
    }
    let rows: Vec<Option<Row>> = prizes.iter().map(|row| read_row(row, block, stake.as_ref())).collect();
    offer.finish();
    if let (Some(sold_for), Some(stake)) = (&sold_for, &stake)
        && sold_for.value < stake.value
    {
        offer.error(
            sold_for.span.clone(),
            format!("the bundle costs {}, less than the stake {}", offer.amount(sold_for.value.wide()), offer.amount(stake.value.wide())),
            "`sold_for` is the price of the play and what is always sold with it",
        );
    }
    if let Some(sums) = sums_only.as_ref().filter(|_| rows.iter().all(Option::is_some)) {
        let paid: HashSet<Cents> = rows.iter().flatten().map(|row| row.prize).collect();
        for sum in sums.value.iter().filter(|&sum| !paid.contains(sum)) {
            let message = format!("`cumulation_only` names {}, which no row pays", offer.amount(sum.wide()));
            offer.error(sums.span.clone(), message, "name prizes of the table, or correct a row");
        }
    }
    // totals say nothing while a row is missing
    let whole = rows.iter().all(Option::is_some);
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    if rows.is_empty() {
        return None;
    }
    let winners: u128 = rows.iter().map(|row| u128::from(row.winners)).sum();
    if let Some(declared) = declared_winners.filter(|declared| whole && u128::from(declared.value) != winners) {
        let message = format!("the rows hold {} winners, not {}", grouped(winners), grouped(u128::from(declared.value)));
        offer.error(declared.span, message, "correct a row or the declared number of winners");
    }
    let total: i128 = rows.iter().map(|row| row.prize.wide() * i128::from(row.winners)).sum();
    if let Some(declared) = declared_total.filter(|declared| whole && declared.value.wide() != total) {
        let message = format!("the rows add up to {}, not {}", offer.amount(total), offer.amount(declared.value.wide()));
        offer.error(declared.span, message, "correct a row or the declared total");
    }
    if let (Some(declared), Some(block), true) = (&declared_odds, block, whole) {
        check_odds(offer, declared, "of winning", winners, block);
    }
    let unlike_tiers = check_order(offer, &rows);
    let tiers = merged(rows);
    let counts: Vec<(Cents, u64)> = tiers.iter().map(|row| (row.prize, row.winners)).collect();
    let stake = stake?;
    let table = PrizeTable::new(stake.value, block?, &counts).map_err(|errors| {
        for error in errors {
            let (span, help) = match &error {
                PrizeTableError::Stake(_) => (stake.span.clone(), "write the price of a play".to_owned()),
                PrizeTableError::ZeroPrize(tier) => {
                    (tiers.get(tier.index()).map_or(offer.span(), |row| row.span.clone()), "remove the row".to_owned())
                }
                PrizeTableError::TooManyWinners { winners, block } => (offer.span(), too_many(*winners, *block)),
                _ => (offer.span(), String::new()),
            };
            offer.error(span, error.to_string(), help);
        }
    });
    let table = table.ok()?.with_decimals(offer.decimals());
    check_return(offer, &table, &stake);
    Some(Offer {
        table,
        kinds: tiers.iter().map(|row| row.kind).collect(),
        sold_for: sold_for.map(|price| price.value),
        sold_with: sold_with.map(|text| text.value),
        span: offer.span(),
        rows: tiers.into_iter().map(|row| row.span).collect(),
        unlike_tiers,
        sums_only: sums_only.map(|sums| sums.value).unwrap_or_default(),
        whole,
    })
}

/// What to do about more winners than plays; a block given in thousands is a known slip.
fn too_many(winners: u128, block: u64) -> String {
    let scale = [1_000_u128, 1_000_000].into_iter().find(|scale| u128::from(block) * scale >= winners);
    match scale {
        Some(scale) if u128::from(block) * 10 < winners => {
            let whole = grouped(u128::from(block) * scale);
            format!("`game.block` counts single plays: if it is written in thousands or millions, write it in full ({whole}?); else correct a row")
        }
        _ => "correct a row, or `game.block`".to_owned(),
    }
}

fn read_row(row: &Section<'_>, block: Option<u64>, stake: Option<&Placed<Cents>>) -> Option<Row> {
    let (prize, winners, total) = (row.cents("prize"), row.whole("winners"), row.optional_cents("total"));
    let odds = row.optional_text("one_in");
    let kind = read_kind(row);
    row.finish();
    let (prize, winners, kind) = (prize?.value, winners?, kind?);
    if winners.value == 0 {
        let message = format!("no play of a block wins {}: the prize cannot be won", row.amount(prize.wide()));
        row.warning(winners.span, message, "remove the row, or give it winners");
    }
    let product = prize.wide() * i128::from(winners.value);
    if let Some(total) = total.filter(|total| total.value.wide() != product) {
        let message = format!(
            "{} x {} is {}, not {}",
            grouped(u128::from(winners.value)),
            row.amount(prize.wide()),
            row.amount(product),
            row.amount(total.value.wide())
        );
        row.error(total.span, message, "correct the count, the prize or the row's total");
    }
    if let (Some(odds), Some(block)) = (&odds, block) {
        check_odds(row, odds, &format!("of {}", row.amount(prize.wide())), u128::from(winners.value), block);
    }
    if let Some(stake) = stake.filter(|stake| kind == Kind::FreeTicket && stake.value != prize) {
        let message = format!("a free ticket is declared at {}, but a play costs {}", row.amount(prize.wide()), row.amount(stake.value.wide()));
        row.warning(row.span(), message, "declare it at the price of a play, unless the rules say otherwise");
    }
    Some(Row { prize, winners: winners.value, kind, span: row.span() })
}

fn read_kind(row: &Section<'_>) -> Option<Kind> {
    let Some(word) = row.optional_text("kind") else { return (!row.has("kind")).then_some(Kind::Cash) };
    let found = Kind::ALL.iter().find(|(_, known)| *known == word.value).map(|&(kind, _)| kind);
    if found.is_none() {
        let known = Kind::ALL.map(|(_, word)| format!("\"{word}\"")).join(", ");
        row.error(word.span, format!("`kind` is `{}`", quotable(&word.value)), format!("write what the prize is paid in: {known}"));
    }
    found
}

/// Published odds of `1 in X`: the exact ones rounded down, up or to the nearest, in the last digit that is printed.
fn check_odds(section: &Section<'_>, odds: &Placed<String>, what: &str, winners: u128, block: u64) {
    let text = odds.value.trim();
    let text = ["1 in ", "1:", "1 : ", "1/"].iter().find_map(|start| text.strip_prefix(start)).unwrap_or(text).trim();
    let decimals = text.rsplit_once(['.', ',']).map_or(0, |(_, decimals)| decimals.trim().len());
    let places = u32::try_from(decimals).unwrap_or(u32::MAX);
    let read = if places <= 6 { section.number(text, places) } else { None };
    let Some(printed) = read.and_then(|printed| u128::try_from(printed).ok()) else {
        let message = format!("`{}` is not the odds of a prize", quotable(&odds.value));
        section.error(odds.span.clone(), message, "write X of the printed `1 in X`, in quotes: \"5.25\" or \"1 in 5.25\"");
        return;
    };
    // |block / winners - printed / scale| < 1 / scale, in whole numbers
    let scale = 10_u128.pow(places);
    let (exact, told) = (u128::from(block) * scale, printed * winners);
    if winners == 0 || exact.abs_diff(told) >= winners {
        let digits = places.max(2);
        let exact = (u128::from(block) * 10_u128.pow(digits)).checked_div(winners).map_or_else(
            || "the table has none".to_owned(),
            |exact| format!("the counts say 1 in {}", decimal_text(i128::try_from(exact).unwrap_or(i128::MAX), digits)),
        );
        let message = format!("the published odds {what} are 1 in {}, but {exact}", quotable(text));
        section.error(odds.span.clone(), message, "correct the odds, the count, or `game.block`; rounding up, down or to the nearest is accepted");
    }
}

/// Says where rows are no list of tiers: out of order, or several that pay the same. Returns the first such row.
fn check_order(offer: &Section<'_>, rows: &[Row]) -> Option<Range<usize>> {
    let falls = rows.windows(2).all(|pair| pair[0].prize >= pair[1].prize);
    let rises = rows.windows(2).all(|pair| pair[0].prize <= pair[1].prize);
    let dearer = rows.windows(2).find(|pair| pair[0].prize < pair[1].prize).map(|pair| pair[1].span.clone());
    if !falls && !rises {
        let span = dearer.clone().unwrap_or_else(|| offer.span());
        offer.warning(
            span,
            "the rows are in no order of their prizes",
            "list them from the dearest down (or from the cheapest up), if no row is misplaced",
        );
    }
    let mut counted: BTreeMap<(Cents, u8), usize> = BTreeMap::new();
    let mut first_repeat = None;
    for row in rows {
        let rows = counted.entry((row.prize, row.kind as u8)).or_default();
        *rows += 1;
        if *rows > 1 {
            first_repeat = first_repeat.or_else(|| Some(row.span.clone()));
        }
    }
    if let Some(span) = first_repeat.clone() {
        let repeated: Vec<String> = counted
            .iter()
            .rev()
            .filter(|&(_, &times)| times > 1)
            .map(|((prize, _), times)| format!("{} ({times} rows)", offer.amount(prize.wide())))
            .collect();
        let listed = if repeated.len() > 8 { format!("{} and {} more", repeated[..8].join(", "), repeated.len() - 8) } else { repeated.join(", ") };
        let message = format!("several rows pay the same: {listed}");
        offer.warning(span, message, "legal where each row is a way of winning: their winners are added, and each amount is one prize");
    }
    dearer.or(first_repeat)
}

/// One row a prize, the dearest first; the winners of rows that pay the same in the same kind are added.
fn merged(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort_by_key(|row| (Reverse(row.prize), row.kind as u8));
    let mut tiers: Vec<Row> = Vec::new();
    for row in rows {
        match tiers.last_mut().filter(|last| (last.prize, last.kind) == (row.prize, row.kind)) {
            Some(last) => {
                last.winners = last.winners.saturating_add(row.winners);
                last.span = if row.span.start < last.span.start { row.span } else { last.span.clone() };
            }
            None => tiers.push(row),
        }
    }
    tiers
}

/// A return over the stake is no error, but mostly a slip of units.
fn check_return(offer: &Section<'_>, table: &PrizeTable, stake: &Placed<Cents>) {
    let staked = table.stake().wide() * i128::from(table.block());
    if table.total() > staked {
        let message = format!("a block pays {} of {} staked: more than it takes in", table.words(table.total()), table.words(staked));
        offer.warning(stake.span.clone(), message, "are the stake and the prizes in the same unit, and the block in single plays?");
    }
}
