//! A page while it is written: what one block needs to know of the others.

use super::bibliography::Before;
use super::body::Body;
use super::latex::Latex;
use super::references::Targets;
use super::text::{Piece, Vocabulary};
use super::writer::Writer;

/// A page while it is written.
pub(super) struct Document {
    pub(super) writer: Writer,
    pub(super) body: Body,
    pub(super) vocabulary: Vocabulary,
    /// Footnotes whose mark has not been met.
    pub(super) notes: Vec<ComposedNote>,
    pub(super) targets: Targets,
    /// Of the entry of the bibliography that was written last.
    pub(super) authors: Before,
    /// Pictures without a caption so far.
    pub(super) unnamed: usize,
}

/// A footnote in LaTeX, and the mark that stands for it in the text.
#[derive(Debug)]
pub(super) struct ComposedNote {
    pub(super) mark: Option<Latex>,
    pub(super) lines: Vec<Vec<Piece>>,
}
