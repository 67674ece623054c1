//! A visual in words: the contract's JSON and the text picture, written and read back.
//!
//! ```text
//! selected violet
//! set 1
//!  [vi 4      ]  bl .         ve @         ja 100       or #ro       ro .         vi ...
//! ```
//! A star is its colour's first two letters and what it hides: `.` nothing, an amount, `@` a milky way, `\` and `/` a shooting star (NW-SE, NE-SW),
//! `#ro` a supernova of rose, `+` an Extra. `[ ]` is a star of the selected colour, `( 2)` one that exploded in wave 2.

use super::visual::{COLOURS, COLUMNS, Colour, Content, Direction, ROWS, STARS, Set, Sky, Sums, Visual};
use crate::game::VisualError;
use crate::money::Cents;
use serde::{Deserialize, Serialize};

/// How a set was played, for its picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// The stars of the selected colour, then the stars that exploded first in wave 1, 2, ...
    pub waves: Vec<Sky>,
    /// What was found, in words: `2 explosions, sums 4 + 8, Extra`.
    pub summary: String,
}

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
pub fn word(content: Content, sums: &Sums) -> String {
    match content {
        Content::Nothing => String::new(),
        Content::Sum(number) => sums.amount(number).0.to_string(),
        Content::Extra => "extra".to_owned(),
        Content::MilkyWay => "milky-way".to_owned(),
        Content::ShootingStar(direction) => format!("shooting-star:{}", direction.word()),
        Content::Supernova(colour) => format!("supernova:{}", colour.word()),
    }
}

fn wrong<T>(message: impl Into<String>) -> Result<T, VisualError> {
    Err(VisualError(message.into()))
}

fn colour_of(word: &str) -> Result<Colour, VisualError> {
    let words = || Colour::ALL.map(Colour::word).join(", ");
    Colour::ALL
        .into_iter()
        .find(|colour| colour.word() == word)
        .ok_or_else(|| VisualError(format!("`{word}` is no colour of stars: the colours are {}", words())))
}

fn sum_of(amount: Cents, quoted: &str, sums: &Sums) -> Result<Content, VisualError> {
    sums.number(amount).map(Content::Sum).ok_or_else(|| {
        let known: Vec<String> = sums.all().iter().copied().map(plain).collect();
        VisualError(format!("`{quoted}` is no sum of this game at this stake: its sums are {}", known.join(", ")))
    })
}

