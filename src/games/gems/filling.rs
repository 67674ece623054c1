//! The fillings of a throw (D9): uniform over all fillings of the free cells that show exactly the wanted line, or none. The generator's only retry.
//!
//! **Why it is uniform.** Without a wanted line, a candidate is a uniform filling of the free cells; it is kept if it shows no line and thrown away *whole*
//! otherwise. What is kept is uniform over the fillings that may be kept. Strips (columns of the built-in grid) without a special symbol are drawn at
//! once from the strips that show no line of their own: that throws away, before it is drawn, a part of the candidates that would be thrown away anyway, and
//! leaves the others as likely as each other.
//!
//! With a wanted line of gem `g`, a candidate is a pair (window, filling in which the window shows `g`). Each pair must be as likely as any other. With `f`
//! free cells and `k` of them in the window there are `gems^(f - k)` fillings a window; `k` is 3, or 2 when the magic gem stands in the window. So a window
//! through the magic gem is proposed `gems` times as often as another one, and then the cells outside it are drawn uniformly. The candidate is kept
//! if it shows no line but the window. A filling that shows exactly one line, of `g`, belongs to exactly one such pair, so all of them are equally likely.
//! Two traps, both avoided: the window is drawn anew in each try (places that are refused more often must come out less often), and *all* strips are drawn
//! from all strips (from those without a line of their own, a window would be favoured by how many strips it touches).
//!
//! Four of a gem in a straight run are two lines, and so are two lines through one magic gem: a filling that shows one line is never ambiguous (D2).
//!
//! **How a strip is drawn.** Sixteen random bits `r` give the number `r * n >> 16` of one of `n` strips; the candidate is thrown away whole if the low half
//! of the product is below `2^16 mod n`. What is kept has every number equally often (Lemire 2019), and the chance to be thrown away does not depend on the
//! numbers drawn.
//!
//! ```text
//! a strip, packed: bit `p * length + i` is plane `p` of its cell `i`        three strips a, b, c side by side show a line at cell i when
//!   . . c c c b b b a a a          planes of gems, three a cell               straight  a[i]     = b[i]     = c[i]
//!   plane 2  plane 1  plane 0      (length 3 here)                            falling   a[i]     = b[i + 1] = c[i + 2]
//!                                                                             rising    a[i + 2] = b[i + 1] = c[i]
//! ```
//! Shifting a packed strip by one or two cells moves bits of the next plane into its last one or two cells only, where no diagonal begins.

#![allow(clippy::needless_range_loop)] // lanes of several arrays, side by side

use super::visual::{Grid, MOST_CELLS};
use crate::random::{Words, below};

/// Candidates worked on side by side.
const LANES: usize = 16;
/// Strips a grid may have: at least three cells each.
const MOST_STRIPS: usize = MOST_CELLS / 3;
/// Bits of a gem's code.
const PLANES: usize = 3;
/// Numbers of strips: at most eight gems in five cells.
const TABLE: usize = 1 << 15;
/// Random words a round may need: four numbers a word.
const ROUND_WORDS: usize = MOST_STRIPS * LANES / 4;

/// One value a lane.
type Lane16 = [u16; LANES];

/// One throw to be filled. Sets of cells as in [`super::visual`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Cells of special symbols that are no gem: golden gems, "+1", wheel.
    pub blocked: u32,
    /// The cell of the magic gem, or none (D3: at most one).
    pub magic: u32,
    /// The gem whose line must show; `None`: no line at all.
    pub line: Option<u8>,
}

/// What the throws of a list have in common: it decides what is drawn and checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// No special symbol, no line.
    Plain,
    /// Special symbols but no magic gem, no line.
    Blocked,
    /// A magic gem and perhaps others, no line.
    Magic,
    /// A line, and perhaps special symbols.
    Line,
}

impl Kind {
    /// Every kind, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Blocked, Self::Magic, Self::Line];
}

impl Wanted {
    /// The kind of the throw.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match (self.line, self.magic, self.blocked) {
            (Some(_), _, _) => Kind::Line,
            (None, 0, 0) => Kind::Plain,
            (None, 0, _) => Kind::Blocked,
            _ => Kind::Magic,
        }
    }
}

/// Which windows of three cells: those within a strip, or one of three across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    Along,
    Across(usize),
}

/// A place for a line.
#[derive(Clone, Copy, Debug)]
struct Window {
    cells: u32,
    course: Course,
    /// Its first strip, and its place in it.
    strip: usize,
    place: usize,
}

/// Draws fillings for one grid and number of gems.
#[derive(Clone, Debug)]
pub struct Filler {
    grid: Grid,
    gems: usize,
    /// Every strip, packed: first those without a line of their own.
    strips: Box<[u16; TABLE]>,
    /// How many strips show no line of their own.
    quiet: u16,
    /// How many strips there are.
    all: u16,
    windows: Vec<Window>,
}

