//! Strips of gems (columns of the built-in grid) as tables to draw from, packed so that whole grids are put together without a loop over cells.
//!
//! ```text
//! a packed strip of length 3: bit `2 * length * p + i` is plane `p` of its cell `i`; the gaps take the next strip of a pair
//!   . . . c c c . . . b b b . . . a a a
//!         plane 2     plane 1     plane 0
//! ```

/// Bits of a gem's code.
pub const PLANES: usize = 3;
/// Cells of the longest strip.
pub const MOST_LENGTH: usize = 5;
/// Strips the table has room for: 8^5 for eight gems in five cells, and no more than 5 x 8^4 with a magic gem.
const TABLE: usize = 1 << 16;

/// From which strips one is drawn: `bound` of them, from `base` on in the table.
///
/// Sixteen random bits `r` give the number `r * bound >> 16`; the draw is refused if the low half of the product is below `unfair`. What is kept has every
/// number equally often (Lemire 2019), and the chance to be refused does not depend on the numbers drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The first strip.
    pub base: u16,
    /// How many strips.
    pub bound: u16,
    /// `2^16 mod bound`.
    pub unfair: u16,
}

impl Source {
    fn new(base: usize, bound: usize) -> Self {
        let bound = u16::try_from(bound).unwrap_or(u16::MAX);
        Self { base: u16::try_from(base).unwrap_or(0), bound, unfair: bound.wrapping_neg() % bound }
    }
}

/// The strips of a grid, packed, in the order they are drawn from.
#[derive(Clone, Debug)]
pub struct Strips {
    /// The packed strips.
    pub table: Box<[u32; TABLE]>,
    /// Strips that show no line of their own; then all strips; then, by the place of a magic gem, the strips with the first gem in that place that show no
    /// line of their own with the magic gem.
    pub sources: [Source; 2 + MOST_LENGTH],
}

impl Strips {
    /// The source of strips without a line of their own.
    pub const QUIET: usize = 0;
    /// The source of all strips.
    pub const ALL: usize = 1;
    /// The source of strips around a magic gem in the first place; those for the other places follow.
    pub const MAGIC: usize = 2;

    /// The strips of `length` cells (3 to 5) with so many gems (2 to 8).
    #[must_use]
    pub fn new(length: usize, gems: usize) -> Self {
        let every = (0..gems.pow(u32::try_from(length).unwrap_or(0)))
            .map(|number| (0..length).scan(number, |rest, _| Some(std::mem::replace(rest, *rest / gems) % gems)).collect::<Vec<_>>());
        let (quiet, loud): (Vec<_>, Vec<_>) = every.partition(|strip| !shows_line(strip, None));
        let mut table = Vec::with_capacity(TABLE);
        let pack = |strip: &Vec<usize>| {
            let bit = |(cell, gem): (usize, &usize), plane: usize| u32::from(gem >> plane & 1 == 1) << (2 * plane * length + cell);
            strip.iter().enumerate().fold(0, |packed, cell| (0..PLANES).fold(packed, |packed, plane| packed | bit(cell, plane)))
        };
        table.extend(quiet.iter().chain(&loud).map(pack));
        let mut sources = [Source::default(); 2 + MOST_LENGTH];
        (sources[Self::QUIET], sources[Self::ALL]) = (Source::new(0, quiet.len()), Source::new(0, table.len()));
        for place in 0..length {
            let base = table.len();
            table.extend(quiet.iter().chain(&loud).filter(|strip| strip[place] == 0 && !shows_line(strip, Some(place))).map(pack));
            sources[Self::MAGIC + place] = Source::new(base, table.len() - base);
        }
        table.resize(TABLE, 0);
        Self { table: table.into_boxed_slice().try_into().expect("at most eight gems in five cells"), sources }
    }
}

/// Whether a strip shows a line of its own, the cell `magic` standing for any gem.
fn shows_line(strip: &[usize], magic: Option<usize>) -> bool {
    (2..strip.len()).any(|last| {
        let others: Vec<usize> = (last - 2..=last).filter(|&cell| Some(cell) != magic).map(|cell| strip[cell]).collect();
        others.iter().all(|&gem| gem == others[0])
    })
}
