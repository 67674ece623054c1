//! What a visual is a function of: the stream and its number, not how many are drawn.

use super::super::visual::{Content, Set, Visual};
use super::{game, verdict_of};
use crate::game::{CHUNK, Game};
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
