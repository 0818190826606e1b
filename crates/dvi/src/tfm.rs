//! Font metrics: the boxes of a TFM file (Knuth, TeX: The Program, part 30).

use std::collections::HashMap;

use crate::bytes::Bytes;

/// Size of the table of lengths at the start, in bytes.
const HEADER: usize = 24;
/// The number 1 in the fixed-point format of the file.
const FIX: f64 = (1 << 20) as f64;

/// A character's box in units of the font size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CharBox {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) depth: f64,
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
        let fix = |table: usize, at: usize| {
            Bytes::at(dimensions, 4 * (table + at))
                .signed(4)
                .map(|v| v as f64 / FIX)
        };
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
            };
            boxes.insert(u32::try_from(code).ok()?, found);
        }
        Some(Self { boxes })
    }

    /// Returns the box of a character, if the font has it.
    pub(crate) fn get(&self, code: u32) -> Option<CharBox> {
        self.boxes.get(&code).copied()
    }
}
