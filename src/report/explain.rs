//! What `sim explain NAME` prints: every name that stands in a report, a file or a sheet, with its formula, its unit, how to read it and the section of METHODOLOGY.md behind it.

use super::layout::{Grid, Ink, Side, Style, paragraph};
use crate::spec::distance;

/// One explanation.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Every name it goes by: keys, columns, words of the report; the first one is listed.
    pub names: &'static [&'static str],
    /// What it is, in one line.
    pub what: &'static str,
    /// The formula, or how it comes about.
    pub formula: &'static str,
    /// Its unit; empty for words.
    pub unit: &'static str,
    /// The section of METHODOLOGY.md.
    pub section: &'static str,
    /// How to read it.
    pub reading: &'static str,
}

const fn entry(
    names: &'static [&'static str],
    what: &'static str,
    formula: &'static str,
    unit: &'static str,
    section: &'static str,
    reading: &'static str,
) -> Entry {
    Entry { names, what, formula, unit, section, reading }
}

/// All explanations: figures of a play first, then ranges, prizes, observables, tests, the verdict, files, sheets and comparisons.
pub const ENTRIES: &[Entry] = &[
    // figures of a play
    entry(
        &["rtp", "return", "return to player", "rtp_fraction", "exact return", "cumulative return"],
        "return to player: what comes back of the stake",
        "E(x) / s = (sum of winners x prize) / (plays of a block x stake); observed: paid / staked",
        "fraction of the stake (percent in texts)",
        "2.1",
        "Free tickets, annuities and other games of a bundle are not counted. After whole blocks the observed return is the exact one, to the cent; before, read it with its range.",
    ),
    entry(
        &["rtp_of_offer", "return of the offer", "offer_cents", "offer"],
        "return of the whole price, where a play is always sold in a bundle",
        "mean prize / price of the bundle",
        "fraction of the price; offer_cents in minor units",
        "2.1",
        "The other games of the bundle are not modelled and count as paying nothing: a lower bound of what the bundle returns.",
    ),
    entry(
        &["hit_frequency", "winning plays", "hit frequency", "hit_fraction", "hits"],
        "share of plays that win anything",
        "P(x > 0) = winning plays of a block / plays of a block",
        "fraction of plays",
        "2.2",
        "A win may be less than the stake: see below_stake. One play in 1 / hit frequency wins.",
    ),
    entry(
        &["below_stake", "P(x < s)"],
        "share of plays that win less than their stake, or nothing",
        "P(x < s)",
        "fraction of plays",
        "2.2",
        "The player is poorer after such a play.",
    ),
    entry(
        &["at_stake", "P(x = s)"],
        "share of plays that win exactly their stake",
        "P(x = s)",
        "fraction of plays",
        "2.2",
        "The player is where they were.",
    ),
    entry(
        &["above_stake", "P(x > s)"],
        "share of plays that win more than their stake",
        "P(x > s)",
        "fraction of plays",
        "2.2",
        "The player is richer.",
    ),
    entry(&["mean_cents", "mean prize"], "mean prize of a play", "E(x)", "minor units of the currency", "2.1", "The return times the stake."),
    entry(
        &["variance_stakes2", "variance", "variance_fraction", "variance (stakes squared)"],
        "variance of the prize of a play",
        "E((x - E x)^2) / s^2, divided by the plays of the block: the table is the population",
        "stakes squared",
        "2.3",
        "Known exactly from the table; the observed one is for comparison and misses the top prize until it is met. It hangs on the largest prizes: see variance_share.",
    ),
    entry(
        &["sd_stakes", "standard deviation", "standard deviation (stakes)", "sd", "SD (stakes)"],
        "standard deviation of the prize of a play",
        "square root of the variance, / s",
        "stakes",
        "2.3",
        "How far a play's prize lies from its mean, in stakes, in the mean square. Free of the stake: the same at every stake of these games.",
    ),
    entry(
        &["volatility_index", "volatility index", "volatility index (90 %)", "volatility_z", "volatility_confidence", "volatility"],
        "volatility index of the trade",
        "z x SD / s, z = 1.645 (90 %)",
        "stakes",
        "2.3",
        "Divided by the square root of a number of plays it is the half-width of the normal 90 % range of the return. That range lies where a few prizes make the variance: use the exact ranges of `sim par`.",
    ),
    entry(
        &["skewness"],
        "skewness of the prize",
        "E((x - E x)^3) / SD^3, dimensionless",
        "",
        "2.4",
        "0 for a symmetric law. Hundreds here: one prize in a million carries it. A normal range of n plays is fair only when skewness / sqrt(n) is small.",
    ),
    entry(
        &["kurtosis", "kurtosis (normal = 3)"],
        "kurtosis of the prize",
        "E((x - E x)^4) / SD^4, dimensionless",
        "",
        "2.4",
        "3 for a normal law, not 0: no excess is taken off.",
    ),
    entry(
        &["entropy_bits", "entropy", "entropy (bits)"],
        "entropy of the prize",
        "sum of -p log2 p over distinct prizes",
        "bits",
        "2.4",
        "What one play tells about its prize, in the mean. Of a tier: its part of the sum.",
    ),
    entry(
        &["median_cents", "median prize", "median"],
        "median prize",
        "the smallest prize that half of the plays do not exceed",
        "minor units of the currency",
        "2.4",
        "0 where more than half of the plays lose.",
    ),
    // observed, exact, ranges
    entry(
        &["observed", "seen", "seen A", "seen B", "observed_a", "observed_b"],
        "what the run found",
        "counted, from the referee's score",
        "as the figure",
        "1.2",
        "Counts are whole numbers; figures come from them by one division at the end.",
    ),
    entry(
        &["exact", "exact_fraction", "exact_a", "exact_b", "exact_difference"],
        "what the prize table says",
        "computed from whole numbers, no simulation",
        "as the figure",
        "2",
        "As a basis of a target: the probability is known by enumeration or a closed form.",
    ),
    entry(
        &["low", "high", "95 % range", "95 % range of the observed", "range", "confidence", "95 % interval", "95 % range of it"],
        "ends of a 95 % range",
        "of a figure or a prize, equal tails: if the table is right the observed value lies below it at most 2.5 times in 100 and above it at most 2.5 times, so inside it at least 95 times (a discrete value a little more often); of an observable: Clopper and Pearson's interval of its true share",
        "as the figure",
        "3",
        "One range in twenty misses by chance: the tests decide, not a single range. Equal to the exact value after whole blocks, where nothing is left to chance; empty where no valid range is known. The volatility index has 90 %.",
    ),
    entry(
        &["method"],
        "how a range or a test was made",
        "inside a block (drawn without replacement) or independent plays; exact distribution, exact hypergeometric, normal, chi-square ...",
        "",
        "3",
        "`normal` is written only where skewness and excess kurtosis of the paid sum are below 0.02.",
    ),
    entry(
        &[
            "exact distribution",
            "exact hypergeometric",
            "exact binomial",
            "normal",
            "whole blocks: no error",
            "nothing can vary",
            "no valid range",
            "exact law",
        ],
        "the law behind a range",
        "paid sum: rare prizes enumerated, the rest by its cumulants; counts: hypergeometric inside a block, binomial for independent plays",
        "",
        "3.4",
        "`whole blocks: no error`: every play of the blocks was drawn, so the figure must equal the exact one, and does or the run fails.",
    ),
    entry(
        &["paid_cents", "table_cents", "paid"],
        "paid by the run, and by the table for whole blocks",
        "sum of plays x prize, in whole minor units",
        "minor units of the currency",
        "3.1",
        "table_cents is null unless the run is whole blocks; then both must be equal.",
    ),
    entry(
        &["convergence", "plays so far"],
        "the return as the run goes on",
        "return of the first plays, with the 95 % range the table allows there",
        "fraction of the stake",
        "3.8",
        "The range closes at the end of every block. One point in twenty may lie outside; they are not independent of each other.",
    ),
    // prizes
    entry(
        &["tier", "tiers", "prize tiers", "prizes"],
        "a row of the prize table",
        "0 is the top prize, losing plays are the last row",
        "",
        "2",
        "The test `prize tiers` compares all of them at once.",
    ),
    entry(
        &["prize_cents", "prize", "prize_cents_a", "prize_cents_b", "prize_stakes", "stakes", "prize A", "prize B"],
        "the prize of a play of this tier",
        "",
        "minor units of the currency; prize_stakes in stakes",
        "2",
        "The prize is drawn first, the visual is drawn for it.",
    ),
    entry(
        &["winners_per_block", "winners"],
        "plays of the tier in one block",
        "from the rules",
        "plays",
        "2",
        "The last row is what is left: losing plays.",
    ),
    entry(
        &["one_in", "1 in", "one in", "1 in A", "1 in B"],
        "plays of a block for one of this tier",
        "plays of a block / winners",
        "plays",
        "2.2",
        "Not a promise for so many plays in a row: inside a block the odds move as prizes are drawn.",
    ),
    entry(
        &["probability", "probability_a", "probability_b", "in a block"],
        "probability of a play of this tier, or of a point total",
        "winners / plays of a block; totals: sum over prizes of P(prize) x P(total | prize)",
        "fraction of plays",
        "2.2",
        "Of a play taken from the whole block, before anything is known of it.",
    ),
    entry(
        &["rtp_share", "of return", "share of return"],
        "share of the tier in the return",
        "winners x prize / paid by a block",
        "fraction of the return",
        "2.1",
        "Which prizes the money goes to.",
    ),
    entry(
        &["cumulative_rtp", "cumulative"],
        "return of this tier and those before it",
        "sum of winners x prize / staked by a block",
        "fraction of the stake",
        "2.1",
        "The last row is the return.",
    ),
    entry(
        &["variance_share", "of variance", "share of variance"],
        "share of the tier in the variance",
        "P(tier) x (prize - mean)^2 / variance",
        "fraction of the variance",
        "2.3",
        "Where one rare prize has nearly all of it, a short run knows little of the return, and normal ranges lie.",
    ),
    entry(
        &["expected"],
        "expected count",
        "trials x target probability; of a tier: plays x winners / plays of a block",
        "plays or trials",
        "3.6",
        "Need not be whole.",
    ),
    entry(
        &["difference", "share B - A", "B - A", "exact B - A"],
        "observed less expected; of a comparison: B less A",
        "observed - expected",
        "plays, or as the figure",
        "3.6",
        "Read it against its range, or its z.",
    ),
    // observables
    entry(
        &["observable", "observables", "values"],
        "something the referee saw and counted",
        "a fixed list of values with a counter each",
        "",
        "5",
        "`sim rules GAME` prints the decisions behind the targets.",
    ),
    entry(&["condition"], "which plays are pooled", "all plays, losing plays, one prize", "", "5", "The law is that of the visual given the prize."),
    entry(&["value"], "one value of an observable", "", "", "5", "Values seen never still have an upper bound: `high`."),
    entry(
        &["basis", "target", "declared", "symmetry", "reference", "none"],
        "where a target comes from",
        "exact: enumeration or closed form; declared: a frequency of the game file; symmetry: equal by a symmetry of the law; reference: a recorded run of a slow twin, its own error counted in; none: only shown",
        "",
        "5",
        "A declared target checks that the generator does what the file says, not that the file is wise.",
    ),
    entry(
        &["target_probability", "target_a", "target_b", "target A", "target B"],
        "probability of the value in a trial (mean count, for dependent counts)",
        "weight / sum of weights",
        "fraction of trials",
        "5",
        "Compare with the observed share and its interval.",
    ),
    entry(
        &["trials", "unit", "trials_a", "trials_b"],
        "how often the value could have been seen",
        "counted, never assumed",
        "plays, cups, dice, sets, cells, throws, lines or symbols: the unit",
        "5",
        "Trials are independent given the prizes, or the law knows how they depend.",
    ),
    entry(
        &["z", "farthest z"],
        "how far a count is from its target, in standard errors",
        "(observed - expected) / standard error under the target",
        "standard errors",
        "5",
        "Of hundreds of values some lie beyond 3 by chance.",
    ),
    entry(
        &["points", "totals", "point total", "fair_dice_probability", "fair dice", "fair_dice"],
        "point totals of a dice play",
        "in a block: sum over prizes of P(prize) x P(total | prize), every ordered triple of throws of the bracket alike (decision Y2); fair dice: 7 776^3 throws",
        "fraction of plays",
        "10.1",
        "With fair dice and no block the same prizes would return many times the stake: the point of a block. Totals above the top bracket are never shown.",
    ),
    entry(
        &["cells", "set", "row", "column", "symbol", "symbols by cell"],
        "counts by cell of a board",
        "rows and columns from 1",
        "",
        "5.5",
        "Only cells with an expected value are listed.",
    ),
    // tests
    entry(
        &["tests", "test", "name"],
        "a comparison with a p-value",
        "`observable: condition`, or `prize tiers`; `, rare values` are those expected fewer than five times",
        "",
        "5",
        "One or two a target.",
    ),
    entry(
        &["statistic"],
        "the test's statistic",
        "chi-square or quadratic form; empty for exact tests",
        "",
        "5",
        "Compare with degrees_of_freedom: its mean when all is well.",
    ),
    entry(
        &["degrees_of_freedom"],
        "degrees of freedom of the chi-square law",
        "values that can vary freely, after merging",
        "",
        "5",
        "Empty for exact tests.",
    ),
    entry(
        &["p_value", "p", "least p"],
        "p-value",
        "the probability, if the target is right, of a deviation at least as unlikely as the one seen; two-sided exact: twice the smaller tail",
        "probability",
        "5",
        "Uniform when all is well. A small one alone is nothing among many: see p_adjusted. `equal` or empty after whole blocks, where equality is asserted.",
    ),
    entry(
        &["p_adjusted", "adjusted p"],
        "p-value adjusted over the whole report",
        "Holm: the i-th smallest of m times m - i + 1, made monotone",
        "probability",
        "6.1",
        "Below 1e-3 warns, below 1e-6 fails.",
    ),
    entry(
        &["effect"],
        "size of a deviation, free of the number of plays",
        "of a test: total variation distance, or Cramer's V; of a value: observed share - target",
        "fraction",
        "6.3",
        "At 1e9 plays trifles are significant: the effect says whether it matters.",
    ),
    entry(
        &["detectable"],
        "detectable difference: what this run would have found",
        "the smallest difference between true and target share that fails (adjusted p < 1e-6) in 99 of 100 runs of this length; of a test: the largest of its values",
        "fraction of trials",
        "6.4",
        "A pass says no more than this: faults smaller than it may be there. It shrinks with the square root of the trials. Empty where no difference would do, or nothing is tested.",
    ),
    entry(&["note"], "values merged, or why nothing was tested", "", "", "5.8", ""),
    entry(
        &[
            "chi-square",
            "chi-square, inside a block",
            "chi-square, independent plays",
            "chi-square within classes",
            "two-sample chi-square",
            "chi-square of exchangeable marks",
            "chi-square of the contingency table",
            "quadratic form of dependent counts",
            "Fisher's exact test",
            "exact, the smallest of several",
            "equality after whole blocks",
            "impossible values",
            "consistency",
        ],
        "the kinds of test",
        "prizes: chi-square with the factor (N - 1) / (N - r) inside a block; shares: multinomial; records: two samples; classes: given their totals; cells: exchangeable marks; dependent counts: their covariance; tables: contingency; two classes or rare values: exact",
        "",
        "5",
        "The p-values of each kind are uniform over 1 000 seeds of healthy runs: a test of this program.",
    ),
    entry(
        &["chi-square of two samples", "chi-square of two samples of marks", "quadratic form of two samples", "two samples", "law of the difference"],
        "the tests of `sim compare`",
        "both sides come from one law: contingency table, marks, covariance; returns and hits by the law of the difference of two known laws",
        "",
        "8",
        "A rejected test of two runs of one game file is a fault; of two games it is the difference looked for.",
    ),
    // verdict
    entry(
        &["verdict", "pass", "warn", "fail", "reasons"],
        "the verdict on the run",
        "fail: adjusted p below 1e-6, a mismatch, an ambiguous visual, a whole block that does not pay its table; warn: adjusted p below 1e-3; else pass",
        "",
        "6.2",
        "A healthy run fails once in a million, warns once in a thousand. Exit code 1 when it fails.",
    ),
    entry(
        &["mismatches", "mismatch"],
        "visuals that show another prize than the one drawn",
        "the referee scores every visual without knowing its prize",
        "visuals",
        "6.5",
        "Must be 0. Each is shown with the command that draws it again.",
    ),
    entry(
        &["ambiguous", "ambiguous visuals"],
        "visuals that two readers of the rules could score differently",
        "by the referee",
        "visuals",
        "6.5",
        "Must be 0 (decision D2).",
    ),
    entry(
        &["warnings", "top prizes expected", "PARTIAL", "plays_planned", "partial"],
        "what to know before trusting an interval",
        "fewer than 10 of the prizes that make most of the variance are expected; no visual was judged; the run was stopped",
        "",
        "3.4",
        "There a normal 95 % range would cover far less; the ranges given are exact or left out.",
    ),
    // the run
    entry(&["plays"], "plays of the run, or of a row", "`--n`", "plays", "1.1", "A play is one ticket: a stake, a prize, a visual."),
    entry(
        &["blocks", "block"],
        "blocks of the run, and plays in a block",
        "plays / plays of a block",
        "blocks; plays",
        "1.1",
        "Inside a block plays are drawn without replacement; the open block is what is left to chance.",
    ),
    entry(
        &["sampling", "iid"],
        "how prizes are drawn",
        "block: without replacement from finite blocks; iid: each for itself with the table's odds",
        "",
        "1.1",
        "Every interval says which one it is.",
    ),
    entry(&["judging"], "whether visuals were drawn and judged", "full or none", "", "1.2", "Without judging nothing is known of visuals."),
    entry(
        &["seed"],
        "the number all random draws come from",
        "streams are pure functions of seed, purpose and index",
        "",
        "9",
        "Equal seeds give equal runs on any number of threads.",
    ),
    entry(&["stake_cents", "stake"], "the price of a play", "", "minor units of the currency", "2", ""),
    entry(
        &["currency", "game", "format", "program"],
        "what the file is of",
        "ISO code; id of the game; version of the file's format; this program with its version",
        "",
        "1",
        "",
    ),
    // the PAR sheet
    entry(
        &[
            "returns",
            "block_low",
            "block_high",
            "independent_low",
            "independent_high",
            "normal_block_low",
            "normal_block_high",
            "normal_low",
            "normal_high",
            "block after block",
            "each play from another block",
            "normal, for comparison",
        ],
        "where the return lies at least 95 times in 100 after so many plays: below it and above it at most 2.5 times each",
        "block: plays in the order of sale, only the open block varies; independent: every play from another block; both by the exact law of the paid sum; normal: rtp -+ 1.96 SD / sqrt(plays), inside a block times sqrt(r (N - r) / ((N - 1) n))",
        "fraction of the stake",
        "4.1",
        "The range inside a block closes to the exact return at its end. The normal one is printed because sheets of the trade do.",
    ),
    entry(
        &[
            "precision",
            "within",
            "block_plays",
            "independent_plays",
            "normal_block_plays",
            "normal_independent_plays",
            "plays of a block",
            "plays from many blocks",
            "return within",
        ],
        "plays needed to know the return",
        "the number of plays from which on the exact 95 % range, equal tails, stays within the distance; normal: the formula of the range solved",
        "plays; within in fractions of the stake",
        "4.2",
        "Inside a block the exact answer may be less than the normal one (the range is two narrow ones, with and without the top prize) or more.",
    ),
    // comparisons
    entry(
        &["a", "b", "A", "B", "only_a", "only_b"],
        "the two sides of `sim compare`",
        "a run, or a game without plays, which is exact",
        "",
        "8",
        "only_a, only_b: targets the other side has not.",
    ),
    entry(&["same_law"], "whether both sides are one game file at one stake", "", "", "8", "Then what differs is chance, or a fault (exit code 1)."),
    entry(
        &["shared", "disagreements"],
        "what two runs of one game file, one stake and one seed have in common",
        "the plays of the shorter run are among those of the longer one; their counts, and the prizes at common points of the convergence curve, must agree",
        "plays",
        "8",
        "They are not two samples: no range, no p-value and no verdict of chance is given, and `verdict` is null unless shared counts contradict each other (`disagreements`, exit code 1).",
    ),
    entry(
        &["same_seed"],
        "whether both runs have one seed",
        "their random streams are the same then",
        "",
        "8",
        "Ranges and p-values of two laws take the runs as independent: compare runs of two seeds.",
    ),
    entry(
        &["differing", "key", "what", "what differs"],
        "what differs between plans and game files",
        "key by key, as written in the files",
        "",
        "8",
        "",
    ),
    entry(
        &["figures", "figure"],
        "the figures of both sides",
        "range of the observed difference when each side follows its own table",
        "as the figure",
        "8",
        "",
    ),
    entry(
        &["share_a", "share_b"],
        "observed share of a value on each side",
        "count / trials",
        "fraction of trials",
        "8",
        "Null without trials: then the target stands for it.",
    ),
];

