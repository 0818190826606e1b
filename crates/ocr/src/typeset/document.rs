//! A page under construction, with the facts that one block needs to know about the others.

use super::bibliography::Before;
use super::body::Body;
use super::latex::Latex;
use super::references::Targets;
use super::text::{Piece, Vocabulary};
use super::writer::Writer;

/// A page under construction.
pub(super) struct Document {
    pub(super) writer: Writer,
    pub(super) body: Body,
    pub(super) vocabulary: Vocabulary,
    /// Footnotes whose mark has not yet been found in the text.
    pub(super) notes: Vec<ComposedNote>,
    pub(super) targets: Targets,
    /// The authors of the bibliography entry that was written last.
    pub(super) authors: Before,
    /// The number of pictures without a caption so far.
    pub(super) unnamed: usize,
}

/// A footnote in LaTeX, and the mark that stands for it in the text.
#[derive(Debug)]
pub(super) struct ComposedNote {
    pub(super) mark: Option<Latex>,
    pub(super) lines: Vec<Vec<Piece>>,
}
