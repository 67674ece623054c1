//! What the figures plot, and what arrives on the picture.

use super::samples::{self, BoardShape, GEMS, STARS, Sample, prizes_only, star_table, yams, yams_table};
use super::*;
use crate::engine::{Judging, Plan, Watch, convergence_points};
use crate::prize::{BlockPlan, PrizeTable};
use crate::stats::{Job, TargetRow, VerdictLevel};

/// Every shape a run can have, by name.
fn gallery() -> Vec<(&'static str, Sample)> {
    let lotto = PrizeTable::new(Cents(200), 1_050, &[(Cents(100_000), 1)]).unwrap();
    let never = PrizeTable::new(Cents(200), 1_000, &[]).unwrap();
    let block = Sampling::Block;
    vec![
        ("yams-1e6", yams(1_000_000, block, 42)),
        ("yams-100", yams(100, block, 42)),
        ("yams-1", yams(1, block, 1)),
        ("yams-1e9", yams(1_000_000_000, block, 42)),
        ("yams-2blocks", yams(1_400_000, block, 7)),
        ("yams-1e7-iid", yams(10_000_000, Sampling::Iid, 3)),
        ("star-1e6", samples::board_game("Star Color", &star_table(), 1_000_000, 42, STARS)),
        ("star-1234567", samples::board_game("Star Color", &star_table(), 1_234_567, 5, STARS)),
        ("star-100", samples::board_game("Star Color", &star_table(), 100, 42, STARS)),
        ("star-broken", samples::board_game("Star Color", &star_table(), 10_000_000, 42, BoardShape { push: true, ..STARS })),
        ("gems-1e6", samples::board_game("Diamond River", &star_table(), 1_000_000, 42, GEMS)),
        ("gems-1e9", samples::board_game("Diamond River", &star_table(), 1_000_000_000, 42, GEMS)),
        ("thirty-tiers", prizes_only("Thirty tiers", &samples::long_table(), 4_000_000, block, 42)),
        ("one-tier", prizes_only("One tier", &lotto, 500, block, 42)),
        ("never-pays", prizes_only("Never pays", &never, 500, block, 42)),
    ]
}

fn drawn(sample: &Sample) -> Vec<Drawn<Picture>> {
    pictures(&sample.facts())
}

/// Dark pixels of a band of rows: ink that only text leaves near the top of a figure.
fn dark(pixels: &(u32, u32, Vec<u8>), rows: std::ops::Range<u32>) -> usize {
    let width = pixels.0 as usize * 3;
    let band = &pixels.2[rows.start as usize * width..rows.end as usize * width];
    band.chunks_exact(3).filter(|rgb| rgb.iter().all(|&channel| channel < 100)).count()
}

#[test]
fn every_shape_of_run_is_drawn_with_words_on_it() {
    let keep = std::env::var_os("SIM_CHART_GALLERY").map(PathBuf::from);
    for (name, sample) in gallery() {
        for (figure, picture) in drawn(&sample) {
            let picture = picture.unwrap_or_else(|error| panic!("{name} {figure}: {error}"));
            let pixels = picture.pixels().unwrap();
            assert!(pixels.0 >= 1_600, "{name} {figure} is {} pixels wide", pixels.0);
            // a title of a dozen words leaves thousands of dark pixels; without fonts there would be none
            let inked = dark(&pixels, 40..100);
            assert!(inked > 1_500, "{name} {figure}: {inked} dark pixels in the title");
            // and nothing touches the edge
            let (width, height) = (pixels.0 as usize, pixels.1 as usize);
            let white = |x: usize, y: usize| pixels.2[(y * width + x) * 3..][..3] == [255; 3];
            let at_edge = (0..height).filter(|&y| !white(0, y) || !white(width - 1, y)).count();
            let at_foot = (0..width).filter(|&x| !white(x, height - 1) || !white(x, 0)).count();
            assert_eq!((at_edge, at_foot), (0, 0), "{name} {figure} is cut off");
            if let Some(folder) = &keep {
                save(&picture.png().unwrap(), &figure, &folder.join(name)).unwrap();
            }
        }
    }
}

/// The box of a text: left, top, right, bottom; from the foot of its digits to their head, with descenders left out.
fn box_of(text: &canvas::Written) -> [f64; 4] {
    let ((x, y), along, across) = (text.middle, text.width / 2.0, text.size * 0.37);
    if text.upwards { [x - across, y - along, x + across, y + along] } else { [x - along, y - across, x + along, y + across] }
}

