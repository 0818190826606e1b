//! A theorem, lemma, definition or remark.

use texlens_stats::Choices;

use super::display;
use super::sentences::{plain, with_formulas};
use crate::layout::ENVIRONMENTS;
use crate::material::Material;
use crate::segment::Piece;

pub(super) fn draw(choices: &mut Choices, material: &mut Material<'_>) -> Option<Vec<Piece>> {
    let environment = choices.pick(ENVIRONMENTS);
    let mut pieces = vec![Piece::markup(format!("\\begin{{{environment}}}\n"))];
    pieces.extend(with_formulas(choices, material)?);
    if choices.chance(1, 2) {
        pieces.push(Piece::markup(" "));
        pieces.push(Piece::text(material.language.announcement(choices)));
        pieces.push(Piece::markup("\n"));
        pieces.push(display::formula(choices, material)?);
    } else {
        pieces.push(Piece::markup(" "));
        pieces.push(Piece::text(plain(choices, material, 1)));
    }
    pieces.push(Piece::markup(format!("\n\\end{{{environment}}}")));
    Some(pieces)
}
