//! Turns lines into blocks, and blocks into LaTeX. `block` defines the kinds of blocks as data. One module for each
//! kind decides whether a line begins or continues a block of that kind, and writes the block; `reader` asks these
//! modules about each line.
//!
//! A new kind is a variant of [`Block`], one branch in [`reader::Reader::add`] and one in [`Block::write`]. Kinds that
//! stand beside the lines of text, such as tables, are removed from a region before it is cut into lines.

mod algorithm;
mod alone;
mod base_style;
mod bibliography;
mod block;
mod caption;
mod code;
mod column;
mod contents;
mod display;
mod equation_number;
mod float;
mod front;
mod heading;
mod label;
mod list;
mod look;
mod note;
mod number;
mod paragraph;
mod plain;
mod quote;
mod reader;
mod row;
mod run_in;
mod theorem;
mod view;
mod write;

use super::body::Body;
use super::table::Table;

use block::ItemLabel;
use column::Column;
use look::Looks;
use reader::Reader;

pub(super) use alone::{body_of_formula, is_formula, may_be_formula};
pub(super) use bibliography::{split_plain as split_plain_bibliography, write_plain as write_plain_bibliography};
pub(super) use block::Block;
pub(super) use note::{rule as note_rule, write_unmatched as write_unmatched_notes};
pub(super) use plain::{pieces as plain_pieces, write as write_plain};
pub(super) use row::{Rows, rows};

/// A page whose blocks have not yet been identified.
pub(super) struct Page<'a> {
    /// The rows of each column, in reading order.
    pub(super) columns: Vec<Rows<'a>>,
    pub(super) tables: Vec<Table<'a>>,
    pub(super) body: Body,
    /// Whether the rows are one formula that stands alone.
    pub(super) is_formula: bool,
}

/// Returns the blocks of each page of a document.
pub(super) fn blocks(pages: Vec<Page<'_>>) -> Vec<Vec<Block<'_>>> {
    let columns = pages.iter().flat_map(|page| {
        let of_column = |rows: &Rows<'_>| Column::of(rows, page.body);
        page.columns
            .iter()
            .map(move |rows| (rows.as_slice(), of_column(rows), page.body))
    });
    let looks = Looks::of(columns);
    let mut all: Vec<Vec<Block<'_>>> = Vec::with_capacity(pages.len());
    for page in pages {
        let above = all.last().map(Vec::as_slice);
        all.push(page_blocks(page, &looks, above));
    }
    all
}

/// Returns the blocks of a page. `above` holds those of the page before; the first page may have a title.
fn page_blocks<'a>(mut page: Page<'a>, looks: &Looks, above: Option<&[Block<'a>]>) -> Vec<Block<'a>> {
    if page.is_formula {
        return page
            .columns
            .into_iter()
            .flat_map(|rows| alone::formula(rows, page.body))
            .collect();
    }
    let mut blocks: Vec<Block<'a>> = Vec::new();
    let mut follows = above.is_some_and(ends_with_bibliography);
    for rows in page.columns {
        let has_text = blocks.iter().any(|block| block.text_rows().is_some());
        let read = Above {
            in_contents: matches!(blocks.last().or(above.and_then(<[_]>::last)), Some(Block::Contents(_))),
            open: list::open(if has_text { &blocks } else { above.unwrap_or_default() }),
            is_titled: above.is_some() || !blocks.is_empty(),
            follows,
            blocks,
        };
        blocks = add_column(read, rows, &mut page.tables, page.body, looks);
        follows = ends_with_bibliography(&blocks);
    }
    let blocks = heading::drop_names(join_columns(blocks));
    let blocks = theorem::gather(list::gather(blocks, page.body.size));
    quote::gather(if above.is_none() {
        front::gather(blocks, page.body.size)
    } else {
        blocks
    })
}

fn ends_with_bibliography(blocks: &[Block<'_>]) -> bool {
    matches!(blocks.last(), Some(Block::Bibliography(_)))
}

/// The part of a page that was read before one of its columns.
struct Above<'a> {
    blocks: Vec<Block<'a>>,
    /// Whether the column before ended with the bibliography.
    follows: bool,
    /// Whether the title of the document can no longer follow.
    is_titled: bool,
    /// The label of the item in which the column before ended, relative to that column.
    open: Option<ItemLabel>,
    /// Whether the column before ended in the table of contents.
    in_contents: bool,
}

/// Adds the blocks of one column to those above it on the page. `tables` holds the tables of the page; those of the
/// column are removed from it.
fn add_column<'a>(
    above: Above<'a>,
    rows: Rows<'a>,
    tables: &mut Vec<Table<'a>>,
    body: Body,
    looks: &Looks,
) -> Vec<Block<'a>> {
    let Above {
        blocks: mut above,
        follows,
        is_titled,
        open,
        in_contents,
    } = above;
    let column = Column::of(&rows, body);
    let is_first = above.is_empty();
    let mut reader = Reader {
        body,
        tables,
        column,
        looks,
        in_contents,
        open: open.map(|label| ItemLabel {
            text: label.text + column.left,
            ..label
        }),
        blocks: Vec::new(),
        untitled: !is_titled,
        above: None,
    };
    let (before, bibliography, after) = bibliography::split(rows, &reader.column, body, follows, is_first);
    reader.read(before);
    reader.blocks.extend(bibliography.map(Block::Bibliography));
    reader.read(after);
    let mut blocks = float::gather(reader.blocks);
    for block in &mut blocks {
        if let Block::Paragraph(paragraph) = block {
            paragraph.is_set_in = quote::is_set_in(paragraph, &reader.column, body.size);
        }
    }
    above.extend(blocks);
    above
}