/// No text stands on another one, or over the edge.
fn assert_texts_apart(name: &str, picture: &Picture) {
    let texts: Vec<&canvas::Written> = picture.texts().iter().filter(|text| !text.text.trim().is_empty()).collect();
    let head = picture.svg().split('"').collect::<Vec<_>>();
    let (width, height): (f64, f64) = (head[1].parse().unwrap(), head[3].parse().unwrap());
    for (index, text) in texts.iter().enumerate() {
        let one = box_of(text);
        assert!(
            one[0] >= 0.0 && one[1] >= 0.0 && one[2] <= width && one[3] <= height,
            "{name}: `{}` at {one:?} leaves {width} x {height}",
            text.text
        );
        for other in &texts[..index] {
            let two = box_of(other);
            let apart = one[2] <= two[0] || two[2] <= one[0] || one[3] <= two[1] || two[3] <= one[1];
            assert!(apart, "{name}: `{}` stands on `{}`: {one:?} {two:?}", text.text, other.text);
        }
    }
}

#[test]
fn no_text_stands_on_another() {
    for (name, sample) in gallery() {
        for (figure, picture) in drawn(&sample) {
            assert_texts_apart(&format!("{name} {figure}"), &picture.unwrap());
        }
    }
}

#[test]
fn figures_appear_when_there_is_something_to_show() {
    let names = |sample: &Sample| drawn(sample).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(&yams(1_000, Sampling::Block, 1)), ["prizes", "shares", "convergence", "targets", "p-values", "totals"]);
    let stars = samples::board_game("Star Color", &star_table(), 1_000, 1, STARS);
    assert_eq!(names(&stars), ["prizes", "shares", "convergence", "targets", "p-values", "cells-set-1", "cells-set-2"]);
    let gems = samples::board_game("Diamond River", &star_table(), 1_000, 1, GEMS);
    assert_eq!(names(&gems), ["prizes", "shares", "convergence", "targets", "p-values", "cells"]);
    assert_eq!(names(&prizes_only("No visuals", &yams_table(), 1_000, Sampling::Iid, 1)), ["prizes", "shares", "convergence", "p-values"]);
}

#[test]
fn prizes_plot_the_report() {
    let mut sample = prizes_only("Yam’s !", &yams_table(), 1_000_000, Sampling::Block, 42);
    let top = &mut sample.report.tiers[0];
    (top.expected, top.observed, top.low, top.high) = (1.5, 0, 0.0, 4.0);
    let second = &mut sample.report.tiers[1];
    (second.expected, second.observed, second.low, second.high) = (2.0, 5, 0.0, 4.0);
    let figure = prizes::Prizes::of(&sample.report, &sample.about).unwrap();
    assert_eq!(figure.rows.len(), 10);
    assert_eq!(figure.rows[0].label, "2\u{202f}500\u{202f}€");
    assert_eq!(figure.rows[0].difference, Some(-1.0));
    assert_eq!(figure.rows[0].standing, prizes::Standing::Inside(-1.0));
    assert_eq!(figure.rows[1].standing, prizes::Standing::Outside(1.5));
    assert_eq!((figure.rows[9].label.as_str(), figure.rows[9].losing), ("no prize", true));
    assert!(figure.title.contains("of 10 rows"), "{}", figure.title);
    assert!(figure.note.contains("chi-square, p = 0.42 (pass)"), "{}", figure.note);
    assert!(figure.note.contains("not seen"), "{}", figure.note);
    let (low, high) = figure.axis();
    assert!((low - 1.0).abs() < 1e-9 && high > 700_000.0, "{low} {high}");
    let whole = prizes_only("Yam’s !", &yams_table(), 1_400_000, Sampling::Block, 42);
    let figure = prizes::Prizes::of(&whole.report, &whole.about).unwrap();
    assert!(figure.rows.iter().all(|row| row.standing == prizes::Standing::Exact));
    assert_eq!(figure.title, "Every prize was paid exactly as often as the table says");
    // rounding of the last digits changes nothing
    let mut rounded = whole;
    for tier in &mut rounded.report.tiers {
        (tier.expected, tier.low, tier.high) = (tier.expected * (1.0 + 3e-16), tier.low * (1.0 - 3e-16), tier.high * (1.0 - 2e-16));
    }
    assert_eq!(prizes::Prizes::of(&rounded.report, &rounded.about).unwrap().rows, figure.rows);
}

