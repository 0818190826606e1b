//! Long work in the page, with pauses in which it draws itself and hears the person.

use std::cell::Cell;

use gloo::timers::future::TimeoutFuture;
use js_sys::Date;
use yew::Callback;

/// So long the page does nothing else.
const BREATH_MS: f64 = 30.0;

/// The person does not want it any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::app) struct Stopped;

/// Counts steps of work, and lets the page breathe between them.
pub(super) struct Breath {
    since: Cell<f64>,
    done: Cell<usize>,
    total: usize,
    tell: Callback<(usize, usize)>,
    is_wanted: Box<dyn Fn() -> bool>,
}

impl Breath {
    /// Before work of so many steps; `is_wanted` is asked in each pause.
    pub(super) fn new(total: usize, tell: Callback<(usize, usize)>, is_wanted: impl Fn() -> bool + 'static) -> Self {
        Self {
            since: Cell::new(Date::now()),
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
        if Date::now() - self.since.get() > BREATH_MS {
            self.tell.emit((self.done.get().min(self.total), self.total));
            TimeoutFuture::new(0).await;
            self.since.set(Date::now());
        }
        if (self.is_wanted)() { Ok(()) } else { Err(Stopped) }
    }
}
