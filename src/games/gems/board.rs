//! Candidates side by side: how strips of gems are drawn, and where they show a line.
//!
//! ```text
//! a strip, packed: bit `p * length + i` is plane `p` of its cell `i`        three strips a, b, c side by side show a line at cell i when
//!   . . c c c b b b a a a          planes of gems, three a cell               straight  a[i]     = b[i]     = c[i]
//!   plane 2  plane 1  plane 0      (length 3 here)                            falling   a[i]     = b[i + 1] = c[i + 2]
//!                                                                             rising    a[i + 2] = b[i + 1] = c[i]
//! ```
//! Shifting a packed strip by one or two cells moves bits of the next plane into its last one or two cells only, where no diagonal begins.
//!
//! **How a strip is drawn.** Sixteen random bits `r` give the number `r * n >> 16` of one of `n` strips; the candidate is thrown away whole if the low half
//! of the product is below `2^16 mod n`. What is kept has every number equally often (Lemire 2019), and the chance to be thrown away does not depend on the
//! numbers drawn.
#![allow(clippy::needless_range_loop)] // lanes of several arrays, side by side

use super::filling::Wanted;
use super::visual::{Grid, MOST_CELLS};
use crate::random::{Words, below};

/// Candidates worked on side by side.
pub const LANES: usize = 16;
/// Strips a grid may have: at least three cells each.
pub const MOST_STRIPS: usize = MOST_CELLS / 3;
/// Bits of a gem's code.
pub const PLANES: usize = 3;
/// Strips the table has room for: 8^5 for eight gems in five cells, and no more than 5 x 8^4 with a magic gem.
const TABLE: usize = 1 << 16;
/// Random bytes a round may need.
const ROUND_BYTES: usize = MOST_STRIPS * LANES * 2;

/// One value a lane.
pub type Lane16 = [u16; LANES];

/// The size of a grid in strips: known to the compiler where the two numbers are not 0.
#[derive(Clone, Copy, Debug)]
pub struct Shape<const LENGTH: usize, const COUNT: usize>(pub Grid);

impl<const LENGTH: usize, const COUNT: usize> Shape<LENGTH, COUNT> {
    /// Cells of a strip.
    const fn length(self) -> usize {
        if LENGTH == 0 { self.0.strip() } else { LENGTH }
    }

    /// Strips of the grid.
    const fn count(self) -> usize {
        if COUNT == 0 { self.0.strips() } else { COUNT }
    }

    /// The cells of a strip, as a packed plane.
    const fn straight(self) -> u16 {
        (1 << self.length()) - 1
    }

    /// The cells of a strip where a diagonal, or a line within the strip, begins.
    const fn diagonal(self) -> u16 {
        (1 << (self.length() - 2)) - 1
    }

    /// The cells of one strip out of those of the grid.
    #[allow(clippy::cast_possible_truncation)] // a strip has at most five cells
    fn strip_of(self, cells: u32, strip: usize) -> u16 {
        cells.checked_shr((strip * self.length()) as u32).unwrap_or(0) as u16 & self.straight()
    }

    /// The same cells in all planes.
    const fn all_planes(self, cells: u16) -> u16 {
        cells | cells << self.length() | cells << (2 * self.length())
    }
}

/// A place for a line.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Its cells.
    pub cells: u32,
    /// Its strips, as a set.
    pub strips: u16,
    /// `None` within a strip; straight (0), falling (1) or rising (2) across three.
    across: Option<usize>,
    /// Its first strip, how many it touches, and its place in the first.
    strip: usize,
    width: usize,
    place: usize,
}

/// Every window of a grid.
#[must_use]
pub fn windows(grid: Grid) -> Vec<Window> {
    let (length, count) = (grid.strip(), grid.strips());
    let mut windows = Vec::new();
    for strip in 0..count {
        for place in 0..length {
            let cell = |further: usize, place: usize| 1_u32 << ((strip + further) * length + place);
            if place + 2 < length {
                let cells = cell(0, place) | cell(0, place + 1) | cell(0, place + 2);
                windows.push(Window { cells, strips: 1 << strip, across: None, strip, width: 1, place });
            }
            if strip + 2 < count {
                let mut add = |across, cells| windows.push(Window { cells, strips: 7 << strip, across: Some(across), strip, width: 3, place });
                add(0, cell(0, place) | cell(1, place) | cell(2, place));
                if place + 2 < length {
                    add(1, cell(0, place) | cell(1, place + 1) | cell(2, place + 2));
                    add(2, cell(0, place + 2) | cell(1, place + 1) | cell(2, place));
                }
            }
        }
    }
    windows
}

