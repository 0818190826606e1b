//! Work whose steps are counted, and that the person can stop.

use std::cell::Cell;

use yew::Callback;

use crate::app::hooks::turn::Turn;

/// The person does not want it any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::app) struct Stopped;

/// Counts steps of work, and lets the page breathe between them.
pub(super) struct Breath {
    turn: Turn,
    done: Cell<usize>,
    total: usize,
    tell: Callback<(usize, usize)>,
    is_wanted: Box<dyn Fn() -> bool>,
}

impl Breath {
    /// Before work of so many steps; `is_wanted` is asked in each pause.
    pub(super) fn new(total: usize, tell: Callback<(usize, usize)>, is_wanted: impl Fn() -> bool + 'static) -> Self {
        Self {
            turn: Turn::new(),
            done: Cell::new(0),
            total,
            tell,
            is_wanted: Box::new(is_wanted),
        }
    }

    /// One more step is done.
    pub(super) async fn step(&self) -> Result<(), Stopped> {
        self.done.set(self.done.get() + 1);
        self.pause().await
    }

    /// A pause, if the last one is long enough ago.
    pub(super) async fn pause(&self) -> Result<(), Stopped> {
        if self.turn.pause().await {
            self.tell.emit((self.done.get().min(self.total), self.total));
        }
        if (self.is_wanted)() { Ok(()) } else { Err(Stopped) }
    }
}
