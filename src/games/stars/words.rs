//! A visual in words: the contract's JSON and the text picture, written and read back, on any board.
//!
//! ```text
//! selected violet
//! set 1
//!  [vi 4      ]  bl .         ve @         ja 100       or #ro       ro .         vi ...
//! ```
//! A star is its colour's first two letters and what it hides: `.` nothing, an amount, `@` a milky way, `\` and `/` a shooting star (NW-SE, NE-SW),
//! `#ro` a supernova of rose, `+` an Extra. `[ ]` is a star of the selected colour, `( 2)` one that exploded in wave 2.

use super::any::visual::{Set, Thing, Visual};
use super::course::Course;
use super::shape::{MOST_COLOURS, Shape};
use super::visual::{Content, Direction, Sums};
use crate::bitboard::Bitboard;
use crate::game::VisualError;
use crate::money::Cents;
use crate::prize::PrizeTable;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct VisualJson {
    #[serde(default)]
    game: String,
    #[serde(default)]
    stake_cents: i64,
    #[serde(default)]
    prize_cents: i64,
    selected: String,
    sets: Vec<SetJson>,
}

#[derive(Serialize, Deserialize)]
struct SetJson {
    rows: usize,
    columns: usize,
    colours: Vec<String>,
    contents: Vec<String>,
}

impl Direction {
    /// Its word in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::NwSe => "nw-se",
            Self::NeSw => "ne-sw",
        }
    }
}

/// What a star hides, in the contract's words: `""`, `"400"` (cents), `"milky-way"`, `"supernova:rose"`, `"extra"`.
#[must_use]
pub fn word(content: Thing, shape: &Shape, sums: &Sums) -> String {
    match content {
        Content::Nothing => String::new(),
        Content::Sum(number) => sums.amount(number).0.to_string(),
        Content::Extra => "extra".to_owned(),
        Content::MilkyWay => "milky-way".to_owned(),
        Content::ShootingStar(direction) => format!("shooting-star:{}", direction.word()),
        Content::Supernova(colour) => format!("supernova:{}", shape.word(colour)),
    }
}

fn wrong<T>(message: impl Into<String>) -> Result<T, VisualError> {
    Err(VisualError(message.into()))
}

fn colour_of(word: &str, shape: &Shape) -> Result<u8, VisualError> {
    shape.number(word).ok_or_else(|| VisualError(format!("`{word}` is no colour of stars: the colours are {}", shape.colours.join(", "))))
}

fn sum_of(amount: Cents, quoted: &str, sums: &Sums) -> Result<Thing, VisualError> {
    sums.number(amount).map(Content::Sum).ok_or_else(|| {
        let known: Vec<String> = sums.all().iter().map(|&sum| plain(sum, sums)).collect();
        VisualError(format!("`{quoted}` is no sum of this game at this stake: its sums are {}", known.join(", ")))
    })
}

fn content_of(word: &str, shape: &Shape, sums: &Sums) -> Result<Thing, VisualError> {
    match word {
        "" => Ok(Content::Nothing),
        "extra" => Ok(Content::Extra),
        "milky-way" => Ok(Content::MilkyWay),
        "shooting-star:nw-se" => Ok(Content::ShootingStar(Direction::NwSe)),
        "shooting-star:ne-sw" => Ok(Content::ShootingStar(Direction::NeSw)),
        _ => {
            if let Some(colour) = word.strip_prefix("supernova:") {
                return Ok(Content::Supernova(colour_of(colour, shape)?));
            }
            match word.parse::<i64>() {
                Ok(cents) if word.bytes().all(|byte| byte.is_ascii_digit()) => sum_of(Cents(cents), word, sums),
                _ => wrong(format!(
                    "`{word}` is nothing a star hides: write \"\", a sum in cents, milky-way, shooting-star:nw-se, shooting-star:ne-sw, supernova:COLOUR or extra"
                )),
            }
        }
    }
}

/// The first line of a picture.
#[must_use]
pub fn heading(game: &str, table: &PrizeTable, prize: Cents) -> String {
    format!("{game}  stake {}  prize {}", table.amount(table.stake()), table.amount(prize))
}

/// The visual as one line of JSON.
#[must_use]
pub fn to_json(visual: &Visual, game: &str, stake: Cents, prize: Cents, shape: &Shape, sums: &Sums) -> String {
    let cells = || 0..shape.stars();
    let sets = visual.sets().into_iter().map(|set| SetJson {
        rows: shape.rows,
        columns: shape.columns,
        colours: cells().map(|cell| set.colour(cell).map_or("", |colour| shape.word(colour)).to_owned()).collect(),
        contents: cells().map(|cell| word(set.content(cell), shape, sums)).collect(),
    });
    let json = VisualJson {
        game: game.to_owned(),
        stake_cents: stake.0,
        prize_cents: prize.0,
        selected: shape.word(visual.selected).to_owned(),
        sets: sets.collect(),
    };
    serde_json::to_string(&json).unwrap_or_default()
}

