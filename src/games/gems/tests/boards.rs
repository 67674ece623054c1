//! Grids of other sizes: the same rules and the same law as the built-in one.
#![allow(clippy::type_complexity)] // views of a throw, used once

use super::goodness::two_samples;
use super::*;
use crate::engine::{Judging, Plan, Sampling, Watch, convergence_points, run};
use crate::games::gems::filling::{Fill, Kind, Wanted};
use crate::games::gems::room::can_block_every_line;
use crate::games::gems::wide::Wide;
use crate::prize::BlockPlan;
use crate::random::stream;
use crate::stats::{Job, Report, VerdictLevel, report};
use proptest::prelude::*;
use std::num::NonZeroU8;

/// A grid in a game file.
#[derive(Clone, Copy, Debug)]
struct Case {
    rows: usize,
    columns: usize,
    line: usize,
    gems: usize,
    gold_needed: usize,
    extra_throws: bool,
}

impl Case {
    /// Its game file.
    fn text(&self) -> String {
        let Self { rows, columns, line, gems, gold_needed, extra_throws } = *self;
        let kinds: String = (0..gems)
            .map(|gem| {
                format!(
                    "{{ name = \"gem-{}\", letter = \"{}\", line = {} }},",
                    ["a", "b", "c", "d", "e", "f", "g", "h"][gem],
                    ["A", "B", "C", "D", "E", "F", "G", "H"][gem],
                    gem + 1
                )
            })
            .collect();
        let shown = vec!["1"; gold_needed].join(", ");
        let extra = if extra_throws { "3, 1" } else { "1" };
        format!(
            "format = 1\n[game]\nid = \"grid\"\nname = \"Grid\"\nmechanic = \"gems\"\ncurrency = \"EUR\"\nblock = 10_000\n\
             [[offer]]\nstake = 1\nprizes = [{{ prize = 9, winners = 500 }}, {{ prize = 5, winners = 500 }}, {{ prize = 3, winners = 500 }}, {{ prize = 1, winners = 1_000 }}]\n\
             [gems]\nrows = {rows}\ncolumns = {columns}\nline_length = {line}\nthrows = 3\nlines_per_throw = 1\ngems = [{kinds}]\ngold_needed = {gold_needed}\ngold_prize = 5\n\
             wheel_sectors = 3\nwheel = [{{ sum = 9, sectors = 1 }}, {{ sum = 2, sectors = 2 }}]\nmost_gains = 2\ngain_factor = \"1/2\"\nwheel_factor = \"1/4\"\n\
             extra_throws = [{extra}]\nmagic = \"1/4\"\ngold_shown = [{shown}]\n"
        )
    }

    fn game<W: Word>(&self) -> (Gems<W>, Tracer) {
        let text = self.text();
        let file = crate::games::check(&text).unwrap_or_else(|findings| panic!("{self:?}: {}", findings.listing("grid.toml", &text)));
        (Gems::new(&file, &file.offers[0]).unwrap(), Tracer::new(&file, &file.offers[0]).unwrap())
    }
}

/// The errors of a file.
fn refusals(text: &str) -> Vec<String> {
    crate::games::check(text).err().map(|findings| findings.0.into_iter().map(|finding| finding.message).collect()).unwrap_or_default()
}

/// Every prize is shown as itself, by the referee and by the trace, which is a slow reading of the rules of its own; texts can be read back.
fn sound<W: Word>(case: Case, plays: usize, seed: u64) {
    let (game, tracer) = case.game::<W>();
    for tier in game.table.ids() {
        let mut visuals = vec![Visual::default(); plays];
        game.generate(tier, &mut Lanes::new(seed, Purpose::Test, u64::from(tier.0)), &mut visuals);
        for visual in &visuals {
            let verdict = game.referee.judge(visual);
            let trace = tracer.explain(visual);
            assert_eq!((verdict.prize, verdict.ambiguous), (game.table.prize(tier), false), "{case:?}\n{}", game.picture(visual, &verdict, false));
            assert_eq!((trace.prize, trace.ambiguous), (verdict.prize, false), "{case:?}\n{}", game.picture(visual, &verdict, false));
        }
        let (visual, verdict) = (&visuals[0], game.referee.judge(&visuals[0]));
        assert_eq!(game.read_json(&game.json(visual, &verdict)).as_ref(), Ok(visual));
        assert_eq!(game.read_picture(&game.picture(visual, &verdict, false)).as_ref(), Ok(visual));
    }
}