/// The explanation of a name; capitals, `_` and `-` do not matter.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    let exact = ENTRIES.iter().find(|entry| entry.names.contains(&name));
    exact.or_else(|| ENTRIES.iter().find(|entry| entry.names.iter().any(|known| plain(known) == plain(name))))
}

fn plain(name: &str) -> String {
    let words: String = name.chars().map(|letter| if matches!(letter, '_' | '-' | '.') { ' ' } else { letter.to_ascii_lowercase() }).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The names nearest to one that is none.
#[must_use]
pub fn near(name: &str) -> Vec<&'static str> {
    let wanted = plain(name);
    let mut all: Vec<(usize, &'static str)> = ENTRIES
        .iter()
        .flat_map(|entry| entry.names)
        .map(|known| {
            let candidate = plain(known);
            let part = wanted.len() > 2 && (candidate.contains(&wanted) || wanted.contains(&candidate) && candidate.len() > 2);
            (if part { 1 } else { distance(&wanted, &candidate) }, *known)
        })
        .filter(|&(edits, _)| edits <= wanted.chars().count().saturating_sub(1).min(2))
        .collect();
    all.sort_unstable();
    all.truncate(5);
    all.into_iter().map(|(_, name)| name).collect()
}

/// One explanation as a paragraph or two.
#[must_use]
pub fn text(entry: &Entry, style: Style) -> String {
    let mut out = format!("{}\n", style.paint(Ink::Bold, entry.names[0]));
    out.push_str(&paragraph("  ", entry.what));
    let mut line = |label: &str, text: &str| {
        if !text.is_empty() {
            out.push_str(&paragraph(&format!("  {label:<9}"), text));
        }
    };
    line("formula", entry.formula);
    line("unit", entry.unit);
    line("reading", entry.reading);
    line("also", &entry.names[1..].join(" · "));
    line("more", &format!("METHODOLOGY.md, section {}", entry.section));
    out
}

/// All names with what they are.
#[must_use]
pub fn list(style: Style) -> String {
    let mut grid = Grid::new(&[("name", Side::Left, 0), ("what it is", Side::Left, 0)]);
    for entry in ENTRIES {
        grid.row(vec![entry.names[0].to_owned(), entry.what.to_owned()]);
    }
    format!(
        "{}\n{}",
        grid.lines(style),
        paragraph(
            "",
            "`sim explain NAME` prints the formula, the unit, how to read it and where more is; columns, keys and words of the report are names too."
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_name_has_two_explanations() {
        let mut seen = BTreeSet::new();
        for entry in ENTRIES {
            assert!(!entry.names.is_empty() && !entry.what.is_empty());
            for name in entry.names {
                assert!(seen.insert(*name), "`{name}` is explained twice");
            }
        }
    }

    #[test]
    fn names_are_found_as_people_write_them() {
        for (written, name) in [
            ("RTP", "rtp"),
            ("sd-stakes", "sd_stakes"),
            ("Hit Frequency", "hit_frequency"),
            ("1 in", "one_in"),
            ("p", "p_value"),
            ("Fisher's exact test", "chi-square"),
        ] {
            assert_eq!(find(written).unwrap().names[0], name, "{written}");
        }
        assert!(find("nonsense").is_none());
        assert!(near("skewnes").contains(&"skewness") && near("volat").contains(&"volatility") && near("qqqqqq").is_empty());
    }

    /// Every section named is a heading of METHODOLOGY.md.
    #[test]
    fn sections_exist() {
        let methodology = include_str!("../../METHODOLOGY.md");
        for entry in ENTRIES {
            let heading = |line: &str| {
                line.starts_with('#')
                    && line.trim_start_matches('#').trim_start().strip_prefix(entry.section).is_some_and(|rest| rest.starts_with([' ', '.']))
            };
            assert!(methodology.lines().any(heading), "METHODOLOGY.md has no section {} (of `{}`)", entry.section, entry.names[0]);
        }
    }
}
