//! A page image: what is known of it, and where its bytes are, or what it is drawn from.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_evaluate::Image;
use texlens_ocr::CutOff;

/// Dots per inch at which pages of PDF files are drawn where nobody says otherwise; the command's.
pub const DEFAULT_DPI: u16 = 200;

/// A page image, whose bytes stay with the browser.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// `image/png` or `image/jpeg`.
    pub media_type: String,
    /// Pixels, as it is shown.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// What is missing of it, if its file is cut off.
    #[serde(default)]
    pub cut_off: Option<CutOff>,
    /// Where it comes from.
    pub source: Source,
}

/// Where a picture comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The encoded bytes.
    Image(Blob),
    /// A page that is drawn whenever it is looked at or read. A drawing takes a tenth of what reading takes and is the same every time,
    /// and a file is smaller than the pictures of its pages: so what is kept of hundreds of pages is their file alone.
    Page(PdfPage),
}

/// A page of a PDF file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PdfPage {
    /// The file.
    pub pdf: Pdf,
    /// From 1.
    pub number: u32,
    /// The resolution that is asked for, in dots per inch. A page that is too large is drawn at a lower one.
    pub dpi: u16,
}

/// A PDF file, whose bytes stay with the browser. Two of the same name are the same file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Pdf {
    /// Names it, among all that the browser has ever kept.
    pub key: String,
    /// The file.
    pub file: Blob,
}

impl PartialEq for Pdf {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Picture {
    /// As evaluations describe it, without the bytes.
    #[must_use]
    pub fn described(&self) -> Image {
        Image {
            media_type: self.media_type.clone(),
            bytes: Vec::new(),
            width: self.width,
            height: self.height,
        }
    }

    /// The image of an evaluation, with its bytes elsewhere.
    #[must_use]
    pub fn with_source(image: Image, source: Source) -> Self {
        let source = match source {
            Source::Image(blob) => Source::Image(blob.typed(&image.media_type)),
            page @ Source::Page(_) => page,
        };
        Self {
            media_type: image.media_type,
            width: image.width,
            height: image.height,
            cut_off: None,
            source,
        }
    }

    /// A page of a PDF file of this size in pixels.
    #[must_use]
    pub fn of_page(page: PdfPage, (width, height): (u32, u32)) -> Self {
        Self {
            media_type: "image/png".to_owned(),
            width,
            height,
            cut_off: None,
            source: Source::Page(page),
        }
    }

    /// The encoded bytes, unless it has to be drawn.
    #[must_use]
    pub fn blob(&self) -> Option<&Blob> {
        match &self.source {
            Source::Image(blob) => Some(blob),
            Source::Page(_) => None,
        }
    }

    /// What it is drawn from.
    #[must_use]
    pub fn page(&self) -> Option<&PdfPage> {
        match &self.source {
            Source::Page(page) => Some(page),
            Source::Image(_) => None,
        }
    }
}

/// Gives the bytes to the browser.
impl From<Image> for Picture {
    fn from(image: Image) -> Self {
        let blob = Blob::new(&image.bytes, &image.media_type);
        Self::with_source(image, Source::Image(blob))
    }
}
