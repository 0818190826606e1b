//! Paragraphs. An indented first line, vertical space, or a short last line separates them (The TeXbook, chapter 14).

use texlens_vocabulary::Style;

use super::base_style::base_style;
use super::block::{Block, Paragraph};
use super::run_in::RunIn;
use super::view::View;
use super::{caption, note};
use crate::typeset::document::Document;
use crate::typeset::mark::Extent;
use crate::typeset::references;
use crate::typeset::text::{self, Piece};
use crate::typeset::words::Segment;

/// Whether the row begins a paragraph.
pub(super) fn starts(view: &View<'_, '_>) -> bool {
    let (row, column, em) = (view.row, view.column, view.body.size);
    let Some(last) = view.above else {
        return true;
    };
    let line = &row.line;
    let box_gap = line.bbox.y0 - last.bbox.y1;
    if view.gap_above() > 1.35 * column.leading && box_gap > 0.55 * column.leading {
        return !matches!(view.blocks.last(), Some(Block::Display(_)));
    }
    if (line.size / last.size).ln().abs() > 0.13 || row.segments.first().is_some_and(Segment::is_script) {
        return true;
    }
    let block_left = view.blocks.last().and_then(|block| {
        let rest = block.text_rows()?.get(1..)?;
        rest.iter().map(|row| row.line.bbox.x0).reduce(f32::min)
    });
    let item_left = match view.blocks.last() {
        Some(Block::Paragraph(paragraph)) => paragraph.label.map(|label| label.text),
        _ => None,
    };
    let block_left = item_left.or(block_left);
    let left = block_left.unwrap_or(last.bbox.x0.min(column.left + 4.0 * em));
    let indented = line.bbox.x0 > left + 0.6 * em && line.bbox.x0 < left + 4.0 * em;
    let next_is_left = view.below().is_none_or(|next| {
        let next = next.line.bbox;
        next.x0 < line.bbox.x0 - 0.5 * em || next.y0 > line.bbox.y1 + 0.6 * column.leading
    });
    if indented && next_is_left {
        return true;
    }
    if line.bbox.x0 < left - 0.6 * em && block_left.is_some() {
        return true;
    }
    // In one paragraph, TeX would have set the first word of this line on the line before, which has room for the word.
    let word = row.segments.first().map_or(0.0, |first| first.bbox().width());
    // Quotations have as much white space on the right as on the left.
    let margin = line.bbox.x0.min(last.bbox.x0) - column.left;
    let is_set_in = item_left.is_none() && margin > em && (line.bbox.x0 - last.bbox.x0).abs() < 3.0 * em;
    let right = if is_set_in { column.right - margin } else { column.right };
    last.bbox.x1 + word + em < right
        && view.blocks.last().and_then(Block::text_rows).is_some()
        && last.bbox.x1 < right - 2.5 * em
}

/// Whether the row, which begins a paragraph or follows a display, continues a sentence from before.
pub(super) fn continues(view: &View<'_, '_>, starts: bool) -> bool {
    let after_display = matches!(view.blocks.last(), Some(Block::Display(_)));
    let at_margin = view.row.line.bbox.x0 < view.column.left + 0.4 * view.body.size;
    // Floats at the top of a column or page interrupt the text there (The TeXbook, chapter 15).
    let is_first = || view.blocks.iter().all(caption::is_float);
    // The text of an item stands to the right of the margin.
    let in_item = || {
        let item = view.open.map(|label| label.text - view.row.line.bbox.x0);
        item.is_some_and(|off| off.abs() < 0.4 * view.body.size)
    };
    !starts && after_display && RunIn::of(view.row, view.body.is_bold).is_none()
        || (at_margin || in_item()) && is_first()
}

/// Takes the second half of the last word above from the paragraph below, if the end of the page broke that word.
pub(super) fn join_broken_word(above: &mut Paragraph<'_>, below: &mut Paragraph<'_>) {
    let last = above.rows.last().and_then(|row| row.pieces().pop());
    if last.is_some_and(|last| last.is_broken())
        && let Some(first) = below.rows.first_mut()
    {
        above.broken = first.take_first_word();
    }
}

impl Paragraph<'_> {
    /// Whether the paragraph ends inside a sentence.
    pub(crate) fn is_unfinished(&self) -> bool {
        let last = self.rows.last().and_then(|row| row.pieces().pop());
        last.is_some_and(|piece| !piece.latex.ends_with(['.', '!', '?', ':']))
    }

    /// Returns the pieces of the paragraph. Words that were broken over lines are joined.
    pub(super) fn pieces(&self, document: &Document) -> Vec<Piece> {
        self.pieces_after(self.label.map_or(0, |label| label.segments), document)
    }

    /// Returns the pieces without the first `first` segments of the first row.
    fn pieces_after(&self, first: usize, document: &Document) -> Vec<Piece> {
        let lines = self.rows.iter().enumerate().map(|(i, row)| {
            let skip = if i == 0 { first } else { 0 };
            text::pieces(row.segments.get(skip..).unwrap_or_default(), &row.line)
        });
        let mut pieces = text::join_lines(lines, &document.vocabulary);
        if let Some(half) = &self.broken {
            text::complete(&mut pieces, half, &document.vocabulary);
        }
        pieces
    }

    /// Returns the left edge without the indentation of the first line; in a list item, that of the text beside the
    /// label.
    pub(super) fn left(&self) -> f32 {
        let rows = self.rows.iter().skip(usize::from(self.label.is_some()));
        let left = rows
            .map(|row| row.line.bbox.x0)
            .chain(self.label.map(|label| label.text));
        left.reduce(f32::min).unwrap_or(0.0)
    }

    /// Writes the paragraph as the first one of a block.
    pub(super) fn write_first(&self, document: &mut Document) {
        write_running(self.pieces(document), document);
    }

    /// Writes the paragraph.
    pub(crate) fn write(&self, document: &mut Document) {
        let pieces = self.pieces(document);
        if self.continues {
            document.writer.next_line();
            return write_running(pieces, document);
        }
        document.writer.next_block();
        let first = self.rows.first();
        match first.and_then(|row| Some((row, RunIn::of(row, document.body.is_bold)?))) {
            Some((row, heading)) => {
                heading.write(row, document);
                write_running(self.pieces_after(heading.segments, document), document);
            }
            None => write_running(pieces, document),
        }
    }
}

/// Writes running text with its footnotes and references.
pub(super) fn write_running(pieces: Vec<Piece>, document: &mut Document) {
    let base = base_style(&pieces);
    write_in(pieces, base, document);
}

/// Writes running text with its footnotes and references, in a base style that needs no command.
pub(super) fn write_in(pieces: Vec<Piece>, base: Style, document: &mut Document) {
    let pieces = note::insert(pieces, &mut document.notes, &document.vocabulary);
    let pieces = references::link_among(pieces, &mut document.targets);
    document.writer.text(&pieces, base);
}
