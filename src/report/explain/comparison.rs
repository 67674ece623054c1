//! The words of `sim compare`.

use super::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
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
        &["share_a", "share_b", "The largest differences of …", "Targets that differ"],
        "observed share of a value on each side",
        "count / trials",
        "fraction of trials",
        "8",
        "Null without trials: then the target stands for it.",
    ),
];
