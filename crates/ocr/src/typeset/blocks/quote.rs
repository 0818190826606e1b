//! Quotations (`quote`, `quotation` and `verse` of LaTeX): lists without labels, with equal white space on the right
//! and on the left.

use super::block::{Block, Paragraph, Quote};
use super::column::Column;
use super::row::Row;
use crate::typeset::document::Document;

/// Least width of the margins inside those of the column, in em.
const LEAST_MARGIN: f32 = 1.0;
/// Upper bound of the differences between the margins, and between the right ends of lines, in em.
const SLACK: f32 = 0.7;

/// Whether both edges of a paragraph are equally far inside those of the column. `em` is the size of the text.
pub(super) fn is_set_in(paragraph: &Paragraph<'_>, column: &Column, em: f32) -> bool {
    let rows = || paragraph.rows.iter().map(|row| row.line.bbox);
    let left = rows().map(|line| line.x0).fold(f32::INFINITY, f32::min);
    let right = rows().map(|line| line.x1).fold(f32::NEG_INFINITY, f32::max);
    let full = paragraph.rows.len().saturating_sub(1);
    let margins = (left - column.left, column.right - right);
    let is_justified = rows().take(full).all(|line| right - line.x1 < SLACK * em);
    paragraph.label.is_none()
        && !paragraph.continues
        && full > 0
        && is_justified
        && margins.0 > LEAST_MARGIN * em
        && (margins.0 - margins.1).abs() < SLACK * em
}

/// Gathers paragraphs that are set in on both sides into quotations.
pub(super) fn gather(blocks: Vec<Block<'_>>) -> Vec<Block<'_>> {
    let mut gathered: Vec<Block<'_>> = Vec::with_capacity(blocks.len());
    for block in blocks {
        let is_quoted = matches!(&block, Block::Paragraph(paragraph) if paragraph.is_set_in);
        match gathered.last_mut() {
            Some(Block::Quote(quote)) if is_quoted => quote.blocks.push(block),
            _ if is_quoted => gathered.push(Block::Quote(Quote { blocks: vec![block] })),
            _ => gathered.push(block),
        }
    }
    gathered
}

impl Quote<'_> {
    pub(super) fn write(&self, document: &mut Document) {
        let name = if self.is_indented() { "quotation" } else { "quote" };
        document.writer.next_block();
        document.writer.raw(&format!("\\begin{{{name}}}\n"));
        for (i, block) in self.blocks.iter().enumerate() {
            match block {
                Block::Paragraph(first) if i == 0 => first.write_first(document),
                block => block.write(document),
            }
        }
        document.writer.next_line();
        document.writer.raw(&format!("\\end{{{name}}}"));
        document.writer.next_block();
    }

    /// Whether the first line is indented, as paragraphs of `quotation` are.
    fn is_indented(&self) -> bool {
        let rows: &[Row<'_>] = self.blocks.first().and_then(Block::text_rows).unwrap_or_default();
        match rows {
            [first, second, ..] => first.line.bbox.x0 > second.line.bbox.x0 + 0.5 * first.line.size,
            _ => false,
        }
    }
}
