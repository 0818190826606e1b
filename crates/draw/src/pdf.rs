//! Where the PDF files of pdfTeX have their glyphs.
//!
//! In a PDF file, the glyphs of a line follow each other at distances in thousandths of the font size. pdfTeX therefore
//! puts a glyph up to half of that beside its place in the DVI file, which can move it to another column of pixels. The
//! rules are those of `pdf_begin_string`, `pdf_set_textmatrix`, `pdf_set_rule` and `adv_char_width` in `pdftex.web`.
//!
//! The positions in the file are multiples of a thousandth of a big point. At 300 dots per inch, one in 240 lies exactly
//! between two columns of pixels, so that the last bit of their sum decides. Poppler reads them digit by digit and adds
//! them one after the other, and so does this module.

use std::rc::Rc;

use texlens_dvi::{Font, Placed};

/// The distance of TeX's origin from the edges of the paper, one inch, in scaled points.
const INCH: i64 = 4_736_286;
/// The height of the paper, eleven inches, in scaled points.
const PAPER_HEIGHT: i64 = 52_099_153;
/// 100 big points in scaled points.
const HUNDRED_POINTS: i64 = 6_578_176;
/// The smallest distance between two baselines that is written, a thousandth of a big point, in scaled points.
const LEAST_RISE: u64 = 66;
/// Decimal digits of positions in big points.
const DIGITS: u32 = 3;
/// Decimal digits of a font's size in big points.
const SIZE_DIGITS: u32 = 4;
/// Decimal digits of the widths of glyphs in units of the font's size.
const WIDTH_DIGITS: u32 = 4;
/// A distance in thousandths of the font size from which a position is written instead.
const FAR: i64 = 0o100_000;

/// The writer of a page's text, and the program that reads what it has written.
#[derive(Default)]
pub(crate) struct PdfText {
    /// The font of the text that is being written.
    font: Option<Rc<Font>>,
    /// The size of the font in scaled points, as the file has it.
    size: i64,
    /// The place at which the current string starts, from the paper's left edge.
    start: i64,
    /// The place of the next glyph, from the start.
    advance: i64,
    /// The baseline, from the paper's lower edge.
    baseline: i64,
    read: Read,
}

/// What a program knows that reads the file, in big points.
#[derive(Default)]
struct Read {
    /// The size of the font.
    size: f64,
    /// The start of the string.
    start: (f64, f64),
    /// The place of the next glyph.
    x: f64,
}

impl PdfText {
    /// Ends the text, as a rule does: the next glyph is placed from the lower left corner of the paper.
    pub(crate) fn end(&mut self) {
        *self = Self::default();
    }

    /// Writes a glyph, and returns its place in big points from the left and the lower edge of the paper.
    pub(crate) fn place(&mut self, glyph: &Placed) -> (f64, f64) {
        let x = glyph.x.saturating_add(INCH);
        let y = (PAPER_HEIGHT - INCH).saturating_sub(glyph.y);
        let is_same_font = self.font.as_ref().is_some_and(|font| Rc::ptr_eq(font, &glyph.font));
        if !is_same_font {
            self.font = Some(Rc::clone(&glyph.font));
            let (written, size) = quantised(glyph.font.size as i64, HUNDRED_POINTS, SIZE_DIGITS + 2);
            self.size = size;
            self.read.size = decimal(written, SIZE_DIGITS);
        }
        let (units, moved) = quantised(x.saturating_sub(self.start.saturating_add(self.advance)), self.size, 3);
        let rise = y.saturating_sub(self.baseline);
        let (rise, risen) = if rise.unsigned_abs() < LEAST_RISE {
            (0, 0)
        } else {
            quantised(rise, HUNDRED_POINTS, DIGITS + 2)
        };
        if !is_same_font || rise != 0 || units.abs() >= FAR {
            let (run, from_start) = quantised(x.saturating_sub(self.start), HUNDRED_POINTS, DIGITS + 2);
            self.start = self.start.saturating_add(from_start);
            self.baseline = self.baseline.saturating_add(risen);
            self.advance = 0;
            let (x, y) = self.read.start;
            self.read.start = (x + decimal(run, DIGITS), y + decimal(rise, DIGITS));
            self.read.x = self.read.start.0;
        } else {
            self.advance = self.advance.saturating_add(moved);
            self.read.x += units as f64 * 0.001 * self.read.size;
        }
        let place = (self.read.x, self.read.start.1);
        let (units, width) = quantised(glyph.width, self.size, WIDTH_DIGITS);
        self.advance = self.advance.saturating_add(width);
        self.read.x += decimal(units, WIDTH_DIGITS) * self.read.size;
        place
    }
}

/// Returns the number that a file has for `units` of its last digit, as poppler reads it: digit by digit, so that the last
/// bit can be another than that of the nearest number.
fn decimal(units: i64, digits: u32) -> f64 {
    let one = 10_u64.pow(digits);
    let (whole, mut rest) = (units.unsigned_abs() / one, units.unsigned_abs() % one);
    let (mut value, mut place) = (whole as f64, 1.0);
    for _ in 0..digits {
        rest *= 10;
        place *= 0.1;
        value += place * (rest / one) as f64;
        rest %= one;
    }
    if units < 0 { -value } else { value }
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
