//! The columns of the comparison: ways to get from a page to LaTeX.

use clap::ValueEnum;

/// The source of the typesetter's input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Column {
    /// Glyphs of the DVI file
    True,
    /// Glyphs that the document's PDF file states, or the one that is made of the DVI file
    Pdf,
    /// Glyphs that the fast network finds in the image
    Detected,
    /// Glyphs that the accurate network finds in the image
    Accurate,
    /// Words that the command tesseract reads in the image
    Tesseract,
}

impl Column {
    pub(crate) const ALL: [Self; 5] = [Self::True, Self::Pdf, Self::Detected, Self::Accurate, Self::Tesseract];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::Pdf => "pdf",
            Self::Detected => "detected",
            Self::Accurate => "accurate",
            Self::Tesseract => "tesseract",
        }
    }
}
