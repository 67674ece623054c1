//! Candidates side by side: sixteen fillings drawn, lines put in, and checked, without a branch.
//!
//! A candidate is three planes of cells (see [`super::visual`]). Three in a row show one gem where a plane shifted by the step of the direction differs
//! neither from itself nor from itself shifted once more; all four directions and all sixteen candidates are looked at at once.
#![allow(clippy::needless_range_loop)] // lanes of several arrays, side by side

use super::filling::Wanted;
use super::strips::{PLANES, Source, Strips};
use super::visual::Grid;
use super::windows::{Range, Windows};
use crate::random::Words;

/// Candidates worked on side by side.
pub const LANES: usize = 16;
/// Strips a grid of 32 cells may have: at least three cells each.
pub const MOST_STRIPS: usize = 32 / 3;
/// Directions of a line, by strips: along a strip, straight across strips, falling, rising.
pub const DIRECTIONS: usize = 4;

/// Random words of one strip of each lane.
const WORDS_A_STRIP: usize = LANES / 4;

/// One set of cells a lane.
pub type Lane = [u32; LANES];
/// One number a lane.
type Narrow = [u16; LANES];

/// The size of a grid in strips: known to the compiler where the two numbers are not 0.
#[derive(Clone, Copy, Debug)]
pub struct Shape<const LENGTH: usize, const COUNT: usize>(pub Grid);

impl<const LENGTH: usize, const COUNT: usize> Shape<LENGTH, COUNT> {
    /// Cells of a strip.
    #[inline(always)]
    pub const fn length(self) -> usize {
        if LENGTH == 0 { self.0.strip() } else { LENGTH }
    }

    /// Strips of the grid.
    #[inline(always)]
    pub const fn count(self) -> usize {
        if COUNT == 0 { self.0.strips() } else { COUNT }
    }

    /// Cells from one cell of a line to the next, by direction.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // at most 6
    pub const fn steps(self) -> [u32; DIRECTIONS] {
        let length = self.length() as u32;
        [1, length, length + 1, length - 1]
    }

    /// The cells where three in a row begin, by direction: the first cell has the lowest number.
    #[inline(always)]
    pub const fn starts(self) -> [u32; DIRECTIONS] {
        let (length, count) = (self.length(), self.count());
        let mut starts = [0; DIRECTIONS];
        let mut strip = 0;
        while strip < count {
            let (whole, part) = (((1 << length) - 1) << (strip * length), ((1 << (length - 2)) - 1) << (strip * length));
            starts[0] |= part;
            if strip + 2 < count {
                starts[1] |= whole;
                starts[2] |= part;
                starts[3] |= part << 2;
            }
            strip += 1;
        }
        starts
    }
}

/// The lanes of the retry loop, side by side: each holds a candidate for one throw.
#[derive(Debug)]
pub struct Board<'a, const LENGTH: usize, const COUNT: usize> {
    shape: Shape<LENGTH, COUNT>,
    strips: &'a Strips,
    /// The candidates: `planes[bit][lane]`.
    planes: [Lane; PLANES],
    /// Cells of special symbols that are no gem.
    blocked: Lane,
    /// The cell of the magic gem.
    magic: Lane,
    /// From which strips each is drawn: first one, how many, unfair below.
    own: [[Narrow; 3]; MOST_STRIPS],
    /// The cells of the wanted line, and the planes of its gem.
    line: Lane,
    gem: [Lane; PLANES],
    /// Among which places of the wanted line each chooses: first one, how many, unfair below.
    window: [Lane; 3],
}

impl<'a, const LENGTH: usize, const COUNT: usize> Board<'a, LENGTH, COUNT> {
    /// Lanes without a throw, for throws with a line (`LINE`) or without one.
    #[inline(always)]
    #[must_use]
    pub fn new<const LINE: bool>(shape: Shape<LENGTH, COUNT>, strips: &'a Strips) -> Self {
        let Source { base, bound, unfair } = strips.sources[if LINE { Strips::ALL } else { Strips::QUIET }];
        Self {
            shape,
            strips,
            planes: [[0; LANES]; PLANES],
            blocked: [0; LANES],
            magic: [0; LANES],
            own: [[[base; LANES], [bound; LANES], [unfair; LANES]]; MOST_STRIPS],
            line: [0; LANES],
            gem: [[0; LANES]; PLANES],
            window: [[0; LANES]; 3],
        }
    }

