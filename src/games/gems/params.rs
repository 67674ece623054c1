//! The section `[gems]` of a game file: everything that varies, checked, every mistake at once.

use super::room::check_room;
use super::visual::{Grid, MOST_CELLS, MOST_GEMS, MOST_THROWS};
use super::ways::{Gain, Way, ways_of};
use crate::money::{Cents, decimal_text, grouped, quotable};
use crate::prize::TierId;
use crate::random::Weighted;
use crate::spec::{Findings, GameFile, Offer, Placed, Section};

/// The numbers of the rule book: what a reader of the rules needs to score a visual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Decimals of the currency.
    pub decimals: u32,
    /// The grid (5.2, D1).
    pub grid: Grid,
    /// Cells of a line (5.4, D2).
    pub line_length: usize,
    /// Throws of a play without a "+1" (5.3).
    pub throws: usize,
    /// Extra throws at most (5.7).
    pub most_extra: usize,
    /// The gems, in the order of the file.
    pub gems: Vec<Gem>,
    /// Golden gems that pay together (5.6).
    pub gold_needed: u32,
    /// What they pay.
    pub gold_prize: Cents,
    /// The different sums of the wheel (5.8, D6).
    pub wheel: Vec<Cents>,
    /// The sectors of each of these sums.
    pub wheel_sectors: Vec<u64>,
}

/// A kind of gem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gem {
    /// Its name, as JSON shows it.
    pub name: String,
    /// Its letter in text pictures.
    pub letter: char,
    /// What a line of it pays (5.4).
    pub line: Cents,
}

/// How often the symbols that pay nothing themselves are shown (D8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frequencies {
    /// Weights of 0, 1, 2 ... extra throws.
    pub extra_throws: Vec<u64>,
    /// The probability of a magic gem in a throw: numerator and denominator.
    pub magic: (u64, u64),
    /// Weights of 0, 1 ... golden gems in a play that does not pay them.
    pub gold_shown: Vec<u64>,
}

/// A game of gems, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// The rule book.
    pub rules: Rules,
    /// The ways of each tier with their weights (D7); a losing tier has one way, without a gain.
    pub ways: Vec<Vec<(Way, u64)>>,
    /// The frequencies in force for each tier.
    pub frequencies: Vec<Frequencies>,
}

/// Words of the contract that no gem may take.
const RESERVED_NAMES: [&str; 4] = ["magic", "gold", "+1", "wheel"];
/// Letters of the special symbols in text pictures.
const RESERVED_LETTERS: [char; 2] = ['M', 'W'];
/// Sums of a wheel, and parts of `for_prizes`, at most.
const MOST_PARTS: usize = 100;
/// Ways of a prize, and ways listed by hand, at most.
const MOST_WAYS: usize = 2_000;
/// Ways of all prizes together, at most.
const MOST_WAYS_IN_ALL: usize = 10_000;
/// Cells of a line where the file does not say: the fewest.
const USUAL_LINE: usize = 3;
/// The lengths a line may have, from three on, in words.
const LINE_WORDS: [&str; 4] = ["three", "four", "five", "six"];
/// Kinds of gems needed, so that a grid without a line is not too rare to find.
const FEWEST_GEMS: usize = 3;

impl Rules {
    /// An amount as people write it: `1 000`, `2.50`.
    #[must_use]
    pub fn words(&self, amount: Cents) -> String {
        decimal_text(amount.wide(), self.decimals)
    }
}

impl Params {
    /// Reads the section for `offer`.
    ///
    /// # Errors
    /// Every mistake in it, with its place.
    pub fn read(file: &GameFile, offer: &Offer) -> Result<Self, Findings> {
        file.mechanic_section(|section| read(section, offer))
    }
}

