//! What the referee counts, and the targets.

use super::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &["observable", "observables", "values", "Targets: what the visuals show, against what they should show"],
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
        "probability of the value in a trial (in a comparison: or its mean count)",
        "weight / sum of weights",
        "fraction of trials",
        "5",
        "Compare with the observed share and its interval.",
    ),
    entry(
        &["target_mean"],
        "mean count of the value in a trial, for dependent counts",
        "a trial (a play) counts the value any number of times: fifteen dice, so many fives",
        "count in a trial",
        "5.6",
        "`target_probability` is empty there; low, high, effect and detectable are of the mean count.",
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
        &["points", "totals", "point total", "Point totals of a play", "fair_dice_probability", "fair dice", "fair_dice"],
        "point totals of a dice play",
        "in a block: sum over prizes of P(prize) x P(total | prize), every ordered triple of throws of the bracket alike (decision Y2); fair dice: 7 776^3 throws",
        "fraction of plays",
        "10.1",
        "With fair dice and no block the same prizes would return many times the stake: the point of a block. Totals above the top bracket are never shown.",
    ),
    entry(
        &["cells", "set", "row", "column", "symbol", "symbols by cell", "symbols by cell…"],
        "counts by cell of a board",
        "rows and columns from 1",
        "",
        "5.5",
        "Only cells with an expected value are listed. In a run file `row` holds the counters of a tier, observable after observable.",
    ),
];
