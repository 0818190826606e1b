//! The page's handle on the worker for LaTeXBench.

use texlens_blob::Blob;
use texlens_workspace::messages::Job;
use texlens_workspace::messages::latexbench::{Ask, Event, Reply, Request};
use texlens_workspace::words::failures;

use super::asking::{Answer, AskError, Asking, AskingClient, Progress, Said, Tell};
use super::supervisor::Protocol;

/// Time limit for compiling a text, in milliseconds. The limits of the engine end it within seconds, or within a minute
/// on a slow and busy machine. A text that takes longer hangs.
const LIMIT_MS: u32 = 120_000;

/// The page's handle on its worker for LaTeXBench. A clone refers to the same worker.
#[derive(Clone, PartialEq)]
pub struct LatexBenchClient(AskingClient<LatexBench>);

impl LatexBenchClient {
    /// Creates the handle. The first question starts the worker.
    #[must_use]
    pub fn new() -> Self {
        Self(AskingClient::new())
    }

    /// Asks a question.
    ///
    /// # Errors
    /// If there is no answer, or the question was given up.
    pub async fn ask(&self, ask: Ask, tell: Tell) -> Result<Answer<Reply>, AskError> {
        let ask = Box::new(ask);
        self.0.ask(|job| Request::Ask { job, ask }, tell).await
    }

    /// Reads a file with items or a run.
    ///
    /// # Errors
    /// As for [`LatexBenchClient::ask`].
    pub async fn read(&self, name: String, file: Blob) -> Result<Answer<Reply>, AskError> {
        let read = |job| Request::Read { job, name, file };
        self.0.ask(read, Box::new(|_| {})).await
    }

    /// Ends the worker, whatever it is doing: the engine cannot be interrupted. The next question starts another worker.
    pub fn give_up(&self) {
        self.0.give_up();
    }
}

impl Default for LatexBenchClient {
    fn default() -> Self {
        Self::new()
    }
}

struct LatexBench;

impl Protocol for LatexBench {
    const SCRIPT: &'static str = "latexbench-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Ask { job, .. } | Request::Read { job, .. } => Some(*job),
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Answered { job, .. } | Event::Written { job, .. } => Some(*job),
            Event::Loading { .. } | Event::Compiling { .. } => None,
        }
    }

    fn patience(event: &Event) -> Option<u32> {
        matches!(event, Event::Compiling { .. }).then_some(LIMIT_MS)
    }
}

impl Asking for LatexBench {
    type Answer = Answer<Reply>;
    type Progress = Progress;

    fn said(event: Event) -> Said<Answer<Reply>> {
        match event {
            Event::Loading { job, loaded, total } => Said::Progress(job, Progress::Loading(loaded, total)),
            Event::Compiling { .. } => Said::Nothing,
            Event::Answered { job, reply } => Said::Answer(job, Answer::Reply(reply)),
            Event::Written { job, file } => Said::Answer(job, Answer::File(file)),
        }
    }

    fn stepped(done: usize, total: usize) -> Option<Progress> {
        Some(Progress::Steps(done, total))
    }

    fn lost(why: &str) -> String {
        failures::bench_lost(why)
    }
}
