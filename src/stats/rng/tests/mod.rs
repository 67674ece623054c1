//! The tests beside `SciPy`'s values; calibration: healthy numbers give uniform p-values; power: planted faults are caught.

mod calibration;
mod power;
mod recorded;

/// A linear congruential generator modulo 2^64, whose high bits are fair and whose low bits repeat soon.
struct Congruential(u64);

impl crate::random::Words for Congruential {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0
    }
}

/// Every step is told as it is done, the last one last: a bar that is drawn by them ends where it should.
#[test]
fn progress_is_told_step_by_step() {
    let mut told = Vec::new();
    let report = super::rng_report(1, super::FEWEST_WORDS, &[], |step| told.push(step));
    assert_eq!(told, (1..=super::steps(&[])).collect::<Vec<_>>());
    assert!(report.tests.len() > told.len());
}