fn report_on<W: Word>(game: &Gems<W>, seed: u64, plays: u64) -> Report {
    let plan = Plan { seed, plays, sampling: Sampling::Block, judging: Judging::Full };
    let outcome = run(game, plan, 1, &Watch::default()).unwrap();
    let points = convergence_points(BlockPlan { block: game.table.block(), plays });
    let (table, observables) = (&game.table, Game::observables(game));
    report(&Job { table, sold_for: None, observables, plan, planned: None, tally: &outcome.tally, points: &points })
}

const CASES: [Case; 15] = [
    Case { rows: 8, columns: 8, line: 3, gems: 6, gold_needed: 3, extra_throws: true },
    Case { rows: 8, columns: 8, line: 3, gems: 5, gold_needed: 2, extra_throws: true },
    Case { rows: 4, columns: 16, line: 3, gems: 6, gold_needed: 2, extra_throws: true },
    Case { rows: 16, columns: 4, line: 3, gems: 5, gold_needed: 2, extra_throws: false },
    Case { rows: 3, columns: 3, line: 3, gems: 5, gold_needed: 2, extra_throws: false },
    Case { rows: 5, columns: 6, line: 3, gems: 6, gold_needed: 3, extra_throws: true },
    Case { rows: 2, columns: 8, line: 3, gems: 4, gold_needed: 2, extra_throws: true },
    Case { rows: 1, columns: 9, line: 3, gems: 3, gold_needed: 1, extra_throws: true },
    Case { rows: 7, columns: 9, line: 3, gems: 8, gold_needed: 4, extra_throws: true },
    Case { rows: 7, columns: 7, line: 4, gems: 5, gold_needed: 3, extra_throws: true },
    Case { rows: 5, columns: 6, line: 4, gems: 6, gold_needed: 3, extra_throws: true },
    Case { rows: 4, columns: 4, line: 4, gems: 3, gold_needed: 1, extra_throws: true },
    Case { rows: 8, columns: 8, line: 5, gems: 3, gold_needed: 2, extra_throws: true },
    Case { rows: 9, columns: 5, line: 5, gems: 4, gold_needed: 2, extra_throws: false },
    Case { rows: 6, columns: 10, line: 6, gems: 3, gold_needed: 2, extra_throws: true },
];

#[test]
fn grids_of_all_shapes_are_sound() {
    for (seed, case) in (60..).zip(CASES) {
        sound::<u64>(case, 200, seed);
    }
}

/// 20 000 plays of each: every law that is known is followed (false alarm 1e-6 each).
#[test]
fn their_laws_are_followed() {
    for (seed, case) in (80..).zip(CASES) {
        let report = report_on(&case.game::<u64>().0, seed, 20_000);
        assert_eq!((report.verdict, report.mismatches, report.ambiguous), (VerdictLevel::Pass, 0, 0), "{case:?}: {:?}", report.reasons);
    }
}