fn read(section: &Section<'_>, offer: &Offer) -> Option<Params> {
    let grid = read_grid(section);
    let line_length = read_line_length(section, grid.as_ref());
    let throws = within(section, "throws", 1, MOST_THROWS as u64);
    if let Some(lines) = section.optional_whole("lines_per_throw")
        && lines.value != 1
    {
        section.error(lines.span, format!("`gems.lines_per_throw` is {}", lines.value), "this program shows one line at most in a throw: write 1");
    }
    let gems = read_gems(section);
    let gold_needed = within(section, "gold_needed", 1, 8);
    let gold_prize = positive(section, "gold_prize");
    let wheel = read_wheel(section);
    let most_gains = within(section, "most_gains", 1, MOST_THROWS as u64);
    let gain_factor = section.probability("gain_factor");
    let wheel_factor = section.probability("wheel_factor");
    for (name, factor) in [("gain_factor", &gain_factor), ("wheel_factor", &wheel_factor)] {
        if let Some(factor) = factor.as_ref().filter(|factor| factor.value.0 == 0) {
            section.error(factor.span.clone(), format!("`gems.{name}` is 0"), "ways of weight 0 are listed in `ways`; a factor must be more than 0");
        }
    }
    let gold_lengths = gold_needed.as_ref().map(|needed| needed.value);
    let defaults = read_frequencies(section, None, throws.as_ref().map(|throws| throws.value), gold_lengths);
    let special = section.sections_up_to("for_prizes", MOST_PARTS);
    let listed = section.sections_up_to("ways", MOST_WAYS);

    let Placed { value: grid, span: grid_span } = grid?;
    let (line_length, throws, gems, gold_needed, gold_prize, wheel) = (line_length?, throws?, gems?, gold_needed?, gold_prize?, wheel?);
    let tiers = offer.table.tiers().len();
    let mut frequencies = vec![defaults.clone()?; tiers];
    let mut set: Vec<(TierId, &str)> = Vec::new();
    for part in special {
        let chosen = read_frequencies(&part, defaults.as_ref(), Some(throws.value), Some(gold_needed.value));
        for tier in tiers_of(&part, offer).unwrap_or_default() {
            for key in ["extra_throws", "magic", "gold_shown"].into_iter().filter(|key| part.has(key)) {
                if set.contains(&(tier, key)) {
                    part.error(
                        part.span(),
                        format!("`{key}` of {} is set twice in `for_prizes`", offer.table.name(tier)),
                        "set each frequency of a prize once: two values contradict each other",
                    );
                }
                set.push((tier, key));
            }
            if let Some(chosen) = &chosen {
                // what another part has set of the prize stays
                let frequency = &mut frequencies[tier.index()];
                if part.has("extra_throws") {
                    frequency.extra_throws.clone_from(&chosen.extra_throws);
                }
                if part.has("magic") {
                    frequency.magic = chosen.magic;
                }
                if part.has("gold_shown") {
                    frequency.gold_shown.clone_from(&chosen.gold_shown);
                }
            }
        }
        part.finish();
    }
    let most_extra = frequencies.iter().map(|frequency| frequency.extra_throws.len() - 1).max().unwrap_or(0);
    let rules = Rules {
        decimals: section.decimals(),
        grid,
        line_length,
        throws: usize::try_from(throws.value).ok()?,
        most_extra,
        gems,
        gold_needed: u32::try_from(gold_needed.value).ok()?,
        gold_prize,
        wheel: wheel.iter().map(|&(sum, _)| sum).collect(),
        wheel_sectors: wheel.iter().map(|&(_, sectors)| sectors).collect(),
    };
    let most_gains = usize::try_from(most_gains?.value).ok()?;
    let mut ways = weighted_ways(section, offer, &rules, most_gains, &gain_factor?, &wheel_factor?);
    replace_listed(listed, offer, &rules, &mut ways);
    check_ways(section, offer, &rules, &ways);
    let all: usize = ways.iter().map(Vec::len).sum();
    if all > MOST_WAYS_IN_ALL {
        let message = format!("the prizes have {} ways in all", grouped(all as u128));
        section.error(offer.span.clone(), message, format!("lower `most_gains`: at most {MOST_WAYS_IN_ALL} are counted"));
    }
    check_room(section, &grid_span, &gold_needed.span, &rules, &ways, &frequencies);
    Some(Params { rules, ways, frequencies })
}

fn within(section: &Section<'_>, key: &str, least: u64, most: u64) -> Option<Placed<u64>> {
    checked(section, key, section.whole(key)?, least, most)
}

/// The number, where it is in its range.
fn checked(section: &Section<'_>, key: &str, number: Placed<u64>, least: u64, most: u64) -> Option<Placed<u64>> {
    if (least..=most).contains(&number.value) {
        return Some(number);
    }
    section.error(number.span, format!("`gems.{key}` is {}", number.value), format!("write a whole number from {least} to {most}"));
    None
}

