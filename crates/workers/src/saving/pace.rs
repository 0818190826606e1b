//! Long work that the page can cancel.

use std::cell::Cell;

use texlens_workspace::messages::Job;
use texlens_workspace::messages::saving::Event;

use crate::pace;
use texlens_worker_base::Port;

/// The job was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cancelled;

/// The pace of a job that ends at the next step once it is cancelled.
pub(super) struct Pace<'s> {
    pace: pace::Pace<'s, Event>,
    cancelled: &'s Cell<bool>,
}

impl<'s> Pace<'s> {
    /// Starts a job of `total` steps.
    pub(super) fn new(port: &'s Port<Event>, job: Job, cancelled: &'s Cell<bool>, total: usize) -> Self {
        Self {
            pace: pace::Pace::new(port, job, total),
            cancelled,
        }
    }

    /// Returns the id of the job.
    pub(super) fn job(&self) -> Job {
        self.pace.job()
    }

    /// Counts a step, and pauses if it is time.
    pub(super) async fn step(&self) -> Result<(), Cancelled> {
        self.pace.step().await;
        self.go_on()
    }

    /// Pauses if it is time.
    pub(super) async fn pause(&self) -> Result<(), Cancelled> {
        self.pace.pause().await;
        self.go_on()
    }

    fn go_on(&self) -> Result<(), Cancelled> {
        if self.cancelled.get() { Err(Cancelled) } else { Ok(()) }
    }
}
