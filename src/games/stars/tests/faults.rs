//! A healthy game passes its report; a planted fault turns it to `fail`, at a million plays.

use super::super::Stars;
use super::super::generator::TierPlan;
use super::super::referee::Evidence;
use super::super::visual::{Content, Visual};
use super::{STAR_COLOR, game, variant, verdict_of};
use crate::engine::{Judging, Plan, Sampling, Watch, run};
use crate::game::{Game, Verdict, VisualError};
use crate::prize::{PrizeTable, TierId};
use crate::random::Lanes;
use crate::stats::{Job, Report, VerdictLevel, report};
use crate::tally::Observable;

/// A game whose visuals are spoilt after they were drawn; the number is that of the visual in its call.
struct Spoilt {
    game: Stars,
    spoil: fn(&Stars, usize, &mut Visual),
}

impl Game for Spoilt {
    type Visual = Visual;
    type Evidence = Evidence;
    type Pending = ();
    const CHUNK: usize = 512;
    fn prize_table(&self) -> &PrizeTable {
        self.game.prize_table()
    }
    fn observables(&self) -> &[Observable] {
        self.game.observables()
    }
    fn generate(&self, tier: TierId, lanes: &mut Lanes, visuals: &mut [Visual]) {
        self.game.generate(tier, lanes, visuals);
        for (number, visual) in visuals.iter_mut().enumerate() {
            (self.spoil)(&self.game, number, visual);
        }
    }
    fn judge(&self, visuals: &[Visual], verdicts: &mut [Verdict<Evidence>]) {
        self.game.judge(visuals, verdicts);
    }
    fn observe(&self, first: u64, visuals: &[Visual], verdicts: &[Verdict<Evidence>], (): &mut (), row: &mut [u64]) {
        self.game.observe(first, visuals, verdicts, &mut (), row);
    }
    fn settle(&self, (): &mut (), _row: &mut [u64]) {}
    fn json(&self, visual: &Visual, verdict: &Verdict<Evidence>) -> String {
        self.game.json(visual, verdict)
    }
    fn read_json(&self, line: &str) -> Result<Visual, VisualError> {
        self.game.read_json(line)
    }
    fn picture(&self, visual: &Visual, verdict: &Verdict<Evidence>, colour: bool) -> String {
        self.game.picture(visual, verdict, colour)
    }
    fn read_picture(&self, picture: &str) -> Result<Visual, VisualError> {
        self.game.read_picture(picture)
    }
}

/// The report on a million plays.
fn report_on(game: &(impl Game + Send), seed: u64) -> Report {
    report_on_plays(game, seed, 1_000_000)
}

fn report_on_plays(game: &(impl Game + Send), seed: u64, plays: u64) -> Report {
    let plan = Plan { seed, plays, sampling: Sampling::Block, judging: Judging::Full };
    let tally = run(game, plan, 1, &Watch::default()).unwrap().tally;
    let points = crate::engine::convergence_points(crate::prize::BlockPlan { block: game.prize_table().block(), plays: plan.plays });
    let job = Job { table: game.prize_table(), sold_for: None, observables: game.observables(), plan, planned: None, tally: &tally, points: &points };
    report(&job)
}

/// A sound game at three seeds: no fail (false alarm 1e-6 a seed), and nothing mismatched.
#[test]
fn a_sound_game_passes() {
    for (stake, seed) in [("1", 1), ("2", 2), ("3", 3)] {
        let report = report_on(&game(stake), seed);
        assert_eq!(report.verdict, VerdictLevel::Pass, "{:?}", report.reasons);
        assert_eq!((report.mismatches, report.ambiguous), (0, 0));
        assert!(report.tests.iter().filter(|test| test.p_value.is_some()).count() > 70, "{}", report.tests.len());
    }
}

fn mismatched(what: &str, report: &Report) {
    assert_eq!(report.verdict, VerdictLevel::Fail, "{what}");
    assert!(report.mismatches > 0, "{what}");
}

#[test]
fn a_neighbour_forgotten_by_the_referee_is_found() {
    let mut game = game("1");
    game.referee.reach[0][24] = game.referee.reach[0][24].without(25);
    mismatched("neighbour", &report_on(&game, 4));
}

#[test]
fn a_diagonal_reversed_by_the_referee_is_found() {
    let mut game = game("1");
    game.referee.reach.swap(1, 2);
    mismatched("diagonal", &report_on(&game, 5));
}

#[test]
fn a_decoy_uncovered_by_the_generator_is_found() {
    let spoil = |game: &Stars, number: usize, visual: &mut Visual| {
        if number == 100 {
            let seen = verdict_of(game, visual).evidence.first;
            let empty = seen.uncovered.cells().find(|&cell| visual.first.content(cell) == Content::Nothing);
            let decoy = (!seen.uncovered).cells().map(|cell| visual.first.content(cell)).find(|decoy| matches!(decoy, Content::Sum(_)));
            if let (Some(cell), Some(decoy)) = (empty, decoy) {
                visual.first.hide(cell, decoy);
            }
        }
    };
    mismatched("decoy", &report_on(&Spoilt { game: game("1"), spoil }, 6));
}

