//! The slow twins: a referee and a generator written again from the rule text and the decisions, with loops over rows and columns. They share nothing with the fast
//! ones but the JSON in which a visual is handed over, and the bounded integer below.

use crate::random::{Words, below};
use serde_json::Value;

pub const NAMES: [&str; 6] = ["violet", "bleu", "vert", "jaune", "orange", "rose"];

/// What a star hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    Nothing,
    Sum(i64),
    Extra,
    MilkyWay,
    Falling,
    Rising,
    Nova(usize),
}

/// 42 stars: colour and content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sky {
    pub colour: [[usize; 7]; 6],
    pub thing: [[Thing; 7]; 6],
}

/// A play as the player sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    pub selected: usize,
    pub skies: Vec<Sky>,
}

/// All cells.
pub fn cells() -> Vec<(usize, usize)> {
    (0..6).flat_map(|row| (0..7).map(move |column| (row, column))).collect()
}

/// The cells that the bonus on a star explodes (4.5.1 to 4.5.3).
pub fn explodes(sky: &Sky, (row, column): (usize, usize)) -> Vec<(usize, usize)> {
    let hit = |other: &(usize, usize)| match sky.thing[row][column] {
        Thing::MilkyWay => *other != (row, column) && row.abs_diff(other.0) <= 1 && column.abs_diff(other.1) <= 1,
        Thing::Falling => row + other.1 == other.0 + column,
        Thing::Rising => row + column == other.0 + other.1,
        Thing::Nova(colour) => sky.colour[other.0][other.1] == colour,
        Thing::Nothing | Thing::Sum(_) | Thing::Extra => false,
    };
    cells().into_iter().filter(hit).collect()
}

/// In which wave each star is uncovered: 0 the selected colour, `None` never.
pub fn waves(sky: &Sky, selected: usize) -> [[Option<u8>; 7]; 6] {
    let mut wave = [[None; 7]; 6];
    for (row, column) in cells() {
        if sky.colour[row][column] == selected {
            wave[row][column] = Some(0);
        }
    }
    for now in 0..42 {
        if !wave.iter().flatten().any(|&when| when == Some(now)) {
            break;
        }
        for cell in cells() {
            if wave[cell.0][cell.1] == Some(now) {
                for (row, column) in explodes(sky, cell) {
                    if wave[row][column].is_none() {
                        wave[row][column] = Some(now + 1);
                    }
                }
            }
        }
    }
    wave
}

/// What a set shows when it is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub cents: i64,
    pub sums: Vec<i64>,
    pub extras: usize,
    pub stars: usize,
    pub waves: u8,
    /// Milky ways, falling and rising shooting stars, supernovas.
    pub kinds: [usize; 4],
    pub uncovered: Vec<(usize, usize)>,
}

/// Plays a set by 4.4 and 4.5.
pub fn play_set(sky: &Sky, selected: usize) -> Seen {
    let wave = waves(sky, selected);
    let mut seen = Seen::default();
    for (row, column) in cells() {
        let Some(when) = wave[row][column] else { continue };
        seen.stars += 1;
        seen.waves = seen.waves.max(when);
        seen.uncovered.push((row, column));
        match sky.thing[row][column] {
            Thing::Nothing => {}
            Thing::Sum(cents) => {
                seen.cents += cents;
                seen.sums.push(cents);
            }
            Thing::Extra => seen.extras += 1,
            Thing::MilkyWay => seen.kinds[0] += 1,
            Thing::Falling => seen.kinds[1] += 1,
            Thing::Rising => seen.kinds[2] += 1,
            Thing::Nova(_) => seen.kinds[3] += 1,
        }
    }
    seen.sums.sort_unstable();
    seen
}

/// Plays a whole play: what each set that is reached shows.
pub fn play(play: &Play) -> Vec<Seen> {
    let mut seen = vec![play_set(&play.skies[0], play.selected)];
    if seen[0].extras > 0 && play.skies.len() > 1 {
        seen.push(play_set(&play.skies[1], play.selected));
    }
    seen
}

