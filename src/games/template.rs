//! Game files to begin with: commented, right, and playable as they are. The sections of the mechanics are those of the built-in games.

use super::{dice, gems, stars};

/// The mechanics a new file can be of, with what each is.
pub const MECHANICS: [(&str, &str); 4] = [
    ("dice", "cups of five dice whose points add up, as Yam's !"),
    ("stars", "stars of several colours that explode, as Star Color"),
    ("gems", "throws of a grid of gems, as Diamond River"),
    ("table", "a prize table alone, without a visual: any game"),
];

/// A new game file: `id` names files, `name` is for players. `None` for a mechanic there is not.
///
/// ```
/// let text = sim::games::template::new_file("my-game", "My game", "table").unwrap();
/// assert!(sim::games::check(&text).unwrap().warnings.0.is_empty());
/// ```
#[must_use]
pub fn new_file(id: &str, name: &str, mechanic: &str) -> Option<String> {
    let (offer, built_in) = match mechanic {
        "dice" => (DICE, dice::YAMS),
        "stars" => (STARS, stars::STAR_COLOR),
        "gems" => (GEMS, gems::DIAMOND_RIVER),
        "table" => (TABLE, ""),
        _ => return None,
    };
    let name = toml::Value::String(name.to_owned());
    let mut text = format!(
        "{HEAD}format = 1\n\n[game]\n# Names files: small letters, digits and hyphens.\nid = \"{id}\"\nname = {name}\n\
         # dice, stars, gems, or table: a prize table alone.\nmechanic = \"{mechanic}\"\n\
         # The ISO code; amounts have as many decimals as the currency has.\ncurrency = \"EUR\"\n\
         # Plays in a block, single ones: winning and losing together.\nblock = 100_000\n\
         # Where the rules are published; may be left out.\nsource = \"\"\n{offer}"
    );
    if let Some(section) = section(built_in, mechanic) {
        let section = section.replacen("[stars]\n", BOARD, 1).replacen(LINES_PER_THROW, LINES, 1);
        text.push_str(&format!(
            "\n# What the game shows. Articles in these comments are those of the built-in game the section was copied from.\n{section}"
        ));
        text.push_str(DECISIONS);
        text.extend(built_in.split("[[decision]]\n").skip(1).map(|decision| {
            let decision = decision.split("\n[").next().unwrap_or_default();
            format!("\n[[decision]]\n{}\n", decision.trim_end())
        }));
    }
    Some(text)
}

/// The section of a mechanic with its parts, as a built-in game has it, up to the next list of sections.
fn section<'a>(text: &'a str, mechanic: &str) -> Option<&'a str> {
    let begins = text.find(&format!("\n[{mechanic}]\n"))? + 1;
    let ends = text[begins..].find("\n[[").map_or(text.len(), |at| begins + at + 1);
    Some(&text[begins..ends])
}

const HEAD: &str = "\
# A game file of sim. Change it, then:
#   sim check FILE             every mistake, with its line and what to do
#   sim par FILE               the exact figures of the prize table
#   sim --game FILE --n 1e7    simulate it
#   sim compare A B            what a change does to the figures
# Amounts are texts (\"2.5\", \"20 000\") or whole numbers. docs/game-file.md describes every key; `sim schema` is for editors.
";