#[test]
fn the_band_goes_through_its_points_and_closes_with_each_block() {
    let sample = yams(3_000_000, Sampling::Block, 42);
    let figure = convergence::Convergence::of(&sample.report, &sample.about).unwrap();
    assert_eq!(figure.points.len(), sample.report.convergence.len());
    let (band, blurred) = figure.band();
    assert_eq!(blurred, None);
    // closed at every block's end, also where the curve has no point
    for block in 1..=4 {
        let end = f64::from(block) * 700_000.0;
        let widest_near = band.iter().filter(|row| (row.0 - end).abs() < 1.0).map(|row| row.2 - row.1).fold(0.0, f64::max);
        assert!(band.iter().any(|row| (row.0 - end).abs() < 1.0) && widest_near < 1e-3, "block {block}: {widest_near}");
    }
    // and through the ends of the ranges that the report gives, in every block
    let halves = figure.halves();
    assert_eq!(halves.len(), 13);
    for point in &figure.points {
        let (low, high) = figure.range_at(&halves, point.plays);
        assert!((low - point.low).abs() < 1e-9 && (high - point.high).abs() < 1e-9, "{point:?} {low} {high}");
    }
    // between two points it is the normal law, which these ranges follow, to the last digit
    let (low, high) = figure.range_at(&halves, 725_000.0);
    let (r, block) = (25_000.0_f64, 700_000.0_f64);
    let expected = (figure.points[0].high - figure.exact) * 50_000.0 * (r * (block - r) / (50_000.0 * 650_000.0)).sqrt() / 725_000.0;
    assert!((high - figure.exact - expected).abs() < 1e-9 && (figure.exact - low - expected).abs() < 1e-9, "{low} {high} {expected}");
    // at 10^9 plays blocks are too narrow: the band is shown at its widest and goes on to the end
    let sample = prizes_only("Yam’s !", &yams_table(), 1_000_000_000, Sampling::Block, 42);
    let figure = convergence::Convergence::of(&sample.report, &sample.about).unwrap();
    let (band, blurred) = figure.band();
    assert!(blurred.is_some_and(|from| from > 1_400_000.0 && from < 1e8));
    let last = band.last().unwrap();
    assert!((last.0 - 1e9).abs() < 1.0 && last.2 > last.1);
    for pair in band.windows(2) {
        assert!(pair[0].0 <= pair[1].0);
    }
}

#[test]
fn titles_say_what_was_found() {
    let title = |sample: &Sample| convergence::Convergence::of(&sample.report, &sample.about).unwrap().title;
    let mut sample = prizes_only("Yam’s !", &yams_table(), 1_400_000, Sampling::Block, 42);
    assert_eq!(title(&sample), "Return 70.00\u{202f}%, exactly as the table says");
    (sample.report.rtp.observed, sample.report.rtp.low, sample.report.rtp.high) = (Some(0.72), Some(0.69), Some(0.71));
    assert_eq!(title(&sample), "Return 72.00\u{202f}%, above the 95\u{202f}% range of 69.00\u{202f}% to 71.00\u{202f}%");
    sample.report.rtp.observed = Some(0.705);
    assert_eq!(title(&sample), "Return 70.50\u{202f}%, inside the 95\u{202f}% range of 69.00\u{202f}% to 71.00\u{202f}%");

    let broken = samples::board_game("Star Color", &star_table(), 10_000_000, 42, BoardShape { push: true, ..STARS });
    let targets = targets::Targets::of(&broken.report, &broken.about).unwrap();
    assert!(targets.title.contains("off target: milky-way by cell, set 1"), "{}", targets.title);
    let cells = cells::Cells::all(&broken.report, &broken.about, &broken.observables);
    assert!(cells[0].1.title.starts_with("Set 1: milky way not spread"), "{}", cells[0].1.title);
    assert!(cells[1].1.title.starts_with("Set 2: every symbol is spread"), "{}", cells[1].1.title);
}

