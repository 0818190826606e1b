//! The style in which a class sets a whole text. Only text in another style needs a command.

use texlens_vocabulary::Style;

use crate::typeset::text::Piece;

/// Returns the most frequent style of a title, a line of authors or a theorem, which the class sets.
pub(super) fn main_style(pieces: &[Piece]) -> Style {
    let count = |style: Style| pieces.iter().filter(|piece| piece.style == Some(style)).count();
    let styles = pieces.iter().filter_map(|piece| piece.style);
    styles.max_by_key(|style| count(*style)).unwrap_or_default()
}

/// Returns the base style of a paragraph. It is italic, slanted or sans serif if most of a paragraph is, as in
/// theorems: there the style is not emphasis.
pub(super) fn base_style(pieces: &[Piece]) -> Style {
    let text = || pieces.iter().filter(|piece| piece.style.is_some());
    let count = |style: Style| text().filter(|piece| piece.style == Some(style)).count();
    [Style::Italic, Style::Slanted, Style::Sans]
        .into_iter()
        .find(|style| pieces.len() > 12 && 10 * count(*style) > 6 * text().count())
        .unwrap_or(Style::Roman)
}
