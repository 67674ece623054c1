//! Diamond River: four to seven throws of thirty symbols (D1 to D11), judged again from the throws.

use crate::{Outcome, Peer, Table, small_multisets};
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand_distr::Distribution;
use rand_distr::weighted::WeightedAliasIndex;

const ROWS: usize = 5;
const COLUMNS: usize = 6;
const CELLS: usize = ROWS * COLUMNS;
/// The gains of a line in EUR: red, purple, blue, orange, green, pink.
const GAINS: [u64; 6] = [1_000, 100, 20, 10, 6, 3];
const SECTORS: [u64; 20] = [3, 3, 3, 3, 6, 6, 6, 6, 10, 10, 10, 20, 20, 20, 50, 50, 100, 100, 1_000, 30_000];

/// A symbol: one bit a gem, all six for a magic gem, so that three symbols make a line if `a & b & c & MAGIC` is not zero.
type Symbol = u8;
const MAGIC: Symbol = 63;
const GOLD: Symbol = 64;
const PLUS_ONE: Symbol = 128;
const WHEEL: Symbol = 192;
const FREE: Symbol = 0;

type Board = [Symbol; CELLS];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gain {
    Line(Symbol),
    Gold,
    Wheel(u64),
}

/// What the player sees: at most seven throws, and the wheel's sector.
struct Visual {
    boards: [Board; 7],
    throws: usize,
    sector: Option<usize>,
}

struct Ways {
    gains: Vec<Vec<Gain>>,
    choice: WeightedAliasIndex<u64>,
}

/// A line: three adjacent cells in one of four directions (D2).
struct Line {
    cells: [usize; 3],
    direction: usize,
}

pub struct Gems {
    table: Table,
    ways: Vec<Option<Ways>>,
    lines: Vec<Line>,
    extra_throws: WeightedAliasIndex<u32>,
    unpaid_gold: WeightedAliasIndex<u32>,
}

/// Puts a special symbol on a free cell, every one equally likely.
fn place(board: &mut Board, symbol: Symbol, rng: &mut SmallRng) {
    loop {
        let cell = rng.random_range(0..CELLS);
        if board[cell] == FREE {
            board[cell] = symbol;
            return;
        }
    }
}

