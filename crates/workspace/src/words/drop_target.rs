//! Sentences of the sign that appears while files are dragged over the page.

/// Says that files can be dropped.
pub const TITLE: &str = "Drop anywhere";

/// The kinds of files that can be dropped.
pub const KINDS: &str = "Pages, texts, folders, archives, lists, saved evaluations";
