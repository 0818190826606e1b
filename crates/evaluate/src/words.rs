//! Words for sentences that people read.

use texlens_metrics::Kind;

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
