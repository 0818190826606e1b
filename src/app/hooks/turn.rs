//! Pauses in long work, in which the page is painted and handles events.

use std::cell::Cell;

use gloo::timers::future::TimeoutFuture;
use js_sys::Date;

/// Maximum time without a pause, in milliseconds.
const TURN_MS: f64 = 30.0;

/// The time of the last pause.
pub(super) struct Turn(Cell<f64>);

impl Turn {
    /// Starts a turn now.
    pub(super) fn new() -> Self {
        Self(Cell::new(Date::now()))
    }

    /// Pauses if it is time for a pause; returns whether it was.
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
