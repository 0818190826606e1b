//! Captions (`\@makecaption`), and the floats of captions whose content is unknown.

use texlens_vocabulary::{BBox, Style, TokenKind};

use super::base_style::base_style;
use super::block::{Block, Paragraph};
use super::note;
use super::row::Row;
use super::view::View;
use crate::typeset::document::Document;
use crate::typeset::references::{self, split_number};
use crate::typeset::text::{self, Piece};

/// Largest distance between baselines of a caption, in em of its text.
const CLOSE: f32 = 1.6;

/// The head of a caption: the kind of its float, and the number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Caption {
    pub(super) is_table: bool,
    number: String,
    /// The number of pieces that the name and the number take.
    pieces: usize,
}

/// Returns the head of a caption, if the pieces begin one. A caption begins with a name and a number that a full stop,
/// a colon, a bar or another style sets off.
pub(super) fn caption(pieces: &[Piece]) -> Option<Caption> {
    let [first, second, rest @ ..] = pieces else {
        return None;
    };
    let is_table = match first.latex.to_lowercase().as_str() {
        "figure" | "fig." | "fig" => false,
        "table" | "tab." => true,
        _ => return None,
    };
    let (number, after) = split_number(&second.latex).or_else(|| split_roman(&second.latex))?;
    let body = rest.iter().find(|piece| piece.kind == TokenKind::Text);
    let styled = first.style.is_some_and(|style| style != Style::Roman)
        && first.style == second.style
        && body.is_some_and(|body| body.style != first.style);
    let bar = rest
        .first()
        .is_some_and(|piece| matches!(piece.latex.as_str(), "\\textbar{}" | "$|$" | "---" | "--"));
    let lone_stop = rest
        .first()
        .is_some_and(|piece| !piece.spaced && matches!(piece.latex.as_str(), "." | ":"));
    // IEEEtran sets the name in capitals on a line of its own.
    let in_capitals = is_name_in_capitals(first);
    let is_caption =
        matches!(after, ":" | "." | ".:") || after.is_empty() && (styled || bar || lone_stop || in_capitals);
    (is_caption && (in_capitals || !rest.is_empty())).then(|| Caption {
        is_table,
        number: number.to_owned(),
        pieces: 2 + usize::from(bar || lone_stop),
    })
}

fn is_name_in_capitals(piece: &Piece) -> bool {
    matches!(piece.latex.as_str(), "TABLE" | "FIGURE")
}

/// Whether the row is the name and number of a float on a line of their own. The caption follows below it.
pub(super) fn is_lone_name(row: &Row<'_>) -> bool {
    let pieces = row.pieces();
    pieces.len() == 2 && caption(&pieces).is_some()
}

/// Whether the row continues a caption whose name stands on a line of its own above it: a line close to that above.
pub(super) fn names_float(view: &View<'_, '_>) -> bool {
    let Some(Block::Paragraph(above)) = view.blocks.last() else {
        return false;
    };
    let is_close = view.gap_above() < CLOSE * view.row.line.size;
    above.rows.first().is_some_and(is_lone_name) && is_close
}

/// Returns the head of the caption, if the paragraph is a caption.
pub(super) fn read_caption(paragraph: &Paragraph<'_>) -> Option<Caption> {
    let pieces: Vec<Piece> = paragraph.rows.iter().take(2).flat_map(Row::pieces).collect();
    caption(&pieces).filter(|_| paragraph.label.is_none())
}

/// Whether the block is a float, or will become one.
pub(super) fn is_float(block: &Block<'_>) -> bool {
    match block {
        Block::Float(_) => true,
        Block::Paragraph(paragraph) => read_caption(paragraph).is_some(),
        _ => false,
    }
}

/// Writes the text of a caption and its label. The first `head` pieces are the name and the number behind the label.
pub(super) fn write_with_label(mut pieces: Vec<Piece>, head: usize, label: &str, document: &mut Document) {
    let body = pieces.split_off(head.min(pieces.len()));
    let base = base_style(&body);
    document.writer.raw("\\caption{");
    document.writer.text(&references::link(body), base);
    document.writer.raw("}\n");
    document.writer.label(label, text::sources(&pieces));
    document.writer.raw("\n");
}

/// Splits a word after a number in capital Roman digits.
fn split_roman(word: &str) -> Option<(&str, &str)> {
    let end = word.bytes().take_while(|b| b"IVXL".contains(b)).count();
    (1..8).contains(&end).then(|| word.split_at(end))
}

impl Caption {
    /// Returns the label of the float, or of the part of it with a letter.
    pub(super) fn label(&self, part: &str) -> String {
        let kind = if self.is_table { "tab:table" } else { "fig:figure" };
        format!("{kind}_{}{part}", self.number)
    }

    /// Writes the picture of the float, or of the part of it with a letter, with its box, if that is known.
    pub(super) fn write_picture(&self, part: &str, bbox: Option<BBox>, document: &mut Document) {
        document.writer.picture(&format!("figure_{}{part}", self.number), bbox);
    }

    /// Writes the caption itself.
    pub(super) fn write_text(&self, paragraph: Vec<Piece>, document: &mut Document) {
        let paragraph = note::insert(paragraph, &mut document.notes, &document.vocabulary);
        write_with_label(paragraph, self.pieces, &self.label(""), document);
    }

    /// Writes the float of a caption whose content is unknown.
    pub(super) fn write(&self, paragraph: Vec<Piece>, document: &mut Document) {
        let name = if self.is_table { "table" } else { "figure" };
        document.writer.next_block();
        document.writer.raw(&format!("\\begin{{{name}}}\n\\centering\n"));
        if !self.is_table {
            self.write_picture("", None, document);
        }
        self.write_text(paragraph, document);
        document.writer.raw(&format!("\\end{{{name}}}"));
        document.writer.next_block();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Piece> {
        text.split(' ').map(Piece::without_glyphs).collect()
    }

    #[test]
    fn captions_begin_with_a_name_and_a_number_set_off() {
        let number = |text: &str| caption(&words(text)).map(|caption| caption.number);
        assert_eq!(number("Figure 3: The plot"), Some("3".to_owned()));
        assert_eq!(number("Table 2.1. Values"), Some("2.1".to_owned()));
        assert_eq!(number("TABLE IV: Values"), Some("IV".to_owned()));
        // The KOMA classes set a full stop behind numbers if a chapter or an appendix has a letter.
        assert_eq!(number("Table 2.1.: Values"), Some("2.1".to_owned()));
        assert_eq!(number("Figure 3 shows it"), None);
        assert_eq!(number("Figure 3:"), None);
    }
}
