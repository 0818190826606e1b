//! What page and workers say to each other. Values are serialised; a [`Blob`](texlens_blob::Blob) in them travels as a handle,
//! without its bytes, unless an enum with its tag inside holds it: serde copies the content of those before it knows what it is.

use serde::{Deserialize, Serialize};

/// What the page's handle sends: a request, or a question whether the worker still answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToWorker<R> {
    /// What the worker is there for.
    Request(R),
    /// Answered at once by [`FromWorker::Pong`].
    Ping,
}

/// What a worker sends.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromWorker<E> {
    /// Messages are listened to from now on.
    Started {
        /// A Web Lock that the worker holds as long as it lives, where the browser has them.
        lock: Option<String>,
    },
    /// For the page.
    Event(E),
    /// The answer to [`ToWorker::Ping`].
    Pong,
}
