//! The referee against its slow twin and against boards scored by hand.

use super::super::Stars;
use super::super::visual::Visual;
use super::slow::{self, NAMES, Play, Seen, Sky, Thing};
use super::{game, verdict_of};
use crate::game::Game;
use crate::random::{Purpose, Words, below, stream};

/// A board full of things: `dense` of 16 stars hide a bonus.
fn random_sky(words: &mut impl Words, dense: u64, sums: &[i64]) -> Sky {
    let mut sky = Sky { colour: slow::layout(words), thing: [[Thing::Nothing; 7]; 6] };
    for (row, column) in slow::cells() {
        sky.thing[row][column] = if below(words, 16) < dense {
            match below(words, 4) {
                0 => Thing::MilkyWay,
                1 => Thing::Falling,
                2 => Thing::Rising,
                _ => Thing::Nova(usize::try_from(below(words, 6)).unwrap()),
            }
        } else {
            match below(words, 4) {
                0 => Thing::Sum(slow::one_of(words, sums)),
                1 if below(words, 4) == 0 => Thing::Extra,
                _ => Thing::Nothing,
            }
        };
    }
    sky
}

/// Compares everything the two referees saw.
pub fn assert_same(game: &Stars, visual: &Visual, play: &Play) {
    let verdict = verdict_of(game, visual);
    let slow: Vec<Seen> = slow::play(play);
    let picture = || game.picture(visual, &verdict, false);
    assert_eq!(verdict.prize.0, slow.iter().map(|seen| seen.cents).sum::<i64>(), "{}", picture());
    assert_eq!(verdict.evidence.extra, slow.len() == 2);
    for (seen, slow) in [verdict.evidence.first, verdict.evidence.second].iter().zip(&slow) {
        let mut sums: Vec<i64> = (0..9).flat_map(|sum| (0..seen.sum_count(sum)).map(move |_| game.sums.amount(sum).0)).collect();
        sums.sort_unstable();
        let kinds = seen.kinds().map(usize::from);
        let uncovered: Vec<(usize, usize)> = seen.uncovered.cells().map(|cell| (cell as usize / 7, cell as usize % 7)).collect();
        let fast = Seen {
            cents: game.referee.gain(seen).0,
            sums,
            extras: usize::try_from(seen.extras()).unwrap(),
            stars: usize::try_from(seen.stars()).unwrap(),
            waves: seen.waves,
            kinds,
            uncovered,
        };
        assert_eq!(&fast, slow, "{}", picture());
    }
}

/// Boards and explosions of so many random plays, each scored as the slow twin scores it, alone and side by side.
fn random_plays(plays: u64) -> (usize, u64) {
    let game = game("1");
    let sums: Vec<i64> = game.sums.all().iter().map(|sum| sum.0).collect();
    let mut words = stream(1, Purpose::Test, 10);
    let mut explosions = 0;
    let mut boards = 0;
    let (mut visuals, mut verdicts) = (Vec::new(), Vec::new());
    for round in 0..plays {
        let dense = round % 13;
        let mut play = Play { selected: usize::try_from(below(&mut words, 6)).unwrap(), skies: vec![random_sky(&mut words, dense, &sums)] };
        if below(&mut words, 2) == 0 {
            play.skies.push(random_sky(&mut words, dense, &sums));
        }
        let visual = game.read_json(&slow::write(&play)).unwrap();
        assert_same(&game, &visual, &play);
        boards += play.skies.len();
        visuals.push(visual);
        verdicts.push(verdict_of(&game, &visual));
        explosions += u64::from(verdict_of(&game, &visual).evidence.first.explosions());
        assert_eq!(slow::read(&game.json(&visual, &verdict_of(&game, &visual))), play);
    }
    // what was judged one by one is judged the same side by side, over whatever the verdicts held before
    let mut together = verdicts.clone();
    together.rotate_left(1);
    game.judge(&visuals, &mut together);
    assert!(together == verdicts);
    (boards, explosions)
}

#[test]
fn it_agrees_with_the_slow_twin_on_random_boards() {
    let (boards, explosions) = random_plays(70_000);
    assert!(boards > 100_000 && explosions > 350_000, "{boards} {explosions}");
}

/// What a build without optimisation has time for.
#[test]
fn it_agrees_on_a_few_boards() {
    let (boards, explosions) = random_plays(700);
    assert!(boards > 1_000 && explosions > 3_000, "{boards} {explosions}");
}

