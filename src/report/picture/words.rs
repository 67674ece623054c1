//! What pictures say: names as the rules have them, amounts, sums of gains.

use crate::games::dice::Combination;
use crate::games::{Trace, dice, gems, stars};
use crate::money::Cents;
use crate::report::chart::number;

/// An amount as the game's players read it: `20 000 €`.
#[must_use]
pub fn money(amount: Cents, currency: &str) -> String {
    number::money(amount.0, currency)
}

/// The name of a combination in article 4.4 of the rules of Yam's !.
#[must_use]
pub const fn combination(combination: Combination) -> &'static str {
    match combination {
        Combination::Nothing => "no combination",
        Combination::Pair => "paire",
        Combination::TwoPairs => "double paire",
        Combination::ThreeOfAKind => "brelan",
        Combination::FullHouse => "full",
        Combination::SmallStraight => "petite suite",
        Combination::FourOfAKind => "carré",
        Combination::LargeStraight => "grande suite",
        Combination::FiveOfAKind => "yam's",
    }
}

/// The name of a gem in article 5.4 of the rules of Diamond River; its own name in other games.
#[must_use]
pub fn gem(name: &str) -> &str {
    match name {
        "red" => "rouge",
        "purple" => "violette",
        "blue" => "bleue",
        "green" => "verte",
        "pink" => "rose",
        other => other,
    }
}

/// `1 point`, `30 points`.
#[must_use]
pub fn points(points: u16) -> String {
    number::of(usize::from(points), "point", "points")
}

/// What a play adds up to, in one sentence.
#[must_use]
pub fn account(trace: &Trace, currency: &str) -> String {
    match trace {
        Trace::Dice(trace) => dice_account(trace, currency),
        Trace::Stars(trace) => stars_account(trace, currency),
        Trace::Gems(trace) => gems_account(trace, currency),
    }
}

fn dice_account(trace: &dice::Trace, currency: &str) -> String {
    let parts: Vec<String> = trace.cups.iter().map(|cup| cup.points.to_string()).collect();
    let sum = if parts.len() > 1 { format!("{} = ", parts.join(" + ")) } else { String::new() };
    let total = format!("{sum}{}", points(trace.points));
    match trace.bracket {
        Some(bracket) if bracket.from == bracket.to => format!("{total}; {} pay {}", bracket.from, money(trace.prize, currency)),
        Some(bracket) => format!("{total}; {} to {} pay {}", bracket.from, bracket.to, money(trace.prize, currency)),
        None => format!("{total}, which pay nothing"),
    }
}

/// Words that stay on one line.
fn together(words: &str) -> String {
    words.replace(' ', "\u{a0}")
}

/// Amounts added up: `4 € + 8 €`.
#[must_use]
pub fn sum(amounts: &[Cents], currency: &str) -> String {
    amounts.iter().map(|&amount| money(amount, currency)).collect::<Vec<_>>().join(" + ")
}

fn stars_account(trace: &stars::Trace, currency: &str) -> String {
    let sets: Vec<String> = trace.sets.iter().map(|set| sum(&set.sums(), currency)).collect();
    let mut parts = Vec::new();
    match sets.as_slice() {
        [one] if one.is_empty() => parts.push("no sum".to_owned()),
        [one] => parts.push(one.clone()),
        [first, second] if first.is_empty() && second.is_empty() => parts.push("no sum in either set".to_owned()),
        [first, second] if first.is_empty() => parts.push(format!("Extra set {second}")),
        [first, second] if second.is_empty() => parts.push(format!("first set {first}")),
        [first, second] => parts.push(format!("first set {first}, Extra set {second}")),
        _ => {}
    }
    let uncovered: usize = trace.sets.iter().map(stars::SetTrace::uncovered).sum();
    parts.push(together(&format!("{} uncovered", number::of(uncovered, "star", "stars"))));
    let explosions: usize = trace.sets.iter().map(|set| set.explosions.len()).sum();
    if explosions > 0 {
        parts.push(together(&number::of(explosions, "explosion", "explosions")));
    }
    parts.join(" · ")
}

fn gems_account(trace: &gems::Trace, currency: &str) -> String {
    let mut gains = Vec::new();
    for throw in &trace.throws {
        gains.extend(throw.lines.iter().map(|line| line_gain(trace, line, currency)));
    }
    if trace.gold_pays() {
        gains.push(format!("{} dorées {}", trace.gold, money(trace.gold_prize, currency)));
    }
    if let Some(sum) = trace.wheel {
        gains.push(format!("wheel {}", money(sum, currency)));
    }
    let gold = match trace.gold {
        0 => String::new(),
        gold if gold < trace.gold_needed => format!(" · {gold} of {} dorées", trace.gold_needed),
        _ => String::new(),
    };
    if gains.is_empty() { format!("no line{gold}") } else { format!("{}{gold}", gains.join(" + ")) }
}

/// A line and what it pays: `rose 3 €`.
#[must_use]
pub fn line_gain(trace: &gems::Trace, line: &gems::PaidLine, currency: &str) -> String {
    let name = trace.gems.get(line.gem).map_or("gem", |kind| gem(&kind.name));
    format!("{name} {}", money(line.prize, currency))
}
