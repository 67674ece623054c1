//! Whether a game's throws can be drawn at all, and soon enough: asked once, when a game file is read.

use super::filling::{Fill, Wanted};
use super::params::{Frequencies, Rules};
use super::visual::{Grid, MOST_CELLS, Word};
use super::ways::Way;
use super::wide::Wide;
use crate::money::grouped;
use crate::random::{Purpose, stream};
use crate::spec::Section;
use std::num::NonZeroU8;
use std::ops::Range;

/// Strips that a throw may cost on average: about a millisecond.
const MOST_STRIPS: u64 = 50_000;
/// Throws of each kind that are tried out.
const TRIED: u64 = 8;

/// Special symbols that one throw may hold together, at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Crowd {
    /// Golden gems.
    gold: usize,
    /// A "+1", a wheel, a magic gem: 0 or 1 each.
    others: [usize; 3],
}

impl Crowd {
    /// The most special symbols of a throw of a play with this way and these frequencies.
    #[must_use]
    fn of(way: &Way, frequencies: &Frequencies, rules: &Rules) -> Self {
        let some = |weights: &[u64]| weights.iter().rposition(|&weight| weight > 0).unwrap_or(0);
        let gold = if way.gold { usize::try_from(rules.gold_needed).unwrap_or(usize::MAX) } else { some(&frequencies.gold_shown) };
        let others = [some(&frequencies.extra_throws) > 0, way.wheel.is_some(), frequencies.magic.0 > 0];
        Self { gold, others: others.map(usize::from) }
    }

    /// Cells that they take.
    #[must_use]
    fn cells(self) -> usize {
        self.others.iter().fold(self.gold, |all, &other| all.saturating_add(other))
    }

    /// Cells that they take from lines: all but that of the magic gem.
    #[must_use]
    fn blocked(self) -> usize {
        self.cells().saturating_sub(self.others[2])
    }

    /// In words: `3 golden gems, a +1 and a wheel`.
    #[must_use]
    fn words(self) -> String {
        let mut parts = match self.gold {
            0 => vec![],
            1 => vec!["a golden gem".to_owned()],
            more => vec![format!("{more} golden gems")],
        };
        let named = ["a +1", "a wheel", "a magic gem"].iter().zip(self.others);
        parts.extend(named.filter(|&(_, many)| many > 0).map(|(name, _)| (*name).to_owned()));
        match parts.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            Some((last, _)) => last.clone(),
            None => "no special symbol".to_owned(),
        }
    }
}

/// Whether so many cells can be chosen that every line of `line` cells runs through one of them.
#[must_use]
pub fn can_block_every_line(grid: Grid, line: usize, cells: usize) -> bool {
    let windows: Vec<u64> = Wide::new(grid, 2, line).windows().iter().map(|window| window.cells).collect();
    can_block(&windows, 0, cells)
}

fn can_block(windows: &[u64], taken: u64, cells: usize) -> bool {
    let free = || windows.iter().copied().filter(|window| window & taken == 0);
    let Some(open) = free().next() else { return true };
    // lines that share no cell need a cell each
    let apart = free().fold((0, 0_usize), |(seen, apart), window| if window & seen == 0 { (seen | window, apart + 1) } else { (seen, apart) });
    if apart.1 > cells {
        return false;
    }
    // one cell of the first open line must be taken
    (0..MOST_CELLS).filter(|&cell| open.has(cell)).any(|cell| can_block(windows, taken | u64::of(cell), cells - 1))
}

/// The kind of throw that is too rare to draw, in words; `None` where all are found soon enough.
#[must_use]
fn too_rare(rules: &Rules, magic: bool, lines: bool) -> Option<String> {
    let wide = Wide::new(rules.grid, rules.gems.len(), rules.line_length);
    let mut words = stream(0, Purpose::Show, 0);
    let mut fits = |line: bool, cells: &[u64]| {
        let mut left = MOST_STRIPS * cells.len() as u64;
        cells.iter().all(|&magic| {
            let wanted = Wanted { blocked: 0, magic, line: if line { NonZeroU8::new(1) } else { None } };
            let found = wide.fill_within(&wanted, &mut words, left);
            left -= found.map_or(0, |(_, strips)| strips);
            found.is_some()
        })
    };
    let none = vec![0; usize::try_from(TRIED).unwrap_or(1)];
    let every: Vec<u64> = (0..rules.grid.cells()).map(u64::of).collect();
    let cases = [
        (true, false, &none, "no line"),
        (magic, false, &every, "no line beside a magic gem"),
        (lines, true, &none, "one line and no other"),
        (lines && magic, true, &every, "one line and no other beside a magic gem"),
    ];
    cases.into_iter().find(|&(asked, line, cells, _)| asked && !fits(line, cells)).map(|(_, _, _, what)| what.to_owned())
}

/// Every throw must have room for its special symbols, and for a line where one is wanted; and be found soon enough.
pub fn check_room(
    section: &Section<'_>,
    grid: &Range<usize>,
    gold: &Range<usize>,
    rules: &Rules,
    ways: &[Vec<(Way, u64)>],
    frequencies: &[Frequencies],
) {
    let Grid { rows, columns } = rules.grid;
    let drawn = || ways.iter().zip(frequencies).flat_map(|(ways, of)| ways.iter().filter(|(_, weight)| *weight > 0).map(move |(way, _)| (way, of)));
    let crowds = || drawn().map(|(way, of)| (way, Crowd::of(way, of, rules)));
    let with_line = || crowds().filter(|(way, _)| way.line_count() > 0).map(|(_, crowd)| crowd);
    let fullest = crowds().map(|(_, crowd)| crowd).max_by_key(|crowd| crowd.cells());
    if let Some(crowd) = fullest.filter(|crowd| crowd.cells() > rules.grid.cells()) {
        section.error(
            gold.clone(),
            format!("one throw may hold {}: more than its {rows} x {columns} cells", crowd.words()),
            "make the grid larger or `gold_needed` smaller",
        );
        return;
    }
    let crowded = with_line().max_by_key(|crowd| crowd.blocked());
    if let Some(crowd) = crowded.filter(|crowd| can_block_every_line(rules.grid, rules.line_length, crowd.blocked())) {
        let crowd = Crowd { others: [crowd.others[0], crowd.others[1], 0], ..crowd };
        section.error(
            gold.clone(),
            format!("{} in one throw may leave no room for a line in {rows} x {columns} cells", crowd.words()),
            "make the grid larger, `gold_needed` smaller, or give ways, frequencies and `for_prizes` that show fewer of them beside a line",
        );
        return;
    }
    let magic = frequencies.iter().any(|of| of.magic.0 > 0);
    if let Some(what) = too_rare(rules, magic, crowded.is_some()) {
        section.error(
            grid.clone(),
            format!(
                "throws of {rows} x {columns} cells with {} gems that show {what} are too rare: drawing one takes more than {} strips of {} cells",
                rules.gems.len(),
                grouped(MOST_STRIPS.into()),
                rules.grid.strip()
            ),
            "add gems, make the grid smaller or `line_length` longer: lines are then rarer",
        );
    }
}
