//! The page's handle on the worker that makes pages.

use std::rc::Rc;

use texlens_workspace::messages::synthesis::{Event, Request};
use texlens_workspace::messages::{Heard, Job};

use super::supervisor::{Protocol, Supervisor};

/// Time limit for compiling a document, in milliseconds. The limits of the engine end it within seconds, or within a
/// minute on a slow and busy machine. A document that takes longer hangs.
const LIMIT_MS: u32 = 120_000;

/// The page's handle on its worker that makes pages.
///
/// Events arrive through the callback given to [`SynthesisClient::new`], never during a call of one of the methods.
/// Every job ends with `Ended`, `Packed` or `Failed`, or as a member of `Restarted::lost`.
pub struct SynthesisClient {
    worker: Rc<Supervisor<Synthesis>>,
}

impl SynthesisClient {
    /// Creates the handle. The first request starts the worker.
    #[must_use]
    pub fn new(on_event: impl Fn(Heard<Event>) + 'static) -> Self {
        Self {
            worker: Supervisor::new(on_event),
        }
    }

    /// Sends a request that starts a new job.
    pub fn ask(&self, request: impl FnOnce(Job) -> Request) {
        let job = self.worker.new_job();
        self.worker.send(request(job));
    }

    /// Ends the worker, whatever it is doing: the engine cannot be interrupted. The next request starts another worker.
    pub fn give_up(&self) {
        self.worker.stop();
    }
}

struct Synthesis;

impl Protocol for Synthesis {
    const SCRIPT: &'static str = "synthesis-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Make { job, .. } | Request::Pack { job, .. } => Some(*job),
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Ended { job } | Event::Packed { job, .. } => Some(*job),
            Event::Loading { .. } | Event::Compiling { .. } | Event::Made { .. } => None,
        }
    }

    fn patience(event: &Event) -> Option<u32> {
        matches!(event, Event::Compiling { .. }).then_some(LIMIT_MS)
    }
}
