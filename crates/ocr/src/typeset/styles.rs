//! Styles that look alike: one by one, typewriter letters may be taken for sans serif ones and the other way round.

use crate::page::Style;

use super::mark::{Extent, Mark};

/// Where a page has both, the rarer of the two is a misreading if there are fewer of it than this share of the other.
const MISREAD: f32 = 0.5;
/// Glyphs as sure as this are what they seem.
const SURE: f32 = 0.99;
/// Narrow and wide letters of sans serif type, and a width in em between theirs: in typewriter type all letters are
/// about half an em wide.
const NARROW: (&str, f32) = ("ijl", 0.36);
const WIDE: (&str, f32) = ("mwMW", 0.64);
/// Letters that tell the one from the other.
const TELLING: usize = 4;

/// Gives doubtful sans serif and typewriter glyphs the one of the two styles that their widths show, or that the page
/// has more of.
pub(super) fn settle(marks: &mut [Mark<'_>]) {
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

/// Gives doubtful glyphs of one style another.
fn rename(marks: &mut [Mark<'_>], from: Style, to: Style) {
    let doubtful = |mark: &&mut Mark<'_>| mark.style == from && mark.confidence < SURE;
    marks.iter_mut().filter(doubtful).for_each(|mark| mark.style = to);
}

/// Whether letters that were taken for sans serif have the widths of typewriter type.
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
    use crate::page::BBox;

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
}