fn positive(section: &Section<'_>, key: &str) -> Option<Cents> {
    let amount = section.cents(key)?;
    if amount.value > Cents::ZERO {
        return Some(amount.value);
    }
    section.error(amount.span, format!("`{key}` is 0"), "write an amount of more than 0");
    None
}

fn read_grid(section: &Section<'_>) -> Option<Placed<Grid>> {
    let most = MOST_CELLS as u64;
    let (rows, columns) = (within(section, "rows", 1, most), within(section, "columns", 1, most));
    let (rows, columns) = (rows?, columns?);
    if rows.value * columns.value > most {
        section.error(
            rows.span,
            format!("a grid of {} x {} has {} cells", rows.value, columns.value, rows.value * columns.value),
            format!("this program plays grids of at most {MOST_CELLS} cells"),
        );
        return None;
    }
    let grid = Grid { rows: usize::try_from(rows.value).ok()?, columns: usize::try_from(columns.value).ok()? };
    Some(Placed { value: grid, span: rows.span })
}

/// The cells of a line; `None` where they are wrong, or more than the grid has in a row.
fn read_line_length(section: &Section<'_>, grid: Option<&Placed<Grid>>) -> Option<usize> {
    let most = USUAL_LINE + LINE_WORDS.len() - 1;
    let written = match section.optional_whole("line_length") {
        Some(number) => Some(checked(section, "line_length", number, USUAL_LINE as u64, most as u64)?),
        // no number, which is told
        None if section.has("line_length") => return None,
        None => None,
    };
    let length = written.as_ref().map_or(Some(USUAL_LINE), |written| usize::try_from(written.value).ok())?;
    if let Some(Placed { value: grid, span }) = grid.filter(|grid| grid.value.strips() < length) {
        let word = LINE_WORDS[length - USUAL_LINE];
        let larger = format!("write at least {length} rows or {length} columns: a line is {word} of one gem in a row");
        let message = format!("a grid of {} x {} has no {word} cells in a row", grid.rows, grid.columns);
        match written {
            Some(written) if grid.strips() >= USUAL_LINE => {
                section.error(written.span, message, format!("write {} here or less; or {larger}", grid.strips()));
            }
            Some(_) | None => section.error(span.clone(), message, larger),
        }
        return None;
    }
    Some(length)
}

fn read_gems(section: &Section<'_>) -> Option<Vec<Gem>> {
    let parts = section.sections_up_to("gems", MOST_PARTS);
    if !(FEWEST_GEMS..=MOST_GEMS).contains(&parts.len()) {
        section.error(section.span(), format!("`gems.gems` lists {} gems", parts.len()), format!("list from {FEWEST_GEMS} to {MOST_GEMS} gems"));
        return None; // nothing more can be said of such grids
    }
    let mut gems: Vec<Option<Gem>> = Vec::new();
    for part in parts {
        let (name, letter, line) = (part.text("name"), part.text("letter"), positive(&part, "line"));
        if let Some(name) = &name {
            let plain = !name.value.is_empty() && name.value.len() <= 24 && name.value.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            if !plain || RESERVED_NAMES.contains(&name.value.as_str()) {
                part.error(
                    name.span.clone(),
                    format!("a gem is named `{}`", quotable(&name.value)),
                    format!("use small letters and hyphens; {} are other symbols", RESERVED_NAMES.join(", ")),
                );
            }
            if gems.iter().flatten().any(|gem| gem.name == name.value) {
                part.error(name.span.clone(), format!("two gems are named `{}`", quotable(&name.value)), "give each gem a name of its own");
            }
        }
        let letter = letter.and_then(|letter| {
            let first = letter.value.chars().next().filter(|first| first.is_ascii_uppercase() && letter.value.len() == 1);
            if first.is_none_or(|first| RESERVED_LETTERS.contains(&first)) {
                part.error(
                    letter.span.clone(),
                    format!("a gem has the letter `{}`", quotable(&letter.value)),
                    "write one capital letter from A to Z, but for M (magic) and W (wheel)",
                );
                return None;
            }
            if gems.iter().flatten().any(|gem| Some(gem.letter) == first) {
                part.error(
                    letter.span.clone(),
                    format!("two gems have the letter `{}`", quotable(&letter.value)),
                    "give each gem a letter of its own",
                );
            }
            first
        });
        part.finish();
        gems.push((|| Some(Gem { name: name?.value, letter: letter?, line: line? }))());
    }
    gems.into_iter().collect()
}

