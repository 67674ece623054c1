//! Any text as a game file: what the check lets pass can be built and drawn from.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sim::games::{build, check};
use sim::random::{Lanes, Purpose};
use sim::spec::differences;

fuzz_target!(|text: &str| {
    let _ = differences(text, text);
    match check(text) {
        Ok(file) => {
            for offer in &file.offers {
                let game = build(&file, Some(offer.table.stake())).expect("what was checked can be built");
                if let Some(tier) = game.prize_table().ids().next() {
                    let shown = game.show(tier, &mut Lanes::new(1, Purpose::Test, 0), true);
                    assert_eq!(shown.prize, game.prize_table().prize(tier));
                }
            }
        }
        Err(findings) => {
            assert!(findings.has_errors());
            let _ = (findings.listing("file", text), findings.json("file", text));
        }
    }
});
