//! The ways of a prize: every multiset of gains that adds up to it (D7).

use super::params::Rules;
use super::visual::MOST_GEMS;
use crate::money::{Cents, MoneyError, quotable};

/// One gain of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gain {
    /// A line of a gem, by its number.
    Line(u8),
    /// The golden gems.
    Gold,
    /// The wheel stops on a sum.
    Wheel(Cents),
}

impl Gain {
    /// Reads a gain as a game file names it: `orange`, `gold`, `wheel 20`, `amount` reading the file's amounts.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn read(text: &str, rules: &Rules, amount: impl Fn(&str) -> Result<Cents, MoneyError>) -> Result<Self, String> {
        if text == "gold" {
            return Ok(Self::Gold);
        }
        if let Some(sum) = text.strip_prefix("wheel ") {
            let sum = amount(sum).map_err(|error| format!("`{}`: {error}", quotable(text)))?;
            return if rules.wheel.contains(&sum) { Ok(Self::Wheel(sum)) } else { Err(format!("the wheel has no sum {}", rules.words(sum))) };
        }
        let gem = rules.gems.iter().position(|gem| gem.name == text);
        gem.and_then(|gem| u8::try_from(gem).ok()).map(Self::Line).ok_or_else(|| format!("`{}` is no gain", quotable(text)))
    }
}

/// A multiset of gains.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Way {
    /// Lines of each gem.
    pub lines: [u8; MOST_GEMS],
    /// Whether the golden gems pay.
    pub gold: bool,
    /// The sum the wheel stops on.
    pub wheel: Option<Cents>,
}

impl Way {
    /// The way of these gains.
    ///
    /// # Errors
    /// Two golds, two wheels, or more lines than throws.
    pub fn of(gains: &[Gain], rules: &Rules) -> Result<Self, String> {
        let mut way = Self::default();
        for &gain in gains {
            match gain {
                Gain::Line(gem) => way.lines[usize::from(gem)] += 1,
                Gain::Gold if way.gold => return Err("golden gems pay once in a play".to_owned()),
                Gain::Gold => way.gold = true,
                Gain::Wheel(_) if way.wheel.is_some() => return Err("a play turns one wheel at most".to_owned()),
                Gain::Wheel(sum) => way.wheel = Some(sum),
            }
            if way.line_count() > rules.throws {
                return Err(format!("more than {} lines do not fit {} throws, one in each", rules.throws, rules.throws));
            }
        }
        Ok(way)
    }

    /// How many lines.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.lines.iter().map(|&count| usize::from(count)).sum()
    }

    /// How many gains.
    #[must_use]
    pub fn gain_count(&self) -> usize {
        self.line_count() + usize::from(self.gold) + usize::from(self.wheel.is_some())
    }

    /// The gems of its lines, one entry a line, in the order of the file.
    pub fn gems(&self) -> impl Iterator<Item = u8> + '_ {
        (0_u8..).zip(&self.lines).flat_map(|(gem, &count)| std::iter::repeat_n(gem, usize::from(count)))
    }

    /// What the way pays.
    #[must_use]
    pub fn prize(&self, rules: &Rules) -> Cents {
        let lines: Cents = rules.gems.iter().zip(&self.lines).map(|(gem, &count)| gem.line * i64::from(count)).sum();
        lines + if self.gold { rules.gold_prize } else { Cents::ZERO } + self.wheel.unwrap_or(Cents::ZERO)
    }

    /// Its weight by the rule of D7: `gain^(gains - 1)`, times `wheel` if it holds one, both fractions, over the common denominator of all ways of at most
    /// `most` gains; `None` when it does not fit 64 bits.
    #[must_use]
    pub fn weight(&self, most: usize, gain: (u64, u64), wheel: (u64, u64)) -> Option<u64> {
        let further = self.gain_count().saturating_sub(1);
        let spare = most.checked_sub(further)?;
        let gains = gain.0.checked_pow(u32::try_from(further).ok()?)?.checked_mul(gain.1.checked_pow(u32::try_from(spare).ok()?)?)?;
        gains.checked_mul(if self.wheel.is_some() { wheel.0 } else { wheel.1 })
    }

    /// The way as reports name it: `orange + orange + wheel 20`; `nothing` without a gain.
    #[must_use]
    pub fn name(&self, rules: &Rules) -> String {
        let mut parts: Vec<String> = self.gems().map(|gem| rules.gems[usize::from(gem)].name.clone()).collect();
        if self.gold {
            parts.push("gold".to_owned());
        }
        if let Some(sum) = self.wheel {
            parts.push(format!("wheel {}", rules.words(sum)));
        }
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(" + ") }
    }
}

/// Every way to pay `prize` with at most `most_gains` gains and a line a throw at most; for 0 the one way without a gain.
#[must_use]
pub fn ways_of(prize: Cents, rules: &Rules, most_gains: usize) -> Vec<Way> {
    let mut ways = Vec::new();
    let wheels = std::iter::once(None).chain(rules.wheel.iter().copied().map(Some));
    for wheel in wheels {
        for gold in [false, true] {
            let start = Way { gold, wheel, ..Way::default() };
            let left = prize - start.prize(rules);
            let gains = start.gain_count();
            if left >= Cents::ZERO && gains <= most_gains {
                add_lines(&start, 0, left, (most_gains - gains).min(rules.throws), rules, &mut ways);
            }
        }
    }
    // fewest gains first, lines of dear gems first, wheels last
    ways.sort_by_key(|way| (way.gain_count(), way.wheel.is_some(), way.gold, std::cmp::Reverse(way.lines)));
    ways
}

/// Adds every multiset of lines of the gems from `gem` on that pays exactly `left` with at most `most` lines.
fn add_lines(way: &Way, gem: usize, left: Cents, most: usize, rules: &Rules, ways: &mut Vec<Way>) {
    if left == Cents::ZERO {
        ways.push(way.clone());
        return;
    }
    let Some(kind) = rules.gems.get(gem) else { return };
    let mut way = way.clone();
    let mut left = left;
    for lines in 0..=most {
        if left < Cents::ZERO {
            break;
        }
        add_lines(&way, gem + 1, left, most - lines, rules, ways);
        way.lines[gem] += 1;
        left = left - kind.line;
    }
}
