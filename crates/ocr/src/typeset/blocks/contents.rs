//! The table of contents: titles with page numbers at the right margin (`\@dottedtocline`), below a heading. LaTeX
//! makes it, so its rows are not written.

use super::block::{Block, Contents};
use super::column::Column;
use super::row::Row;
use super::view::View;
use crate::typeset::document::Document;

/// Names of the table of contents in classes, letters only.
const NAMES: [&str; 2] = ["contents", "tableofcontents"];
/// Largest distance of page numbers from the right margin, in em.
const AT_MARGIN: f32 = 0.3;
/// Least space before a page number without a line of dots, in em.
const LEAST_SPACE: f32 = 1.0;
/// Number of dots that make a line of dots.
const DOTS: usize = 3;

/// Whether the row is part of the table of contents: the row or the one right below it ends with a page number.
pub(super) fn goes_on(view: &View<'_, '_>) -> bool {
    let is_open = match view.blocks.last() {
        Some(Block::Contents(_)) => true,
        Some(block) => announces(block),
        None => view.in_contents,
    };
    let is_broken = || {
        let below = view.below().is_some_and(|below| is_entry(below, &view.column));
        below && view.gap_below() < 1.2 * view.column.leading
    };
    is_open && (is_entry(view.row, &view.column) || is_broken())
}

/// Adds a row of the table of contents. The first one takes the place of the heading.
pub(super) fn add(blocks: &mut Vec<Block<'_>>) {
    let heading = blocks.pop_if(|last| announces(last));
    if !matches!(blocks.last(), Some(Block::Contents(_))) {
        blocks.push(Block::Contents(Contents {
            is_first: heading.is_some(),
        }));
    }
}

fn announces(block: &Block<'_>) -> bool {
    let Block::Heading(heading) = block else { return false };
    matches!(heading.rows.as_slice(), [row] if is_name(row))
}

/// Whether the row is the name of the table of contents.
pub(super) fn is_name(row: &Row<'_>) -> bool {
    let name: String = row.segments.iter().map(|segment| segment.symbols()).collect();
    NAMES.contains(&name.to_lowercase().as_str())
}

fn is_entry(row: &Row<'_>, column: &Column) -> bool {
    let [.., before, last] = row.segments.as_slice() else {
        return false;
    };
    let em = row.line.size;
    let page = last.symbols();
    let is_page = (1..5).contains(&page.len())
        && (page.bytes().all(|b| b.is_ascii_digit()) || page.bytes().all(|b| b"ivxl".contains(&b)));
    let gap = last.bbox().x0 - before.bbox().x1;
    let dots = row.line.marks.iter().rev().skip(page.len());
    let is_dotted = || dots.take_while(|mark| mark.symbol == ".").count() >= DOTS;
    is_page && last.bbox().x1 > column.right - AT_MARGIN * em && (gap > LEAST_SPACE * em || is_dotted())
}

impl Contents {
    pub(super) fn write(&self, document: &mut Document) {
        if self.is_first {
            document.writer.next_block();
            document.writer.raw("\\tableofcontents");
            document.writer.next_block();
        }
    }
}
