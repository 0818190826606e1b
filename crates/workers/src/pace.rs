//! The pace of long work: its steps are counted, and it pauses so that the worker receives messages.

use std::cell::Cell;

use gloo_timers::future::TimeoutFuture;
use serde::Serialize;
use texlens_workspace::messages::Job;

use texlens_worker_base::Port;

/// Time between pauses, in milliseconds.
const BREATH_MS: f64 = 200.0;

/// Counts the steps of a job, pauses between them, and reports progress to the page with each pause.
pub(crate) struct Pace<'p, E> {
    port: &'p Port<E>,
    job: Job,
    done: Cell<usize>,
    total: Cell<usize>,
    paused_at: Cell<f64>,
}

impl<'p, E: Serialize + 'static> Pace<'p, E> {
    /// Starts a job of `total` steps. Progress is reported only if `total` is greater than 0.
    pub(crate) fn new(port: &'p Port<E>, job: Job, total: usize) -> Self {
        Self {
            port,
            job,
            done: Cell::new(0),
            total: Cell::new(total),
            paused_at: Cell::new(js_sys::Date::now()),
        }
    }

    /// Returns the id of the job.
    pub(crate) fn job(&self) -> Job {
        self.job
    }

    /// Sets the number of steps, once it is known.
    pub(crate) fn set_total(&self, total: usize) {
        self.total.set(total);
    }

    /// Counts a step, and pauses if it is time.
    pub(crate) async fn step(&self) {
        self.done.set(self.done.get() + 1);
        self.pause().await;
    }

    /// Pauses if it is time.
    pub(crate) async fn pause(&self) {
        if js_sys::Date::now() - self.paused_at.get() <= BREATH_MS {
            return;
        }
        let total = self.total.get();
        if total > 0 {
            self.port.progress(self.job, self.done.get().min(total), total);
        }
        TimeoutFuture::new(0).await;
        self.paused_at.set(js_sys::Date::now());
    }
}
