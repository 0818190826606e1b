//! Writes blocks as LaTeX, each as its kind requires.

use super::block::Block;
use super::{algorithm, code, display};
use crate::typeset::document::Document;

impl Block<'_> {
    /// Appends the block to the document.
    pub(crate) fn write(&self, document: &mut Document) {
        match self {
            Self::Heading(heading) => heading.write(document),
            Self::Paragraph(paragraph) => paragraph.write(document),
            Self::Display(equations) => display::write(equations, document),
            Self::Float(float) => float.write(document),
            Self::Code(rows) => code::write(rows, document),
            Self::Algorithm(algorithm) => algorithm::write(algorithm, document),
            Self::Bibliography(list) => list.write(document),
            Self::List(list) => list.write(document),
            Self::Theorem(theorem) => theorem.write(document),
            Self::Quote(quote) => quote.write(document),
            Self::Front(front) => front.write(document),
            Self::Abstract(text) => text.write(document),
            Self::Contents(contents) => contents.write(document),
            // Notes are written where their marks stand.
            Self::Note(_) => {}
        }
    }
}
