//! Lines to blocks, and blocks to LaTeX. `block` has the kinds of blocks as data. One module for each kind tells whether a
//! line begins or goes on with one, and writes it; `reader` asks these modules about each line. A new kind is a variant
//! of [`Block`], one branch in [`reader::Reader::add`] and one in [`Block::write`]; kinds that stand beside the lines of
//! text, as tables do, are taken out of a region before it is cut into lines.

mod algorithm;
mod base_style;
mod bibliography;
mod block;
mod caption;
mod code;
mod column;
mod display;
mod equation_number;
mod float;
mod front;
mod heading;
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

use column::Column;
use look::Looks;
use reader::Reader;
use row::Rows;

pub(super) use bibliography::{split_plain as split_plain_bibliography, write_plain as write_plain_bibliography};
pub(super) use block::Block;
pub(super) use note::{rule as note_rule, write_unmatched as write_unmatched_notes};
pub(super) use plain::{pieces as plain_pieces, write as write_plain};
pub(super) use row::rows;

/// A page before its blocks are told apart.
pub(super) struct Page<'a> {
    /// In reading order.
    pub(super) columns: Vec<Rows<'a>>,
    pub(super) tables: Vec<Table<'a>>,
    pub(super) body: Body,
}

/// The blocks of each page of a document.
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

/// The blocks of a page, given those of the page before; the first page may have a title.
fn page_blocks<'a>(mut page: Page<'a>, looks: &Looks, above: Option<&[Block<'a>]>) -> Vec<Block<'a>> {
    let mut blocks: Vec<Block<'a>> = Vec::new();
    let mut follows = above.is_some_and(ends_with_bibliography);
    for rows in page.columns {
        let read = Above {
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

/// What was read of a page before one of its columns.
struct Above<'a> {
    blocks: Vec<Block<'a>>,
    /// Whether the column before ended with the bibliography.
    follows: bool,
    /// Whether no title of the document can follow.
    is_titled: bool,
}

/// Adds the blocks of one column to those above it on the page. `tables` are those of the page; those of the column are
/// taken from it.
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
    } = above;
    let is_first = above.is_empty();
    let mut reader = Reader {
        body,
        tables,
        column: Column::of(&rows, body),
        looks,
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

/// Joins paragraphs and the bibliography where they were cut by the end of a column.
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

/// Gives words, entries and footnotes that were broken by the end of a page to the page where they begin.
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

/// Joins a footnote that goes on on the next page.
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

/// The first block that is no float.
fn first_text<'b, 'a>(blocks: &'b mut [Block<'a>]) -> Option<&'b mut Block<'a>> {
    blocks.iter_mut().find(|block| !matches!(block, Block::Float(_)))
}

/// The last block that is no footnote and no float: these stand at the ends of the page, whatever the text does.
fn last_text<'b, 'a>(blocks: &'b mut [Block<'a>]) -> Option<&'b mut Block<'a>> {
    let mut last = blocks
        .iter_mut()
        .rfind(|block| !matches!(block, Block::Note(_) | Block::Float(_)))?;
    while let Block::List(list) = last {
        last = list.last_mut()?;
    }
    Some(last)
}
