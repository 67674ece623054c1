//! A play for people and for other programs: JSON and a text picture, both written and read.

use super::referee::{Evidence, Hand, Referee};
use super::visual::{Combination, DICE, Throw, Visual};
use crate::game::{Verdict, VisualError};
use crate::money::Cents;
use crate::prize::PrizeTable;
use serde::Deserialize;

/// A play as one line of JSON, in the words of the contract.
#[must_use]
pub fn json<const CUPS: usize>(
    game: &str,
    stake: Cents,
    referee: &Referee<CUPS>,
    visual: &Visual<CUPS>,
    verdict: &Verdict<Evidence<CUPS>>,
) -> String {
    let cups: Vec<String> = visual.0.iter().map(|throw| format!("[{}]", throw.dice().map(|die| die.to_string()).join(","))).collect();
    format!(
        "{{\"game\":\"{game}\",\"stake_cents\":{},\"prize_cents\":{},\"cups\":[{}],\"points\":{}}}",
        stake.0,
        verdict.prize.0,
        cups.join(","),
        referee.total(verdict.evidence)
    )
}

/// What is read of the JSON: everything else in it only comments on the dice.
#[derive(Deserialize)]
struct Wire {
    cups: Vec<Vec<i64>>,
}

/// Reads a play from its JSON.
///
/// # Errors
/// What is wrong, in words.
pub fn read_json<const CUPS: usize>(line: &str) -> Result<Visual<CUPS>, VisualError> {
    let wire: Wire = serde_json::from_str(line).map_err(|error| VisualError(format!("not the JSON of a dice visual: {error}")))?;
    visual_of(&wire.cups)
}

/// Checks the number of cups, of dice, and their values.
fn visual_of<const CUPS: usize>(cups: &[Vec<i64>]) -> Result<Visual<CUPS>, VisualError> {
    if cups.len() != CUPS {
        return Err(VisualError(format!("the visual has {} cups, not {CUPS}", cups.len())));
    }
    let mut visual = Visual::default();
    for (number, (dice, throw)) in (1..).zip(cups.iter().zip(&mut visual.0)) {
        if dice.len() != DICE {
            return Err(VisualError(format!("cup {number} has {} dice, not {DICE}", dice.len())));
        }
        let mut values = [0; DICE];
        for (&die, value) in dice.iter().zip(&mut values) {
            *value = u8::try_from(die).unwrap_or(0);
        }
        *throw =
            Throw::from_dice(values).ok_or_else(|| VisualError(format!("cup {number} holds {dice:?}: a die shows a whole number from 1 to 6")))?;
    }
    Ok(visual)
}

/// The colour of a combination's dice on a terminal: the better, the warmer.
const fn colour_of(combination: Combination) -> &'static str {
    match combination {
        Combination::Nothing => "\x1b[2m",
        Combination::Pair | Combination::TwoPairs => "\x1b[1;34m",
        Combination::ThreeOfAKind | Combination::FullHouse => "\x1b[1;32m",
        Combination::SmallStraight | Combination::FourOfAKind => "\x1b[1;33m",
        Combination::LargeStraight | Combination::FiveOfAKind => "\x1b[1;31m",
    }
}

const PLAIN: &str = "\x1b[0m";

/// A play as a picture: a row of dice a cup, heavy frames around the dice that make the combination.
///
/// ```text
///         ┏━━━┓ ┏━━━┓ ┌───┐ ┌───┐ ┌───┐
///  cup 1  ┃ 1 ┃ ┃ 1 ┃ │ 2 │ │ 3 │ │ 5 │   pair              3 points
///         ┗━━━┛ ┗━━━┛ └───┘ └───┘ └───┘
/// ```
#[must_use]
pub fn picture<const CUPS: usize>(
    visual: &Visual<CUPS>,
    referee: &Referee<CUPS>,
    verdict: &Verdict<Evidence<CUPS>>,
    table: &PrizeTable,
    colour: bool,
) -> String {
    let mut out = String::new();
    for (number, (throw, Hand { combination, points })) in (1..).zip(visual.0.iter().zip(referee.hands(verdict.evidence))) {
        let dice = throw.dice();
        let scoring = scoring_dice(dice, combination);
        let (begin, end) = if colour { (colour_of(combination), PLAIN) } else { ("", "") };
        let row = |heavy: &dyn Fn(u8) -> String, light: &dyn Fn(u8) -> String| -> String {
            let frames = dice.iter().zip(scoring).map(|(&die, scores)| if scores { format!("{begin}{}{end}", heavy(die)) } else { light(die) });
            frames.collect::<Vec<_>>().join(" ")
        };
        out.push_str(&format!("        {}\n", row(&|_| "┏━━━┓".to_owned(), &|_| "┌───┐".to_owned())));
        out.push_str(&format!(
            " cup {number}  {}   {begin}{:<16}{end}{:>4} points\n",
            row(&|die| format!("┃ {die} ┃"), &|die| format!("│ {die} │")),
            combination.name(),
            points,
        ));
        out.push_str(&format!("        {}\n", row(&|_| "┗━━━┛".to_owned(), &|_| "└───┘".to_owned())));
    }
    let prize = if verdict.prize == Cents::ZERO { "no prize".to_owned() } else { format!("prize {}", table.amount(verdict.prize)) };
    out.push_str(&format!("{:>40}{:<16}{:>4} points   {prize}\n", "", "total", referee.total(verdict.evidence)));
    out
}

/// Which dice make the combination.
#[allow(clippy::naive_bytecount)] // five bytes
pub(super) fn scoring_dice(dice: [u8; DICE], combination: Combination) -> [bool; DICE] {
    let least = match combination {
        Combination::Nothing => return [false; DICE],
        Combination::Pair | Combination::TwoPairs => 2,
        Combination::ThreeOfAKind => 3,
        Combination::FourOfAKind => 4,
        Combination::FullHouse | Combination::LargeStraight | Combination::FiveOfAKind => return [true; DICE],
        Combination::SmallStraight => return small_straight(dice),
    };
    let mut left = if combination == Combination::TwoPairs { 2 * least } else { least };
    let mut taken = [0; 7];
    dice.map(|value| {
        let same = dice.iter().filter(|&&other| other == value).count();
        let takes = left > 0 && same >= least && taken[usize::from(value)] < least;
        if takes {
            left -= 1;
            taken[usize::from(value)] += 1;
        }
        takes
    })
}

/// The first die of each of four consecutive values, the lowest such four.
fn small_straight(dice: [u8; DICE]) -> [bool; DICE] {
    let Some(low) = (1..=3).find(|&low| (low..low + 4).all(|value| dice.contains(&value))) else { return [false; DICE] };
    std::array::from_fn(|place| (low..low + 4).contains(&dice[place]) && !dice[..place].contains(&dice[place]))
}

/// Reads a play from its uncoloured picture: the values between the frames, cup by cup.
///
/// # Errors
/// What is wrong, in words.
pub fn read_picture<const CUPS: usize>(picture: &str) -> Result<Visual<CUPS>, VisualError> {
    let rows = picture.lines().filter(|line| line.contains(['│', '┃']));
    let cups = rows.map(|line| {
        // frames stand in pairs: outside, inside, outside, inside ...
        let inside = line.split(['│', '┃']).skip(1).step_by(2);
        let dice = inside.map(|die| die.trim().parse::<i64>().map_err(|_| VisualError(format!("`{}` is no die: {}", die.trim(), line.trim()))));
        dice.collect::<Result<Vec<_>, _>>()
    });
    visual_of(&cups.collect::<Result<Vec<_>, _>>()?)
}
