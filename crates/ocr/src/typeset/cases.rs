//! Letters whose capital and small form have the same shape: their heights tell them apart. Small capitals are as high
//! as capitals of a smaller size, so the size of the text tells these two apart.

use texlens_vocabulary::Style;

use super::mark::{Mark, quantile};
use super::runs::runs;

/// Letters whose capitals look the same.
const ALIKE: &str = "cosuvwxz";
/// Small letters as high as those of `ALIKE` (`LOW`), and letters as high as capitals (`HIGH`).
const LOW: &str = "aemnr";
const HIGH: &str = "BDEFHKLMNRTbdhkl";
/// Usual heights of small letters and of capitals, in em. A page with at least `TELLING` such letters is measured
/// instead.
const USUAL: (f32, f32) = (0.44, 0.68);
const TELLING: usize = 12;
/// Distance from the midpoint of both heights, in em, within which a height decides nothing. Sizes are less certain in
/// formulas, so `UNCLEAR_MATH` is larger.
const UNCLEAR: f32 = 0.03;
const UNCLEAR_MATH: f32 = 0.06;
/// Confidence from which on a glyph is left unchanged.
const SURE: f32 = 0.99;
/// Upper bound of the space between letters of a word, in em.
const SPACE: f32 = 0.14;
/// Number of letters of the shortest word that is examined for small capitals.
const SHORTEST: usize = 4;
/// Largest difference between heights of equally high letters, as the natural logarithm of their ratio.
const SAME_HEIGHT: f32 = 0.14;
/// Share of bold letters from which on capitals that were read as small capitals are bold. The recognition of bold is
/// poor for such letters.
const BOLD: f32 = 0.3;

const CASES: [(&str, &str); 26] = [
    ("a", "A"),
    ("b", "B"),
    ("c", "C"),
    ("d", "D"),
    ("e", "E"),
    ("f", "F"),
    ("g", "G"),
    ("h", "H"),
    ("i", "I"),
    ("j", "J"),
    ("k", "K"),
    ("l", "L"),
    ("m", "M"),
    ("n", "N"),
    ("o", "O"),
    ("p", "P"),
    ("q", "Q"),
    ("r", "R"),
    ("s", "S"),
    ("t", "T"),
    ("u", "U"),
    ("v", "V"),
    ("w", "W"),
    ("x", "X"),
    ("y", "Y"),
    ("z", "Z"),
];

/// Gives letters the case that their heights show. O(n log n) for n marks.
pub(super) fn settle(marks: &mut [Mark<'_>]) {
    if marks.iter().all(|mark| mark.confidence >= SURE) {
        return;
    }
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5).max(1.0);
    let serif = Heights::of(marks, false);
    let sans = Heights::of(marks, true);
    for mark in marks.iter_mut().filter(|mark| mark.confidence < SURE) {
        let heights = if mark.style.is_sans() { &sans } else { &serif };
        heights.settle(mark);
    }
    for word in runs(marks, em, SPACE * em) {
        let letters: Vec<usize> = word.into_iter().filter(|at| marks[*at].is_letter()).collect();
        if let Some(style) = capitals(&letters, marks, serif.high * em) {
            for at in letters {
                let mark = &mut marks[at];
                mark.symbol = upper(mark.symbol);
                mark.size = height(mark) / serif.high;
                mark.style = style;
            }
        }
    }
}

