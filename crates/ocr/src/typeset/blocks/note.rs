//! Footnotes: smaller text at the foot of a column that begins with a raised mark (`\@makefntext`). They are written
//! where their mark stands in the text.

use crate::page::{Kind, Style};

use super::Row;
use super::column::Body;
use crate::typeset::document::Document;
use crate::typeset::latex::Latex;
use crate::typeset::text::{self, Piece, Vocabulary};
use crate::typeset::words::Segment;

/// A footnote.
#[derive(Debug)]
pub(crate) struct Note<'a> {
    pub(super) rows: Vec<Row<'a>>,
}

/// Whether the row begins a footnote: it is smaller than the text and begins with a raised mark.
pub(super) fn begins(row: &Row<'_>, body: Body) -> bool {
    row.line.size < 0.93 * body.size && row.segments.len() > 1 && row.segments.first().is_some_and(Segment::is_script)
}

/// A footnote in LaTeX, and the mark that stands for it in the text.
#[derive(Debug)]
pub(crate) struct Composed {
    mark: Latex,
    lines: Vec<Vec<Piece>>,
}

impl Note<'_> {
    /// `None` without text.
    pub(crate) fn compose(&self) -> Option<Composed> {
        let mut lines: Vec<Vec<Piece>> = self.rows.iter().map(Row::pieces).collect();
        let first = lines.first_mut().filter(|line| !line.is_empty())?;
        let mark = first.remove(0).latex;
        Some(Composed { mark, lines })
    }
}

/// Puts footnotes in the place of their marks.
pub(super) fn insert(pieces: Vec<Piece>, notes: &mut Vec<Composed>, vocabulary: &Vocabulary) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let found = match piece.kind {
            Kind::InlineMath => notes.iter().position(|note| note.mark == piece.latex),
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
