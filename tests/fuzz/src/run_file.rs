//! Any text as a run file or a checkpoint, checksums aside (`cfg(fuzzing)`), so that the checks behind them are reached: what is opened adds up.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sim::run_file::RunFile;

fuzz_target!(|text: &str| {
    if let Ok(open) = RunFile::open(text) {
        assert_eq!(open.run.tally.plays(), open.run.plan.plays);
        let _ = open.points();
    }
});
