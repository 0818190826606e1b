//! Events to announce, as data; [`words`](crate::words) puts them into sentences.

use super::Act;
use texlens_evaluate::Filtered;
use texlens_metrics::Side;

/// An event to announce to screen readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// This many samples were added.
    Added(usize),
    /// An import has changed samples that were there.
    Joined {
        /// Number of samples that were added.
        added: usize,
        /// Number of samples that got what they lacked.
        completed: usize,
        /// Number of samples whose prediction was replaced by another one of its system.
        replaced: usize,
    },
    /// This many samples of an import were there already.
    There(usize),
    /// This many of people's ratings were added.
    Rated(usize),
    /// This many files could not be used.
    Refused(usize),
    /// A saved evaluation with this many samples was opened.
    Opened(usize),
    /// A saved evaluation with this many samples, but without texts, was opened.
    OpenedScores(usize),
    /// A saved evaluation that is a selection was opened.
    OpenedSelection(Filtered),
    /// Saving was cancelled.
    SavingCancelled,
    /// This many samples of an earlier visit were restored.
    Recalled(usize),
    /// The built-in OCR starts to read a page.
    Reading(String),
    /// The pages of a document are being typeset together.
    Joining(String),
    /// A page was read.
    Read(String),
    /// A sample was scored.
    Scored(String),
    /// This many samples were scored.
    ScoredMany(usize),
    /// All waiting and running work was cancelled.
    CancelledAll,
    /// The engine compiled a prediction.
    Compiled {
        /// The sample's name.
        name: String,
        /// Whether the prediction compiles.
        compiles: bool,
    },
    /// Something failed, with this message.
    Failed(String),
    /// This many items of LaTeXBench were made or opened.
    BenchItems(usize),
    /// This many pages are made.
    Made(usize),
    /// A judge answered this many questions.
    Judged(usize),
    /// The evaluation was saved.
    Saved {
        /// Number of images that were too large or could not be read.
        images_left_out: usize,
    },
    /// This many sets of comparable rows are shown.
    Ranked(usize),
    /// A text was copied to the clipboard.
    Copied,
    /// A correction was made or undone; the page has this many corrections now.
    Corrected(usize),
    /// A tag was added to a sample.
    Tagged(String),
    /// A tag was removed from a sample.
    Untagged(String),
    /// A text was given to a sample.
    Given {
        /// What the text is.
        side: Side,
        /// The sample's name.
        name: String,
    },
    /// A sample was removed.
    Removed(String),
    /// This many samples were removed.
    RemovedMany(usize),
    /// An act was undone.
    Undone(Act),
    /// An act was done again.
    Redone(Act),
    /// The worker was restarted, for this reason.
    Restarted(String),
}
