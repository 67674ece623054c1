//! What is counted, from what the referee saw and what the visual shows, with the exact or declared law of each.

use super::params::{Params, Rules};
use super::places::{Places, beside_magic_alone, direction_law};
use super::referee::{DIRECTION_NAMES, Evidence};
use super::visual::{MOST_THROWS, Symbol, Visual};
use super::ways::Way;
use crate::game::Verdict;
use crate::money::Cents;
use crate::prize::{PrizeTable, TierId};
use crate::tally::{Basis, Board, Law, Observable, Target, Unit};

/// The gems of a whole throw are counted by cell in one of so many visuals.
const MAPPED_ONE_IN: u64 = 16;

/// The observables of a game and where their counters stand.
#[derive(Clone, Debug)]
pub struct Counters {
    list: Vec<Observable>,
    rules: Rules,
    /// Where each part starts in a row of counters; parts of the list are in this order.
    extra: usize,
    magic: usize,
    gold: usize,
    ways: Vec<WaysOf>,
    lines: usize,
    wheel: usize,
    /// By number of throws.
    line_throws: [usize; MOST_THROWS + 1],
    gold_throws: [usize; MOST_THROWS + 1],
    wheel_throws: [usize; MOST_THROWS + 1],
    /// By number of extra throws.
    more_throws: [usize; MOST_THROWS + 1],
    /// Maps of the special symbols: magic, golden gem, "+1", wheel.
    special_maps: [usize; 4],
    gem_maps: Vec<usize>,
    gem_at_cell: usize,
    directions: usize,
    places: Places,
    line_places: usize,
    completion: usize,
}

/// The ways of one prize and where they are counted.
#[derive(Clone, Debug)]
struct WaysOf {
    prize: Cents,
    ways: Vec<Way>,
    start: usize,
}

/// Observables as they are added, with the start of the next one.
#[derive(Default)]
struct List {
    list: Vec<Observable>,
    next: usize,
}

impl List {
    fn add(&mut self, name: impl Into<String>, about: impl Into<String>, unit: Unit, values: Vec<String>, targets: Vec<Target>) -> usize {
        self.push(Observable { name: name.into(), about: about.into(), unit, values, marks: false, board: None, targets, beside: None })
    }

    fn push(&mut self, observable: Observable) -> usize {
        let start = self.next;
        self.next += observable.width();
        self.list.push(observable);
        start
    }
}

/// Tiers that share something, with the name of the condition.
fn groups<T: PartialEq>(table: &PrizeTable, of: impl Fn(TierId) -> T) -> Vec<(String, Vec<TierId>)> {
    let mut groups: Vec<(T, Vec<TierId>)> = Vec::new();
    for tier in table.ids() {
        let key = of(tier);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, tiers)) => tiers.push(tier),
            None => groups.push((key, vec![tier])),
        }
    }
    if let [(_, tiers)] = &mut groups[..] {
        return vec![("all plays".to_owned(), std::mem::take(tiers))];
    }
    groups.into_iter().map(|(_, tiers)| (tiers.iter().map(|&tier| table.name(tier)).collect::<Vec<_>>().join(", "), tiers)).collect()
}

fn wide(weights: &[u64]) -> Vec<u128> {
    weights.iter().map(|&weight| u128::from(weight)).collect()
}

fn target(condition: impl Into<String>, tiers: Vec<TierId>, basis: Basis, law: Law) -> Target {
    Target { condition: condition.into(), tiers, basis, law }
}

fn numbers(count: usize) -> Vec<String> {
    (0..count).map(|number| number.to_string()).collect()
}

fn throw_names(count: usize) -> Vec<String> {
    (1..=count).map(|throw| format!("throw {throw}")).collect()
}