/// A sky from two pictures: colours by letter (v b e j o r), contents (`.` nothing, digit a sum in EUR, `@ \ /` bonuses, `V B E J O R` supernovas, `+` Extra).
fn sky(colours: &str, things: &str) -> Sky {
    let grid = |text: &str| -> Vec<Vec<char>> { text.split_whitespace().map(|line| line.chars().collect()).collect() };
    let (colours, things) = (grid(colours), grid(things));
    Sky {
        colour: std::array::from_fn(|row| std::array::from_fn(|column| "vbejor".find(colours[row][column]).unwrap())),
        thing: std::array::from_fn(|row| {
            std::array::from_fn(|column| match things[row][column] {
                '.' => Thing::Nothing,
                '+' => Thing::Extra,
                '@' => Thing::MilkyWay,
                '\\' => Thing::Falling,
                '/' => Thing::Rising,
                digit if digit.is_ascii_digit() => Thing::Sum(i64::from(digit.to_digit(10).unwrap()) * 100),
                nova => Thing::Nova("VBEJOR".find(nova).unwrap()),
            })
        }),
    }
}

/// Rows of one colour each: the selected colour violet is the first row.
const ROWS: &str = "vvvvvvv bbbbbbb eeeeeee jjjjjjj ooooooo rrrrrrr";

/// (what is shown, contents, prize in EUR, waves, stars uncovered), colours in rows, violet selected: each derived by hand.
const BY_HAND: &[(&str, &str, i64, u8, u32)] = &[
    ("sums add up (4.4)", "1.2..4. ....... ....... ....... ....... .......", 7, 0, 7),
    ("covered sums pay nothing (4.8)", "....... 4444444 ....... ....... ....... .......", 0, 0, 7),
    ("a milky way in a corner has three neighbours, two of them covered", "@...... 1242222 2222222 ....... ....... .......", 3, 1, 9),
    ("a milky way in the middle of the edge", "...@... 1242142 2222222 ....... ....... .......", 7, 1, 10),
    ("NW-SE from the corner: the whole diagonal (S3)", "\\...... .1..... ..2.... ...4... ....1.. 44444.4", 8, 1, 12),
    ("NE-SW from the same corner: nothing new", "/...... .1..... ..2.... ...4... ....1.. .....2.", 0, 0, 7),
    ("NE-SW from (0,3)", "1../... ..2.... .4..... 1....44 ....... .......", 8, 1, 10),
    ("a supernova of orange (4.5.2)", "O...... ....... ....... ....... 1241111 .......", 11, 1, 14),
    ("a supernova of the selected colour: nothing new", "1.V.... 4...... ....... ....... ....... .......", 1, 0, 7),
    ("a chain: orange, then NE-SW upwards, then a milky way (4.5.5)", "O.....1 ....@.. .....44 ..1.... ./....2 .4.....", 8, 3, 22),
    ("two bonuses of one wave", "@.....@ 12...12 ....... ....... ....... .......", 6, 1, 11),
    ("an Extra pays nothing by itself", "+...... ....... ....... ....... ....... .......", 0, 0, 7),
];

#[test]
fn boards_scored_by_hand() {
    let game = game("1");
    for &(what, things, prize, waves, stars) in BY_HAND {
        let play = Play { selected: 0, skies: vec![sky(ROWS, things)] };
        let visual = game.read_json(&slow::write(&play)).unwrap();
        let verdict = verdict_of(&game, &visual);
        let seen = verdict.evidence.first;
        assert_eq!((verdict.prize.0, seen.waves), (prize * 100, waves), "{what}");
        assert_eq!(seen.stars(), stars, "{what}");
        assert_same(&game, &visual, &play);
    }
    // the kind that exploded, or that of the lowest number; the first supernova met
    for (things, first_kind, nova) in [
        ("1...... ....... ....... ....... ....... .......", 4, 0),
        ("@...... ....... ....... ....... ....... .......", 0, 0),
        ("\\...... ....... ....... ....... ....... .......", 1, 0),
        ("/...... ....... ....... ....... ....... .......", 2, 0),
        ("O...... ....... ....... ....... ....... .......", 3, 5),
        ("O.....@ ....... ....... ....... B...... .......", 0, 5),
        ("./O.B.. ....... ....... ....... ....... .......", 2, 5),
    ] {
        let visual = game.read_json(&slow::write(&Play { selected: 0, skies: vec![sky(ROWS, things)] })).unwrap();
        let seen = verdict_of(&game, &visual).evidence.first;
        assert_eq!((seen.first_kind(), seen.nova), (first_kind, nova), "{things}");
    }
    assert_eq!(NAMES, super::super::visual::Colour::ALL.map(super::super::visual::Colour::word));
}
