//! The page's handle on the worker that reads pages.

use std::cell::Cell;
use std::rc::Rc;

use texlens_blob::Blob;
use texlens_workspace::messages::reading::{Event, PageId, ProviderSetting, ReadingSettings, Request, Scope};
use texlens_workspace::messages::{Heard, Job};
use texlens_workspace::words::workers;

use super::IMAGES;
use super::supervisor::{Protocol, Supervisor};

/// The page's handle on its worker that reads pages. A clone refers to the same worker.
///
/// Events arrive through the callback given to [`ReadingClient::start`], never during a call of one of the methods.
/// Every job ends with exactly one of `Recognised`, `Joined`, `Cancelled` and `Failed`, or as a member of
/// `Restarted::lost`.
#[derive(Clone)]
pub struct ReadingClient {
    worker: Rc<Supervisor<Reading>>,
    /// The provider for which a worker loaded its runtime, with the generation of that worker. A worker can load only
    /// one runtime.
    provider: Rc<Cell<Option<(u32, ProviderSetting)>>>,
}

impl PartialEq for ReadingClient {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.worker, &other.worker)
    }
}

impl std::fmt::Debug for ReadingClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReadingClient").finish_non_exhaustive()
    }
}

impl ReadingClient {
    /// Starts the worker. The first [`recognise`](Self::recognise) loads runtime and model.
    #[must_use]
    pub fn start(on_event: impl Fn(Heard<Event>) + 'static) -> Self {
        let worker = Supervisor::new(on_event);
        worker.start();
        Self {
            worker,
            provider: Rc::default(),
        }
    }

    /// Reads an encoded page image (PNG or JPEG), or some of it. Jobs are done one after the other.
    #[must_use]
    pub fn recognise(&self, image: Blob, settings: ReadingSettings, scope: Scope) -> Job {
        self.worker.replace_worn_out();
        self.use_provider(settings.provider);
        let job = self.worker.new_job();
        self.worker.send(Request::Recognise {
            job,
            image,
            settings,
            scope,
        });
        job
    }

    /// Typesets the text of a PDF page, which was read in this time. Needs no runtime.
    #[must_use]
    pub fn typeset(&self, page: Blob, seconds: f64) -> Job {
        let job = self.worker.new_job();
        self.worker.send(Request::Typeset { job, page, seconds });
        job
    }

    /// Typesets the pages of a document together, from the glyphs found on them.
    #[must_use]
    pub fn join(&self, pages: Vec<(PageId, Blob)>) -> Job {
        let job = self.worker.new_job();
        self.worker.send(Request::Join { job, pages });
        job
    }

    /// Stops a recognition before its first tile or at the next one.
    pub fn cancel(&self, job: Job) {
        self.worker.send(Request::Cancel { job });
    }

    /// Restarts the worker if its runtime was loaded for another provider, because a runtime cannot be unloaded.
    fn use_provider(&self, provider: ProviderSetting) {
        let stale = self
            .provider
            .get()
            .is_some_and(|(generation, loaded)| generation == self.worker.generation() && loaded != provider);
        if stale {
            self.worker.restart(workers::PROVIDER_CHANGED);
        }
        self.provider.set(Some((self.worker.generation(), provider)));
    }
}

struct Reading;

impl Protocol for Reading {
    const SCRIPT: &'static str = "reading-worker.mjs";
    const ENDURES: u32 = IMAGES;
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Recognise { job, .. } | Request::Typeset { job, .. } | Request::Join { job, .. } => Some(*job),
            Request::Cancel { .. } => None,
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Recognised { job, .. } | Event::Joined { job } => Some(*job),
            Event::Loading { .. } | Event::Written { .. } => None,
        }
    }
}