/// The sums of the wheel, each with its sectors.
fn read_wheel(section: &Section<'_>) -> Option<Vec<(Cents, u64)>> {
    let declared = within(section, "wheel_sectors", 0, 1000);
    let mut sums: Vec<(Cents, u64)> = Vec::new();
    let mut sectors = 0_u64;
    let mut sound = true;
    for part in section.sections_up_to("wheel", MOST_PARTS) {
        let (sum, number) = (positive(&part, "sum"), part.whole("sectors"));
        if let Some(number) = &number {
            if number.value == 0 {
                part.error(number.span.clone(), "a sum of the wheel has 0 sectors", "remove it, or give it at least one");
            }
            sectors = sectors.saturating_add(number.value);
        }
        match sum {
            Some(sum) if sums.iter().any(|&(other, _)| other == sum) => {
                part.error(
                    part.span(),
                    format!("the wheel lists the sum {} twice", part.amount(sum.wide())),
                    "list each sum once, with all its sectors",
                );
            }
            Some(sum) => sums.push((sum, number.as_ref().map_or(0, |number| number.value))),
            None => sound = false,
        }
        sound &= number.is_some();
        part.finish();
    }
    if let Some(declared) = declared.filter(|declared| sound && declared.value != sectors) {
        section.error(
            declared.span,
            format!("the wheel has {sectors} sectors, not {}", declared.value),
            "correct `wheel_sectors` or the sectors of a sum",
        );
    }
    sound.then_some(sums)
}

/// The three frequencies; where `defaults` are given, a part may name only some of them.
fn read_frequencies(part: &Section<'_>, defaults: Option<&Frequencies>, throws: Option<u64>, gold_needed: Option<u64>) -> Option<Frequencies> {
    let wanted = |key: &str| defaults.is_none() || part.has(key);
    let extra_throws = if wanted("extra_throws") {
        part.wholes("extra_throws", None).and_then(|weights| {
            let most = throws.map(|throws| MOST_THROWS as u64 - throws + 1)?;
            if weights.value.is_empty() || weights.value.len() as u64 > most {
                part.error(
                    weights.span,
                    format!("`extra_throws` has {} weights", weights.value.len()),
                    format!("write weights of 0, 1, 2 ... extra throws: from 1 to {most} of them"),
                );
                return None;
            }
            drawable(part, "extra_throws", weights)
        })
    } else {
        defaults.map(|defaults| defaults.extra_throws.clone())
    };
    let magic = if wanted("magic") { part.probability("magic").map(|magic| magic.value) } else { defaults.map(|defaults| defaults.magic) };
    let gold_shown = if wanted("gold_shown") {
        let length = gold_needed.and_then(|needed| usize::try_from(needed).ok());
        part.wholes("gold_shown", length).and_then(|weights| drawable(part, "gold_shown", weights))
    } else {
        defaults.map(|defaults| defaults.gold_shown.clone())
    };
    Some(Frequencies { extra_throws: extra_throws?, magic: magic?, gold_shown: gold_shown? })
}

fn drawable(part: &Section<'_>, key: &str, weights: Placed<Vec<u64>>) -> Option<Vec<u64>> {
    match Weighted::new(&weights.value) {
        Ok(_) => Some(weights.value),
        Err(error) => {
            part.error(weights.span, format!("`{key}`: {error}"), "write whole numbers such as [70, 20, 8, 2]");
            None
        }
    }
}

fn tiers_of(part: &Section<'_>, offer: &Offer) -> Option<Vec<TierId>> {
    let prizes = part.amounts("prizes")?;
    let mut tiers = Vec::new();
    for prize in prizes.value {
        let found: Vec<TierId> = offer.table.ids().filter(|&tier| offer.table.prize(tier) == prize).collect();
        if found.is_empty() && offer.whole {
            part.error(
                prizes.span.clone(),
                format!("{} is no prize of the table", part.amount(prize.wide())),
                "name prizes of the offer, or 0 for losing plays",
            );
        }
        tiers.extend(found);
    }
    Some(tiers)
}

