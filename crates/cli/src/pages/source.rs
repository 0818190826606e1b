//! Sources of pages: images, and PDF files with an image for each page.

use std::collections::HashMap;
use std::path::Path;

use texlens_dataset::{Limits, Passage, Picture, Sample};
use texlens_native::{Pictures, Renderer};

use super::error::SourceError;
use crate::brought::Brought;
use crate::input;
use crate::terminal::say;

/// The source of one LaTeX file: an image, a PDF file, or a page of a PDF file.
pub(crate) struct Source<'b> {
    /// The path of the output in the output folder, without its extension.
    pub(crate) id: String,
    place: Place<'b>,
    reference: Option<&'b Passage>,
}

enum Place<'b> {
    File(&'b Path),
    Brought(&'b Brought, Picture),
}

impl<'b> Source<'b> {
    /// Makes a source of a single file.
    pub(crate) fn single(path: &'b Path) -> Self {
        Self {
            id: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            place: Place::File(path),
            reference: None,
        }
    }

    pub(crate) fn path(&self) -> String {
        match &self.place {
            Place::File(path) => path.display().to_string(),
            Place::Brought(brought, picture) => brought.plan.path(picture.file).to_owned(),
        }
    }

    /// Returns the reference of a sample, if there is one, or the error in its file.
    pub(crate) fn reference(&self) -> Option<Result<String, String>> {
        match &self.place {
            Place::File(_) => None,
            Place::Brought(brought, _) => self.reference.map(|reference| brought.text(reference)),
        }
    }

    /// Reports whether the source may be a document of several pages.
    pub(crate) fn may_have_pages(&self) -> bool {
        let is_whole = match &self.place {
            Place::File(_) => true,
            Place::Brought(_, picture) => picture.page.is_none(),
        };
        is_whole && self.is_named_pdf()
    }

    /// Reports whether the name is that of a PDF file.
    pub(crate) fn is_named_pdf(&self) -> bool {
        self.path().to_lowercase().ends_with(".pdf")
    }

    pub(crate) fn open(&self, renderer: &Renderer) -> Result<Pictures, SourceError> {
        let (bytes, page) = match &self.place {
            Place::File(path) => (input::read(path, Limits::default().file_bytes)?, None),
            Place::Brought(brought, picture) => (brought.listing.picture(picture)?, picture.page),
        };
        Ok(Pictures::open(bytes, page, renderer)?)
    }
}

/// Returns the samples of a dataset that have an image, by document and in order.
pub(super) fn sources(brought: &Brought) -> Vec<Vec<Source<'_>>> {
    let mut samples: Vec<&Sample> = brought.plan.samples.iter().collect();
    samples.sort_by_key(|sample| sample.page);
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut documents: Vec<Vec<Source<'_>>> = Vec::new();
    for sample in samples {
        let Some(picture) = &sample.image else {
            say(format_args!("{}: there is no image to read", sample.id));
            continue;
        };
        let source = Source {
            id: sample.id.clone(),
            place: Place::Brought(brought, picture.clone()),
            reference: sample.reference.as_ref(),
        };
        // A page that names no document is a document by itself, and so is one without a number: it may be another image
        // of the same page.
        let place = match sample.document.as_deref().filter(|_| sample.page.is_some()) {
            Some(name) => *places.entry(name).or_insert(documents.len()),
            None => documents.len(),
        };
        match documents.get_mut(place) {
            Some(document) => document.push(source),
            None => documents.push(vec![source]),
        }
    }
    documents
}