/// Reads a visual from its JSON; `game`, `stake_cents`, `prize_cents` and unknown keys are ignored.
///
/// # Errors
/// What is wrong, quoting it.
pub fn from_json(line: &str, shape: &Shape, sums: &Sums) -> Result<Visual, VisualError> {
    let json: VisualJson = serde_json::from_str(line).map_err(|error| VisualError(format!("not a visual of stars: {error}")))?;
    let selected = colour_of(&json.selected, shape)?;
    let sets: Result<Vec<Set>, VisualError> = json.sets.iter().zip(1..).map(|(set, number)| set_of(set, number, shape, sums)).collect();
    visual_of(selected, &sets?)
}

fn visual_of(selected: u8, sets: &[Set]) -> Result<Visual, VisualError> {
    match *sets {
        [first] => Ok(Visual { selected, first, second: Set::default(), two_sets: false }),
        [first, second] => Ok(Visual { selected, first, second, two_sets: true }),
        _ => wrong(format!("{} sets of stars: a play shows one set, or two after an Extra", sets.len())),
    }
}

fn set_of(json: &SetJson, number: usize, shape: &Shape, sums: &Sums) -> Result<Set, VisualError> {
    let Shape { rows, columns, .. } = *shape;
    if (json.rows, json.columns) != (rows, columns) {
        return wrong(format!("set {number} has {} rows and {} columns: the board has {rows} rows and {columns} columns", json.rows, json.columns));
    }
    for (name, length) in [("colours", json.colours.len()), ("contents", json.contents.len())] {
        if length != shape.stars() {
            return wrong(format!("set {number} has {length} {name}: a set has {} stars", shape.stars()));
        }
    }
    let colours: Result<Vec<u8>, VisualError> = json.colours.iter().map(|word| colour_of(word, shape)).collect();
    let contents: Result<Vec<Thing>, VisualError> = json.contents.iter().map(|word| content_of(word, shape, sums)).collect();
    assemble(number, shape, &colours?, &contents?)
}

/// A set of a colour and a content for each star, checked by article 4.2.
fn assemble(number: usize, shape: &Shape, colours: &[u8], contents: &[Thing]) -> Result<Set, VisualError> {
    let mut set = Set::default();
    for ((cell, &colour), &content) in (0..).zip(colours).zip(contents) {
        let stars = &mut set.colours[usize::from(colour) % MOST_COLOURS];
        *stars |= Bitboard(1 << cell);
        set.contents[cell] = content.byte();
    }
    let each = shape.stars_of_a_colour();
    for (colour, stars) in shape.colours.iter().zip(set.colours) {
        let stars = stars.len();
        if stars as usize != each {
            return wrong(format!("set {number} has {stars} stars of {colour}: it has {each} of each colour (article 4.2)"));
        }
    }
    Ok(set)
}

/// An amount without grouping, as pictures and messages show it: `1000`, `2.50`.
fn plain(amount: Cents, sums: &Sums) -> String {
    sums.words(amount).replace(' ', "")
}

/// What a star hides, as the picture shows it.
#[must_use]
pub fn symbol(content: Thing, shape: &Shape, sums: &Sums) -> String {
    match content {
        Content::Nothing => ".".to_owned(),
        Content::Sum(number) => plain(sums.amount(number), sums),
        Content::Extra => "+".to_owned(),
        Content::MilkyWay => "@".to_owned(),
        Content::ShootingStar(Direction::NwSe) => "\\".to_owned(),
        Content::ShootingStar(Direction::NeSw) => "/".to_owned(),
        Content::Supernova(colour) => format!("#{}", shape.letters(colour)),
    }
}

const LEGEND: &str = "legend: [ ] selected colour   ( 2) exploded in wave 2\n";

/// ANSI colours of the colours, in the order of article 4.2 (256-colour palette).
const ANSI: [u8; MOST_COLOURS] = [135, 33, 34, 220, 208, 205, 80, 250];

/// The visual as a text picture; `courses` has one entry a set.
#[must_use]
pub fn to_picture(visual: &Visual, heading: &str, courses: &[Course], shape: &Shape, sums: &Sums, ansi: bool) -> String {
    let width = sums.all().iter().map(|&sum| plain(sum, sums).len()).max().unwrap_or(1).max(3);
    let Shape { rows, columns, .. } = *shape;
    let mut out = format!("{heading}\nselected {}\n", shape.word(visual.selected));
    for (number, (set, course)) in (1..).zip(visual.sets().into_iter().zip(courses)) {
        out.push_str(&format!("set {number}: {}\n", course.summary));
        for row in 0..rows {
            let cells: Vec<String> = (0..columns).map(|column| star(set, course, row * columns + column, width, (shape, sums), ansi)).collect();
            out.push_str(cells.join(" ").trim_end());
            out.push('\n');
        }
    }
    // a colour that is no other word of the legend
    let last = u8::try_from(shape.colours.len() - 1).unwrap_or(0);
    let (word, letters) = (shape.word(last), shape.letters(last));
    out.push_str(&format!("legend: . nothing   12 a sum   @ milky way   \\ / shooting star   #{letters} supernova of {word}   + Extra\n{LEGEND}"));
    out
}

