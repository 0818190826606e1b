//! Which style a letter has by its ink. The network names the style of a letter by its look alone, and errs most where
//! styles are alike: an upright V is as wide and as high as an italic one. The slant of the ink tells them apart.

use super::moments::Moments;
use super::shapes::Shape;
use crate::Style;

/// Standard deviation of a spread, in em: by the pixels, and by design sizes of a font that are not in the table.
const SPREAD: f32 = 0.008;
/// The same of the relative amount of ink.
const WEIGHT: f32 = 0.1;
/// The same of the slant, in em².
const SLANT: f32 = 0.0016;
/// By how much the squared differences of another style must be less than those of the network's style: the network is
/// right in more than 19 of 20 letters.
const SURE: f32 = 12.0;
/// Largest sum of squared differences of a style that is taken, for four numbers.
const ALIKE: f32 = 16.0;

/// Difference of two sums of squared differences below which both styles are as likely: a letter in italics is often the
/// same in formulas and in text.
const SAME: f32 = 4.0;
/// The style of a single letter in italics.
const ITALIC: Style = Style::MathItalic;

/// What the ink of a glyph looks like, in em.
pub(super) struct Look {
    ink: f32,
    spread: (f32, f32),
    slant: f32,
}

impl Look {
    /// `em` is the size of the type in pixels of the ink, `weight` the amount of the page's ink relative to that of the
    /// shapes.
    pub(super) fn of(ink: &Moments, em: f32, weight: f32) -> Self {
        let (across, down) = ink.spread();
        Self {
            ink: ink.ink() / (em * em * weight),
            spread: (across / em, down / em),
            slant: ink.slant() / (em * em),
        }
    }

    /// Returns the squared differences from a shape, each in standard deviations; `None` if its slant is not known.
    fn misfit(&self, shape: &Shape) -> Option<f32> {
        let off = [
            (self.spread.0 - shape.spread.0) / SPREAD,
            (self.spread.1 - shape.spread.1) / SPREAD,
            (self.ink / shape.ink - 1.0) / WEIGHT,
            (self.slant - shape.slant?) / SLANT,
        ];
        Some(off.iter().map(|off| off * off).sum())
    }
}

/// Returns the style whose shape is the most like the ink, or the network's style if it is about as much like it or is
/// not known.
pub(super) fn by_ink<'s>(style: Style, look: &Look, shapes: impl Iterator<Item = (Style, &'s Shape)>) -> Style {
    let known: Vec<(f32, Style)> = shapes
        .filter_map(|(style, shape)| Some((look.misfit(shape)?, style)))
        .collect();
    let of = |style: Style| {
        let found = known.iter().find(|(_, other)| *other == style);
        found.map(|(misfit, _)| *misfit)
    };
    let best = known.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    match (of(style), best) {
        (Some(own), Some((least, _))) if *least >= ALIKE || own - least <= SURE => style,
        (Some(_), Some((least, _))) if of(ITALIC).is_some_and(|italic| italic < least + SAME) => ITALIC,
        (Some(_), Some((_, other))) => *other,
        _ => style,
    }
}

#[cfg(test)]
mod tests {
    use super::super::shapes::{FAMILIES, Rank};
    use super::*;

    fn read(symbol: &str, found: Style, truth: Style) -> Style {
        let shape = FAMILIES[0].shape(symbol, truth, Rank::Text).unwrap();
        let look = Look {
            ink: shape.ink,
            spread: shape.spread,
            slant: shape.slant.unwrap(),
        };
        by_ink(found, &look, FAMILIES[0].styles(symbol, Rank::Text))
    }

    #[test]
    fn the_slant_tells_styles_apart() {
        for truth in [Style::Roman, Style::MathItalic, Style::Calligraphic] {
            for found in [Style::Roman, Style::MathItalic, Style::Calligraphic] {
                assert_eq!(read("H", found, truth), truth, "{found:?}");
            }
        }
        assert_eq!(read("V", Style::Roman, Style::MathItalic), Style::MathItalic);
        assert_eq!(read("V", Style::MathItalic, Style::Roman), Style::Roman);
    }

    #[test]
    fn styles_that_are_alike_or_unknown_stay() {
        assert_eq!(read("a", Style::MathItalic, Style::Italic), Style::MathItalic);
        assert_eq!(read("V", Style::Script, Style::Roman), Style::Script);
    }
}
