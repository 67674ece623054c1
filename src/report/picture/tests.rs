//! Every prize of every stake of every game is drawn: all words stand on the sheet and apart, the SVG is well-formed, and the same bytes come twice.

use super::sheet::{Made, contact, step_by_step};
use super::{Album, MOST_VISUALS, Shot, contact_sheet, step_sheet, steps_text};
use crate::game::Playable;
use crate::games::{BUILT_IN, Trace, Tracer, build, built_in, check, tracer};
use crate::money::Cents;
use crate::prize::TierId;
use crate::random::{Lanes, Purpose};
use crate::spec::GameFile;
use resvg::usvg;

struct Game {
    file: GameFile,
    playable: Box<dyn Playable>,
    tracer: Tracer,
}

fn game(text: &str, stake: Option<Cents>) -> Game {
    let file = check(text).unwrap_or_else(|findings| panic!("{}", findings.listing("game.toml", text)));
    let (playable, tracer) = (build(&file, stake).unwrap(), tracer(&file, stake).unwrap());
    Game { file, playable, tracer }
}

impl Game {
    fn shot(&self, tier: TierId, number: u64) -> Shot {
        let shown = self.playable.show(tier, &mut Lanes::new(20, Purpose::Test, number), false);
        let trace = self.tracer.trace(&shown.json).unwrap();
        assert_eq!(trace.prize(), self.playable.prize_table().prize(tier));
        // the longest seed there is
        Shot { trace, place: format!("play {number} of seed {}", u64::MAX) }
    }

    fn album(&self) -> Album {
        let command = "sim show some/where/a-game-with-a-rather-long-name.toml --stake 2.91 --prize 1500000 --count 100 --from 1000000";
        let title = format!("{} at 2.91\u{202f}€: 100 plays that win 1\u{202f}500\u{202f}000\u{202f}€", self.file.name);
        Album { title, lines: vec![format!("Draw it again: {command} --seed {}", u64::MAX)], currency: self.file.currency.clone() }
    }
}

/// All words stand on the sheet, and none on another; the SVG can be read back.
fn sound(made: &Made, what: &str) {
    let words = made.canvas.words();
    assert!(words.len() > 3, "{what}: words are drawn");
    for (number, one) in words.iter().enumerate() {
        let [left, top, right, bottom] = one.area;
        assert!(left >= 0.0 && top >= 0.0 && right <= made.size.0 && bottom <= made.size.1, "{what}: {one:?} is not on the sheet of {:?}", made.size);
        for other in &words[number + 1..] {
            let apart = right <= other.area[0] || other.area[2] <= left || bottom <= other.area[1] || other.area[3] <= top;
            assert!(apart, "{what}: {one:?} stands on {other:?}");
        }
    }
    let svg = made.picture.svg();
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
    let proportion = f64::from(tree.size().width() / tree.size().height());
    assert!((proportion / (made.size.0 / made.size.1) - 1.0).abs() < 0.01, "{what}");
    // every symbol that is used is there
    for (at, _) in svg.match_indices("href=\"#") {
        let name = svg[at + 7..].split('"').next().unwrap();
        assert!(svg.contains(&format!("id=\"{name}\"")), "{what}: `{name}` is not there");
    }
}

#[test]
fn every_prize_of_every_stake_is_drawn() {
    for built_in in BUILT_IN {
        let stakes: Vec<Cents> = check(built_in.text).unwrap().offers.iter().map(|offer| offer.table.stake()).collect();
        for stake in stakes {
            let game = game(built_in.text, Some(stake));
            let album = game.album();
            for tier in game.playable.prize_table().ids() {
                let shots: Vec<Shot> = (0..8).map(|number| game.shot(tier, number)).collect();
                let what = format!("{} at {stake}, tier {}", built_in.id, tier.0);
                sound(&contact(&album, &shots).unwrap(), &what);
                for shot in &shots {
                    sound(&contact(&album, std::slice::from_ref(shot)).unwrap(), &what);
                    sound(&step_by_step(&album, shot).unwrap(), &format!("{what}, step by step"));
                }
            }
        }
    }
}

#[test]
fn sheets_of_any_number_of_plays_are_drawn() {
    for built_in in BUILT_IN {
        let game = game(built_in.text, None);
        let tiers: Vec<TierId> = game.playable.prize_table().ids().collect();
        for count in [1, 2, 3, 5, 12, 60, MOST_VISUALS] {
            let shots: Vec<Shot> = (0..count).map(|number| game.shot(tiers[usize::try_from(number).unwrap() % tiers.len()], number)).collect();
            let made = contact(&game.album(), &shots).unwrap();
            sound(&made, &format!("{count} plays of {}", built_in.id));
            let proportion = made.size.0 / made.size.1;
            assert!((0.6..3.2).contains(&proportion), "{count} plays of {}: {proportion}", built_in.id);
            if count >= 12 {
                assert!((1.1..2.3).contains(&proportion), "{count} plays of {}: {proportion}", built_in.id);
            }
        }
    }
}

#[test]
fn the_same_bytes_come_twice() {
    for built_in in BUILT_IN {
        let game = game(built_in.text, None);
        let shots: Vec<Shot> = (0..3).map(|number| game.shot(TierId(number), number.into())).collect();
        let draw = || contact_sheet(&game.album(), &shots).unwrap();
        assert_eq!(draw().svg(), draw().svg());
        assert_eq!(draw().coloured_png(None).unwrap(), draw().coloured_png(None).unwrap());
        let step = || step_sheet(&game.album(), &shots[0]).unwrap();
        assert_eq!(step().svg(), step().svg());
    }
}

