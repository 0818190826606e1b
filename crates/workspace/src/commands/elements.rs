//! Ids of elements of the page that commands press or fill in, because their state is that of a component.

/// The form that makes tasks of LaTeXBench.
pub const TASKS: &str = "make-tasks";
/// The button that submits this form.
pub const MAKE_TASKS: &str = "submit-tasks";
/// The form that makes a study.
pub const STUDY: &str = "make-study";
/// The button that submits this form.
pub const MAKE_STUDY: &str = "submit-study";
/// The button that opens a rater's sheet.
pub const RATE_HERE: &str = "rate-here";
/// The option that shows the LaTeX of a question.
pub const QUESTION_LATEX: &str = "question-latex";
/// The button that makes pages.
pub const MAKE_PAGES: &str = "submit-pages";
/// The button that makes the first page.
pub const PREVIEW_PAGE: &str = "preview-page";
/// The option that shows the boxes of a made page.
pub const PAGE_BOXES: &str = "made-page-boxes";
/// The button that saves the list of formulas.
pub const SAVE_FORMULAS: &str = "save-formulas";
/// The form that adds a tag, with the comment.
pub const NOTES: &str = "sample-notes";
/// The button that cancels an import.
pub const CANCEL_IMPORT: &str = "cancel-import";
/// The button that continues an import of an earlier visit.
pub const CONTINUE_IMPORT: &str = "continue-import";
/// The button that cancels the download of a report.
pub const CANCEL_REPORT: &str = "cancel-report";
/// The button that cancels asking a judge.
pub const CANCEL_JUDGE: &str = "cancel-judge";
/// The button that cancels asking a model that reads.
pub const CANCEL_READER: &str = "cancel-reader";
/// The button that saves the answers of a model that reads.
pub const SAVE_READINGS: &str = "save-readings";
/// The button that saves the run of a model that reads.
pub const SAVE_READER_RUN: &str = "save-reader-run";
/// The button that reloads the page with the new version.
pub const RELOAD: &str = "reload-app";
/// The button that tries again to store samples.
pub const STORE_AGAIN: &str = "store-again";
