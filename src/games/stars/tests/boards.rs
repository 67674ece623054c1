//! Boards of other sizes: the same rules and the same law as the built-in one.
#![allow(clippy::float_arithmetic, clippy::naive_bytecount)] // the law of a small board, in a test

use super::super::any::AnyStars;
use super::super::any::referee::Evidence;
use super::super::any::visual::{Set, Thing, Visual};
use super::super::shape::Cells;
use super::super::visual::{self as built_in, Colour, Content, Direction};
use super::super::{Tracer, spec};
use super::*;
use crate::engine::{Judging, Plan, Sampling, Watch, convergence_points, run};
use crate::prize::BlockPlan;
use crate::random::{Lanes, Purpose, Words, below, shuffle, stream};
use crate::stats::{Job, Report, VerdictLevel, report};
use proptest::prelude::*;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::HashMap;

const NAMES: [&str; 8] = ["violet", "bleu", "vert", "jaune", "orange", "rose", "cyan", "argent"];

/// A board in a game file.
#[derive(Clone, Debug)]
struct Case {
    rows: usize,
    columns: usize,
    colours: usize,
    contacts: u8,
    explosions: [u64; 4],
    kinds: [u64; 3],
    extra: bool,
}

impl Case {
    /// Its game file: prizes of one, two and three sums as far as the stars of a colour hold them.
    fn text(&self) -> String {
        let Self { rows, columns, colours, contacts, explosions, kinds, extra } = self;
        let most = (rows * columns / colours - usize::from(*extra)).min(3);
        let extra = if *extra { "1/4" } else { "0" };
        let prizes: String = (1..=most).rev().map(|sums| format!("{{ prize = {}, winners = {} }},", sums * 20, 500 * sums)).collect();
        let names = &NAMES[..*colours];
        let weights: String = names.iter().map(|name| format!("{name} = 1\n")).collect();
        let [milky_way, shooting_star, supernova] = kinds;
        let kinds = format!("milky_way = {milky_way}\nshooting_star = {shooting_star}\nsupernova = {supernova}\n");
        format!(
            "format = 1\n[game]\nid = \"board\"\nname = \"Board\"\nmechanic = \"stars\"\ncurrency = \"EUR\"\nblock = 10_000\n\
             [[offer]]\nstake = 2\nprizes = [{prizes}]\n[stars]\nrows = {rows}\ncolumns = {columns}\ncolours = {names:?}\ncontacts = {contacts}\n\
             sums = [5, 10]\ntop_prize_sums = []\nmax_sums = {most}\nway_ratio = \"1/2\"\n[stars.selected]\n{weights}\
             [stars.losing]\nexplosions = {explosions:?}\nextra = \"{extra}\"\n[stars.winning]\nexplosions = {explosions:?}\nextra = \"{extra}\"\n\
             [stars.kinds]\n{kinds}[stars.extra]\nsecond_set = \"1/2\"\n[stars.decoys]\nnothing = 3\nsum = 2\nbonus = 2\nextra = 1\nsums = [1, 1]\n{kinds}"
        )
    }

    fn game(&self) -> (AnyStars, Tracer) {
        any_of(&self.text(), "2")
    }
}

/// The game of a file by the code for any board, whatever its board is.
fn any_of(text: &str, stake: &str) -> (AnyStars, Tracer) {
    let file = crate::games::check(text).unwrap_or_else(|findings| panic!("{}", findings.listing("board.toml", text)));
    let offer = file.offer(Some(Cents::parse_with(stake, file.reading.decimals).unwrap())).unwrap();
    let ready = file.mechanic_section(|section| spec::read(section)?.recipe(section, offer)).unwrap();
    (AnyStars::new(&file.id, &offer.table, &ready).unwrap(), Tracer::new(&file, offer).unwrap())
}

