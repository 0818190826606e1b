//! The page's handle on the worker that imports files.

use std::rc::Rc;

use texlens_workspace::messages::import::{Event, Request};
use texlens_workspace::messages::{Heard, Job};

use super::supervisor::{Protocol, Supervisor};

/// The page's handle on its worker that imports files.
///
/// Events arrive through the callback given to [`ImportClient::new`], never during a call of one of the methods. Every
/// import ends with the last `Handed`, with `Failed`, or as a member of `Restarted::lost`.
pub struct ImportClient {
    worker: Rc<Supervisor<Importing>>,
}

impl ImportClient {
    /// Creates the handle. The first request starts the worker.
    #[must_use]
    pub fn new(on_event: impl Fn(Heard<Event>) + 'static) -> Self {
        Self {
            worker: Supervisor::new(on_event),
        }
    }

    /// Returns the id for a new import.
    #[must_use]
    pub fn begin(&self) -> Job {
        self.worker.new_job()
    }

    /// Sends a request.
    pub fn ask(&self, request: Request) {
        self.worker.send(request);
    }

    /// Ends the worker, whatever it is doing, and with it the import. This frees the memory of the worker.
    pub fn stop(&self) {
        self.worker.stop();
    }
}

struct Importing;

impl Protocol for Importing {
    const SCRIPT: &'static str = "import-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Begin { job, .. }
            | Request::Add { job, .. }
            | Request::Deliver { job, .. }
            | Request::Plan { job, .. }
            | Request::Opened { job, .. }
            | Request::Amend { job, .. }
            | Request::TakeBack { job }
            | Request::Show { job, .. }
            | Request::Hand { job } => Some(*job),
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Handed { job, done, total, .. } if done >= total => Some(*job),
            Event::Listed { .. }
            | Event::Called { .. }
            | Event::Opening { .. }
            | Event::Planned { .. }
            | Event::Rows { .. }
            | Event::Handed { .. } => None,
        }
    }

    /// No time limit: large archives take long, and the heartbeat shows whether the worker is alive.
    fn patience(_: &Event) -> Option<u32> {
        None
    }
}