/// Reads the contract's JSON.
pub fn read(json: &str) -> Play {
    let value: Value = serde_json::from_str(json).unwrap();
    let colour = |word: &str| NAMES.iter().position(|&name| name == word).unwrap();
    let skies = value["sets"].as_array().unwrap().iter().map(|set| {
        assert_eq!((set["rows"].as_u64(), set["columns"].as_u64()), (Some(6), Some(7)));
        let at = |key: &str, row: usize, column: usize| set[key][7 * row + column].as_str().unwrap().to_owned();
        let thing = |word: String| match word.as_str() {
            "" => Thing::Nothing,
            "extra" => Thing::Extra,
            "milky-way" => Thing::MilkyWay,
            "shooting-star:nw-se" => Thing::Falling,
            "shooting-star:ne-sw" => Thing::Rising,
            word if word.starts_with("supernova:") => Thing::Nova(colour(&word["supernova:".len()..])),
            cents => Thing::Sum(cents.parse().unwrap()),
        };
        Sky {
            colour: std::array::from_fn(|row| std::array::from_fn(|column| colour(&at("colours", row, column)))),
            thing: std::array::from_fn(|row| std::array::from_fn(|column| thing(at("contents", row, column)))),
        }
    });
    Play { selected: colour(value["selected"].as_str().unwrap()), skies: skies.collect() }
}

/// Writes the contract's JSON.
pub fn write(play: &Play) -> String {
    let sets = play.skies.iter().map(|sky| {
        let colours: Vec<&str> = cells().into_iter().map(|(row, column)| NAMES[sky.colour[row][column]]).collect();
        let contents: Vec<String> = cells()
            .into_iter()
            .map(|(row, column)| match sky.thing[row][column] {
                Thing::Nothing => String::new(),
                Thing::Sum(cents) => cents.to_string(),
                Thing::Extra => "extra".to_owned(),
                Thing::MilkyWay => "milky-way".to_owned(),
                Thing::Falling => "shooting-star:nw-se".to_owned(),
                Thing::Rising => "shooting-star:ne-sw".to_owned(),
                Thing::Nova(colour) => format!("supernova:{}", NAMES[colour]),
            })
            .collect();
        serde_json::json!({ "rows": 6, "columns": 7, "colours": colours, "contents": contents })
    });
    serde_json::json!({ "selected": NAMES[play.selected], "sets": sets.collect::<Vec<_>>() }).to_string()
}

/// A uniform element.
pub fn one_of<T: Copy>(words: &mut impl Words, from: &[T]) -> T {
    from[usize::try_from(below(words, from.len() as u64)).unwrap()]
}

/// The number of a weight, drawn by the weights.
pub fn weighted(words: &mut impl Words, weights: &[u64]) -> usize {
    let mut left = below(words, weights.iter().sum());
    for (number, &weight) in weights.iter().enumerate() {
        if left < weight {
            return number;
        }
        left -= weight;
    }
    unreachable!()
}

/// A layout: 42 stars in a random order, seven of each colour.
pub fn layout(words: &mut impl Words) -> [[usize; 7]; 6] {
    let mut colours: Vec<usize> = (0..42).map(|star| star / 7).collect();
    let mut sky = [[0; 7]; 6];
    for (row, column) in cells() {
        let star = usize::try_from(below(words, colours.len() as u64)).unwrap();
        sky[row][column] = colours.remove(star);
    }
    sky
}