/// The trace, which is a slow reading of the rules of its own, sees what the referee sees.
fn agree(game: &AnyStars, tracer: &Tracer, visual: &Visual) -> Verdict<Evidence> {
    let verdict = game.referee.judge(visual);
    let trace = tracer.explain(visual);
    let context = || game.picture(visual, &verdict, false);
    assert_eq!((trace.prize, trace.ambiguous), (verdict.prize, verdict.ambiguous), "{}", context());
    for (number, (set, seen)) in trace.sets.iter().zip([verdict.evidence.first, verdict.evidence.second]).enumerate() {
        if number == 0 || verdict.evidence.extra {
            let uncovered: Cells = (0..).zip(&set.stars).filter(|(_, star)| star.wave.is_some()).map(|(star, _)| star).collect();
            assert_eq!(uncovered, seen.uncovered, "{}", context());
            assert_eq!((set.waves, set.extras as u128, set.explosions.len()), (usize::from(seen.waves), seen.extras(), seen.explosions()));
        }
    }
    verdict
}

/// Every prize is shown as itself, by the referee and by the trace, on complete boards that can be read back.
fn sound(case: &Case, plays: usize, seed: u64) {
    let (game, tracer) = case.game();
    let all = (0..u32::try_from(case.rows * case.columns).unwrap()).collect();
    for tier in game.prize_table().ids() {
        let mut visuals = vec![Visual::default(); plays];
        game.generate(tier, &mut Lanes::new(seed, Purpose::Test, u64::from(tier.0)), &mut visuals);
        for visual in &visuals {
            let verdict = agree(&game, &tracer, visual);
            assert_eq!(
                (verdict.prize, verdict.ambiguous),
                (game.prize_table().prize(tier), false),
                "{case:?}\n{}",
                game.picture(visual, &verdict, false)
            );
            for set in visual.sets() {
                assert!(set.is_complete(case.colours, case.rows * case.columns / case.colours, all));
            }
        }
        let (visual, verdict) = (&visuals[0], game.referee.judge(&visuals[0]));
        let shown = |read: Visual| (read.selected, read.sets().into_iter().copied().collect::<Vec<Set>>());
        assert_eq!(shown(game.read_json(&game.json(visual, &verdict)).unwrap()), shown(*visual));
        assert_eq!(shown(game.read_picture(&game.picture(visual, &verdict, false)).unwrap()), shown(*visual));
    }
}

fn report_on(game: &AnyStars, seed: u64, plays: u64) -> Report {
    let plan = Plan { seed, plays, sampling: Sampling::Block, judging: Judging::Full };
    let tally = run(game, plan, 1, &Watch::default()).unwrap().tally;
    let points = convergence_points(BlockPlan { block: game.prize_table().block(), plays });
    report(&Job { table: game.prize_table(), sold_for: None, observables: game.observables(), plan, planned: None, tally: &tally, points: &points })
}

/// The code for any board, on the built-in board: the referees agree on any sky, and the generator follows every exact and recorded law of the built-in
/// one (false alarm 1e-6).
#[test]
fn the_built_in_board_is_one_of_all_boards() {
    let (fast, (any, tracer)) = (game("1"), any_of(STAR_COLOR, "1"));
    let contents: Vec<Content> = Content::all(7).collect();
    let mut words = stream(21, Purpose::Test, 0);
    for _ in 0..4_000 {
        let bonuses = below(&mut words, 12);
        let mut set = || {
            let mut colours: Vec<Colour> = (0..42).map(|star| Colour::ALL[star % 6]).collect();
            shuffle(&mut words, &mut colours);
            let mut set = built_in::Set::default();
            for (cell, colour) in (0..).zip(colours) {
                set.colours[colour.index()] = set.colours[colour.index()].with(cell);
                if below(&mut words, 20) < bonuses {
                    set.hide(cell, contents[usize::try_from(below(&mut words, contents.len() as u64)).unwrap()]);
                }
            }
            set
        };
        let (first, second) = (set(), set());
        let visual = built_in::Visual {
            selected: Colour::ALL[usize::try_from(below(&mut words, 6)).unwrap()],
            two_sets: words.word() & 1 == 1,
            first,
            second,
        };
        let (one, other) = (verdict_of(&fast, &visual), agree(&any, &tracer, &(&visual).into()));
        assert_eq!((one.prize, one.ambiguous, one.evidence.extra), (other.prize, other.ambiguous, other.evidence.extra));
        for (one, other) in [(one.evidence.first, other.evidence.first), (one.evidence.second, other.evidence.second)] {
            assert_eq!((one.uncovered.0, one.kinds(), one.nova, one.waves), (other.uncovered.0, other.kinds, other.nova, other.waves));
            assert!((0..7).all(|sum| one.sum_count(sum) == other.sum_count(sum)));
        }
        assert_eq!(built_in::Visual::from(&Visual::from(&visual)), visual);
    }
    let report = report_on(&any, 22, 1_000_000);
    assert_eq!((report.verdict, report.mismatches, report.ambiguous), (VerdictLevel::Pass, 0, 0), "{:?}", report.reasons);
    assert!(report.tests.iter().filter(|test| test.p_value.is_some()).count() > 70);
}