/// One source for both words: on the built-in grid they judge and fill alike. Twelve comparisons, each of which fails by chance, at another seed, once in 10^5.
#[test]
fn both_words_are_of_one_law() {
    let case = CASES[5];
    let (narrow, wide) = (case.game::<u32>().0, case.game::<u64>().0);
    let report = report_on(&wide, 90, 50_000);
    assert_eq!((report.verdict, report.mismatches), (VerdictLevel::Pass, 0), "{:?}", report.reasons);
    for tier in narrow.table.ids() {
        let mut visuals = vec![Visual::<u32>::default(); 300];
        narrow.generate(tier, &mut Lanes::new(91, Purpose::Test, u64::from(tier.0)), &mut visuals);
        for visual in &visuals {
            let verdict = narrow.referee.judge(visual);
            let wider = wide.read_json(&narrow.json(visual, &verdict)).unwrap();
            let other = wide.referee.judge(&wider);
            assert_eq!((verdict.prize, verdict.ambiguous, verdict.evidence.with_line), (other.prize, other.ambiguous, other.evidence.with_line));
        }
    }
    let (one, other) = (Filler::new(Grid { rows: 5, columns: 6 }, 6, 3), Wide::new(Grid { rows: 5, columns: 6 }, 6, 3));
    let mut words = [stream(92, Purpose::Test, 0), stream(92, Purpose::Test, 1)];
    for (kind, magic, line) in [(Kind::Plain, 0_u32, None), (Kind::Special, 1 << 7, None), (Kind::Line, 0, Some(2)), (Kind::Line, 1 << 14, Some(1))] {
        let line = line.and_then(NonZeroU8::new);
        let count = 20_000;
        let mut narrow = vec![[0_u32; 3]; count];
        let mut wide = vec![[0_u64; 3]; count];
        one.fill(kind, &vec![Wanted { blocked: 0, magic, line }; count], &mut words[0], &mut narrow);
        other.fill(kind, &vec![Wanted { blocked: 0, magic: magic.into(), line }; count], &mut words[1], &mut wide);
        let wide: Vec<[u32; 3]> = wide.into_iter().map(|planes| planes.map(|plane| u32::try_from(plane).unwrap())).collect();
        // equal neighbours, cells of a gem, and whether two far cells are alike
        let views: [&dyn Fn(&[u32; 3]) -> usize; 3] = [
            &|planes| (0..29).filter(|cell| planes.iter().all(|plane| (plane >> cell ^ plane >> (cell + 1)) & 1 == 0)).count(),
            &|planes| (planes[0] & !planes[1] & !planes[2]).count_ones() as usize,
            &|planes| usize::from(planes.iter().all(|plane| (plane ^ plane >> 29) & 1 == 0)),
        ];
        for view in views {
            let mut counts = [[0; 31]; 2];
            narrow.iter().for_each(|planes| counts[0][view(planes)] += 1);
            wide.iter().for_each(|planes| counts[1][view(planes)] += 1);
            let p = two_samples(&counts[0], &counts[1]);
            assert!(p > 1e-5, "{kind:?}: p = {p:e}");
        }
    }
}

/// A referee of another grid, or with a direction turned round, is found.
#[test]
fn planted_faults_are_found() {
    let case = CASES[0];
    let sound = || case.game::<u64>().0;
    let mut transposed = sound();
    transposed.referee = Case { rows: 16, columns: 4, ..case }.game::<u64>().0.referee;
    let mut turned = sound();
    (turned.referee.steps[3], turned.referee.starts[3]) = (turned.referee.steps[2], turned.referee.starts[2]);
    for game in [transposed, turned] {
        let report = report_on(&game, 93, 5_000);
        assert!(report.mismatches > 0 && report.verdict == VerdictLevel::Fail);
    }
}

/// Fewest cells that block every line, by trying all choices.
#[test]
fn blocking_every_line() {
    for (rows, columns, line) in
        [(3, 3, 3), (3, 4, 3), (1, 5, 3), (1, 9, 3), (2, 5, 3), (4, 4, 3), (4, 4, 4), (1, 9, 4), (3, 5, 4), (3, 6, 5), (2, 8, 6)]
    {
        let grid = Grid { rows, columns };
        let wide = Wide::new(grid, 2, line);
        let fewest = (0_u64..1 << grid.cells())
            .filter(|&taken| wide.windows().iter().all(|window| window.cells & taken != 0))
            .map(u64::count_ones)
            .min()
            .unwrap() as usize;
        for cells in 0..8 {
            assert_eq!(can_block_every_line(grid, line, cells), cells >= fewest, "{rows} x {columns}, lines of {line}, {cells} of {fewest}");
        }
    }
    assert!(!can_block_every_line(Grid { rows: 8, columns: 8 }, 3, 10));
}

