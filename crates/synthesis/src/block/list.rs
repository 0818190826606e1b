//! A list with points or numbers.

use texlens_stats::Choices;

use super::sentences::{plain, with_formulas};
use crate::material::Material;
use crate::segment::Piece;

pub(super) fn draw(choices: &mut Choices, material: &mut Material<'_>) -> Vec<Piece> {
    let environment = choices.pick(["itemize", "enumerate"]);
    let mut pieces = vec![Piece::markup(format!("\\begin{{{environment}}}\n"))];
    for _ in 0..choices.between(2, 4) {
        pieces.push(Piece::markup("\\item "));
        let item = match choices.chance(1, 2) {
            true => with_formulas(choices, material),
            false => None,
        };
        match item {
            Some(item) => pieces.extend(item),
            None => pieces.push(Piece::text(plain(choices, material, 1))),
        }
        pieces.push(Piece::markup("\n"));
    }
    pieces.push(Piece::markup(format!("\\end{{{environment}}}")));
    pieces
}