#[test]
fn subtitles_say_what_was_run() {
    let what = |plays, sampling| {
        let sample = prizes_only("Yam’s !", &yams_table(), plays, sampling, 42);
        frame::what_was_run(&sample.report, &sample.about).replace(['\u{202f}'], "_")
    };
    assert_eq!(what(1_000_000, Sampling::Block), "Yam’s ! at 0.50_€ · 1_000_000 plays, 1.43 blocks of 700_000 · seed 42");
    assert_eq!(what(1_400_000, Sampling::Block), "Yam’s ! at 0.50_€ · 1_400_000 plays, 2 whole blocks of 700_000 · seed 42");
    assert_eq!(what(700_000, Sampling::Block), "Yam’s ! at 0.50_€ · 700_000 plays, one whole block of 700_000 · seed 42");
    assert_eq!(what(1, Sampling::Block), "Yam’s ! at 0.50_€ · 1 play, 0.000143_% of a block of 700_000 · seed 42");
    assert_eq!(what(1_000, Sampling::Iid), "Yam’s ! at 0.50_€ · 1_000 independent plays · seed 42");
}

#[test]
fn targets_are_grouped_by_observable() {
    let sample = yams(1_000_000, Sampling::Block, 42);
    let figure = targets::Targets::of(&sample.report, &sample.about).unwrap();
    let names: Vec<&str> = figure.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["point total", "combination in cup 1", "combination in cup 2", "combination in cup 3", "faces"]);
    let plotted: usize = figure.rows.iter().map(|row| row.dots.len()).sum();
    let large = |row: &&TargetRow| row.z.is_some() && row.expected.is_some_and(|expected| expected >= 5.0 && row.trials as f64 - expected >= 5.0);
    assert_eq!(plotted, sample.report.targets.iter().filter(large).count());
    assert!(plotted < sample.report.targets.len() && figure.note.contains("expected fewer than 5 times"), "{}", figure.note);
    // a value that must not be seen, and was: nothing to plot, but the row is there
    let mut sample = sample;
    let mut forbidden = sample.report.targets[0].clone();
    (forbidden.observable, forbidden.expected, forbidden.z, forbidden.verdict) = ("forbidden".to_owned(), Some(0.0), None, VerdictLevel::Fail);
    sample.report.targets.push(forbidden);
    let figure = targets::Targets::of(&sample.report, &sample.about).unwrap();
    let last = figure.rows.last().unwrap();
    assert_eq!((last.name.as_str(), last.dots.len(), last.verdict), ("forbidden", 0, VerdictLevel::Fail));
    assert_eq!(figure.title, "1 of 6 observables off target: forbidden");
    // with a single play nothing is expected often, and a distance in standard errors would say nothing
    let single = yams(1, Sampling::Block, 1);
    assert!(targets::Targets::of(&single.report, &single.about).is_none());
    let bins = targets::histogram(&[-9.0, -0.1, 0.1, 0.2, 0.6, 7.0], 4.5);
    assert_eq!(bins.len(), 18);
    assert_eq!(bins.iter().map(|bin| bin.1).sum::<usize>(), 6);
    assert_eq!((bins[0].1, bins[8].1, bins[9].1, bins[10].1, bins[17].1), (1, 1, 2, 1, 1));
}

/// Means of dependent counts may pass 1 a trial: `faces` is shown as soon as it is expected often, and every observable the text report tests has its row.
#[test]
fn dependent_counts_have_their_row() {
    let file = crate::games::check(crate::games::built_in("yams").unwrap()).unwrap();
    let playable = crate::games::build(&file, None).unwrap();
    let plan = Plan { seed: 42, plays: 20_000, sampling: Sampling::Block, judging: Judging::Full };
    let outcome = crate::engine::run(&*playable, plan, 0, &Watch::default()).unwrap();
    let points = convergence_points(BlockPlan { block: file.block, plays: plan.plays });
    let table = playable.prize_table();
    let job = Job { table, sold_for: None, observables: playable.observables(), plan, planned: None, tally: &outcome.tally, points: &points };
    let report = crate::stats::report(&job);
    let figure = targets::Targets::of(&report, &yams(1, Sampling::Block, 1).about).unwrap();
    let names: Vec<&str> = figure.rows.iter().map(|row| row.name.as_str()).collect();
    let tested: Vec<&str> = playable.observables().iter().map(|observable| observable.name.as_str()).collect();
    assert_eq!(names, tested);
    let dots = figure.rows.iter().map(|row| row.dots.len()).sum::<usize>();
    let counted =
        |row: &&TargetRow| row.z.is_some() && row.expected.unwrap() >= 5.0 && (row.is_mean || row.trials as f64 - row.expected.unwrap() >= 5.0);
    assert_eq!(dots, report.targets.iter().filter(counted).count());
    assert!(figure.rows[5].name == "faces" && figure.rows[5].dots.len() >= 40, "{}", figure.rows[5].dots.len());
    assert!(figure.title.starts_with("All 7 observables are on target"), "{}", figure.title);
    // a disc in the colour of alarm, and no title that all is on target
    let mut far = report.clone();
    let row = far.targets.iter_mut().find(|row| counted(&&**row)).unwrap();
    row.z = Some(4.3);
    let figure = targets::Targets::of(&far, &yams(1, Sampling::Block, 1).about).unwrap();
    assert!(figure.title.starts_with("No test objects, though the furthest of") && figure.title.contains("4.3 standard errors"), "{}", figure.title);
}

