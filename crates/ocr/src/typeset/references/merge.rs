//! Merges several pieces of text.

use crate::typeset::text::Piece;

/// Merges several pieces into one that has the given LaTeX and stands for all of them.
pub(super) fn merged(parts: Vec<Piece>, latex: String) -> Option<Piece> {
    let confidence = parts.iter().map(|part| part.confidence).fold(1.0, f32::min);
    let mut parts = parts.into_iter();
    let mut piece = parts.next()?;
    piece.confidence = confidence;
    for part in parts {
        // A note may begin or end among the pieces.
        if piece.around.0.is_empty() {
            piece.around.0 = part.around.0;
        }
        if !part.around.1.is_empty() {
            piece.around.1 = part.around.1;
        }
        piece.latex += part.latex;
    }
    let mut all = std::mem::take(&mut piece.latex);
    all.rewrite(latex);
    piece.latex = all;
    Some(piece)
}

/// Returns the text of several pieces, with the spaces between them.
pub(super) fn text(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for (i, piece) in pieces.iter().enumerate() {
        if piece.spaced && i > 0 {
            text.push(' ');
        }
        text.push_str(piece.latex.as_str());
    }
    text
}