const CASES: [Case; 9] = [
    Case { rows: 8, columns: 8, colours: 8, contacts: 8, explosions: [4, 3, 2, 1], kinds: [5, 3, 2], extra: true },
    Case { rows: 8, columns: 8, colours: 4, contacts: 4, explosions: [4, 3, 2, 1], kinds: [0, 3, 0], extra: true },
    Case { rows: 3, columns: 3, colours: 3, contacts: 8, explosions: [1, 1, 0, 0], kinds: [1, 1, 1], extra: true },
    Case { rows: 3, columns: 3, colours: 3, contacts: 4, explosions: [1, 1, 1, 0], kinds: [1, 0, 0], extra: false },
    Case { rows: 2, columns: 4, colours: 4, contacts: 4, explosions: [0, 1, 0, 0], kinds: [2, 1, 1], extra: true },
    Case { rows: 3, columns: 4, colours: 6, contacts: 8, explosions: [1, 2, 0, 0], kinds: [1, 2, 1], extra: true },
    Case { rows: 7, columns: 9, colours: 7, contacts: 8, explosions: [1, 1, 1, 1], kinds: [1, 1, 0], extra: true },
    Case { rows: 1, columns: 8, colours: 8, contacts: 4, explosions: [1, 1, 1, 1], kinds: [1, 0, 1], extra: false },
    Case { rows: 16, columns: 4, colours: 2, contacts: 8, explosions: [1, 1, 0, 0], kinds: [0, 0, 1], extra: true },
];

#[test]
fn boards_of_all_shapes_are_sound() {
    for (seed, case) in (30..).zip(&CASES) {
        sound(case, 300, seed);
    }
}

/// 10^5 plays of each: every law that is known is followed (false alarm 1e-6 each).
#[test]
fn their_laws_are_followed() {
    for (seed, case) in (40..).zip(&CASES) {
        let report = report_on(&case.game().0, seed, 100_000);
        assert_eq!((report.verdict, report.mismatches, report.ambiguous), (VerdictLevel::Pass, 0, 0), "{case:?}: {:?}", report.reasons);
    }
}

/// A referee of another board, and a diagonal turned round, are found.
#[test]
fn planted_faults_are_found() {
    let other = |change: fn(&mut Case)| {
        let mut case = CASES[0].clone();
        change(&mut case);
        case.game().0.referee
    };
    for (what, referee) in
        [("contacts of 4", other(|case| case.contacts = 4)), ("a transposed board", other(|case| (case.rows, case.columns) = (4, 16)))]
    {
        let mut game = CASES[0].game().0;
        game.referee = referee;
        let report = report_on(&game, 50, 20_000);
        assert!(report.mismatches > 0 && report.verdict == VerdictLevel::Fail, "{what}");
    }
    // a generator with other kinds of explosion than declared
    let mut game = CASES[0].game().0;
    game.generator = Case { kinds: [5, 3, 4], ..CASES[0].clone() }.game().0.generator;
    let report = report_on(&game, 51, 100_000);
    assert_eq!((report.verdict, report.mismatches), (VerdictLevel::Fail, 0));
}

