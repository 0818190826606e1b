//! Errors of opening and drawing.

/// The reason why a file was not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The file is not a PDF.
    #[error("it is not a PDF; check that it was saved or downloaded completely")]
    NotPdf,
    /// The file is larger than [`Limits::bytes`](crate::Limits::bytes).
    #[error("it has more than {} MB, which is the limit; split it into smaller files", .limit >> 20)]
    TooBig {
        /// The limit in bytes.
        limit: usize,
    },
    /// The file has more pages than [`Limits::pages`](crate::Limits::pages).
    #[error("it has {pages} pages, and at most {limit} are read; split it into smaller files")]
    TooManyPages {
        /// Number of pages of the file.
        pages: usize,
        /// The limit in pages.
        limit: usize,
    },
    /// The file cannot be read without a password.
    #[error("it is encrypted and needs a password; remove the password in a PDF viewer and save it again")]
    NeedsPassword,
    /// The encryption is unknown or malformed.
    #[error("it is encrypted in an unsupported way; print it to a new PDF")]
    UnknownEncryption,
    /// No pages can be found.
    #[error("it is damaged: no pages can be found in it; download it again, or print it to a new PDF")]
    Broken,
}

/// The reason why a page was not drawn.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The page does not exist. Pages count from 1.
    #[error("there is no page {page}: the document has {pages}")]
    NoSuchPage {
        /// The requested page.
        page: u32,
        /// Number of pages of the document.
        pages: u32,
    },
    /// The page is too large at any resolution.
    #[error(
        "the page is {width:.0} x {height:.0} points, too large to be drawn at any resolution; print it to a smaller paper size"
    )]
    TooLarge {
        /// Width in points.
        width: f32,
        /// Height in points.
        height: f32,
    },
    /// The image could not be encoded.
    #[error("the page image could not be encoded: {0}")]
    Encoding(#[from] png::EncodingError),
}
