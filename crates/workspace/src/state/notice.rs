//! What just happened, as data: [`words`](crate::words) says it.

/// What just happened, for those who listen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Samples came.
    Added(usize),
    /// People's ratings came.
    Rated(usize),
    /// Files could not be used.
    Refused(usize),
    /// A saved evaluation was opened.
    Opened(usize),
    /// One without its texts was.
    OpenedScores(usize),
    /// Saving was given up.
    SavingCancelled,
    /// Samples of an earlier visit are back.
    Recalled(usize),
    /// The built-in OCR begins with a page.
    Reading(String),
    /// The texts of a document's pages are written together.
    Joining(String),
    /// A page was read.
    Read(String),
    /// A sample was scored.
    Scored(String),
    /// Several were.
    ScoredMany(usize),
    /// What waited was taken back.
    CancelledAll,
    /// The engine has judged a prediction.
    Compiled {
        /// The sample's name.
        name: String,
        /// The verdict.
        compiles: bool,
    },
    /// Something did not work out.
    Failed(String),
    /// A judge has said what it has to say; of so many pairs of formulas.
    Judged(usize),
    /// The evaluation was saved.
    Saved {
        /// Images for which there was no room, or that could not be read.
        images_left_out: usize,
    },
    /// LaTeX was copied to the clipboard.
    Copied,
    /// A reading was put right by hand, or a correction taken back; how many there are now.
    Corrected(usize),
    /// A sample was given a tag.
    Tagged(String),
    /// A tag was taken away.
    Untagged(String),
    /// A sample was removed.
    Removed(String),
    /// All were.
    RemovedMany(usize),
    /// What came last was taken out again.
    TakenOut,
    /// It was brought back.
    Restored(String),
    /// The worker had to be started again.
    Restarted(String),
}