impl Filler {
    /// A filler for a grid whose shorter side is 3 to 5 and 2 to 8 gems.
    #[must_use]
    pub fn new(grid: Grid, gems: usize) -> Self {
        let (length, count) = (grid.strip(), grid.strips());
        let all = gems.pow(u32::try_from(length).unwrap_or(0));
        let (mut quiet, mut loud) = (Vec::with_capacity(all), Vec::new());
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
        let number = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let (quiet_count, all_count) = (number(quiet.len()), number(all));
        let mut strips = vec![0; TABLE];
        for (slot, packed) in strips.iter_mut().zip(quiet.into_iter().chain(loud)) {
            *slot = packed;
        }
        let mut windows = Vec::new();
        for strip in 0..count {
            for place in 0..length {
                let cell = |strips_on: usize, place: usize| 1_u32 << ((strip + strips_on) * length + place);
                let mut add = |course, cells| windows.push(Window { cells, course, strip, place });
                if place + 2 < length {
                    add(Course::Along, cell(0, place) | cell(0, place + 1) | cell(0, place + 2));
                }
                if strip + 2 < count {
                    add(Course::Across(0), cell(0, place) | cell(1, place) | cell(2, place));
                    if place + 2 < length {
                        add(Course::Across(1), cell(0, place) | cell(1, place + 1) | cell(2, place + 2));
                        add(Course::Across(2), cell(0, place + 2) | cell(1, place + 1) | cell(2, place));
                    }
                }
            }
        }
        let strips = strips.into_boxed_slice().try_into().expect("the table was made of this size");
        Self { grid, gems, strips, quiet: quiet_count, all: all_count, windows }
    }

    /// The grid.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// Fills each throw of a list; `filled` gets its number in `wanted` and the planes of its gems (0 in cells that hold no gem), in any order. Returns how
    /// many candidates were tried.
    ///
    /// `kind` is at least the kind of every throw of the list.
    pub fn fill(&self, kind: Kind, wanted: &[Wanted], words: &mut impl Words, filled: impl FnMut(usize, [u32; PLANES])) -> u64 {
        debug_assert!(wanted.iter().all(|wanted| wanted.kind() <= kind));
        match (self.grid.strip(), self.grid.strips()) {
            (5, 6) => self.fill_sized::<5, 6>(kind, wanted, words, filled),
            _ => self.fill_sized::<0, 0>(kind, wanted, words, filled),
        }
    }

    /// `LENGTH` and `COUNT` of the strips, where the compiler should know them; 0 where not.
    fn fill_sized<const LENGTH: usize, const COUNT: usize>(
        &self,
        kind: Kind,
        wanted: &[Wanted],
        words: &mut impl Words,
        filled: impl FnMut(usize, [u32; PLANES]),
    ) -> u64 {
        match kind {
            Kind::Plain => self.run::<LENGTH, COUNT, false, false, false>(wanted, words, filled),
            Kind::Blocked => self.run::<LENGTH, COUNT, true, false, false>(wanted, words, filled),
            Kind::Magic => self.run::<LENGTH, COUNT, true, true, false>(wanted, words, filled),
            Kind::Line => self.run::<LENGTH, COUNT, true, true, true>(wanted, words, filled),
        }
    }

    /// The retry loop: each lane works on one throw until a candidate fits, then takes the next throw.
    fn run<const LENGTH: usize, const COUNT: usize, const BLOCKED: bool, const MAGIC: bool, const LINE: bool>(
        &self,
        wanted: &[Wanted],
        words: &mut impl Words,
        mut filled: impl FnMut(usize, [u32; PLANES]),
    ) -> u64 {
        let (length, count) = if LENGTH == 0 { (self.grid.strip(), self.grid.strips()) } else { (LENGTH, COUNT) };
        let mut board = Board::new(self.quiet, length);
        let mut live = 0_u32;
        let mut next = 0;
        for lane in 0..LANES.min(wanted.len()) {
            self.load::<BLOCKED>(&mut board, lane, next, wanted, length, count);
            live |= 1 << lane;
            next += 1;
        }
        let mut tries = 0;
        while live != 0 {
            let mut refused = self.draw::<BLOCKED>(&mut board, count, words);
            if LINE {
                self.force_lines(&mut board, wanted, &mut refused, length, words);
            }
            board.check::<LENGTH, COUNT, BLOCKED, MAGIC>(&mut refused, length, count);
            tries += u64::from(live.count_ones());
            let mut kept = 0;
            for (lane, &refused) in refused.iter().enumerate() {
                kept |= u32::from(refused == 0) << lane;
            }
            kept &= live;
            while kept != 0 {
                let lane = kept.trailing_zeros() as usize;
                kept &= kept - 1;
                let target = board.target[lane];
                let gems = !(wanted[target].blocked | wanted[target].magic);
                filled(target, board.planes(lane, length, count).map(|plane| plane & gems));
                if next < wanted.len() {
                    self.load::<BLOCKED>(&mut board, lane, next, wanted, length, count);
                    next += 1;
                } else {
                    live &= !(1 << lane);
                }
            }
        }
        tries
    }

