//! Any text as a part of a plan of two shards: what is read is one of its shards, byte for byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sim::run_file::{OpenPlan, Part};
use std::sync::LazyLock;

/// The plan that `tests/fuzz.sh` makes parts of: `sim plan yams --n 3e5 --seed 1 --shards 2`.
static PLAN: LazyLock<OpenPlan> = LazyLock::new(|| {
    let file = std::env::var("SIM_FUZZ_PLAN").expect("SIM_FUZZ_PLAN names the file of the plan");
    OpenPlan::open(&std::fs::read_to_string(file).expect("a file")).expect("a plan")
});

fuzz_target!(|text: &str| {
    if let Ok(part) = Part::open(text, &PLAN) {
        assert!(part.shard < 2);
        assert_eq!(part.to_json(&PLAN), text);
    }
});