/// From which strips one is drawn: `bound` of them, from `base` on in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Source {
    base: u16,
    bound: u16,
    /// `2^16 mod bound`: below it, the low half of a product is unfair.
    unfair: u16,
}

impl Source {
    fn new(base: usize, bound: usize) -> Self {
        let bound = u16::try_from(bound).unwrap_or(u16::MAX);
        Self { base: u16::try_from(base).unwrap_or(0), bound, unfair: bound.wrapping_neg() % bound }
    }

    /// How many of the 2^16 random numbers give one strip, when the unfair ones are refused.
    fn fair_numbers(self) -> u64 {
        (1 << 16) / u64::from(self.bound)
    }
}

/// The strips of a grid, packed, in the order they are drawn from.
#[derive(Clone, Debug)]
pub struct Strips {
    table: Box<[u16; TABLE]>,
    /// Strips that show no line of their own.
    quiet: Source,
    /// All strips.
    all: Source,
    /// By the place of a magic gem: strips with the first gem in that place that show no line of their own with the magic gem.
    with_magic: [Source; 5],
}

impl Strips {
    /// The strips of `length` cells (3 to 5) with so many gems (2 to 8).
    #[must_use]
    pub fn new(length: usize, gems: usize) -> Self {
        let every = (0..gems.pow(u32::try_from(length).unwrap_or(0)))
            .map(|number| (0..length).scan(number, |rest, _| Some(std::mem::replace(rest, *rest / gems) % gems)).collect::<Vec<_>>());
        let (quiet, loud): (Vec<_>, Vec<_>) = every.partition(|strip| !shows_line(strip, None));
        let mut table = Vec::with_capacity(TABLE);
        let pack = |strip: &Vec<usize>| {
            let bit = |(cell, gem): (usize, &usize), plane: usize| u16::from(gem >> plane & 1 == 1) << (plane * length + cell);
            strip.iter().enumerate().fold(0, |packed, cell| (0..PLANES).fold(packed, |packed, plane| packed | bit(cell, plane)))
        };
        table.extend(quiet.iter().chain(&loud).map(pack));
        let (quiet_strips, all) = (Source::new(0, quiet.len()), Source::new(0, table.len()));
        let mut with_magic = [Source::default(); 5];
        for (place, source) in with_magic.iter_mut().enumerate().take(length) {
            let base = table.len();
            table.extend(quiet.iter().chain(&loud).filter(|strip| strip[place] == 0 && !shows_line(strip, Some(place))).map(pack));
            *source = Source::new(base, table.len() - base);
        }
        table.resize(TABLE, 0);
        let table = table.into_boxed_slice().try_into().expect("at most eight gems in five cells");
        Self { table, quiet: quiet_strips, all, with_magic }
    }

    /// The windows of `grid` with the weights by which they are proposed when the magic gem stands at `magic`, or nowhere: see [`super::filling`].
    #[must_use]
    pub fn window_weights(&self, grid: Grid, gems: u64, magic: Option<usize>) -> Vec<u64> {
        let all = self.all.fair_numbers();
        let magic_strip = magic.map(|cell| cell / grid.strip());
        let weight = |window: Window| {
            let touched: Vec<usize> = (0..grid.strips()).filter(|strip| window.strips >> strip & 1 == 1).collect();
            let own = |&strip: &usize| match magic.filter(|_| Some(strip) == magic_strip) {
                Some(cell) => self.with_magic[cell % grid.strip()].fair_numbers(),
                None => self.quiet.fair_numbers(),
            };
            let own: u64 = touched.iter().map(own).product();
            let untouched = all.pow(u32::try_from(3 - touched.len()).unwrap_or(0));
            let through_magic = magic.is_some_and(|cell| window.cells >> cell & 1 == 1);
            let apart = magic_strip.is_some_and(|strip| !touched.contains(&strip));
            own * untouched * gems.pow(u32::from(through_magic) + u32::from(apart))
        };
        windows(grid).into_iter().map(weight).collect()
    }

