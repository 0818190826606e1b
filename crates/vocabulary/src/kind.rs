//! What is scored.

use serde::{Deserialize, Serialize};

/// What one sample is a sample of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// One formula, without delimiters.
    Formula,
    /// One page. Document metrics are computed as if it were the document.
    #[default]
    Page,
    /// A document: its pages in order.
    Document,
}

impl Kind {
    /// All there are, those that hold others first.
    pub const ALL: [Self; 3] = [Self::Document, Self::Page, Self::Formula];
}

/// The word for so many samples of a kind.
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
