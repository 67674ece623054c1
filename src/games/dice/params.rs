//! The section `[dice]` of a game file: what a designer may change without touching code.

use super::exact::Throws;
use super::visual::{COMBINATIONS, Combination, DICE, FACES};
use crate::spec::{Findings, GameFile, Placed, Section};
use std::ops::Range;

/// Cups this program plays at most.
pub const MAX_CUPS: usize = 4;
/// The most points a combination may score: a hand is packed in 16 bits.
pub const MAX_POINTS: u16 = 255;

/// Totals from `from` to `to`, both counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The lowest total.
    pub from: u16,
    /// The highest total.
    pub to: u16,
}

impl Bracket {
    /// Whether `total` lies in the bracket.
    #[must_use]
    pub const fn holds(self, total: u16) -> bool {
        self.from <= total && total <= self.to
    }

    const fn meets(self, other: Self) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

/// The numbers of a dice game, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// Cups of a play, 1 to [`MAX_CUPS`].
    pub cups: usize,
    /// Points by combination; nothing scores 0 (article 4.4).
    pub points: [u16; COMBINATIONS],
    /// The bracket of each winning tier, in the order of the tiers (article 4.5).
    pub brackets: Vec<Bracket>,
    /// The totals a losing visual may show (decision Y1).
    pub losing: Bracket,
}

/// The keys of `[dice.points]`, from [`Combination::Pair`] up.
const POINT_KEYS: [&str; COMBINATIONS - 1] =
    ["pair", "two_pairs", "three_of_a_kind", "full_house", "small_straight", "four_of_a_kind", "large_straight", "five_of_a_kind"];

/// Brackets at most: a total of points each.
const MOST_BRACKETS: usize = 1_000;

impl Params {
    /// Reads and checks the section `[dice]`.
    ///
    /// # Errors
    /// Every mistake, with its place.
    pub fn read(file: &GameFile) -> Result<Self, Findings> {
        file.mechanic_section(|section| read(file, section))
    }

    /// The bracket of each tier, the losing tier last.
    #[must_use]
    pub fn shown(&self) -> Vec<Bracket> {
        self.brackets.iter().copied().chain([self.losing]).collect()
    }
}

fn read(file: &GameFile, section: &Section<'_>) -> Option<Params> {
    let cups = read_cups(section);
    for (key, wanted) in [("dice", DICE as u64), ("faces", FACES as u64)] {
        if let Some(number) = section.whole(key).filter(|number| number.value != wanted) {
            section.error(
                number.span,
                format!("`dice.{key}` is {}", number.value),
                format!("this program plays cups of {DICE} dice with {FACES} faces"),
            );
        }
    }
    let points = section.section("points").and_then(read_points);
    let has_brackets = section.has("brackets");
    if !has_brackets {
        section.error(
            section.span(),
            "`dice.brackets` is missing",
            "add `brackets = [ { from = 5, to = 9 }, ... ]`, one a prize row, in their order",
        );
    }
    let read_brackets: Vec<Option<Placed<Bracket>>> = section.sections_up_to("brackets", MOST_BRACKETS).into_iter().map(read_bracket).collect();
    let losing = section.section("losing").and_then(read_bracket);
    if has_brackets {
        for offer in file.offers.iter().filter(|offer| offer.whole) {
            if let Some(row) = &offer.unlike_tiers {
                section.error(
                    row.clone(),
                    "the prize rows are not one a prize from the dearest down, so the brackets cannot be told apart",
                    "list the rows of every stake from the dearest prize down, each prize once, and the brackets in the same order",
                );
                continue;
            }
            let tiers = offer.rows.len();
            if tiers != read_brackets.len() {
                section.error(
                    offer.span.clone(),
                    format!(
                        "the stake {} has {tiers} prize rows and `dice.brackets` has {} brackets",
                        offer.table.amount(offer.table.stake()),
                        read_brackets.len()
                    ),
                    "give each prize row its bracket, in the order of the rows",
                );
            }
        }
    }
    let brackets: Vec<Placed<Bracket>> = read_brackets.iter().flatten().cloned().collect();
    check_apart(section, &brackets, losing.as_ref());
    let cups = cups?;
    let points = points?;
    let throws = Throws::new(&points.value);
    check_scored(section, &points, &throws.counts());
    check_totals(section, &throws.reachable(cups), &brackets, losing.as_ref());
    // a table that lacks rows has no bracket for each
    let whole = brackets.len() == read_brackets.len() && file.offers.iter().all(|offer| offer.whole);
    whole.then_some(Params {
        cups,
        points: points.value,
        brackets: brackets.into_iter().map(|bracket| bracket.value).collect(),
        losing: losing?.value,
    })
}

fn read_cups(section: &Section<'_>) -> Option<usize> {
    let cups = section.whole("cups")?;
    let number = usize::try_from(cups.value).ok().filter(|number| (1..=MAX_CUPS).contains(number));
    if number.is_none() {
        section.error(cups.span, format!("`dice.cups` is {}", cups.value), format!("this program plays 1 to {MAX_CUPS} cups"));
    }
    number
}

