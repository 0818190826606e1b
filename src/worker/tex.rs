//! The page's handle on the worker that compiles texts and typesets formulas.

use std::ops::Range;
use std::rc::Rc;

use texlens_workspace::messages::score::Texts;
use texlens_workspace::messages::tex::{Event, Request};
use texlens_workspace::messages::{Heard, Job};

use super::supervisor::{Protocol, Supervisor};

/// Time limit for compiling, in milliseconds. A text takes about 50 ms. The limits of the engine end it within seconds,
/// or within a minute on a slow and busy machine. A text that takes longer hangs.
const LIMIT_MS: u32 = 120_000;

/// A text and the byte ranges of its pages.
pub(crate) type Paged = (String, Vec<Range<usize>>);

/// The page's handle on its TeX worker. A clone refers to the same worker.
///
/// Events arrive through the callback given to [`TexClient::new`], never during a call of one of the methods. Every job
/// ends with exactly one of `Compiled`, `Typeset` and `Failed`, or as a member of `Restarted::lost`, unless the caller
/// [stops](Self::stop) the worker.
#[derive(Clone)]
pub struct TexClient {
    worker: Rc<Supervisor<Tex>>,
}

impl PartialEq for TexClient {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.worker, &other.worker)
    }
}

impl std::fmt::Debug for TexClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TexClient").finish_non_exhaustive()
    }
}

impl TexClient {
    /// Creates the handle. The first text starts the worker, which then loads the engine.
    #[must_use]
    pub fn new(on_event: impl Fn(Heard<Event>) + 'static) -> Self {
        Self {
            worker: Supervisor::new(on_event),
        }
    }

    /// Compiles a prediction of one or more pages, and its reference, if there is one, and draws both if asked to.
    #[must_use]
    pub fn compile(&self, (latex, pages): Paged, reference: Option<Paged>, draws: bool) -> Job {
        let job = self.worker.new_job();
        self.worker.send(Request::Compile {
            job,
            latex,
            pages,
            reference,
            draws,
        });
        job
    }

    /// Sets pairs of formulas, and draws them if asked to.
    #[must_use]
    pub fn typeset(&self, pairs: Vec<Texts>, draws: bool) -> Job {
        let job = self.worker.new_job();
        self.worker.send(Request::Typeset { job, pairs, draws });
        job
    }

    /// Ends the worker, whatever it is doing, because the engine cannot be interrupted. The next text starts another
    /// worker.
    pub fn stop(&self) {
        self.worker.stop();
    }
}

struct Tex;

impl Protocol for Tex {
    const SCRIPT: &'static str = "tex-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Compile { job, .. } | Request::Typeset { job, .. } => Some(*job),
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Compiled { job, .. } | Event::Typeset { job, .. } => Some(*job),
            Event::Loading { .. } | Event::Compiling { .. } => None,
        }
    }

    fn patience(event: &Event) -> Option<u32> {
        matches!(event, Event::Compiling { .. }).then_some(LIMIT_MS)
    }
}
