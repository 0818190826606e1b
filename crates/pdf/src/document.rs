//! A file, its pages, and what they look like.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use hayro::hayro_interpret::{InterpreterSettings, InterpreterWarning, TransformExt};
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};

use crate::encode::png;
use crate::error::{OpenError, RenderError};
use crate::limits::Limits;
use crate::raster::{PageSize, Raster};

/// What could not be drawn of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Missing {
    /// Text, for want of a font that can be read.
    Text,
    /// An image.
    Image,
    /// A note or form field on top of the page.
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

/// A page as a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageImage {
    /// PNG, on white paper.
    pub png: Vec<u8>,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Dots per inch: as asked for, or fewer if the page is too large.
    pub dpi: u16,
    /// What is not in the picture, though it is on the page.
    pub missing: BTreeSet<Missing>,
}

impl PageImage {
    /// What a person should know of it, as parts of a sentence; `asked` is the resolution that was asked for.
    #[must_use]
    pub fn remarks(&self, asked: u16) -> Vec<String> {
        let is_coarse = self.dpi < asked;
        let coarse = is_coarse.then(|| format!("drawn at {} dpi since it is large", self.dpi));
        let missing = self.missing.iter();
        let missing = missing.map(|missing| format!("{missing} of it could not be drawn"));
        coarse.into_iter().chain(missing).collect()
    }
}

/// A PDF file. Cloning it gives another handle on the same one.
#[derive(Clone)]
pub struct Document {
    pdf: Arc<Pdf>,
    limits: Limits,
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("pages", &self.pages())
            .finish_non_exhaustive()
    }
}

impl Document {
    /// Reads a file. A damaged one is mended where its pages can still be found; encryption that needs no password to read is undone.
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
            }),
        }
    }

    /// How many pages there are; at least one.
    #[must_use]
    pub fn pages(&self) -> u32 {
        u32::try_from(self.pdf.pages().len()).unwrap_or(u32::MAX)
    }

    /// What a page measures when it is drawn: see [`Self::render`].
    ///
    /// # Errors
    /// If there is no such page, or it is too large at any resolution.
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

    /// Draws a page, counted from 1. A resolution of 0 counts as 1.
    ///
    /// # Errors
    /// If there is no such page, or it is too large at any resolution.
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

/// Whether the sign of a PDF is where readers look for it: some tools write something in front.
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

/// Width and height as it is shown, in points.
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
        // What moves outlines to the pixels' grid makes letters harder to be recognised.
        hinting: false,
        ..RenderSettings::default()
    };
    // What is remembered from page to page would grow with every page.
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
