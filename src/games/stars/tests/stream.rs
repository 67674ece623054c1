//! What a visual is a function of: the stream and its number, not how many are drawn.

use super::super::any::visual::Thing;
use super::super::visual::{Content, Set, Visual};
use super::super::words::symbol;
use super::{game, verdict_of};
use crate::game::{CHUNK, Game, Verdict};
use crate::prize::Batch;
use crate::random::{Lanes, Purpose};
use crate::tally::{Observable, Place, Tally};

/// What a visual shows: the hidden second set of a play without an Extra is left over from another visual.
fn shown(visual: &Visual) -> (u8, Vec<Set>) {
    (visual.selected as u8, visual.sets().into_iter().copied().collect())
}

#[test]
fn the_first_visuals_do_not_depend_on_how_many_follow() {
    let game = game("1");
    for tier in game.prize_table().ids() {
        let lanes = Lanes::new(5, Purpose::Test, 50);
        let mut many = vec![Visual::default(); 300];
        game.generate(tier, &mut lanes.clone(), &mut many);
        for count in [0, 1, 2, 15, 16, 17, 63, 299] {
            let mut few = vec![Visual::default(); count];
            game.generate(tier, &mut lanes.clone(), &mut few);
            assert!(few.iter().zip(&many).all(|(few, many)| shown(few) == shown(many)), "{count} of tier {}", tier.0);
        }
    }
}

/// The buffer that visuals are drawn into holds older ones: nothing of them may show.
#[test]
fn what_was_in_the_buffer_does_not_matter() {
    let game = game("1");
    let losing = game.prize_table().losing();
    let lanes = Lanes::new(5, Purpose::Test, 51);
    let mut clean = vec![Visual::default(); 100];
    game.generate(losing, &mut lanes.clone(), &mut clean);
    let mut full = Visual { two_sets: true, ..Visual::default() };
    for set in [&mut full.first, &mut full.second] {
        (0..42).for_each(|cell| set.hide(cell, Content::Sum(3)));
    }
    let mut dirty = vec![full; 100];
    game.generate(losing, &mut lanes.clone(), &mut dirty);
    assert!(clean.iter().zip(&dirty).all(|(clean, dirty)| shown(clean) == shown(dirty)));
    assert!(dirty.iter().all(|visual| verdict_of(&game, visual).prize == game.prize_table().prize(losing)));
}

#[test]
fn a_visual_of_a_run_can_be_drawn_again() {
    let game = game("2");
    let table = game.prize_table();
    let tier = table.losing();
    let count = 2 * CHUNK + 10;
    let mut lanes = crate::game::play_lanes(77, 3, tier);
    let mut all = Vec::new();
    while all.len() < count {
        let mut chunk = vec![Visual::default(); CHUNK.min(count - all.len())];
        game.generate(tier, &mut lanes, &mut chunk);
        all.extend(chunk);
    }
    for index in [0, 1, CHUNK - 1, CHUNK, count - 1] {
        let again = crate::game::Playable::redraw(&game, 77, Place { batch: 3, tier, index: index as u64 }, false).unwrap();
        assert_eq!(again.json, game.json(&all[index], &verdict_of(&game, &all[index])), "visual {index}");
    }
    // and a batch that ends there counts the same visuals
    let mut counts = vec![0; table.tiers().len()];
    counts[tier.index()] = count as u64;
    let row = *Observable::offsets(game.observables()).last().unwrap();
    let mut tally = Tally::new(table.tiers().len(), row, 1);
    crate::game::Playable::play(&game, 77, &Batch { index: 3, counts }, &mut tally);
    let mut selected = [0; 6];
    all.iter().for_each(|visual| selected[visual.selected.index()] += 1);
    assert_eq!(tally.tiers[tier.index()].row[..6], selected);
    assert_eq!(game.observables()[0].name, "selected colour");
}

/// The version of the hot code for the vectors at hand and the one for any processor: the same visuals, verdicts and counts. (Without vectors at hand, both are the latter.)
#[test]
fn both_versions_of_the_hot_code_give_the_same_bits() {
    let game = game("3");
    let width = *Observable::offsets(game.observables()).last().unwrap();
    for tier in game.prize_table().ids() {
        let lanes = Lanes::new(6, Purpose::Test, u64::from(tier.0));
        let (mut wide, mut plain) = (vec![Visual::default(); 1_000], vec![Visual::default(); 1_000]);
        game.generate(tier, &mut lanes.clone(), &mut wide);
        game.generator.generate(tier, &mut lanes.clone(), &mut plain);
        assert!(wide == plain, "visuals of tier {}", tier.0);
        let (mut wide_verdicts, mut plain_verdicts) = (vec![Verdict::default(); 1_000], vec![Verdict::default(); 1_000]);
        game.judge(&wide, &mut wide_verdicts);
        game.referee.judge(&plain, &mut plain_verdicts);
        assert!(wide_verdicts == plain_verdicts, "verdicts of tier {}", tier.0);
        let (mut wide_row, mut plain_row) = (vec![0; width], vec![0; width]);
        game.observe(3, &wide, &wide_verdicts, &mut (), &mut wide_row);
        game.observer.observe(3, &plain, &plain_verdicts, &mut plain_row);
        assert_eq!(wide_row, plain_row, "counts of tier {}", tier.0);
    }
}

/// Value stability: the first visual of each tier of batch 0 at seed 42 (selected colour, colours by number, contents by symbol), and a hash (FNV-1a) of the first thousand.
/// A change here breaks results that people keep, and belongs in CHANGELOG.md.
#[test]
fn first_visuals_stay_what_they_are() {
    let game = game("1");
    let word_of = |content: Content| symbol(Thing::of_byte(content.code()).unwrap(), &game.shape, &game.sums);
    let mut lines = String::new();
    for tier in game.prize_table().ids() {
        let mut visuals = vec![Visual::default(); 1_000];
        game.generate(tier, &mut crate::game::play_lanes(42, 0, tier), &mut visuals);
        let hash = visuals
            .iter()
            .flat_map(|visual| game.json(visual, &Verdict::default()).into_bytes())
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        lines.push_str(&format!("{} {hash:016x} {}\n", tier.0, visuals[0].selected.word()));
        for set in visuals[0].sets() {
            let colours: String = (0..42).filter_map(|cell| set.colour(cell)).map(|colour| colour.index().to_string()).collect();
            let contents: Vec<String> = (0..42).map(|cell| word_of(set.content(cell))).collect();
            lines.push_str(&format!("{colours} {}\n", contents.join(" ")));
        }
    }
    // read when the test runs, so that a new value is no new build
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/stars/tests/first_visuals.txt");
    assert_eq!(lines, std::fs::read_to_string(path).unwrap());
}
