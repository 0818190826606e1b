//! The frame around the messages of all workers: how a worker starts, answers, reports progress, fails and is
//! restarted. The payload is the requests and events of each worker. A [`Blob`](texlens_blob::Blob) in them travels as
//! a handle without its bytes.

use serde::{Deserialize, Serialize};

/// The id of a job. The main thread counts up.
pub type Job = u32;

/// A message to a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToWorker<R> {
    /// A request.
    Request(R),
    /// Asks whether the worker still answers. [`FromWorker::Pong`] is the answer.
    Ping,
}

/// A message from a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromWorker<E> {
    /// The entry script of the worker has run; its module is loaded next.
    Alive {
        /// The name of a Web Lock that the worker holds as long as it lives, if the browser has Web Locks.
        lock: Option<String>,
    },
    /// The worker receives messages.
    Listening,
    /// The answer to [`ToWorker::Ping`].
    Pong,
    /// A message about a job.
    Heard(Heard<E>),
}

/// A message about the jobs of a worker, as the state receives it. Each job ends with [`Heard::Cancelled`],
/// [`Heard::Failed`] or [`Heard::Restarted`], or with the event that its worker documents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heard<E> {
    /// A message that only this worker sends.
    Event(E),
    /// Progress of a job.
    Progress {
        /// The id of the job.
        job: Job,
        /// Number of steps done.
        done: usize,
        /// Number of all steps.
        total: usize,
    },
    /// A job was stopped on request.
    Cancelled {
        /// The id of the job.
        job: Job,
    },
    /// A job failed, or the worker as a whole if no job is named.
    Failed {
        /// The id of the job.
        job: Option<Job>,
        /// A message that says what went wrong and what to do.
        message: String,
    },
    /// The worker died and was restarted. Its unfinished jobs are lost. The supervisor on the main thread sends this
    /// message.
    Restarted {
        /// The reason.
        message: String,
        /// The ids of the unfinished jobs.
        lost: Vec<Job>,
    },
}

impl<E> From<E> for Heard<E> {
    fn from(event: E) -> Self {
        Self::Event(event)
    }
}