#[test]
fn an_extra_without_a_second_set_is_found() {
    let spoil = |_: &Stars, number: usize, visual: &mut Visual| {
        if number == 100 {
            visual.two_sets = false;
        }
    };
    let report = report_on(&Spoilt { game: game("1"), spoil }, 7);
    assert_eq!(report.verdict, VerdictLevel::Fail);
    assert!(report.ambiguous > 0);
}

/// The generator plays another game file than the one whose targets are tested.
fn played_as(changed: &str) -> Stars {
    let mut game = variant("1", changed);
    let sound = self::game("1");
    game.observables = sound.observables;
    game.observer = sound.observer;
    game
}

fn rejected(what: &str, report: &Report, test: &str) {
    assert_eq!(report.verdict, VerdictLevel::Fail, "{what}");
    assert_eq!(report.mismatches, 0, "{what}");
    let failed: Vec<&str> = report.tests.iter().filter(|test| test.verdict == VerdictLevel::Fail).map(|test| test.name.as_str()).collect();
    assert!(failed.iter().any(|name| name.starts_with(test)), "{what}: {failed:?}");
}

#[test]
fn a_way_dropped_by_the_generator_is_found() {
    let mut game = game("1");
    let tier = game.prize_table().tier_of(crate::money::Cents(1_200)).unwrap().index();
    let mut ways = game.generator.tiers[tier].ways.clone();
    // the rarest: 1 of 19
    ways.pop();
    game.generator.tiers[tier] = TierPlan::new(ways).unwrap();
    rejected("way", &report_on(&game, 8), "ways of prize 12");
}

#[test]
fn other_frequencies_than_declared_are_found() {
    let lines: [(&str, &str, &str, usize); 8] = [
        ("violet = 1\n", "violet = 103\nbleu = 100\nvert = 100\njaune = 100\norange = 100\nrose = 100\n", "selected colour", 6),
        ("explosions = [60, 28, 9, 3]", "explosions = [59, 29, 9, 3]", "explosions, first set: losing plays", 1),
        ("extra = \"0.08\"", "extra = \"0.083\"", "Extra: losing plays", 1),
        ("milky_way = 5\nshooting_star = 3\nsupernova = 2\n\n# S9", "milky_way = 51\nshooting_star = 29\nsupernova = 20\n\n# S9", "kind", 1),
        ("second_set = \"1/2\"", "second_set = \"0.53\"", "sums of Extra plays by set", 1),
        ("nothing = 60\n", "nothing = 62\n", "decoys", 1),
        ("sums = [40, 25, 20, 8, 4, 2, 1]", "sums = [40, 25, 20, 8, 4, 1, 2]", "decoys", 1),
        ("way_ratio = \"1/2\"", "way_ratio = \"0.52\"", "ways of prize", 1),
    ];
    for (number, (from, to, test, rows)) in (0..).zip(lines) {
        let changed = if rows > 1 {
            let all: String = ["violet", "bleu", "vert", "jaune", "orange", "rose"].iter().map(|colour| format!("{colour} = 1\n")).collect();
            STAR_COLOR.replacen(&all, to, 1)
        } else {
            STAR_COLOR.replacen(from, to, 1)
        };
        assert_ne!(changed, STAR_COLOR, "{from}");
        rejected(from, &report_on(&played_as(&changed), 20 + number), test);
    }
}

/// Faults of places: what is seen is right, where it is seen is not.
#[test]
fn a_cell_that_never_hides_something_is_found() {
    let no_decoy = |game: &Stars, _: usize, visual: &mut Visual| {
        if !verdict_of(game, visual).evidence.first.uncovered.has(17) {
            visual.first.hide(17, Content::Nothing);
        }
    };
    rejected("decoy", &report_on(&Spoilt { game: game("1"), spoil: no_decoy }, 9), "decoy by cell, set 1");
    let moved_sum = |game: &Stars, _: usize, visual: &mut Visual| {
        let sum = visual.first.content(9);
        let uncovered = verdict_of(game, visual).evidence.first.uncovered;
        let empty = uncovered.cells().find(|&cell| visual.first.content(cell) == Content::Nothing);
        if let (Content::Sum(_), true, Some(cell)) = (sum, uncovered.has(9), empty) {
            visual.first.hide(9, Content::Nothing);
            visual.first.hide(cell, sum);
        }
    };
    // about 60 sums a million plays are expected on a cell of the maps: too few to be sure of a fail
    rejected("sum", &report_on_plays(&Spoilt { game: game("1"), spoil: moved_sum }, 10, 3_000_000), "sum by cell, set 1");
}