    /// The share of a proposal that is kept where special symbols stand in the strip: (numerator, denominator), by the place of a magic gem in it.
    #[inline(always)]
    fn kept_share(&self, gems: u64, magic: Option<usize>) -> (u64, u64) {
        match magic {
            Some(place) => (self.all.fair_numbers() * gems, self.with_magic[place].fair_numbers()),
            None => (self.all.fair_numbers(), self.quiet.fair_numbers()),
        }
    }
}

/// Whether a strip shows a line of its own, the cell `magic` standing for any gem.
fn shows_line(strip: &[usize], magic: Option<usize>) -> bool {
    (2..strip.len()).any(|last| {
        let others: Vec<usize> = (last - 2..=last).filter(|&cell| Some(cell) != magic).map(|cell| strip[cell]).collect();
        others.iter().all(|&gem| gem == others[0])
    })
}

/// The lanes of the retry loop, side by side: each holds a candidate for one throw.
#[derive(Debug)]
pub struct Board<'a, const LENGTH: usize, const COUNT: usize> {
    shape: Shape<LENGTH, COUNT>,
    source: &'a Strips,
    /// The candidates.
    strips: [Lane16; MOST_STRIPS],
    /// Places where a window within a strip must show no line.
    along: [Lane16; MOST_STRIPS],
    /// Places where a window across three strips must show no line: straight, falling, rising.
    across: [[Lane16; 3]; MOST_STRIPS],
    /// The magic gem, in all planes.
    wild: [Lane16; MOST_STRIPS],
    /// From which strips each is drawn.
    base: [Lane16; MOST_STRIPS],
    bound: [Lane16; MOST_STRIPS],
    unfair: [Lane16; MOST_STRIPS],
    /// Strips with a blocked cell, as a set.
    blocked: Lane16,
    /// The strip of the magic gem and its place in it.
    magic: [Option<(usize, usize)>; LANES],
    /// The window of the wanted line: it is not looked at, and its strips are drawn from all strips.
    window: [Option<Window>; LANES],
}

impl<'a, const LENGTH: usize, const COUNT: usize> Board<'a, LENGTH, COUNT> {
    /// Lanes for throws without special symbols.
    #[must_use]
    pub fn new(shape: Shape<LENGTH, COUNT>, source: &'a Strips) -> Self {
        let (straight, diagonal) = ([shape.straight(); LANES], [shape.diagonal(); LANES]);
        Self {
            shape,
            source,
            strips: [[0; LANES]; MOST_STRIPS],
            along: [diagonal; MOST_STRIPS],
            across: [[straight, diagonal, diagonal]; MOST_STRIPS],
            wild: [[0; LANES]; MOST_STRIPS],
            base: [[source.quiet.base; LANES]; MOST_STRIPS],
            bound: [[source.quiet.bound; LANES]; MOST_STRIPS],
            unfair: [[source.quiet.unfair; LANES]; MOST_STRIPS],
            blocked: [0; LANES],
            magic: [None; LANES],
            window: [None; LANES],
        }
    }

    /// Gives a lane another throw.
    #[inline(always)]
    pub fn load(&mut self, lane: usize, wanted: &Wanted) {
        let shape = self.shape;
        let (straight, diagonal) = (shape.straight(), shape.diagonal());
        let magic = (wanted.magic != 0).then(|| wanted.magic.trailing_zeros() as usize);
        self.magic[lane] = magic.map(|cell| (cell / shape.length(), cell % shape.length()));
        let mut shut = [0; MOST_STRIPS];
        let mut blocked = 0;
        for strip in 0..shape.count() {
            shut[strip] = shape.strip_of(wanted.blocked, strip);
            blocked |= u16::from(shut[strip] != 0) << strip;
            self.wild[strip][lane] = shape.all_planes(shape.strip_of(wanted.magic, strip));
            self.along[strip][lane] = diagonal & !(shut[strip] | shut[strip] >> 1 | shut[strip] >> 2);
        }
        for strip in 0..shape.count() - 2 {
            let (first, second, third) = (shut[strip], shut[strip + 1], shut[strip + 2]);
            self.across[strip][0][lane] = straight & !(first | second | third);
            self.across[strip][1][lane] = diagonal & !(first | second >> 1 | third >> 2);
            self.across[strip][2][lane] = diagonal & !(first >> 2 | second >> 1 | third);
        }
        self.blocked[lane] = blocked;
        self.window[lane] = None;
        for strip in 0..shape.count() {
            self.draw_from(lane, strip, self.own_source(lane, strip));
        }
    }