/// Texts say amounts as their currency has them, and are read back.
#[test]
fn currencies_of_no_and_of_three_decimals() {
    for (currency, prize, amount) in [
        ("JPY", "\"prize_cents\":20,", "prize 20\n"),
        ("KWD", "\"prize_cents\":20000,", "prize 20\n"),
        ("EUR", "\"prize_cents\":2000,", "prize 20\n"),
    ] {
        let (game, tracer) = any_of(&CASES[0].text().replace("EUR", currency), "2");
        let mut visuals = [Visual::default()];
        let tier = game
            .prize_table()
            .tier_of(game.prize_table().tiers().iter().map(|tier| tier.prize).filter(|prize| *prize > Cents::ZERO).min().unwrap())
            .unwrap();
        game.generate(tier, &mut Lanes::new(52, Purpose::Test, 0), &mut visuals);
        let verdict = agree(&game, &tracer, &visuals[0]);
        let (json, picture) = (game.json(&visuals[0], &verdict), game.picture(&visuals[0], &verdict, false));
        assert!(json.contains(prize) && picture.contains(amount), "{currency}: {json}\n{picture}");
        assert_eq!(game.referee.judge(&game.read_picture(&picture).unwrap()).prize, verdict.prize);
        assert_eq!(game.referee.judge(&game.read_json(&json).unwrap()).prize, verdict.prize);
    }
}

/// What the only bonus explodes, by rows and columns.
fn explodes(case: &Case, thing: Thing, star: usize, colours: &[u8]) -> Vec<usize> {
    let place = |star: usize| (star / case.columns, star % case.columns);
    let (row, column) = place(star);
    (0..colours.len())
        .filter(|&other| {
            let (down, right) = (place(other).0.abs_diff(row), place(other).1.abs_diff(column));
            match thing {
                Thing::MilkyWay => down.max(right) == 1 && (case.contacts == 8 || down + right == 1),
                Thing::ShootingStar(Direction::NwSe) => place(other).0 + column == place(other).1 + row,
                Thing::ShootingStar(Direction::NeSw) => place(other).0 + place(other).1 == row + column,
                Thing::Supernova(colour) => colours[other] == colour,
                _ => false,
            }
        })
        .collect()
}

/// All layouts of a small board with the probability of each bonus at each star, one explosion: S1 and S10, enumerated.
fn enumerated(case: &Case) -> HashMap<(Vec<u8>, u8, usize), f64> {
    let stars = case.rows * case.columns;
    let each = stars / case.colours;
    let mut layouts: Vec<Vec<u8>> = vec![vec![]];
    for _ in 0..stars {
        layouts = layouts
            .into_iter()
            .flat_map(|layout| {
                (0..u8::try_from(case.colours).unwrap()).filter_map(move |colour| {
                    let used = layout.iter().filter(|&&other| other == colour).count();
                    (used < each).then(|| layout.iter().copied().chain([colour]).collect())
                })
            })
            .collect();
    }
    let chance = 1.0 / layouts.len() as f64;
    let mut found = HashMap::new();
    for layout in layouts {
        let selected: Vec<usize> = (0..stars).filter(|&star| layout[star] == 0).collect();
        let mut things = vec![(Thing::MilkyWay, case.kinds[0] as f64)];
        things.extend([Direction::NwSe, Direction::NeSw].map(|direction| (Thing::ShootingStar(direction), case.kinds[1] as f64 / 2.0)));
        // the selected colour has no covered star
        things.extend(
            (1..u8::try_from(case.colours).unwrap()).map(|colour| (Thing::Supernova(colour), case.kinds[2] as f64 / (case.colours - 1) as f64)),
        );
        let places = |thing: Thing| -> Vec<usize> {
            selected.iter().copied().filter(|&star| explodes(case, thing, star, &layout).iter().any(|other| !selected.contains(other))).collect()
        };
        let open: Vec<(Thing, f64, Vec<usize>)> = things.into_iter().map(|(thing, weight)| (thing, weight, places(thing))).collect();
        let total: f64 = open.iter().filter(|(_, _, places)| !places.is_empty()).map(|(_, weight, _)| weight).sum();
        for (thing, weight, places) in open.into_iter().filter(|(_, weight, _)| *weight > 0.0) {
            for &star in &places {
                found.insert((layout.clone(), thing.byte(), star), chance * weight / total / places.len() as f64);
            }
        }
    }
    found
}

