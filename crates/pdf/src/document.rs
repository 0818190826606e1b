//! PDF files, and the drawing and reading of their pages.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hayro::hayro_interpret::{InterpreterSettings, InterpreterWarning, TransformExt};
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};

use crate::content::Content;
use crate::encode::png;
use crate::error::{OpenError, RenderError};
use crate::interpret;
use crate::limits::Limits;
use crate::links::{self, Places};
use crate::raster::{PageSize, Raster};
use crate::way::Reading;

/// A kind of content that could not be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Missing {
    /// Text whose font cannot be read.
    Text,
    /// An image.
    Image,
    /// A note or form field on the page.
    Annotation,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "some text",
            Self::Image => "an image",
            Self::Annotation => "an annotation",
        })
    }
}

/// A page as an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageImage {
    /// The page on white paper, as PNG.
    pub png: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Resolution in dots per inch: as requested, or lower if the page is too large.
    pub dpi: u16,
    /// Content of the page that is missing from the image.
    pub missing: BTreeSet<Missing>,
}

impl PageImage {
    /// Returns remarks on the image for a person, as parts of a sentence; `asked` is the requested resolution.
    #[must_use]
    pub fn remarks(&self, asked: u16) -> Vec<String> {
        let is_coarse = self.dpi < asked;
        let coarse = is_coarse.then(|| format!("drawn at {} dpi since it is large", self.dpi));
        let missing = self.missing.iter();
        let missing = missing.map(|missing| format!("{missing} on the page could not be drawn"));
        coarse.into_iter().chain(missing).collect()
    }
}

/// An open PDF file. A clone is another handle to the same file.
#[derive(Clone)]
pub struct Document {
    pdf: Arc<Pdf>,
    limits: Limits,
    places: Arc<OnceLock<Places>>,
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("pages", &self.pages())
            .finish_non_exhaustive()
    }
}

impl Document {
    /// Opens a file. A damaged file is repaired if its pages can still be found. Encryption is removed if reading needs
    /// no password.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub fn open(bytes: Vec<u8>, limits: Limits) -> Result<Self, OpenError> {
        if bytes.len() > limits.bytes {
            return Err(OpenError::TooBig { limit: limits.bytes });
        }
        if !is_pdf(&bytes) {
            return Err(OpenError::NotPdf);
        }
        let pdf = Pdf::new(bytes).map_err(refusal)?;
        match pdf.pages().len() {
            0 => Err(OpenError::Broken),
            pages if pages > limits.pages => Err(OpenError::TooManyPages {
                pages,
                limit: limits.pages,
            }),
            _ => Ok(Self {
                pdf: Arc::new(pdf),
                limits,
                places: Arc::default(),
            }),
        }
    }

    /// Returns the number of pages, which is at least 1.
    #[must_use]
    pub fn pages(&self) -> u32 {
        u32::try_from(self.pdf.pages().len()).unwrap_or(u32::MAX)
    }

    /// Returns the size in pixels and the resolution at which [`Self::render`] draws a page.
    ///
    /// # Errors
    /// If the page does not exist, or is too large at any resolution.
    pub fn raster(&self, page: u32, dpi: u16) -> Result<Raster, RenderError> {
        Raster::fitting(size(self.page(page)?), dpi, &self.limits)
    }

    fn page(&self, page: u32) -> Result<&Page<'_>, RenderError> {
        let index = usize::try_from(page).ok().and_then(|page| page.checked_sub(1));
        let found = index.and_then(|index| self.pdf.pages().get(index));
        found.ok_or(RenderError::NoSuchPage {
            page,
            pages: self.pages(),
        })
    }

    /// Reads the content of a page, counted from 1: glyphs, rules, drawings, images and links.
    ///
    /// # Errors
    /// If the page does not exist.
    pub fn content(&self, page: u32) -> Result<Content, RenderError> {
        let page = self.page(page)?;
        Ok(Content {
            links: links::links(page),
            anchors: self.places.get_or_init(|| Places::of(&self.pdf)).on(page),
            ..interpret::read(page, &self.limits)
        })
    }

    /// Reads the glyphs of a page, counted from 1, in pixels of the image that [`Self::render`] draws at this
    /// resolution, and decides whether they can be trusted.
    ///
    /// # Errors
    /// If the page does not exist, or is too large at any resolution.
    pub fn read(&self, page: u32, dpi: u16) -> Result<Reading, RenderError> {
        let raster = self.raster(page, dpi)?;
        Ok(Reading::of(&self.content(page)?, raster))
    }

    /// Draws a page, counted from 1. A resolution of 0 counts as 1.
    ///
    /// # Errors
    /// If the page does not exist, is too large at any resolution, or cannot be encoded.
    pub fn render(&self, page: u32, dpi: u16) -> Result<PageImage, RenderError> {
        let page = self.page(page)?;
        let raster = Raster::fitting(size(page), dpi, &self.limits)?;
        let missing = Arc::default();
        let pixmap = draw(page, &raster, &missing);
        let missing = std::mem::take(&mut *missing.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(PageImage {
            png: png(&pixmap, raster.dpi)?,
            width: raster.width.into(),
            height: raster.height.into(),
            dpi: raster.dpi,
            missing,
        })
    }
}

