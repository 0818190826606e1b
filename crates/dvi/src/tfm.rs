//! Font metrics: the boxes of a TFM file (Knuth, TeX: The Program, part 30).

use std::collections::HashMap;

use crate::bytes::Bytes;

/// Size of the table of lengths at the start, in bytes.
const HEADER: usize = 24;
/// The number 1 in the fixed-point format of the file.
const FIX: f64 = (1 << 20) as f64;
/// A size of a font from which TeX halves it before it multiplies, in scaled points.
const LARGE: i64 = 1 << 23;

/// A character's box in units of the font size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CharBox {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) depth: f64,
    /// The width in the fixed-point format of the file.
    exact_width: i32,
}

/// The characters of a font.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tfm {
    boxes: HashMap<u32, CharBox>,
}

impl Tfm {
    /// Parses a TFM file; `None` if it is cut off or its lengths contradict each other.
    pub(crate) fn parse(file: &[u8]) -> Option<Self> {
        let mut header = Bytes::new(file);
        let mut length = || header.unsigned(2).and_then(|value| usize::try_from(value).ok());
        let (_file, extra) = (length()?, length()?);
        let (first, last) = (length()?, length()?);
        let (widths, heights, depths) = (length()?, length()?, length()?);
        let count = (last + 1).checked_sub(first)?;
        let info = file.get(HEADER + 4 * extra..)?;
        let dimensions = info.get(4 * count..)?;
        let exact = |table: usize, at: usize| Bytes::at(dimensions, 4 * (table + at)).signed(4);
        let fix = |table: usize, at: usize| exact(table, at).map(|value| f64::from(value) / FIX);
        let mut boxes = HashMap::new();
        for (code, word) in (first..).zip(info.chunks_exact(4).take(count)) {
            let [width, height_depth, ..] = *word else { return None };
            // A character that does not exist has width index 0.
            if width == 0 {
                continue;
            }
            let (width, height, depth) = (
                width.into(),
                usize::from(height_depth >> 4),
                usize::from(height_depth & 15),
            );
            if width >= widths || height >= heights || depth >= depths {
                return None;
            }
            let found = CharBox {
                width: fix(0, width)?,
                height: fix(widths, height)?,
                depth: fix(widths + heights, depth)?,
                exact_width: exact(0, width)?,
            };
            boxes.insert(u32::try_from(code).ok()?, found);
        }
        Some(Self { boxes })
    }

    /// Returns the box of a character, if the font has it.
    pub(crate) fn get(&self, code: u32) -> Option<CharBox> {
        self.boxes.get(&code).copied()
    }

    /// Returns the width of a character at a size of the font, in scaled points; 0 if the font lacks it.
    pub(crate) fn width(&self, code: u32, size: i64) -> i64 {
        self.get(code).map_or(0, |found| scaled(found.exact_width, size))
    }
}

/// Returns a fixed-point number times a size, rounded as TeX rounds it (TeX: The Program, 571 and 572). The places in a
/// DVI file rely on every digit.
fn scaled(number: i32, size: i64) -> i64 {
    let [a, b, c, d] = number.to_be_bytes().map(i64::from);
    let (mut size, mut halves) = (size, 1);
    while size >= LARGE {
        size /= 2;
        halves *= 2;
    }
    let product = (((d * size) / 256 + c * size) / 256 + b * size) * halves / 16;
    match a {
        0 => product,
        _ => product - 16 * halves * size,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_rounded_as_in_tex() {
        // What TeX says of `F` in cmsy10 at 10 points, and of `m` in cmr10 at 7.77 and at 173.77 points.
        assert_eq!(scaled(753_662, 655_360), 471_038);
        assert_eq!(scaled(873_816, 509_215), 424_347);
        assert_eq!(scaled(873_816, 11_388_191), 9_490_187);
        // TeX rounds down: a third of 10 points is 218453.33 sp, and minus a third is one less.
        let third = (1 << 20) / 3;
        assert_eq!(scaled(third, 655_360), 218_453);
        assert_eq!(scaled(-third, 655_360), -218_454);
        assert_eq!(scaled(1 << 20, 3 * LARGE), 3 * LARGE);
    }
}
