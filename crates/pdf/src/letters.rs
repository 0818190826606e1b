//! Letters of formulas in fonts of text: packages such as mathptmx set both in one font.

use std::collections::HashSet;

use crate::content::{Content, PlacedGlyph};

/// Largest space between letters of a word, in em.
const KERN: f64 = 0.12;
/// Largest size of a script, as a share of the size of what it belongs to.
const SCRIPT: f64 = 0.85;
/// Largest space between words, in em.
const WORD: f64 = 0.5;
/// Number of letters of a product such as `xT`. Emphasised words as short as this have another one beside them.
const PRODUCT: usize = 2;

/// Returns the indices of the letters of formulas among those of fonts in which text is set, too: one or two that stand
/// alone, and scripts.
pub(crate) fn of_formulas(content: &Content, is_shared: impl Fn(&PlacedGlyph) -> bool) -> HashSet<usize> {
    let goes_on = |a: &PlacedGlyph, b: &PlacedGlyph, room: f64| {
        let font = |glyph: &PlacedGlyph| content.characters.get(glyph.character).map(|character| character.font);
        let gap = b.x - a.x - a.advance;
        font(a) == font(b) && (a.y - b.y).abs() < KERN * a.size && gap > -KERN * a.size && gap < room * a.size
    };
    let glyph = |index: usize| content.glyphs.get(index);
    let mut found = HashSet::new();
    let mut start = 0;
    while let Some(first) = glyph(start) {
        let mut end = start + 1;
        if is_shared(first) {
            let is_next = |end: usize| glyph(end - 1).zip(glyph(end)).is_some_and(|(a, b)| goes_on(a, b, KERN));
            while is_next(end) {
                end += 1;
            }
            let room = if end - start == 1 { KERN } else { WORD };
            let is_beside = |at: Option<usize>, next: usize| {
                let pair = at.and_then(glyph).zip(glyph(next));
                pair.is_some_and(|(a, b)| goes_on(a, b, room))
            };
            let has_word = is_beside(start.checked_sub(1), start) || is_beside(Some(end - 1), end);
            let before = start.checked_sub(1).and_then(glyph);
            if end - start <= PRODUCT && !has_word || before.is_some_and(|before| is_script(before, first)) {
                found.extend((start..end).filter(|index| glyph(*index).is_some_and(&is_shared)));
            }
        }
        start = end;
    }
    found
}

/// Reports whether a glyph is smaller than the one before it, and higher or lower.
fn is_script(before: &PlacedGlyph, glyph: &PlacedGlyph) -> bool {
    let gap = glyph.x - before.x - before.advance;
    let is_moved = (glyph.y - before.y).abs() > KERN * before.size;
    is_moved && glyph.size < SCRIPT * before.size && gap.abs() < WORD * glyph.size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Character, Shape, Visibility};

    /// Finds the letters of formulas among glyphs of one font, given by x, baseline and size; each is half as wide as high.
    fn found(glyphs: &[[f64; 3]]) -> Vec<usize> {
        let content = Content {
            characters: vec![Character {
                font: Some(0),
                code: 120,
                name: None,
                unicode: None,
                shape: Shape::Blank,
            }],
            glyphs: glyphs
                .iter()
                .map(|&[x, y, size]| PlacedGlyph {
                    character: 0,
                    x,
                    y,
                    size,
                    matrix: [size, 0.0, 0.0, -size],
                    advance: size / 2.0,
                    direction: 0.0,
                    colour: [0; 3],
                    visibility: Visibility::Visible,
                    mark: None,
                })
                .collect(),
            ..Content::default()
        };
        let mut found: Vec<_> = of_formulas(&content, |_| true).into_iter().collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn words_are_longer_than_products() {
        assert_eq!(found(&[[0.0, 0.0, 10.0], [5.0, 0.0, 10.0]]), [0, 1]);
        let word = [[0.0, 0.0, 10.0], [5.0, 0.0, 10.0], [10.0, 0.0, 10.0]];
        assert!(found(&word).is_empty());
        // Two words of two letters.
        let words = [[0.0, 0.0, 10.0], [5.0, 0.0, 10.0], [13.0, 0.0, 10.0], [18.0, 0.0, 10.0]];
        assert!(found(&words).is_empty());
    }

    #[test]
    fn scripts_of_any_length_are_formulas() {
        let script = [[0.0, 0.0, 10.0], [5.0, -4.0, 7.0], [8.5, -4.0, 7.0], [12.0, -4.0, 7.0]];
        assert_eq!(found(&script), [0, 1, 2, 3]);
        // A smaller line below is no script.
        let lines = [[100.0, 0.0, 10.0], [0.0, 12.0, 7.0], [3.5, 12.0, 7.0], [7.0, 12.0, 7.0]];
        assert_eq!(found(&lines), [0]);
    }
}
