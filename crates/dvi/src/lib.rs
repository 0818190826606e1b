//! DVI files to glyphs: what stands on a page that TeX has set, exactly.
//!
//! The typesetter of `texlens-ocr` reads such pages as it reads detected ones. They show what its rules do with perfect
//! glyphs, and make its tests: a few lines of LaTeX become a page of glyphs.
//!
//! `reader` executes the commands of the file with the widths of `tfm`, `symbols` says what each code of a font shows,
//! and `labels` puts both together as a reader would see it: an accented letter is a letter and an accent, a slash
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
    /// In the order of the file. Paper is taken to be 8.5 by 11 inches.
    pub pages: Vec<PageGlyphs>,
    /// Fonts with glyphs that were left out because their meaning is not known, and how many.
    pub unknown: BTreeMap<String, usize>,
}

/// Reads a DVI file.
///
/// `metrics` gives the TFM file of a font by its TeX name (`cmr10`). Lengths are pixels at `dpi` dots per inch from the
/// corner of the paper. Takes linear time.
///
/// # Errors
///
/// When the file is broken or cut off, or a font has no metrics.
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