#[test]
fn totals_know_their_brackets() {
    let sample = yams(1_000_000, Sampling::Block, 42);
    let figure = totals::Totals::of(&sample.report, &sample.about, &sample.totals).unwrap();
    let ends: Vec<(u32, u32)> = figure.brackets.iter().map(|bracket| (bracket.from, bracket.to)).collect();
    assert_eq!(ends, [(0, 3), (5, 9), (10, 13), (15, 18), (20, 28), (30, 48), (50, 68), (70, 78), (80, 98), (100, 100)]);
    assert_eq!(figure.brackets[9].label, "2\u{202f}500\u{202f}€");
    assert_eq!(figure.bars.len(), 50);
    let fair: f64 = figure.bars.iter().map(|bar| bar.fair).sum();
    assert!(fair < 1.0 && figure.note.contains("more than 100 points"), "{}", figure.note);
    assert!(figure.title.ends_with("where fair dice alone would show 99.60\u{202f}%"), "{}", figure.title);
}

#[test]
fn cells_show_differences_or_frequencies() {
    let sample = samples::board_game("Diamond River", &star_table(), 1_000_000, 42, GEMS);
    let all = cells::Cells::all(&sample.report, &sample.about, &sample.observables);
    assert_eq!(all.len(), 1);
    let maps = &all[0].1.maps;
    assert_eq!(maps.len(), 6);
    let rows: Vec<_> = sample.report.targets.iter().filter(|row| row.observable == "magic by cell").collect();
    for (cell, row) in maps[0].cells.iter().zip(&rows) {
        let expected = row.expected.unwrap();
        assert!((cell.value - (row.observed as f64 - expected) / expected).abs() < 1e-12 && cell.z == row.z);
    }
    let red = &maps[4];
    assert!(!red.has_target && red.cells.iter().all(|cell| cell.z.is_none()));
    let first = sample.report.targets.iter().find(|row| row.observable == "red by cell").unwrap();
    assert!((red.cells[0].value - first.observed as f64 / first.trials as f64).abs() < 1e-12);
    assert_eq!(red.shown(1.0).len(), 30);
    // one scale for all maps, in round steps
    let step = all[0].1.reach * 20.0;
    let furthest = maps[4..].iter().flat_map(|map| map.cells.iter().map(|cell| (cell.value / map.mean() - 1.0).abs())).fold(0.0, f64::max);
    assert!(furthest <= all[0].1.reach && furthest > 0.1 && (step - step.round()).abs() < 1e-9, "{step} {furthest}");
    // where a symbol cannot stand: a dash, or an alarm when it stood there
    let mut sample = sample;
    for (index, row) in sample.report.targets.iter_mut().filter(|row| row.observable == "gold by cell").take(2).enumerate() {
        (row.expected, row.z, row.observed) = (Some(0.0), None, index as u64 * 7);
    }
    for row in sample.report.targets.iter_mut().filter(|row| row.observable == "+1 by cell") {
        (row.expected, row.z, row.observed, row.trials) = (None, None, 0, 0);
    }
    let empty = &cells::Cells::all(&sample.report, &sample.about, &sample.observables)[0].1.maps[2];
    assert!(empty.shown(1.0).iter().all(|cell| cell.0.is_empty()));
    let gold = &cells::Cells::all(&sample.report, &sample.about, &sample.observables)[0].1.maps[1];
    let shown = gold.shown(1.0);
    assert_eq!((shown[0].0.as_str(), shown[1].0.as_str()), ("–", "7"));
    assert!(shown[1].1.is_dark() && !shown[0].1.is_dark() && shown[2].0.starts_with(['+', '−', '0']));
    // few plays: counts without colour, and no title that all is as expected
    let few = samples::board_game("Diamond River", &star_table(), 1, 42, GEMS);
    let figure = &cells::Cells::all(&few.report, &few.about, &few.observables)[0].1;
    assert!(!figure.title.contains("as expected"), "{}", figure.title);
    for map in figure.maps.iter().filter(|map| map.has_target) {
        assert!(map.few.is_some());
        let colours: Vec<_> = map.shown(1.0).into_iter().map(|cell| cell.1).collect();
        assert!(colours.iter().all(|colour| !colour.is_dark() && *colour == colours[0]), "{}", map.name);
    }
}

