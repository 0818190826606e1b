//! Glyphs with usable geometry, and measures of boxes.

use texlens_vocabulary::{BBox, Glyph, PageGlyphs, Style};

use super::latex::Source;
use super::symbols;

/// Upper bound of the coordinates in a page image.
const FARTHEST: f32 = 1e6;

/// A glyph whose geometry is finite, with its bounding box.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark<'a> {
    pub(super) symbol: &'a str,
    pub(super) style: Style,
    /// Advance width by height plus depth: the box that TeX sees.
    pub(super) bbox: BBox,
    /// Baseline of the formula or line that the glyph stands in. Large delimiters and operators hang from their
    /// reference point and are centred on the axis, so their baseline is calculated from their middle.
    pub(super) baseline: f32,
    /// The em of the glyph's font.
    pub(super) size: f32,
    pub(super) confidence: f32,
    /// Index in [`PageGlyphs::glyphs`]; `None` for marks that stand for no glyph, such as those read from rules.
    pub(super) glyph: Option<u32>,
}

/// The symbol of the mark that stands for a whole picture, which is one box to TeX.
pub(super) const PICTURE: &str = "\\includegraphics";

impl<'a> Mark<'a> {
    /// Returns `None` if the glyph has no usable symbol, place or size.
    pub(super) fn new(index: usize, glyph: &'a Glyph) -> Option<Self> {
        let Glyph {
            x,
            y,
            width,
            height,
            depth,
            size,
            confidence,
            ..
        } = *glyph;
        let usable = [x, y, width, height, depth]
            .iter()
            .all(|v| v.is_finite() && v.abs() < FARTHEST);
        if !usable
            || !(0.5..FARTHEST).contains(&size)
            || glyph.symbol.is_empty()
            || glyph.symbol.contains(|c: char| c.is_whitespace() || c.is_control())
        {
            return None;
        }
        let bbox = glyph.bbox();
        let hangs = depth > 0.5 * size && height < 0.3 * depth && symbols::hangs(&glyph.symbol);
        Some(Self {
            // Fonts have one character for both the text backslash and `\backslash`.
            symbol: if glyph.symbol == "\\" {
                "\\backslash"
            } else {
                &glyph.symbol
            },
            style: glyph.style,
            bbox,
            baseline: if hangs { bbox.middle() + symbols::AXIS * size } else { y },
            size,
            confidence: if confidence.is_finite() {
                confidence.clamp(0.0, 1.0)
            } else {
                0.0
            },
            glyph: u32::try_from(index).ok(),
        })
    }

    /// Returns the glyph that LaTeX written for this mark stands for.
    pub(super) fn source(&self) -> Option<Source> {
        let Self { glyph, confidence, .. } = *self;
        glyph.map(|glyph| Source { glyph, confidence })
    }

    /// Whether this is an accent, which stands above or below another glyph.
    pub(super) fn is_accent(&self) -> bool {
        self.symbol.starts_with("acc:")
    }

    /// Returns the character of the symbol, if the symbol is one character long.
    pub(super) fn char(&self) -> Option<char> {
        let mut chars = self.symbol.chars();
        chars.next().filter(|_| chars.next().is_none())
    }

    /// Whether this is one letter or ligature.
    pub(super) fn is_letter(&self) -> bool {
        self.char().is_some_and(char::is_alphabetic) || symbols::is_text_letter(self.symbol)
    }

    /// Whether this is one digit.
    pub(super) fn is_digit(&self) -> bool {
        self.char().is_some_and(|c| c.is_ascii_digit())
    }

    /// Whether this stands for a picture.
    pub(super) fn is_picture(&self) -> bool {
        self.symbol == PICTURE
    }
}

/// Returns the glyphs of marks.
pub(super) fn sources<'m, 'a: 'm>(marks: impl IntoIterator<Item = &'m Mark<'a>>) -> impl Iterator<Item = Source> {
    marks.into_iter().filter_map(Mark::source)
}

/// Returns the usable glyphs and the horizontal rules of a page.
pub(super) fn usable(page: &PageGlyphs) -> (Vec<Mark<'_>>, Vec<BBox>) {
    let marks: Vec<Mark<'_>> = page
        .glyphs
        .iter()
        .enumerate()
        .filter_map(|(index, glyph)| Mark::new(index, glyph))
        .collect();
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let rules = page
        .rules
        .iter()
        .map(|rule| rule.bbox)
        .filter(|bbox| is_line(bbox, em))
        .collect();
    (marks, rules)
}

/// Returns the vertical rules of a page, which only tables and arrays have.
pub(super) fn vertical_rules(page: &PageGlyphs) -> Vec<BBox> {
    let rules = page.rules.iter().map(|rule| rule.bbox);
    rules
        .filter(|bbox| is_place(bbox) && bbox.x1 >= bbox.x0 && bbox.height() > 2.0 * bbox.width())
        .collect()
}