    /// Gives a lane the throw `target`.
    #[inline]
    fn load<const BLOCKED: bool>(&self, board: &mut Board, lane: usize, target: usize, wanted: &[Wanted], length: usize, count: usize) {
        board.target[lane] = target;
        if !BLOCKED {
            return;
        }
        let Wanted { blocked, magic, line } = wanted[target];
        #[allow(clippy::cast_possible_truncation)] // a strip has at most five cells
        let strip_of = |cells: u32, strip: usize| (cells >> (strip * length)) as u16 & ((1 << length) - 1);
        let (straight, diagonal) = ((1_u16 << length) - 1, (1_u16 << (length - 2)) - 1);
        for strip in 0..count {
            let shut = strip_of(blocked, strip);
            board.along[strip][lane] = diagonal & !(shut | shut >> 1 | shut >> 2);
            let wild = strip_of(magic, strip);
            board.wild[strip][lane] = wild | wild << length | wild << (2 * length);
            let quiet = line.is_none() && shut | wild == 0;
            board.bound[strip][lane] = if quiet { self.quiet } else { self.all };
            board.unfair[strip][lane] = unfair(board.bound[strip][lane]);
            if strip + 2 < count {
                let (second, third) = (strip_of(blocked, strip + 1), strip_of(blocked, strip + 2));
                board.across[strip][0][lane] = straight & !(shut | second | third);
                board.across[strip][1][lane] = diagonal & !(shut | second >> 1 | third >> 2);
                board.across[strip][2][lane] = diagonal & !(shut >> 2 | second >> 1 | third);
            }
        }
        board.known[lane] = None;
    }

    /// Draws a strip for each place of each lane; returns the lanes whose candidate is thrown away for fairness.
    #[inline]
    fn draw<const BLOCKED: bool>(&self, board: &mut Board, count: usize, words: &mut impl Words) -> Lane16 {
        let mut buffer = [0; ROUND_WORDS];
        words.fill(&mut buffer[..count * LANES / 4]);
        let mut refused = [0; LANES];
        let (one_bound, one_unfair) = (self.quiet, unfair(self.quiet));
        for (strip, words) in buffer.chunks_exact(LANES / 4).enumerate().take(count) {
            let mut random = [0; LANES];
            for (four, word) in random.chunks_exact_mut(4).zip(words) {
                #[allow(clippy::cast_possible_truncation)] // the word's four quarters
                four.copy_from_slice(&[*word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16]);
            }
            let mut numbers = [0; LANES];
            for lane in 0..LANES {
                let (bound, unfair) = if BLOCKED { (board.bound[strip][lane], board.unfair[strip][lane]) } else { (one_bound, one_unfair) };
                let product = u32::from(random[lane]) * u32::from(bound);
                #[allow(clippy::cast_possible_truncation)] // the product's two halves
                {
                    numbers[lane] = (product >> 16) as u16;
                    refused[lane] |= u16::from((product as u16) < unfair);
                }
            }
            for lane in 0..LANES {
                board.strips[strip][lane] = self.strips[usize::from(numbers[lane]) % TABLE];
            }
        }
        refused
    }

    /// Draws the window of each wanted line and puts the line into the candidate; refuses the windows that do not fit.
    fn force_lines(&self, board: &mut Board, wanted: &[Wanted], refused: &mut Lane16, length: usize, words: &mut impl Words) {
        for lane in 0..LANES {
            let Wanted { blocked, magic, line: Some(gem) } = wanted[board.target[lane]] else { continue };
            board.forget(lane);
            let tickets = if magic == 0 { 1 } else { self.gems as u64 };
            let drawn = below(words, self.windows.len() as u64 * tickets);
            let window = self.windows[usize::try_from(drawn / tickets).unwrap_or(0)];
            if window.cells & blocked != 0 || (!drawn.is_multiple_of(tickets) && window.cells & magic == 0) {
                refused[lane] = 1;
                continue;
            }
            board.force(lane, window, gem, length);
        }
    }
}

/// `2^16 mod bound`: below it, the low half of a product is unfair.
const fn unfair(bound: u16) -> u16 {
    bound.wrapping_neg() % bound
}

/// The lanes of the retry loop, side by side.
struct Board {
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
    /// The window of the wanted line: it is not looked at.
    known: [Option<Window>; LANES],
    /// The number of the throw.
    target: [usize; LANES],
}

