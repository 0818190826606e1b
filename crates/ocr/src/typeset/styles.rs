//! Styles that look alike: one by one, typewriter letters may be taken for sans serif ones and the other way round.

use crate::page::Style;

use super::mark::Mark;

/// Where a page has both, the rarer of the two is a misreading if there are fewer of it than this share of the other.
const MISREAD: f32 = 0.5;
/// Glyphs as sure as this are what they seem.
const SURE: f32 = 0.99;

/// Gives doubtful sans serif and typewriter glyphs the one of the two styles that the page has more of.
pub(super) fn settle(marks: &mut [Mark<'_>]) {
    let count = |style: Style| {
        marks
            .iter()
            .filter(|mark| mark.style == style && mark.is_letter())
            .count() as f32
    };
    let (sans, typewriter) = (count(Style::Sans), count(Style::Typewriter));
    let (from, to) = if sans < MISREAD * typewriter {
        (Style::Sans, Style::Typewriter)
    } else if typewriter < MISREAD * sans {
        (Style::Typewriter, Style::Sans)
    } else {
        return;
    };
    for mark in marks
        .iter_mut()
        .filter(|mark| mark.style == from && mark.confidence < SURE)
    {
        mark.style = to;
    }
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
}
