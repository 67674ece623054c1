//! One play step by step: each cup, each wave of explosions, or each throw, in pictures and in words.

use super::card::{Board, Card};
use super::words::{account, combination, line_gain, money, points, sum};
use super::{dice, gems, stars};
use crate::games::gems::Symbol;
use crate::games::stars::any::visual::Thing;
use crate::games::stars::shape::Shape;
use crate::games::stars::visual::{Content, Direction};
use crate::games::stars::{SetTrace, Star};
use crate::games::{Trace, gems as gem_game};
use crate::money::{Cents, decimal_text};
use crate::report::chart::number;

/// A step of a play.
pub struct Frame {
    headline: String,
    paid: bool,
    words: String,
    board: Box<dyn Board>,
    text: String,
}

impl Frame {
    /// The card of the step.
    #[must_use]
    pub fn card(self, place: &str) -> Card {
        Card { headline: self.headline, wins: self.paid, place: place.to_owned(), span: 1, board: self.board, foot: self.words }
    }
}

/// The steps of a play, in order.
#[must_use]
pub fn frames(trace: &Trace, currency: &str) -> Vec<Frame> {
    match trace {
        Trace::Dice(dice) => dice_frames(trace, dice, currency),
        Trace::Stars(stars) => stars_frames(trace, stars, currency),
        Trace::Gems(gems) => gems_frames(trace, gems, currency),
    }
}

