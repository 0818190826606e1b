//! Language models that read pages. A model gets pictures of pages and a prompt; its answers are predictions of a system
//! like any other.
//!
//! | question | where |
//! | --- | --- |
//! | What is the model told? | [`Prompt`], one data file each in `src/prompts` |
//! | Which pages are in one request? | [`Granularity`], [`units`] |
//! | What does a picture look like, and how large is it? | [`pictures`] (feature `pictures`) |
//! | Which requests are there? | [`ReaderCalls`], in a [`Run`](texlens_judge::Run) |
//! | What did the model answer? | [`Reading`] |
//! | What is kept of a run? | [`ReaderRun`] |
//!
//! The crate has no network, clock or files; `texlens_judge` says which request is sent when, and what it costs.

mod calls;
mod granularity;
mod merged;
#[cfg(feature = "pictures")]
pub mod pictures;
mod prompt;
mod reading;
mod run;

pub use calls::{Chosen, MAX_COMPLETIONS, ReaderCalls};
pub use granularity::{DEFAULT_PAGES, Granularity, LONGEST_SIDES, MAX_PAGES, MAX_SIDE, Page, Unit, units};
pub use merged::{Grid, reduced_size};
pub use prompt::{Prompt, PromptError};
pub use reading::{ReadOutcome, Reading, lines, predictions};
pub use run::{Asked, ReaderRun, RunFileError, Totals};

/// How often an answer is sent back with a complaint: never, since the first answer counts.
pub const CORRECTIONS: u32 = 0;

/// The time limit of an answer, in milliseconds. A model on one's own machine may take minutes for a page.
pub const ANSWER_TIMEOUT_MS: u64 = 600_000;
