//! A comparison for a terminal of 100 columns.

use super::super::layout::{Grid, Ink, Side as Align, Style, cut, fine_percent, fixed, odds, p_value, percent, plural};
use super::{Compare, Side, plans, same_seed};
use crate::engine::Plan;
use crate::money::grouped;
use crate::spec::Difference;
use crate::stats::{Shared, ValueDifference, VerdictLevel};
use std::cmp::Ordering;

/// Rows of differing keys, prizes and values shown before the rest is left to the JSON.
const MOST_ROWS: usize = 30;
const MOST_VALUES: usize = 8;
/// Values of fewer trials are left to the JSON.
const FEW_TRIALS: u64 = 100;

/// The comparison for a terminal of 100 columns.
#[must_use]
pub fn text(compare: &Compare<'_>, style: Style) -> String {
    let parts = [
        heading(compare, style),
        differing(compare, style),
        figures(compare, style),
        tiers(compare, style),
        values(compare, style),
        tests(compare, style),
    ];
    style.joined(parts)
}

fn heading(compare: &Compare<'_>, style: Style) -> String {
    let side = |letter: &str, side: &Side<'_>| {
        let what = match side.plan {
            Some(plan) => format!("{}, seed {}", plural(plan.plays, "play", "plays"), plan.seed),
            None => "the game, without plays".to_owned(),
        };
        let title = format!("{} at {} {}, {what}: {}", side.game.name, side.game.amount(side.offer.table.stake()), side.game.currency, side.name);
        if style.markdown {
            style.paragraph(letter, &title)
        } else {
            format!("{}  {}\n", style.paint(Ink::Bold, letter), cut(&title, style.width - 3))
        }
    };
    let mut out = format!("{}{}{}", side("A", &compare.a), side("B", &compare.b), if style.markdown { "\n" } else { "" });
    let tested = compare.found.tests.iter().filter(|test| test.p_value.is_some()).count() as u64;
    let differ = compare.found.tests.iter().filter(|test| test.verdict != VerdictLevel::Pass).count() as u64;
    let played = compare.a.plan.is_some() || compare.b.plan.is_some();
    if let Some(shared) = &compare.found.shared {
        for sentence in sharing(compare, shared) {
            out.push_str(&style.paragraph("   ", &sentence));
        }
        return out;
    }
    let sentence = match (compare.same_law(), played, differ) {
        (true, true, 0) => "One game file at one stake: what differs below is chance.".to_owned(),
        (true, true, _) => "One game file at one stake, and yet they differ beyond chance: one of the runs is wrong.".to_owned(),
        (true, false, _) => "The same game file at the same stake: nothing differs.".to_owned(),
        (false, true, 0) => "Two laws. No test objects: each side follows its own table, and what both count agrees.".to_owned(),
        (false, true, _) => "Two laws, and these plays show it: the tests below tell where.".to_owned(),
        (false, false, _) => "Two laws, compared exactly; nothing was simulated.".to_owned(),
    };
    out.push_str(&style.paragraph("   ", &sentence));
    if let Some(seed) = same_seed(compare).filter(|_| tested > 0) {
        let note = format!(
            "Both runs have seed {seed}, so their random streams are the same, and plays of one law come out alike; ranges and p-values take the runs as independent. \
             For these, compare runs of two seeds."
        );
        out.push_str(&style.paragraph("   ", &note));
    }
    if tested > 0 {
        let verdict = if compare.same_law() { format!(" {}.", compare.found.verdict.word().to_uppercase()) } else { String::new() };
        out.push_str(
            &style.paragraph("   ", &format!("{}, adjusted together (Holm): {differ} below 1e-3.{verdict}", plural(tested, "test", "tests"))),
        );
    }
    out
}

/// What is said of two runs that hold the same plays.
fn sharing(compare: &Compare<'_>, shared: &Shared) -> Vec<String> {
    let plays = |side: &Side<'_>| side.plan.map_or(0, |plan| plan.plays);
    let (a, b) = (plays(&compare.a), plays(&compare.b));
    let common = match a.cmp(&b) {
        Ordering::Equal => format!("all {} {} of A and B are the same", grouped(shared.plays.into()), shared.what),
        Ordering::Less => format!("all {} {} of A are among those of B", grouped(shared.plays.into()), shared.what),
        Ordering::Greater => format!("all {} {} of B are among those of A", grouped(shared.plays.into()), shared.what),
    };
    let what = format!("One game file, one stake and one seed ({}): {common}.", shared.seed);
    if !shared.disagreements.is_empty() {
        let why = "And yet they differ: one of the run files was altered, or made by another version of the program. FAIL.";
        return std::iter::once(format!("{what} {why}")).chain(shared.disagreements.iter().map(|found| format!("- {found}"))).collect();
    }
    vec![format!(
        "{what} Where they can be compared they agree. These are not two samples, so chance is not judged: no range, no p-value, no verdict. Compare runs of two seeds \
         for that."
    )]
}

