//! Space that a virtual font of TeX puts beside the letters of formulas: a PDF has the letters of the real font, whose
//! boxes are narrower than those that TeX set.

use std::collections::{HashMap, HashSet};

use crate::content::{Content, PlacedGlyph};

/// The largest space beside a letter, in em: less than TeX's thin space.
const LARGEST: f64 = 0.155;
/// The smallest one, in em; less is rounding.
const SMALLEST: f64 = 0.004;
/// Number of letters of a font that have space before them, if its letters have space on both sides. In other fonts the
/// space after a letter is its italic correction.
const LETTERS: usize = 3;

/// The spaces before and after letters, in em, by character.
pub(crate) struct Bearings(HashMap<usize, [f64; 2]>);

impl Bearings {
    /// Measures the spaces beside the letters with these indices. `shared` are those in fonts of text.
    pub(crate) fn of(content: &Content, letters: &HashSet<usize>, shared: &HashSet<usize>) -> Self {
        let mut gaps: HashMap<usize, [Vec<f64>; 2]> = HashMap::new();
        let of_text: HashSet<usize> = shared
            .iter()
            .filter_map(|index| Some(content.glyphs.get(*index)?.character))
            .collect();
        for (index, pair) in content.glyphs.windows(2).enumerate() {
            let [a, b] = pair else { continue };
            let Some(gap) = gap(a, b) else { continue };
            if letters.contains(&index) {
                gaps.entry(a.character).or_default()[1].push(gap);
            }
            if letters.contains(&(index + 1)) {
                gaps.entry(b.character).or_default()[0].push(gap);
            }
        }
        let font = |character: &usize| content.characters.get(*character).and_then(|character| character.font);
        let mut found: HashMap<usize, [f64; 2]> = gaps
            .into_iter()
            .map(|(character, sides)| {
                // Fonts of text have kerns.
                let enough = if of_text.contains(&character) { 2 } else { 1 };
                (character, sides.map(|gaps| smallest(gaps, enough)))
            })
            .collect();
        let mut spaced: HashMap<Option<usize>, usize> = HashMap::new();
        for (character, [before, _]) in &found {
            *spaced.entry(font(character)).or_default() += usize::from(*before > 0.0);
        }
        for (character, [_, after]) in &mut found {
            if spaced.get(&font(character)).is_none_or(|count| *count < LETTERS) {
                *after = 0.0;
            }
        }
        Self(found)
    }

    /// Returns a letter with the box that TeX gave it.
    pub(crate) fn with_space(&self, glyph: &PlacedGlyph) -> PlacedGlyph {
        let [before, after] = self.0.get(&glyph.character).copied().unwrap_or_default();
        PlacedGlyph {
            x: glyph.x - before * glyph.size,
            advance: glyph.advance + (before + after) * glyph.size,
            ..*glyph
        }
    }
}

/// Returns the space between neighbours on a line, in em.
fn gap(a: &PlacedGlyph, b: &PlacedGlyph) -> Option<f64> {
    let is_level = (a.y - b.y).abs() < 0.01 * a.size && (a.size - b.size).abs() < 0.01 * a.size;
    (is_level && a.size > 0.0).then(|| (b.x - a.x - a.advance) / a.size)
}

/// Returns the space that is beside a letter whatever stands there: the smallest, if it is there `enough` times. It is
/// negative if most letters stand closer than their boxes.
fn smallest(mut gaps: Vec<f64>, enough: usize) -> f64 {
    gaps.retain(|gap| *gap > -LARGEST);
    gaps.sort_by(f64::total_cmp);
    let at = |index: usize| gaps.get(index).copied().unwrap_or_default();
    let is_space = |gap: f64| (SMALLEST..LARGEST).contains(&gap.abs());
    let least = at(0);
    let like = gaps.iter().filter(|gap| **gap < least + SMALLEST).count();
    // A kern beside some letters is no property of this one.
    let enough = if least > 0.0 {
        enough
    } else {
        enough.max(gaps.len() / 2 + 1)
    };
    if is_space(least) && like >= enough { least } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_that_is_always_there_belongs_to_the_letter() {
        assert_eq!(smallest(vec![0.3, 0.1, 0.101, 0.2], 2), 0.1);
        assert_eq!(smallest(vec![-0.05, 0.2, -0.05, -0.05], 1), -0.05);
        // A thin space, a kern beside one letter, a single letter, nothing.
        for gaps in [vec![0.167, 0.167], vec![-0.05, 0.1, 0.1], vec![0.1, 0.2], vec![]] {
            assert_eq!(smallest(gaps, 2), 0.0);
        }
    }
}
