//! Text with formulas in its lines.

use texlens_stats::Choices;

use super::sentences::{plain, with_formulas};
use crate::material::Material;
use crate::segment::Piece;

pub(super) fn draw(choices: &mut Choices, material: &mut Material<'_>) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    for index in 0..choices.between(1, 3) {
        if index > 0 {
            pieces.push(Piece::markup(" "));
        }
        if choices.chance(1, 3) {
            pieces.push(Piece::text(plain(choices, material, 1)));
            pieces.push(Piece::markup(" "));
        }
        pieces.extend(with_formulas(choices, material)?);
    }
    Some(pieces)
}