impl Board {
    fn new(quiet: u16, length: usize) -> Self {
        let (straight, diagonal) = ((1 << length) - 1, (1 << (length - 2)) - 1);
        Self {
            strips: [[0; LANES]; MOST_STRIPS],
            along: [[diagonal; LANES]; MOST_STRIPS],
            across: [[[straight; LANES], [diagonal; LANES], [diagonal; LANES]]; MOST_STRIPS],
            wild: [[0; LANES]; MOST_STRIPS],
            bound: [[quiet; LANES]; MOST_STRIPS],
            unfair: [[unfair(quiet); LANES]; MOST_STRIPS],
            known: [None; LANES],
            target: [0; LANES],
        }
    }

    /// Marks the lanes whose candidate shows a line where it must not.
    ///
    /// `differ` has a bit where two cells that should be equal are not, plane by plane; folded, it has a bit where any plane differs.
    #[inline]
    fn check<const LENGTH: usize, const COUNT: usize, const BLOCKED: bool, const MAGIC: bool>(
        &self,
        refused: &mut Lane16,
        length: usize,
        count: usize,
    ) {
        let (length, count) = if LENGTH == 0 { (length, count) } else { (LENGTH, COUNT) };
        let length = u32::try_from(length).unwrap_or(0);
        // wrapping: a shift that is checked is no vector
        let fold = |differ: u16| differ | differ.wrapping_shr(length) | differ.wrapping_shr(2 * length);
        let lines = |[a, b, c]: [u16; 3], [wild_a, wild_b, wild_c]: [u16; 3]| {
            if MAGIC {
                // a magic gem equals each of the two others, which must equal each other
                !fold((a ^ b) & !(wild_a | wild_b) | (b ^ c) & !(wild_b | wild_c) | (a ^ c) & wild_b)
            } else {
                !fold((a ^ b) | (b ^ c))
            }
        };
        for strip in 0..count {
            if BLOCKED {
                for lane in 0..LANES {
                    let three = |strip: u16| [strip, strip >> 1, strip >> 2];
                    refused[lane] |= lines(three(self.strips[strip][lane]), three(self.wild[strip][lane])) & self.along[strip][lane];
                }
            }
            if strip + 2 >= count {
                continue;
            }
            let [a, b, c] = [&self.strips[strip], &self.strips[strip + 1], &self.strips[strip + 2]];
            let [wild_a, wild_b, wild_c] = [&self.wild[strip], &self.wild[strip + 1], &self.wild[strip + 2]];
            let [straight, falling, rising] = &self.across[strip];
            for lane in 0..LANES {
                let (strips, wild) = ([a[lane], b[lane], c[lane]], [wild_a[lane], wild_b[lane], wild_c[lane]]);
                let lean = |[a, b, c]: [u16; 3]| [a, b >> 1, c >> 2];
                let rise = |[a, b, c]: [u16; 3]| [a >> 2, b >> 1, c];
                refused[lane] |= lines(strips, wild) & straight[lane]
                    | lines(lean(strips), lean(wild)) & falling[lane]
                    | lines(rise(strips), rise(wild)) & rising[lane];
            }
        }
    }

    /// Puts a line of `gem` into a lane's candidate.
    fn force(&mut self, lane: usize, window: Window, gem: u8, length: usize) {
        let cells = (1_u32 << length) - 1;
        let gem_cells = (0..PLANES).filter(|plane| gem >> plane & 1 == 1).fold(0_u32, |all, plane| all | cells << (plane * length));
        for (strip, packed) in self.strips.iter_mut().enumerate().skip(window.strip).take(3) {
            let forced = window.cells.checked_shr(u32::try_from(strip * length).unwrap_or(u32::MAX)).unwrap_or(0) & cells;
            let forced = forced | forced << length | forced << (2 * length);
            #[allow(clippy::cast_possible_truncation)] // a packed strip has at most 15 bits
            {
                packed[lane] = packed[lane] & !(forced as u16) | (forced & gem_cells) as u16;
            }
        }
        *self.open(lane, window) &= !(1 << window.place);
        self.known[lane] = Some(window);
    }

    /// Takes back what [`Board::force`] noted.
    fn forget(&mut self, lane: usize) {
        if let Some(window) = self.known[lane].take() {
            *self.open(lane, window) |= 1 << window.place;
        }
    }

    fn open(&mut self, lane: usize, window: Window) -> &mut u16 {
        match window.course {
            Course::Along => &mut self.along[window.strip][lane],
            Course::Across(course) => &mut self.across[window.strip][course][lane],
        }
    }

    /// The planes of a lane's candidate.
    #[inline]
    fn planes(&self, lane: usize, length: usize, count: usize) -> [u32; PLANES] {
        let cells = (1_u64 << length) - 1;
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