impl Counters {
    /// The observables of a game with this prize table.
    #[must_use]
    pub fn new(params: &Params, table: &PrizeTable) -> Self {
        let rules = &params.rules;
        let mut list = List::default();
        let frequencies = |tier: TierId| &params.frequencies[tier.index()];
        let all: Vec<TierId> = table.ids().collect();
        let throws_of = |extra: usize| rules.throws + extra;

        let extra_targets = groups(table, |tier| &frequencies(tier).extra_throws).into_iter().map(|(name, tiers)| {
            let mut weights = wide(&frequencies(tiers[0]).extra_throws);
            weights.resize(rules.most_extra + 1, 0);
            target(name, tiers, Basis::Declared, Law::Shares(weights))
        });
        let extra = list.add("extra throws", "Extra throws of a play (D8).", Unit::Play, numbers(rules.most_extra + 1), extra_targets.collect());

        let magic_targets = groups(table, |tier| frequencies(tier).magic).into_iter().map(|(name, tiers)| {
            let (yes, of) = frequencies(tiers[0]).magic;
            target(name, tiers, Basis::Declared, Law::Shares(wide(&[of - yes, yes])))
        });
        let no_yes = vec!["no".to_owned(), "yes".to_owned()];
        let magic = list.add("magic gem", "Whether a throw shows a magic gem (D3, D8).", Unit::Throw, no_yes, magic_targets.collect());

        let gold = add_gold(&mut list, params, table);
        let ways = add_ways(&mut list, params, table);
        let lines = add_lines(&mut list, params, table);
        let wheel = add_wheel(&mut list, params, table);

        let (mut line_throws, mut gold_throws, mut wheel_throws, mut more_throws) = ([0; 8], [0; 8], [0; 8], [0; 8]);
        #[allow(clippy::needless_range_loop)] // the number of extra throws is what matters
        for extra in 0..=rules.most_extra {
            let throws = throws_of(extra);
            let everyone = |law: Law| vec![target("all plays", all.clone(), Basis::Exact, law)];
            line_throws[throws] = list.push(Observable {
                name: format!("throws with a line, of {throws}"),
                about: "The throws in which the lines of a winning play stand: every choice is equally likely (D10).".to_owned(),
                unit: Unit::Play,
                values: throw_names(throws),
                marks: true,
                board: None,
                targets: everyone(Law::UniformMarks),
                beside: None,
            });
            let about = "The throw in which a golden gem stands: uniform over the throws played (D11).";
            gold_throws[throws] = list.add(
                format!("throw of a golden gem, of {throws}"),
                about,
                Unit::Symbol,
                throw_names(throws),
                everyone(Law::Shares(vec![1; throws])),
            );
            let about = "The throw in which the wheel stands: uniform over the throws played (D11).";
            wheel_throws[throws] =
                list.add(format!("throw of the wheel, of {throws}"), about, Unit::Play, throw_names(throws), everyone(Law::Shares(vec![1; throws])));
            if extra > 0 && rules.throws > 1 {
                more_throws[extra] = list.push(Observable {
                    name: format!("throws with a +1, of {throws}"),
                    about: "The throws in which the +1 stand: every choice among all but the last throw is equally likely (D11).".to_owned(),
                    unit: Unit::Play,
                    values: throw_names(throws - 1),
                    marks: true,
                    board: None,
                    targets: everyone(Law::UniformMarks),
                    beside: None,
                });
            }
        }

        let cells: Vec<String> =
            rules.grid.by_rows().map(|cell| rules.grid.place(cell)).map(|(row, column)| format!("row {}, column {}", row + 1, column + 1)).collect();
        let board = |symbol: &str| Some(Board { rows: rules.grid.rows, columns: rules.grid.columns, symbol: symbol.to_owned(), set: 1 });
        let special_maps = ["magic", "gold", "+1", "wheel"].map(|symbol| {
            list.push(Observable {
                name: format!("{symbol} by cell"),
                about: format!("Where {symbol} stands in the throws that show it: every cell is equally likely (D11)."),
                unit: Unit::Throw,
                values: cells.clone(),
                marks: true,
                board: board(symbol),
                targets: vec![target("all plays", all.clone(), Basis::Exact, Law::UniformMarks)],
                beside: None,
            })
        });
        let gem_maps = rules.gems.iter().map(|gem| {
            list.push(Observable {
                name: format!("{} by cell", gem.name),
                about: format!("Where {} gems stand, in one throw of every {MAPPED_ONE_IN}th visual; see `gem at a cell` for the test.", gem.name),
                unit: Unit::Throw,
                values: cells.clone(),
                marks: true,
                board: board(&gem.name),
                targets: vec![target("all plays", all.clone(), Basis::Symmetry, Law::Free)],
                beside: None,
            })
        });
        let gem_maps = gem_maps.collect();
        let gems = rules.gems.len();
        let gem_at_cell = list.add(
            "gem at a cell",
            "The gem at one cell of one throw a play, both taken in turn, where the throw shows no line and the cell a gem: the gems are equally likely (D9).",
            Unit::Cell,
            cells.iter().flat_map(|cell| rules.gems.iter().map(move |gem| format!("{cell}: {}", gem.name))).collect(),
            vec![target("all plays", all.clone(), Basis::Symmetry, Law::EqualWithin((0..rules.grid.cells() * gems).map(|value| u16::try_from(value / gems).unwrap_or(0)).collect()))],
        );
        let winning: Vec<TierId> = table.ids().filter(|&tier| tier != table.losing()).collect();
        let winners = |basis: Basis, law: Law| vec![target("winning plays", winning.clone(), basis, law)];
        let about =
            "The direction of each paying line: a mirrored grid is as likely as the grid, so falling and rising lines are equally likely (D9).";
        let names = DIRECTION_NAMES.iter().map(|&name| name.to_owned()).collect();
        let directions = list.add("direction of a line", about, Unit::Line, names, winners(Basis::Symmetry, direction_law()));
        let places = Places::new(rules.grid);
        let about = "Where each paying line stands: places that mirror each other are equally likely, others are not (D9).";
        let law = Law::EqualWithin(places.classes.clone());
        let line_places = list.add("place of a line", about, Unit::Line, places.names.clone(), winners(Basis::Symmetry, law));
        let completion = list.add(
            "magic gem completes the line",
            "In throws with a line, a magic gem and no other special symbol: whether the magic gem is part of the line (D9). Shown without a target.",
            Unit::Throw,
            vec!["no".to_owned(), "yes".to_owned()],
            winners(Basis::Reference, Law::Free),
        );
        Self {
            list: list.list,
            rules: rules.clone(),
            extra,
            magic,
            gold,
            ways,
            lines,
            wheel,
            line_throws,
            gold_throws,
            wheel_throws,
            more_throws,
            special_maps,
            gem_maps,
            gem_at_cell,
            directions,
            places,
            line_places,
            completion,
        }
    }