/// A gem is known by its shape, a star by its shape and its letters: no two are alike without their colours.
#[test]
fn colours_carry_no_meaning_alone() {
    let gems = game(built_in("diamond-river").unwrap(), None);
    let svg = contact_sheet(&gems.album(), &[gems.shot(TierId(7), 0)]).unwrap();
    let shape = |name: &str, svg: &str| -> String {
        let body = svg.split(&format!("id=\"{name}\"")).nth(1).unwrap_or_else(|| panic!("{name}")).split("</g>").next().unwrap().to_owned();
        body.split(" d=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let mut shapes: Vec<String> = (0..6).map(|gem| shape(&format!("gem-{gem}"), svg.svg())).collect();
    shapes.extend(["gem-magic", "gem-gold"].map(|name| shape(name, svg.svg())));
    let stars = game(built_in("star-color").unwrap(), None);
    let svg = contact_sheet(&stars.album(), &[stars.shot(TierId(7), 0)]).unwrap();
    shapes.extend(["violet", "bleu", "vert", "jaune", "orange", "rose"].map(|name| shape(&format!("star-{name}-lit"), svg.svg())));
    for (number, one) in shapes.iter().enumerate() {
        assert!(!shapes[number + 1..].contains(one), "{one}");
    }
    for letters in ["vi", "bl", "ve", "ja", "or", "ro"] {
        assert!(svg.svg().contains(&format!(">{letters}</text>")), "{letters}");
    }
}

#[test]
fn steps_in_text_tell_every_step_and_end_with_the_prize() {
    for built_in in BUILT_IN {
        let game = game(built_in.text, None);
        for tier in game.playable.prize_table().ids() {
            for number in 0..20 {
                let shot = game.shot(tier, number);
                let text = steps_text(&shot.trace, "EUR");
                let steps = match &shot.trace {
                    Trace::Dice(trace) => trace.cups.len(),
                    Trace::Stars(trace) => trace.sets.iter().map(|set| set.waves + 1).sum(),
                    Trace::Gems(trace) => trace.throws.len() + usize::from(trace.wheel.is_some()),
                };
                assert_eq!(text.matches("step ").count(), steps, "{text}");
                let prize = shot.trace.prize();
                let end = text.trim_end().lines().last().unwrap();
                if prize > Cents::ZERO {
                    let amount = super::words::money(prize, "EUR").replace('\u{202f}', " ");
                    assert!(end.contains(&amount), "{amount}: {text}");
                } else {
                    assert!(end.contains("loses") || end.contains("pay nothing"), "{text}");
                }
                assert!(!text.contains('\u{202f}'), "{text}");
            }
        }
    }
}

/// A million and a half, and as much as amounts may be.
#[test]
fn long_amounts_fit() {
    for built_in in BUILT_IN {
        let game = game(built_in.text, None);
        for amount in [Cents(150_000_000), Cents(crate::money::MAX_CENTS / 100)] {
            for number in 0..10 {
                let mut shot = game.shot(TierId(u16::try_from(number % 4).unwrap()), number);
                match &mut shot.trace {
                    Trace::Dice(trace) => trace.prize = amount,
                    Trace::Stars(trace) => {
                        trace.prize = amount;
                        let stars = trace.sets.iter_mut().flat_map(|set| &mut set.stars);
                        stars.filter(|star| star.sum > Cents::ZERO).for_each(|star| star.sum = amount);
                    }
                    Trace::Gems(trace) => {
                        trace.prize = amount;
                        trace.throws.iter_mut().flat_map(|throw| &mut throw.lines).for_each(|line| line.prize = amount);
                        trace.sectors.iter_mut().for_each(|sector| sector.0 = amount);
                        trace.wheel = trace.wheel.map(|_| amount);
                        trace.gold_prize = amount;
                    }
                }
                sound(&contact(&game.album(), std::slice::from_ref(&shot)).unwrap(), built_in.id);
                sound(&step_by_step(&game.album(), &shot).unwrap(), built_in.id);
            }
        }
    }
}

/// Long names, other grids and other currencies fit their places.
#[test]
fn other_games_fit_too() {
    let yams = built_in("yams").unwrap().replace("currency = \"EUR\"", "currency = \"MAD\"");
    let river = built_in("diamond-river").unwrap().replace("name = \"purple\"", "name = \"amethyst-of-the-north\"").replace("rows = 5", "rows = 4");
    for text in [yams, river] {
        let game = game(&text, None);
        let last = game.playable.prize_table().losing();
        for tier in [TierId(0), last] {
            let shots: Vec<Shot> = (0..6).map(|number| game.shot(tier, number)).collect();
            sound(&contact(&game.album(), &shots).unwrap(), &game.file.name);
            sound(&step_by_step(&game.album(), &shots[0]).unwrap(), &game.file.name);
        }
    }
}

/// The check of words finds words that stand on words or beside the sheet.
#[test]
fn planted_overlaps_are_found() {
    let game = game(built_in("yams").unwrap(), None);
    let caught = |spoil: fn(&mut Made)| {
        let mut made = contact(&game.album(), &[game.shot(TierId(3), 0)]).unwrap();
        spoil(&mut made);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| sound(&made, "planted"))).is_err()
    };
    assert!(!caught(|_| {}));
    assert!(caught(|made| made.size.0 -= 60.0));
    assert!(caught(|made| made.canvas.reserve("a drawing", (40.0, 40.0), (200.0, 60.0))));
}