fn differing(compare: &Compare<'_>, style: Style) -> String {
    // words of rules and decisions come last; of another game the file is another file, key by key
    let words = |row: &Difference| row.key.starts_with("article") || row.key.starts_with("decision");
    let (texts, numbers): (Vec<&Difference>, Vec<&Difference>) = compare.keys.iter().partition(|row| words(row));
    // a copy under another id is told apart key by key
    let same_game = compare.a.game.id == compare.b.game.id || compare.keys.len() <= MOST_ROWS;
    let keys = numbers.into_iter().chain(texts).filter(|_| same_game).cloned();
    let rows: Vec<Difference> = plans(compare).into_iter().chain(keys).collect();
    if rows.is_empty() {
        return String::new();
    }
    let mut grid = Grid::new(&[("what", Align::Left, 0), ("A", Align::Left, 0), ("B", Align::Left, 0)]);
    for row in rows.iter().take(MOST_ROWS) {
        let shown = |value: &Option<String>| cut(value.as_deref().unwrap_or("-"), 40);
        grid.row(vec![row.key.clone(), shown(&row.a), shown(&row.b)]);
    }
    let mut out = format!("{}{}", style.heading("What differs"), grid.lines(style));
    let unshown = rows.len().saturating_sub(MOST_ROWS) + if same_game { 0 } else { compare.keys.len() };
    if unshown > 0 {
        out.push_str(&style.paragraph("  ", &format!("{} of the game files: `--format json`.", plural(unshown as u64, "more key", "more keys"))));
    }
    out
}

/// A signed number in the way of `show`.
fn plus(value: f64, show: &dyn Fn(f64) -> String) -> String {
    let text = show(value);
    if value > 0.0 && text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) { format!("+{text}") } else { text }
}

fn range(low: Option<f64>, high: Option<f64>, show: &dyn Fn(f64) -> String) -> String {
    let Some((low, high)) = low.zip(high) else { return "-".to_owned() };
    let (low, high) = (plus(low, show), plus(high, show));
    if low == high { high } else { format!("{} .. {high}", low.trim_end_matches(" %")) }
}

/// Six significant digits.
fn short(value: f64) -> String {
    let decimals = [(100_000.0, 0), (10_000.0, 1), (1_000.0, 2), (100.0, 3)]
        .into_iter()
        .find(|&(from, _)| value.abs() >= from)
        .map_or(4, |(_, decimals)| decimals);
    fixed(value, decimals)
}

fn figures(compare: &Compare<'_>, style: Style) -> String {
    let played = compare.a.plan.is_some() || compare.b.plan.is_some();
    let mut columns = vec![("", Align::Left, 0), ("exact A", Align::Right, 0), ("exact B", Align::Right, 0), ("exact B - A", Align::Right, 0)];
    if played {
        columns = vec![("", Align::Left, 0), ("A", Align::Right, 0), ("B", Align::Right, 0), ("B - A", Align::Right, 0)];
        if compare.may_judge() {
            columns.extend([("95 % range of it", Align::Right, 0), ("p", Align::Right, 0)]);
        }
        columns.push(("exact B - A", Align::Right, 1));
    }
    let mut grid = Grid::new(&columns);
    for row in &compare.found.figures {
        let share = |value: f64| percent(value, 4);
        let (name, show): (&str, &dyn Fn(f64) -> String) = match row.figure {
            "rtp" => ("return", &share),
            "hit_frequency" => ("winning plays", &share),
            "variance_stakes2" => ("variance", &short),
            "sd_stakes" => ("SD (stakes)", &short),
            other => (other, &short),
        };
        let side = |plan: Option<Plan>, observed: Option<f64>, exact: f64| match plan {
            Some(_) => observed.map_or_else(|| "-".to_owned(), show),
            None => show(exact),
        };
        let difference = plus(row.exact_difference, show);
        grid.row(if played {
            let mut cells = vec![
                name.to_owned(),
                side(compare.a.plan, row.observed_a, row.exact_a),
                side(compare.b.plan, row.observed_b, row.exact_b),
                row.difference.map_or_else(|| "-".to_owned(), |difference| plus(difference, show)),
            ];
            if compare.may_judge() {
                cells.extend([range(row.low, row.high, show), p_value(row.p_value)]);
            }
            cells.push(difference);
            cells
        } else {
            vec![name.to_owned(), show(row.exact_a), show(row.exact_b), difference]
        });
    }
    let mut out = format!("{}{}", style.heading("Figures of a play"), grid.lines(style));
    if played && compare.may_judge() {
        let note = "Observed; a side without plays is exact. The range is that of the difference when each side follows its own table.";
        out.push_str(&style.paragraph("  ", note));
    }
    out
}

