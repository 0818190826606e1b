//! The page's handle on the worker that makes leaderboards.

use texlens_workspace::messages::Job;
use texlens_workspace::messages::leaderboard::{Event, Request, Standings};
use texlens_workspace::words::failures;

use super::asking::{AskError, Asking, AskingClient, Said};
use super::supervisor::Protocol;

/// The page's handle on its worker for leaderboards. A clone refers to the same worker.
#[derive(Clone, PartialEq)]
pub struct LeaderboardClient(AskingClient<Boards>);

impl LeaderboardClient {
    /// Creates the handle. The first request starts the worker.
    #[must_use]
    pub fn new() -> Self {
        Self(AskingClient::new())
    }

    /// Makes a request.
    ///
    /// # Errors
    /// If there is no answer, or the request was given up.
    pub async fn ask(&self, request: impl FnOnce(Job) -> Request) -> Result<Standings, AskError> {
        self.0.ask(request, Box::new(|_| {})).await
    }

    /// Ends the worker, whatever it is doing. The next request starts another worker.
    pub fn give_up(&self) {
        self.0.give_up();
    }
}

impl Default for LeaderboardClient {
    fn default() -> Self {
        Self::new()
    }
}

struct Boards;

impl Protocol for Boards {
    const SCRIPT: &'static str = "leaderboard-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        let Request::Stand { job, .. } = request;
        Some(*job)
    }

    fn ended(event: &Event) -> Option<Job> {
        let Event::Stood { job, .. } = event;
        Some(*job)
    }
}

impl Asking for Boards {
    type Answer = Standings;
    type Progress = ();

    fn said(event: Event) -> Said<Standings, ()> {
        let Event::Stood { job, standings } = event;
        Said::Answer(job, *standings)
    }

    fn lost(why: &str) -> String {
        failures::leaderboard_lost(why)
    }
}