    /// From which strips a strip of a lane's throw is drawn, if no wanted line touches it.
    #[inline(always)]
    fn own_source(&self, lane: usize, strip: usize) -> Source {
        if self.blocked[lane] >> strip & 1 == 1 {
            return self.source.all;
        }
        match self.magic[lane] {
            Some((magic, place)) if magic == strip => self.source.with_magic[place],
            _ => self.source.quiet,
        }
    }

    #[inline(always)]
    fn draw_from(&mut self, lane: usize, strip: usize, source: Source) {
        self.base[strip][lane] = source.base;
        self.bound[strip][lane] = source.bound;
        self.unfair[strip][lane] = source.unfair;
    }

    /// Gives a lane the throw of another lane.
    #[inline(always)]
    pub fn copy(&mut self, from: usize, to: usize) {
        self.take_window(from, None);
        for strip in 0..self.shape.count() {
            for values in [&mut self.along[strip], &mut self.wild[strip], &mut self.base[strip], &mut self.bound[strip], &mut self.unfair[strip]] {
                values[to] = values[from];
            }
            for values in &mut self.across[strip] {
                values[to] = values[from];
            }
        }
        self.blocked[to] = self.blocked[from];
        self.magic[to] = self.magic[from];
        self.window[to] = None;
    }

    /// Whether a window proposed for a lane's line fits the throw, and is kept in spite of the blocked strips it touches.
    #[inline(always)]
    pub fn keeps(&self, lane: usize, window: &Window, wanted: &Wanted, gems: u64, words: &mut impl Words) -> bool {
        if window.cells & wanted.blocked != 0 {
            return false;
        }
        let mut touched = window.strips & self.blocked[lane];
        while touched != 0 {
            let strip = touched.trailing_zeros() as usize;
            touched &= touched - 1;
            let place = self.magic[lane].filter(|&(magic, _)| magic == strip).map(|(_, place)| place);
            let (kept, of) = self.source.kept_share(gems, place);
            if below(words, of) >= kept {
                return false;
            }
        }
        true
    }

    /// Takes the window of a lane's line, or none, in place of the last one; its strips will be drawn from all strips.
    #[inline(always)]
    pub fn take_window(&mut self, lane: usize, window: Option<Window>) {
        if let Some(window) = std::mem::replace(&mut self.window[lane], window) {
            *self.open(lane, window) |= 1 << window.place;
            for strip in window.strip..window.strip + window.width {
                self.draw_from(lane, strip, self.own_source(lane, strip));
            }
        }
        if let Some(window) = window {
            *self.open(lane, window) &= !(1 << window.place);
            for strip in window.strip..window.strip + window.width {
                self.draw_from(lane, strip, self.source.all);
            }
        }
    }

    #[inline(always)]
    fn open(&mut self, lane: usize, window: Window) -> &mut u16 {
        match window.across {
            None => &mut self.along[window.strip][lane],
            Some(course) => &mut self.across[window.strip][course][lane],
        }
    }

    /// Draws a strip for each place of each lane; returns the lanes whose candidate is thrown away for fairness.
    #[inline(always)]
    pub fn draw<const BLOCKED: bool>(&mut self, words: &mut impl Words) -> Lane16 {
        let count = self.shape.count();
        let mut round = [0; ROUND_BYTES / 8];
        let round = &mut round[..count * LANES / 4];
        words.fill(round);
        let mut bytes = [0; ROUND_BYTES];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(&*round) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let mut refused = [0; LANES];
        let Source { bound: quiet, unfair: quiet_unfair, base: quiet_base } = self.source.quiet;
        for (strip, bytes) in bytes.as_chunks::<{ 2 * LANES }>().0.iter().enumerate().take(count) {
            let mut numbers = [0; LANES];
            for lane in 0..LANES {
                let (base, bound, unfair) = if BLOCKED {
                    (self.base[strip][lane], self.bound[strip][lane], self.unfair[strip][lane])
                } else {
                    (quiet_base, quiet, quiet_unfair)
                };
                let random = u16::from_le_bytes([bytes[2 * lane], bytes[2 * lane + 1]]);
                let product = u32::from(random) * u32::from(bound);
                #[allow(clippy::cast_possible_truncation)] // the product's two halves
                {
                    numbers[lane] = base.wrapping_add((product >> 16) as u16);
                    refused[lane] |= u16::from((product as u16) < unfair);
                }
            }
            for lane in 0..LANES {
                self.strips[strip][lane] = self.source.table[usize::from(numbers[lane])];
            }
        }
        refused
    }

