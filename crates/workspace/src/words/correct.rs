//! Sentences of the dialog for correcting a word or formula.

/// The dialog's title.
pub const TITLE: &str = "Correct the LaTeX";

/// Says what the keys do in the box, and how to remove a word.
pub const KEYS: &str = "Enter saves, Shift+Enter starts a new line. Empty text removes the piece.";

/// Accessible name of the enlarged part of the page.
pub const PLACE: &str = "The place on the page";

/// Shown instead of the preview if the typed text has no formula.
pub const NO_FORMULA: &str = "This is not a formula: it has no delimiters.";