impl Gems {
    pub fn new() -> Self {
        let winners = [(3_000_000, 1), (100_000, 3), (10_000, 500), (5_000, 8_000), (2_000, 44_050), (1_000, 20_000), (600, 195_000), (300, 179_917)];
        let table = Table::new("diamond-river", 1_500_000, &winners);
        let ways = table.tiers.iter().map(|&(prize, _)| (prize > 0).then(|| ways(prize / 100))).collect();
        let mut lines = Vec::new();
        for (direction, (down, right)) in [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().enumerate() {
            for row in 0..ROWS as i32 {
                for column in 0..COLUMNS as i32 {
                    if row + 2 * down < ROWS as i32 && (0..COLUMNS as i32).contains(&(column + 2 * right)) {
                        let cells = [0, 1, 2].map(|step| ((row + step * down) * COLUMNS as i32 + column + step * right) as usize);
                        lines.push(Line { cells, direction });
                    }
                }
            }
        }
        let choice = |weights: &[u32]| WeightedAliasIndex::new(weights.to_vec()).expect("positive weights");
        Self { table, ways, lines, extra_throws: choice(&[70, 20, 8, 2]), unpaid_gold: choice(&[50, 35, 15]) }
    }

    fn draw(&self, tier: usize, rng: &mut SmallRng, tries: &mut u64) -> Visual {
        let extra = self.extra_throws.sample(rng);
        let throws = 4 + extra;
        let mut boards = [[FREE; CELLS]; 7];
        let mut wanted = [FREE; 7];
        let mut sector = None;
        let mut paid_gold = false;
        if let Some(ways) = &self.ways[tier] {
            let gains = &ways.gains[ways.choice.sample(rng)];
            let mut lines = 0;
            for gain in gains {
                match *gain {
                    Gain::Line(gem) => {
                        wanted[lines] = 1 << gem;
                        lines += 1;
                    }
                    Gain::Gold => paid_gold = true,
                    Gain::Wheel(sum) => {
                        while sector.is_none_or(|sector: usize| SECTORS[sector] != sum) {
                            sector = Some(rng.random_range(0..SECTORS.len()));
                        }
                        place(&mut boards[rng.random_range(0..throws)], WHEEL, rng);
                    }
                }
            }
            wanted[..throws].shuffle(rng); // distinct throws for the lines, and the gems in any order (D10)
        }
        let gold = if paid_gold { 3 } else { self.unpaid_gold.sample(rng) };
        for _ in 0..gold {
            place(&mut boards[rng.random_range(0..throws)], GOLD, rng);
        }
        if extra > 0 {
            let mut first = [0, 1, 2, 3, 4, 5]; // the "+1" stand in a uniform subset of the first 3 + extra throws (D11)
            let (chosen, _) = first[..3 + extra].partial_shuffle(rng, extra);
            for &mut throw in chosen {
                place(&mut boards[throw], PLUS_ONE, rng);
            }
        }
        for (board, &gem) in boards[..throws].iter_mut().zip(&wanted) {
            if rng.random_range(0..100) < 15 {
                place(board, MAGIC, rng);
            }
            *tries += self.fill(board, gem, rng);
        }
        Visual { boards, throws, sector }
    }

    /// Fills the free cells so that exactly the wanted line shows, or none for `FREE`: simple rejection (D9).
    fn fill(&self, board: &mut Board, wanted: Symbol, rng: &mut SmallRng) -> u64 {
        // a margin of two rows above and two columns on each side, where nothing matches
        const WIDE: usize = COLUMNS + 4;
        let mut wide = [FREE; (ROWS + 2) * WIDE];
        // a place counts 6^(cells it leaves free): six times as much through the magic gem, none through another special symbol
        let mut bounds = [0u32; 62];
        let mut total = 0;
        if wanted != FREE {
            for (bound, line) in bounds.iter_mut().zip(&self.lines) {
                let symbols = line.cells.map(|cell| board[cell]);
                total += match symbols {
                    _ if symbols.iter().any(|&symbol| symbol > MAGIC) => 0,
                    _ if symbols.contains(&MAGIC) => 6,
                    _ => 1,
                };
                *bound = total;
            }
        }
        let mut tries = 0;
        'again: loop {
            tries += 1;
            let mut fixed = *board;
            if wanted != FREE {
                let mark = rng.random_range(0..total);
                for cell in self.lines[bounds.partition_point(|&bound| bound <= mark)].cells {
                    fixed[cell] |= wanted; // a magic gem has every bit already
                }
            }
            // cell by cell, given up at the first line too many
            let mut lines = 0;
            for row in 0..ROWS {
                for column in 0..COLUMNS {
                    let here = (row + 2) * WIDE + column + 2;
                    let mut symbol = fixed[row * COLUMNS + column];
                    if symbol == FREE {
                        symbol = 1 << rng.random_range(0..6);
                    }
                    wide[here] = symbol;
                    let line = |step: usize| u8::from(symbol & wide[here - step] & wide[here - 2 * step] & MAGIC != 0);
                    lines += line(1) + line(WIDE) + line(WIDE + 1) + line(WIDE - 1);
                    if lines > u8::from(wanted != FREE) {
                        continue 'again;
                    }
                }
            }
            break;
        }
        for row in 0..ROWS {
            let from = (row + 2) * WIDE + 2;
            board[row * COLUMNS..][..COLUMNS].copy_from_slice(&wide[from..][..COLUMNS]);
        }
        tries
    }
}

/// D7 and its weights: 2^-(gains - 1), a quarter of that with a wheel.
fn ways(prize: u64) -> Ways {
    let lines = (0..).zip(GAINS).map(|(gem, gain)| (Gain::Line(gem), gain));
    let wheels = [3, 6, 10, 20, 50, 100, 1_000, 30_000].map(|sum| (Gain::Wheel(sum), sum));
    let gains: Vec<(Gain, u64)> = lines.chain([(Gain::Gold, 50)]).chain(wheels).collect();
    let once = |way: &Vec<Gain>, test: fn(&Gain) -> bool| way.iter().filter(|gain| test(gain)).count() <= 1;
    let mut gains = small_multisets(&gains, 4, prize);
    gains.retain(|way| once(way, |gain| *gain == Gain::Gold) && once(way, |gain| matches!(gain, Gain::Wheel(_))));
    let weights = gains.iter().map(|way| (32 >> (way.len() - 1)) >> if way.iter().any(|gain| matches!(gain, Gain::Wheel(_))) { 2 } else { 0 });
    Ways { choice: WeightedAliasIndex::new(weights.collect()).expect("every prize has a way"), gains }
}

/// Whole counts.
#[derive(Default)]
struct Tally {
    tiers: Vec<u64>,
    throws: [u64; 4],
    gains: Vec<[u64; 5]>,
    gold: Vec<[u64; 4]>,
    sectors: [u64; 20],
    lines_by_gem: [u64; 6],
    lines_by_direction: [u64; 4],
    /// In throws with no magic gem, with one elsewhere, with one in the line; no other special symbol.
    places: Vec<[u64; 62]>,
    magic: [u64; 2],
    symbols: Vec<u64>,
}

