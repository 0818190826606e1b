//! Footnotes: small text at the foot of a column, below a rule that begins at the margin (`\footnoterule`). A footnote
//! begins with a raised mark (`\@makefntext`). Footnotes are written where their mark stands in the text.

use texlens_vocabulary::{BBox, Style, TokenKind};

use super::block::{Block, Note};
use super::row::Row;
use crate::typeset::body::Body;
use crate::typeset::columns::Region;
use crate::typeset::document::{ComposedNote, Document};
use crate::typeset::mark::{Extent, bounds, quantile};
use crate::typeset::text::{self, Piece, Vocabulary};
use crate::typeset::words::{Cell, Segment};

/// Upper bound of the size of notes, relative to the text.
const SMALL: f32 = 0.93;
/// Least length of the rule over footnotes, in em.
const SHORTEST_RULE: f32 = 2.0;
/// Upper bound of its length, as a share of the width of the column.
const LONGEST_RULE: f32 = 0.62;
/// Upper bound of the distance of rules from the margin, and least distance from the text above and below, in em.
const NEAR: f32 = 0.5;
/// Least number of glyphs below the rule.
const LEAST_MARKS: usize = 6;
/// Maximum number of rules examined in one column.
const MAX_RULES: usize = 400;

/// Whether the row begins a footnote: it is smaller than the text and begins with a raised mark.
pub(super) fn begins(row: &Row<'_>, body: Body) -> bool {
    row.line.size < SMALL * body.size && row.segments.len() > 1 && has_mark(row)
}

fn has_mark(row: &Row<'_>) -> bool {
    row.segments.first().is_some_and(Segment::is_script)
}

/// Returns the y of the rule over the footnotes of a column, if the column has one. O(n r) for n marks and r rules; r
/// is bounded.
pub(crate) fn rule(region: &Region<'_>) -> Option<f32> {
    let marks = &region.marks;
    let column = bounds(marks.iter().map(|mark| &mark.bbox));
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let size_below = |y: f32| quantile(marks.iter().filter(|mark| mark.bbox.y0 > y).map(|mark| mark.size), 0.5);
    let is_over_notes = |rule: &&BBox| {
        let is_apart = marks
            .iter()
            .all(|mark| (mark.bbox.y1 - rule.y0).abs() > NEAR * em || mark.bbox.overlap_x(rule) <= 0.0);
        let below = size_below(rule.y1);
        (rule.x0 - column.x0).abs() < NEAR * em
            && rule.width() > SHORTEST_RULE * em
            && rule.width() < LONGEST_RULE * column.width()
            && is_apart
            && marks.iter().filter(|mark| mark.bbox.y0 > rule.y1).count() >= LEAST_MARKS
            && below < SMALL * em
    };
    let rules = region.rules.iter().take(MAX_RULES).filter(is_over_notes);
    rules.map(|rule| rule.y1).reduce(f32::max)
}

/// Adds a row below the rule over footnotes. The row begins a note or continues the last one.
pub(super) fn add<'a>(blocks: &mut Vec<Block<'a>>, mut row: Row<'a>) {
    part_mark(&mut row);
    match blocks.last_mut() {
        Some(Block::Note(note)) if !has_mark(&row) => note.rows.push(row),
        _ => blocks.push(Block::Note(Note::new(row))),
    }
}

/// Separates the mark from the word behind it. There is no space between them, so they were read as a formula that
/// begins with a script.
fn part_mark(row: &mut Row<'_>) {
    let Some(first) = row.segments.first_mut().filter(|first| first.is_math) else {
        return;
    };
    let end = first.cells.iter().take_while(|cell| cell.is_script).count();
    if end == 0 || end == first.cells.len() {
        return;
    }
    let cells = first.cells.split_off(end);
    let is_math = cells.iter().any(Cell::is_math);
    row.segments.insert(
        1,
        Segment {
            cells,
            is_math,
            spaced: false,
        },
    );
}

impl<'a> Note<'a> {
    pub(super) fn new(row: Row<'a>) -> Self {
        Self {
            rows: vec![row],
            rest: Vec::new(),
        }
    }

    /// Whether the note continues one from the column or page before: all other notes have marks.
    pub(super) fn continues(&self) -> bool {
        !self.rows.first().is_some_and(has_mark)
    }

    /// Takes the rows of `below`, which continues the note on the next page, without their glyphs.
    pub(super) fn take(&mut self, below: &mut Self) {
        let without_glyphs = |row: Row<'_>| row.pieces().into_iter().map(Piece::apart_from_glyphs).collect();
        self.rest.extend(below.rows.drain(..).map(without_glyphs));
    }

    /// Returns the note in LaTeX, or `None` if it has no text.
    pub(crate) fn compose(&self) -> Option<ComposedNote> {
        let mut lines: Vec<Vec<Piece>> = self.rows.iter().map(Row::pieces).collect();
        let first = lines.first_mut().filter(|line| !line.is_empty())?;
        let mark = (!self.continues()).then(|| first.remove(0).latex);
        lines.extend(self.rest.iter().cloned());
        Some(ComposedNote { mark, lines })
    }
}

/// Puts footnotes in the places of their marks.
pub(super) fn insert(pieces: Vec<Piece>, notes: &mut Vec<ComposedNote>, vocabulary: &Vocabulary) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let found = match piece.kind {
            TokenKind::InlineMath => notes.iter().position(|note| note.mark.as_ref() == Some(&piece.latex)),
            _ => None,
        };
        match found {
            Some(at) => {
                let mut note = text::join_lines(notes.remove(at).lines, vocabulary);
                if let Some(first) = note.first_mut() {
                    first.around.0 = "\\footnote{";
                    first.spaced = piece.spaced;
                }
                if let Some(last) = note.last_mut() {
                    last.around.1 = "}";
                }
                out.extend(note);
            }
            None => out.push(piece),
        }
    }
    out
}

/// Writes the footnotes whose mark was not found, at the end.
pub(crate) fn write_unmatched(document: &mut Document) {
    for note in std::mem::take(&mut document.notes) {
        let pieces = text::join_lines(note.lines, &document.vocabulary);
        document.writer.next_block();
        document.writer.raw("\\footnotetext{");
        document.writer.text(&pieces, Style::Roman);
        document.writer.raw("}");
    }
}
