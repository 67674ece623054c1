//! The section `[stars]` of a game file: read, checked, all mistakes at once.

use super::any::visual::Thing;
use super::board::{check_places, read_shape};
use super::generator::{MOST_EXPLOSIONS, Recipe};
use super::shape::{MOST_STARS, Shape};
use super::visual::{Direction, MAX_SUMS, Sums};
use super::ways::{Way, multisets, weights};
use crate::money::{Cents, grouped};
use crate::prize::{PrizeTable, TierId};
use crate::spec::{Offer, Placed, Section};
use std::ops::Range;

/// Weights and counts of the section stay below this, so that products of a few of them fit 64 bits.
const MOST: u64 = 1_000_000;
/// Ways of a prize, and ways weighed by hand, at most.
const MOST_WAYS: usize = 2_000;
/// Ways of all prizes together, at most.
const MOST_WAYS_IN_ALL: usize = 10_000;
/// The largest sum, in minor units: 64 of them still fit 64 bits.
const LARGEST_SUM: i64 = 1_000_000_000_000;

/// Frequencies of losing or of winning plays (decision S7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// Weights of 0, 1, 2 and 3 explosions in a set.
    pub explosions: [u64; MOST_EXPLOSIONS + 1],
    /// Probability of an Extra, a fraction in lowest terms.
    pub extra: (u64, u64),
}

/// What covered stars hide (decision S8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecoyWeights {
    /// Weights of nothing, a sum, a bonus, an Extra.
    pub contents: [u64; 4],
    /// Weights of the sums.
    pub sums: Vec<u64>,
    /// Weights of milky way, shooting star, supernova.
    pub kinds: [u64; 3],
}

/// A way weighed by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeighedWay {
    /// The prize, times the stake.
    pub prize: u64,
    /// The sums, numbers in the list of sums, ascending.
    pub sums: Vec<u8>,
    /// Its weight among the ways of the prize.
    pub weight: u64,
    /// Where it stands.
    pub span: Range<usize>,
}

/// The section, checked as far as it does not depend on the stake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// The board (S1, S2).
    pub shape: Shape,
    /// Weights of the selected colour, in the order of the colours (S5).
    pub selected: Vec<u64>,
    /// Sums, times the stake (S6).
    pub sums: Placed<Vec<u64>>,
    /// Whether the sum is uncovered only as part of the top prize (S6).
    pub top_only: Vec<bool>,
    /// Most sums of a way (S6).
    pub max_sums: usize,
    /// A way of k sums weighs `way_ratio^(k - 1)` (S6).
    pub way_ratio: (u64, u64),
    /// Ways weighed by hand.
    pub weighed: Vec<WeighedWay>,
    /// Losing plays (S7).
    pub losing: Occasion,
    /// Winning plays (S7).
    pub winning: Occasion,
    /// Weights of milky way, shooting star, supernova (S7).
    pub kinds: [u64; 3],
    /// Probability that a sum of an Extra play goes to the second set (S9).
    pub second_set: (u64, u64),
    /// Decoys (S8).
    pub decoys: DecoyWeights,
}

/// Everything that a game of stars needs at one stake.
#[derive(Clone, Debug)]
pub struct Ready {
    /// The sums stars may hide.
    pub sums: Sums,
    /// What the generator draws by.
    pub recipe: Recipe,
}

