//! Text without formulas.

use texlens_stats::Choices;

use super::sentences::plain;
use crate::material::Material;
use crate::segment::Piece;

pub(super) fn draw(choices: &mut Choices, material: &Material<'_>) -> Vec<Piece> {
    let count = choices.between(2, 4);
    vec![Piece::text(plain(choices, material, count))]
}
