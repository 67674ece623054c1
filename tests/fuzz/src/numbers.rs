//! Any text as an amount, a number of plays, a place of a visual: read or refused, and what is read is written as it was meant.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sim::money::{Cents, Numbers, decimal_text, quotable};
use sim::plays::{MAX_PLAYS, parse_plays};
use sim::tally::Place;

fuzz_target!(|input: (u8, &str)| {
    let (decimals, text) = (u32::from(input.0 % 5), input.1);
    for numbers in [Numbers::Unstated, Numbers::of_example("1,000.5").unwrap_or(Numbers::Unstated), Numbers::of_example("1.000,5").unwrap_or(Numbers::Unstated)] {
        let _ = Cents::parse_as(text, decimals, numbers);
    }
    if let Ok(cents) = Cents::parse_with(text, decimals) {
        assert_eq!(Cents::parse_with(&decimal_text(i128::from(cents.0), decimals), decimals), Ok(cents));
    }
    for block in [None, Some(1), Some(700_000), Some(u64::MAX)] {
        if let Ok(plays) = parse_plays(text, block) {
            assert!((1..=MAX_PLAYS).contains(&plays));
        }
    }
    if let Ok(place) = text.parse::<Place>() {
        assert_eq!(place.to_string().parse::<Place>(), Ok(place));
    }
    let _ = (Numbers::of_example(text), quotable(text));
});