/// Reads the section. `None` when something is missing or malformed; everything wrong is noted in the section's findings.
pub fn read(section: &Section<'_>) -> Option<Params> {
    let shape = read_shape(section);
    let stars = shape.as_ref().map_or(MOST_STARS, Shape::stars_of_a_colour);
    let sums = read_sums(section);
    let top = section.wholes("top_prize_sums", None);
    let top_only = sums.as_ref().zip(top).map(|(sums, top)| {
        for times in top.value.iter().filter(|times| !sums.value.contains(times)) {
            section.error(
                top.span.clone(),
                format!("`top_prize_sums` names {times}, which is not among `sums`"),
                "add it to `sums`, or take it away here",
            );
        }
        sums.value.iter().map(|times| top.value.contains(times)).collect()
    });
    let max_sums = section.whole("max_sums").and_then(|most| match usize::try_from(most.value) {
        Ok(sums) if (1..=stars).contains(&sums) => Some(Placed { value: sums, span: most.span }),
        _ => {
            let help = if shape.is_some() {
                format!("write 1 to {stars}: they must fit the stars of the selected colour")
            } else {
                "write 1 or more".to_owned()
            };
            section.error(most.span, format!("`stars.max_sums` is {}", most.value), help);
            None
        }
    });
    let way_ratio = small_fraction(section, "way_ratio");
    let weighed = sums.as_ref().map(|sums| read_weighed(section, sums, max_sums.as_ref().map_or(stars, |most| most.value)));
    let selected = section.section("selected").and_then(|selected| {
        let colours = shape.as_ref().map_or_else(Vec::new, |shape| shape.colours.clone());
        let weights: Vec<Option<u64>> = colours.iter().map(|colour| small(&selected, colour)).collect();
        let weights = if shape.is_some() { all_of(&selected, "the colours", &weights) } else { None };
        if shape.is_some() {
            selected.finish();
        }
        weights
    });
    let losing = section.section("losing").and_then(|section| read_occasion(&section));
    let winning = section.section("winning").and_then(|section| read_occasion(&section));
    let kinds = section.section("kinds").and_then(|kinds| {
        let weights = read_kinds(&kinds);
        kinds.finish();
        weights
    });
    if let Some(shape) = &shape {
        check_places(section, shape, kinds, [("losing", &losing), ("winning", &winning)]);
        if let (Some(most), Some(winning)) = (&max_sums, &winning)
            && winning.value.extra.0 > 0
            && most.value >= stars
        {
            section.error(
                most.span.clone(),
                format!("`stars.max_sums` is {}, and with the Extra they must fit the {stars} stars of the selected colour", most.value),
                if stars > 1 {
                    format!("write at most {}, or no Extra in winning plays", stars - 1)
                } else {
                    "write `extra = \"0\"` for winning plays, or fewer colours".to_owned()
                },
            );
        }
    }
    let second_set = section.section("extra").and_then(|extra| {
        let share = small_fraction(&extra, "second_set");
        extra.finish();
        share
    });
    let decoys = section.section("decoys").and_then(|decoys| read_decoys(&decoys, sums.as_ref().map(|sums| sums.value.len())));
    Some(Params {
        shape: shape?,
        selected: selected?,
        sums: sums?,
        top_only: top_only?,
        max_sums: max_sums?.value,
        way_ratio: way_ratio?,
        weighed: weighed?,
        losing: losing?.value,
        winning: winning?.value,
        kinds: kinds?,
        second_set: second_set?,
        decoys: decoys?,
    })
}

fn read_sums(section: &Section<'_>) -> Option<Placed<Vec<u64>>> {
    let sums = section.wholes("sums", None)?;
    let mut right = true;
    let mut wrong = |message: String, help: String| {
        section.error(sums.span.clone(), message, help);
        right = false;
    };
    if sums.value.is_empty() || sums.value.len() > MAX_SUMS {
        wrong(format!("`stars.sums` has {} sums", sums.value.len()), format!("write 1 to {MAX_SUMS} sums, times the stake"));
        return None;
    }
    for (place, times) in sums.value.iter().enumerate() {
        if *times == 0 {
            wrong("`stars.sums` holds 0".to_owned(), "a sum is 1 or more, times the stake; an empty star is no sum".to_owned());
        } else if sums.value[..place].contains(times) {
            wrong(format!("`stars.sums` holds {times} twice"), "name each sum once".to_owned());
        }
    }
    right.then_some(sums)
}

/// A whole number of at most [`MOST`].
fn small(section: &Section<'_>, key: &str) -> Option<u64> {
    let number = section.whole(key)?;
    limited(section, key, number.span, &[number.value]).then_some(number.value)
}

fn limited(section: &Section<'_>, key: &str, span: Range<usize>, numbers: &[u64]) -> bool {
    let large = numbers.iter().find(|&&number| number > MOST);
    if let Some(large) = large {
        section.error(span, format!("`{key}` holds {large}"), format!("write weights of at most {MOST}"));
    }
    large.is_none()
}