    /// The observables, in the order of their counters.
    #[must_use]
    pub fn list(&self) -> &[Observable] {
        &self.list
    }

    /// Counts visuals `first`, `first + 1` ... of a tier and batch.
    pub fn count(&self, first: u64, visuals: &[Visual], verdicts: &[Verdict<Evidence>], row: &mut [u64]) {
        let base = self.rules.throws;
        let mut throws_seen = 0;
        let mut magic_seen = 0;
        for ((number, visual), verdict) in (first..).zip(visuals).zip(verdicts) {
            let evidence = &verdict.evidence;
            let throws = usize::from(evidence.throws);
            if throws < base || throws > base + self.rules.most_extra {
                continue;
            }
            throws_seen += throws as u64;
            magic_seen += u64::from(evidence.with_magic.count_ones());
            row[self.extra + throws - base] += 1;
            row[self.extra + self.rules.most_extra + 1] += 1;
            let most_gold = self.rules.gold_needed as usize;
            row[self.gold + usize::from(evidence.gold).min(most_gold)] += 1;
            row[self.gold + most_gold + 1] += 1;
            if evidence.with_special != 0 {
                self.count_specials(visual, evidence, row);
            }
            if verdict.prize > Cents::ZERO {
                self.count_gains(verdict, row);
                self.count_lines(visual, evidence, row);
            }
            self.count_gems(number, visual, evidence, row);
        }
        row[self.magic] += throws_seen - magic_seen;
        row[self.magic + 1] += magic_seen;
        row[self.magic + 2] += throws_seen;
    }