/// Returns the style of a word of capitals in the size of the text that was read as small capitals.
fn capitals(letters: &[usize], marks: &[Mark<'_>], high: f32) -> Option<Style> {
    let letters = || letters.iter().map(|at| &marks[*at]);
    let count = letters().count();
    let small = letters().filter(|mark| mark.style == Style::SmallCaps).count();
    let is_doubtful = letters().all(|mark| mark.confidence < SURE);
    let is_high = |mark: &Mark<'_>| (height(mark) / high).ln().abs() < SAME_HEIGHT;
    if count < SHORTEST || 2 * small < count || !is_doubtful || !letters().all(is_high) {
        return None;
    }
    let bold = letters().filter(|mark| mark.style.is_bold()).count();
    Some(if bold as f32 >= BOLD * count as f32 {
        Style::Bold
    } else {
        Style::Roman
    })
}

/// Returns the height of a mark above its baseline, in pixels.
fn height(mark: &Mark<'_>) -> f32 {
    mark.baseline - mark.bbox.y0
}

/// Heights of small letters and of capitals, in em.
struct Heights {
    low: f32,
    high: f32,
}

impl Heights {
    /// Measures the letters of a page with serifs, or those without.
    fn of(marks: &[Mark<'_>], is_sans: bool) -> Self {
        let of_letters = |letters: &str, usual: f32| {
            let is_telling = |mark: &&Mark<'_>| {
                mark.style != Style::SmallCaps
                    && mark.style.is_sans() == is_sans
                    && mark.char().is_some_and(|c| letters.contains(c))
            };
            let heights: Vec<f32> = marks
                .iter()
                .filter(is_telling)
                .map(|mark| height(mark) / mark.size)
                .collect();
            if heights.len() < TELLING {
                usual
            } else {
                quantile(heights, 0.5)
            }
        };
        Self {
            low: of_letters(LOW, USUAL.0),
            high: of_letters(HIGH, USUAL.1),
        }
    }

    /// Gives a letter its case, if its height decides the case.
    fn settle(&self, mark: &mut Mark<'_>) {
        let is_alike = |c: char| ALIKE.contains(c.to_ascii_lowercase());
        let unclear = match mark.style {
            Style::Calligraphic | Style::Blackboard | Style::Fraktur | Style::Script | Style::SmallCaps => return,
            Style::MathItalic | Style::MathBoldItalic => UNCLEAR_MATH,
            _ => UNCLEAR,
        };
        if !mark.char().is_some_and(is_alike) {
            return;
        }
        let off = height(mark) / mark.size - 0.5 * (self.low + self.high);
        if off > unclear {
            mark.symbol = upper(mark.symbol);
        } else if off < -unclear {
            mark.symbol = lower(mark.symbol);
        }
    }
}

fn upper(symbol: &str) -> &str {
    let found = CASES.iter().find(|(lower, _)| *lower == symbol);
    found.map_or(symbol, |(_, upper)| upper)
}

fn lower(symbol: &str) -> &str {
    let found = CASES.iter().find(|(_, upper)| *upper == symbol);
    found.map_or(symbol, |(lower, _)| lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use texlens_vocabulary::BBox;

    /// Returns the marks of a word from its letters and their heights in em. An em is 20 pixels.
    fn word(letters: &[(&'static str, f32, Style)], confidence: f32) -> Vec<Mark<'static>> {
        let mark = |(i, (symbol, height, style)): (usize, &(&'static str, f32, Style))| Mark {
            symbol,
            style: *style,
            bbox: BBox {
                x0: 10.0 * i as f32,
                y0: 100.0 - 20.0 * height,
                x1: 10.0 * i as f32 + 10.0,
                y1: 100.0,
            },
            baseline: 100.0,
            size: 20.0,
            confidence,
            glyph: None,
        };
        letters.iter().enumerate().map(mark).collect()
    }

    fn settled(letters: &[(&'static str, f32, Style)], confidence: f32) -> (String, Vec<Style>) {
        let mut marks = word(letters, confidence);
        settle(&mut marks);
        let read = marks.iter().map(|mark| mark.symbol).collect();
        (read, marks.iter().map(|mark| mark.style).collect())
    }

    #[test]
    fn heights_tell_capitals() {
        let letters = [
            ("U", 0.7, Style::Bold),
            ("T", 0.7, Style::Bold),
            ("x", 0.62, Style::Bold),
            ("o", 0.66, Style::Bold),
            ("S", 0.45, Style::Bold),
            ("s", 0.56, Style::Bold),
        ];
        assert_eq!(settled(&letters, 0.8).0, "UTXOss");
        // Certain glyphs stay unchanged.
        assert_eq!(settled(&letters, 1.0).0, "UTxoSs");
    }

    #[test]
    fn small_capitals_as_high_as_the_capitals_of_the_text_are_these() {
        let letters = |high: f32| {
            [
                ("T", high, Style::SmallCaps),
                ("i", high, Style::SmallCaps),
                ("o", high, Style::Bold),
                ("n", high, Style::Bold),
            ]
        };
        assert_eq!(settled(&letters(0.68), 0.5), ("TION".to_owned(), vec![Style::Bold; 4]));
        assert_eq!(settled(&letters(0.53), 0.5).0, "Tion");
    }
}
