//! Long work in the page, with pauses in which it draws itself and hears the person.

use std::cell::Cell;

use gloo::timers::future::TimeoutFuture;
use js_sys::Date;

/// So long the page does nothing else.
const TURN_MS: f64 = 30.0;

/// The time since the last pause.
pub(super) struct Turn(Cell<f64>);

impl Turn {
    /// A turn that begins now.
    pub(super) fn new() -> Self {
        Self(Cell::new(Date::now()))
    }

    /// A pause, if it is time for one; answers whether it was.
    pub(super) async fn pause(&self) -> bool {
        let Self(since) = self;
        let is_due = Date::now() - since.get() > TURN_MS;
        if is_due {
            TimeoutFuture::new(0).await;
            since.set(Date::now());
        }
        is_due
    }
}