#[test]
fn nonsense_gives_pictures_or_errors_but_no_panic() {
    let mut sample = samples::board_game("Star Color", &star_table(), 1_000, 1, STARS);
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 1e300];
    for (index, tier) in sample.report.tiers.iter_mut().enumerate() {
        (tier.expected, tier.low, tier.high) = (bad[index % 6], bad[(index + 1) % 6], bad[(index + 2) % 6]);
        tier.observed = if index % 2 == 0 { u64::MAX } else { 0 };
    }
    for (index, row) in sample.report.targets.iter_mut().enumerate() {
        row.z = Some(bad[index % 6]);
        row.expected = Some(bad[(index + 3) % 6]);
        row.verdict = VerdictLevel::Warn;
    }
    for (index, point) in sample.report.convergence.iter_mut().enumerate() {
        point.rtp = bad[(index + 5) % 6];
    }
    sample.report.rtp.low = Some(f64::NAN);
    sample.about.game = "<&\"'> ".repeat(60);
    sample.about.block = 0;
    sample.totals = vec![
        TotalRow {
            points: u32::MAX,
            prize_cents: i64::MIN,
            target_probability: f64::NAN,
            expected: 0.0,
            observed: u64::MAX / 2,
            fair_dice_probability: -1.0,
        },
        TotalRow { points: 0, prize_cents: i64::MAX, target_probability: 1e300, expected: 0.0, observed: 0, fair_dice_probability: f64::INFINITY },
    ];
    for (name, picture) in drawn(&sample) {
        let picture = picture.unwrap_or_else(|error| panic!("{name}: {error}"));
        picture.pixels().unwrap();
    }
    sample.report.tiers.clear();
    sample.report.targets.clear();
    sample.report.convergence.clear();
    sample.report.tests.clear();
    sample.totals.clear();
    assert!(drawn(&sample).is_empty());
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_a_figure() {
    let sample = prizes_only("Yam’s !", &yams_table(), 1_000, Sampling::Block, 42);
    let folder = std::env::temp_dir().join(format!("sim-charts-{}", std::process::id()));
    let results = draw_all(&sample.facts(), &folder);
    assert_eq!(results.len(), 4);
    for (name, path) in results {
        let path = path.unwrap();
        assert_eq!(path, folder.join(format!("{name}.png")));
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.starts_with(b"\x89PNG") && bytes.len() < 200_000, "{} bytes", bytes.len());
        // a file where a folder should be
        let blocked = draw_all(&sample.facts(), &path);
        assert!(blocked.iter().all(|(_, result)| matches!(result, Err(ChartError::Write { .. }))));
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4, "no part file is left");
    fs::remove_dir_all(&folder).unwrap();
}

