//! What was observed, what is exact, and the ranges between them.

use super::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
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
];
