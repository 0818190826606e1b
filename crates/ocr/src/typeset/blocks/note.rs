//! Footnotes: smaller text at the foot of a column that begins with a raised mark (`\@makefntext`), below a rule that
//! begins at the margin (`\footnoterule`). They are written where their mark stands in the text.

use texlens_vocabulary::{BBox, Style, TokenKind};

use super::block::{Block, Note};
use super::row::Row;
use crate::typeset::body::Body;
use crate::typeset::columns::Region;
use crate::typeset::document::{ComposedNote, Document};
use crate::typeset::mark::{Extent, bounds, quantile};
use crate::typeset::text::{self, Piece, Vocabulary};
use crate::typeset::words::{Cell, Segment};

/// Size of notes beside that of the text.
const SMALL: f32 = 0.93;
/// Shortest rule over footnotes, in em.
const SHORTEST_RULE: f32 = 2.0;
/// Longest one, as a share of the column.
const LONGEST_RULE: f32 = 0.62;
/// How far rules may be from the margin, in em, and at least are from text over them.
const NEAR: f32 = 0.5;
/// Glyphs of the shortest note.
const LEAST_MARKS: usize = 6;
/// Rules looked at in one column.
const MAX_RULES: usize = 400;

/// Whether the row begins a footnote: it is smaller than the text and begins with a raised mark.
pub(super) fn begins(row: &Row<'_>, body: Body) -> bool {
    row.line.size < SMALL * body.size && row.segments.len() > 1 && has_mark(row)
}

fn has_mark(row: &Row<'_>) -> bool {
    row.segments.first().is_some_and(Segment::is_script)
}

/// Where the rule over the footnotes of a column is, if it has one. O(n r) for n marks and r rules, r bounded.
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

/// Adds a row below the rule over footnotes: it begins one or goes on with the last.
pub(super) fn add<'a>(blocks: &mut Vec<Block<'a>>, mut row: Row<'a>) {
    part_mark(&mut row);
    match blocks.last_mut() {
        Some(Block::Note(note)) if !has_mark(&row) => note.rows.push(row),
        _ => blocks.push(Block::Note(Note::new(row))),
    }
}

/// Parts the mark from the word behind it: no space is between them, as if a formula began with a script.
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

    /// Whether it goes on from a column or a page before: others have marks.
    pub(super) fn continues(&self) -> bool {
        !self.rows.first().is_some_and(has_mark)
    }

    /// Takes what another has, which goes on with it on the next page.
    pub(super) fn take(&mut self, below: &mut Self) {
        let without_glyphs = |row: Row<'_>| row.pieces().into_iter().map(Piece::apart_from_glyphs).collect();
        self.rest.extend(below.rows.drain(..).map(without_glyphs));
    }

    /// `None` without text.
    pub(crate) fn compose(&self) -> Option<ComposedNote> {
        let mut lines: Vec<Vec<Piece>> = self.rows.iter().map(Row::pieces).collect();
        let first = lines.first_mut().filter(|line| !line.is_empty())?;
        let mark = (!self.continues()).then(|| first.remove(0).latex);
        lines.extend(self.rest.iter().cloned());
        Some(ComposedNote { mark, lines })
    }
}

/// Puts footnotes in the place of their marks.
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

/// Footnotes whose mark was not found stand at the end.
pub(crate) fn write_unmatched(document: &mut Document) {
    for note in std::mem::take(&mut document.notes) {
        let pieces = text::join_lines(note.lines, &document.vocabulary);
        document.writer.next_block();
        document.writer.raw("\\footnotetext{");
        document.writer.text(&pieces, Style::Roman);
        document.writer.raw("}");
    }
}