#[test]
fn games_whose_throws_cannot_be_drawn_are_refused() {
    let case = Case { rows: 8, columns: 8, line: 3, gems: 3, gold_needed: 2, extra_throws: true };
    for (case, reason) in [
        (case, "throws of 8 x 8 cells with 3 gems that show "),
        (
            Case { gold_needed: 4, rows: 3, columns: 3, gems: 5, ..case },
            "3 golden gems, a +1 and a wheel in one throw may leave no room for a line in 3 x 3 cells",
        ),
        (Case { rows: 1, columns: 3, gems: 5, ..case }, "one throw may hold "),
        (Case { rows: 2, columns: 2, ..case }, "a grid of 2 x 2 has no three cells in a row"),
        (Case { rows: 4, columns: 3, line: 5, ..case }, "a grid of 4 x 3 has no five cells in a row"),
        (Case { line: 7, ..case }, "`gems.line_length` is 7"),
        (
            Case { rows: 4, columns: 4, line: 4, gems: 5, gold_needed: 3, ..case },
            "2 golden gems, a +1 and a wheel in one throw may leave no room for a line in 4 x 4 cells",
        ),
        (Case { rows: 5, columns: 13, ..case }, "a grid of 5 x 13 has 65 cells"),
        (Case { rows: 65, columns: 1, ..case }, "`gems.rows` is 65"),
    ] {
        let found = refusals(&case.text());
        assert!(found.iter().any(|message| message.starts_with(reason)), "{reason}: {found:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    /// A game file is refused with the reason, or every play of it shows its prize: nothing hangs.
    #[test]
    fn a_random_grid_is_refused_or_sound((rows, columns) in (1_usize..=16, 1_usize..=16).prop_filter("cells", |(rows, columns)| (3..=64).contains(&(rows * columns))),
                                         line in 3_usize..=6, gems in 3_usize..=8, gold_needed in 1_usize..=5, extra_throws in any::<bool>()) {
        let case = Case { rows, columns, line, gems, gold_needed, extra_throws };
        let found = refusals(&case.text());
        if found.is_empty() {
            sound::<u64>(case, 10, 95);
        }
        let known = ["may leave no room for a line", "more than its ", "are too rare: drawing one takes", "cells in a row"];
        for message in found {
            prop_assert!(known.iter().any(|reason| message.contains(reason)), "{}", message);
        }
    }
}

/// Fillings of a large grid: how many strips a throw costs. `cargo test --release ... large_grids_cost -- --ignored --nocapture`.
#[test]
#[ignore = "prints a table"]
fn large_grids_cost() {
    for (rows, columns) in [(3, 3), (5, 6), (4, 8), (4, 16), (6, 6), (7, 7), (7, 9), (8, 8)] {
        for gems in 3..=8 {
            let wide = Wide::new(Grid { rows, columns }, gems, 3);
            let mut words = stream(1, Purpose::Test, 0);
            let mut cost = |line: bool| {
                let wanted = Wanted { blocked: 0, magic: 0, line: if line { NonZeroU8::new(1) } else { None } };
                let begun = std::time::Instant::now();
                let strips: Option<u64> = (0..200).map(|_| wide.fill_within(&wanted, &mut words, 300_000).map(|(_, strips)| strips)).sum();
                (strips.map(|strips| strips / 200), begun.elapsed().as_nanos() / 200_000)
            };
            println!("{rows} x {columns}, {gems} gems: without a line {:?} strips and us, with one {:?}", cost(false), cost(true));
        }
    }
}