    /// Where the special symbols stand, by throw and by cell.
    fn count_specials(&self, visual: &Visual, evidence: &Evidence, row: &mut [u64]) {
        let throws = usize::from(evidence.throws);
        let mut with_more = 0;
        let mut left = evidence.with_special;
        while left != 0 {
            let throw = left.trailing_zeros() as usize;
            left &= left - 1;
            let [low, middle, _, special] = visual.planes.map(|plane| plane[throw]);
            let sets = [special & !low & !middle, special & low & !middle, special & !low & middle, special & low & middle];
            for (&map, set) in self.special_maps.iter().zip(sets) {
                if set != 0 {
                    count_marks(&mut row[map..], set, self.rules.grid.cells());
                }
            }
            let [_, gold, more, wheel] = sets;
            if gold != 0 {
                let gems = u64::from(gold.count_ones());
                row[self.gold_throws[throws] + throw] += gems;
                row[self.gold_throws[throws] + throws] += gems;
            }
            if more != 0 {
                with_more |= 1 << throw;
            }
            if wheel != 0 {
                row[self.wheel_throws[throws] + throw] += 1;
                row[self.wheel_throws[throws] + throws] += 1;
            }
        }
        let extra = throws - self.rules.throws;
        if with_more != 0 && extra > 0 && with_more < 1 << (throws - 1) && self.rules.throws > 1 {
            count_marks(&mut row[self.more_throws[extra]..], with_more, throws - 1);
        }
    }

