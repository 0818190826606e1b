//! Kinds of samples.

use serde::{Deserialize, Serialize};

/// The kind of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// One formula, without delimiters.
    Formula,
    /// One page. Document metrics treat it as a whole document.
    #[default]
    Page,
    /// A document: a sequence of pages.
    Document,
}

impl Kind {
    /// All kinds; a kind that contains others comes before them.
    pub const ALL: [Self; 3] = [Self::Document, Self::Page, Self::Formula];
}

/// Returns the noun for `count` samples of a kind.
#[must_use]
pub fn noun(kind: Kind, count: usize) -> &'static str {
    match (kind, count) {
        (Kind::Formula, 1) => "formula",
        (Kind::Formula, _) => "formulas",
        (Kind::Page, 1) => "page",
        (Kind::Page, _) => "pages",
        (Kind::Document, 1) => "document",
        (Kind::Document, _) => "documents",
    }
}