fn tiers(compare: &Compare<'_>, style: Style) -> String {
    let rows = &compare.found.tiers;
    let played = compare.a.plan.is_some() || compare.b.plan.is_some();
    let mut columns = vec![
        ("stakes", Align::Right, 0),
        ("prize A", Align::Right, 2),
        ("prize B", Align::Right, 2),
        ("1 in A", Align::Right, 0),
        ("1 in B", Align::Right, 0),
    ];
    if played {
        columns.extend([("seen A", Align::Right, 0), ("seen B", Align::Right, 0), ("share B - A", Align::Right, 0)]);
    }
    if played && compare.may_judge() {
        columns.extend([("95 % range of it", Align::Right, 1), ("p", Align::Right, 3)]);
    }
    let mut grid = Grid::new(&columns);
    let money = |side: &Side<'_>, cents: Option<i64>| cents.map_or_else(|| "-".to_owned(), |cents| side.offer.table.words(cents.into()));
    let count = |count: Option<u64>| count.map_or_else(|| "-".to_owned(), |count| grouped(count.into()));
    let share = |value: f64| fine_percent(value);
    let shown = |position: usize| rows.len() <= MOST_ROWS || position < MOST_ROWS - 2 || position + 1 == rows.len();
    for (_, row) in rows.iter().enumerate().filter(|&(position, _)| shown(position)) {
        let stakes = fixed(row.prize_stakes, if row.prize_stakes.fract() == 0.0 { 0 } else { 4 });
        let mut cells = vec![
            if row.prize_stakes == 0.0 { "losing".to_owned() } else { stakes },
            money(&compare.a, row.prize_cents_a),
            money(&compare.b, row.prize_cents_b),
            odds(row.probability_a),
            odds(row.probability_b),
        ];
        if played {
            cells.extend([
                count(row.observed_a),
                count(row.observed_b),
                row.difference.map_or_else(|| "-".to_owned(), |difference| plus(difference, &share)),
            ]);
        }
        if played && compare.may_judge() {
            cells.extend([range(row.low, row.high, &share), p_value(row.p_value)]);
        }
        grid.row(cells);
    }
    let mut out = format!("{}{}", style.heading("Prizes, in stakes"), grid.lines(style));
    if rows.len() > MOST_ROWS {
        out.push_str(&style.paragraph("  ", &format!("{} more: `--format json`.", rows.len() - MOST_ROWS + 1)));
    }
    out
}

