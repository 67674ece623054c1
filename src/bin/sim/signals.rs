//! What the operating system may ask of a run: Ctrl-C, SIGTERM, SIGUSR1.

use crate::ui::{Failure, INTERRUPTED};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a run is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Keep the state and go on: SIGUSR1, or the clock.
    Keep,
    /// Stop and report what is done: Ctrl-C.
    Report,
    /// Stop and keep the state: SIGTERM.
    Leave,
}

/// Listens from the moment it is made, until the program ends.
#[derive(Debug, Default)]
pub struct Signals {
    interrupt: Arc<AtomicBool>,
    terminate: Arc<AtomicBool>,
    keep: Arc<AtomicBool>,
}

impl Signals {
    /// Takes over the signals. A second Ctrl-C ends the program at once.
    pub fn listen() -> Result<Self, Failure> {
        let signals = Self::default();
        let listening = || -> Result<(), Error> {
            flag::register_conditional_shutdown(SIGINT, i32::from(INTERRUPTED), Arc::clone(&signals.interrupt))?;
            flag::register(SIGINT, Arc::clone(&signals.interrupt))?;
            flag::register(SIGTERM, Arc::clone(&signals.terminate))?;
            #[cfg(unix)]
            flag::register(signal_hook::consts::SIGUSR1, Arc::clone(&signals.keep))?;
            Ok(())
        };
        listening().map_err(|error| Failure::io(format!("cannot listen for signals: {error}")))?;
        Ok(signals)
    }

    /// What was asked since the last call; a request to stop stays.
    pub fn asked(&self) -> Option<Asked> {
        if self.terminate.load(Ordering::Relaxed) {
            Some(Asked::Leave)
        } else if self.interrupt.load(Ordering::Relaxed) {
            Some(Asked::Report)
        } else {
            self.keep.swap(false, Ordering::Relaxed).then_some(Asked::Keep)
        }
    }
}
