//! Where the PDF files of pdfTeX have their glyphs.
//!
//! In a PDF file, the glyphs of a line follow each other at distances in thousandths of the font size. pdfTeX therefore
//! puts a glyph up to half of that beside its place in the DVI file, which can move it to another column of pixels. The
//! rules are those of `pdf_begin_string`, `pdf_set_textmatrix` and `adv_char_width` in `pdftex.web`.
//!
//! The positions in the file are multiples of a thousandth of a big point. At 300 dots per inch, one in 240 lies exactly
//! between two columns of pixels, so that the last digit of their sum decides. A program that draws the file adds them
//! one after the other, and so does this one.

use std::rc::Rc;

use texlens_dvi::{Colour, Font, Placed};

/// The distance of TeX's origin from the edges of the paper, one inch, in scaled points.
const INCH: i64 = 4_736_286;
/// 100 big points in scaled points.
const HUNDRED_POINTS: i64 = 6_578_176;
/// Decimal digits of positions in big points.
const DIGITS: u32 = 3;
/// Decimal digits of a font's size in big points.
const SIZE_DIGITS: u32 = 4;
/// A distance in thousandths of the font size from which a position is written instead.
const FAR: i64 = 0o100_000;

/// The writer of a page's text.
#[derive(Default)]
pub(crate) struct PdfText {
    font: Option<Rc<Font>>,
    /// The size of the font in scaled points, as the file has it.
    size: i64,
    colour: Option<Colour>,
    /// The place at which the current string starts, from the paper's left edge.
    start: i64,
    /// The place of the next glyph, from the start.
    advance: i64,
    /// The baseline, from the paper's upper edge.
    baseline: i64,
    /// Start and baseline as they are read from the file, in big points.
    read: (f64, f64),
}

impl PdfText {
    /// Writes a glyph, and returns its place in big points from the left and the upper edge of the paper.
    pub(crate) fn place(&mut self, glyph: &Placed) -> (f64, f64) {
        let (x, y) = (glyph.x.saturating_add(INCH), glyph.y.saturating_add(INCH));
        if self.colour != Some(glyph.colour) {
            // Another colour ends the text, and the next text starts from the edges.
            *self = Self {
                colour: Some(glyph.colour),
                ..Self::default()
            };
        }
        let is_same_font = self.font.as_ref().is_some_and(|font| Rc::ptr_eq(font, &glyph.font));
        if !is_same_font {
            self.font = Some(Rc::clone(&glyph.font));
            self.size = quantised(glyph.font.size as i64, HUNDRED_POINTS, SIZE_DIGITS + 2).1;
        }
        let (units, moved) = quantised(x.saturating_sub(self.start.saturating_add(self.advance)), self.size, 3);
        let (rise, fallen) = quantised(y.saturating_sub(self.baseline), HUNDRED_POINTS, DIGITS + 2);
        if !is_same_font || rise != 0 || units.abs() >= FAR {
            let (run, from_start) = quantised(x.saturating_sub(self.start), HUNDRED_POINTS, DIGITS + 2);
            let written = |units: i64| units as f64 / 10_f64.powi(DIGITS as i32);
            self.read = (self.read.0 + written(run), self.read.1 + written(rise));
            self.start = self.start.saturating_add(from_start);
            self.baseline = self.baseline.saturating_add(fallen);
            self.advance = 0;
        } else {
            self.advance = self.advance.saturating_add(moved);
        }
        let advance = self.advance as f64 / (HUNDRED_POINTS as f64 / 100.0);
        let place = (self.read.0 + advance, self.read.1);
        // The list of widths has tenths of thousandths.
        self.advance = self.advance.saturating_add(quantised(glyph.width, self.size, 4).1);
        place
    }
}

/// Returns a length in units of `unit / 10^digits`, rounded, and the length of these units: `divide_scaled`.
fn quantised(length: i64, unit: i64, digits: u32) -> (i64, i64) {
    if unit <= 0 {
        return (0, length);
    }
    let power = 10_i128.pow(digits);
    let (size, unit) = (i128::from(length.unsigned_abs()) * power, i128::from(unit));
    let (mut units, mut rest) = (size / unit, size % unit);
    if 2 * rest >= unit {
        units += 1;
        rest -= unit;
    }
    let whole = i128::from(length.unsigned_abs()) - rest / power;
    let sign = i128::from(length.signum());
    let narrow = |value: i128| i64::try_from(sign * value).unwrap_or(i64::MAX);
    (narrow(units), narrow(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_rounded_to_their_units() {
        // 10 points are 9.9626 big points, of which a file has four digits.
        assert_eq!(quantised(655_360, HUNDRED_POINTS, 6).0, 99_626);
        assert_eq!(quantised(-655_360, HUNDRED_POINTS, 5).0, -9_963);
        let (units, length) = quantised(327_681, 655_360, 3);
        assert_eq!((units, length), (500, 327_680));
        assert_eq!(quantised(5, 0, 3), (0, 5));
        assert_eq!(quantised(i64::MIN, 1, 6).1, i64::MIN);
    }
}
