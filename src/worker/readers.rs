//! The page's handle on the worker that prepares pictures for models that read.

use texlens_blob::Blob;
use texlens_readers::Granularity;
use texlens_workspace::messages::Job;
use texlens_workspace::messages::readers::{Event, Request, ShownPages};
use texlens_workspace::words::failures;

use super::asking::{AskError, Asking, AskingClient, Said};
use super::supervisor::Protocol;

/// The page's handle on its worker for pictures. A clone refers to the same worker.
#[derive(Clone, PartialEq)]
pub struct ReadersClient(AskingClient<Readers>);

impl ReadersClient {
    /// Creates the handle. The first request starts the worker.
    #[must_use]
    pub fn new() -> Self {
        Self(AskingClient::new())
    }

    /// Prepares the pictures of a request.
    ///
    /// # Errors
    /// If an image cannot be read, or the request was given up.
    pub async fn prepare(
        &self,
        images: Vec<Blob>,
        longest_side: Option<u32>,
        granularity: Granularity,
    ) -> Result<ShownPages, AskError> {
        let request = |job| Request {
            job,
            images,
            longest_side,
            granularity,
        };
        self.0.ask(request, Box::new(|_| {})).await
    }

    /// Ends the worker, whatever it is doing. The next request starts another worker.
    pub fn give_up(&self) {
        self.0.give_up();
    }
}

impl Default for ReadersClient {
    fn default() -> Self {
        Self::new()
    }
}

struct Readers;

impl Protocol for Readers {
    const SCRIPT: &'static str = "readers-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        Some(request.job)
    }

    fn ended(event: &Event) -> Option<Job> {
        Some(event.job)
    }
}

impl Asking for Readers {
    type Answer = ShownPages;
    type Progress = ();

    fn said(event: Event) -> Said<Self::Answer, ()> {
        Said::Answer(event.job, event.shown)
    }

    fn lost(why: &str) -> String {
        failures::pictures_lost(why)
    }
}