/// Reports whether the PDF signature starts at an offset of at most 1024 bytes. PDF readers look for it there, since
/// some tools write something before it.
#[must_use]
pub fn is_pdf(bytes: &[u8]) -> bool {
    const SIGN: &[u8] = b"%PDF-";
    const WITHIN: usize = 1024;
    let head = bytes.get(..WITHIN + SIGN.len()).unwrap_or(bytes);
    head.windows(SIGN.len()).any(|window| window == SIGN)
}

fn refusal(error: LoadPdfError) -> OpenError {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => OpenError::NeedsPassword,
        LoadPdfError::Decryption(_) => OpenError::UnknownEncryption,
        LoadPdfError::Invalid => OpenError::Broken,
    }
}

/// Returns the width and height of the page as it is shown, in points.
fn size(page: &Page<'_>) -> PageSize {
    let (width, height) = page.render_dimensions();
    PageSize { width, height }
}

fn draw(page: &Page<'_>, raster: &Raster, missing: &Arc<Mutex<BTreeSet<Missing>>>) -> Pixmap {
    let noted = Arc::clone(missing);
    let settings = InterpreterSettings {
        warning_sink: Arc::new(move |warning| {
            noted
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .extend(lacks(warning));
        }),
        ..InterpreterSettings::default()
    };
    let (width, height) = (raster.width, raster.height);
    let transform = Affine::scale(raster.scale()) * page.initial_transform(true).to_kurbo();
    let mut context = RenderContext::new(width, height);
    let true_shapes = RenderSettings {
        // Hinting moves outlines to the pixel grid, which makes letters harder to recognise.
        hinting: false,
        ..RenderSettings::default()
    };
    // A cache that lives longer than one page would grow with every page.
    let cache = RenderCache::new();
    render_into(page, &cache, &settings, &true_shapes, &mut context, transform);
    context.flush();
    let mut pixmap = Pixmap::new(width, height);
    let on_paper = RasterizerSettings {
        target_init: TargetInit::Clear(WHITE),
        ..RasterizerSettings::default()
    };
    context.render_with(&mut pixmap, &mut Resources::default(), on_paper);
    pixmap
}

fn lacks(warning: InterpreterWarning) -> Option<Missing> {
    match warning {
        InterpreterWarning::UnsupportedFont => Some(Missing::Text),
        InterpreterWarning::ImageDecodeFailure => Some(Missing::Image),
        InterpreterWarning::UnresolvedAnnotationAppearance => Some(Missing::Annotation),
        _ => None,
    }
}