#[allow(clippy::needless_pass_by_value)] // a section is read once and finished
fn read_points(section: Section<'_>) -> Option<Placed<[u16; COMBINATIONS]>> {
    let span = section.span();
    let mut points = [0; COMBINATIONS];
    let mut complete = true;
    for (combination, key) in Combination::ALL.iter().skip(1).zip(POINT_KEYS) {
        let read = section.whole(key);
        complete &= read.is_some();
        if let Some(read) = read {
            if let Some(number) = u16::try_from(read.value).ok().filter(|points| (1..=MAX_POINTS).contains(points)) {
                points[combination.index()] = number;
            } else {
                section.error(read.span, format!("`dice.points.{key}` is {}", read.value), format!("write from 1 to {MAX_POINTS} points"));
                complete = false;
            }
        }
    }
    section.finish();
    complete.then_some(Placed { value: points, span })
}

#[allow(clippy::needless_pass_by_value)] // a section is read once and finished
fn read_bracket(section: Section<'_>) -> Option<Placed<Bracket>> {
    let span = section.span();
    let (from, to) = (section.whole("from"), section.whole("to"));
    let bracket = match (from, to) {
        (Some(from), Some(to)) => {
            let limit = u64::from(MAX_POINTS) * MAX_CUPS as u64;
            for bound in [&from, &to] {
                if bound.value > limit {
                    section.error(
                        bound.span.clone(),
                        format!("a total of {} points cannot be thrown", bound.value),
                        format!("write at most {limit} points"),
                    );
                }
            }
            if from.value > to.value {
                section.error(span.clone(), format!("the bracket from {} to {} is empty", from.value, to.value), "write the lower total as `from`");
            }
            let bounds = u16::try_from(from.value).ok().zip(u16::try_from(to.value).ok());
            bounds.filter(|(from, to)| from <= to && u64::from(*to) <= limit).map(|(from, to)| Bracket { from, to })
        }
        _ => None,
    };
    section.finish();
    bracket.map(|value| Placed { value, span })
}

/// No total may pay twice, and a losing visual must not show a winning total.
fn check_apart(section: &Section<'_>, brackets: &[Placed<Bracket>], losing: Option<&Placed<Bracket>>) {
    for (position, bracket) in brackets.iter().enumerate() {
        for other in &brackets[..position] {
            if bracket.value.meets(other.value) {
                section.error(
                    bracket.span.clone(),
                    format!("the bracket {} overlaps the bracket {}", words(bracket.value), words(other.value)),
                    "each total belongs to one prize at most",
                );
            }
        }
        if let Some(losing) = losing.filter(|losing| losing.value.meets(bracket.value)) {
            section.error(
                losing.span.clone(),
                format!("losing visuals would show totals {} of the bracket {}", words(losing.value), words(bracket.value)),
                "`losing` must lie outside all brackets",
            );
        }
    }
}

/// A combination that scores less than one it always contains is never the highest of a throw (article 4.4): worth a look.
fn check_scored(section: &Section<'_>, points: &Placed<[u16; COMBINATIONS]>, throws: &[u64; COMBINATIONS]) {
    for (combination, key) in Combination::ALL.into_iter().skip(1).zip(POINT_KEYS).filter(|(combination, _)| throws[combination.index()] == 0) {
        section.warning(
            points.span.clone(),
            format!("no throw is ever scored as `{key}`: it also holds a combination of more than {} points", points.value[combination.index()]),
            "only the highest combination of a cup counts: give it more points than what it contains, or leave it so",
        );
    }
}

/// Every bracket must be reachable; totals that exist and are never shown are worth a look.
fn check_totals(section: &Section<'_>, totals: &[u16], brackets: &[Placed<Bracket>], losing: Option<&Placed<Bracket>>) {
    for bracket in brackets.iter().chain(losing) {
        if !totals.iter().any(|&total| bracket.value.holds(total)) {
            section.error(
                bracket.span.clone(),
                format!("no throw totals {} points: the prize could not be shown", words(bracket.value)),
                format!("the totals that exist: {}", listed(totals)),
            );
        }
    }
    let unused = |total: &u16| !brackets.iter().chain(losing).any(|bracket| bracket.value.holds(*total));
    let gap: Vec<u16> = totals.iter().copied().filter(unused).collect();
    if !gap.is_empty() {
        let span: Range<usize> = losing.map_or_else(|| section.span(), |losing| losing.span.clone());
        section.warning(
            span,
            format!("these totals can be thrown, pay nothing and are never shown: {}", listed(&gap)),
            "close the gap in the brackets, or keep the decision that hides them",
        );
    }
}

fn words(bracket: Bracket) -> String {
    if bracket.from == bracket.to { bracket.from.to_string() } else { format!("{} to {}", bracket.from, bracket.to) }
}

fn listed(totals: &[u16]) -> String {
    totals.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