fn is_place(bbox: &BBox) -> bool {
    [bbox.x0, bbox.y0, bbox.x1, bbox.y1]
        .iter()
        .all(|v| v.is_finite() && v.abs() < FARTHEST)
}

/// Whether the box lies on a page and has an area.
pub(super) fn is_area(bbox: &BBox) -> bool {
    is_place(bbox) && bbox.x1 > bbox.x0 && bbox.y1 > bbox.y0
}

/// Whether the box is a horizontal line. Vertical rules and blots say nothing about formulas.
fn is_line(bbox: &BBox, em: f32) -> bool {
    is_place(bbox) && bbox.y1 >= bbox.y0 && bbox.width() > 2.0 * bbox.height() && bbox.height() < 0.3 * em
}

/// Measures of boxes.
pub(super) trait Extent {
    /// Returns the width.
    fn width(&self) -> f32;
    /// Returns the height.
    fn height(&self) -> f32;
    /// Returns the x of the centre.
    fn centre(&self) -> f32;
    /// Returns the y of the centre.
    fn middle(&self) -> f32;
    /// Returns the smallest box around both.
    fn union(&self, other: &BBox) -> BBox;
    /// Returns the horizontal overlap of the two; negative for a gap.
    fn overlap_x(&self, other: &BBox) -> f32;
}

impl Extent for BBox {
    fn width(&self) -> f32 {
        self.x1 - self.x0
    }

    fn height(&self) -> f32 {
        self.y1 - self.y0
    }

    fn centre(&self) -> f32 {
        0.5 * (self.x0 + self.x1)
    }

    fn middle(&self) -> f32 {
        0.5 * (self.y0 + self.y1)
    }

    fn union(&self, other: &BBox) -> BBox {
        BBox {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    fn overlap_x(&self, other: &BBox) -> f32 {
        self.x1.min(other.x1) - self.x0.max(other.x0)
    }
}

/// Returns the smallest box around all boxes, or a point at the origin if there are none.
pub(super) fn bounds<'b>(boxes: impl IntoIterator<Item = &'b BBox>) -> BBox {
    boxes
        .into_iter()
        .copied()
        .reduce(|a, b| a.union(&b))
        .unwrap_or_default()
}

/// Returns the value below which the share `q` (0..=1) of `values` lies, or 0 if there are none.
pub(super) fn quantile(values: impl IntoIterator<Item = f32>, q: f32) -> f32 {
    let mut values: Vec<f32> = values.into_iter().collect();
    let Some(last) = values.len().checked_sub(1) else {
        return 0.0;
    };
    let at = ((last as f32 * q.clamp(0.0, 1.0)).round() as usize).min(last);
    *values.select_nth_unstable_by(at, f32::total_cmp).1
}

/// Returns the median of the values in the window of the given width that holds the most, or 0 if there are none.
pub(super) fn mode(values: impl IntoIterator<Item = f32>, window: f32) -> f32 {
    let mut values: Vec<f32> = values.into_iter().collect();
    values.sort_by(f32::total_cmp);
    let (mut best, mut start) = (0..0, 0);
    for (end, value) in values.iter().enumerate() {
        while values[start] < value - window {
            start += 1;
        }
        if end + 1 - start > best.len() {
            best = start..end + 1;
        }
    }
    quantile(values[best].iter().copied(), 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_of_the_sample() {
        assert_eq!(quantile([3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile([3.0, 1.0, 2.0], 1.0), 3.0);
        assert_eq!(quantile([], 0.5), 0.0);
    }

    #[test]
    fn the_mode_is_where_most_values_are() {
        assert_eq!(mode([10.0, 50.0, 50.5, 51.0, 90.0], 2.0), 50.5);
        assert_eq!(mode([], 2.0), 0.0);
    }

    #[test]
    fn hanging_operators_stand_on_the_baseline_of_their_axis() {
        let glyph = |symbol: &str, depth| Glyph {
            symbol: symbol.to_owned(),
            style: Style::Roman,
            x: 0.0,
            y: 80.0,
            width: 14.0,
            height: 0.0,
            depth,
            size: 10.0,
            confidence: 1.0,
        };
        assert_eq!(
            Mark::new(0, &glyph("\\sum", 14.0)).map(|mark| mark.baseline),
            Some(89.5)
        );
        assert_eq!(Mark::new(0, &glyph("-", 1.0)).map(|mark| mark.baseline), Some(80.0));
        assert!(Mark::new(0, &glyph("a", f32::NAN)).is_none());
    }
}
