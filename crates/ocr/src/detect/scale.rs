//! Measures how much to enlarge or shrink a page so that its text has the size that the model was trained on.

use super::components::Component;
use super::image::Ink;
use super::median::median;

/// Median height of the ink of a letter, in pixels, on pages of the model's resolution (10 to 12 pt type at 150 dpi).
const LETTER: f32 = 11.0;
/// A page whose median lies within these bounds is not resampled. The model was trained up to 12 pt at 150 dpi, and reads
/// formulas in larger type less well.
const READABLE: std::ops::RangeInclusive<f32> = 8.0..=12.4;
/// Least height of a letter, in pixels; smaller components are dots and dust.
const DUST: usize = 4;
/// Fewest letters whose median can be trusted.
const FEW: usize = 20;

/// Pixels of the largest image that may be a formula: half the width of a page at 300 dots per inch, and 3 cm high.
pub(super) const SMALL: usize = 450_000;
/// Most pixels to which a page is enlarged; an A3 sheet at the model's resolution has 4 million. Without this limit,
/// the specks of a large photograph would count as small print.
const MOST_PIXELS: f32 = 12_000_000.0;

/// Returns the factor by which to resample the page; 1 if the text already fits or there is too little of it. `pieces`
/// are the dark pieces of `ink`.
pub(super) fn factor(ink: &Ink, pieces: &[Component]) -> f32 {
    measured(ink, pieces).unwrap_or(1.0)
}

/// Returns the factor by which to resample the page; `None` if there is too little text to tell.
pub(super) fn measured(ink: &Ink, pieces: &[Component]) -> Option<f32> {
    let letters = pieces
        .iter()
        .filter(|c| c.height() >= DUST && c.height() < ink.height / 4 + 1 && c.width() < 4 * c.height());
    let heights: Vec<f32> = letters.map(|c| c.height() as f32).collect();
    if heights.len() < FEW {
        return None;
    }
    let median = median(heights)?;
    if READABLE.contains(&median) {
        return Some(1.0);
    }
    let most = (MOST_PIXELS / (ink.width * ink.height) as f32).sqrt().max(1.0);
    Some((LETTER / median).clamp(0.1, 4.0).min(most))
}

/// Returns the likely factor for a small image with a few signs, such as a formula; `None` if the image is large or
/// blank.
pub(super) fn likely(ink: &Ink, pieces: &[Component]) -> Option<f32> {
    if ink.width * ink.height > SMALL {
        return None;
    }
    let signs = pieces.iter().filter(|c| c.height() >= DUST);
    let median = median(signs.map(|c| c.height() as f32))?;
    // Small signs are read better when they are enlarged, even where they could be read as they are.
    Some((LETTER / median).clamp(0.1, 4.0))
}

#[cfg(test)]
mod tests {
    use super::super::components::dark_pieces;
    use super::*;

    fn page(letters: usize, height: usize) -> Ink {
        let (width, page_height) = (letters * 12, height * 8);
        let mut values = vec![0.0; width * page_height];
        for letter in 0..letters {
            for y in 0..height {
                for x in 0..6 {
                    values[(y + 3) * width + letter * 12 + x] = 1.0;
                }
            }
        }
        Ink {
            width,
            height: page_height,
            values,
            scale: 1.0,
        }
    }

    fn factor_of(ink: &Ink) -> f32 {
        factor(ink, &dark_pieces(ink))
    }

    #[test]
    fn text_of_the_trained_size_is_left_alone() {
        assert_eq!(factor_of(&page(40, 11)), 1.0);
    }

    #[test]
    fn twice_the_size_is_halved() {
        assert!((factor_of(&page(40, 22)) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn a_word_is_too_little_to_judge() {
        assert_eq!(factor_of(&page(5, 40)), 1.0);
    }

    #[test]
    fn a_small_image_with_a_few_signs_has_a_likely_scale() {
        let word = page(5, 22);
        let pieces = dark_pieces(&word);
        assert_eq!(measured(&word, &pieces), None);
        assert_eq!(likely(&word, &pieces), Some(0.5));
        assert_eq!(likely(&word, &[]), None);
        let large = Ink {
            height: 1000,
            width: 1000,
            ..word
        };
        assert_eq!(likely(&large, &pieces), None);
    }

    #[test]
    fn a_large_image_is_not_enlarged() {
        let specks = Ink {
            height: 2000,
            width: 8000,
            ..page(40, 5)
        };
        assert_eq!(factor_of(&specks), 1.0);
    }
}
