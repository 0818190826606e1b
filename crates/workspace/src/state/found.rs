//! The glyphs that the built-in OCR found on a page, and parts of pages.

use std::rc::Rc;

use texlens_blob::Blob;
use texlens_ocr::{BBox, PageGlyphs};

/// A part of a page, in whole pixels of its image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// Left edge.
    pub x0: u32,
    /// Top edge.
    pub y0: u32,
    /// Right edge.
    pub x1: u32,
    /// Bottom edge.
    pub y1: u32,
}

impl Region {
    /// Returns the smallest region of whole pixels that contains a box. Coordinates below 0 become 0.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // The values are clamped, and a page has fewer pixels.
    pub fn around(bbox: BBox) -> Self {
        let pixel = |length: f32| length.max(0.0) as u32;
        Self {
            x0: pixel(bbox.x0.floor()),
            y0: pixel(bbox.y0.floor()),
            x1: pixel(bbox.x1.ceil()),
            y1: pixel(bbox.y1.ceil()),
        }
    }

    /// Returns the region as a box.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // No page has that many pixels.
    pub fn bbox(&self) -> BBox {
        BBox {
            x0: self.x0 as f32,
            y0: self.y0 as f32,
            x1: self.x1 as f32,
            y1: self.y1 as f32,
        }
    }

    /// Returns the region extended to contain a box.
    #[must_use]
    pub fn with(self, bbox: BBox) -> Self {
        let other = Self::around(bbox);
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// Returns whether the region contains the centre of a box.
    pub(super) fn contains(&self, bbox: BBox) -> bool {
        let region = self.bbox();
        let (x, y) = ((bbox.x0 + bbox.x1) / 2.0, (bbox.y0 + bbox.y1) / 2.0);
        (region.x0..=region.x1).contains(&x) && (region.y0..=region.y1).contains(&y)
    }
}

/// A part of a page to read again, and the glyphs that were found on the page before.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The part.
    pub region: Region,
    /// The glyphs: [`PageGlyphs`] as JSON.
    pub page: Blob,
}

/// The glyphs that the built-in OCR found on a page. They take much more memory than the text that was made of them, so
/// they stay with the browser.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// [`PageGlyphs`] as JSON.
    pub blob: Blob,
    /// The same glyphs, once they are loaded, while the page is shown.
    pub glyphs: Option<Rc<PageGlyphs>>,
}

impl From<Blob> for Found {
    fn from(blob: Blob) -> Self {
        Self { blob, glyphs: None }
    }
}
