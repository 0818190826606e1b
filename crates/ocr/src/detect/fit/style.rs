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
/// By how much the squared differences of another style must be less than those of the network's style. The network is
/// right in 19 of 20 letters: 2 ln 19.
const SURE: f32 = 5.9;
/// Largest sum of squared differences of a style that is taken, for four numbers.
const ALIKE: f32 = 16.0;

/// Two squared differences, or sums of them, that differ by less are as likely: a letter in italics is often the same in
/// formulas and in text.
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

    /// Returns the differences from a shape with a slant.
    pub(super) fn misfit(&self, shape: &Shape, slant: f32) -> Misfit {
        let square = |off: f32| off * off;
        let slant = square((self.slant - slant) / SLANT);
        Misfit {
            slant,
            sum: slant
                + square((self.spread.0 - shape.spread.0) / SPREAD)
                + square((self.spread.1 - shape.spread.1) / SPREAD)
                + square((self.ink / shape.ink - 1.0) / WEIGHT),
        }
    }
}

/// Squared differences of a look from a shape, in standard deviations.
#[derive(Debug, Clone, Copy)]
pub(super) struct Misfit {
    /// That of the slant.
    slant: f32,
    /// The sum of all four.
    sum: f32,
}

/// Returns the style that is the most like the ink. `None` if the network's style is not among those that were tried, is
/// about as much like the ink, or has the slant of the ink as well: thickness and spread alone depend on the print.
pub(super) fn by_ink(style: Style, tried: &[(Style, Misfit)]) -> Option<Style> {
    let of = |style: Style| {
        let found = tried.iter().find(|(other, _)| *other == style);
        found.map(|(_, misfit)| *misfit)
    };
    let (best, least) = *tried.iter().min_by(|a, b| a.1.sum.total_cmp(&b.1.sum))?;
    let own = of(style)?;
    if own.sum - least.sum <= SURE || own.slant - least.slant <= SAME || least.sum >= ALIKE {
        return None;
    }
    let is_italic = of(ITALIC).is_some_and(|italic| italic.sum < least.sum + SAME);
    Some(if is_italic { ITALIC } else { best })
}

#[cfg(test)]
mod tests {
    use super::super::shapes::{FAMILIES, Rank};
    use super::*;

    /// Returns the style of a letter with the ink of a true style, of which a share is missing.
    fn read(symbol: &str, found: Style, truth: Style, ink: f32) -> Style {
        let shape = FAMILIES[0].shape(symbol, truth, Rank::Text).unwrap();
        let look = Look {
            ink: ink * shape.ink,
            spread: shape.spread,
            slant: shape.slant.unwrap(),
        };
        let shapes = FAMILIES[0].styles(symbol, Rank::Text);
        let tried: Vec<(Style, Misfit)> = shapes
            .filter_map(|(style, shape)| Some((style, look.misfit(shape, shape.slant?))))
            .collect();
        by_ink(found, &tried).unwrap_or(found)
    }

    #[test]
    fn the_slant_tells_styles_apart() {
        for ink in [0.9, 1.0, 1.1] {
            for truth in [Style::Roman, Style::MathItalic, Style::Calligraphic] {
                for found in [Style::Roman, Style::MathItalic, Style::Calligraphic] {
                    assert_eq!(read("H", found, truth, ink), truth, "{found:?}");
                }
            }
            assert_eq!(read("V", Style::Roman, Style::MathItalic, ink), Style::MathItalic);
            assert_eq!(read("V", Style::MathItalic, Style::Roman, ink), Style::Roman);
        }
    }

    #[test]
    fn styles_that_are_alike_or_unknown_stay() {
        assert_eq!(read("a", Style::MathItalic, Style::Italic, 1.0), Style::MathItalic);
        assert_eq!(read("V", Style::Script, Style::Roman, 1.0), Style::Script);
        for (symbol, style) in [("0", Style::Roman), ("m", Style::Bold), ("m", Style::Roman)] {
            for ink in [0.85, 1.0, 1.15] {
                assert_eq!(read(symbol, style, style, ink), style, "{symbol} with {ink} of its ink");
            }
        }
    }

    #[test]
    fn a_letter_that_could_be_of_a_formula_is_of_one() {
        let tried = |misfits: &[(Style, f32, f32)]| {
            let misfit = |&(style, slant, sum): &(Style, f32, f32)| (style, Misfit { slant, sum });
            by_ink(Style::Roman, &misfits.iter().map(misfit).collect::<Vec<_>>())
        };
        let (own, italic) = ((Style::Roman, 15.0, 20.0), (Style::Italic, 0.0, 1.0));
        assert_eq!(
            tried(&[own, italic, (Style::MathItalic, 0.0, 2.0)]),
            Some(Style::MathItalic)
        );
        assert_eq!(tried(&[own, italic]), Some(Style::Italic));
        assert_eq!(
            tried(&[own, (Style::Italic, 0.0, 17.0)]),
            None,
            "nothing is like the ink"
        );
        assert_eq!(tried(&[own, (Style::Bold, 14.0, 1.0)]), None, "the slant is the same");
        assert_eq!(tried(&[italic]), None);
    }
}