fn weighted_ways(
    section: &Section<'_>,
    offer: &Offer,
    rules: &Rules,
    most_gains: usize,
    gain: &Placed<(u64, u64)>,
    wheel: &Placed<(u64, u64)>,
) -> Vec<Vec<(Way, u64)>> {
    let mut too_large = false;
    let ways = offer.table.tiers().iter().map(|tier| {
        let ways = ways_of(tier.prize, rules, most_gains);
        if ways.len() > MOST_WAYS {
            section.error(
                offer.span.clone(),
                format!("the prize {} has {} ways of at most {most_gains} gains", offer.table.amount(tier.prize), grouped(ways.len() as u128)),
                format!("lower `most_gains`, or list at most {MOST_WAYS} in `ways`"),
            );
            // one that is drawn: the prize has ways
            return vec![(Way::default(), 1)];
        }
        let weighted: Option<Vec<(Way, u64)>> =
            ways.into_iter().map(|way| way.weight(most_gains, gain.value, wheel.value).map(|weight| (way, weight))).collect();
        too_large |= weighted.is_none();
        weighted.unwrap_or_default()
    });
    let ways = ways.collect();
    if too_large {
        section.error(gain.span.clone(), "the weights of the ways do not fit 64 bits", "use smaller fractions for `gain_factor` and `wheel_factor`");
    }
    ways
}

/// Ways listed in the file replace the rule for their prize.
fn replace_listed(listed: Vec<Section<'_>>, offer: &Offer, rules: &Rules, ways: &mut [Vec<(Way, u64)>]) {
    let mut replaced: Vec<TierId> = Vec::new();
    for part in listed {
        let (prize, gains, weight) = (part.cents("prize"), part.texts("gains"), part.whole("weight"));
        if let (Some(prize), Some(gains), Some(weight)) = (prize, gains, weight) {
            let tiers: Vec<TierId> =
                offer.table.ids().filter(|&tier| offer.table.prize(tier) == prize.value && tier != offer.table.losing()).collect();
            let read: Result<Vec<Gain>, String> = gains.value.iter().map(|gain| Gain::read(gain, rules, |sum| part.read_amount(sum))).collect();
            match read.and_then(|gains| Way::of(&gains, rules)) {
                Err(problem) => part.error(gains.span, problem, "gains are gem names, \"gold\" and \"wheel 20\""),
                Ok(way) if way.prize(rules) != prize.value => {
                    part.error(
                        gains.span,
                        format!("the gains add up to {}, not {}", rules.words(way.prize(rules)), rules.words(prize.value)),
                        "correct the gains or the prize",
                    );
                }
                Ok(way) => {
                    if tiers.is_empty() && offer.whole {
                        part.error(
                            prize.span,
                            format!("{} is no prize of the table", rules.words(prize.value)),
                            "list ways of the offer's prizes only",
                        );
                    }
                    for &tier in &tiers {
                        if !replaced.contains(&tier) {
                            replaced.push(tier);
                            ways[tier.index()].clear();
                        }
                        if ways[tier.index()].iter().any(|(other, _)| *other == way) {
                            part.error(gains.span.clone(), format!("the way {} is listed twice", way.name(rules)), "list each way once");
                        }
                        ways[tier.index()].push((way.clone(), weight.value));
                    }
                }
            }
        }
        part.finish();
    }
}

fn check_ways(section: &Section<'_>, offer: &Offer, rules: &Rules, ways: &[Vec<(Way, u64)>]) {
    for (tier, ways) in offer.table.ids().zip(ways) {
        let place = offer.rows.get(tier.index()).cloned().unwrap_or_else(|| offer.span.clone());
        if ways.is_empty() {
            section.error(
                place,
                format!("no way of gains adds up to the prize {}", offer.table.amount(offer.table.prize(tier))),
                "change the prize, a gain of `[gems]`, or `most_gains`: a prize must be the sum of lines, gold and the wheel",
            );
        } else if let Some((way, _)) =
            ways.iter().find(|(way, weight)| *weight > 0 && way.gain_count() == 1 && offer.sums_only.contains(&offer.table.prize(tier)))
        {
            section.error(
                place,
                format!(
                    "{} is won as a sum of gains only (`cumulation_only`), but one gain pays it: {}",
                    offer.table.amount(offer.table.prize(tier)),
                    way.name(rules)
                ),
                "change the gain, take the prize out of `cumulation_only`, or list its ways in `ways`",
            );
        } else if let Err(error) = Weighted::new(&ways.iter().map(|&(_, weight)| weight).collect::<Vec<_>>()) {
            section.error(place, format!("the ways of {}: {error}", offer.table.amount(offer.table.prize(tier))), "correct their weights");
        }
    }
}