/// Joins paragraphs, footnotes and the bibliography where the end of a column cut them.
fn join_columns(blocks: Vec<Block<'_>>) -> Vec<Block<'_>> {
    let mut joined: Vec<Block<'_>> = Vec::with_capacity(blocks.len());
    for block in bibliography::join_columns(blocks) {
        match (last_text(&mut joined), block) {
            (_, Block::Note(below)) if below.continues() => {
                let above = joined.iter_mut().rev().find_map(|block| match block {
                    Block::Note(note) => Some(note),
                    _ => None,
                });
                match above {
                    Some(above) => above.rows.extend(below.rows),
                    None => joined.push(Block::Note(below)),
                }
            }
            (Some(Block::Paragraph(above)), Block::Paragraph(below))
                if below.continues && below.label.is_none() && above.is_unfinished() =>
            {
                above.rows.extend(below.rows);
            }
            (_, block) => joined.push(block),
        }
    }
    joined
}

/// Moves the rest of words, entries and footnotes that the end of a page broke to the page where they begin.
pub(super) fn join_pages(pages: &mut [Vec<Block<'_>>]) {
    for i in 1..pages.len() {
        let (above, below) = pages.split_at_mut(i);
        if let (Some(above), Some(below)) = (above.last_mut(), below.first_mut()) {
            join_notes(above, below);
        }
        let last = above.last_mut().and_then(|blocks| last_text(blocks));
        let first = below.first_mut().and_then(|blocks| first_text(blocks));
        match (last, first) {
            (Some(Block::Paragraph(last)), Some(Block::Paragraph(first))) => paragraph::join_broken_word(last, first),
            (Some(Block::Bibliography(last)), Some(Block::Bibliography(first))) => last.join_pages(first),
            _ => {}
        }
    }
}

/// Joins a footnote that continues on the next page.
fn join_notes<'a>(above: &mut [Block<'a>], below: &mut Vec<Block<'a>>) {
    let is_note = |block: &Block<'a>| matches!(block, Block::Note(_));
    let Some(at) = below.iter().position(is_note) else {
        return;
    };
    if let (Some(Block::Note(last)), Some(Block::Note(first))) =
        (above.iter_mut().rfind(|block| is_note(block)), below.get_mut(at))
        && first.continues()
    {
        last.take(first);
        below.remove(at);
    }
}

/// Returns the first block that is not a float.
fn first_text<'b, 'a>(blocks: &'b mut [Block<'a>]) -> Option<&'b mut Block<'a>> {
    blocks.iter_mut().find(|block| !matches!(block, Block::Float(_)))
}

/// Returns the last block that is not a footnote or a float: these stand at the ends of the page, wherever the text
/// ends.
fn last_text<'b, 'a>(blocks: &'b mut [Block<'a>]) -> Option<&'b mut Block<'a>> {
    let mut last = blocks
        .iter_mut()
        .rfind(|block| !matches!(block, Block::Note(_) | Block::Float(_)))?;
    while let Block::List(list) = last {
        last = list.last_mut()?;
    }
    Some(last)
}
