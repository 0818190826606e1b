//! Styles that look alike. Single typewriter letters may be read as sans serif letters and vice versa, and any letter
//! may be read in the style of another font. The letters of a word share one style.

use texlens_vocabulary::Style;

use super::mark::{Extent, Mark, quantile};
use super::runs::runs;

/// If a page has both styles, the rarer one is a misreading if it has fewer letters than this share of the other.
const MISREAD: f32 = 0.5;
/// Confidence from which on a glyph keeps its style.
const SURE: f32 = 0.99;
/// Narrow and wide letters of sans serif type. Each width, in em, lies between theirs and that of typewriter type, in
/// which all letters are about half an em wide.
const NARROW: (&str, f32) = ("ijl", 0.36);
const WIDE: (&str, f32) = ("mwMW", 0.64);
/// Least number of such letters that tell the two styles apart.
const TELLING: usize = 4;
/// Upper bounds of the space between letters of a word and between words of a line, in em.
const SPACE: f32 = 0.14;
const WORD_SPACE: f32 = 0.7;
/// Least distance between the baselines of a letter and its script, in em, and upper bound of the ratio of their sizes.
const SHIFT: f32 = 0.1;
const SCRIPT: f32 = 0.86;
/// Number of letters of the shortest word whose style is put to the vote; formulas are shorter.
const SHORTEST: usize = 4;
/// Least share of the letters of a word that decides its style, and of the bold letters of a line that decides theirs.
const MOST: f32 = 0.66;
const MOST_OF_LINE: f32 = 0.8;

