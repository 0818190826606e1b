//! The pages of a file: an image, or those of a PDF file, which are drawn on request.

use texlens_ocr::PageGlyphs;
use texlens_pdf::is_pdf;

use crate::pdf::{Document, PdfError, Renderer};

/// The pages of a file.
pub enum Pictures {
    /// An encoded image.
    Image(Vec<u8>),
    /// One page of a PDF file.
    Page(Document, u32),
    /// All pages of a PDF file.
    Pages(Document),
}

/// A PDF file with a page of it.
pub struct PdfPage<'p> {
    document: &'p Document,
    page: u32,
}

impl PdfPage<'_> {
    /// Reads the text of the page.
    ///
    /// # Errors
    /// See [`Renderer::read`].
    pub fn text(&self, dpi: u16, renderer: &Renderer) -> Result<PageGlyphs, PdfError> {
        renderer.read(self.document, self.page, dpi)
    }
}

/// An encoded image of a page.
pub struct Picture {
    /// The image.
    pub bytes: Vec<u8>,
    /// Remarks for the user, as parts of a sentence.
    pub remarks: Vec<String>,
}

impl Pictures {
    /// Opens a file. `page` is the only page of a PDF file to use, from 1.
    ///
    /// # Errors
    /// If a PDF file cannot be opened. An image is not looked at.
    pub fn open(bytes: Vec<u8>, page: Option<u32>, renderer: &Renderer) -> Result<Self, PdfError> {
        if !is_pdf(&bytes) {
            return Ok(Self::Image(bytes));
        }
        let document = renderer.open(bytes)?;
        Ok(match page {
            Some(page) => Self::Page(document, page),
            None => Self::Pages(document),
        })
    }

    /// Returns the number of pages.
    #[must_use]
    pub fn count(&self) -> u32 {
        match self {
            Self::Image(_) | Self::Page(..) => 1,
            Self::Pages(document) => document.pages(),
        }
    }

    /// Returns whether these are all pages of a PDF file.
    #[must_use]
    pub fn is_file(&self) -> bool {
        matches!(self, Self::Pages(_))
    }

    /// Returns the page of a PDF file with this number, from 1; `None` for an image.
    #[must_use]
    pub fn pdf(&self, number: u32) -> Option<PdfPage<'_>> {
        match self {
            Self::Image(_) => None,
            Self::Page(document, page) => Some(PdfPage { document, page: *page }),
            Self::Pages(document) => Some(PdfPage { document, page: number }),
        }
    }

    /// Returns the image with this number, from 1.
    ///
    /// # Errors
    /// If a page of a PDF file cannot be drawn.
    pub fn get(&self, number: u32, dpi: u16, renderer: &Renderer) -> Result<Picture, PdfError> {
        match self {
            Self::Image(bytes) => Ok(Picture {
                bytes: bytes.clone(),
                remarks: Vec::new(),
            }),
            Self::Page(document, page) => draw(document, *page, dpi, renderer),
            Self::Pages(document) => draw(document, number, dpi, renderer),
        }
    }
}

fn draw(document: &Document, page: u32, dpi: u16, renderer: &Renderer) -> Result<Picture, PdfError> {
    let drawn = renderer.draw(document, page, dpi)?;
    Ok(Picture {
        bytes: drawn.png,
        remarks: drawn.remarks,
    })
}
