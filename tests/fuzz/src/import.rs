//! Any text as a prize table, CSV or pasted: what is made of it is a text that the check can read, or there is an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sim::games::check;
use sim::money::Numbers;
use sim::spec::import::{About, import};

fuzz_target!(|input: (bool, &str)| {
    let (stated, table) = input;
    let about = About {
        name: "Candy Scratch",
        stake: stated.then_some("1"),
        block: stated.then_some("750 000"),
        currency: "EUR",
        declared_winners: None,
        declared_total: None,
        numbers: Numbers::Unstated,
        source: "",
    };
    match import(table, &about) {
        Ok(imported) => {
            let _ = check(&imported.text);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
