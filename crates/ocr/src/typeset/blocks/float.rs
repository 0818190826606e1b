//! Tables with their captions: LaTeX keeps the two together in a float.

use super::caption::{self, caption};
use super::paragraph::Paragraph;
use super::{Block, Row};
use crate::typeset::columns::Region;
use crate::typeset::document::Document;
use crate::typeset::lines::{self, Line};
use crate::typeset::mark::Mark;
use crate::typeset::table::{self, Table};

/// Tables side by side, and the caption above or below them.
#[derive(Debug)]
pub(crate) struct Float<'a> {
    tables: Vec<Table<'a>>,
    caption: Option<Paragraph<'a>>,
    is_above: bool,
}

/// The tables in a row, taken from those of the page, with the lines of what stands beside them.
pub(super) fn tables<'a>(row: &Row<'a>, tables: &mut Vec<Table<'a>>) -> Option<(Block<'a>, Vec<Line<'a>>)> {
    let (marks, beside): (Vec<Mark<'a>>, Vec<Mark<'a>>) = row.line.marks.iter().partition(|mark| table::is_table(mark));
    let in_row = |table: &Table<'a>| marks.iter().any(|mark| mark.bbox == table.bbox);
    let (mut found, rest): (Vec<Table<'a>>, Vec<Table<'a>>) = std::mem::take(tables).into_iter().partition(in_row);
    *tables = rest;
    if found.is_empty() {
        return None;
    }
    found.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let float = Float {
        tables: found,
        caption: None,
        is_above: false,
    };
    let rules = row.line.rules.clone();
    Some((Block::Float(float), lines::lines(Region { marks: beside, rules })))
}

/// Puts tables and the captions next to them together, from top to bottom: a caption above a table that no other table
/// has taken, else one below.
pub(super) fn gather(blocks: Vec<Block<'_>>) -> Vec<Block<'_>> {
    let mut out: Vec<Block<'_>> = Vec::with_capacity(blocks.len());
    for block in blocks {
        match (out.pop(), block) {
            (Some(Block::Paragraph(above)), Block::Float(mut float))
                if float.caption.is_none() && is_caption(&above) =>
            {
                float.caption = Some(above);
                float.is_above = true;
                out.push(Block::Float(float));
            }
            (Some(Block::Float(mut float)), Block::Paragraph(below))
                if float.caption.is_none() && is_caption(&below) =>
            {
                float.caption = Some(below);
                out.push(Block::Float(float));
            }
            (above, block) => {
                out.extend(above);
                out.push(block);
            }
        }
    }
    out
}

/// Whether the paragraph is the caption of a table.
fn is_caption(paragraph: &Paragraph<'_>) -> bool {
    let pieces: Vec<_> = paragraph.rows.iter().take(2).flat_map(Row::pieces).collect();
    paragraph.label.is_none() && caption(&pieces).is_some_and(|caption| caption.is_table)
}

impl Float<'_> {
    pub(super) fn write(&self, document: &mut Document) {
        let pieces = self.caption.as_ref().map(|caption| caption.pieces(document));
        match pieces.and_then(|pieces| caption(&pieces).map(|caption| (caption, pieces))) {
            Some((caption, pieces)) => caption.write(pieces, &self.tables, self.is_above, document),
            None => {
                document.writer.next_block();
                caption::write_tables(&self.tables, document);
                document.writer.next_block();
            }
        }
    }
}
