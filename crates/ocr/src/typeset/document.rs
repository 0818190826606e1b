//! Blocks to the page's LaTeX: what one block needs to know of the others while it is written.

use crate::page::Recognition;

use super::blocks::{self, Block, Body, ComposedNote, Item};
use super::text::Vocabulary;
use super::writer::Writer;

/// A page while it is written.
pub(super) struct Document {
    pub(super) writer: Writer,
    pub(super) body: Body,
    pub(super) vocabulary: Vocabulary,
    /// Footnotes whose mark has not been met.
    pub(super) notes: Vec<ComposedNote>,
    /// The list that is open.
    pub(super) list: Option<Item>,
}

/// Writes the blocks of a page in order.
pub(super) fn write(blocks: Vec<Block<'_>>, body: Body) -> Recognition {
    let blocks = blocks::join_columns(blocks);
    let mut document = Document {
        writer: Writer::default(),
        body,
        vocabulary: vocabulary(&blocks),
        notes: notes(&blocks),
        list: None,
    };
    for block in &blocks {
        block.write(&mut document);
    }
    blocks::close_list(&mut document);
    blocks::write_unmatched_notes(&mut document);
    document.writer.finish()
}

fn vocabulary(blocks: &[Block<'_>]) -> Vocabulary {
    let mut vocabulary = Vocabulary::default();
    for row in blocks.iter().filter_map(Block::text_rows).flatten() {
        vocabulary.learn(&row.pieces());
    }
    vocabulary
}

fn notes(blocks: &[Block<'_>]) -> Vec<ComposedNote> {
    let compose = |block: &Block<'_>| match block {
        Block::Note(note) => note.compose(),
        _ => None,
    };
    blocks.iter().filter_map(compose).collect()
}
