//! The page's handle on the worker that takes in what a person brought.

use std::rc::Rc;

use texlens_workspace::messages::import::{Event, Request};
use texlens_workspace::messages::{Heard, Job};

use super::supervisor::{Protocol, Supervisor};

/// The page's handle on its worker.
///
/// Events arrive through the callback given to [`ImportClient::new`], never from within one of the methods. Every import ends with
/// the last `Handed`, with `Failed`, or as a member of `Restarted::lost`.
pub struct ImportClient {
    worker: Rc<Supervisor<Importing>>,
}

impl ImportClient {
    /// Starts nothing yet: the worker comes with the first files.
    #[must_use]
    pub fn new(on_event: impl Fn(Heard<Event>) + 'static) -> Self {
        Self {
            worker: Supervisor::new(on_event),
        }
    }

    /// Names an import.
    #[must_use]
    pub fn begin(&self) -> Job {
        self.worker.new_job()
    }

    /// Asks for something.
    pub fn ask(&self, request: Request) {
        self.worker.send(request);
    }

    /// Ends the worker, in the midst of whatever it does, and with it the import. Memory that the worker needed is given back.
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
            | Request::Plan { job }
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

    /// Large archives take as long as they take: the heartbeat tells whether the worker still lives.
    fn patience(_: &Event) -> Option<u32> {
        None
    }
}
