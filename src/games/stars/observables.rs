//! What is counted of Star Color, with its targets, and where each counter stands in a row.

use super::any::visual::Thing;
use super::exact;
use super::generator::{MOST_EXPLOSIONS, Recipe};
use super::reference;
use super::shape::{MOST_COLOURS, Shape};
use super::visual::Sums;
use super::words::word;
use crate::money::Cents;
use crate::prize::{PrizeTable, TierId};
use crate::tally::{Basis, Board, Law, Observable, Target, Unit};

/// Cells are counted on every 64th visual of a tier and batch only, by its number: their trials say so.
pub const CELLS_EVERY: u64 = 64;
/// Values of the counts of explosions: 0 to 3, and more, which is never drawn.
pub const EXPLOSION_VALUES: usize = MOST_EXPLOSIONS + 2;

/// Maps of one set: where each one's first counter stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct MapsAt {
    /// Each colour.
    pub colours: [usize; MOST_COLOURS],
    /// All uncovered stars.
    pub uncovered: usize,
    /// The only milky way, shooting star of either direction, supernova.
    pub bonuses: [usize; 4],
    /// The only sum.
    pub sum: usize,
    /// The Extra.
    pub extra: usize,
    /// Covered stars that hide something, in sets without an explosion.
    pub decoys: usize,
}

/// Where the first counter of each observable stands.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Selected colour.
    pub selected: usize,
    /// Explosions of the first and of the second set.
    pub explosions: [usize; 2],
    /// Whether there is an Extra.
    pub extra: usize,
    /// Extras uncovered in the second set: none, some.
    pub second_extra: usize,
    /// The kind of the only explosion.
    pub only_kind: usize,
    /// The kinds of two or three explosions.
    pub kinds: usize,
    /// The colour of the first supernova, counted from the selected one.
    pub nova: usize,
    /// Stars uncovered after 1, 2, 3 explosions.
    pub stars: [usize; MOST_EXPLOSIONS],
    /// Waves of 2, 3 explosions.
    pub waves: [usize; MOST_EXPLOSIONS - 1],
    /// Whether the only sum after one supernova lies under the selected colour.
    pub nova_sum: usize,
    /// Sums of Extra plays in the first and in the second set.
    pub split: usize,
    /// Contents of covered stars.
    pub decoys: usize,
    /// Maps of the first and of the second set.
    pub maps: [MapsAt; 2],
    /// By prize: the first counter of its ways, and the numbers of the sums of each.
    pub ways: Vec<(Cents, usize, Vec<Vec<u8>>)>,
}

/// The observables in order, and where their counters stand.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    /// What is counted.
    pub list: Vec<Observable>,
    /// Where.
    pub at: Places,
    /// The value number of each content code among the decoys.
    pub decoy_value: Vec<u8>,
}

struct Builder<'a> {
    table: &'a PrizeTable,
    recipe: &'a Recipe,
    sums: &'a Sums,
    list: Vec<Observable>,
    next: usize,
}

