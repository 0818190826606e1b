//! Progress of the scoring, for a user at a terminal.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::terminal;

/// A counter on standard error; silent if that is not a terminal.
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
            is_shown: terminal::is_watched(),
        }
    }

    /// Counts one more.
    pub(super) fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.is_shown {
            terminal::say_for_now(format_args!("{done} of {} {}", self.total, self.what));
        }
    }
}

/// Clears the line for the next output.
impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            terminal::clear();
        }
    }
}
