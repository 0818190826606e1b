//! The programs that make PDFs of DVI files.

use clap::ValueEnum;

/// What makes a PDF of a DVI file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Producer {
    /// dvipdfmx
    Dvipdfmx,
    /// dvips and Ghostscript
    Ghostscript,
    /// dvipdfmx, then cairo (`pdftocairo`), which writes all fonts anew
    Cairo,
}

impl Producer {
    /// Returns the folder of its PDFs in the cache.
    pub(crate) const fn folder(self) -> &'static str {
        match self {
            Self::Dvipdfmx => "pdf",
            Self::Ghostscript => "pdf-ghostscript",
            Self::Cairo => "pdf-cairo",
        }
    }
}