/// A set by S10, with nothing under the stars that stay covered. Gives also how often a kind had to be drawn again.
pub fn draw_set(words: &mut impl Words, selected: usize, explosions: usize, kinds: [u64; 3], extra: bool, sums: &[i64]) -> (Sky, usize) {
    let mut sky = Sky { colour: layout(words), thing: [[Thing::Nothing; 7]; 6] };
    let mut again = 0;
    let mut placed = 0;
    while placed < explosions {
        let before = play_set(&sky, selected).uncovered;
        let thing = match weighted(words, &kinds) {
            0 => Thing::MilkyWay,
            1 if below(words, 2) == 0 => Thing::Falling,
            1 => Thing::Rising,
            _ => {
                let open: Vec<usize> = (0..6)
                    .filter(|&colour| cells().into_iter().any(|cell| sky.colour[cell.0][cell.1] == colour && !before.contains(&cell)))
                    .collect();
                Thing::Nova(one_of(words, &open))
            }
        };
        let mut places = Vec::new();
        for &(row, column) in &before {
            if sky.thing[row][column] == Thing::Nothing {
                sky.thing[row][column] = thing;
                if explodes(&sky, (row, column)).iter().any(|cell| !before.contains(cell)) {
                    places.push((row, column));
                }
                sky.thing[row][column] = Thing::Nothing;
            }
        }
        if places.is_empty() {
            again += 1;
            continue;
        }
        let (row, column) = one_of(words, &places);
        sky.thing[row][column] = thing;
        placed += 1;
    }
    let mut hidden: Vec<Thing> = sums.iter().map(|&cents| Thing::Sum(cents)).collect();
    if extra {
        hidden.push(Thing::Extra);
    }
    for thing in hidden {
        let empty: Vec<(usize, usize)> =
            play_set(&sky, selected).uncovered.into_iter().filter(|&(row, column)| sky.thing[row][column] == Thing::Nothing).collect();
        let (row, column) = one_of(words, &empty);
        sky.thing[row][column] = thing;
    }
    (sky, again)
}

/// The default numbers of S5 to S9, written down again.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Weights of 0 to 3 explosions.
    pub explosions: [u64; 4],
    /// Plays with an Extra, of 100.
    pub extra: u64,
    /// Milky way, shooting star, supernova.
    pub kinds: [u64; 3],
    /// Covered stars: nothing, sum, bonus, Extra.
    pub decoys: [u64; 4],
    /// Sums of decoys, cents and weights.
    pub decoy_sums: Vec<(i64, u64)>,
}

impl Numbers {
    /// The defaults at a stake of 1.
    pub fn new() -> Self {
        let sums = [(1, 40), (2, 25), (4, 20), (100, 8), (1_000, 4), (5_000, 2), (10_000, 1)];
        Self {
            explosions: [60, 28, 9, 3],
            extra: 8,
            kinds: [5, 3, 2],
            decoys: [60, 25, 12, 3],
            decoy_sums: sums.iter().map(|&(euros, weight)| (euros * 100, weight)).collect(),
        }
    }

    fn decoy(&self, words: &mut impl Words) -> Thing {
        match weighted(words, &self.decoys) {
            0 => Thing::Nothing,
            1 => self.decoy_sums[weighted(words, &self.decoy_sums.iter().map(|&(_, weight)| weight).collect::<Vec<_>>())].0.into(),
            2 => match weighted(words, &self.kinds) {
                0 => Thing::MilkyWay,
                1 => one_of(words, &[Thing::Falling, Thing::Rising]),
                _ => Thing::Nova(one_of(words, &[0, 1, 2, 3, 4, 5])),
            },
            _ => Thing::Extra,
        }
    }

    fn set(&self, words: &mut impl Words, selected: usize, extra: bool, sums: &[i64]) -> Sky {
        let explosions = weighted(words, &self.explosions);
        let (mut sky, _) = draw_set(words, selected, explosions, self.kinds, extra, sums);
        let uncovered = play_set(&sky, selected).uncovered;
        for (row, column) in cells().into_iter().filter(|cell| !uncovered.contains(cell)) {
            sky.thing[row][column] = self.decoy(words);
        }
        sky
    }

    /// A play that shows one of the ways, by S5 to S11.
    pub fn play(&self, words: &mut impl Words, ways: &[(Vec<i64>, u64)]) -> Play {
        let sums =
            if ways.is_empty() { Vec::new() } else { ways[weighted(words, &ways.iter().map(|(_, weight)| *weight).collect::<Vec<_>>())].0.clone() };
        let selected = one_of(words, &[0, 1, 2, 3, 4, 5]);
        if below(words, 100) >= self.extra {
            return Play { selected, skies: vec![self.set(words, selected, false, &sums)] };
        }
        let (first, second): (Vec<i64>, Vec<i64>) = sums.into_iter().partition(|_| below(words, 2) == 0);
        Play { selected, skies: vec![self.set(words, selected, true, &first), self.set(words, selected, false, &second)] }
    }
}

impl From<i64> for Thing {
    fn from(cents: i64) -> Self {
        Self::Sum(cents)
    }
}