    /// Puts a line of `gem` into a lane's candidate.
    #[inline(always)]
    pub fn force(&mut self, lane: usize, gem: u8) {
        let shape = self.shape;
        let Some(window) = self.window[lane] else { return };
        let straight = shape.straight();
        let gem_cells = (0..PLANES).filter(|plane| gem >> plane & 1 == 1).fold(0, |all, plane| all | straight << (plane * shape.length()));
        for strip in window.strip..window.strip + window.width {
            let forced = shape.all_planes(shape.strip_of(window.cells, strip));
            self.strips[strip][lane] = self.strips[strip][lane] & !forced | forced & gem_cells;
        }
    }

    /// Marks the lanes whose candidate shows a line where it must not.
    #[inline(always)]
    pub fn check<const BLOCKED: bool, const MAGIC: bool>(&self, refused: &mut Lane16) {
        let shape = self.shape;
        let length = u32::try_from(shape.length()).unwrap_or(0);
        // a bit where any plane differs; wrapping: a shift that is checked is no vector
        let fold = |differ: u16| differ | differ.wrapping_shr(length) | differ.wrapping_shr(2 * length);
        let lines = |[a, b, c]: [u16; 3], [wild_a, wild_b, wild_c]: [u16; 3]| {
            if MAGIC {
                // a magic gem equals each of the two others, which must equal each other
                !fold((a ^ b) & !(wild_a | wild_b) | (b ^ c) & !(wild_b | wild_c) | (a ^ c) & wild_b)
            } else {
                !fold((a ^ b) | (b ^ c))
            }
        };
        let falling = |[a, b, c]: [u16; 3]| [a, b >> 1, c >> 2];
        let rising = |[a, b, c]: [u16; 3]| [a >> 2, b >> 1, c];
        if BLOCKED {
            for strip in 0..shape.count() {
                let [strips, wild, open] = [&self.strips[strip], &self.wild[strip], &self.along[strip]];
                for lane in 0..LANES {
                    refused[lane] |= lines(falling([strips[lane]; 3]), falling([wild[lane]; 3])) & open[lane];
                }
            }
        }
        for strip in 0..shape.count() - 2 {
            let [a, b, c] = [&self.strips[strip], &self.strips[strip + 1], &self.strips[strip + 2]];
            let [wild_a, wild_b, wild_c] = [&self.wild[strip], &self.wild[strip + 1], &self.wild[strip + 2]];
            let open = &self.across[strip];
            for lane in 0..LANES {
                let (strips, wild) = ([a[lane], b[lane], c[lane]], [wild_a[lane], wild_b[lane], wild_c[lane]]);
                let open =
                    if BLOCKED { [open[0][lane], open[1][lane], open[2][lane]] } else { [shape.straight(), shape.diagonal(), shape.diagonal()] };
                refused[lane] |=
                    lines(strips, wild) & open[0] | lines(falling(strips), falling(wild)) & open[1] | lines(rising(strips), rising(wild)) & open[2];
            }
        }
    }

    /// The planes of a lane's candidate.
    #[inline(always)]
    pub fn planes(&self, lane: usize) -> [u32; PLANES] {
        let (length, count) = (self.shape.length(), self.shape.count());
        let cells = u64::from(self.shape.straight());
        let three_strips = cells | cells << 16 | cells << 32;
        let gap = 16 - length;
        let mut planes = [0; PLANES];
        for first in (0..count).step_by(3) {
            let strip = |further: usize| if first + further < count { u64::from(self.strips[first + further][lane]) } else { 0 };
            let packed = strip(0) | strip(1) << 16 | strip(2) << 32;
            for (bit, plane) in planes.iter_mut().enumerate() {
                let apart = packed >> (bit * length) & three_strips;
                let together = (apart | apart >> gap | apart >> (2 * gap)) & ((1 << (3 * length)) - 1);
                #[allow(clippy::cast_possible_truncation)] // no more cells than the grid has
                {
                    *plane |= (together << (first * length)) as u32;
                }
            }
        }
        planes
    }
}