fn small_fraction(section: &Section<'_>, key: &str) -> Option<(u64, u64)> {
    let share = section.probability(key)?;
    let (numerator, denominator) = share.value;
    if denominator > MOST {
        section.error(share.span, format!("`{key}` is {numerator}/{denominator}"), format!("write a fraction whose denominator is at most {MOST}"));
        return None;
    }
    Some(share.value)
}

/// All weights, at least one over 0.
fn all_of(section: &Section<'_>, what: &str, weights: &[Option<u64>]) -> Option<Vec<u64>> {
    let all: Vec<u64> = weights.iter().copied().collect::<Option<_>>()?;
    if all.iter().all(|&weight| weight == 0) {
        section.error(section.span(), format!("all weights of {what} are 0"), "at least one must be more than 0");
        return None;
    }
    Some(all)
}

fn read_kinds(section: &Section<'_>) -> Option<[u64; 3]> {
    let kinds = ["milky_way", "shooting_star", "supernova"].map(|key| small(section, key));
    all_of(section, "the kinds of bonus", &kinds)?.try_into().ok()
}

fn read_occasion(section: &Section<'_>) -> Option<Placed<Occasion>> {
    let explosions = section.weights("explosions", MOST_EXPLOSIONS + 1);
    let explosions = explosions.filter(|weights| limited(section, "explosions", weights.span.clone(), &weights.value));
    let extra = small_fraction(section, "extra");
    section.finish();
    let explosions = explosions?;
    Some(Placed { value: Occasion { explosions: explosions.value.try_into().ok()?, extra: extra? }, span: explosions.span })
}

fn read_decoys(section: &Section<'_>, sums: Option<usize>) -> Option<DecoyWeights> {
    let contents = all_of(section, "what covered stars hide", &["nothing", "sum", "bonus", "extra"].map(|key| small(section, key)));
    let weights = match sums {
        Some(length) => section.weights("sums", length),
        None => section.wholes("sums", None),
    };
    let weights = weights.filter(|weights| limited(section, "sums", weights.span.clone(), &weights.value));
    let kinds = read_kinds(section);
    section.finish();
    Some(DecoyWeights { contents: contents?.try_into().ok()?, sums: weights?.value, kinds: kinds? })
}

fn read_weighed(section: &Section<'_>, sums: &Placed<Vec<u64>>, most: usize) -> Vec<WeighedWay> {
    let mut ways: Vec<WeighedWay> = Vec::new();
    for entry in section.sections_up_to("ways", MOST_WAYS) {
        let span = entry.span();
        let (prize, parts, weight) = (entry.whole("prize"), entry.wholes("sums", None), small(&entry, "weight"));
        entry.finish();
        let (Some(prize), Some(parts), Some(weight)) = (prize, parts, weight) else { continue };
        let numbers = parts.value.iter().map(|times| sums.value.iter().position(|sum| sum == times).and_then(|at| u8::try_from(at).ok()));
        let Some(mut numbers) = numbers.collect::<Option<Vec<u8>>>() else {
            section.error(parts.span, format!("the way {} holds what is not among `sums`", shown(&parts.value)), "use sums of the list `sums`");
            continue;
        };
        numbers.sort_unstable();
        let total: u128 = parts.value.iter().map(|&times| u128::from(times)).sum();
        if total != u128::from(prize.value) {
            section.error(
                parts.span,
                format!("the way {} makes {total}, not the prize {}", shown(&parts.value), prize.value),
                "prize and sums are both times the stake",
            );
        } else if parts.value.is_empty() || parts.value.len() > most {
            section.error(parts.span, format!("a way of {} sums", parts.value.len()), format!("write 1 to {most} sums (`max_sums`)"));
        } else if ways.iter().any(|way| way.prize == prize.value && way.sums == numbers) {
            section.error(parts.span, format!("the way {} is there twice", shown(&parts.value)), "keep one of them");
        } else {
            ways.push(WeighedWay { prize: prize.value, sums: numbers, weight, span });
        }
    }
    ways
}

fn shown(parts: &[u64]) -> String {
    parts.iter().map(u64::to_string).collect::<Vec<_>>().join(" + ")
}

