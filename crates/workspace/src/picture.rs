//! A page image: its properties, and its bytes or the PDF page from which it is drawn.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_evaluate::Image;
use texlens_ocr::CutOff;

/// Default resolution for drawing pages of PDF files, in dots per inch; the same as in the command.
pub const DEFAULT_DPI: u16 = 200;

/// A resolution for drawing pages of PDF files, in dots per inch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dpi(pub u16);

impl Default for Dpi {
    fn default() -> Self {
        Self(DEFAULT_DPI)
    }
}

/// A page image, whose bytes stay with the browser.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// `image/png` or `image/jpeg`.
    pub media_type: String,
    /// Width in pixels, as displayed.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The missing part, if the file is truncated.
    #[serde(default)]
    pub cut_off: Option<CutOff>,
    /// The source of the image.
    pub source: Source,
}

/// The source of an image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The encoded bytes.
    Image(Blob),
    /// A page that is drawn whenever it is shown or read. Drawing takes a tenth of the time of reading and always gives
    /// the same image. A PDF file is smaller than the images of its pages, so only the file is stored.
    Page(PdfPage),
}

/// A page of a PDF file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PdfPage {
    /// The file.
    pub pdf: Pdf,
    /// The page number, from 1.
    pub number: u32,
    /// The requested resolution in dots per inch. A page that is too large is drawn at a lower one.
    pub dpi: u16,
}

/// A PDF file, whose bytes stay with the browser. Two files with the same key are equal.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Pdf {
    /// A key that is unique among all that the browser has ever stored.
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
    /// Returns the description for evaluations, without the bytes.
    #[must_use]
    pub fn described(&self) -> Image {
        Image {
            media_type: self.media_type.clone(),
            bytes: Vec::new(),
            width: self.width,
            height: self.height,
        }
    }

    /// Makes an image of an evaluation whose bytes are elsewhere.
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

    /// Makes the image of a PDF page with this size in pixels.
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

    /// Returns whether this seems to be the same image: its files have the same size, and so have the images.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        match (&self.source, &other.source) {
            (Source::Image(own), Source::Image(their)) => {
                (self.width, self.height) == (other.width, other.height) && own.size() == their.size()
            }
            (Source::Page(own), Source::Page(their)) => {
                own.number == their.number && own.pdf.file.size() == their.pdf.file.size()
            }
            _ => false,
        }
    }

    /// Returns the encoded bytes, unless the image has to be drawn.
    #[must_use]
    pub fn blob(&self) -> Option<&Blob> {
        match &self.source {
            Source::Image(blob) => Some(blob),
            Source::Page(_) => None,
        }
    }

    /// Returns the PDF page from which the image is drawn.
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
