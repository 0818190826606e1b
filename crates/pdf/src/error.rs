//! Why there is no page.

/// Why a file was not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// Something else under the name of a PDF.
    #[error("it is not a PDF; check that it was saved or downloaded completely")]
    NotPdf,
    /// Over [`Limits::bytes`](crate::Limits::bytes).
    #[error("it has more than {} MB, the most that is read; split it into smaller files", .limit >> 20)]
    TooBig {
        /// The limit.
        limit: usize,
    },
    /// Over [`Limits::pages`](crate::Limits::pages).
    #[error("it has {pages} pages, and at most {limit} are read; split it into smaller files")]
    TooManyPages {
        /// Its pages.
        pages: usize,
        /// The limit.
        limit: usize,
    },
    /// Only its owner can read it.
    #[error("it is encrypted and needs a password; remove the password in a PDF viewer and save it again")]
    NeedsPassword,
    /// With a method that is not known, or wrongly.
    #[error("it is encrypted in a way that is not understood; print it to a new PDF")]
    UnknownEncryption,
    /// No pages can be made out.
    #[error("it is damaged: no pages can be found in it; download it again, or print it to a new PDF")]
    Broken,
}

/// Why a page was not drawn.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// Pages count from 1.
    #[error("there is no page {page}: the document has {pages}")]
    NoSuchPage {
        /// What was asked for.
        page: u32,
        /// How many there are.
        pages: u32,
    },
    /// No resolution makes it fit.
    #[error(
        "the page is {width:.0} x {height:.0} points, too large to be drawn at any resolution; print it to a smaller paper size"
    )]
    TooLarge {
        /// Points.
        width: f32,
        /// Points.
        height: f32,
    },
    /// The picture could not be written down.
    #[error("the picture of the page could not be made: {0}")]
    Encoding(#[from] png::EncodingError),
}
