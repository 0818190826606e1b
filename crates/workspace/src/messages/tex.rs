//! Messages between the page and the worker that compiles.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_tex::Compilation;

use crate::messages::Job;

/// Page to worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Compile a prediction; what the engine needs for it is loaded first, if it is not there.
    Compile {
        /// Names the work.
        job: Job,
        /// The prediction.
        latex: String,
        /// Byte ranges of its pages.
        pages: Vec<Range<usize>>,
        /// The reference with its pages, where there is one: what it does wrong, too, is no fault of the prediction.
        reference: Option<(String, Vec<Range<usize>>)>,
    },
}

/// Worker to page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The engine's files arrive.
    Loading {
        /// Bytes so far.
        loaded: f64,
        /// Bytes in all.
        total: f64,
    },
    /// The engine begins with a text, and hears nothing until it is done.
    Compiling {
        /// The work.
        job: Job,
    },
    /// A text was compiled.
    Compiled {
        /// The work.
        job: Job,
        /// The verdict.
        compilation: Compilation,
        /// That on the reference, where the engine has all that it needs for it.
        reference: Option<Compilation>,
    },
    /// The engine's files could not be loaded, or are not usable.
    Unavailable {
        /// The work that needed them.
        job: Option<Job>,
        /// What went wrong and what to do.
        message: String,
    },
    /// Sent by the page's own handle: the worker died and was started again; unfinished jobs are lost.
    Restarted {
        /// Why.
        message: String,
        /// The jobs that were not finished.
        lost: Vec<Job>,
    },
}
