//! A displayed formula with the words that announce it.

use texlens_stats::Choices;

use super::sentences::plain;
use crate::material::Material;
use crate::segment::{Piece, SegmentKind};

pub(super) fn draw(choices: &mut Choices, material: &mut Material<'_>) -> Option<Vec<Piece>> {
    let mut pieces = vec![
        Piece::text(material.language.announcement(choices)),
        Piece::markup("\n"),
    ];
    pieces.push(formula(choices, material)?);
    if choices.chance(1, 3) {
        pieces.push(Piece::markup("\n"));
        pieces.push(Piece::text(plain(choices, material, 1)));
    }
    Some(pieces)
}

/// Draws a formula of one line, numbered or not.
pub(super) fn formula(choices: &mut Choices, material: &mut Material<'_>) -> Option<Piece> {
    let delimiters = match choices.below(4) {
        0 => ["\\begin{equation}\n", "\n\\end{equation}"],
        1 => ["\\begin{equation*}\n", "\n\\end{equation*}"],
        _ => ["\\[\n", "\n\\]"],
    };
    let (index, latex) = material.display(choices)?;
    let content = latex.to_owned();
    Some(Piece::formula(
        SegmentKind::DisplayFormula,
        delimiters,
        content,
        vec![index],
    ))
}
