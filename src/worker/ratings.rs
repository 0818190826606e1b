//! The page's handle on the worker that makes studies of ratings and their results.

use texlens_workspace::messages::Job;
use texlens_workspace::messages::ratings::{Event, Reply, Request};
use texlens_workspace::words::failures;

use super::asking::{Answer, AskError, Asking, AskingClient, Said};
use super::supervisor::Protocol;

/// The page's handle on its worker for ratings. A clone refers to the same worker.
#[derive(Clone, PartialEq)]
pub struct RatingsClient(AskingClient<Ratings>);

impl RatingsClient {
    /// Creates the handle. The first request starts the worker.
    #[must_use]
    pub fn new() -> Self {
        Self(AskingClient::new())
    }

    /// Makes a request.
    ///
    /// # Errors
    /// If there is no answer, or the request was given up.
    pub async fn ask(&self, request: impl FnOnce(Job) -> Request) -> Result<Answer<Reply>, AskError> {
        self.0.ask(request, Box::new(|_| {})).await
    }

    /// Ends the worker, whatever it is doing. The next request starts another worker.
    pub fn give_up(&self) {
        self.0.give_up();
    }
}

impl Default for RatingsClient {
    fn default() -> Self {
        Self::new()
    }
}

struct Ratings;

impl Protocol for Ratings {
    const SCRIPT: &'static str = "ratings-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Make { job, .. }
            | Request::Read { job, .. }
            | Request::Sheet { job, .. }
            | Request::Results { job, .. }
            | Request::Write { job, .. } => Some(*job),
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Answered { job, .. } | Event::Written { job, .. } => Some(*job),
        }
    }
}

impl Asking for Ratings {
    type Answer = Answer<Reply>;
    type Progress = ();

    fn said(event: Event) -> Said<Answer<Reply>, ()> {
        match event {
            Event::Answered { job, reply } => Said::Answer(job, Answer::Reply(reply)),
            Event::Written { job, file } => Said::Answer(job, Answer::File(file)),
        }
    }

    fn lost(why: &str) -> String {
        failures::ratings_lost(why)
    }
}
