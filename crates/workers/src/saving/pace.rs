//! Pauses in long work, so that the worker receives messages.

use std::cell::Cell;

use gloo_timers::future::TimeoutFuture;
use texlens_workspace::messages::Job;
use texlens_workspace::messages::saving::Event;

use crate::port::Port;

/// Time between pauses, in milliseconds.
const BREATH_MS: f64 = 100.0;

/// The job was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cancelled;

/// Counts the steps of a job and pauses between them.
pub(super) struct Pace<'s> {
    port: &'s Port<Event>,
    job: Job,
    cancelled: &'s Cell<bool>,
    done: Cell<usize>,
    total: usize,
    paused_at: Cell<f64>,
}

impl<'s> Pace<'s> {
    /// Starts a job of `total` steps.
    pub(super) fn new(port: &'s Port<Event>, job: Job, cancelled: &'s Cell<bool>, total: usize) -> Self {
        Self {
            port,
            job,
            cancelled,
            done: Cell::new(0),
            total,
            paused_at: Cell::new(js_sys::Date::now()),
        }
    }

    /// The id of the job.
    pub(super) fn job(&self) -> Job {
        self.job
    }

    /// Counts a step and pauses if it is time.
    pub(super) async fn step(&self) -> Result<(), Cancelled> {
        self.done.set(self.done.get() + 1);
        self.pause().await
    }

    /// Pauses if it is time.
    pub(super) async fn pause(&self) -> Result<(), Cancelled> {
        if js_sys::Date::now() - self.paused_at.get() > BREATH_MS {
            if self.total > 0 {
                self.port
                    .progress(self.job, self.done.get().min(self.total), self.total);
            }
            TimeoutFuture::new(0).await;
            self.paused_at.set(js_sys::Date::now());
        }
        if self.cancelled.get() { Err(Cancelled) } else { Ok(()) }
    }
}
