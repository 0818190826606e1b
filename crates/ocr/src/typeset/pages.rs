//! Turns blocks into the LaTeX of each page, and collects facts about the whole document before the first page is
//! written.

use texlens_vocabulary::Recognition;

use super::bibliography::Before;
use super::blocks::{self, Block};
use super::body::Body;
use super::document::{ComposedNote, Document};
use super::references::{Numbering, Targets};
use super::text::{Piece, Vocabulary};
use super::writer::Writer;

/// Writes the blocks of each page, in order. `bodies` holds the running text of each page.
pub(super) fn write(mut pages: Vec<Vec<Block<'_>>>, bodies: &[Body]) -> Vec<Recognition> {
    blocks::join_pages(&mut pages);
    let mut vocabulary = vocabulary(&pages);
    let mut targets = Targets {
        equations: pages
            .iter()
            .flatten()
            .flat_map(Block::leaves)
            .flat_map(Block::equation_numbers)
            .collect(),
        entries: entries(&pages),
        is_raised: are_citations_raised(&pages),
        ..Targets::default()
    };
    let mut authors = Before::default();
    let mut written = Vec::with_capacity(pages.len());
    for (blocks, body) in pages.iter().zip(bodies) {
        let mut document = Document {
            writer: Writer::default(),
            body: *body,
            vocabulary,
            notes: notes(blocks),
            targets,
            authors,
            unnamed: 0,
        };
        for block in blocks {
            block.write(&mut document);
        }
        blocks::write_unmatched_notes(&mut document);
        written.push(document.writer.finish());
        (vocabulary, targets, authors) = (document.vocabulary, document.targets, document.authors);
    }
    written
}

/// Writes plain text, paragraph by paragraph.
pub(super) fn write_plain(paragraphs: &[Vec<String>]) -> Recognition {
    let mut paragraphs: Vec<Vec<Vec<Piece>>> = paragraphs
        .iter()
        .map(|lines| lines.iter().map(|line| blocks::plain_pieces(line)).collect())
        .collect();
    let mut vocabulary = Vocabulary::default();
    paragraphs.iter().flatten().for_each(|line| vocabulary.learn(line));
    let mut document = Document {
        writer: Writer::default(),
        body: Body::of(std::iter::empty()),
        vocabulary,
        notes: Vec::new(),
        targets: Targets::default(),
        authors: Before::default(),
        unnamed: 0,
    };
    let bibliography = blocks::split_plain_bibliography(&mut paragraphs);
    for lines in paragraphs {
        blocks::write_plain(lines, &mut document);
    }
    if let Some(entries) = bibliography {
        blocks::write_plain_bibliography(entries, &mut document);
    }
    document.writer.finish()
}

fn vocabulary(pages: &[Vec<Block<'_>>]) -> Vocabulary {
    let mut vocabulary = Vocabulary::default();
    for row in pages
        .iter()
        .flatten()
        .flat_map(Block::leaves)
        .filter_map(Block::text_rows)
        .flatten()
    {
        vocabulary.learn(&row.pieces());
    }
    for block in pages.iter().flatten() {
        if let Block::Heading(heading) = block
            && let Some(pieces) = heading.words_as_written()
        {
            vocabulary.learn_heading(&pieces);
        }
    }
    vocabulary
}

/// Returns the number of entries in the bibliography, or 0 if the entries have no numbers.
fn entries(pages: &[Vec<Block<'_>>]) -> u32 {
    let last = |block: &Block<'_>| match block {
        Block::Bibliography(list) => list.last_number(),
        _ => None,
    };
    pages.iter().flatten().filter_map(last).max().unwrap_or(0)
}

fn are_citations_raised(pages: &[Vec<Block<'_>>]) -> bool {
    let mut numbering = Numbering::default();
    let leaves = pages.iter().flatten().flat_map(Block::leaves);
    let rows = leaves.filter_map(Block::text_rows).flatten();
    rows.for_each(|row| numbering.learn(&row.pieces()));
    numbering.is_raised()
}

fn notes(blocks: &[Block<'_>]) -> Vec<ComposedNote> {
    let compose = |block: &Block<'_>| match block {
        Block::Note(note) => note.compose(),
        _ => None,
    };
    blocks.iter().flat_map(Block::leaves).filter_map(compose).collect()
}
