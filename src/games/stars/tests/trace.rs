//! The trace and the referee are two readings of the rules: they agree star by star, on plays of every tier and on skies full of bonuses.

use super::super::any::visual::Thing;
use super::super::visual::{Colour, Content, STARS, Set};
use super::super::{STAR_COLOR, Stars, Tracer};
use super::*;
use crate::random::{Lanes, Purpose, Words, below, shuffle, stream};

fn tracer(stake: &str) -> Tracer {
    let file = GameFile::read(STAR_COLOR).unwrap();
    Tracer::new(&file, file.offer(Some(Cents::parse(stake).unwrap())).unwrap()).unwrap()
}

fn agree(game: &Stars, tracer: &Tracer, visual: &Visual) {
    let verdict = verdict_of(game, visual);
    let trace = tracer.explain(&visual.into());
    let context = || game.picture(visual, &verdict, false);
    assert_eq!((trace.prize, trace.ambiguous), (verdict.prize, verdict.ambiguous), "{}", context());
    assert_eq!(usize::from(trace.selected), visual.selected.index());
    let seen = [verdict.evidence.first, verdict.evidence.second];
    for ((number, (set, seen)), shown) in trace.sets.iter().zip(seen).enumerate().zip(visual.sets()) {
        if number == 1 && !verdict.evidence.extra {
            assert_eq!(set.uncovered(), 0, "{}", context());
            continue;
        }
        let uncovered: Vec<usize> = (0..STARS).filter(|&star| set.stars[star].wave.is_some()).collect();
        assert_eq!(uncovered, seen.uncovered.cells().map(|cell| cell as usize).collect::<Vec<_>>(), "{}", context());
        assert_eq!((set.waves, set.extras as u64), (usize::from(seen.waves), seen.extras()), "{}", context());
        let kinds = [0_usize, 1, 2, 3].map(|kind| {
            let of_kind = |bonus: Thing| match bonus {
                Content::MilkyWay => kind == 0,
                Content::ShootingStar(direction) => kind == 1 + direction as usize,
                Content::Supernova(_) => kind == 3,
                _ => panic!("{bonus:?} does not explode"),
            };
            set.explosions.iter().filter(|explosion| of_kind(explosion.bonus)).count()
        });
        assert_eq!(kinds, seen.kinds().map(usize::from), "{}", context());
        // wave by wave, as the picture of the referee has them
        for (wave, stars) in game.referee.waves(shown, visual.selected).into_iter().enumerate() {
            let traced: Vec<u32> = (0..).zip(&set.stars).filter(|(_, star)| star.wave == Some(wave)).map(|(cell, _)| cell).collect();
            assert_eq!(traced, stars.cells().collect::<Vec<_>>(), "wave {wave}\n{}", context());
        }
        assert_eq!(set.sums().into_iter().sum::<Cents>(), game.referee.gain(&seen));
        // every star that exploded was exploded by something
        for star in (0..STARS).filter(|&star| set.stars[star].wave.is_some_and(|wave| wave > 0)) {
            assert!(set.explosions.iter().any(|explosion| Some(explosion.wave) == set.stars[star].wave && explosion.uncovers.contains(&star)));
        }
    }
}

#[test]
fn plays_of_every_tier_and_stake_are_explained() {
    for stake in ["1", "2", "3"] {
        let (game, tracer) = (game(stake), tracer(stake));
        for tier in game.prize_table().ids() {
            let mut visuals = vec![Visual::default(); 400];
            game.generate(tier, &mut Lanes::new(12, Purpose::Test, u64::from(tier.0)), &mut visuals);
            for visual in &visuals {
                agree(&game, &tracer, visual);
                assert_eq!(tracer.explain(&visual.into()).prize, game.prize_table().prize(tier));
            }
            let line = game.json(&visuals[0], &verdict_of(&game, &visuals[0]));
            assert_eq!(tracer.trace(&line), Ok(tracer.explain(&(&visuals[0]).into())));
        }
    }
    assert!(tracer("1").trace("{}").is_err());
}

/// Skies that no generator draws: many bonuses, several Extras, second sets that nothing leads to.
#[test]
fn any_sky_is_explained() {
    let (game, tracer) = (game("1"), tracer("1"));
    let contents: Vec<Content> = Content::all(7).collect();
    let mut words = stream(13, Purpose::Test, 0);
    for bonuses in [0, 1, 4, 16] {
        for _ in 0..1_000 {
            let mut set = || {
                let mut colours: Vec<Colour> = (0..STARS).map(|star| Colour::ALL[star % 6]).collect();
                shuffle(&mut words, &mut colours);
                let mut set = Set::default();
                for (cell, colour) in (0..).zip(colours) {
                    set.colours[colour.index()] = set.colours[colour.index()].with(cell);
                    if below(&mut words, 20) < bonuses {
                        let content = contents[usize::try_from(below(&mut words, contents.len() as u64)).unwrap()];
                        set.hide(cell, content);
                    }
                }
                set
            };
            let (first, second) = (set(), set());
            let selected = Colour::ALL[usize::try_from(below(&mut words, 6)).unwrap()];
            agree(&game, &tracer, &Visual { selected, two_sets: words.word() & 1 == 1, first, second });
        }
    }
}
