//! Reads DVI files: the exact glyphs of pages that TeX has set.
//!
//! The typesetter of `texlens-ocr` reads such pages like detected ones. They show what its rules do with perfect
//! glyphs. They also make its tests: a few lines of LaTeX become a page of glyphs.
//!
//! `reader` executes the commands of the file with the widths from `tfm`, and `symbols` maps each code of a font to a
//! symbol. `labels` combines both into what a reader sees: an accented letter is a letter and an accent, and a slash
//! through an equals sign is one symbol.

mod bytes;
#[cfg(feature = "native")]
mod engine;
mod error;
mod labels;
mod reader;
mod symbols;
mod tfm;

use std::collections::BTreeMap;

use texlens_ocr::PageGlyphs;

#[cfg(feature = "native")]
pub use engine::{Engine, EngineError};
pub use error::DviError;

/// The pages of a DVI file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    /// The pages in the order of the file. The paper is assumed to be 8.5 by 11 inches.
    pub pages: Vec<PageGlyphs>,
    /// Fonts with glyphs that were omitted because their meaning is unknown, each with the number of these glyphs.
    pub unknown: BTreeMap<String, usize>,
}

/// Reads a DVI file.
///
/// `metrics` returns the TFM file of a font by its TeX name (`cmr10`). Lengths are in pixels at `dpi` dots per inch,
/// from the corner of the paper. Takes linear time.
///
/// # Errors
///
/// If the file is broken or cut off, or a font has no metrics.
pub fn read<M: AsRef<[u8]>>(
    dvi: &[u8],
    metrics: impl FnMut(&str) -> Option<M>,
    dpi: f32,
) -> Result<Document, DviError> {
    let mut unknown = BTreeMap::new();
    let pages = reader::read(dvi, metrics)?
        .iter()
        .map(|page| {
            labels::page(page, dpi.into(), |font| {
                *unknown.entry(font.to_owned()).or_default() += 1;
            })
        })
        .collect();
    Ok(Document { pages, unknown })
}