/// The law of small boards is the one enumerated, layout, kind and place together: chi-square, false alarm 1e-6 each.
#[test]
fn small_boards_follow_the_enumerated_law() {
    for (seed, case) in (60..).zip([
        Case { rows: 2, columns: 2, colours: 2, contacts: 4, explosions: [0, 1, 0, 0], kinds: [1, 0, 1], extra: false },
        Case { rows: 3, columns: 3, colours: 3, contacts: 8, explosions: [0, 1, 0, 0], kinds: [2, 3, 1], extra: false },
        Case { rows: 2, columns: 4, colours: 4, contacts: 4, explosions: [0, 1, 0, 0], kinds: [1, 4, 2], extra: false },
        Case { rows: 3, columns: 4, colours: 2, contacts: 8, explosions: [0, 1, 0, 0], kinds: [1, 2, 1], extra: false },
        Case { rows: 1, columns: 6, colours: 3, contacts: 8, explosions: [0, 1, 0, 0], kinds: [1, 0, 3], extra: false },
    ]) {
        let law = enumerated(&case);
        let game = case.game().0;
        let (colours, stars) = (u8::try_from(case.colours).unwrap(), case.rows * case.columns);
        let plays = 30 * law.len();
        let mut visuals = vec![Visual::default(); plays];
        game.generate(game.prize_table().losing(), &mut Lanes::new(seed, Purpose::Test, 0), &mut visuals);
        let mut seen: HashMap<(Vec<u8>, u8, usize), u32> = HashMap::new();
        for visual in &visuals {
            // colours counted from the selected one: they are alike
            let turned = |colour: u8| (colour + colours - visual.selected) % colours;
            let layout: Vec<u8> = (0..stars).map(|star| turned(visual.first.colour(star).unwrap())).collect();
            let bonus = (0..stars).find(|&star| layout[star] == 0 && visual.first.contents[star] != 0).unwrap();
            let byte = match visual.first.content(bonus) {
                Thing::Supernova(colour) => Thing::Supernova(turned(colour)).byte(),
                thing => thing.byte(),
            };
            *seen.entry((layout, byte, bonus)).or_default() += 1;
        }
        assert!(seen.keys().all(|outcome| law.contains_key(outcome)), "{case:?}");
        // outcomes of few plays are pooled by their number, whatever they are
        let (mut statistic, mut cells, mut pool) = (0.0, 0, (0.0, 0.0));
        let mut outcomes: Vec<(f64, f64)> =
            law.iter().map(|(outcome, chance)| (chance * plays as f64, f64::from(seen.get(outcome).copied().unwrap_or(0)))).collect();
        outcomes.sort_by(|one, other| one.0.total_cmp(&other.0));
        for (expected, count) in outcomes {
            pool = (pool.0 + expected, pool.1 + count);
            if pool.0 >= 5.0 {
                statistic += (pool.1 - pool.0).powi(2) / pool.0;
                cells += 1;
                pool = (0.0, 0.0);
            }
        }
        let p = ChiSquared::new(f64::from(cells - 1)).unwrap().sf(statistic);
        assert!(p > 1e-6, "{case:?}: {cells} outcomes, p = {p:e}");
    }
}

/// A random board, and whether a game file may ask for it.
fn any_case() -> impl Strategy<Value = Case> {
    let board = (1_usize..=16, 1_usize..=16, 2_usize..=8).prop_filter("a board that can be shared out", |(rows, columns, colours)| {
        (2..=64).contains(&(rows * columns)) && (rows * columns) % colours == 0
    });
    (board, prop_oneof![Just(4_u8), Just(8)], [0_u64..3, 0..3, 0..3, 0..3], [0_u64..3, 0..3, 0..3], any::<bool>()).prop_map(
        |((rows, columns, colours), contacts, explosions, kinds, extra)| Case {
            rows,
            columns,
            colours,
            contacts,
            explosions: if explosions == [0; 4] { [1, 0, 0, 0] } else { explosions },
            kinds: if kinds == [0; 3] { [1, 1, 1] } else { kinds },
            extra: extra && rows * columns / colours > 1,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// A game file is refused with the reason, or every play of it shows its prize.
    #[test]
    fn a_random_board_is_refused_or_sound(case in any_case()) {
        let text = case.text();
        match crate::games::check(&text) {
            Ok(_) => sound(&case, 20, 70),
            Err(findings) => {
                for finding in findings.0.iter().filter(|finding| finding.severity == crate::spec::Severity::Error) {
                    prop_assert!(finding.message.contains("the last one may find no star to uncover"), "{}\n{text}", finding.message);
                }
            }
        }
    }
}