fn content_of(word: &str, sums: &Sums) -> Result<Content, VisualError> {
    match word {
        "" => Ok(Content::Nothing),
        "extra" => Ok(Content::Extra),
        "milky-way" => Ok(Content::MilkyWay),
        "shooting-star:nw-se" => Ok(Content::ShootingStar(Direction::NwSe)),
        "shooting-star:ne-sw" => Ok(Content::ShootingStar(Direction::NeSw)),
        _ => {
            if let Some(colour) = word.strip_prefix("supernova:") {
                return Ok(Content::Supernova(colour_of(colour)?));
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

/// The visual as one line of JSON.
#[must_use]
pub fn to_json(visual: &Visual, game: &str, stake: Cents, prize: Cents, sums: &Sums) -> String {
    let cells = || 0..u32::try_from(STARS).unwrap_or(0);
    let sets = visual.sets().into_iter().map(|set| SetJson {
        rows: ROWS,
        columns: COLUMNS,
        colours: cells().map(|cell| set.colour(cell).map_or("", Colour::word).to_owned()).collect(),
        contents: cells().map(|cell| word(set.content(cell), sums)).collect(),
    });
    let json = VisualJson {
        game: game.to_owned(),
        stake_cents: stake.0,
        prize_cents: prize.0,
        selected: visual.selected.word().to_owned(),
        sets: sets.collect(),
    };
    serde_json::to_string(&json).unwrap_or_default()
}

/// Reads a visual from its JSON; `game`, `stake_cents`, `prize_cents` and unknown keys are ignored.
///
/// # Errors
/// What is wrong, quoting it.
pub fn from_json(line: &str, sums: &Sums) -> Result<Visual, VisualError> {
    let json: VisualJson = serde_json::from_str(line).map_err(|error| VisualError(format!("not a visual of stars: {error}")))?;
    let selected = colour_of(&json.selected)?;
    let sets: Result<Vec<Set>, VisualError> = json.sets.iter().zip(1..).map(|(set, number)| set_of(set, number, sums)).collect();
    visual_of(selected, &sets?)
}

fn visual_of(selected: Colour, sets: &[Set]) -> Result<Visual, VisualError> {
    match *sets {
        [first] => Ok(Visual { selected, first, second: Set::default(), two_sets: false }),
        [first, second] => Ok(Visual { selected, first, second, two_sets: true }),
        _ => wrong(format!("{} sets of stars: a play shows one set, or two after an Extra", sets.len())),
    }
}

fn set_of(json: &SetJson, number: usize, sums: &Sums) -> Result<Set, VisualError> {
    if (json.rows, json.columns) != (ROWS, COLUMNS) {
        return wrong(format!("set {number} has {} rows and {} columns: the board has {ROWS} rows and {COLUMNS} columns", json.rows, json.columns));
    }
    for (name, length) in [("colours", json.colours.len()), ("contents", json.contents.len())] {
        if length != STARS {
            return wrong(format!("set {number} has {length} {name}: a set has {STARS} stars"));
        }
    }
    let colours: Result<Vec<Colour>, VisualError> = json.colours.iter().map(|word| colour_of(word)).collect();
    let contents: Result<Vec<Content>, VisualError> = json.contents.iter().map(|word| content_of(word, sums)).collect();
    assemble(number, &colours?, &contents?)
}

/// A set of 42 colours and 42 contents, checked by article 4.2.
fn assemble(number: usize, colours: &[Colour], contents: &[Content]) -> Result<Set, VisualError> {
    let mut set = Set::default();
    for ((cell, &colour), &content) in (0..).zip(colours).zip(contents) {
        set.colours[colour.index()] = set.colours[colour.index()].with(cell);
        set.hide(cell, content);
    }
    for colour in Colour::ALL {
        let stars = set.colours[colour.index()].len();
        if stars as usize * COLOURS != STARS {
            return wrong(format!("set {number} has {stars} stars of {}: it has {} of each colour (article 4.2)", colour.word(), STARS / COLOURS));
        }
    }
    Ok(set)
}

/// An amount without grouping, as pictures and messages show it: `1000`, `2.50`.
fn plain(amount: Cents) -> String {
    amount.to_string().replace(' ', "")
}

/// What a star hides, as the picture shows it.
#[must_use]
pub fn symbol(content: Content, sums: &Sums) -> String {
    match content {
        Content::Nothing => ".".to_owned(),
        Content::Sum(number) => plain(sums.amount(number)),
        Content::Extra => "+".to_owned(),
        Content::MilkyWay => "@".to_owned(),
        Content::ShootingStar(Direction::NwSe) => "\\".to_owned(),
        Content::ShootingStar(Direction::NeSw) => "/".to_owned(),
        Content::Supernova(colour) => format!("#{}", colour.letters()),
    }
}

const LEGEND: &str = "legend: . nothing   12 a sum   @ milky way   \\ / shooting star   #ro supernova of rose   + Extra
legend: [ ] selected colour   ( 2) exploded in wave 2
";

/// ANSI colours of the six colours, in the order of article 4.2 (256-colour palette).
const ANSI: [u8; COLOURS] = [135, 33, 34, 220, 208, 205];

/// The visual as a text picture; `courses` has one entry a set.
#[must_use]
pub fn to_picture(visual: &Visual, heading: &str, courses: &[Course], sums: &Sums, ansi: bool) -> String {
    let width = sums.all().iter().map(|&sum| plain(sum).len()).max().unwrap_or(1).max(3);
    let mut out = format!("{heading}\nselected {}\n", visual.selected.word());
    for (number, (set, course)) in (1..).zip(visual.sets().into_iter().zip(courses)) {
        out.push_str(&format!("set {number}: {}\n", course.summary));
        for row in 0..ROWS {
            let cells: Vec<String> = (0..COLUMNS).map(|column| star(set, course, row * COLUMNS + column, width, sums, ansi)).collect();
            out.push_str(cells.join(" ").trim_end());
            out.push('\n');
        }
    }
    out.push_str(LEGEND);
    out
}

fn star(set: &Set, course: &Course, cell: usize, width: usize, sums: &Sums, ansi: bool) -> String {
    let cell = u32::try_from(cell).unwrap_or(0);
    let wave = course.waves.iter().position(|stars| stars.has(cell));
    let colour = set.colour(cell);
    let letters = colour.map_or("??", Colour::letters);
    let symbol = symbol(set.content(cell), sums);
    let text = match wave {
        None => format!(" {letters} {symbol:<width$}   "),
        Some(0) => format!("[{letters} {symbol:<width$}  ]"),
        Some(wave) => format!("({letters} {symbol:<width$} {wave})"),
    };
    match colour.filter(|_| ansi) {
        None => text,
        Some(colour) => {
            let tint = ANSI[colour.index()];
            if wave.is_some() { format!("\u{1b}[1;30;48;5;{tint}m{text}\u{1b}[0m") } else { format!("\u{1b}[38;5;{tint}m{text}\u{1b}[0m") }
        }
    }
}

/// Reads a visual from its uncoloured text picture; which stars are marked as uncovered is ignored.
///
/// # Errors
/// What is wrong, quoting it.
pub fn from_picture(picture: &str, sums: &Sums) -> Result<Visual, VisualError> {
    let mut selected = None;
    let mut sets: Vec<(Vec<Colour>, Vec<Content>)> = Vec::new();
    for line in picture.lines() {
        if let Some(word) = line.strip_prefix("selected ") {
            selected = Some(colour_of(word.trim())?);
        } else if line.starts_with("set ") {
            sets.push((Vec::new(), Vec::new()));
        } else if let Some((colours, contents)) = sets.last_mut().filter(|(colours, _)| colours.len() < STARS) {
            read_row(line, sums, colours, contents)?;
        }
    }
    let Some(selected) = selected else { return wrong("the line `selected COLOUR` is missing") };
    let sets: Result<Vec<Set>, VisualError> = sets
        .iter()
        .zip(1..)
        .map(|((colours, contents), number)| {
            if colours.len() == STARS {
                assemble(number, colours, contents)
            } else {
                wrong(format!("set {number} has {} stars, not {STARS}", colours.len()))
            }
        })
        .collect();
    visual_of(selected, &sets?)
}

fn read_row(line: &str, sums: &Sums, colours: &mut Vec<Colour>, contents: &mut Vec<Content>) -> Result<(), VisualError> {
    let open = line.replace(['[', ']', '(', ')'], " ");
    let mut tokens = open.split_whitespace().peekable();
    let mut stars = 0;
    while let Some(letters) = tokens.next() {
        let Some(colour) = Colour::ALL.into_iter().find(|colour| colour.letters() == letters) else {
            return wrong(format!("`{letters}` in `{}` is no colour: write vi, bl, ve, ja, or, ro", line.trim()));
        };
        let Some(symbol) = tokens.next() else { return wrong(format!("the last star of `{}` hides no symbol: write . for nothing", line.trim())) };
        colours.push(colour);
        contents.push(content_of_symbol(symbol, sums)?);
        tokens.next_if(|token| token.bytes().all(|byte| byte.is_ascii_digit()));
        stars += 1;
    }
    if stars == COLUMNS { Ok(()) } else { wrong(format!("a row of {stars} stars, not {COLUMNS}: `{}`", line.trim())) }
}

fn content_of_symbol(symbol: &str, sums: &Sums) -> Result<Content, VisualError> {
    match symbol {
        "." => Ok(Content::Nothing),
        "+" => Ok(Content::Extra),
        "@" => Ok(Content::MilkyWay),
        "\\" => Ok(Content::ShootingStar(Direction::NwSe)),
        "/" => Ok(Content::ShootingStar(Direction::NeSw)),
        _ => {
            let nova = symbol.strip_prefix('#').and_then(|letters| Colour::ALL.into_iter().find(|colour| colour.letters() == letters));
            if let Some(colour) = nova {
                return Ok(Content::Supernova(colour));
            }
            match Cents::parse(symbol) {
                Ok(amount) => sum_of(amount, symbol, sums),
                Err(_) => wrong(format!("`{symbol}` is nothing a star hides: write . @ \\ / #ro + or a sum")),
            }
        }
    }
}
