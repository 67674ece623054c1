//! What is observed of a visual, and the exact, declared or recorded law it follows; `count.rs` counts it.

use super::params::{Params, Rules};
use super::places::{Places, direction_law};
use super::referee::DIRECTION_NAMES;
use super::reference;
use super::visual::MOST_THROWS;
use super::ways::Way;
use crate::money::Cents;
use crate::prize::{PrizeTable, TierId};
use crate::tally::{Basis, Board, Law, Observable, Target, Unit};

/// The gems of a whole throw are counted by cell in one of so many visuals.
pub(super) const MAPPED_ONE_IN: u64 = 16;

/// Special symbols are counted by cell in one of so many visuals.
pub(super) const SPECIALS_ONE_IN: u64 = 4;

/// The observables of a game and where their counters stand.
#[derive(Clone, Debug)]
pub struct Counters {
    pub(super) list: Vec<Observable>,
    pub(super) rules: Rules,
    /// Where each part starts in a row of counters; parts of the list are in this order.
    pub(super) extra: usize,
    pub(super) magic: usize,
    pub(super) gold: usize,
    pub(super) ways: Vec<WaysOf>,
    pub(super) lines: usize,
    pub(super) wheel: usize,
    /// By number of throws.
    pub(super) line_throws: [usize; MOST_THROWS + 1],
    pub(super) gold_throws: [usize; MOST_THROWS + 1],
    pub(super) wheel_throws: [usize; MOST_THROWS + 1],
    /// By number of extra throws.
    pub(super) more_throws: [usize; MOST_THROWS + 1],
    /// Maps of the special symbols: magic, golden gem, "+1", wheel.
    pub(super) special_maps: [usize; 4],
    pub(super) gem_maps: Vec<usize>,
    pub(super) gem_at_cell: usize,
    pub(super) directions: usize,
    pub(super) places: Places,
    pub(super) line_places: usize,
    pub(super) completion: usize,
}

/// The ways of one prize and where they are counted.
#[derive(Clone, Debug)]
pub(super) struct WaysOf {
    pub(super) prize: Cents,
    pub(super) ways: Vec<Way>,
    pub(super) start: usize,
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
        let board =
            |symbol: &str, one_in: u64| Some(Board { rows: rules.grid.rows, columns: rules.grid.columns, symbol: symbol.to_owned(), set: 1, one_in });
        let special_maps = ["magic", "gold", "+1", "wheel"].map(|symbol| {
            list.push(Observable {
                name: format!("{symbol} by cell"),
                about: format!(
                    "Where {symbol} stands in the throws that show it, in every {SPECIALS_ONE_IN}th visual: every cell is equally likely (D11)."
                ),
                unit: Unit::Throw,
                values: cells.clone(),
                marks: true,
                board: board(symbol, SPECIALS_ONE_IN),
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
                board: board(&gem.name, MAPPED_ONE_IN),
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
        let places = Places::new(rules.grid, rules.line_length);
        let about = "Where each paying line stands: places that mirror each other are equally likely, others are not (D9).";
        let law = Law::EqualWithin(places.classes.clone());
        let line_places = list.add("place of a line", about, Unit::Line, places.names.clone(), winners(Basis::Symmetry, law));
        let completes = reference::magic_completes(rules.grid, gems, rules.line_length);
        let about = format!(
            "In throws with a line, a magic gem and no other special symbol: whether the magic gem is part of the line (D9), {}.",
            if completes.is_some() {
                "beside a recorded run of the slow generator"
            } else {
                "shown without a target: no run is recorded for this grid"
            }
        );
        let completion = list.add(
            "magic gem completes the line",
            about,
            Unit::Throw,
            vec!["no".to_owned(), "yes".to_owned()],
            winners(Basis::Reference, completes.map_or(Law::Free, Law::Recorded)),
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
    let values = std::iter::once("no wheel".to_owned()).chain(sums.iter().map(|&sum| params.rules.words(sum))).collect();
    list.add("wheel", "The sum the wheel pays in a winning play, by the weights of the ways (D6, D7).", Unit::Play, values, targets)
}