impl Params {
    /// The sums at a stake.
    fn amounts(&self, stake: Cents, decimals: u32) -> Option<Sums> {
        let amount = |&times: &u64| i64::try_from(times).ok()?.checked_mul(stake.0).filter(|&cents| cents <= LARGEST_SUM).map(Cents);
        self.sums.value.iter().map(amount).collect::<Option<Vec<_>>>().map(|amounts| Sums::new(amounts, decimals))
    }

    /// Everything the generator needs at one stake. `None` when something is wrong, which is noted in the section's findings.
    pub fn recipe(&self, section: &Section<'_>, offer: &Offer) -> Option<Ready> {
        let stake = offer.table.stake();
        let Some(sums) = self.amounts(stake, section.decimals()) else {
            let message = format!("the largest sum is too large at a stake of {}", section.amount(stake.wide()));
            section.error(self.sums.span.clone(), message, "a sum is at most 10^12 minor units");
            return None;
        };
        self.check_weighed(section, offer);
        let ways: Vec<Option<Vec<Way>>> = offer.table.ids().map(|tier| self.ways(section, offer, tier, &sums)).collect();
        let ways: Vec<Vec<Way>> = ways.into_iter().collect::<Option<_>>()?;
        let all: usize = ways.iter().map(Vec::len).sum();
        if all > MOST_WAYS_IN_ALL {
            let message = format!("the prizes have {} ways in all", grouped(all as u128));
            section.error(offer.span.clone(), message, format!("lower `max_sums`: at most {MOST_WAYS_IN_ALL} are counted"));
            return None;
        }
        Some(Ready {
            sums,
            recipe: Recipe {
                shape: self.shape.clone(),
                selected: self.selected.clone(),
                losing: self.losing.clone(),
                winning: self.winning.clone(),
                kinds: self.kinds,
                second_set: self.second_set,
                decoys: self.decoys.by_code(self.shape.colours.len()),
                ways,
            },
        })
    }

    /// Ways weighed by hand must belong to a prize, and keep to the sums it may show.
    fn check_weighed(&self, section: &Section<'_>, offer: &Offer) {
        let table = &offer.table;
        let top = table.tiers().iter().map(|tier| tier.prize).max();
        for way in self.weighed.iter().filter(|_| offer.whole) {
            let Some(tier) = table.tiers().iter().find(|tier| is_times(tier.prize, way.prize, table.stake())) else {
                section.error(
                    way.span.clone(),
                    format!("a way is weighed for {} times the stake, which no prize at a stake of {} is", way.prize, table.amount(table.stake())),
                    "name a prize of every stake, times the stake, or remove the way",
                );
                continue;
            };
            let reserved = way.sums.iter().find(|&&sum| self.top_only.get(usize::from(sum)).copied().unwrap_or(false));
            if let Some(times) = reserved.filter(|_| Some(tier.prize) != top).and_then(|&sum| self.sums.value.get(usize::from(sum))) {
                section.error(
                    way.span.clone(),
                    format!("a way of {} holds {times}, which `top_prize_sums` keeps for the top prize", table.amount(tier.prize)),
                    "take the sum out of the way, or out of `top_prize_sums`",
                );
            }
        }
    }

