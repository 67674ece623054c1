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
use crate::random::Words;

/// Candidates worked on side by side.
pub const LANES: usize = 16;
/// Strips a grid may have: at least three cells each.
pub const MOST_STRIPS: usize = MOST_CELLS / 3;
/// Bits of a gem's code.
pub const PLANES: usize = 3;
/// Numbers of strips: at most eight gems in five cells.
const TABLE: usize = 1 << 15;
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
    /// Its first strip, and its place in it.
    strip: usize,
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
                windows.push(Window { cells, strips: 1 << strip, across: None, strip, place });
            }
            if strip + 2 < count {
                let mut add = |across, cells| windows.push(Window { cells, strips: 7 << strip, across: Some(across), strip, place });
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

/// Every strip of a grid, packed: first the quiet ones, which show no line of their own.
#[derive(Clone, Debug)]
pub struct Strips {
    table: Box<[u16; TABLE]>,
    /// How many strips are quiet.
    pub quiet: u16,
    /// How many strips there are.
    pub all: u16,
}

impl Strips {
    /// The strips of `length` cells (3 to 5) with so many gems (2 to 8).
    #[must_use]
    pub fn new(length: usize, gems: usize) -> Self {
        let all = gems.pow(u32::try_from(length).unwrap_or(0));
        let (mut quiet, mut loud) = (Vec::with_capacity(TABLE), Vec::new());
        for number in 0..all {
            let strip: Vec<usize> = (0..length).scan(number, |rest, _| Some(std::mem::replace(rest, *rest / gems) % gems)).collect();
            let mut packed = 0_u16;
            for (cell, gem) in strip.iter().enumerate() {
                for plane in 0..PLANES {
                    packed |= u16::from(gem >> plane & 1 == 1) << (plane * length + cell);
                }
            }
            let line = strip.windows(3).any(|three| three[0] == three[1] && three[1] == three[2]);
            if line { loud.push(packed) } else { quiet.push(packed) }
        }
        let (quiet_count, all_count) = (u16::try_from(quiet.len()).unwrap_or(0), u16::try_from(all).unwrap_or(0));
        quiet.append(&mut loud);
        quiet.resize(TABLE, 0);
        let table = quiet.into_boxed_slice().try_into().expect("at most eight gems in five cells");
        Self { table, quiet: quiet_count, all: all_count }
    }
}

/// `2^16 mod bound`: below it, the low half of a product is unfair.
const fn unfair(bound: u16) -> u16 {
    bound.wrapping_neg() % bound
}

/// The lanes of the retry loop, side by side: each holds a candidate for one throw.
#[derive(Debug)]
pub struct Board<const LENGTH: usize, const COUNT: usize> {
    shape: Shape<LENGTH, COUNT>,
    /// The candidates.
    strips: [Lane16; MOST_STRIPS],
    /// Places where a window within a strip must show no line.
    along: [Lane16; MOST_STRIPS],
    /// Places where a window across three strips must show no line: straight, falling, rising.
    across: [[Lane16; 3]; MOST_STRIPS],
    /// The magic gem, in all planes.
    wild: [Lane16; MOST_STRIPS],
    /// From how many strips each is drawn, and the unfair part.
    bound: [Lane16; MOST_STRIPS],
    unfair: [Lane16; MOST_STRIPS],
    quiet: (u16, u16),
    all: (u16, u16),
    /// Strips with a special symbol, as a set.
    special: Lane16,
    /// The window of the wanted line: it is not looked at, and its strips are drawn from all strips.
    window: [Option<Window>; LANES],
}

impl<const LENGTH: usize, const COUNT: usize> Board<LENGTH, COUNT> {
    /// Lanes for throws without special symbols.
    #[must_use]
    pub fn new(shape: Shape<LENGTH, COUNT>, strips: &Strips) -> Self {
        let (straight, diagonal) = ([shape.straight(); LANES], [shape.diagonal(); LANES]);
        let (quiet, all) = ((strips.quiet, unfair(strips.quiet)), (strips.all, unfair(strips.all)));
        Self {
            shape,
            strips: [[0; LANES]; MOST_STRIPS],
            along: [diagonal; MOST_STRIPS],
            across: [[straight, diagonal, diagonal]; MOST_STRIPS],
            wild: [[0; LANES]; MOST_STRIPS],
            bound: [[quiet.0; LANES]; MOST_STRIPS],
            unfair: [[quiet.1; LANES]; MOST_STRIPS],
            quiet,
            all,
            special: [0; LANES],
            window: [None; LANES],
        }
    }

    /// Gives a lane another throw.
    #[inline]
    pub fn load(&mut self, lane: usize, wanted: &Wanted) {
        let shape = self.shape;
        let (straight, diagonal) = (shape.straight(), shape.diagonal());
        let mut shut = [0; MOST_STRIPS];
        self.special[lane] = 0;
        for strip in 0..shape.count() {
            shut[strip] = shape.strip_of(wanted.blocked, strip);
            let wild = shape.strip_of(wanted.magic, strip);
            self.wild[strip][lane] = shape.all_planes(wild);
            self.along[strip][lane] = diagonal & !(shut[strip] | shut[strip] >> 1 | shut[strip] >> 2);
            let special = shut[strip] | wild != 0;
            self.special[lane] |= u16::from(special) << strip;
            (self.bound[strip][lane], self.unfair[strip][lane]) = if special { self.all } else { self.quiet };
        }
        for strip in 0..shape.count() - 2 {
            let (first, second, third) = (shut[strip], shut[strip + 1], shut[strip + 2]);
            self.across[strip][0][lane] = straight & !(first | second | third);
            self.across[strip][1][lane] = diagonal & !(first | second >> 1 | third >> 2);
            self.across[strip][2][lane] = diagonal & !(first >> 2 | second >> 1 | third);
        }
        self.window[lane] = None;
    }

    /// Gives a lane the throw of another lane.
    pub fn copy(&mut self, from: usize, to: usize) {
        self.take_window(from, None);
        for strip in 0..self.shape.count() {
            for values in [&mut self.along[strip], &mut self.wild[strip], &mut self.bound[strip], &mut self.unfair[strip]] {
                values[to] = values[from];
            }
            for values in &mut self.across[strip] {
                values[to] = values[from];
            }
        }
        self.special[to] = self.special[from];
        self.window[to] = None;
    }

    /// How many strips of a window hold no special symbol of the lane's throw.
    #[inline]
    #[must_use]
    pub fn plain_strips(&self, lane: usize, window: &Window) -> usize {
        (window.strips & !self.special[lane]).count_ones() as usize
    }

    /// Takes the window of a lane's line, or none, in place of the last one; its strips will be drawn from all strips.
    #[inline]
    pub fn take_window(&mut self, lane: usize, window: Option<Window>) {
        if let Some(window) = std::mem::replace(&mut self.window[lane], window) {
            *self.open(lane, window) |= 1 << window.place;
            self.bound_strips(lane, window, self.quiet);
        }
        if let Some(window) = window {
            *self.open(lane, window) &= !(1 << window.place);
            self.bound_strips(lane, window, self.all);
        }
    }

    fn open(&mut self, lane: usize, window: Window) -> &mut u16 {
        match window.across {
            None => &mut self.along[window.strip][lane],
            Some(course) => &mut self.across[window.strip][course][lane],
        }
    }

    fn bound_strips(&mut self, lane: usize, window: Window, (bound, unfair): (u16, u16)) {
        for strip in window.strip..self.shape.count().min(window.strip + 3) {
            if window.strips & !self.special[lane] & 1 << strip != 0 {
                (self.bound[strip][lane], self.unfair[strip][lane]) = (bound, unfair);
            }
        }
    }

    /// Draws a strip for each place of each lane; returns the lanes whose candidate is thrown away for fairness.
    #[inline]
    pub fn draw<const BLOCKED: bool>(&mut self, strips: &Strips, words: &mut impl Words) -> Lane16 {
        let count = self.shape.count();
        let mut round = [0; ROUND_BYTES / 8];
        let round = &mut round[..count * LANES / 4];
        words.fill(round);
        let mut bytes = [0; ROUND_BYTES];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(&*round) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let mut refused = [0; LANES];
        let (quiet, quiet_unfair) = self.quiet;
        for (strip, bytes) in bytes.as_chunks::<{ 2 * LANES }>().0.iter().enumerate().take(count) {
            let mut numbers = [0; LANES];
            for lane in 0..LANES {
                let (bound, unfair) = if BLOCKED { (self.bound[strip][lane], self.unfair[strip][lane]) } else { (quiet, quiet_unfair) };
                let random = u16::from_le_bytes([bytes[2 * lane], bytes[2 * lane + 1]]);
                let product = u32::from(random) * u32::from(bound);
                #[allow(clippy::cast_possible_truncation)] // the product's two halves
                {
                    numbers[lane] = (product >> 16) as u16;
                    refused[lane] |= u16::from((product as u16) < unfair);
                }
            }
            for lane in 0..LANES {
                self.strips[strip][lane] = strips.table[usize::from(numbers[lane]) % TABLE];
            }
        }
        refused
    }

    /// Puts a line of `gem` into a lane's candidate.
    #[inline]
    pub fn force(&mut self, lane: usize, gem: u8) {
        let shape = self.shape;
        let Some(window) = self.window[lane] else { return };
        let straight = shape.straight();
        let gem_cells = (0..PLANES).filter(|plane| gem >> plane & 1 == 1).fold(0, |all, plane| all | straight << (plane * shape.length()));
        for strip in window.strip..shape.count().min(window.strip + 3) {
            let forced = shape.all_planes(shape.strip_of(window.cells, strip));
            self.strips[strip][lane] = self.strips[strip][lane] & !forced | forced & gem_cells;
        }
    }

    /// Marks the lanes whose candidate shows a line where it must not.
    #[inline]
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
    #[inline]
    #[must_use]
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
