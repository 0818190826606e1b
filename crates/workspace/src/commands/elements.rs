//! Ids of elements of the page that commands press or fill in, because only a component knows their state.

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
