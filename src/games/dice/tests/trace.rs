//! The trace and the referee are two readings of the rules: they agree on every throw, and on plays of every tier and every stake.

use super::super::{Tracer, params::MAX_CUPS};
use super::*;

#[test]
fn every_throw_is_explained_as_it_is_scored() {
    let file = GameFile::read(YAMS).unwrap();
    let tracer = Tracer::new(&file, &file.offers[0]).unwrap();
    let game = yams(None);
    for throw in Throw::all() {
        let visual = Visual([throw; 3]);
        let verdict = judged(&game, &[visual])[0];
        let trace = tracer.explain(&visual);
        assert_eq!((trace.prize, trace.points), (verdict.prize, game.referee.total(verdict.evidence)), "{:?}", throw.dice());
        for (cup, hand) in trace.cups.iter().zip(game.referee.hands(verdict.evidence)) {
            assert_eq!((cup.dice, cup.combination, cup.points), (throw.dice(), hand.combination, hand.points));
            assert_eq!(cup.scoring, scoring_dice(throw.dice(), hand.combination));
        }
    }
}

#[test]
fn plays_of_every_tier_and_stake_are_explained() {
    let file = GameFile::read(YAMS).unwrap();
    for offer in &file.offers {
        let tracer = Tracer::new(&file, offer).unwrap();
        let game = yams(Some(offer.table.stake()));
        for tier in offer.table.ids() {
            let visuals = draw(&game, tier, 11, 500);
            for (visual, verdict) in visuals.iter().zip(judged(&game, &visuals)) {
                let trace = tracer.trace(&game.json(visual, &verdict)).unwrap();
                assert_eq!((trace.prize, trace.points), (verdict.prize, game.referee.total(verdict.evidence)));
                assert_eq!(trace.prize, offer.table.prize(tier));
                assert_eq!(trace.bracket.is_some_and(|bracket| bracket.holds(trace.points)), trace.prize > Cents::ZERO);
            }
        }
    }
    assert!(Tracer::new(&file, &file.offers[0]).unwrap().trace("{}").is_err());
}

#[test]
fn other_numbers_of_cups_are_explained() {
    for cups in 1..=MAX_CUPS {
        let text = YAMS.replacen("cups = 3", &format!("cups = {cups}"), 1);
        // brackets out of reach are an error of the file, which fewer cups have
        let Ok(file) = GameFile::read(&text) else { continue };
        let Ok(tracer) = Tracer::new(&file, &file.offers[0]) else { continue };
        let line = format!("{{\"cups\":[{}]}}", vec!["[2,2,3,4,5]"; cups].join(","));
        let trace = tracer.trace(&line).unwrap();
        assert_eq!(trace.points, 30 * u16::try_from(cups).unwrap());
        assert_eq!(trace.cups.len(), cups);
    }
}
