//! How far the work is, for a person who watches.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A counter on standard error; silent where that is no terminal.
pub(super) struct Progress {
    what: &'static str,
    total: usize,
    done: AtomicUsize,
    is_shown: bool,
}

impl Progress {
    pub(super) fn new(what: &'static str, total: usize) -> Self {
        Self {
            what,
            total,
            done: AtomicUsize::new(0),
            is_shown: io::stderr().is_terminal(),
        }
    }

    /// One more is done.
    pub(super) fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.is_shown {
            // Nothing is lost when nobody listens.
            let _ = write!(io::stderr(), "\r{done} of {} {}", self.total, self.what);
        }
    }
}

/// The line makes room for what comes next.
impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
