//! An image that shows one formula, such as a part cut from a page. It has no margins by which a display is known.

use super::block::Block;
use super::column::Column;
use super::display;
use super::row::{Row, Rows};
use crate::typeset::body::Body;
use crate::typeset::mark::{Mark, quantile};
use crate::typeset::symbols;
use crate::typeset::words::Segment;

/// Largest height of such an image, in em of its type.
const HEIGHT: f32 = 14.0;
/// Least share of the cells of a formula that are mathematics.
const SHARE: f32 = 0.35;
/// The same, if the rows begin with a word.
const SHARE_AFTER_WORD: f32 = 0.5;

/// Scripts are smaller than this share of the largest symbols.
const SCRIPT: f32 = 0.86;
/// Space at the right of a formula, in em of its type: a number in parentheses that ends it is flush with nothing.
const MARGIN: f32 = 0.3;

/// Whether an image of a height may show one formula.
pub(in crate::typeset) fn may_be_formula(height: f32, body: Body) -> bool {
    height < HEIGHT * body.size
}

/// Whether the rows of an image are one formula.
pub(in crate::typeset) fn is_formula(rows: &[Row<'_>]) -> bool {
    let mut segments = rows.iter().flat_map(|row| &row.segments);
    let (all, math) = segments.clone().fold((0, 0), |(all, math), segment| {
        let cells = segment.cells.len();
        (all + cells, math + if segment.is_math { cells } else { 0 })
    });
    let share = if segments.next().is_some_and(is_word) {
        SHARE_AFTER_WORD
    } else {
        SHARE
    };
    math > 0 && math as f32 >= share * all as f32
}

/// Returns the body of text that belongs to a formula. Most letters of a formula may be scripts, so their median says
/// nothing: the type is as large as the largest symbols that come in one size.
pub(in crate::typeset) fn body_of_formula(rows: &[Row<'_>], body: Body) -> Body {
    let marks = rows.iter().flat_map(|row| &row.line.marks);
    let is_plain = |mark: &&Mark<'_>| !symbols::hangs(mark.symbol) && !mark.is_accent();
    let mut sizes: Vec<f32> = marks.filter(is_plain).map(|mark| mark.size).collect();
    sizes.sort_by(|a, b| b.total_cmp(a));
    // A single size may be wrong.
    let Some(largest) = sizes.get(1).or(sizes.first()).copied() else {
        return body;
    };
    let size = quantile(sizes.into_iter().filter(|size| *size > SCRIPT * largest), 0.5);
    Body { size, ..body }
}

fn is_word(segment: &Segment<'_>) -> bool {
    let marks = segment.cells.iter().flat_map(|cell| &cell.marks);
    !segment.is_math && marks.filter(|mark| mark.is_letter()).count() > 1
}

/// Returns the display of these rows; none without rows.
pub(super) fn formula<'a>(rows: Rows<'a>, body: Body) -> Vec<Block<'a>> {
    let mut column = Column::of(&rows, body);
    column.right += MARGIN * body.size;
    let mut blocks = Vec::new();
    for row in rows {
        display::add(&mut blocks, row, &column);
    }
    blocks
}

#[cfg(test)]
mod tests {
    use crate::typeset::typeset;
    use texlens_vocabulary::{Glyph, PageGlyphs, Style};

    /// Returns the LaTeX of letters and signs half an em apart, in an image of a height.
    fn read(signs: &[(&str, Style)], height: f32) -> String {
        let glyph = |(i, (symbol, style)): (usize, &(&str, Style))| Glyph {
            symbol: (*symbol).to_owned(),
            style: *style,
            x: 20.0 + 10.0 * i as f32,
            y: 30.0,
            width: 10.0,
            height: 9.0,
            depth: 0.0,
            size: 20.0,
            confidence: 0.9,
        };
        let page = PageGlyphs {
            width: 400.0,
            height,
            glyphs: signs.iter().enumerate().map(glyph).collect(),
            ..PageGlyphs::default()
        };
        typeset(&page).latex.trim().replace('\n', "")
    }

    #[test]
    fn a_low_image_shows_a_formula_or_text() {
        let formula = [("x", Style::MathItalic), ("=", Style::Roman), ("y", Style::MathItalic)];
        assert_eq!(read(&formula, 60.0), "\\[x=y\\]");
        let word = ["h", "o", "u", "s", "e"].map(|letter| (letter, Style::Roman));
        assert_eq!(read(&word, 60.0), "house");
        let ended = [("x", Style::MathItalic), ("=", Style::Roman), ("(", Style::Roman)];
        let ended: Vec<(&str, Style)> = ended
            .into_iter()
            .chain([("2", Style::Roman), (")", Style::Roman)])
            .collect();
        assert_eq!(read(&ended, 60.0), "\\[x=(2)\\]");
        let text: Vec<(&str, Style)> = word.into_iter().chain(formula).collect();
        assert!(read(&text, 60.0).starts_with("house"), "{}", read(&text, 60.0));
    }
}