fn values(compare: &Compare<'_>, style: Style) -> String {
    let found = compare.found;
    let mut out = String::new();
    // the values whose exact targets differ, then those whose shares differ most in half-widths of their interval
    let changed: Vec<&ValueDifference> =
        found.values.iter().filter(|row| row.target_a.zip(row.target_b).is_some_and(|(a, b)| (a - b).abs() > 1e-12) && !compare.same_law()).collect();
    let one_is_exact = compare.a.plan.is_none() || compare.b.plan.is_none();
    if one_is_exact && !changed.is_empty() {
        let mut grid =
            Grid::new(&[("value", Align::Left, 0), ("target A", Align::Right, 0), ("target B", Align::Right, 0), ("B - A", Align::Right, 0)]);
        for row in changed.iter().take(MOST_ROWS) {
            let show = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), fine_percent);
            let difference = row.target_a.zip(row.target_b).map(|(a, b)| plus(b - a, &fine_percent));
            grid.row(vec![
                format!("{}, {}: {}", row.observable, row.condition, row.value),
                show(row.target_a),
                show(row.target_b),
                difference.unwrap_or_else(|| "-".to_owned()),
            ]);
        }
        out.push_str(&format!("{}{}", style.heading("Targets that differ"), grid.lines(style)));
        if changed.len() > MOST_ROWS {
            out.push_str(&style.paragraph("  ", &format!("{} more: `--format json`.", changed.len() - MOST_ROWS)));
        }
    }
    // means of counts may pass 1: no percentages
    let means = |row: &ValueDifference| [row.share_a, row.share_b, row.target_a, row.target_b].into_iter().flatten().any(|value| value > 1.0);
    let number = |value: f64| fixed(value, 4);
    let width = |row: &ValueDifference| {
        row.difference.zip(row.low.zip(row.high)).map_or(0.0, |(difference, (low, high))| difference.abs() / (high - low).max(1e-300))
    };
    let enough = |row: &&ValueDifference| [row.trials_a, row.trials_b].into_iter().all(|trials| trials == 0 || trials >= FEW_TRIALS);
    let mut rows: Vec<&ValueDifference> = found.values.iter().filter(|row| row.low.is_some()).filter(enough).collect();
    rows.sort_by(|one, other| width(other).total_cmp(&width(one)));
    if !rows.is_empty() {
        let all = rows.len() as u64;
        let mut grid = Grid::new(&[
            ("value", Align::Left, 0),
            ("A", Align::Right, 0),
            ("B", Align::Right, 0),
            ("B - A", Align::Right, 0),
            ("95 % interval", Align::Right, 1),
        ]);
        for row in rows.iter().take(MOST_VALUES) {
            let print: &dyn Fn(f64) -> String = if means(row) { &number } else { &fine_percent };
            let show = |share: Option<f64>, target: Option<f64>| match (share, target) {
                (Some(share), _) => print(share),
                (None, Some(target)) => format!("{} exact", print(target)),
                (None, None) => "-".to_owned(),
            };
            grid.row(vec![
                format!("{}, {}: {}", row.observable, row.condition, row.value),
                show(row.share_a, row.target_a),
                show(row.share_b, row.target_b),
                row.difference.map_or_else(|| "-".to_owned(), |difference| plus(difference, print)),
                range(row.low, row.high, print),
            ]);
        }
        let title = format!("The largest differences of {}, in widths of their interval", plural(all, "value", "values"));
        out.push_str(&format!("{}{}{}", if out.is_empty() { "" } else { "\n" }, style.heading(&title), grid.lines(style)));
        out.push_str(&style.paragraph("  ", "Shares of trials, of 100 trials or more; a number without % is a mean of a count in a trial. Of so many intervals one in twenty leaves out 0 by chance: the tests decide."));
    }
    if !compare.may_judge() && !found.values.is_empty() {
        let note = format!("{} of observables stand side by side in `--format json`.", plural(found.values.len() as u64, "value", "values"));
        out.push_str(&format!("{}{}", style.heading("Observables"), style.paragraph("  ", &note)));
    }
    for (letter, only) in [("A", &found.only_a), ("B", &found.only_b)] {
        if !only.is_empty() {
            let names: Vec<&str> = only.iter().take(5).map(String::as_str).collect();
            let more = if only.len() > 5 { format!(" and {} more", only.len() - 5) } else { String::new() };
            out.push_str(&style.paragraph("  ", &format!("Only {letter} counts: {}{more}.", names.join("; "))));
        }
    }
    out
}

fn tests(compare: &Compare<'_>, style: Style) -> String {
    let mut tests: Vec<_> = compare.found.tests.iter().filter(|test| test.p_value.is_some()).collect();
    if tests.is_empty() {
        return String::new();
    }
    tests.sort_by(|one, other| one.p_value.unwrap_or(1.0).total_cmp(&other.p_value.unwrap_or(1.0)));
    let rejected = tests.iter().filter(|test| test.verdict != VerdictLevel::Pass).count();
    let mut grid = Grid::new(&[
        ("test", Align::Left, 0),
        ("method", Align::Left, 1),
        ("p", Align::Right, 0),
        ("adjusted p", Align::Right, 0),
        ("effect", Align::Right, 2),
        ("verdict", Align::Left, 0),
    ]);
    for test in tests.iter().take(rejected.clamp(5, 20)) {
        let effect = test.effect.map_or_else(|| "-".to_owned(), |effect| format!("{effect:.2e}"));
        grid.row(vec![
            test.name.clone(),
            test.method.clone(),
            p_value(test.p_value),
            p_value(test.p_adjusted),
            effect,
            test.verdict.word().to_owned(),
        ]);
    }
    format!("{}{}", style.heading(&format!("The least likely of {}", plural(tests.len() as u64, "test", "tests"))), grid.lines(style))
}