const BOARD: &str = "\
[stars]
# The board, of 2 to 64 stars. Each colour has as many; `[stars.selected]` below names the same colours. Pictures show their first two letters.
rows = 6
columns = 7
colours = [\"violet\", \"bleu\", \"vert\", \"jaune\", \"orange\", \"rose\"]
# In direct contact: 8 with stars that share a corner, or 4.
contacts = 8
";

/// The key of the built-in game before which a new file names the length of a line.
const LINES_PER_THROW: &str = "# Decision D10: at most one line in a throw.\n";

const LINES: &str = "\
# A line is so many of one gem in a row, 3 to 6, and no more than the longer side of the grid; a magic gem may stand for one of them.
# Decision D2 below speaks of three: change its words with the number.
line_length = 3
# Decision D10: at most one line in a throw.
";

const DECISIONS: &str = "
# What was decided where the rules are silent: `sim rules FILE` prints it. Write down what you change.
";

const TABLE: &str = "
# One [[offer]] a stake: what a block pays, one row a prize, the dearest first. Losing plays are the rest of the block: no row.
# Of a row: prize, winners, and if you like total (winners x prize, checked), one_in (published odds, checked) and kind (\"cash\",
# \"free ticket\", \"annuity\" or \"goods\": then `prize` is the declared value).
[[offer]]
stake = \"2\"
# What the rules print below the table; both are checked, and may be left out.
declared_winners = 24_111
declared_total = \"132 500\"
prizes = [
    { prize = \"10 000\", winners = 1, total = \"10 000\" },
    { prize = \"500\", winners = 10, total = \"5 000\" },
    { prize = \"50\", winners = 100, total = \"5 000\" },
    { prize = \"10\", winners = 4_000, total = \"40 000\" },
    { prize = \"5\", winners = 4_500, total = \"22 500\" },
    { prize = \"4\", winners = 9_500, total = \"38 000\" },
    { prize = \"2\", winners = 6_000, total = \"12 000\" },
]
";

const DICE: &str = "
# One [[offer]] a stake: what a block pays, one row a prize, the dearest first. Losing plays are the rest of the block: no row.
# Each row belongs to a bracket of points below, in the same order.
[[offer]]
stake = \"1\"
declared_winners = 18_341
declared_total = \"69 500\"
prizes = [
    { prize = \"5 000\", winners = 1, total = \"5 000\" },
    { prize = \"500\", winners = 2, total = \"1 000\" },
    { prize = \"20\", winners = 58, total = \"1 160\" },
    { prize = \"10\", winners = 2_500, total = \"25 000\" },
    { prize = \"5\", winners = 3_500, total = \"17 500\" },
    { prize = \"4\", winners = 500, total = \"2 000\" },
    { prize = \"3\", winners = 700, total = \"2 100\" },
    { prize = \"2\", winners = 4_660, total = \"9 320\" },
    { prize = \"1\", winners = 6_420, total = \"6 420\" },
]
";

const STARS: &str = "
# One [[offer]] a stake: what a block pays, one row a prize, the dearest first. Losing plays are the rest of the block: no row.
# Each prize must be a sum of the sums below, times the stake.
[[offer]]
stake = \"1\"
declared_winners = 24_391
declared_total = \"69 600\"
prizes = [
    { prize = \"2 000\", winners = 1, total = \"2 000\" },
    { prize = \"100\", winners = 10, total = \"1 000\" },
    { prize = \"12\", winners = 2_300, total = \"27 600\" },
    { prize = \"4\", winners = 2_820, total = \"11 280\" },
    { prize = \"2\", winners = 8_460, total = \"16 920\" },
    { prize = \"1\", winners = 10_800, total = \"10 800\" },
]
";

const GEMS: &str = "
# One [[offer]] a stake: what a block pays, one row a prize, the dearest first. Losing plays are the rest of the block: no row.
# Each prize must be a sum of lines of gems, golden gems and the wheel below.
[[offer]]
stake = \"3\"
declared_winners = 30_042
declared_total = \"216 601\"
prizes = [
    { prize = \"1 000\", winners = 2, total = \"2 000\" },
    { prize = \"100\", winners = 40, total = \"4 000\" },
    { prize = \"50\", winners = 500, total = \"25 000\" },
    { prize = \"20\", winners = 3_000, total = \"60 000\" },
    { prize = \"10\", winners = 1_500, total = \"15 000\" },
    { prize = \"6\", winners = 11_867, total = \"71 202\" },
    { prize = \"3\", winners = 13_133, total = \"39 399\" },
]
";