/// The plays to run a built-in game with: few, but for a look at a larger run.
fn plays_to_run() -> u64 {
    std::env::var("SIM_CHART_PLAYS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000)
}

#[test]
fn every_built_in_game_is_drawn() {
    let keep = std::env::var_os("SIM_CHART_GALLERY").map(PathBuf::from);
    let plays = plays_to_run();
    for game in crate::games::BUILT_IN {
        let file = crate::games::check(game.text).unwrap();
        let offer = file.offer(None).unwrap();
        let playable = crate::games::build(&file, None).unwrap();
        let plan = Plan { seed: 42, plays, sampling: Sampling::Block, judging: Judging::Full };
        let outcome = crate::engine::run(&*playable, plan, 0, &Watch::default()).unwrap();
        let points = convergence_points(BlockPlan { block: offer.table.block(), plays });
        let observables = playable.observables();
        let job = Job { table: &offer.table, sold_for: offer.sold_for, observables, plan, planned: None, tally: &outcome.tally, points: &points };
        let report = crate::stats::report(&job);
        let about = About {
            game: file.name.clone(),
            stake: offer.table.stake(),
            currency: file.currency.clone(),
            block: file.block,
            sampling: plan.sampling,
            seed: plan.seed,
            planned: None,
        };
        let sources = crate::games::sources(&file, None, observables, &outcome.tally, plan.seed).unwrap().unwrap();
        let parts = crate::stats::parts(&offer.table, &outcome.tally, &sources);
        assert_eq!((parts.rest, parts.list.iter().map(|part| part.paid).sum::<i128>()), (0, report.paid_cents), "{}", game.id);
        let sum: f64 = parts.list.iter().map(|part| part.expected).sum();
        assert!((sum - report.rtp.exact).abs() < 1e-12, "{}: {sum}", game.id);
        let pictures = pictures(&Facts { report: &report, about: &about, observables, totals: &[], parts: Some(&parts) });
        assert!(pictures.len() >= 6, "{}: {} figures", game.id, pictures.len());
        for (name, picture) in pictures {
            let picture = picture.unwrap_or_else(|error| panic!("{} {name}: {error}", game.id));
            assert!(dark(&picture.pixels().unwrap(), 40..100) > 1_500, "{} {name} has no title", game.id);
            assert_texts_apart(&format!("{} {name}", game.id), &picture);
            if let Some(folder) = &keep {
                save(&picture.png().unwrap(), &name, &folder.join(format!("real-{}", game.id))).unwrap();
            }
        }
    }
}

/// The file alone draws the same picture: texts stand where the PNG has them, as wide to half a per cent.
#[test]
fn the_svg_alone_is_the_same_picture() {
    for (name, sample) in gallery().into_iter().filter(|(name, _)| ["yams-1e6", "star-broken", "thirty-tiers"].contains(name)) {
        for (figure, picture) in drawn(&sample) {
            let picture = picture.unwrap();
            let alone = Picture::of_svg(picture.standalone("a < b & c"));
            let ((width, height, ours), (other_width, other_height, theirs)) = (picture.pixels().unwrap(), alone.pixels().unwrap());
            assert_eq!((width, height), (other_width, other_height), "{name} {figure}");
            let changed = ours.iter().zip(&theirs).filter(|(a, b)| a.abs_diff(**b) > 128).count() as f64 / ours.len() as f64;
            // letters move by a fraction of a pixel, and none is lost
            let ink = |rgb: &[u8]| rgb.chunks_exact(3).filter(|pixel| pixel.iter().all(|&channel| channel < 128)).count() as f64;
            let kept = ink(&theirs) / ink(&ours);
            assert!(changed < 0.02 && (kept - 1.0).abs() < 0.05, "{name} {figure}: {changed} {kept}");
            assert_eq!(picture.svg().matches("<text ").count(), picture.texts().len(), "{name} {figure}: every text is noted");
        }
    }
}

#[test]
fn titles_of_p_values_are_honest() {
    let title = |sample: &Sample| p_values::PValues::of(&sample.report, &sample.about).unwrap().title;
    let healthy = samples::board_game("Star Color", &star_table(), 1_000_000, 42, STARS);
    assert!(
        title(&healthy).starts_with("All 30 p-values are as uniform") || title(&healthy).contains("that should be uniform are"),
        "{}",
        title(&healthy)
    );
    let broken = samples::board_game("Star Color", &star_table(), 10_000_000, 42, BoardShape { push: true, ..STARS });
    assert_eq!(title(&broken), "1 of 30 tests is rejected: milky-way by cell, set 1: all plays");
    let mut small = healthy.clone();
    small.report.tests.iter_mut().for_each(|test| test.p_value = test.p_value.map(|p| p * p * p));
    assert!(title(&small).contains("small p-values are too many"), "{}", title(&small));
    let mut large = healthy;
    large.report.tests.iter_mut().for_each(|test| test.p_value = test.p_value.map(|p| p.powf(0.2)));
    assert!(title(&large).contains("rarer"), "{}", title(&large));
    assert_eq!(title(&prizes_only("One", &yams_table(), 1_000, Sampling::Iid, 1)), "The only p-value is 0.42: nothing to object");
    // a failure that needs no p-value is told too
    large.report.tests[3].verdict = VerdictLevel::Fail;
    large.report.tests[3].p_value = None;
    assert!(title(&large).contains("is rejected"), "{}", title(&large));
}

#[test]
fn shares_name_the_prizes_that_matter() {
    let figure = |sample: &Sample| shares::Shares::of(&sample.report, &sample.about).unwrap();
    let stars = prizes_only("Star Color", &star_table(), 1_000_000, Sampling::Block, 42);
    assert_eq!(figure(&stars).title, "12\u{202f}€ makes 41.31\u{202f}% of the return, 20\u{202f}000\u{202f}€ 98.76\u{202f}% of the variance");
    for part in [|shares: &crate::stats::TierShares| shares.of_return, |shares: &crate::stats::TierShares| shares.of_variance] {
        let rows = figure(&stars).rows;
        let sums = (rows.iter().map(|row| part(&row.exact)).sum::<f64>(), rows.iter().map(|row| part(&row.observed.unwrap())).sum::<f64>());
        assert!((sums.0 - 1.0).abs() < 1e-9 && (sums.1 - 1.0).abs() < 1e-9, "{sums:?}");
    }
    let short = figure(&prizes_only("Star Color", &star_table(), 1_000, Sampling::Block, 42));
    assert!(short.title.contains("20\u{202f}000\u{202f}€, not met in this run, 98.76"), "{}", short.title);
    let never = PrizeTable::new(Cents(200), 1_000, &[]).unwrap();
    let nothing = figure(&prizes_only("Never", &never, 500, Sampling::Block, 42));
    assert!(nothing.title.contains("pays nothing") && nothing.rows[0].observed.is_none(), "{}", nothing.title);
}

#[test]
fn a_waterfall_ends_at_the_return() {
    let part = |name: &str, kind: &str, expected, paid: i128| crate::stats::Part {
        name: name.to_owned(),
        kind: kind.to_owned(),
        expected,
        error: 0.0,
        paid,
        observed: if paid < 1_000_000_000 { paid as f64 / 1e8 } else { 0.02 },
    };
    let list = vec![
        part("lines of red", "lines", 0.5, 50_100_000),
        part("lines of blue", "lines", 0.1, 9_000_000),
        part("the wheel", "the wheel", 0.1, 10_000_000),
    ];
    let mut parts = Parts { list, measure: crate::tally::Measure::Counted, rest: 0, paid: 69_100_000, observed: Some(0.691), exact: 0.7 };
    let mut sample = yams(1_000_000, Sampling::Block, 42);
    let figure = parts::Waterfall::of(&sample.report, &sample.about, &parts).unwrap();
    assert_eq!(figure.title, "The table returns 70.00\u{202f}%: 60.00 from lines, 10.00 from the wheel");
    let ends: Vec<Option<(f64, f64)>> = figure.steps.iter().map(|step| step.observed).collect();
    assert!((ends[2].unwrap().1 - 0.691).abs() < 1e-12 && ends[3] == Some((0.0, 0.691)));
    assert_eq!(figure.steps[3].paid, "691\u{202f}000\u{202f}€");
    // what no source counts is shown, in words and in the colour of alarm
    (parts.rest, parts.paid, parts.observed) = (50_000, 69_150_000, Some(0.6915));
    let figure = parts::Waterfall::of(&sample.report, &sample.about, &parts).unwrap();
    assert!(figure.steps[3].alarm && figure.title.contains("do not add up"), "{}", figure.title);
    // long amounts, many sources, another currency; and a run without visuals
    parts.list =
        (0..30_u8).map(|number| part(&format!("source {number} with a long name that goes on"), "x", 0.02, 123_456_789_012_345_678)).collect();
    parts.paid = 3_703_703_670_370_370_340;
    for (currency, seen) in [("TND", Some(0.7)), ("JPY", None), ("EUR", Some(0.7))] {
        sample.about.currency = currency.to_owned();
        parts.observed = seen;
        let picture = parts::Waterfall::of(&sample.report, &sample.about, &parts).unwrap().draw().unwrap();
        assert_texts_apart(currency, &picture);
        if let Some(folder) = std::env::var_os("SIM_CHART_GALLERY") {
            save(&picture.png().unwrap(), &format!("parts-{currency}"), &PathBuf::from(folder)).unwrap();
        }
    }
    // every other figure with such a currency and long amounts
    sample.report.tiers[0].prize_cents = 1_234_567_890_123;
    sample.parts = Some(parts);
    for currency in ["TND", "JPY"] {
        sample.about.currency = currency.to_owned();
        for (figure, picture) in drawn(&sample) {
            assert_texts_apart(&format!("{currency} {figure}"), &picture.unwrap());
        }
    }
}