fn star(set: &Set, course: &Course, cell: usize, width: usize, (shape, sums): (&Shape, &Sums), ansi: bool) -> String {
    let wave = course.waves.iter().position(|stars| stars.0 >> cell & 1 == 1);
    let colour = set.colour(cell);
    let letters = colour.map_or_else(|| "??".to_owned(), |colour| shape.letters(colour));
    let symbol = symbol(set.content(cell), shape, sums);
    let text = match wave {
        None => format!(" {letters} {symbol:<width$}   "),
        Some(0) => format!("[{letters} {symbol:<width$}  ]"),
        Some(wave) => format!("({letters} {symbol:<width$} {wave})"),
    };
    match colour.filter(|_| ansi) {
        None => text,
        Some(colour) => {
            let tint = ANSI[usize::from(colour) % MOST_COLOURS];
            if wave.is_some() { format!("\u{1b}[1;30;48;5;{tint}m{text}\u{1b}[0m") } else { format!("\u{1b}[38;5;{tint}m{text}\u{1b}[0m") }
        }
    }
}

/// Reads a visual from its uncoloured text picture; which stars are marked as uncovered is ignored.
///
/// # Errors
/// What is wrong, quoting it.
pub fn from_picture(picture: &str, shape: &Shape, sums: &Sums) -> Result<Visual, VisualError> {
    let stars = shape.stars();
    let mut selected = None;
    let mut sets: Vec<(Vec<u8>, Vec<Thing>)> = Vec::new();
    for line in picture.lines() {
        if let Some(word) = line.strip_prefix("selected ") {
            selected = Some(colour_of(word.trim(), shape)?);
        } else if line.starts_with("set ") {
            sets.push((Vec::new(), Vec::new()));
        } else if let Some((colours, contents)) = sets.last_mut().filter(|(colours, _)| colours.len() < stars) {
            read_row(line, shape, sums, colours, contents)?;
        }
    }
    let Some(selected) = selected else { return wrong("the line `selected COLOUR` is missing") };
    let sets: Result<Vec<Set>, VisualError> = sets
        .iter()
        .zip(1..)
        .map(|((colours, contents), number)| {
            if colours.len() == stars {
                assemble(number, shape, colours, contents)
            } else {
                wrong(format!("set {number} has {} stars, not {stars}", colours.len()))
            }
        })
        .collect();
    visual_of(selected, &sets?)
}

fn read_row(line: &str, shape: &Shape, sums: &Sums, colours: &mut Vec<u8>, contents: &mut Vec<Thing>) -> Result<(), VisualError> {
    let open = line.replace(['[', ']', '(', ')'], " ");
    let mut tokens = open.split_whitespace().peekable();
    let mut stars = 0;
    while let Some(letters) = tokens.next() {
        let Some(colour) = colour_of_letters(letters, shape) else {
            let known: Vec<String> = (0..).take(shape.colours.len()).map(|colour| shape.letters(colour)).collect();
            return wrong(format!("`{letters}` in `{}` is no colour: write {}", line.trim(), known.join(", ")));
        };
        let Some(symbol) = tokens.next() else { return wrong(format!("the last star of `{}` hides no symbol: write . for nothing", line.trim())) };
        colours.push(colour);
        contents.push(content_of_symbol(symbol, shape, sums)?);
        tokens.next_if(|token| token.bytes().all(|byte| byte.is_ascii_digit()));
        stars += 1;
    }
    if stars == shape.columns { Ok(()) } else { wrong(format!("a row of {stars} stars, not {}: `{}`", shape.columns, line.trim())) }
}

fn colour_of_letters(letters: &str, shape: &Shape) -> Option<u8> {
    (0..).take(shape.colours.len()).find(|&colour| shape.letters(colour) == letters)
}

fn content_of_symbol(symbol: &str, shape: &Shape, sums: &Sums) -> Result<Thing, VisualError> {
    match symbol {
        "." => Ok(Content::Nothing),
        "+" => Ok(Content::Extra),
        "@" => Ok(Content::MilkyWay),
        "\\" => Ok(Content::ShootingStar(Direction::NwSe)),
        "/" => Ok(Content::ShootingStar(Direction::NeSw)),
        _ => {
            let nova = symbol.strip_prefix('#').and_then(|letters| colour_of_letters(letters, shape));
            if let Some(colour) = nova {
                return Ok(Content::Supernova(colour));
            }
            match Cents::parse_with(symbol, sums.decimals()) {
                Ok(amount) => sum_of(amount, symbol, sums),
                Err(_) => wrong(format!("`{symbol}` is nothing a star hides: write . @ \\ / #ro + or a sum")),
            }
        }
    }
}
