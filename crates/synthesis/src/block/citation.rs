//! Sentences with a citation, and the bibliography that they refer to.

use texlens_stats::Choices;

use super::sentences::plain;
use crate::material::Material;
use crate::segment::Piece;

pub(super) fn draw(choices: &mut Choices, material: &Material<'_>) -> Vec<Piece> {
    let cited = plain(choices, material, 1);
    let entry = choices.between(1, material.entries.max(1));
    let cited = format!("{}~\\cite{{source{entry}}}.", cited.trim_end_matches('.'));
    let count = choices.between(1, 2);
    let further = plain(choices, material, count);
    vec![Piece::text(format!("{cited} {further}"))]
}

/// Makes the bibliography. Its entries name no real works.
pub(super) fn bibliography(choices: &mut Choices, material: &Material<'_>) -> Vec<Piece> {
    let mut pieces = vec![Piece::markup("\\begin{thebibliography}{9}\n")];
    for entry in 1..=material.entries {
        let initial = char::from(b'A' + choices.below(26) as u8);
        let title = material.language.title(choices);
        let year = choices.between(1950, 2024);
        pieces.push(Piece::markup(format!("\\bibitem{{source{entry}}} ")));
        pieces.push(Piece::text(format!("{initial}.~N. {title}. {year}.")));
        pieces.push(Piece::markup("\n"));
    }
    pieces.push(Piece::markup("\\end{thebibliography}"));
    pieces
}
