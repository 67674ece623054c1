//! Any text as the plan of a run in shards, its id aside (`cfg(fuzzing)`): what is opened can be split, and is written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sim::run_file::OpenPlan;

fuzz_target!(|text: &str| {
    if let Ok(plan) = OpenPlan::open(text) {
        let shards = plan.shards();
        let last = plan.file.shards - 1;
        assert!(shards.batches_of(0).start == 0 && shards.batches_of(0).end <= shards.batches_of(last).end);
        assert!(!plan.to_json().is_empty());
    }
});