    /// The ways of a tier, weighed; none for the losing tier.
    fn ways(&self, section: &Section<'_>, offer: &Offer, tier: TierId, sums: &Sums) -> Option<Vec<Way>> {
        let table = &offer.table;
        if tier == table.losing() {
            return Some(Vec::new());
        }
        let prize = table.prize(tier);
        let span = offer.rows.get(tier.index()).cloned().unwrap_or_else(|| offer.span.clone());
        let by_hand: Vec<&WeighedWay> = self.weighed.iter().filter(|way| is_times(prize, way.prize, table.stake())).collect();
        let ways: Vec<Way> = if by_hand.is_empty() {
            let allowed = self.allowed(table, prize, sums);
            let Some(found) = multisets(prize, &allowed, self.max_sums, MOST_WAYS) else {
                section.error(
                    span,
                    format!(
                        "the prize {} has too many ways: more than {MOST_WAYS} sets of 1 to {} sums, or too many to try",
                        table.amount(prize),
                        self.max_sums
                    ),
                    "lower `max_sums`, or weigh the ways of the prize in `ways`",
                );
                return None;
            };
            let lengths: Vec<usize> = found.iter().map(Vec::len).collect();
            let Some(weights) = weights(&lengths, self.way_ratio) else {
                section.error(
                    span,
                    format!("the weights of the ways of {} are too large", table.amount(prize)),
                    "write `way_ratio` with smaller numbers",
                );
                return None;
            };
            found.into_iter().zip(weights).map(|(sums, weight)| Way { sums, weight }).collect()
        } else {
            by_hand.into_iter().map(|way| Way { sums: way.sums.clone(), weight: way.weight }).collect()
        };
        if let Some(way) = ways.iter().find(|way| way.weight > 0 && way.sums.len() == 1 && offer.sums_only.contains(&prize)) {
            let sum = way.sums.first().map_or(0, |&sum| self.sums.value.get(usize::from(sum)).copied().unwrap_or(0));
            section.error(
                span.clone(),
                format!("{} is won as a sum of gains only (`cumulation_only`), but one star may hide it: `sums` holds {sum}", table.amount(prize)),
                "take it out of `sums` or of `cumulation_only`, or weigh its ways in `ways`",
            );
        }
        if ways.iter().all(|way| way.weight == 0) {
            section.error(
                span,
                format!("the prize {} has no way: no 1 to {} sums with a weight over 0 add up to it", table.amount(prize), self.max_sums),
                format!("the sums at this stake are {}", sums.all().iter().map(|&sum| sums.words(sum)).collect::<Vec<_>>().join(", ")),
            );
            return None;
        }
        Some(ways)
    }

    fn allowed(&self, table: &PrizeTable, prize: Cents, sums: &Sums) -> Vec<(u8, Cents)> {
        let top = table.tiers().iter().map(|tier| tier.prize).max() == Some(prize);
        let numbered = (0_u8..).zip(sums.all().iter().copied());
        numbered.zip(&self.top_only).filter(|&(_, &top_only)| top || !top_only).map(|(sum, _)| sum).collect()
    }
}

/// Whether `prize` is `times` the stake.
fn is_times(prize: Cents, times: u64, stake: Cents) -> bool {
    prize.wide() == i128::from(times) * stake.wide()
}

impl DecoyWeights {
    /// Weights by content code, whole numbers without a common divisor; contents of weight 0 are left out.
    #[must_use]
    pub fn by_code(&self, colours: usize) -> Vec<(u8, u64)> {
        let [nothing, sum, bonus, extra] = self.contents.map(u128::from);
        let sums_total: u128 = self.sums.iter().map(|&weight| u128::from(weight)).sum::<u128>().max(1);
        let [milky_way, shooting_star, supernova] = self.kinds.map(u128::from);
        let kinds_total = (milky_way + shooting_star + supernova).max(1);
        let colours = u8::try_from(colours).unwrap_or(1).max(1);
        // the common denominator of all shares below; at most 2 x 10^7 x 3 x 10^6 x 16, far from 2^128
        let scale = sums_total * kinds_total * 2 * u128::from(colours);
        let mut weights = vec![(Thing::Nothing, nothing * scale), (Thing::Extra, extra * scale)];
        for (number, &weight) in (0_u8..).zip(&self.sums) {
            weights.push((Thing::Sum(number), sum * u128::from(weight) * (scale / sums_total)));
        }
        let share = bonus * (scale / kinds_total);
        weights.push((Thing::MilkyWay, share * milky_way));
        for direction in [Direction::NwSe, Direction::NeSw] {
            weights.push((Thing::ShootingStar(direction), share * shooting_star / 2));
        }
        for colour in 0..colours {
            weights.push((Thing::Supernova(colour), share * supernova / u128::from(colours)));
        }
        weights.retain(|&(_, weight)| weight > 0);
        weights.sort_by_key(|&(content, _)| content.byte());
        let common = weights.iter().fold(0, |common, &(_, weight)| wide_gcd(weight, common)).max(1);
        weights.into_iter().map(|(content, weight)| (content.byte(), u64::try_from(weight / common).unwrap_or(u64::MAX))).collect()
    }
}

fn wide_gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { wide_gcd(b, a % b) }
}
