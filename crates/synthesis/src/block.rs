//! The blocks of a page.

mod citation;
mod display;
mod heading;
mod inline;
mod list;
mod multiline;
mod sentences;
mod table;
mod text;
mod theorem;

use serde::Serialize;
use texlens_stats::Choices;

use crate::material::Material;
use crate::segment::{Piece, Segment};

/// The kind of a block. Section 3.2 of the paper has the first three; the others are ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockKind {
    /// Sentences without formulas.
    Text,
    /// Sentences, some with formulas of at most 10 points in height.
    Inline,
    /// A displayed formula with the words that announce it.
    Display,
    /// A display of several lines.
    Multiline,
    /// A table.
    Table,
    /// A list.
    List,
    /// A heading with the paragraph that follows it.
    Heading,
    /// A theorem, lemma, definition or remark.
    Theorem,
    /// Sentences with a citation.
    Citation,
    /// The bibliography at the end of a page with citations.
    Bibliography,
}

impl BlockKind {
    /// Returns the name of the kind in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Inline => "inline",
            Self::Display => "display",
            Self::Multiline => "multiline",
            Self::Table => "table",
            Self::List => "list",
            Self::Heading => "heading",
            Self::Theorem => "theorem",
            Self::Citation => "citation",
            Self::Bibliography => "bibliography",
        }
    }
}

/// A block: what is appended to a page, or replaced, as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its pieces in order.
    pub pieces: Vec<Piece>,
}

impl Block {
    /// Draws a block.
    pub(crate) fn draw(choices: &mut Choices, material: &mut Material<'_>) -> Self {
        let kind = kind(choices, material.entries > 0);
        let pieces = match kind {
            BlockKind::Inline => inline::draw(choices, material),
            BlockKind::Display => display::draw(choices, material),
            BlockKind::Multiline => multiline::draw(choices, material),
            BlockKind::Table => Some(table::draw(choices, material)),
            BlockKind::List => Some(list::draw(choices, material)),
            BlockKind::Heading => Some(heading::draw(choices, material)),
            BlockKind::Theorem => theorem::draw(choices, material),
            BlockKind::Citation => Some(citation::draw(choices, material)),
            BlockKind::Text | BlockKind::Bibliography => None,
        };
        match pieces {
            Some(pieces) => Self { kind, pieces },
            // A corpus whose formulas are used up or do not compile leaves text.
            None => Self {
                kind: BlockKind::Text,
                pieces: text::draw(choices, material),
            },
        }
    }

    /// Makes the bibliography of a page.
    pub(crate) fn bibliography(choices: &mut Choices, material: &Material<'_>) -> Self {
        Self {
            kind: BlockKind::Bibliography,
            pieces: citation::bibliography(choices, material),
        }
    }

    /// Returns the segments in reading order.
    pub fn segments(&self) -> impl Iterator<Item = &Segment> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Segment(segment) => Some(segment),
            Piece::Markup(_) => None,
        })
    }

    /// Returns the formulas of the corpus in the block, by index.
    pub fn formulas(&self) -> impl Iterator<Item = usize> {
        self.segments().flat_map(|segment| segment.formulas.iter().copied())
    }
}

/// Draws the kind of a block. In 100 pages of these frequencies, there are some 2,000 formulas, as in the paper.
fn kind(choices: &mut Choices, has_bibliography: bool) -> BlockKind {
    match choices.below(100) {
        0..=11 => BlockKind::Text,
        12..=47 => BlockKind::Inline,
        48..=72 => BlockKind::Display,
        73..=79 => BlockKind::Multiline,
        80..=83 => BlockKind::Table,
        84..=87 => BlockKind::List,
        88..=92 => BlockKind::Heading,
        93..=96 => BlockKind::Theorem,
        _ if has_bibliography => BlockKind::Citation,
        _ => BlockKind::Text,
    }
}
