//! A heading with the paragraph that follows it.

use texlens_stats::Choices;

use super::sentences::plain;
use crate::material::Material;
use crate::segment::{Piece, Segment, SegmentKind};

pub(super) fn draw(choices: &mut Choices, material: &Material<'_>) -> Vec<Piece> {
    let command = choices.pick([
        "section",
        "section",
        "subsection",
        "section*",
        "subsection*",
        "subsubsection*",
    ]);
    let count = choices.between(1, 3);
    vec![
        Piece::Segment(Segment {
            kind: SegmentKind::Heading,
            open: format!("\\{command}{{"),
            content: material.language.title(choices),
            close: "}".to_owned(),
            formulas: Vec::new(),
        }),
        Piece::markup("\n"),
        Piece::text(plain(choices, material, count)),
    ]
}
