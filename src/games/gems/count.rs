//! Counts what the referee saw and what the visual shows into a row of whole numbers.

use super::observables::{Counters, MAPPED_ONE_IN, SPECIALS_ONE_IN};
use super::places::beside_magic_alone;
use super::referee::{DIRECTION_NAMES, Evidence};
use super::visual::{MOST_THROWS, Symbol, Visual, Word};
use super::ways::Way;
use crate::game::Verdict;
use crate::money::Cents;

impl Counters {
    /// Counts visuals `first`, `first + 1` ... of a tier and batch.
    #[inline(always)]
    pub fn count<W: Word>(&self, first: u64, visuals: &[Visual<W>], verdicts: &[Verdict<Evidence<W>>], row: &mut [u64]) {
        let (base, most_extra, most_gold) = (self.rules.throws, self.rules.most_extra, self.rules.gold_needed as usize);
        let (mut extras, mut golds) = ([0_u64; MOST_THROWS + 1], [0_u64; 256]);
        let (mut plays, mut throws_seen, mut magic_seen) = (0, 0, 0);
        let mut turn = Turn::of(first, self.rules.grid.cells(), base);
        for (visual, verdict) in visuals.iter().zip(verdicts) {
            let evidence = &verdict.evidence;
            let throws = usize::from(evidence.throws);
            if throws >= base && throws <= base + most_extra {
                plays += 1;
                throws_seen += throws as u64;
                magic_seen += u64::from(evidence.with_magic.count_ones());
                extras[(throws - base) & MOST_THROWS] += 1;
                golds[usize::from(evidence.gold).min(most_gold) & 255] += 1;
                if evidence.with_special != 0 {
                    self.count_specials(visual, evidence, turn.number.is_multiple_of(SPECIALS_ONE_IN), row);
                }
                if verdict.prize > Cents::ZERO {
                    self.count_gains(verdict, row);
                    self.count_lines(visual, evidence, row);
                }
                self.count_gems(&turn, visual, evidence, row);
            }
            turn.next();
        }
        let mut add = |start: usize, counts: &[u64]| {
            row[start..].iter_mut().zip(counts).for_each(|(counter, count)| *counter += count);
            row[start + counts.len()] += plays;
        };
        add(self.extra, &extras[..=most_extra]);
        add(self.gold, &golds[..=most_gold]);
        row[self.magic] += throws_seen - magic_seen;
        row[self.magic + 1] += magic_seen;
        row[self.magic + 2] += throws_seen;
    }

    /// Where the special symbols stand, by throw and by cell.
    #[inline(always)]
    fn count_specials<W: Word>(&self, visual: &Visual<W>, evidence: &Evidence<W>, mapped: bool, row: &mut [u64]) {
        let throws = usize::from(evidence.throws);
        let mut with_more = 0;
        let mut left = evidence.with_special;
        while left != 0 {
            let throw = left.trailing_zeros() as usize;
            left &= left - 1;
            let [low, middle, _, special] = visual.planes.map(|plane| plane[throw]);
            let sets = [special & !low & !middle, special & low & !middle, special & !low & middle, special & low & middle];
            if mapped {
                for (&map, set) in self.special_maps.iter().zip(sets) {
                    if set != W::NONE {
                        count_marks(&mut row[map..], set, self.rules.grid.cells());
                    }
                }
            }
            let [_, gold, more, wheel] = sets;
            if gold != W::NONE {
                let gems = u64::from(gold.count_ones());
                row[self.gold_throws[throws] + throw] += gems;
                row[self.gold_throws[throws] + throws] += gems;
            }
            if more != W::NONE {
                with_more |= 1 << throw;
            }
            if wheel != W::NONE {
                row[self.wheel_throws[throws] + throw] += 1;
                row[self.wheel_throws[throws] + throws] += 1;
            }
        }
        let extra = throws - self.rules.throws;
        if with_more != 0 && extra > 0 && with_more < 1 << (throws - 1) && self.rules.throws > 1 {
            count_marks::<u32>(&mut row[self.more_throws[extra]..], with_more, throws - 1);
        }
    }

