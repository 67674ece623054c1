//! Planted faults, each caught at 10^6 plays: wrong referees by mismatches, wrong generators by the exact targets.

use super::goodness;
use super::*;
use crate::engine::{Judging, Plan, Sampling, Watch, run};
use crate::random::below;
use crate::tally::Tally;

fn a_million(game: &dyn crate::game::Playable) -> Tally {
    let plan = Plan { seed: 31, plays: 1_000_000, sampling: Sampling::Block, judging: Judging::Full };
    run(game, plan, 1, &Watch::default()).unwrap().tally
}

/// The smallest adjusted p-value of a tally, and where it is.
pub fn worst(game: &dyn crate::game::Playable, tally: &Tally) -> (f64, String) {
    let offsets = Observable::offsets(game.observables());
    let mut worst = (1.0, String::new());
    for (number, observable) in game.observables().iter().enumerate() {
        for target in &observable.targets {
            let row = &tally.tiers[target.tiers[0].index()].row[offsets[number]..offsets[number + 1]];
            let p = goodness::worst(observable, &target.law, row);
            if p < worst.0 {
                worst = (p, format!("{}: {}", observable.name, target.condition));
            }
        }
    }
    worst
}

#[test]
fn a_referee_that_scores_a_combination_wrong_is_caught() {
    // each combination scored as the one below it
    for wrong in 1..COMBINATIONS {
        let mut params = yams_params();
        params.points[wrong] = params.points[wrong - 1];
        let mut game = yams(None);
        game.referee = Referee::new(&params, game.prize_table());
        let tally = a_million(&game);
        assert!(tally.mismatch_count() > 0, "{:?}", Combination::ALL[wrong]);
        assert!(!tally.witnesses.is_empty());
    }
    // a bracket that ends one total too early
    let mut params = yams_params();
    params.brackets[8].to = 8;
    let mut game = yams(None);
    game.referee = Referee::new(&params, game.prize_table());
    assert!(a_million(&game).mismatch_count() > 0);
}

/// Yam's ! with visuals spoilt after they are drawn, in a way that keeps the prize.
struct Spoilt {
    game: Dice<3>,
    spoil: fn(&Dice<3>, &mut Visual<3>, &mut Lanes),
}

impl Game for Spoilt {
    type Visual = Visual<3>;
    type Evidence = Evidence<3>;
    type Pending = Pending;
    const CHUNK: usize = 512;

    fn prize_table(&self) -> &PrizeTable {
        Game::prize_table(&self.game)
    }
    fn observables(&self) -> &[Observable] {
        Game::observables(&self.game)
    }
    fn generate(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Visual<3>]) {
        self.game.generate(tier, lanes, visuals);
        for visual in visuals {
            (self.spoil)(&self.game, visual, lanes);
        }
    }
    fn judge(&self, visuals: &[Visual<3>], verdicts: &mut [Verdict<Evidence<3>>]) {
        self.game.judge(visuals, verdicts);
    }
    fn observe(&self, first: u64, visuals: &[Visual<3>], verdicts: &[Verdict<Evidence<3>>], pending: &mut Pending, row: &mut [u64]) {
        self.game.observe(first, visuals, verdicts, pending, row);
    }
    fn settle(&self, pending: &mut Pending, row: &mut [u64]) {
        self.game.settle(pending, row);
    }
    fn json(&self, visual: &Visual<3>, verdict: &Verdict<Evidence<3>>) -> String {
        self.game.json(visual, verdict)
    }
    fn read_json(&self, line: &str) -> Result<Visual<3>, VisualError> {
        self.game.read_json(line)
    }
    fn picture(&self, visual: &Visual<3>, verdict: &Verdict<Evidence<3>>, colour: bool) -> String {
        self.game.picture(visual, verdict, colour)
    }
    fn read_picture(&self, picture: &str) -> Result<Visual<3>, VisualError> {
        self.game.read_picture(picture)
    }
}

/// Faults that show the right prize: the observable that must catch each of them.
#[test]
fn a_generator_that_favours_visuals_is_caught() {
    type Spoil = fn(&Dice<3>, &mut Visual<3>, &mut Lanes);
    let spoilers: [(&str, &str, Spoil); 5] = [
        ("nothing is wrong", "", |_, _, _| ()),
        ("the last die of the first cup shows a 6 for a 1, once in five, where the score stays", "faces", |game, visual, lanes| {
            let mut dice = visual.0[0].dice();
            if dice[4] == 1 && below(lanes, 5) == 0 {
                dice[4] = 6;
                let changed = Throw::from_dice(dice).unwrap();
                if game.referee.hand(changed) == game.referee.hand(visual.0[0]) {
                    visual.0[0] = changed;
                }
            }
        }),
        ("the dice of a cup are sorted, once in ten", "faces by die", |_, visual, lanes| {
            if below(lanes, 10) == 0 {
                let mut dice = visual.0[1].dice();
                dice.sort_unstable();
                visual.0[1] = Throw::from_dice(dice).unwrap();
            }
        }),
        ("the best cup comes last, once in a hundred", "combination of cup", |game, visual, lanes| {
            if below(lanes, 100) == 0 {
                visual.0.sort_by_key(|throw| game.referee.hand(*throw).points);
            }
        }),
        ("36 points are drawn again, once in five", "point total", |game, visual, lanes| {
            // 36 = 30 + 3 + 3, in the bracket of tier 4
            if game.referee.total(game.referee.judge(visual).evidence) == 36 && below(lanes, 5) == 0 {
                game.generator.fill(4, lanes, std::slice::from_mut(visual));
            }
        }),
    ];
    for (fault, caught_by, spoil) in spoilers {
        let game = Spoilt { game: yams(None), spoil };
        let tally = a_million(&game);
        assert_eq!(tally.mismatch_count(), 0, "{fault}: the prize is right");
        let (p, place) = worst(&game, &tally);
        if fault == "nothing is wrong" {
            assert!(p > 1e-6, "{fault}: {place}, p = {p:e}");
        } else {
            assert!(p < 1e-9 && place.starts_with(caught_by), "{fault}: {place}, p = {p:e}");
        }
    }
}

/// A class of throws forgotten when the deals are made: the generator draws the other visuals of the bracket as it should, so nothing but frequencies can tell.
#[test]
fn a_generator_that_forgets_a_deal_is_caught() {
    let mut forgetful = yams(None);
    let throws = yams_throws();
    let mut tiers: Vec<Vec<Deal<3>>> = yams_params().shown().iter().map(|&bracket| throws.deals(bracket)).collect();
    let all = tiers[4].len();
    tiers[4].retain(|deal| deal.combinations != [Combination::SmallStraight, Combination::Pair, Combination::TwoPairs]);
    assert_eq!(tiers[4].len(), all - 1);
    forgetful.generator = Generator::of_deals(&throws, tiers).unwrap();
    let tally = a_million(&forgetful);
    assert_eq!(tally.mismatch_count(), 0);
    let (p, place) = worst(&forgetful, &tally);
    assert!(p < 1e-9, "{place}, p = {p:e}");
}