    /// Gives a lane a throw. With a line (`LINE`), strips are not drawn from those that fit its special symbols.
    #[inline(always)]
    pub fn load<const LINE: bool>(&mut self, lane: usize, wanted: &Wanted, windows: &Windows) {
        if LINE {
            let gem = wanted.line.map_or(0, |gem| gem.get() - 1);
            for plane in 0..PLANES {
                self.gem[plane][lane] = u32::from(gem >> plane & 1).wrapping_neg();
            }
            let Range { first, many, unfair } = windows.around(wanted.magic);
            (self.window[0][lane], self.window[1][lane], self.window[2][lane]) = (first, many, unfair);
        } else {
            // strips with a special symbol are few: those of the last throw are made quiet again; a blocked cell comes after the magic gem, for it decides
            let strips = self.strips;
            self.draw_from(lane, self.blocked[lane] | self.magic[lane], |_| &strips.sources[Strips::QUIET]);
            self.draw_from(lane, wanted.magic, |place| &strips.sources[Strips::MAGIC + place]);
            self.draw_from(lane, wanted.blocked, |_| &strips.sources[Strips::ALL]);
        }
        (self.blocked[lane], self.magic[lane]) = (wanted.blocked, wanted.magic);
    }

    /// Sets from which strips the strips of some cells are drawn, by the place of the cell in its strip.
    #[inline(always)]
    fn draw_from(&mut self, lane: usize, cells: u32, source: impl Fn(usize) -> &'a Source) {
        let mut left = cells;
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            left &= left - 1;
            let source = source(cell % self.shape.length());
            let [base, bound, unfair] = &mut self.own[cell / self.shape.length()];
            (base[lane], bound[lane], unfair[lane]) = (source.base, source.bound, source.unfair);
        }
    }

    /// Chooses the cells of the wanted line of each lane's next candidate; returns not 0 for those that are thrown away: for fairness, or because a special
    /// symbol that is no gem stands there.
    #[inline(always)]
    #[must_use]
    pub fn place_lines(&mut self, windows: &Windows, words: &mut impl Words) -> Lane {
        let mut random = [0; LANES];
        for (pair, word) in random.as_chunks_mut::<2>().0.iter_mut().zip(words.some::<{ LANES / 2 }>()) {
            #[allow(clippy::cast_possible_truncation)] // the word's two halves
            let halves = [word as u32, (word >> 32) as u32];
            *pair = halves;
        }
        let [first, many, unfair] = &self.window;
        let mut refused = [0; LANES];
        for lane in 0..LANES {
            let product = u64::from(random[lane]) * u64::from(many[lane]);
            #[allow(clippy::cast_possible_truncation)] // the product's two halves
            let (rank, low) = ((product >> 32) as u32, product as u32);
            let cells = windows.cells[(first[lane] + rank) as usize];
            refused[lane] = u32::from(low < unfair[lane]) | cells & self.blocked[lane];
            self.line[lane] = cells & !self.magic[lane];
        }
        refused
    }

    /// Draws a candidate for each lane; returns not 0 for those that are thrown away for fairness.
    #[inline(always)]
    #[must_use]
    pub fn draw(&mut self, words: &mut impl Words) -> Lane {
        let (length, count) = (self.shape.length(), self.shape.count());
        // two strips together: the second one fills the gaps of the first
        let mut pairs = [[0; LANES]; MOST_STRIPS.div_ceil(2)];
        let mut refused = [0; LANES];
        for (pair, strip) in pairs.iter_mut().zip((0..count).step_by(2)) {
            let random = words.some::<{ 2 * WORDS_A_STRIP }>();
            let (first, second) = random.split_at(WORDS_A_STRIP);
            *pair = self.draw_strip(strip, first, &mut refused);
            if strip + 1 < count {
                let second = self.draw_strip(strip + 1, second, &mut refused);
                for lane in 0..LANES {
                    // wrapping: a shift that is checked is no vector
                    pair[lane] |= second[lane].wrapping_shl(u32::try_from(length).unwrap_or(0));
                }
            }
        }
        let cells = u32::try_from(2 * length).unwrap_or(0);
        for plane in 0..PLANES {
            for lane in 0..LANES {
                let mut whole = 0;
                for (pair, strip) in pairs.iter().zip((0..count).step_by(2)) {
                    let part = pair[lane].wrapping_shr(cells * u32::try_from(plane).unwrap_or(0)) & ((1 << cells) - 1);
                    whole |= part.wrapping_shl(u32::try_from(strip * length).unwrap_or(0));
                }
                self.planes[plane][lane] = whole;
            }
        }
        refused.map(u32::from)
    }

    /// Draws one strip of each lane's candidate, packed, by sixteen random bits each.
    #[inline(always)]
    fn draw_strip(&self, strip: usize, random: &[u64], refused: &mut Narrow) -> Lane {
        let mut bytes = [0; 2 * LANES];
        for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(random) {
            *bytes = word.to_le_bytes();
        }
        let [base, bound, unfair] = &self.own[strip];
        let mut numbers = [0; LANES];
        for lane in 0..LANES {
            let product = u32::from(u16::from_le_bytes([bytes[2 * lane], bytes[2 * lane + 1]])) * u32::from(bound[lane]);
            #[allow(clippy::cast_possible_truncation)] // the product's two halves
            {
                numbers[lane] = base[lane].wrapping_add((product >> 16) as u16);
                refused[lane] |= u16::from((product as u16) < unfair[lane]);
            }
        }
        numbers.map(|number| self.strips.table[usize::from(number)])
    }

    /// Puts the wanted lines into the candidates.
    #[inline(always)]
    pub fn put_lines(&mut self) {
        for plane in 0..PLANES {
            for lane in 0..LANES {
                let (line, gem) = (self.line[lane], self.gem[plane][lane]);
                self.planes[plane][lane] = self.planes[plane][lane] & !line | line & gem;
            }
        }
    }

    /// Marks the lanes whose candidate shows a line where it must not: any, or with the wanted line in it (`LINE`) a second one.
    ///
    /// Without special symbols (`SPECIAL`), strips are taken to show none of their own.
    #[inline(always)]
    pub fn check<const SPECIAL: bool, const LINE: bool>(&self, refused: &mut Lane) {
        let (steps, starts) = (self.shape.steps(), self.shape.starts());
        let [low, middle, high] = &self.planes;
        for lane in 0..LANES {
            let (low, middle, high) = (low[lane], middle[lane], high[lane]);
            let (mut lines, mut twice) = (0_u32, 0);
            for direction in usize::from(!SPECIAL)..DIRECTIONS {
                let step = steps[direction];
                // cells that differ from the one a step, or two steps, further on
                let differ = |by: u32| (low ^ low.wrapping_shr(by)) | (middle ^ middle.wrapping_shr(by)) | (high ^ high.wrapping_shr(by));
                let mut open = starts[direction];
                let broken = if SPECIAL {
                    // a magic gem equals each of the two others, which must equal each other
                    let (blocked, magic) = (self.blocked[lane], self.magic[lane]);
                    open &= !(blocked | blocked.wrapping_shr(step) | blocked.wrapping_shr(2 * step));
                    let next = differ(step) & !(magic | magic.wrapping_shr(step));
                    next | next.wrapping_shr(step) | differ(2 * step) & magic.wrapping_shr(step)
                } else {
                    let next = differ(step);
                    next | next.wrapping_shr(step)
                };
                let more = !broken & open;
                twice |= lines & more;
                lines |= more;
            }
            refused[lane] |= if LINE { twice | lines & lines.wrapping_sub(1) } else { lines };
        }
    }

    /// The planes of a lane's candidate, 0 in cells that hold no gem.
    #[inline(always)]
    #[must_use]
    pub fn gems(&self, lane: usize) -> [u32; PLANES] {
        let gems = !(self.blocked[lane] | self.magic[lane]);
        [self.planes[0][lane] & gems, self.planes[1][lane] & gems, self.planes[2][lane] & gems]
    }
}

/// The lanes that are 0, as a set.
#[inline(always)]
#[must_use]
pub fn zeros(lanes: &Lane) -> u32 {
    let mut bytes = [0; LANES];
    for lane in 0..LANES {
        bytes[lane] = u8::from(lanes[lane] == 0);
    }
    let (eights, _) = bytes.as_chunks::<8>();
    eights.iter().rev().fold(0, |all, eight| all << 8 | u32::from(set_of(*eight)))
}

/// The places of the ones among eight zeros and ones, as a set.
#[inline(always)]
#[must_use]
pub fn set_of(marks: [u8; 8]) -> u8 {
    // bit `i` of the product's highest byte is byte `i`
    u64::from_le_bytes(marks).wrapping_mul(0x0102_0408_1020_4080).to_be_bytes()[0]
}