    /// The gains of a winning play.
    #[inline(always)]
    fn count_gains<W: Word>(&self, verdict: &Verdict<Evidence<W>>, row: &mut [u64]) {
        let evidence = &verdict.evidence;
        let mut way = Way { gold: evidence.gold_pays, wheel: evidence.wheel, ..Way::default() };
        for line in evidence.lines.iter().take(usize::from(evidence.line_count)) {
            way.lines[usize::from(line.gem & 7)] += 1;
        }
        if let Some(of) = self.ways.iter().find(|of| of.prize == verdict.prize)
            && let Some(number) = of.ways.iter().position(|known| *known == way)
        {
            row[of.start + number] += 1;
            row[of.start + of.ways.len()] += 1;
        }
        let gems = self.rules.gems.len();
        for (gem, &lines) in way.lines[..gems].iter().enumerate() {
            row[self.lines + gem] += u64::from(lines);
        }
        row[self.lines + gems] += 1;
        let stop = evidence.wheel.and_then(|sum| self.rules.wheel.iter().position(|&known| known == sum)).map_or(0, |sector| sector + 1);
        row[self.wheel + stop] += 1;
        row[self.wheel + self.rules.wheel.len() + 1] += 1;
        if evidence.with_line != 0 {
            let throws = usize::from(evidence.throws);
            count_marks(&mut row[self.line_throws[throws]..], u32::from(evidence.with_line), throws);
        }
    }

    /// Where the paying lines stand, and whether a magic gem completes them.
    #[inline(always)]
    fn count_lines<W: Word>(&self, visual: &Visual<W>, evidence: &Evidence<W>, row: &mut [u64]) {
        for &line in evidence.lines.iter().take(usize::from(evidence.line_count)) {
            row[self.directions + usize::from(line.direction)] += 1;
            row[self.directions + DIRECTION_NAMES.len()] += 1;
            if let Some(place) = self.places.of(line) {
                row[self.line_places + place] += 1;
                row[self.line_places + self.places.names.len()] += 1;
            }
            if beside_magic_alone(visual, evidence.with_magic, line) {
                row[self.completion + usize::from(line.magic)] += 1;
                row[self.completion + 2] += 1;
            }
        }
    }

    /// One cell of one throw of each visual, and a whole throw of some.
    #[inline(always)]
    fn count_gems<W: Word>(&self, turn: &Turn, visual: &Visual<W>, evidence: &Evidence<W>, row: &mut [u64]) {
        let (cells, gems) = (self.rules.grid.cells(), self.rules.gems.len());
        if evidence.with_line >> turn.throw & 1 == 0
            && let Symbol::Gem(gem) = visual.symbol(turn.throw, turn.cell)
        {
            row[self.gem_at_cell + turn.cell * gems + usize::from(gem)] += 1;
            row[self.gem_at_cell + cells * gems] += 1;
        }
        if turn.number.is_multiple_of(MAPPED_ONE_IN) {
            let throw = usize::try_from(turn.number / MAPPED_ONE_IN).unwrap_or(0) % self.rules.throws;
            let [low, middle, high, special] = visual.planes.map(|plane| plane[throw]);
            for (gem, &map) in self.gem_maps.iter().enumerate() {
                let bit = |plane: W, bit: usize| if gem >> bit & 1 == 1 { plane } else { !plane };
                let shown = bit(low, 0) & bit(middle, 1) & bit(high, 2) & !special & self.rules.grid.all::<W>();
                count_marks(&mut row[map..], shown, cells);
            }
        }
    }
}

/// The cell and the throw of a visual that are looked at, both in turn: cell by cell, then the next throw.
struct Turn {
    number: u64,
    cell: usize,
    throw: usize,
    cells: usize,
    throws: usize,
}

impl Turn {
    /// The turn of visual `number`.
    #[inline(always)]
    fn of(number: u64, cells: usize, throws: usize) -> Self {
        let small = |number: u64| usize::try_from(number).unwrap_or(0);
        Self { number, cell: small(number % cells as u64), throw: small(number / cells as u64 % throws as u64), cells, throws }
    }

    #[inline(always)]
    fn next(&mut self) {
        self.number += 1;
        self.cell += 1;
        if self.cell == self.cells {
            self.cell = 0;
            self.throw = if self.throw + 1 == self.throws { 0 } else { self.throw + 1 };
        }
    }
}

/// Counts a set of marks: its members, one trial, its squared size.
#[inline(always)]
fn count_marks<W: Word>(row: &mut [u64], set: W, values: usize) {
    let mut left = set;
    while left != W::NONE {
        row[left.trailing_zeros() as usize] += 1;
        left = left.rest();
    }
    row[values] += 1;
    row[values + 1] += u64::from(set.count_ones()).pow(2);
}