/// All observables of a game at one stake.
#[must_use]
pub fn watched(table: &PrizeTable, recipe: &Recipe, sums: &Sums) -> Watched {
    let mut builder = Builder { table, recipe, sums, list: Vec::new(), next: 0 };
    let at = Places {
        selected: builder.selected(),
        explosions: [builder.explosions(1), builder.explosions(2)],
        extra: builder.extra(),
        second_extra: builder.second_extra(),
        only_kind: builder.only_kind(),
        kinds: builder.kinds(),
        nova: builder.nova(),
        stars: [1, 2, 3].map(|explosions| builder.stars(explosions)),
        waves: [2, 3].map(|explosions| builder.waves(explosions)),
        nova_sum: builder.nova_sum(),
        split: builder.split(),
        ways: builder.ways(),
        ..Places::default()
    };
    let (decoys, decoy_value) = builder.decoys();
    let maps = [builder.maps(1), builder.maps(2)];
    let at = Places { decoys, maps, ..at };
    Watched { list: builder.list, at, decoy_value }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn wide(weights: &[u64]) -> Vec<u128> {
    weights.iter().map(|&weight| u128::from(weight)).collect()
}

/// A small number in words, as the texts have it.
fn count_word(number: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(number).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

const KIND_WORDS: [&str; 4] = ["milky-way", "shooting-star:nw-se", "shooting-star:ne-sw", "supernova"];

impl<'a> Builder<'a> {
    fn shape(&self) -> &'a Shape {
        &self.recipe.shape
    }

    fn add(&mut self, name: impl Into<String>, about: impl Into<String>, unit: Unit, values: Vec<String>, targets: Vec<Target>) -> usize {
        self.push(Observable { name: name.into(), about: about.into(), unit, values, marks: false, board: None, targets, beside: None })
    }

    fn push(&mut self, observable: Observable) -> usize {
        let at = self.next;
        self.next += observable.width();
        self.list.push(observable);
        at
    }

    fn all_tiers(&self) -> Vec<TierId> {
        self.table.ids().collect()
    }

    fn winning_tiers(&self) -> Vec<TierId> {
        self.table.ids().filter(|&tier| tier != self.table.losing()).collect()
    }

    fn target(condition: impl Into<String>, tiers: Vec<TierId>, basis: Basis, law: Law) -> Target {
        Target { condition: condition.into(), tiers, basis, law }
    }

    fn everywhere(&self, basis: Basis, law: Law) -> Vec<Target> {
        vec![Self::target("all plays", self.all_tiers(), basis, law)]
    }

    /// One declared law for losing plays, one for winning plays, and the latter for each prize too: so it does not depend on the prize.
    fn by_prize(&self, losing: &[u128], winning: &[u128]) -> Vec<Target> {
        let shares = |weights: &[u128]| Law::Shares(weights.to_vec());
        let mut targets = vec![
            Self::target("losing plays", vec![self.table.losing()], Basis::Declared, shares(losing)),
            Self::target("winning plays", self.winning_tiers(), Basis::Declared, shares(winning)),
        ];
        if losing == winning {
            targets.insert(0, Self::target("all plays", self.all_tiers(), Basis::Declared, shares(losing)));
        }
        targets
            .extend(self.winning_tiers().into_iter().map(|tier| Self::target(self.table.name(tier), vec![tier], Basis::Declared, shares(winning))));
        targets
    }

    fn selected(&mut self) -> usize {
        let values = self.shape().colours.clone();
        let weights = wide(&self.recipe.selected);
        let targets = self.by_prize(&weights, &weights);
        self.add(
            "selected colour",
            "The colour the player selects; the same law for every prize, so that the prize does not depend on it (4.3, S5).",
            Unit::Play,
            values,
            targets,
        )
    }

    fn explosions(&mut self, set: usize) -> usize {
        let weights = |explosions: &[u64]| {
            let mut weights = wide(explosions);
            weights.push(0);
            weights
        };
        let targets = self.by_prize(&weights(&self.recipe.losing.explosions), &weights(&self.recipe.winning.explosions));
        let (place, about) = if set == 1 { ("first set", "of the first set") } else { ("second set", "of the second set of Extra plays") };
        self.add(
            format!("explosions, {place}"),
            format!("Explosion Bonuses uncovered {about}; declared, the same for every prize (S7)."),
            Unit::Set,
            owned(&["0", "1", "2", "3", "more"]),
            targets,
        )
    }

    fn extra(&mut self) -> usize {
        let weights = |(extra, of): (u64, u64)| wide(&[of - extra, extra]);
        let targets = self.by_prize(&weights(self.recipe.losing.extra), &weights(self.recipe.winning.extra));
        self.add(
            "Extra",
            "Plays with an Extra uncovered in the first set; declared, the same for every prize (S7).",
            Unit::Play,
            owned(&["no", "yes"]),
            targets,
        )
    }

    fn second_extra(&mut self) -> usize {
        let targets = self.everywhere(Basis::Declared, Law::Shares(vec![1, 0]));
        self.add("Extra in the second set", "An Extra is never uncovered in a second set (S9).", Unit::Set, owned(&["none", "some"]), targets)
    }

    fn only_kind(&mut self) -> usize {
        let shares = if self.shape().is_like_built_in() {
            Some(exact::only_kind(self.recipe.kinds))
        } else {
            exact::only_kind_on(self.shape(), self.recipe.kinds)
        };
        let targets = self.everywhere(Basis::Exact, shares.map_or(Law::Free, |shares| Law::Shares(shares.to_vec())));
        self.add(
            "kind of the only explosion",
            "In sets with one explosion: the declared kinds (S7), less the layouts in which a shooting star finds no place (S10), enumerated.",
            Unit::Set,
            owned(&KIND_WORDS),
            targets,
        )
    }

    fn kinds(&mut self) -> usize {
        let [milky_way, shooting_star, supernova] = self.recipe.kinds.map(u128::from);
        let law = Law::Shares(vec![2 * milky_way, shooting_star, shooting_star, 2 * supernova]);
        // on other boards a kind may be drawn again often
        let (law, about) = if self.shape().is_like_built_in() {
            (law, "a kind is drawn again so rarely (S10) that the shares move by less than 1e-5")
        } else {
            (Law::Free, "how often a kind finds no place and is drawn again (S10) is not known for this board")
        };
        let targets = self.everywhere(Basis::Declared, law);
        self.add(
            "kinds of two or three explosions",
            format!("In sets with more than one explosion: the declared kinds (S7); {about}."),
            Unit::Symbol,
            owned(&KIND_WORDS),
            targets,
        )
    }

    fn nova(&mut self) -> usize {
        let colours = self.shape().colours.len();
        let targets = self.everywhere(Basis::Symmetry, Law::Shares((0..colours).map(|steps| u128::from(steps > 0)).collect()));
        let values = (0..colours).map(|steps| if steps == 0 { "selected".to_owned() } else { format!("+{steps}") }).collect();
        self.add(
            "colour of the first supernova",
            "Counted from the selected colour in the order of 4.2; the selected one has no covered star left (S10), the others are equal by symmetry.",
            Unit::Set,
            values,
            targets,
        )
    }

    fn stars(&mut self, explosions: usize) -> usize {
        let fewest = self.shape().stars_of_a_colour();
        let values = (fewest..=self.shape().most_stars(explosions)).map(|stars| stars.to_string()).collect();
        let like_built_in = self.shape().is_like_built_in();
        let (basis, law, about) = match (explosions, reference::stars(explosions, self.recipe.kinds)) {
            _ if !like_built_in => (Basis::Reference, Law::Free, "not known for this board"),
            (1, _) => (Basis::Exact, Law::Shares(exact::stars(self.recipe.kinds).to_vec()), "enumerated over all layouts"),
            (_, Some(counts)) => (Basis::Reference, Law::Recorded(counts), "recorded from the slow twin"),
            (_, None) => (Basis::Reference, Law::Free, "not known for these kinds of explosion"),
        };
        let targets = self.everywhere(basis, law);
        let plural = if explosions == 1 { "explosion" } else { "explosions" };
        self.add(
            format!("stars uncovered, {explosions} {plural}"),
            format!("Stars uncovered in sets with {explosions} {plural}, the {} of the selected colour included; {about} (S10).", count_word(fewest)),
            Unit::Set,
            values,
            targets,
        )
    }

    fn waves(&mut self, explosions: usize) -> usize {
        let (basis, law) = match reference::waves(explosions, self.recipe.kinds) {
            Some(counts) if self.shape().is_like_built_in() => (Basis::Reference, Law::Recorded(counts)),
            _ => (Basis::Reference, Law::Free),
        };
        let targets = self.everywhere(basis, law);
        self.add(
            format!("waves, {explosions} explosions"),
            format!("How long the chain of {explosions} explosions is: waves that uncover new stars; recorded from the slow twin (S10)."),
            Unit::Set,
            (0..=explosions).map(|waves| waves.to_string()).collect(),
            targets,
        )
    }

    fn nova_sum(&mut self) -> usize {
        let each = self.shape().stars_of_a_colour() as u128;
        let (empty, own) = (2 * each - 1, each - 1);
        let targets = vec![Self::target("winning plays", self.winning_tiers(), Basis::Exact, Law::Shares(vec![each - 1, each]))];
        self.add(
            "the only sum after one supernova",
            format!("One of {empty} empty uncovered stars, uniformly: {own} of the selected colour, {each} of the supernova's (S10)."),
            Unit::Set,
            owned(&["selected colour", "exploded"]),
            targets,
        )
    }

    fn split(&mut self) -> usize {
        let (second, of) = self.recipe.second_set;
        let targets = vec![Self::target("winning plays", self.winning_tiers(), Basis::Declared, Law::Shares(wide(&[of - second, second])))];
        self.add(
            "sums of Extra plays by set",
            "Each sum of an Extra play goes to the second set with the declared probability (S9).",
            Unit::Symbol,
            owned(&["first set", "second set"]),
            targets,
        )
    }

    fn decoys(&mut self) -> (usize, Vec<u8>) {
        let contents: Vec<Thing> = Thing::each(self.sums.all().len(), self.shape().colours.len()).collect();
        let weights = contents.iter().map(|content| {
            let found = self.recipe.decoys.iter().find(|&&(code, _)| code == content.byte());
            found.map_or(0, |&(_, weight)| u128::from(weight))
        });
        let targets = self.everywhere(Basis::Declared, Law::Shares(weights.collect()));
        let values = contents.iter().map(|&content| match content {
            Thing::Nothing => "nothing".to_owned(),
            Thing::Sum(number) => format!("sum {}", self.sums.words(self.sums.amount(number))),
            bonus => word(bonus, self.shape(), self.sums),
        });
        let at = self.add(
            "decoys",
            format!("What stars hide that stay covered, on every {CELLS_EVERY}th visual; declared, independent from star to star (S8)."),
            Unit::Cell,
            values.collect(),
            targets,
        );
        let mut value = vec![0; 128];
        for (number, content) in (0..).zip(&contents) {
            value[usize::from(content.byte())] = number;
        }
        (at, value)
    }

    fn ways(&mut self) -> Vec<(Cents, usize, Vec<Vec<u8>>)> {
        let mut found = Vec::new();
        for tier in self.winning_tiers() {
            let prize = self.table.prize(tier);
            let ways = &self.recipe.ways[tier.index()];
            let text = |sums: &[u8]| sums.iter().rev().map(|&sum| self.sums.words(self.sums.amount(sum))).collect::<Vec<_>>().join(" + ");
            let mut values: Vec<String> = ways.iter().map(|way| text(&way.sums)).collect();
            values.push("any other".to_owned());
            let weights = ways.iter().map(|way| u128::from(way.weight)).chain([0]).collect();
            let name = format!("ways of {}", self.table.name(tier));
            if self.list.iter().any(|observable| observable.name == name) {
                continue; // two rows of the table with the same prize
            }
            let condition = self.table.name(tier);
            let targets = vec![Self::target(condition, vec![tier], Basis::Declared, Law::Shares(weights))];
            let about = "The sums uncovered in the whole play; weights declared (S6).";
            let at = self.add(name, about, Unit::Play, values, targets);
            found.push((prize, at, ways.iter().map(|way| way.sums.clone()).collect()));
        }
        found
    }

    fn maps(&mut self, set: u8) -> MapsAt {
        let shape = self.shape().clone();
        let about = format!("the stars of the colour: every {} cells equally likely (S1)", count_word(shape.stars_of_a_colour()));
        let mut colours = [0; MOST_COLOURS];
        for (at, colour) in colours.iter_mut().zip(&shape.colours) {
            *at = self.map(colour, set, &about, true, Basis::Exact, Law::UniformMarks);
        }
        let uncovered = self.map("uncovered", set, "uncovered stars: chains of explosions favour the middle", true, Basis::Symmetry, Law::Free);
        let bonuses = [0, 1, 2, 3].map(|kind| {
            let classes = if kind == 1 || kind == 2 { half_turn_classes(&shape) } else { reflection_classes(&shape) };
            let about = "the only explosion of its kind in the set: mirrored cells are equally likely";
            self.map(KIND_WORDS[kind], set, about, false, Basis::Symmetry, Law::EqualWithin(classes))
        });
        let mut mirrored = |symbol, about| self.map(symbol, set, about, false, Basis::Symmetry, Law::EqualWithin(reflection_classes(&shape)));
        let sum = mirrored("sum", "the only uncovered sum of the set: mirrored cells are equally likely");
        let extra = if set == 1 { mirrored("extra", "the uncovered Extra: mirrored cells are equally likely") } else { 0 };
        let about = "covered stars that hide something, in sets without an explosion: every set of as many cells is equally likely (S1, S8)";
        let decoys = self.map("decoy", set, about, true, Basis::Exact, Law::UniformMarks);
        MapsAt { colours, uncovered, bonuses, sum, extra, decoys }
    }

    fn map(&mut self, symbol: &str, set: u8, about: &str, marks: bool, basis: Basis, law: Law) -> usize {
        let targets = self.everywhere(basis, law);
        let Shape { rows, columns, .. } = *self.shape();
        let stars = rows * columns;
        self.push(Observable {
            name: format!("{symbol} by cell, set {set}"),
            about: format!("On every {CELLS_EVERY}th visual, {about}."),
            unit: Unit::Set,
            values: (0..stars).map(|cell| format!("row {} column {}", cell / columns + 1, cell % columns + 1)).collect(),
            marks,
            board: Some(Board { rows, columns, symbol: symbol.to_owned(), set, one_in: CELLS_EVERY }),
            targets,
            beside: None,
        })
    }
}

/// Cells that a mirror, left and right or top and bottom, takes into each other have the same number.
#[must_use]
pub fn reflection_classes(shape: &Shape) -> Vec<u16> {
    classes(shape, |row, column| (row.min(shape.rows - 1 - row), column.min(shape.columns - 1 - column)))
}

/// Cells that a half turn takes into each other have the same number: it keeps the direction of a diagonal.
#[must_use]
pub fn half_turn_classes(shape: &Shape) -> Vec<u16> {
    classes(shape, |row, column| (row, column).min((shape.rows - 1 - row, shape.columns - 1 - column)))
}

fn classes(shape: &Shape, chosen: impl Fn(usize, usize) -> (usize, usize)) -> Vec<u16> {
    let number = |cell: usize| {
        let (row, column) = chosen(cell / shape.columns, cell % shape.columns);
        u16::try_from(row * shape.columns + column).unwrap_or(u16::MAX)
    };
    (0..shape.stars()).map(number).collect()
}
