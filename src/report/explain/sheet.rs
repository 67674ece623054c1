//! The PAR sheet.

use super::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
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
            "Where the return lies at least 95 times in 100",
        ],
        "where the return lies at least 95 times in 100 after so many plays",
        "equal tails: at most 2.5 times in 100 below the range, at most 2.5 above; block: plays in the order of sale, only the open block varies; independent: every play from another block; both by the exact law of the paid sum; normal: rtp -+ 1.96 SD / sqrt(plays), inside a block times sqrt(r (N - r) / ((N - 1) n))",
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
            "Plays needed to know the return",
        ],
        "plays needed to know the return",
        "the number of plays from which on the exact 95 % range, equal tails, stays within the distance; normal: the formula of the range solved",
        "plays; within in fractions of the stake",
        "4.2",
        "Inside a block the exact answer may be less than the normal one (the range is two narrow ones, with and without the top prize) or more.",
    ),
];