impl Gems {
    /// The referee: judges a visual and counts what is seen; returns the prize in cents, and whether two readers could differ (D2).
    fn judge(&self, tier: usize, visual: &Visual, tally: &mut Tally) -> (u64, bool) {
        let (mut prize, mut gains, mut gold, mut plus_ones, mut wheels, mut odd) = (0, 0, 0, 0, 0, false);
        for board in &visual.boards[..visual.throws] {
            let (mut magic, mut special) = (None, false);
            for (cell, &symbol) in board.iter().enumerate() {
                tally.symbols[usize::from(symbol)] += 1;
                if symbol >= MAGIC {
                    match symbol {
                        MAGIC => odd |= magic.replace(cell).is_some(),
                        GOLD => gold += 1,
                        PLUS_ONE => plus_ones += 1,
                        _ => wheels += 1,
                    }
                    special |= symbol > MAGIC;
                }
            }
            let mut completes = 0;
            let mut before: Option<&Line> = None;
            for (number, line) in self.lines.iter().enumerate() {
                let common = line.cells.iter().fold(MAGIC, |common, &cell| common & board[cell]);
                if common == 0 {
                    continue;
                }
                let gem = common.trailing_zeros() as u8;
                prize += GAINS[usize::from(gem)];
                gains += 1;
                tally.lines_by_gem[usize::from(gem)] += 1;
                tally.lines_by_direction[line.direction] += 1;
                let through = usize::from(magic.is_some_and(|cell| line.cells.contains(&cell)));
                completes += through;
                if !special {
                    tally.places[usize::from(magic.is_some()) + through][number] += 1;
                }
                // a run of four is two lines of one direction that share two cells
                let shared =
                    |other: &Line| other.direction == line.direction && other.cells.iter().filter(|cell| line.cells.contains(cell)).count() == 2;
                odd |= before.is_some_and(shared);
                before = Some(line);
            }
            odd |= completes > 1;
            if magic.is_some() {
                tally.magic[completes.min(1)] += 1;
            }
        }
        if gold >= 3 {
            prize += 50;
            gains += 1;
        }
        if let Some(sector) = visual.sector.filter(|_| wheels > 0) {
            prize += SECTORS[sector];
            gains += 1;
            tally.sectors[sector] += 1;
        }
        odd |= visual.throws != 4 + plus_ones || wheels > 1 || (wheels > 0) != visual.sector.is_some() || gold > 3;
        tally.tiers[tier] += 1;
        tally.throws[visual.throws - 4] += 1;
        tally.gains[tier][gains.min(4)] += 1;
        tally.gold[tier][gold.min(3)] += 1;
        (100 * prize, odd)
    }
}

impl Peer for Gems {
    fn table(&self) -> &Table {
        &self.table
    }

    fn run(&self, plays: u64, rng: &mut SmallRng) -> Outcome {
        let tiers = self.table.tiers.len();
        let mut tally = Tally {
            tiers: vec![0; tiers],
            gains: vec![[0; 5]; tiers],
            gold: vec![[0; 4]; tiers],
            places: vec![[0; 62]; 3],
            symbols: vec![0; 256],
            ..Tally::default()
        };
        let (mut paid, mut mismatches, mut ambiguous, mut tries) = (0, 0, 0, 0);
        let mut block = self.table.plays();
        let mut left = plays;
        while left > 0 {
            block.shuffle(rng);
            let now = left.min(self.table.block);
            for &tier in &block[..now as usize] {
                let tier = usize::from(tier);
                let visual = self.draw(tier, rng, &mut tries);
                // from here on, the referee: it sees the visual alone
                let (prize, odd) = self.judge(tier, &visual, &mut tally);
                paid += prize;
                mismatches += u64::from(prize != self.table.tiers[tier].0);
                ambiguous += u64::from(odd);
            }
            left -= now;
        }
        let Tally { tiers, throws, gains, gold, sectors, lines_by_gem, lines_by_direction, places, magic, symbols } = tally;
        let symbols = [1, 2, 4, 8, 16, 32, MAGIC, GOLD, PLUS_ONE, WHEEL].map(|symbol| symbols[usize::from(symbol)]);
        let tally = format!(
            "\"throws\": {throws:?}, \"gains\": {gains:?}, \"gold\": {gold:?}, \"sectors\": {sectors:?}, \"lines_by_gem\": {lines_by_gem:?}, \
             \"lines_by_direction\": {lines_by_direction:?}, \"places\": {places:?}, \"magic\": {magic:?}, \"symbols\": {symbols:?}, \"tries\": [{tries}]"
        );
        Outcome { paid, mismatches, ambiguous, tiers, tally }
    }
}
