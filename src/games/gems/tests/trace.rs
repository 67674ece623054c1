//! The trace and the referee are two readings of the rules: they agree line by line, on plays of every tier and on throws that no generator draws.

use super::super::referee::LINES_KEPT;
use super::*;
use crate::games::gems::Tracer;
use crate::random::{below, stream};

fn tracer() -> Tracer {
    let file = crate::games::check(DIAMOND_RIVER).unwrap();
    Tracer::new(&file, &file.offers[0]).unwrap()
}

fn agree(game: &Gems, tracer: &Tracer, visual: &Visual) {
    let verdict = game.referee.judge(visual);
    let trace = tracer.explain(visual);
    let evidence = &verdict.evidence;
    let context = || game.picture(visual, &verdict, false);
    assert_eq!((trace.prize, trace.ambiguous), (verdict.prize, verdict.ambiguous), "{}", context());
    assert_eq!(trace.throws.iter().filter(|throw| throw.played).count(), usize::from(evidence.throws), "{}", context());
    assert_eq!((trace.gold, trace.gold_pays(), trace.wheel), (usize::from(evidence.gold), evidence.gold_pays, evidence.wheel), "{}", context());
    let mut traced: Vec<(usize, usize, usize, bool, u32)> = Vec::new();
    for (number, throw) in trace.throws.iter().enumerate() {
        for line in &throw.lines {
            let columns = trace.grid.columns;
            let cells = line.cells.iter().fold(0, |set, cell| set | 1 << trace.grid.cell(cell / columns, cell % columns));
            traced.push((number, line.gem, line.direction, line.magic, cells));
        }
    }
    assert_eq!(traced.len(), usize::from(evidence.line_count), "{}", context());
    if traced.len() <= LINES_KEPT {
        let kept = &evidence.lines[..traced.len()];
        let mut judged: Vec<_> =
            kept.iter().map(|line| (usize::from(line.throw), usize::from(line.gem), usize::from(line.direction), line.magic, line.cells)).collect();
        traced.sort_unstable();
        judged.sort_unstable();
        assert_eq!(traced, judged, "{}", context());
    }
}

#[test]
fn plays_of_every_tier_are_explained() {
    let (game, tracer) = (game(), tracer());
    for tier in game.table.ids() {
        let mut visuals = vec![Visual::default(); 1_000];
        game.generate(tier, &mut Lanes::new(14, Purpose::Test, u64::from(tier.0)), &mut visuals);
        for visual in &visuals {
            agree(&game, &tracer, visual);
        }
        let line = game.json(&visuals[0], &game.referee.judge(&visuals[0]));
        let trace = tracer.trace(&line).unwrap();
        assert_eq!(trace, tracer.explain(&visuals[0]));
        assert_eq!(trace.prize, game.table.prize(tier));
        assert_eq!(trace.sectors.iter().map(|&(_, sectors)| sectors).sum::<u64>(), 20);
    }
    assert!(tracer.trace("{}").is_err());
}

/// Throws that no generator draws: many lines, runs of four, magic gems side by side, throws that nothing allows, wheels without a sum.
#[test]
fn any_throws_are_explained() {
    let (game, tracer) = (game(), tracer());
    let mut words = stream(15, Purpose::Test, 0);
    for (gems, specials) in [(6, 0), (6, 1), (2, 1), (3, 4), (1, 8)] {
        for _ in 0..600 {
            let throws = 4 + usize::try_from(below(&mut words, 4)).unwrap();
            let mut visual = Visual::blank(throws);
            for throw in 0..throws {
                for cell in 0..30 {
                    let special = below(&mut words, 30) < specials;
                    let symbol = match (special, below(&mut words, 4)) {
                        (true, 0) => Symbol::Magic,
                        (true, 1) => Symbol::Gold,
                        (true, 2) => Symbol::PlusOne,
                        (true, _) => Symbol::Wheel,
                        (false, _) => Symbol::Gem(u8::try_from(below(&mut words, gems)).unwrap()),
                    };
                    visual.set(throw, cell, symbol);
                }
            }
            let sums = [None, Some(Cents(2_000)), Some(Cents(7)), Some(Cents(3_000_000))];
            visual.set_wheel(sums[usize::try_from(below(&mut words, 4)).unwrap()]);
            agree(&game, &tracer, &visual);
        }
    }
}