/// A play step by step, in text.
#[must_use]
pub fn steps_text(trace: &Trace, currency: &str) -> String {
    let plain = |text: &str| text.replace([number::THIN, '\u{a0}'], " ");
    let frames = frames(trace, currency);
    let last = frames.len();
    let mut out = String::new();
    for (step, frame) in (1..).zip(&frames) {
        out.push_str(&format!("step {step} of {last}: {}\n{}  {}\n\n", plain(&frame.headline), frame.text, plain(&frame.words)));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn dice_frames(whole: &Trace, trace: &crate::games::dice::Trace, currency: &str) -> Vec<Frame> {
    let cups = trace.cups.len();
    let mut total = 0;
    let mut frames = Vec::new();
    for (number, cup) in trace.cups.iter().enumerate() {
        total += cup.points;
        let last = number + 1 == cups;
        let dice: Vec<String> =
            cup.dice.iter().zip(cup.scoring).map(|(die, scores)| if scores { format!("[{die}]") } else { format!(" {die} ") }).collect();
        let so_far = if last { account(whole, currency) } else { format!("{}: {} so far", combination(cup.combination), points(total)) };
        frames.push(Frame {
            headline: format!("cup {}: {}", number + 1, combination(cup.combination)),
            paid: cup.points > 0,
            words: so_far,
            board: Box::new(dice::Mats { trace: trace.clone(), thrown: number + 1, last: Some(number) }),
            text: format!("  {}  {}\n", dice.join(" "), points(cup.points)),
        });
    }
    frames
}

fn stars_frames(whole: &Trace, trace: &crate::games::stars::Trace, currency: &str) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut gain = Cents::ZERO;
    let last_set = trace.sets.len() - usize::from(!trace.sets.is_empty());
    for (number, set) in trace.sets.iter().enumerate() {
        for wave in 0..=set.waves {
            let found = set.sums_of(wave);
            gain = gain + found.iter().copied().sum();
            let uncovered = set.stars.iter().filter(|star| star.wave == Some(wave)).count();
            let mut parts = vec![format!("{} uncovered", number::of(uncovered, "star", "stars"))];
            if !found.is_empty() {
                parts.push(sum(&found, currency));
            }
            let bonuses = set.stars.iter().filter(|star| star.wave == Some(wave));
            parts.extend(bonuses.filter_map(|star| bonus_word(&trace.shape, star.content)));
            parts.push(if gain > Cents::ZERO { format!("{} so far", money(gain, currency)) } else { "nothing yet".to_owned() });
            let over = wave == set.waves && number == last_set;
            let words = if over {
                format!("{} → {}", parts[..parts.len() - 1].join(" · "), end_of_stars(whole, trace, currency))
            } else {
                parts.join(" · ")
            };
            frames.push(Frame {
                headline: stars_headline(trace, number, wave),
                paid: !found.is_empty(),
                words,
                board: Box::new(stars::Skies {
                    trace: trace.clone(),
                    moment: Some(stars::Moment { set: number, wave }),
                    currency: currency.to_owned(),
                    gap: 0.0,
                }),
                text: sky_text(trace, set, wave),
            });
        }
    }
    frames
}

fn end_of_stars(whole: &Trace, trace: &crate::games::stars::Trace, currency: &str) -> String {
    if trace.prize > Cents::ZERO { format!("{} in all", money(whole.prize(), currency)) } else { "the play loses".to_owned() }
}

fn stars_headline(trace: &crate::games::stars::Trace, set: usize, wave: usize) -> String {
    let place = match (set, trace.sets.len()) {
        (_, 1) => "",
        (0, _) => "first set, ",
        _ => "Extra set, ",
    };
    if wave == 0 { format!("{place}selected {}", trace.shape.word(trace.selected)) } else { format!("{place}wave {wave}") }
}

/// What an uncovered bonus is called.
fn bonus_word(board: &Shape, content: Thing) -> Option<String> {
    match content {
        Content::Nothing | Content::Sum(_) => None,
        Content::Extra => Some("Extra".to_owned()),
        Content::MilkyWay => Some("voie lactée".to_owned()),
        Content::ShootingStar(_) => Some("étoile filante".to_owned()),
        Content::Supernova(colour) => Some(format!("supernova {}", board.word(colour))),
    }
}

/// The board in letters: `[vi 4]` uncovered in this wave, `(vi .)` before, ` vi ` still covered.
fn sky_text(trace: &crate::games::stars::Trace, set: &SetTrace, wave: usize) -> String {
    let board = &trace.shape;
    let inside = |star: &Star| -> String {
        let shown = match star.content {
            Content::Nothing => ".".to_owned(),
            Content::Sum(_) => decimal_text(star.sum.wide(), trace.decimals).replace(' ', ""),
            Content::Extra => "+".to_owned(),
            Content::MilkyWay => "@".to_owned(),
            Content::ShootingStar(Direction::NwSe) => "\\".to_owned(),
            Content::ShootingStar(Direction::NeSw) => "/".to_owned(),
            Content::Supernova(colour) => format!("#{}", board.letters(colour)),
        };
        format!("{} {shown}", board.letters(star.colour))
    };
    let cell = |star: &Star| match star.wave {
        Some(uncovered) if uncovered == wave => format!("[{}]", inside(star)),
        Some(uncovered) if uncovered < wave => format!("({})", inside(star)),
        _ => format!(" {} ", board.letters(star.colour)),
    };
    let cells: Vec<String> = set.stars.iter().map(cell).collect();
    let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
    let row = |cells: &[String]| {
        let padded: Vec<String> = cells.iter().map(|cell| format!("{cell:<width$}")).collect();
        format!("  {}\n", padded.join(" ").trim_end())
    };
    cells.chunks(board.columns.max(1)).map(row).collect()
}

fn gems_frames(whole: &Trace, trace: &gem_game::Trace, currency: &str) -> Vec<Frame> {
    let mut frames = Vec::new();
    let (mut gain, mut gold) = (Cents::ZERO, 0);
    let played = trace.throws.iter().filter(|throw| throw.played).count();
    let board = |part: gems::Part| Box::new(gems::Throws { trace: trace.clone(), part, one_row: false, currency: currency.to_owned() });
    let mut left = trace.least_throws;
    for (number, throw) in trace.throws.iter().enumerate().filter(|(_, throw)| throw.played) {
        gold += throw.gold;
        let before = gain;
        left = (left + throw.more).saturating_sub(1);
        let mut parts: Vec<String> = throw.lines.iter().map(|line| line_gain(trace, line, currency)).collect();
        gain = gain + throw.lines.iter().map(|line| line.prize).sum();
        if throw.gold > 0 {
            parts.push(format!("dorées: {gold} of {}", trace.gold_needed));
            if gold >= trace.gold_needed && gold - throw.gold < trace.gold_needed {
                gain = gain + trace.gold_prize;
                parts.push(money(trace.gold_prize, currency));
            }
        }
        if throw.more > 0 {
            parts.push("one more throw".to_owned());
        }
        if throw.wheels > 0 {
            parts.push("the wheel will turn".to_owned());
        }
        if parts.is_empty() {
            parts.push("no line".to_owned());
        }
        let over = number + 1 == played && trace.wheel.is_none();
        parts.push(match (over, gain > Cents::ZERO) {
            (true, _) => end_of_gems(whole, currency),
            (false, true) => format!("{} so far", money(gain, currency)),
            (false, false) => "nothing yet".to_owned(),
        });
        let left = if left == 0 { "the last".to_owned() } else { format!("{left} left") };
        frames.push(Frame {
            headline: format!("throw {} · {left}", number + 1),
            paid: gain > before,
            words: parts.join(" · "),
            board: board(gems::Part::Throw(number)),
            text: grid_text(trace, throw),
        });
    }
    if let Some(paid) = trace.wheel {
        frames.push(Frame {
            headline: "the wheel".to_owned(),
            paid: true,
            words: format!("stops on {} · {}", money(paid, currency), end_of_gems(whole, currency)),
            board: board(gems::Part::Wheel),
            text: String::new(),
        });
    }
    frames
}

fn end_of_gems(whole: &Trace, currency: &str) -> String {
    if whole.prize() > Cents::ZERO { format!("{} in all", money(whole.prize(), currency)) } else { "the play loses".to_owned() }
}

/// A grid in letters, `*` before each cell of a paying line.
fn grid_text(trace: &gem_game::Trace, throw: &gem_game::Throw) -> String {
    let letter = |symbol: Symbol| match symbol {
        Symbol::Gem(kind) => trace.gems.get(usize::from(kind)).map_or('?', |gem| gem.letter),
        Symbol::Magic => 'M',
        Symbol::Gold => '$',
        Symbol::PlusOne => '+',
        Symbol::Wheel => 'W',
    };
    let mark = |at: usize| if throw.lines.iter().any(|line| line.cells.contains(&at)) { '*' } else { ' ' };
    let cells: Vec<String> = throw.symbols.iter().enumerate().map(|(at, &symbol)| format!("{}{}", mark(at), letter(symbol))).collect();
    cells.chunks(trace.grid.columns.max(1)).map(|row| format!("  {}\n", row.concat())).collect()
}
