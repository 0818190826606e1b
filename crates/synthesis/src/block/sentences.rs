//! Sentences, with and without formulas, as pieces.

use texlens_stats::Choices;

use crate::material::Material;
use crate::segment::{Piece, SegmentKind};

/// Makes sentences without formulas in a row.
pub(super) fn plain(choices: &mut Choices, material: &Material<'_>, count: usize) -> String {
    let sentences: Vec<String> = (0..count).map(|_| material.language.sentence(choices)).collect();
    sentences.join(" ")
}

/// Makes a sentence around formulas; `None` if there are none left.
pub(super) fn with_formulas(choices: &mut Choices, material: &mut Material<'_>) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    for (index, text) in material.language.sentence_with_formulas(choices).iter().enumerate() {
        if index > 0 {
            pieces.push(formula(choices, material)?);
        }
        add_text(&mut pieces, text);
    }
    Some(pieces)
}

/// Draws a formula for a line of text.
pub(super) fn formula(choices: &mut Choices, material: &mut Material<'_>) -> Option<Piece> {
    let (index, latex) = material.inline(choices)?;
    Some(Piece::formula(
        SegmentKind::InlineFormula,
        ["$", "$"],
        latex.to_owned(),
        vec![index],
    ))
}

/// Adds text whose spaces at both ends are no part of the segment.
pub(super) fn add_text(pieces: &mut Vec<Piece>, text: &str) {
    let words = text.trim();
    if text.starts_with(' ') {
        pieces.push(Piece::markup(" "));
    }
    if !words.is_empty() {
        pieces.push(Piece::text(words));
        if text.ends_with(' ') {
            pieces.push(Piece::markup(" "));
        }
    }
}
