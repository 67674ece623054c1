//! The widest vectors of the processor at hand, chosen when the program runs: one source, one meaning, the same bits on every path.
//!
//! ```text
//! wide(work)  --  AVX2 and bit instructions here?  -- yes -->  `work.run()`, compiled with them
//!                                                  -- no --->  `work.run()`, compiled for any processor
//! ```
//! `run` is marked `#[inline(always)]`, and so is every function of its hot path: what is inlined is compiled twice, from the same safe code on whole
//! numbers, so that the two versions cannot differ in a result. A function that is called, not inlined, is compiled once, for any processor; so is a
//! closure, which is why work is a trait.
//!
//! Setting `SIM_PORTABLE` in the environment keeps to the second path, for tests and for measurements.

/// Something to be done with the vectors at hand: its input as fields.
pub trait Work {
    /// What it gives.
    type Output;
    /// Does it; to be marked `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// Runs `work` with the vector and bit instructions of this processor.
#[inline]
pub fn wide<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if is_wide() {
        // SAFETY: `is_wide` has found every feature that `with_avx2` is compiled for.
        #[allow(unsafe_code)]
        return unsafe { with_avx2(work) };
    }
    work.run()
}

/// Whether [`wide`] takes the vector path on this processor.
#[must_use]
pub fn is_wide() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        use std::sync::OnceLock;
        static FOUND: OnceLock<bool> = OnceLock::new();
        *FOUND.get_or_init(|| {
            std::env::var_os("SIM_PORTABLE").is_none()
                && is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
        })
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}