/// Gives doubtful glyphs the style of the glyphs around them. O(n log n) for n marks.
pub(super) fn settle(marks: &mut [Mark<'_>]) {
    settle_sans(marks);
    if marks.iter().any(|mark| mark.confidence < SURE) {
        settle_words(marks);
    }
}

/// Gives doubtful letters the style of most letters of their word. Gives doubtful bold letters the bold style, serif or
/// sans serif, of their line.
fn settle_words(marks: &mut [Mark<'_>]) {
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5).max(1.0);
    for run in runs(marks, em, SPACE * em) {
        // Parts joined by hyphens may have different styles.
        let words = run.chunk_by(|a, b| is_of_word(&marks[*a], &marks[*b]));
        let words: Vec<&[usize]> = words.filter(|word| word.len() >= SHORTEST).collect();
        for word in words {
            vote(word, marks, MOST, |style| !is_mathematical(style));
        }
    }
    for run in runs(marks, em, WORD_SPACE * em) {
        let bold: Vec<usize> = run.into_iter().filter(|at| marks[*at].style.is_bold()).collect();
        vote(&bold, marks, MOST_OF_LINE, |style| {
            matches!(style, Style::Bold | Style::SansBold)
        });
    }
}

/// Whether two marks of a run are letters of one word, and neither is a script of the other.
fn is_of_word(a: &Mark<'_>, b: &Mark<'_>) -> bool {
    let larger = a.size.max(b.size);
    let is_script = (a.baseline - b.baseline).abs() > SHIFT * larger && a.size.min(b.size) < SCRIPT * larger;
    a.is_letter() && b.is_letter() && !is_script
}

/// Gives doubtful glyphs the style that at least `share` of the run has, if `may_be` allows that style.
fn vote(run: &[usize], marks: &mut [Mark<'_>], share: f32, may_be: impl Fn(Style) -> bool) {
    let mut counts: Vec<(Style, usize)> = Vec::new();
    for style in run.iter().map(|at| marks[*at].style) {
        match counts.iter_mut().find(|(known, _)| *known == style) {
            Some((_, count)) => *count += 1,
            None => counts.push((style, 1)),
        }
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    let Some((style, _)) = most.filter(|(style, count)| may_be(*style) && *count as f32 >= share * run.len() as f32)
    else {
        return;
    };
    for at in run {
        if marks[*at].confidence < SURE {
            marks[*at].style = style;
        }
    }
}

fn is_mathematical(style: Style) -> bool {
    matches!(
        style,
        Style::MathItalic
            | Style::MathBoldItalic
            | Style::Calligraphic
            | Style::Blackboard
            | Style::Fraktur
            | Style::Script
    )
}

/// Gives doubtful sans serif and typewriter glyphs one of the two styles: the one that their widths show, or the more
/// frequent one on the page.
fn settle_sans(marks: &mut [Mark<'_>]) {
    if are_monospaced(marks) {
        rename(marks, Style::Sans, Style::Typewriter);
        return;
    }
    let count = |style: Style| {
        marks
            .iter()
            .filter(|mark| mark.style == style && mark.is_letter())
            .count() as f32
    };
    let (sans, typewriter) = (count(Style::Sans), count(Style::Typewriter));
    if sans < MISREAD * typewriter {
        rename(marks, Style::Sans, Style::Typewriter);
    } else if typewriter < MISREAD * sans {
        rename(marks, Style::Typewriter, Style::Sans);
    }
}

/// Gives doubtful glyphs of the style `from` the style `to`.
fn rename(marks: &mut [Mark<'_>], from: Style, to: Style) {
    let doubtful = |mark: &&mut Mark<'_>| mark.style == from && mark.confidence < SURE;
    marks.iter_mut().filter(doubtful).for_each(|mark| mark.style = to);
}

/// Whether letters that were read as sans serif have the widths of typewriter type.
fn are_monospaced(marks: &[Mark<'_>]) -> bool {
    let widths = |(letters, _): (&'static str, f32)| {
        let is_telling = move |mark: &&Mark<'_>| mark.char().is_some_and(|c| letters.contains(c));
        let sans = marks.iter().filter(|mark| mark.style == Style::Sans);
        sans.filter(is_telling).map(|mark| mark.bbox.width() / mark.size)
    };
    let telling = widths(NARROW).count() + widths(WIDE).count();
    let equal =
        widths(NARROW).filter(|width| *width > NARROW.1).count() + widths(WIDE).filter(|width| *width < WIDE.1).count();
    telling >= TELLING && 3 * equal > 2 * telling
}

#[cfg(test)]
mod tests {
    use super::*;
    use texlens_vocabulary::BBox;

    fn marks(sans: usize, typewriter: usize, confidence: f32) -> Vec<Mark<'static>> {
        let mark = |style: Style| Mark {
            symbol: "a",
            style,
            bbox: BBox::default(),
            baseline: 0.0,
            size: 10.0,
            confidence,
            glyph: None,
        };
        let sans = (0..sans).map(|_| mark(Style::Sans));
        sans.chain((0..typewriter).map(|_| mark(Style::Typewriter))).collect()
    }

    fn settled(mut marks: Vec<Mark<'_>>) -> usize {
        settle(&mut marks);
        marks.iter().filter(|mark| mark.style == Style::Sans).count()
    }

    #[test]
    fn the_rarer_style_is_a_misreading() {
        assert_eq!(settled(marks(3, 10, 0.8)), 0);
        assert_eq!(settled(marks(10, 3, 0.8)), 13);
        assert_eq!(settled(marks(8, 10, 0.8)), 8);
        assert_eq!(settled(marks(3, 10, 1.0)), 3);
    }

    #[test]
    fn letters_of_equal_width_are_typewriter() {
        let set = |narrow: f32, wide: f32| {
            let mut marks = marks(8, 0, 0.8);
            for (i, mark) in marks.iter_mut().enumerate() {
                let (symbol, width) = if i % 2 == 0 { ("l", narrow) } else { ("m", wide) };
                (mark.symbol, mark.bbox.x1) = (symbol, width);
            }
            settled(marks)
        };
        assert_eq!(set(4.3, 5.2), 0);
        assert_eq!(set(2.4, 8.0), 8);
    }

    #[test]
    fn a_word_has_one_style() {
        let word = |styles: &[Style], confidence: f32| -> Vec<Mark<'static>> {
            let mark = |(i, style): (usize, &Style)| Mark {
                style: *style,
                bbox: BBox {
                    x0: 5.0 * i as f32,
                    y0: 0.0,
                    x1: 5.0 * i as f32 + 5.0,
                    y1: 5.0,
                },
                ..marks(1, 0, confidence)[0]
            };
            styles.iter().enumerate().map(mark).collect()
        };
        let (bold, sans, italic) = (Style::Bold, Style::SansBold, Style::MathItalic);
        let styles = |mut marks: Vec<Mark<'_>>| -> Vec<Style> {
            settle(&mut marks);
            marks.iter().map(|mark| mark.style).collect()
        };
        assert_eq!(styles(word(&[bold, sans, sans, sans, italic, sans], 0.8)), [sans; 6]);
        assert_eq!(styles(word(&[bold, sans, sans, sans], 1.0)), [bold, sans, sans, sans]);
        // Nor does a script belong to the word before it.
        let mut scripted = word(&[Style::Roman, Style::Roman, Style::Roman, italic], 0.8);
        (scripted[3].baseline, scripted[3].size) = (1.5, 7.0);
        assert_eq!(styles(scripted)[3], italic);
        // A formula beside text is too short to be outvoted.
        assert_eq!(styles(word(&[italic, Style::Roman, Style::Roman], 0.8))[0], italic);
    }
}