    /// The gains of a winning play.
    fn count_gains(&self, verdict: &Verdict<Evidence>, row: &mut [u64]) {
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
    fn count_lines(&self, visual: &Visual, evidence: &Evidence, row: &mut [u64]) {
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
    fn count_gems(&self, number: u64, visual: &Visual, evidence: &Evidence, row: &mut [u64]) {
        let (cells, gems) = (self.rules.grid.cells(), self.rules.gems.len());
        let small = |number: u64| usize::try_from(number).unwrap_or(0);
        let cell = small(number % cells as u64);
        let throw = small(number / cells as u64 % self.rules.throws as u64);
        if evidence.with_line >> throw & 1 == 0
            && let Symbol::Gem(gem) = visual.symbol(throw, cell)
        {
            row[self.gem_at_cell + cell * gems + usize::from(gem)] += 1;
            row[self.gem_at_cell + cells * gems] += 1;
        }
        if number.is_multiple_of(MAPPED_ONE_IN) {
            let throw = small(number / MAPPED_ONE_IN % self.rules.throws as u64);
            let [low, middle, high, special] = visual.planes.map(|plane| plane[throw]);
            for (gem, &map) in self.gem_maps.iter().enumerate() {
                let bit = |plane: u32, bit: usize| if gem >> bit & 1 == 1 { plane } else { !plane };
                let shown = bit(low, 0) & bit(middle, 1) & bit(high, 2) & !special & self.rules.grid.all();
                count_marks(&mut row[map..], shown, cells);
            }
        }
    }
}

/// Counts a set of marks: its members, one trial, its squared size.
fn count_marks(row: &mut [u64], set: u32, values: usize) {
    let mut left = set;
    while left != 0 {
        row[left.trailing_zeros() as usize] += 1;
        left &= left - 1;
    }
    row[values] += 1;
    row[values + 1] += u64::from(set.count_ones()).pow(2);
}

/// Golden gems of a play: the needed number in the ways that hold them, else as declared.
fn add_gold(list: &mut List, params: &Params, table: &PrizeTable) -> usize {
    let needed = params.rules.gold_needed as usize;
    let law = |tier: TierId| {
        let (mut with, mut without) = (0_u128, 0_u128);
        for (way, weight) in &params.ways[tier.index()] {
            *(if way.gold { &mut with } else { &mut without }) += u128::from(*weight);
        }
        let shown = wide(&params.frequencies[tier.index()].gold_shown);
        let total: u128 = shown.iter().sum();
        let mut weights: Vec<u128> = shown.iter().map(|weight| weight * without).collect();
        weights.push(with * total);
        let common = weights.iter().fold(0, |common, &weight| gcd(common, weight)).max(1);
        weights.iter().map(|weight| weight / common).collect::<Vec<_>>()
    };
    let targets = groups(table, law).into_iter().map(|(name, tiers)| {
        let pays = params.ways[tiers[0].index()].iter().any(|(way, _)| way.gold);
        let name = if pays || tiers.len() == table.tiers().len() { name } else { "plays that golden gems never pay".to_owned() };
        let law = Law::Shares(law(tiers[0]));
        target(name, tiers, Basis::Declared, law)
    });
    let targets = targets.collect();
    list.add("golden gems", "Golden gems collected in a play; the last number pays (D4, D7, D8).", Unit::Play, numbers(needed + 1), targets)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The different winning prizes with their tiers.
fn prizes(table: &PrizeTable) -> Vec<(Cents, Vec<TierId>)> {
    let mut prizes: Vec<(Cents, Vec<TierId>)> = Vec::new();
    for tier in table.ids().filter(|&tier| tier != table.losing()) {
        let prize = table.prize(tier);
        match prizes.iter_mut().find(|(known, _)| *known == prize) {
            Some((_, tiers)) => tiers.push(tier),
            None => prizes.push((prize, vec![tier])),
        }
    }
    prizes
}

fn add_ways(list: &mut List, params: &Params, table: &PrizeTable) -> Vec<WaysOf> {
    let mut all = Vec::new();
    for (prize, tiers) in prizes(table) {
        let ways = &params.ways[tiers[0].index()];
        if ways.len() < 2 {
            continue;
        }
        let name = table.name(tiers[0]);
        let weights = ways.iter().map(|&(_, weight)| u128::from(weight)).collect();
        let start = list.add(
            format!("ways of {}", name.trim_start_matches("prize ")),
            "The gains that make the prize: all ways of D7, with their weights.",
            Unit::Play,
            ways.iter().map(|(way, _)| way.name(&params.rules)).collect(),
            vec![target(name, tiers, Basis::Exact, Law::Shares(weights))],
        );
        all.push(WaysOf { prize, ways: ways.iter().map(|(way, _)| way.clone()).collect(), start });
    }
    all
}

fn add_lines(list: &mut List, params: &Params, table: &PrizeTable) -> usize {
    let gems = params.rules.gems.len();
    let mut targets = Vec::new();
    for (_, tiers) in prizes(table) {
        let ways = &params.ways[tiers[0].index()];
        let varies = ways.iter().any(|(way, _)| way.lines != ways[0].0.lines);
        if !varies {
            continue;
        }
        let mut total = 0_u128;
        let mut means = vec![0_u128; gems];
        let mut products = vec![0_u128; gems * gems];
        for (way, weight) in ways {
            let weight = u128::from(*weight);
            total += weight;
            for (gem, &lines) in way.lines[..gems].iter().enumerate() {
                means[gem] += weight * u128::from(lines);
                for (other, &more) in way.lines[..gems].iter().enumerate() {
                    products[gem * gems + other] += weight * u128::from(lines) * u128::from(more);
                }
            }
        }
        targets.push(target(table.name(tiers[0]), tiers, Basis::Exact, Law::Counts { total, means, products }));
    }
    let names = params.rules.gems.iter().map(|gem| gem.name.clone()).collect();
    list.add("lines by gem", "Paying lines of each gem in a winning play, by the weights of the ways (D7).", Unit::Play, names, targets)
}

fn add_wheel(list: &mut List, params: &Params, table: &PrizeTable) -> usize {
    let sums = &params.rules.wheel;
    let mut targets = Vec::new();
    for (_, tiers) in prizes(table) {
        let mut weights = vec![0_u128; sums.len() + 1];
        for (way, weight) in &params.ways[tiers[0].index()] {
            let stop = way.wheel.and_then(|sum| sums.iter().position(|&known| known == sum)).map_or(0, |sector| sector + 1);
            weights[stop] += u128::from(*weight);
        }
        if weights.iter().filter(|&&weight| weight > 0).count() > 1 {
            targets.push(target(table.name(tiers[0]), tiers, Basis::Exact, Law::Shares(weights)));
        }
    }
    let values = std::iter::once("no wheel".to_owned()).chain(sums.iter().map(ToString::to_string)).collect();
    list.add("wheel", "The sum the wheel pays in a winning play, by the weights of the ways (D6, D7).", Unit::Play, values, targets)
}
